// SPDX-License-Identifier: GPL-3.0-or-later
// How long steps take whose model is cut over several GPUs.
#include "core/compute/machine.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Llama 3 8B on 16 GPUs, uncut.
Scenario megatron(Settings settings = {})
{
    const Scenario base = scenarioWith(
        {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.precision", "bf16-master"},
            {"training.sequence_length", "8192"}, {"training.accumulation", "8"},
            {"training.checkpointing", "none"}, {"parallel.framework", "megatron"},
            {"parallel.strategy", "zero1"}, {"parallel.gpus", "16"}});
    return scenarioWith(settings, base);
}

} // namespace

class TestMeshTime : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan plan(Settings settings = {}) const { return planOf(megatron(settings), m_catalog); }

private slots:
    // Where both run FlashAttention 2.
    void attentionIsAsCausalAsThatOfTransformers()
    {
        const Plan own = plan({{"hardware.gpu", "a100-sxm-80"}});
        const Plan other = plan({{"hardware.gpu", "a100-sxm-80"}, {"parallel.framework", "trainer"},
            {"parallel.strategy", "ddp"}});
        QVERIFY(own.time.attention > Seconds(0));
        QVERIFY(std::abs(own.time.attention / other.time.attention - 1) < 1e-9);
    }

    void attentionReachesWhatWasPublished_data()
    {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<AttentionLibrary>("library");
        QTest::addColumn<double>("sequence");
        QTest::addColumn<double>("forward"); // TFLOP/s
        QTest::addColumn<double>("backward");
        const auto row = [](const char *name, const char *gpu, AttentionLibrary library,
                             double sequence, double forward, double backward) {
            QTest::newRow(name) << QString::fromLatin1(gpu) << library << sequence << forward
                                << backward;
        };
        constexpr AttentionLibrary cudnn = AttentionLibrary::Cudnn;
        // arXiv 2407.08608, figures 5 (causal) and 6.
        row("cuDNN on H100, 1k", "h100-sxm", cudnn, 1024, 410, 408);
        row("cuDNN on H100, 4k", "h100-sxm", cudnn, 4096, 518, 499);
        row("cuDNN on H100, 16k", "h100-sxm", cudnn, 16384, 539, 516);
        row("FlashAttention 2 on H100, 16k", "h100-sxm", AttentionLibrary::FlashAttention2, 16384,
            335, 322);
        // arXiv 2307.08691, 4.1: 1.3 to 1.5 times as slow forward, about 2 times backward.
        row("FlashAttention 1 in Triton on H100, 16k", "h100-sxm", AttentionLibrary::FlashTriton,
            16384, 335 / 1.4, 322.0 / 2);
        // SimuMax, b200_bf16_ceperm.json, 16 heads; half of its FLOPs are behind the mask.
        row("cuDNN on B200, 32k", "b200", cudnn, 32768, 1.165 / 2 * 2250, 0.872 / 2 * 2250);
        row("cuDNN on B200, 128k", "b200", cudnn, 131072, 0.989 / 2 * 2250, 0.827 / 2 * 2250);
    }
    void attentionReachesWhatWasPublished()
    {
        QFETCH(QString, gpu);
        QFETCH(AttentionLibrary, library);
        QFETCH(double, sequence);
        QFETCH(double, forward);
        QFETCH(double, backward);
        const Machine machine = machineOf(*m_catalog.findGpu(gpu.toStdString()), Precision::Bf16,
            {.sequence = sequence, .headDim = 128, .library = library});
        const double both = 3.5 / (1 / forward + 2.5 / backward);
        const double error = machine.flash.value() / 1e12 / both - 1;
        QVERIFY2(std::abs(error) < 0.08, qPrintable(QString::number(error)));
    }

    void theFirstFlashAttentionTakesLonger()
    {
        const Scenario flash
            = scenarioWith({{"model.config", R"({"model_type": "mpt", "d_model": 2048,
            "n_heads": 16, "n_layers": 24, "vocab_size": 50368, "max_seq_len": 32768})"},
                {"training.sequence_length", "32768"}, {"hardware.gpu", "a100-sxm-80"}});
        Scenario triton = flash;
        triton.training.attention = Attention::FlashTriton;
        const double slower
            = planOf(triton, m_catalog).time.attention / planOf(flash, m_catalog).time.attention;
        QVERIFY(std::abs(slower - (1.4 + 2.5 * 2) / 3.5) < 1e-6);
    }

    void megatronsAttentionIsCudnnsFromHopperOn()
    {
        const Plan own = plan();
        const Plan other = plan({{"parallel.framework", "trainer"}, {"parallel.strategy", "ddp"}});
        const double faster = other.time.attention / own.time.attention;
        QVERIFY(faster > 1.5 && faster < 1.7);
    }
};

QTEST_APPLESS_MAIN(TestMeshTime)
#include "tst_meshtime.moc"
