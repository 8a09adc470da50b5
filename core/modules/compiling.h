// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/settings.h"
#include "core/scenario/options.h"

namespace shardscope {

/// What torch.compile is asked to make graphs of.
constexpr Compiling compilingOf(Kernels kernels)
{
    if (!isCompiled(kernels))
        return Compiling::Nothing;
    return kernels == Kernels::Compiled ? Compiling::Model : Compiling::Layers;
}

} // namespace shardscope
