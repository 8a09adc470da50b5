// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/encoder.h"

#include "core/modules/attention.h"
#include "core/modules/contrasts.h"
#include "core/modules/disentangled.h"
#include "core/modules/loss.h"

namespace shardscope {

namespace {

bool isDistilled(const ModuleWriter &write)
{
    return write.spec.encoder->code == EncoderCode::DistilBert;
}

/// transformers 5.12.1 modeling_bert.py, BertSelfAttention, whose names end before the output
/// product, which is another module's; in DistilBertSelfAttention they see it made.
TensorId writeAttended(ModuleWriter &write, TensorId x, TensorId distances, TensorId &context)
{
    const auto output = [&] {
        return write.linear(write.names.output, context, write.queryWidth(), write.hidden(),
            write.spec.attentionOutputBias);
    };
    if (distances != NoTensor) {
        context = writeDisentangled(write, x, distances);
        return output();
    }
    const auto project = [&](std::string_view name) {
        return HeadStates{write.linear(
            name, x, write.hidden(), write.queryWidth(), write.spec.queryKeyValueBias)};
    };
    Heads heads{.keyHeads = write.heads()};
    heads.query = project(write.names.query);
    heads.key = project(write.names.key);
    heads.value = project(write.names.value);
    const auto hold = [&] {
        write.tape.stillHeld({heads.query.id, heads.key.id, heads.value.id, x});
    };
    context = writeAttentionProduct(write, heads);
    hold();
    const TensorId attended = output();
    if (isDistilled(write))
        hold();
    return attended;
}

/// BertSelfOutput, BertOutput: LayerNorm(hidden_states + input_tensor), whose names outlive it.
TensorId normOfSum(ModuleWriter &write, std::string_view name, TensorId added, TensorId stream)
{
    const TensorId sum = write.tape.add(added, stream);
    const TensorId result = write.norm(name, sum, write.hidden(), write.tokens());
    write.tape.stillHeld(added);
    return result;
}

/// The tables of an encoder, in the order in which they are looked up.
class EmbeddingWriter
{
public:
    explicit EmbeddingWriter(const LayerSettings &settings)
        : m_settings(settings)
        , m_tape(settings.autocast, settings.tracks)
        , m_write(m_tape, settings)
        , m_encoder(*settings.spec.encoder)
    { }

    Tape tape(bool requiresGrad)
    {
        const ModelSpec &spec = m_settings.spec;
        const double tokens = m_write.tokens();
        const TensorId words = lookedUp("embed_tokens", spec.vocabulary,
            m_tape.outside(tokens, Dtype::Wide), tokens, spec.tiedEmbeddings);
        if (requiresGrad)
            m_tape.makeLeaf(words);
        // RobertaEmbeddings: positions of each sequence, of its ids. BertEmbeddings has a buffer of
        // them, and gathers the token types of one sequence.
        const bool counts = m_encoder.countsPositions();
        const double places = counts ? tokens : m_write.sequence();
        const TensorId positions
            = counts ? m_tape.plain(places, Dtype::Wide) : m_tape.outside(places, Dtype::Wide);
        TensorId x = words;
        TensorId types = NoTensor;
        if (m_encoder.tokenTypes > 0) {
            types = lookedUp("token_type_embeddings", m_encoder.tokenTypes,
                m_tape.plain(places, Dtype::Wide), tokens);
            x = m_tape.add(x, types);
        }
        TensorId placed = NoTensor;
        if (hasDistances(spec)) // zeros in the place of positions, which nobody adds
            placed = m_tape.plain(tokens * m_write.hidden(), m_tape.at(words).dtype);
        if (spec.positions > 0) {
            placed = lookedUp("embed_positions", spec.positions, positions, places);
            x = m_tape.add(x, placed);
        }
        x = m_write.norm("LayerNorm", x, m_write.hidden(), tokens);
        if (hasDistances(spec))
            x = m_tape.mul(x, m_tape.plain(tokens, m_tape.at(x).dtype)); // padding
        x = m_write.dropout(x, spec.modules.embeddingDropout);
        m_tape.stillHeld({words, types, placed});
        if (hasDistances(spec))
            giveDistances();
        return m_tape.finish(m_tape.cast(x, m_settings.stream()));
    }

private:
    /// DebertaV2Encoder.get_rel_embedding
    void giveDistances()
    {
        const auto rows = static_cast<double>(m_encoder.distances);
        m_tape.beginModule();
        TensorId table = m_tape.parameter({.name = "rel_embeddings",
            .elements = rows * m_write.hidden(),
            .rows = rows,
            .dtype = m_settings.tables,
            .trainable = m_settings.trainsBase});
        m_tape.endModule();
        table = m_encoder.normsDistances ? m_write.norm("LayerNorm", table, m_write.hidden(), rows)
                                         : m_tape.usedInParts(table, false);
        m_tape.give(table, Common::Distances, true, m_settings.checkpoints());
    }

