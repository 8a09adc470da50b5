// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_t5.py: T5Block, T5Attention, T5DenseActDense, T5DenseGatedActDense,
// T5Stack, T5ForConditionalGeneration, which know no attention but one that is spelt out;
// modeling_bart.py: BartEncoderLayer, BartDecoderLayer, BartAttention, BartEncoder, BartDecoder,
// BartForConditionalGeneration.
#include "core/modules/seq2seq.h"

#include "core/modules/attention.h"
#include "core/modules/loss.h"

namespace shardscope {

namespace {

/// Layers of its stack beside the first, which read what that makes.
bool hasOthers(const ModelSpec &spec, Stack stack)
{
    const Seq2Seq &stacks = *spec.seq2seq;
    return (isOfEncoder(stack) ? stacks.encoderLayers : stacks.decoderLayers) > 1;
}

bool isBart(const ModelSpec &spec)
{
    return spec.seq2seq->code == Seq2SeqCode::Bart;
}

/// A layer, whose form says in which stack it stands. T5 normalises what a block takes, BART the
/// sum of the stream and what a block has made of it.
class BlockWriter
{
public:
    BlockWriter(ModuleWriter &write, const LayerKind &kind, double inputTokens)
        : m_write(write)
        , m_tape(write.tape)
        , m_kind(kind)
        , m_inputTokens(inputTokens)
        , m_normsSums(isBart(write.spec))
    { }

    TensorId layer(TensorId x)
    {
        const Stack stack = m_kind.form.stack;
        const TensorId states = hasCrossAttention(stack) ? taken(Common::EncoderStates) : NoTensor;
        const TensorId mixed = attention(
            x, NoTensor, isOfEncoder(stack) ? Common::EncoderBias : Common::DecoderBias);
        const TensorId crossed
            = states == NoTensor ? mixed : attention(mixed, states, Common::CrossBias);
        const TensorId result = joined(crossed, feed(taking(crossed)));
        for (const TensorId id : m_held)
            m_tape.stillHeld(id);
        if (!m_normsSums)
            m_tape.stillHeld({mixed, crossed});
        m_tape.stillHeld(m_weights);
        return result;
    }

private:
    TensorId norm(TensorId x)
    {
        return m_write.norm("layer_norm", x, m_write.hidden(), m_write.tokens());
    }
    TensorId taken(Common what)
    {
        const Tensor &made = m_kind.commonly(what);
        return m_tape.take(made.elements, made.dtype, what, made.requiresGrad);
    }
    double pairs() const { return m_write.pairs() * m_write.heads(); }

    /// What a block takes of the stream.
    TensorId taking(TensorId stream) { return m_normsSums ? stream : norm(stream); }
    /// hidden_states + dropout(what a block has made of them)
    TensorId joined(TensorId stream, TensorId added)
    {
        const TensorId sum
            = m_tape.add(stream, m_write.dropout(added, m_write.traits.hiddenDropout));
        if (!m_normsSums) {
            m_tape.stillHeld(added);
            return sum;
        }
        const TensorId normed = norm(sum);
        m_tape.stillHeld(stream);
        return normed;
    }

    /// Self-attention; with the other stack's states, cross-attention.
    TensorId attention(TensorId x, TensorId states, Common bias)
    {
        const TensorId in = taking(x);
        m_write.keyTokens = states == NoTensor ? 0 : m_inputTokens;
        const TensorId from = states == NoTensor ? in : states;
        const TensorId added = m_normsSums ? attended(in, from, bias == Common::DecoderBias)
                                           : spelled(in, from, bias);
        m_write.keyTokens = 0;
        const TensorId sum = joined(x, added);
        if (!m_normsSums)
            m_tape.stillHeld(in);
        return sum;
    }

