// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/families.h"

#include "core/model/encoderfamilies.h"
#include "core/model/expertfamilies.h"
#include "core/model/gptfamilies.h"
#include "core/model/seq2seqfamilies.h"

#include <algorithm>
#include <array>
#include <vector>

namespace shardscope {

namespace {

/// Layers with a state space and nothing else, between them a stream in fp32: neither attention nor
/// an MLP has a size.
constexpr Family mambaFamily(std::string_view name, StateLayers state, ShapeDefaults defaults)
{
    const bool isFirst = state != StateLayers::Mamba2;
    defaults.heads = 1;
    defaults.headDim = 64;
    defaults.positions = 4096;
    defaults.widening = 2;
    return {.name = name,
        .norms = 1,
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .tiedEmbeddings = isFirst,
        .state = state,
        .defaults = defaults,
        .headKeys = HeadKeys::None,
        .names = {.embedding = "embeddings"},
        .modules = {.rotary = Rotary::None,
            .streamInSingle = true,
            .castsLogits = true,
            .dropsLastLogits = isFirst,
            .masks = 0}};
}

constexpr std::array denseFamilies{
    Family{.name = "llama", .mlpBias = {false, "mlp_bias"}},
    // Llama 3.2 with images: Llama's layers, between which others attend to a tower.
    Family{.name = "mllama_text_model",
        .aliases = {"mllama"},
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .attendsToImages = true,
        .dropout = {.attention = "dropout"},
        .defaults = {.heads = 32,
            .kvHeads = 8,
            .vocabulary = 128256,
            .positions = 131072,
            .hidden = 4096,
            .intermediate = 14336},
        .headKeys = HeadKeys::Groups},
    Family{.name = "cwm",
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .window = {"sliding_window", 8192},
        .defaults = {.kvHeads = 8, .headDim = 128},
        .modules = {.masks = 2, .firstSlidingLayer = 1}},
    Family{.name = "helium",
        .norm = NormKind::RmsCastLast,
        .outputBias = Never,
        .mlpBias = {false, "mlp_bias"},
        .modules = {.repeatsTables = true}},
    Family{.name = "jais2",
        .norm = NormKind::Layer,
        .queryKeyValueBias = {true, "attention_bias"},
        .outputBias = {true, "attention_bias"},
        .mlpBias = {true, "mlp_bias"},
        .gatedMlp = false,
        .modules = {.activation = Activation::ReluSquared}},
    Family{.name = "youtu",
        .tiedEmbeddings = true,
        .latentAttention = true,
        .modules = {.rotary = Rotary::Interleaved}},
    Family{.name = "mistral",
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .window = {"sliding_window", 4096},
        .defaults = {.kvHeads = 8}},
    Family{.name = "ministral",
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .window = {"sliding_window", 4096},
        .defaults = {.kvHeads = 8},
        .modules = {.masks = 2, .firstFullLayer = ModuleTraits::noLayer}},
    Family{.name = "ministral3",
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .window = {"sliding_window"},
        .defaults = {.kvHeads = 8, .headDim = 128},
        .modules = {.scalesQuery = true}},
    Family{.name = "seed_oss",
        .queryKeyValueBias = {true, "attention_bias"},
        .outputBias = {false, "attention_out_bias"},
        .mlpBias = {false, "mlp_bias"},
        .dropout = {.hidden = "residual_dropout"},
        .defaults = {.kvHeads = 8, .headDim = 128},
        .modules = {.attentionDropout = 0.1, .hiddenDropout = 0.1}},
    Family{.name = "arcee",
        .mlpBias = {false, "mlp_bias"},
        .gatedMlp = false,
        .modules = {.activation = Activation::ReluSquared}},
    Family{.name = "apertus",
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .gatedMlp = false,
        .defaults = {.heads = 32, .vocabulary = 131072, .positions = 65536},
        .modules = {.activation = Activation::Xielu}},
    Family{.name = "nanochat",
        .norm = NormKind::RmsNoParameters,
        .queryKeyNorm = QueryKeyNorm::Unweighed,
        .gatedMlp = false,
        .embeddingNorm = true,
        .defaults
        = {.heads = 6, .vocabulary = 50304, .positions = 2048, .hidden = 768, .intermediate = 8192},
        .names = {.up = "fc1", .down = "fc2"},
        .modules
        = {.activation = Activation::ReluSquared, .normsRotated = true, .logitSoftcap = 15}},
    Family{.name = "ernie4_5",
        .queryKeyValueBias = {false, "use_bias"},
        .outputBias = {false, "use_bias"},
        .mlpBias = {false, "use_bias"},
        .tiedEmbeddings = true,
        .dropout = {.attention = {}},
        .defaults = {.kvHeads = 2, .headDim = 128},
        .modules = {.rotary = Rotary::WholeCastEach, .repeatsTables = true}},
    Family{.name = "hunyuan_v1_dense",
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .modules = {.normsRotated = true}},
    Family{.name = "smollm3",
        .mlpBias = {false, "mlp_bias"},
        .tiedEmbeddings = true,
        .makesMaskAsNeeded = true,
        .window = {.key = "sliding_window", .switchKey = "use_sliding_window"},
        .defaults = {.kvHeads = 4},
        .modules = {.masks = 2, .firstSlidingLayer = ModuleTraits::noLayer, .nopeInterval = 4}},
    Family{.name = "granite",
        .mlpBias = {false, "mlp_bias"},
        .modules = {.scalesEmbedding = true, .scalesResidual = true, .scalesLogits = true}},
    Family{.name = "hyperclovax",
        .norms = 4,
        .residual = Residual::SandwichNorm,
        .sandwich = {true, "use_post_norm"},
        .mlpBias = {false, "mlp_bias"},
        .modules = {.scalesEmbedding = true, .scalesResidual = true, .scalesLogits = true}},
    // Granite 4.0. The width under intermediate_size is that of routed experts.
    Family{.name = "granitemoehybrid",
        .denseWidthKey = "shared_intermediate_size",
        .state = StateLayers::Granite,
        .experts = {.layers = SparseLayers::All,
            .isSplit = true,
            .fewest = 1,
            .sharedKey = "shared_intermediate_size",
            .sharedWidth = 1024,
            .linearRouter = "layer"},
        .names = {.down = "output_linear", .fusedGate = "input_linear"},
        .modules = {.scalesEmbedding = true,
            .scalesResidual = true,
            .scalesLogits = true,
            .router = Router::SoftmaxOfChosen,
            .refersToExperts = true}},
    mambaFamily("mamba", StateLayers::Mamba, {.vocabulary = 50280, .hidden = 768}),
    mambaFamily("falcon_mamba", StateLayers::FalconMamba, {.vocabulary = 50280, .hidden = 768}),
    mambaFamily("mamba2", StateLayers::Mamba2, {.vocabulary = 32768, .hidden = 4096}),
    Family{.name = "nemotron_h",
        .norms = 1,
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .mlpBias = {false, "mlp_bias"},
        .gatedMlp = false,
        .state = StateLayers::NemotronH,
        .experts = {.layers = SparseLayers::Listed,
            .widthKey = "moe_intermediate_size",
            .sharedKey = "moe_shared_expert_intermediate_size",
            .sharedWidth = 7688,
            .isGated = false},
        .defaults = {.heads = 32,
            .kvHeads = 8,
            .headDim = 128,
            .vocabulary = 131072,
            .positions = 4096,
            .hidden = 4096,
            .intermediate = 21504},
        .names = {.embedding = "embeddings"},
        .modules = {.activation = Activation::ReluSquared,
            .rotary = Rotary::None,
            .castsLogits = true,
            .router = Router::Sigmoid,
            .normalizesRouter = true}},
    Family{.name = "bamba",
        .mlpBias = {false, "mlp_bias"},
        .state = StateLayers::Bamba,
        .defaults = {.heads = 32, .kvHeads = 8, .vocabulary = 128000, .positions = 262144},
        // partial_rotary_factor is not read (BambaRotaryEmbedding), but the code joins both parts.
        .modules = {.rotary = Rotary::Part}},
    Family{.name = "falcon_h1",
        .mlpBias = {false, "mlp_bias"},
        .state = StateLayers::FalconH1,
        .defaults = {.heads = 32, .kvHeads = 8, .vocabulary = 128000, .positions = 8192},
        .modules = {.scalesEmbedding = true, .scalesLogits = true, .scalesMixers = true}},
    Family{.name = "lfm2",
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .tiedEmbeddings = true,
        .state = StateLayers::Convolution,
        .dropout = {.attention = {}},
        .defaults = {.heads = 32, .kvHeads = 8, .vocabulary = 65536, .positions = 128000},
        .names = {.output = "out_proj", .gate = "w1", .up = "w3", .down = "w2"}},
    Family{.name = "lfm2_moe",
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .tiedEmbeddings = true,
        .state = StateLayers::Convolution,
        .experts = {.layers = SparseLayers::AfterFirst,
            .widthKey = "moe_intermediate_size",
            .denseKey = "num_dense_layers",
            .firstDense = 2,
            .linearRouter = "gate"},
        .dropout = {.attention = {}},
        .defaults = {.heads = 32, .kvHeads = 8, .vocabulary = 65536, .positions = 128000},
        .names = {.output = "out_proj", .gate = "w1", .up = "w3", .down = "w2"},
        .modules = {.router = Router::SigmoidOfHalf, .normalizesRouter = true}},
    Family{.name = "phi3",
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .window = {"sliding_window"},
        .dropout = {.hidden = "resid_pdrop"},
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
    Family{.name = "glm4v_text",
        .aliases = {"glm4v", "glm46v"},
        .norms = 4,
        .residual = Residual::SandwichNorm,
        .queryKeyValueBias = Always,
        .outputBias = Never,
        .headKeys = HeadKeys::Groups,
        .names = {.fusedGate = "gate_up_proj"},
        .modules = {.rotary = Rotary::Part, .turnsSequences = true, .repeatsTables = true}},
    Family{.name = "qwen2",
        .aliases
        = {"qwen2_vl_text", "qwen2_5_vl_text", "qwen2_5_omni_text", "qwen2_vl", "qwen2_5_vl"},
        .queryKeyValueBias = Always,
        .outputBias = Never,
        .makesMaskAsNeeded = true,
        .window = {"sliding_window", 4096, "use_sliding_window"},
        .defaults = {.kvHeads = 32},
        .modules = {.masks = 2, .firstSlidingLayer = ModuleTraits::noLayer}},
    Family{.name = "qwen3",
        .aliases = {"qwen3_vl_text", "qwen3_vl"},
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .makesMaskAsNeeded = true,
        .window = {"sliding_window", 4096, "use_sliding_window"},
        .defaults = {.kvHeads = 32, .headDim = 128},
        .modules = {.masks = 2, .firstSlidingLayer = ModuleTraits::noLayer}},
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
        .window = {"sliding_window", 4096},
        .defaults = {.kvHeads = 4, .headDim = 256},
        .modules = {.activation = Activation::Gelu,
            .attentionSoftcap = 50,
            .logitSoftcap = 30,
            .scalesEmbedding = true,
            .masks = 2,
            .firstFullLayer = 1}},
    Family{.name = "vaultgemma",
        .norm = NormKind::GemmaRms,
        .tiedEmbeddings = true,
        .window = {"sliding_window", 4096},
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
        .window = {"sliding_window", 4096},
        .readsWindowPattern = true,
        .defaults
        = {.heads = 8, .kvHeads = 4, .headDim = 256, .vocabulary = 262208, .positions = 131072},
        .modules = {.activation = Activation::Gelu,
            .scalesEmbedding = true,
            .masks = 2,
            .rotaryTables = 2,
            .firstFullLayer = 5}},
    Family{.name = "gemma3n_text",
        .aliases = {"gemma3n"},
        .norm = NormKind::RmsInSingle,
        .norms = 4,
        .residual = Residual::SandwichNorm,
        .tiedEmbeddings = true,
        .window = {"sliding_window", 512},
        .altUp = true,
        .defaults = {.heads = 8,
            .kvHeads = 2,
            .headDim = 256,
            .vocabulary = 262400,
            .positions = 32768,
            .hidden = 2048,
            .intermediate = 16384},
        .modules = {.activation = Activation::Gelu,
            .logitSoftcap = 30,
            .scalesEmbedding = true,
            .masks = 2,
            .rotaryTables = 2}},
    Family{.name = "gemma4_text",
        .aliases = {"gemma4"},
        .norm = NormKind::RmsInSingle,
        .norms = 4,
        .residual = Residual::SandwichNorm,
        .tiedEmbeddings = true,
        .experts = {.layers = SparseLayers::All,
            .widthKey = "moe_intermediate_size",
            .switchKey = "enable_moe_block",
            .besideDense = true},
        .window = {"sliding_window", 512},
        .mixesAttention = true,
        .defaults = {.heads = 8, .kvHeads = 4, .headDim = 256, .vocabulary = 262144},
        .modules
        = {.activation = Activation::Gelu, .scalesEmbedding = true, .masks = 2, .rotaryTables = 2}},
    Family{.name = "starcoder2",
        .norm = NormKind::Layer,
        .queryKeyValueBias = {true, "use_bias"},
        .outputBias = {true, "use_bias"},
        .mlpBias = {true, "use_bias"},
        .gatedMlp = false,
        .tiedEmbeddings = true,
        .window = {"sliding_window"},
        .dropout = {.hidden = "residual_dropout", .embedding = "embedding_dropout"},
        .defaults = {.kvHeads = 2},
        .names = {.up = "c_fc", .down = "c_proj"},
        .modules = {.activation = Activation::Gelu}},
    // StableLM 2 12B's norms of query and key, a module for each head, are not known here.
    Family{.name = "stablelm",
        .norm = NormKind::Layer,
        .parallel = {false, "use_parallel_residual"},
        .queryKeyValueBias = {false, "use_qkv_bias"},
        .outputBias = Never,
        .dropout = {.hidden = "hidden_dropout"},
        .defaults = {.kvHeads = 32},
        .headKeys = HeadKeys::Groups,
        .modules
        = {.rotary = Rotary::Part, .rotaryShare = 0.25, .namesParts = true, .dropsMlpAlone = true}},
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
        .window = {"sliding_window", 4096},
        .readsWindowPattern = true,
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
        .dropout = {.hidden = "resid_pdrop", .embedding = "embd_pdrop"},
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
        .window = {"sliding_window", 4096},
        .modules = {.rotary = Rotary::WholeCastBack, .masks = 2, .firstFullLayer = 3}},
    Family{.name = "exaone4",
        .residual = Residual::PostNorm,
        .queryKeyNorm = QueryKeyNorm::PerHead,
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .makesMaskAsNeeded = true,
        .turnsWindowsOnly = true,
        .window = {"sliding_window", 4096},
        .readsWindowPattern = true,
        .defaults = {.kvHeads = 32},
        .modules = {.masks = 2, .firstFullLayer = 3}},
};

/// All rows.
constexpr auto allRows = [] {
    std::array<Family,
        denseFamilies.size() + gptFamilies.size() + expertFamilies.size() + encoderFamilies.size()
            + seq2seqFamilies.size()>
        all{};
    auto next = all.begin();
    const auto add
        = [&next](const auto &rows) { next = std::copy(rows.begin(), rows.end(), next); };
    add(denseFamilies);
    add(gptFamilies);
    add(expertFamilies);
    add(encoderFamilies);
    add(seq2seqFamilies);
    return all;
}();

struct Called
{
    std::string_view name;
    const Family *family = nullptr;
};

/// Names and aliases in alphabetical order: plans look them up many times.
std::vector<Called> calledInOrder()
{
    std::vector<Called> names;
    for (const Family &family : allRows) {
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
    return allRows;
}

const Family *findFamily(std::string_view modelType)
{
    static const std::vector<Called> names = calledInOrder();
    const auto found = std::lower_bound(names.begin(), names.end(), modelType,
        [](const Called &called, std::string_view wanted) { return called.name < wanted; });
    return found == names.end() || found->name != modelType ? nullptr : found->family;
}

const LinearNames &linearNames(const ModelSpec &spec)
{
    static constexpr LinearNames standard{};
    const Family *family = findFamily(spec.modelType);
    return family ? family->names : standard;
}

} // namespace shardscope
