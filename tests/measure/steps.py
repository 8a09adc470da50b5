# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures training steps of Hugging Face models without a GPU: fills `measured` of cases in the format of steps.json.

    python3 steps.py CASES.json [ID...] > measured.json
    python3 steps.py --check CASES.json [ID...]     compares with what the file says

The real modules of transformers and PEFT, real autograd, FSDP2 and optimizers run on fake tensors, whose storages are
followed. They are CPU tensors to torch, whose operators differ from CUDA's in few places; `cuda` puts those right.
"""
import contextlib
import functools
import json
import os
import sys

import torch
import torch.distributed
from torch._subclasses.fake_tensor import FakeTensorMode

import adapters
import bases
import cuda
import embeddings
import encoders
import flashclasses
import fp8
import freezing
import linear
import objectives
import offloading
import optimizers
import ppo
import seq2seq
import sparse
import split
import statespace
import texts
import verl
import vision
from collectives import Collectives
from storages import Storages

DTYPES = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp32": torch.float32, "uint8": torch.uint8}


def build(scenario, ranks=None):
    from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSequenceClassification

    architecture = dict(scenario["architecture"])
    config = AutoConfig.for_model(architecture.pop("model_type"), **architecture)
    kind = encoders.kind(scenario) if encoders.is_encoder(scenario) else AutoModelForCausalLM
    kind = embeddings.kind(scenario) or texts.kind(config) or kind
    if labels := scenario.get("num_labels"):
        config.num_labels = labels
        if not encoders.is_encoder(scenario):
            kind = AutoModelForSequenceClassification
            config.pad_token_id = 0
    attention = {"flash": "sdpa", "sdpa-unpadded": "sdpa"}.get(scenario["attention"], scenario["attention"])
    if flashclasses.is_asked_for(scenario):
        attention = "eager"
    config.use_cache = config.get_text_config().use_cache = False
    config.use_associative_scan = False  # Mamba's, which takes fake tensors for a graph that is traced
    dtype = DTYPES[scenario["weights_dtype"]]
    make = vision.build if vision.is_vision(scenario) else kind.from_config
    if seq2seq.is_seq2seq(scenario):
        make = functools.partial(seq2seq.build, scenario)
    model = make(config, dtype=dtype, attn_implementation=attention)
    if flashclasses.is_asked_for(scenario):
        flashclasses.take(model, scenario)
    for module in model.modules():
        if type(module).__name__ == "HunYuanMoEV1Gate":
            module.to(dtype)  # made in fp32, and cast when a file of weights is loaded
    model.train()
    if recipe := scenario.get("fp8"):
        fp8.convert(model, recipe)
    if scenario["method"] == "qlora":
        if scenario.get("base") == "llm-int8":
            bases.to_int8(model, wide_of(scenario), bases.leaving(scenario))
            bases.on_cuda(scenario)
        elif scenario.get("base") == "hqq":
            bases.to_hqq(model, dtype)
            bases.hqq_on_cuda()
        elif scenario.get("base") == "gptq":
            bases.to_gptq(model)
        elif scenario.get("base") == "awq":
            bases.to_awq(model)
        else:
            quantize(model, DTYPES[scenario.get("quant_storage", "uint8")], wide_of(scenario), bases.leaving(scenario))
        if seq2seq.type_of(scenario) in seq2seq.T5:  # _keep_in_fp32_modules
            for name, module in model.named_modules():
                if name.endswith(".wo"):
                    module.float()
    if scenario["checkpointing"] == "full" and not adapts_embedding(scenario):
        model.gradient_checkpointing_enable({"use_reentrant": scenario.get("reentrant", False)})
        thin_out(model, scenario.get("checkpoint_every", 1))
    if ranks is not None:
        cut(model, ranks)  # PEFT cuts its factors by the plan of what is there
    if scenario["method"] != "full":
        model = adapt(model, scenario)
    elif vision.is_vision(scenario):
        vision.freeze(model, scenario)
    else:
        freezing.freeze(model, layers_of(model), scenario)
    return embeddings.pooling(model, scenario)


def adapts_embedding(scenario):
    """Whether adapters stand beside the embedding, which replace the module that hooks of checkpoints would be on."""
    return bool({"embed_tokens", "wte"} & set(str(scenario.get("lora_targets", "")).split(",")))


def materialize(model):
    """From the meta device, where modules are changed freely, to the tensors that the step runs on."""
    made = {}

    def real(tensor):
        if tensor is None or tensor.device.type != "meta":
            return tensor
        if id(tensor) not in made:
            make = torch.empty_like if tensor.is_floating_point() else torch.zeros_like  # places in tables
            data = make(tensor, device="cpu")
            if isinstance(tensor, torch.nn.Parameter):
                data = torch.nn.Parameter(data, tensor.requires_grad)
            made[id(tensor)] = data
        return made[id(tensor)]

    for module in model.modules():
        for tensors in (module._parameters, module._buffers):
            for name, tensor in tensors.items():
                tensors[name] = real(tensor)
        state = getattr(module, "quant_state", None)
        if state is not None:
            for part in (state, state.state2):
                for name, value in vars(part).items():
                    if isinstance(value, torch.Tensor):
                        setattr(part, name, real(value))
    bases.materialized(model, real)


def wide_of(scenario):
    """What quantisers leave alone (_keep_in_fp32_modules)."""
    return ("wo",) if seq2seq.type_of(scenario) in seq2seq.T5 else sparse.WIDE


def quantize(model, storage, wide, leaves):
    """As transformers loads in 4 bit: NF4, double quantisation."""
    import bitsandbytes

    with torch.device("cpu"):  # what needs values
        bitsandbytes.functional.name2qmap["dynamic"] = bitsandbytes.functional.create_dynamic_map()

    def make(module, is_transposed):
        weight = module.weight.data.T if is_transposed else module.weight.data
        linear = bitsandbytes.nn.Linear4bit(weight.shape[1], weight.shape[0], module.bias is not None,
            compute_dtype=torch.bfloat16, quant_type="nf4", quant_storage=storage)
        linear.weight = bitsandbytes.nn.Params4bit(weight, requires_grad=False, quant_type="nf4",
            compress_statistics=True, quant_storage=storage, module=linear)
        linear.weight = linear.weight._quantize(module.weight.device)
        return linear

    bases.replaced(model, make, wide, leaves=leaves)
    model.is_loaded_in_4bit = True
    model.is_quantized = True


def thin_out(model, every):
    """Leaves each `every`-th layer its checkpoint, as torchtitan's _apply_layer_sac counts them."""
    from transformers.modeling_layers import GradientCheckpointingLayer

    layers = [module for module in model.modules() if isinstance(module, GradientCheckpointingLayer)]
    for number, layer in enumerate(layers, 1):
        layer.gradient_checkpointing = number % every == 0


