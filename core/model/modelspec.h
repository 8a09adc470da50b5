// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/encoderspec.h"
#include "core/model/seq2seqspec.h"
#include "core/model/statemixers.h"
#include "core/model/towerspec.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

enum class NormKind {
    Rms, ///< Llama: weight only, kept as bf16 normalised + output
    GemmaRms, ///< Gemma: (1 + weight), computed in fp32
    Layer, ///< weight and bias
    LayerWithoutBias, ///< ModernBERT
    LayerNoParameters, ///< OLMo 1, in fp32
    RmsNoParameters, ///< nanochat, in fp32
    RmsOfStream, ///< T5: as Rms, but the stream is multiplied as it is
    RmsCastLast, ///< OLMo 2, gpt-oss: as Rms, but weighed in fp32 and cast last
    RmsInSingle, ///< Gemma 3n and 4: as RmsCastLast, with a weight that is cast to fp32 as well
    LayerInSingle, ///< Cohere: spelt out in fp32, without a bias
    LayerPlusOne ///< Nemotron: (1 + weight) and bias
};

constexpr bool hasWeights(NormKind norm)
{
    return norm != NormKind::LayerNoParameters && norm != NormKind::RmsNoParameters;
}

enum class QueryKeyNorm {
    None,
    PerHead, ///< one weight for all heads
    EachHead, ///< Command R+: as PerHead, with weights for each head
    FullWidth,
    Unweighed ///< Llama 4: without parameters
};

enum class Residual {
    PreNorm, ///< norm, attention, add, norm, MLP, add
    SandwichNorm, ///< Gemma 2 and 3: norms before and after each block
    PostNorm, ///< OLMo 2: norm after each block only
    NormOfSum, ///< BERT: norm of the stream with what a block adds to it
    NormedStream, ///< MiniMax-Text: what a block adds, and the norm that it was given, each scaled
    Parallel ///< GPT-NeoX, Falcon, Phi-2: attention and MLP read the same stream
};

enum class Activation {
    Silu,
    Gelu, ///< one kernel, exact or with tanh
    GeluNew, ///< GPT-2, Phi-2: the tanh formula spelt out, operation by operation
    GeluBloom, ///< BLOOM: a function of its own that keeps its input
    Relu,
    ReluSquared,
    Xielu ///< Apertus: spelt out, with two parameters of its own
};

/// How position is written into queries and keys.
enum class Rotary {
    None, ///< learned positions, or a bias on the scores
    Whole, ///< x cos + rotate_half(x) sin
    WholeInSingle, ///< OLMo: with fp32 tables, cast back
    WholeCastBack, ///< OLMo 3: as Whole, but cast back where the tables are wider
    WholeCastEach, ///< ERNIE: as WholeInSingle, but each factor is cast to fp32 first
    WholeCastFirst, ///< Cohere: query and key are cast to fp32 first, and back
    Part, ///< Phi, GPT-NeoX: a share of each head is rotated, then joined with the rest
    Complex, ///< Llama 4: pairs of fp32 numbers times one complex table
    Halves, ///< gpt-oss: the two halves on their own, then joined
    Interleaved ///< DeepSeek V3: even and odd elements
};

/// How query, key and value come out of one matrix.
enum class FusedSplit {
    None, ///< a matrix each
    Slices, ///< Phi-3
    Split, ///< GPT-2, GPT-NeoX: one operation, three views
    Selects, ///< BLOOM, old Falcon: three views
    SharedHead, ///< Falcon-7B: query is a view, the one key and value are copied
    Groups ///< Falcon-40B: key and value are repeated for each query head
};

