// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfconfig.h"

#include "core/base/fields.h"
#include "core/model/families.h"
#include "core/model/hfaltup.h"
#include "core/model/hfdefaults.h"
#include "core/model/hfencoder.h"
#include "core/model/hfexperts.h"
#include "core/model/hflatent.h"
#include "core/model/hflayers.h"
#include "core/model/hfmixed.h"
#include "core/model/hfremarks.h"
#include "core/model/hfseq2seq.h"
#include "core/model/hfstate.h"
#include "core/model/hftower.h"
#include "core/model/nearestfamily.h"
#include "core/model/shaperanges.h"
#include "core/model/strangers.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace shardscope {

namespace {

// The spellings of these sizes in configs.
const Fields::Names headNames{"num_attention_heads", "n_head", "n_heads"};
const Fields::Names kvHeadNames{"num_key_value_heads", "num_kv_heads", "n_head_kv", "n_kv_heads"};

// Far above every published model.
constexpr NumberRange sequences{1, 1 << 30};

constexpr std::array<std::string_view, 4> nestings{
    "text_config", "llm_config", "language_config", "thinker_config"};

/// The part of a config that describes the language model, and where it stands.
struct Decoder
{
    const Json *config = nullptr;
    std::string path{};
    const Json *modelType = nullptr;
    const Json *tied
        = nullptr; ///< the outer tie_word_embeddings counts where there is no inner one
};

const Json *findText(const Json &config, std::string_view name)
{
    const Json *value = config.find(name);
    return value && value->string() ? value : nullptr;
}

Decoder findDecoder(const Json &root)
{
    Decoder decoder{.config = &root};
    for (bool deeper = true; deeper;) {
        deeper = false;
        const Json &config = *decoder.config;
        if (const Json *type = findText(config, "model_type"))
            decoder.modelType = type;
        if (const Json *tied = config.find("tie_word_embeddings"))
            decoder.tied = tied;
        for (const std::string_view name : nestings) {
            const Json *inner = config.find(name);
            if (!inner || !inner->isObject())
                continue;
            decoder.config = inner;
            decoder.path += "/" + std::string(name);
            deeper = true;
            break;
        }
    }
    return decoder;
}

bool isOn(Fields &fields, const Switch &rule)
{
    return rule.key.empty() ? rule.standard : fields.boolean(rule.key, rule.standard);
}

/// A fallback of 0 means that there is none.
std::int64_t integerOr(
    Fields &fields, Fields::Names names, NumberRange range, std::int64_t fallback)
{
    return fallback > 0 ? fields.integer(names, range).value_or(fallback)
                        : fields.requiredInteger(names, range);
}

void readShape(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    spec.hidden = integerOr(fields, {"hidden_size", "n_embd", "n_embed", "d_model", "dim"}, widths,
        family.defaults.hidden);
    spec.layers = listedLayers(config, family);
    if (spec.layers == 0)
        spec.layers = fields.requiredInteger(
            {"num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers"},
            layerCounts);
    spec.heads = family.headsKey.empty()
        ? integerOr(fields, headNames, headCounts, family.defaults.heads)
        : integerOr(fields, {family.headsKey}, headCounts, family.defaults.heads);
    spec.vocabulary = integerOr(fields, {"vocab_size"}, vocabularies, family.defaults.vocabulary);
    const std::string_view width
        = family.denseWidthKey.empty() ? "intermediate_size" : family.denseWidthKey;
    if (family.altUp && listsWidths(config)) {
        spec.intermediate = listedWidth(fields, config, spec.layers);
        return;
    }
    const std::int64_t widening
        = fields.integer({"expansion_ratio"}, {1, 1 << 6}).value_or(family.defaults.widening);
    spec.intermediate = integerOr(fields,
        {width, "n_inner", "ffn_dim", "d_ff", "ffn_hidden_size", "block_ff_dim", "hidden_dim"},
        mlpWidths, std::max(family.defaults.intermediate, widening * spec.hidden));
}

void readPositions(Fields &fields, const Family &family, ModelSpec &spec)
{
    const auto longest = fields.integer({"max_position_embeddings", "n_positions", "n_ctx",
                                            "seq_length", "max_sequence_length", "max_seq_len"},
        sequences);
    spec.maxSequence = longest.value_or(family.defaults.positions);
    if (family.learnedPositions)
        spec.positions = spec.maxSequence + family.extraPositions;
}

void readHeads(Fields &fields, const Family &family, ModelSpec &spec)
{
    const auto headDim
        = family.headKeys == HeadKeys::All ? fields.integer({"head_dim"}, widths) : std::nullopt;
    spec.headDim = headDim.value_or(family.defaults.headDim);
    // No error: a finding says it, and how to mend it.
    spec.hasUnevenHeads = spec.headDim == 0 && spec.hidden % spec.heads != 0;
    if (spec.headDim == 0)
        spec.headDim = std::max<std::int64_t>(1, spec.hidden / spec.heads);

    const auto kvHeads = family.headKeys == HeadKeys::None
        ? std::nullopt
        : fields.integer(kvHeadNames, headCounts);
    const std::int64_t usual = family.defaults.kvHeads;
    const std::int64_t standard = usual > 0 && spec.heads % usual == 0 ? usual : spec.heads;
    const bool single = isOn(fields, family.multiQuery) && !isOn(fields, family.separateNorms);
    spec.kvHeads = single ? 1 : kvHeads.value_or(standard);
    spec.hasUnevenHeads = spec.hasUnevenHeads || spec.heads % spec.kvHeads != 0;
    spec.kvHeads = std::min(spec.kvHeads, spec.heads);
}

void readNorms(Fields &fields, const Family &family, ModelSpec &spec)
{
    spec.norm = family.norm;
    const bool isPlain
        = family.residual == Residual::SandwichNorm && !isOn(fields, family.sandwich);
    spec.normsPerLayer = isPlain ? 2 : family.norms;
    spec.residual = isPlain ? Residual::PreNorm : family.residual;
    if (isOn(fields, family.hasQueryKeyNorm))
        spec.queryKeyNorm = family.queryKeyNorm;
    if (!isOn(fields, family.parallel))
        return;
    spec.residual = Residual::Parallel;
    spec.normsPerLayer = isOn(fields, family.separateNorms) ? 2 : 1;
    if (!family.normsKey.empty())
        spec.normsPerLayer = static_cast<int>(
            fields.integer({family.normsKey}, {1, 2}).value_or(spec.normsPerLayer));
}

void readExtras(Fields &fields, const Family &family, ModelSpec &spec)
{
    spec.gatedMlp = family.gatedMlp;
    spec.fusedProjections = !family.names.fusedGate.empty();
    spec.queryKeyValueBias = isOn(fields, family.queryKeyValueBias);
    spec.attentionOutputBias = isOn(fields, family.outputBias);
    spec.mlpBias = isOn(fields, family.mlpBias);
    spec.attentionSinks = family.attentionSinks;
    spec.embeddingNorm = family.embeddingNorm;
    spec.headBias = isOn(fields, family.headBias);
    spec.lacksCheckpoints = family.lacksCheckpoints;
}

/// Layers without attention, and experts of a family that is known without them.
void refuseOtherLayers(Fields &fields, const Family &family)
{
    static constexpr std::array<std::string_view, 4> known{
        "full_attention", "sliding_attention", "chunked_attention", "attention"};
    // Layers with an indexer are all of one type.
    const bool readsTypes
        = family.state != StateLayers::None || family.indexer != IndexerKeys::None;
    const Json::Array *types = readsTypes ? nullptr : fields.array("layer_types");
    const bool knowsLinear = family.delta != DeltaLayers::None;
    const auto isOther = [knowsLinear](const Json &type) {
        return type.string() && !(knowsLinear && *type.string() == "linear_attention")
            && std::find(known.begin(), known.end(), *type.string()) == known.end();
    };
    const bool hasOther = types && std::any_of(types->begin(), types->end(), isOther);
    if (hasOther)
        fields.fail(ErrorCode::UnknownChoice, "layer_types",
            english(
                "errors", "attention in every layer: what other layers hold is not known here"));
    const bool hasExperts = family.experts.layers != SparseLayers::None;
    if (!hasExperts && fields.integer({"num_local_experts"}, {0, 1 << 14}).value_or(0) > 0)
        fields.fail(ErrorCode::Inconsistent, "num_local_experts",
            english("errors", "0: routed experts of this family are not known here"));
}

/// OPT-350m alone projects its embedding and normalises afterwards, StableLM 2 12B's query and key
/// have a norm for each head, Falcon-RW's scores a bias of positions, in fp32: no formula here
/// knows that.
void refuseUnknownParts(Fields &fields, const ModelSpec &spec)
{
    const std::int64_t width
        = fields.integer({"word_embed_proj_dim"}, widths).value_or(spec.hidden);
    if (width != spec.hidden)
        fields.fail(ErrorCode::Inconsistent, "word_embed_proj_dim",
            {english("errors", "the hidden size %1; projected embeddings are not supported"),
                {std::to_string(spec.hidden)}});
    if (!fields.boolean("do_layer_norm_before", true))
        fields.fail(ErrorCode::UnknownChoice, "do_layer_norm_before", std::string("true"));
    if (spec.queryKeyNorm == QueryKeyNorm::None && fields.boolean("qk_layernorm", false))
        fields.fail(ErrorCode::UnknownChoice, "qk_layernorm", std::string("false"));
    const bool dropsActive
        = spec.modelType == "xglm" && fields.number({"activation_dropout"}, {0, 1}).value_or(0) > 0;
    if (dropsActive)
        fields.fail(ErrorCode::UnknownChoice, "activation_dropout", std::string("0"));
    if (fields.boolean("alibi", false))
        fields.fail(ErrorCode::UnknownChoice, "alibi", std::string("false"));
}

/// LLM Foundry: what MPT's modules are under these switches no formula here knows.
void refuseMptParts(Fields &fields, std::optional<Error> &error)
{
    const auto refuse = [](Fields &place, std::string_view name) {
        if (place.boolean(name, false))
            place.fail(ErrorCode::UnknownChoice, name, std::string("false"));
    };
    refuse(fields, "no_bias");
    const Json *attention = fields.object("attn_config");
    if (!attention)
        return;
    Fields nested(*attention, fields.at("attn_config"), error);
    for (const std::string_view name : {"alibi", "rope", "qk_ln", "prefix_lm"})
        refuse(nested, name);
}

std::optional<Activation> activationCalled(std::string_view name)
{
    if (name == "silu" || name == "swish")
        return Activation::Silu;
    if (name == "gelu_new" || name == "gelu_fast")
        return Activation::GeluNew;
    if (name.starts_with("gelu"))
        return Activation::Gelu;
    if (name == "relu")
        return Activation::Relu;
    if (name == "relu2")
        return Activation::ReluSquared;
    if (name == "xielu")
        return Activation::Xielu;
    return std::nullopt;
}

void readActivation(const Json &config, ModuleTraits &traits)
{
    if (traits.activation == Activation::GeluBloom)
        return;
    for (const std::string_view key : {"mlp_hidden_act", "hidden_activation", "hidden_act",
             "activation_function", "activation"}) {
        const Json *name = findText(config, key);
        if (!name)
            continue;
        traits.activation = activationCalled(*name->string()).value_or(traits.activation);
        return;
    }
}

/// A number that a config may leave out; anything else counts as left out.
double numberOr(const Json &config, std::initializer_list<std::string_view> keys, double fallback)
{
    for (const std::string_view key : keys) {
        const Json *value = key.empty() ? nullptr : config.find(key);
        if (value && value->isNull())
            return 0;
        if (value && value->number())
            return *value->number();
    }
    return fallback;
}

/// GPT-J says how many numbers of a head are turned.
double turnedShare(Fields &fields, const ModelSpec &spec)
{
    constexpr std::int64_t usual = 64;
    const std::int64_t turned = fields.integer({"rotary_dim"}, widths).value_or(usual);
    if (turned > spec.headDim)
        fields.fail(ErrorCode::Inconsistent, "rotary_dim",
            {english("errors", "at most the %1 numbers of a head"),
                {std::to_string(spec.headDim)}});
    return std::min(1.0, static_cast<double>(turned) / static_cast<double>(spec.headDim));
}

/// What the family's code does under this config.
void readTraits(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    ModuleTraits &traits = spec.modules;
    traits = family.modules;
    readActivation(config, traits);
    traits.scalesEmbedding |= isOn(fields, family.scaledEmbedding);
    const DropoutKeys &keys = family.dropout;
    traits.attentionDropout = numberOr(config, {keys.attention}, traits.attentionDropout);
    traits.hiddenDropout = numberOr(config, {keys.hidden}, traits.hiddenDropout);
    traits.embeddingDropout = numberOr(config, {keys.embedding}, traits.embeddingDropout);
    if (traits.logitSoftcap > 0 && !spec.mixed) {
        traits.attentionSoftcap
            = numberOr(config, {"attn_logit_softcapping"}, traits.attentionSoftcap);
        traits.logitSoftcap = numberOr(config, {"final_logit_softcapping"}, traits.logitSoftcap);
    }
    if (spec.mixed)
        traits.logitSoftcap = numberOr(config, {"final_logit_softcapping"}, traits.logitSoftcap);
    const Json *kind = findText(config, "position_embedding_type");
    if (kind && *kind->string() == "nope")
        traits.rotary = Rotary::None;
    // GraniteMoeHybridModel: rotary embedding where the config asks for it.
    if (family.state == StateLayers::Granite && !(kind && *kind->string() == "rope"))
        traits.rotary = Rotary::None;
    if (traits.streamInSingle)
        traits.streamInSingle = fields.boolean("residual_in_fp32", true);
    readLayerKinds(fields, config, family, spec);
    if (traits.gatesHeads)
        readUnlikeHeads(fields, config, spec);
    if (const Json *normalizes = config.find("norm_topk_prob"); normalizes && normalizes->boolean())
        traits.normalizesRouter = *normalizes->boolean();
    if (traits.router == Router::SigmoidCastBack)
        traits.routerSoftcap = numberOr(config, {"moe_router_logit_softcapping"}, 0);
    if (traits.addsExpertsInSingle)
        traits.addsExpertsInSingle = fields.boolean("enable_moe_fp32_combine", true);
    if (traits.rotary == Rotary::Part) {
        const Json *nested = config.find("rope_parameters");
        const double standard = nested && nested->isObject()
            ? numberOr(*nested, {"partial_rotary_factor"}, traits.rotaryShare)
            : traits.rotaryShare;
        const double share = numberOr(config, {"partial_rotary_factor", "rotary_pct"}, standard);
        traits.rotaryShare = std::clamp(share, 0.0, 1.0);
        if (traits.attention == AttentionCode::GptJ)
            traits.rotaryShare = turnedShare(fields, spec);
    }
    // FalconAttention._split_heads: with the new architecture's groups, however many norms.
    if (traits.fusedSplit == FusedSplit::SharedHead && isOn(fields, family.separateNorms))
        traits.fusedSplit = FusedSplit::Groups;
    else if (traits.fusedSplit == FusedSplit::SharedHead && spec.kvHeads == spec.heads)
        traits.fusedSplit = FusedSplit::Selects;
}

bool hasExperts(Fields &fields, const Family &family, const ModelSpec &spec)
{
    constexpr std::int64_t some = 8;
    if (family.experts.fewest > 0
        && fields.integer({"num_local_experts", "num_experts"}, {0, 1 << 14}).value_or(some)
            < family.experts.fewest)
        return false;
    if (family.experts.layers != SparseLayers::Listed)
        return family.experts.layers != SparseLayers::None;
    return std::any_of(spec.forms.begin(), spec.forms.end(),
        [](const LayerForm &form) { return form.isSparse(); });
}

ModelSpec readSpec(Fields &fields, const Json &config, const Family &family)
{
    ModelSpec spec{.modelType = std::string(family.name)};
    readShape(fields, config, family, spec);
    if (fields.failed())
        return spec;
    readPositions(fields, family, spec);
    readNorms(fields, family, spec);
    readExtras(fields, family, spec);
    if (family.latentAttention)
        readLatent(fields, config, spec);
    else
        readHeads(fields, family, spec);
    if (family.experts.layers == SparseLayers::Listed)
        readStateLayers(fields, config, family, spec);
    const std::string_view expertsKey = family.experts.switchKey;
    if (hasExperts(fields, family, spec)
        && (expertsKey.empty() || fields.boolean(expertsKey, false)))
        readExperts(fields, config, family, spec);
    readIndexer(fields, config, family, spec);
    if (family.mixesAttention)
        readMixedAttention(fields, config, spec);
    if (family.attendsToImages)
        readImageLayers(config, spec);
    if (family.altUp)
        readAltUp(fields, config, spec);
    if (family.delta != DeltaLayers::None)
        readDeltaRule(fields, config, family, spec);
    if (spec.forms.empty())
        readStateLayers(fields, config, family, spec);
    if (family.name == "lfm2")
        readAdjustedWidth(fields, spec);
    refuseOtherLayers(fields, family);
    refuseUnknownParts(fields, spec);
    return spec;
}

Error unknownArchitecture(const Json &root, const Decoder &decoder)
{
    Error error{.code = ErrorCode::MissingField,
        .where = decoder.path + "/model_type",
        .expected = knownTypes(),
        .line = decoder.config->line()};
    const Json *type = decoder.modelType ? decoder.modelType : root.find("model_type");
    if (!type || type->isNull())
        return error;
    error.code = type->string() ? ErrorCode::UnknownArchitecture : ErrorCode::WrongType;
    const std::string_view why = type->string() ? whyUnknown(*type->string()) : "";
    if (!why.empty())
        error.expected = std::string(why);
    else if (const std::optional<NearestFamily> nearest = nearestFamily(*decoder.config))
        error.expected = sayNearest(*nearest);
    error.found = summary(*type);
    error.line = type->line();
    return error;
}

/// The name by which the config calls its model: what stands after the last slash.
std::string ownName(const Json &config, const ModelSpec &spec)
{
    const Json *path = findText(config, "_name_or_path");
    if (!path)
        return spec.modelType;
    std::string_view name = *path->string();
    while (name.ends_with('/'))
        name.remove_suffix(1);
    name.remove_prefix(name.rfind('/') + 1); // npos + 1 is 0
    return name.empty() ? spec.modelType : std::string(name);
}

} // namespace

