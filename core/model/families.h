// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace shardscope {

/// A yes or no that a family fixes, or leaves to a key of the config.
struct Switch
{
    bool standard = false; ///< what transformers takes where the key is absent
    std::string_view key{}; ///< empty: fixed
};
inline constexpr Switch Never{};
inline constexpr Switch Always{true, {}};

/// Module names of the matrices of a decoder layer.
struct LinearNames
{
    std::string_view query = "q_proj";
    std::string_view key = "k_proj";
    std::string_view value = "v_proj";
    std::string_view output = "o_proj";
    std::string_view gate = "gate_proj";
    std::string_view up = "up_proj";
    std::string_view down = "down_proj";
    std::string_view fusedAttention{}; ///< where query, key and value are one matrix
    std::string_view fusedGate{}; ///< where gate and up are one matrix
    std::string_view embedding = "embed_tokens"; ///< beside the layers, as is the head
    std::string_view head = "lm_head";
};

/// Which decoder layers have routed experts.
enum class SparseLayers {
    None,
    All,
    Stepped, ///< Qwen: each decoder_sparse_step-th, without mlp_only_layers
    AfterFirst, ///< DeepSeek: all but the first first_k_dense_replace
    Periodic, ///< Jamba: one in each expert_layer_period, the expert_layer_offset-th
    Listed, ///< Nemotron-H: as its pattern says
    Between ///< ERNIE: each moe_layer_interval-th from moe_layer_start_index to moe_layer_end_index
};

/// Whether some layers have a gated delta rule in place of attention, and how its projections come.
enum class DeltaLayers {
    None,
    Joined, ///< Qwen3-Next: in_proj_qkvz, in_proj_ba
    Separate, ///< Qwen3.5: in_proj_qkv, in_proj_z, in_proj_b, in_proj_a
    Apart ///< OLMo Hybrid: q_proj, k_proj, v_proj, a_proj, b_proj, g_proj
};

/// Whether an indexer picks the tokens that latent attention sees, and which layers have one.
enum class IndexerKeys {
    None,
    EachLayer, ///< DeepSeek-V3.2
    HandedOn ///< GLM-5: as a list or pattern says
};

/// Whether some layers have a state space or a short convolution, and how the config says which.
enum class StateLayers {
    None,
    NemotronH, ///< a letter or a name for each layer, which is a mixer or an MLP, not both
    Granite, ///< layer_types
    Bamba, ///< attn_layer_indices
    FalconH1, ///< each layer, beside its attention
    // Each layer, and nothing else:
    Mamba,
    FalconMamba,
    Mamba2,
    Jamba, ///< Mamba 1, but for one layer in each attn_layer_period
    Convolution, ///< LFM2: layer_types, full_attn_idxs
    Lightning ///< MiniMax-Text: layer_types, else every second layer
};

/// Which sizes of heads a config says; the others follow from the hidden size and `heads`.
enum class HeadKeys {
    All,
    Groups, ///< num_key_value_heads, and no head_dim
    None
};

/// Keys of a config that the family's modules read for their dropouts. Empty: they have none,
/// whatever the config says.
struct DropoutKeys
{
    std::string_view attention = "attention_dropout";
    std::string_view hidden{}; ///< on what attention and MLP add to the stream
    std::string_view embedding{};
};

/// How a config says how many tokens layers with a window see.
struct WindowKeys
{
    std::string_view key{}; ///< empty: no layer has a window
    std::int64_t usual = 0; ///< where that is absent; 0: none has
    std::string_view switchKey{}; ///< which turns windows on; empty: they are
};

struct ExpertTraits
{
    SparseLayers layers = SparseLayers::None;
    std::string_view widthKey = "intermediate_size";
    std::string_view stepKey = "decoder_sparse_step"; ///< of Stepped
    std::string_view switchKey{}; ///< whether there are any; empty: there are
    bool besideDense = false;
    std::string_view denseKey = "first_k_dense_replace"; ///< of AfterFirst
    std::int64_t firstDense = 0; ///< where that is absent
    std::int64_t shared = 0; ///< where n_shared_experts is absent
    bool sharedGate = false;
    bool sharesOne = false; ///< Llama 4: one shared expert, as wide as a routed one
    SharedTurn sharedTurn = SharedTurn::Last;
    bool hasIdleBias = false;
    std::string_view jitterKey{}; ///< of the noise on what they are given
    // Of their numbers, where these have names of their own:
    std::string_view countKey{};
    std::string_view chosenKey{};
    std::string_view sharedCountKey{};
    int usualCount = 0; ///< where the config says none; 0: it has to
    int usualPerToken = 0;
    std::int64_t usualWidth = 0;
    bool biases = false;
    bool isSplit = false;
    bool areHeads = false;
    std::int64_t fewest = 0; ///< Granite 4, Jamba: fewer make a dense model
    std::string_view sharedKey{}; ///< of the width of the shared expert, where it has a key
    std::int64_t sharedWidth = 0; ///< where that is absent
    bool isGated = true;
    std::string_view linearRouter{}; ///< name of a router that is a linear module
    ExpertNames names = ExpertNames::None; ///< PEFT utils/transformers_weight_conversion.py
};

