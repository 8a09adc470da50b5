// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_t5.py: T5Block, T5Attention, T5DenseActDense, T5DenseGatedActDense,
// T5Stack, T5ForConditionalGeneration, which know no attention but one that is spelt out, and their
// copies in modeling_mt5.py and modeling_umt5.py; modeling_bart.py: BartEncoderLayer,
// BartDecoderLayer, BartAttention, BartEncoder, BartDecoder, BartForConditionalGeneration, and the
// same in modeling_mbart.py, modeling_pegasus.py, modeling_marian.py and modeling_m2m_100.py.
#include "core/modules/seq2seq.h"

#include "core/modules/attention.h"
#include "core/modules/loss.h"
#include "core/modules/sound.h"

namespace shardscope {

namespace {

Seq2SeqCode codeOf(const ModelSpec &spec)
{
    return spec.seq2seq->code;
}
bool isT5s(const ModelSpec &spec)
{
    return isOfT5(codeOf(spec));
}

bool keepsDownWide(const LayerSettings &settings)
{
    return settings.isQuantized && settings.spec.keepsDownWide();
}
/// What its result makes of the stream, behind the first layer of a stack.
Dtype streamBehindFirst(const LayerSettings &settings)
{
    return keepsDownWide(settings) && !settings.autocast ? Dtype::Single : settings.stream();
}

/// The stream of Whisper's encoder is laid out as its convolutions leave it, which CUDA's LayerNorm
/// copies to rows for itself (aten/src/ATen/native/cuda/layer_norm_kernel.cu, expect_contiguous).
TensorId writeStreamNorm(ModuleWriter &write, std::string_view name, TensorId x, Stack stack)
{
    TapeBuilder &tape = write.tape;
    const TensorId normed = write.norm(name, x, write.hidden(), write.tokens());
    const bool isCopied = codeOf(write.spec) == Seq2SeqCode::Whisper && isOfEncoder(stack)
        && write.settings.fusedKernels;
    if (isCopied) {
        const double rows = tape.at(normed).bytes();
        tape.borrows({rows});
        tape.borrowsBackward({rows});
    }
    return normed;
}

/// A layer, whose form says in which stack it stands. T5 and mBART normalise what a block takes,
/// BART the sum of the stream and what a block has made of it.
class BlockWriter
{
public:
    BlockWriter(ModuleWriter &write, const LayerKind &kind, double inputTokens)
        : m_write(write)
        , m_tape(write.tape)
        , m_kind(kind)
        , m_inputTokens(inputTokens)
        , m_code(codeOf(write.spec))
        , m_spells(isOfT5(m_code))
        , m_hears(m_code == Seq2SeqCode::Whisper)
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
        if (m_code == Seq2SeqCode::T5) // tuples of what the blocks have returned
            m_tape.stillHeld({mixed, crossed});
        m_tape.stillHeld(m_weights);
        return result;
    }

private:
    TensorId norm(TensorId x)
    {
        return writeStreamNorm(m_write, "layer_norm", x, m_kind.form.stack);
    }
    TensorId taken(Common what)
    {
        const Tensor &made = m_kind.commonly(what);
        return m_tape.take(made.elements, made.dtype, what, made.requiresGrad);
    }
    double pairs() const { return m_write.pairs() * m_write.heads(); }

    /// What a block takes of the stream.
    TensorId taking(TensorId stream) { return normsSums(m_code) ? stream : norm(stream); }
    /// hidden_states + dropout(what a block has made of them)
    TensorId joined(TensorId stream, TensorId added)
    {
        const TensorId sum
            = m_tape.add(stream, m_write.dropout(added, m_write.traits.hiddenDropout));
        if (m_spells)
            m_tape.stillHeld(added);
        if (!normsSums(m_code))
            return sum;
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
        const TensorId added
            = m_spells ? spelled(in, from, bias) : attended(in, from, bias == Common::DecoderBias);
        m_write.keyTokens = 0;
        const TensorId sum = joined(x, added);
        if (m_spells)
            m_tape.stillHeld(in);
        return sum;
    }

