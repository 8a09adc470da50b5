# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs cases of steps.json's format as real steps on one CUDA GPU: what its allocator and its driver count.

    python3 gpu.py CASES.json OUT.json [--seconds N] [--share I/N] [--only WORDS] [--device cpu]

The models, adapters, losses and optimizers are those of steps.py, on tensors that are there: weights are drawn, tokens too.
Each case says per phase what torch's allocator held at most, in bytes asked for (`requested`), in bytes of the blocks
that they got (`allocated`) and in segments (`reserved`); what the driver counts for the whole device; and the seconds of
each of the last steps, which nothing interrupts. Cases that ask for kernels or packages that are not there name them as their error. The file is written after every case.
"""
import argparse
import gc
import json
import os
import sys
import time

import torch

import bases
import compiling
import encoders
import fp8
import objectives
import offloading
import optimizers
import seq2seq
import steps
import vision

PHASES = ("forward", "backward", "step", "between_steps")
ELSEWHERE = ("shards", "replicas", "tensor", "context", "hybrid", "ranks")  # more GPUs than one


class Device:
    """A GPU's counters; zeros of another device."""

    def __init__(self, name):
        self.name = name
        self.counts = name == "cuda"

    def restart(self):
        if self.counts:
            torch.cuda.synchronize()
            torch.cuda.reset_peak_memory_stats()

    def seen(self):
        if not self.counts:
            return {"peak": 0, "end": 0}
        torch.cuda.synchronize()
        stats = torch.cuda.memory_stats()
        free, total = torch.cuda.mem_get_info()
        of = lambda what, when: stats[f"{what}_bytes.all.{when}"]
        return {"peak": of("requested", "peak"), "end": of("requested", "current"),
            "allocated_peak": of("allocated", "peak"), "allocated_end": of("allocated", "current"),
            "reserved_peak": of("reserved", "peak"), "device": total - free}

    def clean(self):
        gc.collect()
        if self.counts:
            torch.cuda.empty_cache()


def is_here(scenario):
    return all(scenario.get(axis, 1) == 1 for axis in ELSEWHERE) and "architecture" in scenario and "method" in scenario \
        and scenario.get("objective", "causal-lm") not in objectives.RETURNING \
        and scenario.get("objective", "causal-lm") not in ("reward", "orpo", "cpo", "simpo", "kto", "dpo", "grpo", "gkd")


def draw(model):
    """Numbers like those that training begins with: routers and softmaxes then do what they do."""
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.is_floating_point() and parameter.dim() > 1:
                parameter.normal_(0, 0.02)
        for module in model.modules():
            if "Norm" in type(module).__name__ and getattr(module, "weight", None) is not None:
                module.weight.fill_(0 if "Gemma" in type(module).__name__ else 1)


def fill_images(batch, model, scenario, device):
    """Tokens that stand for the images, and their sizes as tensors."""
    ids, images = batch
    config = vision.base_of(model).config
    vocabulary = config.get_text_config().vocab_size
    if config.image_token_id >= vocabulary:  # of a model that is smaller than those its config was made for
        config.image_token_id, config.vision_start_token_id, config.video_token_id = (vocabulary - n for n in (1, 2, 3))
    grid = torch.tensor(vision.images_of(scenario, config), device=device)
    merged = config.vision_config.spatial_merge_size ** 2
    for row in range(scenario["micro_batch"]):
        place = 0
        for image in range(scenario["images"]):
            count = int(grid[row * scenario["images"] + image].prod()) // merged
            ids[row, place] = config.vision_start_token_id
            ids[row, place + 1:place + 1 + count] = config.image_token_id
            place += count + 2
    kinds = (ids == config.image_token_id).int()
    return ids, images | {"image_grid_thw": grid, "mm_token_type_ids": kinds}


def task_of(scenario, model, device):
    kind = encoders.Labelled if encoders.is_encoder(scenario) else \
        seq2seq.task(scenario) if seq2seq.is_seq2seq(scenario) else \
        objectives.TASKS[scenario.get("objective", "causal-lm")]
    plain = kind is objectives.TASKS["causal-lm"]
    config = model.config.get_text_config()
    vocabulary = min(config.vocab_size, getattr(config, "vocab_size_per_layer_input", config.vocab_size))
    objectives.ids = lambda rows, tokens: torch.randint(0, vocabulary if plain else 2, (rows, tokens))
    if vision.is_vision(scenario):
        task = vision.WithImages(scenario, model)
        with torch.device(device):
            batch = fill_images(task.inputs(), model, scenario, device)
    else:
        task = kind(scenario, model, None)
        with torch.device(device):
            batch = task.inputs()
    return task, batch


