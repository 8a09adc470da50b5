// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parameters.h"
#include "core/modules/layers.h"
#include "core/step/stepmodules.h"
#include "tests/support/repaired.h"
#include "tests/support/specfrom.h"
#include "tests/support/strategyrows.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

const std::string minimax
    = "{'model_type': 'minimax', 'hidden_size': 512, 'num_attention_heads': 8, "
      "'num_key_value_heads': 2, 'head_dim': 64, 'intermediate_size': 768, 'vocab_size': 2048, "
      "'num_hidden_layers': 4, 'num_local_experts': 4, 'num_experts_per_tok': 2";

Tape lightningTape(const ModelSpec &spec, double sequence, double batch = 1)
{
    const LayerSettings settings{.spec = spec, .batch = batch, .sequence = sequence};
    return layerTape(settings, {.form = {.mixer = Mixer::Lightning, .feed = Feed::Experts}});
}

double keptBy(const ModelSpec &spec, double sequence)
{
    return totalOf(profileOf(lightningTape(spec, sequence), {}).kept);
}

} // namespace

class TestLightning : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void layersAreReadAsTheConfigListsThem_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QString>("letters");
        QTest::newRow("a list") << QByteArray(", 'layer_types': ['linear_attention', "
                                              "'linear_attention', 'full_attention', "
                                              "'linear_attention']")
                                << "LL*L";
        QTest::newRow("without one they take turns") << QByteArray() << "*L*L";
    }
    void layersAreReadAsTheConfigListsThem()
    {
        QFETCH(QByteArray, more);
        QFETCH(QString, letters);
        const Result<ModelSpec> spec = specFrom(minimax + more.toStdString() + "}");
        QVERIFY(spec);
        QString found;
        for (std::int64_t layer = 0; layer < spec->layers; ++layer)
            found += spec->formOf(layer).mixer == Mixer::Lightning ? 'L' : '*';
        QCOMPARE(found, letters);
        QCOMPARE(spec->lightning->block, std::int64_t{256});
    }

    // qkv_proj, output_gate, out_proj and a norm of all heads against q, k, v and o.
    void aMixerCountsWhatItsModulesHave()
    {
        const auto count = [](const char *kind) {
            return countParameters(*specFrom(minimax
                                       + ", 'layer_types': ['full_attention', 'full_attention', "
                                         "'full_attention', '"
                                       + kind + "']}"))
                .total;
        };
        QCOMPARE(count("linear_attention") - count("full_attention"),
            5.0 * 512 * 512 + 512 - (2 * 512 * 512 + 2 * 512 * 128));
    }

    // Each block is kept as each other one: numbers of pairs within it, and a matrix for each head.
    void everyBlockKeepsAsMuch_data()
    {
        QTest::addColumn<double>("blocks");
        QTest::newRow("by themselves") << 6.0;
        QTest::newRow("in groups") << 40.0;
    }
    void everyBlockKeepsAsMuch()
    {
        QFETCH(double, blocks);
        const ModelSpec spec = *specFrom(minimax + "}");
        const double one = keptBy(spec, 3 * 256) - keptBy(spec, 2 * 256);
        const double all = keptBy(spec, blocks * 256) - keptBy(spec, 2 * 256);
        QVERIFY(one > 2.0 * 8 * 256 * 256);
        // A few numbers of each block are rounded up to a storage.
        QVERIFY2(std::abs(all / one / (blocks - 2) - 1) < 0.005,
            qPrintable(QString::number(all / one / (blocks - 2))));
    }
    void severalSequencesAreCopiedForProducts()
    {
        const auto copies = [](double batch) {
            const Tape tape = lightningTape(*specFrom(minimax + "}"), 512, batch);
            return std::count_if(tape.ops.begin(), tape.ops.end(),
                [](const Op &op) { return op.name == "reshape"; });
        };
        // Query, key and value, what decays of query and key, and value again, of two blocks; what
        // all blocks give is copied in any case.
        QCOMPARE(copies(2) - copies(1), std::ptrdiff_t{12});
        QCOMPARE(copies(1), std::ptrdiff_t{1});
    }

    void mixedPrecisionOfFsdp2MeetsTwoDtypes()
    {
        const auto scenario = [](const char *precision, const char *framework) {
            return scenarioWith({{"model.id", "MiniMaxAI/MiniMax-Text-01-hf"},
                {"training.precision", precision}, {"parallel.framework", framework},
                {"parallel.strategy", "fsdp"}, {"parallel.gpus", "64"}, {"hardware.gpu", "h200"}});
        };
        refusedAndRepaired(scenario("bf16-master", "fsdp2"), FindingId::BuffersInSingle, m_catalog);
        QVERIFY(!has(planOf(scenario("bf16", "fsdp2"), m_catalog), FindingId::BuffersInSingle));
        QVERIFY(
            !has(planOf(scenario("bf16-master", "fsdp1"), m_catalog), FindingId::BuffersInSingle));
    }

    void everyStrategyPlansIt_data() { addStrategyRows(); }
    void everyStrategyPlansIt()
    {
        QFETCH(QByteArray, strategy);
        QFETCH(QByteArray, framework);
        const Plan made
            = planOf(scenarioWith({{"model.id", "MiniMaxAI/MiniMax-Text-01-hf"},
                         {"parallel.strategy", strategy.toStdString()},
                         {"parallel.framework", framework.toStdString()}, {"hardware.gpu", "h200"},
                         {"parallel.gpus", "64"}, {"training.micro_batch", "1"}}),
                m_catalog);
        QVERIFY(made.memory.peak > Bytes(0));
    }
};

QTEST_GUILESS_MAIN(TestLightning)
#include "tst_lightning.moc"
