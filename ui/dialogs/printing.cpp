// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/printing.h"

#include "core/report/caption.h"
#include "core/report/summary.h"
#include "ui/compare/comparedtable.h"
#include "ui/files/exporter.h"
#include "ui/files/paperdocument.h"
#include "ui/session.h"
#include "ui/text/format.h"
#include "ui/text/translated.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QPrintPreviewDialog>
#include <QPrinter>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

class PrintedReport
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::PrintedReport)
};

constexpr double BodyPoints = 9;
constexpr int SmallestChart = 260; // pixels: below, labels run into each other
constexpr double WidestChart = 0.62; // height over width
const QUrl ChartUrl(QStringLiteral("report:chart"));

QString tableRow(const ComparedRow &compared)
{
    const PlanRow &row = compared.row;
    const QString tag = isTotal(row.kind) ? QStringLiteral("b") : QStringLiteral("span");
    const QString share = row.share > 0 ? formatPercent(row.share) : QString();
    QString html = QStringLiteral("<tr>");
    const auto add = [&html, &tag](const QString &text, bool isNumber) {
        html += QStringLiteral("<td%1 style=\"padding:2px 12px 2px 0\"><%2>%3</%2></td>")
                    .arg(isNumber ? QStringLiteral(" align=\"right\"") : QString(), tag,
                        text.toHtmlEscaped());
    };
    add(row.name, false);
    add(row.amount, true);
    if (!compared.pins.isEmpty())
        add(compared.difference, true);
    add(share, true);
    add(formatFormula(row.formula), false);
    return html + QStringLiteral("</tr>");
}

QString tableHead(OutputKind kind, const Compared &compared)
{
    QStringList titles{sectionName(kind), PrintedReport::tr("Amount")};
    if (const PinnedPlan *baseline = compared.reference())
        titles += PrintedReport::tr("Difference from %1", "name of a pin").arg(baseline->name);
    titles += {PrintedReport::tr("Share"), PrintedReport::tr("Formula")};
    QString html = QStringLiteral("<tr>");
    for (const QString &title : titles)
        html += QStringLiteral(
            "<td style=\"padding:8px 12px 2px 0; border-bottom:1px solid #8a8f96\"><i>%1</i></td>")
                    .arg(title.toHtmlEscaped());
    return html + QStringLiteral("</tr>");
}

bool isPrinted(const PlanRow &row)
{
    return row.kind == OutputKind::Part || row.kind == OutputKind::Peak
        || row.kind == OutputKind::Collective || row.kind == OutputKind::Traffic;
}

QString tableOf(const Plan &plan, const Compared &compared)
{
    QString html = QStringLiteral(
        "<table cellspacing=\"0\" cellpadding=\"0\" width=\"100%\" style=\"margin-bottom:12px\">");
    QString section;
    for (const ComparedRow &one : comparedRows(plan, compared)) {
        const OutputKind kind = one.row.kind;
        if (!isPrinted(one.row))
            continue;
        if (std::exchange(section, sectionName(kind)) != sectionName(kind))
            html += tableHead(kind, compared);
        html += tableRow(one);
    }
    return html + QStringLiteral("</table>");
}

/// What the report is about.
struct Subject
{
    const Plan &plan;
    const Catalog &catalog;
    const Compared &compared;
};

QString reportHtml(const Subject &subject, const QSize &chart)
{
    const auto &[plan, catalog, compared] = subject;
    return QStringLiteral("<h2>%1</h2><p>%2</p><p><img src=\"%3\" width=\"%4\" height=\"%5\"></p>"
                          "%6<p>%7</p><p>%8</p>")
        .arg(translated(verdictHeadline(plan), &catalog).toHtmlEscaped(),
            translated(verdictDetail(plan)).toHtmlEscaped(), ChartUrl.toString())
        .arg(chart.width())
        .arg(chart.height())
        .arg(tableOf(plan, compared),
            translated(assumptionsSentence(plan), &catalog).toHtmlEscaped(),
            translated(imprintSentence({.program = programAndVersion().toStdString()}))
                .toHtmlEscaped());
}

QImage chartImage(const Subject &subject, const QSize &size)
{
    ChartPicture picture
        = planPicture(subject.plan, subject.catalog, {.size = size, .compared = subject.compared});
    picture.caption.clear(); // the page says it
    return pictureImage(picture, PaperDocument::PrintedDotsPerInch / PaperDocument::DotsPerInch);
}

} // namespace

std::unique_ptr<QTextDocument> reportDocument(
    const Plan &plan, const Catalog &catalog, const QSizeF &size, const Compared &compared)
{
    const Subject subject{plan, catalog, compared};
    auto document = std::make_unique<PaperDocument>(BodyPoints);
    const int width = static_cast<int>(size.width());
    // The chart gets the room that the text leaves.
    document->setTextWidth(width);
    document->setHtml(reportHtml(subject, {width, 1}));
    const int room = static_cast<int>(size.height() - document->size().height());
    const int largest = std::max(SmallestChart, static_cast<int>(width * WidestChart));
    const QSize chart(width, std::clamp(room, SmallestChart, largest));
    document->addResource(QTextDocument::ImageResource, ChartUrl, chartImage(subject, chart));
    document->setHtml(reportHtml(subject, chart));
    document->setPageSize(size);
    return document;
}

void printReport(Session &session, QWidget *window)
{
    session.settle();
    if (!session.plan() || session.problem())
        return;
    const Plan plan = *session.plan();
    const Catalog &catalog = session.catalog();
    QPrinter printer(QPrinter::HighResolution);
    printer.setDocName(translated(verdictHeadline(plan), &catalog));
    constexpr double margin = PaperDocument::MarginMillimetres;
    const QMarginsF margins(margin, margin, margin, margin);
    printer.setPageMargins(margins, QPageLayout::Millimeter);
    QPrintPreviewDialog dialog(&printer, window);
    dialog.setWindowTitle(PrintedReport::tr("Print the report"));
    dialog.resize(820, 660); // a whole page to read, on the smallest screens too
    QObject::connect(&dialog, &QPrintPreviewDialog::paintRequested, &dialog, [&](QPrinter *target) {
        reportDocument(plan, catalog, pageSize(*target), session.pins().all())->print(target);
    });
    dialog.exec();
}

} // namespace shardscope
