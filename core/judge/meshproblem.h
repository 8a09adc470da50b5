// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"
#include "core/scenario/move.h"

#include <optional>
#include <string_view>

namespace shardscope {

/// The first axis of the mesh that does not divide what it cuts, by its input; what "heads" and
/// "experts" say apart.
struct MeshProblem
{
    std::string_view key{};
    Move repair{};
};
std::optional<MeshProblem> meshProblem(const Scenario &scenario, const ModelSpec &spec);

/// Whether the scenario asks Megatron-LM for an axis beside data parallelism of a model, a method
/// or a precision that its own layers are not planned for.
bool cutsWhatIsNotPlanned(const Scenario &scenario, const ModelSpec &spec);

} // namespace shardscope
