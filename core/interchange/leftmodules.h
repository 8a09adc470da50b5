// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"
#include "core/model/modulelibrary.h"
#include "core/scenario/options.h"

#include <string>
#include <string_view>

namespace shardscope {

/// Modules that stay in 16 bits when a model is quantised, as training.unquantized has them.
struct LeftModules
{
    std::string names{};
    std::string missing{}; ///< of a file's list, what means no module, or one of single layers
};

/// What a program leaves by itself; empty where it leaves that to transformers. `program`: as the
/// fact "quantizes" has it.
std::string leftByProgram(
    std::string_view program, const ModelSpec &spec, ModuleLibrary library, BaseStorage base);

/// What a list means (llm_int8_skip_modules), as transformers compares it with paths of modules:
/// before release 5 with names and whole words of a path, from then on with its start and its end.
LeftModules leftByList(const ModelSpec &spec, ModuleLibrary library, std::string_view list);

} // namespace shardscope
