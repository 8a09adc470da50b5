// SPDX-License-Identifier: GPL-3.0-or-later
// In what GPT-J, GPT-Neo, XGLM and Persimmon differ from other decoders (transformers 5.12.1).
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "core/modules/layers.h"
#include "core/step/stepmodules.h"
#include "tests/support/specfrom.h"
#include "tests/support/strategyrows.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace shardscope;

namespace {

const std::string gptj = "{'model_type': 'gptj', 'n_embd': 512, 'n_layer': 4, 'n_head': 4, "
                         "'rotary_dim': 32, 'vocab_size': 2048";
const std::string neo = "{'model_type': 'gpt_neo', 'hidden_size': 512, 'num_layers': 4, "
                        "'num_heads': 4, 'vocab_size': 2048, 'max_position_embeddings': 1024";
const std::string xglm = "{'model_type': 'xglm', 'd_model': 512, 'ffn_dim': 2048, "
                         "'num_layers': 4, 'attention_heads': 4, 'vocab_size': 2048";
const std::string persimmon
    = "{'model_type': 'persimmon', 'hidden_size': 512, 'num_hidden_layers': 4, "
      "'num_attention_heads': 4, 'intermediate_size': 2048, 'vocab_size': 2048";

constexpr double h = 512;
constexpr double matrices = 4 * h * h + 8 * h * h; ///< of a layer
constexpr double biases = 4 * h + h; ///< of its MLP

double keptBy(const ModelSpec &spec, double tokens)
{
    const LayerSettings settings{
        .spec = spec, .sequence = tokens, .attention = Attention::Eager, .fusedKernels = false};
    return totalOf(profileOf(layerTape(settings, {.form = spec.formOf(0)}), {}).kept);
}

} // namespace

class TestEarlyDecoders : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan plan(const char *model,
        std::initializer_list<std::pair<std::string_view, std::string_view>> more) const
    {
        std::vector<std::pair<std::string_view, std::string_view>> settings{
            {"model.id", model}, {"hardware.gpu", "h200"}};
        settings.insert(settings.end(), more.begin(), more.end());
        return planOf(scenarioWith(settings), m_catalog);
    }

