// SPDX-License-Identifier: GPL-3.0-or-later
// What DeepSpeed's AutoEP deals out, sends and refuses. Followed steps are in tst_meshaccuracy.
#include "core/engines/zeroreductions.h"
#include "core/interchange/importrun.h"
#include "core/judge/findingtext.h"
#include "tests/support/sentcollective.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Mixtral 8x7B on 16 GPUs, 8 of which have an expert each.
Scenario autoEp(Settings settings = {})
{
    const Scenario base = scenarioWith(
        {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.precision", "bf16-master"},
            {"training.sequence_length", "4096"}, {"training.checkpointing", "none"},
            {"parallel.strategy", "zero2"}, {"parallel.framework", "deepspeed"},
            {"parallel.gpus", "16"}, {"parallel.expert", "8"}, {"parallel.gpus_per_node", "8"}});
    return scenarioWith(settings, base);
}

Plan plan(Settings settings = {})
{
    return planOf(autoEp(settings), builtInCatalog());
}

double partOf(const Plan &plan, PartId id)
{
    return plan.memory.atPeak(id).value();
}

bool isClose(double one, double other)
{
    return std::abs(one - other) < 1e-6 * other;
}

constexpr double experts = 32.0 * 8 * 3 * 4096 * 14336;
constexpr double rest = 46702792704.0 - experts;

} // namespace

class TestAutoEp : public QObject
{
    Q_OBJECT

private slots:
    // Two GPUs have the same experts and share their optimizer states, all 16 those of the rest.
    void expertsAreDealtOut()
    {
        const Plan made = plan();
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
        QVERIFY(isClose(partOf(made, PartId::Weights), 2 * (rest + experts / 8)));
        QVERIFY(isClose(partOf(made, PartId::OptimizerState), 8 * (rest / 16 + experts / 8 / 2)));
    }

    void withoutZeroStatesAreWhole()
    {
        const Plan made = plan({{"parallel.strategy", "ddp"}});
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
        QVERIFY(isClose(partOf(made, PartId::OptimizerState), 8 * (rest + experts / 8)));
    }

    void gradientsInFp32AreHeldWhole()
    {
        const Plan made
            = plan({{"parallel.strategy", "zero1"}, {"parallel.gradient_precision", "fp32"}});
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
        QVERIFY(partOf(made, PartId::Gradients) >= 4 * (rest + experts / 8));
        QVERIFY(isClose(partOf(made, PartId::Master), 4 * (rest / 16 + experts / 8 / 2)));
    }

    // Tokens and what experts made of them, there and back, in a node; experts' gradients and
    // weights between the two nodes.
    void tokensAreExchanged()
    {
        const Plan made = plan();
        const Collective *tokens = sent(made, "token-all-to-all");
        const Collective *gradients = sent(made, "expert-gradient-all-reduce");
        const Collective *weights = sent(made, "expert-weight-all-gather");
        QVERIFY(tokens && gradients && weights);
        QCOMPARE(tokens->timesPerStep, 2.0); // forward and backward
        QCOMPARE(tokens->messages, 32 * 2.0);
        QCOMPARE(tokens->group, 8);
        QCOMPARE(tokens->message.value(), 2 * 4096 * 2 * 4096.0 * 32 * 2);
        QCOMPARE(tokens->networkBytes.value(), 0.0);
        QCOMPARE(gradients->group, 2);
        QVERIFY(gradients->networkBytes.value() > 0);
        QVERIFY(isClose(weights->message.value(), 2 * experts / 8));
    }

    // Checkpointed layers exchange their tokens once more.
    void recomputedLayersExchangeAgain()
    {
        const Plan made = plan({{"training.checkpointing", "full"}});
        QCOMPARE(sent(made, "token-all-to-all-backward")->messages, 32 * 4.0);
    }

    void expertsOfOneGpuAreNotReduced()
    {
        const Plan made = plan({{"parallel.gpus", "8"}});
        QVERIFY(sent(made, "token-all-to-all"));
        QVERIFY(!sent(made, "expert-gradient-all-reduce"));
        QVERIFY(!sent(made, "expert-weight-all-gather"));
    }

    // moe/utils.py: groups of at most 178,956,971 elements. Qwen3 30B-A3B has 9,437,184 of w1 on a
    // GPU, 18 of which fit; each of the 144 tensors goes to the next group where there is no room.
    void groupsOfExpertsAreLimited()
    {
        const Plan made = plan({{"model.id", "Qwen/Qwen3-30B-A3B"}, {"parallel.expert", "16"},
            {"parallel.gpus", "64"}});
        const double each = 128.0 / 16 * 768 * 2048;
        const double groups = std::ceil(48 * 3 / std::floor(178956971 / each));
        QCOMPARE(sent(made, "expert-weight-all-gather")->messages, groups);
    }

