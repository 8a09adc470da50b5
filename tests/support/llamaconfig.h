// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/hfconfig.h"

#include <QtGlobal>

#include <string>

namespace shardscope {

/// The config.json that tests of the reader change.
inline const std::string llama = R"({
 "model_type": "llama",
 "hidden_size": 4096,
 "num_hidden_layers": 32,
 "num_attention_heads": 32,
 "num_key_value_heads": 8,
 "intermediate_size": 14336,
 "vocab_size": 128256
})";

inline Json parsed(const std::string &text)
{
    return *parseJson(text);
}

/// The Llama config with one member set, or taken out where `value` is empty.
inline std::string changed(const std::string &key, const std::string &value)
{
    Json config = parsed(llama);
    if (value.empty()) {
        auto &members = *config.object();
        std::erase_if(members, [&key](const auto &member) { return member.first == key; });
    } else {
        config[key] = parsed(value);
    }
    return writeJson(config);
}

inline ModelSpec read(const std::string &text)
{
    const Result<ModelSpec> spec = readModelConfig(parsed(text));
    if (!spec)
        qWarning("%s", describe(spec.error()).c_str());
    return spec ? *spec : ModelSpec{};
}

} // namespace shardscope
