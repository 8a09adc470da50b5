// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axisdress.h"

#include <qcustomplot.h>

namespace shardscope {

void dressAxis(QCPAxis &axis, const ChartTheme &theme, const QString &label, const QCPRange &range)
{
    axis.setRange(range);
    axis.setLabel(label);
    axis.setLabelFont(theme.font);
    axis.setLabelColor(theme.text);
    axis.setTickLabelFont(theme.font);
    axis.setTickLabelColor(theme.text);
    axis.setNumberPrecision(0);
    axis.setBasePen(QPen(theme.axis));
    axis.setTickPen(QPen(theme.axis));
    axis.setSubTickPen(QPen(theme.axis));
    axis.grid()->setPen(QPen(theme.grid));
}

void dressLegend(QCustomPlot &plot, const ChartTheme &theme)
{
    plot.legend->setVisible(true);
    plot.legend->setFont(theme.font);
    plot.legend->setTextColor(theme.text);
    plot.legend->setBrush(theme.background);
}

} // namespace shardscope