    Heads projected(TensorId in, TensorId from)
    {
        const bool bias = m_write.spec.queryKeyValueBias;
        const auto project = [&](std::string_view name, TensorId x, bool hasBias) {
            return HeadStates{
                m_write.linear(name, x, m_write.hidden(), m_write.queryWidth(), hasBias)};
        };
        Heads heads{.keyHeads = m_write.heads()};
        heads.query = project(m_write.names.query, in, bias);
        if (m_hears) {
            heads.query.id = m_tape.scale(heads.query.id);
            orderByHead(heads.query);
        }
        heads.key = project(m_write.names.key, from, bias && !m_hears);
        if (m_hears)
            orderByHead(heads.key);
        heads.value = project(m_write.names.value, from, bias);
        if (m_hears)
            orderByHead(heads.value);
        return heads;
    }
    /// WhisperAttention: transpose(1, 2).contiguous(), which leaves one head as it is.
    void orderByHead(HeadStates &states)
    {
        if (m_write.heads() > 1)
            states = {m_tape.copy("contiguous", states.id, m_tape.at(states.id).elements), true};
    }
    TensorId output(TensorId context)
    {
        return m_write.linear(m_write.names.output, context, m_write.queryWidth(), m_write.hidden(),
            m_write.spec.attentionOutputBias);
    }

    /// BartAttention. With kernels the decoder's own tokens have no mask: all are there, and the
    /// kernel knows that they see those before them. Whisper's sound is never padded.
    TensorId attended(TensorId in, TensorId from, bool isCausal)
    {
        Heads heads = projected(in, from);
        heads.isCausal = isCausal;
        heads.hasMask = !isCausal && !m_hears;
        heads.meetsAll = !isCausal && m_hears;
        const TensorId result = output(writeAttentionProduct(m_write, heads));
        // The layer refers to the weights that the last call has returned.
        m_tape.stillHeld({heads.query.id, heads.key.id, heads.value.id, in, m_weights});
        m_weights = m_write.attentionWeights;
        return result;
    }

    /// T5Attention; UMT5Attention returns its weights, to which the layer refers to its end.
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
        if (!sharesBias(m_code)) {
            m_tape.stillHeld(bias);
            m_held.push_back(weights);
        }
        return result;
    }

    /// What is added to the scores: the first layer of a stack makes it for all of them, or each
    /// layer does for itself.
    TensorId biasOf(Common what, TensorId scores)
    {
        const Stack stack = m_kind.form.stack;
        if (sharesBias(m_code) && !makesSharedBias(stack))
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
        if (!sharesBias(m_code))
            return bias;
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
        const TensorId ratio
            = m_code == Seq2SeqCode::Umt5 ? m_tape.plain(places, Dtype::Single) : NoTensor;
        const TensorId far = m_tape.plain(places, Dtype::Wide);
        const TensorId most = m_tape.plain(places, Dtype::Wide);
        const TensorId buckets = m_tape.plain(places, Dtype::Wide);
        m_tape.stillHeld({query, key, distance, side, length, isNear, ratio, far, most});
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
        if (m_write.settings.checkpoints() && sharesBias(m_code)) {
            m_tape.requireGradient(made);
            m_held.push_back(made); // by the node of the sum, while that is there
        }
        return made;
    }

    /// T5LayerFF: T5DenseActDense or T5DenseGatedActDense, which hand the last matrix its own
    /// dtype; what BartEncoderLayer does itself, whose name for what it takes is given to what the
    /// activation makes.
    TensorId feed(TensorId x)
    {
        const ModelSpec &spec = m_write.spec;
        const double h = m_write.hidden();
        const double width = m_write.width();
        const auto opening = [&](std::string_view name) {
            return m_write.linear(name, x, h, width, spec.mlpBias);
        };
        const std::string_view plain = m_spells ? "wi" : m_write.names.up;
        const TensorId first
            = m_write.activation(opening(spec.gatedMlp ? m_write.names.gate : plain));
        const TensorId up = spec.gatedMlp ? opening(m_write.names.up) : NoTensor;
        if (!m_spells)
            m_tape.stillHeld(x);
        const TensorId active = spec.gatedMlp ? m_tape.mul(first, up) : first;
        const TensorId dropped = m_write.dropout(
            active, m_spells ? m_write.traits.hiddenDropout : spec.seq2seq->activationDropout);
        const bool isWide = keepsDownWide(m_write.settings);
        const Dtype dtype = isWide ? Dtype::Single : m_write.settings.weights;
        const TensorId in = m_spells ? m_tape.cast(dropped, dtype) : dropped;
        const TensorId down = isWide
            ? wideProduct(in)
            : m_write.linear(m_write.names.down, in, width, h, spec.mlpBias);
        if (spec.gatedMlp)
            m_tape.stillHeld({first, up});
        if (m_spells)
            m_tape.stillHeld({x, in});
        return down;
    }

