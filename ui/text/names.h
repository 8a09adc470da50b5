// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/keys.h"
#include "core/scenario/options.h"

#include <QString>

namespace shardscope {

QString toText(std::string_view text);
/// A label without its mnemonic: "Model &size" -> "Model size".
QString withoutMnemonic(const QString &label);

// What people call the choices, in their language; files keep the words of core/scenario/options.h.
QString displayName(EstimatorKind value);
QString displayName(Method value);
QString displayName(Precision value);
QString displayName(Optimizer value);
QString displayName(Checkpointing value);
QString displayName(Attention value);
QString displayName(Loss value);
QString displayName(Strategy value);
QString displayName(Framework value);
QString displayName(QuantStorage value);
QString displayName(Dora value);
QString displayName(LoraPrecision value);
QString displayName(Kernels value);
QString displayName(KbitPreparation value);
QString displayName(Stack value);
QString displayName(Outputs value);
QString displayName(Wrap value);
QString displayName(GradientSync value);
QString displayName(BucketView value);
QString displayName(GradientPrecision value);
QString displayName(Overlap value);
QString displayName(Offload value);
QString displayName(Allocator value);
QString displayName(ExpertCode value);
QString displayName(Algorithm value);
QString displayName(ZeroPlusPlus value);

// One sentence on each choice, for tool tips.
QString displayHint(EstimatorKind value);
QString displayHint(Method value);
QString displayHint(Precision value);
QString displayHint(Optimizer value);
QString displayHint(Checkpointing value);
QString displayHint(Attention value);
QString displayHint(Loss value);
QString displayHint(Strategy value);
QString displayHint(Framework value);
QString displayHint(QuantStorage value);
QString displayHint(Dora value);
QString displayHint(LoraPrecision value);
QString displayHint(Kernels value);
QString displayHint(KbitPreparation value);
QString displayHint(Stack value);
QString displayHint(Outputs value);
QString displayHint(Wrap value);
QString displayHint(GradientSync value);
QString displayHint(BucketView value);
QString displayHint(GradientPrecision value);
QString displayHint(Overlap value);
QString displayHint(Offload value);
QString displayHint(Allocator value);
QString displayHint(ExpertCode value);
QString displayHint(Algorithm value);
QString displayHint(ZeroPlusPlus value);

/// Meaning and unit of a key, from the key table, in the user's language (context "keys").
QString keyMeaning(const Key &key);
QString keyUnit(const Key &key);

} // namespace shardscope
