// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parameters.h"

#include "core/model/families.h"
#include "core/model/layerforms.h"
#include "core/model/layervectors.h"

#include <algorithm>

namespace shardscope {

namespace {

/// modeling_deepseek_v32.py, DeepseekV32Indexer: it runs under torch.no_grad, and
/// _keep_in_fp32_modules names its last matrix, which quantisers leave alone.
template <class Visit>
void visitIndexer(const ModelSpec &spec, const Indexer &indexer, const Visit &visit)
{
    visit(Linear{.name = "wq_b",
        .in = spec.latent->queryRank,
        .out = indexer.heads * indexer.headDim,
        .learns = false});
    visit(Linear{.name = "wk", .in = spec.hidden, .out = indexer.headDim, .learns = false});
    visit(Linear{.name = "weights_proj",
        .in = spec.hidden,
        .out = indexer.heads,
        .staysWide = true,
        .learns = false});
}

template <class Visit>
void visitLatent(const ModelSpec &spec, const LatentAttention &latent, const Visit &visit)
{
    const std::int64_t h = spec.hidden;
    const std::int64_t n = spec.heads;
    const std::int64_t queryWidth = n * (latent.nopeDim + latent.ropeDim);
    if (latent.queryRank > 0) {
        visit(Linear{"q_a_proj", h, latent.queryRank});
        visit(Linear{"q_b_proj", latent.queryRank, queryWidth});
    } else {
        visit(Linear{"q_proj", h, queryWidth});
    }
    visit(Linear{"kv_a_proj_with_mqa", h, latent.kvRank + latent.ropeDim});
    visit(Linear{"kv_b_proj", latent.kvRank, n * (latent.nopeDim + latent.valueDim)});
    visit(Linear{"o_proj", n * latent.valueDim, h});
}

template <class Visit>
void visitAttention(const ModelSpec &spec, const LinearNames &names, const Visit &visit)
{
    if (spec.latent)
        return visitLatent(spec, *spec.latent, visit);
    const std::int64_t h = spec.hidden;
    const std::int64_t q = spec.queryWidth();
    const std::int64_t c = spec.kvWidth();
    if (spec.hasExpertHeads()) {
        visit(Linear{spec.experts->linearRouter, h, spec.experts->count});
        visit(Linear{"kv_proj", h, 2 * c});
        return;
    }
    if (!names.fusedAttention.empty()) {
        visit(Linear{names.fusedAttention, h, q + 2 * c});
    } else {
        visit(Linear{names.query, h, spec.projectedQuery()});
        visit(Linear{names.key, h, c});
        visit(Linear{names.value, h, c});
    }
    if (spec.modules.gatesHeads)
        visit(Linear{"g_proj", h, spec.heads});
    if (spec.modules.hasGateMatrix)
        visit(Linear{"gate_proj", h, q});
    visit(Linear{names.output, q, h});
}

template <class Visit>
void visitDeltaRule(const ModelSpec &spec, const DeltaRule &delta, const Visit &visit)
{
    const std::int64_t h = spec.hidden;
    const std::int64_t v = delta.valueWidth();
    if (delta.isApart) {
        visit(Linear{"q_proj", h, delta.keyWidth()});
        visit(Linear{"k_proj", h, delta.keyWidth()});
        visit(Linear{"v_proj", h, v});
        visit(Linear{"a_proj", h, delta.valueHeads});
        visit(Linear{"b_proj", h, delta.valueHeads});
        visit(Linear{"g_proj", h, v});
    } else if (delta.joinsProjections) {
        visit(Linear{"in_proj_qkvz", h, delta.mixedWidth() + v});
        visit(Linear{"in_proj_ba", h, 2 * delta.valueHeads});
    } else {
        visit(Linear{"in_proj_qkv", h, delta.mixedWidth()});
        visit(Linear{"in_proj_z", h, v});
        visit(Linear{"in_proj_b", h, delta.valueHeads});
        visit(Linear{"in_proj_a", h, delta.valueHeads});
    }
    visit(Linear{delta.isApart ? "o_proj" : "out_proj", v, h});
}

template <class Visit>
void visitStateSpace(const ModelSpec &spec, const StateSpace &space, const Visit &visit)
{
    visit(Linear{"in_proj", spec.hidden, space.projectedWidth()});
    if (space.isSelective()) {
        visit(Linear{"x_proj", space.width(), space.stepRank + 2 * space.stateDim});
        visit(Linear{"dt_proj", space.stepRank, space.width()});
    }
    visit(Linear{"out_proj", space.width(), spec.hidden});
}

template <class Visit>
void visitMixer(const ModelSpec &spec, const LinearNames &names, Mixer mixer, const Visit &visit)
{
    switch (mixer) {
    case Mixer::None:
        break;
    case Mixer::Attention:
        visitAttention(spec, names, visit);
        break;
    case Mixer::DeltaRule:
        visitDeltaRule(spec, *spec.delta, visit);
        break;
    case Mixer::AttentionAndStateSpace:
        visitAttention(spec, names, visit);
        visitStateSpace(spec, *spec.stateSpace, visit);
        break;
    case Mixer::StateSpace:
        visitStateSpace(spec, *spec.stateSpace, visit);
        break;
    case Mixer::Convolution:
        visit(Linear{"in_proj", spec.hidden, 3 * spec.hidden});
        visit(Linear{"out_proj", spec.hidden, spec.hidden});
        break;
    case Mixer::Lightning:
        visit(Linear{"qkv_proj", spec.hidden, 3 * spec.queryWidth()});
        visit(Linear{"output_gate", spec.hidden, spec.queryWidth()});
        visit(Linear{"out_proj", spec.queryWidth(), spec.hidden});
        break;
    }
}

/// T5DenseActDense, beside T5DenseGatedActDense, names its one opening matrix otherwise.
std::string_view upName(const ModelSpec &spec, const LinearNames &names)
{
    const bool isPlainT5 = spec.seq2seq && isOfT5(spec.seq2seq->code) && !spec.gatedMlp;
    return isPlainT5 ? "wi" : names.up;
}

template <class Visit>
void visitMlp(
    const ModelSpec &spec, const LinearNames &names, std::int64_t width, const Visit &visit)
{
    const std::int64_t h = spec.hidden;
    if (!names.fusedGate.empty()) {
        visit(Linear{names.fusedGate, h, 2 * width});
    } else {
        if (spec.gatedMlp)
            visit(Linear{names.gate, h, width});
        visit(Linear{upName(spec, names), h, width});
    }
    visit(Linear{.name = names.down, .in = width, .out = h, .staysWide = spec.keepsDownWide()});
}

/// modeling_gemma3n.py, Gemma3nTextAltUp and Gemma3nTextLaurelBlock.
template <class Visit>
void visitAltUp(const ModelSpec &spec, const AltUp &altUp, const Visit &visit)
{
    const std::int64_t streams = altUp.streams;
    visit(Linear{"correction_coefs", streams, streams});
    visit(Linear{"prediction_coefs", streams, streams * streams});
    visit(Linear{"modality_router", spec.hidden, streams});
    visit(Linear{"linear_left", spec.hidden, altUp.residualRank});
    visit(Linear{"linear_right", altUp.residualRank, spec.hidden});
}

/// Gemma 3n and 4: `shaped` has the sizes of the layer's form.
template <class Visit>
void visitMixed(
    const ModelSpec &spec, const ModelSpec &shaped, const LayerForm &form, const Visit &visit)
{
    const LinearNames &names = linearNames(spec);
    const std::int64_t h = spec.hidden;
    visit(Linear{names.query, h, shaped.queryWidth()});
    if (form.keys != KeySource::Taken) {
        visit(Linear{names.key, h, shaped.kvWidth()});
        if (!(form.seesAll && spec.mixed->keysAreValues))
            visit(Linear{names.value, h, shaped.kvWidth()});
    }
    visit(Linear{names.output, shaped.queryWidth(), h});
    visitMlp(shaped, names, shaped.intermediate, visit);
    if (form.isSparse())
        visit(Linear{"proj", h, spec.experts->count});
    if (spec.altUp)
        visitAltUp(spec, *spec.altUp, visit);
    if (!spec.layerEmbeddings)
        return;
    visit(Linear{"per_layer_input_gate", h, spec.layerEmbeddings->width});
    visit(Linear{"per_layer_projection", spec.layerEmbeddings->width, h});
}

/// The one list of a layer's matrices; everything here that counts them goes through it.
template <class Visit>
void visitLinears(const ModelSpec &spec, const LayerForm &form, const Visit &visit)
{
    const LinearNames &names = linearNames(spec);
    if (spec.mixed)
        return visitMixed(spec, spec.shapedAs(form), form, visit);
    if (spec.unlikeHeads)
        visitMixer(spec.shapedAs(form), names, form.mixer, visit);
    else
        visitMixer(spec, names, form.mixer, visit);
    if (spec.indexer && !form.reusesChoice)
        visitIndexer(spec, *spec.indexer, visit);
    if (hasCrossAttention(form.stack))
        visitMixer(spec, names, form.mixer, visit);
    if (form.feed == Feed::None)
        return;
    if (form.feed == Feed::Dense)
        return visitMlp(spec, names, spec.intermediate, visit);
    const Experts &experts = *spec.experts;
    if (!experts.linearRouter.empty())
        visit(Linear{.name = experts.linearRouter,
            .in = spec.hidden,
            .out = experts.count,
            .staysWide = spec.modules.router == Router::SparseMixer});
    if (experts.latent > 0) {
        visit(Linear{"fc1_latent_proj", spec.hidden, experts.latent});
        visit(Linear{"fc2_latent_proj", experts.latent, spec.hidden});
    }
    if (spec.experts->sharedWidth == 0)
        return;
    visitMlp(spec, names, spec.experts->sharedWidth, visit);
    if (spec.experts->sharedGate)
        visit(Linear{"shared_expert_gate", spec.hidden, 1});
}

} // namespace

double normParameters(const ModelSpec &spec)
{
    switch (spec.norm) {
    case NormKind::Rms:
    case NormKind::GemmaRms:
    case NormKind::RmsOfStream:
    case NormKind::RmsCastLast:
    case NormKind::RmsInSingle:
    case NormKind::LayerInSingle:
    case NormKind::LayerWithoutBias:
        return static_cast<double>(spec.hidden);
    case NormKind::Layer:
    case NormKind::LayerPlusOne:
        return 2.0 * static_cast<double>(spec.hidden);
    case NormKind::LayerNoParameters:
    case NormKind::RmsNoParameters:
        break;
    }
    return 0;
}

namespace {

double mlpBiases(const ModelSpec &spec, std::int64_t rows)
{
    if (spec.modules.activation == Activation::Xielu)
        return 2; // XIELUActivation, alpha_p and alpha_n
    if (!spec.mlpBias)
        return 0;
    const auto width = static_cast<double>(rows);
    return (spec.gatedMlp ? 2 : 1) * width + static_cast<double>(spec.hidden);
}

double routerParameters(const ModelSpec &spec, const Experts &experts)
{
    const int idle = experts.hasIdleBias ? experts.count : 0;
    if (!experts.linearRouter.empty()) // one of the linear modules
        return idle;
    return idle + experts.count * (static_cast<double>(spec.hidden) + (experts.biases ? 1 : 0));
}

/// gate_up and down of one routed expert.
double expertParameters(const ModelSpec &spec, const Experts &experts)
{
    const auto h = static_cast<double>(experts.latent > 0 ? experts.latent : spec.hidden);
    const auto width = static_cast<double>(experts.width);
    const auto first = static_cast<double>(experts.firstWidth());
    return h * (first + width) + (experts.biases ? first + h : 0);
}

/// Layers whose last operation is a norm have none behind them.
bool hasFinalNorm(const ModelSpec &spec)
{
    return spec.residual != Residual::NormOfSum;
}

/// Behind the embedding and behind the layers, of one stack.
int normsOutsideLayers(const ModelSpec &spec)
{
    return (spec.embeddingNorm ? 1 : 0) + (hasFinalNorm(spec) ? 1 : 0);
}

/// Of an encoder, without the table that its head of words shares: a dense layer with a norm and a
/// bias of each word; or, of labels, the pooler, the classifier's own dense layer, or none.
/// ModernBERT's dense layer, without a bias, and its norm stand before each of them.
double encoderHeadParameters(const ModelSpec &spec)
{
    const auto h = static_cast<double>(spec.hidden);
    const bool isModern = spec.encoder->code == EncoderCode::ModernBert;
    const double dense = h * h + (isModern ? 0 : h);
    const double norm = normParameters(spec);
    const double labels = static_cast<double>(spec.labels) * (h + 1);
    switch (spec.encoder->head) {
    case EncoderHead::Words:
        break;
    case EncoderHead::Sequence:
        return dense + labels + (isModern ? norm : 0);
    case EncoderHead::Tokens:
        return labels + (isModern ? dense + norm : 0);
    case EncoderHead::Pooler:
        return spec.encoder->hasPooler() ? h : 0; // beside its matrix (linearsBesideLayers)
    }
    return dense + norm + static_cast<double>(spec.vocabulary);
}

struct LayerCount
{
    double total = 0;
    double linear = 0;
    double idle = 0; ///< parameters of the experts that a token passes by
    double largestTensor = 0;
};

/// WhisperEncoder: two convolutions of three frames each, with biases, and places.
double soundParameters(const ModelSpec &spec)
{
    const std::int64_t h = spec.hidden;
    const Seq2Seq &stacks = *spec.seq2seq;
    return static_cast<double>(3 * stacks.melBins * h + h + 3 * h * h + h + stacks.soundPlaces * h);
}

/// What belongs to a layer of an encoder-decoder beside matrices: norms, biases, T5's table of
/// biases for positions. Between the stacks stand the norm that ends the first, the places of the
/// second and the norm of what it embeds, where there are any.
double stackVectors(const ModelSpec &spec, Stack stack)
{
    const double norm = normParameters(spec);
    if (stack == Stack::Between)
        return normsOutsideLayers(spec) * norm + static_cast<double>(spec.positions * spec.hidden);
    const double biases = spec.seq2seq->hasBias(stack)
        ? static_cast<double>(spec.seq2seq->buckets * spec.heads)
        : 0;
    const int blocks = hasCrossAttention(stack) ? 2 : 1;
    // WhisperAttention: keys have no bias.
    const double keys = spec.seq2seq->hears() ? static_cast<double>(spec.kvWidth()) : 0;
    return (blocks + 1) * norm + blocks * (attentionVectors(spec) - keys)
        + mlpBiases(spec, spec.intermediate) + biases;
}

LayerCount countLayer(const ModelSpec &spec, const LayerForm &form)
{
    LayerCount layer;
    double wide = 0;
    visitLinears(spec, form, [&](const Linear &linear) {
        (linear.staysWide ? wide : layer.linear) += linear.weights();
        layer.largestTensor = std::max(layer.largestTensor, linear.weights());
    });
    if (form.stack != Stack::Alone) {
        layer.total = layer.linear + wide + stackVectors(spec, form.stack);
        return layer;
    }
    const int norms = spec.normsPerLayer - (form.isGivenNormed ? 1 : 0);
    layer.total = layer.linear + wide + norms * normParameters(spec) + indexerVectors(spec, form)
        + mixerVectors(spec, form);
    if (form.feed == Feed::None)
        return layer;
    if (!form.isSparse()) {
        layer.total += mlpBiases(spec, spec.intermediate);
        return layer;
    }
    const Experts &experts = *spec.experts;
    if (experts.sharedWidth > 0)
        layer.total += mlpBiases(spec, experts.sharedWidth);
    const double expert = expertParameters(spec, experts) + static_cast<double>(spec.headExpert());
    // Gemma 4's router is a linear module.
    layer.total += (spec.mixed ? 0 : routerParameters(spec, experts)) + experts.count * expert;
    layer.idle = (experts.count - experts.perToken) * expert;
    // All experts' gate_up is one parameter (transformers 5).
    layer.largestTensor = std::max(layer.largestTensor,
        static_cast<double>(experts.count * experts.firstWidth())
            * static_cast<double>(experts.latent > 0 ? experts.latent : spec.hidden));
    return layer;
}

/// Calls `visit` with each form of layer that there is, and how many layers are of it.
template <class Visit>
void visitForms(const ModelSpec &spec, const Visit &visit)
{
    const LayerForms forms(spec);
    for (std::size_t form = 0; form < forms.count(); ++form)
        visit(forms[form], static_cast<double>(forms.layersOf(form)));
}

void addLayers(ParameterCount &count, const LayerCount &layer, double layers)
{
    count.layersTotal += layers * layer.total;
    count.layerLinear += layers * layer.linear;
    count.active -= layers * layer.idle;
    count.largestLayer = std::max(count.largestLayer, layer.total);
    count.largestTensor = std::max(count.largestTensor, layer.largestTensor);
}

} // namespace

std::vector<Linear> linearsOf(const ModelSpec &spec, const LayerForm &form)
{
    std::vector<Linear> linears;
    visitLinears(spec, form, [&linears](const Linear &linear) { linears.push_back(linear); });
    return linears;
}

ParameterCount countParameters(const ModelSpec &spec)
{
    const auto h = static_cast<double>(spec.hidden);
    const auto vocabulary = static_cast<double>(spec.vocabulary);
    ParameterCount count;
    count.embedding = static_cast<double>(spec.inputs()) * h;
    count.positions = static_cast<double>(spec.positions) * h;
    count.head = spec.tiedEmbeddings ? 0 : static_cast<double>(spec.outputs()) * h;
    if (spec.encoder) {
        count.positions
            += static_cast<double>(spec.encoder->tokenTypes + spec.encoder->distances) * h
            + (spec.encoder->normsDistances ? normParameters(spec) : 0);
        count.head = encoderHeadParameters(spec);
    }
    count.largestTensor = std::max(count.embedding, count.positions);
    if (spec.seq2seq && spec.seq2seq->hears()) {
        count.positions = soundParameters(spec);
        count.largestTensor = std::max(count.embedding, 3 * h * h); // the second convolution
    }

    visitForms(spec, [&](const LayerForm &form, double layers) {
        addLayers(count, countLayer(spec, form), layers);
    });

    if (spec.layerEmbeddings) {
        const auto all = static_cast<double>(spec.layerInputWidth());
        count.layerTable = static_cast<double>(spec.layerEmbeddings->vocabulary) * all;
        count.total = static_cast<double>(spec.layerEmbeddings->width);
        count.largestTensor = std::max(count.largestTensor, count.layerTable);
    }
    for (const Linear &linear : linearsBesideLayers(spec)) {
        count.total += linear.weights();
        count.largestTensor = std::max(count.largestTensor, linear.weights());
    }
    const double norms = normsOutsideLayers(spec) * normParameters(spec);
    const double headBias = spec.headBias ? vocabulary : 0;
    count.total += count.embedding + count.positions + count.layersTotal + norms + count.head
        + headBias + count.layerTable;
    if (spec.tower) {
        const TowerCount tower = countTower(*spec.tower);
        count.tower = tower.blocks;
        count.projector = tower.projector;
        count.total += tower.total();
        count.largestTensor = std::max(count.largestTensor, tower.largestTensor);
    }
    count.active += count.total;
    return count;
}

LayersInTraining layersInTraining(const ModelSpec &spec)
{
    LayersInTraining sum;
    visitForms(spec, [&](const LayerForm &form, double layers) {
        const LayerCount layer = countLayer(spec, form);
        if (!form.isFrozen)
            sum.largestTrained = std::max(sum.largestTrained, layer.largestTensor);
        sum.frozen += form.isFrozen ? layers * layer.total : 0;
        sum.frozenLinear += form.isFrozen ? layers * layer.linear : 0;
    });
    return sum;
}

double fixedPlaces(const ModelSpec &spec)
{
    if (!spec.seq2seq)
        return 0;
    const std::int64_t ofBoth = fixesPlaces(spec.seq2seq->code) ? 2 * spec.positions : 0;
    return static_cast<double>((ofBoth + spec.seq2seq->soundPlaces) * spec.hidden);
}

double finalNormParameters(const ModelSpec &spec)
{
    return hasFinalNorm(spec) ? normParameters(spec) : 0;
}

} // namespace shardscope
