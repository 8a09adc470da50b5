// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/caption.h"

#include "core/report/summary.h"

namespace shardscope {

Phrase imprintSentence(const Imprint &origin)
{
    if (origin.date.empty())
        return {english("summary", "An estimate made with %1.", "program and version"),
            {origin.program}};
    return {english("summary", "An estimate made with %1, %2.", "program and version, date"),
        {origin.program, origin.date}};
}

std::vector<std::string> headingOf(const Plan &plan, const Imprint &origin)
{
    return {englishText(verdictSentence(plan)), englishText(imprintSentence(origin))};
}

Phrase captionOf(const Plan &plan, const Imprint &origin, Phrase whiskers)
{
    return sentences({verdictSentence(plan), assumptionsSentence(plan), std::move(whiskers),
        imprintSentence(origin)});
}

} // namespace shardscope
