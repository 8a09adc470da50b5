# SPDX-License-Identifier: GPL-3.0-or-later
"""DeepSpeed's AutoEP for deepspeed.py: its own layers, router, dispatch and grouped products, with three stand-ins.

Tokens come to all experts alike, and every rank sends each other one as many; or every one sends this one `load` times as
many as the mean. Triton's SwiGLU, which runs on GPUs alone, allocates and keeps what the real one does.
"""
import torch


class SwiGlu(torch.autograd.Function):
    """deepspeed/ops/triton_ops/swiglu_triton.py, _SwiGLUFn."""

    @staticmethod
    def forward(ctx, gate, up):
        gate, up = gate.contiguous(), up.contiguous()
        out = torch.empty_like(gate)
        ctx.save_for_backward(gate, up)
        return out.zero_()

    @staticmethod
    def backward(ctx, grad):
        gate, up = ctx.saved_tensors
        grad = grad.contiguous()
        return torch.zeros_like(gate), torch.zeros_like(up)


def stand_in(load=1):
    from deepspeed.module_inject import auto_ep_layer
    from deepspeed.moe import ep_router
    from deepspeed.ops.triton_ops import swiglu_triton

    swiglu_triton.swiglu = SwiGlu.apply
    ep_router.torch = Even(torch)
    auto_ep_layer.dist = Exchanged(auto_ep_layer.dist, load)


class Even:
    """torch, whose topk picks one expert after the other."""
    experts = {}

    def __init__(self, module):
        self.module = module

    def __getattr__(self, name):
        return getattr(self.module, name)

    def topk(self, scores, k, **options):
        best, which = self.module.topk(scores, k, **options)
        key = which.shape, scores.shape[-1]
        if key not in self.experts:
            with torch.utils._python_dispatch._disable_current_modes():
                self.experts[key] = (torch.arange(which.numel()) % scores.shape[-1]).view_as(which)
        which.copy_(self.experts[key])
        return best, which


class Exchanged:
    """deepspeed.comm, whose ranks all have counted the same, or `load` times as many for this one."""

    def __init__(self, module, load):
        self.module = module
        self.load = load

    def __getattr__(self, name):
        return getattr(self.module, name)

    def all_to_all_single(self, output, tensor, **options):
        self.module.all_to_all_single(output, tensor, **options)
        if not tensor.is_floating_point():
            output.copy_(tensor * self.load)
