// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

namespace shardscope {

/// A config with what published files leave out of their text_config: sizes that are those of the
/// decoder's own class (transformers 5.12.1 configuration_llama.py, configuration_mistral.py).
Json withClassSizes(Json config);

} // namespace shardscope