    // What other GPUs reduce comes between two slices of one rank: they are no longer one.
    void slicesEndWhereExpertsCome()
    {
        using Extract = ZeroReductions::Extract;
        const std::array<Extract, 3> extracts{
            Extract{0, 10, 100}, Extract{0, 5, 50, true}, Extract{10, 30, 100}};
        ZeroReductions::Flattened flat = ZeroReductions::flattened(extracts, 1000);
        QCOMPARE(flat.dense.most(), 30.0); // two slices, put together
        QCOMPARE(flat.experts.most(), 0.0); // one stays where it is
        QCOMPARE(ZeroReductions::elementsOf(extracts, true), 5.0);
        const std::array<Extract, 2> neighbours{Extract{0, 10, 100}, Extract{10, 30, 100}};
        QCOMPARE(ZeroReductions::flattened(neighbours, 1000).dense.most(), 0.0);
    }

    void theTrainerCannotDoIt()
    {
        QVERIFY(has(plan(), FindingId::ExpertsNeedOwnLoop));
        QVERIFY(!has(plan({{"parallel.expert", "1"}}), FindingId::ExpertsNeedOwnLoop));
    }

    void aConfigSaysSo()
    {
        const std::vector<RunFile> files{
            {"ds_config.json",
                "{\"zero_optimization\": {\"stage\": 2}, \"expert_parallel\": {\"enabled\": true,\n"
                "\"autoep_size\": 4}, \"train_micro_batch_size_per_gpu\": 2}"},
            {"launch.sh", "deepspeed --num_gpus 8 train.py --deepspeed ds_config.json\n"}};
        const Result<ImportedRun> run = importRun(files, builtInCatalog(), {}, {}, {});
        QVERIFY(run && run->problems.empty());
        QCOMPARE(run->scenario.parallel.expert, 4);
    }

    void aConfigThatSwitchesItOffDealsNothingOut()
    {
        for (const char *text : {"{\"zero_optimization\": {\"stage\": 2}, \"expert_parallel\": "
                                 "{\"enabled\": false, \"autoep_size\": 4}}",
                 "{\"zero_optimization\": {\"stage\": 2}, \"expert_parallel\": {\"autoep_size\": "
                 "4}}"}) {
            const std::vector<RunFile> files{{"ds_config.json", text}};
            const Result<ImportedRun> run = importRun(files, builtInCatalog(), {}, {}, {});
            QVERIFY(run && run->problems.empty());
            QCOMPARE(run->scenario.parallel.expert, 1);
        }
    }

    void whatIsNotPlannedIsRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const char *key, const char *value,
                             const char *says) { QTest::newRow(name) << key << value << says; };
        row("ZeRO-3", "parallel.strategy", "zero3", "What ZeRO-3 gathers");
        row("AutoTP beside it", "parallel.tensor", "2", "beside AutoTP, Ulysses or stages");
        row("Ulysses beside it", "parallel.context", "2", "beside AutoTP, Ulysses or stages");
        row("adapters", "training.method", "lora", "names of their modules");
        row("a family that AutoEP does not know", "model.id", "allenai/OLMoE-1B-7B-0924",
            "AutoEP is planned for");
        row("no experts", "model.id", "meta-llama/Meta-Llama-3-8B", "AutoEP is planned for");
        row("updates on the host", "parallel.offload", "optimizer", "AutoEP is planned for");
        row("selective checkpoints", "training.checkpointing", "selective",
            "AutoEP is planned for");
        row("8-bit states", "training.optimizer", "adamw-8bit", "AutoEP is planned for");
        row("fp32", "training.precision", "fp32", "AutoEP is planned for");
        row("preferences", "training.objective", "dpo", "AutoEP is planned for");
    }
    void whatIsNotPlannedIsRefused()
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

    void expertsThatDoNotDivideAreRefused()
    {
        const Plan made = plan({{"parallel.expert", "3"}, {"parallel.gpus", "12"}});
        QVERIFY(findingOf(made, FindingId::MeshDoesNotDivide));
        const Plan other = plan({{"parallel.gpus", "12"}});
        QVERIFY(findingOf(other, FindingId::MeshDoesNotDivide));
    }
};

QTEST_APPLESS_MAIN(TestAutoEp)

#include "tst_autoep.moc"
