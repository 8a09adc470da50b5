// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/windowmasks.h"

#include <algorithm>

namespace shardscope {

namespace {

double mostInBackward(const Module &module)
{
    double most = 0;
    for (const Segment &segment : module.profile.backward)
        most = std::max(most, segment.mostTotal);
    return most;
}

} // namespace

Bytes takenByWindowMasks(const StepModules &modules)
{
    LayerSettings settings = modules.settings();
    settings.isUnpaddedSdpa = true;
    settings.spec.windows->areMasked = true;
    const StepModules masked(settings);
    double kept = maskBytes(settings) - maskBytes(modules.settings());
    double atWork = 0; // of the layer where that is most
    for (int layer = 0; layer < modules.layers(); ++layer) {
        const Module &module = masked.layer(layer);
        const Module &flash = modules.layer(layer);
        kept += module.keptBytes() - flash.keptBytes();
        atWork = std::max(atWork, mostInBackward(module) - mostInBackward(flash));
    }
    return Bytes(kept + atWork);
}

} // namespace shardscope
