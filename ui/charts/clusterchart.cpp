// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/clusterchart.h"

#include "core/estimate/axisload.h"
#include "core/report/summary.h"
#include "core/scenario/framework.h"
#include "ui/boldfont.h"
#include "ui/charts/clusterlayout.h"
#include "ui/charts/tierchart.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

class ClusterChart
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::ClusterChart)
};

/// What a GPU of one stage holds, and sends along each axis.
struct StageHoldings
{
    int firstLayer = 0;
    int layers = 0;
    Bytes peak{};
    Bytes weights{};
    double share = 0; ///< of the model's weights; 0: not said
    std::vector<AxisLoad> loads{};
};

std::vector<StageHoldings> holdingsOf(const Plan &plan, const Ranks &ranks)
{
    std::vector<const StagePlan *> stages;
    for (const StagePlan &stage : plan.stages)
        stages.push_back(&stage);
    if (stages.empty())
        stages.push_back(&plan);
    std::vector<StageHoldings> all;
    Bytes model{};
    for (const StagePlan *stage : stages) {
        const Bytes weights = stage->memory.atPeak(PartId::Weights);
        all.push_back({stage->stage.firstLayer, stage->stage.layers, stage->memory.peak, weights, 0,
            axisLoads(stage->traffic, ranks)});
        model += ranks.mesh().tensor * weights;
    }
    // FSDP shards them once more, and routed experts are cut otherwise than the rest.
    const bool isWhole = frameworkFor(plan.scenario.parallel) == Framework::Megatron;
    if (isWhole && ranks.mesh().expert == 1 && model > Bytes(0)) {
        for (StageHoldings &stage : all)
            stage.share = stage.weights / model;
    }
    return all;
}

constexpr double columnGap = 18;

bool isNumber(std::size_t column)
{
    constexpr std::size_t link = 2;
    return column > 0 && column != link;
}

/// Of the columns that have room, from the first on.
std::vector<double> columnWidths(
    const std::vector<QStringList> &rows, const ChartTheme &theme, double room)
{
    const QFontMetricsF bold(boldFont(theme.font));
    std::vector<double> widths;
    double left = room;
    for (qsizetype column = 0; column < rows.front().size(); ++column) {
        double width = 0;
        for (const QStringList &row : rows)
            width = std::max(width, bold.horizontalAdvance(row[column]) + columnGap);
        constexpr std::size_t leastColumns = 3; // without the link it says nothing
        if (width > left && widths.size() >= leastColumns)
            break;
        widths.push_back(std::min(width, std::max(0.0, left)));
        left -= width;
    }
    return widths;
}

void paintRow(QPainter &painter, const QStringList &row, const std::vector<double> &widths,
    const QRectF &whole)
{
    const bool isMirrored = QGuiApplication::isRightToLeft();
    double left = whole.left() + columnGap / 3;
    for (std::size_t column = 0; column < widths.size(); ++column) {
        QRectF cell(left, whole.top(), widths[column] - columnGap, whole.height());
        left += widths[column];
        if (isMirrored)
            cell.moveRight(whole.right() - (cell.left() - whole.left()));
        const bool isRight = isNumber(column) != isMirrored;
        painter.drawText(cell, Qt::AlignVCenter | (isRight ? Qt::AlignRight : Qt::AlignLeft),
            painter.fontMetrics().elidedText(
                row[static_cast<qsizetype>(column)], Qt::ElideRight, qCeil(cell.width())));
    }
}

/// Of the groups that are shown, by their order: neighbours differ, the numbers of all do.
const ChartFill &groupFill(std::size_t order)
{
    constexpr std::array styles{0, 5, 2, 4, 1, 6, 3, 10};
    return chartFill(styles[order % styles.size()]);
}

class ClusterDrawing : public Drawing
{
public:
    ClusterDrawing(const Plan &plan, const Catalog &catalog, std::optional<MeshAxis> axis)
        : m_ranks(ranksOf(plan))
        , m_axis(m_ranks.axes().front())
        , m_stages(holdingsOf(plan, m_ranks))
        , m_loads(axisLoads(plan.traffic, m_ranks))
    {
        const std::vector<MeshAxis> axes = m_ranks.axes();
        if (axis && std::find(axes.begin(), axes.end(), *axis) != axes.end())
            m_axis = *axis;
        m_nodes = shownNodes(m_ranks, m_axis);
        for (const int node : m_nodes) {
            for (int gpu = 0; gpu < gpusOn(node); ++gpu)
                m_places.push_back(node * m_ranks.gpusPerNode() + gpu);
        }
        for (const int rank : m_places)
            m_groups.push_back(m_ranks.groupIndex(m_axis, rank));
        std::sort(m_groups.begin(), m_groups.end());
        m_groups.erase(std::unique(m_groups.begin(), m_groups.end()), m_groups.end());
        for (const AxisLoad &load : m_loads)
            m_where.push_back(whereOf(load, catalog));
    }