/// How the weights of a token's experts come out of the router.
enum class Router {
    Softmax,
    SoftmaxInSingle, ///< Mixtral: left in fp32
    Sigmoid, ///< DeepSeek V3
    SigmoidInSingle, ///< MiniMax-M2: of a 16-bit product, left in fp32
    SigmoidOfHalf, ///< LFM2: of a 16-bit product, chosen with a bias
    SigmoidOfSingle, ///< AFMoE: the same of what is cast to fp32 first, and left in it
    SigmoidByChoice, ///< Hy3: of a product in fp32, chosen with a bias, and left in fp32
    SigmoidCastBack, ///< Laguna: as AFMoE's, but cast back, and what experts give is scaled
    SoftmaxByGroups, ///< Mistral 4: in the logits' own dtype; some groups of experts do not count
    SoftmaxOfChosen, ///< Granite: of the best logits, in fp32, and cast back
    SoftmaxWithBias, ///< ERNIE: in fp32, chosen with a bias, adding up to one, and cast back
    SparseMixer, ///< Phi-3.5-MoE: two experts, drawn one after the other
    EveryToken ///< Llama 4: every expert computes every token, most of them weighed with zero
};

enum class AttentionCode {
    Standard,
    Gpt2,
    Opt,
    Bloom,
    Falcon,
    GptOss,
    Llama4,
    Mpt,
    Bert,
    DebertaV2,
    GptJ,
    GptNeo,
    Xglm
};

/// What the module classes of transformers do, beyond the shape: it decides which tensors there
/// are.
struct ModuleTraits
{
    Activation activation = Activation::Silu;
    Rotary rotary = Rotary::Whole;
    double rotaryShare = 1; ///< of each head
    bool turnsSequences = false; ///< Qwen3.5: rotary tables for each sequence (MRoPE)
    bool repeatsTables = false; ///< GLM: each layer makes its own of the model's rotary tables
    int tableSections = 1; ///< Qwen2.5-VL: one of these for each dimension (MRoPE)
    bool normsRotated = false; ///< HunYuan: query and key are normalised after the rotary embedding
    bool namesParts = false; ///< Phi, StableLM: the attention refers to parts and rotated parts
    bool scalesQuery = false; ///< Ministral 3, Mistral 4: by position
    bool gatesAttention = false; ///< Qwen3-Next: q_proj makes a gate of what attention gives, too
    bool hasGateMatrix = false; ///< AFMoE: a matrix beside the value's makes that gate
    bool gatesHeads = false; ///< Laguna: a matrix makes one gate for each head, behind attention
    bool repeatsHeads = false; ///< Nemotron: key and value for all queries, whatever the kernel
    FusedSplit fusedSplit = FusedSplit::None;
    AttentionCode attention = AttentionCode::Standard;
    /// Falcon: a class of its own, x @ W.T. Autocast caches no copy of a transposed weight, and
    /// bitsandbytes passes over what is not nn.Linear itself.
    bool ownLinear = false;
    /// GPTBigCode: of all positions, one byte each, beside the mask that attention is given.
    bool keepsCausalMask = false;
    /// GPTBigCode before transformers 4.50: under checkpoints, too, the model returns the keys and
    /// values of its layers, which are views of what `fusedAttention` makes.
    bool returnsKeys = false;
    bool transposesWeights = false; ///< GPT-2: Conv1D, inputs along the first dimension
    double attentionDropout = 0;
    double hiddenDropout = 0; ///< on what attention and MLP add to the stream
    double embeddingDropout = 0;
    bool namesEmbedded = false; ///< Starcoder2, GPT-NeoX: beside what that makes of it
    bool dropsMlpAlone = false; ///< StableLM: what attention adds has no dropout
    double attentionSoftcap = 0; ///< Gemma 2; 0: none. SDPA alone does not know it.
    double logitSoftcap = 0;
    /// GPT-2 and others of its time: before transformers 4.50 the loss was taken of the logits as
    /// the head makes them, not cast to fp32.
    bool castNoLogits = false;
    bool scalesEmbedding = false;
    bool streamInSingle = false; ///< Mamba: what layers add up is fp32, whatever the weights are
    bool scalesResidual = false; ///< Granite
    bool scalesLogits = false;
    bool castsLogits = false; ///< Nemotron-H: what the model returns is fp32
    bool dropsLastLogits = false; ///< Mamba: the loss is taken of all but the last token's
    bool picksLogits = false; ///< Gemma 3 with a tower: the loss is taken of those not masked out
    bool scalesMixers = false; ///< Falcon-H1: keys, gates, and what mixers and MLP take and give
    Router router = Router::Softmax;
    bool normalizesRouter = false; ///< weights of the chosen experts add up to one
    double routerSoftcap = 0; ///< Laguna; 0: none
    bool addsExpertsInSingle = false; ///< Hy3: what routed and shared experts give
    /// GraniteMoeShared: a layer refers to what its experts give until it returns.
    bool refersToExperts = false;
    /// Qwen3-Omni: the class around the model refers to the embedding's output until the loss is
    /// there.
    bool keepsEmbeddingAround = false;
    int masks = 1; ///< kinds of attention mask that are made, full and sliding
    int rotaryTables = 1; ///< one for each kind of mask, where there are two
    // Where there are two masks: the first layer of each kind; noLayer: no layer takes it.
    int firstFullLayer = 0;
    int firstSlidingLayer = 0;
    /// Every n-th layer has no positional embedding (NoPE); Llama 4 scales the query there. 0:
    /// none.
    int nopeInterval = 0;

