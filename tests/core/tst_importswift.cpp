// SPDX-License-Identifier: GPL-3.0-or-later
// Launch lines and recipes of ms-swift.
#include "core/interchange/launchline.h"
#include "tests/support/importrun.h"

#include <QTest>

using namespace shardscope;

namespace {

const std::string sft = "swift sft --model Qwen/Qwen2.5-7B-Instruct --tuner_type lora "
                        "--torch_dtype bfloat16 --per_device_train_batch_size 2 ";

ImportedRun launched(const std::string &line)
{
    return imported({{"train.sh", line}});
}

} // namespace

class TestImportSwift : public QObject
{
    Q_OBJECT

private slots:
    void whatARecipeSaysIsTaken()
    {
        const ImportedRun run = launched("NPROC_PER_NODE=4 " + sft
            + "--lora_rank 16 --target_modules q_proj v_proj --attn_impl flash_attn "
              "--max_length 4096 --gradient_accumulation_steps 3 --use_liger_kernel true "
              "--deepspeed zero3 --dataset a#1000 --vit_lr 1e-5");
        QVERIFY(run.problems.empty());
        QVERIFY(run.report.notUnderstood.empty());
        const Scenario &scenario = run.scenario;
        QCOMPARE(scenario.model.id, std::string("Qwen/Qwen2.5-7B"));
        QCOMPARE(scenario.training.method, Method::Lora);
        QCOMPARE(scenario.training.loraRank, 16);
        QCOMPARE(scenario.training.loraTargets, std::string("q_proj,v_proj"));
        QCOMPARE(scenario.training.attention, Attention::Flash);
        QCOMPARE(scenario.training.sequenceLength, 4096);
        QCOMPARE(scenario.training.microBatch, 2);
        QCOMPARE(scenario.training.accumulation, 3);
        QCOMPARE(scenario.training.loss, Loss::Fused);
        QCOMPARE(scenario.training.kernels, Kernels::Fused);
        QCOMPARE(scenario.parallel.gpus, 4);
        QCOMPARE(scenario.parallel.strategy, Strategy::Zero3);
        QCOMPARE(scenario.parallel.framework, Framework::DeepSpeed);
    }

