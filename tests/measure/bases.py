# SPDX-License-Identifier: GPL-3.0-or-later
"""What a LoRA fine-tune's frozen base is stored in beside NF4: bitsandbytes' LLM.int8, HQQ, GPTQ, AWQ.

CUDA's int8 kernels have no fake counterpart, as how many columns have outliers is known from values alone: here the
statements of bitsandbytes' own functions (backends/cuda/ops.py, backends/default/ops.py) allocate what they do there, with
as many columns as the scenario says (`outlier_percent`, of each product's columns, rounded up)."""
import functools
import importlib.machinery
import importlib.util
import math
import pathlib
import re
import sys
import types
import unittest.mock

import torch

import vision


def heads(model):
    return model.get_output_embeddings() or getattr(model, "score", None)


def leaving(scenario):
    """Whether a list of modules that stay as they are (llm_int8_skip_modules) has one, by its path."""
    names = set(scenario.get("unquantized", "lm_head").split(","))

    def leaves(path):
        part = vision.part_of(path)
        if part == "tower" and "vision_tower" in names:
            return True
        if part == "projector":
            of_layers = "deepstack_merger_list" in path
            if ("deepstack_merger_list" if of_layers else "multi_modal_projector") in names:
                return True
        if part == "language" and any(f".{name}." in f".{path}." for name in names if name.startswith("layers.")):
            return True
        return path.rsplit(".", 1)[-1] in names or "mamba" in names and ".mamba." in path

    return leaves


def replaced(model, make, skips=(), kinds=None, leaves=None):
    """Everything linear but what a list leaves, or, without one, the head."""
    from transformers.pytorch_utils import Conv1D

    head = heads(model)
    leaves = leaves or leaving({})
    for place, parent in list(model.named_modules()):
        for name, module in list(parent.named_children()):
            is_left = leaves(f"{place}.{name}") or name in skips or leaves("lm_head") and module is head
            if type(module) in (kinds or (torch.nn.Linear, Conv1D)) and not is_left:
                setattr(parent, name, make(module, type(module) is Conv1D))


def to_int8(model, skips, leaves):
    """As transformers loads in 8 bit. A fake tensor cannot be an Int8Params: an ordinary parameter stands in."""
    import bitsandbytes

    def make(module, isTransposed):
        shape = module.weight.shape[::-1] if isTransposed else module.weight.shape
        linear = bitsandbytes.nn.Linear8bitLt(shape[1], shape[0], module.bias is not None, has_fp16_weights=False,
            threshold=6.0)
        linear.weight = torch.nn.Parameter(torch.empty(shape, dtype=torch.int8), requires_grad=False)
        linear.state.SCB = torch.empty(shape[0])
        linear.requires_grad_(False)
        return linear

    replaced(model, make, skips, leaves=leaves)
    model.is_loaded_in_8bit = True
    model.is_quantized = True


def to_int8_on_gpu(model, skips, leaves):
    """The same, of weights that bitsandbytes packs on their way to the GPU."""
    import bitsandbytes

    def make(module, isTransposed):
        weight = module.weight.data.T if isTransposed else module.weight.data
        linear = bitsandbytes.nn.Linear8bitLt(weight.shape[1], weight.shape[0], module.bias is not None,
            has_fp16_weights=False, threshold=6.0)
        linear.weight = bitsandbytes.nn.Int8Params(weight.cpu().contiguous(), requires_grad=False, has_fp16_weights=False)
        linear.requires_grad_(False)
        return linear

    replaced(model, make, skips, leaves=leaves)
    model.is_loaded_in_8bit = True
    model.is_quantized = True


def to_hqq(model, dtype):
    """As hqq's quantize_model does: 4 bits, one scale and one zero for 64 numbers of a row. Which numbers would be nearest
    is left out, as there are none."""
    from hqq.core.quantize import HQQLinear, hqq_base_quant_config

    def make(module, _):
        config = hqq_base_quant_config(nbits=4, group_size=64)
        config["weight_quant_params"]["optimize"] = False
        return HQQLinear(module, config, compute_dtype=dtype, device="meta")

    replaced(model, make, kinds=(torch.nn.Linear,))


