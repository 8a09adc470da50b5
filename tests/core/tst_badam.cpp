// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/writerun.h"
#include "core/planner/makeplan.h"
#include "tests/support/importrun.h"
#include "tests/support/phaseof.h"
#include "tests/support/repaired.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

// A layer of Llama 3 8B.
constexpr double layer = 2 * 4096.0 * 4096 + 2 * 1024.0 * 4096 + 3 * 14336.0 * 4096 + 2 * 4096;

} // namespace

// badam bf989dc, as LLaMA-Factory's layer-wise mode makes it.
class TestBAdam : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();

    static Scenario with(const Settings &settings = {})
    {
        return scenarioWith(settings,
            scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.gpus", "1"},
                {"parallel.strategy", "ddp"}, {"training.method", "full"},
                {"training.optimizer", "badam"}, {"training.precision", "bf16"},
                {"training.sequence_length", "512"}, {"training.micro_batch", "1"}}));
    }

private slots:
    void oneLayerHasStates()
    {
        const Plan plan = planOf(with(), m_catalog);
        const double state = partOf(plan, PhaseId::OptimizerStep, PartId::OptimizerState);
        constexpr double counters = 9 * 512;
        QCOMPARE(state, 2 * 4 * layer + counters);
        QCOMPARE(partOf(plan, PhaseId::OptimizerStep, PartId::Master), 4 * layer);
    }

    /// Gradients in fp32, and one tensor's new value in its own dtype.
    void gradientsGoToFp32ForTheStep()
    {
        const Plan half = planOf(with(), m_catalog);
        QCOMPARE(partOf(half, PhaseId::OptimizerStep, PartId::Temporaries),
            4 * layer + 2 * 14336.0 * 4096);
        QCOMPARE(partOf(half, PhaseId::OptimizerStep, PartId::Gradients), 0.0);
        const Plan single = planOf(with({{"training.precision", "fp32"}}), m_catalog);
        QCOMPARE(partOf(single, PhaseId::OptimizerStep, PartId::Temporaries), 0.0);
        QCOMPARE(partOf(single, PhaseId::OptimizerStep, PartId::Gradients), 4 * layer);
    }

    void theFirstLayerIsTheHeaviest()
    {
        const auto activations = [this](const char *optimizer, const char *frozen) {
            return partOf(
                planOf(with({{"training.optimizer", optimizer}, {"training.frozen_layers", frozen},
                           {"training.frozen_modules",
                               *frozen == '0' ? "" : "embed_tokens,norm,lm_head"},
                           {"training.checkpointing", "none"}}),
                    m_catalog),
                PhaseId::Backward, PartId::Activations);
        };
        QCOMPARE(activations("badam", "0"), activations("adamw", "-31"));
        QVERIFY(activations("badam", "0") > activations("adamw", "31"));
    }

    void severalGpusAreRefused()
    {
        refusedFor(
            with({{"parallel.gpus", "2"}}), FindingId::OptimizerStops, "parallel.gpus", m_catalog);
    }

    void whatIsNotDerivedIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("key");
        const auto row = [](const char *name, const Settings &settings, const char *key) {
            QTest::newRow(name) << settings << QString::fromLatin1(key);
        };
        row("ZeRO-3", {{"parallel.gpus", "8"}, {"parallel.strategy", "zero3"}},
            "parallel.framework");
        row("adapters", {{"training.method", "lora"}}, "training.method");
        row("a master copy", {{"training.precision", "bf16-master"}}, "training.precision");
        row("8-bit products", {{"training.fp8", "rowwise"}}, "training.fp8");
        row("layers under another name", {{"model.id", "tiiuae/falcon-7b"}}, "model.id");
        row("positions", {{"model.id", "facebook/opt-6.7b"}}, "model.id");
    }
    void whatIsNotDerivedIsRefused()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, key);
        refusedFor(with(settings), FindingId::OptimizerNotPlanned, key, m_catalog);
    }

    void llamaFactorysSwitchIsRead()
    {
        const QByteArray text = "stage: sft\nfinetuning_type: full\nuse_badam: true\n"
                                "badam_mode: layer\nbf16: true\n";
        const ImportedRun run = imported({{"run.yaml", text.toStdString()}});
        QCOMPARE(run.scenario.training.optimizer, Optimizer::BAdam);
        QCOMPARE(run.scenario.training.precision, Precision::Bf16);
    }

    void llamaFactorysSwitchIsWritten()
    {
        const WrittenRun written = writeRun(*findRunTarget("llama-factory"), with(), m_catalog, {});
        QVERIFY2(written.text.find("use_badam: true") != std::string::npos, written.text.c_str());
        const ImportedRun run = imported({{"run.yaml", written.text}});
        QCOMPARE(run.scenario.training.optimizer, Optimizer::BAdam);
    }
};

QTEST_APPLESS_MAIN(TestBAdam)
#include "tst_badam.moc"