    QString title() const override;
    QString summary() const override;
    void paint(QPainter &painter, const DrawingRoom &room) const override;
    int count() const override { return static_cast<int>(m_places.size()); }
    QRectF placeRect(int place, const DrawingRoom &room) const override
    {
        return rectIn(layoutIn(room), place);
    }
    int placeAt(const QPointF &position, const DrawingRoom &room) const override;
    int placeBeside(int place, int right, int up, const DrawingRoom &room) const override;
    QString nameOf(int place) const override;
    QString readingOf(int place) const override;
    std::vector<int> placesAlike(int place) const override;
    QString barOf(int place) const override
    {
        return m_stages.size() > 1
            ? QStringLiteral("stage-%1").arg(m_ranks.stageOf(rankOf(place)) + 1)
            : QStringLiteral("gpu%1").arg(rankOf(place));
    }

private:
    int perNode() const { return std::min(m_ranks.gpusPerNode(), m_ranks.gpus()); }
    int gpusOn(int node) const
    {
        const int first = node * m_ranks.gpusPerNode();
        return std::min(m_ranks.gpusPerNode(), m_ranks.gpus() - first);
    }
    int rankOf(int place) const { return m_places[static_cast<std::size_t>(place)]; }
    const StageHoldings &holdings(int rank) const
    {
        return m_stages[std::min(
            m_stages.size() - 1, static_cast<std::size_t>(m_ranks.stageOf(rank)))];
    }
    ClusterLayout layoutIn(const DrawingRoom &room) const
    {
        return clusterLayout(m_nodes.size(), perNode(), m_loads.size(), room);
    }
    QRectF rectIn(const ClusterLayout &layout, int place) const
    {
        const int rank = rankOf(place);
        const auto node = std::lower_bound(m_nodes.begin(), m_nodes.end(), m_ranks.nodeOf(rank));
        return layout.gpuRect(static_cast<std::size_t>(node - m_nodes.begin()),
            rank % m_ranks.gpusPerNode(), perNode());
    }
    int placeAbove(int place, bool isUp, const ClusterLayout &layout) const;
    static QString whereOf(const AxisLoad &load, const Catalog &catalog);
    QString loadText(std::size_t axis, const AxisLoad &load) const;
    QString nodeName(int node) const;
    QString note() const;

    void paintNodes(QPainter &painter, const ClusterLayout &layout, const ChartTheme &theme) const;
    void paintGpus(QPainter &painter, const ClusterLayout &layout, const ChartTheme &theme) const;
    void paintTable(QPainter &painter, const ClusterLayout &layout, const ChartTheme &theme) const;
    QStringList tableRow(std::size_t axis) const;

    Ranks m_ranks;
    MeshAxis m_axis;
    std::vector<StageHoldings> m_stages;
    std::vector<AxisLoad> m_loads; ///< of the deciding stage
    std::vector<QString> m_where; ///< of each: over which link
    std::vector<int> m_nodes; ///< that are shown
    std::vector<int> m_places; ///< their ranks
    std::vector<int> m_groups; ///< of these, in order
};

QString ClusterDrawing::whereOf(const AxisLoad &load, const Catalog &catalog)
{
    if (load.bytes <= Bytes(0))
        return {};
    const QString link = translated(Named{Named::What::Link, load.link}, &catalog);
    return load.leavesNode() ? ClusterChart::tr("between nodes, %1", "link").arg(link)
                             : ClusterChart::tr("inside the node, %1", "link").arg(link);
}

QString ClusterDrawing::title() const
{
    if (m_ranks.gpus() == 1)
        return ClusterChart::tr("One GPU, which sends nothing to others");
    const QString groups = ClusterChart::tr("axis: %1, groups of %2 GPUs", "of parallelism, number")
                               .arg(displayName(m_axis), formatWhole(m_ranks.ranksAlong(m_axis)));
    if (m_ranks.nodes() == 1)
        return ClusterChart::tr("%1 GPUs on one node; %2", "number, which groups are shown")
            .arg(formatWhole(m_ranks.gpus()), groups);
    return ClusterChart::tr("%1 GPUs on %2 nodes; %3", "numbers, which groups are shown")
        .arg(formatWhole(m_ranks.gpus()), formatWhole(m_ranks.nodes()), groups);
}

/// "Tensor: 211 GB over NVLink 4, 1.2 s".
QString ClusterDrawing::loadText(std::size_t axis, const AxisLoad &load) const
{
    if (load.bytes <= Bytes(0))
        return ClusterChart::tr("%1: nothing is sent", "axis").arg(displayName(load.axis));
    return ClusterChart::tr("%1: %2 sent per step, %3, %4", "axis, amount, link, duration")
        .arg(displayName(load.axis), formatTraffic(load.bytes), m_where[axis],
            formatSeconds(load.seconds));
}

