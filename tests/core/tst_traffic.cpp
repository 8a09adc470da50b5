// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/overlap.h"
#include "tests/support/testcatalog.h"

#include <algorithm>
#include <cmath>

using namespace shardscope;

class TestTraffic : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan plan(std::string_view strategy, std::string_view accumulation = "1",
        std::string_view precision = "bf16-master", std::string_view framework = "auto",
        std::string_view gpus = "8", std::string_view wrap = "auto",
        std::string_view sync = "auto") const
    {
        return planOf(scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                          {"parallel.strategy", strategy}, {"training.accumulation", accumulation},
                          {"training.precision", precision}, {"parallel.framework", framework},
                          {"parallel.gpus", gpus}, {"parallel.wrap", wrap},
                          {"parallel.gradient_sync", sync}}),
            m_catalog);
    }

private slots:
    void perStep_data()
    {
        QTest::addColumn<Plan>("made");
        QTest::addColumn<double>("bytes");
        // f = 7/8, P = 8,030,261,248.
        const double fp = 7.0 / 8 * 8'030'261'248.0;
        QTest::newRow("DDP: one all-reduce of 2P") << plan("ddp") << 4 * fp;
        QTest::newRow("DDP with fp32 gradients") << plan("ddp", "1", "bf16-amp") << 8 * fp;
        QTest::newRow("DDP does not care for accumulation") << plan("ddp", "8") << 4 * fp;
        QTest::newRow("ZeRO-1 all-reduces, then gathers weights") << plan("zero1") << 6 * fp;
        QTest::newRow("ZeRO-1 reduces once") << plan("zero1", "4") << 6 * fp;
        QTest::newRow("ZeRO-2 as ZeRO-1 without accumulation") << plan("zero2") << 6 * fp;
        QTest::newRow("ZeRO-2 reduces in each of 4 micro-steps") << plan("zero2", "4") << 18 * fp;
        // DeepSpeed keeps what the backward pass uses again within 1e9 elements, the head and the
        // matrices of two layers, and gathers its 65 norms once, after the update.
        const double reused = 525'336'576.0 + 2 * (218'112'000.0 - 2 * 4096);
        const double norms = 65 * 4096.0;
        const auto zero3 = [&](double microSteps) {
            return 6 * microSteps * fp - 7.0 / 8 * 2 * (microSteps * (reused + 2 * norms) - norms);
        };
        QTest::newRow("ZeRO-3: two gathers and a scatter") << plan("zero3") << zero3(1);
        QTest::newRow("ZeRO-3 repeats all in 4 micro-steps") << plan("zero3", "4") << zero3(4);
        QTest::newRow("FSDP, gradients in bf16") << plan("fsdp") << 6 * fp;
        QTest::newRow("FSDP reduces once in 4 micro-steps") << plan("fsdp", "4") << 18 * fp;
        QTest::newRow("FSDP2 wrapped as torchtitan wraps reduces in each of 4 micro-steps")
            << plan("fsdp", "4", "bf16-master", "fsdp2", "8", "embed-head") << 24 * fp;
        const auto synced = [this](std::string_view strategy, std::string_view framework,
                                std::string_view wrap, std::string_view sync) {
            return plan(strategy, "4", "bf16-master", framework, "8", wrap, sync);
        };
        QTest::newRow("FSDP2 wrapped as accelerate wraps, asked to reduce in each of 4 micro-steps")
            << synced("fsdp", "fsdp2", "root", "every-micro-step") << 24 * fp;
        QTest::newRow("FSDP2 wrapped as torchtitan wraps, asked to wait for the last micro-step")
            << synced("fsdp", "fsdp2", "embed-head", "last-micro-step") << 18 * fp;
        // Tables and the last norm, which are the root's, stay gathered for the backward pass.
        const double root = 7.0 / 8 * (2 * 525'336'576.0 + 4096);
        QTest::newRow("FSDP1 asked to reduce in each of 4 micro-steps")
            << synced("fsdp", "fsdp1", "auto", "every-micro-step") << 24 * fp - 4 * 2 * root;
        QTest::newRow("DDP without no_sync reduces in each of 4 micro-steps")
            << synced("ddp", "trainer", "auto", "every-micro-step") << 16 * fp;
        QTest::newRow("FSDP1 keeps what it does not reshard through micro-steps that wait")
            << synced("fsdp-grad-op", "fsdp1", "auto", "auto") << 4 * fp;
        QTest::newRow("FSDP1 without resharding gathers anew after each reduction")
            << synced("fsdp-grad-op", "fsdp1", "auto", "every-micro-step") << 16 * fp;
        QTest::newRow("FSDP2 reshards after every micro-step")
            << synced("fsdp-grad-op", "fsdp2", "root", "last-micro-step") << 10 * fp;
        QTest::newRow("FSDP without resharding gathers once") << plan("fsdp-grad-op") << 4 * fp;
        QTest::newRow("Megatron distributed optimizer, fp32 gradients")
            << plan("zero1", "1", "bf16-master", "megatron") << 6 * fp;
        QTest::newRow("nanotron all-reduces fp32 sums")
            << plan("ddp", "4", "bf16-master", "nanotron") << 8 * fp;
        QTest::newRow("nanotron's ZeRO-1 does so, too, and gathers 16-bit weights")
            << plan("zero1", "4", "bf16-master", "nanotron") << 10 * fp;
        QTest::newRow("one GPU sends nothing")
            << plan("zero3", "1", "bf16-master", "auto", "1") << 0.0;
    }

    void perStep()
    {
        QFETCH(Plan, made);
        QFETCH(double, bytes);
        QCOMPARE(made.traffic.bytesPerGpuPerStep().value(), bytes);
    }

    void loraSendsAdaptersOnly()
    {
        Scenario scenario = plan("ddp").scenario;
        QVERIFY(setKeyText(scenario, "training.method", "lora"));
        const Plan made = planOf(scenario, m_catalog);
        // 41,943,040 adapter parameters at rank 16, fp32 gradients.
        QCOMPARE(made.traffic.bytesPerGpuPerStep().value(), 2 * 7.0 / 8 * 4 * 41'943'040.0);
    }

    void quantizedWeightsTravelPacked()
    {
        const Plan made = planOf(
            scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.strategy", "fsdp"},
                {"training.method", "qlora"}, {"training.quant_storage", "16-bit"}}),
            m_catalog);
        // 6,979,321,856 weights in half a byte; tables, norms and 41,943,040 adapter parameters in
        // 2 B.
        const double rest = 8'030'261'248.0 - 6'979'321'856.0 + 41'943'040.0;
        const Collective &gather = made.traffic.collectives.front();
        QCOMPARE(gather.bytesPerGpu.value(), 7.0 / 8 * (0.5 * 6'979'321'856.0 + 2 * rest));
    }

    void hybridShardingCrossesNodesWithShardsOnly()
    {
        const Plan made = plan("hsdp", "1", "bf16-master", "auto", "16");
        QCOMPARE(made.traffic.collectives.size(), std::size_t(3));
        for (const Collective &collective : made.traffic.collectives) {
            const bool between = collective.payload == Payload::Shards;
            QCOMPARE(collective.group, between ? 2 : 8);
            QCOMPARE(collective.link, std::string(between ? "infiniband-400" : "nvlink4"));
        }
        // Two nodes: 2 (2 - 1) / 2 of an eighth of the 16-bit gradients.
        QCOMPARE(made.traffic.collectives.back().bytesPerGpu.value(), 2 * 8'030'261'248.0 / 8);
    }

    void linkIsTheSlowestThatTheRingCrosses()
    {
        QCOMPARE(plan("ddp").traffic.collectives.front().link, std::string("nvlink4"));
        QCOMPARE(plan("ddp", "1", "bf16-master", "auto", "16").traffic.collectives.front().link,
            std::string("infiniband-400"));
        Scenario scenario = plan("ddp").scenario;
        scenario.hardware.link = "pcie4";
        QCOMPARE(
            planOf(scenario, m_catalog).traffic.collectives.front().link, std::string("pcie4"));
    }

    void bytesAreSplitByTier()
    {
        // Two nodes of eight: the ring leaves the node over two of sixteen GPUs.
        const Plan made = plan("fsdp", "1", "bf16-master", "auto", "16");
        const Collective &gather = made.traffic.collectives.front();
        const double whole = 15.0 / 16 * 2 * 8'030'261'248.0;
        QCOMPARE(gather.bytesPerGpu.value(), whole);
        QCOMPARE(gather.networkBytes.value(), whole * 2 / 16);
        QCOMPARE(plan("fsdp").traffic.collectives.front().networkBytes.value(), 0.0);
    }

    void pinnedAlgorithmSendsItsOwnBytes_data()
    {
        QTest::addColumn<std::string>("algorithm");
        QTest::addColumn<double>("share");
        QTest::newRow("as NCCL chooses, counted as bus bandwidth is")
            << std::string("auto") << 1.75;
        QTest::newRow("ring") << std::string("ring") << 1.75;
        QTest::newRow("tree") << std::string("tree") << 1.75;
        QTest::newRow("the switch adds up") << std::string("nvls") << 1.125;
    }
    void pinnedAlgorithmSendsItsOwnBytes()
    {
        QFETCH(std::string, algorithm);
        QFETCH(double, share);
        Scenario scenario = plan("ddp").scenario;
        QVERIFY(setKeyText(scenario, "parallel.algorithm", algorithm));
        QCOMPARE(planOf(scenario, m_catalog).traffic.bytesPerGpuPerStep().value(),
            share * 2 * 8'030'261'248.0);
    }

    void everyMessageWaitsForItsLatency()
    {
        // 25 MiB buckets, but no more of them than tensors: far from one long message.
        const Collective ddp = plan("ddp").traffic.collectives.front();
        QVERIFY(ddp.messages > 200 && ddp.messages < 400);
        // One gather for each layer and the rest.
        const Collective gather = plan("fsdp").traffic.collectives.front();
        QCOMPARE(gather.messages, 33.0);
        const BytesPerSecond bandwidth = m_catalog.findLink("nvlink4")->bandwidth();
        QVERIFY(gather.seconds > gather.bytesPerStep() / bandwidth);
        QVERIFY(gather.seconds < 1.05 * (gather.bytesPerStep() / bandwidth));
        // Most of a layer's matrices fill DeepSpeed's bucket of 4096^2 elements alone. Partitions
        // end in two of them after more than a bucket: what is left goes by itself.
        QCOMPARE(plan("zero2").traffic.collectives.front().messages, 32.0 * 8 + 3 + 2);
        // Updated weights go at once, 65 persistent norms each for itself.
        QCOMPARE(plan("zero2").traffic.collectives.back().messages, 1.0);
        const std::vector<Collective> zero3 = plan("zero3").traffic.collectives;
        const auto update = std::find_if(zero3.begin(), zero3.end(),
            [](const Collective &each) { return each.times.update > 0; });
        QVERIFY(update != zero3.end());
        QCOMPARE(update->messages, 65.0);
    }

    void gradientsAreReducedInTheDtypeThatIsSet()
    {
        Scenario scenario = plan("fsdp").scenario;
        QVERIFY(setKeyText(scenario, "parallel.gradient_precision", "fp32"));
        const double fp = 7.0 / 8 * 8'030'261'248.0;
        QCOMPARE(planOf(scenario, m_catalog).traffic.bytesPerGpuPerStep().value(), 8 * fp);
    }

    void frozenWeightsAreGatheredToo()
    {
        Scenario scenario = plan("fsdp").scenario;
        QVERIFY(setKeyText(scenario, "training.method", "lora"));
        const Plan made = planOf(scenario, m_catalog);
        QVERIFY(
            made.traffic.collectives.front().bytesPerGpu.value() >= 7.0 / 8 * 2 * 8'030'261'248.0);
        QVERIFY(made.traffic.collectives.back().bytesPerGpu < 0.01 * made.memory.peak);
    }

    void shardGroupsMayBeSmallerThanNodes()
    {
        Scenario scenario = plan("hsdp").scenario;
        QVERIFY(setKeyText(scenario, "parallel.shard_group", "4"));
        const Plan made = planOf(scenario, m_catalog);
        QCOMPARE(made.traffic.collectives.front().group, 4);
        QCOMPARE(made.traffic.collectives.back().group, 2);
        QCOMPARE(made.traffic.collectives.back().link, std::string("nvlink4"));
    }

    void zeroPlusPlusKeepsTheNetworkFree_data()
    {
        QTest::addColumn<std::string>("feature");
        QTest::addColumn<double>("perParameter");
        // Bytes of weights or gradients for each parameter that cross nodes; two nodes of eight.
        const double ring = 15.0 / 16 / 8;
        // What the backward pass finds gathered, and norms, as above; the last all-gathers of the
        // forward pass are already for the backward pass, and cross nodes.
        const double norms = 65 * 4096.0 / 8'030'261'248;
        const double reused = (525'336'576.0 + 2 * (218'112'000.0 - 2 * 4096)) / 8'030'261'248;
        const double gathered = 2 - reused - 2 * norms;
        const double ahead = 4096.0 * 14336 / 8'030'261'248;
        QTest::newRow("ZeRO-3") << std::string("none") << (2 * (gathered + norms) + 2) * ring;
        QTest::newRow("second copy in each node")
            << std::string("hpz") << (2 * (1 + ahead) + 2) * ring;
        QTest::newRow("8-bit weights in both gathers")
            << std::string("qwz") << (2 + (1 + 4.0 / 2048) * gathered + 2 * norms) * ring;
        QTest::newRow("4-bit gradients")
            << std::string("qgz") << 2 * (gathered + norms) * ring + (0.5 + 4.0 / 2048) / 8 / 2;
    }
    void zeroPlusPlusKeepsTheNetworkFree()
    {
        QFETCH(std::string, feature);
        QFETCH(double, perParameter);
        Scenario scenario = plan("zero3", "1", "bf16-master", "auto", "16").scenario;
        QVERIFY(setKeyText(scenario, "parallel.zeropp", feature));
        double network = 0;
        for (const Collective &collective : planOf(scenario, m_catalog).traffic.collectives)
            network += collective.timesPerStep * collective.networkBytes.value();
        QVERIFY(std::abs(network / 8'030'261'248.0 - perParameter) < 1e-9);
    }

    void onlyWhatCannotHideIsWaitedFor()
    {
        const Traffic hidden = plan("fsdp").traffic;
        for (const Collective &collective : hidden.collectives) {
            QVERIFY(collective.overlaps);
            QVERIFY(collective.exposed > Seconds(0)); // the first and the last piece
            // Embedding and head are an eighth of the model.
            QVERIFY(collective.exposed < 0.15 * collective.seconds);
        }
        // DeepSpeed's first stages do not overlap unless told to; nobody hides the last gather.
        const Traffic open = plan("zero2").traffic;
        QCOMPARE(
            open.collectives.front().exposed.value(), open.collectives.front().seconds.value());
        QCOMPARE(open.collectives.back().exposed.value(), open.collectives.back().seconds.value());
        Scenario scenario = plan("zero2").scenario;
        QVERIFY(setKeyText(scenario, "parallel.overlap", "on"));
        const Traffic overlapped = planOf(scenario, m_catalog).traffic;
        QVERIFY(overlapped.collectives.front().exposed < open.collectives.front().exposed);
    }

    void nanotronHidesReductionsOnlyWithoutZero()
    {
        const Collective open
            = plan("zero1", "4", "bf16-master", "nanotron", "16").traffic.collectives.front();
        QCOMPARE(open.messages, 1.0);
        QCOMPARE(open.exposed.value(), open.seconds.value());
        // Nothing is left to compute when the embedding's gradient is there.
        const Plan replicated = plan("ddp", "4", "bf16-master", "nanotron", "16");
        const Collective &hidden = replicated.traffic.collectives.front();
        const double embedding = 128256.0 * 4096 / 8'030'261'248;
        QVERIFY(hidden.exposed >= embedding * hidden.seconds);
        QVERIFY(hidden.exposed < hidden.seconds);
    }

    void whatComesOnceIsWaitedForOnce()
    {
        Traffic traffic;
        const auto add = [&traffic](Times times) {
            traffic.collectives.push_back(
                {.seconds = Seconds(times.sum()), .times = times, .overlaps = true});
            traffic.collectives.back().timesPerStep = times.sum();
        };
        add({.forward = 1});
        add({.forward = 4});
        add({.backward = 1});
        const StepTime time{.forward = Seconds(1), .backward = Seconds(1)};
        // One message each: nothing of it can hide.
        QCOMPARE(expose(traffic, time, 4).value(), 1.0 + 4 + 1);
        QCOMPARE(traffic.collectives[0].exposed.value(), 1.0);
        QCOMPARE(traffic.collectives[1].exposed.value(), 4.0);
        QCOMPARE(traffic.collectives[2].exposed.value(), 1.0);
    }

    void pinnedAlgorithmsThatNothingCanTakeAreFound()
    {
        const auto found = [this](std::string_view strategy, Algorithm algorithm) {
            Scenario scenario = plan(strategy).scenario;
            scenario.parallel.algorithm = algorithm;
            const Plan made = planOf(scenario, m_catalog);
            return std::any_of(
                made.findings.begin(), made.findings.end(), [](const Finding &finding) {
                    return finding.id == FindingId::AlgorithmUnavailable;
                });
        };
        // Gathers and scatters go around rings.
        QVERIFY(found("zero3", Algorithm::Tree));
        QVERIFY(!found("zero3", Algorithm::Ring));
        QVERIFY(!found("zero3", Algorithm::Auto));
        QVERIFY(!found("zero2", Algorithm::Tree));
    }

    void badGroupsAndLinksAreFound_data()
    {
        QTest::addColumn<std::string>("key");
        QTest::addColumn<std::string>("value");
        QTest::addColumn<int>("finding");
        QTest::newRow("a shard group that does not divide the GPUs") << std::string(
            "parallel.shard_group") << std::string("3") << int(FindingId::GroupDoesNotDivide);
        QTest::newRow("NVLink that the GPU does not have") << std::string(
            "hardware.link") << std::string("nvlink5") << int(FindingId::LinkNotThere);
        QTest::newRow("an algorithm that two GPUs cannot do") << std::string(
            "parallel.algorithm") << std::string("nvls") << int(FindingId::AlgorithmUnavailable);
    }
    void badGroupsAndLinksAreFound()
    {
        QFETCH(std::string, key);
        QFETCH(std::string, value);
        QFETCH(int, finding);
        Scenario scenario = plan("hsdp", "1", "bf16-master", "auto", "16").scenario;
        const auto found = [&](const Scenario &which) {
            const Plan made = planOf(which, m_catalog);
            return std::any_of(made.findings.begin(), made.findings.end(),
                [finding](const Finding &one) { return int(one.id) == finding; });
        };
        QVERIFY(!found(scenario));
        QVERIFY(setKeyText(scenario, key, value));
        QVERIFY(found(scenario));
    }
};

QTEST_APPLESS_MAIN(TestTraffic)
#include "tst_traffic.moc"
