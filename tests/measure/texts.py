# SPDX-License-Identifier: GPL-3.0-or-later
"""Decoders that only classes for images and sound wrap, for steps.py: these without their towers, trained on text."""
import importlib
from types import SimpleNamespace

# The class, the config around that of the text, and the towers that it makes.
AROUND = {
    "glm4v_text": ("glm4v", "Glm4vForConditionalGeneration", "Glm4vConfig", ("visual",)),
    "glm4v_moe_text": ("glm4v_moe", "Glm4vMoeForConditionalGeneration", "Glm4vMoeConfig", ("visual",)),
    "qwen3_omni_moe_text": ("qwen3_omni_moe", "Qwen3OmniMoeThinkerForConditionalGeneration",
        "Qwen3OmniMoeThinkerConfig", ("visual", "audio_tower")),
}


def wrapped(text, dtype, attn_implementation):
    package, model, around, towers = AROUND[text.model_type]
    classes = importlib.import_module(f"transformers.models.{package}.modeling_{package}")
    config = getattr(importlib.import_module(f"transformers.models.{package}.configuration_{package}"), around)()
    config.text_config = text
    config.tie_word_embeddings = text.tie_word_embeddings
    made = getattr(classes, model)._from_config(config, dtype=dtype, attn_implementation=attn_implementation)
    for module in list(made.modules()):
        for name in towers:
            if name in module._modules:
                setattr(module, name, None)
    return made


def kind(config):
    """What makes such a model; None where an Auto class names it."""
    if config.model_type in AROUND:
        return SimpleNamespace(from_config=wrapped)
    if config.model_type == "mistral4":
        from transformers.models.mistral4.modeling_mistral4 import Mistral4ForCausalLM
        return SimpleNamespace(from_config=Mistral4ForCausalLM._from_config)
    return None
