#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs real steps of DeepSpeed's pipeline engine around Megatron-DeepSpeed's GPTModelPipe on CPU tensors, one rank of
several, and follows every storage and collective.

    pipeline.py RUN.json > measured.json

`RUN.json` is one scenario: architecture (bloom: ALiBi and a norm behind the words; gpt: looked-up positions), stages, the
`stage` that is followed, tensor, ranks, zero_stage, zero, ds, sequence_length, micro_batch, accumulation, checkpointing.
Other ranks do not exist: torch's fake process group leaves what they would send as it was allocated. Kernels of apex and
Megatron-LM (norms, softmax with its mask, bias with GELU or dropout) are stand-ins that allocate what the real ones do.
Needs torch, DeepSpeed, and bigscience-workshop/Megatron-DeepSpeed on the path.
"""
import argparse
import contextlib
import gc
import importlib
import json
import os
import re
import sys
import types

os.environ.update(
    DS_ACCELERATOR="cpu", LOCAL_RANK="0", RANK="0", WORLD_SIZE="1", DS_SKIP_CUDA_CHECK="1", DS_BUILD_OPS="0",
    LOCAL_SIZE="1", MASTER_ADDR="localhost", MASTER_PORT="29500")

import torch
import torch.distributed as distributed
from torch.testing._internal.distributed.fake_pg import FakeStore

from collectives import Collectives
from storages import Storages, rounded

# This folder's files are not the packages of their names.
sys.path = [each for each in sys.path if each not in ("", os.path.dirname(os.path.abspath(__file__)))]

HALF = torch.bfloat16
PHASES = {"OptimizerStep": "step", "BackwardPass": "backward", "ReduceGrads": "backward",
          "ReduceTiedGrads": "backward", "SendGrad": "backward", "RecvGrad": "backward"}


def module(name, **members):
    made = types.ModuleType(name)
    vars(made).update(members)
    sys.modules[name] = made


def norm_forward(x, shape, weight, bias, eps):
    rows = x.numel() // shape[-1]
    return torch.ones_like(x), torch.empty(rows, dtype=torch.float32), torch.empty(rows, dtype=torch.float32)


def norm_backward(gradient, mean, deviation, x, shape, weight, bias, eps):
    return torch.empty_like(x), torch.ones_like(weight), torch.ones_like(bias)


def stand_in_modules():
    """What Megatron-DeepSpeed imports and a CPU has not."""
    module("six", ensure_str=str)
    sys.modules["regex"] = re
    module("apex")
    module("apex.optimizers", FusedAdam=torch.optim.AdamW, FusedSGD=torch.optim.SGD)
    module("apex.multi_tensor_apply", multi_tensor_applier=None)
    module("amp_C")
    module("fused_mix_prec_layer_norm_cuda", forward_affine=norm_forward, backward_affine=norm_backward)
    # The backward kernel writes over the gradient that it is given.
    module("scaled_upper_triang_masked_softmax_cuda", forward=lambda x, scale: torch.empty_like(x),
           backward=lambda gradient, result, scale: gradient)
    module("scaled_masked_softmax_cuda",
           get_batch_per_block=lambda queries, keys, batch, heads: 8 if keys <= 128 else 4)
    torch.cuda.current_device = lambda: torch.device("cpu")
    torch.cuda.is_available = lambda: False


class Join(torch.autograd.Function):
    """bias_dropout_add_fused_train."""

    @staticmethod
    def forward(ctx, x, bias, residual, share):
        ctx.share = share
        if share > 0:
            added = torch.empty_like(x)
            mask = torch.empty(x.shape, dtype=torch.uint8)
            ctx.save_for_backward(mask)
            dropped = torch.empty_like(x)
            del added, dropped
        return torch.empty_like(residual)

    @staticmethod
    def backward(ctx, gradient):
        mine = torch.empty_like(gradient) if ctx.share > 0 else gradient
        return mine, torch.empty_like(gradient[0, 0]).expand_as(gradient), gradient, None


class Drop(torch.autograd.Function):
    """native_dropout, as on a GPU."""

    @staticmethod
    def forward(ctx, x):
        mask = torch.empty(x.shape, dtype=torch.uint8)
        ctx.save_for_backward(mask)
        return torch.empty_like(x)

    @staticmethod
    def backward(ctx, gradient):
        return torch.empty_like(gradient)


class Dropout(torch.nn.Module):
    def __init__(self, share):
        super().__init__()
        self.share = share

    def forward(self, x):
        return Drop.apply(x) if self.share > 0 else x


def stand_in_functions():
    import deepspeed
    import deepspeed.runtime.activation_checkpointing.checkpointing as checkpointing
    import deepspeed.runtime.pipe.p2p as p2p
    import megatron.model.fused_bias_gelu as gelu
    import megatron.model.transformer as transformer
    import megatron.mpu as mpu
    import megatron.mpu.layers as layers
    from deepspeed.accelerator import get_accelerator

    p2p.send = p2p.recv = lambda *values, **options: None
    type(get_accelerator()).Stream = lambda self, **options: None
    transformer.bias_dropout_add_fused_train = Join.apply
    gelu.bias_gelu = lambda bias, y: torch.empty_like(y)
    gelu.bias_gelu_back = lambda gradient, bias, y: torch.empty_like(y)
    layers._initialize_affine_weight_gpu = lambda *values, **options: None
    torch.nn.Dropout = Dropout
    tracker = types.SimpleNamespace(
        fork=contextlib.nullcontext, get_states=dict, set_states=lambda states: None)
    for each in (mpu, checkpointing, deepspeed.checkpointing):
        each.get_cuda_rng_tracker = lambda: tracker


class Arguments(argparse.Namespace):
    """Those that are not given are off."""

    def __getattr__(self, name):
        if name.startswith("__") or name == "attn_mask":
            raise AttributeError(name)
        return None


def arguments_of(scenario):
    from megatron.enums import PositionEmbeddingType

    shape = scenario["architecture"]
    is_bloom = shape["model_type"] == "bloom"
    positions = PositionEmbeddingType.alibi if is_bloom else PositionEmbeddingType.absolute
    dropout = shape.get("dropout", 0.1)
    return Arguments(
        hidden_size=shape["hidden_size"], num_layers=shape["n_layer"], num_attention_heads=shape["n_head"],
        kv_channels=shape["hidden_size"] // shape["n_head"], ffn_hidden_size=4 * shape["hidden_size"],
        padded_vocab_size=shape["vocab_size"], seq_length=scenario["sequence_length"],
        max_position_embeddings=scenario["sequence_length"], micro_batch_size=scenario["micro_batch"],
        params_dtype=HALF, bf16=True, fp16=False, hidden_dropout=dropout, attention_dropout=dropout,
        position_embedding_type=positions, embed_layernorm=is_bloom,
        checkpoint_activations=scenario.get("checkpointing") == "full", checkpoint_num_layers=1,
        bias_gelu_fusion=True, bias_dropout_fusion=True, masked_softmax_fusion=True,
        apply_query_key_layer_scaling=True, attention_softmax_in_fp32=False, layernorm_epsilon=1e-5,
        init_method_std=0.02, deepspeed=True, use_cpu_initialization=False)


def mask_of(tokens):
    ones = torch.ones((1, tokens, tokens), dtype=torch.float32)
    return torch.tril(ones).view(1, 1, tokens, tokens) < 0.5


def batch_of(scenario):
    """pretrain_gpt.py, get_batch_pipe."""
    tokens, batch = scenario["sequence_length"], scenario["micro_batch"]
    text = torch.zeros((batch, tokens + 1), dtype=torch.int64)
    labels, ids = text[:, 1:].contiguous(), text[:, :-1].contiguous()
    positions = torch.arange(tokens, dtype=torch.int64).unsqueeze(0).expand_as(ids)
    return (ids, positions, mask_of(tokens)), (labels, torch.ones((batch, tokens), dtype=torch.float32))


def replace_neighbours(engine, scenario):
    """Nothing comes from other stages, but room is made for it."""
    import deepspeed.runtime.pipe.engine as pipe

    engine._aggregate_total_loss = lambda: engine.total_loss
    shape = [scenario["sequence_length"], scenario["micro_batch"], scenario["architecture"]["hidden_size"]]
    tensor = scenario.get("tensor", 1)
    if tensor == 1:
        engine._recv_tensor_meta = lambda stage: engine._allocate_or_extend_buffers(0, shape, HALF)
        return
    parts = [((4,), torch.int64), ((shape[0] * shape[1] * shape[2] // tensor,), HALF)]
    engine._recv_tensor_meta = lambda stage: tuple(
        engine._allocate_or_extend_buffers(i, list(size), dtype) for i, (size, dtype) in enumerate(parts))

    class Gathered:
        def full(self, device=None):
            return torch.empty(shape)

    pipe.PartitionedTensor.from_meta = lambda *values, **options: Gathered()


def engine_of(scenario, model):
    import deepspeed
    import deepspeed.runtime.bf16_optimizer as bf16

    bf16.get_global_norm_of_tensors = lambda *values, **options: torch.ones(1)  # of gradients that are not filled
    copies = scenario["ranks"] // scenario.get("tensor", 1) // scenario["stages"]
    optimizer = torch.optim.AdamW(list(model.parameters()), lr=1e-4, foreach=False, fused=False)
    return deepspeed.initialize(model=model, optimizer=optimizer, dist_init_required=False, config={
        "train_micro_batch_size_per_gpu": scenario["micro_batch"],
        "gradient_accumulation_steps": scenario["accumulation"],
        "train_batch_size": scenario["micro_batch"] * scenario["accumulation"] * copies,
        "zero_optimization": {"stage": scenario["zero_stage"], **scenario.get("zero", {})},
        "bf16": {"enabled": True}, "steps_per_print": 1 << 30,
        "zero_allow_untested_optimizer": True, "zero_force_ds_cpu_optimizer": False,
        **scenario.get("ds", {})})[0]


def follow(engine, follower, wire, result):
    """Each instruction of the schedule by itself."""

    def followed(kind, run):
        phase = PHASES.get(kind.__name__, "forward")

        def instruction(self, **options):
            wire.phase = phase
            follower.restart()
            run(self, **options)
            result[f"{phase}_peak"] = max(result[f"{phase}_peak"], follower.peak)

        return instruction

    engine._INSTRUCTION_MAP = {
        kind: followed(kind, run) for kind, run in engine._INSTRUCTION_MAP.items()}


def measure(scenario, steps=3):
    stand_in_modules()
    import deepspeed

    copies = scenario["ranks"] // scenario.get("tensor", 1) // scenario["stages"]
    distributed.init_process_group("fake", store=FakeStore(), world_size=scenario["ranks"],
                                   rank=scenario["stage"] * copies * scenario.get("tensor", 1))
    importlib.import_module("deepspeed.comm.torch").build_shm_op = lambda: None
    deepspeed.init_distributed(dist_backend="gloo", dist_init_required=False)
    stand_in_functions()
    import megatron.global_vars as variables
    from megatron import mpu

    arguments = variables._GLOBAL_ARGS = arguments_of(scenario)
    mpu.initialize_model_parallel(scenario.get("tensor", 1), scenario["stages"])
    from megatron.model.gpt_model import GPTModelPipe

    torch.set_default_dtype(HALF)
    follower, wire, result = Storages(), Collectives(), {}
    with follower, wire:
        arguments.attn_mask = mask_of(scenario["sequence_length"])
        model = GPTModelPipe(parallel_output=True)
        for each in model.parameters():
            each.data.fill_(0.01)
        engine = engine_of(scenario, model)
        replace_neighbours(engine, scenario)
        engine.set_batch_fn(lambda _: batch_of(scenario))
        gc.collect()
        if type(engine.optimizer).__name__ == "DeepSpeedZeroOptimizer":
            # The weights that were flattened, which are the host's where there is a GPU.
            follower.forget(sum(rounded(each.nbytes) for each in model.parameters()))
        follow(engine, follower, wire, result)
        for _ in range(steps):
            wire.restart()
            result.update(forward_peak=0, backward_peak=0, step_peak=0)
            engine.train_batch(data_iter=iter([None] * scenario["accumulation"]))
            result["between_steps"] = follower.live
    result["peak_bytes"] = max(result[f"{phase}_peak"] for phase in ("forward", "backward", "step"))
    return {"scenario": scenario, "measured": result, "wire": wire.sent}


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        print(json.dumps(measure(json.load(file))))
