// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/ringmotion.h"
#include "ui/text/format.h"
#include "ui/workshop/motionpaint.h"
#include "ui/workshop/motionpicture.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace shardscope {

namespace {

class RingWords
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::RingWords)
};

// Shares of half the width: where GPUs stand, and where chunks travel around them.
constexpr double NodeRadius = 0.68;
constexpr double TrackRadius = 0.9;

/// The GPUs on a circle, each with what it holds of every chunk; what they send travels along the
/// circle. Beside it what has been sent, and what a tree or a parameter server would send.
class RingPicture : public MotionPicture
{
public:
    explicit RingPicture(RingMotion motion)
        : m_motion(std::move(motion))
    { }

    std::size_t frames() const override { return m_motion.frames.size(); }

    void paint(
        QPainter &painter, const QRectF &rect, const ChartTheme &theme, double place) const override
    {
        const auto last = static_cast<double>(frames() - 1);
        const auto index = static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, last));
        const double share = place - static_cast<double>(index);
        const RingFrame &frame = m_motion.frames[index];
        const auto [picture, amounts] = halvesOf(rect, 0.55);
        const double side = std::min(picture.width(), picture.height());
        QRectF circle(0, 0, side, side);
        circle.moveCenter(picture.center());
        painter.setRenderHint(QPainter::Antialiasing);
        const double track = TrackRadius * side / 2;
        painter.setPen(QPen(theme.grid, 3));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(circle.center(), track, track);
        for (int rank = 0; rank < m_motion.ranks; ++rank)
            paintRank(painter, circle, theme, frame, rank);
        for (const RingTransfer &transfer : frame.transfers)
            paintTransfer(painter, circle, theme, transfer, share);
        paintCounters(painter, amounts, theme, index, share);
    }

    QString sentence(std::size_t frame) const override
    {
        const RingFrame &shown = m_motion.frames[frame];
        const Bytes held = sentBy(frame, 0);
        const QString sent = told(formatTraffic(held), held.value(), m_motion.perRank.value());
        if (shown.transfers.empty())
            return RingWords::tr("Done: every GPU has the sum of all, and has sent %1.").arg(sent);
        const int half = m_motion.ranks - 1;
        const int step = static_cast<int>(frame);
        const Bytes each = shown.transfers.front().bytes;
        const QString chunk = told(formatTraffic(each), each.value());
        return step < half
            ? RingWords::tr(
                "Reduce-scatter, step %1 of %2: each GPU sends a chunk of %3 to the next "
                "one, which adds it to its own. Sent so far: %4.")
                  .arg(step + 1)
                  .arg(half)
                  .arg(chunk, sent)
            : RingWords::tr("All-gather, step %1 of %2: each GPU passes on a finished sum of %3. "
                            "Sent so far: %4.")
                  .arg(step + 1 - half)
                  .arg(half)
                  .arg(chunk, sent);
    }

    QString origin() const override
    {
        return RingWords::tr(
            "From the plan: the largest reduction of gradients in its traffic, passed on chunk by "
            "chunk (Patarasuk and Yuan, 2009). The tree is NCCL’s first one; a server takes all "
            "gradients and sends all sums.");
    }