/// What transformers takes where a config leaves a field out; 0: the field is required or implied.
struct ShapeDefaults
{
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0; ///< 0, or no divisor of the heads: as many as those
    std::int64_t headDim = 0; ///< 0: hidden / heads
    std::int64_t vocabulary = 0;
    std::int64_t positions = 0;
    std::int64_t widening = 0; ///< MLP width in multiples of the hidden size
    std::int64_t hidden = 0;
    std::int64_t intermediate = 0;
};

/// What the models of one model_type have in common. A new family is a new row in families.cpp.
struct Family
{
    std::string_view name; ///< model_type
    std::array<std::string_view, 5> aliases{}; ///< other model_types of the same shape

    NormKind norm = NormKind::Rms;
    int norms = 2; ///< per layer
    std::string_view normsKey{}; ///< Falcon: number of norms of a parallel layer
    Residual residual = Residual::PreNorm;
    Switch scaledEmbedding{}; ///< beside scalesEmbedding
    Switch sandwich{true, {}}; ///< of SandwichNorm: norms behind attention and MLP as well
    Switch parallel{}; ///< attention and MLP side by side
    Switch separateNorms{}; ///< where parallel: a norm for each of the two
    Switch multiQuery{}; ///< one key and value head
    QueryKeyNorm queryKeyNorm = QueryKeyNorm::None;
    Switch hasQueryKeyNorm{true, {}};
    Switch queryKeyValueBias{false, "attention_bias"};
    Switch outputBias{false, "attention_bias"};
    Switch mlpBias{};
    bool gatedMlp = true;
    std::string_view denseWidthKey{}; ///< where intermediate_size is the width of an expert
    bool attentionSinks = false;
    bool embeddingNorm = false;
    Switch headBias{};
    bool tiedEmbeddings = false; ///< where tie_word_embeddings is absent
    bool learnedPositions = false;
    std::int64_t extraPositions = 0; ///< rows of the position table beyond the longest sequence
    bool latentAttention = false;
    IndexerKeys indexer = IndexerKeys::None;
    DeltaLayers delta = DeltaLayers::None;
    StateLayers state = StateLayers::None;
    ExpertTraits experts{};
    /// The mask of sliding attention is made only where a layer has it.
    bool makesMaskAsNeeded = false;
    /// So is that of layers that see all tokens (Laguna, Mellum 2).
    bool makesEachMaskAsNeeded = false;
    bool turnsWindowsOnly = false; ///< layers that see all tokens have no rotary embedding
    WindowKeys window{};
    bool readsWindowPattern = false; ///< sliding_window_pattern: each n-th layer sees all tokens
    std::optional<EncoderCode> encoder{}; ///< absent: a decoder
    std::optional<Seq2SeqCode> seq2seq{}; ///< an encoder beside the decoder
    bool mixesAttention = false; ///< Gemma 4: two kinds of unlike size, and embeddings of layers
    bool lacksCheckpoints = false; ///< supports_gradient_checkpointing
    bool attendsToImages = false; ///< Llama 3.2: in layers of their own
    bool altUp = false; ///< Gemma 3n: several streams, beside embeddings of layers
    DropoutKeys dropout{};
    ShapeDefaults defaults{};
    HeadKeys headKeys = HeadKeys::All;
    std::string_view headsKey{}; ///< of the number of heads, where that has a name of its own
    LinearNames names{};
    ModuleTraits modules{};
};

/// All families, from the model classes of transformers 5.12.1.
std::span<const Family> families();

/// By model_type or alias; null where there are no formulas for it.
const Family *findFamily(std::string_view modelType);

/// Llama's where the family is not known.
const LinearNames &linearNames(const ModelSpec &spec);

} // namespace shardscope
