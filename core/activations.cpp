// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/activations.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace shardscope {

const std::string_view activationSource
    = "tensors that autograd saves in the layer's Hugging Face code (transformers 5.12)";

namespace {

/// Bytes that one decoder layer keeps per token, as multiples of its widths: hidden h, query q,
/// KV c, MLP I, query heads n, KV heads k; bf16 weights, FlashAttention.
struct PerToken
{
    double h = 0;
    double q = 0;
    double c = 0;
    double mlp = 0;
    double n = 0;
    double k = 0;
    double rest = 0;
};

struct FamilyRow
{
    std::string_view modelType;
    PerToken bytes;
};

// Two RMSNorms of 8h + 4 (fp32 input, bf16 normalised, bf16 output, rsqrt); q and k after rotary
// embedding, v, attention output; log-sum-exp; gate, silu(gate), up, product.
constexpr PerToken llama{16, 4, 4, 8, 4, 0, 8};

// Where a family's modules keep other tensors than Llama's. Followed with real autograd, except
// where the note says "derived".
constexpr std::array<FamilyRow, 16> families{{
    {"qwen3", {16, 10, 10, 8, 8, 4, 8}}, // q and k norms
    {"qwen3_moe", {16, 10, 10, 8, 8, 4, 8}},
    {"olmoe", {16, 10, 10, 8, 4, 0, 16}}, // derived: full-width q and k norms
    {"gemma", {20, 4, 4, 8, 4, 0, 8}}, // norm keeps fp32 input and fp32 normalised
    {"gemma2", {36, 4, 4, 8, 4, 0, 16}},
    {"gemma3_text", {36, 12, 12, 8, 8, 4, 16}},
    {"phi3", {16, 8, 6, 8, 4, 0, 8}}, // fused qkv stays alive through the view of v
    {"olmo", {12, 4, 4, 8, 4, 0, 16}}, // derived: LayerNorm in fp32 without parameters
    {"olmo2", {20, 12, 12, 8, 4, 0, 16}},
    {"gpt_neox", {20, 0, 0, 4, 4, 0, 16}}, // q = c = h counted in h
    {"falcon", {4, 4, 4, 4, 4, 0, 8}},
    {"gpt2", {18, 0, 0, 10, 4, 0, 16}}, // gelu_new keeps five tensors; dropout masks
    {"opt", {18, 0, 0, 2, 4, 0, 16}}, // derived: relu keeps its result
    {"bloom", {18, 0, 0, 4, 4, 0, 16}}, // derived
    {"phi", {4, 4, 4, 10, 4, 0, 8}}, // derived: one LayerNorm, gelu_new
    {"", llama},
}};

const PerToken &perTokenOf(std::string_view modelType)
{
    const auto found = std::find_if(families.begin(), families.end() - 1,
        [modelType](const FamilyRow &row) { return row.modelType == modelType; });
    return found->bytes;
}

/// The MLP term of a mixture-of-experts layer replaces 8 I: the grouped products of top-k experts
/// and the router's softmax, plus the shared expert.
double sparseMlpBytes(const ModelSpec &spec)
{
    const Experts &experts = *spec.experts;
    const auto h = static_cast<double>(spec.hidden);
    return experts.perToken * (4 * h + 8 * static_cast<double>(experts.width)) + 4.0 * experts.count
        + 8 * static_cast<double>(experts.sharedWidth);
}

/// A frozen layer keeps less: linears do not keep their input, norms only their fp32 input.
PerToken withoutFrozen(PerToken bytes, const ModelSpec &spec)
{
    bytes.h -= spec.norm == NormKind::Layer ? 4 : 8;
    bytes.mlp -= 2;
    if (spec.queryKeyNorm != QueryKeyNorm::None) {
        bytes.q -= 2;
        bytes.c -= 2;
    }
    return bytes;
}

/// The stream that a module reads: modules of one stream share its tensor.
enum class Input { Attention, Context, Mlp, Product };

Input inputOf(std::string_view module)
{
    constexpr std::array<std::string_view, 5> attention{
        "q_proj", "k_proj", "v_proj", "qkv_proj", "query_key_value"};
    constexpr std::array<std::string_view, 5> mlp{
        "gate_proj", "up_proj", "gate_up_proj", "fc1", "dense_h_to_4h"};
    constexpr std::array<std::string_view, 3> product{"down_proj", "fc2", "dense_4h_to_h"};
    const auto in = [module](const auto &names) {
        return std::find(names.begin(), names.end(), module) != names.end();
    };
    if (in(attention))
        return Input::Attention;
    if (in(mlp))
        return Input::Mlp;
    return in(product) ? Input::Product : Input::Context;
}

/// What adapters add to a frozen layer per token, beyond the frozen layer's own. PEFT casts each
/// target's input to the adapters' dtype: under autocast every target keeps a 16-bit copy of its
/// own, and dropout an fp32 mask; where nothing is cast, modules that read one tensor share it, and
/// the attention output is there anyway. (Followed runs keep one fp32 mask for each element, not
/// the one byte that the fused CUDA kernel would.)
double adapterBytes(const Workload &work, std::int64_t layer)
{
    const Training &training = work.training();
    const bool casts = work.recipe.autocast;
    const bool dropsOut = training.loraDropout > 0;
    const bool sharesInputs = !casts && !dropsOut;
    const double kept = casts ? 2 : work.recipe.weight;
    const double mask = dropsOut ? work.recipe.weight : 0;
    std::array<double, 4> shared{};
    double own = 0;
    for (const Linear &linear : linearsOfLayer(work.spec(), layer)) {
        if (!isLoraTarget(training.loraTargets, linear.name))
            continue;
        const auto in = static_cast<double>(linear.in);
        shared[static_cast<std::size_t>(inputOf(linear.name))] = kept * in;
        own += (sharesInputs ? 0 : kept + mask) * in + kept * training.loraRank;
    }
    shared[static_cast<std::size_t>(Input::Context)] = 0;
    return own + (sharesInputs ? std::accumulate(shared.begin(), shared.end(), 0.0) : 0);
}

double attentionBytes(const Workload &work, const PerToken &bytes)
{
    const ModelSpec &spec = work.spec();
    const auto n = static_cast<double>(spec.heads);
    const auto q = static_cast<double>(spec.queryWidth());
    const auto c = static_cast<double>(spec.kvWidth());
    const double s = work.training().sequenceLength;
    const double flash
        = bytes.q * q + bytes.c * c + bytes.n * n + bytes.k * static_cast<double>(spec.kvHeads);
    switch (work.training().attention) {
    case Attention::Flash:
        return flash;
    case Attention::Sdpa:
        // Memory-efficient kernel under a padding mask: K and V repeated for every query head, and
        // an additive 16-bit mask of s x s in every layer.
        return flash - 4 * c + 4 * q + 2 * s;
    case Attention::Eager:
        // fp32 softmax and its 16-bit copy, s x s for each head; K and V repeated.
        return flash - 4 * c - 4 * n + 4 * q + 6 * n * s;
    }
    return flash;
}

/// The score matrix that selective checkpointing computes again.
double scoreBytes(const Workload &work)
{
    if (work.training().attention != Attention::Eager)
        return 0;
    return 6.0 * static_cast<double>(work.spec().heads) * work.training().sequenceLength;
}

double savedPerToken(const Workload &work, bool isSparse, std::int64_t layer)
{
    const ModelSpec &spec = work.spec();
    PerToken bytes = perTokenOf(spec.modelType);
    const bool baseIsFp32 = recipe(work.training().precision).weight == 4;
    const bool autocast = baseIsFp32 && recipe(work.training().precision).autocast;
    if (!work.isFull())
        bytes = withoutFrozen(bytes, spec);
    if (autocast)
        bytes.h += 10; // fp32 residual stream; q, k, v, gate and up each cast their own input
    const double mlp
        = isSparse ? sparseMlpBytes(spec) : bytes.mlp * static_cast<double>(spec.intermediate);
    double sum = bytes.h * static_cast<double>(spec.hidden) + mlp + bytes.rest
        + attentionBytes(work, bytes);
    if (baseIsFp32 && !autocast)
        sum *= 2; // everything in fp32
    if (!work.isFull())
        sum += adapterBytes(work, layer);
    return sum;
}

std::int64_t sparseLayers(const ModelSpec &spec)
{
    if (!spec.experts)
        return 0;
    return std::count(spec.experts->layers.begin(), spec.experts->layers.end(), true);
}

double streamBytes(const Workload &work)
{
    return recipe(work.training().precision).weight == 4 ? 4 : 2;
}

double mlpWidth(const ModelSpec &spec)
{
    if (!spec.experts || sparseLayers(spec) == 0)
        return static_cast<double>(spec.intermediate);
    return static_cast<double>(
        spec.experts->perToken * spec.experts->width + spec.experts->sharedWidth);
}

} // namespace

