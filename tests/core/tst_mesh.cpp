// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/findings.h"
#include "core/judge/findingtext.h"
#include "core/judge/meshproblem.h"
#include "core/judge/runnable.h"
#include "core/planner/outlook.h"
#include "core/scenario/mesh.h"
#include "core/scenario/move.h"
#include "core/scenario/pipelineorder.h"
#include "tests/support/llamamesh.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace shardscope;

namespace {

/// Micro-batches that a stage of 1F1B has run forward and not yet backward, at most: by running it.
int inFlightByRunning(int stages, int stage, int microBatches)
{
    std::set<int> held;
    std::size_t most = 0;
    const int ahead = std::min(stages - stage - 1, microBatches);
    int forward = 0;
    const auto runForward = [&] {
        held.insert(forward++);
        most = std::max(most, held.size());
    };
    for (int i = 0; i < ahead; ++i)
        runForward();
    for (int backward = 0; backward < microBatches; ++backward) {
        if (forward < microBatches)
            runForward();
        held.erase(backward);
    }
    return static_cast<int>(most);
}

} // namespace

class TestMesh : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan plan(Settings settings = {}) const { return planOf(llamaOnAMesh(settings), m_catalog); }

private slots:
    void whatIsLeftIsDataParallel()
    {
        const Mesh mesh = meshOf(llamaOnAMesh({{"parallel.context", "2"}}));
        QCOMPARE(mesh.data, 2);
        QCOMPARE(mesh.replicas(), 4);
        const Settings plain{{"parallel.framework", "fsdp1"}, {"parallel.strategy", "fsdp"}};
        QCOMPARE(meshOf(llamaOnAMesh(plain)).data, 64);
    }

    void layersAreDealtOut_data()
    {
        QTest::addColumn<Mesh>("mesh");
        QTest::addColumn<int>("layers");
        QTest::addColumn<QString>("counts");
        QTest::newRow("evenly") << Mesh{.pipeline = 4} << 32 << "8 8 8 8";
        QTest::newRow("what is left over comes first") << Mesh{.pipeline = 4} << 30 << "8 8 7 7";
        QTest::newRow("Llama 3 405B")
            << Mesh{.pipeline = 4, .firstLayers = 7, .lastLayers = 7} << 30 << "7 8 8 7";
        QTest::newRow("a short first stage")
            << Mesh{.pipeline = 3, .firstLayers = 2} << 12 << "2 5 5";
    }
    void layersAreDealtOut()
    {
        QFETCH(Mesh, mesh);
        QFETCH(int, layers);
        QFETCH(QString, counts);
        QStringList found;
        int next = 0;
        for (int stage = 0; stage < mesh.pipeline; ++stage) {
            const StageLayers own = layersOfStage(mesh, layers, stage);
            QCOMPARE(own.first, next);
            next += own.count;
            found += QString::number(own.count);
        }
        QCOMPARE(next, layers);
        QCOMPARE(found.join(' '), counts);
    }

    void microBatchesInFlightAreThoseOfTheSchedule()
    {
        for (const int stages : {1, 2, 4, 8}) {
            for (int stage = 0; stage < stages; ++stage) {
                for (const int microBatches : {1, 2, 3, 8, 16})
                    QCOMPARE((PipelineOrder{1, microBatches}.inFlight(stages, stage)),
                        inFlightByRunning(stages, stage, microBatches));
            }
        }
        QCOMPARE((PipelineOrder{2, 16}.inFlight(4, 0)),
            11); // Narayanan et al. 2021: 1 + (p - 1) / (p v)
    }

    void ranksHoldTheModelTogether()
    {
        const Plan made = plan();
        QCOMPARE(made.stages.size(), std::size_t(4));
        double held = 0;
        for (const StagePlan &stage : made.stages) {
            for (const Part &part : stage.memory.atPeak().parts) {
                if (part.id == PartId::Weights)
                    held += 4 * part.bytes.value() / 2;
            }
        }
        // Norms are on each of the four ranks, 65 of 4,096; two tables are padded to multiples of
        // 512 rows.
        QCOMPARE(held, made.model.parameters + 3 * 65 * 4096 + 2 * 256 * 4096);
    }

    void theFullestStageDecides()
    {
        const Plan made = plan();
        for (const StagePlan &stage : made.stages)
            QVERIFY(stage.memory.peak <= made.memory.peak);
        for (const StagePlan &stage : made.stages) { // one set-up, one range
            const Memory &memory = stage.memory;
            QCOMPARE(memory.confidence.high / memory.peak,
                made.memory.confidence.high / made.memory.peak);
            QCOMPARE(memory.confidence.nearest, made.memory.confidence.nearest);
        }
        QCOMPARE(made.stage.index, 0);
        QVERIFY(made.stages[0].memory.peak > made.stages[1].memory.peak);
        QVERIFY(made.stages[1].memory.peak > made.stages[2].memory.peak);
        Evaluator evaluator(m_catalog);
        QCOMPARE(evaluator.memory(llamaOnAMesh())->peak, made.memory.peak);
        QCOMPARE(evaluator.speed(llamaOnAMesh())->step, made.time.step);
    }

    void stepsWaitForTheBubble()
    {
        const Plan made = plan();
        QVERIFY(made.time.bubble > Seconds(0)); // how long: tst_pipelineschedule
        const Plan interleaved = plan({{"parallel.virtual_stages", "2"}});
        QVERIFY(interleaved.time.bubble < made.time.bubble);
    }

    void tensorParallelismSendsWhatItsLayersSay()
    {
        const Plan made = plan({{"parallel.pipeline", "1"}, {"parallel.gpus", "16"}});
        const double whole = 2.0 * 4096 * 4096; // of one sequence
        const double sent = 3.0 / 4 * whole * 8; // of eight micro-steps, from each of four ranks
        // Two column-parallel and two row-parallel products in a layer, and the head.
        QCOMPARE(sentBytes(made, "activation-all-gather"),
            sent * (32 * (2 + 2 + 2) + 1 + 1 + 1)); // forward, again for the weight; rows backward
        QCOMPARE(sentBytes(made, "activation-reduce-scatter"), sent * (32 * (2 + 2) + 1 + 1));
        const Plan plain = plan(
            {{"parallel.pipeline", "1"}, {"parallel.gpus", "16"}, {"parallel.sequence", "off"}});
        const double labels = 3 * 4.0 * 4096 * 8 * 2 * 3 / 4;
        QCOMPARE(
            sentBytes(plain, "activation-all-reduce"), 2 * sent * (32 * (2 + 2) + 1 + 1) + labels);
    }

    void stagesSendTheStream()
    {
        const Plan made = plan();
        const double stream = 2.0 * 4096 * 4096 / 4;
        QCOMPARE(
            sentBytes(made, "activation-send-receive"), 8 * stream); // the first: forward alone
    }

    void whatDoesNotDivideIsRefusedAndRepaired_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<QString>("key");
        const auto row = [](const char *name, Settings settings, const char *key) {
            QTest::newRow(name) << llamaOnAMesh(settings) << QString::fromLatin1(key);
        };
        row("heads", {{"parallel.tensor", "3"}, {"parallel.gpus", "48"}}, "parallel.tensor");
        row("layers", {{"parallel.pipeline", "5"}, {"parallel.gpus", "80"}}, "parallel.pipeline");
        row("chunks", {{"parallel.virtual_stages", "3"}}, "parallel.virtual_stages");
        row("micro-steps of chunks",
            {{"parallel.virtual_stages", "2"}, {"training.accumulation", "6"}},
            "training.accumulation");
        row("tokens", {{"parallel.context", "2"}, {"training.sequence_length", "1001"}},
            "parallel.context");
        row("experts of a dense model", {{"parallel.expert", "2"}}, "parallel.expert");
        row("GPUs", {{"parallel.gpus", "72"}}, "parallel.gpus");
    }
    void whatDoesNotDivideIsRefusedAndRepaired()
    {
        QFETCH(Scenario, scenario);
        QFETCH(QString, key);
        const Plan made = planOf(scenario, m_catalog);
        const auto found = std::find_if(made.findings.begin(), made.findings.end(),
            [](const Finding &finding) { return finding.id == FindingId::MeshDoesNotDivide; });
        QVERIFY(found != made.findings.end());
        QCOMPARE(found->severity, Severity::Critical);
        QCOMPARE(QString::fromStdString(std::string(found->subject)), key);
        QVERIFY(obstacleIn(made.findings).has_value());
        if (key == "parallel.context") // no smaller degree divides an odd length
            return;
        QVERIFY(!found->repair.isEmpty());
        const Plan repaired = planOf(*applied(scenario, found->repair.settings), m_catalog);
        for (const Finding &finding : repaired.findings)
            QVERIFY(
                finding.id != FindingId::MeshDoesNotDivide || finding.subject != found->subject);
    }

    // As Megatron's account_for_embedding_in_pipeline_split counts them, and Llama 3 405B did.
    void tableAndLossMayTakeTheLayerOfAChunk()
    {
        const auto isRefused = [this](const char *first, const char *last) {
            const Plan made = plan({{"parallel.virtual_stages", "8"},
                {"parallel.layers_first_stage", first}, {"parallel.layers_last_stage", last},
                {"model.config", R"json({"model_type": "llama", "hidden_size": 4096,
                    "num_hidden_layers": 30, "num_attention_heads": 32,
                    "intermediate_size": 14336, "vocab_size": 128256})json"}});
            return findingOf(made, FindingId::MeshDoesNotDivide) != nullptr;
        };
        QVERIFY(!isRefused("7", "7"));
        QVERIFY(isRefused("6", "8"));
    }

    void whatIsNotPlannedIsNotSaidToFit_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::newRow("QLoRA") << llamaOnAMesh({{"training.method", "qlora"}});
        QTest::newRow("a part of a matrix adapted") << llamaOnAMesh(
            {{"training.method", "lora"}, {"training.lora_targets", "q_proj,v_proj"}});
        QTest::newRow("pure bf16") << llamaOnAMesh({{"training.precision", "bf16"}});
        QTest::newRow("norms across all heads")
            << llamaOnAMesh({{"model.id", "MiniMaxAI/MiniMax-M2"}});
    }
    void whatIsNotPlannedIsNotSaidToFit()
    {
        QFETCH(Scenario, scenario);
        const Plan made = planOf(scenario, m_catalog);
        const std::optional<FindingId> obstacle = obstacleIn(made.findings);
        QVERIFY(obstacle && stopsRun(*obstacle));
    }

    void latentAttentionIsCutByHeads()
    {
        const auto made = [this](std::string_view tensor) {
            return plan({{"model.id", "deepseek-ai/DeepSeek-V2-Lite"}, {"parallel.pipeline", "1"},
                {"parallel.tensor", tensor}, {"parallel.expert", "8"}});
        };
        const Plan whole = plan({{"model.id", "deepseek-ai/DeepSeek-V2-Lite"},
            {"parallel.pipeline", "1"}, {"parallel.tensor", "1"}});
        // The vocabulary is padded.
        const double weights = whole.memory.atPeak(PartId::Weights).value();
        QVERIFY(std::abs(weights / (2 * whole.model.parameters) - 1) < 0.001);
        // Narrow products and the keys' positions are there on each rank.
        const double one = made("1").memory.atPeak(PartId::Activations).value();
        const double four = made("4").memory.atPeak(PartId::Activations).value();
        QVERIFY(four < 0.4 * one && four > 0.25 * one);
        QVERIFY(sentBytes(made("4"), "activation-all-gather") > 0);
    }

    void attentionThatIsComputedAgainCostsTheBackwardPass()
    {
        const Plan kept = plan();
        const Plan again = plan({{"training.checkpointing", "selective"}});
        QCOMPARE(again.time.forward, kept.time.forward);
        QVERIFY(again.time.backward > kept.time.backward);
        QVERIFY(again.time.backward < kept.time.backward + kept.time.forward);
    }

    // --cross-entropy-fusion-impl te: no fp32 copy of the last stage's logits.
    void theLossOfTransformerEngineIsInPlace()
    {
        const Settings uncut{{"parallel.pipeline", "1"}, {"parallel.gpus", "16"}};
        const Plan own = planOf(llamaOnAMesh(uncut), m_catalog);
        const Plan engines
            = planOf(scenarioWith({{"training.loss", "in-place"}}, llamaOnAMesh(uncut)), m_catalog);
        const auto logits = [](const Plan &made) {
            return made.memory.atPeak(PartId::Logits).value() / (4096.0 * 128512 / 4);
        };
        QCOMPARE(std::round(logits(own)), 6.0); // the vocabulary padded to 128 x 4
        QCOMPARE(std::round(logits(engines)), 2.0);
        QVERIFY(engines.memory.peak < own.memory.peak);
        QVERIFY(!findingOf(engines, FindingId::LossReplaced));
    }

    void sixteenBitGradientsTakeHalf()
    {
        const Plan single = plan();
        const Plan half = plan({{"parallel.gradient_precision", "16-bit"}});
        QCOMPARE(
            half.memory.atPeak(PartId::Gradients), 0.5 * single.memory.atPeak(PartId::Gradients));
    }

    void transformerEngineHasAWorkspaceOfItsOwn()
    {
        const auto workspace = [this](const Settings &settings) {
            const Plan made = plan(settings);
            return made.memory.footprint.allocated - made.memory.footprint.tensors;
        };
        QCOMPARE(workspace({}), (2 * 32 + 32) * MiB); // on H100
        // Flash attention is TransformerEngine's, whoever accumulates gradients.
        const Settings plain{{"training.kernels", "reference"}};
        QCOMPARE(workspace(plain), (2 * 32 + 32) * MiB);
        const Settings local{{"training.kernels", "reference"}, {"training.attention", "eager"},
            {"training.softmax", "fused"}};
        QCOMPARE(workspace(local), 2 * 32 * MiB);
    }

    void eachAxisHasACommunicator()
    {
        const auto buffers = [this](Settings settings) {
            const Plan made = plan(settings);
            const auto &all = made.memory.overheads;
            const auto found = std::find_if(all.begin(), all.end(),
                [](const Overhead &one) { return one.id == OverheadId::Nccl; });
            return found->bytes;
        };
        const Settings uncut{{"parallel.pipeline", "1"}, {"parallel.tensor", "1"}};
        // Two over 64 GPUs; cut, one over 64 and one each over 4, 4, 16 and 2.
        const auto connections
            = [](double ranks) { return 24 * 12 * (1 + 2 * (ranks - 1) / ranks); };
        QCOMPARE(buffers(uncut), 2 * (connections(64) + 256) * MiB);
        QCOMPARE(buffers({}),
            (connections(64) + connections(4) + connections(4) + connections(16) + connections(2)
                + 3 * 256)
                * MiB);
    }

    // Llama 3 8B's sizes with what Megatron-LM has by default: biases, a table of positions.
    void megatronsOwnModelsAreCounted_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<double>("parameters");
        const double heads = 4096.0 * (4096 + 2 * 1024) + 6144 + 4096.0 * 4096 + 4096;
        const double tables = (128256.0 + 8192) * 4096;
        QTest::newRow("GELU") << "megatron_gpt"
                              << 32 * (heads + 2 * 4096.0 * 14336 + 14336 + 4096 + 4 * 4096)
                + tables + 2 * 4096;
        QTest::newRow("SwiGLU") << "megatron_gpt_swiglu"
                                << 32 * (heads + 3 * 4096.0 * 14336 + 2 * 14336 + 4096 + 2 * 4096)
                + tables + 4096;
    }
    void megatronsOwnModelsAreCounted()
    {
        QFETCH(QString, type);
        QFETCH(double, parameters);
        const std::string sizes = R"json("hidden_size": 4096, "num_hidden_layers": 32,
            "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
            "vocab_size": 128256, "max_position_embeddings": 8192})json";
        const std::string config = "{\"model_type\": \"" + type.toStdString() + "\", " + sizes;
        const Plan made
            = planOf(scenarioWith({{"model.config", config}}, llamaOnAMesh()), m_catalog);
        QCOMPARE(made.model.parameters, parameters);
        QVERIFY(!findingOf(made, FindingId::MeshNotPlanned));
    }

    void anotherLossIsSaidToBeReplaced()
    {
        const Plan made = plan({{"training.loss", "chunked"}});
        QCOMPARE(made.memory.peak, plan().memory.peak);
        const auto found = std::find_if(made.findings.begin(), made.findings.end(),
            [](const Finding &one) { return one.id == FindingId::LossReplaced; });
        QVERIFY(found != made.findings.end());
        QVERIFY(describe(*found, made).find("Megatron-LM") != std::string::npos);
        QVERIFY(!found->repair.isEmpty());
    }

    void tensorParallelismOverTheNetworkIsWarnedOf()
    {
        const Plan made = plan({{"parallel.gpus_per_node", "2"}});
        QVERIFY(std::any_of(made.findings.begin(), made.findings.end(), [](const Finding &one) {
            return one.id == FindingId::TensorOverNodes && !one.repair.isEmpty();
        }));
    }
};

QTEST_APPLESS_MAIN(TestMesh)
#include "tst_mesh.moc"
