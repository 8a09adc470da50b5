// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of settings that are not derived: rows of findingtext.cpp.
#pragma once

#include "core/judge/findingfacts.h"
#include "core/judge/findingrow.h"

#include <array>

namespace shardscope {

inline constexpr std::array refusalRows{
    FindingRow{FindingId::ObjectiveNotPlanned,
        english("findings",
            "What models with an encoder hold is not derived with %1 as it is: this is no plan of "
            "such a run."),
        {&FindingFacts::inputInTheWay}, &FindingFacts::hasEncoder},
    FindingRow{FindingId::ObjectiveNotPlanned,
        english("findings",
            "On several GPUs PPOTrainer looks for the policy's adapters in the wrapper of "
            "DistributedDataParallel, and ends with an error: it takes a reference model of its "
            "own."),
        {}, &FindingFacts::losesAdapters},
    FindingRow{FindingId::ObjectiveNotPlanned,
        english("findings",
            "What %1 holds is not derived with %2 as it is: this is no plan of such a run."),
        {&FindingFacts::objective, &FindingFacts::inputInTheWay}},
    FindingRow{FindingId::AdapterNotPlanned,
        english("findings",
            "What adapters of this kind (%1) hold is not derived with %2 as it is: this is no plan "
            "of such a run.",
            "kind, input"),
        {&FindingFacts::adapter, &FindingFacts::inputInTheWay}},
    FindingRow{FindingId::NoFp8,
        english("findings", "This GPU has no units for such 8-bit products: choose 16 bits.")},
    FindingRow{FindingId::Fp8NotPlanned,
        english("findings", "8-bit products are not derived with %1 as it is: this is no plan."),
        {&FindingFacts::inputInTheWay}},
    FindingRow{FindingId::BaseNotPlanned,
        english("findings",
            "What such a base (%1) holds is not derived with %2 as it is: this is no plan of such "
            "a "
            "run.",
            "base, input"),
        {&FindingFacts::base, &FindingFacts::inputInTheWay}},
    FindingRow{FindingId::UpdateNotPlanned,
        english("findings",
            "Updates within the backward pass are not derived with %1 as it is: this is no plan."),
        {&FindingFacts::inputInTheWay}},
    FindingRow{FindingId::ProjectionNotPlanned,
        english("findings",
            "What an optimizer of projected gradients holds is not derived with %1 as it is: this "
            "is no plan."),
        {&FindingFacts::inputInTheWay}},
    FindingRow{FindingId::OptimizerStops,
        english("findings",
            "LLaMA-Factory runs BAdam's blocks on one GPU, or under DeepSpeed ZeRO-3: here it "
            "stops with an error."),
        {}, &FindingFacts::trainsBlocks},
    FindingRow{FindingId::OptimizerStops,
        english("findings",
            "%1 keeps its preconditioners as plain tensors in fp32: with %2 as it is the first "
            "step stops with an error.",
            "optimizer, input"),
        {&FindingFacts::optimizer, &FindingFacts::inputInTheWay}},
    FindingRow{FindingId::OptimizerNotPlanned,
        english("findings",
            "Shards are flat here, and %1 takes each for a vector: it trains as Adam does, without "
            "preconditioners. This is no plan of such a run.",
            "optimizer"),
        {&FindingFacts::optimizer}, &FindingFacts::takesShardsForVectors},
    FindingRow{FindingId::OptimizerNotPlanned,
        english("findings",
            "What %1 holds is not derived with %2 as it is: this is no plan of such a run."),
        {&FindingFacts::optimizer, &FindingFacts::inputInTheWay}},
    FindingRow{FindingId::HostActivationsNotPlanned,
        english("findings",
            "Activations on the host are not derived with %1 as it is: this is no plan."),
        {&FindingFacts::inputInTheWay}},
    FindingRow{FindingId::ReentryNotPlanned,
        english(
            "findings", "Reentrant checkpoints are not derived with %1 as it is: this is no plan."),
        {&FindingFacts::inputInTheWay}},
};

} // namespace shardscope
