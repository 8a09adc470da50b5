// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"
#include "core/model/modulelibrary.h"

#include <optional>
#include <string>
#include <string_view>

namespace shardscope {

/// The linear modules that PEFT's target_modules take in.
struct TargetNames
{
    std::string names{}; ///< as training.lora_targets has them
    std::string missing{}; ///< that no module has: PEFT passes over them; comma-separated
    bool isPattern = false; ///< of whole paths
    bool isUneven = false; ///< only some of the layers that have such modules are taken in
    bool takesTower = true; ///< modules of the vision tower are, where they have these names
};

/// What `said` means for a model, where that is more than a list of names that it has (PEFT 0.20
/// tuners/tuners_utils.py, check_target_module_exists): ends of paths, names that no module has, or
/// a regular expression of whole paths. Nothing where it is such a list, where no module matches,
/// and where it is no expression.
std::optional<TargetNames> targetNames(
    const ModelSpec &spec, ModuleLibrary library, std::string_view said);

} // namespace shardscope
