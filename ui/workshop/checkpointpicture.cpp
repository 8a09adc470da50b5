// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/checkpointmotion.h"
#include "ui/text/format.h"
#include "ui/workshop/motionpaint.h"
#include "ui/workshop/motionpicture.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

class CheckpointWords
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::CheckpointWords)
};

/// A column for each layer, as high as what it keeps for its backward pass. The layer at work
/// stands out; below runs the sum.
class CheckpointPicture : public MotionPicture
{
public:
    explicit CheckpointPicture(CheckpointMotion motion)
        : m_motion(std::move(motion))
    {
        for (const CheckpointFrame &frame : m_motion.frames) {
            for (const Bytes kept : frame.kept)
                m_tallest = std::max(m_tallest, kept);
            m_most = std::max(m_most, frame.activations);
        }
    }

    std::size_t frames() const override { return m_motion.frames.size(); }
    /// A pass over all layers in some ten seconds.
    double secondsOf(std::size_t /*frame*/) const override
    {
        return std::clamp(20.0 / static_cast<double>(frames()), 0.05, 0.5);
    }

    void paint(
        QPainter &painter, const QRectF &rect, const ChartTheme &theme, double place) const override
    {
        const auto index = std::min(frames() - 1, static_cast<std::size_t>(std::max(0.0, place)));
        const auto next = std::min(index + 1, frames() - 1);
        const double share = std::clamp(place - static_cast<double>(index), 0.0, 1.0);
        painter.setRenderHint(QPainter::Antialiasing, false);
        const QFontMetricsF metrics(theme.font);
        const QRectF columns = rect.adjusted(0, 1.5 * metrics.height(), 0, -0.32 * rect.height());
        paintColumns(painter, columns, theme, index, next, share);
        paintCourse(painter,
            {rect.left(), columns.bottom() + 2.4 * metrics.height(), rect.width(),
                rect.bottom() - columns.bottom() - 2.4 * metrics.height()},
            theme, index, share);
        painter.setFont(theme.font);
        painter.setPen(theme.text);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignTop,
            CheckpointWords::tr("Kept by each of %n layer(s)", nullptr, m_motion.layers));
        painter.drawText(rect, Qt::AlignRight | Qt::AlignTop, actName(m_motion.frames[index].act));
    }

    QString sentence(std::size_t frame) const override
    {
        const CheckpointFrame &shown = m_motion.frames[frame];
        const QString all = amount(shown.activations);
        if (shown.layer < 0)
            return CheckpointWords::tr("%1. Activations held: %2.").arg(actName(shown.act), all);
        return CheckpointWords::tr("%1, layer %2 of %3. Activations held: %4.")
            .arg(actName(shown.act))
            .arg(shown.layer + 1)
            .arg(m_motion.layers)
            .arg(all);
    }

    QString origin() const override
    {
        return CheckpointWords::tr("From the plan: its activations over the first micro-step. What "
                                   "a layer keeps is what is "
                                   "there beyond the layers before it.");
    }

