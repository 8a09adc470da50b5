# SPDX-License-Identifier: GPL-3.0-or-later
"""flash-linear-attention's and causal-conv1d's kernels, without a GPU: their own Python code allocates what it always
does, and launches kernels of Triton and CUDA that do nothing. Both packages are needed, as source is enough."""
import contextlib
import importlib
import sys
import types

import torch

FAMILIES = ("qwen3_next", "qwen3_5", "qwen3_5_moe", "olmo_hybrid")


class Nothing:
    """Whatever is asked of it: called, launched over a grid, or looked into."""

    __name__ = "nothing"

    def __init__(self, *arguments, **options):
        pass

    def __call__(self, *arguments, **options):
        return self

    def __getitem__(self, grid):
        return lambda *arguments, **options: None

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __mro_entries__(self, bases):
        return (object,)


class Hollow(types.ModuleType):
    """A module in which there is anything."""

    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()


class Config:
    """What autotuning tries."""

    def __init__(self, kwargs, num_warps=4, num_stages=2, **options):
        self.kwargs, self.num_warps, self.num_stages = kwargs, num_warps, num_stages


class Tuned(Nothing):
    """A kernel of several configurations, of which the first is the best."""

    def __init__(self, configs):
        self.configs = configs
        self.best_config = configs[0] if configs else Config({})


def decorated(*arguments, **options):
    """A kernel, or the decorator of one."""
    return Nothing()


def tuned(configs=(), **options):
    return lambda kernel: Tuned(list(configs))


def convolved_back(x, weight, bias, dout, *_):
    """causal_conv1d.cpp, causal_conv1d_bwd: a gradient that lies otherwise than what was convolved is copied."""
    if x.stride(1) == 1 and x.stride(2) > 1 and dout.stride(1) != 1:
        dout.transpose(-1, -2).contiguous()


def hollow_triton():
    import torch._dynamo  # looks for Triton when it is imported
    import torch._inductor
    names = ("triton", "triton.language", "triton.language.extra", "triton.language.extra.libdevice",
        "triton.language.extra.cuda", "triton.language.math", "triton.runtime", "triton.runtime.driver",
        "triton.runtime.autotuner", "triton.compiler", "triton.testing", "triton.tools", "triton.tools.tensor_descriptor")
    for name in names:
        sys.modules[name] = Hollow(name)
    for name in names[1:]:
        parent, leaf = name.rsplit(".", 1)
        setattr(sys.modules[parent], leaf, sys.modules[name])
    triton = sys.modules["triton"]
    triton.__version__ = "3.7.1"
    triton.cdiv = lambda a, b: -(-a // b)
    triton.next_power_of_2 = lambda n: 1 << max(0, (n - 1).bit_length())
    triton.jit = triton.heuristics = decorated
    triton.autotune = tuned
    triton.Config = Config
    triton.runtime.autotuner.Autotuner = Nothing
    # An H100, but no name of a device: CPU tensors then stand for its own.
    properties = {"multiprocessor_count": 132, "max_shared_mem": 232448}
    utilities = types.SimpleNamespace(get_device_properties=lambda _: properties)
    triton.runtime.driver.active = types.SimpleNamespace(utils=utilities)
    extension = types.ModuleType("causal_conv1d_cuda")
    extension.causal_conv1d_fwd = extension.causal_conv1d_update = lambda *_: None
    extension.causal_conv1d_bwd = convolved_back
    sys.modules["causal_conv1d_cuda"] = extension


def packages_only(*names):
    """Packages without what their __init__ would import, which asks for much more."""
    import importlib.util
    for name in names:
        if name in sys.modules:
            continue
        module = types.ModuleType(name)
        module.__path__ = list(importlib.util.find_spec(name).submodule_search_locations)
        module.__version__ = "0"
        sys.modules[name] = module


def prepare():
    """The packages, with hollow kernels."""
    if "triton" not in sys.modules:
        hollow_triton()
        packages_only("fla", "fla.modules", "fla.ops", "fla.ops.gated_delta_rule", "fla.modules.conv")


@contextlib.contextmanager
def kernels():
    """transformers' fast path for layers with a gated delta rule, for a while."""
    families = [importlib.import_module(f"transformers.models.{family}.modeling_{family}") for family in FAMILIES]
    prepare()
    norms = importlib.import_module("fla.modules.fused_norm_gate")
    rule = importlib.import_module("fla.ops.gated_delta_rule.chunk")
    convolution = importlib.import_module("causal_conv1d.causal_conv1d_interface")
    short = importlib.import_module("fla.modules.conv.short_conv")
    before = []

    def put(module, name, value):
        before.append((module, name, getattr(module, name)))
        setattr(module, name, value)

    put(torch.cuda, "current_device", lambda: "meta")
    put(torch.cuda, "device_count", lambda: 1)
    for module in families:
        put(module, "FusedRMSNormGated", norms.FusedRMSNormGated)
        put(module, "chunk_gated_delta_rule", rule.chunk_gated_delta_rule)
        if hasattr(module, "causal_conv1d_fn"):
            put(module, "causal_conv1d_fn", convolution.causal_conv1d_fn)
        if hasattr(module, "ShortConvolution"):
            put(module, "ShortConvolution", short.ShortConvolution)
        put(module, "is_fast_path_available", True)
    try:
        yield
    finally:
        for module, name, value in reversed(before):
            setattr(module, name, value)
