// SPDX-License-Identifier: GPL-3.0-or-later
// Weights that are updated as soon as their gradients are there.
#include "core/planner/makeplan.h"
#include "tests/support/importrun.h"
#include "tests/support/repaired.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

constexpr double parameters = 8030261248; // of Llama 3 8B

Scenario scenarioOf(const Settings &changes)
{
    const Scenario base = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
        {"training.precision", "bf16"}, {"training.sequence_length", "512"},
        {"training.update", "in-backward"}, {"parallel.strategy", "ddp"}, {"parallel.gpus", "1"}});
    return scenarioWith(changes, base);
}

} // namespace

class TestUpdate : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    /// torch's hooks behind AccumulateGrad: what is there at a time is one gradient.
    void gradientsGoOneByOne()
    {
        const auto gradients = [this](const char *update) {
            const Plan plan = planOf(scenarioOf({{"training.update", update}}), m_catalog);
            double most = 0;
            for (const Phase &phase : plan.memory.phases)
                most = std::max(most, partBytes(phase, PartId::Gradients).value());
            return most;
        };
        QCOMPARE(gradients("after-backward"), 2 * parameters);
        QVERIFY(gradients("in-backward") <= 2 * 128256.0 * 4096);
    }

    void theRestIsTheSame()
    {
        const Plan apart = planOf(scenarioOf({}), m_catalog);
        const Plan together
            = planOf(scenarioOf({{"training.update", "after-backward"}}), m_catalog);
        for (const PartId id : {PartId::Weights, PartId::OptimizerState})
            QCOMPARE(apart.memory.atPeak(id).value(), together.memory.atPeak(id).value());
        QVERIFY(apart.memory.peak < together.memory.peak);
    }

    /// lomo_optim: a gradient waits for the next one, whenever weights are asked to be updated.
    void lomoHasTwoGradientsAtATime()
    {
        const Plan plan
            = planOf(scenarioOf({{"training.update", "after-backward"},
                         {"training.optimizer", "lomo"}, {"training.accumulation", "4"}}),
                m_catalog);
        QVERIFY(!findingOf(plan, FindingId::UpdateNotPlanned));
        QCOMPARE(plan.memory.atPeak(PartId::OptimizerState).value(), 0.0);
        double most = 0;
        for (const Phase &phase : plan.memory.phases)
            most = std::max(most, partBytes(phase, PartId::Gradients).value());
        // Of the head, which the last norm's waits for, or of two matrices of the MLP.
        QVERIFY(most >= 2 * 128256.0 * 4096);
        QVERIFY(most <= 2 * (128256.0 * 4096 + 4096 * 14336));
    }

    /// AdaLomo.__init__: rows and columns in fp32 of each matrix, and vectors as they are.
    void adaLomoKeepsRowsAndColumns()
    {
        const Plan plan = planOf(scenarioOf({{"training.optimizer", "adalomo"}}), m_catalog);
        const double layer = (4096 + 4096) * 2 + (4096 + 1024) * 2 + (4096 + 14336) * 3 + 2 * 4096;
        QCOMPARE(plan.memory.atPeak(PartId::OptimizerState).value(),
            4 * (32 * layer + 2 * (128256.0 + 4096) + 4096));
    }

    void whatIsNotDerivedIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("key");
        const auto row = [](const char *name, const Settings &settings, const char *key) {
            QTest::newRow(name) << settings << QString::fromLatin1(key);
        };
        row("accumulated gradients", {{"training.accumulation", "4"}}, "training.accumulation");
        row("several GPUs", {{"parallel.gpus", "8"}}, "parallel.gpus");
        row("FSDP2",
            {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"},
                {"parallel.framework", "fsdp2"}},
            "parallel.framework");
        row("a master copy", {{"training.precision", "bf16-master"}}, "training.precision");
        row("two optimizers", {{"training.optimizer", "muon"}}, "training.optimizer");
        row("LOMO on several GPUs",
            {{"training.optimizer", "lomo"}, {"training.update", "after-backward"},
                {"parallel.gpus", "8"}},
            "parallel.gpus");
        row("LOMO's loss scale of fp16",
            {{"training.optimizer", "lomo"}, {"training.precision", "fp16"}}, "training.precision");
        row("AdaLomo of experts, which have three dimensions",
            {{"training.optimizer", "adalomo"}, {"model.id", "allenai/OLMoE-1B-7B-0924"}},
            "model.id");
    }
    void whatIsNotDerivedIsRefused()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, key);
        refusedFor(scenarioOf(settings), FindingId::UpdateNotPlanned, key, m_catalog);
    }

    void torchtunesKeyIsRead()
    {
        const ImportedRun run = imported({{"full.yaml",
            "model:\n  _component_: torchtune.models.llama3.llama3_8b\n"
            "optimizer:\n  _component_: bitsandbytes.optim.PagedAdamW8bit\n"
            "optimizer_in_bwd: True\nbatch_size: 2\ndtype: bf16\n"}});
        QCOMPARE(run.scenario.training.update, UpdateTime::InBackward);
    }
};

QTEST_APPLESS_MAIN(TestUpdate)
#include "tst_update.moc"
