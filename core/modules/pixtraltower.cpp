// SPDX-License-Identifier: GPL-3.0-or-later
// Pixtral's vision tower: transformers 5.12.1 modeling_pixtral.py, PixtralVisionModel, with
// modeling_mistral3.py, Mistral3MultiModalProjector, or modeling_llava.py,
// LlavaMultiModalProjector. All images are one sequence of patches,
// between which a mask stands.
#include "core/modules/towerparts.h"

#include <cmath>

namespace shardscope {

namespace {

class PixtralPartWriter : private TowerWriter
{
public:
    using TowerWriter::TowerWriter;

    TensorId entry()
    {
        const TensorId made = writePatches(m_tape, m_settings, "patch_conv", false);
        const TensorId joined = m_tape.concat({made}, patches() * width());
        return norm("ln_pre", joined);
    }

    TensorId block(TensorId x)
    {
        const TensorId middle = m_tape.add(x, attention(norm("attention_norm", x)));
        const TensorId result
            = m_tape.add(middle, writeGatedMlp(m_write, norm("ffn_norm", middle), false));
        m_tape.stillHeld(m_write.attentionWeights);
        return result;
    }

    TensorId exit(TensorId x)
    {
        const double tokens = patches() / real(m_tower.merged());
        const double out = real(m_tower.out);
        const bool hasBias = m_tower.exit == TowerExit::TwoLayers;
        const TensorId merged = hasBias ? x : mergedPatches(x);
        const TensorId up = m_write.linear("linear_1", merged, width(), out, hasBias);
        const TensorId features
            = m_write.linear("linear_2", m_tape.activation("gelu", up), out, out, hasBias);
        m_tape.stillHeld(merged);
        const TensorId together = m_tape.concat({features}, tokens * out);
        return m_tape.cast(together, m_settings.model.stream());
    }

private:
    TensorId mergedPatches(TensorId x)
    {
        const TensorId normed = norm("norm", x);
        // F.unfold of each image, and all of them behind each other.
        const TensorId unfolded = m_tape.copy("im2col", normed, patches() * width());
        const TensorId joined = m_tape.concat({unfolded}, patches() * width());
        const TensorId merged = m_write.linear(
            "merging_layer", joined, width() * real(m_tower.merged()), width(), false);
        m_tape.stillHeld({normed, unfolded, joined});
        return merged;
    }

    double patches() const { return m_work.patches(); }
    TensorId norm(std::string_view name, TensorId x)
    {
        return m_write.norm(name, x, width(), patches());
    }

    TensorId attention(TensorId x)
    {
        Heads heads{.keyHeads = m_write.heads(), .isCausal = false};
        if (m_settings.own.attention != Attention::Flash)
            heads.mask = m_tape.outside(patches() * patches(), towerDtype(m_settings.model));
        return writeOpenAttention(m_write, x, heads, "o_proj", false);
    }
};

} // namespace

TensorId writePixtralPart(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part)
{
    return writePartBy<PixtralPartWriter>(tape, settings, part);
}

namespace {

/// Between images, for all blocks; of a length that kernels do not take each has a copy of its own.
double maskBetween(const LayerSettings &settings)
{
    const double patches = settings.tower->patches();
    return settings.attention == Attention::Flash
        ? 0
        : storageBytes(patches * patches, towerDtype(settings));
}

/// Whether what blocks keep of the mask is the mask itself. Checkpoints hold on to what they are
/// given; eager attention adds it, which keeps nothing.
bool sharesMask(const LayerSettings &settings)
{
    const bool isKernels = settings.attention != Attention::Eager
        && std::fmod(settings.tower->patches(), maskAlignment) == 0;
    return settings.checkpoints() || isKernels;
}

} // namespace

TowerBytes pixtralBytes(const LayerSettings &settings)
{
    const TowerSpec &tower = *settings.spec.tower;
    const double patches = settings.tower->patches();
    const double dim = real(tower.headDim());
    const double stream = towerStream(settings);
    const double side = std::floor(real(tower.longest) / real(tower.patch));
    const double mask = maskBetween(settings);
    const double tables = 2 * storageBytes(patches * dim, towerDtype(settings));
    // Mistral3Model.get_image_features asks for what every block gives.
    const double streams = settings.checkpoints() ? 0 : real(tower.layers) * stream;
    // PixtralRotaryEmbedding has two buffers of angles. Locals: tables, mask and streams,
    // positions, what the convolution made, and its norm.
    return {.given = pixelBytes(settings),
        .buffers = 2 * storageBytes(side * side * dim, Dtype::Single),
        .argument = settings.tower->isArgumentCast ? castPixels(settings) : 0,
        .locals = tables + mask + streams + storageBytes(patches, Dtype::Wide) + 2 * stream,
        .tables = tables + (sharesMask(settings) ? mask : 0),
        .returned = towerFeatures(settings, false)};
}

} // namespace shardscope
