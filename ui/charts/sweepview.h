// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/sweeppainter.h"

#include <QPixmap>
#include <QWidget>

#include <functional>

namespace shardscope {

/// Shows a SweepMap: the mouse reads points, arrow keys walk over them, a click or Enter goes
/// there.
class SweepView : public QWidget
{
    Q_OBJECT

public:
    explicit SweepView(QWidget *parent = nullptr);

    const SweepMap &map() const { return m_map; }
    void setMap(const SweepMap &map);
    /// What is said of a point.
    void setReader(std::function<QString(std::size_t)> reader) { m_reader = std::move(reader); }
    /// What is shown is older than the inputs: greyed.
    void setStale(bool isStale);

    std::optional<std::size_t> currentCell() const { return m_cursor; }
    void setCurrentCell(std::optional<std::size_t> cell);
    QRectF cellRect(std::size_t cell) const;

    QSize sizeHint() const override { return {640, 480}; }
    QSize minimumSizeHint() const override { return {320, 220}; }

signals:
    void pointRead(const QString &text);
    void pointActivated(std::size_t point);

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    void applyPalette();
    void forgetPicture();
    void renderPicture();
    void walk(int columns, int rows);
    void read(std::optional<std::size_t> cell);
    QString readingOf(std::size_t cell) const;
    std::optional<std::size_t> cellAt(const QPointF &position) const;
    SweepLayout arrangement() const;
    void drawRing(QPainter &painter, std::size_t point, const QPen &pen) const;

    SweepMap m_map;
    ChartTheme m_theme;
    std::function<QString(std::size_t)> m_reader;
    QPixmap m_picture; ///< null when it has to be painted anew
    std::optional<std::size_t> m_cursor;
    std::optional<std::size_t> m_hovered;
    bool m_isStale = false;
};

} // namespace shardscope
