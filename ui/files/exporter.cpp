// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/exporter.h"

#include "core/base/parallel.h"
#include "core/document/picture.h"
#include "core/report/caption.h"
#include "core/report/report.h"
#include "core/report/summary.h"
#include "ui/charts/clusterchart.h"
#include "ui/charts/frameworkchart.h"
#include "ui/charts/memorychart.h"
#include "ui/charts/pipelinechart.h"
#include "ui/charts/runchart.h"
#include "ui/charts/stepchart.h"
#include "ui/charts/tierchart.h"
#include "ui/charts/timelinechart.h"
#include "ui/charts/trafficchart.h"
#include "ui/compare/comparedcharts.h"
#include "ui/compare/outlines.h"
#include "ui/files/tabletext.h"
#include "ui/files/textfile.h"
#include "ui/sweep/sweepchart.h"
#include "ui/sweep/sweepinputs.h"
#include "ui/text/translated.h"

#include <QBuffer>
#include <QDateTime>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QPageSize>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QTimeZone>

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr int DotsPerInch = 96;
constexpr double PointsPerPixel = 72.0 / DotsPerInch;

/// Below a chart; below the table of the plan there is none.
QString captionText(
    const Plan &plan, const Catalog &catalog, const ExportOptions &options, const ChartData &chart)
{
    if (!options.caption.isEmpty())
        return options.caption;
    const Imprint origin{programAndVersion().toStdString(), options.date.toStdString()};
    const Phrase whiskers(chart.rangeMeaning.toStdString());
    const QString caption = translated(captionOf(plan, origin, whiskers), &catalog);
    const bool isExplained
        = options.chart == ChartKind::TrafficByLink || options.chart == ChartKind::Pipeline;
    return isExplained && !chart.summary.isEmpty() ? chart.summary + QLatin1Char(' ') + caption
                                                   : caption;
}

/// What goes into a file.
struct Content
{
    const Plan &plan;
    const Catalog &catalog;
    const ScenarioDocument &document;
    const ExportOptions &options;

    ChartPicture picture() const { return planPicture(plan, catalog, options); }
    std::string scenario() const
    {
        return options.carriesScenario ? writeScenario(document) : std::string();
    }
};

QByteArray withScenarioOf(const Content &content, const QByteArray &picture)
{
    if (!content.options.carriesScenario)
        return picture;
    return QByteArray::fromStdString(withScenario(picture.toStdString(), content.scenario()));
}

QByteArray pngBytes(const Content &content)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    pictureImage(content.picture(), content.options.scale).save(&buffer, "PNG");
    return withScenarioOf(content, buffer.data());
}

/// Where the font is missing, another one without serifs stands in.
QByteArray withGenericFonts(const QByteArray &svg)
{
    static const QRegularExpression family(QStringLiteral("font-family=\"([^\"]+)\""));
    QString text = QString::fromUtf8(svg);
    return text.replace(family, QStringLiteral("font-family=\"\\1, sans-serif\"")).toUtf8();
}

QByteArray svgBytes(const Content &content)
{
    const ChartPicture picture = content.picture();
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(DotsPerInch); // its own 72 would shrink the text
    generator.setSize(picture.size);
    generator.setViewBox(QRect(QPoint(), picture.size));
    generator.setTitle(picture.content.data.title);
    generator.setDescription(picture.caption);
    paintPicture(generator, picture);
    return withScenarioOf(content, withGenericFonts(buffer.data()));
}