def adapt(model, scenario):
    from peft import get_peft_model

    if scenario["checkpointing"] == "full" and not adapts_embedding(scenario):
        model.enable_input_require_grads()
    targets = scenario.get("lora_targets", "auto")
    if targets != "all-linear" and isinstance(targets, str):
        targets = targets.split(",")
    model = get_peft_model(model, adapters.configured(scenario, targets, vision.excluded(model, scenario)))
    if dtype := scenario.get("lora_dtype"):  # as autocast_adapter_dtype=False leaves them
        for parameter in model.parameters():
            if parameter.requires_grad:
                parameter.data = parameter.data.to(DTYPES[dtype])
    if scenario["checkpointing"] == "full" and adapts_embedding(scenario):
        model.gradient_checkpointing_enable({"use_reentrant": scenario.get("reentrant", False)})  # as the Trainer does, behind PEFT
    if scenario.get("mixed") and scenario.get("modules_to_save"):  # accelerate upcasts what is trained
        for parameter in model.parameters():
            if parameter.requires_grad:
                parameter.data = parameter.data.to(torch.float32)
    return model


LAYERS = {"deberta-v2": ("DebertaV2Layer",), "distilbert": ("TransformerBlock",), "electra": ("ElectraLayer",),
    "marian": ("MarianEncoderLayer", "MarianDecoderLayer"), "pegasus": ("PegasusEncoderLayer", "PegasusDecoderLayer")}


def wrapped_names(model):
    """Layers, as the class says; where it says nothing, who wraps the model has to."""
    base = model.get_base_model() if hasattr(model, "get_base_model") else model
    return tuple(base._no_split_modules or LAYERS[base.config.model_type])


def layers_of(model):
    lists = [module for module in model.modules() if isinstance(module, torch.nn.ModuleList)]
    names = wrapped_names(model)
    return [layer for modules in lists for layer in modules if type(layer).__name__ in names]


