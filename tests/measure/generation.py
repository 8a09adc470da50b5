# SPDX-License-Identifier: GPL-3.0-or-later
"""transformers' generate() on tensors without values: answers are as long as they may be."""
import contextlib

import torch
from torch.utils._python_dispatch import TorchDispatchMode

import cuda

PAD = -1  # a word that no sequence has


class Valueless(TorchDispatchMode):
    """What a fake tensor cannot say, where the loop asks for it: nothing is true, nothing is more than zero."""
    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        if function is torch.ops.aten._local_scalar_dense.default:
            return args[0].dtype.is_floating_point * 1.0
        return function(*args, **(kwargs or {}))


@contextlib.contextmanager
def generating(answers):
    """Answers as long as they may be. The mask of a batch without padding is found to mask nothing, and put away; weights
    without values have no word to choose."""
    import transformers.masking_utils as masking
    from transformers.generation.utils import GenerationMixin

    def preprocess(find):
        def look(*arguments, **options):
            names = ("config", "inputs_embeds", "attention_mask")
            options |= dict(zip(names, arguments))
            if options["attention_mask"] is not None and options["attention_mask"].ndim == 2:
                options["attention_mask"] = None
            rest = arguments[len(names):]
            return find(*(options.pop(name) for name in names), *rest, **options)
        return look

    def counted(_):
        """Generation ends with the last word, which nothing but its number says."""
        left = 0

        def go_on(*_, **__):
            nonlocal left
            left = (left or answers + 1) - 1
            return left > 0
        return go_on

    def drawn(_):
        return lambda chances, num_samples: chances.new_zeros((chances.shape[0], num_samples), dtype=torch.int64)

    with cuda.replaced(masking, "_preprocess_mask_arguments", preprocess), \
            cuda.replaced(GenerationMixin, "_has_unfinished_sequences", counted), \
            cuda.replaced(torch, "multinomial", drawn):
        yield
