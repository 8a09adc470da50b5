// SPDX-License-Identifier: GPL-3.0-or-later
// torch's caching allocator, worked by hand after c10/cuda/CUDACachingAllocator.cpp, and steps that
// are played through it.
#include "core/allocator/cachingallocator.h"
#include "core/allocator/freeblocks.h"
#include "core/allocator/heldblocks.h"
#include "core/allocator/modelpieces.h"
#include "core/allocator/reservation.h"
#include "core/allocator/stepallocations.h"
#include "core/engines/convention.h"
#include "core/planner/reserving.h"
#include "core/step/resolve.h"
#include "core/step/stepwalk.h"
#include "tests/support/preparedworkload.h"
#include "tests/support/testcatalog.h"

#include <random>
#include <set>

using namespace shardscope;

namespace {

constexpr std::int64_t kib = 1024;
constexpr std::int64_t mib = 1024 * kib;

/// Requests in MiB: positive ones are made, a negative one gives the request of that number back,
/// counted from 1.
using Requests = std::vector<double>;

CachingAllocator after(const Requests &requests, const CachingAllocator::Options &options = {})
{
    CachingAllocator allocator(options);
    std::vector<CachingAllocator::Handle> made;
    for (const double request : requests) {
        if (request > 0)
            made.push_back(allocator.allocate(static_cast<std::int64_t>(request * mib)));
        else
            allocator.release(made[static_cast<std::size_t>(-request) - 1]);
    }
    return allocator;
}

Scenario tuned(std::initializer_list<std::pair<std::string_view, std::string_view>> settings)
{
    return scenarioWith(settings,
        scenarioWith(
            {{"model.parameters", "4e8"}, {"model.hidden_size", "1024"}, {"model.layers", "6"},
                {"training.sequence_length", "2048"}, {"training.micro_batch", "2"},
                {"training.checkpointing", "full"}, {"hardware.gpu", "a100-sxm-80"},
                {"parallel.strategy", "ddp"}, {"parallel.gpus", "1"}}));
}

} // namespace

