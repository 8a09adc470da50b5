// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string_view>

namespace shardscope {

/// The input that keeps a run with an indexer from being planned, as what it holds beside it is
/// not derived.
std::optional<std::string_view> indexerObstacle(const Scenario &scenario, const ModelSpec &spec);
/// What that input is to be, as the key table writes it.
std::string_view plannedBesideIndexer(std::string_view key);

/// torch 2.14 nn/parallel/distributed.py: a second forward pass ends with an error where gradients
/// of the first one are missing. The Trainer asks for those that are missing (transformers 5.12.1
/// trainer.py, find_unused_parameters) but of a model with checkpoints.
bool waitsForIndexer(const Scenario &scenario, const ModelSpec &spec);

/// Whether SDPA may be given a mask of padding beside an indexer. transformers 5.12.1
/// modeling_deepseek_v32.py, DeepseekV32Attention.forward, fills that mask of true and false with
/// the least number of the stream's dtype where the indexer has not picked a token: with true.
bool misreadsPadding(const Scenario &scenario, const ModelSpec &spec);

} // namespace shardscope
