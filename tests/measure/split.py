# SPDX-License-Identifier: GPL-3.0-or-later
"""Experts to which tokens are split by how many came to each (Granite's, JetMoe's), for steps.py."""
import contextlib

from torch._subclasses.fake_tensor import FakeTensor

import cuda

TYPES = ("granitemoe", "granitemoeshared", "granitemoehybrid", "jetmoe")


def behaviour(scenario):
    """Fake tokens have chosen nobody: as many are taken to have come to each expert."""
    architecture = scenario["architecture"]
    if architecture["model_type"] not in TYPES or not architecture.get("num_local_experts"):
        return contextlib.nullcontext()
    chosen = scenario["micro_batch"] * scenario["sequence_length"] * architecture["num_experts_per_tok"]

    def evenly(_):
        def listed(tensor):
            count = tensor.numel()
            return [chosen * (i + 1) // count - chosen * i // count for i in range(count)]
        return listed
    return cuda.replaced(FakeTensor, "tolist", evenly)
