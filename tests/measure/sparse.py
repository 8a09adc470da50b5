# SPDX-License-Identifier: GPL-3.0-or-later
"""Models whose attention sees what an indexer has picked (DeepSeek-V3.2, GLM-5), for steps.py."""
import contextlib

import torch

import cuda

TYPES = ("deepseek_v32", "glm_moe_dsa")
WIDE = ("weights_proj",)  # _keep_in_fp32_modules, which quantisers leave alone


def behaviour(scenario):
    """What is picked is a mask: SDPA takes its memory-efficient kernel."""
    if scenario["architecture"]["model_type"] not in TYPES or scenario["attention"] == "eager":
        return contextlib.nullcontext()
    return cuda.replaced(torch.nn.functional, "scaled_dot_product_attention", cuda.efficient)
