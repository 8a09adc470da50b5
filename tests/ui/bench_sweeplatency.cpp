// SPDX-License-Identifier: GPL-3.0-or-later
// How late timers are while a million points are worked out, beside how late they are without. Not
// a test: run it by hand on a quiet machine, in a release build.
#include "resources/catalogs.h"
#include "ui/charts/sweepview.h"
#include "ui/session.h"
#include "ui/sweep/axispicker.h"
#include "ui/sweep/sweeppage.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

using namespace shardscope;

namespace {

constexpr int frame = 16; // ms, of 60 Hz
constexpr int mostFrames = 300;

/// Milliseconds by which a timer of one frame came late.
std::vector<double> lateness(const std::function<bool()> &goesOn)
{
    std::vector<double> late;
    QEventLoop loop;
    QTimer timer;
    timer.setTimerType(Qt::PreciseTimer);
    QElapsedTimer clock;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        late.push_back(std::max(0.0, static_cast<double>(clock.nsecsElapsed()) * 1e-6 - frame));
        clock.restart();
        if (static_cast<int>(late.size()) >= mostFrames || !goesOn())
            loop.quit();
    });
    clock.start();
    timer.start(frame);
    loop.exec();
    std::sort(late.begin(), late.end());
    return late;
}

void report(const char *name, const std::vector<double> &late)
{
    const auto at = [&late](double share) {
        return late[static_cast<std::size_t>(share * static_cast<double>(late.size() - 1))];
    };
    std::printf(
        "%-34s median %6.2f ms, 95th percentile %6.2f ms, worst %6.2f ms late (%zu frames)\n", name,
        at(0.5), at(0.95), at(1), late.size());
}

} // namespace

int main(int argc, char **argv)
{
    const QApplication application(argc, argv);
    Session session(builtInCatalog());
    SweepPage page(session);
    page.resize(900, 600);
    page.show();
    const auto isRunning = [&page] { return page.runner().isRunning(); };
    while (!isRunning() || !page.runner().run()->isComplete())
        QApplication::processEvents();
    report("timers, nothing else", lateness([] { return true; }));
    const auto thousand = [](const char *key) {
        AxisChoice choice = standardChoice(key);
        choice.count = 1000;
        return choice;
    };
    page.across()->setChoice(thousand("training.sequence_length"));
    page.up()->setChoice(thousand("model.parameters"));
    while (!isRunning())
        QApplication::processEvents();
    report("timers beside a million points", lateness(isRunning));
}
