// SPDX-License-Identifier: GPL-3.0-or-later
// Products of the layers' matrices in 8 bits, as torchao computes them.
#include "core/judge/runverdict.h"
#include "core/planner/makeplan.h"
#include "core/scenario/keys.h"
#include "core/step/stepmodules.h"
#include "tests/support/preparedworkload.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

/// Llama 3.1 8B trained whole on eight H100s.
Scenario scenarioOf(const Settings &settings)
{
    const Scenario base = scenarioWith({{"model.id", "meta-llama/Llama-3.1-8B"},
        {"hardware.gpu", "h100-sxm"}, {"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"},
        {"training.sequence_length", "8192"}, {"training.checkpointing", "none"}});
    return scenarioWith(settings, base);
}

} // namespace

class TestFp8 : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    double keptByLayer(const Settings &settings) const
    {
        const PreparedWorkload prepared(scenarioOf(settings), m_catalog);
        return StepModules(prepared.work.layerSettings()).layer(1).keptBytes();
    }
private slots:
    /// The function keeps both operands as they were.
    void whatIsKeptStaysIn16Bits()
    {
        QCOMPARE(keptByLayer({{"training.fp8", "tensorwise"}}), keptByLayer({}));
        QCOMPARE(keptByLayer({{"training.fp8", "rowwise-hp"}}), keptByLayer({}));
    }

    /// An operand is scaled and clamped in fp32 before it is cast: of few tokens 9 B for each
    /// number of the largest matrix, unless torch.compile makes one kernel of it.
    void castingTakesScratch()
    {
        const auto forwardOf = [this](const char *recipe, const char *kernels) {
            const Plan plan
                = planOf(scenarioOf({{"training.fp8", recipe}, {"training.kernels", kernels},
                             {"training.sequence_length", "16"}, {"parallel.gpus", "1"},
                             {"parallel.strategy", "ddp"}}),
                    m_catalog);
            return plan.memory.phases.front().tensorPeak.value(); // the forward pass
        };
        const double matrix = 4096 * 14336.0;
        const double plain = forwardOf("none", "cuda");
        QVERIFY(forwardOf("tensorwise", "cuda") > plain + 8 * matrix);
        QVERIFY(forwardOf("tensorwise", "cuda") < plain + 10 * matrix);
        QVERIFY(forwardOf("tensorwise", "fused") < plain + 2 * matrix);
    }

    /// Where each cast is one kernel; as eager operators casts take longer than is won.
    void compiledProductsAreFaster()
    {
        const auto secondsOf = [this](const char *recipe, const char *kernels) {
            return planOf(
                scenarioOf({{"training.fp8", recipe}, {"training.kernels", kernels}}), m_catalog)
                .time.step.value();
        };
        QVERIFY(secondsOf("tensorwise", "fused") < secondsOf("none", "fused"));
        QVERIFY(secondsOf("rowwise-hp", "fused") < secondsOf("none", "fused"));
        QVERIFY(secondsOf("tensorwise", "cuda") > secondsOf("tensorwise", "fused"));
    }

    /// torch's kernel takes multiples of 16, and other modules are passed over.
    void matricesThatDoNotDivideStayAsTheyAre()
    {
        const Settings odd{{"model.id", ""}, {"model.parameters", "1e9"},
            {"model.hidden_size", "1032"}, {"model.layers", "4"}, {"parallel.gpus", "1"},
            {"parallel.strategy", "ddp"}};
        Settings inFp8 = odd;
        inFp8.emplace_back("training.fp8", "tensorwise");
        const Plan plain = planOf(scenarioOf(odd), m_catalog);
        const Plan asked = planOf(scenarioOf(inFp8), m_catalog);
        QCOMPARE(asked.memory.peak, plain.memory.peak);
    }

    void whatIsNotFollowedIsNotPlanned_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("inTheWay");
        const auto row = [](const char *name, Settings settings, const char *key) {
            QTest::newRow(name) << std::move(settings) << QString(key);
        };
        row("FSDP2", {}, "");
        row("one GPU", {{"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}}, "");
        row("adapters", {{"training.method", "lora"}}, "training.method");
        row("fp16", {{"training.precision", "fp16-master"}}, "training.precision");
        row("fp32", {{"training.precision", "fp32"}, {"training.attention", "eager"}},
            "training.precision");
        row("ZeRO-3", {{"parallel.strategy", "zero3"}}, "parallel.framework");
        row("FSDP1", {{"parallel.framework", "fsdp1"}}, "parallel.framework");
        row("tensor parallelism", {{"parallel.tensor", "2"}}, "parallel.tensor");
        row("offloading", {{"parallel.offload", "parameters"}}, "parallel.offload");
        row("selective checkpointing", {{"training.checkpointing", "selective"}},
            "training.checkpointing");
        row("preferences", {{"training.objective", "dpo"}}, "training.objective");
        row("frozen layers", {{"training.frozen_layers", "4"}}, "training.frozen_layers");
        row("experts", {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}}, "model.id");
        row("matrices that are no nn.Linear",
            {{"model.id", "openai-community/gpt2"}, {"training.sequence_length", "1024"}},
            "model.id");
    }
    void whatIsNotFollowedIsNotPlanned()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, inTheWay);
        settings.emplace(settings.begin(), "training.fp8", "tensorwise");
        const Plan plan = planOf(scenarioOf(settings), m_catalog);
        const Finding *finding = findingOf(plan, FindingId::Fp8NotPlanned);
        QCOMPARE(finding ? QString::fromStdString(finding->what) : QString(), inTheWay);
        QCOMPARE(runVerdictOf(plan) == RunVerdict::NotPlanned, !inTheWay.isEmpty());
    }

    void aGpuWithoutTheUnitsCannotRunIt()
    {
        const auto verdictOn = [this](const char *gpu) {
            const Plan plan = planOf(
                scenarioOf({{"training.fp8", "rowwise"}, {"hardware.gpu", gpu}}), m_catalog);
            return findingOf(plan, FindingId::NoFp8) != nullptr;
        };
        QVERIFY(verdictOn("a100-sxm-80"));
        QVERIFY(verdictOn("mi250x-gcd"));
        for (const char *gpu : {"l4", "rtx4090", "h100-sxm", "b200", "mi300x"})
            QVERIFY2(!verdictOn(gpu), gpu);
        const Plan plan = planOf(
            scenarioOf({{"training.fp8", "rowwise"}, {"hardware.gpu", "a100-sxm-80"}}), m_catalog);
        QVERIFY(runVerdictOf(plan) == RunVerdict::CannotRun);
        const Plan plain = planOf(scenarioOf({{"hardware.gpu", "a100-sxm-80"}}), m_catalog);
        QVERIFY(!findingOf(plain, FindingId::NoFp8));
    }

    /// 989 TFLOP/s in bf16, 1,978 in 8 bits.
    void ratesAreTwiceThoseOf16Bits()
    {
        QCOMPARE(m_catalog.findGpu("h100-sxm")->fp8Tflops.value, 1978.0);
        QVERIFY(!m_catalog.findGpu("a100-sxm-80")->fp8Tflops.isKnown());
    }
};

QTEST_APPLESS_MAIN(TestFp8)
#include "tst_fp8.moc"
