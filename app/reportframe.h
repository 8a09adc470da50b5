// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/clioptions.h"
#include "core/report/proposal.h"

namespace shardscope {

/// Of reports that this program writes. They carry no date, so that equal inputs give equal text.
inline ReportFrame frameFor(const Catalog &catalog)
{
    return {.catalog = catalog, .origin = {.program = nameAndVersion()}};
}

} // namespace shardscope
