// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed's pipeline engine around Megatron-DeepSpeed's modules: what its stages hold and send,
// what it refuses, and how files say it.
#include "core/interchange/importrun.h"
#include "core/judge/findingtext.h"
#include "core/modules/megatron/layers.h"
#include "core/scenario/mesh.h"
#include "core/step/workload.h"
#include "tests/support/sentcollective.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// GPT-2 XL on 8 GPUs: four stages, two copies.
Scenario pipeline(Settings settings = {})
{
    const Scenario base = scenarioWith({{"model.id", "openai-community/gpt2-xl"},
        {"training.precision", "fp16-master"}, {"training.sequence_length", "1024"},
        {"training.micro_batch", "1"}, {"training.accumulation", "8"},
        {"training.checkpointing", "full"}, {"training.attention", "eager"},
        {"parallel.strategy", "zero1"}, {"parallel.framework", "deepspeed"}, {"parallel.gpus", "8"},
        {"parallel.pipeline", "4"}});
    return scenarioWith(settings, base);
}

Plan plan(Settings settings = {})
{
    return planOf(pipeline(settings), builtInCatalog());
}

double peakOf(const StagePlan &stage, PhaseId id)
{
    const auto &phases = stage.memory.phases;
    const auto phase = std::find_if(
        phases.begin(), phases.end(), [id](const Phase &one) { return one.id == id; });
    return phase->tensorPeak.value();
}

// GPT-2 XL: 48 layers of 1600, 25 heads, 50257 words (padded to 50304), 1024 positions.
constexpr double hidden = 1600;
constexpr double words = 50304 * hidden;
constexpr double positions = 1024 * hidden;
constexpr double layer = 12 * hidden * hidden + 13 * hidden;
constexpr double stream = 1024 * hidden * 2;

} // namespace

class TestPipelineEngine : public QObject
{
    Q_OBJECT

private slots:
    // The last stage has the words once more, and a table of positions that it does not use.
    void stagesHoldTheirLayersAndTheTable()
    {
        const Plan made = plan();
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
        QCOMPARE(made.stages.size(), std::size_t{4});
        const auto weights = [&](std::size_t stage) {
            return made.stages[stage].memory.atPeak(PartId::Weights).value();
        };
        QCOMPARE(weights(0), 2 * (12 * layer + words + positions));
        QCOMPARE(weights(1), 2 * 12 * layer);
        QCOMPARE(weights(3), 2 * (12 * layer + words + positions + 2 * hidden));
    }

    // Two copies share the optimizer's states.
    void zero1SharesStatesAmongCopies()
    {
        const auto states = [](const Plan &made) {
            return made.stages[1].memory.atPeak(PartId::OptimizerState).value();
        };
        const double shared = states(plan());
        QCOMPARE(shared, 8 * 12 * layer / 2);
        const double whole = states(plan({{"parallel.strategy", "ddp"}}));
        QCOMPARE(whole, 2 * shared);
    }

    // Inputs and gradients come in one buffer, however many micro-batches are in flight.
    void stagesHaveOneReceiveBuffer()
    {
        for (const char *microBatches : {"4", "16"}) {
            const Plan made = plan({{"training.accumulation", microBatches}});
            for (const std::size_t stage : {0U, 1U, 3U}) {
                const auto &parts = made.stages[stage].memory.timeline.samples.back().parts;
                QCOMPARE(parts[static_cast<std::size_t>(PartId::Buffers)], stream);
            }
        }
    }

    // Two micro-batches' logits in fp32 stay in the last stage's buffers, also between steps.
    void theLastStageKeepsLogits()
    {
        const Plan made = plan();
        const double kept = 2 * 1024 * 50304.0 * 4;
        const auto between = [&](std::size_t stage) {
            const auto &parts = made.stages[stage].memory.timeline.samples.back().parts;
            return parts[static_cast<std::size_t>(PartId::Logits)];
        };
        QCOMPARE(between(0), 0.0);
        QCOMPARE(between(3), kept);
        const Plan alone = plan({{"training.accumulation", "1"}});
        const auto &parts = alone.stages[3].memory.timeline.samples.back().parts;
        QCOMPARE(parts[static_cast<std::size_t>(PartId::Logits)], kept / 2);
    }

    // The stage that reduces makes its bucket then; the last one has had it since it went backward.
    void bucketsAreMadeWhenAStageReduces()
    {
        const Plan made = plan({{"parallel.reduce_bucket", "300000000"}});
        const auto momentsWithBucket = [&](std::size_t stage) {
            const auto &samples = made.stages[stage].memory.timeline.samples;
            return std::count_if(samples.begin(), samples.end(), [](const auto &sample) {
                return sample.parts[static_cast<std::size_t>(PartId::Buffers)] > 2 * 300e6;
            });
        };
        QVERIFY(momentsWithBucket(3) > 3);
        QCOMPARE(momentsWithBucket(0), 1); // the largest moment of its last backward pass
        const Plan small = plan({{"parallel.reduce_bucket", "1000000"}});
        QVERIFY(
            peakOf(made.stages[0], PhaseId::Backward) > peakOf(small.stages[0], PhaseId::Backward));
    }

