// SPDX-License-Identifier: GPL-3.0-or-later
// A pipeline in motion: what each stage does from frame to frame, and the bubble that adds up.
#include "core/lesson/pipelinemotion.h"
#include "tests/support/llamaplan.h"

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Llama 3 8B on 16 GPUs: pipeline 4.
Scenario piped(Settings settings = {})
{
    const Scenario base = scenarioWith(
        {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.precision", "bf16-master"},
            {"training.accumulation", "8"}, {"parallel.framework", "megatron"},
            {"parallel.strategy", "zero1"}, {"parallel.gpus", "16"}, {"parallel.pipeline", "4"}});
    return scenarioWith(settings, base);
}

/// Stages that all take a second for a pass forward and two for one backward.
PipelineMotion alike(int stages, const PipelineOrder &order)
{
    const std::vector<StagePace> paces(static_cast<std::size_t>(stages),
        {.forward = {Seconds(1), {}}, .backward = {Seconds(2), {}}});
    return pipelineMotion(pipelineSchedule(paces, order),
        std::vector<Seconds>(
            static_cast<std::size_t>(stages), Seconds(3.0 * (stages - 1) / order.chunks)));
}

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-7 * std::max(1.0, std::abs(b));
}

int mostInFlight(const PipelineMotion &motion, std::size_t stage)
{
    int most = 0;
    for (const PipelineFrame &frame : motion.frames)
        most = std::max(most, frame.stages[stage].inFlight);
    return most;
}

} // namespace

