// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/families.h"

#include <algorithm>
#include <array>
#include <vector>

namespace shardscope {

namespace {

constexpr Switch Never{};
constexpr Switch Always{true, {}};

constexpr LinearNames neoxNames{.output = "dense",
    .up = "dense_h_to_4h",
    .down = "dense_4h_to_h",
    .fusedAttention = "query_key_value"};

constexpr std::array table{
    Family{.name = "llama", .mlpBias = {false, "mlp_bias"}},
    Family{.name = "mistral",
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .defaults = {.kvHeads = 8}},
    Family{.name = "ministral",
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .defaults = {.kvHeads = 8},
        .modules = {.masks = 2, .firstFullLayer = ModuleTraits::noLayer}},
    Family{.name = "ministral3",
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .defaults = {.kvHeads = 8, .headDim = 128},
        .modules = {.scalesQuery = true}},
    Family{.name = "seed_oss",
        .queryKeyValueBias = {true, "attention_bias"},
        .outputBias = {false, "attention_out_bias"},
        .mlpBias = {false, "mlp_bias"},
        .defaults = {.kvHeads = 8, .headDim = 128},
        .modules = {.attentionDropout = 0.1, .hiddenDropout = 0.1}},
    Family{.name = "arcee",
        .mlpBias = {false, "mlp_bias"},
        .gatedMlp = false,
        .modules = {.activation = Activation::ReluSquared}},
    Family{.name = "ernie4_5",
        .queryKeyValueBias = {false, "use_bias"},
        .outputBias = {false, "use_bias"},
        .mlpBias = {false, "use_bias"},
        .tiedEmbeddings = true,
        .defaults = {.kvHeads = 2, .headDim = 128},
        .modules = {.rotary = Rotary::WholeCastEach, .repeatsTables = true}},
    Family{.name = "hunyuan_v1_dense",
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .modules = {.normsTurned = true}},
    Family{.name = "smollm3",
        .mlpBias = {false, "mlp_bias"},
        .tiedEmbeddings = true,
        .makesMaskAsNeeded = true,
        .defaults = {.kvHeads = 4},
        .modules = {.masks = 2, .firstWindowLayer = ModuleTraits::noLayer, .unturnedStep = 4}},
    Family{.name = "granite",
        .mlpBias = {false, "mlp_bias"},
        .modules = {.scalesEmbedding = true, .scalesResidual = true, .scalesLogits = true}},
    // Granite 4.0 without its hybrid layers and routed experts.
    Family{.name = "granitemoehybrid",
        .denseWidthKey = "shared_intermediate_size",
        .names = {.down = "output_linear", .fusedGate = "input_linear"},
        .modules = {.scalesEmbedding = true, .scalesResidual = true, .scalesLogits = true}},
    Family{.name = "phi3",
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .names = {.fusedAttention = "qkv_proj", .fusedGate = "gate_up_proj"},
        .modules = {.rotary = Rotary::Part, .fusedSplit = FusedSplit::Slices}},
    Family{.name = "glm",
        .queryKeyValueBias = {true, "attention_bias"},
        .outputBias = Never,
        .defaults = {.kvHeads = 2, .headDim = 128},
        .names = {.fusedGate = "gate_up_proj"},
        .modules = {.rotary = Rotary::Part, .rotaryShare = 0.5, .repeatsTables = true}},
    Family{.name = "glm4",
        .norms = 4,
        .residual = Residual::SandwichNorm,
        .queryKeyValueBias = {true, "attention_bias"},
        .outputBias = Never,
        .defaults = {.kvHeads = 2, .headDim = 128},
        .names = {.fusedGate = "gate_up_proj"},
        .modules = {.rotary = Rotary::Part, .rotaryShare = 0.5, .repeatsTables = true}},
    Family{.name = "qwen2",
        .aliases
        = {"qwen2_vl_text", "qwen2_5_vl_text", "qwen2_5_omni_text", "qwen2_vl", "qwen2_5_vl"},
        .queryKeyValueBias = Always,
        .outputBias = Never,
        .makesMaskAsNeeded = true,
        .defaults = {.kvHeads = 32},
        .modules = {.masks = 2, .firstWindowLayer = ModuleTraits::noLayer}},
    Family{.name = "qwen3",
        .aliases = {"qwen3_vl_text"},
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .makesMaskAsNeeded = true,
        .defaults = {.kvHeads = 32, .headDim = 128},
        .modules = {.masks = 2, .firstWindowLayer = ModuleTraits::noLayer}},
    Family{.name = "gemma",
        .norm = NormKind::GemmaRms,
        .tiedEmbeddings = true,
        .defaults = {.kvHeads = 16, .headDim = 256},
        .modules = {.activation = Activation::Gelu, .scalesEmbedding = true}},
    Family{.name = "gemma2",
        .norm = NormKind::GemmaRms,
        .norms = 4,
        .residual = Residual::SandwichNorm,
        .tiedEmbeddings = true,
        .defaults = {.kvHeads = 4, .headDim = 256},
        .modules = {.activation = Activation::Gelu,
            .attentionSoftcap = 50,
            .logitSoftcap = 30,
            .scalesEmbedding = true,
            .masks = 2,
            .firstFullLayer = 1}},
    // The text_config of published Gemma 3 checkpoints leaves out what equals the defaults.
    Family{.name = "gemma3_text",
        .aliases = {"gemma3"},
        .norm = NormKind::GemmaRms,
        .norms = 4,
        .residual = Residual::SandwichNorm,
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .tiedEmbeddings = true,
        .defaults
        = {.heads = 8, .kvHeads = 4, .headDim = 256, .vocabulary = 262208, .positions = 131072},
        .modules = {.activation = Activation::Gelu,
            .scalesEmbedding = true,
            .masks = 2,
            .rotaryTables = 2,
            .firstFullLayer = 5}},
    Family{.name = "gpt2",
        .norm = NormKind::Layer,
        .queryKeyValueBias = Always,
        .outputBias = Always,
        .mlpBias = Always,
        .gatedMlp = false,
        .tiedEmbeddings = true,
        .learnedPositions = true,
        .defaults = {.positions = 1024, .widening = 4},
        .headKeys = HeadKeys::None,
        .names = {.output = "c_proj", .up = "c_fc", .down = "c_proj", .fusedAttention = "c_attn"},
        .modules = {.activation = Activation::GeluNew,
            .rotary = Rotary::None,
            .fusedSplit = FusedSplit::Split,
            .attention = AttentionCode::Gpt2,
            .transposesWeights = true,
            .attentionDropout = 0.1,
            .hiddenDropout = 0.1,
            .embeddingDropout = 0.1}},
    // Positions 0 and 1 of OPT's table stand for padding.
    Family{.name = "opt",
        .norm = NormKind::Layer,
        .queryKeyValueBias = {true, "enable_bias"},
        .outputBias = {true, "enable_bias"},
        .mlpBias = {true, "enable_bias"},
        .gatedMlp = false,
        .tiedEmbeddings = true,
        .learnedPositions = true,
        .extraPositions = 2,
        .defaults = {.positions = 2048},
        .headKeys = HeadKeys::None,
        .names = {.output = "out_proj", .up = "fc1", .down = "fc2"},
        .modules = {.activation = Activation::Relu,
            .rotary = Rotary::None,
            .attention = AttentionCode::Opt,
            .hiddenDropout = 0.1}},
    Family{.name = "bloom",
        .norm = NormKind::Layer,
        .queryKeyValueBias = Always,
        .outputBias = Always,
        .mlpBias = Always,
        .gatedMlp = false,
        .embeddingNorm = true,
        .tiedEmbeddings = true,
        .defaults = {.widening = 4},
        .headKeys = HeadKeys::None,
        .names = neoxNames,
        .modules = {.activation = Activation::GeluBloom,
            .rotary = Rotary::None,
            .fusedSplit = FusedSplit::Selects,
            .attention = AttentionCode::Bloom}},
    Family{.name = "gpt_neox",
        .norm = NormKind::Layer,
        .parallel = {true, "use_parallel_residual"},
        .separateNorms = Always,
        .queryKeyValueBias = {true, "attention_bias"},
        .outputBias = {true, "attention_bias"},
        .mlpBias = Always,
        .gatedMlp = false,
        .embeddingDropoutKey = "hidden_dropout",
        .headKeys = HeadKeys::None,
        .names = neoxNames,
        .modules = {.activation = Activation::Gelu,
            .rotary = Rotary::Part,
            .rotaryShare = 0.25,
            .fusedSplit = FusedSplit::Split}},
    Family{.name = "falcon",
        .norm = NormKind::Layer,
        .normsKey = "num_ln_in_parallel_attn",
        .parallel = {true, "parallel_attn"},
        .separateNorms = {false, "new_decoder_architecture"},
        .multiQuery = {true, "multi_query"},
        .queryKeyValueBias = {false, "bias"},
        .outputBias = {false, "bias"},
        .mlpBias = {false, "bias"},
        .gatedMlp = false,
        .tiedEmbeddings = true,
        .defaults = {.widening = 4},
        .headKeys = HeadKeys::Groups,
        .names = neoxNames,
        .modules = {.activation = Activation::Gelu,
            .fusedSplit = FusedSplit::SharedHead,
            .attention = AttentionCode::Falcon,
            .ownLinear = true}},
    Family{.name = "starcoder2",
        .norm = NormKind::Layer,
        .queryKeyValueBias = {true, "use_bias"},
        .outputBias = {true, "use_bias"},
        .mlpBias = {true, "use_bias"},
        .gatedMlp = false,
        .tiedEmbeddings = true,
        .defaults = {.kvHeads = 2},
        .names = {.up = "c_fc", .down = "c_proj"},
        .modules = {.activation = Activation::Gelu}},
    // StableLM 2 12B's norms of query and key, a module for each head, are not known here.
    Family{.name = "stablelm",
        .norm = NormKind::Layer,
        .parallel = {false, "use_parallel_residual"},
        .queryKeyValueBias = {false, "use_qkv_bias"},
        .outputBias = Never,
        .defaults = {.kvHeads = 32},
        .headKeys = HeadKeys::Groups,
        .modules = {.rotary = Rotary::Part, .rotaryShare = 0.25, .namesParts = true}},
    Family{.name = "nemotron",
        .norm = NormKind::LayerPlusOne,
        .mlpBias = {false, "mlp_bias"},
        .gatedMlp = false,
        .modules = {.activation = Activation::ReluSquared,
            .rotary = Rotary::Part,
            .rotaryShare = 0.5,
            .repeatsHeads = true}},
    Family{.name = "cohere",
        .norm = NormKind::LayerInSingle,
        .parallel = Always,
        .queryKeyNorm = QueryKeyNorm::EachHead,
        .hasQueryKeyNorm = {false, "use_qk_norm"},
        .tiedEmbeddings = true,
        .modules = {.rotary = Rotary::WholeCastFirst, .scalesLogits = true}},
    Family{.name = "cohere2",
        .norm = NormKind::LayerInSingle,
        .parallel = Always,
        .tiedEmbeddings = true,
        .turnsWindowsOnly = true,
        .modules = {.rotary = Rotary::WholeCastFirst,
            .scalesLogits = true,
            .masks = 2,
            .firstFullLayer = 3}},
    Family{.name = "phi",
        .norm = NormKind::Layer,
        .parallel = Always,
        .queryKeyValueBias = Always,
        .outputBias = Always,
        .mlpBias = Always,
        .gatedMlp = false,
        .headBias = true,
        .defaults = {.widening = 4},
        .names = {.output = "dense", .up = "fc1", .down = "fc2"},
        .modules = {.activation = Activation::GeluNew,
            .rotary = Rotary::Part,
            .rotaryShare = 0.5,
            .namesParts = true}},
    Family{.name = "olmo",
        .norm = NormKind::LayerNoParameters,
        .modules = {.rotary = Rotary::WholeInSingle}},
    Family{.name = "olmo2",
        .norm = NormKind::RmsCastLast,
        .residual = Residual::PostNorm,
        .queryKeyNorm = QueryKeyNorm::FullWidth,
        .modules = {.rotary = Rotary::WholeInSingle}},
    Family{.name = "olmo3",
        .norm = NormKind::RmsCastLast,
        .residual = Residual::PostNorm,
        .queryKeyNorm = QueryKeyNorm::FullWidth,
        .modules = {.rotary = Rotary::WholeCastBack, .masks = 2, .firstFullLayer = 3}},
    Family{.name = "exaone4",
        .residual = Residual::PostNorm,
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .makesMaskAsNeeded = true,
        .turnsWindowsOnly = true,
        .defaults = {.kvHeads = 32},
        .modules = {.masks = 2, .firstFullLayer = 3}},
    Family{.name = "olmoe",
        .queryKeyNorm = QueryKeyNorm::FullWidth,
        .experts = {.layers = SparseLayers::All, .names = ExpertNames::Qwen2Moe}},
    Family{.name = "mixtral",
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .experts = {.layers = SparseLayers::All, .names = ExpertNames::Mixtral},
        .defaults = {.kvHeads = 8},
        .modules = {.router = Router::SoftmaxInSingle, .normalizesRouter = true}},
    Family{.name = "qwen2_moe",
        .queryKeyValueBias = {true, "qkv_bias"},
        .outputBias = Never,
        .experts = {.layers = SparseLayers::Stepped,
            .widthKey = "moe_intermediate_size",
            .sharedGate = true},
        .defaults = {.kvHeads = 16},
        .modules = {.masks = 2, .firstWindowLayer = ModuleTraits::noLayer}},
    Family{.name = "qwen3_moe",
        .aliases = {"qwen3_vl_moe_text"},
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .experts = {.layers = SparseLayers::Stepped,
            .widthKey = "moe_intermediate_size",
            .names = ExpertNames::Qwen2Moe},
        .defaults = {.kvHeads = 4}},
    Family{.name = "glm4_moe",
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .hasQueryKeyNorm = {false, "use_qk_norm"},
        .outputBias = Never,
        .experts = {.layers = SparseLayers::AfterFirst,
            .widthKey = "moe_intermediate_size",
            .firstDense = 1,
            .shared = 1,
            .names = ExpertNames::Qwen2Moe},
        .defaults = {.kvHeads = 8},
        .modules = {.rotary = Rotary::Part,
            .rotaryShare = 0.5,
            .router = Router::Sigmoid,
            .normalizesRouter = true}},
    Family{.name = "dots1",
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .experts = {.layers = SparseLayers::AfterFirst,
            .widthKey = "moe_intermediate_size",
            .names = ExpertNames::Qwen2Moe},
        .makesMaskAsNeeded = true,
        .defaults = {.kvHeads = 32},
        .modules
        = {.router = Router::Sigmoid, .masks = 2, .firstWindowLayer = ModuleTraits::noLayer}},
    Family{.name = "minimax_m2",
        .queryKeyNorm = QueryKeyNorm::FullWidth,
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .experts = {.layers = SparseLayers::All, .names = ExpertNames::Mixtral},
        .defaults = {.kvHeads = 8, .headDim = 128},
        .modules
        = {.rotary = Rotary::Part, .router = Router::SigmoidInSingle, .normalizesRouter = true}},
    Family{.name = "llama4_text",
        .aliases = {"llama4"},
        .queryKeyNorm = QueryKeyNorm::Unweighed,
        .hasQueryKeyNorm = {true, "use_qk_norm"},
        .denseWidthKey = "intermediate_size_mlp",
        .experts = {.layers = SparseLayers::Stepped,
            .stepKey = "interleave_moe_layer_step",
            .sharesOne = true},
        .defaults = {.kvHeads = 8, .headDim = 128},
        .modules = {.rotary = Rotary::Complex,
            .normsTurned = true,
            .attention = AttentionCode::Llama4,
            .router = Router::EveryToken,
            .masks = 2,
            .firstFullLayer = 3,
            .unturnedStep = 4}},
    Family{.name = "deepseek_v2",
        .latentAttention = true,
        .experts = {.layers = SparseLayers::AfterFirst,
            .widthKey = "moe_intermediate_size",
            .shared = 2,
            .names = ExpertNames::Qwen2Moe},
        .modules = {.rotary = Rotary::Interleaved}},
    Family{.name = "deepseek_v3",
        .aliases = {"kimi_k2"},
        .latentAttention = true,
        .experts = {.layers = SparseLayers::AfterFirst,
            .widthKey = "moe_intermediate_size",
            .firstDense = 3,
            .shared = 1,
            .names = ExpertNames::Qwen2Moe},
        .modules
        = {.rotary = Rotary::Interleaved, .router = Router::Sigmoid, .normalizesRouter = true}},
    Family{.name = "gpt_oss",
        .norm = NormKind::RmsCastLast,
        .queryKeyValueBias = {true, "attention_bias"},
        .outputBias = {true, "attention_bias"},
        .attentionSinks = true,
        .experts = {.layers = SparseLayers::All, .biases = true},
        .defaults = {.kvHeads = 8, .headDim = 64},
        .modules = {.rotary = Rotary::Halves,
            .attention = AttentionCode::GptOss,
            .masks = 2,
            .firstFullLayer = 1}},
};

/// Model types that people bring, and what they have that no formula here knows.
struct Stranger
{
    std::string_view name;
    std::string_view why;
};
constexpr std::string_view stateSpace
    = "a model whose layers are all attention: some of these carry a state from token to token";
constexpr std::string_view linearAttention
    = "a model with attention proper: some of these layers have linear attention, whose kernels "
      "hold what no formula here knows";
constexpr std::string_view encoder
    = "a decoder that predicts the next token: this one has an encoder";
constexpr std::string_view remoteCode
    = "a class of transformers itself: this one is the checkpoint's own code";
constexpr std::string_view countedExperts
    = "experts in one grouped product: these are looped over by how many tokens came to each";
constexpr std::string_view layerEmbeddings
    = "layers that are alike: these have embeddings of their own and share keys and values";
constexpr std::string_view sparseAttention
    = "attention to all tokens before: this one picks some with an indexer of its own";
constexpr std::array strangers{Stranger{"qwen3_next", linearAttention},
    Stranger{"qwen3_5", linearAttention}, Stranger{"qwen3_5_text", linearAttention},
    Stranger{"qwen3_5_moe", linearAttention}, Stranger{"qwen3_5_moe_text", linearAttention},
    Stranger{"kimi_linear", linearAttention}, Stranger{"olmo_hybrid", linearAttention},
    Stranger{"minimax", linearAttention}, Stranger{"mamba", stateSpace},
    Stranger{"mamba2", stateSpace}, Stranger{"falcon_mamba", stateSpace},
    Stranger{"falcon_h1", stateSpace}, Stranger{"jamba", stateSpace}, Stranger{"bamba", stateSpace},
    Stranger{"zamba", stateSpace}, Stranger{"zamba2", stateSpace},
    Stranger{"nemotron_h", stateSpace}, Stranger{"lfm2", stateSpace},
    Stranger{"lfm2_moe", stateSpace}, Stranger{"recurrent_gemma", stateSpace},
    Stranger{"rwkv", stateSpace}, Stranger{"xlstm", stateSpace},
    Stranger{"granitemoe", countedExperts}, Stranger{"jetmoe", countedExperts},
    Stranger{"dbrx", countedExperts}, Stranger{"gemma3n", layerEmbeddings},
    Stranger{"gemma3n_text", layerEmbeddings}, Stranger{"gemma4", layerEmbeddings},
    Stranger{"gemma4_text", layerEmbeddings}, Stranger{"deepseek_v32", sparseAttention},
    Stranger{"deepseek_v4", sparseAttention}, Stranger{"glm_moe_dsa", sparseAttention},
    Stranger{"t5", encoder}, Stranger{"mt5", encoder}, Stranger{"umt5", encoder},
    Stranger{"bart", encoder}, Stranger{"mbart", encoder}, Stranger{"bert", encoder},
    Stranger{"roberta", encoder}, Stranger{"xlm-roberta", encoder}, Stranger{"distilbert", encoder},
    Stranger{"deberta-v2", encoder}, Stranger{"modernbert", encoder}, Stranger{"whisper", encoder},
    Stranger{"chatglm", remoteCode}, Stranger{"baichuan", remoteCode},
    Stranger{"internlm", remoteCode}, Stranger{"internlm2", remoteCode},
    Stranger{"qwen", remoteCode}, Stranger{"exaone", remoteCode}};

struct Called
{
    std::string_view name;
    const Family *family = nullptr;
};

/// Names and aliases in alphabetical order: plans look them up many times.
std::vector<Called> calledInOrder()
{
    std::vector<Called> names;
    for (const Family &family : table) {
        names.push_back({family.name, &family});
        for (const std::string_view alias : family.aliases) {
            if (!alias.empty())
                names.push_back({alias, &family});
        }
    }
    std::sort(names.begin(), names.end(),
        [](const Called &one, const Called &other) { return one.name < other.name; });
    return names;
}

} // namespace

std::span<const Family> families()
{
    return table;
}

const Family *findFamily(std::string_view modelType)
{
    static const std::vector<Called> names = calledInOrder();
    const auto found = std::lower_bound(names.begin(), names.end(), modelType,
        [](const Called &called, std::string_view wanted) { return called.name < wanted; });
    return found == names.end() || found->name != modelType ? nullptr : found->family;
}

std::string_view whyUnknown(std::string_view modelType)
{
    const auto found = std::find_if(strangers.begin(), strangers.end(),
        [modelType](const Stranger &stranger) { return modelType == stranger.name; });
    return found == strangers.end() ? std::string_view() : found->why;
}

const LinearNames &linearNames(const ModelSpec &spec)
{
    static constexpr LinearNames standard{};
    const Family *family = findFamily(spec.modelType);
    return family ? family->names : standard;
}

} // namespace shardscope
