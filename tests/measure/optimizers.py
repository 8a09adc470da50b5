# SPDX-License-Identifier: GPL-3.0-or-later
"""Optimizers of bitsandbytes (0.50.2), torchao (0.19), GaLore (2cc66f8), APOLLO (76b3472) and LOMO (45d4bac), as transformers'
Trainer makes them, BAdam (bf989dc) as LLaMA-Factory does, SOAP (a1e5535) and Shampoo (f606606). Kernels that need values are left out: each
works in place. Paged states are tensors without memory, as they are outside torch's allocator on CUDA."""
import sys
import types

import torch

BITSANDBYTES = {
    "adamw_8bit": ("AdamW", 8, False), "paged_adamw_8bit": ("AdamW", 8, True), "paged_adamw": ("AdamW", 32, True),
    "lion_32bit": ("Lion", 32, False), "lion_8bit": ("Lion", 8, False), "paged_lion": ("Lion", 32, True),
    "ademamix": ("AdEMAMix", 32, False), "ademamix_8bit": ("AdEMAMix", 8, False),
}
TORCHAO = {"adamw_torchao_8bit": "AdamW8bit", "adamw_torchao_4bit": "AdamW4bit", "adamw_torchao_fp8": "AdamWFp8"}

LOW_RANK = {"galore_adamw", "apollo_adamw"}
IN_BACKWARD = {"lomo", "adalomo"}


def bitsandbytes_made(name, model, trained):
    import bitsandbytes.functional
    from bitsandbytes import optim
    from bitsandbytes.optim import optimizer

    for kernel in ("optimizer_update_32bit", "optimizer_update_8bit_blockwise", "prefetch_tensor", "fill"):
        setattr(bitsandbytes.functional, kernel, lambda *given, **named: None)
    bitsandbytes.functional.get_paged = lambda *shape, dtype, device: torch.empty(shape, dtype=dtype, device="meta")
    optimizer.sync_gpu = lambda tensor: None
    optimizer.Optimizer8bit.fill_qmap = lambda self: self.name2qmap.update(
        {"dynamic": torch.empty(256), "udynamic": torch.empty(256)})
    kind, bits, is_paged = BITSANDBYTES[name]
    made = getattr(optim, kind)(trained, optim_bits=bits, is_paged=is_paged)

    def state_buffer(self, p, dtype=torch.float32, copies=1):
        """As where p is on a GPU (optimizer.py, ademamix.py)."""
        shape = p.shape if copies == 1 else (copies, *p.shape)
        if not self.is_paged or p.numel() < 1e5:
            return torch.zeros(shape, dtype=dtype, device=p.device)
        return bitsandbytes.functional.get_paged(*shape, dtype=dtype, device=p.device)

    made.get_state_buffer = types.MethodType(state_buffer, made)
    if kind == "AdEMAMix":
        made._get_state_double_buffer = types.MethodType(
            lambda self, p, dtype=torch.float32: state_buffer(self, p, dtype, 2), made)
    if bits == 8:
        keep_embeddings_in_single(model)
    return made


def keep_embeddings_in_single(model):
    """transformers' trainer.py, create_optimizer."""
    from bitsandbytes import optim

    manager = optim.GlobalOptimManager.get_instance()
    manager.initialize()  # it knows parameters of earlier cases by their address
    for module in model.modules():
        if isinstance(module, torch.nn.Embedding):
            manager.register_module_override(module, "weight", {"optim_bits": 32})


def torchao_made(name, trained):
    import torchao.optim
    from torchao.optim import adam, subclass_4bit, subclass_8bit

    for module, values in ((subclass_8bit, 256), (subclass_4bit, 16)):  # which are read from tensors
        for of in ("get_qmap_signed", "get_qmap_unsigned"):
            setattr(module, of, lambda values=values: [0.0] * values)
    compiled = types.SimpleNamespace(**vars(torch))
    compiled.compile = lambda function, **named: (lambda *given: None)
    adam.torch = compiled
    return getattr(torchao.optim, TORCHAO[name])(trained)


def svd_on_cuda(matrix, full_matrices):
    """cuSOLVER's gesvdj works in a copy (aten/native/cuda/linalg/BatchLinearAlgebraLib.cpp, svd_cusolver)."""
    made = torch._C._linalg.linalg_svd(matrix, full_matrices=full_matrices)
    matrix.clone()
    return made