    static constexpr int noLayer = 1 << 20;

    bool operator==(const ModuleTraits &) const = default;
};

/// Under which names PEFT knows the linear modules that experts were before transformers 5.
enum class ExpertNames {
    None, ///< it leaves the fused tensors alone
    Mixtral, ///< w1 and w3, w2
    Qwen2Moe ///< gate_proj and up_proj, down_proj
};

/// When a shared expert runs that has no gate.
enum class SharedTurn {
    Last,
    First, ///< HunYuan: before the router
    BehindRouter ///< AFMoE: before the routed experts
};

/// Routed experts of a mixture-of-experts model.
struct Experts
{
    int count = 0;
    int perToken = 0;
    std::int64_t width = 0; ///< MLP width of one routed expert
    std::int64_t sharedWidth = 0; ///< width of all shared experts together; 0 for none
    bool sharedGate = false; ///< Qwen2-MoE: a gate of h weights on the shared expert
    SharedTurn sharedTurn = SharedTurn::Last;
    bool hasIdleBias = false; ///< AFMoE: of the choice, a parameter that never learns
    bool isJittered = false; ///< Phi-3.5-MoE: what they are given is multiplied with noise, twice
    bool biases = false; ///< gpt-oss: biases in router and experts
    bool besideDense = false; ///< Gemma 4: beside the dense MLP of each layer, with norms between
    bool isSplit = false; ///< Granite: tokens are split by expert, a product for each
    /// JetMoe: query and output matrices of attention are experts, too, with a router of their own;
    /// a key and a value head serves each of those that a token has chosen. Both kinds add a bias.
    bool areHeads = false;
    ExpertNames names = ExpertNames::None;
    bool isGated = true; ///< Nemotron-H's are not: up and down alone
    std::int64_t latent = 0; ///< Nemotron 3 Super: numbers of a token that they work on
    std::string_view linearRouter{}; ///< name of the router, where that is a linear module
    std::vector<bool> layers{}; ///< which decoder layers are sparse; the others use a dense MLP

    /// Rows of the first of a routed expert's two matrices.
    std::int64_t firstWidth() const { return (isGated ? 2 : 1) * width; }
    bool operator==(const Experts &) const = default;
};

/// Multi-head latent attention (DeepSeek).
struct LatentAttention
{
    std::int64_t queryRank = 0; ///< 0: the query is not compressed
    std::int64_t kvRank = 0;
    std::int64_t ropeDim = 0;
    std::int64_t nopeDim = 0;
    std::int64_t valueDim = 0;

    bool operator==(const LatentAttention &) const = default;
};

/// What picks the tokens that latent attention sees (DeepSeek-V3.2, GLM-5): scores of every pair of
/// tokens, from narrow heads of its own, without a gradient.
struct Indexer
{
    std::int64_t heads = 0;
    std::int64_t headDim = 0;
    std::int64_t chosen = 0; ///< tokens that each one sees, at most
    bool handsOn = false; ///< GLM-5: each layer hands the next what it has chosen
    std::vector<bool> reusing{}; ///< decoder layers without one, which see what they are handed