QString ClusterDrawing::summary() const
{
    QStringList parts;
    for (std::size_t i = 0; i < m_loads.size(); ++i)
        parts += loadText(i, m_loads[i]);
    return parts.join(QStringLiteral("; ")) + QLatin1Char('.');
}

QString ClusterDrawing::nodeName(int node) const
{
    const int first = node * m_ranks.gpusPerNode();
    const int last = first + gpusOn(node) - 1;
    const int stage = m_ranks.stageOf(first);
    if (m_stages.size() > 1 && stage == m_ranks.stageOf(last))
        return ClusterChart::tr("Node %1, stage %2").arg(formatWhole(node + 1)).arg(stage + 1);
    return ClusterChart::tr("Node %1").arg(formatWhole(node + 1));
}

QString ClusterDrawing::note() const
{
    const QString meaning
        = ClusterChart::tr("GPUs with the same number and colour are a group; groups: %1.")
              .arg(formatWhole(m_ranks.groupCount(m_axis)));
    const int leftOut = m_ranks.nodes() - static_cast<int>(m_nodes.size());
    if (leftOut <= 0)
        return meaning;
    return meaning + QLatin1Char(' ')
        + ClusterChart::tr("Nodes like these that are not drawn: %1.").arg(formatWhole(leftOut));
}

int ClusterDrawing::placeAt(const QPointF &position, const DrawingRoom &room) const
{
    const ClusterLayout layout = layoutIn(room);
    for (int place = 0; place < count(); ++place) {
        if (rectIn(layout, place).contains(position))
            return place;
    }
    return -1;
}

/// The nearest one in the next row of GPUs; itself where there is none.
int ClusterDrawing::placeAbove(int place, bool isUp, const ClusterLayout &layout) const
{
    const QPointF from = rectIn(layout, place).center();
    int best = place;
    double least = 1e12;
    for (int other = 0; other < count(); ++other) {
        const QPointF away = rectIn(layout, other).center() - from;
        const double along = isUp ? -away.y() : away.y();
        if (along < layout.cell / 2)
            continue;
        const double distance = along + 4 * std::abs(away.x());
        if (distance < least) {
            least = distance;
            best = other;
        }
    }
    return best;
}

int ClusterDrawing::placeBeside(int place, int right, int up, const DrawingRoom &room) const
{
    if (right != 0)
        return std::clamp(place + right, 0, count() - 1);
    const ClusterLayout layout = layoutIn(room);
    int at = place;
    for (int i = 0; i < std::abs(up); ++i)
        at = placeAbove(at, up > 0, layout);
    return at;
}

QString ClusterDrawing::nameOf(int place) const
{
    const int rank = rankOf(place);
    return ClusterChart::tr("GPU %1 (%2): group %3 along %4", "number, node, number, axis")
        .arg(formatWhole(rank), nodeName(m_ranks.nodeOf(rank)),
            formatWhole(m_ranks.groupIndex(m_axis, rank) + 1), displayName(m_axis));
}

QString ClusterDrawing::readingOf(int place) const
{
    const int rank = rankOf(place);
    const StageHoldings &held = holdings(rank);
    QStringList lines{nameOf(place)};
    lines += ClusterChart::tr("Layers %1 to %2, peak %3", "numbers, amount")
                 .arg(held.firstLayer + 1)
                 .arg(held.firstLayer + held.layers)
                 .arg(formatMemory(held.peak));
    lines += held.share > 0
        ? ClusterChart::tr("Weights %1, %2 of the model", "amount, percent")
              .arg(formatMemory(held.weights), formatPercent(held.share))
        : ClusterChart::tr("Weights %1", "amount").arg(formatMemory(held.weights));
    for (std::size_t i = 0; i < held.loads.size(); ++i) {
        const MeshAxis axis = held.loads[i].axis;
        lines += ClusterChart::tr("%1 (number %2 of %3)", "what is sent along an axis, numbers")
                     .arg(loadText(i, held.loads[i]))
                     .arg(m_ranks.indexAlong(axis, rank) + 1)
                     .arg(m_ranks.ranksAlong(axis));
    }
    return lines.join(QLatin1Char('\n'));
}

/// Whom it talks with along the axis.
std::vector<int> ClusterDrawing::placesAlike(int place) const
{
    const int group = m_ranks.groupIndex(m_axis, rankOf(place));
    std::vector<int> alike;
    for (int other = 0; other < count(); ++other) {
        if (other != place && m_ranks.groupIndex(m_axis, rankOf(other)) == group)
            alike.push_back(other);
    }
    return alike;
}