QByteArray pdfBytes(const Content &content)
{
    const ChartPicture picture = content.picture();
    const QString title = picture.content.data.title;
    const std::string scenario = content.scenario();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(DotsPerInch);
    writer.setPageSize(QPageSize(
        QSizeF(picture.size) * PointsPerPixel, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    writer.setTitle(title);
    writer.setCreator(QGuiApplication::applicationDisplayName());
    if (content.options.carriesScenario) {
        const QByteArray xmp = QByteArray::fromStdString(xmpPacket(scenario, title.toStdString()));
        if (!xmp.isEmpty())
            writer.setDocumentXmpMetadata(xmp);
        writer.addFileAttachment(QStringLiteral("scenario.shardscope"),
            QByteArray::fromStdString(scenario), QStringLiteral("application/json"));
    }
    paintPicture(writer, picture);
    return buffer.data();
}

QByteArray csvBytes(const Content &content)
{
    return chartCsv(content.plan, content.catalog, content.options).toUtf8();
}

QByteArray markdownBytes(const Content &content)
{
    return chartMarkdown(content.plan, content.catalog, content.options).toUtf8();
}

struct ExportWriter
{
    const char *suffix;
    QByteArray (*make)(const Content &);
};
constexpr std::array<ExportWriter, 5> formats{{{"png", pngBytes}, {"svg", svgBytes},
    {"pdf", pdfBytes}, {"csv", csvBytes}, {"md", markdownBytes}}};

const ExportWriter *formatOf(const QString &path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    const auto found = std::find_if(formats.begin(), formats.end(),
        [&suffix](const ExportWriter &format) { return suffix == QLatin1String(format.suffix); });
    return found == formats.end() ? nullptr : &*found;
}

Status checkSize(const ExportOptions &options)
{
    constexpr int Smallest = 200;
    constexpr int Largest = 8000;
    const QSize size = options.size;
    const bool isSane = size.width() >= Smallest && size.height() >= Smallest
        && size.width() <= Largest && size.height() <= Largest;
    if (!isSane)
        return Error{.code = ErrorCode::OutOfRange,
            .where = "size",
            .found = QStringLiteral("%1x%2").arg(size.width()).arg(size.height()).toStdString(),
            .expected = std::string("200x200 to 8000x8000")};
    if (!(options.scale >= 1 && options.scale <= 4))
        return Error{.code = ErrorCode::OutOfRange,
            .where = "scale",
            .found = QString::number(options.scale).toStdString(),
            .expected = std::string("1 to 4")};
    return success();
}

ChartData chartOf(const Plan &plan, const Catalog &catalog, const ExportOptions &options)
{
    switch (options.chart) {
    case ChartKind::Memory:
        return memoryByStrategy(plan, catalog);
    case ChartKind::MemoryPerGpu:
        return memoryByGpu(plan, catalog);
    case ChartKind::MemoryByFramework:
        return memoryByFramework(plan, catalog);
    case ChartKind::HostMemory:
        return hostMemory(plan);
    case ChartKind::Traffic:
        return trafficByStrategy(plan, catalog);
    case ChartKind::TrafficByLink:
        return trafficByTier(plan, catalog);
    case ChartKind::TrafficOverGpus:
        return trafficByGpuCount(plan, catalog, plan.scenario.parallel.algorithm);
    case ChartKind::Step:
        return stepInSeconds(plan, catalog);
    case ChartKind::Timeline:
        return memoryOverStep(plan, catalog);
    case ChartKind::Run:
        return runByShare(plan, catalog);
    case ChartKind::Sweep:
    case ChartKind::Pipeline:
    case ChartKind::Cluster:
        break; // no bars
    case ChartKind::MemoryCompared:
        return memoryCompared(plan, catalog, options.compared);
    case ChartKind::TrafficCompared:
        return trafficCompared(plan, catalog, options.compared);
    }
    return {};
}

/// The one that was asked for, else the standard one, worked out now.
std::shared_ptr<const SweepRun> sweepFor(
    const Plan &plan, const Catalog &catalog, const ExportOptions &options)
{
    if (options.sweep)
        return options.sweep;
    return finishedRun(*sweepOf(standardSweepChoice(), plan.scenario, catalog), catalog);
}

/// With the baseline drawn in, as in the window.
ChartData outlinedChartOf(const Plan &plan, const Catalog &catalog, const ExportOptions &options)
{
    ChartData data = chartOf(plan, catalog, options);
    switch (options.chart) {
    case ChartKind::Memory:
    case ChartKind::MemoryPerGpu:
    case ChartKind::MemoryByFramework:
        outlineMemory(data, options.compared);
        break;
    case ChartKind::Traffic:
    case ChartKind::TrafficOverGpus:
        outlineTraffic(data, options.compared);
        break;
    case ChartKind::TrafficByLink:
        outlineTiers(data, options.compared, catalog);
        break;
    case ChartKind::HostMemory:
    case ChartKind::Timeline:
    case ChartKind::Step:
    case ChartKind::Run:
    case ChartKind::MemoryCompared:
    case ChartKind::TrafficCompared:
    case ChartKind::Sweep:
    case ChartKind::Pipeline:
    case ChartKind::Cluster:
        break;
    }
    return data;
}

/// Null where the chart is bars or areas.
std::shared_ptr<const Drawing> drawingOf(
    const Plan &plan, const Catalog &catalog, const ExportOptions &options)
{
    if (options.chart == ChartKind::Pipeline)
        return pipelineChart(plan);
    return options.chart == ChartKind::Cluster ? clusterChart(plan, catalog, options.axis)
                                               : nullptr;
}

/// Text grows with the picture: a slide is read from the back of a room.
QFont pictureFont(QSize size)
{
    constexpr double basePoints = 9;
    constexpr QSizeF baseSize(960, 540);
    const double growth
        = std::min(size.width() / baseSize.width(), size.height() / baseSize.height());
    QFont font = QGuiApplication::font();
    font.setPointSizeF(basePoints * std::clamp(growth, 0.8, 4.0));
    return font;
}

} // namespace

QString programAndVersion()
{
    return QStringLiteral("%1 %2")
        .arg(QGuiApplication::applicationDisplayName(), QGuiApplication::applicationVersion())
        .trimmed();
}

/// Of SOURCE_DATE_EPOCH where that is set, which makes exports the same on any day
/// (reproducible-builds.org/specs/source-date-epoch).
QString today()
{
    bool isSet = false;
    const qint64 seconds = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&isSet);
    const QDate date = isSet ? QDateTime::fromSecsSinceEpoch(seconds, QTimeZone::utc()).date()
                             : QDate::currentDate();
    return date.toString(Qt::ISODate);
}

