// SPDX-License-Identifier: GPL-3.0-or-later
// Launch lines of verl.
#include "core/planner/makeplan.h"
#include "tests/support/importrun.h"

#include <QTest>

using namespace shardscope;

namespace {

const std::string grpo
    = "python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo "
      "actor_rollout_ref.model.path=Qwen/Qwen2.5-7B-Instruct data.max_prompt_length=1024 "
      "data.max_response_length=2048 ";
const std::string batch = "actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=8 ";

ImportedRun launched(const std::string &line)
{
    return imported({{"train.sh", line}});
}

} // namespace

class TestImportVerl : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void whatALaunchLineSaysIsTaken()
    {
        const ImportedRun run = launched(grpo + batch
            + "data.train_batch_size=1024 actor_rollout_ref.actor.ppo_mini_batch_size=256 "
              "actor_rollout_ref.actor.use_kl_loss=True actor_rollout_ref.rollout.name=vllm "
              "actor_rollout_ref.rollout.gpu_memory_utilization=0.6 "
              "actor_rollout_ref.rollout.tensor_model_parallel_size=4 "
              "actor_rollout_ref.rollout.n=5 trainer.n_gpus_per_node=8 trainer.nnodes=2 "
              "trainer.total_epochs=15 trainer.logger='[\"console\"]' "
              "+actor_rollout_ref.model.override_config.attn_implementation=flash_attention_2");
        QVERIFY2(run.problems.empty(), qPrintable(problemsOf(run)));
        QVERIFY(run.report.notUnderstood.empty());
        const Scenario &scenario = run.scenario;
        QCOMPARE(scenario.model.id, std::string("Qwen/Qwen2.5-7B"));
        QCOMPARE(scenario.training.objective, Objective::Grpo);
        QCOMPARE(scenario.training.loop, Loop::Verl);
        QCOMPARE(scenario.training.method, Method::Full);
        QCOMPARE(scenario.training.precision, Precision::Bf16Master);
        QCOMPARE(scenario.training.reference, ReferenceModel::Separate);
        QCOMPARE(scenario.training.sequenceLength, 3072);
        QCOMPARE(scenario.training.completionTokens, 2048);
        QCOMPARE(scenario.training.microBatch, 8);
        QCOMPARE(scenario.training.accumulation, 10); // 256 prompts x 5 answers / 16 GPUs / 8
        QCOMPARE(scenario.training.checkpointing, Checkpointing::Full);
        QCOMPARE(scenario.training.optimizer, Optimizer::AdamWForeach);
        QCOMPARE(scenario.parallel.strategy, Strategy::Fsdp);
        QCOMPARE(scenario.parallel.framework, Framework::Fsdp1);
        QCOMPARE(scenario.parallel.gpus, 16);
        QCOMPARE(scenario.rollout.engine, RolloutEngine::Colocated);
        QCOMPARE(scenario.rollout.sleep, RolloutSleep::On);
        QCOMPARE(scenario.rollout.share, 0.6);
        QCOMPARE(scenario.rollout.tensor, 4);
        QCOMPARE(scenario.rollout.generations, 5);
    }

    void choices_data()
    {
        QTest::addColumn<QString>("flags");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        const auto row
            = [](const char *title, const char *flags, const char *key, const char *value) {
                  QTest::newRow(title) << QString::fromLatin1(flags) << QString::fromLatin1(key)
                                       << QString::fromLatin1(value);
              };
        row("no reference unless it is asked for", "", "training.reference_model", "auto");
        row("a reference for the reward", "algorithm.use_kl_in_reward=True",
            "training.reference_model", "separate");
        row("of two switches either asks for it",
            "algorithm.use_kl_in_reward=False actor_rollout_ref.actor.use_kl_loss=True",
            "training.reference_model", "separate");
        row("as many tokens as a micro-batch may have",
            "actor_rollout_ref.actor.use_dynamic_bsz=True "
            "actor_rollout_ref.actor.ppo_max_token_len_per_gpu=24000",
            "training.micro_batch", "8");
        row("the last of them counts whole",
            "actor_rollout_ref.actor.use_dynamic_bsz=True "
            "actor_rollout_ref.actor.ppo_max_token_len_per_gpu=24600",
            "training.micro_batch", "9");
        row("no more than a mini-batch has",
            "actor_rollout_ref.actor.use_dynamic_bsz=True "
            "actor_rollout_ref.actor.ppo_max_token_len_per_gpu=240000 "
            "actor_rollout_ref.actor.ppo_mini_batch_size=16 actor_rollout_ref.rollout.n=8",
            "training.micro_batch", "16");
        row("a micro-batch of all GPUs",
            "actor_rollout_ref.actor.ppo_micro_batch_size=64 trainer.n_gpus_per_node=8",
            "training.micro_batch", "8");
        row("the larger of both that score",
            "actor_rollout_ref.rollout.log_prob_micro_batch_size_per_gpu=16 "
            "actor_rollout_ref.ref.log_prob_micro_batch_size_per_gpu=32",
            "rollout.scored", "32");
        row("scored by tokens",
            "actor_rollout_ref.actor.use_dynamic_bsz=True "
            "actor_rollout_ref.rollout.log_prob_max_token_len_per_gpu=30720",
            "rollout.scored", "10");
        row("weights and states on the host",
            "actor_rollout_ref.actor.fsdp_config.param_offload=True "
            "actor_rollout_ref.actor.fsdp_config.optimizer_offload=True",
            "rollout.offload", "all");
        row("states alone", "actor_rollout_ref.actor.fsdp_config.optimizer_offload=True",
            "rollout.offload", "optimizer");
        row("weights alone", "actor_rollout_ref.actor.fsdp_config.param_offload=True",
            "rollout.offload", "weights");
        row("an engine that stays awake", "actor_rollout_ref.rollout.free_cache_engine=False",
            "rollout.sleep", "off");
        row("weights in 16 bits", "actor_rollout_ref.actor.fsdp_config.model_dtype=bfloat16",
            "training.precision", "bf16");
        row("gathered until the backward pass",
            "actor_rollout_ref.actor.fsdp_config.reshard_after_forward=False", "parallel.strategy",
            "fsdp-grad-op");
        row("FSDP2", "actor_rollout_ref.actor.strategy=fsdp2", "parallel.framework", "fsdp2");
        row("adapters", "actor_rollout_ref.model.lora_rank=32", "training.lora_rank", "32");
        row("Liger's kernels", "actor_rollout_ref.model.use_liger=True", "training.kernels",
            "fused");
        row("one answer to a prompt", "actor_rollout_ref.rollout.n=1", "training.objective",
            "grpo");
        row("a key that the configuration lacks", "+actor_rollout_ref.model.lora_rank=8",
            "training.method", "lora");
    }
    void choices()
    {
        QFETCH(QString, flags);
        QFETCH(QString, key);
        QFETCH(QString, value);
        const ImportedRun run = launched(grpo + flags.toStdString());
        QVERIFY2(run.problems.empty(), qPrintable(problemsOf(run)));
        QCOMPARE(valueOf(run.scenario, key), value.toStdString());
    }

    void whatIsNotPlannedIsSaid_data()
    {
        QTest::addColumn<QString>("flags");
        QTest::addColumn<QString>("key");
        QTest::newRow("the sum over logits") << "actor_rollout_ref.actor.entropy_coeff=0.001"
                                             << "actor_rollout_ref.actor.entropy_coeff";
        QTest::newRow("logits that are never whole")
            << "actor_rollout_ref.model.use_fused_kernels=True"
            << "actor_rollout_ref.model.use_fused_kernels";
        QTest::newRow("padded sequences") << "actor_rollout_ref.model.use_remove_padding=False"
                                          << "actor_rollout_ref.model.use_remove_padding";
        QTest::newRow("another engine") << "actor_rollout_ref.rollout.name=sglang"
                                        << "actor_rollout_ref.rollout.name";
        QTest::newRow("somebody's own configuration") << "--config-name=mine"
                                                      << "config_name";
    }
    void whatIsNotPlannedIsSaid()
    {
        QFETCH(QString, flags);
        QFETCH(QString, key);
        const ImportedRun run = launched(grpo + batch + flags.toStdString());
        QVERIFY(run.problems.empty());
        QVERIFY(rowOf(run.report.assumed, key.toStdString()));
    }

    void aCriticIsRefused_data()
    {
        QTest::addColumn<QString>("flags");
        QTest::newRow("which generalised advantages take") << "algorithm.adv_estimator=gae";
        QTest::newRow("which is the default") << "";
        QTest::newRow("which is asked for") << "algorithm.adv_estimator=rloo critic.enable=True";
    }
    void aCriticIsRefused()
    {
        QFETCH(QString, flags);
        const ImportedRun run = launched("python3 -m verl.trainer.main_ppo "
                                         "actor_rollout_ref.model.path=Qwen/Qwen2.5-7B-Instruct "
            + batch + flags.toStdString());
        QCOMPARE(run.problems.size(), std::size_t{1});
        QVERIFY(problemsOf(run).contains("a critic that learns beside the policy"));
    }

    void megatronsWorkerIsNoPlan_data()
    {
        QTest::addColumn<QString>("flags");
        QTest::newRow("its configuration") << "--config-name='ppo_megatron_trainer.yaml'";
        QTest::newRow("its strategy") << "actor_rollout_ref.actor.strategy=megatron";
        QTest::newRow("its degrees")
            << "actor_rollout_ref.actor.megatron.tensor_model_parallel_size=1";
    }
    void megatronsWorkerIsNoPlan()
    {
        QFETCH(QString, flags);
        const ImportedRun run = launched(grpo + batch + flags.toStdString());
        QVERIFY2(run.problems.empty(), qPrintable(problemsOf(run)));
        QCOMPARE(run.scenario.parallel.framework, Framework::Megatron);
        const Plan plan = planOf(run.scenario, m_catalog);
        QVERIFY(has(plan, FindingId::ObjectiveNotPlanned));
    }
};

QTEST_GUILESS_MAIN(TestImportVerl)
#include "tst_importverl.moc"