void ClusterDrawing::paintNodes(
    QPainter &painter, const ClusterLayout &layout, const ChartTheme &theme) const
{
    const QFontMetricsF metrics(theme.font);
    painter.setFont(theme.font);
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const QRectF box = layout.boxRect(i, perNode());
        painter.setPen(QPen(theme.grid, 1));
        painter.setBrush(idleColour(theme));
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        if (layout.head <= 0)
            continue;
        painter.setPen(theme.faintText);
        const QRectF place(box.left() + 4, box.top() + 2, box.width() - 8, layout.head);
        const QString whole = nodeName(m_nodes[i]);
        const QString brief = formatWhole(m_nodes[i] + 1);
        painter.drawText(place, Qt::AlignHCenter | Qt::AlignVCenter,
            metrics.horizontalAdvance(whole) <= place.width() ? whole : brief);
    }
}

void ClusterDrawing::paintGpus(
    QPainter &painter, const ClusterLayout &layout, const ChartTheme &theme) const
{
    constexpr double least = 0.7; // of the letters of the chart
    const int largest = m_groups.back() + 1;
    const QFontMetricsF metrics(theme.font);
    const double room = layout.cell - 5;
    const double fit = std::min(
        {1.0, room / metrics.horizontalAdvance(formatWhole(largest)), room / metrics.height()});
    QFont font = theme.font;
    font.setPointSizeF(std::max(least, fit) * theme.font.pointSizeF());
    painter.setFont(font);
    for (int place = 0; place < count(); ++place) {
        const QRectF rect = rectIn(layout, place);
        const int group = m_ranks.groupIndex(m_axis, rankOf(place));
        const auto order = std::lower_bound(m_groups.begin(), m_groups.end(), group);
        const ChartFill &fill = groupFill(static_cast<std::size_t>(order - m_groups.begin()));
        paintCell(painter, rect, fill, theme);
        if (fit < least)
            continue;
        const QString text = formatWhole(group + 1);
        if (isHatched(fill, theme)) {
            const QFontMetricsF own(font);
            QRectF plate(0, 0, own.horizontalAdvance(text) + 3, own.height());
            plate.moveCenter(rect.center());
            painter.fillRect(plate.intersected(rect), fill.colour);
        }
        painter.setPen(textOn(fill.colour));
        painter.drawText(rect, Qt::AlignCenter, text);
    }
}

QStringList ClusterDrawing::tableRow(std::size_t axis) const
{
    const AxisLoad &load = m_loads[axis];
    const QString none = QStringLiteral("–");
    const bool isSent = load.bytes > Bytes(0);
    return {displayName(load.axis), formatWhole(m_ranks.ranksAlong(load.axis)),
        isSent ? m_where[axis] : none, isSent ? formatTraffic(load.bytes) : none,
        isSent ? formatSeconds(load.seconds) : none, isSent ? formatSeconds(load.exposed) : none};
}

void ClusterDrawing::paintTable(
    QPainter &painter, const ClusterLayout &layout, const ChartTheme &theme) const
{
    if (layout.table.isEmpty())
        return;
    std::vector<QStringList> rows{{ClusterChart::tr("Axis"), ClusterChart::tr("GPUs"),
        ClusterChart::tr("Link"), ClusterChart::tr("Sent per step"), ClusterChart::tr("Time"),
        ClusterChart::tr("Exposed")}};
    for (std::size_t i = 0; i < m_loads.size(); ++i)
        rows.push_back(tableRow(i));
    const std::vector<double> widths = columnWidths(rows, theme, layout.table.width());
    const double line = layout.table.height() / static_cast<double>(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool isChosen = i > 0 && m_loads[i - 1].axis == m_axis;
        const QRectF whole(layout.table.left(), layout.table.top() + static_cast<double>(i) * line,
            layout.table.width(), line);
        if (isChosen)
            painter.fillRect(whole, theme.chosenBand);
        painter.setFont(isChosen ? boldFont(theme.font) : theme.font);
        painter.setPen(i == 0 ? theme.faintText : theme.text);
        paintRow(painter, rows[i], widths, whole);
    }
}

void ClusterDrawing::paint(QPainter &painter, const DrawingRoom &room) const
{
    painter.save();
    const ClusterLayout layout = layoutIn(room);
    paintNodes(painter, layout, room.theme);
    paintGpus(painter, layout, room.theme);
    painter.setFont(room.theme.font);
    painter.setPen(room.theme.text);
    painter.drawText(layout.note,
        Qt::AlignVCenter | (QGuiApplication::isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft),
        painter.fontMetrics().elidedText(note(), Qt::ElideRight, qFloor(layout.note.width())));
    paintTable(painter, layout, room.theme);
    painter.restore();
}

} // namespace

std::shared_ptr<const Drawing> clusterChart(
    const Plan &plan, const Catalog &catalog, std::optional<MeshAxis> axis)
{
    return std::make_shared<ClusterDrawing>(plan, catalog, axis);
}

} // namespace shardscope
