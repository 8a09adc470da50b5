// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/layers.h"

#include "core/modules/altup.h"
#include "core/modules/attention.h"
#include "core/modules/deltarule.h"
#include "core/modules/disentangled.h"
#include "core/modules/encoder.h"
#include "core/modules/imagelayers.h"
#include "core/modules/lightning.h"
#include "core/modules/mixedattention.h"
#include "core/modules/mixedlayers.h"
#include "core/modules/mlp.h"
#include "core/modules/prefix.h"
#include "core/modules/seq2seq.h"
#include "core/modules/statespace.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// One decoder layer of one family's form.
class LayerWriter
{
public:
    LayerWriter(ModuleWriter &write, const LayerKind &kind)
        : m_write(write)
        , m_tape(write.tape)
        , m_kind(kind)
        , m_form(kind.form)
    { }

    TensorId layer(TensorId x)
    {
        const bool isOneBlock = m_form.mixer == Mixer::None || m_form.feed == Feed::None;
        const TensorId result = isOneBlock ? oneBlock(x) : ofKind(x);
        for (const TensorId id : m_write.heldToEnd)
            m_tape.stillHeld(id);
        m_tape.stillHeld(m_write.attentionWeights);
        if (m_write.spec.indexer && m_write.spec.indexer->handsOn)
            m_tape.stillHeld(m_write.choice);
        return result;
    }

private:
    TensorId ofKind(TensorId x)
    {
        if (m_form.seesImages)
            return seeing(x);
        if (m_form.mixer == Mixer::DeltaRule && m_write.spec.delta->isApart)
            return preNorm(x); // OlmoHybridLinearAttentionDecoderLayer
        switch (m_write.spec.residual) {
        case Residual::PreNorm:
            break;
        case Residual::SandwichNorm:
            return sandwich(x);
        case Residual::PostNorm:
            return postNorm(x);
        case Residual::NormOfSum:
            return writeNormOfSumLayer(m_write, x, distances());
        case Residual::Parallel:
            return parallel(x);
        case Residual::NormedStream:
            return normedStream(x);
        }
        return preNorm(x);
    }

    /// DeBERTa's rows of distances, or none.
    TensorId distances()
    {
        return hasDistances(m_write.spec) ? writeTaken(m_write, m_kind, Common::Distances)
                                          : NoTensor;
    }
    TensorId norm(std::string_view name, TensorId x)
    {
        return m_write.norm(name, x, m_write.hidden(), m_write.streamRows());
    }
    /// What mixes the tokens.
    TensorId attention(TensorId x)
    {
        switch (m_form.mixer) {
        case Mixer::None:
        case Mixer::Attention:
            break;
        case Mixer::DeltaRule:
            return writeDeltaRule(m_write, x);
        case Mixer::StateSpace:
            return writeStateSpace(m_write, x);
        case Mixer::AttentionAndStateSpace:
            return bothMixers(x);
        case Mixer::Convolution:
            return writeShortConvolution(m_write, x);
        case Mixer::Lightning:
            return writeLightningAttention(m_write, x);
        }
        return m_write.summed(writeAttention(m_write, m_write.gathered(x)));
    }
    /// FalconH1DecoderLayer: each scaled, then added up.
    TensorId bothMixers(TensorId x)
    {
        const TensorId state = m_tape.scale(writeStateSpace(m_write, x));
        const TensorId scaled = m_tape.scale(x);
        const TensorId attended = m_tape.scale(writeAttention(m_write, scaled));
        m_tape.stillHeld(x);
        const TensorId sum = m_tape.add(state, attended);
        m_write.heldToEnd = {state, attended};
        return sum;
    }
    TensorId mlp(TensorId x)
    {
        return m_form.isSparse()
            ? writeExperts(m_write, x)
            : m_write.summed(writeMlp(m_write, m_write.gathered(x), m_write.width()));
    }
    TensorId dropped(TensorId x) { return m_write.dropout(x, m_write.traits.hiddenDropout); }
    TensorId droppedAttention(TensorId x)
    {
        const ModuleTraits &traits = m_write.traits;
        return traits.dropsMlpAlone || dropsInAttention(traits) ? x : dropped(x);
    }

    /// The stream, and what a block adds to it.
    TensorId joined(TensorId stream, TensorId added)
    {
        const TensorId scaled = m_write.traits.scalesResidual ? m_tape.scale(added) : added;
        const TensorId sum = m_tape.add(stream, scaled);
        m_tape.stillHeld(added);
        return sum;
    }

