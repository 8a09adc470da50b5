// SPDX-License-Identifier: GPL-3.0-or-later
// 16-bit weights under torch's autocast.
#include "core/planner/makeplan.h"
#include "core/scenario/framework.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"
#include "tests/support/importrun.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

Scenario scenarioOf(const Settings &changes)
{
    const Scenario base
        = scenarioWith({{"model.id", "EleutherAI/pythia-1.4b"}, {"training.precision", "bf16"},
            {"training.sequence_length", "2048"}, {"training.checkpointing", "none"},
            {"training.kernels", "cuda"}, {"parallel.strategy", "ddp"}, {"parallel.gpus", "1"}});
    return scenarioWith(changes, base);
}

} // namespace

class TestAutocast : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    double activations(const Settings &changes) const
    {
        const Plan plan = planOf(scenarioOf(changes), m_catalog);
        return plan.memory.atPeak(PartId::Activations).value();
    }

    /// Bytes of what one layer keeps for its backward pass.
    double keptByLayer(int layer, const Settings &changes) const
    {
        const Scenario scenario = scenarioOf(changes);
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        const LayerSettings settings = makeWorkload(scenario, *resolved).layerSettings();
        return StepModules(settings).layer(layer).keptBytes();
    }

private slots:
    /// autocast_mode.h lists layer_norm as fp32: each norm keeps a copy of what it reads in 4 bytes
    /// a number. Without autocast two norms of a layer of GPT-NeoX keep one tensor between them,
    /// its input in 2 bytes.
    void layerNormKeepsWhatItReadsInSingle()
    {
        constexpr double layers = 24;
        constexpr double ofFinalNorm = 4 - 2;
        constexpr double numbers = 2048.0 * 2048.0; // tokens times width
        const double more = activations({{"training.autocast", "on"}})
            - activations({{"training.autocast", "off"}});
        QCOMPARE(more / numbers, layers * (2 * 4 - 2) + ofFinalNorm);
    }

    /// DeepSeek's router keeps its input, its weight and what it makes of them in fp32
    /// (modeling_deepseek_v3.py, DeepseekV3TopkRouter), of which autocast makes 16 bits: logits,
    /// and the chosen experts' scores, before and after they are divided by their sum.
    void routersTakeHalf()
    {
        const auto kept = [this](const char *autocast) {
            return keptByLayer(
                10, {{"model.id", "deepseek-ai/DeepSeek-V3"}, {"training.autocast", autocast}});
        };
        constexpr double tokens = 2048;
        constexpr double width = 7168;
        constexpr double experts = 256;
        constexpr double chosen = 8;
        QCOMPARE(kept("off") - kept("on"),
            2 * (tokens * width + experts * width + tokens * (experts + 2 * chosen + 1)));
    }

    /// torch.square is a power, which autocast computes in fp32: it keeps a copy of what it reads.
    void squaredReluReadsSingle()
    {
        const auto kept = [this](const char *autocast) {
            return keptByLayer(
                1, {{"model.id", "nvidia/Minitron-4B-Base"}, {"training.autocast", autocast}});
        };
        constexpr double tokens = 2048;
        constexpr double width = 9216;
        QCOMPARE(kept("on") - kept("off"), 4 * tokens * width);
    }

    /// torch's grouped_mm is none of autocast's operations (transformers integrations/moe.py): fp32
    /// experts keep what they read and make in fp32, and no copies of their weights are made. Half
    /// of it, beside all else that a layer keeps, would be less.
    void groupedExpertsStaySingle()
    {
        const double kept = keptByLayer(
            10, {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.precision", "bf16-amp"}});
        constexpr double rows = 2 * 2048; // two experts for each token
        constexpr double width = 14336;
        constexpr double hidden = 4096;
        QVERIFY(kept > rows * 4 * (4 * width + 2 * hidden));
    }

    void rmsNormIsTheSame()
    {
        const Settings llama{{"model.id", "meta-llama/Llama-3.2-1B"}};
        const auto peak = [&](const char *autocast) {
            Settings settings = llama;
            settings.emplace_back("training.autocast", autocast);
            return planOf(scenarioOf(settings), m_catalog).memory.peak.value();
        };
        QCOMPARE(peak("on"), peak("off"));
    }

    void theLoopDecides_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<bool>("autocasts");
        const auto row = [](const char *name, const Settings &settings, bool autocasts) {
            QTest::newRow(name) << settings << autocasts;
        };
        row("the Trainer", {}, true);
        row("torchtune", {{"training.loop", "torchtune"}}, false);
        row("torchtune that is told to",
            {{"training.loop", "torchtune"}, {"training.autocast", "on"}}, true);
        row("the Trainer without bf16=True", {{"training.autocast", "off"}}, false);
        row("adapters, whose precision says it", {{"training.method", "lora"}}, false);
        row("fp16, whose gradients no GradScaler takes", {{"training.precision", "fp16"}}, false);
        const Settings fsdp{{"parallel.strategy", "fsdp"}, {"parallel.gpus", "8"}};
        const auto with = [&fsdp](Settings more) {
            more.insert(more.end(), fsdp.begin(), fsdp.end());
            return more;
        };
        row("accelerate's FSDP", with({{"training.precision", "bf16-master"}}), true);
        row("accelerate's FSDP without mixed precision", with({}), false);
        row("torchtitan's FSDP",
            with({{"training.precision", "bf16-master"}, {"training.loop", "torchtitan"}}), false);
        row("DeepSpeed", {{"parallel.strategy", "zero2"}, {"parallel.gpus", "8"}}, false);
    }
    void theLoopDecides()
    {
        QFETCH(Settings, settings);
        QFETCH(bool, autocasts);
        QCOMPARE(autocastsHalf(scenarioOf(settings)), autocasts);
    }

    void filesSayIt_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<Autocast>("autocast");
        QTest::addColumn<bool>("autocasts");
        const auto row = [](const char *name, const QByteArray &file, Autocast autocast) {
            QTest::newRow(name) << file << autocast << (autocast != Autocast::Off);
        };
        const QByteArray trainer = "model_name_or_path: EleutherAI/pythia-1.4b\n"
                                   "per_device_train_batch_size: 1\ndtype: bfloat16\n";
        row("the Trainer with bf16", trainer + "bf16: true\n", Autocast::Auto);
        row("the Trainer without", trainer + "bf16: false\n", Autocast::Off);
        row("axolotl", "base_model: EleutherAI/pythia-1.4b\nmicro_batch_size: 1\nbf16: true\n",
            Autocast::Auto);
        row("LLaMA-Factory, all in 16 bits",
            "model_name_or_path: EleutherAI/pythia-1.4b\nstage: sft\nfinetuning_type: full\n"
            "template: default\npure_bf16: true\n",
            Autocast::Off);
    }
    void filesSayIt()
    {
        QFETCH(QByteArray, file);
        QFETCH(Autocast, autocast);
        QFETCH(bool, autocasts);
        const ImportedRun run = imported({{"run.yaml", file.toStdString()}});
        QCOMPARE(run.scenario.training.precision, Precision::Bf16);
        QCOMPARE(run.scenario.training.autocast, autocast);
        QCOMPARE(autocastsHalf(run.scenario), autocasts);
    }
};

QTEST_APPLESS_MAIN(TestAutocast)
#include "tst_autocast.moc"