    void activationsGoFromStageToStage()
    {
        const Plan made = plan();
        const Collective *forward = sent(made.stages[1], "activation-send-receive");
        QVERIFY(forward);
        QCOMPARE(forward->bytesPerGpu.value(), stream);
        QVERIFY(!sent(made.stages[1], "activation-all-gather"));
    }

    // Of ranks that share matrices each sends its part, and gathers the whole.
    void ranksOfAMatrixSendTheirPart()
    {
        const Settings cut{{"model.id", "bigscience/bloom-7b1"}, {"parallel.gpus", "16"},
            {"parallel.tensor", "2"}, {"training.sequence_length", "2048"}};
        const Plan made = plan(cut);
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
        const Collective *forward = sent(made.stages[1], "activation-send-receive");
        QVERIFY(forward);
        QCOMPARE(forward->bytesPerGpu.value(), 2048 * 4096.0 * 2 / 2);
        QVERIFY(sent(made.stages[1], "activation-all-gather"));
        QCOMPARE(sent(made.stages[1], "activation-all-gather-backward")->messages, 2.0);
    }

    void theTableIsReducedBetweenTheEnds()
    {
        const Plan made = plan();
        const auto tied = [](const StagePlan &stage) {
            const auto &all = stage.traffic.collectives;
            return std::count_if(all.begin(), all.end(), [](const Collective &one) {
                return one.source.find("_exec_reduce_tied_grads") != one.source.npos;
            });
        };
        QCOMPARE(tied(made.stages[0]), 1);
        QCOMPARE(tied(made.stages[1]), 0);
        QCOMPARE(tied(made.stages[3]), 1);
    }

    // runtime/utils.py, partition_balanced of type:transformer: 48 layers on 5 stages.
    void layersThatDoNotDivideGoToTheFirst()
    {
        const Plan made = plan({{"parallel.pipeline", "5"}, {"parallel.gpus", "10"}});
        QVERIFY(!has(made, FindingId::MeshDoesNotDivide));
        const int counts[] = {10, 10, 10, 9, 9};
        for (std::size_t i = 0; i < 5; ++i)
            QCOMPARE(made.stages[i].stage.layers, counts[i]);
    }

    // 32-bit sums of gradients beside 16-bit ones, whole on each rank.
    void bf16AccumulatesInSingle()
    {
        const Plan made = plan(
            {{"training.precision", "bf16-master"}, {"parallel.gradient_precision", "fp32"}});
        const double gradients = made.stages[1].memory.atPeak(PartId::Gradients).value();
        QVERIFY(gradients >= 4 * 12 * layer);
    }

    // The modules can be asked for without stages: attention keeps its scores.
    void onePieceIsAPipelineModuleWhereItIsAskedFor()
    {
        const Settings one{{"parallel.pipeline", "1"}, {"training.modules", "megatron-deepspeed"}};
        QVERIFY(runsPipelineModule(pipeline(one)));
        QVERIFY(!runsPipelineModule(pipeline({{"parallel.pipeline", "1"}})));
        const Plan made = plan(one);
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
    }

    void theFusedSoftmaxTakesFullBlocks_data()
    {
        QTest::addColumn<int>("sequence");
        QTest::addColumn<int>("batch");
        QTest::addColumn<bool>("fuses");
        QTest::newRow("25 heads are no multiple of 4") << 1024 << 1 << false;
        QTest::newRow("four sequences make them one") << 1024 << 4 << true;
        QTest::newRow("more than 2048 tokens") << 4096 << 4 << false;
        QTest::newRow("short ones take 8 at once") << 128 << 4 << false;
    }
    void theFusedSoftmaxTakesFullBlocks()
    {
        QFETCH(int, sequence);
        QFETCH(int, batch);
        const Catalog catalog = builtInCatalog();
        const Result<Resolved> resolved = resolve(pipeline(), catalog);
        QVERIFY(resolved);
        LayerSettings settings = makeWorkload(pipeline(), *resolved).layerSettings();
        settings.sequence = sequence;
        settings.batch = batch;
        QTEST(fusesSoftmax(settings), "fuses");
        const Tape tape = megatronLayerTape(settings, {});
        const bool isSingle = std::any_of(
            tape.ops.begin(), tape.ops.end(), [](const Op &op) { return op.name == "softmax"; });
        QCOMPARE(!isSingle, fusesSoftmax(settings));
    }

