// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartscene.h"

#include <QWidget>

#include <optional>

class QCustomPlot;

namespace shardscope {

/// Shows a ChartData. However often the data change within one turn of the event loop, the plot is
/// painted once; equal data are not painted again.
class ChartView : public QWidget
{
    Q_OBJECT

public:
    explicit ChartView(QWidget *parent = nullptr);
    ~ChartView() override;

    const ChartData &data() const { return m_content.data; }
    void setData(const ChartData &data);
    /// What is shown is older than the inputs: greyed, with the words.
    void setStale(bool isStale);

    const std::optional<ChartSegment> &selection() const { return m_selection; }
    /// Selects without telling anyone; the chosen bar where `category` is empty.
    void select(const QString &seriesId, const QString &category = {});
    void clearSelection();

    QRectF segmentRect(const ChartSegment &segment) const;
    std::optional<ChartSegment> segmentAt(const QPointF &position) const;
    QString toolTipFor(const ChartSegment &segment) const;
    QRectF markRect() const { return m_scene.markRect(); }
    QRectF plotRect() const { return m_scene.plotRect(); }

    int replotCount() const { return m_replots; }
    QSize sizeHint() const override { return {640, 480}; }
    QSize minimumSizeHint() const override { return {320, 240}; }

signals:
    void segmentActivated(const QString &categoryId, const QString &seriesId);

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    class Overlay;

    void applyPalette();
    void matchScreen();
    void queueReplot();
    void replotIfDue();
    void setHovered(std::optional<ChartSegment> segment);
    void setSelection(std::optional<ChartSegment> segment);
    void walkTo(std::optional<ChartSegment> next);
    bool pressMark(const QPointF &position);
    void activate(const ChartSegment &segment);

    QCustomPlot *m_plot;
    ChartScene m_scene;
    Overlay *m_overlay;
    ChartContent m_content;
    std::optional<ChartSegment> m_hovered;
    std::optional<ChartSegment> m_selection;
    int m_replots = 0;
    bool m_isReplotDue = false;
    bool m_isStale = false;
    bool m_isReachedByKey = false; ///< shows where the keyboard is, before a segment is chosen
};

} // namespace shardscope
