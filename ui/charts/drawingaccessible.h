// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace shardscope {

/// Makes drawings speak to assistive technology: the summary, and one child for each place. Calling
/// it again does nothing.
void installDrawingAccessibility();

} // namespace shardscope
