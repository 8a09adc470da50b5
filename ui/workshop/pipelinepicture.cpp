// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/pipelinemotion.h"
#include "ui/boldfont.h"
#include "ui/charts/passcolour.h"
#include "ui/charts/pipelinelayout.h"
#include "ui/text/format.h"
#include "ui/text/names.h"
#include "ui/workshop/motionpaint.h"
#include "ui/workshop/motionpicture.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

class PipelineWords
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::PipelineWords)
};

constexpr double Pale = 0.2; ///< of a colour: what is yet to come

/// The stages of a pipeline below each other, time to the right. What is over is filled, the rest
/// pale; at the cursor each stage has the micro-batch that it works on, which comes from the stage
/// before and goes on to the next. The bubble adds up beside the rows.
class PipelinePicture : public MotionPicture
{
public:
    explicit PipelinePicture(PipelineMotion motion)
        : m_motion(std::move(motion))
    {
        for (const std::vector<PipelineCell> &cells : m_motion.schedule.stages)
            m_isWaiting = m_isWaiting
                || std::any_of(cells.begin(), cells.end(),
                    [](const PipelineCell &cell) { return cell.waited > Seconds(0); });
    }

    std::size_t frames() const override { return m_motion.frames.size(); }

    /// Time passes evenly but for what is left out: a step in some twenty seconds.
    double secondsOf(std::size_t frame) const override
    {
        constexpr double Whole = 20;
        constexpr double LeftOut = 1;
        const PipelineFrame &shown = m_motion.frames[frame];
        const PipelineSchedule &schedule = m_motion.schedule;
        const Seconds drawn = schedule.end - (schedule.cutEnd - schedule.cutBegin);
        return shown.isLeftOut ? LeftOut : Whole * (shown.length() / drawn);
    }

    void paint(
        QPainter &painter, const QRectF &rect, const ChartTheme &theme, double place) const override
    {
        const Moment now = momentAt(place);
        const QFontMetricsF metrics(theme.font);
        const double line = 1.35 * metrics.height();
        const QRectF head(rect.left(), rect.top(), rect.width(), 2.2 * line);
        const QRectF foot(rect.left(), rect.bottom() - 1.2 * line, rect.width(), 1.2 * line);
        const double counters = countersWidth(theme);
        const DrawingRoom room{theme,
            QRectF(
                QPointF(rect.left(), head.bottom()), QPointF(rect.right() - counters, foot.top()))};
        const double gutter
            = metrics.horizontalAdvance(stageName(m_motion.schedule.stages.size() - 1)) + 10;
        const PipelineLayout layout = pipelineLayout(m_motion.schedule, room, gutter,
            drawingKeysHeight(keys(theme), theme, room.area.width() - gutter - line));
        painter.setRenderHint(QPainter::Antialiasing, false);
        paintHead(painter, head, theme, now);
        for (std::size_t stage = 0; stage < m_motion.schedule.stages.size(); ++stage)
            paintStage(painter, layout, theme, now, stage);
        paintPhases(painter, layout, theme);
        paintTear(painter, layout, theme);
        const double cursor = layout.x(now.time);
        painter.setPen(QPen(theme.text, 3));
        painter.drawLine(QLineF(cursor, layout.plot.top(), cursor, layout.plot.bottom()));
        painter.setRenderHint(QPainter::Antialiasing);
        for (std::size_t stage = 0; stage < m_motion.schedule.stages.size(); ++stage)
            paintToken(painter, layout, theme, now, stage);
        paintCounters(painter, layout, theme, now, rect.right());
        paintDrawingKeys(painter, keys(theme), theme,
            {layout.plot.left(), layout.plot.bottom() + 0.6 * line, layout.plot.width(),
                layout.keys.height()});
        paintRule(painter, foot, theme);
    }