    /// Nemotron-H, Mamba: a mixer or an MLP, not both.
    TensorId oneBlock(TensorId x)
    {
        const bool isWide = m_write.traits.streamInSingle;
        const TensorId read = isWide ? m_tape.cast(x, m_write.settings.norms) : x;
        const TensorId normed = norm("input_layernorm", read);
        m_tape.stillHeld(read);
        const TensorId stream = isWide ? m_tape.cast(x, Dtype::Single) : x;
        return joined(stream, m_form.mixer == Mixer::None ? mlp(normed) : attention(normed));
    }

    TensorId preNorm(TensorId x)
    {
        const ModuleTraits &traits = m_write.traits;
        const bool isGpt2
            = traits.attention == AttentionCode::Gpt2 || traits.attention == AttentionCode::GptNeo;
        // StarCoder 2 and Seed-OSS drop out within attention and MLP.
        const bool dropsWithin
            = traits.attention == AttentionCode::Standard && traits.hiddenDropout > 0;
        const TensorId first = m_kind.form.isGivenNormed ? x : norm("input_layernorm", x);
        const TensorId attended = droppedAttention(attention(first));
        if (dropsWithin)
            m_tape.stillHeld(first);
        const TensorId middle = joined(x, attended);
        for (const TensorId held : m_write.heldToSum)
            m_tape.stillHeld(held);
        if (isGpt2)
            m_tape.stillHeld(first);
        const TensorId second = norm("post_attention_layernorm", middle);
        const TensorId fed = dropped(mlp(second));
        if (dropsWithin)
            m_tape.stillHeld(second);
        const TensorId result = joined(middle, fed);
        const bool isLlama4 = traits.attention == AttentionCode::Llama4;
        if (isGpt2 || isLlama4 || traits.namesParts || m_write.spec.encoder)
            m_tape.stillHeld(attended);
        if (isGpt2)
            m_tape.stillHeld(second);
        if (traits.namesParts)
            m_tape.stillHeld(first);
        return result;
    }

    /// MllamaCrossAttentionDecoderLayer; without images it is passed over.
    TensorId seeing(TensorId x)
    {
        if (!m_write.settings.tower)
            return passedOver(x);
        const TensorId attended = writeImageAttention(m_write, m_kind, norm("input_layernorm", x));
        const TensorId middle
            = joined(x, writeImageGate(m_write, "cross_attn_attn_gate", attended));
        m_tape.stillHeld(attended);
        const TensorId fed = writeSeeing(m_write, mlp(norm("post_attention_layernorm", middle)));
        const TensorId result = joined(middle, writeImageGate(m_write, "cross_attn_mlp_gate", fed));
        m_tape.stillHeld(fed);
        return result;
    }
    /// A layer that is not called: its weights get no gradient.
    TensorId passedOver(TensorId x)
    {
        const std::size_t before = m_tape.parameters();
        for (const Linear &linear : linearsOf(m_write.spec, m_form)) {
            const auto in = static_cast<double>(linear.in);
            const auto out = static_cast<double>(linear.out);
            m_tape.beginModule();
            m_write.weight(linear.name, out, in);
            m_tape.endModule();
            m_write.unheardAdapter(linear.name, in, out);
        }
        m_tape.beginModule(); // norms of the stream, of query and key, and gates
        for (const double width :
            {m_write.hidden(), m_write.hidden(), m_write.headDim(), m_write.headDim(), 1.0, 1.0})
            m_write.normWeight("unused", width);
        m_tape.endModule();
        m_tape.leaveUnreached(m_tape.parameters() - before);
        return writeHandedOn(m_tape, x);
    }

    /// Gemma 2 and 3.
    TensorId sandwich(TensorId x)
    {
        const TensorId attended = attention(norm("input_layernorm", x));
        const TensorId middle = joined(x, norm("post_attention_layernorm", attended));
        const TensorId fed = mlp(norm("pre_feedforward_layernorm", middle));
        return joined(middle, norm("post_feedforward_layernorm", fed));
    }

    /// OLMo 2.
    TensorId postNorm(TensorId x)
    {
        const TensorId middle = joined(x, norm("post_attention_layernorm", attention(x)));
        return joined(middle, norm("post_feedforward_layernorm", mlp(middle)));
    }

