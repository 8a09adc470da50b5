// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"
#include "core/explore/sweep/boundary.h"
#include "core/planner/makeplan.h"
#include "core/report/report.h"
#include "tests/support/testcatalog.h"

#include <atomic>
#include <random>

using namespace shardscope;

namespace {

QString texts(const Axis &axis)
{
    QStringList words;
    for (const Json &value : axis.values)
        words += QString::fromStdString(axisValueText(value));
    return words.join(u' ');
}

Axis axisOf(std::string_view text)
{
    Result<Axis> axis = readAxis(text);
    if (!axis)
        qFatal("%s", describe(axis.error()).c_str());
    return *std::move(axis);
}

Sweep sweepOver(std::string_view x, std::string_view y = {}, Metric metric = Metric::Fit,
    const Scenario &base = {})
{
    Sweep sweep{.base = base, .x = axisOf(x), .metric = metric};
    if (!y.empty())
        sweep.y = axisOf(y);
    return sweep;
}

std::vector<QStringList> cellsOf(const std::string &csv)
{
    std::vector<QStringList> rows;
    for (const QString &line : QString::fromStdString(csv).split(u'\n', Qt::SkipEmptyParts))
        rows.push_back(line.split(u','));
    return rows;
}

std::size_t middleOf(const Sweep &sweep)
{
    return sweep.rows() / 2 * sweep.columns() + sweep.columns() / 2;
}

QString exact(double value)
{
    return QString::fromStdString(formatNumber(value));
}

} // namespace

