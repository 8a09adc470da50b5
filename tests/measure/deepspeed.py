#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs real DeepSpeed steps on CPU tensors, rank 0 of several, and follows every storage and collective.

    deepspeed.py RUNS.json [ID...] > measured.json

Takes the `scenario` of each run of a file like tests/data/measured/deepspeed.json and writes the
run with what was measured. Other ranks do not exist: torch's fake process group leaves what they
would send as it was allocated, which is zeros. Large tensors that nobody writes to take no memory
of the machine's. Needs torch, transformers and DeepSpeed, and PEFT for adapters.
"""
import contextlib
import gc
import importlib
import json
import os
import sys

os.environ.update(
    DS_ACCELERATOR="cpu", LOCAL_RANK="0", RANK="0", WORLD_SIZE="1", HF_HUB_OFFLINE="1",
    DS_SKIP_CUDA_CHECK="1", DS_BUILD_OPS="0", LOCAL_SIZE="1", MASTER_ADDR="localhost", MASTER_PORT="29500")

import torch
import torch.distributed as distributed
from torch.testing._internal.distributed.fake_pg import FakeStore

import autoep
import embeddings
import encoders
import objectives
import seq2seq
import vision
from collectives import Collectives
from storages import Storages, rounded

# This file is not the package of its name.
sys.path = [each for each in sys.path if each != os.path.dirname(os.path.abspath(__file__))]


# Larger tensors lie on fresh pages, which are zeros: glibc's DEFAULT_MMAP_THRESHOLD_MAX.
USED = 32 << 20


def attention_of(scenario):
    """`flash` is the kernel that SDPA picks without a mask."""
    return {"flash": "sdpa"}.get(scenario.get("attention"), scenario.get("attention", "eager"))


def config_of(scenario):
    from transformers import CONFIG_MAPPING

    fields = dict(scenario["architecture"])
    config = CONFIG_MAPPING[fields.pop("model_type")](**fields)
    config._attn_implementation = attention_of(scenario)
    if vision.is_vision(scenario):
        config.text_config.use_cache = False
        return config
    config.use_cache = False
    if "num_labels" in scenario:
        config.num_labels = scenario["num_labels"]
    if hasattr(config, "ffn_dim") and "intermediate_size" in scenario["architecture"]:
        config.ffn_dim = scenario["architecture"]["intermediate_size"]  # OPT's own name for it
    if (config.pad_token_id or 0) >= config.vocab_size:
        config.pad_token_id = None  # a family's own, of its whole vocabulary
    return config


def builder(scenario):
    from transformers import AutoModelForCausalLM

    if vision.is_vision(scenario):
        return vision.build
    if seq2seq.is_seq2seq(scenario):
        return lambda config, **options: seq2seq.build(scenario, config, **options)
    return (encoders.kind(scenario) if encoders.is_encoder(scenario) else AutoModelForCausalLM).from_config


def model_of(scenario):
    """On pages that nobody has written to."""
    experts = {"experts_implementation": scenario["experts"]} if "experts" in scenario else {}
    make = builder(scenario)
    with torch.device("meta"):
        model = make(config_of(scenario), dtype=torch.bfloat16, attn_implementation=attention_of(scenario), **experts)
    model = model.to_empty(device="cpu")
    model.tie_weights()
    if seq2seq.is_seq2seq(scenario):
        seq2seq.untie(scenario, model)
    # What is not a number would skip the update, and BF16_Optimizer refuses gradients of zero.
    for each in (*model.parameters(), *model.buffers()):
        if each.nbytes <= USED:
            each.data.fill_(1 if isinstance(each, torch.nn.Parameter) and each.dim() == 1 else 0)
    table = model.get_input_embeddings().weight
    if table.nbytes <= USED:
        table.data.normal_(std=0.02)
    if vision.is_vision(scenario) and scenario.get("method") != "lora":
        vision.freeze(model, scenario)
    if scenario.get("method") == "lora":
        from peft import LoraConfig, get_peft_model

        targets = scenario["lora_targets"]
        model = get_peft_model(model, LoraConfig(
            r=scenario["lora_rank"], lora_alpha=16, task_type=seq2seq.adapted_as(scenario),
            lora_dropout=scenario.get("lora_dropout", 0.0),
            target_modules=targets[0] if targets == ["all-linear"] else targets,
            exclude_modules=vision.excluded(model, scenario) if vision.is_vision(scenario) else None,
            target_parameters=scenario.get("lora_parameters")),
            autocast_adapter_dtype=scenario.get("adapter_dtype") != "bf16")
    if scenario.get("checkpointing", "none") != "none":
        model.gradient_checkpointing_enable(objectives.checkpoint_options(scenario))
        if scenario.get("method") == "lora":
            model.enable_input_require_grads()
    model.train()
    return embeddings.pooling(model, scenario)


def settings_of(scenario):
    settings = {
        "train_micro_batch_size_per_gpu": scenario["micro_batch"],
        "gradient_accumulation_steps": scenario.get("accumulation", 1),
        "zero_optimization": {"stage": scenario["stage"], **scenario.get("zero", {})},
        "bf16": {"enabled": True},
        "zero_allow_untested_optimizer": True,
        "zero_force_ds_cpu_optimizer": False,
        **scenario.get("ds", {}),
    }
    if settings.get("fp16", {}).get("enabled"):
        del settings["bf16"]
    if scenario.get("tensor", 1) > 1:
        settings["tensor_parallel"] = {"autotp_size": scenario["tensor"]}
    return settings


def engine_of(scenario, model):
    import deepspeed

    backend = importlib.import_module("deepspeed.comm.torch")
    backend.build_shm_op = lambda: None  # needs a compiler, and processes to share with
    trained = [each for each in model.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=1e-4, foreach=False, fused=False) if "expert" not in scenario else None
    settings = settings_of(scenario)
    if "expert" in scenario:
        # DeepSpeed puts experts into groups of their own where it makes the optimizer.
        autoep.stand_in(scenario.get("expert_load", 1))
        settings["expert_parallel"] = {"enabled": True, "autoep_size": scenario["expert"]}
        settings["optimizer"] = {
            "type": "AdamW", "params": {"torch_adam": True, "lr": 1e-4, "foreach": False, "fused": False}}
    engine = deepspeed.initialize(model=model, optimizer=optimizer, config=settings, dist_init_required=False)[0]
    if scenario.get("tensor", 1) > 1:
        engine.first_dataloader_check.remove()  # it asks the other ranks, once
    return engine


def reference_of(scenario):
    """A reference or a teacher, by TRL's prepare_deepspeed: the trained model's settings, and no optimizer; shared out in
    stage 3 alone."""
    import deepspeed

    if scenario.get("objective") != "gkd" and scenario.get("reference_model") != "separate":
        return None
    bare = {name: value for name, value in scenario.items() if name != "method"}
    if teacher := scenario.get("teacher"):  # a shape of its own
        bare["architecture"] = teacher
    settings = settings_of(scenario)
    if scenario["stage"] < 3:
        settings["zero_optimization"]["stage"] = 0
    engine = deepspeed.initialize(model=model_of(bare), config=settings, dist_init_required=False)[0]
    engine.eval()
    return engine


class Task:
    """The model's own loss of the next token, with images or without."""
    def __init__(self, scenario, engine):
        self.scenario, self.engine = scenario, engine

    def inputs(self):
        if vision.is_vision(self.scenario):
            return vision.read(self.engine.module, self.scenario)
        shape = (self.scenario["micro_batch"], self.scenario["sequence_length"])
        return torch.randint(0, self.scenario["architecture"]["vocab_size"], shape), {}

    def score(self):
        return False

    def loss(self, batch):
        ids, images = batch
        return self.engine(input_ids=ids, labels=ids, **images).loss


