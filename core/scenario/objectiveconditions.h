// SPDX-License-Identifier: GPL-3.0-or-later
// When inputs of objectives beyond the next token count, and of how answers come about.
#pragma once

#include "core/scenario/conditions.h"
#include "core/scenario/objective.h"

namespace shardscope::conditions {

inline bool mayHaveReference(const Scenario &scenario)
{
    return mayRefer(scenario.training.objective);
}
inline bool isGrpo(const Scenario &scenario)
{
    return scenario.training.objective == Objective::Grpo;
}
inline bool isPpo(const Scenario &scenario)
{
    return trainsValues(scenario.training.objective);
}
inline bool hasAnswers(const Scenario &scenario)
{
    return isGrpo(scenario) || isPpo(scenario);
}
inline bool sleeps(const Scenario &scenario)
{
    return hasRolloutHere(scenario) && scenario.rollout.sleep == RolloutSleep::On;
}
inline bool generatesInVerl(const Scenario &scenario)
{
    return runsVerl(scenario) && hasRolloutHere(scenario);
}
inline constexpr Condition classification{[](const Scenario &scenario) {
                                              const Objective objective
                                                  = scenario.training.objective;
                                              return objective == Objective::Classification
                                                  || objective == Objective::TokenClassification;
                                          },
    english("errors", "training.objective classification or token-classification")};
inline constexpr Condition embedding{
    [](const Scenario &scenario) { return embedsTexts(scenario.training.objective); },
    english("errors", "training.objective embedding")};
inline bool hasTeacher(const Scenario &scenario)
{
    return distills(scenario.training.objective);
}
inline constexpr Condition distillation{inDetail<hasTeacher>,
    english("errors", "training.objective gkd with estimator detailed"),
    english("errors", "training.objective gkd")};
inline constexpr Condition distillationAtAll{
    hasTeacher, english("errors", "training.objective gkd")};
inline constexpr Condition refers{inDetail<mayHaveReference>,
    english("errors", "training.objective dpo, kto, grpo or ppo with estimator detailed"),
    english("errors", "training.objective dpo, kto, grpo or ppo")};
inline constexpr Condition refersAtAll{
    mayHaveReference, english("errors", "training.objective dpo, kto, grpo or ppo")};
inline constexpr Condition answers{inDetail<hasAnswers>,
    english("errors", "training.objective grpo or ppo with estimator detailed"),
    english("errors", "training.objective grpo or ppo")};
inline constexpr Condition answersAtAll{
    hasAnswers, english("errors", "training.objective grpo or ppo")};
inline constexpr Condition ppo{inDetail<isPpo>,
    english("errors", "training.objective ppo with estimator detailed"),
    english("errors", "training.objective ppo")};
inline constexpr Condition ppoAtAll{isPpo, english("errors", "training.objective ppo")};
inline constexpr Condition grpo{inDetail<isGrpo>,
    english("errors", "training.objective grpo with estimator detailed"),
    english("errors", "training.objective grpo")};
inline constexpr Condition grpoAtAll{isGrpo, english("errors", "training.objective grpo")};
inline constexpr Condition colocated{inDetail<hasRolloutHere>,
    english("errors",
        "training.objective grpo and rollout.engine vllm-colocate with estimator detailed"),
    english("errors", "training.objective grpo and rollout.engine vllm-colocate")};
/// A loop of answers says of others where it is not planned.
inline constexpr Condition loopAtAll{
    [](const Scenario &scenario) { return loopTraffic.holds(scenario) || isGrpo(scenario); },
    loopTraffic.words};
inline constexpr Condition verl{inDetail<runsVerl>,
    english(
        "errors", "training.objective grpo, training.loop verl and FSDP1 with estimator detailed"),
    english("errors", "training.objective grpo, training.loop verl and FSDP1")};
inline constexpr Condition verlHere{inDetail<generatesInVerl>,
    english("errors",
        "training.objective grpo, training.loop verl, FSDP1 and rollout.engine vllm-colocate with "
        "estimator detailed"),
    english("errors",
        "training.objective grpo, training.loop verl, FSDP1 and rollout.engine vllm-colocate")};
inline constexpr Condition hostMemory{[](const Scenario &scenario) {
                                          return offloading.holds(scenario)
                                              || inDetail<verlUsesHost>(scenario);
                                      },
    offloading.words};
inline constexpr Condition asleep{inDetail<sleeps>,
    english("errors", "rollout.sleep on, with training.objective grpo and estimator detailed"),
    english("errors", "rollout.sleep on, with training.objective grpo")};

} // namespace shardscope::conditions
