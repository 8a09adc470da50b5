// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartbars.h"

#include "ui/charts/chartlayout.h"

#include <qcustomplot.h>

#include <algorithm>

namespace shardscope {

namespace {

constexpr double SegmentGap = 1.5; ///< pixels of background between segments, less of thin ones
constexpr double WidestBar = 0.62; ///< of its slot
constexpr double NarrowestBar = 0.3;
constexpr double LeaderLength = 9;
constexpr double LeastNumber = 0.005; ///< what is less reads 0.00
constexpr std::size_t FewBars = 3;

QFont sideFont(const ChartContent &content)
{
    QFont font = content.theme.font;
    font.setPointSizeF(0.88 * font.pointSizeF());
    return font;
}

bool carriesAllNumbers(const ChartData &data, std::size_t category)
{
    if (isTimeline(data))
        return false;
    const int chosen = chosenCategory(data);
    return chosen < 0 ? data.categories.size() <= FewBars
                      : static_cast<std::size_t>(chosen) == category;
}

double slotWidth(const QCPAxisRect &axes)
{
    const QCPAxis *keys = axes.axis(QCPAxis::atBottom);
    return keys->coordToPixel(1) - keys->coordToPixel(0);
}

bool hasRanges(const ChartData &data)
{
    return std::any_of(data.categories.begin(), data.categories.end(),
        [](const ChartCategory &bar) { return bar.high > bar.low; });
}

/// The part of a segment that neither a tear nor the chosen line strikes through.
QRectF clearForText(
    const QCPAxisRect &axes, const ChartContent &content, QRectF rect, std::size_t category)
{
    if (isCutOff(content.data, category))
        rect.setTop(std::max(rect.top(), axes.top() + TearDepth));
    for (const ChartLine &line : content.data.lines) {
        const double y
            = axes.axis(QCPAxis::atLeft)->coordToPixel(line.value / axisUnit(content.data).size);
        if (!line.isChosen || y <= rect.top() || y >= rect.bottom())
            continue;
        const bool isUpperLarger = y > rect.center().y();
        return isUpperLarger ? rect.adjusted(0, 0, 0, y - 2 - rect.bottom())
                             : rect.adjusted(0, y + 2 - rect.top(), 0, 0);
    }
    return rect;
}

/// At the left, where the axis is not: whatever the right has, other lines end there.
bool isAtRight(const ChartContent &content, std::size_t category)
{
    return category == 0 || content.data.categories.size() <= FewBars;
}

/// From the top down, no more than there is room for.
std::vector<std::size_t> besideSegments(
    const QCPAxisRect &axes, const ChartContent &content, std::size_t category, std::size_t most)
{
    const ChartData &data = content.data;
    std::vector<std::size_t> beside;
    for (std::size_t i = data.series.size(); i-- > 0;) {
        const bool isSomething = amountOf(data, category, i) >= LeastNumber * data.unit.size;
        if (isSomething && numberRect(axes, content, category, i).isEmpty())
            beside.push_back(i);
    }
    while (beside.size() > most)
        beside.erase(std::min_element(
            beside.begin(), beside.end(), [&data, category](std::size_t a, std::size_t b) {
                return amountOf(data, category, a) < amountOf(data, category, b);
            }));
    return beside;
}

} // namespace

double widestNumber(const ChartContent &content)
{
    const QFontMetricsF metrics(sideFont(content));
    double widest = 0;
    for (std::size_t bar = 0; bar < content.data.categories.size(); ++bar) {
        for (std::size_t i = 0; i < content.data.series.size(); ++i) {
            if (carriesAllNumbers(content.data, bar) && isShown(content.data, bar, i))
                widest = std::max(
                    widest, metrics.horizontalAdvance(segmentNumber(content.data, bar, i)));
        }
    }
    return widest;
}

double barWidth(const QCPAxisRect &axes, const ChartContent &content)
{
    const double widest = content.numberWidth;
    if (widest <= 0)
        return WidestBar;
    const double slot = slotWidth(axes);
    double room = 1 - (widest + LeaderLength + 6) / slot;
    if (hasRanges(content.data)) { // from the numbers to the whisker of the bar before
        const double beside = widest + LeaderLength + rangeHalf(slot) + 4;
        room = std::min(room, (1 - beside / slot) / (0.5 + RangePlace));
    }
    return std::clamp(room, NarrowestBar, WidestBar);
}

double rangeHalf(double slotWidth)
{
    return std::min(8.0, slotWidth / 14);
}

QRectF barSegmentRect(
    const QCPAxisRect &axes, const ChartContent &content, std::size_t category, std::size_t series)
{
    const ChartData &data = content.data;
    const QCPAxis *keys = axes.axis(QCPAxis::atBottom);
    const QCPAxis *values = axes.axis(QCPAxis::atLeft);
    double below = 0;
    for (std::size_t i = 0; i < series; ++i)
        below += data.series[i].values[category];
    const double unit = axisUnit(data).size;
    const double value = data.series[series].values[category];
    const double base = values->coordToPixel(below / unit);
    const double top = std::clamp<double>(values->coordToPixel((below + value) / unit), axes.top(),
        std::max(axes.top(), axes.bottom()));
    const double gap = below > 0 ? std::clamp((base - top) / 3, 0.0, SegmentGap) : 0;
    const double bottom = base - gap;
    const double middle = keys->coordToPixel(static_cast<double>(category));
    const double width = barWidth(axes, content) * slotWidth(axes);
    return {middle - width / 2, top, width, std::max(0.0, bottom - top)};
}

QString segmentNumber(const ChartData &data, std::size_t category, std::size_t series)
{
    const double amount = amountOf(data, category, series);
    return data.axis ? chartAmount(data.unit, amount) : chartNumber(data.unit, amount);
}

QRectF numberRect(
    const QCPAxisRect &axes, const ChartContent &content, std::size_t category, std::size_t series)
{
    const QRectF rect(barSegmentRect(axes, content, category, series).toRect());
    const QRectF clear = clearForText(axes, content, rect, category);
    const QFontMetricsF metrics(content.theme.font);
    const double width
        = metrics.horizontalAdvance(segmentNumber(content.data, category, series)) + 8;
    const bool hasRoom = clear.height() >= metrics.height() + 1 && clear.width() >= width;
    return hasRoom ? clear : QRectF();
}

std::vector<SideNumber> sideNumbers(
    const QCPAxisRect &axes, const ChartContent &content, std::size_t category)
{
    const QFontMetricsF metrics(sideFont(content));
    const double height = metrics.height();
    if (!carriesAllNumbers(content.data, category))
        return {};
    const auto most = static_cast<std::size_t>(std::max(0.0, axes.height() / height));
    const std::vector<std::size_t> beside = besideSegments(axes, content, category, most);
    std::vector<double> wanted;
    for (const std::size_t series : beside)
        wanted.push_back(barSegmentRect(axes, content, category, series).center().y());
    const std::vector<double> centres
        = spreadLabels(wanted, height, axes.top(), axes.bottom() + height / 4);
    const bool isRight = isAtRight(content, category);
    std::vector<SideNumber> numbers;
    for (std::size_t i = 0; i < beside.size(); ++i) {
        const QRectF bar = barSegmentRect(axes, content, category, beside[i]);
        const double width
            = metrics.horizontalAdvance(segmentNumber(content.data, category, beside[i]));
        const double edge = isRight ? bar.right() : bar.left();
        const double left = isRight ? edge + LeaderLength : edge - LeaderLength - width;
        numbers.push_back({beside[i], QRectF(left, centres[i] - height / 2, width, height),
            QPointF(edge, wanted[i])});
    }
    return numbers;
}

void drawSideNumbers(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    painter.setFont(sideFont(content));
    for (std::size_t bar = 0; bar < content.data.categories.size(); ++bar) {
        for (const SideNumber &number : sideNumbers(axes, content, bar)) {
            const bool isRight = number.rect.left() > number.from.x();
            const QPointF to(isRight ? number.rect.left() - 2 : number.rect.right() + 2,
                number.rect.center().y());
            QColor plate = content.theme.background;
            plate.setAlpha(190);
            painter.fillRect(number.rect.adjusted(-1, 1, 1, -1), plate);
            painter.setPen(QPen(content.theme.faintText, 1));
            painter.drawLine(QLineF(number.from, to));
            painter.setPen(content.theme.text);
            painter.drawText(
                number.rect, Qt::AlignCenter, segmentNumber(content.data, bar, number.series));
        }
    }
}

namespace {

/// Background through the bar, with an edge above and below it.
void drawTear(QCPPainter &painter, const QRectF &bar, const ChartTheme &theme)
{
    constexpr double Step = TearDepth / 5;
    QPolygonF upper;
    for (double x = bar.left() - 2; x <= bar.right() + 2; x += Step)
        upper << QPointF(x, bar.top() + (upper.size() % 2 == 0 ? 0 : Step));
    const QPolygonF lower = upper.translated(0, Step + 1);
    QPolygonF gap = upper;
    for (auto point = lower.rbegin(); point != lower.rend(); ++point)
        gap << *point;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.background);
    painter.drawPolygon(gap);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text, 1.2));
    painter.drawPolyline(upper);
    painter.drawPolyline(lower);
}

} // namespace

void drawTears(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    if (isTimeline(content.data))
        return;
    QFont font = content.theme.font;
    font.setBold(true);
    painter.setFont(font);
    const double line = painter.fontMetrics().height();
    const double width = barWidth(axes, content) * slotWidth(axes);
    for (std::size_t i = 0; i < content.data.categories.size(); ++i) {
        if (!reachesAbove(content.data, i))
            continue;
        const double middle = axes.axis(QCPAxis::atBottom)->coordToPixel(static_cast<double>(i));
        if (isCutOff(content.data, i))
            drawTear(
                painter, {middle - width / 2, axes.top() + 10.0, width, TearDepth}, content.theme);
        painter.setPen(content.theme.fitColour(content.data.categories[i].fit));
        const double room = slotWidth(axes) - 2;
        painter.drawText(QRectF(middle - room / 2, axes.top() - line - 1, room, line),
            Qt::AlignCenter, fittingReading(content.data, i, painter.fontMetrics(), room));
    }
}

} // namespace shardscope
