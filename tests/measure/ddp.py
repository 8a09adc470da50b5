# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures gradients and buckets of torch's DistributedDataParallel on CPU tensors, in multiples of one parameter:
twelve linear layers, `gradient_as_bucket_view` off and on, gradients reduced in the last of three micro-steps or in each.
"""
import contextlib

import torch
import torch.distributed
import torch.testing._internal.distributed.fake_pg as fake
from torch.distributed.algorithms.ddp_comm_hooks.debugging_hooks import noop_hook

from storages import Storages

WIDTH = 1024
LAYERS = 12


def train(views, every, accumulation=3, steps=3):
    """(peak, end) of each backward pass of the last step, and what optimizer.step() finds."""
    layers = [torch.nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(LAYERS)]
    model = torch.nn.Sequential(*layers)
    weight = layers[0].weight.nbytes
    storages = Storages()
    found = []
    with storages:
        storages.see(list(model.parameters()))
        weights = storages.live
        parallel = torch.nn.parallel.DistributedDataParallel(model, gradient_as_bucket_view=views)
        parallel.register_comm_hook(None, noop_hook)  # a fake group has no result to wait for
        optimizer = torch.optim.SGD(model.parameters(), foreach=True)
        for _ in range(steps):
            found.clear()
            for micro in range(accumulation):
                waits = not every and micro < accumulation - 1
                with parallel.no_sync() if waits else contextlib.nullcontext():
                    loss = parallel(torch.zeros(1, WIDTH)).sum()
                    storages.restart()
                    loss.backward()
                    del loss
                found.append(tuple(round((bytes - weights) / weight, 1) for bytes in (storages.peak, storages.live)))
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
    return found


if __name__ == "__main__":
    torch.distributed.init_process_group("fake", rank=0, world_size=2, store=fake.FakeStore())
    for views in (False, True):
        for every in (False, True):
            print("views" if views else "copies", "each" if every else "last", train(views, every))
