# SPDX-License-Identifier: GPL-3.0-or-later
"""torch.compile as trainers ask for it, and what its partitioner keeps from the forward for the backward pass."""
import torch


def record(graphs):
    """Notes of each graph that is cut in two what its forward half hands to its backward half."""
    import torch._functorch.partitioners as partitioners
    import torch._inductor.compile_fx as compile_fx

    cut = partitioners.min_cut_rematerialization_partition

    def noted(joint, inputs, *rest, num_fwd_outputs, **options):
        forward, backward = cut(joint, inputs, *rest, num_fwd_outputs=num_fwd_outputs, **options)
        outputs = next(node for node in forward.graph.nodes if node.op == "output").args[0]
        graphs.append([described(node) for node in outputs[num_fwd_outputs:]])
        return forward, backward

    compile_fx.min_cut_rematerialization_partition = noted


def described(node):
    value = getattr(node, "meta", {}).get("val")
    shape = [int(size) if isinstance(size, int) else str(size) for size in value.shape] \
        if isinstance(value, torch.Tensor) else None
    dtype = str(value.dtype).split(".")[-1] if isinstance(value, torch.Tensor) else type(value).__name__
    return [node.op, str(node.target), shape, dtype]


def layers_of(model):
    lists = [module for module in model.modules() if isinstance(module, torch.nn.ModuleList)]
    return max(lists, key=lambda each: sum(p.numel() for p in each.parameters()))


def compiled(model, scenario):
    """The model as it is trained, and a list that graphs are noted in when they are made."""
    scope = scenario.get("compile")
    graphs = []
    if not scope:
        return model, graphs
    torch._dynamo.reset()
    torch._dynamo.config.recompile_limit = 64  # of layers that differ
    record(graphs)
    if scope == "model":
        return torch.compile(model), graphs
    for layer in layers_of(model):
        layer.compile()
    return model, graphs
