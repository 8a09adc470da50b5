// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/workload.h"

namespace shardscope {

/// Bytes of gathered experts that ZeRO stage 3 releases and that stay on the GPU all the same, from
/// their layer's forward pass until its backward pass: the product over all experts keeps a
/// transposed view of their tensor for the backward pass (transformers 5.12, integrations/moe.py,
/// _grouped_linear; the loop over experts keeps a view of each), and DeepSpeed 0.19.6 gives the
/// parameter another storage where FSDP frees the storage itself (partition_parameters.py,
/// free_param). 0: none do.
double keptExperts(const Workload &work);

/// Bytes of the layers' frozen weights that ZeRO stage 3 gathers in the backward pass, and does not
/// release before that is over. Those that reentrant checkpoints ask for: DeepSpeed 0.19.6
/// (partitioned_param_coordinator.py, update_recompute_parameters) has them belong to the module
/// whose backward pass was begun last and is not over, which is one around them that never ends.
/// The same of any layer that a reference in disabled adapters runs between its two passes: the
/// hook behind the second one does not fire (parameter_offload.py, ds_grads_remaining). 0: none do.
double heldFrozen(const Workload &work);

} // namespace shardscope
