// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/stepmotion.h"
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

class StepWords
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::StepWords)
};

/// Memory over one training step in seconds, and below it what computes and what is on the wire.
/// What is yet to come stays pale.
class StepPicture : public MotionPicture
{
public:
    StepPicture(StepMotion motion, const Plan &plan, const Catalog &catalog)
        : m_motion(std::move(motion))
    {
        for (const Collective &collective : plan.traffic.collectives) {
            const LinkSpec *link = catalog.findLink(collective.link);
            m_lanes.push_back(
                StepWords::tr("%1, %2", "collective, link")
                    .arg(collectiveName(collective), toText(link ? link->label : collective.link)));
        }
    }

    std::size_t frames() const override { return m_motion.frames.size(); }
    double secondsOf(std::size_t /*frame*/) const override
    {
        return std::clamp(30.0 / static_cast<double>(frames()), 0.02, 0.5);
    }

    void paint(
        QPainter &painter, const QRectF &rect, const ChartTheme &theme, double place) const override
    {
        const double now = secondsAt(place);
        const QFontMetricsF metrics(theme.font);
        const double lane = 1.5 * metrics.height();
        const double lanes = lane * static_cast<double>(m_lanes.size() + 1);
        const double gutter = gutterWidth(rect, theme);
        const QRectF plot = rect.adjusted(gutter, 1.4 * metrics.height(), 0, -lanes - 0.6 * lane);
        painter.setRenderHint(QPainter::Antialiasing, false);
        paintLegend(painter, {rect.left(), plot.top(), gutter, plot.height()}, theme);
        paintAreas(painter, plot, theme, now);
        for (std::size_t i = 0; i <= m_lanes.size(); ++i)
            paintLane(painter,
                {plot.left(), plot.bottom() + 0.6 * lane + static_cast<double>(i) * lane,
                    plot.width(), lane},
                theme, i, now, gutter);
        const double cursor = placeOf(plot, now);
        painter.setPen(QPen(theme.text, 3));
        painter.drawLine(QLineF(cursor, plot.top(), cursor, rect.bottom()));
        const StepFrame &frame = frameFor(place);
        painter.setFont(theme.font);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignTop,
            StepWords::tr("%1 of %2", "seconds")
                .arg(told(formatSeconds(Seconds(now)), now, m_motion.end.value()),
                    told(formatSeconds(m_motion.end), m_motion.end.value())));
        painter.drawText(rect, Qt::AlignRight | Qt::AlignTop,
            StepWords::tr("Held: %1, at most %2").arg(amount(frame.held()), amount(m_motion.peak)));
    }

    QString sentence(std::size_t frame) const override
    {
        const StepFrame &shown = m_motion.frames[frame];
        QStringList lines;
        const QString phase = capitalised(displayName(shown.phase));
        lines += shown.layer < 0
            ? StepWords::tr("%1.", "phase").arg(phase)
            : StepWords::tr("%1, layer %2.", "phase").arg(phase).arg(shown.layer + 1);
        if (!shown.isComputing)
            lines += StepWords::tr("The GPU waits.");
        QStringList wire;
        for (const OnWire &call : shown.wire)
            wire += m_lanes[call.collective];
        if (!wire.isEmpty())
            lines += StepWords::tr("On the wire: %1.").arg(wire.join(QStringLiteral("; ")));
        lines += StepWords::tr("Held: %1.").arg(amount(shown.held()));
        return lines.join(u' ');
    }

    QString origin() const override
    {
        return StepWords::tr("From the plan: its memory over the step, laid out in its seconds, "
                             "and the calls of its "
                             "traffic.");
    }