    bool isReusing(std::int64_t layer) const
    {
        const auto index = static_cast<std::size_t>(layer);
        return index < reusing.size() && reusing[index];
    }
    bool operator==(const Indexer &) const = default;
};

/// A gated delta rule in place of attention in some layers (Qwen3-Next, Qwen3.5, OLMo Hybrid): a
/// convolution over query, key and value, a state of keyDim x valueDim for each value head, and a
/// gated norm.
struct DeltaRule
{
    std::int64_t keyHeads = 0; ///< of query and key
    std::int64_t valueHeads = 0;
    std::int64_t keyDim = 0; ///< of a head
    std::int64_t valueDim = 0; ///< of a head
    std::int64_t kernel = 0; ///< tokens that the convolution sees
    /// Qwen3-Next: one matrix for query, key, value and gate, one for decay and strength.
    bool joinsProjections = false;
    /// OLMo Hybrid: a matrix and a convolution each for query, key and value, and a gate that is
    /// made behind the rule. Norms stand before the blocks of these layers, and behind those of the
    /// others.
    bool isApart = false;
    bool doublesStrength = false; ///< OLMo Hybrid: eigenvalues may be negative
    std::vector<bool> layers{}; ///< which decoder layers; the others have attention

    std::int64_t keyWidth() const { return keyHeads * keyDim; }
    std::int64_t valueWidth() const { return valueHeads * valueDim; }
    std::int64_t mixedWidth() const { return 2 * keyWidth() + valueWidth(); }
    bool operator==(const DeltaRule &) const = default;
};

/// What mixes the tokens of a sequence in a decoder layer.
enum class Mixer : std::uint8_t {
    None, ///< Nemotron-H: the layer is its feed alone
    Attention,
    DeltaRule,
    StateSpace,
    AttentionAndStateSpace, ///< Falcon-H1: side by side, of the same normalised stream
    Convolution,
    Lightning
};

/// What works on each token by itself behind the mixer: an MLP, or routed experts.
enum class Feed : std::uint8_t {
    None, ///< Nemotron-H: the layer is its mixer alone
    Dense,
    Experts
};

/// Where the keys and values of a layer's attention come from.
enum class KeySource : std::uint8_t {
    Own,
    Lent, ///< its own, to which the model refers: the last layer of its kind that makes any
    Taken ///< those that the last of its kind has lent
};

/// In what decoder layers of one model differ: layers of one form run the same operations.
struct LayerForm
{
    Mixer mixer = Mixer::Attention;
    Feed feed = Feed::Dense;
    // Where attention is mixed:
    KeySource keys = KeySource::Own;
    bool seesAll = false; ///< tokens, not a window of them
    bool isMasked = false; ///< sees a window of tokens, and a mask says which (Windows)
    bool reusesChoice = false; ///< sees the tokens that an earlier layer's indexer has picked
    std::int32_t queryHeads = 0; ///< where layers differ in that (UnlikeHeads)
    bool isThinned = false; ///< of the MLP's gates those below a threshold count as zero
    bool seesImages = false; ///< attends to images alone (ImageLayers)
    bool isGivenNormed = false; ///< ModernBERT's first: what is embedded has been normed
    Stack stack = Stack::Alone;
    // In one training run:
    bool isFrozen = false; ///< full training leaves its weights as they are
    bool takesGradient = true; ///< something before it is trained: its input needs a gradient
    std::uint8_t left = 0; ///< own modules in 16 bits: a list of UnquantizedModules; 0: none

    bool isSparse() const { return feed == Feed::Experts; }
    bool attends() const
    {
        return mixer == Mixer::Attention || mixer == Mixer::AttentionAndStateSpace;
    }
    bool hasStateSpace() const
    {
        return mixer == Mixer::StateSpace || mixer == Mixer::AttentionAndStateSpace;
    }
    auto operator<=>(const LayerForm &) const = default;
};

