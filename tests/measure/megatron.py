#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs real steps of Megatron-Core's GPTModel on CPU tensors, one rank of several, and follows every storage; with adapters
those of Megatron-Bridge.

    megatron.py RUN.json > measured.json

`RUN.json` is one scenario as `parallel.json` has them, without stages of a pipeline and context parallelism: layers of
get_gpt_layer_local_spec, experts one after another, full training or `method` `lora`. Other ranks do not exist: what
they would send is what this one has, and the router deals tokens out evenly, or to this rank's experts `expert_load`
times as many as the mean; `expert_capacity` limits them, with `pads_experts` or without. Norms, attention, SwiGLU and
the accumulation of gradients are stand-ins that allocate what the fused kernels do; buffers of gradients and optimizer
states are tensors of the sizes that DistributedDataParallel and the distributed optimizer make. Needs torch, and
Megatron-LM, Megatron-Bridge on the path.
"""
import contextlib
import gc
import importlib
import json
import math
import os
import sys
import types

os.environ.update(LOCAL_RANK="0", RANK="0", WORLD_SIZE="1", MASTER_ADDR="localhost", MASTER_PORT="29500")

import torch
import torch.distributed as distributed
from torch.testing._internal.distributed.fake_pg import FakeStore

from collectives import Collectives
from storages import Storages

# This folder's files are not the packages of their names.
sys.path = [each for each in sys.path if each not in ("", os.path.dirname(os.path.abspath(__file__)))]

HALF = torch.bfloat16


class Absent:
    """A class or a decorator of what is not there."""

    def __init__(self, *values, **options):
        pass

    def __call__(self, given=None, *values, **options):
        return given


def module(name, **members):
    made = types.ModuleType(name)
    made.__version__ = "0"
    made.__dict__.update(members)
    made.__getattr__ = lambda each: None if each.startswith("__") else Absent
    sys.modules[name] = made
    return made


class Norm(torch.autograd.Function):
    """A fused kernel: it keeps its input, and numbers for each row."""

    @staticmethod
    def forward(ctx, x, numbers, *weights):
        rows = x.numel() // x.shape[-1]
        ctx.weights = [each.requires_grad for each in weights]
        ctx.save_for_backward(x, *weights, *(torch.empty(rows, dtype=torch.float32) for _ in range(numbers)))
        return torch.zeros_like(x)

    @staticmethod
    def backward(ctx, gradient):
        x, *others = ctx.saved_tensors
        return (torch.zeros_like(x), None,
                *(torch.zeros_like(each) if asks else None for each, asks in zip(others, ctx.weights)))


class FusedNorm(torch.nn.Module):
    def __init__(self, config, hidden_size, *values, **options):
        super().__init__()
        self.numbers = 2 if config.normalization == "LayerNorm" else 1
        self.weight = torch.nn.Parameter(torch.empty(hidden_size))
        self.bias = torch.nn.Parameter(torch.empty(hidden_size)) if self.numbers == 2 else None

    def forward(self, x):
        return Norm.apply(x, self.numbers, *(each for each in (self.weight, self.bias) if each is not None))


class Flash(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value):
        length, batch, heads, width = query.shape
        out = torch.zeros(length, batch, heads * width, dtype=query.dtype)
        ctx.save_for_backward(query, key, value, out, torch.empty(batch, heads, length, dtype=torch.float32))
        return out

    @staticmethod
    def backward(ctx, gradient):
        return tuple(torch.zeros_like(each) for each in ctx.saved_tensors[:3])


class Drop(torch.autograd.Function):
    """native_dropout, as on a GPU."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(torch.empty(x.shape, dtype=torch.uint8))
        return torch.zeros_like(x)

    @staticmethod
    def backward(ctx, gradient):
        return torch.zeros_like(gradient)


