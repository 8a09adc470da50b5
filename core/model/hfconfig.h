// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/importedmodel.h"

#include <string>
#include <string_view>

namespace shardscope {

/// Reads a Hugging Face config.json (already parsed): aliases, nesting (text_config, ...), MoE,
/// MLA. Errors: UnknownArchitecture, MissingField, WrongType, OutOfRange, Inconsistent; with JSON
/// pointer.
Result<ModelSpec> readModelConfig(const Json &config);

/// Text of a config.json to a model that a scenario can carry. `name` is what people will see;
/// where it is empty, the config's own name ("_name_or_path") or its model_type.
Result<ImportedModel> importModel(std::string_view text, std::string name);

/// The config of a model with `hasUnevenHeads`, with the next smaller numbers of heads that divide
/// what they share. Empty where it cannot be made even.
std::string withEvenHeads(const ImportedModel &model);

/// Whether this looks like a config.json and not like a scenario or anything else.
bool looksLikeModelConfig(const Json &value);

} // namespace shardscope
