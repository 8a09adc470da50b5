// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer target: what people type behind --set and for the axes of a sweep, a line each. A line
// that begins with a control character means the key of that number: by chance no key would come
// about.
#include "core/document/document.h"
#include "core/explore/sweep/sweep.h"
#include "core/report/report.h"
#include "tests/support/fuzzed.h"

using namespace shardscope;

namespace {

std::string named(std::string_view line)
{
    const auto first = static_cast<unsigned char>(line.front());
    if (first >= 0x20 && first < 0x80)
        return std::string(line);
    const Key &key = keys()[first % keys().size()];
    return std::string(key.id).append("=").append(line.substr(1));
}

/// What was taken is what stands there, and stands in a file as well.
void set(Scenario &scenario, std::string_view line)
{
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos)
        return;
    const Scenario before = scenario;
    const std::string_view id = line.substr(0, equals);
    if (const Status status = setKeyText(scenario, id, line.substr(equals + 1)); !status) {
        (void)describe(status.error());
        require(scenario == before);
    }
}

void sweep(const Scenario &scenario, std::string_view line)
{
    const Result<Axis> axis = readAxis(line, knownCatalog());
    if (!axis) {
        (void)describe(axis.error());
        return;
    }
    require(axis->size() > 0 && double(axis->size()) <= mostSweepPoints);
    (void)axisTitle(*axis);
    (void)axisValueText(axis->values.front());
    (void)axisValueText(axis->values.back());
    constexpr std::size_t few = 50;
    if (axis->size() > few)
        return;
    if (const Status status = checkSweep({.base = scenario, .x = *axis}, knownCatalog()); !status)
        (void)describe(status.error());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    Scenario scenario;
    for (Pieces lines(asText(data, size)); !lines.isOver();) {
        const std::string_view line = lines.line();
        if (line.empty())
            continue;
        set(scenario, named(line));
        sweep(scenario, named(line));
    }
    const std::string written = writeScenario({.scenario = scenario});
    const Result<ScenarioDocument> again = readScenario(std::string_view(written));
    require(again.has_value() && writeScenario(*again) == written);
    return 0;
}
