// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/importrun.h"
#include "core/judge/runverdict.h"
#include "core/planner/makeplan.h"
#include "core/scenario/keys.h"
#include "core/scenario/move.h"
#include "core/step/stepmodules.h"
#include "tests/support/preparedworkload.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

/// Adapters on query and value of Llama 3.1 8B, on one GPU.
Scenario scenarioOf(const Settings &settings)
{
    const Scenario base = scenarioWith({{"model.id", "meta-llama/Llama-3.1-8B"},
        {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}, {"training.method", "lora"},
        {"training.lora_targets", "q_proj,v_proj"}, {"training.precision", "bf16"}});
    return scenarioWith(settings, base);
}

} // namespace

class TestAdapters : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = embeddedCatalog();

    double trainableIn(const Settings &settings) const
    {
        return PreparedWorkload(scenarioOf(settings), m_catalog).work.trainable;
    }
    double keptByLayer(const Settings &settings) const
    {
        const PreparedWorkload prepared(scenarioOf(settings), m_catalog);
        return StepModules(prepared.work.layerSettings()).layer(1).keptBytes();
    }

private slots:
    /// q has 4096 rows, v 1024, in each of 32 layers.
    void doraTrainsALengthOfEachAdaptedRow()
    {
        const double lora = trainableIn({{"training.lora_rank", "16"}});
        QCOMPARE(lora, 32 * 16 * (4096 + 4096 + 4096 + 1024.0));
        QCOMPARE(trainableIn({{"training.lora_rank", "16"}, {"training.adapter", "dora"}}),
            lora + 32 * (4096 + 1024.0));
    }

    void lengthsDoNotGrowWithTheRank()
    {
        const double narrow = trainableIn({{"training.lora_rank", "8"}});
        const double wide = trainableIn({{"training.lora_rank", "64"}});
        const Settings dora{{"training.adapter", "dora"}};
        QCOMPARE(trainableIn({{"training.lora_rank", "64"}, {"training.adapter", "dora"}})
                - trainableIn({{"training.lora_rank", "8"}, {"training.adapter", "dora"}}),
            wide - narrow);
    }

    /// Its products keep the base's result (16 bit) and the factors' (fp32), and a few numbers a
    /// row: lengths, what they are scaled by, and that less one.
    void doraKeepsBothResults()
    {
        const Settings plain{{"training.checkpointing", "none"},
            {"training.sequence_length", "2048"}, {"training.lora_precision", "fp32"}};
        Settings dora = plain;
        dora.emplace_back("training.adapter", "dora");
        const double rows = 4096 + 1024;
        QCOMPARE(keptByLayer(dora) - keptByLayer(plain), 2048 * rows * (2 + 4) + 3 * 4 * rows);
    }

    /// With dropout the base's result is computed again, with an fp32 copy of the matrix, which
    /// its derivative keeps.
    void dropoutKeepsTheMatrices()
    {
        Settings settings{{"training.checkpointing", "none"}, {"training.sequence_length", "128"},
            {"training.lora_precision", "fp32"}, {"training.adapter", "dora"}};
        const double without = keptByLayer(settings);
        settings.emplace_back("training.lora_dropout", "0.1");
        QVERIFY(keptByLayer(settings) - without > 4 * 4096 * (4096 + 1024.0));
    }

    void whatIsNotFollowedIsNotPlanned_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("inTheWay");
        const auto row = [](const char *name, Settings settings, const char *key) {
            QTest::newRow(name) << std::move(settings) << QString(key);
        };
        row("one GPU", {}, "");
        row("DDP", {{"parallel.gpus", "8"}}, "");
        row("FSDP2", {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"}}, "");
        row("4-bit weights on one GPU", {{"training.method", "qlora"}}, "");
        row("4-bit weights under FSDP2",
            {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"}, {"training.method", "qlora"},
                {"training.quant_storage", "16-bit"}},
            "training.method");
        row("another kind", {{"training.adapter", "ia3"}}, "training.adapter");
        row("FSDP1",
            {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"},
                {"parallel.framework", "fsdp1"}},
            "parallel.framework");
        row("ZeRO-3", {{"parallel.gpus", "8"}, {"parallel.strategy", "zero3"}},
            "parallel.framework");
        row("offloading under FSDP2",
            {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"},
                {"parallel.offload", "parameters"}},
            "parallel.offload");
        row("experts that are one tensor",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.lora_targets", "all-linear"}},
            "training.lora_targets");
    }

    void whatIsNotFollowedIsNotPlanned()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, inTheWay);
        settings.emplace(settings.begin(), "training.adapter", "dora");
        const Plan plan = *makePlan(scenarioOf(settings), m_catalog);
        const Finding *finding = findingOf(plan, FindingId::AdapterNotPlanned);
        QCOMPARE(finding ? QString::fromStdString(finding->what) : QString(), inTheWay);
        QCOMPARE(runVerdictOf(plan) == RunVerdict::NotPlanned, !inTheWay.isEmpty());
    }

    void aDecompositionBeforeTheFirstStepIsSaid()
    {
        const Plan plan = *makePlan(scenarioOf({{"training.lora_init", "pissa"}}), m_catalog);
        QVERIFY(findingOf(plan, FindingId::DecomposedStart));
        QVERIFY(findingOf(
            planOf(scenarioOf({{"training.lora_init", "olora"}, {"training.adapter", "dora"}}),
                m_catalog),
            FindingId::DecomposedStart));
        const Plan plain = *makePlan(scenarioOf({}), m_catalog);
        QVERIFY(!findingOf(plain, FindingId::DecomposedStart));
        QCOMPARE(plan.memory.peak, plain.memory.peak);
    }

    void theFormerKeyIsRead()
    {
        Scenario scenario;
        QVERIFY(setFormerKey(scenario, "training.use_dora", "on"));
        QCOMPARE(scenario.training.adapter, AdapterKind::Dora);
        QVERIFY(setFormerKey(scenario, "training.use_dora", "off"));
        QCOMPARE(scenario.training.adapter, AdapterKind::Lora);
    }
};

QTEST_APPLESS_MAIN(TestAdapters)
#include "tst_adapters.moc"
