// SPDX-License-Identifier: GPL-3.0-or-later
// LoRA whose factors are split among ranks that share matrices: beside Megatron-Core's, as
// Megatron-Bridge does it, and beside transformers', as PEFT does. Followed steps are in
// tst_meshaccuracy.
#include "tests/support/sentcollective.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Llama 3 8B on 8 GPUs, of which two share each matrix.
Plan megatron(Settings settings = {})
{
    const Scenario base = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
        {"training.method", "lora"}, {"training.lora_rank", "16"},
        {"training.precision", "bf16-master"}, {"training.sequence_length", "4096"},
        {"training.checkpointing", "none"}, {"parallel.framework", "megatron"},
        {"parallel.strategy", "zero1"}, {"parallel.gpus", "8"}, {"parallel.tensor", "2"}});
    return planOf(scenarioWith(settings, base), builtInCatalog());
}

Plan transformers(Settings settings = {})
{
    const Scenario base = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
        {"training.method", "lora"}, {"training.lora_rank", "16"}, {"training.precision", "bf16"},
        {"training.sequence_length", "4096"}, {"training.checkpointing", "none"},
        {"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"}, {"parallel.gpus", "8"},
        {"parallel.tensor", "2"}});
    return planOf(scenarioWith(settings, base), builtInCatalog());
}

double partOf(const Plan &plan, PartId id)
{
    return plan.memory.atPeak(id).value();
}

constexpr double hidden = 4096;
constexpr double width = 14336;
constexpr double heads = 4096 + 2 * 1024; ///< query, key and value
/// Of a unit of rank, in all layers: one pair beside query, key and value, one beside gate and up.
constexpr double perRank
    = 32 * ((hidden + heads) + (hidden + hidden) + (hidden + 2 * width) + (width + hidden));

} // namespace

class TestBridge : public QObject
{
    Q_OBJECT

private slots:
    // Where it is PEFT that adapts, seven modules have a pair of their own.
    void oneWholeMatrixHasOnePair()
    {
        QCOMPARE(megatron().model.trainableParameters, 16 * perRank);
        QVERIFY(transformers().model.trainableParameters > 16 * perRank);
    }

    // All factors are split; the other three copies share their states. The base has neither
    // gradients nor states.
    void factorsAreSplitAndTheBaseIsFrozen()
    {
        const Plan made = megatron();
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
        const double here = 16 * perRank / 2;
        QCOMPARE(partOf(made, PartId::Gradients), 4 * here);
        QCOMPARE(partOf(made, PartId::OptimizerState), 8 * here / 4);
        const double norms = 65 * hidden;
        const double base = norms + (8030261248.0 - norms) / 2;
        QVERIFY(std::abs(partOf(made, PartId::Weights) - 2 * (base + here)) < 1e-6 * base);
    }

    // With sequence parallelism the first factor beside a column-parallel matrix keeps the whole
    // sequence of what the norm gave, which full training gathers anew.
    void gatheredNormsAreKept()
    {
        const double whole = partOf(megatron(), PartId::Activations);
        const double part = partOf(
            megatron({{"training.lora_targets", "o_proj,down_proj"}}), PartId::Activations);
        // Twice 4096 tokens in 16 bit in each of 32 layers, less what is small.
        const double kept = 32 * 2 * 2 * 4096 * hidden;
        QVERIFY2(whole - part > 0.97 * kept, qPrintable(QString::number((whole - part) / kept)));
    }

    void aPartOfAMatrixIsRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("query without key") << "training.lora_targets"
                                           << "q_proj,v_proj";
        QTest::newRow("gate without up") << "training.lora_targets"
                                         << "gate_proj";
        QTest::newRow("4-bit weights") << "training.method"
                                       << "qlora";
        QTest::newRow("DoRA") << "training.adapter"
                              << "dora";
        QTest::newRow("experts") << "model.id"
                                 << "mistralai/Mixtral-8x7B-v0.1";
        QTest::newRow("fp32 adapters") << "training.lora_precision"
                                       << "fp32";
    }
    void aPartOfAMatrixIsRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const Plan made = megatron({{key.toStdString(), value.toStdString()}});
        QVERIFY(has(made, FindingId::MeshNotPlanned));
    }

    void theRankHasToDivide()
    {
        QVERIFY(has(megatron({{"training.lora_rank", "9"}}), FindingId::MeshDoesNotDivide));
        QVERIFY(!has(megatron(), FindingId::MeshDoesNotDivide));
        // PEFT splits no rank.
        QVERIFY(!has(transformers({{"training.lora_rank", "9"}}), FindingId::MeshDoesNotDivide));
    }

    // In each layer the product beside both row-parallel matrices is narrow and summed up forward;
    // in the backward pass the gradient of all four narrow products is.
    void narrowProductsAreSummedUp()
    {
        const Plan made = megatron();
        const Collective *forward = sent(made, "activation-all-reduce");
        const Collective *backward = sent(made, "activation-all-reduce-backward");
        QVERIFY(forward && backward);
        QCOMPARE(backward->messages, 32 * 4.0);
        QCOMPARE(backward->message.value(), 32 * 4 * 2 * 4096 * 16.0);
    }

    // PEFT's hooks are on the first factor behind two matrices of a layer, forward, and on the
    // second behind five, backward; of the first layer's query, key and value, which read what
    // nobody trains, only the factors'.
    void peftsHooksSumUpWhatIsNarrow()
    {
        const Plan made = transformers();
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
        const Collective *forward = sent(made, "activation-all-reduce");
        const Collective *backward = sent(made, "activation-all-reduce-backward");
        QVERIFY(forward && backward);
        QCOMPARE(forward->messages, 32 * (2.0 + 2));
        QCOMPARE(backward->messages, 32 * 5.0 + 32 * 5 - 3);
    }

    void copiesOfTablesAreNotCut()
    {
        QVERIFY(has(
            transformers({{"training.modules_to_save", "lm_head"}}), FindingId::MeshNotPlanned));
        QVERIFY(has(transformers({{"training.method", "qlora"}}), FindingId::MeshNotPlanned));
        // Modules with biases.
        QVERIFY(has(transformers({{"model.id", "Qwen/Qwen2.5-7B"}}), FindingId::MeshNotPlanned));
    }
};

QTEST_APPLESS_MAIN(TestBridge)
#include "tst_bridge.moc"