Result<ModelSpec> readModelConfig(const Json &given)
{
    if (!given.isObject())
        return Error{.code = ErrorCode::WrongType,
            .found = summary(given),
            .expected = english("errors", "an object"),
            .line = given.line()};
    const Json config = withClassSizes(given);
    const Decoder decoder = findDecoder(config);
    if (const Family *family
        = decoder.modelType ? findFamily(*decoder.modelType->string()) : nullptr)
        return readModelConfigAs(config, *family);
    const Json *wish = findText(config, readAsKey);
    const Family *family = wish ? findFamily(*wish->string()) : nullptr;
    if (!family || !decoder.modelType)
        return unknownArchitecture(config, decoder);
    Result<ModelSpec> spec = readModelConfigAs(config, *family);
    if (spec) {
        std::vector<std::string> unread = unreadKeys(*decoder.config, family->name);
        unread.insert(unread.begin(), "model_type");
        std::move(unread.begin(), unread.end(), std::back_inserter(spec->remarks.unreadKeys));
    }
    return spec;
}

Result<ModelSpec> readModelConfigAs(const Json &config, const Family &known)
{
    const Decoder decoder = findDecoder(config);
    const Family *const family = &known;
    std::optional<Error> error;
    Fields fields(*decoder.config, decoder.path, error);
    ModelSpec spec = readSpec(fields, *decoder.config, *family);
    spec.tiedEmbeddings = family->tiedEmbeddings;
    readTowers(config, spec);
    spec.remarks = remarksIn(config, *decoder.config);
    if (family->modules.router == Router::SparseMixer) // which only compares with it
        std::erase(spec.remarks.unreadKeys, "router_jitter_noise");
    readTraits(fields, *decoder.config, *family, spec);
    if (family->encoder)
        readEncoder(fields, *decoder.config, *family, spec);
    if (family->seq2seq)
        readSeq2Seq(fields, *decoder.config, *family, spec);
    if (spec.modules.attention == AttentionCode::Mpt)
        refuseMptParts(fields, error);
    readOuterHead(config, spec.modules);
    const Json *tied = family->state == StateLayers::Convolution
        ? decoder.config->find("tie_embedding")
        : nullptr; // LFM2's own key
    if (tied && tied->boolean())
        spec.tiedEmbeddings = *tied->boolean();
    else if (decoder.tied && decoder.tied->boolean())
        spec.tiedEmbeddings = *decoder.tied->boolean();
    else if (decoder.tied && !decoder.tied->isNull())
        fields.fail(
            ErrorCode::WrongType, "tie_word_embeddings", english("errors", "true or false"));
    if (spec.layerEmbeddings && !spec.tiedEmbeddings)
        fields.fail(ErrorCode::Inconsistent, "tie_word_embeddings",
            english("errors", "true: embeddings of layers beside a head of its own are not known"));
    if (error)
        return *std::move(error);
    return spec;
}

