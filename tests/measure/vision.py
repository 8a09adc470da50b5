# SPDX-License-Identifier: GPL-3.0-or-later
"""Models with a vision tower, on images that have a size and no content: what looks at values is told them."""
import contextlib
import sys

import torch

from cuda import replaced


def is_vision(scenario):
    return scenario.get("images", 0) > 0


def build(config, **options):
    from transformers import AutoModelForImageTextToText

    return AutoModelForImageTextToText.from_config(config, **options)


PROJECTORS = ("visual.merger.", "visual.deepstack_merger_list.")


def part_of(name):
    """Which part a module or parameter belongs to: language, tower or projector."""
    if any(part in name + "." for part in PROJECTORS):
        return "projector"
    return "tower" if "visual." in name else "language"


def frozen_parts(scenario):
    return {part for part in ("tower", "projector") if scenario.get(part) == "frozen"}


def freeze(model, scenario):
    parts = frozen_parts(scenario)
    for name, parameter in model.named_parameters():
        if part_of(name) in parts:
            parameter.requires_grad_(False)
            if scenario.get("mixed"):  # accelerate upcasts what is trained, and nothing else
                parameter.data = parameter.data.to(torch.bfloat16)


def excluded(model, scenario):
    """Modules that PEFT is told to leave alone."""
    parts = frozen_parts(scenario)
    names = [name for name, module in model.named_modules()
             if isinstance(module, torch.nn.Linear) and part_of(name) in parts]
    return names or None


def base_of(model):
    """Without adapters around it."""
    return model.get_base_model() if hasattr(model, "get_base_model") else model


class Known(list):
    """A small tensor of integers whose values are known: lists of one or two dimensions."""
    device = torch.device("cpu")
    dtype = torch.int64

    def tolist(self):
        return list(self)

    def prod(self, _):
        products = Known()
        for row in self:
            product = 1
            for value in row:
                product *= value
            products.append(product)
        return products

    def __floordiv__(self, divisor):
        return Known(value // divisor for value in self)

    def __getitem__(self, index):
        found = super().__getitem__(index)
        return Known(found) if isinstance(index, slice) else found

    def __sub__(self, other):
        return Known(a - b for a, b in zip(self, other))


def sums(lengths):
    result = Known([0])
    for length in lengths:
        result.append(result[-1] + length)
    return result


def images_of(scenario, config):
    """Rows and columns of patches of each image of a micro-batch; sides are multiples of a merged patch."""
    patch = config.vision_config.patch_size
    count = scenario["images"] * scenario["micro_batch"]
    return [(1, scenario["image_height"] // patch, scenario["image_width"] // patch)] * count


def windows_of(grid, config):
    """transformers.vision_utils.get_vision_window_index, without its tensors: patches in each window."""
    merge = config.spatial_merge_size
    side = config.window_size // merge // config.patch_size
    cuts = lambda length: [min(side, length - start) for start in range(0, length, side)]
    return [a * b * merge**2 for _, rows, columns in grid
            for a in cuts(rows // merge) for b in cuts(columns // merge)]


class Scatter(torch.autograd.Function):
    """masked_scatter, whose gradient would ask how many places the mask has."""

    @staticmethod
    def forward(context, embeds, mask, features):
        context.save_for_backward(mask)
        context.shape = features.shape
        return embeds.clone(memory_format=torch.contiguous_format)

    @staticmethod
    def backward(context, gradient):
        (mask,) = context.saved_tensors
        embeds = gradient.masked_fill(mask, 0) if context.needs_input_grad[0] else None
        features = gradient.new_empty(context.shape) if context.needs_input_grad[2] else None
        return embeds, None, features


def deepstack(_, hidden, mask, features):
    """Qwen3-VL: the places of image tokens are counted, not looked for."""
    hidden = hidden.clone()
    places = tuple(torch.zeros(features.shape[0], dtype=torch.int64) for _ in range(2))
    hidden[places] = hidden[places] + features
    return hidden


@contextlib.contextmanager
def behaviour(model, scenario):
    if not is_vision(scenario):
        yield
        return
    base = base_of(model)
    module = sys.modules[type(base.model).__module__]  # fully_shard changes the class around it
    config, vision = base.config, base.config.vision_config
    grid = images_of(scenario, config)
    patches = sum(rows * columns for _, rows, columns in grid)
    batch, sequence = scenario["micro_batch"], scenario["sequence_length"]
    found = {
        "get_vision_position_ids": lambda: torch.zeros(patches, 2, dtype=torch.int64),
        "get_vision_cu_seqlens": lambda: sums(rows * columns for _, rows, columns in grid),
        "get_vision_window_index": lambda: (torch.zeros(patches // vision.spatial_merge_size**2, dtype=torch.int64),
                                            sums(windows_of(grid, vision))),
        "get_vision_bilinear_indices_and_weights": lambda: (torch.zeros(4, patches, dtype=torch.int64),
                                                            torch.zeros(4, patches)),
        "torch_compilable_check": lambda: None,
    }
    with contextlib.ExitStack() as stack:
        for name, value in found.items():
            if hasattr(module, name):
                stack.enter_context(replaced(module, name,
                    lambda _, value=value: lambda *arguments, **options: value()))
        stack.enter_context(replaced(torch.Tensor, "masked_scatter",
            lambda _: lambda embeds, mask, features: Scatter.apply(embeds, mask, features)))
        for each in base.modules():
            if hasattr(type(each), "compute_3d_position_ids"):
                stack.enter_context(replaced(type(each), "compute_3d_position_ids",
                    lambda _: lambda *arguments, **options: torch.zeros(3, batch, sequence, dtype=torch.int64)))
            if hasattr(type(each), "_deepstack_process"):
                stack.enter_context(replaced(type(each), "_deepstack_process", lambda _: deepstack))
        yield


def inputs(model, scenario):
    """Pixels, as the processor gives them."""
    if not is_vision(scenario):
        return {}
    base = base_of(model)
    vision = base.config.vision_config
    grid = images_of(scenario, base.config)
    patches = sum(rows * columns for _, rows, columns in grid)
    width = vision.in_channels * vision.temporal_patch_size * vision.patch_size**2
    return {"pixel_values": torch.zeros(patches, width), "image_grid_thw": Known(grid)}


class WithImages:
    """The model's own loss, of sequences with images in them."""
    def __init__(self, scenario, model):
        self.scenario, self.model = scenario, model

    def inputs(self):
        shape = (self.scenario["micro_batch"], self.scenario["sequence_length"])
        return torch.zeros(shape, dtype=torch.int64), inputs(self.model, self.scenario)

    def loss(self, model, batch):
        ids, images = batch
        return model(input_ids=ids, labels=ids, **images).loss
