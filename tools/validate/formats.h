// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "tools/validate/case.h"

#include <optional>

namespace shardscope {

// One reader for each format: fills in what `element` says, and what scenario it stands for.
// What is wrong with it goes into `error`, as Fields does.
void readStepsCase(Fields &element, std::optional<Error> &error, Case &item);
void readDeepSpeedCase(Fields &element, std::optional<Error> &error, Case &item);
void readParallelCase(Fields &element, std::optional<Error> &error, Case &item);
void readNormalisedCase(const Json &json, Fields &element, std::optional<Error> &error, Case &item);
void readPublishedCase(const Json &json, Fields &element, std::optional<Error> &error, Case &item);

/// The ranges of what files may say.
inline constexpr NumberRange countRange{1, 1 << 16};
inline constexpr NumberRange loadRange{1, 1024}; ///< of the busiest experts, by the mean
inline constexpr NumberRange tokenRange{1, 1 << 24};
inline constexpr NumberRange elementRange{0, 1e15};
inline constexpr NumberRange byteRange{1, 1e18};

} // namespace shardscope
