// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory a million-point sweep takes on the command line, and whether the window's stays
// flat over ten thousand edits. Not a test: it takes minutes, and asks Linux how much it has.
#include "core/scenario/keys.h"
#include "resources/memorysteps.h"
#include "tests/support/residentmemory.h"
#include "tests/ui/testwindow.h"

#include <QApplication>
#include <QFile>
#include <QProcess>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <sys/resource.h>

using namespace shardscope;

namespace {

void sweepOfAMillion(const char *format)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("answer");
    const bool isDone
        = QProcess::execute(SHARDSCOPE_CLI,
              {"sweep", "--x", "training.sequence_length=512..131072*/1000", "--y",
                  "model.parameters=1B..400B*/1000", "--format", format, "--output", path})
        == 0;
    rusage used{};
    ::getrusage(RUSAGE_CHILDREN, &used); // of the largest so far: the formats come in that order
    std::printf("%-44s %7.1f MiB at most, for an answer of %.1f MiB%s\n",
        qPrintable(QStringLiteral("a sweep of a million points as %1").arg(format)),
        static_cast<double>(used.ru_maxrss) / 1024, static_cast<double>(QFile(path).size()) / mebi,
        isDone ? "" : " (failed)");
}

/// Some input becomes some value that it may have.
void editSomething(Session &session, std::mt19937 &chance)
{
    Scenario next = session.scenario();
    const Key &key = keys()[chance() % keys().size()];
    if (key.kind == KeyKind::Choice)
        (void)setKey(next, key, Json(std::string(key.choices[chance() % key.choices.size()])));
    next.training.sequenceLength = 512 * (1 + static_cast<int>(chance() % 64));
    session.editAtOnce("edit", "edit", next);
    QApplication::processEvents();
}

/// Back to where it began, so that one size is compared with another of the same plan.
double sizeAtRest(Session &session, const Scenario &start)
{
    session.editAtOnce("back", "back", start);
    session.settle();
    constexpr int untilMemoryWasGivenBack = 5000; // ms
    QTest::qWait(untilMemoryWasGivenBack);
    return residentMebibytes();
}

void manyEdits(int edits)
{
    TestWindow window;
    window.window.resize(1280, 800);
    const Scenario start = window.session.scenario();
    std::mt19937 chance(20);
    const int tenth = std::max(1, edits / 10);
    double first = 0;
    for (int done = 1; done <= edits; ++done) {
        editSomething(window.session, chance);
        if (done % tenth != 0)
            continue;
        const double busy = residentMebibytes();
        const double now = sizeAtRest(window.session, start);
        if (first == 0)
            first = now;
        std::printf("%-44s %7.1f MiB, %+.1f %% since the first tenth (%.1f before a rest)\n",
            qPrintable(QStringLiteral("a window after %1 edits, %2 evaluations")
                           .arg(done)
                           .arg(window.session.evaluationCount())),
            now, 100 * (now / first - 1), busy);
        std::fflush(stdout);
    }
}

} // namespace

// An argument: how many edits. None (0) leaves them out; as a negative number, the sweeps are.
int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    takeMemoryInLargeSteps(); // as the program itself
    const int edits = argc > 1 ? std::atoi(argv[1]) : 10'000;
    QApplication application(argc, argv);
    if (edits >= 0) {
        for (const char *format : {"csv", "json"})
            sweepOfAMillion(format);
    }
    if (edits != 0)
        manyEdits(std::abs(edits));
    return 0;
}
