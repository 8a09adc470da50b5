// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/advice.h"
#include "core/explore/conventions.h"
#include "core/explore/strategies.h"
#include "core/judge/findingtext.h"
#include "core/judge/runverdict.h"
#include "core/plan/plantexts.h"
#include "core/planner/makeplan.h"
#include "core/planner/outlook.h"
#include "core/report/plantext.h"
#include "core/report/summary.h"
#include "core/step/workload.h"
#include "tests/support/scenarioof.h"
#include "tests/support/testcatalog.h"

#include <algorithm>

using namespace shardscope;

class TestRunVerdict : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan planFor(const KeyValues &settings, Reserving reserving = Reserving::Played) const
    {
        return planOf(scenarioOf(settings), m_catalog, reserving);
    }

private slots:
    void theWorstComesFirst_data()
    {
        QTest::addColumn<KeyValues>("settings");
        QTest::addColumn<RunVerdict>("verdict");
        QTest::addColumn<std::string>("headline");
        const auto row
            = [](const char *name, KeyValues settings, RunVerdict verdict, std::string says) {
                  QTest::newRow(name) << std::move(settings) << verdict << std::move(says);
              };
        const KeyValues llama{{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"parallel.strategy", "zero3"}, {"parallel.gpus", "8"}};
        const auto with = [&llama](const KeyValues &more) {
            KeyValues all = llama;
            all.insert(all.end(), more.begin(), more.end());
            return all;
        };
        row("within NVLink", llama, RunVerdict::Fits, "Fits on ");
        row("over slow Ethernet", with({{"parallel.gpus", "16"}, {"hardware.link", "ethernet-25"}}),
            RunVerdict::FitsButWaits, "Fits, but ");
        row("too large and over slow Ethernet",
            with({{"parallel.gpus", "16"}, {"hardware.link", "ethernet-25"},
                {"training.micro_batch", "64"}}),
            RunVerdict::DoesNotFit, "Does not fit on ");
        row("BF16 on a V100", with({{"hardware.gpu", "v100-sxm-32"}}), RunVerdict::CannotRun,
            "Cannot run on ");
        row("heads that do not divide", {{"model.hidden_size", "4100"}, {"parallel.gpus", "8"}},
            RunVerdict::CannotRun, "Cannot run on ");
        row("a vision tower that is not derived under FSDP1",
            {{"model.id", "Qwen/Qwen2.5-VL-7B-Instruct"}, {"vision.images", "1"},
                {"vision.image_width", "448"}, {"parallel.strategy", "fsdp"},
                {"parallel.framework", "fsdp1"}, {"parallel.gpus", "8"}},
            RunVerdict::NotPlanned, "Not planned on ");
        row("shard groups that do not divide",
            with({{"parallel.strategy", "hsdp"}, {"parallel.shard_group", "3"}}),
            RunVerdict::CannotRun, "Cannot run on ");
        row("offloading to a host that is too small",
            with({{"parallel.offload", "optimizer"}, {"hardware.host_gib", "16"}}),
            RunVerdict::DoesNotFit, "Does not fit in host memory");
    }

    void theWorstComesFirst()
    {
        QFETCH(KeyValues, settings);
        QFETCH(RunVerdict, verdict);
        QFETCH(std::string, headline);
        const Plan plan = planFor(settings);
        QCOMPARE(nameOf(runVerdictOf(plan)), nameOf(verdict));
        const std::string said = englishText(verdictHeadline(plan));
        QVERIFY2(said.starts_with(headline), said.c_str());
        QVERIFY(planToText(plan, TableFormat::Text).find(said) != std::string::npos);
    }

    void ofWhatIsNotPlannedNothingIsSaidToFit()
    {
        const Plan plan = planFor({{"model.id", "Qwen/Qwen2.5-VL-7B-Instruct"},
            {"vision.images", "1"}, {"vision.image_width", "448"}, {"parallel.strategy", "fsdp"},
            {"parallel.framework", "fsdp1"}, {"parallel.gpus", "8"}});
        const Confidence &confidence = plan.memory.confidence;
        QVERIFY(!confidence.isRange());
        QVERIFY(!confidence.isValidated);
        QVERIFY(confidence.nearest.empty());
        QVERIFY(std::none_of(plan.findings.begin(), plan.findings.end(),
            [](const Finding &finding) { return isShortage(finding.id); }));
        Evaluator evaluator(m_catalog);
        const Result<Advice> advice = adviceFor(plan.scenario, m_catalog, evaluator);
        QVERIFY(advice && !advice->isPlanned);
        QVERIFY(advice->fixes.shown.empty() && advice->giveBacks.empty());
        QVERIFY(advice->limits.empty());
        const std::string said = adviceToText(*advice);
        QVERIFY2(said.starts_with("Not planned ("), said.c_str());
        QCOMPARE(std::count(said.begin(), said.end(), '\n'), 1);
    }

    // "Fits, but 91 % of each step waits for 100 Gb Ethernet", and what to do about it.
    void waitingIsSaidWithItsShareAndItsFix()
    {
        Plan plan = planFor({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"parallel.strategy", "zero3"}, {"parallel.gpus", "16"},
            {"hardware.link", "ethernet-25"}, {"training.accumulation", "8"}});
        const Finding *bound = speedBound(plan);
        QVERIFY(bound);
        Seconds exposed{};
        for (const Collective &collective : plan.traffic.collectives)
            exposed += collective.exposed;
        QVERIFY(waitingShare(*bound) > 0.2);
        QVERIFY(waitingShare(*bound) <= exposed / plan.time.step);
        const std::string percent
            = englishText(Amount::wholeShare(waitingShare(*bound))) + " of each step waits for ";
        QVERIFY(englishText(verdictHeadline(plan)).find(percent) != std::string::npos);
        addFixes(plan, m_catalog);
        const Move fix = speedBound(plan)->repair;
        QVERIFY(!fix.isEmpty());
        const Plan faster = planOf(*applied(plan.scenario, fix.settings), m_catalog);
        QVERIFY(faster.time.tokensPerSecond > plan.time.tokensPerSecond);
        QVERIFY(describe(*speedBound(plan), plan).find("What gains most is ") != std::string::npos);
    }

    // A verdict that an estimate leaves open is not said before the allocator was played; one that
    // it does not leave open is the same after.
    void anEstimateSaysWhetherItIsOpen_data()
    {
        QTest::addColumn<int>("microBatch");
        for (const int microBatch : {1, 2, 3, 4, 5, 6, 8, 16})
            QTest::addRow("micro-batch %d", microBatch) << microBatch;
    }

    void anEstimateSaysWhetherItIsOpen()
    {
        QFETCH(int, microBatch);
        for (const char *strategy : {"ddp", "zero2", "zero3", "fsdp"}) {
            const KeyValues settings{{"model.id", "meta-llama/Meta-Llama-3-8B"},
                {"parallel.strategy", strategy}, {"parallel.gpus", "8"},
                {"training.micro_batch", std::to_string(microBatch)}};
            const Plan estimated = planFor(settings, Reserving::Estimated);
            const Plan played = planFor(settings);
            QVERIFY(!mayChangeWhenPlayed(played));
            if (!mayChangeWhenPlayed(estimated))
                QCOMPARE(nameOf(played.memory.verdict.fit), nameOf(estimated.memory.verdict.fit));
        }
    }

    // Neither for the run itself nor for the bars beside it.
    void noFixRaisesWhatItIsToLower_data()
    {
        QTest::addColumn<KeyValues>("settings");
        const auto row = [](const char *name, KeyValues settings) {
            QTest::newRow(name) << std::move(settings);
        };
        const std::string llama = "meta-llama/Meta-Llama-3-8B";
        row("ZeRO-3 that is short",
            {{"model.id", llama}, {"parallel.strategy", "zero3"}, {"parallel.gpus", "4"},
                {"training.micro_batch", "8"}});
        row("ZeRO-2 at risk",
            {{"model.id", llama}, {"parallel.strategy", "zero2"}, {"parallel.gpus", "8"},
                {"training.micro_batch", "5"}});
        row("FSDP that is short",
            {{"model.id", llama}, {"parallel.strategy", "fsdp"}, {"parallel.gpus", "8"},
                {"hardware.gpu", "a100-sxm-40"}, {"training.micro_batch", "2"}});
        row("LoRA on one small GPU",
            {{"model.id", llama}, {"training.method", "lora"}, {"hardware.gpu", "rtx4090"},
                {"parallel.gpus", "1"}, {"training.sequence_length", "4096"}});
    }

    void noFixRaisesWhatItIsToLower()
    {
        QFETCH(KeyValues, settings);
        const Plan plan = planFor(settings);
        QVERIFY(plan.memory.verdict.fit != Fit::Fits);
        Evaluator evaluator(m_catalog);
        const Result<Advice> advice = adviceFor(plan.scenario, m_catalog, evaluator);
        QVERIFY(advice);
        const PlanMaker make = [this](const Scenario &scenario) {
            return makePlan(scenario, m_catalog, Reserving::Played);
        };
        std::vector<Plan> before = plansByStrategy(plan, make);
        for (FrameworkPlan &bar : plansByFramework(plan, make))
            before.push_back(std::move(bar.plan));
        for (const WeighedMove &fix : advice->fixes.shown) {
            QVERIFY2(fix.saved > Bytes(0) || fix.move.effect == Effect::Machines,
                settingsText(fix.move.settings).c_str());
            for (const Plan &bar : before) {
                const Result<Scenario> next = applied(bar.scenario, fix.move.settings);
                const Result<Plan> after = next ? make(*next) : next.error();
                // Bars whose strategy or layers the fix changes become another's.
                if (!after || next->parallel.strategy != bar.scenario.parallel.strategy
                    || fix.move.effect == Effect::Machines
                    || (cutterFor(*next, bar.model.spec) == Cutter::MegatronCore)
                        != (cutterFor(bar.scenario, bar.model.spec) == Cutter::MegatronCore))
                    continue;
                const std::string what = settingsText(fix.move.settings) + " beside "
                    + std::string(nameOf(bar.scenario.parallel.strategy)) + " of "
                    + std::string(nameOf(bar.scenario.parallel.framework)) + ": "
                    + englishText(memoryOf(plan.scenario, bar.memory.peak)) + " to "
                    + englishText(memoryOf(plan.scenario, after->memory.peak));
                QVERIFY2(after->memory.peak <= 1.001 * bar.memory.peak, what.c_str());
            }
        }
    }

    void whatIsMuchOfThePeakIsSaid_data()
    {
        QTest::addColumn<KeyValues>("settings");
        QTest::addColumn<FindingId>("finding");
        QTest::newRow("scores of plain attention over a long sequence") << KeyValues{
            {"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.method", "lora"},
            {"training.attention", "eager"}, {"training.sequence_length", "8192"},
            {"training.checkpointing", "full"}} << FindingId::LargeTransients;
        QTest::newRow("context and NCCL beside a small model") << KeyValues{
            {"model.id", "openai-community/gpt2"}, {"parallel.gpus", "8"},
            {"training.sequence_length", "128"}} << FindingId::LargeOverhead;
    }

    void whatIsMuchOfThePeakIsSaid()
    {
        QFETCH(KeyValues, settings);
        QFETCH(FindingId, finding);
        const Plan plan = planFor(settings);
        const auto found = std::find_if(plan.findings.begin(), plan.findings.end(),
            [finding](const Finding &one) { return one.id == finding; });
        QVERIFY(found != plan.findings.end());
        QVERIFY(found->bytes > 0.25 * plan.memory.peak);
        if (found->repair.isEmpty())
            return;
        const Plan after = planOf(*applied(plan.scenario, found->repair.settings), m_catalog);
        QVERIFY(after.memory.peak < plan.memory.peak);
    }

    // torch.nn.Embedding has no row for such a position; rotary positions are computed.
    void positionsEndWhereTheirTableDoes_data()
    {
        QTest::addColumn<KeyValues>("settings");
        QTest::addColumn<bool>("isRefused");
        const auto row = [](const char *name, const char *model, const char *tokens, bool refused) {
            QTest::newRow(name) << KeyValues{{"model.id", model},
                {"training.sequence_length", tokens}}
                                << refused;
        };
        row("GPT-2, all of its table", "openai-community/gpt2", "1024", false);
        row("GPT-2, a token more", "openai-community/gpt2", "1025", true);
        row("OPT, all of its table", "facebook/opt-1.3b", "2048", false);
        row("OPT, a token more", "facebook/opt-1.3b", "2049", true);
        row("Llama 2 beyond its context, which rotary positions allow", "meta-llama/Llama-2-7b-hf",
            "8192", false);
    }

    void positionsEndWhereTheirTableDoes()
    {
        QFETCH(KeyValues, settings);
        QFETCH(bool, isRefused);
        const Plan plan = planFor(settings, Reserving::Estimated);
        QCOMPARE(refusal(plan) != nullptr, isRefused);
        QCOMPARE(runVerdictOf(plan) == RunVerdict::CannotRun, isRefused);
        if (!isRefused)
            return;
        QVERIFY(refusal(plan)->id == FindingId::BeyondPositions);
        const std::string sentence = englishText(verdictSentence(plan));
        QVERIFY2(sentence.find("position table") != std::string::npos, sentence.c_str());
        const Plan after
            = planOf(*applied(plan.scenario, refusal(plan)->repair.settings), m_catalog);
        QVERIFY(!refusal(after));
    }

    void whatCannotRunIsDecided()
    {
        const Plan plan
            = planFor({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"hardware.gpu", "v100-sxm-32"}},
                Reserving::Estimated);
        QVERIFY(refusal(plan));
        QVERIFY(!mayChangeWhenPlayed(plan));
        const std::string sentence = englishText(verdictSentence(plan));
        QVERIFY2(sentence.starts_with("Cannot run on "), sentence.c_str());
        QVERIFY2(sentence.find("bf16") != std::string::npos, sentence.c_str());
        QVERIFY2(!sentence.ends_with(".."), sentence.c_str());
    }
};

QTEST_APPLESS_MAIN(TestRunVerdict)
#include "tst_runverdict.moc"
