// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// A call that configures a training: LoraConfig(r=16, ...).
struct PythonCall
{
    std::string callee{}; ///< as written, with its dots: "FastLanguageModel.from_pretrained"
    /// Literals by keyword, each with its line; by place "0", "1". Lists and dicts of literals too;
    /// torch.bfloat16 is "bfloat16".
    Json arguments = Json::Object{};
    int line = 0;
};

/// An argument that is no literal, nor a name that the text sets to one.
struct UnresolvedArgument
{
    std::string callee;
    std::string argument; ///< as in `PythonCall`; "**": further ones
    std::string text; ///< as written, shortened
    int line = 0;

    bool operator==(const UnresolvedArgument &) const = default;
};

struct PythonText
{
    std::vector<PythonCall> calls{}; ///< in the order in which they begin
    std::vector<UnresolvedArgument> unresolved{};
    Json environment = Json::Object{}; ///< what os.environ["NAME"] is set to, where it is text
};

/// Reads the calls to what configures a training with transformers, TRL, PEFT, accelerate and
/// Unsloth, in a script or the joined cells of a notebook. Runs nothing. Branches are read through
/// as they stand; a name has the literal that was set last before. Lenient with what is no Python.
/// Errors: TooLarge.
Result<PythonText> readPython(std::string_view text);

} // namespace shardscope
