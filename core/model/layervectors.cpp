// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layervectors.h"

namespace shardscope {

double attentionVectors(const ModelSpec &spec)
{
    const auto q = static_cast<double>(spec.queryWidth());
    const auto c = static_cast<double>(spec.kvWidth());
    double count = spec.attentionSinks ? static_cast<double>(spec.heads) : 0;
    if (spec.hasExpertHeads()) // biases of what both kinds of expert give
        return 2.0 * static_cast<double>(spec.hidden);
    if (spec.attentionOutputBias)
        count += static_cast<double>(spec.hidden);
    if (spec.latent) {
        const auto a = static_cast<double>(spec.latent->queryRank);
        const auto k = static_cast<double>(spec.latent->kvRank);
        // The compressed query and key-value each have an RMSNorm, and a bias where asked for.
        count += a + k;
        if (spec.queryKeyValueBias)
            count += a + k + static_cast<double>(spec.latent->ropeDim);
        return count;
    }
    if (spec.queryKeyValueBias)
        count += static_cast<double>(spec.projectedQuery()) + 2 * c;
    const double vectors = spec.norm == NormKind::Layer ? 2 : 1; // Persimmon's have a bias
    if (spec.queryKeyNorm == QueryKeyNorm::PerHead)
        count += 2 * vectors * static_cast<double>(spec.headDim);
    if (spec.queryKeyNorm == QueryKeyNorm::FullWidth || spec.queryKeyNorm == QueryKeyNorm::EachHead)
        count += q + c;
    return count;
}

namespace {

/// Of a gated delta rule: its convolution, the two vectors of its decay, and its norm.
double deltaVectors(const DeltaRule &delta)
{
    return static_cast<double>(
        delta.mixedWidth() * delta.kernel + 2 * delta.valueHeads + delta.valueDim);
}

/// Of a state space: its convolution, three numbers for each head, its norm, and biases.
double stateVectors(const ModelSpec &spec, const StateSpace &space)
{
    const std::int64_t convolution
        = space.convolvedWidth() * (space.kernel + (space.convolutionBias ? 1 : 0));
    const std::int64_t biases
        = (space.inputBias ? space.projectedWidth() : 0) + (space.outputBias ? spec.hidden : 0);
    const std::int64_t norm = space.norm == StateNorm::None ? 0 : space.width();
    const std::int64_t selection
        = space.selectionNorm == SelectionNorm::Weighed ? space.stepRank + 2 * space.stateDim : 0;
    if (space.isSelective()) // A_log, D and the bias of dt_proj; norms of steps, inputs and outputs
        return static_cast<double>(
            convolution + space.width() * (space.stateDim + 2) + selection + biases);
    return static_cast<double>(convolution + 3 * space.heads + norm + biases);
}

/// Gemma 3n and 4: norms of heads, biases, the norm behind a layer's own embedding, what belongs to
/// experts beside the dense MLP, but for their matrices, and of several streams the scale of the
/// one that ran, and the norms of the router and of the residual of low rank.
double mixedVectors(const ModelSpec &spec, const ModelSpec &shaped, const LayerForm &form)
{
    const bool makesKeys = form.keys != KeySource::Taken;
    const bool makesValues = makesKeys && !(form.seesAll && spec.mixed->keysAreValues);
    const auto h = static_cast<double>(spec.hidden);
    double count = static_cast<double>(shaped.headDim) * (makesKeys ? 2 : 1);
    if (spec.queryKeyValueBias)
        count += static_cast<double>(shaped.queryWidth())
            + static_cast<double>(shaped.kvWidth()) * ((makesKeys ? 1 : 0) + (makesValues ? 1 : 0));
    if (spec.attentionOutputBias)
        count += h;
    if (spec.layerEmbeddings)
        count += h;
    if (spec.altUp)
        count += 3 * h;
    if (form.isSparse()) // three norms, and the router's two vectors
        count += 3 * h + h + spec.experts->count;
    return count;
}

double vectorsOf(const ModelSpec &spec, const LayerForm &form)
{
    if (form.seesImages) // norms of query and key, two gates
        return attentionVectors(spec) + 2 * static_cast<double>(spec.headDim) + 2;
    switch (form.mixer) {
    case Mixer::None:
        return 0;
    case Mixer::Attention:
        break;
    case Mixer::DeltaRule:
        return deltaVectors(*spec.delta);
    case Mixer::StateSpace:
        return stateVectors(spec, *spec.stateSpace);
    case Mixer::AttentionAndStateSpace:
        return attentionVectors(spec) + stateVectors(spec, *spec.stateSpace);
    case Mixer::Convolution: {
        const ShortConvolution &convolution = *spec.convolution;
        const auto h = static_cast<double>(spec.hidden);
        return h * static_cast<double>(convolution.kernel) + (convolution.bias ? 5 * h : 0);
    }
    case Mixer::Lightning:
        return static_cast<double>(spec.queryWidth()); // its norm
    }
    return attentionVectors(spec);
}

} // namespace

double mixerVectors(const ModelSpec &spec, const LayerForm &form)
{
    if (spec.mixed)
        return mixedVectors(spec, spec.shapedAs(form), form);
    return spec.unlikeHeads ? vectorsOf(spec.shapedAs(form), form) : vectorsOf(spec, form);
}

double indexerVectors(const ModelSpec &spec, const LayerForm &form)
{
    return spec.indexer && !form.reusesChoice ? 2.0 * static_cast<double>(spec.indexer->headDim)
                                              : 0;
}

} // namespace shardscope