private:
    /// It rises to the largest and falls again.
    QString amount(Bytes activations) const
    {
        return told(formatMemory(activations), activations.value(), m_most.value());
    }

    static QString actName(CheckpointAct act)
    {
        switch (act) {
        case CheckpointAct::Forward:
            return CheckpointWords::tr("Forward pass");
        case CheckpointAct::Loss:
            return CheckpointWords::tr("Output layer and loss");
        case CheckpointAct::Recompute:
            return CheckpointWords::tr("Recomputing what was dropped");
        case CheckpointAct::Backward:
            return CheckpointWords::tr("Backward pass");
        }
        return {};
    }

    static QColor actColour(CheckpointAct act)
    {
        switch (act) {
        case CheckpointAct::Recompute:
            return chartFill(6).colour;
        case CheckpointAct::Backward:
            return chartFill(2).colour;
        default:
            return chartFill(0).colour;
        }
    }

    void paintColumns(QPainter &painter, const QRectF &rect, const ChartTheme &theme,
        std::size_t index, std::size_t next, double share) const
    {
        const CheckpointFrame &frame = m_motion.frames[index];
        const double width = rect.width() / std::max(1, m_motion.layers);
        const QFontMetricsF metrics(theme.font);
        for (int layer = 0; layer < m_motion.layers; ++layer) {
            const auto at = static_cast<std::size_t>(layer);
            const Bytes kept
                = (1 - share) * frame.kept[at] + share * m_motion.frames[next].kept[at];
            const double height
                = m_tallest > Bytes(0) ? rect.height() * kept.value() / m_tallest.value() : 0;
            const QRectF slot(rect.left() + layer * width, rect.top(), 0.86 * width, rect.height());
            const bool isAtWork = layer == frame.layer;
            painter.fillRect(slot, isAtWork ? theme.chosenBand : faded(theme.grid, 0.5));
            painter.fillRect(QRectF(slot.left(), slot.bottom() - height, slot.width(), height),
                isAtWork ? actColour(frame.act) : chartFill(partStyle(PartId::Activations)).colour);
            if (isAtWork) {
                painter.setPen(QPen(actColour(frame.act), 3));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(slot);
            }
            paintNumber(
                painter, {slot.left(), rect.bottom(), width, 1.4 * metrics.height()}, theme, layer);
        }
    }

    /// Where there is no room for all numbers, every so many of them.
    void paintNumber(
        QPainter &painter, const QRectF &slot, const ChartTheme &theme, int layer) const
    {
        const QFontMetricsF metrics(theme.font);
        const double widest = metrics.horizontalAdvance(QString::number(m_motion.layers)) + 6;
        const int every = std::max(1, static_cast<int>(std::ceil(widest / slot.width())));
        if (layer % every != 0)
            return;
        painter.setPen(theme.faintText);
        painter.setFont(theme.font);
        painter.drawText(
            QRectF(slot.left() - widest, slot.top(), slot.width() + 2 * widest, slot.height()),
            Qt::AlignCenter, QString::number(layer + 1));
    }

    /// All activations over the micro-step, up to the moment that is shown.
    void paintCourse(QPainter &painter, const QRectF &rect, const ChartTheme &theme,
        std::size_t index, double share) const
    {
        const QFontMetricsF metrics(theme.font);
        const QRectF plot = rect.adjusted(0, 1.4 * metrics.height(), 0, 0);
        painter.setFont(theme.font);
        painter.setPen(theme.text);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignTop,
            CheckpointWords::tr("All activations: %1")
                .arg(amount(m_motion.frames[index].activations)));
        painter.drawText(rect, Qt::AlignRight | Qt::AlignTop,
            CheckpointWords::tr("at most %1").arg(amount(m_most)));
        QPolygonF past;
        QPolygonF all;
        const double step = plot.width() / std::max<double>(1, static_cast<double>(frames()));
        const double cursor = plot.left() + (static_cast<double>(index) + share) * step;
        for (std::size_t i = 0; i < frames(); ++i) {
            const double held
                = m_most > Bytes(0) ? m_motion.frames[i].activations.value() / m_most.value() : 0;
            const double y = plot.bottom() - held * plot.height();
            const double x = plot.left() + static_cast<double>(i) * step;
            all << QPointF(x, y) << QPointF(x + step, y);
            if (x <= cursor)
                past << QPointF(x, y) << QPointF(std::min(cursor, x + step), y);
        }
        painter.setPen(QPen(theme.axis, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(all);
        past << QPointF(cursor, plot.bottom()) << plot.bottomLeft();
        painter.setPen(Qt::NoPen);
        painter.setBrush(chartFill(partStyle(PartId::Activations)).colour);
        painter.drawPolygon(past);
        painter.setPen(QPen(theme.text, 3));
        painter.drawLine(QLineF(cursor, plot.top(), cursor, plot.bottom()));
    }

    CheckpointMotion m_motion;
    Bytes m_tallest{};
    Bytes m_most{};
};

} // namespace

std::unique_ptr<MotionPicture> checkpointPicture(const Plan &plan)
{
    CheckpointMotion motion = checkpointMotion(plan);
    return motion.frames.empty() ? nullptr : std::make_unique<CheckpointPicture>(std::move(motion));
}

} // namespace shardscope
