// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartannotations.h"

#include "ui/charts/chartareas.h"
#include "ui/charts/chartbars.h"
#include "ui/charts/chartlanes.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/chartoutlines.h"
#include "ui/charts/chartranges.h"
#include "ui/text/names.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr double LabelGap = 14; ///< from the axes to the labels of lines
constexpr double LargestGutter = 0.38; ///< of the plot's width
constexpr int LeastGutter = 120; ///< but room for an amount

QFont bold(QFont font, bool isBold)
{
    font.setBold(isBold);
    return font;
}

double markSize(const ChartTheme &theme)
{
    return 0.62 * QFontMetricsF(theme.font).height();
}

double labelHeight(const ChartTheme &theme)
{
    return 1.3 * QFontMetricsF(theme.font).height();
}

bool isOffRange(const ChartContent &content, const ChartLine &line)
{
    return line.value > axisMaximum(content.data);
}

/// Mark or arrow, and the room around it.
double signWidth(const ChartContent &content, const ChartLine &line)
{
    const double sign = 1.5 * markSize(content.theme);
    return (line.fit ? sign : 0) + (isOffRange(content, line) ? sign : 0);
}

double wantedY(const QCPAxisRect &axes, const ChartContent &content, const ChartLine &line)
{
    if (isOffRange(content, line)) // the larger, the higher
        return axes.top() - line.value / axisMaximum(content.data);
    return axes.axis(QCPAxis::atLeft)->coordToPixel(line.value / axisUnit(content.data).size);
}

/// Where the labels of lines may stand; below the axis only where no lane has its name there.
struct LabelRange
{
    double top;
    double bottom;
};

LabelRange labelRange(const QCPAxisRect &axes, const ChartContent &content)
{
    const double height = labelHeight(content.theme);
    const bool hasLanes = lanesHeight(content) > 0;
    return {axes.top() - height / 2, axes.bottom() + (hasLanes ? 0 : height / 2)};
}

/// As many as can be told apart.
std::vector<std::size_t> shownLines(const QCPAxisRect &axes, const ChartContent &content)
{
    const auto [top, bottom] = labelRange(axes, content);
    const double room = std::max(0.0, bottom - top) / labelHeight(content.theme);
    return nearestLines(content.data, static_cast<std::size_t>(room));
}

/// Paints one kind of annotation on a layer; what and how is in the function.
class Annotation : public QCPLayerable
{
public:
    using Paint = void (*)(QCPPainter &, const QCPAxisRect &, const ChartContent &);

    Annotation(QCPAxisRect &axes, const QString &layer, const ChartContent &content, Paint paint)
        : QCPLayerable(axes.parentPlot(), layer)
        , m_axes(axes)
        , m_content(content)
        , m_paint(paint)
    {
        setParent(axes.parentPlot());
    }

protected:
    QRect clipRect() const override { return m_axes.parentPlot()->viewport(); }
    void applyDefaultAntialiasingHint(QCPPainter *painter) const override
    {
        painter->setAntialiasing(true);
    }
    void draw(QCPPainter *painter) override
    {
        painter->setFont(m_content.theme.font);
        m_paint(*painter, m_axes, m_content);
    }

private:
    const QCPAxisRect &m_axes;
    const ChartContent &m_content;
    Paint m_paint;
};

QRectF slotRect(const QCPAxisRect &axes, std::size_t category)
{
    const QCPAxis *keys = axes.axis(QCPAxis::atBottom);
    const double left = keys->coordToPixel(static_cast<double>(category) - 0.5);
    const double right = keys->coordToPixel(static_cast<double>(category) + 0.5);
    return {
        left, static_cast<double>(axes.top()), right - left, static_cast<double>(axes.height())};
}

