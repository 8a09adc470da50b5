// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartview.h"

namespace shardscope {

/// Hover, selection and focus lie in a sheet over the plot: they cost no replot and are in no
/// export.
class ChartView::Overlay : public QWidget
{
public:
    explicit Overlay(ChartView &view);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void drawOutline(QPainter &painter, const ChartSegment &segment, const QPen &pen) const;
    void drawCursors(QPainter &painter) const;
    void drawCursor(QPainter &painter, std::size_t instant, const QPen &pen) const;
    void drawVeil(QPainter &painter) const;

    const ChartView &m_view;
};

} // namespace shardscope
