// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/resolve.h"

#include <optional>
#include <string_view>
#include <vector>

namespace shardscope {

/// The input that keeps a scenario's objective from being planned, as what the trainer then holds
/// is not derived.
std::optional<std::string_view> objectiveObstacle(const Scenario &scenario, const ModelSpec &spec);

/// Tokens that the decoder of an encoder-decoder can write, where a table of places bounds them.
std::int64_t longestTarget(const ModelSpec &spec);

/// Whether PPO's loop looks in the wrapper of several GPUs for the policy whose adapters it
/// disables.
bool losesAdapters(const Scenario &scenario);

/// Whether the answers to a prompt do not divide those of a step, which GRPOConfig refuses.
bool dividesGenerations(const Scenario &scenario);
/// Whether KTO has a single answer in a micro-batch, with which TRL does not start.
bool isLoneAnswer(const Training &training);

/// Whether vLLM finds no room for the KV cache of one answer, and does not start.
bool isRolloutTooSmall(const Scenario &scenario, const Resolved &resolved);

/// Whether a teacher has other words than the model, with which the loss is no loss.
bool lacksTeachersWords(const Scenario &scenario, const Resolved &resolved);

/// What there is to know of an objective's memory and time.
std::vector<Finding> objectiveFindings(const Plan &plan, const Resolved &resolved);

/// What the loss of the experts' router makes, which TRL's trainers ask for (router_aux_loss_coef):
/// it is not counted. 0: there is none.
Bytes routerLossBytes(const Scenario &scenario, const Resolved &resolved);

} // namespace shardscope
