# SPDX-License-Identifier: GPL-3.0-or-later
"""Models with a vision tower, on images that have a size and no content: what looks at values is told them."""
import contextlib
import math
import sys

import torch

import cuda
from cuda import replaced


def is_vision(scenario):
    return scenario.get("images", 0) > 0


def build(config, **options):
    from transformers import AutoModelForImageTextToText

    return AutoModelForImageTextToText.from_config(config, **options)


PROJECTORS = ("visual.merger.", "visual.deepstack_merger_list.", "multi_modal_projector.", "embed_vision.", "connector.")
TOWERS = ("visual.", "vision_tower.", "vision_model.")


def part_of(name):
    """Which part a module or parameter belongs to: language, tower or projector."""
    if any(part in name + "." for part in PROJECTORS):
        return "projector"
    return "tower" if any(part in name + "." for part in TOWERS) else "language"


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

    def prod(self, dim):
        products = Known()
        for row in self:
            product = 1
            for value in row:
                product *= value
            products.append(product)
        return products

    def __floordiv__(self, divisor):
        return Known(tuple(part // divisor for part in value) if isinstance(value, tuple) else value // divisor
                     for value in self)

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


def is_square(config):
    """Whether all images come to the tower in one size, the towers of CLIP's kind."""
    return hasattr(config.vision_config, "image_size") and not is_pixtral(config)


def is_pixtral(config):
    """Whether images keep their sizes, as rows of one sequence, with a mask between them."""
    return config.vision_config.model_type == "pixtral"


def is_gemma4(config):
    """Whether each image has as many places for patches, most of them filled."""
    return config.vision_config.model_type == "gemma4_vision"


def places_of(config):
    return config.vision_soft_tokens_per_image * config.vision_config.pooling_kernel_size**2


def side_of(vision):
    """Pixels along a side of such an image."""
    return vision.image_size if isinstance(vision.image_size, int) else vision.image_size[0]


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


def put(set):
    """tensor[mask] = values, all of whose places are wanted."""
    def setitem(tensor, index, values):
        if isinstance(index, torch.Tensor) and index.dtype == torch.bool:
            count = values.shape[0]
            index = tuple(torch.zeros(count, index.dim(), dtype=torch.int64).unbind(1))
        return set(tensor, index, values)
    return setitem


def is_idefics(config):
    """Whether the patches that there are come with the images."""
    return config.model_type in ("idefics3", "smolvlm")


def is_crossing(config):
    """Whether layers of their own attend to images, of which each has as many squares, filled or not."""
    return config.model_type == "mllama"


def tiles_of(scenario, config):
    """Into how many squares the processor cuts each image, with the whole one (image_processing_idefics3.py)."""
    from transformers.models.idefics3.image_processing_idefics3 import get_resize_output_image_size as resized

    side = side_of(config.vision_config)
    height, width = resized(torch.empty(scenario["image_height"], scenario["image_width"], device="meta"), 4 * side)
    ratio = width / height
    if width >= height:
        width = math.ceil(width / side) * side
        height = math.ceil(int(width / ratio) / side) * side
    else:
        height = math.ceil(height / side) * side
        width = math.ceil(int(height * ratio) / side) * side
    return (height // side) * (width // side) + 1


def canvas_of(scenario, config):
    """Into how many squares Llama 4's processor cuts each image, with the whole one (image_processing_llama4.py)."""
    from transformers.models.llama4.image_processing_llama4 import SizeDict, find_supported_resolutions

    side = side_of(config.vision_config)
    scales = {(height, width): min(width / scenario["image_width"], height / scenario["image_height"])
              for height, width in find_supported_resolutions(16, SizeDict(height=side, width=side))}
    growing = [scale for scale in scales.values() if scale >= 1]
    best = min(growing) if growing else max(scales.values())
    tiles = min(height * width for (height, width), scale in scales.items() if scale == best) // side**2
    return tiles + 1 if tiles > 1 else 1


def picked(count=lambda mask: mask.numel() if mask.dim() == 2 else None):
    """tensor[mask], so many of whose elements are wanted, as a rule all rows: the places are counted, not looked for."""
    def replacing(get):
        def getitem(tensor, index):
            wanted = count(index) if isinstance(index, torch.Tensor) and index.dtype == torch.bool else None
            if wanted is None:
                return get(tensor, index)
            places = torch.zeros(wanted, index.dim(), dtype=torch.int64)  # as aten's nonzero gives them
            return get(tensor, tuple(places.unbind(1)))
        return getitem
    return replacing


def seen(stack, module, pick):
    """What all of these models look at values for."""
    if hasattr(module, "torch_compilable_check"):
        stack.enter_context(replaced(module, "torch_compilable_check", lambda _: lambda *arguments, **options: None))
    stack.enter_context(replaced(torch.nn.functional, "scaled_dot_product_attention", cuda.by_mask))
    stack.enter_context(replaced(torch.Tensor, "__getitem__", pick))
    stack.enter_context(replaced(torch.Tensor, "masked_scatter",
        lambda _: lambda embeds, mask, features: Scatter.apply(embeds, mask, features)))


def one_hot(_):
    """As on a GPU, which looks at no value."""
    def make(values, count):
        return torch.zeros(*values.shape, count, dtype=torch.int64).scatter_(-1, values.unsqueeze(-1), 1)
    return make


@contextlib.contextmanager
def gemma4(module, scenario, config):
    """Gemma 4's tower: how many places of an image are filled, and which tokens are its."""
    from transformers.models.gemma4.image_processing_gemma4 import get_aspect_ratio_preserving_size as resized

    count = scenario["images"] * scenario["micro_batch"]
    vision, places = config.vision_config, places_of(config)
    side = vision.patch_size * vision.pooling_kernel_size
    height, width = resized(
        scenario["image_height"], scenario["image_width"], vision.patch_size, places, vision.pooling_kernel_size)
    tokens = count * (width // side) * (height // side)

    def wanted(mask):
        return tokens if mask.dim() == 2 else tokens * mask.shape[-1] if mask.dim() == 3 else None

    def bidirectional(_):
        def mask(config, inputs_embeds, attention_mask):
            if scenario["attention"] == "sdpa":
                return torch.ones(count, 1, 1, places, dtype=torch.bool).expand(-1, -1, places, -1)
            if scenario["attention"] == "eager":
                return torch.zeros(count, 1, places, places, dtype=inputs_embeds.dtype)
            return None
        return mask

    def causal(_):
        shape = (scenario["micro_batch"], 1, scenario["sequence_length"], scenario["sequence_length"])
        is_padded = scenario["attention"] == "sdpa"
        return lambda *arguments, **options: {
            f"{kind}_attention": torch.ones(shape, dtype=torch.bool) if is_padded else None for kind in ("full", "sliding")}

    with contextlib.ExitStack() as stack:
        stack.enter_context(replaced(module, "create_bidirectional_mask", bidirectional))
        stack.enter_context(replaced(torch.nn.functional, "one_hot", one_hot))
        seen(stack, module, picked(wanted))
        if scenario["attention"] != "eager":
            stack.enter_context(replaced(module, "create_masks_for_generate", causal))
        yield


def unmasked(_):
    """FlashAttention 2 is given no mask where nothing is padded."""
    return lambda *arguments, **options: None


def known(make):
    """torch.as_tensor of what is known already."""
    def as_tensor(data, *arguments, **options):
        return data if isinstance(data, Known) else make(data, *arguments, **options)
    return as_tensor


def between_images(_):
    """Pixtral's mask, whose blocks are written in place."""
    def mask(patches, tensor):
        length = tensor.shape[1]
        full = torch.full((length, length), fill_value=0.0, dtype=tensor.dtype, device=tensor.device)
        return full[None, None, :, :].expand(tensor.shape[0], 1, -1, -1)
    return mask


def padded(scenario):
    """The mask of sequences that are padded."""
    shape = (scenario["micro_batch"], 1, scenario["sequence_length"], scenario["sequence_length"])
    return lambda _: lambda *arguments, **options: torch.ones(shape, dtype=torch.bool)


@contextlib.contextmanager
def idefics(module, scenario, config):
    """Idefics 3 and SmolVLM, of whose images none is padding: only eager attention has a mask then."""
    def bidirectional(_):
        def mask(config, inputs_embeds, attention_mask):
            if scenario["attention"] != "eager":
                return None
            count, length = inputs_embeds.shape[:2]
            return torch.zeros(count, 1, length, length, dtype=inputs_embeds.dtype)
        return mask

    vision = config.vision_config
    features = (side_of(vision) // vision.patch_size // config.scale_factor)**2

    def wanted(mask):
        """Of image tokens so many as there are features."""
        if mask.dim() == 2 and mask.shape == (scenario["micro_batch"], scenario["sequence_length"]):
            return scenario["micro_batch"] * scenario["images"] * tiles_of(scenario, config) * features
        return mask.numel()

    with contextlib.ExitStack() as stack:
        stack.enter_context(replaced(module, "create_bidirectional_mask", bidirectional))
        stack.enter_context(replaced(torch.Tensor, "__setitem__", put))
        stack.enter_context(replaced(torch.Tensor, "__getitem__", picked(wanted)))
        llama = sys.modules["transformers.models.llama.modeling_llama"]
        if scenario["attention"] == "sdpa":
            stack.enter_context(replaced(llama, "create_causal_mask", padded(scenario)))
        yield


@contextlib.contextmanager
def squares(module, scenario, config):
    """Towers whose images have one size, and Pixtral's."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(replaced(torch, "as_tensor", known))
        seen(stack, module, picked())
        is_masked = scenario["attention"] != "flash"
        if pixtral := sys.modules.get("transformers.models.pixtral.modeling_pixtral"):
            stack.enter_context(replaced(pixtral, "generate_block_attention_mask",
                between_images if is_masked else unmasked))
            if scenario["attention"] == "sdpa":
                mistral = sys.modules["transformers.models.mistral.modeling_mistral"]
                stack.enter_context(replaced(mistral, "create_causal_mask", padded(scenario)))
        if hasattr(module, "create_bidirectional_mask"):
            stack.enter_context(idefics(module, scenario, config))
        if is_crossing(config) and scenario["attention"] == "sdpa":
            stack.enter_context(replaced(module, "create_causal_mask", padded(scenario)))
        if not is_masked:
            for name in ("create_causal_mask", "create_sliding_window_causal_mask", "create_chunked_causal_mask"):
                if hasattr(module, name):
                    stack.enter_context(replaced(module, name, unmasked))
        yield


@contextlib.contextmanager
def behaviour(model, scenario):
    if not is_vision(scenario):
        yield
        return
    base = base_of(model)
    if is_gemma4(base.config):
        with gemma4(sys.modules[type(base.model).__module__], scenario, base.config):
            yield
        return
    if is_square(base.config) or is_pixtral(base.config):
        within = getattr(base, "model", base)  # Llama 4 has its parts side by side
        with squares(sys.modules[type(within).__module__], scenario, base.config):
            yield
        return
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
    if is_gemma4(base.config):
        return gemma4_inputs(base.config, scenario)
    if is_square(base.config):
        return square_inputs(base.config, scenario)
    if is_pixtral(base.config):
        return pixtral_inputs(base.config, scenario)
    grid = images_of(scenario, base.config)
    patches = sum(rows * columns for _, rows, columns in grid)
    width = vision.in_channels * vision.temporal_patch_size * vision.patch_size**2
    return {"pixel_values": torch.zeros(patches, width), "image_grid_thw": Known(grid)}


def patches_of(scenario, config):
    """Columns and rows of patches of each image, as Gemma 4's processor resizes it."""
    from transformers.models.gemma4.image_processing_gemma4 import get_aspect_ratio_preserving_size as resized

    vision = config.vision_config
    height, width = resized(scenario["image_height"], scenario["image_width"], vision.patch_size,
                            places_of(config), vision.pooling_kernel_size)
    return width // vision.patch_size, height // vision.patch_size


def image_tokens(config, scenario):
    """Of each image."""
    vision = config.vision_config
    if is_gemma4(config):
        columns, rows = patches_of(scenario, config)
        return columns * rows // vision.pooling_kernel_size**2
    if is_square(config):
        patch = vision.patch_size if isinstance(vision.patch_size, int) else vision.patch_size[0]
        along = side_of(vision) // patch
        if is_idefics(config):
            return tiles_of(scenario, config) * (along // config.scale_factor)**2
        return getattr(config, "mm_tokens_per_image", None) or int(along * getattr(config, "downsample_ratio", 1))**2
    rows, columns = images_of(scenario, config)[0][1:]
    return rows * columns // getattr(vision, "spatial_merge_size", getattr(config, "spatial_merge_size", 1))**2


def read(model, scenario):
    """Ids and pixels as the processor gives them, on tensors that have values: each sequence begins with its images, a word between them."""
    base = base_of(model)
    config = base.config
    ids = torch.ones(scenario["micro_batch"], scenario["sequence_length"], dtype=torch.int64)
    image = getattr(config, "image_token_id", None) or config.image_token_index
    length = image_tokens(config, scenario)
    for start in range(0, scenario["images"] * (length + 1), length + 1):
        ids[:, start:start + length] = image
    given = {name: torch.tensor(list(each)) if isinstance(each, Known) else each
             for name, each in inputs(model, scenario).items()}
    if config.model_type.startswith("qwen"):
        given["mm_token_type_ids"] = (ids == image).to(torch.int64)
    if "token_type_ids" in given:
        given["token_type_ids"] = (ids == image).to(torch.int64)
    if "image_position_ids" in given:  # of places that are not filled: -1
        columns, rows = patches_of(scenario, config)
        given["image_position_ids"] -= 1
        given["image_position_ids"][:, :rows * columns] = torch.cartesian_prod(
            torch.arange(columns), torch.arange(rows))
        given["mm_token_type_ids"] = (ids == image).to(torch.int64)
    if "pixel_attention_mask" in given:
        given["pixel_values"].fill_(1)  # black images are taken for padding
    return ids, given


def square_inputs(config, scenario):
    vision = config.vision_config
    batch, sequence = scenario["micro_batch"], scenario["sequence_length"]
    side = side_of(vision)
    count = scenario["images"]
    if is_idefics(config):
        count *= tiles_of(scenario, config)
        return {"pixel_values": torch.zeros(batch, count, vision.num_channels, side, side),
                "pixel_attention_mask": torch.ones(batch, count, side, side, dtype=torch.int64)}
    if is_crossing(config):
        tiles = vision.max_num_tiles
        return {"pixel_values": torch.zeros(batch, count, tiles, vision.num_channels, side, side),
                "aspect_ratio_ids": torch.zeros(batch, count, dtype=torch.int64),
                "aspect_ratio_mask": torch.ones(batch, count, tiles, dtype=torch.int64),
                "cross_attention_mask": torch.ones(batch, sequence, count, tiles, dtype=torch.int64)}
    is_llama = config.model_type == "llama4"
    if is_llama:
        count *= canvas_of(scenario, config)
    dtype = torch.bfloat16 if is_llama else torch.float32
    given = {"pixel_values": torch.zeros(count * batch, vision.num_channels, side, side, dtype=dtype)}
    if config.model_type in ("gemma3", "llama4"):  # whose loss looks at it
        given["attention_mask"] = torch.ones(batch, sequence, dtype=torch.int64)
    if config.model_type in ("gemma3", "paligemma"):
        given["token_type_ids"] = torch.zeros(batch, sequence, dtype=torch.int64)
    return given


def gemma4_inputs(config, scenario):
    count, places = scenario["images"] * scenario["micro_batch"], places_of(config)
    width = 3 * config.vision_config.patch_size**2
    return {"pixel_values": torch.zeros(count, places, width),
            "image_position_ids": torch.zeros(count, places, 2, dtype=torch.int64),
            "mm_token_type_ids": torch.zeros(scenario["micro_batch"], scenario["sequence_length"], dtype=torch.int64)}


def pixtral_inputs(config, scenario):
    count = scenario["images"] * scenario["micro_batch"]
    height, width = scenario["image_height"], scenario["image_width"]
    pixels = torch.zeros(count, config.vision_config.num_channels, height, width)
    return {"pixel_values": pixels, "image_sizes": Known([(height, width)] * count)}


def in_sequences(scenario):
    """With as many sequences in a micro-batch as see images: of answers that are compared there are two to each."""
    pairs = scenario.get("objective") == "dpo"
    return scenario | {"micro_batch": 2 * scenario["micro_batch"]} if pairs else scenario


def shown(scenario, model, task):
    """A task whose sequences have images in them."""
    if not is_vision(scenario):
        return task
    if scenario.get("objective", "causal-lm") == "causal-lm":
        return WithImages(scenario, model)
    return Scored(in_sequences(scenario), model, task)


class Scored:
    """A task of TRL's, whose batch has images: DPO hands all of it to the model, GRPO names what it knows."""
    def __init__(self, scenario, model, task):
        self.scenario, self.model, self.task = scenario, model, task
        self.names_images = scenario["objective"] == "grpo"
        if self.names_images:
            task.reference = task.reference and self.seeing(task.reference)
            self.score = lambda model: task.score(self.seeing(model))
            self.refer = lambda model: task.refer(self.seeing(model))

    def seeing(self, model):
        return lambda *arguments, **given: model(*arguments, **given, **self.images)

    def given(self):
        """Words, if it matters which, and images."""
        return None, inputs(self.model, self.scenario)

    def inputs(self):
        batch = self.task.inputs()
        words, given = self.given()
        self.images = {name: value for name, value in given.items() if name != "attention_mask"}
        if self.names_images:  # all answers of a step are generated at once
            self.others = [self.given() for _ in range(self.scenario.get("accumulation", 1) - 1)]
        else:
            batch |= self.images
        if words is not None:
            cut = self.scenario["sequence_length"] - self.scenario.get("completion_tokens", 0)
            parts = {"prompt_ids": words[:, :cut], "completion_ids": words[:, cut:], "input_ids": words}
            batch |= {name: part for name, part in parts.items() if name in batch}
        return batch

    def loss(self, model, batch):
        return self.task.loss(self.seeing(model) if self.names_images else model, batch)


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