class StackTask:
    """Of encoders and encoder-decoders: a batch as their collators hand it out."""
    def __init__(self, scenario, engine):
        kind = seq2seq.task(scenario) if seq2seq.is_seq2seq(scenario) else encoders.Labelled
        self.task = kind(scenario, engine.module, None)
        self.engine = engine

    def inputs(self):
        batch = self.task.inputs()
        if "attention_mask" in batch:  # some padding: without any there would be no mask
            batch["attention_mask"].fill_(1)[0, -1] = 0
        return batch

    def score(self):
        return False

    def generate(self):
        return False

    def loss(self, batch):
        return self.engine(**batch).loss


class Scored(vision.Scored):
    """On tensors that have values: images are where words say they are."""
    def given(self):
        words, images = vision.read(self.model, self.scenario)
        self.task.words = lambda: words
        return words, images


class TrlTask:
    """A loss function of TRL's."""
    def __init__(self, scenario, engine, reference):
        learns = embeddings.is_embedding(scenario)
        kind = embeddings.task(scenario) if learns else objectives.TASKS[scenario["objective"]]
        task = kind(scenario, engine.module, reference)
        seeing = vision.is_vision(scenario)
        self.task = Scored(vision.in_sequences(scenario), engine.module, task) if seeing else task
        self.engine, self.accumulation = engine, scenario.get("accumulation", 1)

    def inputs(self):
        batch = self.task.inputs()
        for name, each in batch.items():
            if "mask" in name:
                each.fill_(1)
            if name == "label":
                each[::2] = True
        return batch

    def generate(self):
        if not getattr(self.task, "generates", False):
            return False
        self.task.generate()
        return True

    def score(self):
        if not hasattr(self.task, "score") or not getattr(self.task, "scores", True):
            return False
        for scores in (self.task.score, self.task.refer):
            for _ in range(self.accumulation):
                scores(self.engine.module)  # Trainer's own name for it
        return True

    def loss(self, batch):
        return self.task.loss(self.engine, batch)