    void itsOwnConfigsOfDeepSpeedHaveNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("offload");
        QTest::addColumn<double>("bucket");
        QTest::newRow("none") << "zero0"
                              << "ddp"
                              << "none" << 2e8;
        QTest::newRow("optimizer states sharded") << "zero1"
                                                  << "zero1"
                                                  << "none" << 2e8;
        QTest::newRow("gradients, too, on the host") << "zero2_offload"
                                                     << "zero2"
                                                     << "optimizer" << 2e8;
        QTest::newRow("weights, too, on the host") << "zero3_offload"
                                                   << "zero3"
                                                   << "parameters" << 0.0;
    }
    void itsOwnConfigsOfDeepSpeedHaveNames()
    {
        QFETCH(QString, name);
        QFETCH(QString, strategy);
        QFETCH(QString, offload);
        QFETCH(double, bucket);
        const Parallel parallel
            = launched("NPROC_PER_NODE=8 " + sft + "--deepspeed " + name.toStdString())
                  .scenario.parallel;
        QCOMPARE(QString::fromUtf8(nameOf(parallel.strategy).data()), strategy);
        QCOMPARE(QString::fromUtf8(nameOf(parallel.offload).data()), offload);
        QCOMPARE(static_cast<double>(parallel.reduceBucket), bucket);
    }

    // _fix_gradient_checkpointing: reentrant but under DistributedDataParallel, or as it is told.
    void checkpointsAreReentrantButUnderDdp()
    {
        const auto kind = [](const std::string &before, const std::string &flags) {
            return launched(before + sft + flags).scenario.training.checkpointKind;
        };
        QCOMPARE(kind("", ""), CheckpointKind::Reentrant);
        QCOMPARE(kind("NPROC_PER_NODE=2 ", ""), CheckpointKind::Auto);
        QCOMPARE(kind("NPROC_PER_NODE=2 ", "--deepspeed zero2"), CheckpointKind::Reentrant);
        QCOMPARE(kind("", "--gradient_checkpointing_kwargs '{\"use_reentrant\": false}'"),
            CheckpointKind::Auto);
    }

    // trainers/arguments.py: enough micro-steps for 16 sequences.
    void sixteenSequencesAreAStepUnlessItIsSaid()
    {
        const auto steps = [](const std::string &before) {
            return launched(before + sft).scenario.training.accumulation;
        };
        QCOMPARE(steps(""), 8);
        QCOMPARE(steps("NPROC_PER_NODE=3 "), 3);
        QCOMPARE(steps("NPROC_PER_NODE=16 "), 1);
    }

    // Without NPROC_PER_NODE there is one process, which spreads the model over what it sees.
    void aModelOnSeveralGpusOfOneProcessIsSaid()
    {
        const ImportedRun run = launched("CUDA_VISIBLE_DEVICES=0,1 " + sft);
        QCOMPARE(run.scenario.parallel.gpus, 1);
        QVERIFY(rowOf(run.report.assumed, "device_map"));
        QVERIFY(!rowOf(launched("CUDA_VISIBLE_DEVICES=0 " + sft).report.assumed, "device_map"));
        const ImportedRun copies = launched("CUDA_VISIBLE_DEVICES=0,1 NPROC_PER_NODE=2 " + sft);
        QCOMPARE(copies.scenario.parallel.gpus, 2);
        QVERIFY(!rowOf(copies.report.assumed, "device_map"));
    }

    void preferencesAndPolicies()
    {
        const auto training = [](const std::string &flags) {
            return launched("swift rlhf --model Qwen/Qwen2.5-7B --tuner_type full " + flags)
                .scenario.training;
        };
        QCOMPARE(training("").objective, Objective::Dpo); // arguments/rlhf_args.py
        QCOMPARE(training("--rlhf_type kto").objective, Objective::Kto);
        QCOMPARE(training("--rlhf_type rm").objective, Objective::Reward);
        const Training grpo
            = training("--rlhf_type grpo --max_length 1000 --max_completion_length 500");
        QCOMPARE(grpo.objective, Objective::Grpo);
        QCOMPARE(grpo.sequenceLength, 1500); // prompt and answer
        QCOMPARE(grpo.reference, ReferenceModel::Separate); // beta is 0.04
        QCOMPARE(training("--rlhf_type grpo --beta 0").reference, ReferenceModel::Auto);
    }

    void fsdp2HasAConfigOfItsOwn()
    {
        const Scenario scenario = launched("NPROC_PER_NODE=2 " + sft + "--fsdp fsdp2").scenario;
        QCOMPARE(scenario.parallel.framework, Framework::Fsdp2);
        QCOMPARE(scenario.parallel.strategy, Strategy::Fsdp);
        QCOMPARE(scenario.training.checkpointing, Checkpointing::Full);
        QCOMPARE(scenario.training.checkpointKind, CheckpointKind::Auto);
    }

    void recipesInYaml()
    {
        const ImportedRun run = imported({{"sft.yaml",
            "model: Qwen/Qwen3-8B\ntuner_type: full\ntorch_dtype: bfloat16\n"
            "gradient_accumulation_steps: 1\nmax_length: 2048\ndeepspeed: zero3\n"}});
        QVERIFY(run.problems.empty());
        QCOMPARE(run.scenario.training.method, Method::Full);
        QCOMPARE(run.scenario.parallel.strategy, Strategy::Zero3);
    }

    void itsScriptUnderTorchrun()
    {
        const ImportedRun run = launched("torchrun --nproc_per_node 8 swift/cli/sft.py --model "
                                         "Qwen/Qwen2.5-7B --deepspeed zero2");
        QVERIFY(run.problems.empty());
        QCOMPARE(run.scenario.parallel.gpus, 8);
        QCOMPARE(run.scenario.parallel.strategy, Strategy::Zero2);
        QCOMPARE(run.scenario.training.method, Method::Lora);
    }

    void megatronAroundAModelOfTheHub()
    {
        const ImportedRun run = launched(
            "NPROC_PER_NODE=8 megatron sft --model Qwen/Qwen3-30B-A3B --tensor_model_parallel_size "
            "2 --sequence_parallel true --expert_model_parallel_size 4 --micro_batch_size 2 "
            "--max_length 4096 --recompute_granularity full --recompute_method uniform "
            "--recompute_num_layers 1 --attention_backend flash --lr 1e-5 --finetune true");
        QVERIFY2(run.problems.empty(), qPrintable(problemsOf(run)));
        QVERIFY(run.report.notUnderstood.empty());
        const Scenario &scenario = run.scenario;
        QCOMPARE(scenario.parallel.framework, Framework::Megatron);
        QCOMPARE(scenario.parallel.tensor, 2);
        QCOMPARE(scenario.parallel.expert, 4);
        QCOMPARE(scenario.parallel.expertTensor, 1); // its own default
        QCOMPARE(scenario.parallel.gpus, 8);
        QCOMPARE(scenario.parallel.strategy, Strategy::Zero1); // the distributed optimizer
        QCOMPARE(scenario.training.method, Method::Full);
        QCOMPARE(scenario.training.checkpointing, Checkpointing::Full);
        QCOMPARE(scenario.training.sequenceLength, 4096);
        QCOMPARE(scenario.training.accumulation, 2); // 16 sequences
    }

    void adaptersNamedAsMegatronCoreNamesModules()
    {
        const ImportedRun run
            = launched("megatron sft --model Qwen/Qwen2.5-7B --tuner_type lora --target_modules "
                       "linear_qkv linear_fc2 --modules_to_save word_embeddings");
        QVERIFY2(run.problems.empty(), qPrintable(problemsOf(run)));
        QCOMPARE(run.scenario.training.method, Method::Lora);
        QCOMPARE(run.scenario.training.loraTargets, std::string("q_proj,k_proj,v_proj,down_proj"));
        QCOMPARE(run.scenario.training.modulesToSave, std::string("embed_tokens"));
        QCOMPARE(run.scenario.training.checkpointing, Checkpointing::Selective); // its default
    }

    void commandsThatTrainNothing()
    {
        const auto script = readShell("swift infer --model x\nmegatron export --model x");
        QVERIFY(script && launchLines(*script).empty());
    }
};

QTEST_APPLESS_MAIN(TestImportSwift)
#include "tst_importswift.moc"
