// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pipelinechart.h"

#include "core/scenario/mesh.h"
#include "ui/boldfont.h"
#include "ui/charts/passcolour.h"
#include "ui/charts/pipelinelayout.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace shardscope {

namespace {

class PipelineChart
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::PipelineChart)
};

PassWork workOf(const PipelineCell &cell)
{
    return {cell.pass, cell.part};
}

/// Stripes as `paintWait` has them, for strips that are a few pixels wide.
void paintFineWait(QPainter &painter, const QRectF &rect, const ChartTheme &theme)
{
    constexpr double leastStriped = 3;
    constexpr double step = 5;
    if (rect.width() < leastStriped) {
        QColor pale = theme.fails;
        pale.setAlphaF(0.6F);
        painter.fillRect(rect, pale);
        return;
    }
    const QRectF inner = rect.adjusted(0, 1, -1, -1);
    painter.save();
    painter.setClipRect(inner, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(inner, theme.background);
    painter.setPen(QPen(theme.fails, 1.6));
    const double first = std::floor((inner.left() + inner.top()) / step) * step;
    for (double x = first; x < inner.right() + inner.bottom(); x += step)
        painter.drawLine(QLineF(x - inner.top(), inner.top(), x - inner.bottom(), inner.bottom()));
    painter.restore();
}

/// What a drawing needs to know of a stage beside its cells.
struct StageFacts
{
    int firstLayer = 0;
    int layers = 0;
    Seconds bubble{};
    bool isDeciding = false;
};

class PipelineDrawing : public Drawing
{
public:
    explicit PipelineDrawing(const Plan &plan)
        : m_schedule(pipelineSchedule(plan))
        , m_step(plan.time.step)
        , m_hasPipeline(!plan.stages.empty())
    {
        for (const StagePlan &stage : plan.stages)
            m_stages.push_back({stage.stage.firstLayer, stage.stage.layers, stage.time.bubble,
                stage.stage == plan.stage});
        int places = 0;
        for (const std::vector<PipelineCell> &cells : m_schedule.stages) {
            m_begins.push_back(places);
            places += static_cast<int>(cells.size());
        }
        m_begins.push_back(places);
    }

    QString title() const override;
    QString summary() const override;
    void paint(QPainter &painter, const DrawingRoom &room) const override;
    int count() const override { return m_begins.back(); }
    QRectF placeRect(int place, const DrawingRoom &room) const override;
    int placeAt(const QPointF &position, const DrawingRoom &room) const override;
    int placeBeside(int place, int right, int up, const DrawingRoom &room) const override;
    QString nameOf(int place) const override;
    QString readingOf(int place) const override;
    QString barOf(int place) const override
    {
        return QStringLiteral("stage-%1").arg(stageOf(place) + 1);
    }

private:
    /// In which order the stages work.
    QString order() const;
    /// Why there is nothing to see.
    QString obstacle() const;
    std::size_t stageOf(int place) const;
    const PipelineCell &cellOf(int place) const;
    int placeOf(std::size_t stage, std::size_t cell) const
    {
        return m_begins[stage] + static_cast<int>(cell);
    }
    /// The cell of a stage that runs at an instant, or is nearest to it.
    int nearest(std::size_t stage, Seconds time) const;
    std::vector<DrawingKey> keys() const;
    PipelineLayout layoutIn(const DrawingRoom &room) const;
    QString stageName(std::size_t stage) const
    {
        return PipelineChart::tr("Stage %1", "of a pipeline").arg(stage + 1);
    }

    void paintStages(
        QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const;
    void paintCells(QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const;
    QRectF numberRect(
        const PipelineLayout &layout, std::size_t stage, const PipelineCell &cell) const;
    std::optional<QFont> numberFont(
        const PipelineLayout &layout, const ChartTheme &theme, const PassWork &work) const;
    void paintNumbers(
        QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const;
    void paintNumber(QPainter &painter, const QRectF &rect, const PipelineCell &cell,
        const ChartTheme &theme) const;
    void paintPhases(
        QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const;
    void paintAxis(QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const;
    void paintTear(QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const;

    PipelineSchedule m_schedule;
    Seconds m_step;
    bool m_hasPipeline;
    std::vector<StageFacts> m_stages;
    std::vector<int> m_begins; ///< the first place of each stage, then the number of places
};

QString PipelineDrawing::obstacle() const
{
    if (!m_hasPipeline)
        return PipelineChart::tr(
            "There is no pipeline: two or more pipeline stages make one, under "
            "Megatron-LM or with torchtitan's modules.");
    if (m_step <= Seconds(0))
        return PipelineChart::tr("Nothing is known about how fast this GPU computes");
    return m_schedule.isEmpty()
        ? PipelineChart::tr("These micro-batches cannot go through these stages in turn.")
        : QString();
}

QString PipelineDrawing::title() const
{
    if (m_schedule.isEmpty())
        return obstacle();
    return PipelineChart::tr(
        "One step of the pipeline, %1: %2 stages, %3 micro-batches", "duration, number, number")
        .arg(formatSeconds(m_step), formatWhole(static_cast<double>(m_stages.size())),
            formatWhole(m_schedule.microBatches));
}

QString PipelineDrawing::summary() const
{
    if (m_schedule.isEmpty())
        return obstacle();
    const auto [least, most] = std::minmax_element(m_stages.begin(), m_stages.end(),
        [](const StageFacts &a, const StageFacts &b) { return a.bubble < b.bubble; });
    const QString bubble
        = PipelineChart::tr("The bubble takes from %1 of the step (stage %2) to %3 (stage %4).",
            "percent, number, percent, number")
              .arg(formatPercent(least->bubble / m_step))
              .arg(least - m_stages.begin() + 1)
              .arg(formatPercent(most->bubble / m_step))
              .arg(most - m_stages.begin() + 1);
    return order() + QLatin1Char(' ') + bubble;
}

QString PipelineDrawing::order() const
{
    switch (m_schedule.kind) {
    case PipelineKind::ZeroBubble:
        return PipelineChart::tr(
            "Interleaved zero bubble, %n chunk(s) of each stage: gradients of weights come in "
            "passes of their own.",
            nullptr, m_schedule.chunks);
    case PipelineKind::ZeroBubbleV:
        return PipelineChart::tr("Zero bubble in a V: chunk 1 down the stages, chunk 2 up again; "
                                 "gradients of weights come in passes of their own.");
    case PipelineKind::DualPipeV:
        return PipelineChart::tr("DualPipeV: chunk 1 down the stages, chunk 2 up again; few "
                                 "gradients of weights come in passes of their own.");
    default:
        break;
    }
    if (m_schedule.chunks > 1)
        return PipelineChart::tr(
            "Interleaved 1F1B, %n chunk(s) of each stage.", nullptr, m_schedule.chunks);
    return m_schedule.fillsFirst
        ? PipelineChart::tr("GPipe: all micro-batches forward, then all of them backward.")
        : PipelineChart::tr("1F1B: one micro-batch forward and one backward in turn.");
}

std::size_t PipelineDrawing::stageOf(int place) const
{
    const auto after = std::upper_bound(m_begins.begin(), m_begins.end(), place);
    return static_cast<std::size_t>(after - m_begins.begin()) - 1;
}

const PipelineCell &PipelineDrawing::cellOf(int place) const
{
    const std::size_t stage = stageOf(place);
    return m_schedule.stages[stage][static_cast<std::size_t>(place - m_begins[stage])];
}

std::vector<DrawingKey> PipelineDrawing::keys() const
{
    const int chunks = m_schedule.chunks;
    const auto fills = [chunks](const PassWork &work) {
        std::vector<ChartFill> all;
        for (int chunk = 0; chunk < chunks; ++chunk)
            all.push_back(passFill(work, chunk, chunks));
        return all;
    };
    const auto label = [chunks](const QString &name) {
        return chunks > 1
            ? PipelineChart::tr("%1, chunks 1 to %2", "pass, number").arg(name).arg(chunks)
            : name;
    };
    std::vector<DrawingKey> all{
        {.label = label(PipelineChart::tr("Forward")), .fills = fills({Pass::Forward})},
        {.label = label(PipelineChart::tr("Backward")), .fills = fills({Pass::Backward})}};
    bool isWaited = false;
    bool hasUpdate = false;
    bool hasWeights = false;
    for (const std::vector<PipelineCell> &cells : m_schedule.stages) {
        for (const PipelineCell &cell : cells) {
            isWaited = isWaited || cell.waited > Seconds(0);
            hasUpdate = hasUpdate || cell.pass == Pass::Update;
            hasWeights = hasWeights || cell.part == BackwardPart::Weights;
        }
    }
    if (hasWeights)
        all.push_back({.label = label(PipelineChart::tr("Gradients of weights alone")),
            .fills = fills({Pass::Backward, BackwardPart::Weights})});
    if (hasUpdate)
        all.push_back({.label = PipelineChart::tr("Optimizer step"),
            .fills = {passFill({Pass::Update}, 0, chunks)}});
    if (isWaited)
        all.push_back({.kind = DrawingKey::Kind::Waited,
            .label = PipelineChart::tr("Exposed communication")});
    all.push_back({.kind = DrawingKey::Kind::Idle, .label = PipelineChart::tr("Pipeline bubble")});
    return all;
}

PipelineLayout PipelineDrawing::layoutIn(const DrawingRoom &room) const
{
    const QFontMetricsF metrics(boldFont(room.theme.font));
    const double gutter = metrics.horizontalAdvance(stageName(m_stages.size() - 1)) + 10;
    const double width = room.area.width() - gutter;
    return pipelineLayout(m_schedule, room, gutter, drawingKeysHeight(keys(), room.theme, width));
}

QRectF PipelineDrawing::placeRect(int place, const DrawingRoom &room) const
{
    return layoutIn(room).cellRect(stageOf(place), cellOf(place));
}

int PipelineDrawing::placeAt(const QPointF &position, const DrawingRoom &room) const
{
    if (m_schedule.isEmpty())
        return -1;
    const PipelineLayout layout = layoutIn(room);
    if (!layout.plot.contains(position))
        return -1;
    const auto stage = std::min(m_stages.size() - 1,
        static_cast<std::size_t>((position.y() - layout.plot.top()) / layout.row));
    const std::vector<PipelineCell> &cells = m_schedule.stages[stage];
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const QRectF rect = layout.cellRect(stage, cells[i]);
        if (position.x() >= rect.left() && position.x() < rect.right())
            return placeOf(stage, i);
    }
    return -1;
}

int PipelineDrawing::nearest(std::size_t stage, Seconds time) const
{
    const std::vector<PipelineCell> &cells = m_schedule.stages[stage];
    const auto away = [time](const PipelineCell &cell) {
        return std::max({Seconds(0), cell.begin - time, time - cell.end});
    };
    const auto found = std::min_element(cells.begin(), cells.end(),
        [&away](const PipelineCell &a, const PipelineCell &b) { return away(a) < away(b); });
    return placeOf(stage, static_cast<std::size_t>(found - cells.begin()));
}

/// Along a stage, or to what another stage does at the same time.
int PipelineDrawing::placeBeside(int place, int right, int up, const DrawingRoom & /*room*/) const
{
    const std::size_t stage = stageOf(place);
    if (right != 0)
        return std::clamp(place + right, m_begins[stage], m_begins[stage + 1] - 1);
    const int last = static_cast<int>(m_stages.size()) - 1;
    const int other = std::clamp(static_cast<int>(stage) - up, 0, last);
    if (other == static_cast<int>(stage))
        return place;
    const PipelineCell &cell = cellOf(place);
    return nearest(static_cast<std::size_t>(other), (cell.begin + cell.end) / 2.0);
}

QString PipelineDrawing::nameOf(int place) const
{
    const std::size_t stage = stageOf(place);
    const PipelineCell &cell = cellOf(place);
    if (cell.pass == Pass::Update)
        return PipelineChart::tr("Stage %1, optimizer step").arg(stage + 1);
    const bool isForward = cell.pass == Pass::Forward;
    if (cell.part == BackwardPart::Weights)
        return PipelineChart::tr("Stage %1, chunk %2: gradients of weights alone of micro-batch %3")
            .arg(stage + 1)
            .arg(cell.chunk + 1)
            .arg(cell.microBatch + 1);
    if (m_schedule.chunks > 1)
        return (isForward ? PipelineChart::tr("Stage %1, chunk %2: forward of micro-batch %3")
                          : PipelineChart::tr("Stage %1, chunk %2: backward of micro-batch %3"))
            .arg(stage + 1)
            .arg(cell.chunk + 1)
            .arg(cell.microBatch + 1);
    return (isForward ? PipelineChart::tr("Stage %1: forward of micro-batch %2")
                      : PipelineChart::tr("Stage %1: backward of micro-batch %2"))
        .arg(stage + 1)
        .arg(cell.microBatch + 1);
}

QString PipelineDrawing::readingOf(int place) const
{
    const PipelineCell &cell = cellOf(place);
    const StageFacts &stage = m_stages[stageOf(place)];
    QStringList lines{nameOf(place)};
    if (cell.isCut)
        lines += PipelineChart::tr("Cut off where like micro-batches are left out");
    else
        lines += PipelineChart::tr("Begins at %1, takes %2", "instant, duration")
                     .arg(formatSeconds(cell.begin), formatSeconds(cell.length()));
    if (cell.waited > Seconds(0))
        lines += PipelineChart::tr("Exposed communication: %1", "duration")
                     .arg(formatSeconds(cell.waited));
    lines += PipelineChart::tr(
        "The stage has layers %1 to %2; its bubble: %3 of each step", "numbers, duration")
                 .arg(stage.firstLayer + 1)
                 .arg(stage.firstLayer + stage.layers)
                 .arg(formatSeconds(stage.bubble));
    return lines.join(QLatin1Char('\n'));
}

/// Names of as many rows as have room for them; the deciding stage stands out.
void PipelineDrawing::paintStages(
    QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const
{
    const QFontMetricsF metrics(theme.font);
    const int step = std::max(1, static_cast<int>(std::ceil(metrics.height() / layout.row)));
    for (std::size_t stage = 0; stage < m_stages.size(); ++stage) {
        const QRectF row = layout.rowRect(stage);
        painter.fillRect(row, idleColour(theme));
        if (stage % static_cast<std::size_t>(step) != 0)
            continue;
        const bool isDeciding = m_stages[stage].isDeciding;
        painter.setFont(isDeciding ? boldFont(theme.font) : theme.font);
        painter.setPen(isDeciding ? theme.text : theme.faintText);
        const QRectF place(
            0, row.center().y() - metrics.height() / 2, row.left() - 8, metrics.height());
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, stageName(stage));
    }
}

void PipelineDrawing::paintCells(
    QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const
{
    for (std::size_t stage = 0; stage < m_schedule.stages.size(); ++stage) {
        for (const PipelineCell &cell : m_schedule.stages[stage]) {
            const QRectF rect = layout.cellRect(stage, cell);
            const ChartFill fill = passFill(workOf(cell), cell.chunk, m_schedule.chunks);
            paintCell(painter, rect, fill, theme);
            const QRectF wait = layout.waitRect(stage, cell);
            if (cell.waited <= Seconds(0) || wait.width() < 0.5)
                continue;
            paintFineWait(painter, wait, theme);
        }
    }
}

/// Without the end at which the stage waits.
QRectF PipelineDrawing::numberRect(
    const PipelineLayout &layout, std::size_t stage, const PipelineCell &cell) const
{
    QRectF rect = layout.cellRect(stage, cell);
    if (cell.waited > Seconds(0))
        rect.setRight(layout.waitRect(stage, cell).left());
    return rect;
}

/// The largest letters for which all cells of a pass have room; nothing where those are too small.
std::optional<QFont> PipelineDrawing::numberFont(
    const PipelineLayout &layout, const ChartTheme &theme, const PassWork &work) const
{
    constexpr double least = 0.75; // of the letters of the chart
    double narrowest = layout.plot.width();
    for (std::size_t stage = 0; stage < m_schedule.stages.size(); ++stage) {
        for (const PipelineCell &cell : m_schedule.stages[stage]) {
            if (workOf(cell) == work && !cell.isCut)
                narrowest = std::min(narrowest, numberRect(layout, stage, cell).width());
        }
    }
    const QFontMetricsF metrics(theme.font);
    const double widest = metrics.horizontalAdvance(formatWhole(m_schedule.microBatches)) + 3;
    const double fit
        = std::min({1.0, narrowest / widest, (layout.row - layout.gap) / metrics.height()});
    if (fit < least)
        return std::nullopt;
    QFont font = theme.font;
    font.setPointSizeF(fit * theme.font.pointSizeF());
    return font;
}

/// Of all cells of a pass, or of none.
void PipelineDrawing::paintNumbers(
    QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const
{
    for (const PassWork &work : {PassWork{Pass::Forward}, PassWork{Pass::Backward},
             PassWork{Pass::Backward, BackwardPart::Inputs},
             PassWork{Pass::Backward, BackwardPart::Weights}}) {
        const std::optional<QFont> font = numberFont(layout, theme, work);
        if (!font)
            continue;
        painter.setFont(*font);
        for (std::size_t stage = 0; stage < m_schedule.stages.size(); ++stage) {
            for (const PipelineCell &cell : m_schedule.stages[stage]) {
                if (workOf(cell) == work && !cell.isCut)
                    paintNumber(painter, numberRect(layout, stage, cell), cell, theme);
            }
        }
    }
}

void PipelineDrawing::paintNumber(
    QPainter &painter, const QRectF &rect, const PipelineCell &cell, const ChartTheme &theme) const
{
    const ChartFill fill = passFill(workOf(cell), cell.chunk, m_schedule.chunks);
    const QString text = formatWhole(cell.microBatch + 1);
    if (isHatched(fill, theme)) {
        const QFontMetricsF metrics(painter.font());
        QRectF plate(0, 0, metrics.horizontalAdvance(text) + 3, metrics.height());
        plate.moveCenter(rect.center());
        painter.fillRect(plate.intersected(rect), fill.colour);
    }
    painter.setPen(textOn(fill.colour));
    painter.drawText(rect, Qt::AlignCenter, text);
}

void PipelineDrawing::paintPhases(
    QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const
{
    if (!m_schedule.hasSteadyPhase())
        return;
    const QString steady = m_schedule.microBatchesLeftOut > 0
        ? PipelineChart::tr("Steady phase (%n like micro-batch(es) left out)", nullptr,
            m_schedule.microBatchesLeftOut)
        : PipelineChart::tr("Steady phase");
    struct Phase
    {
        QString name;
        QString brief;
        Seconds begin;
        Seconds end;
    };
    const QString brief
        = PipelineChart::tr("%n left out", "micro-batches", m_schedule.microBatchesLeftOut);
    const std::array phases{
        Phase{PipelineChart::tr("Warm-up"), {}, Seconds(0), m_schedule.steadyBegin},
        Phase{steady, m_schedule.microBatchesLeftOut > 0 ? brief : QString(),
            m_schedule.steadyBegin, m_schedule.steadyEnd},
        Phase{PipelineChart::tr("Cool-down"), {}, m_schedule.steadyEnd, m_schedule.drained}};
    painter.setFont(theme.font);
    const QFontMetricsF metrics(theme.font);
    const double y = layout.phases.bottom() - 4;
    for (const Phase &phase : phases) {
        const QRectF room(layout.x(phase.begin) + 2, layout.phases.top(),
            layout.x(phase.end) - layout.x(phase.begin) - 4, y - layout.phases.top() - 2);
        if (room.width() < 4)
            continue;
        painter.setPen(QPen(theme.axis, 1));
        painter.drawPolyline(QPolygonF{
            {room.left(), y + 3}, {room.left(), y}, {room.right(), y}, {room.right(), y + 3}});
        const bool isWhole = metrics.horizontalAdvance(phase.name) <= room.width();
        const QString text = isWhole || phase.brief.isEmpty() ? phase.name : phase.brief;
        painter.setPen(theme.faintText);
        if (isWhole || room.width() > 4 * metrics.averageCharWidth())
            painter.drawText(
                room, Qt::AlignCenter, metrics.elidedText(text, Qt::ElideRight, room.width()));
    }
}

void PipelineDrawing::paintAxis(
    QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const
{
    const QFontMetricsF metrics(theme.font);
    painter.setFont(theme.font);
    const double unit = m_schedule.end < Seconds(1) ? 1e-3 : 1;
    const QString symbol = unit < 1 ? QStringLiteral("ms") : QStringLiteral("s");
    const double width = metrics.horizontalAdvance(formatSeconds(m_schedule.end));
    const std::vector<Seconds> ticks = pipelineTicks(m_schedule, layout, width);
    const double step = ticks.size() > 1 ? (ticks[1] - ticks[0]).value() / unit : 1;
    for (const Seconds time : ticks) {
        const double x = layout.x(time);
        painter.setPen(QPen(theme.axis, 1));
        painter.drawLine(QLineF(x, layout.axis.top(), x, layout.axis.top() + 4));
        painter.setPen(theme.faintText);
        const QString text = formatAxis(time.value() / unit, 10 * step) + QChar(0x00A0) + symbol;
        const double own = metrics.horizontalAdvance(text);
        // The last one ends where the picture ends.
        const double left = std::min(x - own / 2, layout.axis.right() + metrics.height() / 2 - own);
        painter.drawText(
            QRectF(left, layout.axis.top() + 5, own + 1, metrics.height()), Qt::AlignCenter, text);
    }
}

/// A strip of background with jagged edges, over all rows.
void PipelineDrawing::paintTear(
    QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const
{
    if (layout.tear <= 0)
        return;
    constexpr double tooth = 5;
    const int teeth = std::max(1, qRound(layout.plot.height() / tooth));
    QPolygonF left;
    QPolygonF right;
    for (int i = 0; i <= teeth; ++i) {
        const double y = layout.plot.top() + i * (layout.plot.height() - layout.gap) / teeth;
        const double shift = i % 2 == 0 ? tooth / 2 : -tooth / 2;
        left << QPointF(layout.tearLeft() + tooth / 2 + shift, y);
        right << QPointF(layout.tearRight() - tooth / 2 + shift, y);
    }
    QPolygonF strip = left;
    std::copy(right.rbegin(), right.rend(), std::back_inserter(strip));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.background);
    painter.drawPolygon(strip);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.axis, 1));
    painter.drawPolyline(left);
    painter.drawPolyline(right);
    painter.restore();
}

void PipelineDrawing::paint(QPainter &painter, const DrawingRoom &room) const
{
    painter.save();
    painter.setFont(room.theme.font);
    if (m_schedule.isEmpty()) {
        painter.setPen(room.theme.text);
        painter.drawText(room.area, Qt::AlignCenter | Qt::TextWordWrap, obstacle());
        painter.restore();
        return;
    }
    const PipelineLayout layout = layoutIn(room);
    paintStages(painter, layout, room.theme);
    paintCells(painter, layout, room.theme);
    paintNumbers(painter, layout, room.theme);
    paintTear(painter, layout, room.theme);
    paintPhases(painter, layout, room.theme);
    paintAxis(painter, layout, room.theme);
    paintDrawingKeys(painter, keys(), room.theme, layout.keys);
    painter.restore();
}

} // namespace

std::shared_ptr<const Drawing> pipelineChart(const Plan &plan)
{
    return std::make_shared<PipelineDrawing>(plan);
}

} // namespace shardscope
