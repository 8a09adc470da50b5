// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfencoder.h"

#include "core/model/hflayers.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr NumberRange tableRows{0, 1 << 20};

/// A share that a config may leave out, or leave to another one with null.
double shareOr(const Json &config, std::string_view key, double fallback)
{
    const Json *value = config.find(key);
    return value && value->number() ? *value->number() : fallback;
}

/// Whether the objective decides what stands behind the layers of such a class
/// ("BertForMaskedLM"): masked tokens, labels, or nothing.
bool hasChosenHead(std::string_view architecture)
{
    constexpr std::array<std::string_view, 4> endings{
        "ForMaskedLM", "ForSequenceClassification", "ForTokenClassification", "Model"};
    return std::any_of(endings.begin(), endings.end(),
        [architecture](std::string_view ending) { return architecture.ends_with(ending); });
}

/// configuration_modernbert.py: layer_types, or every n-th layer sees all tokens. The model makes
/// both masks whatever its layers are, and rotary tables of each kind that there is.
void readWindows(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    constexpr std::int64_t usual = 3;
    const std::int64_t interval
        = fields.integer({"global_attn_every_n_layers"}, {1, 1 << 14}).value_or(usual);
    std::vector<bool> full(static_cast<std::size_t>(spec.layers));
    for (std::size_t layer = 0; layer < full.size(); ++layer)
        full[layer] = layer % static_cast<std::size_t>(interval) == 0;
    const Json::Array *types = fields.array("layer_types");
    for (std::size_t layer = 0; types && layer < std::min(types->size(), full.size()); ++layer)
        full[layer] = (*types)[layer].string() && *(*types)[layer].string() == "full_attention";
    const auto first = [&full](bool isFull) {
        const auto found = std::find(full.begin(), full.end(), isFull);
        return found == full.end() ? ModuleTraits::noLayer : static_cast<int>(found - full.begin());
    };
    spec.modules.firstFullLayer = first(true);
    spec.modules.firstSlidingLayer = first(false);
    const bool hasBoth = std::max(first(true), first(false)) < ModuleTraits::noLayer;
    spec.modules.rotaryTables = hasBoth ? 2 : 1;
    full.flip();
    readWindowSize(fields, config, family, std::move(full), spec);
}

/// ModernBERT under these settings has operations that no formula here knows.
void refuseOtherModernBerts(Fields &fields, const Json &config)
{
    for (const std::string_view key : {"mlp_bias", "classifier_bias", "sparse_prediction"}) {
        if (fields.boolean(key, false))
            fields.fail(ErrorCode::UnknownChoice, key, std::string("false"));
    }
    for (const std::string_view key : {"mlp_dropout", "attention_dropout"}) {
        if (shareOr(config, key, 0) > 0)
            fields.fail(ErrorCode::UnknownChoice, key, std::string("0"));
    }
    if (!fields.boolean("decoder_bias", true))
        fields.fail(ErrorCode::UnknownChoice, "decoder_bias", std::string("true"));
    const Json *pooling = config.find("classifier_pooling");
    if (pooling && pooling->string() && *pooling->string() == "mean")
        fields.fail(ErrorCode::UnknownChoice, "classifier_pooling", std::string("cls"));
}

