// SPDX-License-Identifier: GPL-3.0-or-later
// What offloading leaves on the GPU, puts on the host and sends between them, in closed form.
#include "core/base/json.h"
#include "core/engines/convention.h"
#include "core/engines/zeropartition.h"
#include "core/judge/findingtext.h"
#include "core/report/planjson.h"
#include "core/report/plantext.h"
#include "core/scenario/move.h"
#include "tests/support/testcatalog.h"

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

/// 4 layers of width 512, on 4 of 8 GPUs of a node.
Scenario offloaded(const Settings &settings)
{
    const Scenario base = scenarioWith({{"model.parameters", "4e7"}, {"model.hidden_size", "512"},
        {"model.layers", "4"}, {"training.precision", "bf16-master"},
        {"training.sequence_length", "64"}, {"training.checkpointing", "none"},
        {"parallel.gpus", "4"}, {"parallel.offload", "optimizer"},
        {"parallel.reduce_bucket", "1000000"}, {"parallel.persistence_threshold", "1"}});
    return scenarioWith(settings, base);
}

double hostPart(const Plan &plan, PartId id)
{
    for (const Part &part : plan.memory.host.parts) {
        if (part.id == id)
            return part.bytes.value();
    }
    return 0;
}

double gpuPart(const Plan &plan, PartId id)
{
    double most = 0;
    for (const Phase &phase : plan.memory.phases) {
        for (const Part &part : phase.parts)
            most = std::max(most, part.id == id ? part.bytes.value() : 0);
    }
    return most;
}

/// Bytes of a step with that id, in all passes.
double copied(const Plan &plan, const std::string &id)
{
    double sum = 0;
    for (const Collective &collective : plan.traffic.collectives) {
        if (collective.id().starts_with(id))
            sum += collective.bytesPerStep().value();
    }
    return sum;
}

bool isNear(double found, double expected)
{
    return std::abs(found - expected) <= 2e-3 * std::abs(expected);
}

} // namespace

class TestOffload : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan plan(const Settings &settings) const { return planOf(offloaded(settings), m_catalog); }

