// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"
#include "core/scenario/move.h"

#include <optional>
#include <string_view>

namespace shardscope {

/// The input of the first axis of the mesh that does not divide what it cuts; nothing where all do.
std::optional<std::string_view> unevenAxis(const Scenario &scenario, const ModelSpec &spec);
/// The nearest value of that input which does; empty where there is none, or all axes divide.
Move evenAxis(const Scenario &scenario, const ModelSpec &spec);

/// Whether the scenario asks Megatron-LM for an axis beside data parallelism of a model, a method
/// or a precision that its own layers are not planned for.
bool cutsWhatIsNotPlanned(const Scenario &scenario, const ModelSpec &spec);

/// Whether FSDP2 shards experts of torchtitan's.
bool shardsTitanExperts(const Scenario &scenario, const ModelSpec &spec);
/// The GPUs that would share matrices of theirs along a dimension that they do not divide
/// (b5bcd76c distributed/fsdp.py: where more share a set of experts than there are; torch 2.14
/// fully_shard: Shard(1) requires even sharding); nothing where all divides.
std::optional<int> unevenlyCutExperts(const Scenario &scenario, const ModelSpec &spec);

} // namespace shardscope