Activations activations(const Workload &work)
{
    const ModelSpec &spec = work.spec();
    const Term tokens = Term::count(work.tokens, "tokens");
    const auto hidden = static_cast<double>(spec.hidden);
    const auto sparse = static_cast<double>(sparseLayers(spec));
    const double dense = static_cast<double>(spec.layers) - sparse;
    const bool autocast = recipe(work.training().precision).autocast;

    // One sparse layer stands for all sparse ones; the last layer is sparse in every known family.
    const double sparseBytes = sparse > 0 ? savedPerToken(work, true, spec.layers - 1) : 0;
    const double denseBytes = dense > 0 ? savedPerToken(work, false, 0) : 0;
    const double layerBytes = std::max(sparseBytes, denseBytes);
    const double layerLinear = work.count().layerLinear / static_cast<double>(spec.layers);

    Activations result;
    // The largest temporaries of a layer's backward pass: gradients of the MLP's inner tensors, of
    // its last matrix, and of the stream.
    const double weightGradient
        = work.isFull() ? 2 * hidden * static_cast<double>(spec.intermediate) : 0;
    Term temporaries = tokens * Term::each(4 * mlpWidth(spec) + 2 * hidden)
        + Term::count(weightGradient, "B weight gradient");
    if (work.training().method == Method::Qlora)
        temporaries += Term::count(
            2 * hidden * static_cast<double>(spec.intermediate), "B dequantised matrix");

    // Final norm, rotary tables and token ids stay in any case.
    const Term always
        = tokens * Term::each(8 * hidden + 4 + 4 * static_cast<double>(spec.headDim) + 8);
    Term castCopies;
    if (autocast)
        castCopies = Term::each(2) * Term::count(work.count().layerLinear);
    if (!work.isFull() && work.recipe.autocast)
        castCopies += Term::each(2) * Term::count(work.trainable, "adapter parameters");

    if (work.training().checkpointing == Checkpointing::Full) {
        const Term checkpoint = tokens * Term::each(streamBytes(work) * hidden);
        result.saved
            = checkpoint * Term::count(static_cast<double>(spec.layers), "layers") + always;
        result.atFirstLayer = checkpoint;
        result.layerBackward = tokens * Term::each(layerBytes) + temporaries;
        if (autocast)
            result.layerBackward += Term::each(2) * Term::count(layerLinear);
        result.autocastCache = castCopies;
        if (autocast)
            result.autocastCache
                += Term::each(2) * Term::count(std::max(work.count().head, work.count().embedding));
        return result;
    }

    const double recomputed
        = work.training().checkpointing == Checkpointing::Selective ? scoreBytes(work) : 0;
    if (dense > 0)
        result.saved = tokens * Term::each(denseBytes - recomputed) * Term::count(dense, "layers");
    if (sparse > 0)
        result.saved
            += tokens * Term::each(sparseBytes - recomputed) * Term::count(sparse, "sparse layers");
    // Autograd holds the 16-bit copies of the weights until each layer's backward pass.
    result.saved += castCopies + always;
    result.atFirstLayer = tokens * Term::each(layerBytes - recomputed);
    result.layerBackward = temporaries + tokens * Term::each(recomputed);
    return result;
}

} // namespace shardscope
