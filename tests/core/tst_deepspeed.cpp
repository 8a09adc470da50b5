// SPDX-License-Identifier: GPL-3.0-or-later
// What DeepSpeed's source holds on rank 0, in closed form. Followed steps are in tst_accuracy.
#include "core/engines/convention.h"
#include "core/step/resolve.h"
#include "core/step/step.h"
#include "tests/support/testcatalog.h"

#include <cmath>
#include <memory>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

/// A replayed step of a small model of 4 layers, width 512.
class Replayed
{
public:
    Replayed(const Catalog &catalog, const Settings &settings)
        : m_scenario(scenario(settings))
        , m_resolved(*resolve(m_scenario, catalog))
        , m_work(makeWorkload(m_scenario, m_resolved))
        , m_modules(m_work.layerSettings())
        , m_policy(conventionFor(m_scenario.parallel)
                       .policy(m_work, m_modules.tapes(), {m_ledger, m_wire}))
    {
        replayStep(m_modules, {.microBatches = m_work.training().accumulation}, *m_policy,
            {m_ledger, m_wire});
    }

    double parameters() const { return m_resolved.count.total; }
    double quantizable() const { return m_resolved.count.layerLinear; }
    double adapters() const { return m_resolved.adapters; }
    double embedding() const { return m_resolved.count.embedding; }
    double ranks() const { return m_work.ranks(); }
    double peak(PhaseId id) const { return *m_ledger.peakOf(id); }
    double end(PhaseId id) const { return m_ledger.endOf(id); }
    double part(PhaseId phase, PartId id) const
    {
        for (const Part &part : m_ledger.partsAtPeakOf(phase)) {
            if (part.id == id)
                return part.bytes.value();
        }
        return 0;
    }

private:
    static Scenario scenario(const Settings &settings)
    {
        const Scenario base = scenarioWith({{"parallel.framework", "deepspeed"},
            {"model.parameters", "4e7"}, {"model.hidden_size", "512"}, {"model.layers", "4"},
            {"training.precision", "bf16-master"}, {"training.sequence_length", "64"},
            {"training.optimizer", "adamw-for-loop"}, {"training.checkpointing", "none"},
            {"parallel.reduce_bucket", "1000000"}, {"parallel.prefetch_bucket", "1000000"},
            {"parallel.persistence_threshold", "1"}});
        return scenarioWith(settings, base);
    }

    Scenario m_scenario;
    Resolved m_resolved;
    Workload m_work;
    StepModules m_modules;
    Ledger m_ledger;
    Wire m_wire;
    std::unique_ptr<Policy> m_policy;
};

bool isNear(double found, double expected)
{
    // Storages are rounded up to 512 bytes.
    return std::abs(found - expected) <= 1e-3 * expected;
}

} // namespace

