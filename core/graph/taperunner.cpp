// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/taperunner.h"

#include "core/graph/splitrunner.h"

#include <numeric>

namespace shardscope {

double totalOf(const Holdings &holdings)
{
    return std::accumulate(holdings.begin(), holdings.end(), 0.0);
}

Profile profileOf(const Tape &tape, const ProfileOptions &options, TapeTrace *trace)
{
    Profile profile = TapeRunner(tape, options, trace).run();
    if (options.splitsBackward && tape.input != NoTensor)
        SplitRunner(tape, options).addTo(profile);
    return profile;
}

} // namespace shardscope
