// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/meshproblem.h"
#include "core/step/stagepasses.h"
#include "tests/support/sentcollective.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Llama 3 8B under torchtitan on 64 GPUs: tensor 4, the rest sharded by FSDP2.
Scenario meshed(Settings settings = {})
{
    Scenario base = scenarioWith(
        {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.precision", "bf16-master"},
            {"training.sequence_length", "4096"}, {"training.checkpointing", "none"},
            {"training.modules", "torchtitan"}, {"training.loop", "torchtitan"},
            {"parallel.strategy", "fsdp"}, {"parallel.gpus", "64"}, {"parallel.tensor", "4"}});
    return scenarioWith(settings, base);
}

Plan plan(Settings settings = {})
{
    return planOf(meshed(settings), builtInCatalog());
}

/// The same model on transformers' modules under accelerate, on 8 GPUs.
Scenario accelerated(Settings settings = {})
{
    Scenario base = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
        {"training.precision", "bf16-master"}, {"training.sequence_length", "8192"},
        {"training.checkpointing", "none"}, {"training.loss", "fused"},
        {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp2"}, {"parallel.gpus", "8"}});
    return scenarioWith(settings, base);
}

/// Qwen3 30B-A3B, 128 experts of which each token takes 8, sharded by FSDP2 over 64 GPUs.
Scenario sparse(Settings settings = {})
{
    const Scenario base = meshed({{"model.id", "Qwen/Qwen3-30B-A3B"}, {"parallel.tensor", "1"}});
    return scenarioWith(settings, base);
}
Plan planSparse(Settings settings = {})
{
    return planOf(sparse(settings), builtInCatalog());
}

double partOf(const Plan &plan, PartId id)
{
    return plan.memory.atPeak(id).value();
}

/// "0F1": of stage 0's first chunk, forward, micro-batch 1; as torch prints its schedules.
QString orderOf(const std::vector<StageOp> &passes, const Stage &stage)
{
    QStringList words;
    for (const StageOp &pass : passes)
        words.append(QString::number(pass.chunk * stage.stages + stage.index)
            + (pass.isBackward ? 'B' : 'F') + QString::number(pass.microBatch));
    return words.join(' ');
}

} // namespace

