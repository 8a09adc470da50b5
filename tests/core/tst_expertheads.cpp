// SPDX-License-Identifier: GPL-3.0-or-later
// JetMoe: transformers 5.12.1 models/jetmoe.
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "core/modules/layers.h"
#include "core/step/stepmodules.h"
#include "tests/support/specfrom.h"
#include "tests/support/strategyrows.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

constexpr double hidden = 512;
constexpr double keys = 4 * 64; // of all key heads
constexpr double experts = 8;

std::string jetmoe(const std::string &more = "")
{
    return "{'model_type': 'jetmoe', 'hidden_size': 512, 'num_hidden_layers': 2, "
           "'num_key_value_heads': 4, 'kv_channels': 64, 'intermediate_size': 128, "
           "'vocab_size': 32000"
        + more + "}";
}

double keptBy(const ModelSpec &spec, double tokens)
{
    const LayerSettings settings{.spec = spec, .sequence = tokens, .fusedKernels = true};
    return totalOf(profileOf(layerTape(settings, {.form = spec.formOf(0)}), {}).kept);
}

} // namespace

class TestExpertHeads : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void aTokenHasHeadsOfEachExpertItChose_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("heads");
        const auto row = [](const char *name, const std::string &more, int heads) {
            QTest::newRow(name) << QByteArray::fromStdString(jetmoe(more)) << heads;
        };
        row("two of the class", "", 8);
        row("three", ", 'num_experts_per_tok': 3", 12);
        row("whatever the config calls them", ", 'num_attention_heads': 16", 8);
        row("with the names of its first files, which the class does not read",
            ", 'moe_num_experts': 8, 'moe_top_k': 2, 'ffn_hidden_size': 128", 8);
    }
    void aTokenHasHeadsOfEachExpertItChose()
    {
        QFETCH(QByteArray, text);
        const Result<ModelSpec> spec = specFrom(text.toStdString());
        QVERIFY(spec);
        QTEST(static_cast<int>(spec->heads), "heads");
        QCOMPARE(spec->kvHeads, 4);
        QCOMPARE(spec->headDim, 64);
        QVERIFY(!spec->hasUnevenHeads);
    }

    void queryAndOutputAreExperts()
    {
        const ModelSpec spec = *specFrom(jetmoe());
        const double feeds = experts * 3 * hidden * 128;
        const double heads = experts * 2 * hidden * keys;
        const double others = 2 * experts * hidden // routers
            + 2 * hidden * keys + 2 * hidden + 2 * hidden; // kv_proj, biases, norms
        const ParameterCount count = countParameters(spec);
        QCOMPARE(count.layersTotal, 2 * (feeds + heads + others));
        QCOMPARE(count.total - count.active, 2 * (feeds + heads) * 6 / 8);
        QCOMPARE(expertParameters(spec), 2 * (feeds + heads));
    }

    void adaptersStandBesideKeysAndRouters()
    {
        const ModelSpec spec = *specFrom(jetmoe());
        const double routers = 2 * (hidden + experts);
        QCOMPARE(*loraParametersPerRank(spec, "all-linear"), 2 * (routers + hidden + 2 * keys));
        QCOMPARE(*loraParametersPerRank(spec, "kv_proj"), 2 * (hidden + 2 * keys));
        QVERIFY(!loraParametersPerRank(spec, "q_proj"));
    }

    // Each choice of a token keeps what its heads read, their queries, keys and values, and what
    // they give, beside what it keeps of an MLP's expert.
    void eachChoiceKeepsHeads()
    {
        const ModelSpec two = *specFrom(jetmoe());
        const ModelSpec three = *specFrom(jetmoe(", 'num_experts_per_tok': 3"));
        const double more = keptBy(three, 1024) - keptBy(two, 1024);
        const double feeds = 2 * (3 * hidden + 4 * 128);
        const double heads = 2 * (3 * hidden + 5 * keys);
        QVERIFY(more > 1024 * (feeds + heads));
        QVERIFY(more < 1024 * (feeds + heads + 2 * 3 * keys));
    }

    // transformers 5.12.1 modeling_utils.py, gradient_checkpointing_enable.
    void itsClassHasNoCheckpoints()
    {
        const auto plan = [this](const char *model, const char *checkpointing) {
            return planOf(scenarioWith({{"model.id", model}, {"hardware.gpu", "h200"},
                              {"training.checkpointing", checkpointing}}),
                m_catalog);
        };
        const char *const jet = "jetmoe/jetmoe-8b";
        QVERIFY(!has(plan(jet, "none"), FindingId::NoCheckpoints));
        QVERIFY(!has(
            plan("ibm-granite/granite-3.0-3b-a800m-instruct", "full"), FindingId::NoCheckpoints));
        const Plan made = plan(jet, "full");
        const Finding *finding = findingOf(made, FindingId::NoCheckpoints);
        QVERIFY(finding);
        const Result<Scenario> repaired = applied(made.scenario, finding->repair.settings);
        QVERIFY(repaired);
        QVERIFY(!has(planOf(*repaired, m_catalog), FindingId::NoCheckpoints));
    }

    void everyStrategyPlansIt_data() { addStrategyRows(); }
    void everyStrategyPlansIt()
    {
        const Scenario usual = scenarioWith({{"training.checkpointing", "none"}});
        const auto plan = [&](const char *id) { return planOfStrategyRow(id, m_catalog, usual); };
        const Plan made = plan("jetmoe/jetmoe-8b");
        QVERIFY(made.memory.peak > Bytes(0));
        QVERIFY(made.memory.peak < plan("tencent/Hunyuan-A13B-Instruct").memory.peak);
    }
};

QTEST_GUILESS_MAIN(TestExpertHeads)
#include "tst_expertheads.moc"
