// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfdefaults.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace shardscope {

namespace {

struct Size
{
    std::string_view key;
    double value = 0;
};

struct ClassSizes
{
    std::string_view modelType;
    std::array<Size, 6> sizes;
};
constexpr std::array classes{
    ClassSizes{"llama",
        {{{"hidden_size", 4096}, {"intermediate_size", 11008}, {"num_hidden_layers", 32},
            {"num_attention_heads", 32}, {"vocab_size", 32000}}}},
    ClassSizes{"mistral",
        {{{"hidden_size", 4096}, {"intermediate_size", 14336}, {"num_hidden_layers", 32},
            {"num_attention_heads", 32}, {"vocab_size", 32000}, {"num_key_value_heads", 8}}}},
};

/// Classes of transformers around such a decoder, whose files leave out what is its class's.
constexpr std::array<std::string_view, 3> around{"llava", "idefics3", "smolvlm"};

const std::string *modelTypeOf(const Json &config)
{
    const Json *type = config.find("model_type");
    return type ? type->string() : nullptr;
}

} // namespace

Json withClassSizes(Json config)
{
    const std::string *outer = modelTypeOf(config);
    const Json *text = config.find("text_config");
    const std::string *inner = text && text->isObject() ? modelTypeOf(*text) : nullptr;
    if (!outer || !inner || std::find(around.begin(), around.end(), *outer) == around.end())
        return config;
    const auto *const found = std::find_if(classes.begin(), classes.end(),
        [inner](const ClassSizes &each) { return each.modelType == *inner; });
    if (found == classes.end())
        return config;
    Json &sizes = config["text_config"];
    for (const Size &size : found->sizes) {
        if (!size.key.empty() && !sizes.find(size.key))
            sizes[std::string(size.key)] = size.value;
    }
    return config;
}

} // namespace shardscope