void drawChosenBand(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    if (isTimeline(content.data))
        return drawBandStripes(painter, axes, content);
    const int chosen = chosenCategory(content.data);
    if (chosen < 0 || content.data.categories.size() < 2)
        return;
    const QRectF slot = slotRect(axes, static_cast<std::size_t>(chosen)).adjusted(2, 0, -2, 0);
    const double footer = annotationRoom(content, axes.parentPlot()->viewport().width()).footer;
    painter.setPen(Qt::NoPen);
    painter.setBrush(content.theme.chosenBand);
    painter.drawRoundedRect(slot.adjusted(0, 0, 0, footer - 4), 5, 5);
}

QString totalText(const ChartContent &content, std::size_t category, double width)
{
    const ChartData &data = content.data;
    const QFontMetricsF metrics(bold(content.theme.font, true));
    const QString amount = chartAmount(data.unit, totalAmount(data, category));
    const std::optional<Fit> fit = data.categories[category].fit;
    const QString &word = data.categories[category].word;
    if (!fit && !word.isEmpty())
        return word;
    const double room = width - 2 * markSize(content.theme);
    const QString full = fit
        ? (word.isEmpty() ? displayName(*fit) : word) + QStringLiteral(" · ") + amount
        : amount;
    if (metrics.horizontalAdvance(full) < room)
        return full;
    // That nobody can run it says more than how much it would take.
    if (!word.isEmpty())
        return metrics.elidedText(word, Qt::ElideRight, std::floor(room));
    if (metrics.horizontalAdvance(amount) < room)
        return amount;
    const QString number = chartNumber(data.unit, totalAmount(data, category));
    return metrics.horizontalAdvance(number) < width ? number : QString();
}

void drawTotal(
    QCPPainter &painter, const ChartContent &content, const QRectF &row, std::size_t category)
{
    const ChartCategory &bar = content.data.categories[category];
    const QString text = totalText(content, category, row.width());
    const double mark = markSize(content.theme);
    const double width = painter.fontMetrics().horizontalAdvance(text);
    const QColor colour = content.theme.fitColour(bar.fit);
    const bool hasMark = bar.fit && width + 1.5 * mark < row.width();
    QRectF box(0, 0, width + (hasMark ? 1.5 * mark : 0), row.height());
    box.moveCenter(row.center());
    if (hasMark)
        paintFitMark(
            painter, {box.left(), box.center().y() - mark / 2, mark, mark}, *bar.fit, colour);
    painter.setPen(colour);
    painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, text);
}

/// "−17.5 GiB (−31 %)": what stands in parentheses goes first.
QString fittingNote(const QFontMetricsF &metrics, const QString &note, double width)
{
    const qsizetype aside = note.lastIndexOf(QStringLiteral(" ("));
    const bool isTooLong = metrics.horizontalAdvance(note) > width;
    return metrics.elidedText(
        isTooLong && aside > 0 ? note.left(aside) : note, Qt::ElideRight, width);
}

void drawNotes(
    QCPPainter &painter, const ChartContent &content, QRectF row, const QStringList &notes)
{
    if (content.isLow)
        return;
    painter.setFont(content.theme.font);
    painter.setPen(content.theme.faintText);
    for (const QString &note : notes) {
        painter.drawText(
            row, Qt::AlignCenter, fittingNote(painter.fontMetrics(), note, row.width() - 4));
        row.translate(0, row.height());
    }
}

/// What stands below a bar has its slot, or all of the width where there is no other bar.
QRectF nameRect(const QCPAxisRect &axes, const ChartContent &content, std::size_t category)
{
    return content.data.categories.size() == 1 ? QRectF(axes.rect()) : slotRect(axes, category);
}

QString fittingLabel(const QFontMetrics &metrics, const ChartCategory &bar, double width)
{
    const bool isShort = !bar.shortLabel.isEmpty() && metrics.horizontalAdvance(bar.label) > width;
    return metrics.elidedText(
        isShort ? bar.shortLabel : bar.label, Qt::ElideRight, static_cast<int>(width));
}