    /// `ids` of so many tokens.
    TensorId lookedUp(std::string_view name, std::int64_t rows, TensorId ids, double tokens,
        bool isShared = false)
    {
        m_tape.beginModule();
        const auto count = static_cast<double>(rows);
        const TensorId table = m_tape.parameter({.name = name,
            .elements = count * m_write.hidden(),
            .rows = count,
            .dtype = m_settings.tables,
            .trainable = m_settings.trainsBase,
            .isShared = isShared});
        const TensorId result = m_tape.lookup("embedding", table, ids, tokens * m_write.hidden());
        m_tape.endModule();
        return result;
    }

    const LayerSettings &m_settings;
    TapeBuilder m_tape;
    ModuleWriter m_write;
    const Encoder &m_encoder;
};

/// What stands behind an encoder's layers.
class HeadWriter
{
public:
    HeadWriter(ModuleWriter &write, TensorId held)
        : m_write(write)
        , m_tape(write.tape)
        , m_encoder(*write.spec.encoder)
        , m_held(held)
    { }

    TensorId loss(TensorId hidden)
    {
        switch (m_encoder.head) {
        case EncoderHead::Words:
            break;
        case EncoderHead::Pooler:
            leavePooler();
            return writeContrasts(m_write, hidden);
        case EncoderHead::Sequence:
            return lossOfLabels(pooled(hidden), m_write.settings.batch);
        case EncoderHead::Tokens: {
            const TensorId x = isModern() ? transformed(hidden, m_write.tokens()) : hidden;
            return lossOfLabels(m_write.dropout(x, m_encoder.tokenDropout), m_write.tokens());
        }
        }
        return lossOfWords(hidden);
    }

private:
    bool isModern() const { return m_encoder.code == EncoderCode::ModernBert; }
    TensorId dense(TensorId x)
    {
        return m_write.product("dense", x, m_write.hidden(), m_write.hidden(), !isModern());
    }
    /// It runs, and nobody reads what it makes.
    void leavePooler()
    {
        if (!m_encoder.hasPooler())
            return;
        const double h = m_write.hidden();
        m_tape.beginModule();
        for (const double elements : {h * h, h})
            m_tape.parameter({.name = "pooler.dense",
                .elements = elements,
                .rows = h,
                .dtype = m_write.settings.weights,
                .trainable = m_write.settings.trainsBase});
        m_tape.endModule();
        m_tape.leaveUnreached(2);
        m_write.unheardAdapter("dense", m_write.hidden(), m_write.hidden());
    }
    /// Of the module that is called classifier. Beside adapters PEFT trains a copy of it, and the
    /// original stays (PEFT 0.20 peft_model.py, PeftModelForSequenceClassification).
    TensorId classifying(std::string_view name, TensorId x, double out)
    {
        const double h = m_write.hidden();
        if (!m_write.settings.adapters)
            return m_write.product(name, x, h, out, true);
        m_tape.beginModule();
        const auto copied = [&](double columns) {
            return m_write.trainedCopy({.name = name,
                .elements = out * columns,
                .rows = out,
                .dtype = m_write.settings.weights});
        };
        const TensorId matrix = copied(h);
        const TensorId bias = copied(1);
        const TensorId result = m_tape.linear(x, matrix, bias, m_tape.at(x).elements / h * out);
        m_tape.endModule();
        return result;
    }
    /// BertPredictionHeadTransform, ModernBertPredictionHead.
    TensorId transformed(TensorId x, double rows)
    {
        return m_write.norm("LayerNorm", m_write.activation(dense(x)), m_write.hidden(), rows);
    }

    /// BertLMPredictionHead, RobertaLMHead, DistilBertForMaskedLM: the decoder is the table of
    /// words, with a bias of its own.
    TensorId lossOfWords(TensorId hidden)
    {
        const TensorId normed = transformed(hidden, m_write.tokens());
        const auto words = static_cast<double>(m_write.spec.vocabulary);
        m_tape.beginModule();
        const TensorId matrix = m_write.headWeight(words, m_write.hidden(), "lm_head");
        const TensorId bias = m_write.headWeight(words, 1, "bias");
        const TensorId logits = m_tape.linear(normed, matrix, bias, m_write.tokens() * words);
        m_tape.countAs(logits, Holding::Logits);
        m_tape.endModule();
        m_tape.stillHeld(normed);
        return writeMaskedLoss(m_write, logits, isModern());
    }

