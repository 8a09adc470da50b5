// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/pipelineschedule.h"
#include "core/judge/findings.h"
#include "core/planner/outlook.h"
#include "core/scenario/mesh.h"
#include "core/step/interleavedstreams.h"
#include "core/step/stagepasses.h"
#include "tests/support/llamamesh.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace shardscope;

namespace {

std::vector<StagePace> alike(int stages, double forward, double backward, double update = 0)
{
    return std::vector<StagePace>(static_cast<std::size_t>(stages),
        {.forward = {Seconds(forward), {}},
            .backward = {Seconds(backward), {}},
            .update = {Seconds(update), {}}});
}

/// "F0 F1 B0": passes with their micro-batches; the chunk behind them where there are several.
QString orderOf(const std::vector<PipelineCell> &cells, int chunks)
{
    QStringList all;
    for (const PipelineCell &cell : cells) {
        if (cell.pass == Pass::Update)
            continue;
        const QChar letter = cell.pass == Pass::Forward ? u'F' : u'B';
        const QString chunk = chunks > 1 ? QString(QChar('a' + cell.chunk)) : QString();
        all += letter + QString::number(cell.microBatch) + chunk;
    }
    return all.join(u' ');
}

double lengthOf(const std::vector<PipelineCell> &cells)
{
    double sum = 0;
    for (const PipelineCell &cell : cells)
        sum += cell.length().value();
    return sum;
}

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

const PipelineCell &cellOf(
    const PipelineSchedule &schedule, std::size_t stage, Pass pass, int microBatch, int chunk = 0)
{
    const std::vector<PipelineCell> &cells = schedule.stages[stage];
    const auto found = std::find_if(cells.begin(), cells.end(), [&](const PipelineCell &cell) {
        return cell.pass == pass && cell.microBatch == microBatch && cell.chunk == chunk;
    });
    if (found == cells.end())
        qFatal("no such cell");
    return *found;
}

} // namespace