    void whatItCannotIsSaid_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const char *key, const char *value,
                             const char *says) { QTest::newRow(name) << key << value << says; };
        row("ZeRO-2", "parallel.strategy", "zero2", "refuses ZeRO-2 and ZeRO-3");
        row("ZeRO-3", "parallel.strategy", "zero3", "refuses ZeRO-2 and ZeRO-3");
        row("Llama's layers", "model.id", "meta-llama/Llama-3.2-1B", "GPTModelPipe");
        row("adapters", "training.method", "lora", "GPTModelPipe");
        row("offload", "parallel.offload", "optimizer", "GPTModelPipe");
        row("shared sequences", "parallel.context", "2", "GPTModelPipe");
        row("selective checkpointing", "training.checkpointing", "selective", "GPTModelPipe");
        row("more stages than layers", "parallel.pipeline", "64", "dealt out");
        row("GPipe", "parallel.schedule", "gpipe", "DeepSpeed have no GPipe");
        row("a fused loss", "training.loss", "fused", "computes its own loss");
    }
    void whatItCannotIsSaid()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const std::string name = key.toStdString();
        const std::string text = value.toStdString();
        const Plan made = plan({{name, text}, {"parallel.gpus", "128"}});
        QString all;
        for (const Finding &finding : made.findings)
            all += QString::fromStdString(describe(finding, made)) + '\n';
        QFETCH(QString, says);
        QVERIFY2(all.contains(says), qPrintable(all));
    }

    // As train/tr11-176B-ml/tr11-176B-ml.slurm of bigscience-workshop/bigscience has it.
    void aLaunchScriptSaysSo()
    {
        const std::vector<RunFile> files{
            {"train.sh",
                "deepspeed --num_nodes 48 --num_gpus 8 pretrain_gpt.py "
                "--tensor-model-parallel-size 4 --pipeline-model-parallel-size 12 "
                "--pp-partition-method 'type:transformer|embedding' --num-layers 70 "
                "--hidden-size 14336 --num-attention-heads 112 --seq-length 2048 "
                "--max-position-embeddings 2048 --micro-batch-size 2 --global-batch-size 2048 "
                "--pad-vocab-size-to 250880 --embed-layernorm --fp16 "
                "--position-embedding-type alibi --checkpoint-activations "
                "--deepspeed --deepspeed_config ds_config.json --zero-stage 1 "
                "--deepspeed-activation-checkpointing\n"},
            {"ds_config.json",
                "{\"train_micro_batch_size_per_gpu\": 2, \"train_batch_size\": 2048,\n"
                "\"zero_optimization\": {\"stage\": 1}, \"fp16\": {\"enabled\": true}}"}};
        const Result<ImportedRun> run = importRun(files, builtInCatalog(), {}, {}, {});
        QVERIFY(run);
        for (const auto &problem : run->problems)
            qWarning("%s %s", problem.where.c_str(), englishText(problem.found).c_str());
        QVERIFY(run->problems.empty());
        const Scenario &scenario = run->scenario;
        QCOMPARE(scenario.training.modules, ModuleLibrary::MegatronDeepSpeed);
        QCOMPARE(scenario.parallel.framework, Framework::DeepSpeed);
        QCOMPARE(scenario.parallel.strategy, Strategy::Zero1);
        QCOMPARE(scenario.parallel.gpus, 384);
        QCOMPARE(scenario.parallel.tensor, 4);
        QCOMPARE(scenario.parallel.pipeline, 12);
        QCOMPARE(scenario.parallel.firstStageLayers, 5);
        QCOMPARE(scenario.parallel.lastStageLayers, 5);
        QCOMPARE(scenario.training.accumulation, 128);
        QCOMPARE(scenario.training.checkpointing, Checkpointing::Full);
        QCOMPARE(scenario.training.attention, Attention::Eager);
        const Plan made = planOf(scenario, builtInCatalog());
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
        QCOMPARE(made.model.spec.modelType, std::string("bloom"));
        QCOMPARE(made.stages[0].stage.layers, 5);
        QCOMPARE(made.stages[1].stage.layers, 6);
    }

    // A checkpoint around several layers keeps fewer inputs: said, not planned.
    void aConfigsPipelineBlockIsRead()
    {
        const std::vector<RunFile> files{{"ds_config.json",
            "{\"train_micro_batch_size_per_gpu\": 2, \"zero_optimization\": {\"stage\": 1},\n"
            "\"pipeline\": {\"activation_checkpoint_interval\": 2, \"pipe_partitioned\": false,\n"
            "\"seed_layers\": true}}"}};
        const Result<ImportedRun> run = importRun(files, builtInCatalog(), {}, {}, {});
        QVERIFY(run);
        QCOMPARE(run->scenario.training.checkpointing, Checkpointing::Full);
    }
};

QTEST_APPLESS_MAIN(TestPipelineEngine)

#include "tst_pipelineengine.moc"