class TestDeepSpeed : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void stage3CutsFourBitWeightsInTheirStorage()
    {
        const Replayed run(m_catalog,
            {{"parallel.strategy", "zero3"}, {"training.method", "qlora"},
                {"training.quant_storage", "16-bit"}});
        const double packed = 0.5 * run.quantizable();
        const double plain = 2 * (run.parameters() - run.quantizable() + run.adapters());
        const double scales = (1.0 / 64 + 4.0 / (64 * 256)) * run.quantizable();
        // Shares of what is not trained are storages of their own: nine norms of 512 numbers.
        const double rounding = 9 * (StorageGranule - 2 * 512 / run.ranks());
        QVERIFY(isNear(run.part(PhaseId::OptimizerStep, PartId::Weights),
            (packed + plain) / run.ranks() + scales + rounding));
    }

    void holdsBetweenSteps_data()
    {
        QTest::addColumn<QByteArray>("strategy");
        QTest::addColumn<QByteArray>("gradients");
        QTest::addColumn<double>("whole"); // bytes for each parameter
        QTest::addColumn<double>("sharded");
        QTest::newRow("stage 0: everything whole")
            << QByteArray("ddp") << QByteArray("auto") << 14.0 << 0.0;
        QTest::newRow("stage 1: weights whole, master and moments sharded")
            << QByteArray("zero1") << QByteArray("auto") << 2.0 << 12.0;
        QTest::newRow("stage 1, fp32 accumulation: BF16_Optimizer keeps fp32 gradients whole")
            << QByteArray("zero1") << QByteArray("fp32") << 6.0 << 12.0;
        QTest::newRow("stage 2: as stage 1")
            << QByteArray("zero2") << QByteArray("auto") << 2.0 << 12.0;
        QTest::newRow("stage 2, fp32 accumulation: gradients stay in 16 bit")
            << QByteArray("zero2") << QByteArray("fp32") << 2.0 << 12.0;
        QTest::newRow("stage 3: weights and gradients sharded, held all the time")
            << QByteArray("zero3") << QByteArray("auto") << 0.0 << 16.0;
        QTest::newRow("stage 3, fp32 accumulation")
            << QByteArray("zero3") << QByteArray("fp32") << 0.0 << 18.0;
    }

    void holdsBetweenSteps()
    {
        QFETCH(QByteArray, strategy);
        QFETCH(QByteArray, gradients);
        QFETCH(double, whole);
        QFETCH(double, sharded);
        const Replayed step(m_catalog,
            {{"parallel.strategy", strategy.constData()},
                {"parallel.gradient_precision", gradients.constData()}, {"parallel.gpus", "4"}});
        const double bucket = strategy == "zero3" ? 2e6 : 0;
        QVERIFY(isNear(step.end(PhaseId::OptimizerStep),
            step.parameters() * (whole + sharded / step.ranks()) + bucket));
    }

    // Master, moments, fp32 gradients and, in the for-loop, a square root and its quotient.
    void stageTwoPeaksInTheUpdate()
    {
        const Replayed step(m_catalog, {{"parallel.strategy", "zero2"}, {"parallel.gpus", "2"}});
        QVERIFY(isNear(step.peak(PhaseId::OptimizerStep), step.parameters() * (2 + 24.0 / 2)));
    }

    void wholeGradientsOfEveryParameterThatTouchesThePartition()
    {
        const Replayed step(m_catalog, {{"parallel.strategy", "zero2"}, {"parallel.gpus", "64"}});
        QVERIFY(step.parameters() / 64 < step.embedding());
        QVERIFY(isNear(
            step.end(PhaseId::Backward), step.end(PhaseId::OptimizerStep) + 2 * step.embedding()));
    }

    void overlapDoublesTheBucket()
    {
        const auto buffers = [this](std::string_view overlap) {
            const Replayed step(m_catalog,
                {{"parallel.strategy", "zero2"}, {"parallel.overlap", overlap},
                    {"parallel.reduce_bucket", "500000000"}});
            return step.part(PhaseId::Backward, PartId::Buffers);
        };
        QVERIFY(isNear(buffers("off"), 1e9));
        QVERIFY(isNear(buffers("on"), 2e9));
    }

    // Only the last micro-step gives stage 1's bucket back.
    void stageOneKeepsItsBucketBetweenMicroSteps()
    {
        const auto held = [this](std::string_view accumulation) {
            const Replayed step(m_catalog,
                {{"parallel.strategy", "zero1"}, {"training.accumulation", accumulation}});
            return step.end(PhaseId::Loss) - 2 * step.parameters() * (accumulation == "2" ? 1 : 0);
        };
        QVERIFY(isNear(held("2") - held("1"), 2e6));
    }

    // The trace needs everything again within stage3_max_reuse_distance.
    void stageThreeKeepsASmallModelGathered()
    {
        const Replayed step(m_catalog, {{"parallel.strategy", "zero3"}, {"parallel.gpus", "4"}});
        QVERIFY(isNear(step.part(PhaseId::Loss, PartId::Gathered), 2 * step.parameters()));
    }

    void stageThreeLetsALargeModelGo()
    {
        const Replayed step(m_catalog,
            {{"parallel.strategy", "zero3"}, {"parallel.gpus", "64"}, {"model.parameters", "70e9"},
                {"model.hidden_size", "8192"}, {"model.layers", "80"},
                {"parallel.prefetch_bucket", "50000000"}});
        const double most = step.part(PhaseId::Forward, PartId::Gathered);
        QVERIFY(most > 2 * 5e8);
        QVERIFY(most < 2 * 2e9);
    }

    // Another layer of Mixtral is released when its forward pass is over, but for its attention:
    // what counts until that is used again leaves out what is in a leaf. But where autograd keeps
    // views of the experts, their release frees nothing.
    void anotherLayerOfExpertsStaysGathered_data()
    {
        QTest::addColumn<QByteArray>("checkpointing");
        QTest::addColumn<double>("released"); // parameters
        QTest::newRow("autograd keeps views") << QByteArray("none") << 8.0 * 4096;
        QTest::newRow("checkpointed") << QByteArray("full") << 8 * (3 * 14336.0 * 4096 + 4096);
    }

    void anotherLayerOfExpertsStaysGathered()
    {
        QFETCH(QByteArray, checkpointing);
        QFETCH(double, released);
        const auto step = [&](const std::string &layers) {
            const std::string config = R"({"model_type": "mixtral", "hidden_size": 4096,
                "intermediate_size": 14336, "num_attention_heads": 32, "num_key_value_heads": 8,
                "vocab_size": 1024, "num_local_experts": 8, "num_experts_per_tok": 2, "num_hidden_layers": )"
                + layers + "}";
            return Replayed(m_catalog,
                {{"parallel.strategy", "zero3"}, {"parallel.gpus", "64"}, {"model.config", config},
                    {"training.checkpointing", checkpointing.constData()},
                    {"training.attention", "eager"}});
        };
        const Replayed three = step("3");
        const Replayed four = step("4");
        const double grown = four.part(PhaseId::Loss, PartId::Gathered)
            - three.part(PhaseId::Loss, PartId::Gathered);
        const double expected = 2 * (four.parameters() - three.parameters() - released);
        QVERIFY(isNear(grown, expected));
    }

    // Also what adapters leave without a backward pass: the table, the first layer's projections.
    void nothingStaysGatheredAfterTheBackwardPass_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("checkpointing");
        for (const char *method : {"full", "lora"}) {
            for (const char *checkpointing : {"none", "full"})
                QTest::addRow("%s training, checkpointing %s", method, checkpointing)
                    << QByteArray(method) << QByteArray(checkpointing);
        }
    }

    void nothingStaysGatheredAfterTheBackwardPass()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, checkpointing);
        const Replayed step(m_catalog,
            {{"parallel.strategy", "zero3"}, {"training.method", method.constData()},
                {"training.checkpointing", checkpointing.constData()}});
        QVERIFY(isNear(step.end(PhaseId::Backward), step.end(PhaseId::OptimizerStep)));
    }

    void offloadedStatesLeaveTheGpu()
    {
        const Replayed step(m_catalog,
            {{"parallel.strategy", "zero3"}, {"parallel.gpus", "4"},
                {"parallel.offload", "optimizer"}});
        QVERIFY(
            isNear(step.end(PhaseId::OptimizerStep), 2 * step.parameters() / step.ranks() + 2e6));
    }
};

QTEST_APPLESS_MAIN(TestDeepSpeed)
#include "tst_deepspeed.moc"
