// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/drawing.h"

#include <QPixmap>
#include <QWidget>

namespace shardscope {

/// Shows a Drawing: the mouse reads its places, arrow keys walk over them, a click or Enter chooses
/// one.
class DrawingView : public QWidget
{
    Q_OBJECT

public:
    explicit DrawingView(QWidget *parent = nullptr);

    const Drawing *drawing() const { return m_drawing.get(); }
    void setDrawing(std::shared_ptr<const Drawing> drawing);
    /// What is shown is older than the inputs: greyed, with the words.
    void setStale(bool isStale);

    int place() const { return m_place; } ///< that is selected; -1: none
    void select(int place); ///< tells nobody
    /// The first place that stands for a bar; where none does, what was selected stays.
    void selectBar(const QString &bar);
    QRectF placeRect(int place) const;
    int placeAt(const QPointF &position) const;

    QSize sizeHint() const override { return {640, 480}; }
    QSize minimumSizeHint() const override { return {320, 160}; }

signals:
    void placeActivated(int place);

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
    DrawingRoom room() const;
    void forgetPicture();
    void renderPicture();
    void drawRing(QPainter &painter, int place, const QPen &pen) const;
    void walkTo(int place);
    bool isPlace(int place) const;

    std::shared_ptr<const Drawing> m_drawing;
    ChartTheme m_theme;
    QPixmap m_picture; ///< null when it has to be painted anew
    int m_place = -1;
    int m_hovered = -1;
    bool m_isStale = false;
};

} // namespace shardscope
