# SPDX-License-Identifier: GPL-3.0-or-later
"""Encoder-decoders (T5, BART) for steps.py: their class, and batches with a target of its own length."""
import contextlib

import torch

import cuda
import objectives

TYPES = ("t5", "bart")


def is_seq2seq(scenario):
    return scenario["architecture"]["model_type"] in TYPES


def build(config, **options):
    """As from_pretrained leaves it: tables that a file has twice are not tied (modeling_utils.py, tie_weights). T5's
    published files have a head of its own where their config says that it is not tied."""
    import transformers

    model = transformers.AutoModelForSeq2SeqLM.from_config(config, **options)
    if config.model_type == "t5" and not config.scale_decoder_outputs:
        model.lm_head.weight = torch.nn.Parameter(torch.empty_like(model.lm_head.weight))
    return model


class Translated(objectives.NextToken):
    """As DataCollatorForSeq2Seq hands out its batch when it knows the model: with a mask of the padded input, labels,
    and what the decoder is given, which are the labels shifted right."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        self.target = scenario["target_length"]
        self.hasMask = scenario["attention"] != "flash"

    def inputs(self):
        batch = {"input_ids": objectives.ids(self.rows, self.tokens),
            "labels": objectives.ids(self.rows, self.target),
            "decoder_input_ids": objectives.ids(self.rows, self.target)}
        if self.hasMask:
            batch["attention_mask"] = objectives.ids(self.rows, self.tokens)
        return batch

    def loss(self, model, batch):
        return model(**batch).loss


def by_mask(attend):
    """With padding, SDPA's memory-efficient kernel; FlashAttention where there is no mask."""
    efficient = cuda.efficient(attend)

    def attention(query, key, value, attn_mask=None, **options):
        return (attend if attn_mask is None else efficient)(query, key, value, attn_mask, **options)
    return attention


def whole(create):
    """BartDecoder makes a mask of ones where it is given none, and torch sees that they are: with kernels there is no mask
    then (masking_utils.py, _ignore_causal_mask_sdpa). Fake ones cannot say so."""
    return lambda **options: create(**options | {"attention_mask": None})


def kept(make):
    """Which layers are left out by chance is drawn for each (layerdrop): none, as nobody asks for any. A fake number has no
    value to compare."""
    return lambda *size, **options: 1.0 if size == ([],) else make(*size, **options)


@contextlib.contextmanager
def behaviour(scenario):
    from transformers.models.bart import modeling_bart

    with contextlib.ExitStack() as stack:
        if is_seq2seq(scenario):
            stack.enter_context(cuda.replaced(torch, "rand", kept))
        if is_seq2seq(scenario) and scenario["attention"] != "eager":
            stack.enter_context(cuda.replaced(torch.nn.functional, "scaled_dot_product_attention", by_mask))
            stack.enter_context(cuda.replaced(modeling_bart, "create_causal_mask", whole))
        yield
