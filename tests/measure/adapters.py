# SPDX-License-Identifier: GPL-3.0-or-later
"""PEFT's adapters of a scenario."""
import torch

import embeddings
import seq2seq


def dequantized(module):
    """peft.utils.integrations.dequantize_module_weight, for the parameter that stands in for Params4bit."""
    state = getattr(module, "quant_state", None) or getattr(module.weight, "quant_state", None)
    if state is None:
        return module.weight
    import bitsandbytes

    return bitsandbytes.functional.dequantize_4bit(module.weight.data, state)


class OnCuda:
    """torch, to one that asks whether CUDA's autocast is on: it is where that of these CPU tensors is."""
    def __getattr__(self, name):
        return getattr(torch, name)

    @staticmethod
    def is_autocast_enabled():
        return torch.is_autocast_enabled("cpu")


class Undropped:
    """torch, to PEFT's LoHa and LoKr, which draw a number on the host for each module, and hold a factor there."""
    ONE = torch.ones(())

    def __getattr__(self, name):
        return getattr(torch, name)

    @staticmethod
    def rand(_):
        return 1.0

    @classmethod
    def tensor(cls, _):
        return cls.ONE


def names(scenario, key):
    return [name for name in scenario.get(key, "").split(",") if name] or None


def of_lora(scenario, targets, excluded, task):
    from peft import LoraConfig
    from peft.tuners.lora import bnb, dora

    dora.dequantize_module_weight = dequantized
    if scenario.get("adapter"):
        bnb.torch = OnCuda()
    return LoraConfig(r=scenario["lora_rank"], target_modules=targets, exclude_modules=excluded,
        lora_dropout=scenario.get("lora_dropout", 0.0), use_dora=scenario.get("adapter") == "dora",
        modules_to_save=names(scenario, "modules_to_save"), task_type=task)


def of_ia3(scenario, targets, excluded, task):
    from peft import IA3Config
    from peft.tuners.ia3 import bnb

    bnb.torch = OnCuda()
    feedforward = scenario.get("feedforward_modules", "auto")
    own = {"auto": None, "none": []}.get(feedforward, feedforward.split(","))
    return IA3Config(target_modules=targets, feedforward_modules=own, task_type=task)


def of_vera(scenario, targets, excluded, task):
    from peft import VeraConfig
    from peft.tuners.vera import model

    model._kaiming_init = lambda shape, generator: torch.empty(shape)  # of meta tensors no numbers are drawn
    return VeraConfig(r=scenario["lora_rank"], target_modules=targets,
        vera_dropout=scenario.get("lora_dropout", 0.0), task_type=task)


def of_norms(scenario, targets, excluded, task):
    from peft import LNTuningConfig

    return LNTuningConfig(target_modules=targets, task_type=task)


def of_prompt(scenario, targets, excluded, task):
    from peft import PromptTuningConfig

    return PromptTuningConfig(num_virtual_tokens=scenario["virtual_tokens"], task_type=task)


def of_encoder(scenario, targets, excluded, task):
    from peft import PromptEncoderConfig

    return PromptEncoderConfig(num_virtual_tokens=scenario["virtual_tokens"],
        encoder_hidden_size=scenario.get("encoder_hidden") or None, task_type=task)


def of_loha(scenario, targets, excluded, task):
    from peft import LoHaConfig
    from peft.tuners.loha import layer

    layer.torch = Undropped()
    return LoHaConfig(r=scenario["lora_rank"], target_modules=targets, task_type=task)


def of_lokr(scenario, targets, excluded, task):
    from peft import LoKrConfig
    from peft.tuners.lokr import layer

    layer.torch = Undropped()
    return LoKrConfig(r=scenario["lora_rank"], decompose_factor=scenario.get("lokr_factor", -1), target_modules=targets,
        task_type=task)


def of_oft(scenario, targets, excluded, task):
    from peft import OFTConfig

    block = scenario.get("oft_block", 32)
    return OFTConfig(r=0 if block else scenario["lora_rank"], oft_block_size=block, target_modules=targets,
        module_dropout=scenario.get("lora_dropout", 0.0), task_type=task)


def of_butterfly(scenario, targets, excluded, task):
    """Its CUDA extension is not there: PEFT makes one factor without it."""
    from peft import BOFTConfig
    from peft.tuners.boft import layer

    layer.get_fbd_cuda = lambda: None
    layer.BOFTLayer.perm2mat = lambda _, order: torch.zeros(len(order), len(order))
    blocks = scenario.get("boft_blocks", 0)
    return BOFTConfig(boft_block_size=0 if blocks else scenario.get("boft_block", 4), boft_block_num=blocks,
        boft_dropout=scenario.get("lora_dropout", 0.0), target_modules=targets, task_type=task)


def of_tokens(scenario, targets, excluded, task):
    from peft import TrainableTokensConfig

    return TrainableTokensConfig(token_indices=list(range(scenario["trained_tokens"])), task_type=task)


def of_prefix(scenario, targets, excluded, task):
    from peft import PrefixTuningConfig

    return PrefixTuningConfig(num_virtual_tokens=scenario["virtual_tokens"], task_type=task,
        prefix_projection=scenario.get("projects_prefix", False),
        encoder_hidden_size=scenario.get("encoder_hidden") or None)


KINDS = {"loha": of_loha, "lokr": of_lokr, "oft": of_oft, "boft": of_butterfly, "ia3": of_ia3, "vera": of_vera,
         "ln-tuning": of_norms, "prompt-tuning": of_prompt, "p-tuning": of_encoder, "prefix-tuning": of_prefix,
         "trainable-tokens": of_tokens}


def configured(scenario, targets, excluded):
    """`targets`: "auto" for those that PEFT has for the model's family."""
    task = "SEQ_CLS" if "num_labels" in scenario else \
        "FEATURE_EXTRACTION" if embeddings.is_apart(scenario) else seq2seq.adapted_as(scenario)
    targets = None if targets in ("auto", ["auto"]) else targets
    return KINDS.get(scenario.get("adapter"), of_lora)(scenario, targets, excluded, task)


def settled(model):
    """The tokens that prompts are made of are no buffer: they get their values here."""
    for name, tokens in getattr(model, "prompt_tokens", {}).items():
        model.prompt_tokens[name] = torch.arange(tokens.numel())