    /// MiniMaxDecoderLayer: the stream is the norm that a block was given.
    TensorId normedStream(TensorId x)
    {
        const TensorId first = norm("input_layernorm", x);
        const TensorId middle = scaledSum(first, attention(first));
        const TensorId second = norm("post_attention_layernorm", middle);
        return scaledSum(second, mlp(second));
    }
    TensorId scaledSum(TensorId stream, TensorId added)
    {
        const TensorId kept = m_tape.scale(stream);
        const TensorId sum = m_tape.add(kept, m_tape.scale(added));
        m_tape.stillHeld({stream, added});
        return sum;
    }

    /// Attention and MLP read the same stream.
    TensorId parallel(TensorId x)
    {
        return m_write.traits.attention == AttentionCode::Falcon ? falcon(x) : sideBySide(x);
    }

    /// GPT-NeoX and Phi: dropout on each, then both are added.
    TensorId sideBySide(TensorId x)
    {
        const bool hasOneNorm = m_write.spec.normsPerLayer == 1;
        const TensorId normed = norm("input_layernorm", x);
        const TensorId attended = droppedAttention(attention(normed));
        const TensorId fed
            = dropped(mlp(hasOneNorm ? normed : norm("post_attention_layernorm", x)));
        const TensorId result = addsToStreamFirst() ? m_tape.add(m_tape.add(x, attended), fed)
                                                    : m_tape.add(m_tape.add(fed, attended), x);
        m_tape.stillHeld(fed);
        m_tape.stillHeld(attended);
        if (hasOneNorm)
            m_tape.stillHeld(normed);
        return result;
    }

    /// residual + attention + mlp; GPT-NeoX and Phi add the residual last. Under autocast the
    /// order says how many gradients are cast.
    bool addsToStreamFirst() const
    {
        constexpr std::array<std::string_view, 3> families{"cohere", "cohere2", "stablelm"};
        return std::find(families.begin(), families.end(), m_write.spec.modelType)
            != families.end();
    }

    TensorId falcon(TensorId x)
    {
        const TensorId first = norm("input_layernorm", x);
        const TensorId second
            = m_write.spec.normsPerLayer == 1 ? first : norm("post_attention_layernorm", x);
        const TensorId attended = attention(first);
        const TensorId fed = m_tape.addInPlace(mlp(second), attended);
        const TensorId result = m_tape.add(x, dropped(fed));
        m_tape.stillHeld({first, second, attended, fed});
        return result;
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const LayerKind &m_kind;
    const LayerForm &m_form;
};

bool isPlainDecoder(const ModelSpec &spec)
{
    const bool isPlain = !spec.latent && !spec.hasState() && !spec.attentionSinks && spec.gatedMlp
        && !spec.imageLayers;
    const bool isSeparate
        = spec.modules.fusedSplit == FusedSplit::None && linearNames(spec).fusedGate.empty();
    return isPlain && isSeparate && spec.positions == 0 && !spec.embeddingNorm
        && spec.residual == Residual::PreNorm && spec.norm == NormKind::Rms && !spec.unlikeHeads;
}

} // namespace

bool hasTitanExperts(const ModelSpec &spec)
{
    const Router router = spec.modules.router;
    return spec.experts && !spec.experts->isSplit && !spec.experts->besideDense
        && !spec.experts->biases && spec.experts->isGated && spec.experts->latent == 0
        && spec.experts->linearRouter.empty() && !spec.indexer
        && (router == Router::Softmax || router == Router::SoftmaxInSingle
            || router == Router::Sigmoid);
}

bool hasDtensorPlan(const ModelSpec &spec, int tensorRanks)
{
    // What experts and norms of heads take of shared matrices is not derived.
    const bool isWhole = tensorRanks == 1;
    const bool normsHeads = spec.queryKeyNorm == QueryKeyNorm::None
        || (spec.queryKeyNorm == QueryKeyNorm::PerHead && isWhole);
    return isPlainDecoder(spec) && !spec.tiedEmbeddings && normsHeads
        && (!spec.experts || (isWhole && hasTitanExperts(spec)));
}

bool hasAutoTpPlan(const ModelSpec &spec)
{
    return tensorPlanOf(spec) == TensorPlan{};
}

