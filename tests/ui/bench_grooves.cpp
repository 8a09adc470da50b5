// SPDX-License-Identifier: GPL-3.0-or-later
// What it costs to know of every slider which of its values fit: paid once for each change. Not a
// test: run it by hand on a quiet machine, in a release build.
#include "core/explore/search/feasibility.h"
#include "core/planner/makeplan.h"
#include "resources/catalogs.h"
#include "tests/support/benchscenarios.h"
#include "ui/fields/fitgrooves.h"
#include "ui/panels/inputs.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>

using namespace shardscope;

namespace {

constexpr int Rounds = 31;

struct Slider
{
    const Key *key;
    ValueGrid grid;
};

std::vector<Slider> slidersOf(const Scenario &scenario)
{
    std::vector<Slider> sliders;
    for (const InputGroup &group : inputGroups()) {
        for (const Field &field : group.fields) {
            if (!field.hasSlider)
                continue;
            const Key *key = findKey(field.key);
            sliders.push_back({key,
                gridOf(field.scale ? field.scale(scenario)
                                   : Scale::steps(static_cast<int>(key->choices.size())))});
        }
    }
    return sliders;
}

template <class Work>
double medianMilliseconds(Work work)
{
    std::vector<double> times;
    for (int i = 0; i < Rounds; ++i) {
        QElapsedTimer timer;
        timer.start();
        work(i);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

void report(const char *name, Scenario scenario, const Catalog &catalog)
{
    const std::vector<Slider> sliders = slidersOf(scenario);
    Evaluator evaluator(catalog, grooveFamilies);
    std::size_t questions = 0;
    const double all = medianMilliseconds([&](int round) {
        // As a drag does: no two rounds are about the same scenario.
        scenario.training.sequenceLength = 4096 + 64 * round;
        questions = 0;
        for (const Slider &slider : sliders) {
            FeasibilityScan scan(scenario, *slider.key, slider.grid);
            while (!scan.isDone())
                scan.ask(evaluator);
            questions += scan.questions();
        }
    });
    const double plan
        = medianMilliseconds([&](int) { static_cast<void>(makePlan(scenario, catalog)); });
    std::printf("%-34s %2zu grooves, %3zu questions: %7.2f ms, %5.2f us each; %6.1f plans' worth\n",
        name, sliders.size(), questions, all, all * 1000 / static_cast<double>(questions),
        all / plan);
}

} // namespace

int main()
{
    const Catalog catalog = builtInCatalog();
    for (const auto &[name, scenario] : benchScenarios())
        report(name, scenario, catalog);
}
