// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace shardscope {

/// A --set option: key and value.
using Setting = std::pair<std::string, std::string>;

/// Opens files, or codes of scenarios, one over the other, and all over `document`, then applies
/// the --set options, in order. Errors carry the file's name or the key.
Result<ScenarioDocument> documentFrom(std::span<const std::string> files,
    std::span<const Setting> settings, ScenarioDocument document = {});

/// What a file said to no effect, a line each: keys that are no keys, which may be typing errors.
std::vector<std::string> notesOn(const ScenarioDocument &document);

/// Applies one --set option; the value of model.config is a path.
Status applySetting(Scenario &scenario, const Setting &setting);

} // namespace shardscope
