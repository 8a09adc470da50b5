// SPDX-License-Identifier: GPL-3.0-or-later
// What torch's allocator reserves, in a plan: estimated, played, or as it was played for another.
#include "core/allocator/reservation.h"
#include "core/explore/conventions.h"
#include "core/planner/reserving.h"
#include "tests/support/testcatalog.h"

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

bool isNear(Bytes found, Bytes expected)
{
    return std::abs((found - expected).value()) <= 1e-9 * expected.value() + 1;
}

const Overhead *overheadOf(const Plan &plan, OverheadId id)
{
    const std::vector<Overhead> &all = plan.memory.overheads;
    const auto found
        = std::find_if(all.begin(), all.end(), [id](const Overhead &one) { return one.id == id; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace

class TestReserving : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan played(Settings settings, const Scenario &scenario = {}) const
    {
        return planOf(scenarioWith(settings, scenario), m_catalog, Reserving::Played);
    }

private slots:
    void allNumbersGoByWhatIsPlayed_data()
    {
        QTest::addColumn<Scenario>("scenario");
        const auto row = [](const char *name, Settings settings) {
            QTest::newRow(name) << scenarioWith(settings);
        };
        row("7B under ZeRO-3", {});
        row("Llama 3 8B under FSDP2",
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.strategy", "fsdp"}});
        row("QLoRA on one GPU",
            {{"training.method", "qlora"}, {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}});
        row("expandable segments", {{"hardware.allocator", "expandable"}});
        row("a card so full that cached memory is given back",
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.micro_batch", "7"}});
    }

    void allNumbersGoByWhatIsPlayed()
    {
        QFETCH(Scenario, scenario);
        const Plan plan = planOf(scenario, m_catalog, Reserving::Played);
        const Reservation expected = *reservationOf(scenario, m_catalog);
        const Memory &memory = plan.memory;
        QCOMPARE(memory.reserving(), Reserving::Played);
        QVERIFY(isNear(memory.footprint.reserved, expected.reserved));
        QVERIFY(isNear(memory.footprint.device, expected.device));
        QCOMPARE(memory.reservation->reserved, memory.footprint.reserved);
        QCOMPARE(memory.reservation->device, memory.footprint.device);
        QCOMPARE(memory.reservation->ranOut, expected.ranOut);
        const Bytes needed = expected.device - expected.ahead;
        QVERIFY(isNear(memory.peak, needed));
        QCOMPARE(memory.verdict.spare, memory.verdict.capacity - memory.peak);
        QCOMPARE(memory.confidence.reserving, Reserving::Played);
        for (const Phase &phase : memory.phases) {
            Bytes sum;
            for (const Part &part : phase.parts)
                sum += part.bytes;
            QVERIFY(isNear(sum, phase.peak));
        }
        const Overhead *allocator = overheadOf(plan, OverheadId::Allocator);
        QVERIFY(allocator);
        Bytes outside;
        for (const OverheadId id :
            {OverheadId::Context, OverheadId::Nccl, OverheadId::Correction}) {
            if (const Overhead *part = overheadOf(plan, id))
                outside += part->bytes;
        }
        QVERIFY(isNear(allocator->bytes, needed - outside - memory.footprint.allocated));
        QVERIFY(allocator->source.find("simulated") != std::string_view::npos);
    }

    // A real run ends where it runs out: what a play holds beyond that is nothing that anybody
    // could see, and it may be any number.
    void whereAPlayRunsOutTheEstimateDecides_data()
    {
        QTest::addColumn<Scenario>("scenario");
        const auto row = [](const char *name, Settings settings) {
            for (const char *allocator : {"default", "expandable"})
                QTest::addRow("%s, %s segments", name, allocator)
                    << scenarioWith({{"hardware.allocator", allocator}}, scenarioWith(settings));
        };
        row("a model far too large", {{"model.parameters", "70B"}});
        row("70B with adapters on four A100, 16k tokens",
            {{"model.id", "meta-llama/Llama-3.1-70B"}, {"training.method", "lora"},
                {"training.sequence_length", "16384"}, {"hardware.gpu", "a100-sxm-80"},
                {"parallel.gpus", "4"}, {"parallel.strategy", "ddp"}});
    }

    void whereAPlayRunsOutTheEstimateDecides()
    {
        QFETCH(Scenario, scenario);
        const Plan plan = planOf(scenario, m_catalog, Reserving::Played);
        const Plan estimated = planOf(scenario, m_catalog);
        QVERIFY(plan.memory.reservation->ranOut);
        QCOMPARE(plan.memory.peak, estimated.memory.peak);
        QCOMPARE(plan.memory.footprint, estimated.memory.footprint);
        QCOMPARE(plan.memory.overheads, estimated.memory.overheads);
        QCOMPARE(plan.memory.confidence.reserving, Reserving::Estimated);
        QCOMPARE(plan.memory.verdict, estimated.memory.verdict);
        QCOMPARE(plan.memory.reservation->device, estimated.memory.footprint.device);
        QVERIFY(!has(plan, FindingId::TakesMore));
        // And what follows it: grooves, sweeps, searches.
        Scenario larger = scenario;
        larger.training.sequenceLength *= 2;
        QCOMPARE(makePlanLike(playedSharesOf({&plan, 1}), larger, m_catalog)->memory.peak,
            planOf(larger, m_catalog).memory.peak);
    }

    // One segment is cut up where several would have stayed whole: logits find no room again.
    void expandableSegmentsThatReserveMoreAreSaid()
    {
        const Scenario scenario
            = scenarioWith({{"model.id", "Qwen/Qwen3-0.6B"}, {"training.method", "qlora"},
                {"training.lora_rank", "1"}, {"training.lora_targets", "q_proj,v_proj"},
                {"training.kbit_preparation", "full"}, {"training.quant_storage", "16-bit"},
                {"training.precision", "fp16-master"}, {"training.sequence_length", "8192"},
                {"training.micro_batch", "3"}, {"training.accumulation", "8"},
                {"training.attention", "sdpa"}, {"training.loss", "in-place"},
                {"training.kernels", "unsloth"}, {"training.modules", "transformers-4.46"},
                {"parallel.strategy", "zero1"}, {"parallel.reduce_bucket", "1000"},
                {"parallel.allgather_bucket", "200000000"}, {"parallel.offload", "parameters"},
                {"hardware.gpu", "h100-pcie"}, {"hardware.allocator", "expandable"}});
        const Plan plan = planOf(scenario, m_catalog, Reserving::Played);
        const auto finding = std::find_if(plan.findings.begin(), plan.findings.end(),
            [](const Finding &each) { return each.subject == "hardware.allocator"; });
        QVERIFY(finding != plan.findings.end());
        const Plan usual = planOf(scenarioWith({{"hardware.allocator", "default"}}, scenario),
            m_catalog, Reserving::Played);
        QCOMPARE(finding->bytes, plan.memory.peak - usual.memory.peak);
        QVERIFY(finding->bytes > 10 * GiB);
        QVERIFY(!has(planOf(scenario, m_catalog), FindingId::TakesMore)); // nothing was played
    }

    // What is cut up too much may run out with less than the estimate says: that it does not fit
    // is known, and no more than that.
    void whatRunsOutDoesNotFit()
    {
        Scenario tight = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"parallel.strategy", "fsdp"}, {"training.checkpointing", "none"}});
        const Bytes usable = m_catalog.findGpu(tight.hardware.gpu)->usable();
        // Down to where tensors alone fit, all but exactly.
        tight.hardware.contextMib = 0;
        const Memory roomy = planOf(tight, m_catalog).memory;
        tight.hardware.contextMib = (usable - roomy.footprint.device + roomy.footprint.reserved
                                        - (1 + 0.0005) * roomy.footprint.allocated)
            / MiB;
        const Plan plan = planOf(tight, m_catalog, Reserving::Played);
        QVERIFY(plan.memory.reservation->ranOut);
        QVERIFY(plan.memory.peak > usable);
        const Plan like = *makePlanLike(playedSharesOf({&plan, 1}), tight, m_catalog);
        QVERIFY(isNear(like.memory.peak, plan.memory.peak));
        QCOMPARE(like.memory.verdict.fit, plan.memory.verdict.fit);
        // A shorter one says nothing of itself yet.
        tight.training.sequenceLength /= 2;
        QCOMPARE(makePlanLike(playedSharesOf({&plan, 1}), tight, m_catalog)->memory.peak,
            planOf(tight, m_catalog).memory.peak);
    }

    // DeepSpeed's and torch's own, over the same GPUs.
    void likeCommunicatorsAreWrittenOnce()
    {
        const auto ncclOf = [this](std::string_view strategy) {
            const Plan plan = planOf(scenarioWith({{"parallel.strategy", strategy}}), m_catalog);
            return *overheadOf(plan, OverheadId::Nccl);
        };
        const Overhead one = ncclOf("ddp");
        const Overhead two = ncclOf("zero1");
        QCOMPARE(two.bytes, one.bytes + one.bytes);
        QCOMPARE(two.formula.text(), "2 communicators x (" + one.formula.text() + ")");
    }

    void nothingElseIsAnotherByThat()
    {
        const Plan estimated = planOf({}, m_catalog);
        const Plan plan = played({});
        QCOMPARE(estimated.memory.reserving(), Reserving::Estimated);
        QCOMPARE(plan.memory.footprint.tensors, estimated.memory.footprint.tensors);
        QCOMPARE(plan.memory.footprint.allocated, estimated.memory.footprint.allocated);
        QVERIFY(plan.memory.footprint.reserved != estimated.memory.footprint.reserved);
        QCOMPARE(plan.memory.timeline, estimated.memory.timeline);
        QCOMPARE(plan.traffic, estimated.traffic);
        QCOMPARE(plan.time, estimated.time);
    }

    void nothingIsPlayedWhere_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::newRow("the worksheet estimates")
            << scenarioWith({{"estimator", "worksheet"}, {"parallel.strategy", "ddp"}});
        QTest::newRow("the share is set by hand")
            << scenarioWith({{"hardware.fragmentation_percent", "12"}});
        QTest::newRow("a model is deeper than any") << scenarioWith({{"model.layers", "16384"}});
    }

    void nothingIsPlayedWhere()
    {
        QFETCH(Scenario, scenario);
        QVERIFY(!canBePlayed(scenario));
        QCOMPARE(planOf(scenario, m_catalog, Reserving::Played), planOf(scenario, m_catalog));
    }

    // What a save gathers is not played: it takes the share of the steps.
    void aSaveTakesMoreThanWasPlayed()
    {
        const Plan plan = played({{"parallel.strategy", "zero3"}, {"parallel.gpus", "64"},
            {"training.sequence_length", "128"}, {"model.parameters", "13B"}});
        QVERIFY(playedSharesOf({&plan, 1}).front().share >= 0);
        QVERIFY(plan.memory.footprint.reserved >= plan.memory.footprint.allocated);
        QVERIFY(isNear(plan.memory.reservation->device, plan.memory.peak));
    }

    void findingsGoByThePlayedVerdict()
    {
        // Between the two: the user's reserve, which the allocator may still use, makes the GPU so
        // small.
        Catalog catalog = m_catalog;
        catalog.runs = {};
        Scenario scenario;
        const auto peakOf
            = [&](Reserving reserving) { return planOf(scenario, catalog, reserving).memory.peak; };
        const Bytes estimated = peakOf(Reserving::Estimated);
        const Bytes played = peakOf(Reserving::Played);
        QVERIFY(std::abs((played - estimated).value()) > 0.01 * estimated.value());
        const Bytes usable = catalog.findGpu(scenario.hardware.gpu)->usable();
        const Bytes capacity = (estimated + played) / 2;
        scenario.hardware.reserveGib = (usable - capacity) / GiB;
        for (const Reserving reserving : {Reserving::Estimated, Reserving::Played})
            QCOMPARE(has(planOf(scenario, catalog, reserving), FindingId::DoesNotFit),
                (reserving == Reserving::Played ? played : estimated) > capacity);
    }

    void oneLikeItHasItsShare()
    {
        const Plan plan = played({});
        Scenario longer = plan.scenario;
        longer.training.sequenceLength = 6144;
        const Plan like = *makePlanLike(playedSharesOf({&plan, 1}), longer, m_catalog);
        QCOMPARE(like.memory.reserving(), Reserving::Estimated);
        QCOMPARE(like.memory.confidence.reserving, Reserving::Played);
        const auto shareOf = [](const Plan &made) {
            const std::optional<Reservation> &reservation = made.memory.reservation;
            const Bytes ahead = reservation ? reservation->ahead : Bytes(0);
            return (made.memory.footprint.reserved - ahead) / made.memory.footprint.allocated - 1;
        };
        QVERIFY(std::abs(shareOf(like) - shareOf(plan)) < 1e-9);
        const Plan itself = *makePlanLike(playedSharesOf({&plan, 1}), plan.scenario, m_catalog);
        QVERIFY(isNear(itself.memory.peak, plan.memory.peak));
        QCOMPARE(itself.memory.verdict.fit, plan.memory.verdict.fit);
    }

    // As the allocator does: before it asks for more than there is, it gives back what it caches.
    void whereThereIsNoRoomLessIsReserved()
    {
        const Plan plan = played({});
        Scenario tight = plan.scenario;
        const auto likeIt = [&] {
            return *makePlanLike(playedSharesOf({&plan, 1}), tight, m_catalog);
        };
        const Bytes usable = m_catalog.findGpu(tight.hardware.gpu)->usable();
        while (likeIt().memory.footprint.device < usable - 4 * MiB)
            tight.training.sequenceLength += 512;
        const Footprint full = likeIt().memory.footprint;
        QVERIFY(full.device <= usable);
        QVERIFY(full.device > usable - 4 * MiB);
        const auto shareOf = [](const Footprint &footprint) {
            return footprint.reserved / footprint.allocated - 1;
        };
        QVERIFY(shareOf(full) < playedSharesOf({&plan, 1}).front().share);
        tight.training.sequenceLength *= 2;
        const Footprint beyond = likeIt().memory.footprint;
        QVERIFY(beyond.device > usable);
        QVERIFY(std::abs(shareOf(beyond) - 0.05) < 1e-9); // the flat one
    }

    void whatIsAlike_data()
    {
        QTest::addColumn<Scenario>("other");
        QTest::addColumn<bool>("isAlike");
        const auto row = [](const char *name, Settings settings, bool isAlike) {
            QTest::newRow(name) << scenarioWith(settings) << isAlike;
        };
        row("the same", {}, true);
        row("longer sequences", {{"training.sequence_length", "8192"}}, true);
        row("more in a step", {{"training.micro_batch", "4"}, {"training.accumulation", "2"}},
            true);
        row("more GPUs", {{"parallel.gpus", "64"}}, true);
        row("another GPU", {{"hardware.gpu", "a100-sxm-40"}}, true);
        row("a larger Llama-like model", {{"model.parameters", "13B"}}, true);
        row("a real model", {{"model.id", "Qwen/Qwen2.5-7B"}}, false);
        row("another strategy", {{"parallel.strategy", "zero2"}}, false);
        row("another method", {{"training.method", "lora"}}, false);
        row("another allocator", {{"hardware.allocator", "expandable"}}, false);
        row("a share by hand", {{"hardware.fragmentation_percent", "3"}}, false);
        row("the worksheet", {{"estimator", "worksheet"}}, false);
    }

    void whatIsAlike()
    {
        QFETCH(Scenario, other);
        QFETCH(bool, isAlike);
        const Plan plan = played({});
        QCOMPARE(isPlayedAlike(plan.scenario, other), isAlike);
        QCOMPARE(isPlayedAlike(other, plan.scenario), isAlike);
        const Plan made = *makePlanLike(playedSharesOf({&plan, 1}), other, m_catalog);
        if (!isAlike)
            QCOMPARE(made, planOf(other, m_catalog));
    }

    void plansBesideAPlayedOneArePlayed()
    {
        const Plan plan = played({});
        for (const FrameworkPlan &other : plansByFramework(plan, makerBeside(plan, m_catalog)))
            QCOMPARE(other.plan.memory.reserving() == Reserving::Played,
                canBePlayed(other.plan.scenario));
        const Plan estimated = planOf({}, m_catalog);
        for (const FrameworkPlan &other :
            plansByFramework(estimated, makerBeside(estimated, m_catalog)))
            QCOMPARE(other.plan.memory.reserving(), Reserving::Estimated);
    }
};

QTEST_APPLESS_MAIN(TestReserving)
#include "tst_reserving.moc"