def low_rank_made(name, model, trained, rank):
    """trainer_optimizer.py, _setup_low_rank_optimizer, with the linear modules of the layers as optim_target_modules. Each
    step is one that projects anew."""
    targets = {id(module.weight) for path, module in model.named_modules()
               if isinstance(module, torch.nn.Linear) and ".layers." in path}
    groups = [{"params": [p for p in trained if id(p) not in targets]},
              {"params": [p for p in trained if id(p) in targets], "rank": rank, "update_proj_gap": 1, "scale": 0.25,
               "proj_type": "std"}]
    if name == "galore_adamw":
        # The projector of tensors with more dimensions, which none of these has.
        sys.modules["galore_torch.galore_projector_tensor"] = types.SimpleNamespace(GaLoreProjectorTensor=None)
        from galore_torch import galore_projector
        from galore_torch.adamw import AdamW

        linalg = types.SimpleNamespace(svd=svd_on_cuda)
        galore_projector.torch = types.SimpleNamespace(**{**vars(torch), "linalg": linalg})
        return AdamW(groups, no_deprecation_warning=True)
    from apollo_torch import apollo, random_projector

    random_projector.next_seed = lambda seed: seed + 1  # both read a tensor
    apollo.max = lambda grown, least: grown
    groups[1] |= {"proj": "random", "scale_type": "channel", "scale": 1.0}
    return apollo.AdamW(groups)


def qr_on_cuda(matrix):
    """geqrf works in Q's memory, beside the lengths of its reflections (aten/native/BatchLinearAlgebra.cpp, linalg_qr_out)."""
    made = torch._C._linalg.linalg_qr(matrix)
    matrix.new_empty(matrix.shape[-1])
    return made


def soap_made(trained):
    """nikhilvyas/SOAP's soap.py with what it takes by itself, but that each step has new eigenbases."""
    import soap

    soap.torch = types.SimpleNamespace(**vars(torch))
    soap.torch.linalg = types.SimpleNamespace(eigh=torch.linalg.eigh, qr=qr_on_cuda)
    return soap.SOAP(trained, precondition_frequency=1)


class Finite:
    """Whether all is finite, of tensors that have no values: yes."""
    def __init__(self, tensor):
        self.tensor = torch.isfinite(tensor)

    def all(self):
        self.tensor.all()
        return True


class StepsTaken:
    """A counter on the CPU, whose value is read."""
    def __init__(self):
        self.value = 0

    def add_(self, more):
        self.value += more
        return self

    def item(self):
        return self.value

    def __sub__(self, other):
        return self.value - other

    def __rpow__(self, base):
        return base**self.value


class Shampoo:
    """What Shampoo holds is there from the beginning on."""
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.step, self.zero_grad = optimizer.step, optimizer.zero_grad

    def tensors(self):
        lists = self.optimizer._per_group_state_lists
        found = [group[name] for group in lists for name in ("lr_tensor", "train_interp_coeff", "eval_interp_coeff")
                 if name in group]
        for of_parameter in self.optimizer.state.values():
            for block in of_parameter.values():
                if not isinstance(block, dict):
                    continue
                for value in block.values():
                    found += [*value.factor_matrices, *value.inv_factor_matrices] if hasattr(value, "factor_matrices") \
                        else [value]
        return found


def pack_on_cuda(matrix):
    """Of a symmetric matrix one triangle. Indices become 64-bit ones for the operation (aten/native/TensorAdvancedIndexing.cpp,
    make_info)."""
    from distributed_shampoo.utils import shampoo_utils

    rows, columns = shampoo_utils._get_triu_indices(matrix.shape[0], "cpu", 0).to(torch.int64)
    return matrix[rows, columns]


def unpack_on_cuda(packed, side):
    from distributed_shampoo.utils import shampoo_utils

    matrix = packed.new_zeros(side, side)
    indices = shampoo_utils._get_triu_indices(side, "cpu", 0)
    for first, second in ((0, 1), (1, 0)):
        places = indices.to(torch.int64)
        matrix[places[first], places[second]] = packed
        del places
    return matrix


