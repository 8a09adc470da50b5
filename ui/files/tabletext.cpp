// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/tabletext.h"

#include "core/base/number.h"
#include "core/estimate/axisload.h"
#include "core/estimate/pipelineschedule.h"
#include "core/estimate/schedule.h"
#include "core/report/runshares.h"
#include "ui/charts/timelinechart.h"
#include "ui/compare/comparedtable.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

#include <utility>

namespace shardscope {

namespace {

class TableText
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::TableText)
};

/// As in files: the total of memory is its section.
QString sectionId(OutputKind kind)
{
    return kind == OutputKind::Peak ? QStringLiteral("memory") : toText(nameOf(kind));
}

QString exactNumber(double value)
{
    return QString::fromStdString(formatNumber(value));
}

/// The difference from the baseline stands at the end, so that the others keep their places.
QStringList exactCells(const ComparedRow &compared)
{
    const PlanRow &row = compared.row;
    QStringList cells{
        sectionId(row.kind), row.id, exactNumber(row.value), row.unit, row.formula, row.source};
    if (!compared.pins.isEmpty())
        cells += {exactNumber(compared.before), exactNumber(row.value - compared.before)};
    for (const double value : compared.values)
        cells += exactNumber(value);
    return cells;
}

QStringList exactHeaders(const Compared &compared)
{
    QStringList headers{QStringLiteral("section"), QStringLiteral("id"), QStringLiteral("value"),
        QStringLiteral("unit"), QStringLiteral("formula"), QStringLiteral("source")};
    if (compared.reference())
        headers += {QStringLiteral("baseline"), QStringLiteral("difference")};
    for (const PinnedPlan &pin : compared.pins)
        headers += pin.name;
    return headers;
}

/// RFC 4180. Cells that a spreadsheet would run as a formula are made harmless.
QString csvCell(QString cell)
{
    if (!cell.isEmpty() && QStringLiteral("=+@").contains(cell.front()))
        cell.prepend(QLatin1Char('\''));
    const bool needsQuotes = cell.contains(QLatin1Char(',')) || cell.contains(QLatin1Char('"'))
        || cell.contains(QLatin1Char('\n'));
    if (!needsQuotes)
        return cell;
    return QLatin1Char('"') + cell.replace(QLatin1Char('"'), QStringLiteral("\"\""))
        + QLatin1Char('"');
}

QString tsvCell(QString cell)
{
    return cell.replace(QLatin1Char('\t'), QLatin1Char(' '))
        .replace(QLatin1Char('\n'), QLatin1Char(' '));
}

template <class Escape>
QString exactTable(const Plan &plan, const Compared &compared, QLatin1Char separator, Escape escape)
{
    const auto line = [&](const QStringList &cells) {
        QStringList escaped;
        for (const QString &cell : cells)
            escaped += escape(cell);
        return escaped.join(separator) + QLatin1Char('\n');
    };
    QString table = line(exactHeaders(compared));
    for (const ComparedRow &row : comparedRows(plan, compared))
        table += line(exactCells(row));
    return table;
}

/// A column of the tables for people.
struct ReadableColumn
{
    QString title{};
    bool isNumber = false;
};

std::vector<ReadableColumn> readableColumns(const Compared &compared)
{
    std::vector<ReadableColumn> columns{{TableText::tr("Item")}, {TableText::tr("Amount"), true}};
    if (const PinnedPlan *baseline = compared.reference()) {
        columns.push_back(
            {TableText::tr("Difference from %1", "name of a pin").arg(baseline->name), true});
        columns.push_back({TableText::tr("Percent", "difference from the baseline"), true});
    }
    for (const PinnedPlan &pin : compared.pins)
        columns.push_back({pin.name, true});
    columns.push_back({TableText::tr("Share"), true});
    columns.push_back({TableText::tr("Formula")});
    return columns;
}

QStringList headers(const Compared &compared)
{
    QStringList titles;
    for (const ReadableColumn &column : readableColumns(compared))
        titles += column.title;
    return titles;
}

