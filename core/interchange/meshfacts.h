// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/interchange/factlist.h"

#include <optional>
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

/// Whether a run's engine is planned along an axis: Megatron-LM along all, nanotron by tensor
/// parallelism and stages, torchtitan along all (experts with FSDP2), accelerate beside FSDP2 by
/// tensor and context parallelism, DeepSpeed by AutoTP, AutoEP and Ulysses, or by stages of
/// Megatron-DeepSpeed's modules.
bool plansAxis(std::string_view id, std::string_view engine, const FactList &facts);
inline constexpr Text plannedAxes = english("import",
    "Megatron-LM, nanotron's tensor parallelism and stages, torchtitan (experts with FSDP2), "
    "tensor or context parallelism beside accelerate's FSDP2, AutoTP, AutoEP, Ulysses or "
    "Megatron-DeepSpeed's stages under DeepSpeed, or data parallelism alone: no other is planned "
    "so far");

/// What is said of experts, and deals none out.
struct UndealtExperts
{
    std::string_view id; ///< of the fact
    Text why;
};
/// DeepSpeed 0.19.6 config.py: AutoEP is off unless it is enabled, and has layers of its own for
/// experts that are all on each GPU, too. Nothing where an axis is another one.
std::optional<UndealtExperts> undealtExperts(
    std::string_view axis, std::string_view engine, const FactList &facts);

} // namespace shardscope
