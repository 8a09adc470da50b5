// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/validate/draft.h"
#include "tools/validate/formats.h"

#include <span>

namespace shardscope {

// What the two formats of followed steps have in common.

/// Every number of `measured` that is called one of `metrics`; there must be one at least.
void readMeasured(Fields &element, std::span<const std::string_view> metrics,
    std::optional<Error> &error, Case &item);

/// The tier that `element` names, and `core` where it names none.
Tag tierOf(Fields &element);

/// Sizes of the batch. Kernels are the reference's: no CUDA kernel ran.
void stateBatch(Draft &draft, Fields &scenario);

/// Rank, dropout and targets of LoRA; the targets are one word or a list of module names.
void stateAdapters(Draft &draft, Fields &scenario, const Json &json);

/// Refuses a run that asks for what no formula counts.
void refuseUncounted(Draft &draft, const Json &scenario);

} // namespace shardscope
