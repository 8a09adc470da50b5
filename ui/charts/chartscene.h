// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"
#include "ui/charts/charttheme.h"

#include <QRectF>

#include <memory>
#include <optional>

class QCustomPlot;

namespace shardscope {

/// What is painted: the numbers and how they look.
struct ChartContent
{
    ChartData data{};
    ChartTheme theme{};
    // Found out when it is shown:
    bool isLow = false; ///< there is no room for lanes and notes: the axis comes first
    double numberWidth = 0; ///< of the widest number that may stand beside a bar, in pixels
};

/// The things inside a QCustomPlot that make it show a ChartData: bars, lines, labels, legend.
/// Used by the chart in the window and by exports alike.
class ChartScene
{
public:
    explicit ChartScene(QCustomPlot &plot);
    ~ChartScene();
    ChartScene(const ChartScene &) = delete;
    ChartScene &operator=(const ChartScene &) = delete;

    /// Does not replot.
    void show(const ChartContent &content);
    const ChartContent &shown() const;

    // Where things were painted last, in the plot's pixels.
    QRectF segmentRect(std::size_t category, std::size_t series) const;
    QRectF lineLabelRect(std::size_t line) const;
    QRectF rangeRect(std::size_t category) const; ///< its whisker
    QRectF markRect() const; ///< the words at the peak of a timeline
    QRectF plotRect() const; ///< within the axes, with the lanes below them
    std::optional<std::size_t> instantAt(const QPointF &position) const; ///< of a timeline

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace shardscope