class TestAllocator : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void reserves_data()
    {
        QTest::addColumn<Requests>("requests");
        QTest::addColumn<double>("allocated"); // MiB
        QTest::addColumn<double>("reserved");
        QTest::newRow("at least 512 bytes, from a segment of 2 MiB")
            << Requests{1.0 / mib} << 512.0 / mib << 2.0;
        QTest::newRow("small ones share a segment") << Requests{1, 0.5, 0.5} << 2.0 << 2.0;
        QTest::newRow("until it is full") << Requests{1, 1, 0.25} << 2.25 << 4.0;
        QTest::newRow("from 1 MiB on segments of 20 MiB are shared")
            << Requests{9, 9, 2} << 20.0 << 20.0;
        QTest::newRow("small and large ones share nothing") << Requests{1, 2} << 3.0 << 22.0;
        QTest::newRow("from 10 MiB on a segment is made to measure")
            << Requests{10, 12} << 22.0 << 22.0;
        QTest::newRow("in steps of 2 MiB, and a rest of up to 1 MiB stays with the block")
            << Requests{11} << 12.0 << 12.0;
        QTest::newRow("a larger rest is a block of its own")
            << Requests{20.5, 1.25} << 22.0 << 22.0;
        QTest::newRow("what was given back is used again") << Requests{30, -1, 30} << 30.0 << 30.0;
        QTest::newRow("the smallest block that fits is taken")
            << Requests{40, 60, -1, -2, 35, 60} << 95.0 << 100.0;
        QTest::newRow("neighbours in a segment become one again")
            << Requests{6, 6, 6, -1, -3, -2, 20} << 20.0 << 20.0;
        QTest::newRow("segments never do") << Requests{20, 20, -1, -2, 40} << 40.0 << 80.0;
        QTest::newRow("a small tensor in a large block keeps it from what comes next")
            << Requests{100, -1, 20, 100} << 120.0 << 200.0;
    }

    void reserves()
    {
        QFETCH(Requests, requests);
        QFETCH(double, allocated);
        QFETCH(double, reserved);
        const CachingAllocator allocator = after(requests);
        QCOMPARE(static_cast<double>(allocator.allocated()) / mib, allocated);
        QCOMPARE(static_cast<double>(allocator.reserved()) / mib, reserved);
    }

    void streamsShareNothing()
    {
        CachingAllocator allocator({});
        allocator.release(allocator.allocate(30 * mib, 0));
        allocator.allocate(30 * mib, 1);
        QCOMPARE(allocator.reserved(), 60 * mib);
    }

    // Tensor.record_stream.
    void whatAnotherStreamReadsIsNotUsedAgainYet()
    {
        CachingAllocator allocator({});
        allocator.releaseAt(allocator.allocate(30 * mib), 2);
        QCOMPARE(allocator.allocated(), 0);
        allocator.goOnTo(1);
        const auto second = allocator.allocate(30 * mib);
        QCOMPARE(allocator.reserved(), 60 * mib);
        allocator.release(second);
        allocator.goOnTo(2);
        allocator.allocate(30 * mib);
        allocator.allocate(30 * mib);
        QCOMPARE(allocator.reserved(), 60 * mib);
    }

    void waitsForOtherStreamsWhenTheCardIsFull()
    {
        CachingAllocator allocator({.capacity = 100 * mib});
        allocator.releaseAt(allocator.allocate(60 * mib), 2);
        allocator.allocate(80 * mib);
        QCOMPARE(allocator.reserved(), 80 * mib);
        QVERIFY(!allocator.ranOut());
    }

    void givesBackWhatIsUnusedWhenTheCardIsFull()
    {
        const CachingAllocator allocator = after({40, 40, -1, 50}, {.capacity = 100 * mib});
        QCOMPARE(allocator.reserved(), 90 * mib);
        QCOMPARE(allocator.mostReserved(), 90 * mib);
        QCOMPARE(allocator.retries(), 1);
        QVERIFY(!allocator.ranOut());
    }

    void countsAStepByItself()
    {
        CachingAllocator allocator({.capacity = 100 * mib});
        const auto first = allocator.allocate(40 * mib);
        const auto second = allocator.allocate(40 * mib);
        allocator.release(first);
        allocator.release(second);
        allocator.allocate(90 * mib);
        QCOMPARE(allocator.mostReservedInStep(), 90 * mib);
        allocator.beginStep();
        QCOMPARE(allocator.mostReservedInStep(), 90 * mib);
    }

    // Half of the first segment is in use: it stays.
    void runsOutWhereASegmentIsHalfUsed()
    {
        const CachingAllocator allocator = after({40, -1, 20, 40, 50}, {.capacity = 100 * mib});
        QCOMPARE(allocator.retries(), 1);
        QVERIFY(allocator.ranOut());
    }

    void expandableSegmentsGrowByPages()
    {
        const CachingAllocator::Options options{.expandable = true};
        QCOMPARE(after({30}, options).reserved(), 40 * mib);
        QCOMPARE(after({30, 30}, options).reserved(), 60 * mib);
        QCOMPARE(after({0.5}, options).reserved(), 2 * mib);
    }

    void expandableSegmentsFitWhatIsLarger()
    {
        const Requests requests{20, 20, -1, -2, 40, -3, 60};
        QCOMPARE(after(requests).reserved(), 140 * mib);
        QCOMPARE(after(requests, {.expandable = true}).reserved(), 60 * mib);
    }

    void expandableSegmentsGiveTheirPagesBack()
    {
        const CachingAllocator allocator
            = after({40, 20, 40, -1, 60}, {.capacity = 120 * mib, .expandable = true});
        QCOMPARE(allocator.reserved(), 120 * mib);
        QVERIFY(!allocator.ranOut());
    }

    // try_allocate_expandable_block: what was unmapped is where pages are mapped first, and what
    // stays at its edges is used.
    void expandableSegmentsFillTheirGaps_data()
    {
        QTest::addColumn<double>("capacity"); // MiB
        QTest::addColumn<Requests>("requests");
        QTest::addColumn<double>("reserved"); // MiB
        // Pages of 20 MiB: of the first 50 MiB, 40 are given back and 10 stay.
        QTest::newRow("the edge of a gap")
            << 160.0 << Requests{50, 50, 10, -1, 80, 10, 10} << 160.0;
        QTest::newRow("the gap itself") << 200.0 << Requests{60, 20, 20, -1, 120, -4, 60} << 160.0;
        QTest::newRow("a gap and what is free before it")
            << 300.0 << Requests{50, 70, 20, -2, 170, -1, 70} << 280.0;
        QTest::newRow("a gap that is too small is left")
            << 160.0 << Requests{50, 70, 20, -2, 80} << 160.0;
    }

    void expandableSegmentsFillTheirGaps()
    {
        QFETCH(double, capacity);
        QFETCH(Requests, requests);
        QFETCH(double, reserved);
        const CachingAllocator allocator = after(
            requests, {.capacity = static_cast<std::int64_t>(capacity) * mib, .expandable = true});
        QCOMPARE(static_cast<double>(allocator.reserved()) / mib, reserved);
        QCOMPARE(allocator.retries(), 1);
        QVERIFY(!allocator.ranOut());
    }

    // get_free_block: what can still grow is kept for what is larger.
    void theEndOfAnExpandableSegmentIsTakenLast()
    {
        // 60 free in front and 5 at the end: what takes 5 leaves the end for the 65.
        const CachingAllocator allocator = after({60, 15, -1, 5, 65}, {.expandable = true});
        QCOMPARE(allocator.reserved(), 140 * mib);
    }

    // Against its blocks: what is in use is never more than what is reserved, and that never more
    // than there is, whatever comes and goes.
    void neverHoldsLessThanIsInUse_data()
    {
        QTest::addColumn<bool>("isExpandable");
        QTest::newRow("segments") << false;
        QTest::newRow("expandable segments") << true;
    }

    void neverHoldsLessThanIsInUse()
    {
        QFETCH(bool, isExpandable);
        std::mt19937 random(3);
        CachingAllocator allocator({.capacity = 3000 * mib, .expandable = isExpandable});
        std::vector<CachingAllocator::Handle> held;
        for (int i = 0; i < 20'000 && !allocator.ranOut(); ++i) {
            const bool isFull = allocator.allocated() > 2600 * mib;
            if (held.empty() || (!isFull && random() % 3 > 0)) {
                const std::int64_t size = (random() % 8 == 0 ? 100 * mib : 3 * mib) + 1;
                held.push_back(allocator.allocate(1 + random() % size, random() % 2));
            } else {
                std::swap(held[random() % held.size()], held.back());
                allocator.release(held.back());
                held.pop_back();
            }
            QVERIFY(allocator.allocated() <= allocator.reserved());
            QVERIFY(allocator.ranOut() || allocator.reserved() <= 3000 * mib);
        }
        for (const CachingAllocator::Handle handle : held)
            allocator.release(handle);
        QCOMPARE(allocator.allocated(), 0);
        QVERIFY(allocator.retries() > 0);
    }

    // Against a set: thousands that come and go.
    void theSmallestFreeBlockIsFoundAmongThousands_data()
    {
        QTest::addColumn<unsigned>("sizes");
        QTest::newRow("nearly all of one size") << 3U;
        QTest::newRow("of few sizes, as layers make them") << 40U;
        QTest::newRow("hardly two of a size") << 5000U;
    }
    void theSmallestFreeBlockIsFoundAmongThousands()
    {
        QFETCH(unsigned, sizes);
        std::mt19937 random(1);
        std::set<std::tuple<std::int64_t, std::int64_t, std::int32_t>> expected;
        FreeBlocks blocks;
        for (std::int32_t i = 0; i < 20'000; ++i) {
            const std::int64_t size = random() % sizes;
            const bool grows = i / 5000 % 2 == 0; // and shrinks, down to nothing
            if (random() % 4 < (grows ? 3 : 1)) {
                const std::int64_t address = random();
                blocks.insert(i, size, address);
                expected.emplace(size, address, i);
                continue;
            }
            const auto smallest = expected.lower_bound({size, -1, -1});
            const bool isTaken = random() % 2 == 0;
            if (smallest != expected.end() && !isTaken) {
                blocks.remove(std::get<2>(*smallest));
            } else {
                const std::optional<std::int32_t> taken = blocks.take(size);
                QCOMPARE(taken.has_value(), smallest != expected.end());
                if (taken)
                    QCOMPARE(*taken, std::get<2>(*smallest));
            }
            if (smallest != expected.end())
                expected.erase(smallest);
        }
    }

    void theOldestAlikeIsGivenBack()
    {
        std::mt19937 random(1);
        std::vector<std::pair<double, HeldBlocks::Handle>> expected; // the oldest first
        HeldBlocks blocks;
        for (HeldBlocks::Handle i = 0; i < 5000; ++i) {
            const double bytes
                = 1000 + 0.5 * static_cast<int>(random() % 6); // some less than a byte apart
            if (random() % 3 > 0) {
                blocks.add(bytes, i);
                expected.emplace_back(bytes, i);
                continue;
            }
            const auto alike = std::find_if(expected.begin(), expected.end(),
                [bytes](const auto &one) { return std::abs(one.first - bytes) < 1; });
            QCOMPARE(blocks.takeAlike(bytes),
                alike == expected.end() ? CachingAllocator::None : alike->second);
            if (alike != expected.end())
                expected.erase(alike);
        }
    }

    void whatNoBlockIsAlikeIsTakenOfTheOldest()
    {
        HeldBlocks blocks;
        for (const HeldBlocks::Handle handle : {1, 2, 3})
            blocks.add(100, handle);
        QCOMPARE(blocks.takeAlike(150), CachingAllocator::None);
        QCOMPARE(blocks.takeOldest(150), std::vector<HeldBlocks::Handle>{1});
        QCOMPARE(blocks.bytes(), 150.0);
        QCOMPARE(blocks.takeAlike(50), 2); // what is left of it
        QCOMPARE(blocks.takeAll(), std::vector<HeldBlocks::Handle>{3});
        QCOMPARE(blocks.bytes(), 0.0);
    }

    void leavesNothingBehind_data()
    {
        QTest::addColumn<QByteArray>("strategy");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("checkpointing");
        for (const char *strategy : {"ddp", "zero2", "zero3", "fsdp"}) {
            for (const char *method : {"full", "lora"}) {
                for (const char *checkpointing : {"none", "selective", "full"})
                    QTest::addRow("%s, %s, checkpointing %s", strategy, method, checkpointing)
                        << QByteArray(strategy) << QByteArray(method) << QByteArray(checkpointing);
            }
        }
    }

    void leavesNothingBehind()
    {
        QFETCH(QByteArray, strategy);
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, checkpointing);
        const Scenario scenario = tuned(
            {{"parallel.strategy", strategy.constData()}, {"training.method", method.constData()},
                {"training.checkpointing", checkpointing.constData()}, {"parallel.gpus", "2"}});
        const Resolved resolved = *resolve(scenario, m_catalog);
        const Workload work = makeWorkload(scenario, resolved);
        CachingAllocator allocator({});
        Ledger ledger;
        Wire wire;
        const StepModules modules(work.layerSettings(), StepModules::Requests::Kept);
        const auto policy
            = conventionFor(scenario.parallel).policy(work, modules.tapes(), {ledger, wire});
        StepAllocations stage(work, modules, *policy, ledger, allocator);
        StepWalk walk(modules, PipelineOrder{}, stage);
        stage.begin();
        walk.step();
        walk.step();
        const std::int64_t allocated = allocator.allocated();
        walk.step();
        QCOMPARE(allocator.allocated(), allocated);
    }

    /// A tied head has no parameters of its own, and no flat parameter.
    void everyFlatParameterHoldsSomething()
    {
        const PreparedWorkload prepared(
            scenarioWith({{"model.id", "meta-llama/Llama-3.2-1B"}, {"parallel.gpus", "8"},
                {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp1"}}),
            m_catalog);
        const StepModules modules(prepared.work.layerSettings(), StepModules::Requests::Kept);
        const ModelPieces pieces = piecesOf(prepared.work, modules.tapes());
        QCOMPARE(pieces.weights.size(), std::size_t(17)); // what is embedded, and 16 layers
        QCOMPARE(pieces.flattened.size(), pieces.weights.size());
        for (const double weights : pieces.weights)
            QVERIFY(weights > 0);
    }

    // The moments lie where activations were in the first step.
    void stateOfTheOptimizerBreaksUpTheFirstStepsBlocks()
    {
        const auto beyond = [this](std::string_view optimizer) {
            const Scenario scenario = tuned({{"training.optimizer", optimizer},
                {"training.precision", "bf16"}, {"training.micro_batch", "1"}});
            const Plan plan = planOf(scenario, m_catalog);
            return reservationOf(scenario, m_catalog)->reserved - plan.memory.footprint.allocated;
        };
        QVERIFY(beyond("adamw") > 1.5 * beyond("sgd"));
    }

    void expandableSegmentsReserveLess()
    {
        const auto reserved = [this](std::string_view allocator) {
            return reservationOf(
                tuned({{"hardware.allocator", allocator}, {"training.precision", "bf16"},
                    {"training.micro_batch", "2"}}),
                m_catalog)
                ->reserved;
        };
        QVERIFY(reserved("expandable") < 0.97 * reserved("default"));
    }

    // What was given back in the first steps is no part of what nvidia-smi shows from then on. A
    // third block for the logits' gradients fits no more on the smaller card.
    void aCardThatWasFullOnceSettles()
    {
        const auto played = [this](std::string_view gpu) {
            const Scenario scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                {"training.method", "lora"}, {"training.precision", "bf16-master"},
                {"training.lora_targets", "q_proj,k_proj,v_proj,o_proj"},
                {"training.lora_rank", "16"}, {"training.lora_dropout", "0.1"},
                {"training.optimizer", "adamw-foreach"}, {"training.micro_batch", "8"},
                {"training.loss", "in-place"}, {"training.modules", "transformers-4"},
                {"training.kernels", "unsloth"}, {"parallel.strategy", "ddp"},
                {"parallel.gpus", "1"}, {"hardware.gpu", gpu}, {"hardware.context_mib", "0"}});
            return *reservationOf(scenario, m_catalog);
        };
        const Reservation roomy = played("h200");
        QCOMPARE(roomy.retries, 0);
        QCOMPARE(roomy.device.value(), roomy.reserved.value());
        const Reservation tight = played("a100-sxm-80");
        QVERIFY(tight.retries > 0);
        QVERIFY(!tight.ranOut);
        QVERIFY2(tight.device < 0.95 * tight.reserved,
            qPrintable(QString::number(tight.device / tight.reserved)));
    }

    // Where computation takes long, most of what a forward pass gathers is held for it. Links that
    // take longer than computation hold the host back.
    void zero3GathersAheadOfComputation_data()
    {
        QTest::addColumn<QByteArray>("tokens");
        QTest::addColumn<double>("atLeast"); // of the 16-bit weights
        QTest::addColumn<double>("atMost");
        QTest::newRow("a long sequence") << QByteArray("8192") << 0.6 << 1.0;
        QTest::newRow("a short one") << QByteArray("256") << 0.0 << 0.1;
    }

    void zero3GathersAheadOfComputation()
    {
        QFETCH(QByteArray, tokens);
        QFETCH(double, atLeast);
        QFETCH(double, atMost);
        const Scenario scenario = scenarioWith({{"model.id", "meta-llama/Llama-2-7b-hf"},
            {"parallel.strategy", "zero3"}, {"training.sequence_length", tokens.constData()}});
        const Reservation inOneStream
            = *reservationOf(scenarioWith({{"parallel.overlap", "off"}}, scenario), m_catalog);
        const Reservation played = *reservationOf(scenario, m_catalog);
        const double weights
            = 2.0 * static_cast<double>(planOf(scenario, m_catalog).model.parameters);
        const double ahead = played.ahead.value() / weights;
        QVERIFY2(ahead >= atLeast && ahead <= atMost, qPrintable(QString::number(ahead)));
        QCOMPARE(isGatheredAhead(played), atLeast > 0);
        QCOMPARE(inOneStream.ahead.value(), 0.0);
        QVERIFY(played.reserved >= inOneStream.reserved);
    }

    // What is held for computation is given back where it is wanted.
    void noRunNeedsWhatIsGatheredAhead()
    {
        Scenario scenario = scenarioWith({{"model.id", "meta-llama/Llama-2-7b-hf"},
            {"parallel.strategy", "zero3"}, {"training.sequence_length", "8192"},
            {"hardware.gpu", "a100-sxm-80"}, {"hardware.context_mib", "0"}});
        const Bytes usable = m_catalog.findGpu("a100-sxm-80")->usable();
        const Reservation roomy = *reservationOf(scenario, m_catalog);
        QVERIFY(roomy.ahead > 4 * GiB);
        const Bytes room = usable - (roomy.device - roomy.ahead);
        scenario.hardware.contextMib = (room - 3 * GiB) / MiB;
        const Reservation tight = *reservationOf(scenario, m_catalog);
        QVERIFY(!tight.ranOut);
        QVERIFY(tight.device <= usable);
        QVERIFY(tight.ahead <= 3 * GiB);
    }

    void saysWhenItRunsOut()
    {
        const Reservation small
            = *reservationOf(tuned({{"hardware.gpu", "rtx4090"}, {"model.parameters", "7e9"},
                                 {"model.hidden_size", "0"}, {"model.layers", "0"}}),
                m_catalog);
        QVERIFY(small.ranOut);
        QVERIFY(small.device > m_catalog.findGpu("rtx4090")->usable());
        QVERIFY(!reservationOf(tuned({}), m_catalog)->ranOut);
    }

    void whatIsSetByHandCounts()
    {
        const Scenario scenario = tuned({{"hardware.fragmentation_percent", "50"}});
        const Plan plan = planOf(scenario, m_catalog);
        const double share
            = reservationOf(scenario, m_catalog)->reserved / plan.memory.footprint.reserved;
        QVERIFY(std::abs(share - 1) < 0.01);
    }
};

QTEST_APPLESS_MAIN(TestAllocator)
#include "tst_allocator.moc"
