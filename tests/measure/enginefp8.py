#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs TransformerEngine's own LayerNormLinear and Linear in 8 bits on CPU tensors, and follows every storage.

    enginefp8.py CASES.json > measured.json

A case names a module, a recipe, the GPU's generation (`compute`: 9 Hopper, 10 Blackwell), tokens, and rows and columns of
the weight. What TransformerEngine decides by itself (which layouts of an operand there are, what is kept, what is cast
again) is its own code; its kernels are stand-ins that allocate what they make: casts, products and norms. Weights and
their fp32 gradients are there before. Needs torch, and TransformerEngine's source (2.20, commit d0067d0d) at
$TRANSFORMER_ENGINE.
"""
import dataclasses
import enum
import importlib
import importlib.machinery
import json
import math
import os
import sys
import types

import torch
from torch.overrides import TorchFunctionMode

from storages import Storages

ROOT = os.path.join(os.environ["TRANSFORMER_ENGINE"], "transformer_engine")
PYTORCH = "transformer_engine.pytorch"


class Absent:
    """Whatever is asked of what is not there."""

    def __init__(self, *values, **options):
        pass

    def __call__(self, *values, **options):
        return values[0] if values and callable(values[0]) else Absent()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent()

    def __index__(self):
        return 0

    __int__ = __index__


def module(name, path=None, **members):
    """Without what its __init__ would import."""
    made = types.ModuleType(name)
    made.__spec__ = importlib.machinery.ModuleSpec(name, None, is_package=path is not None)
    made.__version__ = "2.20"
    if path:
        made.__path__ = [path]
    made.__dict__.update(members)

    def missing(each):
        if each.startswith("__"):
            raise AttributeError(each)
        return Absent()

    made.__getattr__ = missing
    sys.modules[name] = made
    parent, _, own = name.rpartition(".")
    if parent in sys.modules:
        setattr(sys.modules[parent], own, made)
    return made


def numbered(name, names):
    return enum.IntEnum(name, names.split(), start=0)


class OnTheCpu(TorchFunctionMode):
    def __torch_function__(self, function, kinds, values=(), options=None):
        options = dict(options or {})
        if "cuda" in str(options.get("device")):
            options["device"] = "cpu"
        return function(*values, **options)


def size(operand):
    """Rows and columns of a tensor, in whichever layout it is there."""
    for rowwise, columnwise in (("_data", "_transpose"), ("_rowwise_data", "_columnwise_data")):
        whole, turned = getattr(operand, rowwise, None), getattr(operand, columnwise, None)
        if whole is not None:
            return math.prod(whole.shape[:-1]), whole.shape[-1]
        if turned is not None and "MX" in type(operand).__name__:
            return math.prod(turned.shape[:-1]), turned.shape[-1]
        if turned is not None:
            return math.prod(turned.shape[1:]), turned.shape[0]
    return math.prod(operand.shape[:-1]), operand.shape[-1]


def product(left, right, out_dtype=None, quantization_params=None, layout="TN", out=None, **options):
    a, b = size(left), size(right)
    shape = {"TN": (b[0], a[0]), "NN": (b[0], a[1]), "NT": (b[1], a[1])}[layout]
    made = torch.empty(shape, dtype=out_dtype) if out is None else out
    return made, None, None, options.get("extra_output")


def norm(x, weight, eps, out, quantizer, *options):
    return quantizer(x) if quantizer else torch.empty_like(x), None, torch.empty(x.shape[0], dtype=torch.float32)


def norm_backward(gradient, x, sums, weight, *options):
    return torch.empty_like(x), torch.empty_like(weight)


class Engine:
    """TransformerEngine's modules on a GPU of that generation."""

    def __init__(self, compute):
        types_of = numbered("DType", "kByte kInt32 kFloat32 kFloat16 kBFloat16 kFloat8E4M3 kFloat8E5M2 kFloat4E2M1")
        forward = " ".join(f"GEMM{n}_{what}" for n in (1, 2, 3) for what in ("INPUT", "WEIGHT", "OUTPUT"))
        backward = " ".join(f"GRAD_{what}{n}" for n in (1, 2, 3) for what in ("OUTPUT", "INPUT"))
        kernels = module("transformer_engine_torch", DType=types_of, FP8FwdTensors=numbered("Forward", forward),
            FP8BwdTensors=numbered("Backward", backward), quantize=self.quantize)
        self.turns = compute == 9  # products take rows alone
        self.pretend(compute)
        module("pydantic", ROOT, dataclasses=dataclasses)
        sys.modules["pydantic.dataclasses"] = dataclasses
        for name in ("transformer_engine", "transformer_engine.common", PYTORCH, PYTORCH + ".module"):
            module(name, os.path.join(ROOT, *name.split(".")[1:]))
        debug = "transformer_engine.debug"
        for name in (debug, debug + ".pytorch", PYTORCH + ".triton", "onnxscript", "onnx"):
            module(name, ROOT + "/absent")
        state = types.SimpleNamespace(debug_enabled=False, initialized=False, initialize=lambda: None,
            get_layer_count=lambda: 0, weight_tensor_tp_group_reduce=True)
        module(debug + ".pytorch.debug_state", TEDebugState=state)
        module(debug + ".pytorch.debug_quantization", DebugQuantizer=type("A", (), {}), DebugQuantizedTensor=type("B", (), {}))
        module(debug + ".pytorch.utils", next_iter_when_debug_should_be_run=lambda *values: None,
            any_feature_enabled=lambda *values: False)
        module(PYTORCH + ".triton.pad")
        module(PYTORCH + ".graph", is_graph_capturing=lambda: False)
        norms = {"rmsnorm_fwd": norm, "rmsnorm_bwd": norm_backward}
        kernels.__dict__.update(norms)
        module(PYTORCH + ".cpp_extensions", ROOT + "/absent", general_gemm=product, **norms)
        module(PYTORCH + ".cpp_extensions.gemm", _NUM_MAX_UB_STREAMS=3)
        self.kinds = {"layernorm-linear": self.part("module.layernorm_linear").LayerNormLinear,
            "linear": self.part("module.linear").Linear}
        self.per_tensor = self.part("tensor.float8_tensor")
        self.blocks = self.part("tensor.float8_blockwise_tensor")
        self.small_blocks = self.part("tensor.mxfp8_tensor")
        storages = "tensor.storage.{}_storage"
        self.stored = {"tensor": self.part(storages.format("float8_tensor")).Float8TensorStorage,
            "blocks": self.part(storages.format("float8_blockwise_tensor")).Float8BlockwiseQTensorStorage,
            "small": self.part(storages.format("mxfp8_tensor")).MXFP8TensorStorage}
        self.quantization = self.part("quantization")
        recipes = importlib.import_module("transformer_engine.common.recipe")
        self.recipes = {"te-delayed": recipes.DelayedScaling, "te-current": recipes.Float8CurrentScaling,
            "te-blockwise": recipes.Float8BlockScaling, "te-mxfp8": recipes.MXFP8BlockScaling}

    @staticmethod
    def part(name):
        return importlib.import_module(f"{PYTORCH}.{name}")

    @staticmethod
    def pretend(compute):
        torch.version.cuda = "12.9"
        torch.Tensor.is_cuda = True
        torch.Tensor.cuda = lambda self, *values, **options: self
        cuda = torch.cuda
        cuda.is_available = lambda: True
        cuda.is_current_stream_capturing = lambda: False
        cuda.nvtx.range_push = cuda.nvtx.range_pop = lambda *values: None
        cuda.current_device = lambda: "cpu"
        cuda.get_device_capability = lambda *values: (compute, 0)
        cuda.get_device_properties = lambda *values: types.SimpleNamespace(major=compute, minor=0, name="",
            multi_processor_count=132)

    def quantize(self, x, quantizer, output=None, noop=None):
        """Kernels write into what is there; else each layout that is asked for is made, with its scales."""
        if output is not None:
            return output
        shape, row, column = tuple(x.shape), quantizer.rowwise_usage, quantizer.columnwise_usage
        turned = shape[-1:] + shape[:-1]
        made = lambda shape, dtype=torch.uint8: torch.empty(shape, dtype=dtype)
        options = {"fp8_dtype": quantizer.dtype, "quantizer": quantizer}
        whole = (self.per_tensor.Float8Quantizer, self.per_tensor.Float8CurrentScalingQuantizer)
        if isinstance(quantizer, whole):
            kinds = self.stored["tensor"], self.per_tensor.Float8Tensor
            options |= {"data": made(shape) if row or not self.turns else None,
                "data_transpose": made(turned) if column and self.turns else None,
                "fp8_scale_inv": made(1, torch.float32)}
        else:
            isInBlocks = isinstance(quantizer, self.blocks.Float8BlockQuantizer)
            kinds = (self.stored["blocks"], self.blocks.Float8BlockwiseQTensor) if isInBlocks else \
                (self.stored["small"], self.small_blocks.MXFP8Tensor)
            scales = lambda by: made(quantizer.get_scale_shape(shape, by), torch.float32 if isInBlocks else torch.uint8)
            options |= {"rowwise_data": made(shape) if row else None,
                "rowwise_scale_inv": scales(False) if row else None,
                "columnwise_data": made(turned if isInBlocks else shape) if column else None,
                "columnwise_scale_inv": scales(True) if column else None}
            options |= {"is_2D_scaled": quantizer.block_scaling_dim == 2} if isInBlocks else \
                {"with_gemm_swizzled_scales": False}
        if quantizer.internal:
            return kinds[0](fake_dtype=x.dtype, **options)
        return kinds[1](shape=shape, dtype=x.dtype, device=x.device, **options)

    def measure(self, case):
        """The second step, when copies of weights are there."""
        options = {"normalization": "RMSNorm"} if case["module"] == "layernorm-linear" else {}
        tested = self.kinds[case["module"]](case["rows"], case["columns"], bias=False, params_dtype=torch.bfloat16,
            device="cpu", fuse_wgrad_accumulation=True, **options)
        tested.save_original_input = case.get("saves_original", False)
        for parameter in tested.parameters():
            parameter.main_grad = torch.empty(parameter.shape, dtype=torch.float32)
        given = torch.empty(case["tokens"], case["rows"], dtype=torch.bfloat16, requires_grad=True)
        isNarrow = case["recipe"] != "none"
        recipe = self.recipes[case["recipe"]]() if isNarrow else None
        storages = Storages()
        storages.see(list(tested.parameters()), [each.main_grad for each in tested.parameters()], given)
        fresh = storages.live
        measured = {}
        with storages:
            for step in range(2):
                before = storages.live
                storages.restart()
                with self.quantization.autocast(enabled=isNarrow, recipe=recipe):
                    made = tested(given.view(given.shape), is_first_microbatch=step == 0)
                measured = {"resident": before - fresh, "forward_peak": storages.peak - before,
                    "kept": storages.live - before}
                gradient = torch.empty_like(made)
                before = storages.live
                storages.restart()
                made.backward(gradient)
                measured["backward_peak"] = storages.peak - before
                given.grad = None
                del made, gradient
        return measured


def main(path):
    with open(path) as file:
        cases = json.load(file)
    engine = Engine(cases[0]["compute"])
    with OnTheCpu():
        found = [case | {"measured": engine.measure(case)} for case in cases]
    print("[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in found) + "\n]")


if __name__ == "__main__":
    main(sys.argv[1])