def units_of(model):
    """As accelerate wraps: whatever has such a name, a tower's embeddings too."""
    names = wrapped_names(model)
    return [module for module in model.modules() if type(module).__name__ in names]


def reshard_what_is_left(state):
    """torch.distributed.fsdp's _catch_all_reshard, which tells by addresses what is sharded; fake tensors have none."""
    from torch.distributed.fsdp import _runtime_utils

    handle = state._handle
    if handle and handle.flat_param.size() != handle.flat_param._local_shard.size():
        _runtime_utils._reshard(state, handle, _runtime_utils._should_free_in_backward(state, handle))


def is_verls(scenario):
    return scenario.get("loop") == "verl"


def flatten(model, scenario):
    """FSDP1, as accelerate and verl wrap: layers, and the rest."""
    from torch.distributed.fsdp import _runtime_utils
    from torch.distributed.fsdp import FullyShardedDataParallel, MixedPrecision, ShardingStrategy
    from torch.distributed.fsdp.wrap import ModuleWrapPolicy

    _runtime_utils._catch_all_reshard = reshard_what_is_left
    mixed = None
    if scenario["mixed"]:
        mixed = MixedPrecision(param_dtype=torch.bfloat16, reduce_dtype=DTYPES[scenario["reduce_dtype"]],
            buffer_dtype=torch.float32 if is_verls(scenario) else torch.bfloat16)
    reshards = scenario["reshard"]
    strategy = ShardingStrategy.FULL_SHARD if reshards else ShardingStrategy.SHARD_GRAD_OP
    # LitGPT and verl leave torch's default, which gathers the next unit ahead; accelerate asks for none.
    ahead = {} if scenario["method"] == "lora" or is_verls(scenario) else {"backward_prefetch": None}
    # Views that stay whole ask for addresses, which fake tensors have not.
    views = reshards and not is_verls(scenario)
    return FullyShardedDataParallel(model, mixed_precision=mixed, sharding_strategy=strategy, use_orig_params=views, **ahead,
        auto_wrap_policy=ModuleWrapPolicy({type(layer) for layer in layers_of(model)}),
        device_id=torch.device("cpu"))


def reduced_at_once(group, bucket):
    """A fake group has no result to wait for."""
    torch.distributed.all_reduce(bucket.buffer(), group=group)
    future = torch.futures.Future()
    future.set_result(bucket.buffer())
    return future


def replicate(model):
    model = torch.nn.parallel.DistributedDataParallel(model)
    model.register_comm_hook(None, reduced_at_once)
    return model


def share_of(weights, layer, style, mesh):
    """This rank's. Gate and up of packed experts are cut one by one, as of a file, which a tensor is not."""
    if style != "packed_colwise":
        return layer.shard_tensor(weights, device=weights.device, dtype=weights.dtype).contiguous()
    return torch.cat([half.chunk(mesh.size(), dim=-2)[mesh.get_local_rank()] for half in weights.chunk(2, dim=-2)], dim=-2)


def cut(model, mesh):
    """What from_pretrained does with tp_plan="auto": transformers' hooks, and of each matrix this rank's share."""
    from transformers.integrations.tensor_parallel import ALL_PARALLEL_STYLES, _get_parameter_tp_plan, distribute_model

    distribute_model(model, None, None, mesh, mesh.size())
    for name, parameter in list(model.named_parameters()):
        style = _get_parameter_tp_plan(name, model.tp_plan)
        if style is None:
            continue
        path, leaf = name.rsplit(".", 1)
        module, layer = model.get_submodule(path), ALL_PARALLEL_STYLES[style]
        layer.empty_param, layer.device_mesh, layer.rank = parameter, mesh, mesh.get_local_rank()
        share = share_of(parameter.data, layer, style, mesh)
        setattr(module, leaf, torch.nn.Parameter(share, parameter.requires_grad))
        layer.update_module_attributes(module)


def distribute(model, scenario, mesh):
    """Over the other ranks, if there are any."""
    framework = scenario.get("framework")
    if framework == "ddp":
        return replicate(model)
    if framework == "fsdp1":
        return flatten(model, scenario)
    if mesh:
        shard(model, scenario, mesh)
    return model