/// Layers whose tokens see no more than the nearest ones (sliding_window), or those of the same
/// chunk (Llama 4).
struct Windows
{
    std::int64_t tokens = 0;
    std::vector<bool> layers{}; ///< which
    /// In one training run: other layers have no mask, these do.
    bool areMasked = false;

    bool masks(std::int64_t layer) const
    {
        return areMasked && layers[static_cast<std::size_t>(layer)];
    }
    bool operator==(const Windows &) const = default;
};

/// Layers that differ in how many query heads they have, and in what share of a head is rotated
/// (Laguna).
struct UnlikeHeads
{
    std::vector<std::int64_t> heads; ///< of queries, in each decoder layer
    std::vector<bool> full; ///< which see all tokens, not a window of them
    double fullShare = 1; ///< of a head, that is rotated there
    double windowShare = 1; ///< in the others

    bool isFull(std::int64_t layer) const { return full[static_cast<std::size_t>(layer)]; }
    bool operator==(const UnlikeHeads &) const = default;
};

/// Layers between the others that attend to what a tower makes of images and to nothing else, and
/// add to the stream through gates; without images they are passed over (Llama 3.2).
struct ImageLayers
{
    std::vector<bool> layers{}; ///< which
    std::int64_t ownRows = 0; ///< of the embedding: tokens that the head never gives

    bool operator==(const ImageLayers &) const = default;
};

/// Attention of two kinds, which see a window or all tokens and have heads of unlike size; the last
/// layers take the keys and values of earlier ones (Gemma 4, and Gemma 3n with heads of one size).
struct MixedAttention
{
    std::int64_t fullHeadDim = 0; ///< where all tokens are seen
    std::int64_t fullKvHeads = 0;
    bool keysAreValues = false; ///< no v_proj there: what k_proj makes, normalised otherwise
    std::int64_t taking = 0; ///< last layers, which have no keys and values of their own
    bool widensTaking = false; ///< their MLPs are twice as wide
    std::vector<bool> full{}; ///< which decoder layers see all tokens

    bool isFull(std::int64_t layer) const { return full[static_cast<std::size_t>(layer)]; }
    std::int64_t firstTaking() const { return static_cast<std::int64_t>(full.size()) - taking; }
    KeySource keysOf(std::int64_t layer) const;
    /// Whether a layer takes what the last layer of that kind has lent.
    bool hasTaking(bool isFull) const;
    bool operator==(const MixedAttention &) const = default;
};

/// Streams of one sequence beside each other, of which each layer runs one: from that it predicts
/// all of them before, and corrects them behind (AltUp). Beside attention it has a residual of low
/// rank (LAuReL). Gemma 3n.
struct AltUp
{
    std::int64_t streams = 0;
    std::int64_t residualRank = 0;
    bool scalesOutput = true; ///< of the stream that ran, by a vector
    std::vector<bool> thinned{}; ///< decoder layers in which few gates of the MLP count

    bool operator==(const AltUp &) const = default;
};

/// A second embedding table with a part for each layer, and a projection of the first one (Gemma
/// 3n, Gemma 4).
struct LayerEmbeddings
{
    std::int64_t width = 0; ///< of each layer's part
    std::int64_t vocabulary = 0;

    bool operator==(const LayerEmbeddings &) const = default;
};

/// What a config.json says of its model that the formulas leave out.
struct FileRemarks
{
    std::string quantization{}; ///< quant_method of the weights in the file: "fp8", "gptq"
    double quantizedBits = 0; ///< of one of these weights; 0: not known
    double quantizedGroup = 0; ///< of them have a scale and a zero in common; 0: not known
    std::string
        unquantized{}; ///< modules that bitsandbytes left, as it lists them, comma-separated
    std::string architecture{}; ///< its class, where that is no causal language model
    std::vector<std::string> unreadKeys{}; ///< they change memory, and no formula knows how

    /// Whether transformers trains such weights only when it has dequantised them (5.12.1
    /// quantizer_mxfp4.py, quantizer_finegrained_fp8.py: is_trainable).
    bool isDequantised() const { return quantization == "mxfp4" || quantization == "fp8"; }
    bool operator==(const FileRemarks &) const = default;
};

