# SPDX-License-Identifier: GPL-3.0-or-later
"""Activations that wait on the host, for steps.py: TRL's own context manager (1.10.0.dev0, f2cd57710,
trl/models/activation_offloading.py), and Unsloth's own checkpoints (unsloth_zoo ce232d6c, gradient_checkpointing.py, of which
$UNSLOTH_ZOO is the folder).

Their code runs as it is, but for what fake tensors on the CPU need: what counts as the accelerator is the CPU, the host
is the meta device, whose tensors are not counted, storages are known by their objects where they have no addresses, and
streams and events do nothing.
"""
import contextlib
import inspect
import logging
import os
import types

import torch

TRL = [
    ('["cuda", "xpu", "npu"]', '["cpu"]'),
    ('device="cpu"', 'device="meta"'),
    ("untyped_storage().data_ptr()", "untyped_storage()._cdata"),
    ('torch.accelerator.current_accelerator().type if hasattr(torch, "accelerator") else "cuda"', '"cpu"'),
    ("torch.cuda.", "STREAMS."),
]
UNSLOTH = [
    ("from .utils import _get_dtype, Version", "from packaging.version import Version"),
    ('device = "cpu", pin_memory = True', 'device = "meta"'),
    ('device = f"{DEVICE_TYPE_TORCH}:{i}"', 'device = "cpu"'),
    ("device_index = device.index", "device_index = 0"),
    ("with leave_inference, torch.no_grad():", "with torch.no_grad():"),
    ("torch.cuda.amp.", "torch.amp."),
    ('DEVICE_TYPE_TORCH == "cuda"', "True"),
    ("torch.cuda.", "STREAMS."),
]


class Stream:
    """Of CUDA's streams and events what is called."""
    def __init__(self, *_):
        pass

    def ignored(self, *_):
        return None

    wait_event = wait_stream = record_event = synchronize = record = ignored


STREAMS = types.SimpleNamespace(default_stream=Stream, Stream=Stream, Event=Stream, empty_cache=lambda: None,
    stream=lambda _: contextlib.nullcontext(), device_count=lambda: 1, get_device_capability=lambda: (9, 0),
    get_device_properties=lambda _: None, mem_get_info=lambda _: (1 << 40, 1 << 40))


def changed(source, changes, path, given=()):
    """What the code defines, with such changes."""
    for before, after in changes:
        if before not in source:
            raise RuntimeError(f"the code of {path} has changed: {before}")
        source = source.replace(before, after)
    namespace = {"__name__": os.path.basename(path), "STREAMS": STREAMS} | dict(given)
    exec(compile(source, path, "exec"), namespace)
    return namespace


def manager(model):
    """What TRL's trainers enter for each micro-step."""
    import trl.models.activation_offloading as module

    torch.Tensor.record_stream = lambda tensor, stream: None
    code = changed(inspect.getsource(module), TRL, module.__file__)
    code["logger"] = logging.getLogger()  # accelerate's asks for a state of its own
    return code["get_act_offloading_ctx_manager"](model, use_pin_memory=False)


def manager_on_gpu(model):
    from trl.models.activation_offloading import get_act_offloading_ctx_manager

    return get_act_offloading_ctx_manager(model)


def unsloths():
    path = os.path.join(os.environ["UNSLOTH_ZOO"], "gradient_checkpointing.py")
    with open(path) as file:
        source = file.read()
    start, end = source.index("from .device_type import ("), source.index("__all__ = [")
    source = source[:start] + source[end:]
    torch._disable_dynamo = lambda function: function
    return changed(source, UNSLOTH, path,
        {"DEVICE_TYPE": "cuda", "DEVICE_TYPE_TORCH": "cpu", "print": lambda *_: None})


def around(model, scenario):
    """As often as it is entered. Unsloth's checkpoints take the place of torch's."""
    kind = scenario.get("activation_offload", "none")
    if kind == "saved":
        return manager(model)
    if kind == "inputs":
        code = unsloths()
        code["initialize_unsloth_gradient_checkpointing"](torch.bfloat16)
        for module in model.modules():
            if hasattr(module, "_gradient_checkpointing_func"):
                module._gradient_checkpointing_func = code["unsloth_checkpoint"]
    return contextlib.nullcontext()


def steps(scenario):
    """Unsloth's second buffer has its size from the second step on."""
    return 3 if scenario.get("activation_offload") == "inputs" else 2


def is_on_host(tensor):
    return tensor.device.type == "meta"
