# SPDX-License-Identifier: GPL-3.0-or-later
"""Losses of other objectives than the next token, for steps.py: TRL's own (1.10.0.dev0, f2cd57710), called with real
modules on followed tensors.

The trainers' loss functions are run as they are, on trainers that were never initialised and have what these functions
read. Sequences of a batch are equally long and have no padding, so that no mask is passed on. What trainers gather from
other ranks and log is a number, as fake tensors have no values.
"""
import importlib
import importlib.abc
import importlib.machinery
import sys
import types

import torch
from torch.utils._python_dispatch import TorchDispatchMode

import generation

# Whose trainers make checkpoints beside adapters reentrant under ZeRO-3, whatever they were asked for.
REENTRANT = ("dpo", "kto", "grpo", "reward", "gkd")
MISSING = ("datasets", "pandas", "pyarrow")  # what TRL imports for data sets
EXPERIMENTAL = ("ORPO", "CPO", "GKD", "PPO")  # where their trainers are


class Hollow(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


class HollowPackages(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in MISSING:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Hollow(spec.name)

    def exec_module(self, module):
        pass


class Number(float):
    """What comes of a tensor that is logged."""
    def item(self):
        return float(self)

    def same(self, *_, **__):
        return self

    sum = mean = nansum = nanmean = min = max = clamp = float = detach = same

    def __getitem__(self, _):
        return self

    def __truediv__(self, other):
        return self


class Accelerator:
    """Of accelerate what the loss functions call."""
    device = torch.device("cpu")
    num_processes = 1
    sync_gradients = True
    is_main_process = True

    def gather(self, tensor):
        return Number(1)

    gather_for_metrics = gather

    def reduce(self, tensor, reduction):
        return Number(1)

    def unwrap_model(self, model):
        return model


class Chosen(TorchDispatchMode):
    """x[mask]: fake tensors do not know how many elements a mask picks. Here it picks all. Of KTO's labels, which are
    asked for the true ones and then for the others, half are true."""
    def __init__(self):
        super().__init__()
        self.left = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        if function is torch.ops.aten.nonzero.default and args[0].dtype is torch.bool:
            count = self.left or args[0].numel() // 2
            self.left = args[0].numel() - count if not self.left else 0
            return torch.empty((count, 1), dtype=torch.int64)
        if function is torch.ops.aten.index.Tensor:
            tensor, indices = args
            if len(indices) == 1 and indices[0].dtype is torch.bool:
                shape = indices[0].shape
                places = [torch.empty(shape.numel(), dtype=torch.int64) for _ in shape]
                return function(tensor, places)
        return function(*args, **(kwargs or {}))


def checkpoint_options(scenario):
    """What gradient_checkpointing_enable is given."""
    forced = scenario.get("objective") in REENTRANT and scenario.get("method") == "lora" and scenario.get("stage") == 3
    return {"use_reentrant": forced or scenario.get("reentrant", False)}


def trainer_class(name):
    if not any(isinstance(finder, HollowPackages) for finder in sys.meta_path):
        sys.meta_path.append(HollowPackages())
    import trl.trainer.utils as utils
    package = f"experimental.{name.lower()}" if name in EXPERIMENTAL else "trainer"
    module = importlib.import_module(f"trl.{package}.{name.lower()}_trainer")
    utils.is_peft_available = lambda: True  # which it looks for among installed packages
    module.is_peft_model = adapted
    module.nanmin = module.nanmax = Number
    return getattr(module, f"{name}Trainer")


def adapted(model):
    return hasattr(model, "peft_config")


def uninitialised(name, model, **attributes):
    from collections import defaultdict

    trainer = object.__new__(trainer_class(name))
    trainer.__dict__ |= {"model": model, "accelerator": Accelerator(), "aux_loss_enabled": False,
        "_metrics": {"train": defaultdict(list), "eval": defaultdict(list)}, "_total_train_tokens": 0} | attributes
    return trainer


def ids(rows, tokens):
    return torch.zeros((rows, tokens), dtype=torch.int64)


class Batch(dict):
    """A batch whose attention mask nobody hands to a model: nothing in it is masked, which fake tensors cannot say."""
    def __init__(self, mask, *arguments, **names):
        super().__init__(*arguments, **names)
        self.mask = mask

    def __missing__(self, name):
        return self.mask


class NextToken:
    def __init__(self, scenario, model, reference):
        self.rows = scenario["micro_batch"]
        self.tokens = scenario["sequence_length"] // scenario.get("context", 1)

    def inputs(self):
        return ids(self.rows, self.tokens)

    def loss(self, model, batch):
        return model(input_ids=batch, labels=batch).loss


class Classification(NextToken):
    """The model's own loss, as the Trainer takes it."""
    def inputs(self):
        return ids(self.rows, self.tokens), torch.zeros(self.rows, dtype=torch.int64)

    def loss(self, model, batch):
        return model(input_ids=batch[0], labels=batch[1]).loss


class Reward(NextToken):
    """RewardTrainer.compute_loss."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        self.rows *= 2
        self.trainer = uninitialised("Reward", model,
            args=types.SimpleNamespace(center_rewards_coefficient=None))

    def inputs(self):
        return Batch(ids(self.rows, self.tokens), input_ids=ids(self.rows, self.tokens))

    def loss(self, model, batch):
        return self.trainer.compute_loss(model, batch)


class Dpo(NextToken):
    """DPOTrainer._compute_loss: chosen and rejected answers in one batch."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        self.rows *= 2
        self.precomputed = scenario["reference_model"] == "none"
        arguments = types.SimpleNamespace(gradient_checkpointing_kwargs=checkpoint_options(scenario))
        self.trainer = uninitialised("DPO", model, ref_model=reference, args=arguments, ld_alpha=None, beta=0.1,
            precompute_ref_logps=self.precomputed, loss_types=["sigmoid"], loss_weights=[1.0], label_smoothing=0.0,
            f_divergence_type="reverse_kl", use_weighting=False)

    def inputs(self):
        batch = Batch(ids(self.rows, self.tokens), input_ids=ids(self.rows, self.tokens),
            completion_mask=ids(self.rows, self.tokens))
        if self.precomputed:
            batch |= {name: torch.zeros(self.rows // 2) for name in ("ref_chosen_logps", "ref_rejected_logps")}
        return batch

    def loss(self, model, batch):
        return self.trainer._compute_loss(model, batch, False)


class Kto(NextToken):
    """KTOTrainer._compute_loss: single answers, and answers to other prompts, of which nothing is learned."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        self.precomputed = scenario["reference_model"] == "none"
        arguments = types.SimpleNamespace(gradient_checkpointing_kwargs=checkpoint_options(scenario))
        self.trainer = uninitialised("KTO", Unmasking(model), ref_model=reference and unmasked(reference),
            args=arguments, beta=0.1, loss_type="kto", calculate_KL=True, precompute_ref_logps=self.precomputed,
            use_liger_kernel=False, desirable_weight=1.0, undesirable_weight=1.0)

    def inputs(self):
        batch = {f"{other}{what}": ids(self.rows, self.tokens) for other in ("", "KL_")
            for what in ("input_ids", "attention_mask", "completion_mask")}
        batch["label"] = torch.zeros(self.rows, dtype=torch.bool)
        if self.precomputed:
            batch |= {name: torch.zeros(self.rows) for name in ("ref_logps", "ref_KL_logps")}
        return batch

    def loss(self, model, batch):
        return self.trainer._compute_loss(unmasked(model), batch, False)


class Preferences(NextToken):
    """get_batch_loss_metrics of ORPOTrainer and CPOTrainer, which SimPO is a loss of: answers are concatenated, and
    of chosen ones the loss of each token is part of it, but for SimPO."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        self.pairs, self.rows = self.rows, 2 * self.rows
        objective = scenario["objective"]
        self.trainer = uninitialised("ORPO" if objective == "orpo" else "CPO", model, is_encoder_decoder=False,
            padding_value=0, pad_token_id=0, beta=0.1, args=types.SimpleNamespace(device="cpu"),
            cpo_alpha=0.0 if objective == "simpo" else 1.0, loss_type="simpo" if objective == "simpo" else "sigmoid",
            label_smoothing=0.0, simpo_gamma=0.5, alpha=0.0, _peft_has_been_casted_to_bf16=False,
            store_metrics=lambda *_, **__: None)

    def inputs(self):
        return {f"{answer}_{what}": ids(self.pairs, self.tokens) for answer in ("chosen", "rejected")
            for what in ("input_ids", "attention_mask", "labels")}

    def loss(self, model, batch):
        return self.trainer.compute_loss(unmasked(model), batch)


class Gkd(NextToken):
    """GKDTrainer.compute_loss: what a teacher says of each token is learned."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        self.trainer = uninitialised("GKD", model, teacher_model=Unmasking(reference), beta=0.5,
            use_liger_gkd_loss=False)

    def inputs(self):
        return {name: ids(self.rows, self.tokens) for name in ("input_ids", "attention_mask", "labels")}

    def loss(self, model, batch):
        return self.trainer.compute_loss(Unmasking(model), batch)


class Grpo(NextToken):
    """GRPOTrainer._compute_loss of a micro-batch of answers, which the model has scored, and the reference if there is
    one, as _generate_and_score_completions has them do it."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        self.completion = scenario["completion_tokens"]
        self.beta = 0.0 if scenario["reference_model"] == "none" else 0.04
        self.model, self.reference = model, reference
        self.checkpoints = checkpoint_options(scenario)
        self.generates = scenario.get("rollout") == "transformers"
        self.answers = self.rows * scenario.get("accumulation", 1)
        self.scores = bool(self.beta) or not self.generates
        arguments = types.SimpleNamespace(delta=None, use_bias_correction_kl=False, report_to=[])
        self.trainer = uninitialised("GRPO", model, args=arguments, beta=self.beta, temperature=1.0,
            top_entropy_quantile=1.0, off_policy_mask_threshold=None, importance_sampling_level="token",
            loss_type="dapo", epsilon_low=0.2, epsilon_high=0.2, use_vllm=not self.generates,
            vllm_importance_sampling_correction=True, _entropy_bonus_enabled=False, router_aux_loss_coef=0.0,
            model_kwarg_keys={"logits_to_keep"}, current_gradient_accumulation_steps=1, max_completion_length=0)

    def inputs(self):
        prompt, answer = (self.rows, self.tokens - self.completion), (self.rows, self.completion)
        batch = {"prompt_ids": ids(*prompt), "prompt_mask": ids(*prompt), "completion_ids": ids(*answer),
            "completion_mask": ids(*answer), "advantages": torch.zeros(self.rows),
            "num_items_in_batch": torch.ones(())}
        if not self.generates:  # vLLM's own log-probabilities are corrected
            batch |= {"old_per_token_logps": torch.zeros(answer), "importance_sampling_ratio": torch.zeros((self.rows, 1))}
        if self.beta:
            batch["ref_per_token_logps"] = torch.zeros(answer)
        return batch

    def loss(self, model, batch):
        return self.trainer._compute_loss(unmasked(model), batch)

    def words(self):
        return ids(self.rows, self.tokens)

    def passes(self, model):
        """Log-probabilities of a micro-batch's answers."""
        from trl.models.utils import disable_gradient_checkpointing

        batch = (self.words(), Unmasked(), self.completion, self.rows)
        with torch.no_grad(), disable_gradient_checkpointing(self.model, self.checkpoints):
            self.trainer._get_per_token_logps_and_entropies(unmasked(model), *batch)

    def generate(self):
        """Answers of all micro-steps at once, as _generate_single_turn has transformers write them."""
        from transformers import GenerationConfig
        from trl.models.utils import disable_gradient_checkpointing

        prompts = ids(self.answers, self.tokens - self.completion)
        config = GenerationConfig(max_new_tokens=self.completion, do_sample=True, pad_token_id=0, bos_token_id=1,
            eos_token_id=generation.PAD, temperature=1.0, top_p=1.0, top_k=0, repetition_penalty=1.0, disable_compile=True,
            use_cache=True)  # its own default, which no model of the Hub takes back
        with torch.no_grad(), disable_gradient_checkpointing(self.model, self.checkpoints), \
                generation.generating(self.completion), generation.Valueless():
            self.model.generate(input_ids=prompts, attention_mask=torch.ones_like(prompts), generation_config=config)

    def score(self, model):
        if not self.generates:
            self.passes(model)

    def refer(self, model):
        """When all have been scored."""
        from trl.trainer.utils import use_adapter

        if self.beta and self.reference is not None:
            self.passes(self.reference)
        elif self.beta:
            with use_adapter(self.model, adapter_name=None):
                self.passes(model)


class Unmasking:
    """A model that no mask is handed to."""
    def __init__(self, model):
        self.model = model

    def __call__(self, attention_mask, **inputs):
        return self.model(**inputs)

    def __getattr__(self, name):
        return getattr(self.model, name)


class Unmasked:
    """A mask that is cut like the tokens, and handed to no model."""
    def __getitem__(self, _):
        return self


def unmasked(model):
    def run(*arguments, attention_mask, **inputs):
        return model(*arguments, **inputs)
    return run


TASKS = {"causal-lm": NextToken, "classification": Classification, "reward": Reward, "dpo": Dpo, "grpo": Grpo,
    "orpo": Preferences, "cpo": Preferences, "simpo": Preferences, "kto": Kto, "gkd": Gkd}
# Whose loss is computed from what the model returns, which accelerate's mixed precision casts.
RETURNING = ("reward", "dpo", "grpo", "orpo", "cpo", "simpo", "kto", "gkd", "ppo", "embedding")


def prepared(model, autocasts):
    """What Accelerator.prepare_model does to the forward pass where mixed precision is on (accelerate 1.14)."""
    from accelerate.utils import convert_outputs_to_fp32

    forward = autocasts(model.forward.__func__)
    model.forward = types.MethodType(convert_outputs_to_fp32(forward), model)
    return model
