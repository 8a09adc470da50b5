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
            {"num_attention_heads", 32}, {"vocab_size", 32000},
            {"max_position_embeddings", 2048}}}},
    ClassSizes{"mistral",
        {{{"hidden_size", 4096}, {"intermediate_size", 14336}, {"num_hidden_layers", 32},
            {"num_attention_heads", 32}, {"vocab_size", 32000}, {"num_key_value_heads", 8}}}},
};

} // namespace

Json withClassSizes(Json config)
{
    const Json *text = config.find("text_config");
    const Json *type = text && text->isObject() ? text->find("model_type") : nullptr;
    const std::string *name = type ? type->string() : nullptr;
    const auto *const found = name
        ? std::find_if(classes.begin(), classes.end(),
            [name](const ClassSizes &each) { return each.modelType == *name; })
        : classes.end();
    if (found == classes.end())
        return config;
    Json &inner = config["text_config"];
    for (const Size &size : found->sizes) {
        if (!inner.find(size.key))
            inner[std::string(size.key)] = size.value;
    }
    return config;
}

} // namespace shardscope
