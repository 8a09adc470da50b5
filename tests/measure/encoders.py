# SPDX-License-Identifier: GPL-3.0-or-later
"""Encoders (BERT and those like it) for steps.py: their classes, and batches with labels of their own."""
import contextlib

import torch

import cuda
import objectives

TYPES = ("bert", "roberta", "xlm-roberta", "camembert", "electra", "distilbert", "modernbert",
    "deberta-v2")


def is_encoder(scenario):
    return scenario["architecture"]["model_type"] in TYPES


def kind(scenario):
    import transformers

    classes = {"masked-lm": transformers.AutoModelForMaskedLM,
        "classification": transformers.AutoModelForSequenceClassification,
        "token-classification": transformers.AutoModelForTokenClassification,
        "embedding": transformers.AutoModel}
    return classes[scenario["objective"]]


class Labelled(objectives.NextToken):
    """As a collator hands out its batch: where sequences are padded, with a mask."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        self.hasMask = scenario["attention"] != "flash"
        self.rowLabels = scenario["objective"] == "classification"

    def inputs(self):
        batch = {"input_ids": objectives.ids(self.rows, self.tokens),
            "labels": torch.zeros(self.rows, dtype=torch.int64) if self.rowLabels
            else objectives.ids(self.rows, self.tokens)}
        if self.hasMask:
            batch["attention_mask"] = objectives.ids(self.rows, self.tokens)
        return batch

    def loss(self, model, batch):
        return model(**batch).loss


def windowed(_):
    """FlashAttention is told how wide a window is: it takes no mask (integrations/flash_attention.py)."""
    return lambda **_: None


def behaviour(scenario):
    """With padding, SDPA's memory-efficient kernel."""
    if not is_encoder(scenario) or scenario["attention"] == "eager":
        return contextlib.nullcontext()
    if scenario["attention"] == "flash":
        from transformers.models.modernbert import modeling_modernbert as module
        return cuda.replaced(module, "create_bidirectional_sliding_window_mask", windowed)
    return cuda.replaced(torch.nn.functional, "scaled_dot_product_attention", cuda.efficient)
