// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/staysgathered.h"

#include "core/engines/convention.h"
#include "core/graph/tape.h"
#include "core/model/parameters.h"
#include "core/scenario/objective.h"

#include <algorithm>

namespace shardscope {

double keptExperts(const Workload &work)
{
    const ModelSpec &spec = work.spec();
    const Training &training = work.training();
    const Parallel &parallel = work.scenario.parallel;
    const bool isSharded = parallel.strategy == Strategy::Zero3 && work.ranks() > 1
        && frameworkFor(parallel) == Framework::DeepSpeed;
    // A checkpoint keeps nothing in the forward pass.
    if (!isSharded || !spec.experts || training.checkpointing != Checkpointing::None)
        return 0;
    // Experts of linear modules, those of Llama 4, and gpt-oss' in grouped products: what is kept
    // is the parameter itself.
    const bool isKeptItself = spec.modules.attention == AttentionCode::GptOss
        && training.experts == ExpertCode::Grouped;
    if (precedesFive(training.modules) || spec.modules.router == Router::EveryToken || isKeptItself)
        return 0;
    const Experts &experts = *spec.experts;
    // Beside adapters, nothing before the first of them needs a gradient.
    const std::int64_t first = work.isFull() || spec.layers == 1 ? 0 : 1;
    std::int64_t layers = 0;
    for (std::int64_t layer = first; layer < spec.layers; ++layer)
        layers += spec.isSparse(layer) ? 1 : 0;
    const double matrix = static_cast<double>(experts.count) * static_cast<double>(experts.width)
        * static_cast<double>(spec.hidden);
    // A sum of weights and adapters is kept instead of the weights.
    const LoraTargets targets = adaptedModules(spec, training);
    const double matrices = (targets.gateUp() ? 0 : 2) + (targets.down() ? 0 : 1);
    return static_cast<double>(layers) * matrices * matrix * bytesOf(Dtype::Half);
}

double heldFrozen(const Workload &work)
{
    const Training &training = work.training();
    const bool gathers = replacesLinear(work.scenario.parallel) && work.ranks() > 1;
    if (work.isFull() || !gathers)
        return 0;
    const bool reenters = training.checkpointing == Checkpointing::Full
        && hasReentrantCheckpoints(work.scenario) && !precedesFive(training.modules);
    if (!reenters && !refersWithinSteps(work.scenario))
        return 0;
    const ParameterCount &count = work.count();
    const double packed = training.method == Method::Qlora ? count.layerLinear : 0;
    return packedBytes(training) * packed
        + recipe(training.precision).weight * (count.layersTotal - packed);
}

} // namespace shardscope
