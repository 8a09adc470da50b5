// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/keys.h"

#include <string>

namespace shardscope {

/// "1 to 65536", "full | lora | qlora", "text".
std::string keyRange(const Key &key);

/// A value as one would type it; a document as compact JSON.
std::string typedValue(const Json &value);

/// What stands in a new scenario, as one would type it; "-" where nothing does.
std::string keyDefault(const Key &key);

/// Every input: key and default, range or choices and unit, meaning.
std::string keysToText();

} // namespace shardscope
