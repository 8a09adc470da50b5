// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/mergefacts.h"

#include "core/interchange/readfacts.h"
#include "core/scenario/keys.h"

#include <algorithm>
#include <set>
#include <utility>

namespace shardscope {

namespace {

/// Whether a default's format stands nearer to the command line than the file that says a fact.
bool isOfNearerFormat(const Fact &fallback, const Fact &said)
{
    const auto formatRank = [](const Fact &fact) {
        return fact.rank / mostRunFiles + (isFormatDefault(fact) ? belowFiles : 0);
    };
    return formatRank(fallback) > formatRank(said);
}

/// Whether a key of the same file says more: what is off beside what is on, and modules beside all
/// linear layers, which loaders take together.
bool yields(const Fact &fact, const std::vector<const Fact *> &sayings)
{
    const bool isOff = (fact.id == "mixed_precision" && fact.value == Json("no"))
        || (fact.id == "weights_dtype" && fact.value == Json("fp32"));
    const bool isPart = fact.id == "training.lora_targets" && fact.value != Json("all-linear");
    return (isOff || isPart) && std::any_of(sayings.begin(), sayings.end(), [&](const Fact *other) {
        return other->origin.file == fact.origin.file && other->rank == fact.rank
            && other->value != fact.value && !isFormatDefault(*other)
            && (isOff || other->value == Json("all-linear"));
    });
}

class Merge
{
public:
    Merge(const Facts &said, bool isWholeRun, const Picks &picks)
        : m_said(said)
        , m_isWholeRun(isWholeRun)
        , m_picks(picks)
    { }

    MergedFacts run()
    {
        std::set<std::string> ids;
        for (const Fact &fact : m_said) {
            if (ids.insert(fact.id).second)
                mergeOne(fact.id);
        }
        return std::move(m_merged);
    }

private:
    void mergeOne(const std::string &id)
    {
        std::vector<const Fact *> sayings;
        for (const Fact &fact : m_said) {
            if (fact.id == id)
                sayings.push_back(&fact);
        }
        const auto byRank = [](const Fact *a, const Fact *b) { return a->rank > b->rank; };
        std::stable_sort(sayings.begin(), sayings.end(), byRank);
        // "auto" gives way to whoever says something, and keeps a program's own default away.
        const auto firstThat = [&sayings](auto holds) {
            const auto found = std::find_if(sayings.begin(), sayings.end(), holds);
            return found == sayings.end() ? nullptr : *found;
        };
        const Fact *chosen = firstThat([&sayings](const Fact *fact) {
            return !isFormatDefault(*fact) && !isAuto(fact->value) && !yields(*fact, sayings);
        });
        if (chosen)
            chosen = contradicted(id, sayings, chosen);
        if (!chosen)
            chosen = firstThat([](const Fact *fact) { return isAuto(fact->value); });
        // Where a file of an engine leaves something to others, what the engine takes is no answer.
        const auto answers = [this, chosen](const Fact *fact) {
            return isFormatDefault(*fact)
                && (!chosen || m_isWholeRun || isOfNearerFormat(*fact, *chosen));
        };
        const Fact *fallback = firstThat(answers);
        if (!chosen || (isAuto(chosen->value) && fallback && !findKey(id)))
            chosen = fallback ? fallback : chosen;
        m_merged.facts.push_back(*chosen);
    }

    /// The fact that holds of those that files say, and a note where they differ.
    const Fact *contradicted(
        const std::string &id, const std::vector<const Fact *> &sayings, const Fact *first)
    {
        Contradiction contradiction{.fact = id, .input = std::string(inputOf(id))};
        std::vector<const Fact *> said;
        bool isOne = true;
        for (const Fact *fact : sayings) {
            if (isFormatDefault(*fact) || isAuto(fact->value) || yields(*fact, sayings))
                continue;
            isOne = isOne && fact->value == first->value;
            said.push_back(fact);
            contradiction.sayings.push_back(rowOf(*fact));
        }
        if (isOne)
            return first;
        const auto pick = m_picks.find(id);
        if (pick != m_picks.end() && pick->second < said.size())
            contradiction.chosen = pick->second;
        first = said[contradiction.chosen];
        m_merged.contradicting.push_back(std::move(contradiction));
        return first;
    }

    const Facts &m_said;
    bool m_isWholeRun;
    const Picks &m_picks;
    MergedFacts m_merged;
};

} // namespace

ImportRow rowOf(const Fact &fact)
{
    const Origin &origin = fact.origin;
    return {.file = origin.file,
        .line = origin.line,
        .key = origin.key,
        .value = origin.text,
        .input = std::string(inputOf(fact.id))};
}

MergedFacts mergeFacts(const Facts &said, bool isWholeRun, const Picks &picks)
{
    return Merge(said, isWholeRun, picks).run();
}

} // namespace shardscope
