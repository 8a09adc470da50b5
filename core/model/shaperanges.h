// SPDX-License-Identifier: GPL-3.0-or-later
// What sizes of a config may be: far above every published model; a matrix of the largest still has
// fewer than 2^63 elements.
#pragma once

#include "core/base/fields.h"

namespace shardscope {

inline constexpr NumberRange widths{1, 1 << 20};
inline constexpr NumberRange optionalWidths{0, 1 << 20};
inline constexpr NumberRange mlpWidths{1, 1 << 22};
inline constexpr NumberRange layerCounts{1, 1 << 14};
inline constexpr NumberRange layerIndices{0, 1 << 14}; ///< or how many, which may be none
inline constexpr NumberRange headCounts{1, 1 << 14};
inline constexpr NumberRange kernels{1, 1 << 10}; ///< of convolutions
inline constexpr NumberRange vocabularies{1, 1 << 26};

} // namespace shardscope
