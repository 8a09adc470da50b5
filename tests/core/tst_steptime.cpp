// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/machine.h"
#include "core/compute/stepwork.h"
#include "core/step/resolve.h"
#include "core/step/workload.h"
#include "tests/support/testcatalog.h"

#include <cmath>

using namespace shardscope;

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

const std::string sparseConfig = R"json({"hidden_size": 2048, "intermediate_size": 4096,
    "intermediate_size_mlp": 4096, "moe_intermediate_size": 4096, "num_hidden_layers": 8,
    "num_attention_heads": 16, "num_key_value_heads": 4, "vocab_size": 32000, "num_experts": 16})json";

class TestStepTime : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    StepTime timeOf(Settings settings, std::string_view key = {}, std::string_view value = {}) const
    {
        return timeOf(scenarioWith(settings), key, value);
    }
    StepTime timeOf(Scenario scenario, std::string_view key, std::string_view value) const
    {
        if (!key.empty() && !setKeyText(scenario, key, value))
            qFatal("no such key");
        return planOf(scenario, m_catalog).time;
    }
    /// Llama 3 8B under FSDP on 8 A100.
    StepTime llama(std::string_view key = {}, std::string_view value = {}) const
    {
        return timeOf(scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                          {"hardware.gpu", "a100-sxm-80"}, {"parallel.strategy", "fsdp"}}),
            key, value);
    }