class TestPipelineMotion : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void bubbleOfThePlanAddsUp_data()
    {
        QTest::addColumn<Scenario>("scenario");
        const Settings torch{{"training.modules", "torchtitan"}, {"parallel.framework", "fsdp2"},
            {"parallel.strategy", "fsdp"}};
        QTest::newRow("1F1B") << piped();
        QTest::newRow("one micro-batch") << piped({{"training.accumulation", "1"}});
        QTest::newRow("two stages") << piped({{"parallel.pipeline", "2"}});
        QTest::newRow("interleaved") << piped({{"parallel.virtual_stages", "2"}});
        QTest::newRow("stages of unlike size")
            << piped({{"parallel.layers_first_stage", "6"}, {"parallel.layers_last_stage", "6"}});
        QTest::newRow("micro-batches that are left out")
            << piped({{"training.accumulation", "100"}});
        QTest::newRow("some left out, interleaved")
            << piped({{"parallel.virtual_stages", "2"}, {"training.accumulation", "100"}});
        QTest::newRow("torch's own") << scenarioWith(torch, piped());
    }
    void bubbleOfThePlanAddsUp()
    {
        QFETCH(Scenario, scenario);
        const Plan plan = planOf(scenario, m_catalog);
        const PipelineMotion motion = pipelineMotion(plan);
        QVERIFY(!motion.isEmpty());
        Seconds now{};
        std::vector<Seconds> before(plan.stages.size());
        for (const PipelineFrame &frame : motion.frames) {
            QCOMPARE(frame.begin, now);
            QCOMPARE(frame.stages.size(), plan.stages.size());
            for (std::size_t i = 0; i < before.size(); ++i) {
                const StageMoment &stage = frame.stages[i];
                QVERIFY(stage.inFlight >= 0);
                QVERIFY(stage.bubble.value() >= before[i].value() - 1e-9);
                before[i] = stage.bubble;
            }
            now = frame.end;
        }
        const PipelineFrame &last = motion.frames.back();
        QVERIFY(isNear(last.begin.value(), motion.schedule.end.value()));
        QVERIFY(isNear(last.end.value(), plan.time.step.value()));
        double share = 0;
        for (std::size_t i = 0; i < plan.stages.size(); ++i) {
            const StepTime &time = plan.stages[i].time;
            QVERIFY(isNear(last.stages[i].bubble.value(), time.bubble.value()));
            QCOMPARE(last.stages[i].inFlight, 0);
            share += time.bubble / time.step / static_cast<double>(plan.stages.size());
        }
        QVERIFY(isNear(last.bubbleShare(), share));
    }

    /// A frame says what the schedule says: who is at work, and that nobody else is.
    void framesShowTheSchedule()
    {
        const PipelineMotion motion = pipelineMotion(planOf(piped(), m_catalog));
        const double least = 1e-6 * motion.schedule.end.value();
        for (const PipelineFrame &frame : motion.frames) {
            QVERIFY(!frame.isLeftOut);
            const double middle = ((frame.begin + frame.end) / 2.0).value();
            for (std::size_t i = 0; i < frame.stages.size(); ++i) {
                const std::vector<PipelineCell> &cells = motion.schedule.stages[i];
                const auto found
                    = std::find_if(cells.begin(), cells.end(), [middle](const PipelineCell &cell) {
                          return cell.begin.value() < middle && middle < cell.end.value();
                      });
                QCOMPARE(frame.stages[i].cell.has_value(), found != cells.end());
                if (found == cells.end())
                    continue;
                QCOMPARE(*frame.stages[i].cell, static_cast<std::size_t>(found - cells.begin()));
                QVERIFY(found->begin.value() < frame.begin.value() + least);
                QVERIFY(found->end.value() > frame.end.value() - least);
            }
        }
    }

    void whatIsLeftOutIsOneFrame()
    {
        const PipelineMotion motion
            = pipelineMotion(planOf(piped({{"training.accumulation", "100"}}), m_catalog));
        QCOMPARE(std::count_if(motion.frames.begin(), motion.frames.end(),
                     [](const PipelineFrame &frame) { return frame.isLeftOut; }),
            1);
        for (std::size_t i = 1; i < motion.frames.size(); ++i) {
            const PipelineFrame &frame = motion.frames[i - 1];
            if (!frame.isLeftOut)
                continue;
            QCOMPARE(frame.begin, motion.schedule.cutBegin);
            QCOMPARE(frame.end, motion.schedule.cutEnd);
            for (std::size_t stage = 0; stage < frame.stages.size(); ++stage) {
                QVERIFY(!frame.stages[stage].cell);
                QCOMPARE(frame.stages[stage].inFlight, 4 - static_cast<int>(stage));
            }
        }
    }

    /// (p - 1) / (m v + p - 1), to the digit, where no stage differs and nothing is sent.
    void likeStagesIdleByTheRule_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<QString>("formula");
        QTest::addColumn<double>("share");
        QTest::newRow("four stages, eight micro-batches")
            << 4 << 1 << 8 << "3 / (8 + 3)" << 3 / 11.0;
        QTest::newRow("four stages, one micro-batch") << 4 << 1 << 1 << "3 / (1 + 3)" << 0.75;
        QTest::newRow("two chunks each") << 4 << 2 << 8 << "3 / (8 x 2 + 3)" << 3 / 19.0;
        QTest::newRow("most of them left out") << 4 << 1 << 200 << "3 / (200 + 3)" << 3 / 203.0;
    }
    void likeStagesIdleByTheRule()
    {
        QFETCH(int, stages);
        QFETCH(int, chunks);
        QFETCH(int, microBatches);
        QFETCH(QString, formula);
        QFETCH(double, share);
        const PipelineMotion motion
            = alike(stages, {.chunks = chunks, .microBatches = microBatches});
        QCOMPARE(QString::fromStdString(motion.rule.text()), formula);
        QCOMPARE(motion.rule.value(), share);
        QVERIFY(isNear(motion.frames.back().bubbleShare(), share));
        QCOMPARE(motion.frames.front().bubbleShare(), 0.0);
    }

    /// 1F1B (Narayanan et al. 2021, figure 4): a stage holds one for itself and one for each stage
    /// after it; with fewer micro-batches than that, all of them.
    void stageHoldsOneForEachStageAfterIt_data()
    {
        QTest::addColumn<int>("microBatches");
        QTest::newRow("as many as stages") << 4;
        QTest::newRow("more") << 12;
        QTest::newRow("so many that most are left out") << 400;
        QTest::newRow("fewer") << 2;
    }
    void stageHoldsOneForEachStageAfterIt()
    {
        QFETCH(int, microBatches);
        const PipelineMotion motion = alike(4, {.microBatches = microBatches});
        for (int stage = 0; stage < 4; ++stage)
            QCOMPARE(mostInFlight(motion, static_cast<std::size_t>(stage)),
                std::min(microBatches, 4 - stage));
    }

    /// Followed by hand: two stages, two micro-batches, one second forward and two backward.
    void twoStagesByHand()
    {
        const PipelineMotion motion = alike(2, {.microBatches = 2});
        std::vector<double> begins;
        QStringList working;
        for (const PipelineFrame &frame : motion.frames) {
            begins.push_back(frame.begin.value());
            QString now;
            for (std::size_t i = 0; i < 2; ++i) {
                const StageMoment &stage = frame.stages[i];
                if (!stage.cell) {
                    now += "--";
                    continue;
                }
                const PipelineCell &cell = motion.schedule.stages[i][*stage.cell];
                now += cell.pass == Pass::Forward ? 'F' : 'B';
                now += QString::number(cell.microBatch);
            }
            working += now;
        }
        // Stage 1: F0 F1 - B0 - B1; stage 2: - F0 B0 F1 B1.
        QCOMPARE(begins, (std::vector<double>{0, 1, 2, 4, 5, 6, 7, 9}));
        QCOMPARE(
            working, (QStringList{"F0--", "F1F0", "--B0", "B0F1", "B0B1", "--B1", "B1--", "----"}));
        QCOMPARE(motion.frames.back().stages[0].bubble, Seconds(3));
        QCOMPARE(motion.frames.back().stages[1].bubble, Seconds(3));
    }

    void nothingMovesWithoutAPipeline()
    {
        QVERIFY(pipelineMotion(llamaPlan({}, m_catalog)).isEmpty());
        QVERIFY(pipelineMotion(llamaPlan({{"estimator", "worksheet"}}, m_catalog)).isEmpty());
        QCOMPARE(pipelineMotion(PipelineSchedule{}, {}), PipelineMotion{});
    }
};

QTEST_APPLESS_MAIN(TestPipelineMotion)
#include "tst_pipelinemotion.moc"
