// SPDX-License-Identifier: GPL-3.0-or-later
// Gemma 4's vision tower: transformers 5.12.1 modeling_gemma4.py, Gemma4VisionModel and
// Gemma4MultimodalEmbedder. Each image is a sequence of a batch, with as many places as the largest
// has patches (image_processing_gemma4.py, pad_along_first_dim).
#include "core/modules/norms.h"
#include "core/modules/towerparts.h"

namespace shardscope {

namespace {

class GemmaPartWriter : private TowerWriter
{
public:
    using TowerWriter::TowerWriter;

    /// Gemma4VisionPatchEmbedder: pixels from 0 to 1 are spread around 0 first.
    TensorId entry()
    {
        const double each = real(m_tower.patchWidth());
        const Dtype given = m_work.isArgumentCast ? Dtype::Half : Dtype::Single;
        const TensorId pixels = m_tape.outside(rows() * each, given);
        const TensorId scaled = m_tape.scale(m_tape.scale(pixels));
        const TensorId narrow = m_tape.cast(scaled, m_settings.own.tables);
        const TensorId stream = m_write.linear("input_proj", narrow, each, width(), false);
        const TensorId positions = placed();
        const TensorId result = m_tape.add(stream, positions);
        m_tape.stillHeld({scaled, stream, positions});
        return result;
    }

    /// Gemma4VisionEncoderLayer
    TensorId block(TensorId x)
    {
        const TensorId attended = attention(norm("input_layernorm", x));
        const TensorId middle = joined(x, norm("post_attention_layernorm", attended));
        const TensorId fed = mlp(norm("pre_feedforward_layernorm", middle));
        const TensorId result = joined(middle, norm("post_feedforward_layernorm", fed));
        m_tape.stillHeld(m_write.attentionWeights);
        return result;
    }

    TensorId exit(TensorId x)
    {
        const TensorId features = standardized(pooled(x));
        const TensorId narrow = m_tape.cast(features, m_tape.at(x).dtype);
        m_tape.stillHeld(x);
        const TensorId normed = writeUnweighedNorm(m_write, narrow, tokens());
        const TensorId result
            = m_write.linear("embedding_projection", normed, width(), real(m_tower.out), false);
        m_tape.stillHeld(narrow); // among what the tower returned
        return m_tape.cast(result, m_settings.model.stream());
    }

private:
    double rows() const { return m_work.places(); }
    double dim() const { return real(m_tower.headDim()); }
    double heads() const { return real(m_tower.heads); }
    /// Of the language model, which images take up, and for which there are places.
    double tokens() const { return m_work.patches() / real(m_tower.merged()); }
    double pooledRows() const { return rows() / real(m_tower.merged()); }

    TensorId norm(std::string_view name, TensorId x)
    {
        return m_write.norm(name, x, width(), rows());
    }
    TensorId joined(TensorId stream, TensorId added)
    {
        const TensorId sum = m_tape.add(stream, added);
        m_tape.stillHeld(added);
        return sum;
    }

    /// Rows of a table for columns and one for rows of patches, 0 where there is none.
    TensorId placed()
    {
        const double half = real(m_tower.positions) / 2 * width();
        m_tape.beginModule();
        const TensorId table = m_tape.parameter({.name = "position_embedding_table",
            .elements = 2 * half,
            .rows = 2,
            .dtype = m_settings.own.tables,
            .trainable = m_settings.own.trainsBase});
        const TensorId ids = m_tape.plain(2 * rows(), Dtype::Wide);
        const TensorId view = m_tape.usedInParts(table, false);
        const auto found = [&] {
            const TensorId made = m_tape.lookup("embedding", view, ids, rows() * width());
            m_tape.borrowsBackward({bytesOf(half, m_settings.own.tables)});
            return made;
        };
        const TensorId column = found();
        const TensorId row = found();
        const TensorId sum = m_tape.add(column, row);
        const TensorId result = m_tape.copy("where", sum, rows() * width());
        m_tape.stillHeld({ids, column, row, sum});
        m_tape.endModule();
        return result;
    }

    /// Gemma4ClippableLinear
    TensorId product(TensorId x, double in, double out)
    {
        const TensorId made = m_write.linear("linear", clipped(x), in, out, false);
        const TensorId result = clipped(made);
        m_tape.stillHeld(x); // by the call of the module
        return result;
    }
    TensorId clipped(TensorId x)
    {
        if (!m_tower.clips)
            return x;
        const double elements = m_tape.at(x).elements;
        const TensorId result = m_tape.op("clamp", {x}, elements, m_tape.at(x).dtype, {x});
        // torch 2.14 FunctionsManual.cpp, clamp_backward: which are equal to a bound and which
        // beyond, half of the gradient, and what is taken of both.
        const double bytes = m_tape.at(x).bytes();
        m_tape.borrowsBackward({elements, elements, bytes, bytes});
        return result;
    }

    TensorId attention(TensorId x)
    {
        Heads states{.keyHeads = heads(), .isCausal = false};
        states.query.id = turned("q_norm", product(x, width(), width()));
        states.key.id = turned("k_norm", product(x, width(), width()));
        states.value.id
            = writeUnweighedNorm(m_write, product(x, width(), width()), rows() * heads());
        const TensorId context = writeAttentionProduct(m_write, states);
        const TensorId result = product(context, width(), width());
        m_tape.stillHeld({states.query.id, states.key.id, states.value.id, x});
        return result;
    }