    QString sentence(std::size_t frame) const override
    {
        const PipelineFrame &shown = m_motion.frames[frame];
        if (frame + 1 == frames())
            return PipelineWords::tr("Done: the stages have idled %1 of the step.")
                .arg(share(shown.bubbleShare()));
        if (shown.isLeftOut)
            return PipelineWords::tr(
                "%n like micro-batch(es) later.", nullptr, m_motion.schedule.microBatchesLeftOut);
        constexpr std::size_t MostNamed = 6;
        if (shown.stages.size() > MostNamed)
            return crowdSentence(shown);
        QStringList doing;
        for (std::size_t stage = 0; stage < shown.stages.size(); ++stage)
            doing += PipelineWords::tr("Stage %1: %2", "number, what it does")
                         .arg(stage + 1)
                         .arg(workName(stage, shown.stages[stage]));
        return PipelineWords::tr("%1. Bubble so far: %2.", "what the stages do, percent")
            .arg(doing.join(QStringLiteral("; ")), share(shown.bubbleShare()));
    }

    QString origin() const override
    {
        return PipelineWords::tr(
            "From the plan: the passes of each stage in the order of its schedule, as long as the "
            "plan says they take. The formula: Narayanan et al. 2021, section 2.2.");
    }

private:
    /// A place between two frames.
    struct Moment
    {
        std::size_t frame = 0;
        Seconds time{};
        double share = 0; ///< of the frame that is over
    };

