# SPDX-License-Identifier: GPL-3.0-or-later
"""mamba-ssm's and causal-conv1d's kernels, without a GPU: their own Python code allocates what it always does, and
launches kernels that do nothing. Both packages are needed, as source is enough, and einops."""
import contextlib
import importlib
import inspect
import sys
import types

import torch

import linear

# Mixers whose forward asks for a CUDA device, and what it calls there.
MIXERS = {"nemotron_h": "NemotronHMamba2Mixer", "granitemoehybrid": "GraniteMoeHybridMambaLayer", "bamba": "BambaMixer",
    "falcon_h1": "FalconH1Mixer", "jamba": "JambaMambaMixer", "mamba": "MambaMixer",
    "falcon_mamba": "FalconMambaMixer", "mamba2": "Mamba2Mixer", "lfm2": "Lfm2ShortConv", "lfm2_moe": "Lfm2MoeShortConv"}
# An H100's: how far mamba-ssm splits what heads of a group add up goes by them.
MULTIPROCESSORS = 132


def scanned(u, delta, A, B, C, D, z, delta_bias, softplus):
    """csrc/selective_scan/selective_scan.cpp, selective_scan_fwd."""
    batch, channels, tokens = u.shape
    out_z = torch.empty_like(z)
    out = torch.empty_like(delta)
    chunks = -(-tokens // 2048)
    x = torch.empty((batch, channels, chunks, 2 * A.shape[1]), dtype=A.dtype, device=u.device)
    return out, x, out_z


def scanned_back(u, delta, A, B, C, D, z, delta_bias, dout, x, out, dz, softplus, recompute):
    """selective_scan_bwd."""
    again = [torch.empty_like(out)] if recompute else []
    dz = torch.empty_like(z) if dz is None else dz
    du, ddelta, dA = torch.empty_like(u), torch.empty_like(delta), torch.zeros_like(A)
    dB, dC = (torch.zeros_like(each, dtype=torch.float32) for each in (B, C))
    dD, dbias = torch.zeros_like(D), torch.zeros_like(delta_bias)
    return du, ddelta, dA, dB.to(B.dtype), dC.to(C.dtype), dD, dbias, dz, *again


def selective_scan():
    """mamba-ssm's ops/selective_scan_interface.py, over kernels that only allocate."""
    extension = types.ModuleType("selective_scan_cuda")
    extension.fwd, extension.bwd = scanned, scanned_back
    sys.modules["selective_scan_cuda"] = extension
    return importlib.import_module("mamba_ssm.ops.selective_scan_interface")


def packages():
    """What transformers finds as mamba-ssm and causal-conv1d."""
    linear.prepare()
    linear.packages_only("mamba_ssm", "mamba_ssm.ops", "mamba_ssm.ops.triton")
    combined = importlib.import_module("mamba_ssm.ops.triton.ssd_combined")
    convolution = importlib.import_module("causal_conv1d.causal_conv1d_interface")
    triton = types.SimpleNamespace(ssd_combined=combined,
        selective_state_update=types.SimpleNamespace(selective_state_update=linear.decorated))
    scan = selective_scan()
    mamba = types.SimpleNamespace(ops=types.SimpleNamespace(triton=triton), selective_scan_fn=scan.selective_scan_fn,
        mamba_inner_fn=scan.mamba_inner_fn, falcon_mamba_inner_fn=scan.mamba_inner_fn)
    fused = types.SimpleNamespace(causal_conv1d_fn=convolution.causal_conv1d_fn,
        causal_conv1d_update=linear.decorated)
    return {"mamba-ssm": mamba, "falcon_mamba-ssm": mamba, "causal-conv1d": fused}


@contextlib.contextmanager
def kernels():
    """transformers' fast path for layers with a state space or a short convolution, for a while."""
    found = packages()
    before = []

    def put(module, name, value):
        before.append((module, name, getattr(module, name, None)))
        setattr(module, name, value)

    def on_cuda(mixer, forward):
        known = inspect.signature(forward).parameters

        def fast(self, hidden_states, **options):
            return forward(self, hidden_states, **{name: value for name, value in options.items() if name in known})
        put(mixer, "forward", fast)

    def asks_autocast(before):
        return lambda device_type=None: before(device_type or "cpu")

    properties = types.SimpleNamespace(multi_processor_count=MULTIPROCESSORS)
    put(torch.cuda, "device", lambda *_: contextlib.nullcontext())
    put(torch.cuda, "get_device_properties", lambda *_: properties)
    put(torch, "is_autocast_enabled", asks_autocast(torch.is_autocast_enabled))
    put(torch, "get_autocast_gpu_dtype", lambda: torch.get_autocast_dtype("cpu"))
    for family, name in MIXERS.items():
        module = importlib.import_module(f"transformers.models.{family}.modeling_{family}")
        mixer = getattr(module, name)
        on_cuda(mixer, mixer.cuda_kernels_forward)
        put(module, "is_fast_path_available", True)
        if hasattr(module, "lazy_load_kernel"):
            put(module, "lazy_load_kernel", found.get)
        else:
            put(module, "causal_conv1d_fn", found["causal-conv1d"].causal_conv1d_fn)
    try:
        yield
    finally:
        for module, name, value in reversed(before):
            setattr(module, name, value)