def shampoo_made(trained, block):
    """facebookresearch/optimizers' DistributedShampoo in place of AdamW, as its README says, on one GPU."""
    import logging
    from distributed_shampoo import AdamPreconditionerConfig, DistributedShampoo
    from distributed_shampoo.preconditioner import matrix_functions, shampoo_preconditioner_list
    from distributed_shampoo.utils import shampoo_utils

    logging.disable(logging.INFO)
    shampoo_utils._get_triu_indices.cache_clear()  # of the case before
    shampoo_preconditioner_list.asdict = vars  # which copies tensors by their addresses
    shampoo_preconditioner_list.pack_upper_triangular = pack_on_cuda
    shampoo_preconditioner_list.unpack_upper_triangular = unpack_on_cuda
    least = lambda tensor: types.SimpleNamespace(item=lambda made=torch.min(tensor): 1.0)
    matrix_functions.torch = types.SimpleNamespace(**{**vars(torch), "min": least})
    shampoo_preconditioner_list.torch = types.SimpleNamespace(**{**vars(torch), "isfinite": Finite})
    made = DistributedShampoo(trained, lr=1e-3, betas=(0.9, 0.999), epsilon=1e-12, weight_decay=1e-5,
        max_preconditioner_dim=block, grafting_config=AdamPreconditionerConfig(beta2=0.999, epsilon=1e-8))
    for group in made._per_group_state_lists:
        group["step"] = StepsTaken()
    return Shampoo(made)


def badam_made(model, trained):
    """As LLaMA-Factory makes it (train/trainer_utils.py, _create_badam_optimizer), over the Trainer's own AdamW. The first layer
    is the heaviest block: all others' backward passes come before its own."""
    from badam import BlockOptimizer, block_optim

    block_optim.print_rank_0 = lambda *words: None
    torch.cuda.empty_cache = lambda: None
    made = BlockOptimizer(torch.optim.AdamW(trained, fused=True), list(model.named_parameters()), switch_mode="fixed",
                          start_block=0)
    made.tensors = lambda: list(made.param_idx2hp.values())  # copies that are there from the beginning on
    return made


class UpdatingItself:
    """As accelerate calls LOMO: the backward pass is the optimizer's, and steps do nothing (accelerator.py, lomo_backward;
    optimizer.py, step)."""
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def backward(self, loss):
        self.optimizer.fused_backward(loss, 1e-3)

    def tensors(self):
        """What it holds from the beginning on, of frozen parameters too."""
        names = ("exp_avg_sq", "exp_avg_sq_row", "exp_avg_sq_col")
        return [tensor for name in names for tensor in getattr(self.optimizer, name, {}).values()]

    def step(self):
        pass

    def zero_grad(self, set_to_none):
        self.optimizer.zero_grad(set_to_none=set_to_none)


def in_backward_made(name, model):
    from lomo_optim import AdaLomo, Lomo, adalomo

    torch.Tensor.cuda = lambda tensor: tensor
    adalomo.max = lambda least, grown: least  # one of which is in a tensor
    return UpdatingItself((AdaLomo if name == "adalomo" else Lomo)(model))


def forget():
    """bitsandbytes' manager refers to the modules that it was told of."""
    if "bitsandbytes" in sys.modules:
        from bitsandbytes import optim

        optim.GlobalOptimManager.get_instance().initialize()


def on_gpu(name, model, trained):
    """With the kernels and the memory that they have on a GPU."""
    if name in TORCHAO:
        import torchao.optim

        return getattr(torchao.optim, TORCHAO[name])(trained)
    from bitsandbytes import optim

    kind, bits, is_paged = BITSANDBYTES[name]
    if bits == 8:
        keep_embeddings_in_single(model)
    return getattr(optim, kind)(trained, optim_bits=bits, is_paged=is_paged)


def made(name, model, trained, scenario):
    if name in IN_BACKWARD:
        return in_backward_made(name, model)
    if name == "badam":
        return badam_made(model, trained)
    if name == "soap":
        return soap_made(trained)
    if name == "shampoo":
        return shampoo_made(trained, scenario.get("preconditioner_block", 1024))
    if name in LOW_RANK:
        return low_rank_made(name, model, trained, scenario.get("projection_rank", 128))
    if name in BITSANDBYTES:
        return bitsandbytes_made(name, model, trained)
    if name in TORCHAO:
        return torchao_made(name, trained)
    raise ValueError(f"unknown optimizer {name}")
