// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/adapterfindings.h"

#include "core/scenario/framework.h"
#include "core/scenario/mesh.h"

namespace shardscope {

namespace {

bool isPlanned(AdapterKind kind)
{
    return kind == AdapterKind::Lora || kind == AdapterKind::Dora;
}

/// PEFT 0.20 tuners/lora/layer.py, ParamWrapper: raises for DoRA, as experts are no linear module.
/// A state space's kernel reads its output matrix past the adapter.
bool adaptsWhatIsNoModule(const Training &training, const ModelSpec &spec)
{
    const LoraTargets targets(spec, training.loraTargets, training.modules);
    const bool isOfExperts
        = spec.experts && (targets.router() || targets.gateUp() || targets.down());
    return isOfExperts || (spec.stateSpace && targets.takesIn("out_proj"));
}

/// What the engine makes of tensors that the modules of DoRA read beside their own.
std::optional<std::string_view> engineObstacle(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    if (framework != Framework::Trainer && framework != Framework::Fsdp2)
        return "parallel.framework";
    // PEFT 0.20 utils/integrations.py, dequantize_module_weight: a parameter that FSDP2 has
    // gathered is no Params4bit, and is taken for the matrix as it is.
    if (framework == Framework::Fsdp2 && scenario.training.method == Method::Qlora)
        return "training.method";
    if (scenario.parallel.offload != Offload::None)
        return "parallel.offload";
    return std::nullopt;
}

} // namespace

std::optional<std::string_view> adapterObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (training.method == Method::Full || training.adapter == AdapterKind::Lora
        || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    if (!isPlanned(training.adapter))
        return "training.adapter";
    if (adaptsWhatIsNoModule(training, spec))
        return "training.lora_targets";
    if (spec.tower)
        return "vision.images";
    return engineObstacle(scenario);
}

std::optional<Finding> decomposedStart(const Scenario &scenario)
{
    const Training &training = scenario.training;
    if (training.method == Method::Full || !isPlanned(training.adapter)
        || training.loraStart == LoraStart::Default
        || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    return Finding{.id = FindingId::DecomposedStart, .severity = Severity::Information};
}

} // namespace shardscope
