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

} // namespace shardscope
