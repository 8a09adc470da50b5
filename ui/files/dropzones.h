// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace shardscope {

/// What a drop on the window may come to.
enum class DropZone {
    Open, ///< it becomes the plan
    Compare ///< it is pinned beside the plan
};

/// Lies over a window while something is dragged across it, and says where a drop does what.
class DropZones : public QWidget
{
    Q_OBJECT

public:
    explicit DropZones(QWidget &window);

    /// `compares`: whether what is dragged could be pinned.
    void appear(bool compares);
    /// Of a point of the window.
    DropZone zoneAt(const QPoint &point) const;
    void setPointed(const QPoint &point);
    DropZone pointed() const { return m_pointed; }
    QRect areaOf(DropZone zone) const;

    static QString title(DropZone zone);
    static QString hint(DropZone zone);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintZone(QPainter &painter, DropZone zone) const;

    bool m_compares = false;
    DropZone m_pointed = DropZone::Open;
};

} // namespace shardscope
