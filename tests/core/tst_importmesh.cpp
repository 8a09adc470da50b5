// SPDX-License-Identifier: GPL-3.0-or-later
// Files of runs that cut the model: Megatron-LM's launch lines, torchtitan's and accelerate's
// meshes.
#include "core/interchange/writerun.h"
#include "core/scenario/pipelineorder.h"
#include "tests/support/importrun.h"

#include <QTest>

using namespace shardscope;

class TestImportMesh : public QObject
{
    Q_OBJECT

private slots:
    void biasesAreThereUnlessLeftOut()
    {
        const std::string shape = "torchrun pretrain_gpt.py --num-layers 24 --hidden-size 1024 "
                                  "--num-attention-heads 16 --swiglu";
        QVERIFY(imported({{"a.sh", shape}}).scenario.model.imported->spec.mlpBias);
        QVERIFY(!imported({{"a.sh", shape + " --disable-bias-linear"}})
                     .scenario.model.imported->spec.mlpBias);
    }

    // Without --swiglu Megatron-LM's experts have no gates, and tokens go to all ranks.
    void expertsAreAsTheScriptSays()
    {
        const std::string line
            = "torchrun pretrain_gpt.py --num-layers 12 --hidden-size 512 --num-attention-heads 8 "
              "--num-experts 8 --disable-bias-linear --bf16";
        const ImportedRun plain = imported({{"a.sh", line}});
        const ModelSpec &spec = plain.scenario.model.imported->spec;
        QVERIFY(spec.experts && !spec.experts->isGated && !spec.gatedMlp);
        QCOMPARE(spec.experts->width, std::int64_t{2048});
        QCOMPARE(plain.scenario.parallel.dispatcher, TokenDispatcher::AllGather);
        QCOMPARE(plain.scenario.training.experts, ExpertCode::Loop);
        const ImportedRun gated = imported(
            {{"a.sh", line + " --swiglu --moe-grouped-gemm --moe-token-dispatcher-type alltoall"}});
        QVERIFY(gated.scenario.model.imported->spec.experts->isGated);
        QCOMPARE(gated.scenario.parallel.dispatcher, TokenDispatcher::AllToAll);
        QCOMPARE(gated.scenario.training.experts, ExpertCode::Grouped);
        // Positions that are turned, and biases of experts, are said not to be planned.
        const ImportedRun turned = imported({{"a.sh", line + " --position-embedding-type rope"}});
        QVERIFY(rowOf(turned.report.assumed, "position_embedding_type"));
    }

    void blocksOfRecomputedLayers()
    {
        const std::string line
            = "torchrun pretrain_gpt.py --num-layers 24 --hidden-size 1024 --num-attention-heads "
              "16 "
              "--recompute-granularity full --recompute-num-layers 3 --recompute-method ";
        QCOMPARE(imported({{"a.sh", line + "block"}}).scenario.training.blockLayers, 3);
        const ImportedRun uniform = imported({{"a.sh", line + "uniform"}});
        QCOMPARE(uniform.scenario.training.blockLayers, 0);
        QCOMPARE(uniform.scenario.training.groupLayers, 3);
        QVERIFY(rowOf(uniform.report.taken, "recompute_num_layers"));
    }

    void productsInEightBitsAreOfTheRecipe()
    {
        const std::string line = "torchrun pretrain_gpt.py --num-layers 24 --hidden-size 1024 "
                                 "--num-attention-heads 16 --bf16";
        const auto training = [&line](std::string_view more) {
            return imported({{"a.sh", line + std::string(more)}}).scenario.training;
        };
        QCOMPARE(training(" --fp8-format hybrid").fp8, Fp8::EngineDelayed);
        QCOMPARE(training(" --fp8-format e4m3 --fp8-recipe blockwise").fp8, Fp8::EngineBlocks);
        QCOMPARE(training(" --fp8-format hybrid --fp8-recipe tensorwise").fp8, Fp8::EngineCurrent);
        QCOMPARE(training(" --fp8-format e4m3 --fp8-recipe mxfp8").fp8, Fp8::EngineMx);
        QCOMPARE(training(" --fp8-recipe mxfp8").fp8, Fp8::None);
        QCOMPARE(training(" --fp8-format hybrid").fp8Weights, Fp8Weights::Copied);
        QCOMPARE(training(" --fp8-format hybrid --fp8-param-gather").fp8Weights, Fp8Weights::Alone);
    }

    void partsThatSelectiveRecomputationRunsAgain()
    {
        const std::string line
            = "torchrun pretrain_gpt.py --num-layers 24 --hidden-size 1024 --num-attention-heads "
              "16 --recompute-granularity selective";
        QCOMPARE(imported({{"a.sh", line}}).scenario.training.recomputeModules, "core_attn");
        QCOMPARE(imported({{"a.sh", line + " --recompute-modules layernorm moe_act --bf16"}})
                     .scenario.training.recomputeModules,
            "layernorm,moe_act");
        // A part that no plan follows is said.
        const ImportedRun other
            = imported({{"a.sh", line + " --recompute-modules core_attn gdn_norm_out --bf16"}});
        QCOMPARE(other.scenario.training.recomputeModules, "core_attn");
        QVERIFY(!other.problems.empty() || rowOf(other.report.notUnderstood, "recompute_modules"));
    }

    void torchtitansMeshIsPlanned()
    {
        const ImportedRun run = imported({{"a.toml",
            "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 8\n"
            "[parallelism]\ntensor_parallel_degree = 4\npipeline_parallel_degree = 2\n"
            "disable_loss_parallel = true\n"}});
        QVERIFY(run.problems.empty());
        const Scenario &scenario = run.scenario;
        QCOMPARE(scenario.parallel.tensor, 4);
        QCOMPARE(scenario.parallel.pipeline, 2);
        QCOMPARE(scenario.parallel.lossParallel, LossParallel::Off);
        QCOMPARE(scenario.training.modules, ModuleLibrary::Torchtitan);
        // A pipeline cuts the local batch into micro-batches of one sequence.
        QCOMPARE(scenario.training.microBatch, 1);
        QCOMPARE(scenario.training.accumulation, 8);
    }