/// configuration_deberta_v2.py. Under other settings the layers have operations that no formula
/// here knows: the convolution of DeBERTa 2's larger models, projections of their own for
/// distances, positions that are added to words.
void readDistances(Fields &fields, const Json &config, const ModelSpec &spec, Encoder &encoder)
{
    constexpr NumberRange rows{-1, 1 << 20};
    const auto span = fields.integer({"max_relative_positions"}, rows).value_or(-1);
    const auto buckets = fields.integer({"position_buckets"}, rows).value_or(-1);
    const auto asked = [&fields](std::string_view key, bool standard, bool wanted) {
        if (fields.boolean(key, standard) != wanted)
            fields.fail(ErrorCode::UnknownChoice, key, std::string(wanted ? "true" : "false"));
    };
    encoder.distances = 2 * (buckets > 0 ? buckets : span > 0 ? span : spec.maxSequence);
    const Json *norm = config.find("norm_rel_ebd");
    encoder.normsDistances = norm && norm->string() && norm->string()->starts_with("layer_norm");
    asked("relative_attention", false, true);
    asked("share_att_key", false, true);
    asked("position_biased_input", true, false);
    asked("legacy", true, true);
    if (fields.integer({"conv_kernel_size"}, tableRows).value_or(0) > 0)
        fields.fail(ErrorCode::UnknownChoice, "conv_kernel_size", std::string("0"));
    const Json *types = config.find("pos_att_type");
    const std::string *listed = types ? types->string() : nullptr;
    const bool hasBoth = listed
        ? listed->find("c2p") != std::string::npos && listed->find("p2c") != std::string::npos
        : types && types->array() && types->array()->size() == 2;
    if (!hasBoth)
        fields.fail(ErrorCode::UnknownChoice, "pos_att_type", std::string("p2c|c2p"));
}

/// ElectraModel.embeddings_project: of narrower embeddings nothing is known here.
void refuseProjected(Fields &fields, const ModelSpec &spec, std::int64_t usual)
{
    constexpr NumberRange widths{1, 1 << 22};
    if (fields.integer({"embedding_size"}, widths).value_or(usual) != spec.hidden)
        fields.fail(ErrorCode::Inconsistent, "embedding_size",
            {english("errors", "the hidden size %1; projected embeddings are not supported"),
                {std::to_string(spec.hidden)}});
}

} // namespace

void readEncoder(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    Encoder encoder{.code = *family.encoder};
    const double dropout = spec.modules.hiddenDropout;
    if (encoder.code == EncoderCode::DistilBert) {
        encoder.sequenceDropout = shareOr(config, "seq_classif_dropout", 0.2);
        encoder.tokenDropout = dropout;
    } else if (encoder.code == EncoderCode::ModernBert) {
        encoder.sequenceDropout = encoder.tokenDropout = shareOr(config, "classifier_dropout", 0);
        if (fields.boolean("norm_bias", false))
            spec.norm = NormKind::Layer;
        readWindows(fields, config, family, spec);
        refuseOtherModernBerts(fields, config);
    } else if (encoder.code == EncoderCode::DebertaV2) {
        encoder.sequenceDropout = shareOr(config, "cls_dropout", dropout);
        encoder.tokenDropout = dropout;
        if (fields.integer({"type_vocab_size"}, tableRows).value_or(0) > 0)
            fields.fail(ErrorCode::UnknownChoice, "type_vocab_size", std::string("0"));
        if (shareOr(config, "pooler_dropout", 0) > 0)
            fields.fail(ErrorCode::UnknownChoice, "pooler_dropout", std::string("0"));
        readDistances(fields, config, spec, encoder);
        refuseProjected(fields, spec, spec.hidden);
    } else {
        encoder.tokenTypes = fields.integer({"type_vocab_size"}, tableRows).value_or(2);
        encoder.sequenceDropout = shareOr(config, "classifier_dropout", dropout);
        encoder.tokenDropout = encoder.sequenceDropout;
    }
    if (encoder.code == EncoderCode::Electra)
        refuseProjected(fields, spec, 128);
    // modeling_roberta.py, create_position_ids_from_input_ids: positions begin behind the
    // padding's.
    if (encoder.countsPositions()) {
        const std::int64_t padding = fields.integer({"pad_token_id"}, {0, 1 << 26}).value_or(1);
        spec.maxSequence = std::max<std::int64_t>(1, spec.positions - padding - 1);
    }
    for (const std::string_view key : {"is_decoder", "add_cross_attention"}) {
        if (fields.boolean(key, false))
            fields.fail(ErrorCode::UnknownChoice, key, std::string("false"));
    }
    if (!fields.boolean("tie_word_embeddings", true))
        fields.fail(ErrorCode::Inconsistent, "tie_word_embeddings",
            english("errors", "true: an encoder's head beside its embedding is not known"));
    if (hasChosenHead(spec.remarks.architecture))
        spec.remarks.architecture.clear();
    spec.encoder = encoder;
}

} // namespace shardscope
