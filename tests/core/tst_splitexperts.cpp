// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "core/modules/layers.h"
#include "core/step/stepmodules.h"
#include "tests/support/specfrom.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

constexpr double hidden = 512;
constexpr double width = 128;
constexpr double shared = 256;

std::string granite(const std::string &type, const std::string &more = "")
{
    return "{'model_type': '" + type
        + "', 'hidden_size': 512, 'num_hidden_layers': 2, 'num_attention_heads': 8, "
          "'intermediate_size': 128, 'vocab_size': 32000, 'num_experts_per_tok': 4"
        + more + "}";
}
const std::string sixteen = ", 'num_local_experts': 16";
const std::string beside = ", 'shared_intermediate_size': 256";
const std::string hybrid = beside + ", 'mamba_n_heads': 16, 'layer_types': ['mamba', 'attention']";

Tape tapeOf(const ModelSpec &spec, double tokens, bool trainsBase = true)
{
    const LayerSettings settings{
        .spec = spec, .sequence = tokens, .trainsBase = trainsBase, .fusedKernels = true};
    return layerTape(settings, {.form = spec.formOf(1)});
}

double keptBy(const ModelSpec &spec, double tokens, bool trainsBase = true)
{
    return totalOf(profileOf(tapeOf(spec, tokens, trainsBase), {}).kept);
}

} // namespace

class TestSplitExperts : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void configsSayHowManyThereAre_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("perLayer"); // of experts, router and shared expert
        const double expert = 3 * hidden * width;
        const double router = 16 * hidden;
        const double both = 16 * expert + router + 3 * hidden * shared;
        const auto row = [](const char *name, const std::string &text, double perLayer) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << perLayer;
        };
        row("Granite 3", granite("granitemoe", sixteen), 16 * expert + router);
        row("with a shared expert", granite("granitemoeshared", sixteen + beside), both);
        row("with none", granite("granitemoeshared", sixteen), 16 * expert + router);
        row("Granite 4", granite("granitemoehybrid", sixteen + hybrid), both);
        row("Granite 4 without experts",
            granite("granitemoehybrid", ", 'num_local_experts': 0" + hybrid), 3 * hidden * shared);
    }
    void configsSayHowManyThereAre()
    {
        QFETCH(QByteArray, text);
        QFETCH(double, perLayer);
        const Result<ModelSpec> spec = specFrom(text.toStdString());
        QVERIFY(spec);
        const LayerForm form = spec->formOf(1);
        const double attention = 4 * hidden * hidden + 2 * hidden;
        ModelSpec alone = *spec;
        alone.layers = 1;
        alone.forms = {form};
        if (alone.experts)
            alone.experts->layers = {true};
        QCOMPARE(countParameters(alone).layersTotal, attention + perLayer);
    }

    // A token is kept three times for each of its experts, as it is chosen, as it comes back and
    // weighed, and once more in both halves, gated, and their product; all in 16 bit.
    void eachChoiceIsKept()
    {
        const ModelSpec four = *specFrom(granite("granitemoe", sixteen));
        ModelSpec eight = four;
        eight.experts->perToken = 8;
        const double more = keptBy(eight, 1024) - keptBy(four, 1024);
        const double numbers = 2 * (3 * hidden + 4 * width);
        QVERIFY(more > 4 * 1024 * numbers);
        QVERIFY(more < 4 * 1024 * (numbers + 40)); // places, weights and their softmax
    }
    // With frozen experts the chosen tokens themselves are not needed.
    void frozenExpertsKeepLess()
    {
        const ModelSpec spec = *specFrom(granite("granitemoe", sixteen));
        QVERIFY(keptBy(spec, 1024) - keptBy(spec, 1024, false) > 4 * 1024 * 2 * (hidden + width));
    }
    // Each expert's gradient is as large as that of all, and added to the sum of the others'.
    void aGradientIsMadeTwice()
    {
        const ModelSpec spec = *specFrom(granite("granitemoe", sixteen));
        const double most = 16 * 2 * hidden * width * 2;
        const Tape tape = tapeOf(spec, 64);
        double scratch = 0;
        for (const Scratch &each : tape.scratch)
            scratch = std::max(scratch, each.isBackward ? each.bytes : 0);
        QCOMPARE(scratch, most);
    }

    void expertsThatAreNoModulesAreRefused()
    {
        const auto plan = [this](std::string_view targets) {
            return planOf(scenarioWith({{"model.id", "ibm-granite/granite-4.0-h-tiny"},
                              {"training.method", "lora"}, {"hardware.gpu", "h200"},
                              {"training.lora_targets", targets}}),
                m_catalog);
        };
        QVERIFY(!has(plan("all-linear"), FindingId::RefusedAdapter));
        QVERIFY(!has(plan("q_proj,layer"), FindingId::RefusedAdapter));
        const Plan made = plan("q_proj,input_linear");
        const Finding *finding = findingOf(made, FindingId::RefusedAdapter);
        QVERIFY(finding);
        const Result<Scenario> repaired = applied(made.scenario, finding->repair.settings);
        QVERIFY(repaired);
        QVERIFY(!has(planOf(*repaired, m_catalog), FindingId::RefusedAdapter));
    }
    void megatronHasNoSuchLayers()
    {
        const Plan made
            = planOf(scenarioWith({{"model.id", "ibm-granite/granite-3.0-3b-a800m-instruct"},
                         {"parallel.framework", "megatron"}, {"parallel.tensor", "2"},
                         {"parallel.gpus", "8"}}),
                m_catalog);
        QVERIFY(has(made, FindingId::MeshNotPlanned));
    }
};

QTEST_GUILESS_MAIN(TestSplitExperts)
#include "tst_splitexperts.moc"
