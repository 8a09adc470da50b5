// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/tape.h"
#include "core/model/hfconfig.h"
#include "core/planner/makeplan.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

Windows windowsIn(std::string_view config)
{
    const Result<ModelSpec> spec = readModelConfig(*parseJson(config));
    return spec->windows.value_or(Windows{});
}

std::string configOf(std::string_view type, std::string_view more)
{
    return R"({"model_type": ")" + std::string(type)
        + R"(", "hidden_size": 512, "num_hidden_layers": 12, "num_attention_heads": 8,
            "num_key_value_heads": 2, "head_dim": 64, "intermediate_size": 1024,
            "vocab_size": 4096)"
        + std::string(more) + "}";
}

bool hasFinding(const Plan &plan, FindingId id)
{
    return std::any_of(plan.findings.begin(), plan.findings.end(),
        [id](const Finding &finding) { return finding.id == id; });
}

} // namespace

/// Layers that see a window of tokens, and the masks that SDPA is given for them.
class TestWindows : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();

    Plan planOf(std::string_view model, std::string_view attention, std::string_view sequence) const
    {
        const Scenario scenario
            = scenarioWith({{"model.id", model}, {"training.attention", attention},
                {"training.sequence_length", sequence}, {"training.micro_batch", "2"},
                {"training.checkpointing", "none"}, {"training.precision", "bf16"},
                {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}, {"hardware.gpu", "h200"}});
        return *makePlan(scenario, m_catalog);
    }
    Bytes peakOf(
        std::string_view model, std::string_view attention, std::string_view sequence) const
    {
        const Plan plan = planOf(model, attention, sequence);
        const auto &phases = plan.memory.phases;
        return std::find_if(phases.begin(), phases.end(), [](const Phase &one) {
            return one.id == PhaseId::Forward;
        })->tensorPeak;
    }