class TestTorchMesh : public QObject
{
    Q_OBJECT

private slots:
    void passesComeInTorchsOrder_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("stage");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<QString>("order");
        // torch 2.14.1, schedules._get_1f1b_rank_ops.
        QTest::newRow("first of two interleaved stages, two rounds")
            << 2 << 2 << 0 << 4
            << "0F0 0F1 2F0 2F1 0F2 2B0 0F3 2B1 2F2 0B0 2F3 0B1 2B2 2B3 0B2 0B3";
        QTest::newRow("last of two interleaved stages, two rounds")
            << 2 << 2 << 1 << 4
            << "1F0 1F1 3F0 3B0 3F1 3B1 1F2 1B0 1F3 1B1 3F2 3B2 3F3 3B3 1B2 1B3";
        QTest::newRow("a single round") << 2 << 2 << 0 << 2 << "0F0 0F1 2F0 2F1 2B0 2B1 0B0 0B1";
        QTest::newRow("plain 1F1B, second of three stages")
            << 3 << 1 << 1 << 4 << "1F0 1F1 1B0 1F2 1B1 1F3 1B2 1B3";
        QTest::newRow("fewer micro-batches than stages") << 4 << 1 << 0 << 2 << "0F0 0F1 0B0 0B1";
    }
    void passesComeInTorchsOrder()
    {
        QFETCH(int, stages);
        QFETCH(int, chunks);
        QFETCH(int, stage);
        QFETCH(int, microBatches);
        const Stage place{.index = stage, .stages = stages};
        const PipelineOrder order{chunks, microBatches, stages};
        QTEST(orderOf(passesOfStage(place, order), place), "order");
    }

    void ofManyMicroBatchesTheFirstOnesAreFollowed()
    {
        const Stage place{.index = 1, .stages = 4};
        QCOMPARE(passesOfStage(place, {1, 4096}), passesOfStage(place, {1, 5}));
    }

    void tensorParallelismSharesWeightsAndState()
    {
        const Plan whole = plan({{"parallel.tensor", "1"}});
        const Plan cut = plan();
        // FSDP takes back among fewer ranks what tensor parallelism has cut.
        const double weights = partOf(whole, PartId::Weights);
        QVERIFY(std::abs(partOf(cut, PartId::Weights) - weights) < 0.01 * weights);
        QVERIFY(partOf(cut, PartId::Activations) < 0.6 * partOf(whole, PartId::Activations));
        QCOMPARE(sent(cut, "weight-all-gather")->group, 16);
        QCOMPARE(sent(cut, "activation-all-gather")->group, 4);
        QVERIFY(!sent(whole, "activation-all-gather"));
    }

    void withoutSequenceParallelismSumsTakeThePlaceOfGathers()
    {
        const Plan plain = plan({{"parallel.sequence", "off"}});
        QVERIFY(sent(plain, "activation-all-reduce"));
        QVERIFY(!sent(plain, "activation-reduce-scatter"));
        QVERIFY(partOf(plain, PartId::Activations) > partOf(plan(), PartId::Activations));
    }

    void lossParallelismKeepsLogitsApart()
    {
        const double apart = partOf(plan(), PartId::Logits);
        const double whole = partOf(plan({{"parallel.loss_parallel", "off"}}), PartId::Logits);
        QVERIFY(whole > 2 * apart);
    }

    void receiveBuffersAreThereForEachMicroBatch()
    {
        const auto buffers = [](std::string_view microBatches) {
            const Plan made = plan({{"parallel.pipeline", "4"},
                {"training.accumulation", microBatches}, {"parallel.strategy", "fsdp-grad-op"}});
            double bytes = 0;
            for (const Part &part : made.stages[1].memory.phases.front().parts)
                bytes += part.id == PartId::Buffers ? part.bytes.value() : 0;
            return bytes;
        };
        // Input and gradient of four more; sequence parallelism leaves a quarter of the stream.
        const double stream = 4096.0 * 4096 * 2 / 4;
        QCOMPARE(buffers("12") - buffers("8"), 4 * 2 * stream);
    }

    void pipelineKeepsWholeGradientsToTheEnd()
    {
        const auto gradients = [](std::string_view pipeline) {
            return partOf(plan({{"parallel.pipeline", pipeline}, {"training.accumulation", "8"},
                              {"parallel.strategy", "fsdp-grad-op"}}),
                PartId::Gradients);
        };
        QVERIFY(gradients("4") > gradients("1"));
    }

    void contextParallelismCopiesWhatAttentionMerged()
    {
        // The sum of tokens stays; each layer keeps its attention's result once more.
        const double plain
            = partOf(plan({{"training.sequence_length", "2048"}}), PartId::Activations);
        const double shared = partOf(plan({{"parallel.context", "2"}}), PartId::Activations);
        const double copies = 32 * 2048.0 * 4096 * 2 / 4;
        QVERIFY(shared - plain > 0.99 * copies && shared - plain < 1.02 * copies);
        QVERIFY(sent(plan({{"parallel.context", "2"}}), "key-value-all-gather"));
    }

    void whatTorchCannotCutIsRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("axis");
        QTest::newRow("more ranks than key heads") << "parallel.tensor"
                                                   << "16"
                                                   << "parallel.tensor";
        QTest::newRow("fewer micro-batches than stages") << "parallel.pipeline"
                                                         << "4"
                                                         << "training.accumulation";
        QTest::newRow("stages that do not divide the layers") << "parallel.pipeline"
                                                              << "3"
                                                              << "parallel.pipeline";
    }
    void whatTorchCannotCutIsRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, axis);
        const Scenario scenario
            = meshed({{key.toStdString(), value.toStdString()}, {"parallel.gpus", "192"}});
        const Plan made = planOf(scenario, builtInCatalog());
        QVERIFY(has(made, FindingId::MeshDoesNotDivide));
        const auto uneven = unevenAxis(scenario, made.model.spec);
        QVERIFY(uneven.has_value());
        QCOMPARE(QString::fromUtf8(uneven->data(), qsizetype(uneven->size())), axis);
    }

    void moreChunksThanLayersAreRefused()
    {
        const Plan made = plan({{"parallel.pipeline", "2"}, {"parallel.virtual_stages", "32"},
            {"training.accumulation", "8"}});
        QVERIFY(has(made, FindingId::MeshDoesNotDivide));
    }

    // transformers 5.12.1: matrices of layers are cut, embedding and head are not, and ranks have
    // the whole stream.
    void transformersCutsLayersAlone()
    {
        const Scenario whole = accelerated({{"parallel.tensor", "1"}});
        const Scenario cut = accelerated({{"parallel.tensor", "2"}});
        const Plan made = planOf(cut, builtInCatalog());
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
        const double tables = 2 * 128256.0 * 4096;
        const double norms = 65 * 4096.0;
        const double layers = 8030261248.0 - tables - norms;
        const double here = (tables + norms + layers / 2) / 4 * 4;
        QVERIFY(std::abs(partOf(made, PartId::Weights) - here) < 1e-4 * here);
        QVERIFY(!sent(made, "activation-all-gather"));
        // Behind two matrices of a layer forward, behind five backward.
        const Collective *forward = sent(made, "activation-all-reduce");
        const Collective *backward = sent(made, "activation-all-reduce-backward");
        QVERIFY(forward && backward);
        QCOMPARE(forward->messages, 32 * 2.0);
        QCOMPARE(backward->messages, 32 * 5.0);
        QVERIFY(partOf(made, PartId::Activations)
            < partOf(planOf(whole, builtInCatalog()), PartId::Activations));
    }

    // Of eight GPUs two share matrices, two of the four copies shard, and the other two repeat
    // them.
    void hybridShardingGoesBesideAMesh()
    {
        const Plan made = planOf(accelerated({{"parallel.tensor", "2"},
                                     {"parallel.strategy", "hsdp"}, {"parallel.shard_group", "2"}}),
            builtInCatalog());
        const Plan sharded = planOf(accelerated({{"parallel.tensor", "2"}}), builtInCatalog());
        QVERIFY(!has(made, FindingId::MeshNotPlanned));
        const double twice
            = partOf(made, PartId::OptimizerState) / partOf(sharded, PartId::OptimizerState);
        QVERIFY(std::abs(twice - 2) < 0.001);
        QCOMPARE(sent(made, "weight-all-gather")->group, 2);
        QCOMPARE(sent(made, "shard-all-reduce")->group, 2);
    }

    // Weights stay as they are, so that adapters are planned too.
    void accelerateSharesSequencesUnderAdapters()
    {
        const Plan plain = planOf(
            accelerated({{"training.method", "lora"}, {"training.sequence_length", "65536"}}),
            builtInCatalog());
        const Plan shared
            = planOf(accelerated({{"training.method", "lora"},
                         {"training.sequence_length", "65536"}, {"parallel.context", "8"}}),
                builtInCatalog());
        QVERIFY(!has(shared, FindingId::MeshNotPlanned));
        QVERIFY(shared.memory.peak.value() < plain.memory.peak.value() / 4);
        QVERIFY(sent(shared, "key-value-all-gather"));
        QCOMPARE(partOf(shared, PartId::Weights), partOf(plain, PartId::Weights));
    }

    void transformersCutsAModelByThePlanOfItsFamily_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<double>("share"); // of the weights that a rank keeps, of the whole
        QTest::newRow("Gemma 2, but for its table") << "google/gemma-2-9b" << 0.55;
        QTest::newRow("Pythia, with biases") << "EleutherAI/pythia-6.9b" << 0.54;
        QTest::newRow("Phi-3, which gathers what it projects")
            << "microsoft/Phi-3-mini-4k-instruct" << 0.53;
        QTest::newRow("Mixtral's experts") << "mistralai/Mixtral-8x7B-v0.1" << 0.51;
        QTest::newRow("Qwen3's experts and norms") << "Qwen/Qwen3-30B-A3B" << 0.52;
        QTest::newRow("Qwen3-Next, but for layers with a state")
            << "Qwen/Qwen3-Next-80B-A3B-Instruct" << 0.52;
        QTest::newRow("DeepSeek-V3's experts, not its attention")
            << "deepseek-ai/DeepSeek-V3" << 0.51;
    }
    void transformersCutsAModelByThePlanOfItsFamily()
    {
        QFETCH(QString, model);
        QFETCH(double, share);
        const auto planned = [&model](const char *ranks) {
            // As many GPUs shard what is left: all of the difference is the cut.
            const int gpus = 8 * std::atoi(ranks);
            return planOf(accelerated({{"model.id", model.toStdString()},
                              {"training.loss", "standard"}, {"training.attention", "flash"},
                              {"parallel.tensor", ranks}, {"parallel.gpus", std::to_string(gpus)}}),
                builtInCatalog());
        };
        const Plan whole = planned("1");
        const Plan cut = planned("2");
        QVERIFY(!has(cut, FindingId::MeshNotPlanned));
        const double kept = partOf(cut, PartId::Weights) / partOf(whole, PartId::Weights);
        QVERIFY2(std::abs(kept - share) < 0.01, qPrintable(QString::number(kept)));
        QVERIFY(sent(cut, "activation-all-reduce"));
    }

    void headsThatAreGatheredAreSent()
    {
        const auto gathers = [](const char *model) {
            const Plan cut = planOf(accelerated({{"model.id", model}, {"training.loss", "standard"},
                                        {"training.attention", "flash"}, {"parallel.tensor", "2"}}),
                builtInCatalog());
            return sent(cut, "activation-all-gather") != nullptr;
        };
        QVERIFY(gathers("allenai/OLMo-2-1124-7B"));
        QVERIFY(!gathers("mistralai/Mixtral-8x7B-v0.1"));
    }

    void factorsBesideBiasesAndExpertsAreNotCut()
    {
        for (const char *model : {"EleutherAI/pythia-6.9b", "Qwen/Qwen3-30B-A3B"}) {
            const Plan made = planOf(accelerated({{"model.id", model}, {"training.method", "lora"},
                                         {"training.loss", "standard"}, {"parallel.tensor", "2"}}),
                builtInCatalog());
            QVERIFY2(has(made, FindingId::MeshNotPlanned), model);
        }
    }

    void headsOfAnyLayerThatRanksDoNotDivideAreRefused()
    {
        const Scenario scenario = accelerated(
            {{"model.id", "google/gemma-4-31B (text decoder)"}, {"parallel.tensor", "2"}});
        ModelSpec spec = planOf(scenario, builtInCatalog()).model.spec;
        QVERIFY(spec.mixed);
        QVERIFY(!unevenAxis(scenario, spec));
        spec.mixed->fullKvHeads = 1;
        QCOMPARE(unevenAxis(scenario, spec), std::optional<std::string_view>("parallel.tensor"));
    }

    void expertsOfAWidthThatRanksDoNotDivideAreRefused()
    {
        const Scenario scenario
            = accelerated({{"model.id", "Qwen/Qwen3-30B-A3B"}, {"parallel.tensor", "2"}});
        ModelSpec spec = planOf(scenario, builtInCatalog()).model.spec;
        QVERIFY(!unevenAxis(scenario, spec));
        spec.experts->width += 1;
        QCOMPARE(unevenAxis(scenario, spec), std::optional<std::string_view>("parallel.tensor"));
    }

    void whatAccelerateCannotCutIsRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("axis");
        QTest::newRow("4-bit weights under tensor parallelism") << "training.method"
                                                                << "qlora"
                                                                << "parallel.tensor";
        QTest::newRow("eager attention that shares sequences") << "training.attention"
                                                               << "eager"
                                                               << "parallel.context";
        QTest::newRow("layers with a state under tensor parallelism")
            << "model.id"
            << "nvidia/Nemotron-H-8B-Base-8K"
            << "parallel.tensor";
        QTest::newRow("latent attention that shares sequences") << "model.id"
                                                                << "deepseek-ai/DeepSeek-V2-Lite"
                                                                << "parallel.context";
    }
    void whatAccelerateCannotCutIsRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, axis);
        const std::string name = axis.toStdString();
        const Scenario scenario
            = accelerated({{name, "2"}, {key.toStdString(), value.toStdString()}});
        const Plan made = planOf(scenario, builtInCatalog());
        const auto found = std::find_if(made.findings.begin(), made.findings.end(),
            [](const Finding &one) { return one.id == FindingId::MeshNotPlanned; });
        QVERIFY(found != made.findings.end());
        QCOMPARE(found->repair.settings.size(), std::size_t{1});
        QCOMPARE(found->repair.settings[0].first, name);
    }

    void aLossOverASharedHeadIsTorchsOwn()
    {
        const Plan own = plan();
        const Plan other = plan({{"training.loss", "fused"}, {"training.label_smoothing", "0.1"}});
        QVERIFY(has(other, FindingId::LossReplaced));
        QVERIFY(!has(own, FindingId::LossReplaced));
        QCOMPARE(other.memory.peak.value(), own.memory.peak.value());
    }

    void expertsThatAreDealtOutAreGatheredByFewer()
    {
        // So few tokens that layers decide, not the loss.
        const Plan whole = planSparse({{"training.sequence_length", "512"}});
        const Plan dealt
            = planSparse({{"training.sequence_length", "512"}, {"parallel.expert", "16"}});
        QVERIFY(!has(dealt, FindingId::MeshNotPlanned));
        // FSDP takes back among fewer ranks what expert parallelism has dealt out.
        for (const PartId id : {PartId::Weights, PartId::OptimizerState})
            QVERIFY(std::abs(partOf(dealt, id) / partOf(whole, id) - 1) < 0.001);
        const double experts = 2.0 * 128 * 3 * 2048 * 768;
        QVERIFY(partOf(whole, PartId::Gathered) - partOf(dealt, PartId::Gathered) > 0.9 * experts);
        const Collective *gather = sent(dealt, "expert-weight-all-gather");
        QVERIFY(gather && sent(dealt, "weight-all-gather"));
        QCOMPARE(gather->group, 4);
        QCOMPARE(sent(dealt, "weight-all-gather")->group, 64);
        // A sixteenth of the experts of a layer, in 16 bits.
        QCOMPARE(gather->message.value() / gather->messages, experts / 16);
        QCOMPARE(gather->messages, 48.0);
        QVERIFY(!sent(whole, "token-all-to-all"));
    }

    void tokensGoToTheirExpertsAndBack_data()
    {
        QTest::addColumn<QString>("checkpointing");
        QTest::addColumn<double>("backward");
        QTest::newRow("without checkpoints") << "none" << 2.0;
        QTest::newRow("computed again") << "full" << 4.0;
    }
    void tokensGoToTheirExpertsAndBack()
    {
        QFETCH(QString, checkpointing);
        QFETCH(double, backward);
        const std::string mode = checkpointing.toStdString();
        const Plan made = planSparse({{"parallel.expert", "8"}, {"training.checkpointing", mode}});
        double calls = 0;
        for (const Collective &one : made.traffic.collectives) {
            if (one.payload != Payload::Tokens)
                continue;
            QCOMPARE(one.op, CollectiveOp::AllToAll);
            QCOMPARE(one.group, 8);
            QCOMPARE(one.message.value() / one.messages, 2.0 * 4096 * 8 * 2048);
            calls += one.messages * one.timesPerStep;
        }
        QCOMPARE(calls, 48 * (2 + backward));
    }

    void whatExpertsDoNotDivideIsRefused_data()
    {
        QTest::addColumn<QString>("gpus");
        QTest::addColumn<QString>("expert");
        QTest::addColumn<QString>("repaired");
        QTest::newRow("experts that do not divide") << "60"
                                                    << "3"
                                                    << "2";
        QTest::newRow("matrices of experts that do not divide") << "512"
                                                                << "1"
                                                                << "2";
    }
    void whatExpertsDoNotDivideIsRefused()
    {
        QFETCH(QString, gpus);
        QFETCH(QString, expert);
        QFETCH(QString, repaired);
        const Plan made = planSparse(
            {{"parallel.gpus", gpus.toStdString()}, {"parallel.expert", expert.toStdString()}});
        const auto found = std::find_if(made.findings.begin(), made.findings.end(),
            [](const Finding &one) { return one.id == FindingId::MeshDoesNotDivide; });
        QVERIFY(found != made.findings.end());
        QCOMPARE(found->repair.settings.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(found->repair.settings[0].second), repaired);
    }

    void expertsThatAreNotDerivedAreRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("beside tensor parallelism") << "parallel.tensor"
                                                   << "2";
        QTest::newRow("in hybrid sharding") << "parallel.strategy"
                                            << "hsdp";
        QTest::newRow("with selective checkpoints") << "training.checkpointing"
                                                    << "selective";
        QTest::newRow("with latent attention") << "model.id"
                                               << "deepseek-ai/DeepSeek-V2-Lite";
        QTest::newRow("with adapters") << "training.method"
                                       << "lora";
    }
    void expertsThatAreNotDerivedAreRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const Plan made
            = planSparse({{"parallel.expert", "8"}, {key.toStdString(), value.toStdString()}});
        QVERIFY(has(made, FindingId::MeshNotPlanned));
    }

    void adaptersOnAMeshAreRefusedAloud()
    {
        QVERIFY(has(plan({{"training.method", "lora"}, {"parallel.pipeline", "2"}}),
            FindingId::MeshNotPlanned));
    }
};

QTEST_APPLESS_MAIN(TestTorchMesh)

#include "tst_torchmesh.moc"