/// The shape of a transformer, a decoder, an encoder, or both: all that the formulas need of a
/// config.json.
struct ModelSpec
{
    std::string modelType{}; ///< "llama", "qwen3", ...: selects the family's formulas

    std::int64_t hidden = 0;
    std::int64_t layers = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t headDim = 0;
    std::int64_t intermediate = 0; ///< MLP width of dense layers
    std::int64_t vocabulary = 0; ///< rows of the (padded) embedding table
    /// Outputs of a head over the last token, in place of words', or of an encoder's; 0: none.
    std::int64_t labels = 0;
    bool isHeadless = false; ///< embeddings are learned of what its layers make
    std::int64_t positions = 0; ///< rows of a learned position table; 0 for rotary or none
    std::int64_t maxSequence = 0; ///< longest sequence the model was made for; 0 when unknown

    NormKind norm = NormKind::Rms;
    int normsPerLayer = 2;
    Residual residual = Residual::PreNorm;
    QueryKeyNorm queryKeyNorm = QueryKeyNorm::None;
    bool gatedMlp = true;
    bool fusedProjections = false; ///< Phi-3: qkv and gate_up are one matrix each
    bool queryKeyValueBias = false;
    bool attentionOutputBias = false;
    bool mlpBias = false;
    bool attentionSinks = false; ///< gpt-oss: one learned logit per head
    bool embeddingNorm = false; ///< BLOOM: LayerNorm after the embedding
    bool headBias = false; ///< Phi-2: bias on the output head
    bool tiedEmbeddings = false;
    bool hasOtherParts = false; ///< a vision or audio tower beside it, which is left out
    double otherParameters = 0; ///< of that tower; 0: not known
    double unknownTowers = 0; ///< of these, in towers that are left out where images are seen, too
    bool lacksCheckpoints = false; ///< transformers' class has none
    bool hasUnevenHeads = false; ///< heads that do not divide what they share: it cannot be built

    std::optional<Experts> experts{};
    std::optional<LatentAttention> latent{};
    std::optional<Indexer> indexer{}; ///< beside latent attention
    std::optional<DeltaRule> delta{};
    std::optional<TowerSpec> tower{}; ///< where its classes are known
    std::optional<TowerSpec> idleTower{}; ///< that reads no images, or none of a known size
    std::optional<StateSpace> stateSpace{};
    std::optional<ShortConvolution> convolution{};
    std::optional<LightningAttention> lightning{};
    std::vector<LayerForm> forms{}; ///< of each unit, where the family's config lists them
    std::optional<Windows> windows{};
    std::optional<UnlikeHeads> unlikeHeads{};
    std::optional<ImageLayers> imageLayers{};
    std::optional<MixedAttention> mixed{};
    std::optional<LayerEmbeddings> layerEmbeddings{};
    std::optional<AltUp> altUp{}; ///< beside both of these
    std::optional<Encoder> encoder{}; ///< absent: a decoder
    std::optional<Seq2Seq> seq2seq{}; ///< an encoder beside the decoder; `layers` are those of both
    ModuleTraits modules{};
    FileRemarks remarks{};

