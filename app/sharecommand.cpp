// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sharecommand.h"

#include "app/inputs.h"
#include "core/document/sharecode.h"

namespace shardscope {

Outcome runShare(const Arguments &arguments, const Catalog &catalog)
{
    Inputs inputs;
    if (std::optional<Outcome> bad
        = openInputs(inputs, arguments.operands, arguments.sets, catalog))
        return *std::move(bad);
    return {.output = shareCode(inputs.document.scenario) + "\n", .errors = inputs.notes};
}

} // namespace shardscope
