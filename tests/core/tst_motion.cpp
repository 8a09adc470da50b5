// SPDX-License-Identifier: GPL-3.0-or-later
// What moves in a lesson: every frame from the planner's own numbers.
#include "core/estimate/ring.h"
#include "core/explore/strategies.h"
#include "core/lesson/checkpointmotion.h"
#include "core/lesson/ringmotion.h"
#include "core/lesson/stepmotion.h"
#include "core/lesson/zeromotion.h"
#include "tests/support/llamaplan.h"

#include <numeric>

using namespace shardscope;

namespace {

bool isClose(Seconds a, Seconds b)
{
    return std::abs(a.value() - b.value()) < 1e-6 * (1e-3 + b.value());
}

/// How long something is so, over the frames of a motion.
template <class Predicate>
Seconds timeOf(const StepMotion &motion, const Predicate &isSo)
{
    Seconds sum{};
    for (const StepFrame &frame : motion.frames)
        sum += isSo(frame) ? frame.length() : Seconds(0);
    return sum;
}

const OnWire *callOf(const StepFrame &frame, std::size_t collective)
{
    for (const OnWire &call : frame.wire) {
        if (call.collective == collective)
            return &call;
    }
    return nullptr;
}

} // namespace

class TestMotion : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan planWith(std::initializer_list<std::pair<std::string_view, std::string_view>> settings)
    {
        return llamaPlan(settings, m_catalog);
    }
    PlanMaker maker() const
    {
        return [this](const Scenario &scenario) { return makePlan(scenario, m_catalog); };
    }

