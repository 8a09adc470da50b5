# SPDX-License-Identifier: GPL-3.0-or-later
"""torchtitan's mixture of experts (b5bcd76c) for mesh.py: its own modules and token dispatcher, whose folder is on
PYTHONPATH, dealt out over the ranks of an expert group and sharded as its apply_fsdp_to_decoder does.

What asks for packages that are not at hand, of types and kernels that are not run here, is answered by stand-ins.
"""
import contextlib
import importlib.abc
import importlib.machinery
import math
import sys
import types

import torch
from torch import nn
from torch.distributed._composable.fsdp import FSDPModule
from torch.distributed.fsdp._fully_shard._fsdp_common import ShardPlacementResult
from torch.distributed.fsdp._fully_shard._fsdp_init import _get_mesh_info
from torch.distributed.tensor import Shard, distribute_tensor

ABSENT = ("spmd_types", "tyro", "torchdata", "tensorboard", "datasets", "tokenizers", "torchao")
KERNELS = "torchtitan.distributed.minimal_async_ep"


class Nothing(types.ModuleType):
    """Stands for anything that is imported from an absent package."""
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing(f"{self.__name__}.{name}")

    def __call__(self, *arguments, **options):
        return arguments[0] if len(arguments) == 1 and callable(arguments[0]) else self

    def __getitem__(self, key):
        return self

    __or__ = __ror__ = __getitem__

    def __hash__(self):
        return hash(self.__name__)


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        absent = name.startswith(KERNELS) or name.split(".")[0] in ABSENT
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if absent else None

    def create_module(self, spec):
        return Nothing(spec.name)

    def exec_module(self, module):
        pass


def titan():
    if not any(isinstance(finder, StandIns) for finder in sys.meta_path):
        sys.meta_path.insert(0, StandIns())
    from torchtitan.distributed.utils import set_spmd_backend
    from torchtitan.models.common import feed_forward, linear, moe, token_dispatcher

    set_spmd_backend("partial_dtensor")
    moe.torch = CudaAutocast(torch)
    return types.SimpleNamespace(moe=moe, dispatch=token_dispatcher, Linear=linear.Linear, feed_forward=feed_forward)


class CudaAutocast:
    """torch, whose autocast takes fp32 on any device, as CUDA's does: the router computes in it."""

    def __init__(self, module):
        self.module = module

    def __getattr__(self, name):
        return getattr(self.module, name)

    @contextlib.contextmanager
    def autocast(self, device_type, dtype):
        before = torch.is_autocast_enabled(device_type), torch.get_autocast_dtype(device_type)
        torch.set_autocast_enabled(device_type, True)
        torch.set_autocast_dtype(device_type, dtype)
        torch.autocast_increment_nesting()
        try:
            yield
        finally:
            if torch.autocast_decrement_nesting() == 0:
                torch.clear_autocast_cache()
            torch.set_autocast_enabled(device_type, before[0])
            torch.set_autocast_dtype(device_type, before[1])