class Gate(torch.autograd.Function):
    """fused_bias_swiglu.py, with the probabilities of routed experts or without."""

    @staticmethod
    def forward(ctx, x, weights):
        ctx.save_for_backward(x, *([] if weights is None else [weights]))
        return torch.zeros(*x.shape[:-1], x.shape[-1] // 2, dtype=x.dtype)

    @staticmethod
    def backward(ctx, gradient):
        x, *weights = ctx.saved_tensors
        return torch.zeros_like(x), torch.zeros_like(weights[0]) if weights else None


def stand_in_modules():
    module("megatron.core.transformer.moe.ops.paged_stash")
    module("fused_weight_gradient_mlp_cuda", wgrad_gemm_accum_fp32=lambda *values: None)
    torch.jit.script = lambda function, *values, **options: function
    torch.cuda.current_device = lambda: "cpu"
    torch.cuda.is_available = lambda: False
    stream = types.SimpleNamespace(wait_stream=lambda *values: None, wait_event=lambda *values: None,
                                   record_event=lambda *values: stream, synchronize=lambda: None)
    torch.cuda.Stream = torch.cuda.current_stream = lambda *values, **options: stream
    torch.cuda.stream = lambda *values: contextlib.nullcontext()
    torch.Tensor.record_stream = lambda self, *values: None


def stand_in_collectives():
    """Every rank has sent what this one has."""

    def gather(output, given, group=None, async_op=False):
        for part in output.split(given.shape[0]):  # without a copy of its own, which would be counted
            part.copy_(given)
        return types.SimpleNamespace(wait=lambda: None)

    def scatter(output, given, group=None, async_op=False, **options):
        output.copy_(given[: output.shape[0]])
        return types.SimpleNamespace(wait=lambda: None)

    def exchange(output, given, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
        for part in output.split(given.shape[0]):
            part.copy_(given[: part.shape[0]])
        return types.SimpleNamespace(wait=lambda: None)

    import megatron.core.tensor_parallel.layers as layers
    import megatron.core.tensor_parallel.mappings as mappings

    for each in (layers, mappings):
        each.dist_all_gather_func, each.dist_reduce_scatter_func = gather, scatter
    distributed.all_gather_into_tensor = distributed._all_gather_base = gather
    distributed.reduce_scatter_tensor = distributed._reduce_scatter_base = scatter
    distributed.all_to_all_single = exchange


def stand_in_functions(scenario):
    import megatron.core.fusions.fused_bias_swiglu as swiglu
    import megatron.core.tensor_parallel.random as tracked
    import megatron.core.transformer.mlp as mlp
    import megatron.core.transformer.torch_norm as torch_norm
    from megatron.core.transformer.dot_product_attention import DotProductAttention
    from megatron.core.transformer.moe.router import TopKRouter

    torch_norm.WrappedTorchNorm.__new__ = lambda kind, *values, **options: FusedNorm(*values, **options)
    gate = lambda x, bias=None, *others: Gate.apply(x, None)
    weighted = lambda x, bias, weights, *others: Gate.apply(x, weights)
    for each in (swiglu, mlp):
        each.bias_swiglu_impl, each.weighted_bias_swiglu_impl = gate, weighted
    torch.nn.Dropout.forward = lambda self, x: Drop.apply(x) if self.p > 0 else x
    DotProductAttention.forward = lambda self, query, key, value, *others, **options: Flash.apply(query, key, value)
    tracker = types.SimpleNamespace(fork=lambda *names: contextlib.nullcontext(), is_initialized=lambda: False)
    for each in list(sys.modules.values()):
        if getattr(each, "__name__", "").startswith("megatron") and hasattr(each, "get_cuda_rng_tracker"):
            each.get_cuda_rng_tracker = lambda *values, **options: tracker
    tracked.get_cuda_rng_tracker = lambda *values, **options: tracker
    score = TopKRouter.routing
    load = scenario.get("expert_load", 1)

    def routing(self, logits, *values, **options):
        """As many tokens for each expert, by turns; and for each of this rank's, the first ones, so many times the mean."""
        probabilities, chosen = score(self, logits, *values, **options)
        rows, count = chosen.shape
        mine = count if load == 1 else count // scenario["ep"]
        share = 1 if load == 1 else load / scenario["ep"]
        before = [math.ceil(share * self.topk * row) for row in range(rows + 1)]  # of earlier tokens, for this rank
        with torch.no_grad():
            if "expert_capacity" in scenario:
                chosen = chosen.clone()  # what is multiplied by it keeps it
            chosen.zero_()
            for row in range(rows):
                for each in range(before[row], before[row + 1]):
                    chosen[row, each % mine] = True
                for each in range(self.topk * row - before[row], self.topk * (row + 1) - before[row + 1]):
                    chosen[row, mine + each % (count - mine)] = True
            if "expert_capacity" in scenario:
                limit(chosen, math.ceil(rows * self.topk / count * scenario["expert_capacity"]))
        return probabilities, chosen

    def limit(chosen, capacity):
        """The first tokens stay; experts that are filled up get the first that did not choose them."""
        for column in chosen.unbind(1):
            taken = column.nonzero().flatten()
            column[taken[capacity:]] = False
            if scenario.get("pads_experts"):
                column[(~column).nonzero().flatten()[:max(capacity - len(taken), 0)]] = True

    if "num_local_experts" in scenario["architecture"]:
        TopKRouter.routing = routing


def config_of(scenario):
    from megatron.core.transformer.transformer_config import TransformerConfig

    shape = scenario["architecture"]
    llama = shape["style"] == "llama"
    experts = {}
    if "num_local_experts" in shape:
        experts = dict(
            num_moe_experts=shape["num_local_experts"], moe_router_topk=shape["num_experts_per_tok"],
            moe_ffn_hidden_size=shape["moe_intermediate_size"], moe_router_load_balancing_type="none",
            moe_router_pre_softmax=shape["num_experts_per_tok"] == 1,
            moe_token_dispatcher_type=scenario.get("dispatcher", "alltoall"), moe_grouped_gemm=False,
            moe_router_dtype=None, moe_expert_capacity_factor=scenario.get("expert_capacity"),
            moe_pad_expert_input_to_capacity=scenario.get("pads_experts", False))
    return TransformerConfig(
        num_layers=shape["num_hidden_layers"], hidden_size=shape["hidden_size"],
        num_attention_heads=shape["num_attention_heads"], num_query_groups=shape["num_key_value_heads"],
        kv_channels=shape.get("head_dim"), qk_layernorm=shape.get("qk_norm", False),
        ffn_hidden_size=shape["intermediate_size"], normalization="RMSNorm" if llama else "LayerNorm",
        gated_linear_unit=llama, activation_func=torch.nn.functional.silu if llama else torch.nn.functional.gelu,
        bias_activation_fusion=llama, add_bias_linear=False, hidden_dropout=0.0, attention_dropout=0.0,
        tensor_model_parallel_size=scenario["tp"], sequence_parallel=scenario["sp"],
        expert_model_parallel_size=scenario["ep"], expert_tensor_parallel_size=scenario["etp"], bf16=True,
        params_dtype=HALF, perform_initialization=False, gradient_accumulation_fusion=True, use_cpu_initialization=True,
        bias_dropout_fusion=False, apply_rope_fusion=False, pipeline_dtype=HALF, deterministic_mode=False, **experts)


def model_of(scenario, config):
    from megatron.core.models.gpt.gpt_layer_specs import get_gpt_layer_local_spec
    from megatron.core.models.gpt.gpt_model import GPTModel

    shape = scenario["architecture"]
    llama = shape["style"] == "llama"
    spec = get_gpt_layer_local_spec(
        num_experts=shape.get("num_local_experts"), moe_grouped_gemm=False, qk_layernorm=shape.get("qk_norm", False),
        normalization="RMSNorm" if llama else "LayerNorm")
    model = GPTModel(
        config=config, transformer_layer_spec=spec, vocab_size=shape["padded_vocab_size"],
        max_sequence_length=scenario["sequence_length"], parallel_output=True,
        share_embeddings_and_output_weights=shape["tie_word_embeddings"],
        position_embedding_type="rope" if llama else "learned_absolute")
    for each in model.parameters():
        each.data = torch.full(each.shape, 0.01, dtype=HALF)
    return model


def adapt(model, scenario):
    # Of packages that need more than a CPU has, the folder alone.
    import megatron

    for name in ("transformer_engine", "transformer_engine.pytorch", "triton", "triton.language"):
        module(name)
    for name in ("megatron.bridge", "megatron.bridge.peft", "megatron.bridge.utils"):
        folders = [os.path.join(each, *name.split(".")[1:]) for each in megatron.__path__]
        module(name).__path__ = [each for each in folders if os.path.isdir(each)]
    module("megatron.bridge.utils.common_utils", print_rank_0=print)
    importlib.import_module("megatron.bridge.peft.utils").HAVE_TE = False
    from megatron.bridge.peft.lora import LoRA
    for each in model.parameters():
        each.requires_grad = False
    lora = LoRA(dim=scenario["lora_rank"], alpha=2 * scenario["lora_rank"], dropout=scenario.get("lora_dropout", 0.0),
                target_modules=scenario.get("lora_targets", "linear_qkv,linear_proj,linear_fc1,linear_fc2").split(","))

    def walk(parent, prefix):
        for name, child in list(parent.named_children()):
            made = lora.transform(child, name=name, prefix=prefix)
            if made is not child:
                setattr(parent, name, made)
            else:
                walk(child, f"{prefix}.{name}" if prefix else name)

    walk(model, "")
    for name, each in model.named_parameters():
        if ".adapter." in name:
            each.data = torch.full(each.shape, 0.01, dtype=HALF)


def hold_states(model, scenario):
    """What DistributedDataParallel and the optimizer have for each trained parameter."""
    trained = [each for each in model.parameters() if each.requires_grad]
    replicas = scenario["dp"] if scenario["distributed_optimizer"] else 1
    ranks = scenario["tp"] * scenario["dp"] // (scenario["ep"] * scenario["etp"])
    others = ranks if scenario["distributed_optimizer"] else 1
    kept = []
    for is_expert in (False, True):
        mine = [each for each in trained if getattr(each, "allreduce", True) is not is_expert]
        count = sum(each.numel() for each in mine)
        if count == 0:
            continue
        buffer = torch.zeros(count, dtype=torch.float32)
        shard = count // (others if is_expert else replicas)
        kept += [buffer, *(torch.zeros(shard, dtype=torch.float32) for _ in range(3))]
        place = 0
        for each in mine:
            each.main_grad = buffer[place:place + each.numel()].view(each.shape)
            each.grad_added_to_main_grad = False
            place += each.numel()

            def added(parameter):
                parameter.grad = None  # to the buffer, or by the product that made it

            each.register_post_accumulate_grad_hook(added)
    return kept


def measure(scenario, steps=2):
    stand_in_modules()
    ranks = scenario["tp"] * scenario["dp"]
    distributed.init_process_group("fake", store=FakeStore(), world_size=ranks, rank=0)
    import megatron.core.parallel_state as parallel

    parallel.initialize_model_parallel(
        tensor_model_parallel_size=scenario["tp"], expert_model_parallel_size=scenario["ep"],
        expert_tensor_parallel_size=scenario["etp"], create_gloo_process_groups=False)
    stand_in_functions(scenario)
    stand_in_collectives()
    shape = scenario["architecture"]
    length, batch = scenario["sequence_length"], scenario["micro_batch"]
    follower, wire, result = Storages(), Collectives(), {}
    model = model_of(scenario, config_of(scenario))
    if scenario.get("method") == "lora":
        adapt(model, scenario)
    with follower:
        kept = hold_states(model, scenario)
        follower.see(list(model.parameters()), list(model.buffers()), kept)
        for _ in range(steps):
            result = {"between_steps": follower.live, "forward_peak": 0, "backward_peak": 0}
            for _ in range(scenario["num_micro_batches"]):
                ids = torch.zeros(batch, length, dtype=torch.int64)
                positions = torch.zeros(batch, length, dtype=torch.int64)
                labels = torch.zeros(batch, length, dtype=torch.int64)
                follower.restart()
                losses = model(ids, positions, None, labels=labels)
                loss = losses.sum()
                del losses
                result["forward_peak"] = max(result["forward_peak"], follower.peak)
                follower.restart()
                loss.backward()
                result["backward_peak"] = max(result["backward_peak"], follower.peak)
                del loss, ids, positions, labels
            gc.collect()
        result["between_steps"] = follower.live
    result["peak_bytes"] = max(result["forward_peak"], result["backward_peak"])
    result["parameters"] = sum(each.numel() for each in model.parameters())
    result["trained_parameters"] = sum(each.numel() for each in model.parameters() if each.requires_grad)
    return {"scenario": scenario, "measured": result}


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        print(json.dumps(measure(json.load(file))))