class TestSweep : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void readsAxes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("values");
        const auto row = [](const char *name, const char *text, const char *values) {
            QTest::newRow(name) << text << values;
        };
        row("steps", "parallel.gpus=8..32:8", "8 16 24 32");
        row("steps that miss the end", "parallel.gpus=1..10:4", "1 5 9");
        row("a factor", "training.micro_batch=1..27*3", "1 3 9 27");
        row("doubling, when nothing is said", "training.sequence_length=1k..8k",
            "1024 2048 4096 8192");
        row("a count", "hardware.reserve_gib=0..2/5", "0 0.5 1 1.5 2");
        row("ten steps from zero", "training.lora_dropout=0..1",
            "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1");
        row("a count at equal ratios", "training.micro_batch=1..16*/5", "1 2 4 8 16");
        row("whole numbers, each once", "training.micro_batch=1..3/9", "1 2 3");
        row("one value", "parallel.gpus=8..8", "8");
        row("a list", "parallel.gpus=64, 8,16", "64 8 16");
        row("a list with a value twice", "parallel.gpus=8,8,16", "8 16");
        row("a calculated end", "training.sequence_length=1024..(4*1024)", "1024 2048 4096");
        row("sizes as people say them", "model.parameters=1B..4B",
            "1000000000 2000000000 4000000000");
        row("some choices", "parallel.strategy=zero1,zero3", "zero1 zero3");
        row("every choice", "training.method", "full lora qlora");
        row("ids", "hardware.gpu=h100-sxm,a100-sxm-80", "h100-sxm a100-sxm-80");
        row("lists of modules", "training.lora_targets=q_proj,v_proj;all-linear",
            "q_proj,v_proj all-linear");
    }
    void readsAxes()
    {
        QFETCH(QString, text);
        QFETCH(QString, values);
        QCOMPARE(texts(axisOf(text.toStdString())), values);
    }

    void catalogueIdsAloneAreAllOfThem()
    {
        const Catalog catalog = builtInCatalog();
        const Result<Axis> gpus = readAxis("hardware.gpu", catalog);
        QCOMPARE(gpus->size(), catalog.gpus.size());
        for (std::size_t i = 1; i < gpus->size(); ++i)
            QVERIFY(catalog.findGpu(*gpus->values[i - 1].string())->usable()
                <= catalog.findGpu(*gpus->values[i].string())->usable());
        QCOMPARE(readAxis("model.id", catalog)->size(), catalog.models.size());
        QCOMPARE(readAxis("hardware.link", catalog)->size(), catalog.links.size());
        QCOMPARE(readAxis("training.lora_targets", catalog).error().code, ErrorCode::MissingField);
    }

    void refusesAxes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("says");
        using enum ErrorCode;
        const auto row = [](const char *name, const char *text, ErrorCode code, const char *says) {
            QTest::newRow(name) << text << code << says;
        };
        row("unknown key", "parallel.gpu=1..2", UnknownField, "parallel.gpu");
        row("end below start", "parallel.gpus=64..8", OutOfRange, "from 64 to 8");
        row("step of nothing", "parallel.gpus=8..64:0", OutOfRange, "a step of 0");
        row("step backwards", "parallel.gpus=8..64:-8", OutOfRange, "a step above 0");
        row("factor of one", "parallel.gpus=8..64*1", OutOfRange, "a factor above 1");
        row("no values", "parallel.gpus=8..64/0", OutOfRange, "0 values");
        row("half a value", "parallel.gpus=8..64/2.5", OutOfRange, "a whole number of values");
        row("factor from zero", "hardware.reserve_gib=0..8*2", OutOfRange, "a start above 0");
        row("below the limit", "parallel.gpus=0..8:1", OutOfRange, "from 1 to 1048576");
        row("above the limit", "training.micro_batch=1..1M", OutOfRange, "65536");
        row("more than a million", "training.sequence_length=1..2000000:1", TooLarge, "2,000,000");
        row("steps without end", "hardware.reserve_gib=0..4096:1e-300", TooLarge,
            "at most 1,000,000");
        row("no number", "parallel.gpus=few..many", WrongType, "few");
        row("nothing after the dots", "parallel.gpus=8..", WrongType, "nothing");
        row("a hole in a list", "parallel.gpus=8,,16", WrongType, "nothing");
        row("empty list", "parallel.gpus=", MissingField, "a range or a list");
        row("numbers without values", "parallel.gpus", MissingField, "a range or a list");
        row("range of choices", "parallel.strategy=zero1..zero3", UnknownChoice, "zero1..zero3");
        row("unknown choice", "parallel.strategy=zero1,zero9", UnknownChoice, "zero9");
        row("a document", "model.config=a,b", WrongType, "model.config");
    }
    void refusesAxes()
    {
        QFETCH(QString, text);
        QFETCH(ErrorCode, code);
        QFETCH(QString, says);
        const Result<Axis> axis = readAxis(text.toStdString());
        QVERIFY(!axis);
        QCOMPARE(axis.error().code, code);
        const QString sentence = QString::fromStdString(describe(axis.error()));
        QVERIFY2(sentence.contains(says), qPrintable(sentence));
    }

    void refusesSweeps_data()
    {
        QTest::addColumn<QString>("x");
        QTest::addColumn<QString>("y");
        QTest::addColumn<QString>("metric");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("says");
        using enum ErrorCode;
        const auto row
            = [](const char *name, const char *x, const char *y, const char *metric, ErrorCode code,
                  const char *says) { QTest::newRow(name) << x << y << metric << code << says; };
        row("two equal axes", "parallel.gpus=1..8", "parallel.gpus=8..64", "fit", Inconsistent,
            "two different inputs");
        row("more than a million in all", "training.sequence_length=1..10000:1",
            "parallel.gpus=1..101:1", "fit", TooLarge, "1,010,000 points");
        row("rank of no adapter", "training.lora_rank=8..64", "", "fit", NoEffect, "lora or qlora");
        row("bucket of another framework", "parallel.reduce_bucket=1e6..1e9", "", "fit", NoEffect,
            "zero1, zero2 or zero3");
        row("the second axis counts as well", "parallel.gpus=1..8", "training.lora_rank=8..64",
            "fit", NoEffect, "training.lora_rank");
        row("size beside a real model", "model.parameters=1B..8B",
            "model.id=Qwen/Qwen3-0.6B,meta-llama/Llama-3.2-1B", "peak", NoEffect,
            "model.parameters");
        row("epochs for a peak", "run.epochs=1..4", "", "peak", NoEffect, "run.epochs");
        row("price without data", "run.price_per_gpu_hour=1..4", "", "cost", NoEffect,
            "run.tokens or run.examples");
        row("hours without data", "parallel.gpus=1..8", "", "gpu-hours", MissingField,
            "run.tokens");
        row("cost without price", "run.tokens=1e9..4e9", "", "cost", MissingField,
            "run.price_per_gpu_hour");
        row("GPU that there is not", "hardware.gpu=h100-sxm,abacus", "", "fit", UnknownId,
            "abacus");
    }
    void refusesSweeps()
    {
        QFETCH(QString, x);
        QFETCH(QString, y);
        QFETCH(QString, metric);
        QFETCH(ErrorCode, code);
        QFETCH(QString, says);
        const Scenario base = scenarioWith({{"parallel.strategy", "fsdp"}});
        const Sweep sweep = sweepOver(
            x.toStdString(), y.toStdString(), *fromName<Metric>(metric.toStdString()), base);
        const Status checked = checkSweep(sweep, m_catalog);
        QVERIFY(!checked);
        QCOMPARE(checked.error().code, code);
        const QString sentence = QString::fromStdString(describe(checked.error()));
        QVERIFY2(sentence.contains(says), qPrintable(sentence));
    }

    void refusesAxesWithoutValues()
    {
        const Sweep sweep{.x = {.key = "parallel.gpus"}};
        const Status checked = checkSweep(sweep, m_catalog);
        QVERIFY(!checked);
        QCOMPARE(checked.error().code, ErrorCode::MissingField);
    }

    void takesWhatCountsSomewhere()
    {
        // The other axis makes it count.
        QVERIFY(checkSweep(sweepOver("training.method", "training.lora_rank=8..64"), m_catalog));
        QVERIFY(checkSweep(sweepOver("parallel.strategy", "parallel.wrap"), m_catalog));
        // A size replaces a real model, as it does everywhere.
        const Scenario real = scenarioWith({{"model.id", "meta-llama/Llama-3.2-1B"}});
        QVERIFY(checkSweep(sweepOver("model.parameters=1B..8B", {}, Metric::Fit, real), m_catalog));
        QVERIFY(checkSweep(
            sweepOver("run.tokens=1e9..4e9", "run.price_per_gpu_hour=1..4", Metric::Cost),
            m_catalog));
    }

    void equalsPlans_data()
    {
        QTest::addColumn<QString>("x");
        QTest::addColumn<QString>("y");
        QTest::newRow("sequence and GPUs") << "training.sequence_length=1k..64k/40"
                                           << "parallel.gpus=1..64:3";
        QTest::newRow("size and strategy") << "model.parameters=1B..70B*/40"
                                           << "parallel.strategy";
        QTest::newRow("GPU type and method, the model's input first")
            << "hardware.gpu=h100-sxm,a100-sxm-80,l40s"
            << "training.method";
        QTest::newRow("models and micro-batches")
            << "training.micro_batch=1..16:1"
            << "model.id=Qwen/Qwen3-0.6B,meta-llama/Llama-3.2-1B,mistralai/Mixtral-8x7B-v0.1";
        QTest::newRow("one axis") << "training.accumulation=1..40:1"
                                  << "";
    }
    /// Every figure of the CSV, at points drawn by lot, to the last digit.
    void equalsPlans()
    {
        QFETCH(QString, x);
        QFETCH(QString, y);
        const Scenario base = scenarioWith({{"run.tokens", "1B"}, {"run.price_per_gpu_hour", "2.5"},
            {"parallel.strategy", "zero2"}, {"parallel.offload", "optimizer"},
            {"hardware.host_gib", "64"}});
        Sweep sweep = sweepOver(x.toStdString(), y.toStdString(), Metric::Cost, base);
        sweep.reserving = Reserving::Estimated;
        QVERIFY(checkSweep(sweep, m_catalog));
        SweepRun run(sweep, m_catalog);
        onThreads(2, [&run] { run.work(); });
        QVERIFY(run.isComplete());
        const std::vector<QStringList> rows = cellsOf(sweepToCsv(run));
        QCOMPARE(rows.size(), sweep.points() + 1);
        const Plan played
            = planOf(scenarioAt(sweep, middleOf(sweep)), m_catalog, Reserving::Played);
        std::mt19937 lot(20261121);
        for (int i = 0; i < 20; ++i) {
            const std::size_t point = lot() % sweep.points();
            const Plan plan
                = *makePlanLike(playedSharesOf({&played, 1}), scenarioAt(sweep, point), m_catalog);
            const Confidence &range = plan.memory.confidence;
            const Memory &memory = plan.memory;
            QStringList expected{
                QString::fromStdString(axisValueText(sweep.x.values[point % sweep.columns()]))};
            if (sweep.y)
                expected += QString::fromStdString(
                    axisValueText(sweep.y->values[point / sweep.columns()]));
            expected += QString::fromStdString(std::string(nameOf(memory.verdict.fit)));
            expected += exact(memory.peak.value());
            expected += exact((range.isRange() ? range.low : memory.peak).value());
            expected += exact((range.isRange() ? range.high : memory.peak).value());
            expected += exact(memory.verdict.spare.value());
            expected += exact(memory.host.perNode.value());
            expected += exact(memory.host.missing().value());
            expected += exact(plan.time.step.value());
            expected += exact(plan.time.tokensPerSecond);
            expected += exact(plan.time.tokensPerSecondPerGpu);
            expected += exact(plan.time.mfu);
            expected += exact(plan.traffic.bytesPerGpuPerStep().value());
            expected += exact(plan.run.gpuHours);
            expected += exact(plan.run.cost);
            const std::optional<FindingId> obstacle = outlookOf(plan).obstacle;
            expected += QString::fromStdString(std::string(obstacle ? nameOf(*obstacle) : ""));
            QCOMPARE(rows[point + 1], expected);
        }
    }

    // Its figures are those of a plan, but nobody can run it.
    void whatNobodyCanRunSaysSo()
    {
        const Sweep sweep = sweepOver("training.attention=flash,sdpa,eager", "", Metric::Fit,
            scenarioWith({{"model.id", "openai/gpt-oss-20b"}, {"parallel.gpus", "64"}}));
        SweepRun run(sweep, m_catalog);
        run.work();
        const std::vector<std::string> expected{"attention-leaves-out", "attention-refused", ""};
        const std::vector<QStringList> rows = cellsOf(sweepToCsv(run));
        for (std::size_t point = 0; point < expected.size(); ++point) {
            const std::optional<FindingId> obstacle = run.at(point).memory.obstacle;
            QCOMPARE(std::string(obstacle ? nameOf(*obstacle) : ""), expected[point]);
            QCOMPARE(rows[point + 1].back().toStdString(), expected[point]);
        }
    }

    // Estimates follow the point in the middle, which says what its plan says.
    void playsTheAllocator()
    {
        Sweep sweep = sweepOver("training.sequence_length=2048,4096,6144", "parallel.gpus=4,8");
        for (const std::optional<Reserving> reserving :
            {std::optional<Reserving>(), std::optional(Reserving::Estimated)}) {
            sweep.reserving = reserving;
            SweepRun run(sweep, m_catalog);
            QCOMPARE(run.reserving(), reserving.value_or(Reserving::Played));
            onThreads(2, [&run] { run.work(); });
            QVERIFY(run.isComplete());
            for (std::size_t point = 0; point < sweep.points(); ++point) {
                const Scenario scenario = scenarioAt(sweep, point);
                const Memory played = planOf(scenario, m_catalog, Reserving::Played).memory;
                const MemoryOutlook memory = run.at(point).memory;
                const bool isSame
                    = std::abs((memory.peak - played.peak).value()) < 1e-9 * played.peak.value();
                QCOMPARE(isSame, !reserving || point == middleOf(sweep));
                if (isSame)
                    QCOMPARE(memory.verdict.fit, played.verdict.fit);
            }
        }
    }

    // Of a map too large to play throughout, the points whose verdict an estimate could miss.
    void playsWhatIsNearALine()
    {
        const Sweep sweep = sweepOver("training.sequence_length=8k..48k/1001", "", Metric::Fit,
            scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.gpus", "4"}}));
        QVERIFY(sweep.points() > mostPlayed);
        SweepRun run(sweep, m_catalog);
        QCOMPARE(run.reserving(), Reserving::Estimated);
        onThreads(2, [&run] { run.work(); });
        int near = 0;
        for (std::size_t point = 0; point < sweep.points(); ++point) {
            const MemoryOutlook memory = run.at(point).memory;
            if (std::abs(memory.peak / memory.verdict.capacity - 1) > 0.005 || ++near > 4)
                continue;
            const Memory played
                = planOf(scenarioAt(sweep, point), m_catalog, Reserving::Played).memory;
            QCOMPARE(memory.peak.value(), played.peak.value());
            QCOMPARE(memory.verdict.fit, played.verdict.fit);
        }
        QVERIFY(near > 0);
    }

    // Of a map with very many points a few near a line, and the others there follow them: a million
    // would take minutes.
    void playsFewOfVeryMany()
    {
        const Sweep sweep = sweepOver("training.sequence_length=4k..48k/320",
            "model.parameters=2B..20B*/160", Metric::Fit, scenarioWith({{"parallel.gpus", "4"}}));
        QVERIFY(sweep.points() > mostPlayedNearLines);
        SweepRun run(sweep, m_catalog);
        onThreads(2, [&run] { run.work(); });
        QVERIFY(run.isComplete());
        QVERIFY2(run.playedNearLines() > 0 && run.playedNearLines() <= mostPlayed,
            qPrintable(QString::number(run.playedNearLines())));
        int near = 0;
        int agreeing = 0;
        for (std::size_t point = 0; point < sweep.points(); point += 29) {
            const MemoryOutlook memory = run.at(point).memory;
            if (std::abs(memory.peak / memory.verdict.capacity - 1) > 0.03)
                continue;
            const Memory played
                = planOf(scenarioAt(sweep, point), m_catalog, Reserving::Played).memory;
            ++near;
            agreeing += memory.verdict.fit == played.verdict.fit ? 1 : 0;
        }
        QVERIFY2(near > 20 && agreeing >= 0.9 * near,
            qPrintable(QStringLiteral("%1 of %2").arg(agreeing).arg(near)));
    }

    void doesNotDependOnThreads_data()
    {
        QTest::addColumn<QString>("x");
        QTest::addColumn<QString>("y");
        QTest::addColumn<int>("metric");
        QTest::newRow("speeds of some points") << "training.sequence_length=1k..32k/30"
                                               << "parallel.strategy" << int(Metric::Mfu);
        QTest::newRow("verdicts of very many")
            << "training.sequence_length=8k..32k/300"
            << "model.parameters=4B..16B*/60" << int(Metric::Fit);
    }
    void doesNotDependOnThreads()
    {
        QFETCH(const QString, x);
        QFETCH(const QString, y);
        QFETCH(const int, metric);
        const Sweep sweep
            = sweepOver(x.toStdString(), y.toStdString(), static_cast<Metric>(metric));
        const auto csv = [&](unsigned threads) {
            SweepRun run(sweep, m_catalog);
            onThreads(threads, [&run] { run.work(); });
            return sweepToCsv(run);
        };
        const std::string alone = csv(1);
        QVERIFY(alone == csv(2));
        QVERIFY(alone == csv(7));
    }

    void namesColumnsAsKeysAreCalled()
    {
        SweepRun run(sweepOver("training.sequence_length=1k,2k", "training.method"), m_catalog);
        run.work();
        const QStringList header = cellsOf(sweepToCsv(run)).front();
        QCOMPARE(header.join(u' '),
            QString("training.sequence_length [tokens] training.method fit peak_bytes low_bytes "
                    "high_bytes spare_bytes host_bytes_per_node host_bytes_missing error"));
    }

    void quotesWhatHoldsCommas()
    {
        const Scenario lora = scenarioWith({{"training.method", "lora"}});
        SweepRun run(
            sweepOver("training.lora_targets=q_proj,v_proj;all-linear", {}, Metric::Fit, lora),
            m_catalog);
        run.work();
        QVERIFY(sweepToCsv(run).find("\n\"q_proj,v_proj\",") != std::string::npos);
    }

    /// A point that cannot be planned says so, and the others go on.
    void pointsThatFailSaySo()
    {
        const Scenario lora = scenarioWith({{"training.method", "lora"}});
        const Sweep sweep
            = sweepOver("training.lora_targets=no_such_proj;all-linear", {}, Metric::Fit, lora);
        QVERIFY(checkSweep(sweep, m_catalog));
        SweepRun run(sweep, m_catalog);
        run.work();
        QVERIFY(run.isComplete());
        QCOMPARE(run.state(0), PointState::Failed);
        QCOMPARE(run.state(1), PointState::Done);
        QCOMPARE(run.error(0).code, ErrorCode::UnknownChoice);
        QVERIFY(sweepToCsv(run).find("no_such_proj") != std::string::npos);
        QVERIFY(sweepToText(run).find("error") != std::string::npos);
    }

    void cancelStops()
    {
        SweepRun run(sweepOver("training.sequence_length=1..100000:1"), m_catalog);
        std::atomic<int> workers{0};
        onThreads(3, [&] {
            if (workers.fetch_add(1) == 0) {
                while (run.done() < 20)
                    ;
                run.cancel();
            } else {
                run.work();
            }
        });
        QVERIFY(run.isCancelled());
        QVERIFY(run.done() >= 20);
        QVERIFY(!run.isComplete());
        std::size_t known = 0;
        for (std::size_t point = 0; point < run.sweep().points(); ++point)
            known += run.state(point) == PointState::Done ? 1 : 0;
        QCOMPARE(known, run.done());
        QCOMPARE(cellsOf(sweepToCsv(run)).size(), known + 1); // what there is
    }

    void resultsCanBeReadAsTheyCome()
    {
        SweepRun run(sweepOver("training.sequence_length=1k..64k/300"), m_catalog);
        std::atomic<int> workers{0};
        onThreads(2, [&] {
            if (workers.fetch_add(1) > 0) {
                run.work();
                return;
            }
            std::size_t seen = 0;
            while (seen < run.sweep().points()) {
                if (run.state(seen) == PointState::Done) {
                    QVERIFY(run.at(seen).memory.peak > Bytes(0));
                    ++seen;
                }
            }
        });
        QVERIFY(run.isComplete());
    }

    void drawsBoundaries()
    {
        constexpr Side in = Side::Inside;
        constexpr Side out = Side::Outside;
        // A staircase: 3 columns, 3 rows.
        const std::vector<Side> stairs{in, in, out, in, in, out, in, out, out};
        const std::vector<BoundaryLine> expected{{1, 2, 1, 3}, {2, 0, 2, 2}, {1, 2, 2, 2}};
        QCOMPARE(boundaryOf(stairs, 3), expected);
        QVERIFY(boundaryOf(std::vector<Side>(9, in), 3).empty());
        const std::vector<Side> unknown{in, Side::Unknown, out, in, Side::Unknown, out};
        QVERIFY(boundaryOf(unknown, 3).empty());
        // A hole is closed all around.
        const std::vector<Side> hole{in, in, in, in, out, in, in, in, in};
        QCOMPARE(boundaryOf(hole, 3).size(), std::size_t(4));
    }

    void findsCrossings()
    {
        using enum Side;
        const std::vector<Side> row{Inside, Inside, Outside, Unknown, Inside, Outside};
        QCOMPARE(crossingsOf(row), (std::vector<std::size_t>{1, 4}));
        QVERIFY(crossingsOf({}).empty());
    }

    void showsTables()
    {
        SweepRun one(sweepOver("parallel.strategy", {}, Metric::TokensPerSecond), m_catalog);
        one.work();
        const std::string list = sweepToText(one);
        QVERIFY(list.starts_with("parallel.strategy "));
        QVERIFY(list.find("tokens-per-second [tokens/s]") != std::string::npos);
        SweepRun two(sweepOver("parallel.gpus=1,8", "training.method"), m_catalog);
        two.work();
        QVERIFY(sweepToText(two).starts_with(
            "fit; down: training.method; across: parallel.gpus [GPUs]\n"));
        std::string text;
        writeSweepJson(two, [&text](std::string_view piece) { text += piece; });
        const Json json = *parseJson(text);
        QCOMPARE(json.find("axes")->array()->size(), std::size_t(2));
        QCOMPARE(json.find("points")->find("peak_bytes")->array()->size(), std::size_t(6));
    }
};

QTEST_APPLESS_MAIN(TestSweep)
#include "tst_sweep.moc"
