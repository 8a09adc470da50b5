// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"

namespace shardscope {

/// Words of a file, of which a line has room for so much; what is left out is counted.
Phrase shortened(Phrase words);

} // namespace shardscope
