// SPDX-License-Identifier: GPL-3.0-or-later
// What DeepSpeed's AutoTP cuts, sends and refuses. Followed steps are in tst_accuracy.
#include "core/interchange/importrun.h"
#include "core/judge/findingtext.h"
#include "core/modules/layers.h"
#include "core/step/workload.h"
#include "tests/support/sentcollective.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Llama 3 8B on 8 GPUs, of which two share each matrix.
Scenario autoTp(Settings settings = {})
{
    const Scenario base = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
        {"training.precision", "bf16-master"}, {"training.sequence_length", "4096"},
        {"training.checkpointing", "none"}, {"parallel.strategy", "zero1"},
        {"parallel.framework", "deepspeed"}, {"parallel.gpus", "8"}, {"parallel.tensor", "2"}});
    return scenarioWith(settings, base);
}

Plan plan(Settings settings = {})
{
    return planOf(autoTp(settings), builtInCatalog());
}

double partOf(const Plan &plan, PartId id)
{
    return plan.memory.atPeak(id).value();
}

constexpr double table = 128256.0 * 4096;
constexpr double norms = 65 * 4096.0;
constexpr double layers = 8030261248.0 - 2 * table - norms;

} // namespace

class TestAutoTp : public QObject
{
    Q_OBJECT

private slots:
    // The embedding and norms are whole, the head is cut like the layers' matrices.
    void layersAndHeadAreCut()
    {
        const Plan made = plan();
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
        const double here = table + norms + (layers + table) / 2;
        const double weights = partOf(made, PartId::Weights);
        QVERIFY2(
            std::abs(weights - 2 * here) < 1e-6 * weights, qPrintable(QString::number(weights)));
        // The other four copies of it share its optimizer states.
        const double states = partOf(made, PartId::OptimizerState);
        QVERIFY(std::abs(states - 8 * here / 4) < 1e-6 * states);
    }

    void anUncutModelIsHeldWhole()
    {
        const double weights = partOf(plan({{"parallel.tensor", "1"}}), PartId::Weights);
        QVERIFY(std::abs(weights - 2 * 8030261248.0) < 1e-6 * weights);
    }

    // Behind two matrices of a layer forward, behind five backward, and behind the head.
    void activationsAreSummedUpAndLogitsGathered()
    {
        const Plan made = plan();
        const Collective *forward = sent(made, "activation-all-reduce");
        const Collective *backward = sent(made, "activation-all-reduce-backward");
        const Collective *logits = sent(made, "activation-all-gather");
        QVERIFY(forward && backward && logits);
        QCOMPARE(forward->messages, 32 * 2.0);
        QCOMPARE(backward->messages, 32 * 5.0 + 1);
        QCOMPARE(logits->messages, 1.0);
        QCOMPARE(logits->group, 2);
        QCOMPARE(logits->message.value(), 2 * 4096 * 128256.0);
    }

    void aSharedTableStaysWhole()
    {
        const Plan made = plan({{"model.id", "meta-llama/Llama-3.2-1B"}});
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
        QVERIFY(!sent(made, "activation-all-gather"));
        QCOMPARE(sent(made, "activation-all-reduce-backward")->messages, 16 * 5.0);
    }

    // 8193 words for two: the first has 4097, and what is gathered is padded to as many.
    void wordsThatDoNotDivideArePadded()
    {
        const Scenario scenario = autoTp();
        const Catalog catalog = builtInCatalog();
        Result<Resolved> resolved = resolve(scenario, catalog);
        QVERIFY(resolved);
        resolved->spec.vocabulary = 8193;
        LayerSettings settings = makeWorkload(scenario, *resolved).layerSettings();
        const Tape head = headTape(settings, 0);
        const auto matrix = std::find_if(head.parameters.begin(), head.parameters.end(),
            [](const Parameter &one) { return one.name == "lm_head"; });
        QVERIFY(matrix != head.parameters.end());
        QCOMPARE(matrix->rows, 4097.0);
    }

    // Ranks that share matrices are neighbours: gradients go from node to node.
    void copiesLieApart()
    {
        const Plan made = plan(
            {{"parallel.tensor", "8"}, {"parallel.gpus", "16"}, {"parallel.gpus_per_node", "8"}});
        const Collective *activations = sent(made, "activation-all-reduce");
        const Collective *gradients = sent(made, "gradient-all-reduce");
        QVERIFY(activations && gradients);
        QCOMPARE(activations->networkBytes.value(), 0.0);
        QCOMPARE(gradients->group, 2);
        QVERIFY(gradients->networkBytes.value() > 0);
    }

