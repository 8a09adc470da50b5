# SPDX-License-Identifier: GPL-3.0-or-later
"""torchao's float8 training (36027d82d): linear modules of the layers, as torchtitan and accelerate convert them."""
import torch

import adapters


class OnCuda(adapters.OnCuda):
    """torch, to Float8Linear, which reads CUDA's autocast."""
    @staticmethod
    def get_autocast_gpu_dtype():
        return torch.bfloat16


RECIPES = {"rowwise-hp": "rowwise_with_gw_hp"}


def convert(model, recipe):
    from torchao.float8 import Float8LinearConfig, convert_to_float8_training, float8_linear

    float8_linear.torch = OnCuda()  # which autocast is on
    head = model.get_output_embeddings()

    def is_converted(module, name):
        """Of two dimensions that divide by 16, as torchtitan's and accelerate's filters ask."""
        return module is not head and module.in_features % 16 == 0 and module.out_features % 16 == 0

    config = Float8LinearConfig.from_recipe_name(RECIPES.get(recipe, recipe))
    convert_to_float8_training(model, config=config, module_filter_fn=is_converted)