QStringList readableCells(const ComparedRow &compared)
{
    const PlanRow &row = compared.row;
    QStringList cells{row.name, row.amount};
    if (!compared.pins.isEmpty())
        cells += {compared.difference, compared.percent};
    cells += compared.pins;
    cells += row.share > 0 ? formatPercent(row.share) : QString();
    cells += formatFormula(row.formula);
    return cells;
}

/// "|---|---:|" under the titles.
QString markdownRuler(const Compared &compared)
{
    QString ruler = QStringLiteral("|");
    for (const ReadableColumn &column : readableColumns(compared))
        ruler += column.isNumber ? QStringLiteral("---:|") : QStringLiteral("---|");
    return ruler + QLatin1Char('\n');
}

QString markdownLine(QStringList cells, bool isBold)
{
    for (QString &cell : cells) {
        cell.replace(QLatin1Char('|'), QStringLiteral("\\|"));
        if (isBold && !cell.isEmpty())
            cell = QStringLiteral("**%1**").arg(cell);
    }
    return QStringLiteral("| %1 |\n").arg(cells.join(QStringLiteral(" | ")));
}

QString htmlLine(const QStringList &cells, const QString &tag)
{
    QString html = QStringLiteral("<tr>");
    for (const QString &cell : cells)
        html += QStringLiteral("<%1>%2</%1>").arg(tag, cell.toHtmlEscaped());
    return html + QStringLiteral("</tr>\n");
}

std::string_view nameOfWork(const PipelineCell &cell)
{
    if (cell.part == BackwardPart::Whole)
        return nameOf(cell.pass);
    return cell.part == BackwardPart::Inputs ? "backward-inputs" : "backward-weights";
}

} // namespace

QString tableCsv(const Plan &plan, const Compared &compared)
{
    return exactTable(plan, compared, QLatin1Char(','), csvCell);
}