def task_of(scenario, engine, reference):
    if encoders.is_encoder(scenario) or seq2seq.is_seq2seq(scenario):
        return StackTask(scenario, engine)
    return TrlTask(scenario, engine, reference) if "objective" in scenario else Task(scenario, engine)


def measure(scenario, steps=3):
    distributed.init_process_group(
        "fake", store=FakeStore(), rank=0, world_size=scenario["ranks"])
    follower = Storages()
    wire = Collectives()
    result = {}
    with follower, wire:
        model = model_of(scenario)
        result["parameters"] = sum(each.numel() for each in model.parameters())
        before = list(model.parameters())
        engine = engine_of(scenario, model)
        reference = reference_of(scenario)
        gc.collect()
        if "expert" in scenario:
            # DeepSpeed goes on referring to the modules that were replaced (utils/debug.py), which never leave the host.
            here = {id(each) for each in model.parameters()}
            follower.forget(sum(rounded(each.nbytes) for each in before if id(each) not in here))
        before.clear()
        if type(engine.optimizer).__name__ == "DeepSpeedZeroOptimizer":
            # The weights that were flattened, which are the host's where there is a GPU.
            follower.forget(sum(rounded(each.nbytes) for each in model.parameters() if each.requires_grad))
        result["after_initialize"] = follower.live
        task = task_of(scenario, engine, reference)
        batch = task.inputs()
        for step in range(steps):
            follower.restart()
            wire.restart()
            result["forward_peak"] = result["backward_peak"] = 0
            wire.phase = "forward"
            if task.generate():
                result["generation_peak"] = follower.peak
                follower.restart()
            if task.score():
                result["scoring_peak"] = follower.peak
            follower.restart()
            for _ in range(scenario.get("accumulation", 1)):
                wire.phase = "forward"
                loss = task.loss(batch)
                result["forward_end"] = follower.live
                result["forward_peak"] = max(result["forward_peak"], follower.peak)
                follower.restart()
                wire.phase = "backward"
                engine.backward(loss)
                del loss
                result["backward_end"] = follower.live
                result["backward_peak"] = max(result["backward_peak"], follower.peak)
                follower.restart()
                wire.phase = "step"
                engine.step()
            result["step_end"] = follower.live
            result["step_peak"] = follower.peak
            print(f"step {step}: {result}", file=sys.stderr, flush=True)
    result["peak_bytes"] = max(result[f"{phase}_peak"] for phase in ("forward", "backward", "step"))
    print(f"too small to count: {dict(wire.ignored)}", file=sys.stderr)
    return result, wire.sent


def main():
    with open(sys.argv[1]) as file:
        runs = json.load(file)
    import deepspeed
    import transformers

    versions = {"deepspeed": deepspeed.__version__.split("+")[0], "torch": torch.__version__,
                "transformers": transformers.__version__}
    for run in runs:
        if len(sys.argv) > 2 and run["id"] not in sys.argv[2:]:
            continue
        measured, wire = measure(run["scenario"])
        json.dump({"id": run["id"], "scenario": run["scenario"], "versions": versions,
                   "measured": measured, "wire": wire}, sys.stdout)
        print(flush=True)
        with contextlib.suppress(KeyError):
            expected = run["measured"]
            for name, value in expected.items():
                off = measured.get(name, 0) - value
                print(f"{run['id']} {name}: {measured.get(name)} for {value} ({off:+d})", file=sys.stderr)
        return  # one run a process


if __name__ == "__main__":
    main()
