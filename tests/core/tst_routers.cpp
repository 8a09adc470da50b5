// SPDX-License-Identifier: GPL-3.0-or-later
// Routers of Phi-3.5-MoE and ERNIE 4.5 (transformers 5.12.1 models/phimoe, models/ernie4_5_moe).
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "core/modules/layers.h"
#include "core/scenario/framework.h"
#include "tests/support/specfrom.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

constexpr double h = 512;
constexpr double width = 256; ///< of an expert
constexpr double attention = 2 * h * h + 2 * h * 128;

std::string phimoe(const std::string &more = "")
{
    return "{'model_type': 'phimoe', 'hidden_size': 512, 'intermediate_size': 256, "
           "'num_hidden_layers': 2, 'num_attention_heads': 8, 'num_key_value_heads': 2, "
           "'vocab_size': 2048, 'num_local_experts': 8"
        + more + "}";
}
std::string ernie(const std::string &more = "")
{
    return "{'model_type': 'ernie4_5_moe', 'hidden_size': 512, 'intermediate_size': 1024, "
           "'moe_intermediate_size': 256, 'num_hidden_layers': 6, 'num_attention_heads': 8, "
           "'num_key_value_heads': 2, 'vocab_size': 2048, 'moe_num_experts': 8, 'moe_k': 2"
        + more + "}";
}

double keptBy(const ModelSpec &spec, double tokens)
{
    const LayerSettings settings{.spec = spec, .sequence = tokens, .fusedKernels = false};
    return totalOf(profileOf(layerTape(settings, {.form = spec.formOf(1)}), {}).kept);
}

} // namespace

