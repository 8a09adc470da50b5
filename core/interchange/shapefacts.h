// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/factlist.h"
#include "core/interchange/importreport.h"
#include "core/model/modelspec.h"

#include <optional>
#include <vector>

namespace shardscope {

/// The shape of a model as flags say it, where no file names the model: what writers say of a
/// model, and the config.json that readers make of it.

/// `sequence`: tokens that positions must reach.
Facts shapeFacts(const ModelSpec &spec, std::int64_t sequence);

/// A config.json of the family that has such layers; nothing without layers, width and heads.
std::optional<Json> configOfShape(const FactList &facts);

/// What the facts say of the layers, and the family of `configOfShape` does not have.
std::vector<ImportRow> missingOfShape(const FactList &facts);

} // namespace shardscope
