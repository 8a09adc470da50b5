// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/zeromotion.h"
#include "ui/text/amounts.h"
#include "ui/text/names.h"
#include "ui/workshop/motionpaint.h"
#include "ui/workshop/motionpicture.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

class ZeroWords
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::ZeroWords)
};

constexpr int MostColumns = 8;

/// A column for each GPU, each part cut into as many slices as there are GPUs. From stage to stage
/// the slices that belong to others fade away; each GPU's own keep the colour of the part, with a
/// tab in that of the GPU. At the end the others' weights come back for the layers at work.
class ZeroPicture : public MotionPicture
{
public:
    ZeroPicture(ZeroMotion motion, const Scenario &scenario)
        : m_motion(std::move(motion))
        , m_estimator(scenario.estimator)
    {
        // FSDP shards as ZeRO-3 does, unless it is one of the stages itself.
        if (scenario.parallel.strategy != Strategy::Ddp)
            m_chosen = m_motion.stages.size() - 1;
        for (std::size_t i = 0; i < m_motion.stages.size(); ++i) {
            if (m_motion.stages[i].strategy == scenario.parallel.strategy)
                m_chosen = i;
        }
        for (const ZeroPart &part : m_motion.stages.front().parts)
            m_whole += part.whole;
    }

    std::size_t frames() const override { return m_motion.stages.size() + (gathers() ? 1 : 0); }
    double secondsOf(std::size_t /*frame*/) const override { return 1.6; }

    /// From the stage before to that of the scenario, with what comes after the last one.
    double begin() const override { return std::max(0.0, static_cast<double>(m_chosen) - 1); }
    double end() const override
    {
        const bool isLast = m_chosen + 1 == m_motion.stages.size() && m_chosen > 0;
        return static_cast<double>(isLast ? frames() - 1 : m_chosen);
    }

    void paint(
        QPainter &painter, const QRectF &rect, const ChartTheme &theme, double place) const override
    {
        const double lastStage = static_cast<double>(m_motion.stages.size() - 1);
        const double stagePlace = std::clamp(place, 0.0, lastStage);
        const auto from = static_cast<std::size_t>(std::floor(stagePlace));
        const auto to = std::min(from + 1, m_motion.stages.size() - 1);
        const double share = stagePlace - static_cast<double>(from);
        painter.setRenderHint(QPainter::Antialiasing, false);
        const auto [columns, amounts] = halvesOf(rect, 0.62);
        const int shown = std::min(m_motion.gpus, MostColumns);
        const QFontMetricsF metrics(theme.font);
        const double width = columns.width() / shown;
        for (int gpu = 0; gpu < shown; ++gpu) {
            const QRectF column(columns.left() + gpu * width, columns.top(), 0.84 * width,
                columns.height() - 1.4 * metrics.height());
            paintColumn(painter, column, theme, gpu, from, to, share);
            painter.setPen(theme.text);
            painter.setFont(theme.font);
            painter.drawText(
                QRectF(column.left(), column.bottom(), column.width(), 1.4 * metrics.height()),
                Qt::AlignCenter, ZeroWords::tr("GPU %1").arg(gpu));
        }
        if (gathers())
            paintGather(painter, columns, theme, std::max(0.0, place - lastStage));
        paintAmounts(painter, amounts, theme, from, to, share);
    }

    QString sentence(std::size_t frame) const override
    {
        if (frame >= m_motion.stages.size())
            return ZeroWords::tr(
                "At work: the weights of a layer are all-gathered, used and dropped "
                "again. At the peak that is %1 on each GPU.")
                .arg(memory(m_motion.stages.back().gathered));
        const ZeroStage &stage = m_motion.stages[frame];
        QStringList sharded;
        for (const ZeroPart &part : stage.parts) {
            if (part.isSharded)
                sharded += displayName(part.part);
        }
        const QString name = displayName(stage.strategy);
        const QString held = memory(statesOf(stage));
        if (sharded.isEmpty())
            return ZeroWords::tr("%1: every GPU keeps all of it, %2 of model states.")
                .arg(name, held);
        return ZeroWords::tr("%1: each GPU keeps its slice of: %2. That leaves %3 of model states.")
            .arg(name, sharded.join(QStringLiteral(", ")), held);
    }

    QString origin() const override
    {
        return ZeroWords::tr(
            "From the plans of this scenario under each stage: what every GPU holds at its peak, "
            "divided as Rajbhandari et al. describe ZeRO (2020).");
    }

private:
    bool gathers() const { return m_motion.stages.back().gathered > Bytes(0); }
    QString memory(Bytes bytes) const
    {
        return told(estimatorMemory(m_estimator, bytes), bytes.value());
    }
    /// On the way from one amount to another; nothing where either is guessed.
    MeterRow amountRow(
        const QString &label, Bytes before, Bytes after, double share, const QColor &colour) const
    {
        const Bytes held = (1 - share) * before + share * after;
        if (isSecret(before.value()) || isSecret(after.value()))
            return {label, QStringLiteral("?"), 0, colour};
        return {label, memory(held), held.value() / m_whole.value(), colour};
    }

    static Bytes statesOf(const ZeroStage &stage)
    {
        Bytes all{};
        for (const ZeroPart &part : stage.parts)
            all += part.perGpu;
        return all;
    }

    static bool isSharded(const ZeroStage &stage, PartId id)
    {
        return std::any_of(stage.parts.begin(), stage.parts.end(),
            [id](const ZeroPart &part) { return part.part == id && part.isSharded; });
    }

