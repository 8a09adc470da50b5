# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures steps of torch's own tensor, context and pipeline parallelism without a GPU: cases of parallel.json.

    python3 mesh.py CASES.json [ID...] > measured.json
    python3 mesh.py --check CASES.json [ID...]     compares with what the file says

One rank of a fake process group runs real DTensor, FSDP2 and pipelining code on fake tensors, whose storages are
followed. The model is a Llama whose layers torchtitan's plan cuts (models/llama3/parallelize.py). Ranks of a context group
have their share of the tokens, but do not exchange keys and values: what that copies is not seen here. Layers with
experts have torchtitan's own (mixture.py).
"""
import contextlib
import json
import multiprocessing
import sys

import torch
import torch.distributed
import torch.nn.functional as F
import torch.testing._internal.distributed.fake_pg  # registers the backend
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.distributed._composable.fsdp import MixedPrecisionPolicy, fully_shard
from torch.distributed.pipelining import PipelineStage
from torch.distributed.pipelining.schedules import PipelineScheduleSingle, get_schedule_class
from torch.distributed.tensor import DTensor, Replicate, Shard
from torch.distributed.tensor.parallel import (ColwiseParallel, PrepareModuleInput, RowwiseParallel, SequenceParallel,
                                               loss_parallel, parallelize_module)

import mixture
from storages import Storages

DTYPES = {"bf16": torch.bfloat16, "fp32": torch.float32}


class FusedNorm(torch.autograd.Function):
    """What CUDA's kernel keeps and makes (aten::_fused_rms_norm): the input, and a number for each row."""

    @staticmethod
    def forward(context, x, weight):
        context.save_for_backward(x, weight, x.new_empty(x.shape[:-1], dtype=torch.float32))
        return torch.empty_like(x)

    @staticmethod
    def backward(context, gradient):
        x, weight, _ = context.saved_tensors
        return torch.empty_like(x), torch.empty_like(weight)


class RMSNorm(nn.RMSNorm):
    def forward(self, x):
        if not isinstance(x, DTensor):
            return FusedNorm.apply(x, self.weight)
        result = FusedNorm.apply(x.to_local(), self.weight.to_local())
        return DTensor.from_local(result, x.device_mesh, x.placements, run_check=False)


@contextlib.contextmanager
def real_meshes():
    """The coordinates of ranks are looked at, which fake tensors cannot answer."""
    from torch._subclasses.fake_tensor import unset_fake_temporarily
    from torch.distributed.device_mesh import DeviceMesh

    names = ("__init__", "_concatenate")
    before = {name: DeviceMesh.__dict__[name] for name in names}

    def outside(function):
        inner = function.__func__ if isinstance(function, staticmethod) else function

        def run(*arguments, **options):
            with unset_fake_temporarily():
                return inner(*arguments, **options)
        return staticmethod(run) if isinstance(function, staticmethod) else run

    for name in names:
        setattr(DeviceMesh, name, outside(before[name]))
    try:
        yield
    finally:
        for name in names:
            setattr(DeviceMesh, name, before[name])


def rotated(x, cos, sin):
    first, second = x.chunk(2, -1)
    halves = torch.cat((-second, first), -1)
    return (x * cos + halves * sin).to(x.dtype)