    Heads projected(TensorId in, TensorId from)
    {
        const bool bias = m_write.spec.queryKeyValueBias;
        const auto project = [&](std::string_view name, TensorId x) {
            return HeadStates{
                m_write.linear(name, x, m_write.hidden(), m_write.queryWidth(), bias)};
        };
        Heads heads{.keyHeads = m_write.heads()};
        heads.query = project(m_write.names.query, in);
        heads.key = project(m_write.names.key, from);
        heads.value = project(m_write.names.value, from);
        return heads;
    }
    TensorId output(TensorId context)
    {
        return m_write.linear(m_write.names.output, context, m_write.queryWidth(), m_write.hidden(),
            m_write.spec.attentionOutputBias);
    }

    /// BartAttention. With kernels the decoder's own tokens have no mask: all are there, and the
    /// kernel knows that they see those before them.
    TensorId attended(TensorId in, TensorId from, bool isCausal)
    {
        Heads heads = projected(in, from);
        heads.isCausal = isCausal;
        heads.hasMask = !isCausal;
        const TensorId result = output(writeAttentionProduct(m_write, heads));
        // The layer refers to the weights that the last call has returned.
        m_tape.stillHeld({heads.query.id, heads.key.id, heads.value.id, in, m_weights});
        m_weights = m_write.attentionWeights;
        return result;
    }

    /// T5Attention.
    TensorId spelled(TensorId in, TensorId from, Common what)
    {
        const Heads heads = projected(in, from);
        const TensorId products = writeScores(m_write, heads.query, heads.key);
        const TensorId bias = biasOf(what, products);
        const TensorId scores = m_tape.addInPlace(products, bias);
        const TensorId soft = m_write.softmax(m_tape.cast(scores, Dtype::Single));
        const TensorId weights = m_write.dropout(
            m_tape.cast(soft, m_tape.at(scores).dtype), m_write.traits.attentionDropout);
        const TensorId result = output(writeWeighed(m_write, weights, heads.value));
        m_tape.stillHeld({heads.query.id, heads.key.id, heads.value.id, products, weights});
        return result;
    }

    /// What is added to the scores: the first layer of a stack makes it for all of them.
    TensorId biasOf(Common what, TensorId scores)
    {
        const Stack stack = m_kind.form.stack;
        if (!makesBias(stack))
            return taken(what);
        const TensorId rows = what == Common::CrossBias ? zeros(m_tape.at(scores).dtype)
                                                        : positions(what == Common::EncoderBias);
        const TensorId mask = m_tape.outside(m_write.pairs(), m_write.settings.stream());
        const Dtype dtype = promoted(m_tape.at(rows).dtype, m_tape.at(mask).dtype);
        const TensorId bias = m_tape.op("add", {rows, mask}, pairs(), dtype, {});
        const bool isPassedOn
            = m_tape.at(rows).dtype == dtype && m_tape.at(rows).elements == pairs();
        if (isPassedOn)
            m_tape.last().gradients[0] = 0;
        m_tape.give(bias, what, hasOthers(m_write.spec, stack));
        m_held.push_back(bias);
        return bias;
    }

    /// T5Attention.compute_bias: a bias of each head for how far two tokens are from each other.
    TensorId positions(bool isBothWays)
    {
        const double tokens = m_write.sequence();
        const double places = tokens * tokens;
        const TensorId query = m_tape.plain(tokens, Dtype::Wide);
        const TensorId key = m_tape.plain(tokens, Dtype::Wide);
        const TensorId distance = m_tape.plain(places, Dtype::Wide);
        const TensorId side = isBothWays ? m_tape.plain(places, Dtype::Wide) : NoTensor;
        const TensorId length = m_tape.plain(places, Dtype::Wide);
        const TensorId isNear = m_tape.plain(places, Dtype::Byte);
        const TensorId far = m_tape.plain(places, Dtype::Wide);
        const TensorId most = m_tape.plain(places, Dtype::Wide);
        const TensorId buckets = m_tape.plain(places, Dtype::Wide);
        m_tape.stillHeld({query, key, distance, side, length, isNear, far, most});
        m_tape.beginModule();
        const auto rows = static_cast<double>(m_write.spec.seq2seq->buckets);
        const TensorId table = m_write.weight("relative_attention_bias", rows, m_write.heads());
        const TensorId values
            = m_tape.lookup("embedding", table, buckets, places * m_write.heads());
        m_tape.endModule();
        return values;
    }

