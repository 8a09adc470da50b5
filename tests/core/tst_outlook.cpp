// SPDX-License-Identifier: GPL-3.0-or-later
// One Evaluator, asked about many scenarios in any order, says what makePlan says of each.
#include "core/model/hfconfig.h"
#include "core/planner/makeplan.h"
#include "core/planner/outlook.h"
#include "core/scenario/keys.h"
#include "resources/catalogs.h"
#include "tests/support/randomscenarios.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

/// Choices that change tapes, policies, links and tokens.
std::vector<DrawnInput> inputs()
{
    return {
        {"model.id",
            {"meta-llama/Meta-Llama-3-8B", "Qwen/Qwen2.5-0.5B", "mistralai/Mixtral-8x7B-v0.1",
                "allenai/OLMoE-1B-7B-0924", "google/gemma-2-2b", ""}},
        {"model.parameters", {"7e9", "3e8"}},
        {"parallel.strategy", {"ddp", "zero1", "zero2", "zero3", "fsdp-grad-op", "fsdp", "hsdp"}},
        {"parallel.framework", {"auto", "fsdp1", "fsdp2", "deepspeed", "megatron", "trainer"}},
        {"parallel.wrap", {"auto", "embed-head"}},
        {"parallel.gradient_sync", {"auto", "every-micro-step", "last-micro-step"}},
        {"parallel.bucket_view", {"off", "on"}},
        {"training.lora_precision", {"auto", "fp32"}},
        {"parallel.gpus", {"1", "8", "6", "64"}},
        {"parallel.offload", {"none", "optimizer", "parameters"}},
        {"training.method", {"full", "lora", "qlora"}},
        {"training.precision", {"bf16-master", "bf16", "bf16-amp", "fp32"}},
        {"training.optimizer", {"adamw", "adamw-foreach", "adafactor", "adamw-8bit"}},
        {"training.sequence_length", {"512", "777", "8192"}},
        {"training.micro_batch", {"1", "3"}},
        {"training.accumulation", {"1", "2", "8"}},
        {"training.checkpointing", {"none", "selective", "full"}},
        {"training.attention", {"flash", "sdpa", "eager"}},
        {"training.loss", {"standard", "chunked", "fused"}},
        {"training.modules", {"transformers-5", "transformers-4"}},
        {"training.experts", {"grouped", "grouped", "loop"}},
        {"training.label_smoothing", {"0", "0", "0.1"}},
        {"training.adapter", {"lora", "lora", "dora"}},
        {"training.modules_to_save", {"", "", "lm_head", "embed_tokens"}},
        {"training.lora_targets", {"all-linear", "all-linear", "q_proj,lm_head"}},
        {"training.checkpoint_every", {"1", "1", "2"}},
        {"training.frozen_layers", {"0", "0", "3", "-2"}},
        {"training.frozen_modules", {"", "", "embed_tokens"}},
        {"hardware.gpu", {"h100-sxm", "a100-80-sxm", "a100-sxm-80"}},
        {"hardware.reserve_gib", {"0", "4"}},
        {"hardware.nccl_mib", {"-1", "700"}},
        {"estimator", {"detailed", "worksheet"}},
    };
}

bool isNear(Bytes found, Bytes expected)
{
    return std::abs((found - expected).value()) <= 1e-9 * expected.value() + 1e-3;
}

using Settings = std::vector<std::pair<std::string, std::string>>;

} // namespace

