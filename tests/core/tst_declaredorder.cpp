// SPDX-License-Identifier: GPL-3.0-or-later
// In which order models declare their parameters, by which DeepSpeed cuts them, and who uses the
// table of words (transformers 5.12.1).
#include "core/engines/zeromodel.h"
#include "core/step/stepmodules.h"
#include "tests/support/preparedworkload.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

Settings trained(std::string_view model, std::string_view objective = "causal-lm")
{
    return {{"model.id", model}, {"training.objective", objective}, {"training.attention", "eager"},
        {"training.precision", "bf16-master"}, {"parallel.strategy", "zero2"},
        {"parallel.gpus", "8"}};
}

/// A model, and the tapes that it refers to.
struct Declared
{
    Declared(const Settings &settings, const Catalog &catalog)
        : prepared(scenarioWith(settings), catalog)
        , modules(prepared.work.layerSettings())
        , tapes(modules.tapes())
        , model(prepared.work, tapes)
    { }
    /// Names of a layer's parameters, biases left out.
    std::vector<std::string_view> namesOf(const Tape &tape) const
    {
        std::vector<std::string_view> names;
        for (const int i : declaredOrder(prepared.work, Unit::Kind::Layer, tape, false)) {
            if (tape.parameters[static_cast<std::size_t>(i)].name != "bias")
                names.push_back(tape.parameters[static_cast<std::size_t>(i)].name);
        }
        return names;
    }
    double elements() const
    {
        const std::vector<const ZeroParameter *> &all = model.parameters();
        return std::accumulate(all.begin(), all.end(), 0.0,
            [](double sum, const ZeroParameter *each) { return sum + each->elements; });
    }

    PreparedWorkload prepared;
    StepModules modules;
    ModelTapes tapes;
    ZeroModel model;
};

} // namespace

class TestDeclaredOrder : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void allAreDeclaredOnce_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("objective");
        QTest::addColumn<int>("uses");
        QTest::addColumn<int>("home");
        const auto row
            = [](const char *name, const char *id, const char *objective, int uses, int home) {
                  QTest::newRow(name) << QByteArray(id) << QByteArray(objective) << uses << home;
              };
        // Units from the end: -1 is the head.
        row("T5's tied table, for both stacks and the head", "google-t5/t5-small", "causal-lm", 3,
            0);
        row("Flan-T5's, for both stacks", "google/flan-t5-small", "causal-lm", 2, 0);
        row("Whisper's, for the decoder and the head", "openai/whisper-tiny", "causal-lm", 2, 5);
        row("BERT's, for the embedding and the head", "google-bert/bert-base-uncased", "masked-lm",
            2, 0);
        row("BERT's, where it learns labels", "google-bert/bert-base-uncased", "classification", 1,
            0);
        row("XLM-RoBERTa's, which its head declares", "FacebookAI/xlm-roberta-base", "masked-lm", 2,
            -1);
        row("ModernBERT's", "answerdotai/ModernBERT-base", "masked-lm", 2, 0);
        row("Llama's, which is not tied", "meta-llama/Llama-3.1-8B", "causal-lm", 1, 0);
    }
    void allAreDeclaredOnce()
    {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, objective);
        QFETCH(int, uses);
        QFETCH(int, home);
        const Declared declared(trained(id.constData(), objective.constData()), m_catalog);
        QCOMPARE(declared.elements(), declared.prepared.work.parameters);
        QCOMPARE(static_cast<int>(declared.model.tableUses().size()), uses);
        const int unit = home < 0 ? declared.model.unitCount() + home : home;
        QCOMPARE(declared.model.declaredTable().unit, unit);
        for (const ZeroModel::Use &use : declared.model.tableUses())
            QCOMPARE(declared.model.parameterAt(use.unit, use.place), declared.model.sharedTable());
    }

    void headsMayComeFirst()
    {
        const Declared declared(
            trained("FacebookAI/xlm-roberta-base", "classification"), m_catalog);
        const int head = declared.model.unitCount() - 1;
        QCOMPARE(declared.model.unitsInOrder().front(), head);
        QCOMPARE(declared.model.firstParameter(head), 0);
        QVERIFY(declared.model.firstParameter(0) > 0);
    }

    void blocksDeclareTheirNormsLast()
    {
        const Declared t5(trained("google-t5/t5-small"), m_catalog);
        const std::vector<std::string_view> expected{
            "q", "k", "v", "o", "relative_attention_bias", "layer_norm", "wi", "wo", "layer_norm"};
        QVERIFY(t5.namesOf(t5.tapes.ofLayer(0)) == expected);
        const Declared bart(trained("facebook/bart-base"), m_catalog);
        const std::vector<std::string_view> ofSums{
            "q_proj", "k_proj", "v_proj", "out_proj", "layer_norm", "fc1", "fc2", "layer_norm"};
        QVERIFY(bart.namesOf(bart.tapes.ofLayer(0)) == ofSums);
    }

    void stacksAreWrappedAroundWhatStandsBetween()
    {
        const Declared t5(trained("google-t5/t5-small"), m_catalog);
        QCOMPARE(t5.tapes.between, 6);
        QCOMPARE(t5.tapes.layerBefore(7), 5);
        QCOMPARE(t5.tapes.layerBefore(6), 5);
        QVERIFY(!t5.tapes.isWrapped({.index = 6}));
        QVERIFY(t5.tapes.isWrapped({.index = 7}));
    }

    /// ModernBERT's first layer is given what has been normed.
    void aLayerMayHaveANormLess()
    {
        const Declared modern(trained("answerdotai/ModernBERT-base", "masked-lm"), m_catalog);
        QCOMPARE(modern.model.parameterCount(1) + 1, modern.model.parameterCount(2));
    }
};

QTEST_APPLESS_MAIN(TestDeclaredOrder)
#include "tst_declaredorder.moc"
