// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"

#include <QString>

namespace shardscope {

/// core's words on what an input needs, with what inputs and their choices are called in the
/// window: "training.method lora or qlora" -> "“Method” LoRA or QLoRA".
QString neededText(const Phrase &missing);

} // namespace shardscope
