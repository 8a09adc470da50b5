// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/compiled.h"
#include "core/graph/maxflow.h"
#include "core/graph/profile.h"
#include "core/graph/tapebuilder.h"
#include "tests/support/importrun.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace shardscope;

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

class TestCompiled : public QObject
{
    Q_OBJECT

private slots:
    void theCheapestEdgesPartSourceAndSink()
    {
        // Two ways, of which the second is cheapest at its end.
        FlowGraph graph(4);
        graph.connect(0, 1, 2);
        graph.connect(1, 3, FlowGraph::Unlimited);
        graph.connect(0, 2, FlowGraph::Unlimited);
        graph.connect(2, 3, 5);
        const std::vector<bool> expected{true, false, true, false};
        QCOMPARE(graph.sourceSide(0, 3), expected);
    }

    void whatIsComputedBetweenProductsIsNoTensor()
    {
        const Tape eager = gate();
        const Tape compiled = compiledTape(eager, GraphScope::Module);
        QVERIFY(compiled.isCompiled);
        QVERIFY(count(eager, "silu") == 1);
        QVERIFY(count(compiled, "silu") == 0);
        QCOMPARE(count(compiled, "linear"), count(eager, "linear"));
        // The activation is computed again from what the gate's product has made.
        QCOMPARE(keptBytes(eager) - keptBytes(compiled), bytesOf(width * rows, Dtype::Half));
    }

    void whatIsCastTwiceIsCastOnce()
    {
        TapeBuilder tape(false);
        const TensorId x = tape.input(rows * hidden, Dtype::Single, true);
        const TensorId a = linear(tape, tape.cast(x, Dtype::Half), hidden);
        const TensorId b = linear(tape, tape.cast(x, Dtype::Half), hidden);
        const Tape eager = tape.finish(tape.add(a, b));
        const Tape compiled = compiledTape(eager, GraphScope::Module);
        QCOMPARE(keptBytes(eager) - keptBytes(compiled), bytesOf(rows * hidden, Dtype::Half));
    }

    void unitsThatHandTensorsToOthersStayAsTheyAre()
    {
        TapeBuilder tape(false);
        const TensorId x = tape.input(rows * hidden, Dtype::Half, true);
        const TensorId made = tape.activation("silu", x);
        tape.give(made, Common::FullKeys, true);
        const Tape eager = tape.finish(made);
        QVERIFY(!canBeCompiled(eager));
        QVERIFY(!compiledTape(eager, GraphScope::Module).isCompiled);
    }

    void aCompiledRunHoldsLess_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::newRow("full, in 16 bit") << Settings{{"training.precision", "bf16"}};
        QTest::newRow("full, under autocast") << Settings{{"training.precision", "bf16-amp"}};
        QTest::newRow("LoRA") << Settings{{"training.method", "lora"}};
    }
    void aCompiledRunHoldsLess()
    {
        QFETCH(Settings, settings);
        const double eager = peakOf(settings, "cuda");
        const double layers = peakOf(settings, "compiled-layers");
        QVERIFY2(layers < eager, qPrintable(QString::number(layers / eager)));
        // The loss makes no copy of the logits.
        QVERIFY(peakOf(settings, "compiled") < layers);
    }

    void oneGraphHandsOutAllGradientsAtItsEnd()
    {
        // Those of the last micro-step stand beside the sums of the ones before.
        const Settings settings{{"training.precision", "bf16"}, {"training.accumulation", "4"},
            {"training.sequence_length", "512"}};
        Settings once = settings;
        once.emplace_back("training.accumulation", "1");
        const auto added = [&](std::string_view kernels) {
            return peakOf(settings, kernels) - peakOf(once, kernels);
        };
        QVERIFY(added("compiled") > added("compiled-layers"));
    }

    void whatNobodyHasFollowedIsSaid_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<bool>("isSaid");
        QTest::newRow("a dense decoder") << Settings{} << false;
        QTest::newRow("experts") << Settings{{"model.id", "mistralai/Mixtral-8x7B-v0.1"}} << true;
        QTest::newRow("a 4-bit base") << Settings{{"training.method", "qlora"}} << true;
        QTest::newRow("several GPUs") << Settings{{"parallel.gpus", "8"}} << true;
    }
    void whatNobodyHasFollowedIsSaid()
    {
        QFETCH(Settings, settings);
        QFETCH(bool, isSaid);
        QCOMPARE(has(planned(settings, "compiled-layers"), FindingId::CompileNotFollowed), isSaid);
    }

private:
    static constexpr double rows = 1024;
    static constexpr double hidden = 512;
    static constexpr double width = 2048;

    static TensorId linear(TapeBuilder &tape, TensorId x, double columns)
    {
        const double inner = tape.at(x).elements / rows;
        const TensorId weight
            = tape.parameter({.name = "w", .elements = inner * columns, .rows = columns});
        return tape.linear(x, weight, NoTensor, rows * columns);
    }
    /// down(silu(gate(x)) * up(x))
    static Tape gate()
    {
        TapeBuilder tape(false);
        const TensorId x = tape.input(rows * hidden, Dtype::Half, true);
        const TensorId active = tape.activation("silu", linear(tape, x, width));
        const TensorId product = tape.mul(active, linear(tape, x, width));
        return tape.finish(linear(tape, product, hidden));
    }
    static std::ptrdiff_t count(const Tape &tape, std::string_view name)
    {
        return std::count_if(
            tape.ops.begin(), tape.ops.end(), [name](const Op &op) { return op.name == name; });
    }
    static double keptBytes(const Tape &tape) { return totalOf(profileOf(tape, {}).kept); }

    static Plan planned(const Settings &settings, std::string_view kernels)
    {
        const Scenario base = scenarioWith({{"model.id", "meta-llama/Llama-3.2-1B"},
            {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"},
            {"training.checkpointing", "none"}, {"training.kernels", kernels}});
        return planOf(scenarioWith(settings, base), builtInCatalog());
    }
    static double peakOf(const Settings &settings, std::string_view kernels)
    {
        return planned(settings, kernels).memory.footprint.allocated.value();
    }

    void torchtitanCompilesLayersAndLoss_data()
    {
        QTest::addColumn<QByteArray>("section");
        QTest::addColumn<Kernels>("kernels");
        QTest::addColumn<bool>("isFollowed");
        QTest::newRow("off") << QByteArray("enable = false") << Kernels::Cuda << true;
        QTest::newRow("both") << QByteArray("enable = true") << Kernels::Compiled << true;
        QTest::newRow("both, by name") << QByteArray("enable = true\ncomponents = "
                                                     "[\"model\", \"loss\"]")
                                       << Kernels::Compiled << true;
        QTest::newRow("layers") << QByteArray("enable = true\ncomponents = [\"model\"]")
                                << Kernels::CompiledLayers << true;
        QTest::newRow("the loss") << QByteArray("enable = true\ncomponents = [\"loss\"]")
                                  << Kernels::Cuda << false;
    }

    void torchtitanCompilesLayersAndLoss()
    {
        QFETCH(QByteArray, section);
        QFETCH(bool, isFollowed);
        const ImportedRun run = imported({{"train.toml",
            "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[compile]\n" + section.toStdString()
                + "\n"}});
        QTEST(run.scenario.training.kernels, "kernels");
        const auto saysSo = [](const ImportRow &row) {
            return englishText(row.why).starts_with("torch.compile of the loss alone");
        };
        QCOMPARE(
            std::none_of(run.report.assumed.begin(), run.report.assumed.end(), saysSo), isFollowed);
    }
};

QTEST_APPLESS_MAIN(TestCompiled)
#include "tst_compiled.moc"
