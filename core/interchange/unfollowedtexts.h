// SPDX-License-Identifier: GPL-3.0-or-later
// What an import says of facts that no plan follows.
#pragma once

#include "core/base/text.h"

namespace shardscope::unfollowed {

inline constexpr Text otherAdapters
    = english("import", "These adapters are not modelled: planned as LoRA.");
inline constexpr Text baseOfBits
    = english("import", "A base of %1 bits is not modelled: planned with 16, which takes more.");
inline constexpr Text mixedFp8 = english("import", "FP8 is not modelled: planned as BF16.");
inline constexpr Text quantizedAlone = english("import",
    "A quantised base without adapters is not modelled: planned "
    "with 16 bits, which takes more.");
inline constexpr Text compileBesideKernels = english("import",
    "torch.compile beside kernels of Liger's or Unsloth's is not modelled: planned "
    "with these kernels alone.");
inline constexpr Text compiledLossAlone = english("import",
    "torch.compile of the loss alone is not modelled: planned with whole logits in fp32, "
    "which takes more.");
inline constexpr Text ownPreferenceLoop = english("import",
    "This program's own loop, which casts all logits to fp32, is not followed: "
    "planned as TRL's.");
inline constexpr Text critic = english("import", "a critic that learns beside the policy");
inline constexpr Text withoutCritic
    = english("import", "an estimator of advantages without one, such as grpo or rloo");
inline constexpr Text noTraining = english("import", "a model, and no optimizer");
inline constexpr Text training = english("import", "the configuration of a training run");
inline constexpr Text contrasts
    = english("import", "embeddings or scores of pairs, learned from contrasts");
inline constexpr Text withoutContrasts
    = english("import", "training on tokens, labels, preferences or rewards");
inline constexpr Text unevenStages = english("import",
    "Layers and two tables do not divide evenly by the stages: the first stages "
    "are planned with one layer more.");

} // namespace shardscope::unfollowed