def shard(model, scenario, mesh):
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

    reduce = scenario.get("reduce_dtype")
    policy = MixedPrecisionPolicy()
    if scenario["mixed"]:
        policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=DTYPES[reduce])
    options = {"mesh": mesh, "mp_policy": policy, "reshard_after_forward": scenario["reshard"]}
    for unit in units_of(model):
        fully_shard(unit, **options)
    base = model.get_base_model() if hasattr(model, "get_base_model") else model
    if scenario.get("wrap") == "embed_head":
        embedding, head = base.get_input_embeddings(), base.get_output_embeddings()
        if embedding.weight is not head.weight:
            norm = next(module for name, module in reversed(list(base.base_model.named_children()))
                        if "norm" in name or name.startswith("ln"))
            fully_shard(embedding, **options)
            fully_shard([norm, head], **options)
    fully_shard(model, **options)


@contextlib.contextmanager
def attending_together(mesh):
    """torch's context parallelism for what has been dealt out already."""
    if mesh is None:
        yield
        return
    from torch.distributed.tensor.experimental._context_parallel import _attention

    _attention._enable_context_parallel_dispatcher_impl(2, mesh)
    try:
        yield
    finally:
        _attention._disable_context_parallel_dispatcher_impl()


def optimizer_of(model, scenario):
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    name = scenario["optimizer"]
    if name == "adamw_fused":
        return torch.optim.AdamW(trained, fused=True)
    if name == "adamw_foreach":
        return torch.optim.AdamW(trained, foreach=True)
    if name == "sgd":
        return torch.optim.SGD(trained, foreach=True)
    if name == "sgd_momentum":
        return torch.optim.SGD(trained, momentum=0.9, foreach=True)
    if name == "adafactor":  # as the Trainer makes it
        from transformers.optimization import Adafactor
        return Adafactor(trained, lr=5e-5, scale_parameter=False, relative_step=False)
    return optimizers.made(name, model, trained, scenario)


class OneParameter:
    """A model that has a single one, to what makes an optimizer."""
    def __init__(self, parameter):
        self.parameter = parameter

    def parameters(self):
        return [self.parameter]


class InBackward:
    """As torchtune's optimizer_in_bwd: each weight has an optimizer, which runs when its gradient is there."""
    def __init__(self, model, scenario):
        for parameter in model.parameters():
            if parameter.requires_grad:
                self.follow(parameter, optimizer_of(OneParameter(parameter), scenario))

    @staticmethod
    def follow(parameter, optimizer):
        def update(_):
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        parameter.register_post_accumulate_grad_hook(update)

    def step(self):
        pass

    def zero_grad(self, set_to_none):
        pass


def tensors_of(model):
    """What is there before the first step: parameters, their shards, buffers, scales of 4-bit weights."""
    found = [*model.parameters(), *model.buffers()]
    for module in model.modules():
        state = getattr(module, "quant_state", None)
        if state is not None:
            found += [state.absmax, state.code, state.offset, state.state2.absmax, state.state2.code]
    return [tensor for tensor in found + bases.tensors(model) if tensor is not None]


def weight_bytes(model):
    local = lambda tensor: tensor.to_local() if hasattr(tensor, "to_local") else tensor
    storages = {id(tensor.untyped_storage()): tensor.untyped_storage()
                for tensor in (local(parameter) for parameter in model.parameters())}
    return sum(storage.nbytes() for storage in storages.values())


def reducing(model, reduces):
    """For one micro-step, whose gradients are reduced or left as they are."""
    if hasattr(model, "set_requires_gradient_sync"):
        model.set_requires_gradient_sync(reduces)
    elif not reduces and hasattr(model, "no_sync"):
        return model.no_sync()
    return contextlib.nullcontext()