class Attention(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.dim = shape["head_dim"]
        hidden = shape["hidden_size"]
        query, key = shape["num_attention_heads"] * self.dim, shape["num_key_value_heads"] * self.dim
        self.wq = nn.Linear(hidden, query, bias=False)
        self.wk = nn.Linear(hidden, key, bias=False)
        self.wv = nn.Linear(hidden, key, bias=False)
        self.wo = nn.Linear(query, hidden, bias=False)
        if shape.get("qk_norm"):
            self.q_norm, self.k_norm = RMSNorm(self.dim), RMSNorm(self.dim)

    def forward(self, x, cos, sin):
        batch, sequence, _ = x.shape
        query, key, value = self.wq(x), self.wk(x), self.wv(x)
        query, key, value = (t.view(batch, sequence, -1, self.dim) for t in (query, key, value))
        if hasattr(self, "q_norm"):
            query, key = self.q_norm(query), self.k_norm(key)
        query, key = rotated(query, cos, sin), rotated(key, cos, sin)
        query, key, value = (t.transpose(1, 2) for t in (query, key, value))
        context = torch.ops.aten._scaled_dot_product_flash_attention(query, key, value, 0.0, True)[0]
        return self.wo(context.transpose(1, 2).reshape(batch, sequence, -1))


class MLP(nn.Module):
    def __init__(self, shape):
        super().__init__()
        hidden, width = shape["hidden_size"], shape["intermediate_size"]
        self.w1 = nn.Linear(hidden, width, bias=False)
        self.w2 = nn.Linear(width, hidden, bias=False)
        self.w3 = nn.Linear(hidden, width, bias=False)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class Layer(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.attention = Attention(shape)
        self.feed_forward = mixture.Mixture(shape) if "num_local_experts" in shape else MLP(shape)
        self.attention_norm = RMSNorm(shape["hidden_size"])
        self.ffn_norm = RMSNorm(shape["hidden_size"])

    def forward(self, x, cos, sin):
        x = x + self.attention(self.attention_norm(x), cos, sin)
        return x + self.feed_forward(self.ffn_norm(x))


class Model(nn.Module):
    """Of one stage: the layers that it has, with the embedding on the first and the head on the last."""

    def __init__(self, shape, sequence, layers, first, last):
        super().__init__()
        vocabulary, hidden = shape["vocab_size"], shape["hidden_size"]
        self.tok_embeddings = nn.Embedding(vocabulary, hidden) if first else None
        self.layers = nn.ModuleList(Layer(shape) for _ in range(layers))
        self.norm = RMSNorm(hidden) if last else None
        self.output = nn.Linear(hidden, vocabulary, bias=False) if last else None
        for name in ("cos", "sin"):
            self.register_buffer(name, torch.zeros(1, sequence, 1, shape["head_dim"]))

    def forward(self, x):
        if self.tok_embeddings is not None:
            x = self.tok_embeddings(x)
        for layer in self.layers:
            x = layer(x, self.cos, self.sin)
        if self.norm is not None:
            x = self.output(self.norm(x))
        return x


def tensor_plan(model, scenario, mesh):
    sequence = scenario["sp"]
    stream = Shard(1) if sequence else Replicate()
    if model.tok_embeddings is not None:
        parallelize_module(model.tok_embeddings, mesh, RowwiseParallel(input_layouts=Replicate(), output_layouts=stream))
    if model.output is not None:
        whole = Shard(-1) if scenario["loss_parallel"] else Replicate()
        if sequence:
            parallelize_module(model.norm, mesh, SequenceParallel())
        parallelize_module(model.output, mesh, ColwiseParallel(input_layouts=stream, output_layouts=whole,
            use_local_output=not scenario["loss_parallel"]))
    for layer in model.layers:
        plan = {"attention": PrepareModuleInput(input_layouts=(stream, None, None), desired_input_layouts=(Replicate(), None, None)),
            "attention.wq": ColwiseParallel(), "attention.wk": ColwiseParallel(), "attention.wv": ColwiseParallel(),
            "attention.wo": RowwiseParallel(output_layouts=stream),
            "feed_forward": PrepareModuleInput(input_layouts=(stream,), desired_input_layouts=(Replicate(),)),
            "feed_forward.w1": ColwiseParallel(), "feed_forward.w3": ColwiseParallel(),
            "feed_forward.w2": RowwiseParallel(output_layouts=stream)}
        if sequence:
            plan |= {"attention_norm": SequenceParallel(), "ffn_norm": SequenceParallel()}
        parallelize_module(layer, mesh, plan)


def shard(model, scenario, meshes):
    policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=DTYPES[scenario["reduce_dtype"]])
    options = {"mesh": meshes["dp_cp"], "mp_policy": policy, "reshard_after_forward": scenario["reshard"]}
    if model.tok_embeddings is not None:
        fully_shard(model.tok_embeddings, **options)
    expert = scenario.get("ep", 1)
    sparse = "num_local_experts" in scenario["architecture"]
    for layer in model.layers:
        placement = mixture.placement_of(unwrapped(layer), expert, meshes) if sparse else None
        fully_shard(layer, **options | ({"shard_placement_fn": placement} if placement else {}))
    if model.norm is not None:
        fully_shard([model.norm, model.output], **options | {"reshard_after_forward": False})
    fully_shard(model, **options)
    if sparse:
        mixture.undivided(model)
    if expert > 1:
        mixture.prefetch(model.tok_embeddings, list(model.layers), model.norm, model.output)


def unwrapped(layer):
    return getattr(layer, "_checkpoint_wrapped_module", layer)


def build(scenario, meshes, layers, first, last):
    from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper

    sequence = scenario["sequence_length"] // scenario["cp"]
    model = Model(scenario["architecture"], sequence, layers, first, last)
    if scenario["weights_dtype"] == "bf16":
        for parameter in model.parameters():
            parameter.data = parameter.data.to(torch.bfloat16)
    if scenario["tp"] > 1:
        tensor_plan(model, scenario, meshes["tp"])
    if scenario.get("ep", 1) > 1:
        for layer in model.layers:
            layer.feed_forward.deal_out(meshes["ep"], scenario.get("expert_load", 1))
    if scenario["checkpointing"] == "full":
        for i, layer in enumerate(model.layers):
            model.layers[i] = checkpoint_wrapper(layer, preserve_rng_state=False)
    if scenario["fsdp"]:
        shard(model, scenario, meshes)
    return model


def loss_of(logits, labels):
    return F.cross_entropy(logits.flatten(0, 1).float(), labels.flatten(0, 1))


class Meter:
    def __init__(self, storages):
        self.storages = storages
        self.measured = {}

    @contextlib.contextmanager
    def phase(self, name):
        self.storages.restart()
        yield
        self.measured[name + "_peak"] = max(self.measured.get(name + "_peak", 0), self.storages.peak)
        self.measured[name + "_end"] = self.storages.live
        self.storages.restart()


def plain_step(model, scenario, meter, ids):
    for _ in range(scenario["num_micro_batches"]):
        with meter.phase("forward"):
            logits = model(ids)
            loss = loss_of(logits, ids)
            del logits
        with meter.phase("backward"):
            loss.backward()
        del loss


def layers_of_stages(scenario):
    stages = scenario["pp"] * scenario["vpp"]
    each, more = divmod(scenario["architecture"]["num_hidden_layers"], stages)
    return [each + (i < more) for i in range(stages)]


def stages_of_rank(scenario, rank, count):
    """One after another in turn, or down and up again: the stages of schedules that are a V."""
    if scenario["schedule"] in ("ZBVZeroBubble", "DualPipeV"):
        return [rank, count - 1 - rank]
    return list(range(rank, count, scenario["pp"]))


def passed_on(scenario, index, count):
    """What a stage gets and gives: shapes alone, as a fake group cannot ask its neighbours."""
    shape = scenario["architecture"]
    batch, sequence = scenario["micro_batch"], scenario["sequence_length"] // scenario["cp"]
    shares = scenario["tp"] if scenario["sp"] else 1
    stream = torch.empty(batch, sequence // shares, shape["hidden_size"], dtype=torch.bfloat16, requires_grad=True)
    words = shape["vocab_size"] // (scenario["tp"] if scenario["loss_parallel"] else 1)
    ids = torch.zeros((batch, sequence), dtype=torch.int64)
    logits = torch.empty(batch, sequence, words, dtype=torch.bfloat16, requires_grad=True)
    return {"input_args": ids if index == 0 else stream, "output_args": logits if index == count - 1 else stream}


def prepared(scenario, meshes, ranks):
    """The stages of this rank, and the step that runs them."""
    count = layers_of_stages(scenario)
    mine = stages_of_rank(scenario, ranks["pp"], len(count))
    models = [build(scenario, meshes, count[i], i == 0, i == len(count) - 1) for i in mine]
    if scenario["pp"] == 1:
        return models, lambda meter, ids: plain_step(models[0], scenario, meter, ids)
    stages = [PipelineStage(model, i, len(count), torch.device("cpu"), group=meshes["pp"].get_group(),
                            **passed_on(scenario, i, len(count))) for model, i in zip(models, mine)]
    kind = get_schedule_class(scenario["schedule"])
    single = issubclass(kind, PipelineScheduleSingle)
    schedule = kind(stages[0] if single else stages, scenario["num_micro_batches"], loss_fn=loss_of)
    last = mine[-1] == len(count) - 1

    def step(meter, ids):
        whole = ids.repeat(scenario["num_micro_batches"], 1)
        for stage in stages:
            instrument(stage, meter)
        arguments = (whole,) if mine[0] == 0 else ()
        with meter.phase("between"):
            schedule.step(*arguments, target=whole if last else None, return_outputs=scenario["return_outputs"])
    return models, step


def instrument(stage, meter):
    if hasattr(stage, "metered"):
        stage.meter[0] = meter
        return
    stage.metered, stage.meter = True, [meter]
    for name, method in (("forward", "forward_one_chunk"), ("backward", "backward_one_chunk"),
                         ("backward", "backward_weight_one_chunk")):
        inner = getattr(stage, method)

        def run(*arguments, _inner=inner, _name=name, **options):
            with stage.meter[0].phase(_name):
                return _inner(*arguments, **options)
        setattr(stage, method, run)


def optimizers_of(parameters, scenario):
    """One for each kind of tensor, as fused kernels take no mixture."""
    kind = {"adamw_fused": {"fused": True}, "adamw_foreach": {"foreach": True}}[scenario["optimizer"]]
    groups = [[p for p in parameters if isinstance(p, DTensor) == distributed] for distributed in (True, False)]
    return [torch.optim.AdamW(group, **kind) for group in groups if group]


def measure(scenario, follow=Storages):
    ranks = {axis: scenario["rank"].get(axis, 0) for axis in ("pp", "dp", "cp", "tp")}
    sizes = {axis: scenario[axis] for axis in ("pp", "dp", "cp", "tp")}
    world, rank = 1, 0
    for axis, size in sizes.items():
        world, rank = world * size, rank * size + ranks[axis]
    torch.distributed.init_process_group("fake", rank=rank, world_size=max(world, 2),
        store=torch.testing._internal.distributed.fake_pg.FakeStore())
    try:
        mesh = torch.distributed.init_device_mesh("cpu", tuple(sizes.values()), mesh_dim_names=tuple(sizes)) \
            if world > 1 else None
        meshes = {name: mesh[name] for name in sizes} if mesh else {}
        if mesh:
            meshes["dp_cp"] = mesh["dp", "cp"]._flatten("dp_cp")
            if scenario.get("ep", 1) > 1:
                # The same ranks as dp, cp and tp, in their order.
                whole = torch.distributed.init_device_mesh("cpu", (world,), mesh_dim_names=("world",))
                sizes_of_experts = (scenario["pp"], world // scenario["pp"] // scenario["ep"], scenario["ep"])
                sparse = whole._unflatten(0, sizes_of_experts, ("pp", "efsdp", "ep"))
                meshes |= {name: sparse[name] for name in ("efsdp", "ep")}
        with FakeTensorMode(allow_non_fake_inputs=True), real_meshes():
            models, step = prepared(scenario, meshes, ranks)
            parameters = [p for model in models for p in model.parameters()]
            optimizers = optimizers_of(parameters, scenario)
            storages = follow()
            meter = Meter(storages)
            context = loss_parallel() if scenario["loss_parallel"] and scenario["tp"] > 1 else contextlib.nullcontext()
            ids = torch.zeros((scenario["micro_batch"], scenario["sequence_length"] // scenario["cp"]), dtype=torch.int64)
            with storages, context:
                storages.see(parameters, [b for model in models for b in model.buffers()])
                for _ in range(2):
                    meter.measured = {"iteration_start": storages.live}
                    step(meter, ids)
                    with meter.phase("step"):
                        for optimizer in optimizers:
                            optimizer.step()
                    for optimizer in optimizers:
                        optimizer.zero_grad()
                    meter.measured["between_steps"] = storages.live
    finally:
        torch.distributed.destroy_process_group()
    measured = meter.measured
    measured["peak_bytes"] = max(value for name, value in measured.items() if name.endswith("_peak"))
    measured["parameters"] = sum(local(p).numel() for p in parameters)
    measured["weight_bytes"] = sum(local(p).numel() * p.element_size() for p in parameters)
    return measured


def local(tensor):
    return tensor.to_local() if isinstance(tensor, DTensor) else tensor


def alone(scenario):
    """In a process of its own: torch does not forget the groups of an earlier mesh."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(measure, (scenario,))


def main(arguments):
    checks = "--check" in arguments
    path, *ids = [argument for argument in arguments if argument != "--check"]
    with open(path) as file:
        cases = [case for case in json.load(file) if case["scenario"]["framework"] == "torch-native"]
    found = []
    for case in cases:
        if ids and case["id"] not in ids:
            continue
        measured = alone(case["scenario"])
        if checks:
            print(case["id"], {name: f"{measured[name] - value:+,}" for name, value in case["measured"].items()
                               if name in measured and measured[name] != value} or "the same", flush=True)
        else:
            found.append(case | {"measured": measured, "versions": {"torch": torch.__version__}})
    if not checks:
        print("[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in found) + "\n]")


if __name__ == "__main__":
    main(sys.argv[1:])
