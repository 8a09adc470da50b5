# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows every tensor storage of a training step, so that a step can be measured without a GPU.

Under `Storages` each operator that torch dispatches is seen, in the forward pass, in the backward pass and in the
optimizer. A storage counts from the operator that returns it until its last tensor is gone, with its bytes rounded up to
512, the smallest block of torch's CUDA caching allocator. Resizing a storage, as FSDP does to free what it has
gathered, counts as well. What no operator returns (scratch of kernels, the CUDA context, NCCL's buffers) is not seen.

The same code follows fake tensors (no memory at all) and real ones on the CPU.
"""
import weakref

import torch
from torch.distributed.tensor import DTensor
from torch.distributed.tensor._sharding_prop import ShardingPropagator
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_iter

BLOCK = 512


def rounded(size):
    return -(-size // BLOCK) * BLOCK


class Storages(TorchDispatchMode):
    """Bytes of the live storages, and the most since `restart`."""

    def __init__(self, ignores=lambda tensor: False):
        super().__init__()
        self.live = 0
        self.peak = 0
        self._sizes = {}
        self._ignores = ignores
        self._looks_away = False

    def restart(self):
        self.peak = self.live

    def forget(self, size):
        """Counts so many bytes no longer."""
        self._grow(-size)

    def see(self, *values):
        """Counts tensors that were made before, such as a model's parameters."""
        for tensor in tree_iter(values):
            if isinstance(tensor, torch.Tensor) and not self._ignores(tensor):
                self._see(tensor)

    def __enter__(self):
        follower = weakref.proxy(self)
        self._resize = torch.UntypedStorage.resize_
        self._propagates = {name: getattr(ShardingPropagator, name)
            for name in ("propagate", "propagate_op_sharding_non_cached")}

        def resize(storage, size):
            self._resize(storage, size)
            follower._resized(storage)
            return storage

        def planned(propagate):
            def plan(propagator, info):
                before = follower._looks_away
                follower._looks_away = True  # on fake tensors of its own, of the size that all ranks have together
                try:
                    return propagate(propagator, info)
                finally:
                    follower._looks_away = before
            return plan

        torch.UntypedStorage.resize_ = resize
        for name, propagate in self._propagates.items():
            setattr(ShardingPropagator, name, planned(propagate))
        return super().__enter__()

    def __exit__(self, *exception):
        torch.UntypedStorage.resize_ = self._resize
        for name, propagate in self._propagates.items():
            setattr(ShardingPropagator, name, propagate)
        return super().__exit__(*exception)

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        if any(issubclass(kind, DTensor) for kind in types):
            return NotImplemented  # what it is made of is seen, one after another
        result = function(*args, **(kwargs or {}))
        if not self._looks_away:
            if function is torch.ops._c10d_functional.wait_tensor.default:
                self._handed_on(args[0])
            self.see(result)
        return result

    def _see(self, tensor):
        inner = getattr(tensor, "__tensor_flatten__", None)
        if inner is not None and type(tensor).__torch_dispatch__ is not torch._C._disabled_torch_dispatch_impl:
            names, _ = tensor.__tensor_flatten__()
            for name in names:  # a subclass that wraps others, such as DTensor
                self.see(getattr(tensor, name))
            return
        storage = tensor.untyped_storage()
        key = storage._cdata
        if key not in self._sizes:
            self._sizes[key] = 0
            weakref.finalize(storage, self._gone, key)
        self._resized(storage)

    def _handed_on(self, tensor):
        """A fake tensor that was waited for is another one; a real one is the same."""
        key = tensor.untyped_storage()._cdata
        if key in self._sizes:
            self._grow(-self._sizes[key])
            self._sizes[key] = 0

    def _resized(self, storage):
        key = storage._cdata
        if key in self._sizes:
            size = rounded(storage.nbytes())
            self._grow(size - self._sizes[key])
            self._sizes[key] = size

    def _gone(self, key):
        self._grow(-self._sizes.pop(key))

    def _grow(self, size):
        self.live += size
        self.peak = max(self.peak, self.live)