QString timelineCsv(const Plan &plan)
{
    QStringList header{QStringLiteral("instant"), QStringLiteral("phase"),
        QStringLiteral("micro_step"), QStringLiteral("layer")};
    for (const std::string_view part : namesOf<PartId>)
        header += toText(part);
    QString table = header.join(QLatin1Char(',')) + QStringLiteral(",total\n");
    int instant = 0;
    for (const Sample &sample : stepInstants(plan)) {
        const QString layer = sample.layer < 0 ? QString() : QString::number(sample.layer);
        QStringList cells{QString::number(instant++), toText(nameOf(sample.phase)),
            QString::number(sample.microStep), layer};
        double total = 0;
        for (const double bytes : sample.parts) {
            cells += exactNumber(bytes);
            total += bytes;
        }
        cells += exactNumber(total);
        table += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return table;
}

QString stepCsv(const Plan &plan)
{
    QString table = QStringLiteral("lane,begin_s,end_s,waited_for\n");
    const auto add = [&table](const QString &lane, const std::vector<Stretch> &stretches) {
        for (const Stretch &stretch : stretches)
            table += QStringList{lane, exactNumber(stretch.begin.value()),
                         exactNumber(stretch.end.value()),
                         stretch.isWaitedFor ? QStringLiteral("yes") : QStringLiteral("no")}
                         .join(QLatin1Char(','))
                + QLatin1Char('\n');
    };
    const Schedule schedule = stepSchedule(plan);
    add(QStringLiteral("compute"), schedule.compute);
    for (std::size_t i = 0; i < schedule.collectives.size(); ++i)
        add(toText(plan.traffic.collectives[i].id()), schedule.collectives[i]);
    return table;
}

QString pipelineCsv(const Plan &plan)
{
    QString table = QStringLiteral("stage,pass,micro_batch,chunk,begin_s,end_s,exposed_s\n");
    const PipelineSchedule schedule = wholePipelineSchedule(plan);
    for (std::size_t stage = 0; stage < schedule.stages.size(); ++stage) {
        for (const PipelineCell &cell : schedule.stages[stage]) {
            const bool isOnce = cell.pass == Pass::Update;
            table += QStringList{QString::number(stage + 1), toText(nameOfWork(cell)),
                         isOnce ? QString() : QString::number(cell.microBatch + 1),
                         isOnce ? QString() : QString::number(cell.chunk + 1),
                         exactNumber(cell.begin.value()), exactNumber(cell.end.value()),
                         exactNumber(cell.waited.value())}
                         .join(QLatin1Char(','))
                + QLatin1Char('\n');
        }
    }
    return table;
}

QString clusterCsv(const Plan &plan)
{
    const Ranks ranks = ranksOf(plan);
    const std::vector<MeshAxis> axes = ranks.axes();
    QStringList header{QStringLiteral("rank"), QStringLiteral("node")};
    for (const MeshAxis axis : axes)
        header += toText(nameOf(axis));
    QString table = header.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (int rank = 0; rank < ranks.gpus(); ++rank) {
        QStringList cells{QString::number(rank), QString::number(ranks.nodeOf(rank))};
        for (const MeshAxis axis : axes)
            cells += QString::number(ranks.indexAlong(axis, rank));
        table += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return table;
}

QString runCsv(const Plan &plan)
{
    QString table = QStringLiteral("part,seconds_per_step,share,hours,energy_kwh,cost\n");
    const auto known = [](double value) { return value > 0 ? exactNumber(value) : QString(); };
    for (const RunShare &share : runShares(plan))
        table += QStringList{toText(share.id), exactNumber(share.perStep.value()),
                     exactNumber(share.share), known(share.duration.value() / 3600),
                     known(share.energyKwh), known(share.cost)}
                     .join(QLatin1Char(','))
            + QLatin1Char('\n');
    return table;
}

QString barsCsv(const ChartData &bars)
{
    QStringList header{QStringLiteral("bar")};
    for (const ChartSeries &series : bars.series)
        header += csvCell(series.isWaited ? series.id + QStringLiteral("-waited-for") : series.id);
    header += QStringLiteral("total");
    if (bars.axis)
        header += QStringLiteral("share");
    QString table = header.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (std::size_t i = 0; i < bars.categories.size(); ++i) {
        QStringList cells{csvCell(bars.categories[i].id)};
        for (std::size_t part = 0; part < bars.series.size(); ++part)
            cells += isShown(bars, i, part) ? exactNumber(amountOf(bars, i, part)) : QString();
        cells += exactNumber(totalAmount(bars, i));
        if (bars.axis)
            cells += exactNumber(totalOf(bars, i));
        table += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    const QString blanks(bars.series.size() + (bars.axis ? 2 : 1), QLatin1Char(','));
    for (const ChartLine &line : bars.lines)
        table += csvCell(QStringLiteral("limit %1").arg(line.id)) + blanks + exactNumber(line.value)
            + QLatin1Char('\n');
    return table;
}

QString tableTsv(const Plan &plan, const Compared &compared)
{
    return exactTable(plan, compared, QLatin1Char('\t'), tsvCell);
}

QString tableMarkdown(const Plan &plan, const Compared &compared)
{
    QString table;
    QString section;
    for (const ComparedRow &one : comparedRows(plan, compared)) {
        const OutputKind kind = one.row.kind;
        if (std::exchange(section, sectionName(kind)) != sectionName(kind)) {
            table += QStringLiteral("%1### %2\n\n")
                         .arg(table.isEmpty() ? QString() : QStringLiteral("\n"), section);
            table += markdownLine(headers(compared), false) + markdownRuler(compared);
        }
        table += markdownLine(readableCells(one), isTotal(kind));
    }
    return table;
}

QString tableHtml(const Plan &plan, const Compared &compared)
{
    QString html = QStringLiteral("<table>\n") + htmlLine(headers(compared), QStringLiteral("th"));
    for (const ComparedRow &one : comparedRows(plan, compared))
        html += htmlLine(readableCells(one),
            isTotal(one.row.kind) ? QStringLiteral("th") : QStringLiteral("td"));
    return html + QStringLiteral("</table>\n");
}

} // namespace shardscope
