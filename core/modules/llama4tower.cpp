// SPDX-License-Identifier: GPL-3.0-or-later
// Llama 4's tower: transformers 5.12.1 modeling_llama4.py, Llama4VisionModel, and
// Llama4MultiModalProjector behind it. Each tile is a sequence of a batch; pixels come in 16 bits
// (image_processing_llama4.py, rescale_and_normalize).
#include "core/modules/towerparts.h"

namespace shardscope {

namespace {

class Llama4PartWriter : private TowerWriter
{
public:
    using TowerWriter::TowerWriter;

    TensorId entry()
    {
        const TensorId tokens = placed(withClass(patches()));
        return m_write.norm("layernorm_pre", tokens, width(), rows());
    }

    TensorId block(TensorId x)
    {
        const Heads heads{
            .keyHeads = m_write.heads(), .isCausal = false, .hasMask = false, .meetsAll = true};
        const TensorId attended = writeOpenAttention(
            m_write, m_write.norm("input_layernorm", x, width(), rows()), heads, "o_proj", true);
        const TensorId middle = m_tape.add(x, attended);
        const TensorId result = m_tape.add(
            middle, mlp(m_write.norm("post_attention_layernorm", middle, width(), rows())));
        m_tape.stillHeld(m_write.attentionWeights);
        return result;
    }

    /// The tower's own adapter, and the projector.
    TensorId exit(TensorId x)
    {
        LayerSettings settings = m_settings.own;
        settings.trainsBase = m_settings.model.trainsBase && m_work.isTrained;
        settings.adapters
            = m_work.isTrained ? m_settings.model.adapters : std::optional<AdapterSettings>();
        const TensorId made = adapted(x, settings);
        return m_tape.cast(
            m_write.linear("linear_1", made, real(m_tower.adapter), real(m_tower.out), false),
            m_settings.model.stream());
    }

private:
    double rows() const { return m_work.tokens(); }

    /// Llama4UnfoldConvolution: patches laid out, and a product, which copies those of several
    /// tiles for the gradient of its weight.
    TensorId patches()
    {
        const double each = real(m_tower.patchWidth());
        TensorId laid = m_tape.plain(m_work.patches() * each, Dtype::Half);
        if (m_settings.own.trainsBase && m_work.images > 1)
            laid = m_tape.copy("reshape", laid, m_work.patches() * each);
        const TensorId made = m_write.linear("linear", laid, each, width(), false);
        if (m_settings.isTouched)
            m_tape.makeLeaf(made);
        return made;
    }

    /// Behind the patches of each tile.
    TensorId withClass(TensorId stream)
    {
        m_tape.beginModule();
        const TensorId result
            = m_tape.concat({stream, classTokens("class_embedding")}, rows() * width());
        m_tape.endModule();
        return result;
    }
    TensorId placed(TensorId stream)
    {
        const double places = real(m_tower.positions);
        m_tape.beginModule();
        const TensorId table = parameter("positional_embedding_vlm", places * width(), places);
        const TensorId result = m_tape.add(stream, m_tape.cast(table, m_tape.at(stream).dtype));
        m_tape.endModule();
        return result;
    }

    /// pixel_shuffle puts neighbours of a row side by side, then those of a column;
    /// Llama4VisionMLP2 behind it.
    TensorId adapted(TensorId x, const LayerSettings &settings)
    {
        ModuleWriter write(m_tape, settings);
        const double elements = m_work.patches() * width();
        const double wide = width() * real(m_tower.merged());
        const double adapter = real(m_tower.adapter);
        const TensorId normed = write.norm("layernorm_post", x, width(), rows());
        const TensorId once = contiguous(m_tape.part(normed, elements), elements);
        const TensorId twice = contiguous(once, elements);
        const TensorId up = write.linear("fc1", twice, wide, adapter, false);
        const TensorId made
            = write.linear("fc2", m_tape.activation("gelu", up), adapter, adapter, false);
        const TensorId result = m_tape.activation("gelu", made);
        m_tape.stillHeld({x, normed, twice});
        return result;
    }
};

} // namespace

TensorId writeLlama4Part(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part)
{
    return writePartBy<Llama4PartWriter>(tape, settings, part);
}

TowerBytes llama4Bytes(const LayerSettings &settings)
{
    // freqs_ci, a complex64 for every two numbers of a head.
    const TowerSpec &tower = *settings.spec.tower;
    const double pairs = real(tower.positions * tower.headDim() / 2);
    const double adapted = settings.tower->patches() / real(tower.merged()) * real(tower.adapter);
    // Llama4ForConditionalGeneration.forward returns what the adapter made, and refers to what the
    // projector made of that to its end.
    return {.given = pixelBytes(settings) + lossMaskBytes(settings),
        .buffers = storageBytes(pairs, Dtype::Wide),
        .returned = towerFeatures(settings, false) + storageBytes(adapted, towerDtype(settings))};
}

} // namespace shardscope