void drawNames(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    if (isTimeline(content.data))
        return drawBandNames(painter, axes, content);
    const double row = labelHeight(content.theme);
    for (std::size_t i = 0; i < content.data.categories.size(); ++i) {
        const ChartCategory &bar = content.data.categories[i];
        const bool isBold = bar.isChosen && content.data.categories.size() > 1;
        QRectF place = nameRect(axes, content, i);
        place = {place.left(), place.bottom() + 4, place.width(), row};
        painter.setFont(bold(content.theme.font, isBold));
        painter.setPen(content.theme.text);
        painter.drawText(
            place, Qt::AlignCenter, fittingLabel(painter.fontMetrics(), bar, place.width()));
        drawTotal(painter, content, place.translated(0, row), i);
        drawNotes(painter, content, place.translated(0, 2 * row), bar.notes);
    }
}

/// A limit of one bar: a line across its slot, or an arrow where it lies above the axis.
void drawLimits(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    constexpr double Head = 5;
    for (std::size_t i = 0; i < content.data.categories.size(); ++i) {
        const double limit = content.data.categories[i].limit;
        if (limit <= 0)
            continue;
        const QRectF slot = slotRect(axes, i).adjusted(6, 0, -6, 0);
        const bool isKept = totalOf(content.data, i) <= limit;
        painter.setPen(
            QPen(isKept ? content.theme.fits : content.theme.fails, content.theme.lineWidth(2.5)));
        const double y
            = axes.axis(QCPAxis::atLeft)->coordToPixel(limit / axisUnit(content.data).size);
        painter.drawLine(
            QLineF(slot.left(), std::max(y, slot.top()), slot.right(), std::max(y, slot.top())));
        for (double x : {slot.left() + 2 * Head, slot.right() - 2 * Head}) {
            const QPointF tip(x, slot.top() - 2 * Head);
            if (y >= slot.top())
                continue;
            painter.drawLine(QLineF(tip, {x, slot.top()}));
            painter.drawLine(QLineF(tip, tip + QPointF(-Head, Head)));
            painter.drawLine(QLineF(tip, tip + QPointF(Head, Head)));
        }
    }
}

/// Only the chosen line crosses the bars; the others pass behind them.
void drawLine(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content,
    const ChartLine &line)
{
    const double y = wantedY(axes, content, line);
    QColor colour = content.theme.fitColour(line.fit);
    colour.setAlpha(line.isChosen ? 255 : 170);
    painter.setPen(QPen(colour, content.theme.lineWidth(line.isChosen ? 2 : 1),
        line.isChosen ? Qt::SolidLine : Qt::DashLine));
    painter.setAntialiasing(false);
    painter.drawLine(QLineF(axes.left(), y, axes.right(), y));
    painter.setAntialiasing(true);
}

template <bool isChosen>
void drawLinesOf(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    for (const std::size_t i : shownLines(axes, content)) {
        const ChartLine &line = content.data.lines[i];
        if (line.isChosen == isChosen && !isOffRange(content, line))
            drawLine(painter, axes, content, line);
    }
}

/// From the end of a line to its label, which may have had to move.
void drawLeader(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content,
    const ChartLine &line, const QRectF &label)
{
    painter.setPen(QPen(content.theme.fitColour(line.fit), content.theme.lineWidth(1)));
    painter.drawLine(
        QLineF(axes.right(), wantedY(axes, content, line), label.left() - 3, label.center().y()));
}