    void torchtitansExpertsAreDealtOut()
    {
        const ImportedRun run = imported({{"a.toml",
            "[model]\nname = \"qwen3\"\nflavor = \"30B-A3B\"\n[training]\nlocal_batch_size = 1\n"
            "[activation_checkpoint]\nmode = \"full\"\n"
            "[parallelism]\ndata_parallel_shard_degree = 16\nexpert_parallel_degree = 8\n"}});
        QVERIFY(run.problems.empty());
        QCOMPARE(run.scenario.parallel.expert, 8);
        QCOMPARE(run.scenario.parallel.gpus, 16);
        QCOMPARE(meshOf(run.scenario).expertReplicas(), 2);
        const RunTarget *target = findRunTarget("torchtitan");
        QVERIFY(target);
        const WrittenRun written = writeRun(*target, run.scenario, builtInCatalog(), {});
        QVERIFY(written.text.find("expert_parallel_degree = 8") != std::string::npos);
    }

    // One shard and eight copies: hybrid sharding, in which experts are not planned.
    void expertsOfWholeCopiesAreNotPlanned()
    {
        const ImportedRun run = imported({{"a.toml",
            "[model]\nname = \"qwen3\"\nflavor = \"30B-A3B\"\n[parallelism]\n"
            "data_parallel_shard_degree = 1\ndata_parallel_replicate_degree = 8\n"
            "expert_parallel_degree = 2\n"}});
        const Plan plan = planOf(run.scenario, builtInCatalog());
        QVERIFY(std::any_of(plan.findings.begin(), plan.findings.end(),
            [](const Finding &one) { return one.id == FindingId::MeshNotPlanned; }));
    }

    void torchtitansSchedulesAreTold_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<PipelineKind>("schedule");
        QTest::addColumn<int>("chunks");
        QTest::newRow("1F1B") << QByteArray("1F1B") << PipelineKind::OneForwardOneBackward << 1;
        QTest::newRow("interleaved 1F1B")
            << QByteArray("Interleaved1F1B") << PipelineKind::Interleaved << 2;
        QTest::newRow("zero bubble")
            << QByteArray("InterleavedZeroBubble") << PipelineKind::ZeroBubble << 2;
        QTest::newRow("zero bubble in a V")
            << QByteArray("ZBVZeroBubble") << PipelineKind::ZeroBubbleV << 2;
        QTest::newRow("DualPipeV") << QByteArray("DualPipeV") << PipelineKind::DualPipeV << 2;
    }
    void torchtitansSchedulesAreTold()
    {
        QFETCH(QByteArray, name);
        QFETCH(PipelineKind, schedule);
        QFETCH(int, chunks);
        const ImportedRun run = imported({{"a.toml",
            "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 8\n"
            "[activation_checkpoint]\nmode = \"none\"\n"
            "[parallelism]\npipeline_parallel_degree = 4\npipeline_parallel_schedule = \""
                + name.toStdString() + "\"\n"}});
        QVERIFY(run.problems.empty());
        QCOMPARE(run.scenario.parallel.schedule, schedule);
        QCOMPARE(run.scenario.parallel.virtualStages, chunks);
        QVERIFY(runsSchedule(run.scenario));
        const RunTarget *target = findRunTarget("torchtitan");
        QVERIFY(target);
        const WrittenRun written = writeRun(*target, run.scenario, builtInCatalog(), {});
        QVERIFY(written.text.find(name.toStdString()) != std::string::npos);
    }

    void acceleratesMeshIsPlanned()
    {
        const auto run = [](const char *sizes) {
            return imported({{"a.yaml",
                std::string("distributed_type: FSDP\nfsdp_config:\n  fsdp_version: 2\n"
                            "num_processes: 8\nmixed_precision: bf16\nparallelism_config:\n")
                    + sizes}});
        };
        const ImportedRun shared = run("  parallelism_config_cp_size: 8\n");
        QVERIFY(shared.problems.empty());
        QCOMPARE(shared.scenario.parallel.context, 8);
        const ImportedRun cut
            = run("  parallelism_config_tp_size: 2\n  parallelism_config_dp_shard_size: 4\n");
        QVERIFY(cut.problems.empty());
        QCOMPARE(cut.scenario.parallel.tensor, 2);
        const ImportedRun hybrid = run("  parallelism_config_tp_size: 2\n"
                                       "  parallelism_config_dp_shard_size: 2\n"
                                       "  parallelism_config_dp_replicate_size: 2\n");
        QVERIFY(hybrid.problems.empty());
        QCOMPARE(hybrid.scenario.parallel.strategy, Strategy::Hsdp);
        QCOMPARE(hybrid.scenario.parallel.shardGroup, 2);
        QCOMPARE(hybrid.scenario.parallel.tensor, 2);
    }

    // It is another ring than torch's.
    void axolotlsContextParallelismIsRefused()
    {
        const ImportedRun run = imported({{"a.yaml",
            "base_model: meta-llama/Llama-3.1-8B\ncontext_parallel_size: 4\nfsdp_version: 2\n"
            "fsdp_config:\n  reshard_after_forward: true\n"}});
        QVERIFY(!run.problems.empty());
        QCOMPARE(run.problems[0].where, std::string("context_parallel_size"));
    }
};

QTEST_APPLESS_MAIN(TestImportMesh)
#include "tst_importmesh.moc"
