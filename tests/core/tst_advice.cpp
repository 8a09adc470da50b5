// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/advice.h"
#include "core/explore/advice/changes.h"
#include "tests/support/scenarioof.h"
#include "tests/support/testcatalog.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace shardscope;

namespace {

/// Findings that say that something cannot be run, or not as chosen.
std::set<FindingId> impossibilities(const Plan &plan)
{
    const std::set<FindingId> consequences{FindingId::DoesNotFit, FindingId::AtRisk,
        FindingId::ScaledModel, FindingId::LinkBound, FindingId::UnvalidatedFamily,
        FindingId::OffloadBound, FindingId::UpdateOnHost, FindingId::HostUnknown,
        FindingId::Fp16LossScaling, FindingId::ShardingAlone, FindingId::TakesMore,
        FindingId::GatheredWeights, FindingId::KeptGradients, FindingId::LargeTransients,
        FindingId::LargeOverhead};
    std::set<FindingId> found;
    for (const Finding &finding : plan.findings) {
        if (!consequences.contains(finding.id))
            found.insert(finding.id);
    }
    return found;
}

bool isSubset(const KeyValues &part, const KeyValues &whole)
{
    return std::all_of(part.begin(), part.end(), [&whole](const auto &setting) {
        return std::find(whole.begin(), whole.end(), setting) != whole.end();
    });
}

bool has(const Advice &advice, ChangeId id)
{
    return std::any_of(
        advice.fixes.shown.begin(), advice.fixes.shown.end(), [id](const WeighedMove &weighed) {
            return std::find(weighed.move.changes.begin(), weighed.move.changes.end(), id)
                != weighed.move.changes.end();
        });
}

void compare(double found, double wanted)
{
    QVERIFY2(std::abs(found - wanted) <= 1e-9 * std::max(1.0, std::abs(wanted)),
        qPrintable(QStringLiteral("%1 != %2").arg(found).arg(wanted)));
}

void addScenarios()
{
    QTest::addColumn<KeyValues>("settings");
    const auto row
        = [](const char *name, const KeyValues &settings) { QTest::newRow(name) << settings; };
    row("a 70B model on eight A100",
        {{"model.id", "meta-llama/Llama-2-70b-hf"}, {"hardware.gpu", "a100-sxm-80"}});
    row("a large micro-batch without checkpointing",
        {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.micro_batch", "6"},
            {"training.sequence_length", "8192"}, {"training.checkpointing", "none"}});
    row("one GPU of a gamer",
        {{"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}, {"hardware.gpu", "rtx4090"}});
    row("everything everywhere", {{"parallel.strategy", "ddp"}});
    row("plain attention over a long sequence",
        {{"model.id", "Qwen/Qwen2.5-7B"}, {"training.attention", "eager"},
            {"training.sequence_length", "32768"}});
    row("FSDP2 on four GPUs",
        {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.strategy", "fsdp"},
            {"parallel.gpus", "4"}, {"hardware.gpu", "a100-sxm-40"},
            {"training.sequence_length", "8192"}});
    row("QLoRA of a 70B model on one GPU",
        {{"model.id", "meta-llama/Llama-2-70b-hf"}, {"training.method", "qlora"},
            {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}, {"hardware.gpu", "a100-sxm-40"}});
    row("far too much for a gamer's GPU",
        {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.gpus", "1"},
            {"parallel.strategy", "ddp"}, {"training.checkpointing", "none"},
            {"training.micro_batch", "4"}, {"training.sequence_length", "8192"},
            {"hardware.gpu", "rtx4090"}});
    row("the worksheet", {{"estimator", "worksheet"}, {"parallel.strategy", "ddp"}});
    row("bf16 on GPUs that have none",
        {{"hardware.gpu", "v100-sxm-32"}, {"training.micro_batch", "16"}});
    row("Megatron",
        {{"parallel.strategy", "ddp"}, {"parallel.framework", "megatron"},
            {"model.parameters", "13B"}});
    row("a pinned algorithm and a pinned link",
        {{"parallel.strategy", "ddp"}, {"parallel.algorithm", "ring"},
            {"hardware.link", "nvlink4"}});
    row("fp32 throughout",
        {{"training.precision", "fp32"}, {"parallel.strategy", "zero2"},
            {"training.micro_batch", "4"}, {"training.accumulation", "3"}});
    row("what fits", {});
    row("what fits with room", {{"model.parameters", "1.1B"}, {"training.accumulation", "4"}});
    row("QLoRA that fits",
        {{"training.method", "qlora"}, {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"},
            {"parallel.offload", "none"}, {"training.loss", "fused"}});
}

} // namespace

class TestAdvice : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();
    std::vector<Advice> m_advice;

    Plan after(const Scenario &scenario, const KeyValues &repair) const
    {
        const Result<Scenario> next = applied(scenario, repair);
        if (!next)
            qFatal("%s", describe(next.error()).c_str());
        return planOf(*next, m_catalog, Reserving::Played);
    }

    /// Worked out once.
    Advice adviceOn(const Scenario &scenario)
    {
        const auto known = std::find_if(m_advice.begin(), m_advice.end(),
            [&scenario](const Advice &advice) { return advice.scenario == scenario; });
        if (known != m_advice.end())
            return *known;
        Evaluator evaluator(m_catalog);
        Result<Advice> advice = adviceFor(scenario, m_catalog, evaluator);
        if (!advice)
            qFatal("%s", describe(advice.error()).c_str());
        m_advice.push_back(*advice);
        return *advice;
    }

    /// All that a move promises, by the plans of before and after.
    void verify(const WeighedMove &weighed, const Plan &before) const
    {
        const Plan plan = after(before.scenario, weighed.move.settings);
        QCOMPARE(plan.memory.verdict.fit, weighed.fit);
        compare(weighed.peak.value(), plan.memory.peak.value());
        compare(weighed.saved.value(), (before.memory.peak - plan.memory.peak).value());
        compare(weighed.spare.value(), plan.memory.verdict.spare.value());
        compare(weighed.time, before.time.tokensPerSecond / plan.time.tokensPerSecond);
        compare(
            weighed.gpuTime, before.time.tokensPerSecondPerGpu / plan.time.tokensPerSecondPerGpu);
        compare(weighed.batch, plan.run.sequencesPerStep / before.run.sequencesPerStep);
        const double tokens = plan.run.tokensPerStep / before.run.tokensPerStep;
        compare(weighed.traffic.value(),
            (plan.traffic.bytesPerGpuPerStep() / tokens - before.traffic.bytesPerGpuPerStep())
                .value());
        compare(weighed.host.value(), plan.memory.host.perNode.value());
        const std::set<FindingId> known = impossibilities(before);
        for (const FindingId id : impossibilities(plan))
            QVERIFY2(known.contains(id), std::string(nameOf(id)).c_str());
    }

private slots:
    void aFixFitsAndCostsWhatItSays_data() { addScenarios(); }

    void aFixFitsAndCostsWhatItSays()
    {
        QFETCH(KeyValues, settings);
        const Plan before = planOf(scenarioOf(settings), m_catalog, Reserving::Played);
        const Advice advice = adviceOn(before.scenario);
        if (before.memory.verdict.fit == Fit::Fits) {
            QCOMPARE(advice.fixes, Fixes{});
            return;
        }
        QVERIFY(!advice.fixes.shown.empty());
        QVERIFY(advice.fixes.shown.size() <= mostShown);
        for (const WeighedMove &weighed : advice.fixes.shown) {
            QCOMPARE(weighed.fit, advice.fixes.fitting > 0 ? Fit::Fits : Fit::AtRisk);
            verify(weighed, before);
        }
    }

    void theCheapestComesFirst_data() { addScenarios(); }

    void theCheapestComesFirst()
    {
        QFETCH(KeyValues, settings);
        const Advice advice = adviceOn(scenarioOf(settings));
        const std::vector<WeighedMove> &shown = advice.fixes.shown;
        std::map<CostClass, std::size_t> classes;
        for (std::size_t i = 0; i < shown.size(); ++i) {
            QVERIFY(++classes[costOf(shown[i])] <= mostOfClass);
            if (i == 0 || shown[i - 1].move.changes.size() < shown[i].move.changes.size())
                continue;
            QVERIFY(costOf(shown[i - 1]) <= costOf(shown[i]));
            const bool isAlike = costOf(shown[i - 1]) == costOf(shown[i])
                && shown[i - 1].updatesOnHost == shown[i].updatesOnHost
                && std::abs(
                       shown[i - 1].gpuTime / shown[i - 1].time - shown[i].gpuTime / shown[i].time)
                    < noticeable;
            if (isAlike)
                QVERIFY(shown[i - 1].gpuTime <= shown[i].gpuTime + noticeable);
        }
    }

    /// Every single change, by brute force: none that fits is cheaper than what is shown.
    void noSingleChangeWasMissed_data() { addScenarios(); }

    void noSingleChangeWasMissed()
    {
        QFETCH(KeyValues, settings);
        const Plan before = planOf(scenarioOf(settings), m_catalog, Reserving::Played);
        if (before.memory.verdict.fit == Fit::Fits)
            return;
        const Advice advice = adviceOn(before.scenario);
        const Result<Resolved> resolved = resolve(before.scenario, m_catalog);
        const std::set<FindingId> known = impossibilities(before);
        for (const ChangeKind &kind : savingChanges()) {
            for (const Move &move : kind.moves({before.scenario, *resolved, m_catalog})) {
                const Plan plan = after(before.scenario, move.settings);
                const std::set<FindingId> found = impossibilities(plan);
                const bool isPossible
                    = std::includes(known.begin(), known.end(), found.begin(), found.end());
                if (!isPossible || plan.memory.verdict.fit != Fit::Fits)
                    continue;
                WeighedMove single{.move = move};
                single.gpuTime
                    = before.time.tokensPerSecondPerGpu / plan.time.tokensPerSecondPerGpu;
                single.updatesOnHost = plan.memory.host.perNode > Bytes(0);
                QVERIFY(costOf(advice.fixes.shown.front()) <= costOf(single));
                // Nor is it a part of several changes.
                for (const WeighedMove &weighed : advice.fixes.shown)
                    QVERIFY(weighed.move.changes.size() == 1
                        || !isSubset(move.settings, weighed.move.settings));
                break; // milder forms come first: the stronger ones are not needed
            }
        }
    }

    void whatIsGivenBackStillFits_data() { addScenarios(); }

    void whatIsGivenBackStillFits()
    {
        QFETCH(KeyValues, settings);
        const Plan before = planOf(scenarioOf(settings), m_catalog, Reserving::Played);
        const Advice advice = adviceOn(before.scenario);
        if (before.memory.verdict.fit != Fit::Fits)
            QVERIFY(advice.giveBacks.empty());
        for (std::size_t i = 0; i < advice.giveBacks.size(); ++i) {
            const WeighedMove &weighed = advice.giveBacks[i];
            QCOMPARE(weighed.fit, Fit::Fits);
            verify(weighed, before);
            const bool saves = weighed.gpuTime < 1 - noticeable || weighed.traffic < Bytes(0)
                || weighed.move.changes.front() == ChangeId::Gpus;
            QVERIFY(saves);
            if (i > 0)
                QVERIFY(advice.giveBacks[i - 1].gpuTime <= weighed.gpuTime + noticeable);
        }
    }

    void memoryToSpareIsGivenBack()
    {
        const Advice advice
            = adviceOn(scenarioOf({{"model.parameters", "1.1B"}, {"training.accumulation", "4"}}));
        std::set<ChangeId> found;
        for (const WeighedMove &weighed : advice.giveBacks)
            found.insert(weighed.move.changes.front());
        for (const ChangeId id :
            {ChangeId::Checkpointing, ChangeId::MicroBatch, ChangeId::Sharding})
            QVERIFY2(found.contains(id), std::string(nameOf(id)).c_str());
    }

    /// What a run on Megatron's mesh may change along its other axes.
    void axesAndChunksAreOffered_data()
    {
        QTest::addColumn<KeyValues>("settings");
        QTest::addColumn<ChangeId>("id");
        QTest::addColumn<bool>("isFix");
        QTest::addColumn<bool>("isOffered");
        const KeyValues base{{"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"},
            {"training.precision", "bf16-master"}, {"parallel.gpus", "64"},
            {"training.accumulation", "8"}, {"training.checkpointing", "none"}};
        const auto row = [&base](const char *name, const KeyValues &more, ChangeId id, bool isFix,
                             bool isOffered) {
            KeyValues settings = base;
            settings.insert(settings.end(), more.begin(), more.end());
            QTest::newRow(name) << settings << id << isFix << isOffered;
        };
        const KeyValues lengthy{{"model.id", "meta-llama/Llama-3.1-8B"}, {"parallel.tensor", "4"},
            {"training.sequence_length", "65536"}};
        row("long sequences are shared", lengthy, ChangeId::Context, true, true);
        row("experts are dealt out",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"parallel.tensor", "2"},
                {"training.sequence_length", "4096"}},
            ChangeId::Expert, true, true);
        row("a dense model has no experts", lengthy, ChangeId::Expert, true, false);
        const KeyValues stages{{"model.id", "meta-llama/Llama-3.1-8B"}, {"parallel.pipeline", "4"},
            {"parallel.tensor", "2"}, {"training.sequence_length", "2048"}};
        row("room in stages goes to chunks", stages, ChangeId::Chunks, false, true);
        row("one stage has no chunks",
            {{"model.id", "meta-llama/Llama-3.1-8B"}, {"training.sequence_length", "2048"}},
            ChangeId::Chunks, false, false);
    }
    void axesAndChunksAreOffered()
    {
        QFETCH(KeyValues, settings);
        QFETCH(ChangeId, id);
        QFETCH(bool, isFix);
        QFETCH(bool, isOffered);
        const Advice advice = adviceOn(scenarioOf(settings));
        const auto &moves = isFix ? advice.fixes.shown : advice.giveBacks;
        QVERIFY(!isOffered || !moves.empty());
        QCOMPARE(std::any_of(moves.begin(), moves.end(),
                     [id](const WeighedMove &weighed) {
                         const auto &changes = weighed.move.changes;
                         return std::find(changes.begin(), changes.end(), id) != changes.end();
                     }),
            isOffered);
    }

    void proposesNothingThatCannotBeRun_data()
    {
        QTest::addColumn<KeyValues>("settings");
        QTest::addColumn<ChangeId>("id");
        const auto row = [](const char *name, const KeyValues &settings, ChangeId id) {
            QTest::newRow(name) << settings << id;
        };
        row("adapters in Megatron",
            {{"parallel.strategy", "ddp"}, {"parallel.framework", "megatron"},
                {"model.parameters", "13B"}},
            ChangeId::Method);
        row("8-bit states in FSDP2",
            {{"parallel.strategy", "fsdp"}, {"model.parameters", "13B"}, {"parallel.gpus", "4"}},
            ChangeId::Optimizer);
        row("SDPA where the scores are capped, on a GPU without FlashAttention",
            {{"model.id", "google/gemma-2-9b"}, {"training.attention", "eager"},
                {"training.micro_batch", "32"}, {"hardware.gpu", "v100-sxm-32"}},
            ChangeId::Attention);
        row("offload without a framework that does it",
            {{"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}}, ChangeId::Offload);
        row("options that the worksheet does not know",
            {{"estimator", "worksheet"}, {"parallel.strategy", "ddp"}}, ChangeId::Loss);
    }

    void proposesNothingThatCannotBeRun()
    {
        QFETCH(KeyValues, settings);
        QFETCH(ChangeId, id);
        QVERIFY(!has(adviceOn(scenarioOf(settings)), id));
    }

    void oneGpuSharesOnlyWithMore()
    {
        const Scenario scenario
            = scenarioOf({{"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}});
        for (const WeighedMove &weighed : adviceOn(scenario).fixes.shown) {
            const auto &changes = weighed.move.changes;
            const bool shards = std::count(changes.begin(), changes.end(), ChangeId::Sharding) > 0;
            QVERIFY(!shards || std::count(changes.begin(), changes.end(), ChangeId::Gpus) > 0);
        }
    }

    void severalTogetherWhereNoPairWillDo()
    {
        const Advice advice = adviceOn(scenarioOf({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"},
            {"training.checkpointing", "none"}, {"training.micro_batch", "4"},
            {"training.sequence_length", "8192"}, {"hardware.gpu", "rtx4090"}}));
        QVERIFY(advice.fixes.fitting > 0);
        for (const WeighedMove &weighed : advice.fixes.shown)
            QVERIFY(weighed.move.changes.size() > 2);
        QCOMPARE(costOf(advice.fixes.shown.front()), CostClass::Method);
    }

    void theHostMustHoldWhatIsOffloaded()
    {
        const KeyValues settings{{"model.id", "meta-llama/Llama-2-70b-hf"}};
        QVERIFY(has(adviceOn(scenarioOf(settings)), ChangeId::Offload));
        KeyValues small = settings;
        small.push_back({"hardware.host_gib", "256"});
        QVERIFY(!has(adviceOn(scenarioOf(small)), ChangeId::Offload));
    }

    void moreGpusKeepTheBatchWhereTheyCan()
    {
        const Advice advice = adviceOn(scenarioOf(
            {{"model.id", "meta-llama/Llama-2-70b-hf"}, {"training.accumulation", "8"}}));
        bool isFound = false;
        for (const WeighedMove &weighed : advice.fixes.shown) {
            if (weighed.move.changes != std::vector{ChangeId::Gpus})
                continue;
            isFound = true;
            QCOMPARE(weighed.batch, 1.0);
            QVERIFY(weighed.time < 1);
        }
        QVERIFY(isFound);
    }

    void stopsWhenNobodyWantsToKnow()
    {
        Evaluator evaluator(m_catalog);
        int asked = 0;
        const Result<Advice> advice
            = adviceFor(scenarioOf({{"model.id", "meta-llama/Llama-2-70b-hf"}}), m_catalog,
                evaluator, [&asked] { return ++asked < 20; });
        QVERIFY(advice);
        QVERIFY(advice->fixes.shown.empty());
        QVERIFY(asked < 400);
    }

    void anImpossibleScenarioIsAnError()
    {
        Evaluator evaluator(m_catalog);
        Scenario scenario;
        scenario.hardware.gpu = "abacus";
        QCOMPARE(adviceFor(scenario, m_catalog, evaluator).error().code, ErrorCode::UnknownId);
    }
};

QTEST_APPLESS_MAIN(TestAdvice)
#include "tst_advice.moc"