private slots:
    void pinningRoundsUpToPowersOfTwo_data()
    {
        QTest::addColumn<double>("bytes");
        QTest::addColumn<double>("expected");
        QTest::newRow("nothing") << 0.0 << 0.0;
        QTest::newRow("one byte") << 1.0 << 1.0;
        QTest::newRow("a power of two stays") << 4096.0 << 4096.0;
        QTest::newRow("one more byte takes twice as much") << 4097.0 << 8192.0;
        QTest::newRow("4.1 GB take 4 GiB") << 4.1e9 << 4294967296.0;
        QTest::newRow("5.1 GB take 8 GiB") << 5.1e9 << 8589934592.0;
    }
    void pinningRoundsUpToPowersOfTwo()
    {
        QFETCH(double, bytes);
        QFETCH(double, expected);
        QCOMPARE(pinnedBytes(bytes), expected);
    }

    // Over many GPUs there is little state to offload, and what DeepSpeed checks of whole gradients
    // before they leave is more.
    void offloadingThatTakesMoreIsSaid_data()
    {
        QTest::addColumn<int>("gpus");
        QTest::addColumn<bool>("takesMore");
        QTest::newRow("8 GPUs") << 8 << false;
        QTest::newRow("1,024 GPUs") << 1024 << true;
    }

    void offloadingThatTakesMoreIsSaid()
    {
        QFETCH(int, gpus);
        QFETCH(bool, takesMore);
        Scenario scenario
            = scenarioWith({{"parallel.strategy", "zero1"}, {"parallel.offload", "optimizer"}});
        scenario.parallel.gpus = gpus;
        const Plan made = planOf(scenario, m_catalog, Reserving::Played);
        const auto finding = std::find_if(made.findings.begin(), made.findings.end(),
            [](const Finding &each) { return each.id == FindingId::TakesMore; });
        QCOMPARE(finding != made.findings.end(), takesMore);
        if (!takesMore)
            return;
        const Scenario without = *applied(scenario, finding->repair.settings);
        QCOMPARE(without.parallel.offload, Offload::None);
        QCOMPARE(finding->bytes.value(),
            (made.memory.footprint.tensors - planOf(without, m_catalog).memory.footprint.tensors)
                .value());
        QVERIFY(describe(*finding, made).find("Offloading takes 1.") != std::string::npos);
    }

    // Packed as the GPU gets them, not as 16 bits each.
    void fourBitWeightsStayPackedOnTheHost_data()
    {
        QTest::addColumn<std::string>("strategy");
        QTest::addColumn<std::string>("framework");
        QTest::newRow("ZeRO-3") << std::string("zero3") << std::string("deepspeed");
        QTest::newRow("FSDP1") << std::string("fsdp") << std::string("fsdp1");
        QTest::newRow("FSDP2") << std::string("fsdp") << std::string("fsdp2");
    }
    void fourBitWeightsStayPackedOnTheHost()
    {
        QFETCH(std::string, strategy);
        QFETCH(std::string, framework);
        const auto weightsWith = [&](std::string_view method) {
            return hostPart(plan({{"model.parameters", "1.3e9"}, {"model.hidden_size", "2048"},
                                {"parallel.strategy", strategy}, {"parallel.framework", framework},
                                {"parallel.offload", "parameters"}, {"training.method", method},
                                {"training.quant_storage", "16-bit"}}),
                PartId::Weights);
        };
        QVERIFY(weightsWith("qlora") > 0);
        QVERIFY(weightsWith("qlora") < 0.5 * weightsWith("lora"));
    }

    void whatIsOffloaded_data()
    {
        QTest::addColumn<std::string>("strategy");
        QTest::addColumn<std::string>("framework");
        QTest::addColumn<std::string>("chosen");
        QTest::addColumn<int>("expected");
        const auto row = [](const char *name, const char *strategy, const char *framework,
                             const char *chosen, Offload expected) {
            QTest::newRow(name) << std::string(strategy) << std::string(framework)
                                << std::string(chosen) << static_cast<int>(expected);
        };
        row("ZeRO-2 leaves parameters", "zero2", "auto", "parameters", Offload::Optimizer);
        row("ZeRO-2 takes a disk for the host", "zero2", "auto", "nvme", Offload::Optimizer);
        row("ZeRO-3 optimizer", "zero3", "auto", "optimizer", Offload::Optimizer);
        row("ZeRO-3 disk", "zero3", "auto", "nvme", Offload::Nvme);
        row("FSDP2 offloads all or nothing", "fsdp", "fsdp2", "optimizer", Offload::Parameters);
        row("FSDP1 knows no disk", "fsdp", "fsdp1", "nvme", Offload::Parameters);
        row("DDP offloads nothing", "ddp", "auto", "optimizer", Offload::None);
        row("Megatron-LM's distributed optimizer", "zero1", "megatron", "parameters",
            Offload::Optimizer);
        row("Megatron-LM's whole optimizer", "ddp", "megatron", "optimizer", Offload::None);
        row("nanotron is left alone", "zero1", "nanotron", "optimizer", Offload::None);
        row("nothing chosen", "zero3", "auto", "none", Offload::None);
    }
    void whatIsOffloaded()
    {
        QFETCH(std::string, strategy);
        QFETCH(std::string, framework);
        QFETCH(std::string, chosen);
        QFETCH(int, expected);
        const Plan made = plan({{"parallel.strategy", strategy}, {"parallel.framework", framework},
            {"parallel.offload", chosen}});
        const Parallel &parallel = made.scenario.parallel;
        QCOMPARE(static_cast<int>(offloadFor(parallel)), expected);
        QCOMPARE(made.memory.host.parts.empty(), expected == static_cast<int>(Offload::None));
        QCOMPARE(
            has(made, FindingId::OffloadDiffers), expected != static_cast<int>(parallel.offload));
        QCOMPARE(has(made, FindingId::UpdateOnHost), expected != static_cast<int>(Offload::None));
    }

    /// Master, gradient and 16-bit copy are page-locked, the moments are not.
    void partitionOfStage2()
    {
        const Plan made = plan({{"parallel.strategy", "zero2"}});
        const double own = made.model.parameters / 4;
        QCOMPARE(hostPart(made, PartId::Master), 4 * pinnedBytes(4 * own));
        QCOMPARE(hostPart(made, PartId::Gradients), 4 * pinnedBytes(4 * own));
        QVERIFY(isNear(hostPart(made, PartId::OptimizerState), 4 * 8 * own));
        QCOMPARE(hostPart(made, PartId::Buffers),
            4 * (pinnedBytes(2 * own) + pinnedBytes(2 * 32000 * 512.0)));
        Bytes sum{};
        for (const Part &part : made.memory.host.parts)
            sum += part.bytes;
        QCOMPARE(made.memory.host.perNode, sum);
        QCOMPARE(gpuPart(made, PartId::Master) + gpuPart(made, PartId::OptimizerState), 0.0);
        QVERIFY(isNear(gpuPart(made, PartId::Weights), 2 * made.model.parameters));
    }

    /// HybridDeviceOptimizer: weights in fp32, gradients and moments are the host's; the buffer of
    /// gradients stays, and so do weights in 16 bits.
    void optimizerOfMegatron()
    {
        const Settings megatron{{"parallel.strategy", "zero1"}, {"parallel.framework", "megatron"}};
        const Plan made = plan(megatron);
        const double own = made.model.parameters / 4;
        QCOMPARE(gpuPart(made, PartId::Master) + gpuPart(made, PartId::OptimizerState), 0.0);
        QVERIFY(isNear(gpuPart(made, PartId::Weights), 2 * made.model.parameters));
        QVERIFY(isNear(gpuPart(made, PartId::Gradients), 4 * made.model.parameters));
        QVERIFY(isNear(hostPart(made, PartId::OptimizerState), 4 * 8 * own));
        QVERIFY(hostPart(made, PartId::Master) >= 4 * 4 * own);
        QVERIFY(hostPart(made, PartId::Master) < 2 * 4 * 4 * own); // rounded up to powers of two
        QCOMPARE(hostPart(made, PartId::Gradients), hostPart(made, PartId::Master));
        QVERIFY(isNear(copied(made, "gradient-copy-to-host"), 4 * own));
        QVERIFY(isNear(copied(made, "weight-copy-to-gpu"), 2 * own));
        QVERIFY(made.time.hostUpdate > Seconds{});
    }

    // Ranks of a tensor group update parts of their own.
    void tensorRanksOfMegatronShareTheHost()
    {
        const Plan made = plan({{"parallel.strategy", "zero1"}, {"parallel.framework", "megatron"},
            {"parallel.tensor", "2"}});
        QVERIFY(made.memory.host.perNode > Bytes(0));
        // All of the model, once: four ranks have half of a half each.
        QVERIFY(isNear(hostPart(made, PartId::OptimizerState), 8 * made.model.parameters)
            || hostPart(made, PartId::OptimizerState) > 8 * made.model.parameters);
        QVERIFY(hostPart(made, PartId::OptimizerState) < 8.2 * made.model.parameters);
    }

    /// Whole gradients of the owned parameters, page-locked one by one.
    void stage2KeepsGradientsOfEarlierMicroSteps()
    {
        const Plan once = plan({{"parallel.strategy", "zero2"}});
        const Plan twice = plan({{"parallel.strategy", "zero2"}, {"training.accumulation", "2"}});
        const double more = hostPart(twice, PartId::Gradients) - hostPart(once, PartId::Gradients);
        // The embedding alone fills rank 0's partition.
        QCOMPARE(more, 4 * pinnedBytes(2 * 32000 * 512.0));
        QCOMPARE(copied(once, "shard-copy-to-host"), 0.0);
        QCOMPARE(copied(twice, "shard-copy-to-host"), 2 * 2 * 32000 * 512.0);
        QCOMPARE(copied(twice, "shard-copy-to-gpu"), 1 * 2 * 32000 * 512.0);
    }

    void copiesOfStage2()
    {
        const Plan made = plan({{"parallel.strategy", "zero2"}, {"hardware.gpu", "a100-sxm-80"}});
        const double own = made.model.parameters / 4;
        QVERIFY(isNear(copied(made, "gradient-copy-to-host"), 4 * own));
        QVERIFY(isNear(copied(made, "weight-copy-to-gpu"), 2 * own));
        for (const Collective &collective : made.traffic.collectives) {
            if (!isCopy(collective.op))
                continue;
            QCOMPARE(collective.link, std::string("pcie4"));
            QVERIFY(collective.seconds > Seconds(0));
            QCOMPARE(collective.group, 1);
        }
    }

    void shardsOfStage3()
    {
        const Plan made = plan({{"parallel.strategy", "zero3"}});
        const double own = made.model.parameters / 4;
        QVERIFY(isNear(hostPart(made, PartId::Master), 4 * 4 * own));
        QVERIFY(isNear(hostPart(made, PartId::OptimizerState), 4 * 8 * own));
        QCOMPARE(
            hostPart(made, PartId::Gradients), 4 * (pinnedBytes(2 * own) + pinnedBytes(4 * own)));
        QVERIFY(isNear(gpuPart(made, PartId::Weights), 2 * own));
        // Each micro-step's sum goes down and back, the last one also in fp32.
        QVERIFY(isNear(copied(made, "gradient-copy-to-host"), 4 * own));
        QVERIFY(isNear(copied(made, "shard-copy-to-host"), 2 * own));
        QVERIFY(isNear(copied(made, "shard-copy-to-gpu"), 2 * own));
        QVERIFY(isNear(copied(made, "weight-copy-to-gpu"), 2 * own));
    }

    void parametersOfStage3LeaveTheGpu()
    {
        const Plan optimizer = plan({{"parallel.strategy", "zero3"}});
        const Plan all = plan({{"parallel.strategy", "zero3"}, {"parallel.offload", "parameters"}});
        const double own = all.model.parameters / 4;
        QCOMPARE(gpuPart(all, PartId::Weights), 0.0);
        QVERIFY(all.memory.peak < optimizer.memory.peak);
        QCOMPARE(hostPart(all, PartId::Weights), 4 * pinnedBytes(2 * own));
        // Blocks of the shards as they were before: at least as large again.
        QVERIFY(hostPart(all, PartId::Buffers) >= 4 * 2 * own * 0.99);
        // Once: less than 1e9 elements stay gathered for the backward pass.
        QVERIFY(isNear(copied(all, "weight-copy-to-gpu"), 2 * own));
    }

    /// Nothing of the optimizer is left in memory but the buffers that it is swapped through.
    void diskOfStage3()
    {
        const Plan made = plan({{"parallel.strategy", "zero3"}, {"parallel.offload", "nvme"}});
        const double own = made.model.parameters / 4;
        QCOMPARE(hostPart(made, PartId::Master) + hostPart(made, PartId::OptimizerState), 0.0);
        QVERIFY(isNear(hostPart(made, PartId::Buffers), 4 * (5 * 1e8 * 2 + 4 * own * 4)));
        // Parameters below max_in_cpu stay.
        QCOMPARE(hostPart(made, PartId::Weights), 4 * pinnedBytes(2 * own));
        QVERIFY(isNear(made.memory.host.diskPerNode.value(), 4 * 16 * own));
    }

    void diskTakesParametersBeyondABillion()
    {
        const Settings large{{"parallel.strategy", "zero3"}, {"parallel.offload", "nvme"},
            {"model.parameters", "70B"}, {"model.hidden_size", "0"}, {"model.layers", "0"},
            {"parallel.gpus", "8"}};
        const Plan made = plan(large);
        const double own = made.model.parameters / 8;
        QCOMPARE(hostPart(made, PartId::Weights), 8 * pinnedBytes(2e9));
        QVERIFY(made.memory.host.diskPerNode.value() > 8 * (16 * own + 2 * (own - 1e9)) * 0.998);
    }

    /// fp32 shards and gradients page-locked, moments beside them: 16 B for each own parameter.
    void fsdpHoldsEverythingOnTheHost_data()
    {
        QTest::addColumn<std::string>("framework");
        QTest::newRow("FSDP1") << std::string("fsdp1");
        QTest::newRow("FSDP2") << std::string("fsdp2");
    }
    void fsdpHoldsEverythingOnTheHost()
    {
        QFETCH(std::string, framework);
        const Settings settings{{"parallel.strategy", "fsdp"}, {"parallel.framework", framework},
            {"parallel.offload", "parameters"}};
        const Plan made = plan(settings);
        const double whole = made.model.parameters;
        QVERIFY(isNear(hostPart(made, PartId::OptimizerState), 8 * whole));
        QCOMPARE(hostPart(made, PartId::Weights), hostPart(made, PartId::Gradients));
        QVERIFY(hostPart(made, PartId::Weights) >= 4 * whole);
        QVERIFY(hostPart(made, PartId::Weights) < 2 * 4 * whole);
        QCOMPARE(gpuPart(made, PartId::Weights) + gpuPart(made, PartId::OptimizerState), 0.0);
        // fp32 shards in forward and backward, fp32 gradients once. FSDP1's root stays gathered.
        const double again = whole - (framework == "fsdp1" ? 32000 * 512 + 512 : 0);
        QVERIFY(isNear(copied(made, "weight-copy-to-gpu"), 4 * (whole + again) / 4));
        QVERIFY(isNear(copied(made, "gradient-copy-to-host"), 4 * whole / 4));
    }

    void fsdpGpuHoldsNothingAfterTheStep_data() { fsdpHoldsEverythingOnTheHost_data(); }
    void fsdpGpuHoldsNothingAfterTheStep()
    {
        QFETCH(std::string, framework);
        const Plan made = plan({{"parallel.strategy", "fsdp"}, {"parallel.framework", framework}});
        const auto step = std::find_if(made.memory.phases.begin(), made.memory.phases.end(),
            [](const Phase &phase) { return phase.id == PhaseId::OptimizerStep; });
        // Token ids and the like.
        QVERIFY(step->tensorEnd < MiB);
        QVERIFY(step->tensorPeak < MiB);
    }

    void fsdp2PinsTensorByTensorFsdp1UnitByUnit()
    {
        const Settings base{{"parallel.strategy", "fsdp"}};
        Settings first = base;
        first.emplace_back("parallel.framework", "fsdp1");
        const Plan one = plan(first);
        const double layer = [&] {
            const ParameterCount count = countParameters(one.model.spec);
            return (count.total - count.embedding - count.head - 512) / 4;
        }();
        const double root = one.model.parameters - 4 * layer;
        QCOMPARE(hostPart(one, PartId::Weights), 4 * (4 * pinnedBytes(layer) + pinnedBytes(root)));
    }

    /// Llama 3 8B's matrices on 7 GPUs: each is a column of packed elements, not its own rows.
    void fsdp2CutsFourBitWeightsWhereTheyArePacked()
    {
        const Plan made
            = planOf(scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                         {"training.method", "qlora"}, {"training.lora_targets", "q_proj"},
                         {"training.lora_rank", "8"}, {"training.precision", "bf16"},
                         {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp2"},
                         {"parallel.offload", "parameters"}, {"parallel.gpus", "7"}}),
                m_catalog);
        constexpr double width = 4096;
        constexpr double mlp = 14336;
        const auto packed
            = [](double elements) { return pinnedBytes(std::ceil(elements / 4 / 7) * 2); };
        const double matrices
            = 2 * packed(width * width) + 2 * packed(width * 1024) + 3 * packed(width * mlp);
        const double plain = hostPart(made, PartId::Weights) / 7 - 32 * matrices;
        // Two tables of 16 bits, which pinning doubles at most; norms and adapters are small.
        const double tables = 2 * pinnedBytes(std::ceil(128256.0 / 7) * width * 2);
        QVERIFY(plain >= tables);
        QVERIFY(plain - tables < 100e6);
    }

    void onlyRanksOfOneNodeShareAHost()
    {
        const Plan one = plan({{"parallel.strategy", "zero2"}});
        const Plan two = plan({{"parallel.strategy", "zero2"}, {"parallel.gpus_per_node", "2"}});
        QCOMPARE(two.memory.host.perNode.value(), one.memory.host.perNode.value() / 2);
    }

    void hostTooSmallSaysWhatIsMissing()
    {
        const Plan made = plan({{"parallel.strategy", "zero2"}, {"hardware.host_gib", "1"}});
        QVERIFY(has(made, FindingId::HostTooSmall));
        QCOMPARE(made.memory.host.missing(), made.memory.host.perNode - GiB);
        QVERIFY(planToText(made, TableFormat::Text).find("short by") != std::string::npos);
        QVERIFY(writeJson(planToJson(made)).find("\"host\"") != std::string::npos);
        QVERIFY(!has(plan({{"parallel.strategy", "zero2"}}), FindingId::HostTooSmall));
        QVERIFY(!has(plan({{"parallel.strategy", "zero2"}, {"hardware.host_gib", "64"}}),
            FindingId::HostTooSmall));
    }

    void unknownHostsAreTold()
    {
        const auto severityOf = [](const Plan &made) {
            const auto found = std::find_if(made.findings.begin(), made.findings.end(),
                [](const Finding &finding) { return finding.id == FindingId::HostUnknown; });
            return found == made.findings.end() ? std::nullopt : std::optional(found->severity);
        };
        QCOMPARE(severityOf(plan({{"parallel.strategy", "zero2"}})), Severity::Information);
        QCOMPARE(severityOf(plan({{"parallel.strategy", "zero3"}, {"model.parameters", "500B"}})),
            Severity::Warning); // more than nodes have
        QVERIFY(!severityOf(plan({{"parallel.strategy", "zero2"}, {"hardware.host_gib", "64"}})));
        QVERIFY(!severityOf(plan({{"parallel.offload", "none"}})));
    }

    void repairs()
    {
        const auto repairOfFirst = [](const Plan &made, FindingId id) {
            const auto found = std::find_if(made.findings.begin(), made.findings.end(),
                [id](const Finding &finding) { return finding.id == id; });
            return found == made.findings.end() ? KeyValues{} : found->repair.settings;
        };
        const Plan differs = plan({{"parallel.strategy", "zero2"}, {"parallel.offload", "nvme"}});
        QCOMPARE(repairOfFirst(differs, FindingId::OffloadDiffers),
            (KeyValues{{"parallel.offload", "optimizer"}}));
        const Plan small = plan({{"parallel.strategy", "zero3"}, {"hardware.host_gib", "0.1"}});
        QCOMPARE(repairOfFirst(small, FindingId::HostTooSmall),
            (KeyValues{{"parallel.offload", "nvme"}}));
    }

    /// FSDP1 hands reduced gradients over when the backward pass is through, FSDP2 at once.
    void fsdp1HoldsReducedGradientsUntilTheEndOfBackward()
    {
        const auto peak = [this](const char *framework) {
            const Plan made
                = plan({{"parallel.strategy", "fsdp"}, {"parallel.framework", framework},
                    {"parallel.gpus", "2"}, {"training.accumulation", "1"}});
            const auto backward = std::find_if(made.memory.phases.begin(), made.memory.phases.end(),
                [](const Phase &phase) { return phase.id == PhaseId::Backward; });
            for (const Part &part : backward->parts) {
                if (part.id == PartId::Gradients)
                    return part.bytes.value();
            }
            return 0.0;
        };
        const Plan made = plan({{"parallel.strategy", "fsdp"}});
        const ParameterCount count = countParameters(made.model.spec);
        const double layers = count.total - count.embedding - count.head - 512;
        // The fp32 shards of all layers beside the whole 16-bit gradients of the root.
        QVERIFY(peak("fsdp1") >= 4 * layers / 2);
        QVERIFY(peak("fsdp2") < peak("fsdp1"));
    }

    /// Short sequences over a slow link: nothing to hide the weights' copies behind.
    void copiesMakeTheStepSlow()
    {
        const Plan made = plan({{"parallel.strategy", "zero3"}, {"parallel.offload", "parameters"},
            {"hardware.gpu", "a100-sxm-80"}, {"model.parameters", "1e9"},
            {"model.hidden_size", "4096"}});
        QVERIFY(has(made, FindingId::OffloadBound));
        const auto found = std::find_if(made.findings.begin(), made.findings.end(),
            [](const Finding &finding) { return finding.id == FindingId::OffloadBound; });
        QCOMPARE(found->link, std::string("pcie4"));
        QVERIFY(found->gain > 1.25);
    }

    void neverMeasured_data()
    {
        QTest::addColumn<std::string>("strategy");
        QTest::addColumn<std::string>("offload");
        QTest::newRow("ZeRO-2 optimizer") << std::string("zero2") << std::string("optimizer");
        QTest::newRow("ZeRO-3 optimizer") << std::string("zero3") << std::string("optimizer");
        // Measured of FSDP1, which says nothing of DeepSpeed.
        QTest::newRow("ZeRO-3 parameters") << std::string("zero3") << std::string("parameters");
        QTest::newRow("ZeRO-3 disk") << std::string("zero3") << std::string("nvme");
    }
    void neverMeasured()
    {
        QFETCH(std::string, strategy);
        QFETCH(std::string, offload);
        const Plan made = plan({{"parallel.strategy", strategy}, {"parallel.offload", offload}});
        QVERIFY(!made.memory.confidence.isValidated);
        QVERIFY(made.memory.confidence.reason.find("offload " + offload + " with deepspeed")
            != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestOffload)

#include "tst_offload.moc"
