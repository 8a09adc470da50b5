// SPDX-License-Identifier: GPL-3.0-or-later
// How fast lessons move at 1080p: a frame of each motion and of morphing bars, and a change of the
// step. Prints the median and the 95th percentile in milliseconds.
#include "resources/catalogs.h"
#include "resources/lessons.h"
#include "ui/charts/chartview.h"
#include "ui/workshop/barmorph.h"
#include "ui/workshop/lessonscreen.h"
#include "ui/workshop/motionview.h"
#include "ui/workshop/presentation.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

using namespace shardscope;

namespace {

constexpr int Frames = 200;

void report(const char *what, std::vector<double> &milliseconds)
{
    std::sort(milliseconds.begin(), milliseconds.end());
    std::printf("%-44s median %6.2f ms   95 %% %6.2f ms\n", what,
        milliseconds[milliseconds.size() / 2], milliseconds[milliseconds.size() * 95 / 100]);
}

double timed(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

/// The first step of all lessons that moves so.
bool showMotion(Presentation &presentation, Motion motion)
{
    for (const BuiltInLesson &built : builtInLessons()) {
        for (std::size_t i = 0; i < built.lesson.steps.size(); ++i) {
            if (built.lesson.steps[i].motion != motion)
                continue;
            presentation.setLesson(built.lesson);
            presentation.goTo(i);
            presentation.reveal();
            return true;
        }
    }
    return false;
}

void benchMotions(Presentation &presentation, LessonScreen &screen)
{
    for (std::size_t kind = 0; kind < namesOf<Motion>.size(); ++kind) {
        if (!showMotion(presentation, static_cast<Motion>(kind)))
            continue;
        QApplication::processEvents();
        MotionView &view = *screen.motion();
        view.setPlace(1e9);
        const double last = view.place();
        QImage image(view.size(), QImage::Format_RGB32);
        std::vector<double> times;
        for (int frame = 0; frame < Frames; ++frame)
            times.push_back(timed([&] {
                view.setPlace(last * frame / Frames);
                view.render(&image);
            }));
        report(namesOf<Motion>[kind].data(), times);
    }
}

void benchBars(Presentation &presentation, LessonScreen &screen)
{
    presentation.setLesson(builtInLessons().front().lesson);
    presentation.goTo(0);
    presentation.reveal();
    screen.settle();
    QApplication::processEvents();
    const ChartData from = screen.chart()->data();
    ChartData to = from;
    for (ChartSeries &series : to.series) {
        for (double &value : series.values)
            value *= 0.5;
    }
    std::vector<double> times;
    for (int frame = 0; frame < Frames; ++frame)
        times.push_back(timed([&] {
            screen.chart()->setData(between(from, to, static_cast<double>(frame) / Frames));
            QApplication::processEvents();
        }));
    report("bars that morph", times);
}

void benchSteps(Presentation &presentation)
{
    std::vector<double> times;
    for (const BuiltInLesson &built : builtInLessons()) {
        presentation.setLesson(built.lesson);
        for (std::size_t i = 0; i < built.lesson.steps.size(); ++i)
            times.push_back(timed([&] {
                presentation.goTo(i);
                QApplication::processEvents();
            }));
    }
    report("a change of the step, until it is painted", times);
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    Presentation presentation(builtInLessons().front().lesson, builtInCatalog());
    LessonScreen screen(presentation, Room::Light);
    screen.resize(1920, 1080);
    screen.show();
    QApplication::processEvents();
    benchMotions(presentation, screen);
    benchBars(presentation, screen);
    benchSteps(presentation);
    return 0;
}
