// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/heldout.h"

#include "core/judge/validatedground.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace shardscope {

namespace {

std::vector<ValidatedRun> without(std::span<const ValidatedRun> runs, std::string_view source)
{
    std::vector<ValidatedRun> others;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(others),
        [source](const ValidatedRun &run) { return run.source != source; });
    return others;
}

std::vector<const ValidatedRun *> runsOnGpus(
    std::span<const ValidatedRun> runs, std::string_view source)
{
    std::vector<const ValidatedRun *> found;
    for (const ValidatedRun &run : runs) {
        if (run.measured != Measured::Tensors && run.source == source)
            found.push_back(&run);
    }
    return found;
}

double errorOf(const ValidatedRun &run, Reserving reserving)
{
    return reserving == Reserving::Played ? run.error : run.estimatedError;
}

/// Of a prediction of 1 + error.
bool holdsOne(const ErrorSpan &errors, double error)
{
    constexpr double digits = 1e-3; // what sources print
    const ByteRange range = rangeOf(Bytes(1 + error), errors);
    return range.low <= Bytes(1 + digits) && range.high >= Bytes(1 - digits);
}

/// The share of a source's runs that are held by the nearest runs of the others.
double shareHeld(std::span<const ValidatedRun *const> runs, const MeasuredRuns &others,
    Reserving reserving, std::size_t ofEachSource)
{
    const auto isHeld = [&](const ValidatedRun *run) {
        const Traits traits = traitsOf(run->setup);
        const ValidatedGround ground(traits.choices, others, reserving, ofEachSource);
        return holdsOne(ground.errorsNear(traits.sizes), errorOf(*run, reserving));
    };
    return static_cast<double>(std::count_if(runs.begin(), runs.end(), isHeld))
        / static_cast<double>(runs.size());
}

/// A source's runs, and what is known without them.
struct Fold
{
    std::vector<const ValidatedRun *> runs;
    MeasuredRuns others;
};

std::vector<Fold> foldsOf(std::span<const ValidatedRun> runs)
{
    std::vector<Fold> folds;
    for (const std::string &source : sourcesOnGpus(runs))
        folds.push_back(
            {runsOnGpus(runs, source), MeasuredRuns(MeasuredTable(without(runs, source)))});
    return folds;
}

bool holdEnough(std::span<const Fold> folds, Reserving reserving, std::size_t ofEachSource)
{
    double ofRuns = 0;
    double ofSources = 0;
    double all = 0;
    for (const Fold &fold : folds) {
        const double share = shareHeld(fold.runs, fold.others, reserving, ofEachSource);
        const auto count = static_cast<double>(fold.runs.size());
        ofRuns += share * count;
        ofSources += share;
        all += count;
    }
    return ofRuns >= heldOutAim * all
        && ofSources >= heldOutAim * static_cast<double>(folds.size());
}

double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

std::vector<std::string> sourcesOnGpus(std::span<const ValidatedRun> runs)
{
    std::set<std::string> sources;
    for (const ValidatedRun &run : runs) {
        if (run.measured != Measured::Tensors)
            sources.insert(run.source);
    }
    return {sources.begin(), sources.end()};
}

std::size_t runsNeeded(std::span<const ValidatedRun> runs)
{
    const std::vector<Fold> folds = foldsOf(runs);
    std::size_t count = 1;
    while (count < mostOfEachSource
        && !(holdEnough(folds, Reserving::Estimated, count)
            && holdEnough(folds, Reserving::Played, count)))
        ++count;
    return count;
}

std::vector<HeldOut> heldOutRuns(std::span<const ValidatedRun> runs, Reserving reserving)
{
    std::vector<HeldOut> result;
    for (const std::string &source : sourcesOnGpus(runs)) {
        const std::vector<ValidatedRun> others = without(runs, source);
        const MeasuredRuns table{MeasuredTable(others)};
        const std::size_t needed = runsNeeded(others);
        for (const ValidatedRun *run : runsOnGpus(runs, source)) {
            const Traits traits = traitsOf(run->setup);
            const ValidatedGround ground(traits.choices, table, reserving, needed);
            const ValidatedGround::Place place = ground.at(traits.sizes, true);
            const ByteRange range = rangeOf(Bytes(1), place.errors);
            result.push_back({.source = source,
                .isInside = holdsOne(place.errors, errorOf(*run, reserving)),
                .isValidated = place.isValidated,
                .width = (range.high - range.low).value()});
        }
    }
    return result;
}

HeldOutSummary summaryOf(std::span<const HeldOut> runs, std::string_view source)
{
    HeldOutSummary summary;
    std::vector<double> widths;
    for (const HeldOut &run : runs) {
        if (!source.empty() && run.source != source)
            continue;
        ++summary.runs;
        summary.inside += run.isInside ? 1 : 0;
        summary.validated += run.isValidated ? 1 : 0;
        summary.validatedInside += run.isValidated && run.isInside ? 1 : 0;
        widths.push_back(run.width);
    }
    summary.medianWidth = medianOf(std::move(widths));
    return summary;
}

} // namespace shardscope
