// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/taperunner.h"

#include "core/graph/splitrunner.h"

#include <numeric>

namespace shardscope {

double totalOf(const Holdings &holdings)
{
    return std::accumulate(holdings.begin(), holdings.end(), 0.0);
}

namespace {

void addSplitPasses(const Tape &tape, const ProfileOptions &options, Profile &profile)
{
    SplitRunner(tape, options, false).addTo(profile);
    if (!options.isTop)
        SplitRunner(tape, options, true).addLastTo(profile);
}

} // namespace

Profile profileOf(const Tape &tape, const ProfileOptions &options, TapeTrace *trace)
{
    Profile profile = TapeRunner(tape, options, trace).run();
    if (options.splitsBackward && tape.input != NoTensor)
        addSplitPasses(tape, options, profile);
    return profile;
}

} // namespace shardscope
