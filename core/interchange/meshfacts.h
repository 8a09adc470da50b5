// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/interchange/factlist.h"

#include <span>

namespace shardscope {

/// A fact that cuts a model otherwise than data parallelism does.
struct AxisFact
{
    std::string_view id;
    Text name;
    std::string_view input; ///< that its degree goes to, where it is planned
};
std::span<const AxisFact> axisFacts();

/// Whether a run's engine is planned along an axis: Megatron-LM along all, torchtitan along all but
/// experts, accelerate beside FSDP2 by tensor and context parallelism, DeepSpeed by Ulysses.
bool plansAxis(std::string_view id, std::string_view engine, const FactList &facts);

} // namespace shardscope
