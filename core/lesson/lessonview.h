// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

namespace shardscope {

/// What turns one scenario into another, as the steps of a lesson write it.
/// Errors: Inconsistent where settings alone do not lead there, as to a model that was opened from
/// a file, or away from an input that `to` leaves open.
Result<KeyValues> settingsBetween(const Scenario &from, const Scenario &to);

} // namespace shardscope
