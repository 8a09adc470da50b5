// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/attention.h"

namespace shardscope {

// A DynamicCache that already holds keys and values when the model is called: of tokens that it has
// read, or those of prefix tuning (PEFT 0.20 tuners/prefix_tuning/model.py; peft_model.py,
// get_prompt).

/// Trained keys and values of all layers, before tokens are looked up.
void writePrefix(ModuleWriter &write);

/// A layer's own of them, where there are any: its tape begins with them.
void takePrefix(ModuleWriter &write);

/// DynamicLayer.update: what the layer has made, behind them.
void putBehindPrefix(ModuleWriter &write, Heads &heads);

} // namespace shardscope
