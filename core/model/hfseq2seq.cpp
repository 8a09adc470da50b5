// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfseq2seq.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr NumberRange layerCounts{1, 1 << 13};
constexpr NumberRange headCounts{1, 1 << 14};
constexpr NumberRange widths{1, 1 << 22};
constexpr NumberRange headWidths{1, 1 << 20};
constexpr NumberRange bucketCounts{1, 1 << 20};

/// Classes that have both stacks and a head over words; the first of T5 has an old name as well.
bool isWhole(std::string_view architecture)
{
    constexpr std::array<std::string_view, 3> endings{
        "ForConditionalGeneration", "WithLMHeadModel", "Model"};
    return std::any_of(endings.begin(), endings.end(), [architecture](std::string_view ending) {
        return architecture.ends_with(ending);
    }) && !architecture.ends_with("EncoderModel");
}

/// configuration_t5.py, __post_init__: "gated-" and the activation, or the activation alone;
/// gated-gelu stands for the tanh formula spelt out.
void readFeed(Fields &fields, const Json &config, ModelSpec &spec)
{
    const Json *said = config.find("feed_forward_proj");
    std::string_view name = said && said->string() ? std::string_view(*said->string()) : "relu";
    constexpr std::string_view gated = "gated-";
    spec.gatedMlp = name.starts_with(gated);
    if (spec.gatedMlp)
        name.remove_prefix(gated.size());
    if (name == "relu")
        spec.modules.activation = Activation::Relu;
    else if (name == "silu")
        spec.modules.activation = Activation::Silu;
    else if (name == "gelu_new" || (name == "gelu" && spec.gatedMlp))
        spec.modules.activation = Activation::GeluNew;
    else if (name == "gelu")
        spec.modules.activation = Activation::Gelu;
    else
        fields.fail(ErrorCode::UnknownChoice, "feed_forward_proj",
            std::string("relu, gelu, gated-gelu, gated-silu"));
}

/// modeling_t5.py. What its config says of positions bounds no sequence.
void readT5(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    constexpr std::int64_t usualBuckets = 32;
    Seq2Seq &stacks = *spec.seq2seq;
    stacks.encoderLayers = spec.layers;
    stacks.decoderLayers
        = fields.integer({"num_decoder_layers"}, layerCounts).value_or(spec.layers);
    stacks.buckets
        = fields.integer({"relative_attention_num_buckets"}, bucketCounts).value_or(usualBuckets);
    // What says that the head is not tied says as well that what it is given is not scaled.
    stacks.scalesOutput = fields.boolean("tie_word_embeddings", true);
    spec.heads = fields.integer({"num_heads"}, headCounts).value_or(family.defaults.heads);
    spec.headDim = fields.integer({"d_kv"}, headWidths).value_or(family.defaults.headDim);
    spec.kvHeads = spec.heads;
    spec.hasUnevenHeads = false; // the width of all heads is its own
    spec.maxSequence = 0;
    readFeed(fields, config, spec);
}

/// A number of both stacks, which are to be alike.
std::int64_t inBoth(Fields &fields, std::string_view ofEncoder, std::string_view ofDecoder,
    NumberRange range, std::int64_t usual)
{
    const std::int64_t first = fields.integer({ofEncoder}, range).value_or(usual);
    if (fields.integer({ofDecoder}, range).value_or(usual) != first)
        fields.fail(ErrorCode::Inconsistent, ofDecoder,
            {english("errors", "%1, as in the other stack: unlike stacks are not known"),
                {std::to_string(first)}});
    return first;
}

/// modeling_bart.py. Layers that are left out by chance are in no plan; its published configs drop
/// as much behind the activation as of the attention.
void readBart(Fields &fields, const Family &family, ModelSpec &spec)
{
    constexpr std::int64_t usualLayers = 12;
    Seq2Seq &stacks = *spec.seq2seq;
    stacks.encoderLayers = fields.integer({"encoder_layers"}, layerCounts).value_or(usualLayers);
    stacks.decoderLayers = fields.integer({"decoder_layers"}, layerCounts).value_or(usualLayers);
    spec.heads = inBoth(fields, "encoder_attention_heads", "decoder_attention_heads", headCounts,
        family.defaults.heads);
    spec.intermediate = inBoth(
        fields, "encoder_ffn_dim", "decoder_ffn_dim", widths, family.defaults.intermediate);
    spec.kvHeads = spec.heads;
    spec.hasUnevenHeads = spec.hidden % spec.heads != 0;
    spec.headDim = std::max<std::int64_t>(1, spec.hidden / spec.heads);
    for (const std::string_view key : {"encoder_layerdrop", "decoder_layerdrop"}) {
        if (fields.number({key}, {0, 1}).value_or(0) > 0)
            fields.fail(ErrorCode::UnknownChoice, key, std::string("0"));
    }
    const double ofAttention = spec.modules.attentionDropout;
    const double behind = fields.number({"activation_dropout"}, {0, 1}).value_or(0);
    if ((behind > 0) != (ofAttention > 0))
        fields.fail(ErrorCode::Inconsistent, "activation_dropout",
            english("errors", "as attention_dropout: either without the other is not known"));
}

} // namespace

void readSeq2Seq(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    spec.seq2seq = Seq2Seq{.code = *family.seq2seq};
    if (*family.seq2seq == Seq2SeqCode::Bart)
        readBart(fields, family, spec);
    else
        readT5(fields, config, family, spec);
    spec.layers = spec.seq2seq->encoderLayers + spec.seq2seq->decoderLayers;
    if (fields.boolean("is_decoder", false))
        fields.fail(ErrorCode::UnknownChoice, "is_decoder", std::string("false"));
    if (!fields.boolean("is_encoder_decoder", true))
        fields.fail(ErrorCode::UnknownChoice, "is_encoder_decoder", std::string("true"));
    if (isWhole(spec.remarks.architecture))
        spec.remarks.architecture.clear();
}

} // namespace shardscope
