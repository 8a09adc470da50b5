// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace shardscope {

/// What fits is asked for between events, so long at a time: it leaves most of a 60 Hz frame to
/// painting.
inline constexpr qint64 turnMilliseconds = 2;

} // namespace shardscope