private:
    Bytes sentBy(std::size_t frame, double share) const
    {
        const RingFrame &shown = m_motion.frames[frame];
        Bytes sent{};
        for (std::size_t rank = 0; rank < shown.sent.size(); ++rank) {
            Bytes all = shown.sent[rank];
            for (const RingTransfer &transfer : shown.transfers)
                all += transfer.from == static_cast<int>(rank) ? share * transfer.bytes : Bytes{};
            sent = std::max(sent, all);
        }
        return sent;
    }

    /// Clockwise from the top.
    double angleOf(double rank) const
    {
        return 2 * std::numbers::pi * rank / m_motion.ranks - std::numbers::pi / 2;
    }

    QPointF on(const QRectF &circle, double rank, double radius) const
    {
        const double angle = angleOf(rank);
        return circle.center()
            + QPointF(std::cos(angle), std::sin(angle)) * radius * circle.width() / 2;
    }

    double nodeSize(const QRectF &circle) const
    {
        const double around = std::numbers::pi * NodeRadius * circle.width() / m_motion.ranks;
        return std::min(0.2 * circle.width(), 0.72 * around);
    }

    /// A column of chunks: how much of the sum each holds is how far its cell is filled.
    void paintRank(QPainter &painter, const QRectF &circle, const ChartTheme &theme,
        const RingFrame &frame, int rank) const
    {
        const double size = nodeSize(circle);
        QRectF box(0, 0, size, size);
        box.moveCenter(on(circle, rank, NodeRadius));
        const std::vector<int> &held = frame.contributions[static_cast<std::size_t>(rank)];
        const double cell = box.height() / static_cast<double>(held.size());
        painter.setPen(Qt::NoPen);
        painter.fillRect(box, theme.grid);
        for (std::size_t chunk = 0; chunk < held.size(); ++chunk) {
            const double share = static_cast<double>(held[chunk]) / m_motion.ranks;
            const QRectF whole(
                box.left(), box.top() + static_cast<double>(chunk) * cell, box.width(), cell);
            painter.fillRect(QRectF(whole.topLeft(), QSizeF(whole.width() * share, cell)),
                chunkColour(static_cast<int>(chunk)));
        }
        painter.setBrush(Qt::NoBrush);
        const bool isDone = std::all_of(
            held.begin(), held.end(), [this](int count) { return count == m_motion.ranks; });
        painter.setPen(QPen(isDone ? theme.fits : theme.axis, isDone ? 4 : 1.5));
        painter.drawRect(box);
        paintName(painter, box, theme, rank);
    }

    /// Where there is room for it.
    static void paintName(QPainter &painter, const QRectF &box, const ChartTheme &theme, int rank)
    {
        const QFontMetricsF metrics(theme.font);
        const QString name = RingWords::tr("GPU %1").arg(rank);
        QRectF text(0, 0, metrics.horizontalAdvance(name) + 8, metrics.height());
        if (text.width() > box.width())
            return;
        text.moveCenter(box.center());
        painter.fillRect(text, faded(theme.background, 0.8));
        painter.setPen(theme.text);
        painter.setFont(theme.font);
        painter.drawText(text, Qt::AlignCenter, name);
    }

    void paintTransfer(QPainter &painter, const QRectF &circle, const ChartTheme &theme,
        const RingTransfer &transfer, double share) const
    {
        const double size = nodeSize(circle);
        const double eased = share * share * (3 - 2 * share);
        QRectF packet(0, 0, 0.5 * size, 0.3 * size);
        packet.moveCenter(on(circle, transfer.from + eased, TrackRadius));
        painter.setPen(QPen(theme.text, 2));
        painter.setBrush(chunkColour(transfer.chunk));
        painter.drawRoundedRect(packet, 3, 3);
    }

    void paintCounters(QPainter &painter, const QRectF &rect, const ChartTheme &theme,
        std::size_t frame, double share) const
    {
        const Bytes sent = sentBy(frame, share);
        const Bytes most = std::max({m_motion.perRank, m_motion.byTree, m_motion.byServer});
        const auto row
            = [this, &most](const QString &label, Bytes bytes, Bytes end, const QColor &colour) {
                  const bool isTold = most > Bytes(0) && !isSecret(end.value());
                  return MeterRow{label, told(formatTraffic(bytes), bytes.value(), end.value()),
                      isTold ? bytes.value() / most.value() : 0, colour};
              };
        const auto whole = [&row](const QString &label, Bytes bytes, const QColor &colour) {
            return row(label, bytes, bytes, colour);
        };
        const QFontMetricsF metrics(theme.font);
        painter.setFont(theme.font);
        painter.setPen(theme.text);
        painter.drawText(QRectF(rect.left(), rect.top(), rect.width(), metrics.height()),
            Qt::AlignLeft,
            RingWords::tr("Gradients: %1")
                .arg(told(formatTraffic(m_motion.message), m_motion.message.value())));
        const double top = rect.top() + 2 * metrics.height();
        const double height = paintMeters(painter, rect.adjusted(0, top - rect.top(), 0, 0), theme,
            {row(RingWords::tr("Each GPU has sent"), sent, m_motion.perRank, chartFill(0).colour)});
        const double below = top + height + metrics.height();
        painter.setPen(theme.faintText);
        painter.drawText(QRectF(rect.left(), below, rect.width(), 2 * metrics.height()),
            Qt::AlignLeft | Qt::TextWordWrap, RingWords::tr("The busiest GPU, in all:"));
        paintMeters(painter, rect.adjusted(0, below + 2.2 * metrics.height() - rect.top(), 0, 0),
            theme,
            {whole(RingWords::tr("around a ring"), m_motion.perRank, chartFill(2).colour),
                whole(RingWords::tr("over a binary tree"), m_motion.byTree, chartFill(5).colour),
                whole(
                    RingWords::tr("as parameter server"), m_motion.byServer, chartFill(6).colour)});
    }

    RingMotion m_motion;
};

} // namespace

std::unique_ptr<MotionPicture> ringPicture(const Plan &plan)
{
    RingMotion motion = ringMotion(plan);
    return motion.ranks > 1 && !motion.frames.empty()
        ? std::make_unique<RingPicture>(std::move(motion))
        : nullptr;
}

} // namespace shardscope
