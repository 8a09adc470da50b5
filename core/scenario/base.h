// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

namespace shardscope {

/// Whether the frozen matrices are stored so.
inline bool isStoredIn(const Training &training, BaseStorage base)
{
    return training.method == Method::Qlora && training.base == base;
}
inline bool isInFourBits(const Training &training)
{
    return isStoredIn(training, BaseStorage::Nf4);
}
inline bool isInInt8(const Training &training)
{
    return isStoredIn(training, BaseStorage::LlmInt8);
}

} // namespace shardscope