QString chartCsv(const Plan &plan, const Catalog &catalog, const ExportOptions &options)
{
    switch (options.chart) {
    case ChartKind::Memory:
    case ChartKind::MemoryCompared:
    case ChartKind::TrafficCompared:
        return tableCsv(plan, options.compared);
    case ChartKind::Timeline:
        return timelineCsv(plan);
    case ChartKind::Step:
        return stepCsv(plan);
    case ChartKind::Run:
        return runCsv(plan);
    case ChartKind::Pipeline:
        return pipelineCsv(plan);
    case ChartKind::Cluster:
        return clusterCsv(plan);
    case ChartKind::Sweep:
        return QString::fromStdString(sweepToCsv(*sweepFor(plan, catalog, options)));
    case ChartKind::MemoryPerGpu:
    case ChartKind::MemoryByFramework:
    case ChartKind::HostMemory:
    case ChartKind::Traffic:
    case ChartKind::TrafficByLink:
    case ChartKind::TrafficOverGpus:
        break;
    }
    return barsCsv(chartOf(plan, catalog, {.chart = options.chart}));
}

QString chartMarkdown(const Plan &plan, const Catalog &catalog, const ExportOptions &options)
{
    QString text;
    if (!options.title.isEmpty())
        text += QStringLiteral("## %1\n\n").arg(options.title);
    text += captionText(plan, catalog, options, {}) + QStringLiteral("\n\n");
    return text + tableMarkdown(plan, options.compared);
}

std::shared_ptr<const SweepRun> finishedRun(Sweep sweep, const Catalog &catalog)
{
    auto run = std::make_shared<SweepRun>(std::move(sweep), catalog);
    onThreads(coreCount(), [&run] { run->work(); });
    return run;
}

ChartPicture planPicture(const Plan &plan, const Catalog &catalog, const ExportOptions &options)
{
    ChartPicture picture{.content = {outlinedChartOf(plan, catalog, options),
                             chartTheme(options.theme, pictureFont(options.size))},
        .size = options.size};
    ChartData &data = picture.content.data;
    if (options.chart == ChartKind::Sweep) {
        picture.sweep = sweepMapOf(*sweepFor(plan, catalog, options), plan.scenario, catalog);
        data.title = picture.sweep->title;
    }
    picture.drawing = drawingOf(plan, catalog, options);
    if (picture.drawing) {
        data.title = picture.drawing->title();
        data.summary = picture.drawing->summary();
    }
    if (!options.title.isEmpty())
        data.title = options.title;
    picture.caption = captionText(plan, catalog, options, data);
    return picture;
}

Status exportPlan(const Plan &plan, const Catalog &catalog, const ScenarioDocument &document,
    const ExportOptions &options)
{
    const ExportWriter *format = formatOf(options.path);
    if (!format)
        return Error{.code = ErrorCode::UnknownChoice,
            .found = QFileInfo(options.path).suffix().toStdString(),
            .expected = english("errors", "a name that ends in .png, .svg, .pdf, .csv or .md"),
            .file = options.path.toStdString()};
    if (Status checked = checkSize(options); !checked)
        return checked;
    if (options.chart == ChartKind::HostMemory && plan.memory.host.parts.empty())
        return Error{.code = ErrorCode::Inconsistent,
            .where = std::string(nameOf(options.chart)),
            .found = std::string(nameOf(plan.scenario.parallel.offload)),
            .expected = english("errors", "a parallel.offload that the strategy can do")};
    if (options.chart == ChartKind::Pipeline && plan.stages.empty())
        return Error{.code = ErrorCode::Inconsistent,
            .where = std::string(nameOf(options.chart)),
            .found = std::to_string(plan.scenario.parallel.pipeline),
            .expected = english("errors", "two or more stages in parallel.pipeline")};
    const QByteArray bytes = format->make({plan, catalog, document, options});
    return writeFile(options.path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

std::unique_ptr<QMimeData> planMimeData(const Plan &plan, const Catalog &catalog,
    const ScenarioDocument &document, const ExportOptions &options)
{
    const Content content{plan, catalog, document, options};
    auto mime = std::make_unique<QMimeData>();
    mime->setImageData(pictureImage(content.picture(), options.scale));
    mime->setData(QStringLiteral("image/svg+xml"), svgBytes(content));
    mime->setData(
        QStringLiteral("text/tab-separated-values"), tableTsv(plan, options.compared).toUtf8());
    mime->setHtml(tableHtml(plan, options.compared));
    mime->setText(translated(verdictSentence(plan), &catalog) + QLatin1Char('\n')
        + tableTsv(plan, options.compared));
    return mime;
}

} // namespace shardscope
