// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"

#include <QObject>
#include <QVariantAnimation>

namespace shardscope {

class ChartView;

/// What is shown on the way from one chart to another, `share` of the way: the bars of the second,
/// each part growing or shrinking from what it was. Bars and parts are told apart by their ids; new
/// ones grow from nothing, parts that are gone shrink to it. Timelines do not morph.
ChartData between(const ChartData &from, const ChartData &to, double share);

/// Whether one can morph into the other.
bool canMorph(const ChartData &from, const ChartData &to);

/// Whether this system wants things to move at all.
bool isMotionWelcome();

/// Lets a chart morph into what it is to show. At once where the system wants nothing to move.
class BarMorph : public QObject
{
    Q_OBJECT

public:
    explicit BarMorph(ChartView &chart);

    void show(const ChartData &data);
    void setDuration(int milliseconds) { m_animation.setDuration(milliseconds); }
    bool isRunning() const { return m_animation.state() == QAbstractAnimation::Running; }
    void finish(); ///< what is under way

private:
    ChartView &m_chart;
    QVariantAnimation m_animation;
    ChartData m_from;
    ChartData m_to;
};

} // namespace shardscope
