// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QIcon>
#include <QPalette>
#include <QPixmap>

#include <optional>

class QPainter;

namespace shardscope {

struct ChartFill
{
    QColor colour;
    Qt::BrushStyle hatch = Qt::NoBrush;
    bool isAlwaysHatched = false; ///< shares its colour with another fill
};

/// Okabe and Ito's eight colours, told apart under the common kinds of colour blindness; from the
/// ninth on with a hatch that is never left out.
const ChartFill &chartFill(int style);
/// What is computed, grey: colours are those of collectives.
inline constexpr int ComputeStyle = 10;
/// A part's style: the vision tower came after the others had theirs.
constexpr int partStyle(PartId part)
{
    constexpr int tower = 13;
    if (part == PartId::Tower)
        return tower;
    return static_cast<int>(part) - (part > PartId::Tower ? 1 : 0);
}
QColor textOn(const QColor &fill); ///< black or white, whichever is read better

enum class ChartThemeKind { Light, Dark, Print };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<ChartThemeKind>{"light", "dark", "print"};

/// All colours that are not data, and the font. QCustomPlot knows no palette of its own.
struct ChartTheme
{
    QColor background{};
    QColor text{};
    QColor faintText{};
    QColor axis{};
    QColor grid{};
    QColor chosenBand{}; ///< behind the bar that the scenario stands for
    QColor focus{};
    QColor fits{};
    QColor atRisk{};
    QColor fails{};
    QFont font{};
    bool isDark = false;
    bool isHatched = false;

    bool operator==(const ChartTheme &) const = default;

    QColor fitColour(std::optional<Fit> fit) const;
    /// A line that is `width` pixels thick beside ordinary letters, and thicker beside larger ones.
    double lineWidth(double width) const;
};

ChartTheme chartTheme(ChartThemeKind kind, const QFont &font);
/// Light or dark, on the background that the palette has.
ChartTheme chartTheme(const QPalette &palette, const QFont &font);

// Painted rather than taken from a font: not every system has the signs.
void paintFitMark(QPainter &painter, const QRectF &rect, Fit fit, const QColor &colour);
/// The mark alone, so many pixels wide, sharp on the screen of a widget.
QPixmap fitMark(const QWidget &widget, int size, Fit fit, const QColor &colour);
/// For lists: in the verdict's colour, and in that of chosen text where it is chosen.
QIcon fitIcon(const QWidget &widget, int size, Fit fit);
void paintSegment(
    QPainter &painter, const QRectF &rect, const ChartFill &fill, const ChartTheme &theme);
/// Stripes over what the GPU waits for.
void paintWait(QPainter &painter, const QRectF &rect, const ChartTheme &theme);
void paintArea(
    QPainter &painter, const QPolygonF &area, const ChartFill &fill, const ChartTheme &theme);
/// Over a segment of a bar that is beyond validated ground: broad stripes of background, which no
/// fill and no hatch has.
void paintDoubt(QPainter &painter, const QRectF &rect, const ChartTheme &theme);
bool isHatched(const ChartFill &fill, const ChartTheme &theme);

} // namespace shardscope
