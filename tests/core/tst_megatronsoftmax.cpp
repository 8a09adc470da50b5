// SPDX-License-Identifier: GPL-3.0-or-later
// Unfused attention of Megatron-LM: whose softmax it calls, what that keeps, and how files say it.
#include "core/judge/setup.h"
#include "tests/support/importrun.h"
#include "tests/support/megatronlayer.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

constexpr double sequence = 1024;
constexpr double scores = 12 * sequence * sequence; // of GPT-2's heads

Scenario megatron(std::string_view softmax, int tokens = static_cast<int>(sequence))
{
    return scenarioWith({{"model.id", "openai-community/gpt2"}, {"parallel.framework", "megatron"},
        {"parallel.strategy", "zero1"}, {"training.precision", "bf16-master"},
        {"training.attention", "eager"}, {"training.softmax", softmax},
        {"training.sequence_length", std::to_string(tokens)}});
}

const Catalog &catalog()
{
    static const Catalog all = builtInCatalog();
    return all;
}

LayerSettings settingsOf(const Scenario &scenario)
{
    return PreparedWorkload(scenario, catalog()).work.layerSettings();
}

double keptByLayer(const Scenario &scenario)
{
    return keptByLayer(scenario, catalog());
}

double bufferOf(std::string_view softmax)
{
    return planOf(megatron(softmax), catalog()).memory.atPeak(PartId::Buffers).value();
}

} // namespace

class TestMegatronSoftmax : public QObject
{
    Q_OBJECT

private slots:
    void kernelsTakeSomeLengths_data()
    {
        QTest::addColumn<std::string>("softmax");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<bool>("fuses");
        QTest::newRow("torch's operators") << std::string("plain") << 1024 << false;
        QTest::newRow("Megatron's") << std::string("fused") << 1024 << true;
        QTest::newRow("Megatron's, at its longest") << std::string("fused") << 4096 << true;
        QTest::newRow("beyond it") << std::string("fused") << 4100 << false;
        QTest::newRow("Megatron's, 12 heads in blocks of 8")
            << std::string("fused") << 128 << false;
        QTest::newRow("TransformerEngine's, rows in blocks of 8")
            << std::string("transformer-engine") << 128 << true;
        QTest::newRow("TransformerEngine's, longer")
            << std::string("transformer-engine") << 8192 << true;
        QTest::newRow("a multiple of 4 is not one of 8")
            << std::string("transformer-engine") << 1028 << false;
    }
    void kernelsTakeSomeLengths()
    {
        QFETCH(std::string, softmax);
        QFETCH(int, tokens);
        QTEST(fusesSoftmax(settingsOf(megatron(softmax, tokens))), "fuses");
    }

    /// In 16 bit what softmax made and what dropout left, and a byte for what it dropped; torch's
    /// softmax keeps its result in fp32 as well.
    void aKernelKeepsScoresIn16Bit()
    {
        const double ofKernel = keptByLayer(megatron("fused"));
        QCOMPARE(keptByLayer(megatron("transformer-engine")), ofKernel);
        QCOMPARE(keptByLayer(megatron("plain")) - ofKernel, 2 * scores);
        const Scenario flash = scenarioWith({{"training.attention", "flash"}}, megatron("plain"));
        QCOMPARE(ofKernel - keptByLayer(flash), 5 * scores - 4 * 12 * sequence);
    }

    /// Megatron-Core's attention writes scores into the global memory buffer.
    void onlyMegatronsScoresStayInTheBuffer()
    {
        QCOMPARE(bufferOf("fused"), bufferOf("plain"));
        QVERIFY(bufferOf("plain") - bufferOf("transformer-engine") >= 2 * scores);
    }

    void itIsASettingToCompareRunsBy()
    {
        const PreparedWorkload fused(megatron("fused"), catalog());
        QVERIFY(setupOf(fused.work)[Trait::Attention] == "fused");
        const PreparedWorkload tooLong(megatron("fused", 8192), catalog());
        QVERIFY(setupOf(tooLong.work)[Trait::Attention] == "eager");
    }

    void launchLinesSayWhose_data()
    {
        QTest::addColumn<std::string>("flags");
        QTest::addColumn<std::string>("softmax");
        QTest::newRow("TransformerEngine by default")
            << std::string(" --attention-backend unfused") << std::string("transformer-engine");
        QTest::newRow("layers of Megatron's own")
            << std::string(" --transformer-impl local --attention-backend local")
            << std::string("fused");
    }
    void launchLinesSayWhose()
    {
        QFETCH(std::string, flags);
        QFETCH(std::string, softmax);
        const std::string line = "torchrun pretrain_gpt.py --num-layers 24 --hidden-size 1024 "
                                 "--num-attention-heads 16 --bf16";
        const Training training = imported({{"a.sh", line + flags}}).scenario.training;
        QCOMPARE(training.attention, Attention::Eager);
        QCOMPARE(std::string(nameOf(training.softmax)), softmax);
    }
};

QTEST_APPLESS_MAIN(TestMegatronSoftmax)
#include "tst_megatronsoftmax.moc"