    void aBiasIsAddedToAProduct()
    {
        const Scenario cut = scenarioWith({{"model.id", "Qwen/Qwen2.5-7B"}}, autoTp());
        const Catalog catalog = builtInCatalog();
        const Result<Resolved> resolved = resolve(cut, catalog);
        QVERIFY(resolved);
        const LayerSettings settings = makeWorkload(cut, *resolved).layerSettings();
        const Tape layer = layerTape(settings, {});
        const auto additions = std::count_if(
            layer.ops.begin(), layer.ops.end(), [](const Op &op) { return op.name == "add"; });
        LayerSettings whole = settings;
        whole.cut = {};
        const Tape other = layerTape(whole, {});
        const auto others = std::count_if(
            other.ops.begin(), other.ops.end(), [](const Op &op) { return op.name == "add"; });
        QCOMPARE(additions - others, 3);
    }

    void aConfigSaysSo()
    {
        const std::vector<RunFile> files{
            {"ds_config.json",
                "{\"zero_optimization\": {\"stage\": 1}, \"tensor_parallel\": {\"autotp_size\": "
                "4},\n"
                "\"train_batch_size\": 64, \"train_micro_batch_size_per_gpu\": 2}"},
            {"launch.sh", "deepspeed --num_gpus 8 train.py --deepspeed ds_config.json\n"}};
        const Result<ImportedRun> run = importRun(files, builtInCatalog(), {}, {}, {});
        QVERIFY(run && run->problems.empty());
        QCOMPARE(run->scenario.parallel.tensor, 4);
        // Two copies take 64 sequences, two at a time.
        QCOMPARE(run->scenario.training.accumulation, 16);
    }

    void familiesThatTransformersCutsAreCut_data()
    {
        QTest::addColumn<QString>("model");
        for (const char *model : {"google/gemma-2-9b", "EleutherAI/pythia-6.9b",
                 "bigcode/starcoder2-7b", "allenai/OLMo-1B-hf"})
            QTest::newRow(model) << model;
    }
    void familiesThatTransformersCutsAreCut()
    {
        QFETCH(QString, model);
        const std::string id = model.toStdString();
        const Plan cut = plan({{"model.id", id}});
        QVERIFY(!findingOf(cut, FindingId::MeshNotPlanned));
        QVERIFY(sent(cut, "activation-all-reduce"));
    }

    void whatCannotBeCutIsRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const char *key, const char *value,
                             const char *says) { QTest::newRow(name) << key << value << says; };
        row("ZeRO-3 has sharded them", "parallel.strategy", "zero3", "Under ZeRO-3");
        row("norms of single heads", "model.id", "Qwen/Qwen3-8B", "norms of single heads");
        row("gathering in between", "model.id", "microsoft/Phi-3-mini-4k-instruct",
            "AutoTP is planned for");
        row("adapters", "training.method", "lora", "AutoTP is planned for");
        row("experts", "model.id", "mistralai/Mixtral-8x7B-v0.1", "AutoTP is planned for");
        row("Ulysses beside it", "parallel.context", "2", "AutoTP is planned for");
        row("a loss that reads the head", "training.loss", "fused", "AutoTP is planned for");
        row("modules of an earlier release", "training.modules", "transformers-4",
            "AutoTP is planned for");
    }
    void whatCannotBeCutIsRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, says);
        const std::string name = key.toStdString();
        const std::string chosen = value.toStdString();
        const Plan made = plan({{std::string_view(name), std::string_view(chosen)}});
        const Finding *refused = findingOf(made, FindingId::MeshNotPlanned);
        QVERIFY(refused);
        const QString text = QString::fromStdString(describe(*refused, made));
        QVERIFY2(text.contains(says), qPrintable(text));
    }

    void headsThatDoNotDivideAreRefused()
    {
        const Plan made = plan({{"parallel.tensor", "16"}, {"parallel.gpus", "16"}});
        const Finding *refused = findingOf(made, FindingId::MeshDoesNotDivide);
        QVERIFY(refused);
        QVERIFY(QString::fromStdString(describe(*refused, made)).contains("uneven shares"));
    }
};

QTEST_APPLESS_MAIN(TestAutoTp)

#include "tst_autotp.moc"
