// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/tapework.h"
#include "core/graph/tapebuilder.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"
#include "tests/support/testcatalog.h"

using namespace shardscope;

namespace {

/// A GPU that moves one byte a second and multiplies in no time: seconds of memory are bytes.
const Machine reader{.peak = FlopsPerSecond(1e30),
    .matmul = FlopsPerSecond(1e30),
    .flash = FlopsPerSecond(1e30),
    .memory = BytesPerSecond(1),
    .multiprocessors = 1};
constexpr double tokens = 1000;

double rowsOf(double width)
{
    return tokens * width;
}

} // namespace

class TestTapeWork : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();

    TapeWork layerOf(std::initializer_list<std::pair<std::string_view, std::string_view>> settings,
        const Machine &machine) const
    {
        const Scenario scenario = scenarioWith(settings,
            scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.gpus", "1"},
                {"parallel.strategy", "ddp"}, {"training.precision", "bf16"}}));
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        const StepModules modules(makeWorkload(scenario, *resolved).layerSettings());
        const Module &layer = modules.layer(1);
        return tapeWork(layer.tape, layer.options, machine);
    }

private slots:
    // silu: reads and writes 2 B an element; its gradient is made of the output's and the input.
    void anActivationPassesOverMemory()
    {
        TapeBuilder tape(false);
        const TensorId x = tape.input(rowsOf(64), Dtype::Half, true);
        const TapeWork work = tapeWork(tape.finish(tape.activation("silu", x)), {}, reader);
        QCOMPARE(work.forward.memory.value(), (2 + 2) * 64 * tokens);
        QCOMPARE(work.backward.memory.value(), (2 + 2 + 2) * 64 * tokens);
        QCOMPARE(work.forward.kernels, 1.0);
        QCOMPARE(work.backward.kernels, 1.0);
    }

    void viewsCostNothing()
    {
        TapeBuilder tape(false);
        const TensorId x = tape.input(rowsOf(64), Dtype::Half, true);
        const TapeWork work = tapeWork(tape.finish(tape.expanded(x, rowsOf(128))), {}, reader);
        QCOMPARE(work.forward.memory.value(), 0.0);
        QCOMPARE(work.forward.kernels, 0.0);
    }

    // The gradients of a tensor that is used twice are read and their sum is written.
    void gradientsOfATensorAreAddedUp()
    {
        const auto work = [](bool isUsedTwice) {
            TapeBuilder tape(false);
            const TensorId x = tape.input(rowsOf(64), Dtype::Half, true);
            const TensorId y = tape.activation("silu", x);
            const TensorId sum = tape.add(y, isUsedTwice ? y : x);
            return tapeWork(tape.finish(sum), {}, reader).backward.memory.value();
        };
        QCOMPARE(work(true), work(false)); // either y or x has two
        QCOMPARE(work(true), (6 + 3 * 2) * 64 * tokens);
    }

    void productsKnowTheirShapes_data()
    {
        QTest::addColumn<double>("batch");
        QTest::newRow("one") << 1.0;
        QTest::newRow("one for each of 8 experts") << 8.0;
    }
    void productsKnowTheirShapes()
    {
        QFETCH(double, batch);
        TapeBuilder tape(false);
        const TensorId x = tape.input(rowsOf(64), Dtype::Half, true);
        const TensorId weight
            = tape.parameter({.name = "w", .elements = batch * 64 * 32, .rows = batch});
        const Tape made = tape.finish(tape.linear(x, weight, NoTensor, rowsOf(32), batch));
        const Product &product = made.products.front();
        QCOMPARE(product.rows, tokens / batch);
        QCOMPARE(product.inner, 64.0);
        QCOMPARE(product.columns, 32.0);
        QCOMPARE(product.multiplications(), tokens * 64 * 32);
        const TapeWork work = tapeWork(made, {}, reader);
        QCOMPARE(work.forward.flops.value(), 2 * tokens * 64 * 32);
        QCOMPARE(work.backward.flops.value(), 4 * tokens * 64 * 32);
    }

    // 2 FLOPs for each weight and token, and half of all pairs twice: q k and p v.
    void aLayersFlopsAreThoseOfItsWeights()
    {
        const TapeWork work = layerOf(
            {{"training.sequence_length", "4096"}, {"training.checkpointing", "none"}}, reader);
        const double weights = 4096.0 * (2 * 4096 + 2 * 1024 + 3 * 14336);
        const double pairs = 4096.0 * 4096 * 4096;
        QCOMPARE(work.forward.flops.value(), 2 * 4096 * weights + 2 * pairs);
        QCOMPARE(work.backward.flops.value(), 4 * 4096 * weights + 5 * pairs);
    }

    // Nobody asks for the result of the down projection again.
    void checkpointingComputesAllButTheLastProductAgain()
    {
        const auto flops = [this](const char *checkpointing) {
            return layerOf({{"training.checkpointing", checkpointing}}, reader).backward.flops;
        };
        const TapeWork plain = layerOf({{"training.checkpointing", "none"}}, reader);
        const double down = 2.0 * 4096 * 4096 * 14336;
        QCOMPARE(
            (flops("full") - plain.backward.flops).value(), plain.forward.flops.value() - down);
        QVERIFY(flops("selective") < flops("full"));
    }

    void fusedKernelsPassOverMemoryLessOften()
    {
        const TapeWork plain = layerOf({}, reader);
        const TapeWork fused = layerOf({{"training.kernels", "fused"}}, reader);
        QVERIFY(fused.forward.memory < 0.6 * plain.forward.memory);
        QVERIFY(fused.forward.kernels < 0.7 * plain.forward.kernels);
        QCOMPARE(fused.forward.flops.value(), plain.forward.flops.value());
    }
};

QTEST_APPLESS_MAIN(TestTapeWork)
#include "tst_tapework.moc"