def train(model, task, optimizer, scenario, storages, wire, steps=2):
    """Measures the last step."""
    context = contextlib.nullcontext
    if scenario["autocast"] and scenario.get("objective") not in objectives.RETURNING:
        context = cuda.autocast
    accumulation = scenario.get("accumulation", 1)
    usual = "every-micro-step" if scenario.get("wrap") == "embed_head" else "last-micro-step"
    every = scenario.get("gradient_sync", usual) == "every-micro-step"
    batch = task.inputs()
    measured = {}
    offloads = offloading.around(model, scenario)
    for _ in range(steps):
        measured = {"between_steps": storages.live}
        peaks = {"forward": 0, "backward": 0}
        wire.restart()
        if getattr(task, "generates", False):
            storages.restart()
            task.generate()
            measured["generation_peak"] = storages.peak
        if hasattr(task, "score") and getattr(task, "scores", True):
            storages.restart()
            wire.phase = "forward"
            count = task.scorings(accumulation) if hasattr(task, "scorings") else accumulation
            for scores in (task.score, task.refer):
                for _ in range(count):
                    scores(model)
            measured["scoring_peak"] = storages.peak
        for micro in range(accumulation):
            with reducing(model, every or micro == accumulation - 1), offloads:
                storages.restart()
                wire.phase = "forward"
                with context():
                    loss = task.loss(model, batch)
                peaks["forward"] = max(peaks["forward"], storages.peak)
                measured["forward_end"] = storages.live
                storages.restart()
                wire.phase = "backward"
                backward = getattr(optimizer, "backward", torch.Tensor.backward)
                backward(loss)
                peaks["backward"] = max(peaks["backward"], storages.peak)
                del loss
                measured["backward_end"] = storages.live
        storages.restart()
        wire.phase = "step"
        optimizer.step()
        measured["step_peak"] = storages.peak
        measured["step_end"] = storages.live
        optimizer.zero_grad(set_to_none=True)
        measured["forward_peak"] = peaks["forward"]
        measured["backward_peak"] = peaks["backward"]
    return measured


def is_fused(scenario, has_state):
    if scenario.get("linear_attention") != "fused":
        return False
    return has_state == (scenario["architecture"]["model_type"] in statespace.MIXERS)


def referred(scenario):
    """A second model, as TRL loads it."""
    if teacher := scenario.get("teacher"):  # a shape of its own
        scenario = scenario | {"architecture": teacher}
    elif scenario.get("objective") != "gkd" and scenario.get("reference_model") != "separate":
        return None
    return build(scenario | {"method": "full", "checkpointing": "none"}).eval()


def with_outputs(model, scenario):
    """As accelerate prepares what the loss is computed from."""
    if is_verls(scenario):
        return model
    mixes = scenario["autocast"] or (scenario.get("mixed") and scenario.get("shards", 1) > 1)
    if mixes and scenario.get("objective") in objectives.RETURNING:
        return objectives.prepared(model, cuda.autocast())
    return model


def whole_shard(model, scenario, mesh):
    """trl/models/utils.py, prepare_fsdp: all of the model is one unit, and nothing casts what it returns."""
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

    policy = MixedPrecisionPolicy()
    if scenario["mixed"]:
        policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=DTYPES[scenario["reduce_dtype"]])
    return fully_shard(model, mesh=mesh, mp_policy=policy, reshard_after_forward=scenario["reshard"])


def referring(model, scenario, mesh):
    """A second model as TRL prepares it."""
    if scenario.get("framework") == "fsdp1":  # as the trained one
        return flatten(model, scenario)
    return whole_shard(model, scenario, mesh) if mesh else with_outputs(model, scenario)


def masking(scenario):
    """Of sequences without padding, which fake ones have none of."""
    if scenario.get("adapter") == "prefix-tuning" and scenario["attention"] == "flash":
        return cuda.unmasked()
    if scenario["attention"] == "sdpa" and scenario.get("objective") in objectives.RETURNING and not vision.is_vision(scenario):
        return cuda.padded()
    if scenario["attention"] != "sdpa-unpadded":
        return contextlib.nullcontext()
    return cuda.replaced(torch.nn.functional, "scaled_dot_product_attention", cuda.by_mask)


def measure(scenario):
    """Mixers of state spaces look for their kernels in each step, those of a delta rule when they are made."""
    with statespace.kernels() if is_fused(scenario, True) else contextlib.nullcontext():
        return followed(scenario)


