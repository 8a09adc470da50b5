# SPDX-License-Identifier: GPL-3.0-or-later
"""PEFT's adapters of a scenario."""
import torch


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


def configured(scenario, targets, excluded):
    from peft import LoraConfig
    from peft.tuners.lora import bnb, dora

    dora.dequantize_module_weight = dequantized
    if scenario.get("adapter"):
        bnb.torch = OnCuda()
    return LoraConfig(r=scenario["lora_rank"], target_modules=targets, exclude_modules=excluded,
        lora_dropout=scenario.get("lora_dropout", 0.0), use_dora=scenario.get("adapter") == "dora",
        modules_to_save=[name for name in scenario.get("modules_to_save", "").split(",") if name] or None,
        task_type="SEQ_CLS" if "num_labels" in scenario else "CAUSAL_LM")