    /// Of the first token. BertPooler belongs to the model; RobertaClassificationHead and ELECTRA's
    /// drop out twice; DistilBERT's pre_classifier ends in a ReLU.
    TensorId pooled(TensorId hidden)
    {
        const double share = m_encoder.sequenceDropout;
        TensorId x = m_tape.part(hidden, m_write.settings.batch * m_write.hidden());
        if (isModern())
            return m_write.dropout(transformed(x, m_write.settings.batch), share);
        if (m_encoder.code == EncoderCode::Roberta || m_encoder.code == EncoderCode::Electra)
            x = m_write.dropout(x, share);
        x = m_encoder.classifiesInTwo() ? classifying("classifier.dense", x, m_write.hidden())
                                        : dense(x);
        if (m_encoder.code == EncoderCode::Electra || m_encoder.code == EncoderCode::DebertaV2)
            return m_write.dropout(m_tape.activation("gelu", x), share);
        x = m_tape.fromResult(m_encoder.code == EncoderCode::DistilBert ? "relu" : "tanh", x);
        if (m_encoder.code == EncoderCode::Bert)
            m_tape.stillHeld(m_held);
        return m_write.dropout(x, share);
    }

    TensorId lossOfLabels(TensorId x, double rows)
    {
        const auto labels = static_cast<double>(m_write.spec.labels);
        const TensorId outputs = classifying("classifier", x, labels);
        return writeLabelLoss(m_write, outputs, rows);
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const Encoder &m_encoder;
    TensorId m_held;
};

} // namespace

// modeling_bert.py, BertLayer, whose modules' results have names to the end of the block that they
// are made in; modeling_distilbert.py, TransformerBlock, where one name stands for all.
TensorId writeNormOfSumLayer(ModuleWriter &write, TensorId x, TensorId distances)
{
    TapeBuilder &tape = write.tape;
    const double share = write.traits.hiddenDropout;
    TensorId context = NoTensor;
    TensorId attended = writeAttended(write, x, distances, context);
    if (!write.traits.dropsMlpAlone)
        attended = write.dropout(attended, share);
    const TensorId middle = normOfSum(write, "attention_norm", attended, x);
    if (!isDistilled(write))
        tape.stillHeld(context);
    const TensorId active = write.activation(
        write.linear(write.names.up, middle, write.hidden(), write.width(), write.spec.mlpBias));
    const TensorId down
        = write.linear(write.names.down, active, write.width(), write.hidden(), write.spec.mlpBias);
    const TensorId result = normOfSum(write, "output_norm", write.dropout(down, share), middle);
    if (!isDistilled(write))
        tape.stillHeld(active);
    tape.stillHeld(middle);
    return result;
}

Tape encoderEmbeddingTape(const LayerSettings &settings, bool requiresGrad)
{
    return EmbeddingWriter(settings).tape(requiresGrad);
}

Tape encoderHeadTape(const LayerSettings &settings, double heldInModel, bool takesGradient)
{
    TapeBuilder tape(settings.autocast, settings.tracks);
    ModuleWriter write(tape, settings);
    const TensorId x
        = tape.input(write.tokens() * write.hidden(), settings.stream(), takesGradient);
    const TensorId held = tape.plain(heldInModel, Dtype::Byte);
    TensorId hidden = x;
    if (givesNormed(settings.spec)) {
        hidden = write.norm("final_norm", x, write.hidden(), write.tokens());
        tape.stillHeld(held);
    }
    const TensorId loss = HeadWriter(write, held).loss(hidden);
    tape.stillHeld(hidden);
    return tape.finish(loss, false);
}

bool givesNormed(const ModelSpec &spec)
{
    return spec.encoder && spec.encoder->code == EncoderCode::ModernBert;
}

double encoderInputBytes(const LayerSettings &settings)
{
    const ModelSpec &spec = settings.spec;
    const double padding = isFlash(settings.attention) || settings.contrasts
        ? 0
        : storageBytes(settings.tokens(), Dtype::Wide);
    if (givesNormed(spec)) // inv_freq, as it is and as it was
        return padding
            + 2 * spec.modules.rotaryTables
            * storageBytes(static_cast<double>(spec.headDim) / 2, Dtype::Single);
    if (hasDistances(spec)) // and token types, which nobody looks up
        return padding + storageBytes(static_cast<double>(spec.maxSequence), Dtype::Wide);
    const double rows = storageBytes(static_cast<double>(spec.positions), Dtype::Wide);
    return padding + (spec.encoder->tokenTypes > 0 ? 2 : 1) * rows;
}

// transformers 5.12.1 masking_utils.py: true and false of each pair of tokens, or, for eager
// attention, numbers in the dtype of what is embedded; ModernBERT makes a second one with its
// window, and refers to positions.
double encoderMaskBytes(const LayerSettings &settings)
{
    if (hasDistances(settings.spec))
        return distanceBytes(settings);
    const bool isModern = givesNormed(settings.spec);
    const double positions = isModern ? storageBytes(settings.sequence, Dtype::Wide) : 0;
    if (isFlash(settings.attention) && !settings.isUnpaddedSdpa)
        return positions;
    const Dtype dtype = settings.attention == Attention::Eager ? settings.stream() : Dtype::Byte;
    const double pairs = settings.tokens() * settings.sequence;
    return positions + settings.masks() * storageBytes(pairs, dtype);
}

} // namespace shardscope