def step(model, task, batch, optimizer, scenario, device, found=None):
    """One step; `found` takes what each phase held."""
    autocast = lambda: torch.autocast(device.name, dtype=torch.bfloat16, enabled=bool(scenario["autocast"]))

    def ends(phase):
        if found is not None:
            found[phase] = most(found.get(phase, {}), device.seen())
            device.restart()

    for _ in range(scenario.get("accumulation", 1)):
        with offloading.around(model, scenario), autocast():
            loss = task.loss(model, batch)
        ends("forward")
        loss.backward()
        del loss
        ends("backward")
    optimizer.step()
    ends("step")
    optimizer.zero_grad(set_to_none=True)


def train(model, task, batch, optimizer, scenario, device, count, timed):
    """Measures steps and reports the last, then the seconds of others that nothing interrupts."""
    for _ in range(count):
        device.restart()
        found = {"between_steps": device.seen()}
        step(model, task, batch, optimizer, scenario, device, found)
    seconds = []
    for _ in range(timed):
        device.restart()
        started = time.perf_counter()
        step(model, task, batch, optimizer, scenario, device)
        device.restart()
        seconds.append(time.perf_counter() - started)
    return found, seconds


def most(before, now):
    """Peaks of all micro-steps, ends of the last."""
    return now | {name: max(value, now[name]) for name, value in before.items() if name.endswith("peak")}


def run(scenario, device, count, timed):
    torch.manual_seed(0)
    before = device.seen()["end"]
    with torch.device(device.name):
        model = steps.build(scenario)
    model = model.to(device.name)
    if scenario["method"] != "qlora":
        draw(model)
    task, batch = task_of(scenario, model, device.name)
    optimizer = steps.optimizer_of(model, scenario)
    model, graphs = compiling.compiled(model, scenario)
    found, seconds = train(model, task, batch, optimizer, scenario, device, count, timed)
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    return found | {"before": before, "graphs": graphs, "seconds": seconds, "parameters": sum(p.numel() for p in model.parameters()),
        "trainable_parameters": sum(p.numel() for p in trained)}


def forget_stand_ins():
    """What steps.py puts in the place of CUDA is CUDA here."""
    import adapters

    adapters.OnCuda.is_autocast_enabled = staticmethod(torch.is_autocast_enabled)
    fp8.OnCuda.is_autocast_enabled = staticmethod(torch.is_autocast_enabled)
    bases.to_int8 = bases.to_int8_on_gpu
    bases.on_cuda = lambda scenario: None
    offloading.manager = offloading.manager_on_gpu
    optimizers.made = optimizers.on_gpu


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", nargs="+")
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--end", type=float, help="when to stop, in place of --seconds; goes on with what is in OUT.json")
    parser.add_argument("--share", default="0/1")
    parser.add_argument("--only", default="")
    parser.add_argument("--skip", default="qlora")
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--timed", type=int, default=0, help="steps more, for their seconds alone")
    parser.add_argument("--least", type=float, default=0, help="GB that a step takes, at least")
    parser.add_argument("--most", type=float, default=125, help="GB that a step takes, at most")
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    end = options.end or time.time() + options.seconds
    forget_stand_ins()
    device = Device(options.device)
    import transformers

    result = {"torch": torch.__version__, "transformers": transformers.__version__,
        "gpu": torch.cuda.get_device_name() if device.counts else "none", "cases": []}
    if options.end and os.path.exists(options.out):
        with open(options.out) as file:
            result = json.load(file)
    done = {case["id"] for case in result["cases"]}
    cases = []
    for path in options.cases:
        with open(path) as file:
            cases += [case for case in json.load(file) if is_here(case["scenario"])]
    share, shares = map(int, options.share.split("/"))
    within = lambda case: options.least * 1e9 <= case.get("measured", {}).get("peak_bytes", 0) <= options.most * 1e9
    cases = [case for case in cases if within(case) and options.only in json.dumps(case)
             and case["scenario"].get("method") not in options.skip.split(",")][share::shares]
    for case in cases:
        if case["id"] in done:
            continue
        if time.time() > end:
            print("time is up", flush=True)
            break
        entry = {"id": case["id"], "model": case.get("model"), "scenario": case["scenario"]}
        try:
            entry["gpu"] = run(case["scenario"], device, options.steps, options.timed)
            expected = case.get("measured")
            peak = max(entry["gpu"][phase]["peak"] for phase in PHASES)
            words = [case["id"], f"{peak:,}"]
            if expected:
                entry["followed"] = expected
                words.append(f"{peak / expected['peak_bytes'] - 1:+.2%} of what was followed")
            print(*words, *(f"{seconds:.3f} s" for seconds in entry["gpu"]["seconds"]), flush=True)
        except Exception as error:  # the next may go
            entry["error"] = f"{type(error).__name__}: {error}"[:300]
            print(case["id"], entry["error"], flush=True)
        result["cases"].append(entry)
        with open(options.out, "w") as file:
            json.dump(result, file)
        if "CUDA error" in entry.get("error", ""):  # nothing runs in this process any more
            os.execv(sys.executable, [sys.executable, *sys.argv, "--end", str(end)])
        optimizers.forget()
        device.clean()


if __name__ == "__main__":
    main()