    /// apply_multidimensional_rope: one half of each head by columns, the other by rows.
    TensorId turned(std::string_view name, TensorId x)
    {
        const TensorId normed = m_write.norm(name, x, dim(), rows() * heads());
        const double all = m_tape.at(normed).elements;
        const auto halves = m_tape.split(normed, {all / 2, all / 2, 0});
        const TensorId first = rotated(halves[0]);
        const TensorId second = rotated(halves[1]);
        const TensorId result = m_tape.concat({first, second}, all);
        m_tape.stillHeld({normed, first, second});
        return result;
    }
    TensorId rotated(TensorId x)
    {
        const auto table
            = [&] { return m_tape.outside(rows() * dim() / 2, towerDtype(m_settings.model)); };
        const TensorId cos = table();
        return writeRotatedBy(m_tape, x, cos, table());
    }

    TensorId mlp(TensorId x)
    {
        const double inner = real(m_tower.intermediate);
        const TensorId gate = m_write.activation(product(x, width(), inner));
        const TensorId up = product(x, width(), inner);
        const TensorId result = product(m_tape.mul(gate, up), inner, width());
        m_tape.stillHeld(x);
        return result;
    }

    /// Gemma4VisionPooler: places without a patch are 0; each token is a product of its places'
    /// weights with all of them, in fp32.
    TensorId pooled(TensorId x)
    {
        const double pairs = rows() * pooledRows() / m_work.images;
        const TensorId filled = m_tape.copy("masked_fill", x, rows() * width());
        const TensorId positions = m_tape.plain(2 * rows(), Dtype::Wide);
        const TensorId tokens = m_tape.plain(rows(), Dtype::Wide);
        const TensorId oneHot = m_tape.plain(pairs, Dtype::Wide);
        const TensorId weights = m_tape.scale(m_tape.cast(oneHot, Dtype::Single));
        const TensorId single = m_tape.cast(filled, Dtype::Single);
        const TensorId sum = m_tape.matmul(weights, single, pooledRows() * width(), m_work.images);
        const TensorId narrow = m_tape.cast(sum, m_tape.at(x).dtype);
        m_tape.stillHeld({filled, weights, sum, positions, tokens});
        return m_tape.scale(m_tape.cast(narrow, Dtype::Single));
    }

    /// Tokens without a patch are left out; what is left is laid out by numbers of the checkpoint.
    TensorId standardized(TensorId x)
    {
        const TensorId places = m_tape.plain(2 * tokens(), Dtype::Wide);
        const TensorId kept
            = m_tape.op("index", {x}, tokens() * width(), m_tape.at(x).dtype, {places});
        m_tape.stillHeld(x);
        if (!m_tower.standardizes)
            return kept;
        const TensorId shifted = m_tape.scale(kept);
        m_tape.stillHeld(kept);
        return m_tape.mul(shifted, m_tape.outside(width(), Dtype::Single));
    }
};

} // namespace

TensorId writeGemmaPart(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part)
{
    return writePartBy<GemmaPartWriter>(tape, settings, part);
}

TowerBytes gemmaBytes(const LayerSettings &settings)
{
    constexpr double linearsOfBlock = 7;
    const TowerSpec &tower = *settings.spec.tower;
    const TowerWork &work = *settings.tower;
    const double rows = work.places();
    const double tokens = settings.tokens();
    const Dtype dtype = towerDtype(settings);
    // Added to the scores of all blocks; kernels take places that are seen or not, and each block
    // makes of them what it adds.
    const double pairs = rows * rows / work.images;
    const bool isEager = settings.attention == Attention::Eager;
    const double mask = isEager ? storageBytes(pairs, dtype) : 0;
    const double angles = 2 * storageBytes(rows * real(tower.headDim()), dtype);
    TowerBytes bytes{.refersToEntry = true, .returned = towerFeatures(settings, false)};
    // Positions of patches, and what kind of token each is; buffers of frequencies, of what
    // features are laid out by, and of each matrix's four bounds.
    bytes.given = pixelBytes(settings) + storageBytes(2 * rows, Dtype::Wide)
        + storageBytes(tokens, Dtype::Wide);
    bytes.buffers = 2 * storageBytes(real(tower.headDim()) / 4, Dtype::Single);
    if (tower.standardizes)
        bytes.buffers += 2 * storageBytes(real(tower.hidden), settings.buffers);
    if (tower.clips)
        bytes.buffers += 4 * StorageGranule * linearsOfBlock * real(tower.layers);
    if (work.isArgumentCast)
        bytes.argument = pixelBytes(settings) / 2;
    bytes.locals = angles + mask + 2 * storageBytes(rows, Dtype::Byte);
    bytes.tables = angles + (settings.checkpoints() ? mask : 0);
    if (settings.ends.embedding != TableTraining::Frozen) // ids without those of images
        bytes.entryTables = storageBytes(tokens, Dtype::Wide);
    // Gemma4Model.forward: ids without those of images, groups of tokens, and masks beside the one
    // that masked_scatter keeps. With embeddings of the layers, those of all tokens once more.
    bytes.merging = 2 * storageBytes(tokens, Dtype::Wide) + 3 * storageBytes(tokens, Dtype::Byte);
    if (settings.spec.layerEmbeddings)
        bytes.merging += settings.streamBytes();
    return bytes;
}

} // namespace shardscope
