// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepcommand.h"

#include "app/inputs.h"
#include "app/progress.h"
#include "app/reportframe.h"
#include "core/base/parallel.h"
#include "core/planner/makeplan.h"
#include "core/report/report.h"

#include <memory>

namespace shardscope {

enum class SweepFormat { Table, Csv, Json, Markdown };
template <>
inline constexpr std::array<std::string_view, 4> namesOf<SweepFormat>{"table", "csv", "json", "md"};

namespace {

constexpr double mostThreads = 1024;

struct Wish
{
    Metric metric = Metric::Fit;
    SweepFormat format = SweepFormat::Table;
    unsigned threads = 1;
    std::optional<Reserving> reserving{}; ///< nothing: as the number of points allows
};

/// The options that need no scenario, or what is wrong with them.
std::variant<Wish, std::string> wishOf(const Arguments &arguments)
{
    const std::string metric = arguments.value("--metric", "fit");
    const std::string format = arguments.value("--format", "table");
    const auto knownMetric = fromName<Metric>(metric);
    if (!knownMetric)
        return problemWith("unknown metric: " + metric + "; see shardscope-cli --help",
            nearest(metric, namesOf<Metric>));
    const auto knownFormat = fromName<SweepFormat>(format);
    if (!knownFormat)
        return "unknown format: " + format + "; sweep writes table, csv, json or md";
    if (arguments.value("--x", "").empty())
        return "sweep needs --x KEY=VALUES";
    const std::string reserved = arguments.value("--reserved", "");
    const auto reserving = fromName<Reserving>(reserved);
    if (!reserving && !reserved.empty())
        return "--reserved is played or estimated, not " + reserved;
    double threads = coreCount();
    if (const std::string text = arguments.value("--threads", ""); !text.empty()) {
        threads = parseNumber(text).value_or(0);
        if (!(threads >= 1 && threads <= mostThreads))
            return "--threads needs a number from 1 to 1024, not " + text;
    }
    return Wish{*knownMetric, *knownFormat, static_cast<unsigned>(threads), reserving};
}

Result<Sweep> sweepFrom(
    const Scenario &base, const Arguments &arguments, const Wish &wish, const Catalog &catalog)
{
    Result<Axis> x = readAxis(arguments.value("--x", ""), catalog);
    if (!x)
        return x.error();
    Sweep sweep{.base = base, .x = *std::move(x), .metric = wish.metric};
    if (const std::string text = arguments.value("--y", ""); !text.empty()) {
        Result<Axis> y = readAxis(text, catalog);
        if (!y)
            return y.error();
        sweep.y = *std::move(y);
    }
    sweep.reserving = wish.reserving;
    if (const Status checked = checkSweep(sweep, catalog); !checked)
        return checked.error();
    return sweep;
}

Result<std::string> markdown(const SweepRun &run, const Catalog &catalog)
{
    const Result<Plan> plan = makePlan(run.sweep().base, catalog);
    if (!plan)
        return plan.error();
    const ReportFrame frame = frameFor(catalog);
    return reportText(sweepReport(run, frame), *plan, frame);
}

Result<TextSource> written(
    const std::shared_ptr<const SweepRun> &run, SweepFormat format, const Catalog &catalog)
{
    std::string text;
    switch (format) {
    case SweepFormat::Table:
        text = sweepToText(*run);
        break;
    case SweepFormat::Csv:
        return TextSource([run](const TextSink &sink) { writeSweepCsv(*run, sink); });
    case SweepFormat::Json:
        return TextSource([run](const TextSink &sink) { writeSweepJson(*run, sink); });
    case SweepFormat::Markdown: {
        Result<std::string> report = markdown(*run, catalog);
        if (!report)
            return report.error();
        text = *std::move(report);
    }
    }
    return TextSource([text = std::move(text)](const TextSink &sink) { sink(text); });
}

} // namespace

Outcome runSweep(const Arguments &arguments, const Catalog &catalog)
{
    const std::variant<Wish, std::string> read = wishOf(arguments);
    if (const std::string *problem = std::get_if<std::string>(&read))
        return wrongUsage(*problem);
    const Wish &wish = std::get<Wish>(read);
    Inputs inputs;
    if (std::optional<Outcome> bad
        = openInputs(inputs, arguments.operands, arguments.sets, catalog))
        return *std::move(bad);
    Result<Sweep> sweep = sweepFrom(inputs.document.scenario, arguments, wish, catalog);
    if (!sweep)
        return badInput(sweep.error());
    const auto run = std::make_shared<SweepRun>(*std::move(sweep), catalog);
    {
        const Progress progress(run->sweep().points(), [&run] { return run->done(); });
        onThreads(wish.threads, [&run] { run->work(); });
    }
    Result<TextSource> text = written(run, wish.format, catalog);
    if (!text)
        return badInput(text.error());
    return delivered(*std::move(text), arguments.value("--output", ""), inputs.notes);
}

} // namespace shardscope
