// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families.h"

#include <algorithm>

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
        .aliases = {"ministral"},
        .queryKeyValueBias = Never,
        .outputBias = Never},
    Family{.name = "smollm3", .mlpBias = {false, "mlp_bias"}, .tiedEmbeddings = true},
    Family{.name = "granite",
        .mlpBias = {false, "mlp_bias"},
        .modules = {.scalesEmbedding = true, .scalesResidual = true, .scalesLogits = true}},
    Family{.name = "phi3",
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .names = {.fusedAttention = "qkv_proj", .fusedGate = "gate_up_proj"},
        .modules = {.rotary = Rotary::Part, .fusedSplit = FusedSplit::Slices}},
    Family{.name = "qwen2",
        .aliases = {"qwen2_vl_text", "qwen2_5_vl_text", "qwen2_5_omni_text"},
        .queryKeyValueBias = Always,
        .outputBias = Never},
    Family{.name = "qwen3",
        .aliases = {"qwen3_vl_text"},
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .defaults = {.headDim = 128}},
    Family{.name = "gemma",
        .norm = NormKind::GemmaRms,
        .tiedEmbeddings = true,
        .defaults = {.headDim = 256},
        .modules = {.activation = Activation::Gelu, .scalesEmbedding = true}},
    Family{.name = "gemma2",
        .norm = NormKind::GemmaRms,
        .norms = 4,
        .residual = Residual::SandwichNorm,
        .tiedEmbeddings = true,
        .defaults = {.headDim = 256},
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
        .names = {.output = "c_proj", .up = "c_fc", .down = "c_proj", .fusedAttention = "c_attn"},
        .modules = {.activation = Activation::GeluNew,
            .rotary = Rotary::None,
            .fusedSplit = FusedSplit::Split,
            .attention = AttentionCode::Gpt2,
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
        .names = neoxNames,
        .modules = {.activation = Activation::Gelu,
            .fusedSplit = FusedSplit::SharedHead,
            .attention = AttentionCode::Falcon,
            .ownLinear = true}},
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
        .modules = {.activation = Activation::GeluNew, .rotary = Rotary::Part, .rotaryShare = 0.5}},
    Family{.name = "olmo",
        .norm = NormKind::LayerNoParameters,
        .modules = {.rotary = Rotary::WholeInSingle}},
    Family{.name = "olmo2",
        .aliases = {"olmo3"},
        .norm = NormKind::RmsCastLast,
        .residual = Residual::PostNorm,
        .queryKeyNorm = QueryKeyNorm::FullWidth,
        .modules = {.rotary = Rotary::WholeInSingle}},
    Family{.name = "olmoe",
        .queryKeyNorm = QueryKeyNorm::FullWidth,
        .experts = {.layers = SparseLayers::All, .names = ExpertNames::Qwen2Moe}},
    Family{.name = "mixtral",
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .experts = {.layers = SparseLayers::All, .names = ExpertNames::Mixtral},
        .modules = {.router = Router::SoftmaxInSingle, .normalizesRouter = true}},
    Family{.name = "qwen2_moe",
        .queryKeyValueBias = {true, "qkv_bias"},
        .outputBias = Never,
        .experts = {.layers = SparseLayers::Stepped,
            .widthKey = "moe_intermediate_size",
            .sharedGate = true}},
    Family{.name = "qwen3_moe",
        .aliases = {"qwen3_vl_moe_text"},
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .experts = {.layers = SparseLayers::Stepped,
            .widthKey = "moe_intermediate_size",
            .names = ExpertNames::Qwen2Moe}},
    Family{.name = "deepseek_v2",
        .latentAttention = true,
        .experts = {.layers = SparseLayers::AfterFirst,
            .widthKey = "moe_intermediate_size",
            .names = ExpertNames::Qwen2Moe},
        .modules = {.rotary = Rotary::Interleaved}},
    Family{.name = "deepseek_v3",
        .aliases = {"kimi_k2"},
        .latentAttention = true,
        .experts = {.layers = SparseLayers::AfterFirst,
            .widthKey = "moe_intermediate_size",
            .firstDense = 3,
            .names = ExpertNames::Qwen2Moe},
        .modules
        = {.rotary = Rotary::Interleaved, .router = Router::Sigmoid, .normalizesRouter = true}},
    Family{.name = "gpt_oss",
        .norm = NormKind::RmsCastLast,
        .queryKeyValueBias = {true, "attention_bias"},
        .outputBias = {true, "attention_bias"},
        .attentionSinks = true,
        .experts = {.layers = SparseLayers::All, .biases = true},
        .defaults = {.headDim = 64},
        .modules = {.rotary = Rotary::Halves,
            .attention = AttentionCode::GptOss,
            .masks = 2,
            .firstFullLayer = 1}},
};

bool isCalled(const Family &family, std::string_view modelType)
{
    return family.name == modelType
        || std::find(family.aliases.begin(), family.aliases.end(), modelType)
        != family.aliases.end();
}

} // namespace

std::span<const Family> families()
{
    return table;
}

const Family *findFamily(std::string_view modelType)
{
    if (modelType.empty())
        return nullptr;
    const auto found = std::find_if(table.begin(), table.end(),
        [modelType](const Family &family) { return isCalled(family, modelType); });
    return found == table.end() ? nullptr : &*found;
}

const LinearNames &linearNames(const ModelSpec &spec)
{
    static constexpr LinearNames standard{};
    const Family *family = findFamily(spec.modelType);
    return family ? family->names : standard;
}

} // namespace shardscope
