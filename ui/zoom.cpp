// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/zoom.h"

#include "ui/settings.h"

#include <QAction>
#include <QApplication>
#include <QFont>

#include <algorithm>
#include <array>
#include <functional>

namespace shardscope {

namespace {

constexpr std::array steps{75, 90, 100, 110, 125, 150, 175, 200};
static_assert(steps.front() == Settings::SmallestZoom && steps.back() == Settings::LargestZoom);

class Zoom
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::Zoom)
};

void zoomTo(Settings &settings, int percent)
{
    zoomLetters(settings.zoom(), percent);
    settings.setZoom(percent);
}

QAction *makeStep(QObject *parent, const QString &text, const QList<QKeySequence> &keys,
    const std::function<void()> &step)
{
    auto *action = new QAction(text, parent);
    action->setShortcuts(keys);
    QObject::connect(action, &QAction::triggered, parent, step);
    return action;
}

} // namespace

int nextZoom(int percent, int direction)
{
    if (direction > 0) {
        const auto next = std::upper_bound(steps.begin(), steps.end(), percent);
        return next == steps.end() ? steps.back() : *next;
    }
    const auto here = std::lower_bound(steps.begin(), steps.end(), percent);
    return here == steps.begin() ? steps.front() : *(here - 1);
}

void zoomLetters(int from, int to)
{
    if (from == to)
        return;
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * to / from);
    QApplication::setFont(font);
}

QList<QAction *> zoomActions(QObject *parent, Settings &settings)
{
    // The plus sign is Shift and = on many keyboards.
    return {
        makeStep(parent, Zoom::tr("&Zoom In"), {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal},
            [&settings] { zoomTo(settings, nextZoom(settings.zoom(), 1)); }),
        makeStep(parent, Zoom::tr("Zoom &Out"), {Qt::CTRL | Qt::Key_Minus},
            [&settings] { zoomTo(settings, nextZoom(settings.zoom(), -1)); }),
        makeStep(parent, Zoom::tr("&Actual Size"), {Qt::CTRL | Qt::Key_0},
            [&settings] { zoomTo(settings, 100); })};
}

} // namespace shardscope