private slots:
    void ringSendsWhatTheTrafficSays_data()
    {
        QTest::addColumn<qint64>("elements");
        QTest::addColumn<int>("ranks");
        QTest::newRow("as many elements as ranks") << qint64(4) << 4;
        QTest::newRow("one too many") << qint64(9) << 8;
        QTest::newRow("one too few") << qint64(7) << 8;
        QTest::newRow("fewer elements than ranks") << qint64(2) << 5;
        QTest::newRow("no elements") << qint64(0) << 3;
        QTest::newRow("odd numbers") << qint64(1000003) << 7;
        QTest::newRow("two ranks") << qint64(5) << 2;
        QTest::newRow("one rank") << qint64(5) << 1;
        QTest::newRow("the most ranks") << qint64(8030261249) << mostRingRanks;
    }
    void ringSendsWhatTheTrafficSays()
    {
        QFETCH(qint64, elements);
        QFETCH(int, ranks);
        constexpr std::int64_t each = 2;
        const RingMotion motion = ringMotion(elements, each, ranks);
        QCOMPARE(motion.message.value(), static_cast<double>(elements * each));
        QCOMPARE(motion.frames.size(), static_cast<std::size_t>(2 * (ranks - 1) + 1));
        double most = 0;
        for (int rank = 0; rank < ranks; ++rank) {
            const auto expected
                = static_cast<double>(ringTraffic(elements, each, ranks, rank).allReduce());
            double scattered = 0;
            double all = 0;
            for (const RingFrame &frame : motion.frames) {
                for (const RingTransfer &transfer : frame.transfers) {
                    all += transfer.from == rank ? transfer.bytes.value() : 0;
                    scattered
                        += transfer.from == rank && transfer.isReduced ? transfer.bytes.value() : 0;
                }
            }
            QCOMPARE(all, expected);
            QCOMPARE(scattered,
                static_cast<double>(ringTraffic(elements, each, ranks, rank).reduceScatter));
            QCOMPARE(motion.frames.back().sent[static_cast<std::size_t>(rank)].value(), expected);
            most = std::max(most, expected);
        }
        QCOMPARE(motion.perRank.value(), most);
    }

    void ringAddsUpEverywhere()
    {
        for (int ranks = 1; ranks <= 9; ++ranks) {
            const RingMotion motion = ringMotion(100, 4, ranks);
            const RingFrame &first = motion.frames.front();
            const RingFrame &last = motion.frames.back();
            QVERIFY(last.transfers.empty());
            for (int rank = 0; rank < ranks; ++rank) {
                const auto row = static_cast<std::size_t>(rank);
                QCOMPARE(first.contributions[row], std::vector<int>(ranks, 1));
                QCOMPARE(last.contributions[row], std::vector<int>(ranks, ranks));
            }
            for (std::size_t i = 0; i + 1 < motion.frames.size(); ++i) {
                const RingFrame &frame = motion.frames[i];
                QCOMPARE(static_cast<int>(frame.transfers.size()), ranks);
                for (const RingTransfer &transfer : frame.transfers) {
                    QCOMPARE(transfer.to, (transfer.from + 1) % ranks);
                    QCOMPARE(transfer.isReduced, static_cast<int>(i) < ranks - 1);
                    // Nobody passes on in the second half what is not yet complete.
                    const int held = frame.contributions[static_cast<std::size_t>(transfer.from)]
                                                        [static_cast<std::size_t>(transfer.chunk)];
                    QVERIFY(transfer.isReduced || held == ranks);
                }
            }
        }
    }

    /// Followed by hand: after two steps of three ranks, chunk r + 1 is complete at rank r.
    void scatterLeavesACompleteChunkEverywhere()
    {
        const RingMotion motion = ringMotion(3, 1, 3);
        using Held = std::vector<std::vector<int>>;
        QCOMPARE(motion.frames[0].contributions, (Held{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}));
        QCOMPARE(motion.frames[1].contributions, (Held{{1, 1, 2}, {2, 1, 1}, {1, 2, 1}}));
        QCOMPARE(motion.frames[2].contributions, (Held{{1, 3, 2}, {2, 1, 3}, {3, 2, 1}}));
        QCOMPARE(motion.frames[3].contributions, (Held{{3, 3, 2}, {2, 3, 3}, {3, 2, 3}}));
    }

    void otherWaysLoadOneRank_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<double>("byTree");
        QTest::addColumn<double>("byServer");
        // Edges of the rank with most of them in a binary tree; messages of the server.
        QTest::newRow("one rank") << 1 << 0.0 << 0.0;
        QTest::newRow("two ranks: one edge") << 2 << 1.0 << 1.0;
        QTest::newRow("three ranks: the inner node has two") << 3 << 2.0 << 2.0;
        QTest::newRow("four ranks: a parent and two children") << 4 << 3.0 << 3.0;
        QTest::newRow("64 ranks") << 64 << 3.0 << 63.0;
    }
    void otherWaysLoadOneRank()
    {
        QFETCH(int, ranks);
        QFETCH(double, byTree);
        QFETCH(double, byServer);
        const RingMotion motion = ringMotion(1000, 2, ranks);
        QCOMPARE(motion.byTree.value(), byTree * 2000);
        QCOMPARE(motion.byServer.value(), byServer * 2000);
    }

    void ringOfAPlan_data()
    {
        QTest::addColumn<Plan>("plan");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<double>("message");
        constexpr double parameters = 8030261248;
        QTest::newRow("DDP, 16-bit gradients")
            << planWith({{"parallel.strategy", "ddp"}}) << 8 << 2 * parameters;
        QTest::newRow("every micro-step reduces as much")
            << planWith({{"parallel.strategy", "zero2"}, {"training.accumulation", "4"}}) << 8
            << 2 * parameters;
        QTest::newRow("Megatron reduces in FP32")
            << planWith({{"parallel.strategy", "zero1"}, {"parallel.framework", "megatron"}}) << 8
            << 4 * parameters;
        QTest::newRow("HSDP reduces within a node")
            << planWith({{"parallel.strategy", "hsdp"}, {"parallel.gpus", "16"}}) << 8
            << 2 * parameters;
        QTest::newRow("the switch adds up") << planWith({{"parallel.strategy", "ddp"},
            {"hardware.gpu", "h100-sxm"}, {"parallel.algorithm", "nvls"}})
                                            << 8 << 2 * parameters;
        QTest::newRow("the rules of thumb")
            << planWith({{"parallel.strategy", "ddp"}, {"estimator", "worksheet"}}) << 8
            << 2 * parameters;
        QTest::newRow("more ranks than can be told apart")
            << planWith({{"parallel.strategy", "ddp"}, {"parallel.gpus", "1024"}}) << mostRingRanks
            << 2 * parameters;
        QTest::newRow("one GPU sends nothing")
            << planWith({{"parallel.strategy", "ddp"}, {"parallel.gpus", "1"}}) << 1
            << 2 * parameters;
    }
    void ringOfAPlan()
    {
        QFETCH(Plan, plan);
        QFETCH(int, ranks);
        QFETCH(double, message);
        const RingMotion motion = ringMotion(plan);
        QCOMPARE(motion.ranks, ranks);
        QCOMPARE(motion.message.value(), message);
    }

    void ringOfAPlanSendsWhatThePlanSays()
    {
        const Plan plan = planWith({{"parallel.strategy", "ddp"}});
        QCOMPARE(ringMotion(plan).perRank, plan.traffic.bytesPerGpuPerStep());
    }

    void stagesAreThoseOfThePlanner_data()
    {
        QTest::addColumn<Plan>("plan");
        QTest::newRow("ZeRO-3") << planWith({{"parallel.strategy", "zero3"}});
        QTest::newRow("DDP") << planWith({{"parallel.strategy", "ddp"}});
        QTest::newRow("a strategy that is none of the stages")
            << planWith({{"parallel.strategy", "fsdp"}});
        QTest::newRow("adapters") << planWith({{"training.method", "lora"}});
        QTest::newRow("the rules of thumb") << planWith({{"estimator", "worksheet"}});
        QTest::newRow("one GPU") << planWith({{"parallel.gpus", "1"}});
    }
    void stagesAreThoseOfThePlanner()
    {
        QFETCH(Plan, plan);
        const ZeroMotion motion = zeroMotion(plan, maker());
        const std::vector<Plan> plans = plansByStrategy(plan, maker());
        QCOMPARE(motion.gpus, plan.scenario.parallel.gpus);
        QCOMPARE(motion.stages.size(), std::size_t{4});
        for (std::size_t i = 0; i < motion.stages.size(); ++i) {
            const ZeroStage &stage = motion.stages[i];
            const Memory &memory = plans[i].memory;
            QCOMPARE(stage.strategy, plans[i].scenario.parallel.strategy);
            QCOMPARE(stage.peak, memory.peak);
            QCOMPARE(stage.gathered, memory.atPeak(PartId::Gathered));
            QVERIFY(!stage.parts.empty());
            for (const ZeroPart &part : stage.parts) {
                QCOMPARE(part.perGpu, memory.atPeak(part.part));
                QCOMPARE(part.whole, plans.front().memory.atPeak(part.part));
                QVERIFY(part.whole > Bytes(0) || part.perGpu > Bytes(0));
                QVERIFY(!part.isSharded || plan.scenario.parallel.gpus > 1);
            }
        }
    }

    void aPlanStandsAmongTheStages_data()
    {
        QTest::addColumn<QByteArray>("strategy");
        QTest::addColumn<QByteArray>("compared");
        QTest::newRow("one of them, in its place")
            << QByteArray("zero2") << QByteArray("ddp zero1 zero2 zero3");
        QTest::newRow("none of them, behind them")
            << QByteArray("fsdp-grad-op") << QByteArray("ddp zero1 zero2 zero3 fsdp-grad-op");
    }
    void aPlanStandsAmongTheStages()
    {
        QFETCH(QByteArray, strategy);
        QFETCH(QByteArray, compared);
        const Plan plan = planWith({{"parallel.strategy", strategy.toStdString()}});
        QByteArrayList found;
        for (const Plan &each : plansByStrategy(plan, maker()))
            found.append(
                QByteArray::fromStdString(std::string(nameOf(each.scenario.parallel.strategy))));
        QCOMPARE(found.join(' '), compared);
    }

    /// Table 1 of the ZeRO paper: 16 bytes a parameter, of which each stage divides more.
    void stagesDivideMoreAndMore()
    {
        const ZeroMotion motion = zeroMotion(planWith({{"parallel.strategy", "zero3"}}), maker());
        using Names = std::vector<std::string_view>;
        const std::array<Names, 4> sharded{Names{}, Names{"master", "optimizer"},
            Names{"gradients", "master", "optimizer"},
            Names{"weights", "gradients", "master", "optimizer"}};
        for (std::size_t i = 0; i < motion.stages.size(); ++i) {
            Names found;
            for (const ZeroPart &part : motion.stages[i].parts) {
                if (part.isSharded)
                    found.push_back(nameOf(part.part));
                const bool isDivided = part.perGpu < 0.2 * part.whole;
                if (part.part != PartId::Gradients) // DeepSpeed holds buckets of them beside
                    QCOMPARE(isDivided, part.isSharded);
            }
            QCOMPARE(found, sharded[i]);
        }
        const auto bytesOf = [&motion](std::size_t stage, PartId id) {
            for (const ZeroPart &part : motion.stages[stage].parts) {
                if (part.part == id)
                    return part.perGpu.value();
            }
            return -1.0;
        };
        constexpr double parameters = 8030261248;
        // Beside both moments each tensor has a counter of steps.
        const auto isNear = [](double bytes, double expected) {
            return std::abs(bytes - expected) < 1e-5 * expected;
        };
        QVERIFY(isNear(bytesOf(0, PartId::OptimizerState), 8 * parameters));
        QVERIFY(isNear(bytesOf(1, PartId::OptimizerState), parameters));
        QVERIFY(isNear(bytesOf(2, PartId::Weights), 2 * parameters));
        QVERIFY(isNear(bytesOf(3, PartId::Weights), parameters / 4));
    }

    void stagesThatCannotBePlannedAreLeftOut()
    {
        const ZeroMotion motion = zeroMotion(
            planWith({{"parallel.strategy", "zero3"}}), [this](const Scenario &scenario) {
                return scenario.parallel.strategy == Strategy::Zero1
                    ? Result<Plan>(Error{.code = ErrorCode::Inconsistent})
                    : makePlan(scenario, m_catalog);
            });
        QCOMPARE(motion.stages.size(), std::size_t{3});
        QCOMPARE(motion.stages[1].strategy, Strategy::Zero2);
    }

    void activationsAreDividedToTheByte_data()
    {
        QTest::addColumn<Plan>("plan");
        for (const char *checkpointing : {"none", "selective", "full"}) {
            for (const char *method : {"full", "lora"}) {
                for (const char *strategy : {"ddp", "zero3", "fsdp"})
                    QTest::addRow("%s, %s, %s", checkpointing, method, strategy)
                        << planWith({{"training.checkpointing", checkpointing},
                               {"training.method", method}, {"parallel.strategy", strategy}});
            }
        }
        QTest::newRow("four micro-steps") << planWith({{"training.accumulation", "4"}});
        QTest::newRow("mixture of experts")
            << planWith({{"model.id", "mistralai/Mixtral-8x7B-v0.1"}});
    }
    void activationsAreDividedToTheByte()
    {
        QFETCH(Plan, plan);
        const CheckpointMotion motion = checkpointMotion(plan);
        const bool isCheckpointed = plan.scenario.training.checkpointing != Checkpointing::None;
        std::vector<Bytes> samples;
        for (const Sample &sample : plan.memory.timeline.samples) {
            if (sample.microStep == 0 && sample.phase <= PhaseId::Backward)
                samples.emplace_back(sample.parts[static_cast<std::size_t>(PartId::Activations)]);
        }
        QCOMPARE(motion.layers, 32);
        QCOMPARE(motion.frames.size(), samples.size());
        bool isRecomputing = false;
        for (std::size_t i = 0; i < motion.frames.size(); ++i) {
            const CheckpointFrame &frame = motion.frames[i];
            QCOMPARE(frame.activations, samples[i]);
            QCOMPARE(frame.kept.size(), std::size_t{32});
            Bytes sum = frame.outside();
            QVERIFY(sum >= Bytes(0));
            for (const Bytes &kept : frame.kept) {
                QVERIFY(kept >= Bytes(0));
                sum += kept;
            }
            QCOMPARE(sum, frame.activations);
            isRecomputing = isRecomputing || frame.act == CheckpointAct::Recompute;
        }
        QCOMPARE(isRecomputing, isCheckpointed);
        QCOMPARE(motion.peak, *std::max_element(samples.begin(), samples.end()));
        QCOMPARE(motion.recomputed > 0, isCheckpointed);
    }

    /// A checkpoint is the input of a layer: 4,096 tokens of 4,096 numbers in 16 bits.
    void checkpointIsTheInputOfALayer()
    {
        const CheckpointMotion motion = checkpointMotion(
            planWith({{"training.checkpointing", "full"}, {"training.sequence_length", "4096"}}));
        const auto loss = std::find_if(motion.frames.begin(), motion.frames.end(),
            [](const CheckpointFrame &frame) { return frame.act == CheckpointAct::Loss; });
        QCOMPARE(loss->kept, std::vector(32, Bytes(4096.0 * 4096 * 2)));
        // Layer 31 is computed again, while all others wait for their turn.
        const auto again = std::find_if(loss, motion.frames.end(),
            [](const CheckpointFrame &frame) { return frame.act == CheckpointAct::Recompute; });
        QCOMPARE(again->layer, 31);
        QVERIFY(again->kept[31] > 5 * again->kept[30]);
        const auto over = std::next(again);
        QCOMPARE(over->act, CheckpointAct::Backward);
        QCOMPARE(over->kept[31], Bytes(0));
        QCOMPARE(over->kept[30], again->kept[30]);
        QCOMPARE(motion.frames.back().kept, std::vector(32, Bytes(0)));
    }

    void withoutCheckpointsAllIsKept()
    {
        const CheckpointMotion none
            = checkpointMotion(planWith({{"training.checkpointing", "none"}}));
        const CheckpointMotion full
            = checkpointMotion(planWith({{"training.checkpointing", "full"}}));
        const auto keptAtTheLoss = [](const CheckpointMotion &motion) {
            const auto loss = std::find_if(motion.frames.begin(), motion.frames.end(),
                [](const CheckpointFrame &frame) { return frame.act == CheckpointAct::Loss; });
            return loss->kept[0];
        };
        QVERIFY(keptAtTheLoss(none) > 10 * keptAtTheLoss(full));
        QVERIFY(none.peak > full.peak);
    }

    /// One forward pass of what is three (full training) or two (adapters), and not the head.
    void recomputedShare()
    {
        const auto recomputed = [this](const char *method, const char *checkpointing) {
            return checkpointMotion(
                planWith({{"training.method", method}, {"training.checkpointing", checkpointing}}))
                .recomputed;
        };
        QCOMPARE(recomputed("full", "none"), 0.0);
        QVERIFY(recomputed("full", "full") > 0.2 && recomputed("full", "full") < 1 / 4.0);
        QVERIFY(recomputed("lora", "full") > 0.25 && recomputed("lora", "full") < 1 / 3.0);
        QVERIFY(recomputed("full", "selective") < recomputed("full", "full"));
    }

    void nothingMovesWithoutATimeline()
    {
        const Plan plan = planWith({{"estimator", "worksheet"}});
        QVERIFY(checkpointMotion(plan).frames.empty());
        QCOMPARE(stepMotion(plan), StepMotion{});
        QVERIFY(!frameAt(stepMotion(plan), Seconds(0)));
        Plan untimed = planWith({});
        untimed.time = {};
        QCOMPARE(stepMotion(untimed), StepMotion{});
    }

    void stepIsPutTogether_data()
    {
        QTest::addColumn<Plan>("plan");
        QTest::newRow("ZeRO-3 over PCIe")
            << planWith({{"parallel.strategy", "zero3"}, {"hardware.link", "pcie4"}});
        QTest::newRow("DDP, two micro-steps")
            << planWith({{"parallel.strategy", "ddp"}, {"training.accumulation", "2"}});
        QTest::newRow("FSDP on two nodes")
            << planWith({{"parallel.strategy", "fsdp"}, {"parallel.gpus", "16"}});
        QTest::newRow("optimizer on the host") << planWith({{"parallel.offload", "optimizer"}});
        QTest::newRow("one GPU") << planWith(
            {{"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}});
    }
    void stepIsPutTogether()
    {
        QFETCH(Plan, plan);
        const StepMotion motion = stepMotion(plan);
        QVERIFY(isClose(motion.end, plan.time.step));
        QCOMPARE(motion.microStepsLeftOut, 0.0);
        Seconds now{};
        for (const StepFrame &frame : motion.frames) {
            QCOMPARE(frame.begin, now);
            QVERIFY(frame.end >= frame.begin);
            for (const OnWire &call : frame.wire) {
                QVERIFY(call.begin <= frame.end && call.end >= frame.begin);
                QCOMPARE(call.isWaitedFor, !frame.isComputing);
            }
            now = frame.end;
        }
        QVERIFY(isClose(now, motion.end));
        QVERIFY(isClose(timeOf(motion, [](const StepFrame &frame) { return frame.isComputing; }),
            plan.time.compute));
        for (std::size_t i = 0; i < plan.traffic.collectives.size(); ++i) {
            const Collective &collective = plan.traffic.collectives[i];
            QVERIFY(isClose(
                timeOf(motion, [i](const StepFrame &frame) { return callOf(frame, i) != nullptr; }),
                collective.seconds));
            QVERIFY(isClose(timeOf(motion,
                                [i](const StepFrame &frame) {
                                    const OnWire *call = callOf(frame, i);
                                    return call && call->isWaitedFor;
                                }),
                collective.exposed));
        }
    }

    void stepHoldsWhatTheTimelineHolds()
    {
        const Plan plan = planWith({{"parallel.strategy", "zero3"}});
        const StepMotion motion = stepMotion(plan);
        std::size_t at = 0;
        double peak = 0;
        for (const Sample &sample : plan.memory.timeline.samples) {
            while (at < motion.frames.size() && motion.frames[at].parts != sample.parts)
                ++at;
            QVERIFY(at < motion.frames.size());
            QCOMPARE(motion.frames[at].phase, sample.phase);
            QCOMPARE(motion.frames[at].layer, sample.layer);
            peak = std::max(peak, std::accumulate(sample.parts.begin(), sample.parts.end(), 0.0));
        }
        QCOMPARE(motion.peak.value(), peak);
    }

    void likeMicroStepsAreShownOnce()
    {
        const StepMotion motion = stepMotion(planWith({{"training.accumulation", "8"}}));
        QCOMPARE(motion.microStepsLeftOut, 5.0);
    }

    void frameAtAMoment()
    {
        const StepMotion motion = stepMotion(planWith({{"parallel.strategy", "zero3"}}));
        QCOMPARE(frameAt(motion, Seconds(-1)), &motion.frames.front());
        QCOMPARE(frameAt(motion, 2 * motion.end), &motion.frames.back());
        for (const StepFrame &frame : motion.frames) {
            if (frame.length() > Seconds(0))
                QCOMPARE(frameAt(motion, 0.5 * (frame.begin + frame.end)), &frame);
        }
    }
};

QTEST_APPLESS_MAIN(TestMotion)
#include "tst_motion.moc"
