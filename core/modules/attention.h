// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// A query, key or value: tokens of all heads.
struct HeadStates
{
    TensorId id = NoTensor;
    /// One head after the other in memory; otherwise token by token, as a projection leaves it.
    bool isHeadMajor = false;
};

struct Heads
{
    HeadStates query{};
    HeadStates key{};
    HeadStates value{};
    double keyHeads = 1; ///< of key and value
    std::array<TensorId, 4> parts{NoTensor, NoTensor, NoTensor, NoTensor}; ///< held to the end
    TensorId mask = NoTensor; ///< of its own, added to the scores
    TensorId sinks = NoTensor; ///< gpt-oss: one more score for each head
    TensorId gate = NoTensor; ///< Qwen3-Next: of what attention gives
    // Of an encoder-decoder, for kernels:
    bool isCausal = true; ///< tokens see those before them alone, where the model's do
    bool hasMask = true; ///< where sequences are padded
    bool meetsAll = false; ///< there never is a mask
};

/// Self-attention, from the normalised stream to what is added to it.
TensorId writeAttention(ModuleWriter &write, TensorId x);

/// repeat_kv: each key and value head for all its query heads.
HeadStates repeated(ModuleWriter &write, const HeadStates &states, double heads);
/// Key and value for every query head, where a model's own FlashAttention path made them.
void repeatForFlash(ModuleWriter &write, Heads &heads);

/// Rows of a mask that SDPA's memory-efficient kernel takes are of a multiple of so many numbers;
/// others are copied (aten attention.cpp, preprocess_mask).
inline constexpr double maskAlignment = 16;

/// The product of query, key and value: FlashAttention, or scores spelt out.
TensorId writeAttentionProduct(ModuleWriter &write, const Heads &heads);

// Of attention that is spelt out:
/// Scores of all pairs of tokens.
TensorId writeScores(ModuleWriter &write, const HeadStates &query, const HeadStates &key);
/// Weights times values, brought back to token order.
TensorId writeWeighed(ModuleWriter &write, TensorId weights, const HeadStates &value);
/// As a product of heads takes it: 16 bit under autocast, heads of several sequences side by side.
HeadStates writeOperand(ModuleWriter &write, const HeadStates &states);
/// What is added to the scores so that no token sees later ones.
TensorId maskOf(ModuleWriter &write);

/// Whether the products of key and value keep what another unit has given them, of that dtype, as
/// it is; checkpoints always do. `isCast`: autocast makes a copy of it first.
bool keepsGivenStates(const LayerSettings &settings, Dtype states, bool isCast);

/// Times a factor for each place of a sequence (Ministral 3, Mistral 4).
TensorId writeScaledByPlace(ModuleWriter &write, TensorId query);

/// Multi-head latent attention (DeepSeek).
TensorId writeLatentAttention(ModuleWriter &write, TensorId x);

/// x cos + rotate_half(x) sin, in the wider dtype of both.
TensorId writeRotatedBy(TapeBuilder &tape, TensorId x, TensorId cos, TensorId sin);
/// The same with the model's own tables, of a query or a key alone.
TensorId writeRotated(ModuleWriter &write, TensorId x);

/// JetMoe: query and output matrices are experts.
TensorId writeExpertHeads(ModuleWriter &write, TensorId x);

/// GPT-J: pairs of numbers are turned, by tables that each layer makes.
void writePairsTurned(ModuleWriter &write, Heads &heads);
// Scores spelt out, weighed, in token order; write.heldInAttention is what they leave:
TensorId writeScoresInSingle(ModuleWriter &write, const Heads &heads); ///< GPT-J, GPT-Neo
TensorId writeClampedScores(ModuleWriter &write, const Heads &heads); ///< XGLM
/// XGLM: heads of all sequences side by side, under the names of what they are copied from.
void writeReshaped(ModuleWriter &write, Heads &heads);
/// Whether attention drops out itself what it gives, while it refers to what that came from.
constexpr bool dropsInAttention(const ModuleTraits &traits)
{
    return traits.attention == AttentionCode::GptJ || traits.attention == AttentionCode::GptNeo;
}

/// Tables of cosines and sines, and position written into query and key with them.
void writeRotary(ModuleWriter &write, Heads &heads);

} // namespace shardscope
