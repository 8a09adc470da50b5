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

/// The page "What it knows": each model type and each choice of an input, with the runs that have
/// it. Errors: none; a case that was not compared says nothing.
std::string coveragePage(
    std::span<const Case> cases, const Validation &validation, const Catalog &catalog);

} // namespace shardscope