/// Above the range: a chip with an arrow instead of a line.
void drawChip(QCPPainter &painter, const ChartContent &content, QRectF &label)
{
    const double sign = markSize(content.theme);
    painter.setPen(QPen(content.theme.grid.darker(content.theme.isDark ? 60 : 115), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(label.adjusted(0, 1.5, 0, -1.5), 4, 4);
    const QPointF top(label.left() + sign, label.center().y() - sign / 2);
    painter.setPen(QPen(content.theme.faintText, 1.5));
    painter.drawLine(QLineF(top, top + QPointF(0, sign)));
    painter.drawLine(QLineF(top, top + QPointF(-sign / 3, sign / 3)));
    painter.drawLine(QLineF(top, top + QPointF(sign / 3, sign / 3)));
    label.setLeft(label.left() + 1.8 * sign);
}

void drawLabels(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    const std::vector<QRectF> labels = lineLabelRects(axes, content);
    const double mark = markSize(content.theme);
    for (const std::size_t i : shownLines(axes, content)) {
        const ChartLine &line = content.data.lines[i];
        QRectF label = labels[i];
        if (isOffRange(content, line))
            drawChip(painter, content, label);
        else
            drawLeader(painter, axes, content, line, label);
        const QColor colour = content.theme.fitColour(line.fit);
        if (line.fit) {
            paintFitMark(painter, {label.left(), label.center().y() - mark / 2, mark, mark},
                *line.fit, colour);
            label.setLeft(label.left() + 1.5 * mark);
        }
        painter.setFont(bold(content.theme.font, line.isChosen));
        painter.setPen(colour);
        painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(line.label, Qt::ElideRight, qCeil(label.width())));
    }
}

/// Name, total, and what else stands below a bar.
double footerRows(const ChartContent &content)
{
    qsizetype notes = 0;
    for (const ChartCategory &category : content.data.categories)
        notes = std::max(notes, category.notes.size());
    return content.isLow ? 2 : 2 + static_cast<double>(notes);
}

} // namespace

AnnotationRoom annotationRoom(const ChartContent &content, int plotWidth)
{
    double widest = 0;
    for (const ChartLine &line : content.data.lines) {
        const QFontMetricsF metrics(bold(content.theme.font, line.isChosen));
        widest = std::max(
            widest, signWidth(content, line) + metrics.horizontalAdvance(line.label) + 8);
    }
    widest = std::max(widest, laneLabelWidth(content));
    const double gutter = widest > 0 ? widest + LabelGap : LabelGap;
    return {
        .gutter = qCeil(std::min(gutter, std::max<double>(LeastGutter, LargestGutter * plotWidth))),
        .footer
        = qCeil(footerRows(content) * labelHeight(content.theme) + 10 + lanesHeight(content))};
}

void addAnnotations(QCPAxisRect &axes, const ChartContent &content)
{
    // The plot owns them.
    new Annotation(axes, QStringLiteral("background"), content, drawChosenBand);
    new Annotation(axes, QStringLiteral("overlay"), content, drawNames);
    new Annotation(axes, QStringLiteral("grid"), content, drawLinesOf<false>);
    new Annotation(axes, QStringLiteral("overlay"), content, drawTears);
    new Annotation(axes, QStringLiteral("overlay"), content, drawOutlines);
    new Annotation(axes, QStringLiteral("overlay"), content, drawLinesOf<true>);
    new Annotation(axes, QStringLiteral("overlay"), content, drawSideNumbers);
    new Annotation(axes, QStringLiteral("overlay"), content, drawLabels);
    new Annotation(axes, QStringLiteral("main"), content, drawAreas);
    new Annotation(axes, QStringLiteral("overlay"), content, drawRanges);
    new Annotation(axes, QStringLiteral("overlay"), content, drawMark);
    new Annotation(axes, QStringLiteral("main"), content, drawLanes);
    new Annotation(axes, QStringLiteral("overlay"), content, drawLimits);
}

std::vector<QRectF> lineLabelRects(const QCPAxisRect &axes, const ChartContent &content)
{
    const double height = labelHeight(content.theme);
    const std::vector<std::size_t> shown = shownLines(axes, content);
    std::vector<double> wanted;
    for (const std::size_t i : shown)
        wanted.push_back(wantedY(axes, content, content.data.lines[i]));
    const auto [top, bottom] = labelRange(axes, content);
    const std::vector<double> centres = spreadLabels(wanted, height, top, bottom);
    const double left = axes.right() + LabelGap;
    const double width = axes.parentPlot()->viewport().right() - left - 2;
    std::vector<QRectF> rects(content.data.lines.size());
    for (std::size_t i = 0; i < shown.size(); ++i)
        rects[shown[i]] = {left, centres[i] - height / 2, width, height};
    return rects;
}

} // namespace shardscope
