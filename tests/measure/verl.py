# SPDX-License-Identifier: GPL-3.0-or-later
"""GRPO in verl's loop, for steps.py: what workers/actor/dp_actor.py and workers/fsdp_workers.py of verl (b178a3cd,
January 2026) do on one GPU of FSDP1, statement by statement as far as a tensor comes or goes. verl itself starts with
Ray and vLLM.

Sequences of a micro-batch lie one behind the other (use_remove_padding) and are full, answers as long as each other.
"""
import torch

import cuda

ids = lambda *shape: torch.zeros(shape, dtype=torch.int64)


class CrossEntropy(torch.autograd.Function):
    """What flash-attn's kernel allocates (2.8.3 ops/triton/cross_entropy.py, with inplace_backward)."""
    @staticmethod
    def forward(ctx, logits, labels):
        losses, sums, squares = (logits.new_empty(len(labels), dtype=torch.float32) for _ in range(3))
        ctx.save_for_backward(logits, sums, labels)
        ctx.mark_non_differentiable(squares)
        return losses, squares

    @staticmethod
    def backward(ctx, gradient, _):
        logits, *_ = ctx.saved_tensors
        return logits, None


def log_probabilities(logits, labels):
    losses, _ = CrossEntropy.apply(logits, labels)
    return -losses


class Padded(torch.autograd.Function):
    """index_put_first_axis of flash-attn's bert_padding.py."""
    @staticmethod
    def forward(ctx, values, places):
        ctx.save_for_backward(places)
        return torch.zeros_like(values).index_put((places,), values)

    @staticmethod
    def backward(ctx, gradient):
        places, = ctx.saved_tensors
        return gradient[places], None


class Grpo:
    """DataParallelPPOActor, of one micro-batch: compute_log_prob and update_policy."""
    def __init__(self, scenario, model, reference):
        self.rows, self.tokens = scenario["micro_batch"], scenario["sequence_length"]
        self.answer = scenario["completion_tokens"]
        self.scored = scenario.get("scored", self.rows)
        self.model, self.reference = model, reference
        self.left = {}

    def inputs(self):
        """Batches are the CPU's, and come to the GPU micro-batch by micro-batch."""

    def scorings(self, micro_steps):
        """Passes without gradients in which the answers of all micro-steps are scored."""
        return micro_steps * self.rows // self.scored

    def words(self, rows):
        """Tokens, mask, positions and answers."""
        return [ids(rows, self.tokens) for _ in range(3)] + [ids(rows, self.answer)]

    def passes(self, model, rows, entropies=False):
        """_forward_micro_batch; positions are made by the model, which takes given ones for a mask of its own here.
        Entropies are one compiled kernel's, which makes nothing but them."""
        with cuda.autocast():
            tokens = ids(1, rows * self.tokens)
            places, lengths = ids(rows * self.tokens), torch.zeros(rows + 1, dtype=torch.int32)
            following = torch.roll(tokens, shifts=-1, dims=1).squeeze(0)
            output = model(input_ids=tokens, use_cache=False)
            logits = output.logits.squeeze(0)
            logits.div_(1.0)
            scores = log_probabilities(logits, following)
            entropy = scores.new_empty(scores.shape) if entropies else None
            whole = [Padded.apply(values, places).view(rows, self.tokens) for values in (entropy, scores)
                if values is not None]
            return [values[:, -self.answer - 1:-1] for values in whole][::-1]

    def without_gradients(self, model, entropies=False):
        model.eval()
        batch = self.words(self.scored)
        with torch.no_grad():
            found = self.passes(model, self.scored, entropies)
        del batch
        model._handle.reshard(True)
        model.train()
        return found

    def score(self, model):
        self.without_gradients(model, True)

    def refer(self, model):
        if self.reference is not None:
            self.without_gradients(self.reference)

    def loss(self, model, _):
        """update_policy; its names refer to a micro-batch until the next one's are there."""
        left = self.left
        left["batch"] = self.words(self.rows)
        answers = (self.rows, self.answer)
        mask, before, worth, *refer = left["inputs"] = [ids(*answers), torch.zeros(answers), torch.zeros(answers)] \
            + [torch.zeros(answers)] * (self.reference is not None)
        now, = left["outputs"] = self.passes(model, self.rows)
        left["policy"] = loss = policy_loss(before, now, worth, mask)
        if refer:
            left["apart"] = apart = divergence(now, refer[0])
            loss = loss + mean(apart, mask) * 0.001
        left["loss"] = loss
        return loss * 1.0


def is_on_host(reference):
    """Whose shards CPUOffload keeps there."""
    shards = [parameter.untyped_storage() for parameter in reference.parameters()] if reference is not None else []
    places = {shard._cdata for shard in shards}
    return lambda tensor: tensor.untyped_storage()._cdata in places


def mean(values, mask):
    return (values * mask).sum() / mask.sum()


def policy_loss(before, now, worth, mask):
    """core_algos.py, compute_policy_loss_vanilla."""
    apart = torch.clamp(now - before, min=-20.0, max=20.0)
    ratio = torch.exp(apart)
    first = -worth * ratio
    second = -worth * torch.clamp(ratio, 0.8, 1.2)
    most = torch.maximum(first, second)
    least = -worth * 3.0
    chosen = torch.where(worth < 0, torch.min(least, most), most)
    return mean(chosen, mask)


def divergence(now, refer):
    """core_algos.py, kl_penalty_forward with low_var_kl."""
    apart = torch.clamp(refer - now, min=-20, max=20)
    return torch.clamp((torch.exp(apart) - apart - 1).contiguous(), min=-10, max=10)
