// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace shardscope {

/// How often programs are killed in a test: SHARDSCOPE_KILLS says it for a night of them.
inline int kills()
{
    const int wanted = qEnvironmentVariableIntValue("SHARDSCOPE_KILLS");
    return wanted > 0 ? wanted : 30;
}

} // namespace shardscope