def followed(scenario):
    ranks = scenario.get("replicas", scenario.get("shards", 1))
    tensor, shared, copies = (scenario.get(axis, 1) for axis in ("tensor", "context", "hybrid"))
    # DistributedDataParallel takes the addresses of its tensors, which fake ones have not.
    fake = FakeTensorMode(allow_non_fake_inputs=True)
    tensors = contextlib.nullcontext() if scenario.get("framework") == "ddp" else fake
    mesh, meshes = None, {}
    world = copies * ranks * tensor
    if world > 1:
        # Of ranks that share a sequence the last but one holds most.
        torch.distributed.init_process_group("fake", rank=max(0, shared - 2) * tensor, world_size=world,
            store=torch.testing._internal.distributed.fake_pg.FakeStore())
        meshes = torch.distributed.init_device_mesh("cpu", (copies, ranks // shared, shared, tensor),
            mesh_dim_names=("copy", "dp", "cp", "tp"))
        mesh = meshes["dp", "cp"]._flatten("dp_cp") if ranks > 1 else None
        if copies > 1:
            mesh = meshes["copy", "dp"]
    fast = linear.kernels() if is_fused(scenario, False) else contextlib.nullcontext()
    try:
        with torch.device("meta"), fast:
            model = build(scenario, meshes["tp"] if tensor > 1 else None)
            reference = referred(scenario)
            learns, reward = scenario.get("objective") == "ppo", None
            if learns:
                model, reward = ppo.wrapped(model, scenario, build)
                if reference is not None:
                    ppo.caching(reference)
        with tensors, cuda.behaviour(), masking(scenario):
            materialize(model)
            adapters.settled(model)
            for other in (reference, reward):
                if other is not None:
                    materialize(other)
            counts = {"parameters": sum(p.numel() for p in model.parameters()),
                "trainable_parameters": sum(p.numel() for p in model.parameters() if p.requires_grad)}
            unwrapped = model
            model = distribute(with_outputs(model, scenario), scenario, mesh)
            if reference is not None and not learns:
                reference = referring(reference, scenario, mesh)
            kind = embeddings.task(scenario) if embeddings.is_embedding(scenario) else \
                encoders.Labelled if encoders.is_encoder(scenario) else \
                seq2seq.task(scenario) if seq2seq.is_seq2seq(scenario) else \
                ppo.Ppo if learns else verl.Grpo if is_verls(scenario) else objectives.TASKS[scenario.get("objective", "causal-lm")]
            task = kind(scenario, model, reference)
            task = vision.shown(scenario, unwrapped, task)
            make = InBackward if scenario.get("updates_in_backward") else optimizer_of
            optimizer = make(model, scenario)
            storages = Storages(ignores=verl.is_on_host(reference) if is_verls(scenario) else offloading.is_on_host)
            wire = Collectives()
            with storages, wire, objectives.Chosen(), attending_together(meshes["cp"] if shared > 1 else None), \
                    vision.behaviour(unwrapped, vision.in_sequences(scenario)), encoders.behaviour(scenario), \
                    seq2seq.behaviour(scenario), sparse.behaviour(scenario), \
                    split.behaviour(scenario):
                others = [tensors_of(other) for other in (reference, reward) if other is not None]
                storages.see(tensors_of(model), others, optimizer.tensors() if hasattr(optimizer, "tensors") else ())
                if learns:
                    measured = task.train(optimizer, reward, storages, wire, reducing)
                else:
                    measured = train(model, task, optimizer, scenario, storages, wire, offloading.steps(scenario))
            measured |= counts | {"weight_bytes": weight_bytes(model)}
    finally:
        if world > 1:
            torch.distributed.destroy_process_group()
    measured["peak_bytes"] = max(measured[phase + "_peak"] for phase in ("forward", "backward", "step"))
    print(f"too small to count: {dict(wire.ignored)}", file=sys.stderr)
    return measured, wire.sent


def main(arguments):
    checks = "--check" in arguments
    path, *ids = [argument for argument in arguments if argument != "--check"]
    with open(path) as file:
        cases = json.load(file)
    found = []
    for case in cases:
        if ids and not any(case["id"].startswith(id) for id in ids):
            continue
        measured, wire = measure(case["scenario"])
        if checks:
            differences = {name: f"{measured[name]:,} for {value:,} ({measured[name] - value:+,})"
                           for name, value in case["measured"].items() if measured.get(name) != value}
            if case.get("wire", wire) != wire:
                differences["wire"] = f"{wire} for {case['wire']}"
            print(case["id"], "the same" if not differences else differences, flush=True)
        else:
            import transformers
            versions = {"torch": torch.__version__, "transformers": transformers.__version__}
            found.append(case | {"measured": measured, "versions": versions} | ({"wire": wire} if wire else {}))
            print(case["id"], measured["peak_bytes"], file=sys.stderr, flush=True)
    if not checks:
        print("[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in found) + "\n]")


if __name__ == "__main__":
    import torch.testing._internal.distributed.fake_pg  # registers the backend
    main(sys.argv[1:])
