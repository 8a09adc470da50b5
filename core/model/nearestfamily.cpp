// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/nearestfamily.h"

#include "core/base/fields.h"
#include "core/model/families.h"
#include "core/model/hfconfig.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// Whatever they say, the model has the same parameters and holds the same between passes.
constexpr std::array<std::string_view, 42> shapeless{"_attn_implementation", "_name_or_path",
    "architectures", "attn_implementation", "auto_map", "aux_loss_alpha", "bad_words_ids",
    "bos_token_id", "decoder_start_token_id", "dtype", "eos_token_id", "forced_bos_token_id",
    "forced_eos_token_id", "id2label", "initializer_factor", "initializer_range", "is_decoder",
    "is_encoder_decoder", "label2id", "layer_norm_eps", "layer_norm_epsilon", "max_length",
    "model_type", "norm_eps", "norm_epsilon", "pad_token_id", "pretraining_tp", "problem_type",
    "quantization_config", "rms_norm_eps", "rms_norm_epsilon", "rope_parameters", "rope_scaling",
    "rope_theta", "router_aux_loss_coef", "tokenizer_class", "torch_dtype",
    "transformers.js_config", "transformers_version", "use_cache", "use_return_dict",
    "vision_config"};

// A file of a stranger does not hold the program up: each of its keys costs some readings by each
// family.
constexpr std::size_t mostKeys = 64;
constexpr std::size_t mostItems = 1024; ///< of all lists together
constexpr std::size_t longestText = 256;

/// What of a decoder's part is looked at: numbers, words, and lists of such.
Json shapeOf(const Json &decoder)
{
    Json shape{Json::Object{}};
    std::size_t items = 0;
    const auto isPlain = [](const Json &value) {
        return !value.object() && !value.array()
            && !(value.string() && value.string()->size() > longestText);
    };
    const auto fits = [&](const Json &value) {
        const Json::Array *list = value.array();
        if (!list)
            return isPlain(value);
        if (list->size() > mostItems - items || !std::all_of(list->begin(), list->end(), isPlain))
            return false;
        items += list->size();
        return true;
    };
    const Json::Object *members = decoder.object();
    for (std::size_t i = 0; members && i < members->size(); ++i) {
        const auto &[key, value] = (*members)[i];
        if (shape.object()->size() < mostKeys && key.size() <= longestText && fits(value))
            shape[key] = value;
    }
    return shape;
}

/// The value made another one, in ways to which a reader of it answers.
std::vector<Json> changed(const Json &value)
{
    std::vector<Json> others{Json{}};
    if (const bool *is = value.boolean())
        others.emplace_back(!*is);
    if (const double *number = value.number())
        others.insert(others.end(), {Json(*number + 1), Json(2 * *number + 2)});
    if (value.string())
        others.emplace_back("another");
    return others;
}

bool isSame(const Result<ModelSpec> &one, const ModelSpec &other)
{
    return one && *one == other;
}

bool isRead(const Json &shape, const std::string &key, const Family &family, const ModelSpec &spec)
{
    const std::vector<Json> others = changed(*shape.find(key));
    return std::any_of(others.begin(), others.end(), [&](const Json &other) {
        Json config = shape;
        config[key] = other;
        return !isSame(readModelConfigAs(config, family), spec);
    });
}

std::vector<std::string> unreadOf(const Json &shape, const Family &family, const ModelSpec &spec)
{
    std::vector<std::string> unread;
    for (const auto &[key, value] : *shape.object()) {
        const bool saysNothing = value.isNull() || key == readAsKey
            || std::find(shapeless.begin(), shapeless.end(), key) != shapeless.end();
        if (!saysNothing && !isRead(shape, key, family, spec))
            unread.push_back(pointerTo(key).substr(1)); // fit to be shown
    }
    return unread;
}

} // namespace

std::optional<NearestFamily> nearestFamily(const Json &decoder)
{
    const Json shape = shapeOf(decoder);
    std::optional<NearestFamily> nearest;
    for (const Family &family : families()) {
        const Result<ModelSpec> spec = readModelConfigAs(shape, family);
        if (!spec)
            continue;
        std::vector<std::string> unread = unreadOf(shape, family, *spec);
        if (!nearest || unread.size() < nearest->unread.size())
            nearest = NearestFamily{family.name, std::move(unread)};
    }
    return nearest;
}

std::vector<std::string> unreadKeys(const Json &decoder, std::string_view family)
{
    const Family *known = findFamily(family);
    const Json shape = shapeOf(decoder);
    const Result<ModelSpec> spec
        = known ? readModelConfigAs(shape, *known) : Result<ModelSpec>(Error{});
    return spec ? unreadOf(shape, *known, *spec) : std::vector<std::string>();
}

Phrase knownTypes()
{
    std::vector<std::string_view> names;
    for (const Family &family : families())
        names.push_back(family.name);
    return oneOf(names);
}

Phrase sayNearest(const NearestFamily &nearest)
{
    const std::string name(nearest.name);
    const std::string key(readAsKey);
    if (nearest.unread.empty())
        return {english("errors",
                    "a known one. Nearest is %1, which reads all that the file says of the shape. "
                    "To plan it as that, add \"%2\": \"%1\" to the file"),
            {name, key}};
    constexpr std::size_t mostNamed = 8;
    std::string keys;
    for (std::size_t i = 0; i < std::min(nearest.unread.size(), mostNamed); ++i)
        keys.append(keys.empty() ? "" : ", ").append(nearest.unread[i]);
    if (nearest.unread.size() > mostNamed)
        keys += ", ...";
    return {english("errors",
                "a known one. Nearest is %1, which does not read %3. To plan it as that "
                "nevertheless, add \"%2\": \"%1\" to the file"),
        {name, key, keys}};
}

} // namespace shardscope