private slots:
    void followsMeasuredThroughput_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<double>("measured"); // tokens/s on each GPU
        QTest::newRow("fms-acceleration: Llama 3 8B, 1 A100, fused kernels, bf16") << scenarioWith(
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"hardware.gpu", "a100-sxm-80"},
                {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"},
                {"training.precision", "bf16"}, {"training.micro_batch", "8"},
                {"training.kernels", "fused"}}) << 3409.0;
        QTest::newRow("fms-acceleration: Llama 3 8B, FSDP on 4 A100, fused kernels")
            << scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                   {"hardware.gpu", "a100-sxm-80"}, {"parallel.gpus", "4"},
                   {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp1"},
                   {"training.micro_batch", "4"}, {"training.kernels", "fused"}})
            << 3199.0;
        QTest::newRow("fms-acceleration: Mistral 7B, FSDP on 4 A100, fused kernels")
            << scenarioWith({{"model.id", "mistralai/Mistral-7B-v0.1"},
                   {"hardware.gpu", "a100-sxm-80"}, {"parallel.gpus", "4"},
                   {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp1"},
                   {"training.micro_batch", "16"}, {"training.kernels", "fused"}})
            << 3522.0;
    }
    void followsMeasuredThroughput()
    {
        QFETCH(Scenario, scenario);
        QFETCH(double, measured);
        const double found = planOf(scenario, m_catalog).time.tokensPerSecondPerGpu;
        QVERIFY2(std::abs(found - measured) < 0.15 * measured,
            qPrintable(QString::number(found) + " tokens/s"));
    }

    /// PaLM (Chowdhery et al. 2022, appendix B): 6 N + 12 L H Q T, of which a causal mask leaves
    /// half of the second term. N: 8,030,261,248 without the table that is looked up, of 128,256
    /// rows.
    void flopsOfATokenAreThoseOfWeightsAndKeys_data()
    {
        QTest::addColumn<QByteArray>("tokens");
        QTest::addColumn<double>("flops");
        constexpr double weights = 8030261248.0 - 128256.0 * 4096;
        QTest::newRow("a short sequence")
            << QByteArray("1024") << 6 * weights + 6.0 * 32 * 4096 * 1024;
        QTest::newRow("a long one")
            << QByteArray("131072") << 6 * weights + 6.0 * 32 * 4096 * 131072;
    }
    void flopsOfATokenAreThoseOfWeightsAndKeys()
    {
        QFETCH(QByteArray, tokens);
        QFETCH(double, flops);
        const Scenario scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"training.sequence_length", tokens.toStdString()}});
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        QVERIFY(resolved);
        QCOMPARE(modelFlopsPerToken(makeWorkload(scenario, *resolved)), flops);
    }

    void stepIsComputationAndWaiting()
    {
        const StepTime time = llama("training.accumulation", "4");
        QCOMPARE(time.step.value(), (time.compute + time.exposedCommunication).value());
        const Seconds parts = 4 * (time.forward + time.backward) + time.update + time.contention;
        QCOMPARE(time.compute.value(), parts.value());
        QCOMPARE(time.tokensPerSecond, 8 * time.tokensPerSecondPerGpu);
        QVERIFY(time.mfu > 0.2 && time.mfu < time.hfu && time.hfu < 0.8);
    }

    // Shares of what is waited for are rounded: no more than all of it, and nothing hidden is
    // negative.
    void nothingIsHiddenWhereAllIsWaitedFor()
    {
        int looked = 0;
        for (int gpus = 2; gpus <= 512; gpus += 3) {
            for (const char *strategy : {"zero2", "zero3", "fsdp", "zero1"}) {
                for (const char *accumulation : {"1", "3"}) {
                    Scenario scenario = scenarioWith({{"training.sequence_length", "1"},
                        {"parallel.overlap", "off"}, {"parallel.strategy", strategy},
                        {"training.accumulation", accumulation}});
                    scenario.parallel.gpus = gpus;
                    const Plan plan = planOf(scenario, m_catalog);
                    QVERIFY2(plan.time.contention >= Seconds(0), qPrintable(QString::number(gpus)));
                    for (const Collective &collective : plan.traffic.collectives)
                        QVERIFY(collective.exposed <= collective.seconds);
                    ++looked;
                }
            }
        }
        QVERIFY(looked > 1000);
    }

    // But for the layers' last product, whose result nobody asks for again.
    void recomputationCostsMostOfAForwardPass()
    {
        const StepTime full = llama("training.checkpointing", "full");
        const StepTime selective = llama("training.checkpointing", "selective");
        const StepTime none = llama("training.checkpointing", "none");
        QVERIFY(none.step < selective.step && selective.step < full.step);
        const double share = (full.backward - none.backward) / none.forward;
        QVERIFY2(share > 0.65 && share < 0.8, qPrintable(QString::number(share)));
        QCOMPARE(none.mfu < none.hfu, true); // attention's backward pass computes scores again
    }

    void frozenWeightsNeedNoGradients()
    {
        const StepTime full = llama();
        const StepTime lora = llama("training.method", "lora");
        QVERIFY(lora.matmul < 0.95 * full.matmul);
        const StepTime qlora = llama("training.method", "qlora");
        QVERIFY(qlora.memory > lora.memory); // weights are unpacked before each product
    }

    void whatIsNotFusedGoesThroughMemory()
    {
        const StepTime plain = llama();
        const StepTime fused = llama("training.kernels", "fused");
        QVERIFY(fused.memory < 0.6 * plain.memory);
        QCOMPARE(fused.matmul.value(), plain.matmul.value());
    }

    void longSequencesGoToAttention()
    {
        const StepTime time = llama("training.sequence_length", "131072");
        QCOMPARE(time.bottleneck, Bottleneck::Attention);
        QCOMPARE(llama().bottleneck, Bottleneck::Matmul);
    }

    void tinyModelsWaitForLaunches()
    {
        const StepTime time = timeOf({{"model.id", "openai-community/gpt2"}, {"parallel.gpus", "1"},
            {"parallel.strategy", "ddp"}, {"training.sequence_length", "128"}});
        QCOMPARE(time.bottleneck, Bottleneck::Launches);
    }

    // Llama 4 in transformers weighs with zero what it has computed.
    void allExpertsOfLlama4Work()
    {
        const auto computation = [this](const char *type, int perToken) {
            Json config = *parseJson(sparseConfig);
            config["model_type"] = type;
            config["num_experts_per_tok"] = perToken;
            const std::string text = writeJson(config);
            return timeOf({{"model.config", text}, {"parallel.gpus", "8"}}).compute;
        };
        QVERIFY(computation("llama4_text", 1) > 0.95 * computation("llama4_text", 8));
        QVERIFY(computation("qwen3_moe", 1) < 0.5 * computation("qwen3_moe", 8));
        QVERIFY(computation("llama4_text", 1) > 2.0 * computation("qwen3_moe", 1));
    }

    void offloadedStatesAreUpdatedByTheHost()
    {
        const auto offloaded = [this](std::string_view key = {}, std::string_view value = {}) {
            return timeOf(scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                              {"hardware.gpu", "a100-sxm-80"}, {"parallel.strategy", "zero3"},
                              {"parallel.offload", "optimizer"}}),
                key, value);
        };
        QCOMPARE(llama().hostUpdate.value(), 0.0);
        // ZeRO-Offload: 10 billion parameters in 2.57 s, whoever of a node's GPUs they belong to.
        const StepTime time = offloaded();
        QVERIFY(std::abs(time.hostUpdate.value() - 8.03 * 0.257) < 0.02);
        QCOMPARE(time.update.value(), time.hostUpdate.value());
        QCOMPARE(offloaded("parallel.gpus", "4").hostUpdate.value(), time.hostUpdate.value());
        // Two nodes have two hosts.
        QCOMPARE(offloaded("parallel.gpus", "16").hostUpdate.value(), time.hostUpdate.value() / 2);
        QCOMPARE(offloaded("training.sequence_length", "512").bottleneck, Bottleneck::Host);
    }

    /// TRL 1.10.0.dev0 (dpo_trainer.py, _compute_loss): the reference model goes through the same
    /// forward pass as the trained one, on the same tokens, under no_grad.
    void aReferenceModelTakesAForwardPassMore()
    {
        const auto forward = [this](std::string_view reference) {
            const Scenario scenario = scenarioWith({{"model.id", "Qwen/Qwen2.5-0.5B"},
                {"training.objective", "dpo"}, {"training.reference_model", reference},
                {"training.precision", "bf16"}, {"training.checkpointing", "none"},
                {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}});
            const Result<Resolved> resolved = resolve(scenario, m_catalog);
            if (!resolved)
                qFatal("%s", describe(resolved.error()).c_str());
            const Workload work = makeWorkload(scenario, *resolved);
            return stepWork(work, StepModules(work.layerSettings()), machineOf(work)).forward;
        };
        const Work alone = forward("none");
        const Work both = forward("separate");
        QVERIFY(alone.kernels > 24 * 10); // of 24 layers
        QCOMPARE(both.kernels, 2 * alone.kernels);
        QCOMPARE(both.flops.value(), 2 * alone.flops.value());
    }

    void slowLinkIsNamedWithWhatItCosts()
    {
        const auto found = [this](std::string_view link) -> std::optional<Finding> {
            Scenario scenario = scenarioWith(
                {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"hardware.gpu", "a100-sxm-80"}});
            scenario.hardware.link = link;
            for (const Finding &finding : planOf(scenario, m_catalog).findings) {
                if (finding.id == FindingId::LinkBound)
                    return finding;
            }
            return std::nullopt;
        };
        QVERIFY(!found("nvlink3"));
        const std::optional<Finding> slow = found("pcie4");
        QVERIFY(slow);
        QCOMPARE(slow->link, std::string("pcie4"));
        QVERIFY(slow->gain > 1.2 && slow->gain < 3);
    }

    void lastWaveCostsAsMuchAsAFullOne()
    {
        const Machine machine{.peak = FlopsPerSecond(1e15),
            .matmul = FlopsPerSecond(1e15),
            .memory = BytesPerSecond(1e13),
            .multiprocessors = 100};
        // 100 tiles of 128 x 256 fill the GPU once; the next tile starts a second wave.
        const Seconds one = matmulTime(machine, 1280, 2560, 8192, 2);
        const Seconds two = matmulTime(machine, 1281, 2560, 8192, 2);
        QVERIFY(two > 1.3 * one);
        // A product with a thin side is bound by memory.
        const Seconds thin = matmulTime(machine, 8192, 8192, 1, 2);
        QVERIFY(thin >= Bytes(2.0 * 8192 * 8192) / machine.memory);
    }
};

QTEST_APPLESS_MAIN(TestStepTime)
#include "tst_steptime.moc"
