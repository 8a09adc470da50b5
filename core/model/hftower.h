// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/model/modelspec.h"

namespace shardscope {

/// What there is in a config's model beside the decoder, of a known hidden size: its vision tower,
/// or that there are towers, and their parameters where these are known.
void readTowers(const Json &root, ModelSpec &spec);

/// What the class around a decoder with a tower does with logits in place of the decoder's own
/// (transformers 5.12.1): Gemma3ForConditionalGeneration picks those that the attention mask lets
/// through, PaliGemmaForConditionalGeneration has no soft cap.
void readOuterHead(const Json &root, ModuleTraits &traits);

} // namespace shardscope
