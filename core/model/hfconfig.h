// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/importedmodel.h"

#include <string>
#include <string_view>

namespace shardscope {

struct Family;

/// Reads a Hugging Face config.json (already parsed): aliases, nesting (text_config, ...), MoE,
/// MLA. Errors: UnknownArchitecture, MissingField, WrongType, OutOfRange, Inconsistent; with JSON
/// pointer.
/// A model_type without formulas is read as the family that `readAsKey` names, where that stands
/// there; what the family does not read is among the remarks.
Result<ModelSpec> readModelConfig(const Json &given);
/// The same as a family, whatever the config calls itself.
Result<ModelSpec> readModelConfigAs(const Json &config, const Family &family);

/// Text of a config.json to a model that a scenario can carry. `name` is what people will see;
/// where it is empty, the config's own name ("_name_or_path") or its model_type.
Result<ImportedModel> importModel(std::string_view text, std::string name);

/// The config of a model with `hasUnevenHeads`, with the next smaller numbers of heads that divide
/// what they share. Empty where it cannot be made even.
std::string withEvenHeads(const ImportedModel &model);

/// Whether this looks like a config.json and not like a scenario or anything else.
bool looksLikeModelConfig(const Json &value);

} // namespace shardscope