Tape layerTape(const LayerSettings &settings, const LayerKind &kind)
{
    if (settings.spec.altUp)
        return altUpLayerTape(settings, kind);
    if (settings.spec.mixed)
        return mixedLayerTape(settings, kind);
    if (settings.spec.seq2seq)
        return stackLayerTape(settings, kind);
    TapeBuilder tape(settings.autocast, settings.tracks);
    ModuleWriter write(tape, settings);
    write.hasRotary = kind.hasRotary;
    write.reusesChoice = kind.form.reusesChoice;
    const bool addsPlaces = settings.spec.modules.attention == AttentionCode::Xglm;
    const Dtype first = addsPlaces ? promoted(settings.tables, settings.buffers) : settings.tables;
    const TensorId x = tape.input(write.streamRows() * write.hidden(),
        kind.startsStream ? first : settings.stream(), kind.inputRequiresGrad);
    takePrefix(write);
    const bool isCast = addsPlaces && settings.castsInputs;
    const TensorId result
        = LayerWriter(write, kind).layer(isCast ? tape.cast(x, settings.weights) : x);
    tape.stillHeld({write.prefix.key, write.prefix.value});
    Tape layer = tape.finish(result);
    if (write.spec.returnsScores())
        layer.returned = write.attentionWeights;
    // GlmMoeDsaModel.forward: the next layer is given it, whether or not it has an indexer.
    if (write.spec.indexer && write.spec.indexer->handsOn && !kind.form.reusesChoice)
        layer.returned = write.choice;
    return layer;
}

// torchtitan models/llama3/infra/parallelize.py, _get_custom_policy: the first product, the
// third...
void pickForSelectiveCheckpoint(Tape &layer)
{
    int products = 0;
    for (Op &op : layer.ops) {
        const bool isProduct = op.name == "linear";
        const bool isOddProduct = isProduct && ++products % 2 == 1;
        op.isPicked |= isOddProduct || op.name == "flash_attention";
        for (const TensorId id : op.outputs) {
            if (op.isPicked && id != NoTensor && layer.at(id).holding == Holding::Working)
                layer.at(id).holding = Holding::Saved;
        }
    }
}

namespace {

/// PEFT 0.20 peft_model.py, PeftModelForCausalLM.forward: trained tokens in front of the words'.
TensorId prompted(ModuleWriter &write, TensorId words)
{
    TapeBuilder &tape = write.tape;
    const LayerSettings &settings = write.settings;
    const AdapterSettings &adapters = *settings.adapters;
    const double rows = settings.batch * adapters.virtualTokens;
    tape.beginModule();
    const TensorId table = tape.parameter({.name = "prompt_embedding",
        .elements = adapters.virtualTokens * write.hidden(),
        .rows = adapters.virtualTokens,
        .dtype = adapters.dtype,
        .isAdapter = true});
    const TensorId ids = tape.outside(rows, Dtype::Wide);
    TensorId made = tape.lookup("prompt", table, ids, rows * write.hidden());
    tape.last().gradients[0] = bytesOf(adapters.virtualTokens * write.hidden(), adapters.dtype);
    tape.endModule();
    if (adapters.encoderWidth > 0)
        made = write.encodedPrompt(made);
    const TensorId cast = tape.cast(made, tape.at(words).dtype);
    const TensorId all
        = tape.concat({cast, words}, tape.at(cast).elements + tape.at(words).elements);
    return all;
}

} // namespace

namespace {

/// What Inductor needs to sum up a 16-bit table's gradient, beside that and the rows' gradient: the
/// sum in fp32, with one more tensor of the logits' size, as followed with torch 2.11; then its
/// cast, of a tied table into the head's gradient.
void borrowCompiled(ModuleWriter &write, TensorId table, TensorId rows)
{
    TapeBuilder &tape = write.tape;
    const Tensor &all = tape.at(table);
    const double sum = bytesOf(all.elements, Dtype::Single);
    const double cast = tape.parameterOf(table).isShared ? 0.0 : all.bytes();
    const double logits
        = bytesOf(write.tokens() * static_cast<double>(write.spec.vocabulary), Dtype::Half);
    const double most = sum + std::max(logits, cast);
    tape.borrowsBackward({std::max(0.0, most - all.bytes() - tape.at(rows).bytes())});
}

} // namespace