    /// With the last matrix of an MLP that quantisers have left in fp32.
    TensorId wideProduct(TensorId in)
    {
        LayerSettings plain = m_write.settings;
        plain.isQuantized = false;
        plain.weights = Dtype::Single;
        return ModuleWriter(m_tape, plain)
            .linear(m_write.names.down, in, m_write.width(), m_write.hidden(), plain.spec.mlpBias);
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const LayerKind &m_kind;
    double m_inputTokens; ///< of each sequence that the encoder reads
    Seq2SeqCode m_code;
    bool m_spells; ///< attention, as T5 does
    bool m_hears;
    TensorId m_weights = NoTensor; ///< of BART's attention, spelt out
    std::vector<TensorId> m_held; ///< to the layer's end
};

TensorId writeTable(ModuleWriter &write, const Parameter &table, TensorId ids, double tokens)
{
    TapeBuilder &tape = write.tape;
    tape.beginModule();
    const TensorId rows = tape.parameter(table);
    const TensorId found = tape.lookup("embedding", rows, ids, tokens * write.hidden());
    tape.endModule();
    return found;
}

/// Rows for where tokens are: of a table that is trained or not, or of a buffer.
TensorId writePlaces(ModuleWriter &write, Stack stack)
{
    TapeBuilder &tape = write.tape;
    const ModelSpec &spec = write.spec;
    const double places = placesIn(write.settings, stack);
    if (codeOf(spec) == Seq2SeqCode::M2m100)
        return tape.plain(places * write.hidden(), write.settings.buffers);
    const auto rows = static_cast<double>(spec.positions);
    return writeTable(write,
        {.name = "embed_positions",
            .elements = rows * write.hidden(),
            .rows = rows,
            .dtype = write.settings.tables,
            .trainable = write.settings.trainsBase && !fixesPlaces(codeOf(spec))},
        tape.plain(places, Dtype::Wide), places);
}

/// What a table of words gives is made to require a gradient, and is there to the end of the
/// backward pass, as is its gradient.
void makeLeaf(ModuleWriter &write, TensorId rows, Stack stack)
{
    if (!asksForGradient(write.settings))
        return;
    const bool isPassedOn = isT5s(write.spec) && write.spec.modules.embeddingDropout == 0;
    if (isPassedOn) // which the first layer keeps
        return write.tape.requireGradient(rows);
    write.tape.makeLeaf(rows);
    if (!isOfEncoder(stack))
        write.tape.refersTo({rows});
}

/// Rows of the table that both stacks share with each other, and with the head where that is tied.
/// BART's are scaled, by the table's own module or behind it, and have places and a norm.
TensorId writeEmbedded(ModuleWriter &write, Stack stack, bool isCountedElsewhere)
{
    TapeBuilder &tape = write.tape;
    const ModelSpec &spec = write.spec;
    const double tokens = write.tokens();
    const bool hears = codeOf(spec) == Seq2SeqCode::Whisper;
    const auto words = static_cast<double>(spec.vocabulary);
    TensorId x = writeTable(write,
        {.name = hears ? "embed_tokens" : "shared",
            .elements = words * write.hidden(),
            .rows = words,
            .dtype = write.settings.tables,
            .trainable = write.settings.trainsBase,
            .isShared = isCountedElsewhere,
            .meetsHead = !isOfEncoder(stack)},
        tape.outside(tokens, Dtype::Wide), tokens);
    if (!scalesInTable(codeOf(spec)))
        makeLeaf(write, x, stack);
    if (!isT5s(spec)) {
        const TensorId scaled = hears ? x : tape.scale(x);
        if (scalesInTable(codeOf(spec)))
            makeLeaf(write, scaled, stack);
        const TensorId placed = writePlaces(write, stack);
        x = tape.add(scaled, placed);
        if (spec.embeddingNorm)
            x = write.norm("layernorm_embedding", x, write.hidden(), tokens);
        x = write.dropout(x, spec.modules.embeddingDropout);
        tape.stillHeld({scaled, placed});
        return tape.cast(x, write.settings.stream());
    }
    return tape.cast(write.dropout(x, spec.modules.embeddingDropout), write.settings.stream());
}

/// What ends a stack: that of BART and Marian ends with its last layer. T5's still has what that
/// layer has returned.
TensorId writeStackEnd(ModuleWriter &write, TensorId x, double held, Stack stack)
{
    TapeBuilder &tape = write.tape;
    const TensorId there = tape.plain(held, Dtype::Byte);
    if (normsSums(codeOf(write.spec)))
        return x;
    const TensorId normed = writeStreamNorm(write, "final_layer_norm", x, stack);
    if (!isT5s(write.spec)) {
        tape.stillHeld(there);
        return normed;
    }
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
    const Dtype stream = makesSharedBias(kind.form.stack) ? own.stream() : streamBehindFirst(own);
    const TensorId x = tape.input(write.tokens() * write.hidden(), stream, kind.inputRequiresGrad);
    return tape.finish(BlockWriter(write, kind, settings.sequence).layer(x));
}

Tape betweenStacksTape(const LayerSettings &settings, bool takesGradient)
{
    TapeBuilder tape(settings.autocast, settings.tracks);
    ModuleWriter write(tape, settings);
    const TensorId x
        = tape.input(write.tokens() * write.hidden(), streamBehindFirst(settings), takesGradient);
    const TensorId states
        = writeStackEnd(write, x, heldInStack(settings, Stack::Encoder), Stack::Encoder);
    tape.give(states, Common::EncoderStates, true, keepsStates(settings));
    const LayerSettings own = ofStack(settings, Stack::Decoder);
    ModuleWriter decoder(tape, own);
    const TensorId embedded = writeEmbedded(decoder, Stack::Decoder, settings.spec.tiedEmbeddings);
    tape.stillHeld(states);
    return tape.finish(embedded, false);
}

Tape encoderStackTape(const LayerSettings &settings)
{
    if (settings.spec.seq2seq->hears())
        return soundTape(settings);
    TapeBuilder tape(settings.autocast, settings.tracks);
    ModuleWriter write(tape, settings);
    return tape.finish(writeEmbedded(write, Stack::Encoder, true));
}

Tape decoderHeadTape(const LayerSettings &settings)
{
    const LayerSettings own = ofStack(settings, Stack::Decoder);
    TapeBuilder tape(own.autocast, own.tracks);
    ModuleWriter write(tape, own);
    const TensorId x = tape.input(write.tokens() * write.hidden(), streamBehindFirst(own), true);
    // The model itself refers to what the encoder has given.
    const TensorId states
        = tape.plain(keepsStates(settings) ? 0 : stateBytes(settings), Dtype::Byte);
    const TensorId hidden
        = writeStackEnd(write, x, heldInStack(settings, Stack::Decoder), Stack::Decoder);
    const TensorId scaled = write.spec.seq2seq->scalesOutput ? tape.scale(hidden) : hidden;
    const auto words = static_cast<double>(write.spec.vocabulary);
    tape.beginModule();
    const TensorId matrix = write.headWeight(words, write.hidden(), "lm_head");
    TensorId logits = tape.linear(scaled, matrix, NoTensor, write.tokens() * words);
    tape.countAs(logits, Holding::Logits);
    tape.endModule();
    if (addsToLogits(codeOf(write.spec))) { // final_logits_bias, a buffer
        logits = tape.add(logits, tape.outside(words, own.buffers));
        tape.countAs(logits, Holding::Logits);
    }
    const TensorId loss = writeMaskedLoss(write, logits, false);
    tape.stillHeld({hidden, scaled, states});
    return tape.finish(loss, false);
}

} // namespace shardscope
