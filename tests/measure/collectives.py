# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts what a training step sends, collective by collective, so that its traffic can be measured without a network.

Under `Collectives` every operator of torch's c10d is seen with its tensors. A call counts with the bytes of the whole
tensor, as if it were on one GPU: what an all-gather gives, what a reduce-scatter takes, what an all-reduce changes.
Calls within a coalesced one are one call.
"""
import collections

import torch
from torch.distributed.tensor import DTensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_iter

# Operators of c10d: what they do, and which argument is the whole tensor.
OPERATORS = {
    "_allgather_base_": ("all_gather", 0),
    "allgather_": ("all_gather", 0),
    "allgather_coalesced_": ("all_gather", 0),
    "allgather_into_tensor_coalesced_": ("all_gather", 0),
    "_reduce_scatter_base_": ("reduce_scatter", 1),
    "reduce_scatter_": ("reduce_scatter", 1),
    "reduce_scatter_tensor_coalesced_": ("reduce_scatter", 1),
    "allreduce_": ("all_reduce", 0),
    "allreduce_coalesced_": ("all_reduce", 0),
    "alltoall_base_": ("all_to_all", 1),
    "alltoall_": ("all_to_all", 1),
    "broadcast_": ("broadcast", 0),
    "reduce_": ("reduce", 0),
}

# The same of _c10d_functional, which return what they make; of a reduce-scatter the whole tensor goes in.
FUNCTIONAL = {
    "all_gather_into_tensor": "all_gather",
    "all_reduce": "all_reduce",
    "all_to_all_single": "send_receive",  # ranks pass on what they have
    "reduce_scatter_tensor": "reduce_scatter",
}

# What synchronises, or has been seen with its first half.
SILENT = ("barrier", "monitored_barrier_")

# All-reduces of fewer bytes are losses, overflow flags and norms of gradients; broadcasts are buffers of modules;
# all-to-alls are counts of tokens.
SMALL = {"all_reduce": 64, "broadcast": 1024, "all_to_all": 4096}


def is_alone(args):
    """Whether the group is of one rank, which sends nothing."""
    for each in args:
        if isinstance(each, torch.ScriptObject) and "ProcessGroup" in str(each._type()):
            return torch.distributed.ProcessGroup.unbox(each).size() == 1
    return False


class Collectives(TorchDispatchMode):
    """`sent[operation][phase]`: `bytes` and `calls` since `restart`. `ignored`: how many calls of each small size."""

    def __init__(self):
        super().__init__()
        self.phase = "forward"
        self.restart()

    def restart(self):
        self.sent = collections.defaultdict(dict)
        self.ignored = collections.Counter()

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        if any(issubclass(kind, DTensor) for kind in types):
            return NotImplemented  # what it is made of is seen
        result = function(*args, **(kwargs or {}))
        name = function._schema.name.split("::")[1]
        if function.namespace == "c10d" and name not in SILENT and not is_alone(args):
            operation, whole = OPERATORS[name]
            self._count(operation, args[whole])
        elif function.namespace == "_c10d_functional" and name in FUNCTIONAL:
            self._count(FUNCTIONAL[name], args[0] if name == "reduce_scatter_tensor" else result)
        return result

    def _count(self, operation, whole):
        size = sum(tensor.nbytes for tensor in tree_iter(whole) if isinstance(tensor, torch.Tensor))
        if size < SMALL.get(operation, 0):
            self.ignored[operation, self.phase, size] += 1
            return
        phase = self.sent[operation].setdefault(self.phase, {"bytes": 0, "calls": 0})
        phase["bytes"] += size
        phase["calls"] += 1