class TestRouters : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    // Whose adapters of experts are modules of its own.
    void megatronsAdaptersMayDropOut()
    {
        const Plan plan = planOf(
            scenarioWith({{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.method", "lora"},
                {"training.lora_dropout", "0.05"}, {"training.lora_targets", "all-linear"},
                {"parallel.strategy", "zero1"}, {"parallel.framework", "megatron"}}),
            m_catalog);
        QCOMPARE(frameworkFor(plan.scenario.parallel), Framework::Megatron);
        QVERIFY(!findingOf(plan, FindingId::FusedDropout));
        QVERIFY(!findingOf(plan, FindingId::RouterAdapter));
    }

    void phiCounts()
    {
        const double norms = 2 * 2 * h;
        const double layer = attention + norms + 8 * 3 * h * width + 8 * h;
        QCOMPARE(countParameters(*specFrom(phimoe())).layersTotal, 2 * layer);
        const double biases = h + 2 * 128 + h;
        QCOMPARE(countParameters(*specFrom(phimoe(", 'attention_bias': true"))).layersTotal,
            2 * (layer + biases));
        const auto total = [](const std::string &more) {
            return countParameters(*specFrom(phimoe(more))).total;
        };
        QCOMPARE(total(", 'lm_head_bias': true") - total(""), 2048.0);
    }

    // Noise as large as the stream, for the block and for its router.
    void noiseIsKept()
    {
        const double more = keptBy(*specFrom(phimoe(", 'input_jitter_noise': 0.01")), 512)
            - keptBy(*specFrom(phimoe()), 512);
        QCOMPARE(more, 2 * 512 * h * 2);
    }

    void itsRouterDrawsTwo()
    {
        const Result<ModelSpec> three = specFrom(phimoe(", 'num_experts_per_tok': 3"));
        QVERIFY(!three);
        QCOMPARE(three.error().where, "/num_experts_per_tok");
        const ModelSpec spec = *specFrom(phimoe(", 'router_jitter_noise': 0.01"));
        QCOMPARE(spec.experts->perToken, 2);
        QVERIFY(spec.remarks.unreadKeys.empty()); // it compares with that alone
    }

    // A linear module of a class of its own: PEFT finds it, bitsandbytes does not.
    void adaptersBesidePhisRouterAreRepaired()
    {
        const auto plan = [this](const char *targets) {
            return planOf(scenarioWith({{"model.id", "microsoft/Phi-3.5-MoE-instruct"},
                              {"hardware.gpu", "h200"}, {"training.method", "qlora"},
                              {"training.lora_targets", targets}}),
                m_catalog);
        };
        QVERIFY(!has(plan("q_proj,v_proj"), FindingId::RouterAdapter));
        const Plan made = plan("all-linear");
        const Finding *finding = findingOf(made, FindingId::RouterAdapter);
        QVERIFY(finding);
        const Result<Scenario> repaired = applied(made.scenario, finding->repair.settings);
        QVERIFY(repaired);
        QCOMPARE(repaired->training.loraTargets, "q_proj,k_proj,v_proj,o_proj");
    }

    void ernieCounts()
    {
        const double block = attention + 2 * h;
        const double sparse = 8 * (3 * h * width + h + 1) + 3 * h * 2 * width;
        const auto layers = [](const std::string &more) {
            return countParameters(*specFrom(ernie(more))).layersTotal;
        };
        QCOMPARE(layers(""), 6 * block + 3 * h * 1024 + 5 * sparse);
        QCOMPARE(layers(", 'moe_num_shared_experts': 0"),
            6 * block + 3 * h * 1024 + 5 * (sparse - 3 * h * 2 * width));
        const double biased = 6 * (h + 2 * 128 + h) + 2 * 1024 + h + 5 * (2 * 2 * width + h);
        QCOMPARE(layers(", 'use_bias': true"), layers("") + biased);
    }

    void ernieSaysWhereExpertsAre_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<int>("sparse");
        QTest::newRow("all but the first") << QByteArray() << 5;
        QTest::newRow("all") << QByteArray(", 'moe_layer_start_index': 0") << 6;
        QTest::newRow("each second one") << QByteArray(", 'moe_layer_interval': 2") << 3;
        QTest::newRow("up to the third") << QByteArray(", 'moe_layer_end_index': 2") << 2;
        QTest::newRow("to the last") << QByteArray(", 'moe_layer_end_index': -1") << 5;
    }
    void ernieSaysWhereExpertsAre()
    {
        QFETCH(QByteArray, more);
        const ModelSpec spec = *specFrom(ernie(more.toStdString()));
        const auto &layers = spec.experts->layers;
        QTEST(static_cast<int>(std::count(layers.begin(), layers.end(), true)), "sparse");
    }

    // Weight, gradient and two moments of each router, and the weight of its bias, in fp32.
    void routersOfErnieStayWide()
    {
        const ModelSpec spec = *specFrom(ernie());
        LayerSettings settings{.spec = spec};
        const auto bytesOfRouter = [&settings](bool isWide) {
            settings.widensRouters = isWide;
            const Tape tape = layerTape(settings, {.form = settings.spec.formOf(1)});
            const auto router = std::find_if(tape.parameters.begin(), tape.parameters.end(),
                [](const Parameter &parameter) { return parameter.name == "gate"; });
            return bytesOf(router->elements, router->dtype);
        };
        QCOMPARE(bytesOfRouter(true), 8 * h * 4);
        QCOMPARE(bytesOfRouter(false), 8 * h * 2);
    }

    // torch 2.14 _fsdp_param_group.py: one dtype of all that learns; FSDP1 wants one of all.
    void fsdpTakesOneDtype_data()
    {
        QTest::addColumn<QByteArray>("framework");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("precision");
        QTest::addColumn<bool>("isSaid");
        const auto row = [](const char *framework, const char *method, const char *precision,
                             bool isSaid) {
            QTest::addRow("%s, %s, %s", framework, method, precision)
                << QByteArray(framework) << QByteArray(method) << QByteArray(precision) << isSaid;
        };
        row("fsdp2", "full", "bf16", true);
        row("fsdp2", "lora", "bf16", false);
        row("fsdp1", "lora", "bf16", true);
        row("fsdp2", "full", "bf16-master", false);
    }
    void fsdpTakesOneDtype()
    {
        QFETCH(QByteArray, framework);
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, precision);
        const Plan made = planOf(
            scenarioWith({{"model.id", "baidu/ERNIE-4.5-21B-A3B-PT"}, {"hardware.gpu", "h200"},
                {"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"},
                {"parallel.framework", framework.constData()},
                {"training.method", method.constData()},
                {"training.precision", precision.constData()}}),
            m_catalog);
        QTEST(has(made, FindingId::RoutersInSingle), "isSaid");
        const Finding *finding = findingOf(made, FindingId::RoutersInSingle);
        if (!finding)
            return;
        const Result<Scenario> repaired = applied(made.scenario, finding->repair.settings);
        QVERIFY(repaired);
        QVERIFY(!has(planOf(*repaired, m_catalog), FindingId::RoutersInSingle));
    }
};

QTEST_GUILESS_MAIN(TestRouters)
#include "tst_routers.moc"
