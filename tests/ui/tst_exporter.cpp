// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/makeplan.h"
#include "resources/lessons.h"
#include "tests/support/samples.h"
#include "tests/support/testcatalog.h"
#include "ui/files/exporter.h"
#include "ui/files/tabletext.h"

#include <QImage>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_UNIX
#include <csignal>
#include <sys/resource.h>
#endif

using namespace shardscope;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

#ifdef Q_OS_UNIX
/// As on a full disk: while it lives, files end after a few bytes.
class NoRoom
{
public:
    NoRoom()
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{.rlim_cur = 64, .rlim_max = m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~NoRoom()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    NoRoom(const NoRoom &) = delete;
    NoRoom &operator=(const NoRoom &) = delete;

private:
    rlimit m_before{};
    void (*m_handler)(int) = nullptr;
};
#endif

} // namespace

class TestExporter : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    Status exported(const ExportOptions &options) const
    {
        return exportPlan(samples::plan(), samples::catalog(), {}, options);
    }
    QString path(const char *name) const { return m_folder.filePath(name); }

private slots:
    /// Beside nothing that is pinned, and without a sweep: a lesson has neither.
    void lessonsNameChartsThatThereAre()
    {
        for (const BuiltInLesson &each : builtInLessons()) {
            for (const LessonStep &step : each.lesson.steps) {
                const std::optional<ChartKind> chart = fromName<ChartKind>(step.chart);
                const bool isOfOnePlan = chart != ChartKind::MemoryCompared
                    && chart != ChartKind::TrafficCompared && chart != ChartKind::Sweep;
                QVERIFY2(chart && isOfOnePlan, step.chart.c_str());
            }
        }
    }

    void theBaselineGoesAlong_data()
    {
        QTest::addColumn<ChartKind>("chart");
        QTest::addColumn<bool>("isOutlined");
        QTest::newRow("memory") << ChartKind::Memory << true;
        QTest::newRow("memory per GPU") << ChartKind::MemoryPerGpu << true;
        QTest::newRow("traffic") << ChartKind::Traffic << true;
        QTest::newRow("traffic over GPUs") << ChartKind::TrafficOverGpus << true;
        QTest::newRow("side by side") << ChartKind::MemoryCompared << false;
        QTest::newRow("traffic side by side") << ChartKind::TrafficCompared << false;
        QTest::newRow("one step") << ChartKind::Step << false;
    }
    void theBaselineGoesAlong()
    {
        QFETCH(ChartKind, chart);
        QFETCH(bool, isOutlined);
        const Compared pins{{{"Before", std::make_shared<const Plan>(samples::plan())}}, 0};
        const ChartPicture picture
            = planPicture(samples::plan(), samples::catalog(), {.chart = chart, .compared = pins});
        const ChartData &shown = picture.content.data;
        QCOMPARE(shown.outlineLabel, isOutlined ? "Baseline: Before" : "");
        const bool isSideBySide
            = chart == ChartKind::MemoryCompared || chart == ChartKind::TrafficCompared;
        if (isSideBySide)
            QCOMPARE(shown.categories.size(), std::size_t{2});
        const auto mime = planMimeData(
            samples::plan(), samples::catalog(), {}, {.chart = chart, .compared = pins});
        QVERIFY(mime->text().contains("baseline\tdifference\tBefore"));
        QVERIFY(exported({.path = path("compared.csv"), .compared = pins}));
        QVERIFY(contentOf(path("compared.csv")).contains(",baseline,difference,Before"));
    }

    void anEmptyChartIsRefused()
    {
        const Status status = exported({.path = path("host.svg"), .chart = ChartKind::HostMemory});
        QVERIFY(!status);
        QCOMPARE(status.error().where, "host-memory");
        QVERIFY(!QFile::exists(path("host.svg")));
    }

    void aPngHasTheRightSize_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("dotsPerMetre");
        QTest::newRow("as on the screen") << 1.0 << QSize(800, 450) << 3780;
        QTest::newRow("twice") << 2.0 << QSize(1600, 900) << 7559;
    }
    void aPngHasTheRightSize()
    {
        QFETCH(double, scale);
        QVERIFY(exported({.path = path("chart.png"), .size = {800, 450}, .scale = scale}));
        const QImage image(path("chart.png"));
        QTEST(image.size(), "size");
        QTEST(image.dotsPerMeterX(), "dotsPerMetre");
        QCOMPARE(image.pixelColor(0, 0), QColor(Qt::white)); // paper, whatever the palette
    }

    void svgTextStaysText()
    {
        for (const ChartKind kind : {ChartKind::Memory, ChartKind::MemoryPerGpu, ChartKind::Traffic,
                 ChartKind::Timeline, ChartKind::Sweep}) {
            QVERIFY(exported({.path = path("chart.svg"), .chart = kind}));
            const QByteArray svg = contentOf(path("chart.svg"));
            QVERIFY(svg.count("<text") > 10);
            QVERIFY(!svg.contains("<image"));
            QVERIFY(svg.contains("<title>"));
            QVERIFY(svg.contains("Fits on H100 80GB"));
        }
    }

    void theCaptionSaysWhatWasPlanned_data()
    {
        QTest::addColumn<QString>("words");
        QTest::newRow("the verdict") << "Fits on H100 80GB";
        QTest::newRow("the GPUs") << "8 × H100 80GB in one node";
        QTest::newRow("strategy and framework, with its release") << "DeepSpeed 0.19.6";
        QTest::newRow("the batch") << "micro-batch 1, accumulation 1, sequence length";
        QTest::newRow("what whiskers mean") << "Ranges span how far estimates were off";
        QTest::newRow("the version") << "An estimate made with Shardscope 7.0, 2026-11-23.";
    }
    void theCaptionSaysWhatWasPlanned()
    {
        QFETCH(const QString, words);
        QGuiApplication::setApplicationDisplayName("Shardscope");
        QGuiApplication::setApplicationVersion("7.0");
        const Plan plan
            = *makePlan(scenarioWith({{"parallel.strategy", "zero3"}}), builtInCatalog());
        const ChartPicture picture = planPicture(plan, builtInCatalog(), {.date = "2026-11-23"});
        QVERIFY2(picture.caption.contains(words), qPrintable(picture.caption));
    }

    void rangesAreExplainedOnlyWhereThereAreSome()
    {
        const ChartPicture traffic
            = planPicture(samples::plan(), samples::catalog(), {.chart = ChartKind::Traffic});
        QVERIFY(!traffic.caption.contains("Ranges span"));
    }

    void titleAndCaptionCanBeOnesOwn()
    {
        const ExportOptions options{
            .path = path("own.svg"), .title = "Figure 3", .caption = "As we would run it."};
        QVERIFY(exported(options));
        const QByteArray svg = contentOf(path("own.svg"));
        QVERIFY(svg.contains(">Figure 3</"));
        QVERIFY(svg.contains("As we would run it."));
        QVERIFY(!svg.contains("estimate made with"));
    }

    void svgNamesAFontThatEveryMachineHas()
    {
        QVERIFY(exported({.path = path("fonts.svg")}));
        const QByteArray svg = contentOf(path("fonts.svg"));
        QVERIFY(svg.contains("font-family="));
        QCOMPARE(svg.count("font-family="), svg.count(", sans-serif\""));
    }

    void equalPlansGiveEqualSvg()
    {
        QVERIFY(exported({.path = path("a.svg")}));
        QVERIFY(exported({.path = path("b.svg")}));
        QCOMPARE(contentOf(path("a.svg")), contentOf(path("b.svg")));
    }

    void aPdfHoldsNoPicture()
    {
        QVERIFY(exported({.path = path("chart.pdf"), .size = {1280, 720}}));
        const QByteArray pdf = contentOf(path("chart.pdf"));
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(!pdf.contains("/Subtype /Image"));
        QVERIFY(pdf.contains("/FontFile2") || pdf.contains("/FontFile3"));
        QVERIFY(pdf.contains("MediaBox [0 0 960"));
        // Qt 6.8 writes names of attachments in UTF-16.
        QVERIFY(QByteArray(pdf).replace('\0', "").contains("scenario.shardscope"));
    }

    void theScenarioCanStayAtHome()
    {
        QVERIFY(exported({.path = path("chart.pdf"), .carriesScenario = false}));
        QVERIFY(!contentOf(path("chart.pdf")).contains("scenario.shardscope"));
    }

    void csvIsExact()
    {
        const QString csv = tableCsv(samples::plan());
        const QStringList lines = csv.split('\n');
        QCOMPARE(lines[0], "section,id,value,unit,formula,source");
        QCOMPARE(lines[1],
            "part,weights,2040109465.6,B,\"2 B x 8,030,261,248 / 8\",\"a paper, section 3\"");
        QVERIFY(csv.contains("\ncollective,gradient-reduce-scatter,14000000000,B,"));
        QVERIFY(csv.contains("\ntime,step,1.24,s,,\n"));
    }

    void eachChartHasNumbersOfItsOwn_data()
    {
        QTest::addColumn<ChartKind>("chart");
        QTest::addColumn<QString>("header");
        QTest::newRow("memory: the whole plan")
            << ChartKind::Memory << "section,id,value,unit,formula,source";
        QTest::newRow("per GPU") << ChartKind::MemoryPerGpu << "bar,weights,";
        QTest::newRow("by framework") << ChartKind::MemoryByFramework << "bar,weights,";
        QTest::newRow("traffic") << ChartKind::Traffic << "bar,";
        QTest::newRow("by link") << ChartKind::TrafficByLink << "bar,";
        QTest::newRow("over GPUs") << ChartKind::TrafficOverGpus << "bar,";
        QTest::newRow("step") << ChartKind::Step << "lane,begin_s,end_s,waited_for";
        QTest::newRow("run") << ChartKind::Run << "part,seconds_per_step,share,hours,";
        QTest::newRow("timeline") << ChartKind::Timeline << "instant,phase,micro_step,layer,";
    }

    void eachChartHasNumbersOfItsOwn()
    {
        QFETCH(ChartKind, chart);
        QFETCH(QString, header);
        Catalog catalog = samples::catalog();
        for (GpuSpec &gpu : catalog.gpus) { // fast enough to have a schedule
            gpu.bf16Tflops = {989, "data sheet", "2025"};
            gpu.memoryBandwidth = {3350, "data sheet", "2025"};
        }
        Scenario scenario;
        scenario.hardware.gpu = "h100-sxm";
        scenario.parallel.gpus = 16;
        scenario.model = ModelChoice{.parameters = 7e9};
        const Result<Plan> plan = makePlan(scenario, catalog);
        QVERIFY2(plan, plan ? "" : describe(plan.error()).c_str());
        const QStringList lines
            = chartCsv(*plan, catalog, {.chart = chart}).split('\n', Qt::SkipEmptyParts);
        QVERIFY2(lines[0].startsWith(header), qPrintable(lines[0]));
        QVERIFY(lines.size() > 1);
        if (chart == ChartKind::Memory) // formulas have commas of their own
            return;
        for (const QString &line : lines)
            QCOMPARE(line.count(','), lines[0].count(','));
    }

    void barsAddUp()
    {
        const ChartData data{.categories = {{.id = "one"}, {.id = "a,b"}},
            .series = {{.id = "weights", .values = {1, 2}},
                {.id = "sent", .values = {0.5, 0}, .isWaited = true}},
            .lines = {{.id = "h100", .value = 7}}};
        QCOMPARE(barsCsv(data),
            "bar,weights,sent-waited-for,total\none,1,0.5,1.5\n\"a,b\",2,,2\nlimit h100,,,7\n");
    }

    void aSpreadsheetRunsNothing()
    {
        Plan plan = samples::plan();
        plan.memory.phases[2].parts[0].formula = Term::told({}, "=HYPERLINK(1)");
        QVERIFY(tableCsv(plan).contains(",'=HYPERLINK(1),"));
    }

    void markdownIsATable()
    {
        const QString markdown = tableMarkdown(samples::plan()).replace(QChar::Nbsp, ' ');
        QVERIFY(
            markdown.startsWith("### Memory at the peak\n\n| Item | Amount | Share | Formula |\n"));
        QVERIFY(markdown.contains("| **Peak** | **25.9 GiB** | **100.0 %** |  |"));
    }

    void theClipboardHoldsEveryForm()
    {
        const auto mime = planMimeData(samples::plan(), samples::catalog(), {}, {});
        QVERIFY(mime->hasImage());
        QVERIFY(mime->hasHtml());
        QVERIFY(mime->data("image/svg+xml").contains("<text"));
        QVERIFY(mime->data("text/tab-separated-values").startsWith("section\tid\t"));
        QVERIFY(mime->text().startsWith("Fits on H100 80GB"));
    }

    void failuresAreErrors_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("scale");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("a format that nobody asked for")
            << "chart.tiff" << 1.0 << ErrorCode::UnknownChoice;
        QTest::newRow("no suffix") << "chart" << 1.0 << ErrorCode::UnknownChoice;
        QTest::newRow("a scale of a hundred") << "chart.png" << 100.0 << ErrorCode::OutOfRange;
        QTest::newRow("a folder that is not there")
            << "nowhere/chart.csv" << 1.0 << ErrorCode::Unwritable;
    }
    void failuresAreErrors()
    {
        QFETCH(QString, name);
        QFETCH(double, scale);
        QFETCH(ErrorCode, code);
        const Status status = exported({.path = m_folder.filePath(name), .scale = scale});
        QVERIFY(!status);
        QCOMPARE(status.error().code, code);
    }

    void whatIsNoFileIsNotReplaced()
    {
        QVERIFY(QDir().mkpath(path("folder.csv")));
        const Status status = exported({.path = path("folder.csv")});
        QVERIFY(!status);
        QCOMPARE(status.error().code, ErrorCode::Unwritable);
        QVERIFY(QFileInfo(path("folder.csv")).isDir());
    }

#ifdef Q_OS_UNIX
    void aFullDiskLeavesTheOldFile()
    {
        QVERIFY(exported({.path = path("table.csv")}));
        const QByteArray before = contentOf(path("table.csv"));
        const NoRoom noRoom;
        const Status status = exported({.path = path("table.csv")});
        QVERIFY(!status);
        QCOMPARE(status.error().code, ErrorCode::Unwritable);
        QVERIFY(!status.error().expected.isEmpty());
        QCOMPARE(contentOf(path("table.csv")), before);
    }
#endif
};

QTEST_MAIN(TestExporter)
#include "tst_exporter.moc"
