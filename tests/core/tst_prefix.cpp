// SPDX-License-Identifier: GPL-3.0-or-later
// Prefix tuning: trained keys and values in front of those of each layer.
#include "core/judge/runverdict.h"
#include "core/planner/makeplan.h"
#include "core/step/stepmodules.h"
#include "tests/support/importrun.h"
#include "tests/support/preparedworkload.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

Scenario scenarioOf(const Settings &settings)
{
    const Scenario base = scenarioWith({{"model.id", "meta-llama/Llama-3.1-8B"},
        {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}, {"training.method", "lora"},
        {"training.adapter", "prefix-tuning"}, {"training.precision", "bf16"},
        {"training.checkpointing", "none"}, {"training.sequence_length", "1024"}});
    return scenarioWith(settings, base);
}

} // namespace

class TestPrefix : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    /// PrefixEncoder: a key and a value of 8 heads for each token and layer.
    void trainsWhatPeftTrains_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<double>("trainable");
        constexpr double all = 2 * 32 * 1024.0;
        QTest::newRow("keys and values themselves") << Settings{} << 20 * all;
        QTest::newRow("a network as wide as the keys")
            << Settings{{"training.prefix_projection", "on"}}
            << 20 * 1024 + (1024 + 1) * 1024 + (1024 + 1) * all;
        QTest::newRow("a narrow network")
            << Settings{{"training.prefix_projection", "on"}, {"training.encoder_hidden", "128"}}
            << 20 * 1024 + (1024 + 1) * 128 + (128 + 1) * all;
        QTest::newRow("heads that are wider than the model's width says")
            << Settings{{"model.id", "Qwen/Qwen3-4B"}} << 20 * 2 * 36 * 8 * 128.0;
    }
    void trainsWhatPeftTrains()
    {
        QFETCH(Settings, settings);
        QFETCH(double, trainable);
        const Plan plan = planOf(scenarioOf(settings), m_catalog);
        QCOMPARE(PreparedWorkload(plan.scenario, m_catalog).work.trainable, trainable);
        QVERIFY(!findingOf(plan, FindingId::AdapterNotPlanned));
    }

    /// FlashAttention keeps keys and values with the prefix in front, and not the layer's own.
    void aLayerKeepsThePrefixWithItsKeys()
    {
        const auto keptWith = [this](std::string_view tokens) {
            const PreparedWorkload prepared(
                scenarioOf({{"training.virtual_tokens", tokens}}), m_catalog);
            return StepModules(prepared.work.layerSettings()).layer(1).keptBytes();
        };
        QCOMPARE(keptWith("512") - keptWith("256"), 2 * 256 * 1024 * 2.0);
    }

    void whatCannotBeIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("inTheWay");
        const auto row = [](const char *name, const Settings &settings, const char *key) {
            QTest::newRow(name) << settings << QString::fromLatin1(key);
        };
        row("checkpoints, which leave the cache away", {{"training.checkpointing", "full"}},
            "training.checkpointing");
        row("latent keys", {{"model.id", "deepseek-ai/DeepSeek-V2-Lite"}}, "model.id");
        row("layers that look for their state in the cache",
            {{"model.id", "tiiuae/Falcon-H1-0.5B-Base"}}, "model.id");
        row("FSDP2", {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"}}, "parallel.framework");
        row("what torch.compile makes", {{"training.kernels", "compiled"}}, "training.kernels");
        row("tables that are trained whole", {{"training.modules_to_save", "lm_head"}},
            "training.modules_to_save");
    }
    void whatCannotBeIsRefused()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, inTheWay);
        const Plan plan = planOf(scenarioOf(settings), m_catalog);
        const Finding *finding = findingOf(plan, FindingId::AdapterNotPlanned);
        QCOMPARE(finding ? QString::fromStdString(finding->what) : QString(), inTheWay);
        QVERIFY(runVerdictOf(plan) == RunVerdict::NotPlanned);
    }

    void peftsFileIsRead()
    {
        const ImportedRun run = imported({{"adapter_config.json",
            R"({"peft_type": "PREFIX_TUNING", "num_virtual_tokens": 16, "prefix_projection": true,
                "encoder_hidden_size": 128})"}});
        const Training &training = run.scenario.training;
        QCOMPARE(training.adapter, AdapterKind::PrefixTuning);
        QCOMPARE(training.virtualTokens, 16);
        QCOMPARE(training.prefixProjection, PrefixProjection::On);
        QCOMPARE(training.encoderHidden, 128);
    }
};

QTEST_APPLESS_MAIN(TestPrefix)
#include "tst_prefix.moc"
