// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QWidget>

#include <vector>

class QCustomPlot;

namespace shardscope {

/// Configurations by the memory that they take and the speed that they reach.
struct FrontierChart
{
    struct Point
    {
        double memory = 0;
        double speed = 0;
        Fit fit = Fit::Fits;
        bool isBest = false; ///< drawn larger
        bool isWhole = true; ///< else its speed leaves something out: drawn hollow
        QString text{}; ///< what it is, for tool tips and assistive technology
    };

    QString memoryLabel{};
    QString speedLabel{};
    double capacity = 0;
    QString capacityLabel{};
    std::vector<Point> points{};
};

/// A scatter whose points can be chosen with mouse and arrow keys.
class FrontierView : public QWidget
{
    Q_OBJECT

public:
    explicit FrontierView(QWidget *parent = nullptr);

    void setChart(const FrontierChart &chart);
    /// -1: none. Tells nobody.
    void select(int index);
    int selected() const { return m_selected; }
    /// Where a point lies on the widget.
    QPointF position(int index) const;

    /// What is drawn, with so many image pixels for each of its own.
    QImage image(double scale) const;

    QRectF legendRect() const; ///< empty: there is no room for it
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void selectionChanged(int index);

protected:
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void draw();
    void placeLegend();
    void choose(int index);
    int nearest(QPointF position) const;

    FrontierChart m_chart;
    int m_selected = -1;
    QCustomPlot *m_plot;
};

} // namespace shardscope