class TestPipelineSchedule : public QObject
{
    Q_OBJECT

private slots:
    /// Written down from schedules.py: warm-up passes, then one forward and one backward in turn,
    /// then the rest backward.
    void eachStageHasMegatronsOrder_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<int>("stage");
        QTest::addColumn<QString>("order");
        QTest::newRow("first of three, 1F1B") << 3 << 1 << 4 << 0 << "F0 F1 F2 B0 F3 B1 B2 B3";
        QTest::newRow("second of three") << 3 << 1 << 4 << 1 << "F0 F1 B0 F2 B1 F3 B2 B3";
        QTest::newRow("last of three") << 3 << 1 << 4 << 2 << "F0 B0 F1 B1 F2 B2 F3 B3";
        QTest::newRow("fewer micro-batches than stages") << 4 << 1 << 2 << 0 << "F0 F1 B0 B1";
        QTest::newRow("first of two, interleaved")
            << 2 << 2 << 4 << 0
            << "F0a F1a F0b F1b F2a B0b F3a B1b F2b B0a F3b B1a B2b B3b B2a B3a";
        QTest::newRow("last of two, interleaved")
            << 2 << 2 << 4 << 1
            << "F0a F1a F0b B0b F1b B1b F2a B0a F3a B1a F2b B2b F3b B3b B2a B3a";
        QTest::newRow("as many micro-batches as stages, interleaved")
            << 2 << 2 << 2 << 0 << "F0a F1a F0b F1b B0b B1b B0a B1a";
    }
    void eachStageHasMegatronsOrder()
    {
        QFETCH(int, stages);
        QFETCH(int, chunks);
        QFETCH(int, microBatches);
        QFETCH(int, stage);
        const PipelineSchedule schedule
            = pipelineSchedule(alike(stages, 1, 2), {chunks, microBatches});
        QVERIFY(!schedule.isEmpty());
        QTEST(orderOf(schedule.stages[static_cast<std::size_t>(stage)], chunks), "order");
    }

    /// The order that the memory of torch's pipelines is worked out in.
    void torchsOrderIsThatOfItsMemory_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("microBatches");
        QTest::newRow("1F1B") << 4 << 1 << 4;
        QTest::newRow("interleaved, two rounds") << 2 << 2 << 4;
        QTest::newRow("interleaved, one larger round") << 4 << 2 << 6;
        QTest::newRow("interleaved, four chunks") << 4 << 4 << 8;
    }
    void torchsOrderIsThatOfItsMemory()
    {
        QFETCH(int, stages);
        QFETCH(int, chunks);
        QFETCH(int, microBatches);
        Scenario scenario = scenarioWith({{"training.modules", "torchtitan"},
            {"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"}});
        scenario.training.accumulation = microBatches;
        const PipelineOrder order = pipelineOrder(scenario, {.pipeline = stages, .chunks = chunks});
        const PipelineSchedule schedule = wholePipelineSchedule(alike(stages, 1, 2), order);
        QVERIFY(!schedule.isEmpty());
        for (int stage = 0; stage < stages; ++stage) {
            std::vector<PipelineCell> passes;
            for (const StageOp &pass : passesOfStage({.index = stage, .stages = stages}, order))
                passes.push_back({pass.isBackward ? Pass::Backward : Pass::Forward, pass.part,
                    pass.microBatch, pass.chunk});
            const QString wanted = orderOf(passes, chunks);
            const QString made = orderOf(schedule.stages[static_cast<std::size_t>(stage)], chunks);
            if (chunks > 1 || microBatches <= stages - stage + 2)
                QCOMPARE(made, wanted);
        }
    }

    /// Read off forward_backward_pipelining_with_interleaving by hand: of a middle stage that goes
    /// on, for the last forward pass of a group, the next gradient, the last one sent back, and two
    /// inputs with their gradients that variables still name.
    void interleavedStagesReferToTensors_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("stage");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<int>("forward");
        QTest::addColumn<int>("backward");
        QTest::newRow("first of two") << 2 << 0 << 8 << 2 << 3;
        QTest::newRow("a middle one") << 4 << 2 << 8 << 6 << 7;
        QTest::newRow("a middle one, many micro-batches") << 4 << 2 << 64 << 6 << 7;
        QTest::newRow("a micro-batch for each stage") << 4 << 2 << 4 << 2 << 2;
        QTest::newRow("all forward passes come first") << 4 << 0 << 4 << 0 << 0;
    }
    void interleavedStagesReferToTensors()
    {
        QFETCH(int, stages);
        QFETCH(int, stage);
        QFETCH(int, microBatches);
        const Stage own{.index = stage, .stages = stages};
        const PipelineOrder order{.chunks = 2, .microBatches = microBatches};
        const std::vector<StageOp> passes = passesOfStage(own, order);
        const std::vector<int> streams = interleavedStreams(own, order);
        QCOMPARE(streams.size(), passes.size());
        const int mostInFlight = order.inFlight(stages, stage);
        std::map<bool, int> most;
        int inFlight = 0;
        for (std::size_t i = 0; i < passes.size(); ++i) {
            inFlight += passes[i].isBackward ? 0 : 1;
            if (inFlight == mostInFlight)
                most[passes[i].isBackward] = std::max(most[passes[i].isBackward], streams[i]);
            inFlight -= passes[i].isBackward ? 1 : 0;
        }
        QTEST(most[false], "forward");
        QTEST(most[true], "backward");
    }

    /// Megatron-Core refuses some of these; a slider goes through them.
    void interleavedStagesOfOddNumbersAreGoneThrough()
    {
        for (const int stages : {2, 3, 8}) {
            for (const int chunks : {2, 3, 5}) {
                for (const int microBatches : {1, 2, 3, 5, 9, 40}) {
                    for (int stage = 0; stage < stages; ++stage) {
                        const Stage own{.index = stage, .stages = stages};
                        const PipelineOrder order{.chunks = chunks, .microBatches = microBatches};
                        const std::vector<int> streams = interleavedStreams(own, order);
                        QCOMPARE(streams.size(), passesOfStage(own, order).size());
                        QVERIFY(*std::min_element(streams.begin(), streams.end()) >= 0);
                    }
                }
            }
        }
    }

    void gpipeGoesForwardBeforeItGoesBackward()
    {
        const PipelineOrder order{.microBatches = 3, .fillsFirst = true};
        const PipelineSchedule schedule = wholePipelineSchedule(alike(2, 1, 2), order);
        QVERIFY(schedule.fillsFirst);
        for (const std::vector<PipelineCell> &cells : schedule.stages)
            QCOMPARE(orderOf(cells, 1), QStringLiteral("F0 F1 F2 B0 B1 B2"));
        QCOMPARE(schedule.end.value(), 12.0); // as long as 1F1B: (3 + 1) micro-steps of 3
        QCOMPARE(pipelineStep(alike(2, 1, 2), order).value(), 12.0);
        QCOMPARE(order.inFlight(2, 1), 3);
    }

    void aPassWaitsForItsNeighbour()
    {
        const PipelineSchedule schedule = pipelineSchedule(alike(2, 1, 2), {1, 2});
        const auto begins = [&](std::size_t stage, Pass pass, int microBatch) {
            return cellOf(schedule, stage, pass, microBatch).begin.value();
        };
        // Stage 1: F0 F1 B0 B1; stage 2: F0 B0 F1 B1. By hand.
        QCOMPARE(begins(0, Pass::Forward, 1), 1.0);
        QCOMPARE(begins(1, Pass::Forward, 0), 1.0);
        QCOMPARE(begins(1, Pass::Backward, 0), 2.0);
        QCOMPARE(begins(0, Pass::Backward, 0), 4.0);
        QCOMPARE(begins(1, Pass::Forward, 1), 4.0);
        QCOMPARE(begins(1, Pass::Backward, 1), 5.0);
        QCOMPARE(begins(0, Pass::Backward, 1), 7.0);
        QCOMPARE(schedule.end.value(), 9.0); // (2 + 1) micro-steps of 3
    }

    void whatIsHeldIsWhatTheMeshSays_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("microBatches");
        QTest::newRow("1F1B") << 4 << 1 << 8;
        QTest::newRow("few micro-batches") << 4 << 1 << 2;
        QTest::newRow("interleaved") << 4 << 2 << 8;
        QTest::newRow("interleaved, four chunks") << 4 << 4 << 8;
    }
    void whatIsHeldIsWhatTheMeshSays()
    {
        QFETCH(int, stages);
        QFETCH(int, chunks);
        QFETCH(int, microBatches);
        const PipelineSchedule schedule
            = wholePipelineSchedule(alike(stages, 1, 2), {chunks, microBatches});
        for (int stage = 0; stage < stages; ++stage) {
            int held = 0;
            int most = 0;
            for (const PipelineCell &cell : schedule.stages[static_cast<std::size_t>(stage)]) {
                held += cell.pass == Pass::Forward ? 1 : -1;
                most = std::max(most, held);
            }
            QCOMPARE(most, (PipelineOrder{chunks, microBatches}.inFlight(stages, stage)));
        }
    }

    /// Each pass begins once the stage is free and its input is there, and not later.
    void passesFollowEachOther_data() { whatIsHeldIsWhatTheMeshSays_data(); }
    void passesFollowEachOther()
    {
        QFETCH(int, stages);
        QFETCH(int, chunks);
        QFETCH(int, microBatches);
        const PipelineSchedule schedule
            = wholePipelineSchedule(alike(stages, 1, 2), {chunks, microBatches});
        for (int stage = 0; stage < stages; ++stage) {
            Seconds free{};
            for (const PipelineCell &cell : schedule.stages[static_cast<std::size_t>(stage)]) {
                const auto endOf = [&](int at, Pass pass, int chunk) {
                    return cellOf(
                        schedule, static_cast<std::size_t>(at), pass, cell.microBatch, chunk)
                        .end;
                };
                Seconds needed{};
                if (cell.pass == Pass::Forward && stage + cell.chunk > 0)
                    needed = stage > 0 ? endOf(stage - 1, cell.pass, cell.chunk)
                                       : endOf(stages - 1, cell.pass, cell.chunk - 1);
                if (cell.pass == Pass::Backward) {
                    needed = stage + 1 < stages   ? endOf(stage + 1, cell.pass, cell.chunk)
                        : cell.chunk + 1 < chunks ? endOf(0, cell.pass, cell.chunk + 1)
                                                  : endOf(stage, Pass::Forward, cell.chunk);
                }
                QCOMPARE(cell.begin.value(), std::max(free, needed).value());
                free = cell.end;
            }
        }
    }

    void theBubbleIsTheClosedForm_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("microBatches");
        for (const int stages : {2, 4, 8, 16}) {
            for (const int chunks : {1, 2, 4}) {
                for (const int times : {1, 2, 5})
                    QTest::addRow(
                        "%d stages, %d chunks, %d micro-batches", stages, chunks, times * stages)
                        << stages << chunks << times * stages;
            }
        }
        QTest::newRow("an odd number of micro-batches") << 4 << 1 << 29;
        QTest::newRow("one micro-batch") << 4 << 1 << 1;
    }
    void theBubbleIsTheClosedForm()
    {
        QFETCH(int, stages);
        QFETCH(int, chunks);
        QFETCH(int, microBatches);
        const std::vector<StagePace> paces = alike(stages, 1.1, 2.3, 0.7);
        const PipelineSchedule whole = wholePipelineSchedule(paces, {chunks, microBatches});
        const double bubble = (stages - 1.0) / chunks * 3.4;
        QVERIFY(isNear(whole.end.value(), microBatches * 3.4 + bubble + 0.7));
        QVERIFY(isNear(pipelineStep(paces, {chunks, microBatches}).value(), whole.end.value()));
        for (const auto &cells : whole.stages)
            QVERIFY(isNear(whole.end.value() - lengthOf(cells), bubble));
    }

    /// The last stage has the head, the first one fewer layers, as they are given against it.
    void unlikeStagesWaitForTheSlowest_data()
    {
        QTest::addColumn<double>("head");
        QTest::addColumn<double>("first");
        QTest::addColumn<int>("chunks");
        for (const int chunks : {1, 2, 4}) {
            QTest::addRow("a head, %d chunks", chunks) << 0.4 << 1.0 << chunks;
            QTest::addRow("a large head, %d chunks", chunks) << 1.0 << 1.0 << chunks;
            QTest::addRow("fewer first layers, %d chunks", chunks) << 0.3 << 0.5 << chunks;
        }
    }
    void unlikeStagesWaitForTheSlowest()
    {
        QFETCH(double, head);
        QFETCH(double, first);
        QFETCH(int, chunks);
        std::vector<StagePace> paces = alike(8, 1, 2.2);
        paces.front().forward.length = Seconds(first);
        paces.front().backward.length = Seconds(2.2 * first);
        paces.back().forward.length += Seconds(head);
        paces.back().backward.length += Seconds(2 * head);
        paces.back().headForward = Seconds(head);
        paces.back().headBackward = Seconds(2 * head);
        const PipelineSchedule whole = wholePipelineSchedule(paces, {chunks, 32});
        QVERIFY(isNear(pipelineStep(paces, {chunks, 32}).value(), whole.end.value()));
    }

    void whatIsLeftOutTakesAsLong_data() { unlikeStagesWaitForTheSlowest_data(); }
    void whatIsLeftOutTakesAsLong()
    {
        QFETCH(double, head);
        QFETCH(double, first);
        QFETCH(int, chunks);
        // Slowest are those in the middle.
        std::vector<StagePace> paces = alike(8, 2, 4.4);
        paces.front().forward.length = Seconds(first);
        paces.back().forward.length = Seconds(1 + head);
        paces.back().headForward = Seconds(head);
        const PipelineSchedule whole = wholePipelineSchedule(paces, {chunks, 80});
        QVERIFY(isNear(pipelineStep(paces, {chunks, 80}).value(), whole.end.value()));
        QVERIFY(isNear(pipelineSchedule(paces, {chunks, 80}).end.value(), whole.end.value()));
    }

    void whatIsLeftOutIsLikeTheRest_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("microBatches");
        QTest::newRow("1F1B") << 4 << 1 << 40;
        QTest::newRow("not a multiple") << 4 << 1 << 43;
        QTest::newRow("two stages") << 2 << 1 << 64;
        QTest::newRow("interleaved") << 4 << 2 << 64;
        QTest::newRow("interleaved, four chunks") << 8 << 4 << 64;
    }
    void whatIsLeftOutIsLikeTheRest()
    {
        QFETCH(int, stages);
        QFETCH(int, chunks);
        QFETCH(int, microBatches);
        const std::vector<StagePace> paces = alike(stages, 1, 2, 0.5);
        const PipelineSchedule shown = pipelineSchedule(paces, {chunks, microBatches});
        const PipelineSchedule whole = wholePipelineSchedule(paces, {chunks, microBatches});
        QVERIFY(shown.microBatchesLeftOut > 0);
        QVERIFY(shown.hasSteadyPhase());
        QVERIFY(shown.steadyBegin < shown.cutBegin && shown.cutEnd < shown.steadyEnd);
        QVERIFY(isNear(shown.steadyEnd.value(), whole.steadyEnd.value()));
        QCOMPARE(shown.microBatches, microBatches);
        QVERIFY(isNear(shown.end.value(), whole.end.value()));
        QVERIFY(isNear((shown.cutEnd - shown.cutBegin).value(), 3.0 * shown.microBatchesLeftOut));
        for (std::size_t stage = 0; stage < shown.stages.size(); ++stage) {
            for (const PipelineCell &cell : shown.stages[stage]) {
                const PipelineCell &like
                    = cellOf(whole, stage, cell.pass, cell.microBatch, cell.chunk);
                const bool isBefore = cell.end <= shown.cutBegin;
                QVERIFY(isBefore || cell.begin >= shown.cutEnd);
                const bool isEndCut = cell.isCut && isBefore;
                QVERIFY(isEndCut ? cell.end == shown.cutBegin
                                 : isNear(cell.end.value(), like.end.value()));
                QVERIFY(cell.isCut && !isBefore ? cell.begin == shown.cutEnd
                                                : isNear(cell.begin.value(), like.begin.value()));
            }
        }
    }

    void fewMicroBatchesHaveNoSteadyPhase()
    {
        QVERIFY(!pipelineSchedule(alike(4, 1, 2), {1, 2}).hasSteadyPhase());
        QVERIFY(pipelineSchedule(alike(4, 1, 2), {1, 8}).hasSteadyPhase());
    }

    void whatMegatronRefusesIsNotLaidOut()
    {
        // Twelve micro-batches through eight stages of two chunks: each waits for another.
        QVERIFY(pipelineSchedule(alike(8, 1, 2), {2, 12}).isEmpty());
        QVERIFY(pipelineSchedule(alike(1, 1, 2), {1, 4}).isEmpty());
        QVERIFY(pipelineSchedule(alike(4, 0, 0), {1, 4}).isEmpty());
        QVERIFY(pipelineSchedule(alike(0, 1, 2), {1, 40}).isEmpty());
    }

    void aPlanIsLaidOutAsItSays_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::newRow("1F1B") << llamaOnAMesh();
        QTest::newRow("many micro-batches") << llamaOnAMesh({{"training.accumulation", "100"}});
        QTest::newRow("one micro-batch") << llamaOnAMesh({{"training.accumulation", "1"}});
        QTest::newRow("interleaved") << llamaOnAMesh({{"parallel.virtual_stages", "2"}});
        QTest::newRow("fewer first and last layers") << llamaOnAMesh(
            {{"parallel.layers_first_stage", "6"}, {"parallel.layers_last_stage", "6"}});
        QTest::newRow("fewer first and last layers, many micro-batches")
            << llamaOnAMesh({{"parallel.layers_first_stage", "6"},
                   {"parallel.layers_last_stage", "6"}, {"training.accumulation", "100"}});
        const Settings torch{{"training.modules", "torchtitan"}, {"parallel.framework", "fsdp2"},
            {"parallel.strategy", "fsdp"}};
        QTest::newRow("torch's own pipeline") << scenarioWith(torch, llamaOnAMesh());
        QTest::newRow("torch's own, interleaved, many micro-batches") << scenarioWith(torch,
            llamaOnAMesh({{"parallel.virtual_stages", "2"}, {"training.accumulation", "60"}}));
        QTest::newRow("torch's own, one round") << scenarioWith(torch,
            llamaOnAMesh({{"parallel.virtual_stages", "2"}, {"training.accumulation", "6"}}));
        QTest::newRow("micro-batches that do not divide")
            << llamaOnAMesh({{"parallel.virtual_stages", "2"}, {"training.accumulation", "6"}});
        QTest::newRow("Llama 3 405B on 16,384 GPUs")
            << llamaOnAMesh({{"model.id", "meta-llama/Llama-3.1-405B"}, {"parallel.gpus", "16384"},
                   {"parallel.tensor", "8"}, {"parallel.pipeline", "16"},
                   {"parallel.layers_first_stage", "7"}, {"parallel.layers_last_stage", "7"},
                   {"training.accumulation", "16"}, {"training.sequence_length", "8192"}});
    }
    void aPlanIsLaidOutAsItSays()
    {
        QFETCH(Scenario, scenario);
        const Catalog catalog = builtInCatalog();
        const Plan plan = planOf(scenario, catalog);
        const PipelineSchedule schedule = pipelineSchedule(plan);
        QCOMPARE(schedule.stages.size(), plan.stages.size());
        QVERIFY(isNear(schedule.end.value(), plan.time.step.value()));
        const double microSteps = scenario.training.accumulation;
        const double leftOut = schedule.microBatchesLeftOut;
        for (std::size_t i = 0; i < plan.stages.size(); ++i) {
            const StepTime &time = plan.stages[i].time;
            QCOMPARE(time.step.value(), plan.time.step.value());
            const double left = leftOut * paceOf(plan.stages[i], microSteps).microStep().value();
            const double idle = schedule.end.value() - lengthOf(schedule.stages[i]) - left;
            QVERIFY(isNear(idle, time.bubble.value()));
            double waited = 0;
            for (const PipelineCell &cell : schedule.stages[i])
                waited += cell.waited.value();
            if (leftOut == 0)
                QVERIFY(isNear(waited, time.exposedCommunication.value()));
        }
        Evaluator evaluator(catalog);
        QCOMPARE(evaluator.speed(scenario)->step.value(), plan.time.step.value());
    }

    /// While a stage fills, the next one waits for what is sent within it as well.
    void theBubbleHoldsWhatIsSentMeanwhile()
    {
        const Catalog catalog = builtInCatalog();
        const Plan plan = planOf(llamaOnAMesh(), catalog);
        double others = 0;
        double computed = 0;
        for (std::size_t i = 0; i + 1 < plan.stages.size(); ++i) {
            others += paceOf(plan.stages[i], 8).microStep().value();
            computed += (plan.stages[i].time.forward + plan.stages[i].time.backward).value();
        }
        const StepTime &last = plan.stages.back().time; // with the head: the slowest
        QVERIFY(others > 1.01 * computed); // tensor parallelism
        QVERIFY(isNear(last.bubble.value(), others));
    }
};

QTEST_APPLESS_MAIN(TestPipelineSchedule)
#include "tst_pipelineschedule.moc"
