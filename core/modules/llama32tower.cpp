// SPDX-License-Identifier: GPL-3.0-or-later
// Llama 3.2's tower: transformers 5.12.1 modeling_mllama.py, MllamaVisionModel, and the projector
// of MllamaModel behind it. All tiles of an image are one sequence, filled up to a multiple of
// eight tokens each; a mask, made of numbers, says which are there. Its blocks are under no
// checkpoint.
#include "core/modules/imagelayers.h"
#include "core/modules/towerparts.h"

#include <cmath>

namespace shardscope {

namespace {

/// Of the mask, which is made by a product.
Dtype maskDtype(const LayerSettings &model)
{
    return model.autocast ? Dtype::Half : towerDtype(model);
}

class Llama32PartWriter : private TowerWriter
{
public:
    using TowerWriter::TowerWriter;

    TensorId entry()
    {
        const TensorId stream = writePatches(m_tape, m_settings, "patch_embedding", false);
        const TensorId tiled = withTiles("pre_tile_positional_embedding", stream);
        const TensorId normed = norm("layernorm_pre", placed(withClass(tiled)), there());
        return m_tape.copy("pad", normed, all());
    }

    TensorId block(TensorId x) { return blockOf(x, false); }
    TensorId gatedBlock(TensorId x) { return blockOf(x, true); }

    TensorId middle(TensorId x)
    {
        const TensorId normed = norm("layernorm_post", x, rows());
        const TensorId result = withTiles("post_tile_positional_embedding", normed);
        m_tape.stillHeld(normed);
        return result;
    }

    /// What blocks of the first encoder gave, number by number, behind the last stream, without
    /// what fills up.
    TensorId exit(TensorId x)
    {
        const double width = this->width();
        const double beside = real(m_tower.stacked() - 1);
        const TensorId last = m_tape.part(x, there() * width);
        const TensorId stacked = m_tape.plain(all() * beside, towerDtype(m_settings.model));
        const TensorId joined
            = m_tape.concat({last, stacked}, there() * width * real(m_tower.stacked()));
        m_tape.stillHeld({x, stacked});
        const TensorId states = m_write.linear("multi_modal_projector", joined,
            width * real(m_tower.stacked()), real(m_tower.out), true);
        m_tape.stillHeld(joined);
        m_tape.give(states, Common::EncoderStates, true, keepsImageStates(m_settings.model));
        return m_tape.plain(0, Dtype::Byte); // nothing goes on to the next unit
    }

private:
    double rows() const { return m_work.tokens(); }
    double all() const { return rows() * width(); }
    /// Tokens without those that fill up.
    double there() const
    {
        return m_work.images * (m_work.image.patches() + real(m_work.image.classes));
    }
    /// Images that are cut into tiles.
    double whole() const { return m_work.images / real(m_tower.joined()); }

    TensorId norm(std::string_view name, TensorId x, double count)
    {
        return m_write.norm(name, x, width(), count);
    }

    /// A row for each tile, by the shape of its image, times a gate.
    TensorId gatedRows(std::string_view name, double each)
    {
        const TensorId table
            = parameter(name, real(m_tower.shapes + 1) * each, real(m_tower.shapes + 1));
        const TensorId ids = m_tape.outside(whole(), Dtype::Wide);
        return m_tape.lookup("embedding", table, ids, whole() * each);
    }
    TensorId gate() { return m_tape.fromResult("tanh", parameter("gate", 1, 1)); }
    TensorId withTiles(std::string_view name, TensorId stream)
    {
        m_tape.beginModule();
        const TensorId found = gatedRows(name, real(m_tower.mostTiles) * width());
        const TensorId scaled = m_tape.mul(found, gate());
        const TensorId result = m_tape.add(stream, scaled);
        m_tape.endModule();
        m_tape.stillHeld({stream, scaled});
        return result;
    }

    /// Before the patches of each tile.
    TensorId withClass(TensorId stream)
    {
        m_tape.beginModule();
        const TensorId result
            = m_tape.concat({classTokens("class_embedding"), stream}, there() * width());
        m_tape.endModule();
        m_tape.stillHeld(stream);
        return result;
    }

    TensorId placed(TensorId stream)
    {
        const double places = real(m_tower.positions);
        m_tape.beginModule();
        const TensorId table = parameter("embedding", places * width(), places);
        const TensorId number = parameter("gate", 1, 1);
        const TensorId left = m_tape.scale(m_tape.fromResult("tanh", number));
        const TensorId placedOnce = m_tape.add(stream, m_tape.mul(left, table));
        const TensorId tiles
            = gatedRows("tile_embedding", real(m_tower.mostTiles) * places * width());
        const TensorId scaled = m_tape.mul(m_tape.fromResult("tanh", number), tiles);
        const TensorId result = m_tape.add(placedOnce, scaled);
        m_tape.endModule();
        m_tape.stillHeld({stream, placedOnce, tiles, scaled});
        return result;
    }

    TensorId blockOf(TensorId x, bool isGated)
    {
        const TensorId attended
            = gated("gate_attn", isGated, attention(norm("input_layernorm", x, rows())));
        const TensorId middle = m_tape.add(x, attended);
        const TensorId fed
            = gated("gate_ffn", isGated, mlp(norm("post_attention_layernorm", middle, rows())));
        const TensorId result = m_tape.add(middle, fed);
        m_tape.stillHeld(m_write.attentionWeights);
        return result;
    }
    TensorId gated(std::string_view name, bool isGated, TensorId x)
    {
        if (!isGated)
            return x;
        m_tape.beginModule();
        const TensorId factor = m_tape.fromResult("tanh", parameter(name, 1, 1));
        m_tape.endModule();
        return m_tape.mul(factor, x);
    }
    TensorId attention(TensorId x)
    {
        Heads heads{.keyHeads = m_write.heads(), .isCausal = false};
        heads.mask = m_tape.outside(m_write.pairs(), maskDtype(m_settings.model));
        return writeOpenAttention(m_write, x, heads, "o_proj", false);
    }
};

} // namespace

TensorId writeLlama32Part(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part)
{
    return writePartBy<Llama32PartWriter>(tape, settings, part);
}

TowerBytes llama32Bytes(const LayerSettings &settings)
{
    const TowerSpec &tower = *settings.spec.tower;
    const TowerWork &work = *settings.tower;
    const double length = work.image.tokens() * real(tower.joined());
    const double mask = storageBytes(work.tokens() * length, maskDtype(settings));
    const bool isKept
        = settings.attention != Attention::Eager && std::fmod(length, maskAlignment) == 0;
    // Pixels; which tiles there are, the shape of each image, and which tokens see which tiles.
    const double images = work.images / real(tower.joined());
    return {.given = pixelBytes(settings) + storageBytes(images, Dtype::Wide)
            + storageBytes(work.images, Dtype::Wide)
            + storageBytes(settings.sequence * work.images, Dtype::Wide),
        .argument = work.isArgumentCast ? castPixels(settings) : 0,
        .streams = real(tower.layers) * towerStream(settings),
        .locals = mask,
        .tables = isKept ? mask : 0};
}

} // namespace shardscope