private slots:
    // configuration_*.py of transformers 5.12.1.
    void aConfigSaysWhichLayersSeeAWindow_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<qlonglong>("tokens");
        QTest::addColumn<qlonglong>("layers");
        const auto row = [](const char *name, const char *type, const char *more, qlonglong tokens,
                             qlonglong layers) {
            QTest::newRow(name) << QByteArray(type) << QByteArray(more) << tokens << layers;
        };
        row("Llama has none", "llama", R"(, "sliding_window": 512)", 0, 0);
        row("Mistral, all layers", "mistral", R"(, "sliding_window": 512)", 512, 12);
        row("Mistral as its class has it", "mistral", "", 4096, 12);
        row("Mistral without", "mistral", R"(, "sliding_window": null)", 0, 0);
        row("Mixtral, if it is asked for", "mixtral",
            R"(, "num_local_experts": 4, "num_experts_per_tok": 2)", 0, 0);
        row("Phi-3", "phi3", R"(, "sliding_window": 2047)", 2047, 12);
        row("Qwen2 with windows turned off", "qwen2", R"(, "sliding_window": 512)", 0, 0);
        row("Qwen2's last layers", "qwen2",
            R"(, "sliding_window": 512, "use_sliding_window": true, "max_window_layers": 8)", 512,
            4);
        row("Qwen2 with windows behind its last layer", "qwen2",
            R"(, "sliding_window": 512, "use_sliding_window": true, "max_window_layers": 12)", 0,
            0);
        row("Gemma 2, every other", "gemma2", "", 4096, 6);
        row("Gemma 3, five of six", "gemma3_text", R"(, "sliding_window": 1024)", 1024, 10);
        row("OLMo 3, three of four", "olmo3", "", 4096, 9);
        row("a list", "olmo3",
            R"(, "sliding_window": 64, "layer_types": ["full_attention", "sliding_attention",
            "full_attention", "full_attention", "full_attention", "full_attention",
            "full_attention", "full_attention", "full_attention", "full_attention",
            "full_attention", "sliding_attention"])",
            64, 2);
        row("ModernBERT, two of three", "modernbert", "", 128, 8);
    }
    void aConfigSaysWhichLayersSeeAWindow()
    {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, more);
        const Windows windows = windowsIn(configOf(type.toStdString(), more.toStdString()));
        QTEST(qlonglong(windows.tokens), "tokens");
        QTEST(qlonglong(std::count(windows.layers.begin(), windows.layers.end(), true)), "layers");
    }

    // masking_utils.py, _ignore_causal_mask_sdpa.
    void withoutPaddingOnlyWindowsAreMasks_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("sequence");
        QTest::addColumn<bool>("asFlash");
        QTest::addColumn<bool>("asPaddedButForOneMask");
        QTest::newRow("all layers see all tokens")
            << QByteArray("mistralai/Mistral-7B-v0.3") << QByteArray("8192") << true << false;
        QTest::newRow("a window that is longer than the sequence")
            << QByteArray("mistralai/Mistral-7B-v0.1") << QByteArray("4095") << true << false;
        QTest::newRow("a window as long as the sequence")
            << QByteArray("mistralai/Mistral-7B-v0.1") << QByteArray("4096") << false << true;
        QTest::newRow("five layers of six") << QByteArray("google/gemma-3-27b-pt (text decoder)")
                                            << QByteArray("4096") << false << false;
        QTest::newRow("no window, in an encoder")
            << QByteArray("google-bert/bert-base-uncased") << QByteArray("512") << true << false;
    }
    void withoutPaddingOnlyWindowsAreMasks()
    {
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, sequence);
        const auto peak = [&](std::string_view attention) {
            return peakOf(model.toStdString(), attention, sequence.toStdString());
        };
        const Bytes unpadded = peak("sdpa-unpadded");
        QVERIFY(peak("flash") <= unpadded);
        QVERIFY(unpadded <= peak("sdpa"));
        QTEST(unpadded == peak("flash"), "asFlash");
        // All layers have one, which both sequences share where none is padded.
        const double mask = storageBytes(4096.0 * 4096, Dtype::Byte);
        QTEST(qFuzzyCompare((peak("sdpa") - unpadded).value(), mask), "asPaddedButForOneMask");
    }

    // Keys and values of all heads, and a mask of numbers; the mask itself is there once, and is of
    // one sequence.
    void aWindowCostsItsLayerRepeatedKeysAndAMask()
    {
        constexpr double tokens = 2 * 4096;
        constexpr double pairs = tokens * 4096;
        const Bytes more = peakOf("mistralai/Mistral-7B-v0.1", "sdpa-unpadded", "4096")
            - peakOf("mistralai/Mistral-7B-v0.1", "flash", "4096");
        const double repeated = 2 * storageBytes(tokens * 32 * 128, Dtype::Half);
        const double grouped = 2 * storageBytes(tokens * 8 * 128, Dtype::Half);
        const double mask = storageBytes(pairs, Dtype::Half);
        const double expected
            = 32 * (repeated - grouped + mask) + storageBytes(pairs / 2, Dtype::Byte);
        QVERIFY2(std::abs(more.value() / expected - 1) < 0.01,
            qPrintable(QString::number(more.value() / expected)));
    }

    // The mask of an indexer names the keys that each row picked: padded or not, it is made.
    void anIndexerMakesAMaskInEachLayer()
    {
        const auto peak = [this](std::string_view attention) {
            return peakOf("deepseek-ai/DeepSeek-V3.2", attention, "4096");
        };
        QVERIFY(peak("flash") != peak("sdpa"));
        QCOMPARE(peak("sdpa-unpadded"), peak("sdpa"));
    }

    // LlamaSdpaAttention of 4.36 to 4.47: repeat_kv, whatever the mask.
    void olderReleasesRepeatKeysWithoutAMask()
    {
        const auto peak = [this](std::string_view attention) {
            const Scenario scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                {"training.attention", attention}, {"training.modules", "transformers-4"},
                {"training.checkpointing", "none"}, {"training.precision", "bf16"},
                {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}, {"hardware.gpu", "h200"}});
            return makePlan(scenario, m_catalog)->memory.peak;
        };
        const double tokens = 4096;
        const double more = 32 * 2 * 2 * tokens * (32 - 8) * 128;
        const double found = (peak("sdpa-unpadded") - peak("flash")).value();
        QVERIFY2(std::abs(found / more - 1) < 0.08, qPrintable(QString::number(found / more)));
    }

    void flashAttentionSaysWhatSdpaWouldTake_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("attention");
        QTest::addColumn<QByteArray>("sequence");
        QTest::addColumn<bool>("isSaid");
        const auto row = [](const char *name, const char *model, const char *attention,
                             const char *sequence, bool isSaid) {
            QTest::newRow(name) << QByteArray(model) << QByteArray(attention)
                                << QByteArray(sequence) << isSaid;
        };
        row("a window within the sequence", "mistralai/Mistral-7B-v0.1", "flash", "4096", true);
        row("a longer window", "mistralai/Mistral-7B-v0.1", "flash", "2048", false);
        row("no window", "mistralai/Mistral-7B-v0.3", "flash", "8192", false);
        row("SDPA itself", "mistralai/Mistral-7B-v0.1", "sdpa-unpadded", "4096", false);
        row("sinks, which SDPA does not know", "openai/gpt-oss-20b", "flash", "4096", false);
    }
    void flashAttentionSaysWhatSdpaWouldTake()
    {
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, attention);
        QFETCH(QByteArray, sequence);
        const Plan plan
            = planOf(model.toStdString(), attention.toStdString(), sequence.toStdString());
        QTEST(hasFinding(plan, FindingId::WindowsUnmasked), "isSaid");
    }

    void whatIsSaidIsWhatSdpaTakesMore_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("checkpointing");
        for (const char *checkpointing : {"none", "full"}) {
            for (const char *model :
                {"mistralai/Mistral-7B-v0.1", "google/gemma-3-4b-pt (text decoder)"})
                QTest::addRow("%s, checkpointing %s", model, checkpointing)
                    << QByteArray(model) << QByteArray(checkpointing);
        }
    }
    void whatIsSaidIsWhatSdpaTakesMore()
    {
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, checkpointing);
        const auto plan = [&](std::string_view attention) {
            const Scenario scenario = scenarioWith({{"model.id", model.toStdString()},
                {"training.attention", attention}, {"training.micro_batch", "2"},
                {"training.checkpointing", checkpointing.toStdString()},
                {"training.method", "lora"}, {"training.precision", "bf16"},
                {"training.loss", "fused"}, {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"},
                {"hardware.gpu", "h200"}});
            return *makePlan(scenario, m_catalog);
        };
        const auto peak = [](const Plan &of) {
            const auto &phases = of.memory.phases;
            return std::find_if(phases.begin(), phases.end(), [](const Phase &one) {
                return one.id == PhaseId::Backward;
            })->tensorPeak;
        };
        const Plan flash = plan("flash");
        const auto said = std::find_if(flash.findings.begin(), flash.findings.end(),
            [](const Finding &one) { return one.id == FindingId::WindowsUnmasked; });
        QVERIFY(said != flash.findings.end());
        const double more = (peak(plan("sdpa-unpadded")) - peak(flash)).value();
        QVERIFY2(std::abs(said->bytes.value() / more - 1) < 0.25,
            qPrintable(QString("%1 said, %2 found").arg(said->bytes.value()).arg(more)));
    }

    // aten sdp_utils.cpp: no fused kernel takes keys that queries share, other than FlashAttention.
    void withoutFlashAttentionUnpaddedSdpaIsNoFusedKernel()
    {
        const Scenario scenario = scenarioWith(
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.attention", "sdpa-unpadded"},
                {"training.precision", "fp16"}, {"hardware.gpu", "t4"}});
        QVERIFY(hasFinding(*makePlan(scenario, m_catalog), FindingId::NoFlash));
    }

    // A mask for layers with a window, and one for the others.
    void bothMasksStandWhereAnswersAreScored_data()
    {
        QTest::addColumn<QByteArray>("objective");
        QTest::addColumn<bool>("planned");
        for (const char *objective : {"grpo", "dpo", "kto"})
            QTest::newRow(objective) << QByteArray(objective) << true;
        QTest::newRow("a value model beside them") << QByteArray("ppo") << false;
    }
    void bothMasksStandWhereAnswersAreScored()
    {
        QFETCH(QByteArray, objective);
        const auto plan = [&](const char *attention) {
            const Scenario scenario = scenarioWith({{"model.id", "google/gemma-3-1b-it"},
                {"training.objective", objective.constData()}, {"training.attention", attention},
                {"training.sequence_length", "1024"}, {"training.micro_batch", "4"},
                {"training.checkpointing", "none"}, {"parallel.gpus", "1"},
                {"parallel.strategy", "ddp"}, {"hardware.gpu", "h200"},
                {"rollout.generations", "4"}});
            return *makePlan(scenario, m_catalog);
        };
        const Plan masked = plan("sdpa");
        QTEST(!hasFinding(masked, FindingId::ObjectiveNotPlanned), "planned");
    }
};

QTEST_APPLESS_MAIN(TestWindows)
#include "tst_windows.moc"