def stub(name, folder=None, **members):
    """A package of which only what stands in `folder` is imported, or a module of these names."""
    module = sys.modules.setdefault(name, types.ModuleType(name))
    vars(module).update(members)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None)
    if folder:
        module.__path__ = [str(folder)]


@functools.cache
def gptqmodel(kernel):
    """A kernel of GPTQModel's for training. Its packages import what quantises, downloads and logs: the one module is
    imported, with what it names of these."""
    found = importlib.util.find_spec("gptqmodel").submodule_search_locations[0]
    for part in ("", ".utils", ".models", ".quantization", ".quantization.rotation", ".adapter", ".nn_modules"):
        stub("gptqmodel" + part, pathlib.Path(found, *part.split(".")))
    silent = unittest.mock.MagicMock()
    stub("pcre", compile=re.compile)
    stub("gptqmodel.utils.logger", setup_logger=lambda: silent)
    stub("gptqmodel.utils.safe", THREADPOOLCTL=silent, GC=silent)
    stub("gptqmodel.utils.awq", awq_dequantize_weights=whole, awq_gemm_forward=multiplied, awq_runtime_available=silent,
        awq_runtime_error=silent)
    stub("gptqmodel.adapter.adapter", Adapter=object, Lora=object, LORA_MERGED_WEIGHT_PATHS=(), normalize_adapter=silent)
    utils = sys.modules["gptqmodel.utils"]
    for name in ("backend", "python"):
        vars(utils).update(vars(importlib.import_module("gptqmodel.utils." + name)))
    config = importlib.import_module("gptqmodel.quantization.config")
    stub("gptqmodel.quantization", FORMAT=config.FORMAT, METHOD=config.METHOD)
    return importlib.import_module("gptqmodel.nn_modules.qlinear." + kernel)


def whole(qweight, scales, *_):
    """What dequantize_weights of gptqmodel_ext/awq allocates."""
    return torch.empty(qweight.shape[0], qweight.shape[1] * 8, dtype=scales.dtype)


def multiplied(x, qweight, scales, qzeros, splits, fp32_accum):
    """gemm_forward_cuda_fp32_reduce."""
    partial = torch.empty(splits, x.shape[0], qweight.shape[1] * 8, dtype=torch.float32)
    return torch.empty(partial.shape[1:], dtype=x.dtype)


def to_gptq(model):
    """As optimum builds it: 4 bits, 128 of an input in a group. In training TritonV2Linear runs TorchLinear's code; what
    torch.compile makes of the statements that rebuild the matrix is one kernel, which allocates the matrix alone."""
    TorchLinear = gptqmodel("torch").TorchLinear
    TorchLinear.dequantize_weight = lambda self, num_itr=1: \
        torch.empty(self.in_features, self.out_features, dtype=self.scales.dtype)
    TorchLinear.optimize = lambda self, **_: None

    def make(module, isTransposed):
        shape = module.weight.shape[::-1] if isTransposed else module.weight.shape
        linear = TorchLinear(4, 128, True, False, shape[1], shape[0], module.bias is not None)
        linear.post_init()
        return linear

    replaced(model, make)


def to_awq(model):
    """As transformers builds it (integrations/awq.py) where a kernel is asked for that trains: 4 bits, 128 of an input in a
    group, whatever computes in fp16. PEFT knows it by the package that is installed."""
    from peft.tuners.lora import awq

    AwqGEMMLinear = gptqmodel("gemm_awq").AwqGEMMLinear
    awq.is_gptqmodel_available = lambda: True
    awq.is_gptqmodel_awq_layer = lambda layer: isinstance(layer, AwqGEMMLinear)

    def make(module, _):
        linear = AwqGEMMLinear(4, 128, False, False, module.in_features, module.out_features, module.bias is not None,
            register_buffers=True)
        linear.post_init()
        return linear

    replaced(model, make, kinds=(torch.nn.Linear,))


def grouped(model):
    """HQQ's modules, whose scales and biases are no parameters."""
    return [module for module in model.modules() if type(module).__name__ == "HQQLinear"]