class TestOutlook : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void saysWhatThePlanSays_data()
    {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<int>("changesAtOnce");
        QTest::addColumn<int>("families");
        QTest::newRow("sliders: one input after the other") << 1U << 1 << 1;
        QTest::newRow("sliders, some families remembered") << 2U << 1 << 3;
        QTest::newRow("sliders, all families remembered") << 6U << 1 << 1000;
        QTest::newRow("jumps: many inputs at once") << 3U << 6 << 1;
        QTest::newRow("jumps, all families remembered") << 7U << 6 << 1000;
    }

    void layersThatDiffer_data()
    {
        QTest::addColumn<QByteArray>("config");
        const QByteArray shape = R"("hidden_size": 512, "num_attention_heads": 8,
            "num_key_value_heads": 2, "intermediate_size": 1024, "vocab_size": 1000})";
        QTest::newRow("some without rotary embedding")
            << R"({"model_type": "smollm3", "num_hidden_layers": 9, )" + shape;
        QTest::newRow("some with windows, and turned")
            << R"({"model_type": "cohere2", "num_hidden_layers": 9, )" + shape;
        QTest::newRow("fewer than make both kinds")
            << R"({"model_type": "gemma3_text", "num_hidden_layers": 3, )" + shape;
        QTest::newRow("experts, and some without rotary embedding")
            << R"({"model_type": "llama4_text", "num_hidden_layers": 8, "num_local_experts": 4,
                "num_experts_per_tok": 1, "intermediate_size_mlp": 1024,
                "interleave_moe_layer_step": 2, )"
                + shape;
    }

    void layersThatDiffer()
    {
        QFETCH(QByteArray, config);
        const Result<ImportedModel> imported = importModel(config.toStdString(), "mine");
        QVERIFY2(imported, imported ? "" : describe(imported.error()).c_str());
        RandomScenarios random(inputs(), 5);
        Evaluator evaluator(m_catalog);
        Scenario scenario;
        for (int i = 0; i < 600; ++i) {
            random.change(scenario);
            scenario.model.imported = *imported;
            compare(evaluator, scenario);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void stagesOfAPipeline_data()
    {
        QTest::addColumn<Settings>("settings");
        const Settings base{{"training.precision", "bf16-master"}, {"training.accumulation", "32"},
            {"parallel.gpus", "1984"}};
        const auto row = [&base](const char *name, const Settings &further) {
            Settings settings = base;
            settings.insert(settings.end(), further.begin(), further.end());
            QTest::newRow(name) << settings;
        };
        // Three dense layers, in stages 0 and 1: the third stage is the fullest.
        row("dense layers in the second stage",
            {{"model.id", "deepseek-ai/DeepSeek-V3"}, {"parallel.framework", "megatron"},
                {"parallel.strategy", "zero1"}, {"parallel.pipeline", "31"},
                {"parallel.layers_first_stage", "1"}, {"parallel.layers_last_stage", "2"},
                {"parallel.expert", "64"}});
        row("layers left over",
            {{"model.id", "meta-llama/Llama-3.1-405B"}, {"parallel.framework", "megatron"},
                {"parallel.strategy", "zero1"}, {"parallel.tensor", "8"},
                {"parallel.pipeline", "31"}});
        row("torch's receive buffers",
            {{"model.id", "meta-llama/Meta-Llama-3-70B"}, {"parallel.framework", "fsdp2"},
                {"training.modules", "torchtitan"}, {"parallel.strategy", "fsdp"},
                {"parallel.pipeline", "8"}});
        row("stages that nanotron weighs",
            {{"model.id", "meta-llama/Meta-Llama-3-70B"}, {"parallel.framework", "nanotron"},
                {"parallel.strategy", "zero1"}, {"parallel.pipeline", "8"}});
    }
    void stagesOfAPipeline()
    {
        QFETCH(Settings, settings);
        Evaluator evaluator(m_catalog);
        Scenario scenario;
        for (const auto &[key, value] : settings)
            QVERIFY2(setKeyText(scenario, key, value), key.c_str());
        const Result<Plan> plan = makePlan(scenario, m_catalog);
        QVERIFY(plan);
        QVERIFY(plan->stages.size() > 1);
        compare(evaluator, scenario);
    }

    void saysWhatThePlanSays()
    {
        QFETCH(unsigned, seed);
        QFETCH(int, changesAtOnce);
        QFETCH(int, families);
        RandomScenarios random(inputs(), seed);
        Evaluator evaluator(m_catalog, static_cast<std::size_t>(families));
        Scenario scenario;
        for (int i = 0; i < 2500; ++i) {
            random.change(scenario, changesAtOnce);
            compare(evaluator, scenario);
            if (QTest::currentTestFailed())
                return;
        }
    }

    /// As the slider of the number of GPUs asks, and whoever asks about tokens in between.
    void saysWhatThePlanSaysOfManyNumbersOfGpus()
    {
        RandomScenarios random(inputs(), 5);
        Evaluator evaluator(m_catalog, 2);
        Scenario scenario;
        for (int i = 0; i < 150; ++i) {
            random.change(scenario, 8);
            for (const int gpus : {8, 16, 7, 1, 96, 1000, 31}) {
                scenario.parallel.gpus = gpus;
                if (random.below(4) == 0)
                    scenario.training.sequenceLength = 1000 + 3 * gpus;
                compare(evaluator, scenario);
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }

    void aCorrectionThatLeavesNothingIsRefused()
    {
        const Scenario scenario = scenarioWith({{"hardware.correction_gib", "-4000"}});
        const Result<Plan> plan = makePlan(scenario, m_catalog);
        const Result<MemoryOutlook> outlook = Evaluator(m_catalog).memory(scenario);
        QVERIFY(!plan && !outlook);
        QCOMPARE(plan.error().where, "hardware.correction_gib");
        QCOMPARE(outlook.error(), plan.error());
        QVERIFY(makePlan(scenarioWith({{"hardware.correction_gib", "-2"}}), m_catalog));
        // What leaves something of the peak may be more than another phase has.
        Scenario lessening;
        const Bytes peak = planOf(lessening, m_catalog).memory.peak;
        lessening.hardware.correctionGib = 0.5 - peak.value() / GiB.value();
        const Plan lessened = planOf(lessening, m_catalog);
        QVERIFY(lessened.memory.peak > Bytes(0));
        for (const Phase &phase : lessened.memory.phases)
            QVERIFY(phase.peak >= Bytes(0));
    }

    void followsWhatWasPlayed()
    {
        RandomScenarios random(inputs(), 4);
        Evaluator evaluator(m_catalog, 4);
        Scenario scenario;
        for (int i = 0; i < 30; ++i) {
            random.change(scenario, 4);
            const Result<Plan> played = makePlan(scenario, m_catalog, Reserving::Played);
            if (!played)
                continue;
            evaluator.follow(playedSharesOf({&*played, 1}));
            QVERIFY(!evaluator.follow(playedSharesOf({&*played, 1})));
            compare(evaluator, *played);
            Scenario neighbour = scenario;
            for (int change = 0; change < 20; ++change) {
                random.change(neighbour);
                if (const Result<Plan> like
                    = makePlanLike(playedSharesOf({&*played, 1}), neighbour, m_catalog))
                    compare(evaluator, *like);
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }

    /// As all sliders of one scenario ask, round after round, while another one is dragged.
    void comesBackToFamilies()
    {
        Evaluator evaluator(m_catalog, 12);
        for (int round = 0; round < 6; ++round) {
            for (const char *strategy : {"zero3", "zero2", "fsdp", "ddp"}) {
                for (const char *size : {"7e9", "3e8", "4e9"}) {
                    Scenario scenario = scenarioWith(
                        {{"parallel.strategy", strategy}, {"model.parameters", size}});
                    scenario.training.sequenceLength += 64 * (round / 2);
                    scenario.parallel.gpus += 3 * (round % 3);
                    compare(evaluator, scenario);
                    if (QTest::currentTestFailed())
                        return;
                }
            }
        }
    }

    void anErrorIsThePlansError_data()
    {
        QTest::addColumn<int>("families");
        QTest::newRow("one family") << 1;
        QTest::newRow("several") << 3;
    }

    void anErrorIsThePlansError()
    {
        QFETCH(int, families);
        Evaluator evaluator(m_catalog, static_cast<std::size_t>(families));
        Scenario scenario;
        QVERIFY(evaluator.memory(scenario));
        scenario.hardware.gpu = "abacus";
        QCOMPARE(evaluator.memory(scenario).error(), makePlan(scenario, m_catalog).error());
        QCOMPARE(evaluator.speed(scenario).error(), makePlan(scenario, m_catalog).error());
        scenario.hardware.gpu = "h100-sxm";
        compare(evaluator, scenario);
    }

private:
    /// Sums over forms of layers may end in another last bit.
    static bool isSame(double one, double other)
    {
        return std::abs(one - other) <= 1e-12 * std::abs(other);
    }

    void compare(Evaluator &evaluator, const Scenario &scenario)
    {
        const Result<Plan> plan = makePlan(scenario, m_catalog);
        const Result<MemoryOutlook> memory = evaluator.memory(scenario);
        QCOMPARE(bool(memory), bool(plan));
        if (plan)
            compare(evaluator, *plan);
    }

    void compare(Evaluator &evaluator, const Plan &plan)
    {
        const Scenario &scenario = plan.scenario;
        const Result<MemoryOutlook> memory = evaluator.memory(scenario);
        QVERIFY(memory);
        const QByteArray what = typed(scenario);
        const Memory &planned = plan.memory;
        QVERIFY2(isNear(memory->peak, planned.peak), what);
        const bool hasRange = planned.confidence.isRange();
        QVERIFY2(isNear(memory->low, hasRange ? planned.confidence.low : planned.peak), what);
        QVERIFY2(isNear(memory->high, hasRange ? planned.confidence.high : planned.peak), what);
        QCOMPARE(memory->verdict.fit, planned.verdict.fit);
        QCOMPARE(memory->verdict.capacity, planned.verdict.capacity);
        QCOMPARE(memory->host, planned.host.perNode);
        QCOMPARE(memory->hostMissing, planned.host.missing());
        const Result<SpeedOutlook> speed = evaluator.speed(scenario);
        QVERIFY(speed);
        QVERIFY2(isSame(speed->step.value(), plan.time.step.value()), what);
        QVERIFY2(isSame(speed->tokensPerSecond, plan.time.tokensPerSecond), what);
        QCOMPARE(speed->traffic, plan.traffic.bytesPerGpuPerStep());
        QCOMPARE(speed->run, plan.run);
    }
};

QTEST_APPLESS_MAIN(TestOutlook)
#include "tst_outlook.moc"