Result<ImportedModel> importModel(std::string_view text, std::string name)
{
    const Result<Json> config = parseJson(text);
    if (!config)
        return config.error();
    Result<ModelSpec> spec = readModelConfig(*config);
    if (!spec)
        return spec.error();
    if (name.empty())
        name = ownName(*config, *spec);
    return ImportedModel{.name = std::move(name),
        .config = writeJson(*config, JsonStyle::Compact),
        .spec = *std::move(spec)};
}

std::string withEvenHeads(const ImportedModel &model)
{
    Result<Json> config = parseJson(model.config);
    if (!config)
        return {};
    const auto divisor = [](std::int64_t whole, std::int64_t atMost) {
        std::int64_t part = std::max<std::int64_t>(1, std::min(whole, atMost));
        while (whole % part != 0)
            --part;
        return part;
    };
    const bool isShared = !config->find("head_dim");
    const std::int64_t heads
        = isShared ? divisor(model.spec.hidden, model.spec.heads) : model.spec.heads;
    const std::int64_t kvHeads = divisor(heads, model.spec.kvHeads);
    const auto set = [&config](Fields::Names names, std::int64_t value) {
        for (const std::string_view name : names) {
            if (config->find(name))
                (*config)[name] = static_cast<double>(value);
        }
    };
    set(headNames, heads);
    set(kvHeadNames, kvHeads);
    const Result<ModelSpec> even = readModelConfig(*config);
    return even && !even->hasUnevenHeads ? writeJson(*config, JsonStyle::Compact) : std::string();
}

bool looksLikeModelConfig(const Json &value)
{
    if (value.find("shardscope"))
        return false;
    constexpr std::array<std::string_view, 5> signs{
        "model_type", "architectures", "hidden_size", "n_embd", "num_hidden_layers"};
    const auto has = [&value](std::string_view name) { return value.find(name) != nullptr; };
    return std::any_of(signs.begin(), signs.end(), has)
        || std::any_of(nestings.begin(), nestings.end(), has);
}

} // namespace shardscope
