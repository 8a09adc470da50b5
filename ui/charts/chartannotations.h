// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartscene.h"

class QCPAxisRect;
class QCPLayoutElement;

namespace shardscope {

/// Room that the annotations need around the axes, in pixels.
struct AnnotationRoom
{
    int gutter = 0; ///< at the right, for the labels of lines
    int footer = 0; ///< at the bottom, for the names of bars
};
AnnotationRoom annotationRoom(const ChartContent &content, int plotWidth);

/// Adds to the plot of `axes` what is painted below and above the bars: the band of the chosen bar;
/// names, lines and their labels. They read `content` at each replot.
void addAnnotations(QCPAxisRect &axes, const ChartContent &content);

/// Where the label of each line was put, in the plot's pixels.
std::vector<QRectF> lineLabelRects(const QCPAxisRect &axes, const ChartContent &content);

/// A legend that breaks into as many rows as the width asks for.
QCPLayoutElement *makeLegend(QCustomPlot &plot, const ChartContent &content);

} // namespace shardscope
