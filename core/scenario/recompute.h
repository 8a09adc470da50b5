// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"

#include <bitset>
#include <optional>
#include <string_view>

namespace shardscope {

/// Parts of a layer that Megatron-Core's selective recomputation runs again (0.20,
/// transformer_config.py, recompute_modules).
enum class RecomputedPart {
    CoreAttention,
    ExpertActivation,
    Norms,
    LatentProjections,
    Mlp,
    Experts,
    SharedExperts
};
template <>
inline constexpr std::array<std::string_view, 7> namesOf<RecomputedPart>{
    "core_attn", "moe_act", "layernorm", "mla_up_proj", "mlp", "moe", "shared_experts"};

/// Some of them.
class RecomputedParts
{
public:
    bool has(RecomputedPart part) const { return m_parts.test(static_cast<std::size_t>(part)); }
    void add(RecomputedPart part) { m_parts.set(static_cast<std::size_t>(part)); }
    bool isEmpty() const { return m_parts.none(); }
    bool operator==(const RecomputedParts &) const = default;

private:
    std::bitset<namesOf<RecomputedPart>.size()> m_parts;
};

/// The parts of a list such as "core_attn,layernorm"; names that are none are passed over.
RecomputedParts recomputedParts(std::string_view list);
/// The first name of a list that is no part; nothing where all are.
std::optional<std::string_view> unknownPart(std::string_view list);

} // namespace shardscope
