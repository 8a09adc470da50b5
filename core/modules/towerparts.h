// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/attention.h"
#include "core/modules/tower.h"

namespace shardscope {

inline double real(std::int64_t value)
{
    return static_cast<double>(value);
}

/// Settings of what the part of a tower that is written belongs to, the tower or its projector, and
/// of the model around it.
struct TowerSettings
{
    LayerSettings own;
    const LayerSettings &model;
    bool isTouched = false; ///< what the patch embedding makes requires a gradient
};

/// Dtype of the stream. Under autocast the patch embedding gives 16 bits: Qwen's towers add nothing
/// wider to that, the others tables of positions or norms in fp32.
Dtype towerDtype(const LayerSettings &model);

/// The stream that a part reads.
TensorId inputOf(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part);

/// What a convolution makes of the patches of all images, with a bias or without. `isNamed`: the
/// class calls it its input embeddings.
TensorId writePatches(TapeBuilder &tape, const TowerSettings &settings, std::string_view name,
    bool hasBias, bool isNamed = true);
/// Attention of `heads`, whose query, key and value are products of `x`; `output` is the last one's
/// name.
TensorId writeOpenAttention(
    ModuleWriter &write, TensorId x, Heads heads, std::string_view output, bool hasBias);
/// x * sigmoid(1.702 x)
TensorId writeQuickGelu(TapeBuilder &tape, TensorId x);
/// down_proj(act(gate_proj(x)) * up_proj(x)), of an `x` that the block goes on to refer to.
TensorId writeGatedMlp(ModuleWriter &write, TensorId x, bool hasBias);

/// What writers of parts have in common: the tape, and the tower at work.
class TowerWriter
{
public:
    TowerWriter(TapeBuilder &tape, const TowerSettings &settings);

protected:
    double width() const { return real(m_tower.hidden); }
    /// What is no nn.Linear; `places`: its rows, 0: as many as the stream is wide.
    TensorId parameter(std::string_view name, double elements, double places = 0);
    /// A class token for each image, or tile; part of the module that is open. `rows`: of the
    /// parameter, 0: as many as the stream is wide.
    TensorId classTokens(std::string_view name, double rows = 0);
    /// fc2(act(fc1(x))), of an `x` that the block goes on to refer to.
    TensorId mlp(TensorId x);
    /// .contiguous() of a view, whose gradient is a view again.
    TensorId contiguous(TensorId x, double elements);

    TapeBuilder &m_tape;
    const TowerSettings &m_settings;
    ModuleWriter m_write;
    const TowerSpec &m_tower;
    const TowerWork &m_work;
};

/// A part by a writer of its code, which has an entry, a block and an exit, and what else there is
/// of parts.
template <class Writer>
TensorId writePartBy(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part)
{
    Writer write(tape, settings);
    if (part.kind == TowerPartKind::Entry)
        return write.entry();
    const TensorId x = inputOf(tape, settings, part);
    if constexpr (requires { write.aside(x); }) {
        if (part.kind == TowerPartKind::Aside)
            return write.aside(x);
    }
    if constexpr (requires { write.middle(x); }) {
        if (part.kind == TowerPartKind::Middle)
            return write.middle(x);
    }
    if constexpr (requires { write.gatedBlock(x); }) {
        if (part.isGated)
            return write.gatedBlock(x);
    }
    return part.kind == TowerPartKind::Exit ? write.exit(x) : write.block(x);
}

/// Bytes of pixels as they come from the processor, in fp32.
double pixelBytes(const LayerSettings &settings);
/// Bytes of a copy of them in the weights' dtype; where it is trained, the entry keeps it itself.
double castPixels(const LayerSettings &settings);
/// Bytes of the attention mask, where the model's own loss looks at it.
double lossMaskBytes(const LayerSettings &settings);
/// Whether a backward pass follows, and the tower's own weights have gradients.
bool trainsTower(const LayerSettings &settings);

/// A part of each code, statement by statement; what it hands on. Bytes beside the parts.
TensorId writeQwenPart(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part);
TowerBytes qwenBytes(const LayerSettings &settings);
TensorId writeSquarePart(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part);
TowerBytes squareBytes(const LayerSettings &settings);
TensorId writePixtralPart(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part);
TowerBytes pixtralBytes(const LayerSettings &settings);
TensorId writeGemmaPart(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part);
TowerBytes gemmaBytes(const LayerSettings &settings);
TensorId writeLlama4Part(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part);
TowerBytes llama4Bytes(const LayerSettings &settings);
TensorId writeLlama32Part(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part);
TowerBytes llama32Bytes(const LayerSettings &settings);

} // namespace shardscope
