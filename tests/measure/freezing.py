# SPDX-License-Identifier: GPL-3.0-or-later
"""Leaves parts of a model as they are in full training."""
import torch


def layers_in(model):
    lists = [module for module in model.modules() if isinstance(module, torch.nn.ModuleList)]
    return [layer for modules in lists for layer in modules if type(layer).__name__ in tuple(model._no_split_modules)]


def freeze(model, layers, scenario):
    """Layers: the first so many, or the last where the number is below 0; and modules beside them."""
    count = scenario.get("frozen_layers", 0)
    frozen = layers[:count] if count >= 0 else layers[count:]
    names = {name for name in scenario.get("frozen_modules", "").split(",") if name}
    if "norm" in names:
        frozen.append(next(module for name, module in reversed(list(model.base_model.named_children()))
                           if "norm" in name or name.startswith("ln")))
    frozen += [module for name, module in model.named_modules() if name.rsplit(".", 1)[-1] in names - {"norm"}]
    for module in frozen:
        for parameter in module.parameters():
            parameter.requires_grad_(False)
            if scenario.get("mixed"):  # accelerate upcasts what is trained, and nothing else
                parameter.data = parameter.data.to(torch.bfloat16)
