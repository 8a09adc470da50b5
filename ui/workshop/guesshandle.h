// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace shardscope {

class ChartView;

/// Lies over a chart whose chosen bar is to be guessed, and lets its top be dragged. Whoever has no
/// mouse types the number beside the chart.
class GuessHandle : public QWidget
{
    Q_OBJECT

public:
    explicit GuessHandle(ChartView &chart);

    /// In base units; `text` stands beside the handle.
    void showGuess(double value, const QString &text);

signals:
    /// In base units.
    void dragged(double value);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    double valueAt(double y) const;
    double heightOf(double value) const;

    ChartView &m_chart;
    double m_value = 0;
    QString m_text;
};

} // namespace shardscope
