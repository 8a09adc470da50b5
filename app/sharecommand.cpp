// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sharecommand.h"

#include "app/inputs.h"
#include "core/document/sharecode.h"

namespace shardscope {

Outcome runShare(const Arguments &arguments)
{
    const Result<ScenarioDocument> document = documentFrom(arguments.operands, arguments.sets);
    if (!document)
        return badInput(document.error());
    return {.output = shareCode(document->scenario) + "\n", .errors = notesOn(*document)};
}

} // namespace shardscope
