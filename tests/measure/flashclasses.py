# SPDX-License-Identifier: GPL-3.0-or-later
"""Models whose attention has a class of its own for FlashAttention (GPT-J), for steps.py."""
import importlib

import torch

CLASSES = {"gptj": ("GPTJAttention", "GPTJFlashAttention2")}


def is_asked_for(scenario):
    return scenario["attention"] == "flash" and scenario["architecture"]["model_type"] in CLASSES


def through_sdpa(query, key, value, mask, length, dropout=0.0, **_):
    """transformers' _flash_attention_forward, of tokens before heads: SDPA takes the same kernel."""
    query, key, value = (states.transpose(1, 2) for states in (query, key, value))
    context = torch.nn.functional.scaled_dot_product_attention(query, key, value, dropout_p=dropout, is_causal=True)
    return context.transpose(1, 2)


def take(model, scenario):
    """In the place of the class that spells attention out: flash_attn, which is not here, would be asked for first."""
    kind = scenario["architecture"]["model_type"]
    module = importlib.import_module(f"transformers.models.{kind}.modeling_{kind}")
    module._flash_attention_forward = through_sdpa
    spelt, fused = (getattr(module, name) for name in CLASSES[kind])
    for part in model.modules():
        if type(part) is spelt:
            part.__class__ = fused
            part._flash_attn_uses_top_left_mask = False
    model.config._attn_implementation = "flash_attention_2"