    /// Without positions: zeros, which ask for a gradient where there are checkpoints.
    TensorId zeros(Dtype dtype)
    {
        const TensorId made = m_tape.plain(pairs() / m_write.settings.batch, dtype);
        if (m_write.settings.checkpoints()) {
            m_tape.requireGradient(made);
            m_held.push_back(made); // by the node of the sum, while that is there
        }
        return made;
    }

    /// T5LayerFF: T5DenseActDense or T5DenseGatedActDense, which hand the last matrix its own
    /// dtype; what BartEncoderLayer does itself.
    TensorId feed(TensorId x)
    {
        const ModelSpec &spec = m_write.spec;
        const double h = m_write.hidden();
        const double width = m_write.width();
        const auto opening = [&](std::string_view name) {
            return m_write.linear(name, x, h, width, spec.mlpBias);
        };
        const std::string_view plain = m_normsSums ? m_write.names.up : "wi";
        const TensorId first
            = m_write.activation(opening(spec.gatedMlp ? m_write.names.gate : plain));
        const TensorId up = spec.gatedMlp ? opening(m_write.names.up) : NoTensor;
        const TensorId active = spec.gatedMlp ? m_tape.mul(first, up) : first;
        // BART's activation_dropout is that of its attention (readSeq2Seq).
        const ModuleTraits &traits = m_write.traits;
        const TensorId dropped
            = m_write.dropout(active, m_normsSums ? traits.attentionDropout : traits.hiddenDropout);
        const TensorId in = m_normsSums ? dropped : m_tape.cast(dropped, m_write.settings.weights);
        const TensorId down = m_write.linear(m_write.names.down, in, width, h, spec.mlpBias);
        if (spec.gatedMlp)
            m_tape.stillHeld({first, up});
        if (!m_normsSums)
            m_tape.stillHeld({x, in});
        return down;
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const LayerKind &m_kind;
    double m_inputTokens; ///< of each sequence that the encoder reads
    bool m_normsSums;
    TensorId m_weights = NoTensor; ///< of BART's attention, spelt out
    std::vector<TensorId> m_held; ///< to the layer's end
};

TensorId writeTable(ModuleWriter &write, std::string_view name, double rows, TensorId ids,
    double tokens, bool isCountedElsewhere = false, bool meetsHead = true)
{
    TapeBuilder &tape = write.tape;
    tape.beginModule();
    const TensorId table = tape.parameter({.name = name,
        .elements = rows * write.hidden(),
        .rows = rows,
        .dtype = write.settings.tables,
        .trainable = write.settings.trainsBase,
        .isShared = isCountedElsewhere,
        .meetsHead = meetsHead});
    const TensorId found = tape.lookup("embedding", table, ids, tokens * write.hidden());
    tape.endModule();
    return found;
}

/// Places of a stack's tokens: BartEncoder looks them up for each sequence.
double placesIn(const LayerSettings &settings, Stack stack)
{
    return isOfEncoder(stack) ? settings.tokens() : settings.sequence;
}

/// Rows of the table that both stacks share with each other, and with the head where that is tied.
/// BART's are scaled, and have places and a norm.
TensorId writeEmbedded(ModuleWriter &write, Stack stack, bool isCountedElsewhere)
{
    TapeBuilder &tape = write.tape;
    const ModelSpec &spec = write.spec;
    const double tokens = write.tokens();
    TensorId x = writeTable(write, "shared", static_cast<double>(spec.vocabulary),
        tape.outside(tokens, Dtype::Wide), tokens, isCountedElsewhere, !isOfEncoder(stack));
    if (isBart(spec)) {
        const double places = placesIn(write.settings, stack);
        const TensorId scaled = tape.scale(x);
        const TensorId placed = writeTable(write, "embed_positions",
            static_cast<double>(spec.positions), tape.plain(places, Dtype::Wide), places);
        const TensorId sum = tape.add(scaled, placed);
        x = write.norm("layernorm_embedding", sum, write.hidden(), tokens);
        x = write.dropout(x, spec.modules.embeddingDropout);
        tape.stillHeld({scaled, placed});
        return tape.cast(x, write.settings.stream());
    }
    return tape.cast(write.dropout(x, spec.modules.embeddingDropout), write.settings.stream());
}

/// What ends a stack: BART's ends with its last layer.
TensorId writeStackEnd(ModuleWriter &write, TensorId x, double held)
{
    TapeBuilder &tape = write.tape;
    const TensorId there = tape.plain(held, Dtype::Byte);
    if (isBart(write.spec))
        return x;
    const TensorId normed = write.norm("final_layer_norm", x, write.hidden(), write.tokens());
    const TensorId result = write.dropout(normed, write.spec.modules.hiddenDropout);
    tape.stillHeld({there, x});
    return result;
}

} // namespace

LayerSettings ofStack(const LayerSettings &settings, Stack stack)
{
    LayerSettings own = settings;
    if (!isOfEncoder(stack))
        own.sequence = settings.target;
    return own;
}

Tape stackLayerTape(const LayerSettings &settings, const LayerKind &kind)
{
    const LayerSettings own = ofStack(settings, kind.form.stack);
    TapeBuilder tape(own.autocast, own.tracks);
    ModuleWriter write(tape, own);
    const TensorId x
        = tape.input(write.tokens() * write.hidden(), own.stream(), kind.inputRequiresGrad);
    return tape.finish(BlockWriter(write, kind, settings.sequence).layer(x));
}

Tape betweenStacksTape(const LayerSettings &settings, bool takesGradient)
{
    TapeBuilder tape(settings.autocast, settings.tracks);
    ModuleWriter write(tape, settings);
    const TensorId x
        = tape.input(write.tokens() * write.hidden(), settings.stream(), takesGradient);
    const TensorId states = writeStackEnd(write, x, heldInStack(settings, Stack::Encoder));
    tape.give(states, Common::EncoderStates, true, keepsStates(settings));
    const LayerSettings own = ofStack(settings, Stack::Decoder);
    ModuleWriter decoder(tape, own);
    const TensorId embedded = writeEmbedded(decoder, Stack::Decoder, settings.spec.tiedEmbeddings);
    tape.stillHeld(states);
    return tape.finish(embedded, false);
}

Tape encoderStackTape(const LayerSettings &settings)
{
    TapeBuilder tape(settings.autocast, settings.tracks);
    ModuleWriter write(tape, settings);
    return tape.finish(writeEmbedded(write, Stack::Encoder, true));
}

Tape decoderHeadTape(const LayerSettings &settings)
{
    const LayerSettings own = ofStack(settings, Stack::Decoder);
    TapeBuilder tape(own.autocast, own.tracks);
    ModuleWriter write(tape, own);
    const TensorId x = tape.input(write.tokens() * write.hidden(), own.stream(), true);
    // The model itself refers to what the encoder has given.
    const TensorId states
        = tape.plain(keepsStates(settings) ? 0 : stateBytes(settings), Dtype::Byte);
    const TensorId hidden = writeStackEnd(write, x, heldInStack(settings, Stack::Decoder));
    const TensorId scaled = write.spec.seq2seq->scalesOutput ? tape.scale(hidden) : hidden;
    const auto words = static_cast<double>(write.spec.vocabulary);
    tape.beginModule();
    const TensorId matrix = write.headWeight(words, write.hidden(), "lm_head");
    TensorId logits = tape.linear(scaled, matrix, NoTensor, write.tokens() * words);
    tape.countAs(logits, Holding::Logits);
    tape.endModule();
    if (isBart(write.spec)) { // final_logits_bias, a buffer
        logits = tape.add(logits, tape.outside(words, own.tables));
        tape.countAs(logits, Holding::Logits);
    }
    const TensorId loss = writeMaskedLoss(write, logits, false);
    tape.stillHeld({hidden, scaled, states});
    return tape.finish(loss, false);
}

double seq2seqInputBytes(const LayerSettings &settings)
{
    const double input = storageBytes(settings.batch * settings.sequence, Dtype::Wide);
    const double target = storageBytes(settings.batch * settings.target, Dtype::Wide);
    const auto words = static_cast<double>(settings.spec.vocabulary);
    const bool hasBias = isBart(settings.spec);
    const double mask = hasBias && isFlash(settings.attention) ? 0 : input;
    return input + mask + 2 * target + (hasBias ? storageBytes(words, settings.tables) : 0);
}

// masking_utils.py, eager_mask: numbers of the dtype of what is embedded; sdpa_mask: true and
// false. The decoder has one of its own tokens, unless the kernel knows it, and one of the
// encoder's.
double stackMaskBytes(const LayerSettings &settings, Stack stack)
{
    if (isFlash(settings.attention) && isBart(settings.spec))
        return 0;
    const bool isSpelled = settings.attention == Attention::Eager || !isBart(settings.spec);
    const auto mask = [&](double tokens, double met) {
        return storageBytes(
            settings.batch * tokens * met, isSpelled ? settings.stream() : Dtype::Byte);
    };
    if (isOfEncoder(stack))
        return mask(settings.sequence, settings.sequence);
    return (isSpelled ? mask(settings.target, settings.target) : 0)
        + mask(settings.target, settings.sequence);
}

// T5Stack.forward refers to rows of the table to its end, BartEncoder's and BartDecoder's also to
// those of places.
double stackLocalBytes(const LayerSettings &settings, Stack stack)
{
    const LayerSettings own = ofStack(settings, stack);
    const auto h = static_cast<double>(own.spec.hidden);
    const double rows = storageBytes(own.tokens() * h, own.tables);
    if (!isBart(settings.spec))
        return settings.spec.modules.embeddingDropout > 0 ? rows : 0;
    const double ids = isOfEncoder(stack) ? 0 : storageBytes(own.sequence, Dtype::Wide);
    return rows + storageBytes(placesIn(own, stack) * h, own.tables) + ids;
}

double stackBiasBytes(const LayerSettings &settings, Stack stack)
{
    if (isBart(settings.spec))
        return 0;
    const auto bias = [&settings](double tokens, double met) {
        const double pairs = settings.batch * tokens * met;
        return storageBytes(static_cast<double>(settings.spec.heads) * pairs, settings.stream());
    };
    if (isOfEncoder(stack))
        return bias(settings.sequence, settings.sequence);
    return bias(settings.target, settings.target) + bias(settings.target, settings.sequence);
}

double heldInStack(const LayerSettings &settings, Stack stack)
{
    const double locals = stackLocalBytes(settings, stack);
    if (!settings.checkpoints())
        return locals + stackBiasBytes(settings, stack) + stackMaskBytes(settings, stack);
    return locals + (hasOthers(settings.spec, stack) ? 0 : stackBiasBytes(settings, stack));
}

// Linear products keep their input, or, under autocast, a copy of it.
bool keepsStates(const LayerSettings &settings)
{
    return settings.checkpoints() || !settings.autocast;
}

double stateBytes(const LayerSettings &settings)
{
    return storageBytes(
        settings.tokens() * static_cast<double>(settings.spec.hidden), settings.stream());
}

double crossLeafBytes(const LayerSettings &settings)
{
    if (!settings.checkpoints() || isBart(settings.spec))
        return 0;
    const double pairs
        = static_cast<double>(settings.spec.heads) * settings.target * settings.sequence;
    const Dtype scores = settings.autocast ? Dtype::Half : settings.weights;
    return storageBytes(pairs, scores);
}

} // namespace shardscope