def balanced(code):
    """Splits are read from counts of tokens, which fake tensors have none of: each rank sends each other as many, and of
    `load` times as many as it sends this one gets as many from each."""
    class Dispatcher(code.dispatch.AllToAllTokenDispatcher):
        def _sync_token_count_exchange(self, mine, theirs, ranks):
            theirs = torch.ops._c10d_functional.wait_tensor(theirs).reshape(-1)
            for counts in (mine, theirs):
                counts.view(ranks, -1).sum(dim=1)
            arrived = math.ceil(self.rows * self.load)
            return theirs, [self.rows // ranks] * ranks, [(arrived + i) // ranks for i in range(ranks)]

        def dispatch(self, x, scores, ids, counts):
            self.rows = ids.numel()
            return super().dispatch(x, scores, ids, counts)
    return Dispatcher


class Mixture(nn.Module):
    """The model's stream is one row for each token."""

    def __init__(self, shape):
        super().__init__()
        code = titan()
        hidden, count, chosen = shape["hidden_size"], shape["num_local_experts"], shape["num_experts_per_tok"]
        linear = lambda rows, columns: code.Linear.Config(in_features=columns, out_features=rows)
        shared, gate = shape.get("shared_expert_intermediate_size"), shape.get("shared_gate")
        forward = code.feed_forward.SigmoidGatedFeedForward if gate else code.feed_forward.FeedForward
        self.moe = code.moe.MoE.Config(
            num_experts=count,
            routed_experts=code.moe.RoutedExperts.Config(
                inner_experts=code.moe.GroupedExperts.Config(dim=hidden, hidden_dim=shape["moe_intermediate_size"], num_experts=count),
                token_dispatcher=code.dispatch.AllToAllTokenDispatcher.Config(num_experts=count, top_k=chosen)),
            router=code.moe.TokenChoiceTopKRouter.Config(
                num_experts=count, gate=linear(count, hidden), top_k=chosen, score_func=shape["score_func"],
                route_norm=shape["route_norm"]),
            shared_experts=forward.Config(
                w1=linear(shared, hidden), w2=linear(hidden, shared), w3=linear(shared, hidden),
                **({"gate": linear(1, hidden)} if gate else {})) if shared else None).build()
        self.moe.routed_experts.token_dispatcher.__class__ = balanced(code)

    def forward(self, x):
        return self.moe(x.flatten(0, 1)).view_as(x)

    @property
    def experts(self):
        return self.moe.routed_experts.inner_experts

    def deal_out(self, mesh, load):
        """RoutedExperts.parallelize, with the placements of expert_param_placement_sparse."""
        for name, parameter in list(self.experts.named_parameters()):
            self.experts.register_parameter(name, nn.Parameter(distribute_tensor(parameter, mesh, [Shard(0)])))
        self.moe.routed_experts.token_dispatcher.wire_meshes(ep_mesh=mesh)
        self.moe.routed_experts.token_dispatcher.load = load


def placement_of(layer, expert, meshes):
    """distributed/fsdp.py, apply_fsdp_to_decoder; nothing where every parameter is cut along its first dimension."""
    mixture = layer.feed_forward
    parameters = set(mixture.experts.parameters())
    sharers = meshes["efsdp"].size() * expert if expert > 1 else meshes["dp_cp"].size()
    cut = Shard(1) if sharers > mixture.experts.num_experts else Shard(0)
    if expert == 1:
        return (lambda parameter: cut if parameter in parameters else None) if cut == Shard(1) else None
    dense, sparse = _get_mesh_info(meshes["dp_cp"], None), _get_mesh_info(meshes["efsdp"], None)
    return lambda parameter: ShardPlacementResult(placement=cut, mesh_info=sparse) if parameter in parameters \
        else ShardPlacementResult(placement=Shard(0), mesh_info=dense)


def undivided(model):
    """disable_fsdp_gradient_division: the training loop divides by all tokens."""
    for module in model.modules():
        if isinstance(module, FSDPModule):
            module.set_gradient_divide_factor(1.0)


def prefetch(embedding, layers, norm, head):
    """Where experts are dealt out, torchtitan says what is gathered beside what."""
    if embedding is not None:
        embedding.set_modules_to_forward_prefetch([layers[0]])
    for layer, following in zip(layers, [*layers[1:], None]):
        if following is not None:
            layer.set_modules_to_forward_prefetch([following])
        elif norm is not None:
            layer.set_modules_to_forward_prefetch([norm, head])
    if head is not None:
        head.set_modules_to_backward_prefetch([layers[-1]])
    for layer, before in zip(reversed(layers), [*reversed(layers[:-1]), None]):
        if before is not None:
            layer.set_modules_to_backward_prefetch([before])
        elif embedding is not None:
            layer.set_modules_to_backward_prefetch([embedding])
