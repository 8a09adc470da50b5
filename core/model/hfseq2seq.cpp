// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfseq2seq.h"

#include "core/model/shaperanges.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr NumberRange bucketCounts{1, 1 << 20};

/// Classes that have both stacks and a head over words; the first of T5 has an old name as well.
bool isWhole(std::string_view architecture)
{
    constexpr std::array<std::string_view, 4> endings{
        "ForConditionalGeneration", "WithLMHeadModel", "MTModel", "Model"};
    return std::any_of(endings.begin(), endings.end(), [architecture](std::string_view ending) {
        return architecture.ends_with(ending);
    }) && !architecture.ends_with("EncoderModel");
}

/// configuration_t5.py, __post_init__: "gated-" and the activation, or the activation alone;
/// gated-gelu stands for the tanh formula spelt out.
void readFeed(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    const Json *said = config.find("feed_forward_proj");
    const std::string_view usual = family.name == "t5" ? "relu" : "gated-gelu";
    std::string_view name = said && said->string() ? std::string_view(*said->string()) : usual;
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

/// What says that T5's head is not tied says as well that what it is given is not scaled. mT5 never
/// scales it, umT5 always (configuration_umt5.py ties the head, whatever a config says).
bool scalesOutput(Fields &fields, const Family &family)
{
    const bool isTied = fields.boolean("tie_word_embeddings", true);
    return *family.seq2seq == Seq2SeqCode::Umt5 || (isTied && family.name == "t5");
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
    stacks.scalesOutput = scalesOutput(fields, family);
    spec.heads = fields.integer({"num_heads"}, headCounts).value_or(family.defaults.heads);
    spec.headDim = fields.integer({"d_kv"}, widths).value_or(family.defaults.headDim);
    spec.kvHeads = spec.heads;
    spec.hasUnevenHeads = false; // the width of all heads is its own
    spec.maxSequence = 0;
    readFeed(fields, config, family, spec);
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

/// MarianMTModel: one table for both stacks and the head.
void readMarian(Fields &fields, const ModelSpec &spec)
{
    if (!fields.boolean("share_encoder_decoder_embeddings", true))
        fields.fail(
            ErrorCode::UnknownChoice, "share_encoder_decoder_embeddings", std::string("true"));
    const auto words
        = fields.integer({"decoder_vocab_size"}, {1, 1 << 26}).value_or(spec.vocabulary);
    if (words != spec.vocabulary)
        fields.fail(ErrorCode::Inconsistent, "decoder_vocab_size",
            {english("errors", "%1, as in the other stack: unlike stacks are not known"),
                {std::to_string(spec.vocabulary)}});
}

/// modeling_whisper.py: sound of one length, of which each two frames make a position, and text of
/// at most another. SpecAugment and adapters of its own class are for other tasks.
void readWhisper(Fields &fields, ModelSpec &spec)
{
    constexpr std::int64_t usualBins = 80;
    constexpr std::int64_t usualSound = 1500;
    constexpr std::int64_t usualText = 448;
    constexpr NumberRange bins{1, 1 << 12};
    constexpr NumberRange places{1, 1 << 20};
    Seq2Seq &stacks = *spec.seq2seq;
    stacks.melBins = fields.integer({"num_mel_bins"}, bins).value_or(usualBins);
    stacks.soundPlaces = fields.integer({"max_source_positions"}, places).value_or(usualSound);
    spec.positions = fields.integer({"max_target_positions"}, places).value_or(usualText);
    spec.maxSequence = stacks.soundPlaces;
    if (fields.boolean("apply_spec_augment", false))
        fields.fail(ErrorCode::UnknownChoice, "apply_spec_augment", std::string("false"));
}

/// modeling_bart.py and those like it. Layers that are left out by chance hold nothing: most is
/// held in a step that leaves out none, which is the one that is planned.
void readBart(Fields &fields, const Family &family, ModelSpec &spec)
{
    const std::int64_t usualLayers = family.name == "whisper" ? 4 : 12;
    Seq2Seq &stacks = *spec.seq2seq;
    stacks.encoderLayers = fields.integer({"encoder_layers"}, layerCounts).value_or(usualLayers);
    stacks.decoderLayers = fields.integer({"decoder_layers"}, layerCounts).value_or(usualLayers);
    spec.heads = inBoth(fields, "encoder_attention_heads", "decoder_attention_heads", headCounts,
        family.defaults.heads);
    spec.intermediate = inBoth(
        fields, "encoder_ffn_dim", "decoder_ffn_dim", mlpWidths, family.defaults.intermediate);
    spec.kvHeads = spec.heads;
    spec.hasUnevenHeads = spec.hidden % spec.heads != 0;
    spec.headDim = std::max<std::int64_t>(1, spec.hidden / spec.heads);
    stacks.activationDropout = fields.number({"activation_dropout"}, {0, 1}).value_or(0);
    // M2M100SinusoidalPositionalEmbedding: two rows more, as BART's table has.
    if (stacks.code == Seq2SeqCode::M2m100)
        stacks.bufferedPlaces = spec.maxSequence + 2;
    if (stacks.code == Seq2SeqCode::Marian)
        readMarian(fields, spec);
    if (stacks.code == Seq2SeqCode::Whisper)
        readWhisper(fields, spec);
}

} // namespace

void readSeq2Seq(Fields &fields, const Json &config, const Family &family, ModelSpec &spec)
{
    spec.seq2seq = Seq2Seq{.code = *family.seq2seq};
    if (isOfT5(*family.seq2seq))
        readT5(fields, config, family, spec);
    else
        readBart(fields, family, spec);
    spec.layers = spec.seq2seq->encoderLayers + spec.seq2seq->decoderLayers;
    if (fields.boolean("is_decoder", false))
        fields.fail(ErrorCode::UnknownChoice, "is_decoder", std::string("false"));
    if (!fields.boolean("is_encoder_decoder", true))
        fields.fail(ErrorCode::UnknownChoice, "is_encoder_decoder", std::string("true"));
    if (isWhole(spec.remarks.architecture))
        spec.remarks.architecture.clear();
}

} // namespace shardscope