private slots:
    void layersCount_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("layers");
        const auto row = [](const char *name, const std::string &text, double layer) {
            QTest::newRow(name) << QByteArray::fromStdString(text + "}") << 4 * layer;
        };
        row("GPT-J, with one norm", gptj, matrices + biases + 2 * h);
        row("GPT-Neo, whose output has a bias", neo, matrices + biases + h + 4 * h);
        row("XGLM, all of whose matrices have one", xglm, matrices + biases + 4 * h + 4 * h);
        row("Persimmon, which normalises query and key of each head", persimmon,
            matrices + biases + 4 * h + 4 * h + 4 * 128);
        row("Persimmon that does not", persimmon + ", 'qk_layernorm': false",
            matrices + biases + 4 * h + 4 * h);
    }
    void layersCount()
    {
        QFETCH(QByteArray, text);
        const Result<ModelSpec> spec = specFrom(text.toStdString());
        QVERIFY(spec);
        QTEST(countParameters(*spec).layersTotal, "layers");
    }

    void placesOfXglmAreNoParameters()
    {
        const ModelSpec spec = *specFrom(xglm + "}");
        QCOMPARE(countParameters(spec).positions, 0.0);
        QCOMPARE(countParameters(*specFrom(neo + "}")).positions, 1024 * h);
    }

    void headOfGptJHasABias()
    {
        const ModelSpec spec = *specFrom(gptj + "}");
        const ParameterCount count = countParameters(spec);
        QCOMPARE(count.total, count.layersTotal + 2 * 2048 * h + 2048 + 2 * h);
    }

    void unknownSettingsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("where");
        const auto row = [](const char *name, const std::string &text, const char *where) {
            QTest::newRow(name) << QByteArray::fromStdString(text + "}") << QString(where);
        };
        row("more numbers of a head are turned than it has",
            "{'model_type': 'gptj', 'n_embd': 512, 'n_layer': 4, 'n_head': 4, 'rotary_dim': 256, "
            "'vocab_size': 2048",
            "/rotary_dim");
        row("dropout between the matrices of an MLP", xglm + ", 'activation_dropout': 0.1",
            "/activation_dropout");
    }
    void unknownSettingsAreRefused()
    {
        QFETCH(QByteArray, text);
        const Result<ModelSpec> spec = specFrom(text.toStdString());
        QVERIFY(!spec);
        QTEST(QString::fromStdString(spec.error().where), "where");
    }

    // Scores, their softmax and the weights: fp32, fp32 and 16 bits of each pair; XGLM's are in 16
    // bits, and clamped before the softmax.
    void scoresAreKept_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("perPair");
        QTest::newRow("GPT-J") << QByteArray::fromStdString(gptj + "}") << 4 * (4.0 + 2.0);
        QTest::newRow("GPT-Neo") << QByteArray::fromStdString(neo + "}") << 4 * (4.0 + 2.0);
        QTest::newRow("XGLM") << QByteArray::fromStdString(
            xglm + ", 'dropout': 0, 'attention_dropout': 0}")
                              << 4 * (2.0 + 2.0);
    }
    void scoresAreKept()
    {
        QFETCH(QByteArray, text);
        const ModelSpec spec = *specFrom(text.toStdString());
        const auto kept = [&spec](double tokens) { return keptBy(spec, tokens); };
        // What grows with the tokens alone is the same twice.
        const double perPair = (kept(2048) - 2 * kept(1024)) / (2048.0 * 2048 - 2 * 1024.0 * 1024);
        QTEST(std::round(100 * perPair) / 100, "perPair");
    }

    // transformers 5.12.1: no _supports_sdpa, and XGLM has no _supports_flash_attn either.
    // GPT-Neo's FlashAttention leaves the windows of its local layers out.
    void classesRefuseKernels_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("attention");
        QTest::addColumn<bool>("isRefused");
        QTest::addColumn<bool>("isLeftOut");
        const auto row
            = [](const char *model, const char *attention, bool isRefused, bool isLeftOut) {
                  QTest::addRow("%s, %s", model, attention)
                      << QByteArray(model) << QByteArray(attention) << isRefused << isLeftOut;
              };
        row("EleutherAI/gpt-j-6b", "flash", false, false);
        row("EleutherAI/gpt-j-6b", "sdpa", true, false);
        row("EleutherAI/gpt-neo-2.7B", "flash", false, true);
        row("EleutherAI/gpt-neo-2.7B", "sdpa-unpadded", true, false);
        row("facebook/xglm-564M", "flash", true, false);
        row("facebook/xglm-564M", "sdpa", true, false);
        row("facebook/xglm-564M", "eager", false, false);
        row("adept/persimmon-8b-base", "sdpa", false, false);
    }
    void classesRefuseKernels()
    {
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, attention);
        const Plan made = plan(model.constData(), {{"training.attention", attention.constData()}});
        QTEST(has(made, FindingId::AttentionRefused), "isRefused");
        QTEST(has(made, FindingId::AttentionLeavesOut), "isLeftOut");
    }

    // Sines and cosines of all places in fp32, pairs of places, and one table of places.
    void buffersOfPlacesAreHeld()
    {
        const auto inputs = [](const std::string &text, const std::string &places) {
            const LayerSettings settings{.spec = *specFrom(text + places + "}")};
            return inputBytes(settings);
        };
        const auto more = [&](const std::string &text, const std::string &key) {
            return inputs(text, ", '" + key + "': 4096") - inputs(text, ", '" + key + "': 2048");
        };
        QCOMPARE(more(gptj, "n_positions"), 4 * 2048 * 32 * 4.0);
        QCOMPARE(
            more("{'model_type': 'gpt_neo', 'hidden_size': 512, 'num_layers': 4, 'num_heads': 4",
                "max_position_embeddings"),
            4 * (4096.0 * 4096 - 2048.0 * 2048));
        QCOMPARE(more(xglm, "max_position_embeddings"), 2048 * h * 2);
    }

    void everyStrategyPlansThem_data() { addStrategyRows(); }
    void everyStrategyPlansThem()
    {
        QFETCH(QByteArray, strategy);
        QFETCH(QByteArray, framework);
        for (const char *model : {"EleutherAI/gpt-j-6b", "EleutherAI/gpt-neo-2.7B",
                 "facebook/xglm-7.5B", "adept/persimmon-8b-base"}) {
            const Plan made = plan(model,
                {{"parallel.strategy", strategy.constData()},
                    {"parallel.framework", framework.constData()}, {"parallel.gpus", "8"},
                    {"training.attention", "eager"}});
            QVERIFY(made.memory.peak > Bytes(0));
        }
    }
};

QTEST_GUILESS_MAIN(TestEarlyDecoders)
#include "tst_earlydecoders.moc"