    /// Whether or not it reads images.
    const std::optional<TowerSpec> &knownTower() const { return tower ? tower : idleTower; }
    /// Rows of the table of words.
    std::int64_t inputs() const { return vocabulary + (imageLayers ? imageLayers->ownRows : 0); }
    /// Rows of the head's matrix.
    std::int64_t outputs() const { return isHeadless ? 0 : labels > 0 ? labels : vocabulary; }
    std::int64_t queryWidth() const { return heads * headDim; }
    /// Columns that q_proj makes: a gate beside each query where the family has one.
    std::int64_t projectedQuery() const { return (modules.gatesAttention ? 2 : 1) * queryWidth(); }
    std::int64_t kvWidth() const { return kvHeads * headDim; }
    /// Elements of a head, where they are most.
    std::int64_t widestHead() const
    {
        return mixed ? std::max(headDim, mixed->fullHeadDim) : headDim;
    }
    /// Streams between layers, each as wide as `hidden`.
    std::int64_t streams() const { return altUp ? altUp->streams : 1; }
    /// Columns of what embeddings add to all layers.
    std::int64_t layerInputWidth() const
    {
        return layerEmbeddings ? layers * layerEmbeddings->width : 0;
    }
    bool isSparse(std::int64_t layer) const
    {
        return experts && experts->layers[static_cast<std::size_t>(layer)];
    }
    /// Whether quantisers pass over the last matrix of an MLP, which they leave in fp32
    /// (modeling_t5.py, _keep_in_fp32_modules). umT5's do, too, which is not planned.
    bool keepsDownWide() const { return seq2seq && sharesBias(seq2seq->code); }
    /// Whether the class keeps a router's weight and bias in fp32, however it is loaded.
    bool keepsRoutersInSingle() const { return modules.router == Router::SoftmaxWithBias; }
    bool hasExpertHeads() const { return experts && experts->areHeads; }
    /// Weights of one expert's query and output matrix.
    std::int64_t headExpert() const { return hasExpertHeads() ? 2 * hidden * kvWidth() : 0; }
    bool hasDelta(std::int64_t layer) const
    {
        return delta && delta->layers[static_cast<std::size_t>(layer)];
    }
    /// Layers, and what stands in the place of one between two stacks of them.
    std::int64_t units() const { return layers + (seq2seq ? 1 : 0); }
    std::int32_t queryHeadsOf(std::int64_t layer) const
    {
        return unlikeHeads
            ? static_cast<std::int32_t>(unlikeHeads->heads[static_cast<std::size_t>(layer)])
            : 0;
    }
    LayerForm formOf(std::int64_t layer) const
    {
        if (seq2seq && !forms.empty())
            return forms[static_cast<std::size_t>(layer)];
        if (seq2seq && seq2seq->stackOf(layer) == Stack::Between)
            return {.mixer = Mixer::None, .feed = Feed::None, .stack = Stack::Between};
        if (seq2seq)
            return {.stack = seq2seq->stackOf(layer)};
        if (!forms.empty())
            return forms[static_cast<std::size_t>(layer)];
        return {.mixer = hasDelta(layer) ? Mixer::DeltaRule : Mixer::Attention,
            .feed = isSparse(layer) ? Feed::Experts : Feed::Dense,
            .keys = mixed ? mixed->keysOf(layer) : KeySource::Own,
            .seesAll
            = (mixed && mixed->isFull(layer)) || (unlikeHeads && unlikeHeads->isFull(layer)),
            .isMasked = windows && windows->masks(layer),
            .reusesChoice = indexer && indexer->isReusing(layer),
            .queryHeads = queryHeadsOf(layer),
            .isThinned = altUp && altUp->thinned[static_cast<std::size_t>(layer)],
            .seesImages = imageLayers && imageLayers->layers[static_cast<std::size_t>(layer)],
            .isGivenNormed = encoder && encoder->code == EncoderCode::ModernBert && layer == 0};
    }

    /// Whether a layer returns its attention's scores, where it has any, to which the model refers
    /// until the next one has returned (transformers 5.12.1, the forward of these classes).
    bool returnsScores() const
    {
        const AttentionCode code = modules.attention;
        return code == AttentionCode::Falcon || code == AttentionCode::Bloom
            || code == AttentionCode::Mpt || code == AttentionCode::GptJ
            || code == AttentionCode::GptNeo || modelType == "bamba";
    }

    /// Tokens see those before them alone.
    bool isCausal() const { return !encoder; }
    /// Whether something but attention hands on from token to token.
    bool hasState() const { return delta || stateSpace || convolution || lightning; }
    /// Whether some layers have no attention: they are given no mask.
    bool hasUnmasked() const
    {
        return delta
            || (!seq2seq && std::any_of(forms.begin(), forms.end(), [](const LayerForm &form) {
                   return !form.attends();
               }));
    }
    /// The same with the sizes that attention and MLP have in layers of that form.
    ModelSpec shapedAs(const LayerForm &form) const;

    bool operator==(const ModelSpec &) const = default;
};

} // namespace shardscope
