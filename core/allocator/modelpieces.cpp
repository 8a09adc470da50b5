// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/modelpieces.h"

#include "core/engines/convention.h"
#include "core/engines/fsdp.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Each parameter by itself.
void addSingle(ModelPieces &pieces, const Tape &tape)
{
    for (const Parameter &parameter : tape.parameters) {
        if (parameter.isShared)
            continue;
        pieces.weights.push_back(parameter.elements);
        if (parameter.trainable)
            pieces.trained.push_back(parameter.elements);
    }
}

/// FSDP1: one flat parameter, of which rank 0 holds the first part. With use_orig_params, the
/// default of accelerate's launcher, the optimizer sees the parameters in that part. A unit whose
/// parameters are all another's, such as a tied head, has none.
void addFlat(ModelPieces &pieces, const Tape &tape, int ranks)
{
    double flat = 0;
    double left = 0;
    for (const Parameter &parameter : tape.parameters) {
        const double share = parameter.isShared ? 0 : parameter.elements / ranks;
        flat += share;
        left += parameter.trainable && parameter.isUpdated ? share : 0;
    }
    if (flat == 0)
        return;
    pieces.weights.push_back(flat);
    pieces.flattened.push_back(parametersOf(tape));
    for (const Parameter &parameter : tape.parameters) {
        if (parameter.isShared || !parameter.trainable || !parameter.isUpdated || left < 1)
            continue;
        pieces.trained.push_back(std::min(left, parameter.elements));
        left -= pieces.trained.back();
    }
}

} // namespace

std::vector<double> parametersOf(const Tape &tape)
{
    ModelPieces pieces;
    addSingle(pieces, tape);
    return pieces.weights;
}

ModelPieces piecesOf(const Workload &work, const ModelTapes &model)
{
    std::vector<const Tape *> units{model.embedding};
    for (int i = 0; i < model.layers(); ++i)
        units.push_back(&model.ofLayer(i));
    units.push_back(model.head);
    const Framework framework = frameworkFor(work.scenario.parallel);
    // DeepSpeed's and Megatron's flat buffers.
    if (framework == Framework::DeepSpeed || framework == Framework::Megatron)
        return {.weights = {1}, .trained = {1}, .flattened = {}};
    ModelPieces pieces;
    for (const Tape *unit : units) {
        if (framework == Framework::Fsdp1)
            addFlat(pieces, *unit, fsdpShards(work));
        else
            addSingle(pieces, *unit);
    }
    return pieces;
}

} // namespace shardscope