    Moment momentAt(double place) const
    {
        const auto last = static_cast<double>(frames() - 1);
        Moment now{.frame = static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, last))};
        const PipelineFrame &frame = m_motion.frames[now.frame];
        now.share = std::clamp(place - static_cast<double>(now.frame), 0.0, 1.0);
        now.time = frame.begin + now.share * frame.length();
        return now;
    }

    Seconds bubbleOf(const Moment &now, std::size_t stage) const
    {
        const std::size_t next = std::min(now.frame + 1, frames() - 1);
        const Seconds before = m_motion.frames[now.frame].stages[stage].bubble;
        const Seconds after = m_motion.frames[next].stages[stage].bubble;
        return before + now.share * (after - before);
    }

    double bubbleShareAt(const Moment &now) const
    {
        Seconds all{};
        const std::size_t stages = m_motion.schedule.stages.size();
        for (std::size_t stage = 0; stage < stages; ++stage)
            all += bubbleOf(now, stage);
        return now.time > Seconds(0) ? all / (static_cast<double>(stages) * now.time) : 0;
    }

    /// The share counts up and down on its way to that of the step.
    QString share(double now) const
    {
        return told(formatPercent(now), now, m_motion.frames.back().bubbleShare());
    }

    static QString stageName(std::size_t stage)
    {
        return PipelineWords::tr("Stage %1", "of a pipeline").arg(stage + 1);
    }

    QString workName(std::size_t stage, const StageMoment &moment) const
    {
        if (!moment.cell)
            return PipelineWords::tr("bubble");
        const PipelineCell &cell = m_motion.schedule.stages[stage][*moment.cell];
        switch (cell.pass) {
        case Pass::Forward:
            return PipelineWords::tr("forward %1", "number of a micro-batch")
                .arg(cell.microBatch + 1);
        case Pass::Backward:
            if (cell.part == BackwardPart::Weights)
                return PipelineWords::tr("weights of %1", "number of a micro-batch")
                    .arg(cell.microBatch + 1);
            return PipelineWords::tr("backward %1", "number of a micro-batch")
                .arg(cell.microBatch + 1);
        default:
            return PipelineWords::tr("optimizer step");
        }
    }

    /// Of more stages than anybody would read.
    QString crowdSentence(const PipelineFrame &frame) const
    {
        std::array<int, 4> counts{}; // by their pass, the bubble last
        for (std::size_t stage = 0; stage < frame.stages.size(); ++stage) {
            const std::optional<std::size_t> &cell = frame.stages[stage].cell;
            const Pass pass = cell ? m_motion.schedule.stages[stage][*cell].pass : Pass::Forward;
            ++counts[!cell ? 3 : pass == Pass::Forward ? 0 : pass == Pass::Backward ? 1 : 2];
        }
        return PipelineWords::tr(
            "Stages going forward: %1, backward: %2, in the optimizer step: %3, "
            "in the bubble: %4. Bubble so far: %5.")
            .arg(counts[0])
            .arg(counts[1])
            .arg(counts[2])
            .arg(counts[3])
            .arg(share(frame.bubbleShare()));
    }

    QColor colourOf(Pass pass, BackwardPart part = BackwardPart::Whole, int chunk = 0) const
    {
        return passColour(pass, part, chunk, m_motion.schedule.chunks);
    }
    QColor colourOf(const PipelineCell &cell) const
    {
        return colourOf(cell.pass, cell.part, cell.chunk);
    }

    /// Of the bubble that is over: told apart without its colour, too.
    static ChartFill bubbleFill(const ChartTheme &theme)
    {
        return {faded(theme.fails, 0.35), Qt::DiagCrossPattern, true};
    }

    std::vector<DrawingKey> keys(const ChartTheme &theme) const
    {
        std::vector<DrawingKey> all{
            {.label = PipelineWords::tr("Forward"), .fills = {{colourOf(Pass::Forward)}}},
            {.label = PipelineWords::tr("Backward"), .fills = {{colourOf(Pass::Backward)}}}};
        if (splitsBackward(m_motion.schedule.kind))
            all.push_back({.label = PipelineWords::tr("Gradients of weights alone"),
                .fills = {{colourOf(Pass::Backward, BackwardPart::Weights)}}});
        all.push_back(
            {.label = PipelineWords::tr("Optimizer step"), .fills = {{colourOf(Pass::Update)}}});
        if (m_isWaiting)
            all.push_back({.kind = DrawingKey::Kind::Waited,
                .label = PipelineWords::tr("Exposed communication")});
        all.push_back({.label = PipelineWords::tr("Bubble"), .fills = {bubbleFill(theme)}});
        return all;
    }

    void paintHead(
        QPainter &painter, const QRectF &rect, const ChartTheme &theme, const Moment &now) const
    {
        painter.setPen(theme.text);
        painter.setFont(theme.font);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignTop,
            PipelineWords::tr("%1 of %2", "seconds")
                .arg(told(formatSeconds(now.time), now.time.value(), m_motion.schedule.end.value()),
                    told(formatSeconds(m_motion.schedule.end), m_motion.schedule.end.value())));
        painter.setFont(boldFont(theme.font));
        painter.drawText(rect, Qt::AlignRight | Qt::AlignTop,
            PipelineWords::tr("Bubble so far: %1 of the time of all stages", "percent")
                .arg(share(bubbleShareAt(now))));
    }

    void paintStage(QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme,
        const Moment &now, std::size_t stage) const
    {
        const QRectF row = layout.rowRect(stage);
        const double cursor = layout.x(now.time);
        painter.fillRect(row, idleColour(theme));
        // What is over and nothing else covers was the bubble.
        const ChartFill bubble = bubbleFill(theme);
        const QRectF over(row.left(), row.top(), cursor - row.left(), row.height());
        painter.fillRect(over, bubble.colour);
        painter.fillRect(over, QBrush(faded(theme.text, 0.3), bubble.hatch));
        for (const PipelineCell &cell : m_motion.schedule.stages[stage])
            paintPass(painter, layout, theme, stage, cell, cursor);
        const QFontMetricsF metrics(theme.font);
        if (layout.row < metrics.height())
            return;
        painter.setFont(theme.font);
        painter.setPen(theme.text);
        painter.drawText(QRectF(row.left() - 400, row.top(), 392, row.height()),
            Qt::AlignRight | Qt::AlignVCenter, stageName(stage));
    }

    void paintPass(QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme,
        std::size_t stage, const PipelineCell &cell, double cursor) const
    {
        const QRectF rect = layout.cellRect(stage, cell);
        const double until = std::clamp(cursor, rect.left(), rect.right());
        const QColor colour = colourOf(cell);
        painter.fillRect(rect, theme.background);
        painter.fillRect(QRectF(rect.topLeft(), QPointF(until, rect.bottom())), colour);
        painter.fillRect(
            QRectF(QPointF(until, rect.top()), rect.bottomRight()), faded(colour, Pale));
        constexpr double LeastStriped = 3;
        const QRectF wait = layout.waitRect(stage, cell);
        if (cell.waited > Seconds(0) && wait.width() >= LeastStriped && cursor > wait.left())
            paintWait(painter,
                {wait.topLeft(), QPointF(std::min(cursor, wait.right()), wait.bottom())}, theme);
        if (rect.width() >= 3) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.background, 1));
            painter.drawRect(rect);
        }
        constexpr double LeastLetters
            = 0.88; // of the picture's: the last row reads no smaller ones
        const QString number = formatWhole(cell.microBatch + 1);
        const QFontMetricsF metrics(theme.font);
        const double fit = std::min({1.0, (rect.width() - 2) / metrics.horizontalAdvance(number),
            rect.height() / metrics.height()});
        if (cell.pass == Pass::Update || cell.isCut || fit < LeastLetters)
            return;
        QFont font = theme.font;
        font.setPointSizeF(fit * font.pointSizeF());
        painter.setFont(font);
        painter.setPen(until > rect.center().x() ? textOn(colour) : theme.faintText);
        painter.drawText(rect, Qt::AlignCenter, number);
    }

    /// The micro-batch that a stage works on: at the end of a pass on its way to the stage that is
    /// next, at the beginning on its way from the one before.
    void paintToken(QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme,
        const Moment &now, std::size_t stage) const
    {
        const std::optional<std::size_t> &at = m_motion.frames[now.frame].stages[stage].cell;
        if (!at)
            return;
        const PipelineCell &cell = m_motion.schedule.stages[stage][*at];
        if (cell.pass == Pass::Update || cell.isCut)
            return;
        constexpr double Travel = 0.25; // of a pass, on either side
        const double share = cell.length() > Seconds(0)
            ? std::clamp((now.time - cell.begin) / cell.length(), 0.0, 1.0)
            : 0;
        double away = 0; // rows, to the stage where the micro-batch goes next
        if (share < Travel && comesFromBeside(stage, cell, true))
            away = (share / Travel - 1) / 2;
        else if (share > 1 - Travel && comesFromBeside(stage, cell, false))
            away = (share - 1 + Travel) / Travel / 2;
        const QRectF row = layout.rowRect(stage);
        const QFontMetricsF metrics(theme.font);
        const QString number = formatWhole(cell.microBatch + 1);
        const double height = std::min(row.height() + 4, 1.3 * metrics.height());
        QRectF token(0, 0, std::max(height, metrics.horizontalAdvance(number) + 10), height);
        const double down = goesDown(cell) ? 1 : -1;
        const double x = std::max(layout.x(now.time), layout.plot.left() + token.width() / 2);
        token.moveCenter({x, row.center().y() + down * away * layout.row});
        painter.setPen(QPen(theme.text, 2));
        const QColor colour = colourOf(cell);
        painter.setBrush(colour);
        painter.drawRoundedRect(token, height / 2, height / 2);
        painter.setPen(textOn(colour));
        painter.setFont(boldFont(theme.font));
        painter.drawText(token, Qt::AlignCenter, number);
    }

    /// Whether what the pass makes goes to a later stage: the second chunk of a V leads up again.
    bool goesDown(const PipelineCell &cell) const
    {
        const bool leadsUp = isV(m_motion.schedule.kind) && cell.chunk > 0;
        return (cell.pass == Pass::Forward) != leadsUp;
    }

    /// Whether the row beside has it before, or after, this pass; not so where chunks lead it from
    /// the last stage to the first.
    bool comesFromBeside(std::size_t stage, const PipelineCell &cell, bool isBefore) const
    {
        if (cell.part == BackwardPart::Weights)
            return false; // nobody waits for those
        const bool isDownward = goesDown(cell) != isBefore;
        return isDownward ? stage + 1 < m_motion.schedule.stages.size() : stage > 0;
    }

    double countersWidth(const ChartTheme &theme) const
    {
        const QFontMetricsF metrics(theme.font);
        return 2 * metrics.averageCharWidth()
            + std::max(metrics.horizontalAdvance(PipelineWords::tr("in flight")),
                metrics.horizontalAdvance(formatWhole(m_motion.schedule.microBatches)));
    }

    /// Behind each row: how many passes forward wait for their pass backward.
    void paintCounters(QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme,
        const Moment &now, double right) const
    {
        const QFontMetricsF metrics(theme.font);
        if (layout.row < metrics.height())
            return;
        const double left = layout.plot.right();
        painter.setFont(theme.font);
        painter.setPen(theme.faintText);
        painter.drawText(QRectF(left, layout.plot.top() - 1.3 * metrics.height(), right - left,
                             1.2 * metrics.height()),
            Qt::AlignRight | Qt::AlignBottom, PipelineWords::tr("in flight"));
        painter.setPen(theme.text);
        painter.setFont(boldFont(theme.font));
        for (std::size_t stage = 0; stage < m_motion.schedule.stages.size(); ++stage) {
            const QRectF row = layout.rowRect(stage);
            painter.drawText(QRectF(left, row.top(), right - left, row.height()),
                Qt::AlignRight | Qt::AlignVCenter,
                formatWhole(m_motion.frames[now.frame].stages[stage].inFlight));
        }
    }

    /// How the pipeline fills and drains, above the rows.
    void paintPhases(QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const
    {
        const PipelineSchedule &schedule = m_motion.schedule;
        if (!schedule.hasSteadyPhase())
            return;
        const QFontMetricsF metrics(theme.font);
        const double y = layout.phases.bottom() - 4;
        painter.setFont(theme.font);
        const auto paintPhase = [&](const QString &name, Seconds begin, Seconds end) {
            const double left = layout.x(begin) + 2;
            const double right = layout.x(end) - 2;
            if (right - left < 4)
                return;
            painter.setPen(QPen(theme.axis, 1));
            painter.drawPolyline(QPolygonF{{left, y + 3}, {left, y}, {right, y}, {right, y + 3}});
            painter.setPen(theme.faintText);
            if (right - left > 4 * metrics.averageCharWidth())
                painter.drawText(
                    QRectF(left, layout.phases.top(), right - left, y - 2 - layout.phases.top()),
                    Qt::AlignHCenter | Qt::AlignBottom,
                    metrics.elidedText(name, Qt::ElideRight, right - left));
        };
        paintPhase(PipelineWords::tr("Warm-up"), Seconds(0), schedule.steadyBegin);
        paintPhase(PipelineWords::tr("Steady phase"), schedule.steadyBegin, schedule.steadyEnd);
        paintPhase(PipelineWords::tr("Cool-down"), schedule.steadyEnd, schedule.drained);
    }

    /// Where like micro-batches are left out.
    void paintTear(QPainter &painter, const PipelineLayout &layout, const ChartTheme &theme) const
    {
        if (layout.tear <= 0)
            return;
        const QRectF strip(layout.tearLeft() + 1, layout.plot.top(),
            layout.tearRight() - layout.tearLeft() - 2, layout.plot.height());
        painter.fillRect(strip, theme.background);
        painter.setPen(theme.text);
        painter.setFont(theme.font);
        painter.drawText(strip, Qt::AlignCenter, QStringLiteral("⋮"));
    }

    void paintRule(QPainter &painter, const QRectF &rect, const ChartTheme &theme) const
    {
        if (isSecret(m_motion.frames.back().bubbleShare())) // it would lead to that
            return;
        if (m_motion.rule.isZero())
            return;
        const double rule = m_motion.rule.value();
        painter.setFont(theme.font);
        painter.setPen(theme.text);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignBottom,
            PipelineWords::tr("If all stages were alike: %1 = %2 = %3",
                "formula, the same with its numbers, percent")
                .arg(m_motion.schedule.chunks > 1 ? QStringLiteral("(p − 1) / (m × v + p − 1)")
                                                  : QStringLiteral("(p − 1) / (m + p − 1)"),
                    formatFormula(toText(m_motion.rule.text())), told(formatPercent(rule), rule)));
    }

    PipelineMotion m_motion;
    bool m_isWaiting = false; ///< for links, at the end of some pass
};

} // namespace

std::unique_ptr<MotionPicture> pipelinePicture(const Plan &plan)
{
    PipelineMotion motion = pipelineMotion(plan);
    return motion.isEmpty() ? nullptr : std::make_unique<PipelinePicture>(std::move(motion));
}

} // namespace shardscope
