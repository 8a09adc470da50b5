// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

namespace shardscope {

/// Whether there is more to a config's model than the decoder: a vision or audio tower.
bool hasTower(const Json &root);

/// Parameters of that tower; 0 where its classes are not known here.
double towerParameters(const Json &root);

} // namespace shardscope