    static Bytes perGpu(const ZeroStage &stage, PartId id)
    {
        for (const ZeroPart &part : stage.parts) {
            if (part.part == id)
                return part.perGpu;
        }
        return {};
    }

    /// The weights lie at the bottom, as the bars have them.
    void paintColumn(QPainter &painter, const QRectF &column, const ChartTheme &theme, int gpu,
        std::size_t from, std::size_t to, double share) const
    {
        double bottom = column.bottom();
        for (const ZeroPart &part : m_motion.stages.front().parts) {
            const double height = column.height() * part.whole.value() / m_whole.value();
            const QRectF block(column.left(), bottom - height, column.width(), height);
            const double before = isSharded(m_motion.stages[from], part.part) ? 0 : 1;
            const double after = isSharded(m_motion.stages[to], part.part) ? 0 : 1;
            paintBlock(painter, block, theme, part.part, gpu, before + (after - before) * share);
            bottom -= height;
        }
    }

    /// `others` is how strong the slices are that belong to other GPUs.
    void paintBlock(QPainter &painter, const QRectF &block, const ChartTheme &theme, PartId part,
        int gpu, double others) const
    {
        const QColor colour = chartFill(partStyle(part)).colour;
        const double slice = block.height() / m_motion.gpus;
        painter.fillRect(block, faded(colour, others));
        const QRectF own(block.left(), block.top() + gpu * slice, block.width(), slice);
        painter.fillRect(own, colour);
        painter.fillRect(
            QRectF(own.left(), own.top(), 0.12 * own.width(), std::max(1.0, own.height())),
            chunkColour(gpu));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.background, 1));
        if (slice >= 4) {
            for (int i = 1; i < m_motion.gpus; ++i)
                painter.drawLine(QLineF(
                    block.left(), block.top() + i * slice, block.right(), block.top() + i * slice));
        }
        painter.setPen(QPen(theme.axis, 1.5, others < 0.5 ? Qt::DashLine : Qt::SolidLine));
        painter.drawRect(block);
    }

    /// The others' slices of one layer, of all GPUs to all.
    void paintGather(
        QPainter &painter, const QRectF &columns, const ChartTheme &theme, double strength) const
    {
        if (strength <= 0)
            return;
        const QFontMetricsF metrics(theme.font);
        const double height = std::max(0.5 * metrics.height(),
            (columns.height() - 1.4 * metrics.height()) * m_motion.stages.back().gathered.value()
                / m_whole.value());
        const int shown = std::min(m_motion.gpus, MostColumns);
        const double width = columns.width() / shown;
        const double bottom = columns.bottom() - 1.4 * metrics.height();
        for (int gpu = 0; gpu < shown; ++gpu) {
            const QRectF band(columns.left() + gpu * width, bottom - height, 0.84 * width, height);
            const double slice = band.width() / m_motion.gpus;
            for (int owner = 0; owner < m_motion.gpus; ++owner)
                painter.fillRect(
                    QRectF(band.left() + owner * slice, band.top(), slice, band.height()),
                    faded(chunkColour(owner), owner == gpu ? 1 : strength));
            painter.setPen(QPen(theme.text, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(band);
        }
        painter.setRenderHint(QPainter::Antialiasing);
        for (int gpu = 0; gpu + 1 < shown; ++gpu) {
            const double x = columns.left() + (gpu + 0.86) * width;
            paintArrow(painter,
                {x, bottom - height / 2, x + 0.12 * width * strength, bottom - height / 2},
                theme.text, 3);
        }
    }

    void paintAmounts(QPainter &painter, const QRectF &rect, const ChartTheme &theme,
        std::size_t from, std::size_t to, double share) const
    {
        std::vector<MeterRow> rows;
        for (const ZeroPart &part : m_motion.stages.front().parts) {
            const Bytes before = perGpu(m_motion.stages[from], part.part);
            const Bytes after = perGpu(m_motion.stages[to], part.part);
            rows.insert(rows.begin(),
                amountRow(displayName(part.part), before, after, share,
                    chartFill(partStyle(part.part)).colour));
        }
        rows.insert(rows.begin(),
            amountRow(ZeroWords::tr("Model states"), statesOf(m_motion.stages[from]),
                statesOf(m_motion.stages[to]), share, theme.text));
        const QFontMetricsF metrics(theme.font);
        QFont bold = theme.font;
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(theme.text);
        const std::size_t named = share < 0.5 ? from : to;
        const QString count = ZeroWords::tr("%1 on %n GPU(s)", "strategy", m_motion.gpus)
                                  .arg(displayName(m_motion.stages[named].strategy));
        painter.drawText(QRectF(rect.left(), rect.top(), rect.width(), 1.5 * metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, count);
        paintMeters(painter, rect.adjusted(0, 2.2 * metrics.height(), 0, 0), theme, rows);
    }

    ZeroMotion m_motion;
    EstimatorKind m_estimator;
    std::size_t m_chosen = 0; ///< the stage of the scenario
    Bytes m_whole{};
};

} // namespace

std::unique_ptr<MotionPicture> zeroPicture(const Plan &plan, const PlanMaker &make)
{
    ZeroMotion motion = zeroMotion(plan, make);
    const bool hasStates = !motion.stages.empty() && !motion.stages.front().parts.empty();
    return hasStates && motion.gpus > 1
        ? std::make_unique<ZeroPicture>(std::move(motion), plan.scenario)
        : nullptr;
}

} // namespace shardscope
