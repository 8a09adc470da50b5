// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/advice.h"
#include "core/judge/answer.h"
#include "core/judge/findingtext.h"
#include "core/planner/makeplan.h"
#include "core/planner/outlook.h"
#include "core/report/plantext.h"
#include "core/report/summary.h"
#include "tests/support/scenarioof.h"
#include "tests/support/testcatalog.h"

#include <algorithm>

using namespace shardscope;

class TestAnswer : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = embeddedCatalog();

    Plan planFor(const KeyValues &settings, Reserving reserving = Reserving::Played) const
    {
        return planOf(scenarioOf(settings), m_catalog, reserving);
    }

private slots:
    void theWorstComesFirst_data()
    {
        QTest::addColumn<KeyValues>("settings");
        QTest::addColumn<Answer>("answer");
        QTest::addColumn<std::string>("headline");
        const auto row = [](const char *name, KeyValues settings, Answer answer, std::string says) {
            QTest::newRow(name) << std::move(settings) << answer << std::move(says);
        };
        const KeyValues llama{{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"parallel.strategy", "zero3"}, {"parallel.gpus", "8"}};
        const auto with = [&llama](const KeyValues &more) {
            KeyValues all = llama;
            all.insert(all.end(), more.begin(), more.end());
            return all;
        };
        row("within NVLink", llama, Answer::Fits, "Fits on ");
        row("over slow Ethernet", with({{"parallel.gpus", "16"}, {"hardware.link", "ethernet-25"}}),
            Answer::FitsButWaits, "Fits, but ");
        row("too large and over slow Ethernet",
            with({{"parallel.gpus", "16"}, {"hardware.link", "ethernet-25"},
                {"training.micro_batch", "64"}}),
            Answer::DoesNotFit, "Does not fit on ");
        row("BF16 on a V100", with({{"hardware.gpu", "v100-sxm-32"}}), Answer::CannotRun,
            "Cannot run on ");
        row("heads that do not divide", {{"model.hidden_size", "4100"}, {"parallel.gpus", "8"}},
            Answer::CannotRun, "Cannot run on ");
        row("shard groups that do not divide",
            with({{"parallel.strategy", "hsdp"}, {"parallel.shard_group", "3"}}), Answer::CannotRun,
            "Cannot run on ");
        row("offloading to a host that is too small",
            with({{"parallel.offload", "optimizer"}, {"hardware.host_gib", "16"}}),
            Answer::DoesNotFit, "Does not fit in host memory");
    }

    void theWorstComesFirst()
    {
        QFETCH(KeyValues, settings);
        QFETCH(Answer, answer);
        QFETCH(std::string, headline);
        const Plan plan = planFor(settings);
        QCOMPARE(nameOf(answerOf(plan)), nameOf(answer));
        const std::string said = englishText(verdictHeadline(plan));
        QVERIFY2(said.starts_with(headline), said.c_str());
        QVERIFY(planToText(plan, TableFormat::Text).find(said) != std::string::npos);
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

QTEST_APPLESS_MAIN(TestAnswer)
#include "tst_answer.moc"
