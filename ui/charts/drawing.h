// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/charttheme.h"

#include <QRectF>
#include <QString>

#include <memory>
#include <vector>

class QPainter;

namespace shardscope {

/// Where a drawing is painted, and how it looks there.
struct DrawingRoom
{
    ChartTheme theme{};
    QRectF area{};
};

/// A chart that is neither bars nor areas: painted onto any device, and read place by place with
/// mouse, arrow keys and assistive technology. It never changes; another plan has another drawing.
class Drawing
{
public:
    virtual ~Drawing() = default;

    virtual QString title() const = 0;
    /// In a sentence or two, for those who do not see it.
    virtual QString summary() const = 0;
    virtual void paint(QPainter &painter, const DrawingRoom &room) const = 0;

    virtual int count() const = 0; ///< places; they are counted from 0
    virtual QRectF placeRect(int place, const DrawingRoom &room) const = 0;
    /// -1 where there is none.
    virtual int placeAt(const QPointF &position, const DrawingRoom &room) const = 0;
    /// Where an arrow key goes: so many places to the right, and up.
    virtual int placeBeside(int place, int right, int up, const DrawingRoom &room) const = 0;
    virtual int firstPlace() const { return 0; } ///< where the keyboard begins
    virtual QString nameOf(int place) const = 0;
    /// All that is said of it, its name first.
    virtual QString readingOf(int place) const = 0;
    /// Others that belong to it, shown while it is read.
    virtual std::vector<int> placesAlike(int /*place*/) const { return {}; }
    /// What other charts call the bar that stands for the same; empty: none does.
    virtual QString barOf(int /*place*/) const { return {}; }
};

/// A colour or several of one kind, and what they stand for.
struct DrawingKey
{
    enum class Kind { Fill, Waited, Idle, Line };

    Kind kind = Kind::Fill;
    QString label{};
    std::vector<ChartFill> fills{};
};

/// The keys below a drawing, in as many rows as they need, from where reading begins.
double drawingKeysHeight(
    const std::vector<DrawingKey> &keys, const ChartTheme &theme, double width);
void paintDrawingKeys(QPainter &painter, const std::vector<DrawingKey> &keys,
    const ChartTheme &theme, const QRectF &area);

/// Neither forward nor backward, neither computed nor sent: a quiet ground.
QColor idleColour(const ChartTheme &theme);
/// A fill as a rectangle of its own, with an edge where it is large enough for one.
void paintCell(
    QPainter &painter, const QRectF &rect, const ChartFill &fill, const ChartTheme &theme);

} // namespace shardscope
