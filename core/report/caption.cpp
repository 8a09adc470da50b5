// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/caption.h"

#include "core/report/summary.h"

namespace shardscope {

Phrase originSentence(const Origin &origin)
{
    if (origin.date.empty())
        return {english("summary", "An estimate made with %1.", "program and version"),
            {origin.program}};
    return {english("summary", "An estimate made with %1, %2.", "program and version, date"),
        {origin.program, origin.date}};
}

Phrase captionOf(const Plan &plan, const Origin &origin, Phrase whiskers)
{
    return sentences({verdictSentence(plan), assumptionsSentence(plan), std::move(whiskers),
        originSentence(origin)});
}

} // namespace shardscope