private:
    /// It rises to the peak and falls again.
    QString amount(Bytes held) const
    {
        return told(formatMemory(held), held.value(), m_motion.peak.value());
    }

    const StepFrame &frameFor(double place) const
    {
        return m_motion
            .frames[std::min(frames() - 1, static_cast<std::size_t>(std::max(0.0, place)))];
    }

    double secondsAt(double place) const
    {
        const StepFrame &frame = frameFor(place);
        const double share = std::clamp(place - std::floor(place), 0.0, 1.0);
        return frame.begin.value() + share * frame.length().value();
    }

    double placeOf(const QRectF &plot, double seconds) const
    {
        return plot.left() + plot.width() * seconds / m_motion.end.value();
    }

    void paintAreas(
        QPainter &painter, const QRectF &plot, const ChartTheme &theme, double now) const
    {
        const double cursor = placeOf(plot, now);
        for (const StepFrame &frame : m_motion.frames) {
            const double left = placeOf(plot, frame.begin.value());
            const double right = placeOf(plot, frame.end.value());
            if (right - left < 0.05)
                continue;
            double bottom = plot.bottom();
            for (std::size_t part = 0; part < frame.parts.size(); ++part) {
                const double height = plot.height() * frame.parts[part] / m_motion.peak.value();
                if (height <= 0)
                    continue;
                const ChartFill &fill = chartFill(partStyle(static_cast<PartId>(part)));
                const double until = std::clamp(cursor, left, right);
                paintPart(painter, {left, bottom - height, until - left, height}, fill);
                paintPart(painter, {until, bottom - height, right - until, height}, fill, 0.22);
                bottom -= height;
            }
        }
        painter.setPen(QPen(theme.axis, 1.5));
        painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    }

    /// The first lane is what computes, then one for each collective.
    void paintLane(QPainter &painter, const QRectF &lane, const ChartTheme &theme,
        std::size_t index, double now, double gutter) const
    {
        const QRectF track = lane.adjusted(0, 0.1 * lane.height(), 0, -0.1 * lane.height());
        painter.fillRect(track, faded(theme.grid, 0.6));
        const auto paintStretch = [&](double begin, double end, const QColor &colour) {
            const double left = placeOf(lane, begin);
            const double right = std::max(left + 1, placeOf(lane, end));
            painter.fillRect(QRectF(left, track.top(), right - left, track.height()),
                faded(colour,
                    end <= now         ? 0.55
                        : begin <= now ? 1
                                       : 0.2));
        };
        for (const StepFrame &frame : m_motion.frames) {
            if (index == 0 && frame.isComputing)
                paintStretch(frame.begin.value(), frame.end.value(), chartFill(0).colour);
            for (const OnWire &call : frame.wire) {
                if (index == call.collective + 1)
                    paintStretch(frame.begin.value(), frame.end.value(),
                        call.isWaitedFor ? theme.fails : chartFill(1).colour);
            }
        }
        const QString name = index == 0 ? StepWords::tr("Computing") : m_lanes[index - 1];
        const QFontMetricsF metrics(theme.font);
        const QRectF label(lane.left() - gutter, lane.top(), gutter - Gap, lane.height());
        painter.setPen(theme.text);
        painter.setFont(theme.font);
        painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter,
            metrics.elidedText(name, Qt::ElideRight, label.width()));
    }

    /// For the names of lanes and parts.
    double gutterWidth(const QRectF &rect, const ChartTheme &theme) const
    {
        constexpr double MostOfWidth = 0.3;
        const QFontMetricsF metrics(theme.font);
        double widest = metrics.horizontalAdvance(StepWords::tr("Computing"));
        for (const QString &name : m_lanes)
            widest = std::max(widest, metrics.horizontalAdvance(name));
        return std::min(widest + 2 * Gap, MostOfWidth * rect.width());
    }

    /// The parts that there are, stacked as they are drawn.
    void paintLegend(QPainter &painter, const QRectF &rect, const ChartTheme &theme) const
    {
        const QFontMetricsF metrics(theme.font);
        const double line = 1.3 * metrics.height();
        const double swatch = 0.7 * metrics.height();
        double bottom = rect.bottom();
        painter.setFont(theme.font);
        for (std::size_t part = 0; part < namesOf<PartId>.size(); ++part) {
            const bool isThere = std::any_of(m_motion.frames.begin(), m_motion.frames.end(),
                [part](const StepFrame &frame) { return frame.parts[part] > 0; });
            if (!isThere || bottom - line < rect.top())
                continue;
            const QRectF row(rect.left(), bottom - line, rect.width() - Gap, line);
            const QRectF name = row.adjusted(0, 0, -1.5 * swatch, 0);
            paintPart(painter,
                {row.right() - swatch, row.center().y() - swatch / 2, swatch, swatch},
                chartFill(partStyle(static_cast<PartId>(part))));
            painter.setPen(theme.text);
            painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter,
                metrics.elidedText(
                    displayName(static_cast<PartId>(part)), Qt::ElideRight, name.width()));
            bottom -= line;
        }
    }

    static constexpr double Gap = 12; ///< between names and what they name

    StepMotion m_motion;
    std::vector<QString> m_lanes; ///< one per collective
};

} // namespace

std::unique_ptr<MotionPicture> stepPicture(const Plan &plan, const Catalog &catalog)
{
    StepMotion motion = stepMotion(plan);
    const bool isThere
        = !motion.frames.empty() && motion.end > Seconds(0) && motion.peak > Bytes(0);
    return isThere ? std::make_unique<StepPicture>(std::move(motion), plan, catalog) : nullptr;
}

} // namespace shardscope
