// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace shardscope {

/// core's words on what an input needs, with what inputs and their choices are called in the
/// window: "training.method lora or qlora" -> "“Method” LoRA or QLoRA".
QString neededText(std::string_view missing);

} // namespace shardscope
