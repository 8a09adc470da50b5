// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/validatedrun.h"
#include "tools/validate/explanations.h"

#include <span>
#include <string>

namespace shardscope {

Json validationToJson(const Validation &validation);

/// Cases, what is left out or assumed, the groups, what is beyond the aims and what is reached of
/// them.
std::string validationToText(const Validation &validation, const Explanations &explanations = {});

/// The page "How true is it" of the documentation, in Markdown; `runs` are those that ranges of
/// plans come from.
std::string validationPage(const Validation &validation, const Explanations &explanations,
    std::span<const ValidatedRun> runs = {});

} // namespace shardscope