def states(model):
    for module in model.modules():
        state = getattr(module, "state", None)
        if state is not None and hasattr(state, "SCB"):
            yield module, state


def materialized(model, real):
    """`real` makes the tensor on which the step runs."""
    for module, state in states(model):
        state.SCB = real(state.SCB)
        state.CB = module.weight.data
        module.weight.CB = module.weight.SCB = None  # init_8bit_state has run
    for module in grouped(model):
        module.meta |= {name: real(module.meta[name]) for name in ("scale", "zero")}
        module.bias = real(module.bias)


def tensors(model):
    beside = [tensor for module in grouped(model) for tensor in (module.meta["scale"], module.meta["zero"], module.bias)]
    return beside + [state.SCB for _, state in states(model)]


class Kernels:
    """torch.ops.bitsandbytes, to MatMul8bitLt: what CUDA's and the common code do but for the kernels."""

    def __init__(self, percent):
        self.percent = percent

    def vectorwise_quant(self, A, threshold=0.0):
        row_stats = torch.empty(A.numel() // A.shape[-1], dtype=torch.float32)
        out_row = torch.empty(A.shape, dtype=torch.int8)
        outlier_cols = None
        if threshold > 0.0:
            outliers = A.abs() >= threshold
            outliers.any()
            if columns := math.ceil(A.shape[-1] * self.percent / 100):
                outliers.any(dim=0)
                outlier_cols = torch.empty((columns, 1), dtype=torch.int64).view(-1)
            else:
                outlier_cols = torch.empty(0, dtype=torch.int64)
        if out_row.shape[0] > 1 and outlier_cols is not None:
            out_row[:, outlier_cols] = 0
        return out_row, row_stats, outlier_cols

    @staticmethod
    def vectorwise_dequant(A, stats):
        return A * stats.view(-1, 1) * 7.874015718698502e-3

    @staticmethod
    def scaled_mm(A, B, row_stats, col_stats, bias=None, dtype=None):
        out_i32 = torch.empty((*A.shape[:-1], B.shape[0]), dtype=torch.int32)
        out = torch.empty_like(out_i32, dtype=torch.float16)
        if bias is not None and bias.dtype != torch.float16:
            out.add_(bias)
        return out.to(dtype or torch.float16)

    def int8_mixed_scaled_mm(self, A, CA, CB, SCA, SCB, outlier_cols=None, bias=None):
        subB = None
        if outlier_cols is not None and outlier_cols.numel():
            subA = A[:, outlier_cols].contiguous()
            subB = self.vectorwise_dequant(CB[:, outlier_cols].contiguous(), SCB).to(A.dtype).t()
        else:
            subA = torch.empty(0, dtype=A.dtype)
        output = self.scaled_mm(CA, CB, SCA, SCB, bias=bias, dtype=A.dtype)
        if subB is not None:
            output = output.addmm(subA, subB)
        return output, subA


class Torch:
    """torch, with these kernels."""

    def __init__(self, kernels):
        self.ops = type("Ops", (), {"bitsandbytes": kernels})

    def __getattr__(self, name):
        return getattr(torch, name)


def hqq_on_cuda():
    """PEFT asks for CUDA's autocast."""
    import adapters
    from peft.tuners.lora import hqq

    hqq.torch = adapters.OnCuda()


def on_cuda(scenario):
    """bitsandbytes takes its way on CPUs otherwise, and PEFT asks for CUDA's autocast."""
    import adapters
    import bitsandbytes
    from bitsandbytes.autograd import _functions
    from peft.tuners.lora import bnb

    kernels = Kernels(scenario.get("outlier_percent", 0))
    _functions.torch = Torch(kernels)
    bitsandbytes.functional.int8_vectorwise_quant = kernels.vectorwise_quant
    bitsandbytes.matmul = lambda A, B, out=None, state=None, threshold=0.0, bias=None: \
        _functions.MatMul8bitLt.apply(A, B, out, bias, state)
    bnb.torch = adapters.OnCuda()
