// SPDX-License-Identifier: GPL-3.0-or-later
// AdamW of projected gradients: GaLore (J. Zhao et al., 2024; galore_torch 2cc66f8) and APOLLO
// (H. Zhu et al., 2024; apollo_torch 76b3472), as transformers' Trainer makes them
// (trainer_optimizer.py, _setup_low_rank_optimizer) for the matrices of the layers.
#pragma once

#include "core/base/term.h"
#include "core/step/workload.h"

namespace shardscope {

/// Whether the optimizer projects gradients: of matrices that are trained whole.
bool projectsGradients(const Workload &work);

/// Both moments of each projected gradient, and what projects it; of tables and norms the usual
/// two. `bytes`: of an element of a gradient.
Term lowRankState(const Workload &work, double bytes);

/// What torch's storages take beyond these numbers, bytes, and APOLLO's scalars.
double lowRankRounding(const Workload &work, double bytes);

/// The most that optimizer.step() holds on top, in a step that projects anew (each 200th, and the
/// first): it updates one tensor after another, and what it has made of one is there until the
/// next one's is. cuSOLVER's own workspace is left out.
Term lowRankScratch(const Workload &work, double bytes);

} // namespace shardscope