Tape embeddingTape(const LayerSettings &settings, bool requiresGrad)
{
    if (settings.spec.encoder)
        return encoderEmbeddingTape(settings, requiresGrad);
    if (settings.spec.seq2seq)
        return encoderStackTape(settings);
    TapeBuilder tape(settings.autocast, settings.tracks);
    ModuleWriter write(tape, settings);
    if (settings.isPrefixed())
        writePrefix(write);
    const auto lookedUp = [&](std::string_view name, double whole, double tokens, bool isShared,
                              TableTraining training) {
        const double rows = write.sharedRows(whole);
        tape.beginModule();
        Parameter parameter{.name = name,
            .elements = rows * write.hidden(),
            .rows = rows,
            .dtype = settings.tables,
            .trainable = training != TableTraining::Frozen,
            .isShared = isShared,
            .gradientParts = settings.cutsTables() ? settings.cut.tensor : 1};
        if (training == TableTraining::Copied) {
            Parameter original = parameter;
            original.trainable = false;
            tape.parameter(original);
            parameter.isShared = false;
        }
        const TensorId table = tape.parameter(parameter);
        const TensorId ids = tape.outside(tokens, Dtype::Wide);
        const bool isTokens = settings.trainsTokens() && name == "embed_tokens";
        const TensorId read = isTokens ? write.tableWithTokens(table, isShared) : table;
        const TensorId result = tape.lookup("embedding", read, ids, tokens * write.hidden());
        // Where DTensor cuts the rows, the gradient is computed at the whole vocabulary's size.
        if (training != TableTraining::Frozen || isTokens)
            tape.last().gradients[0] = bytesOf(whole * write.hidden(), settings.tables);
        // torch 2.11 _decomp/decompositions.py, embedding_dense_backward: summed up in fp32.
        const bool isCompiled = settings.compiling == Compiling::Model;
        if (isCompiled && training != TableTraining::Frozen && settings.tables == Dtype::Half)
            borrowCompiled(write, table, result);
        if (isTokens)
            tape.stillHeld(read);
        tape.endModule();
        return result;
    };
    const ModelSpec &spec = settings.spec;
    TensorId x = lookedUp("embed_tokens", static_cast<double>(spec.inputs()), settings.words(),
        spec.tiedEmbeddings && settings.ends.head != TableTraining::Copied,
        settings.ends.embedding);
    if (settings.adaptsEmbedding())
        x = write.adaptedEmbedding(x);
    const bool scalesWithin = spec.modules.attention == AttentionCode::Xglm; // the embedding
    if (scalesWithin)
        x = tape.scale(x);
    const bool isLeaf = requiresGrad
        && (settings.isPrompted() || spec.positions > 0 || spec.embeddingNorm
            || spec.modules.scalesResidual || spec.modules.scalesMixers
            || (spec.modules.scalesEmbedding && spec.modules.hasGateMatrix) // AFMoE
            || scalesWithin || spec.modules.embeddingDropout > 0);
    if (isLeaf)
        tape.makeLeaf(x);
    if (settings.isPrompted())
        x = prompted(write, x);
    if (spec.modules.scalesEmbedding && !scalesWithin)
        x = tape.scale(x);
    if (scalesWithin) // its places are a buffer
        x = tape.add(x, tape.plain(write.sequence() * write.hidden(), settings.buffers));
    if (spec.positions > 0) {
        const double ids
            = write.traits.attention == AttentionCode::Opt ? write.tokens() : write.sequence();
        x = tape.add(x,
            lookedUp("embed_positions", static_cast<double>(spec.positions), ids, false,
                settings.trainsBase ? TableTraining::Trained : TableTraining::Frozen));
    }
    if (spec.layerEmbeddings) {
        if (requiresGrad && !settings.tower)
            tape.makeLeaf(x);
        const TensorId rows = writeLayerRows(write);
        if (settings.tower)
            tape.give(rows, Common::LayerRows, true);
        else
            writeLayerInputs(write, x, rows);
    }
    if (spec.altUp)
        x = writeStreams(write, x);
    if (spec.embeddingNorm)
        x = write.norm("word_embeddings_layernorm", x, write.hidden(), write.tokens());
    x = write.dropout(x, spec.modules.embeddingDropout);
    if (settings.cutsTables())
        x = write.summed(x);
    // Else the first layer does it.
    if (!spec.modules.streamInSingle && !(scalesWithin && settings.castsInputs))
        x = tape.cast(x, settings.stream());
    // Elsewhere the first layer keeps it.
    if (requiresGrad && !isLeaf && settings.offloadsActivations())
        tape.makeLeaf(x);
    return tape.finish(x);
}

} // namespace shardscope
