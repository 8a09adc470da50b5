// SPDX-License-Identifier: GPL-3.0-or-later
// Recipes of LitGPT, LLM Foundry and nanotron.
#include "tests/support/importrun.h"

#include <QTest>

using namespace shardscope;

namespace {

ImportedRun recipe(const std::string &text)
{
    return imported({{"recipe.yaml", text}});
}

// As its config_hub has them: all keys are there.
std::string litGpt(const std::string &first, const std::string &devices = "1")
{
    return first + "\ndevices: " + devices
        + "\nnum_nodes: 1\ntrain:\n  global_batch_size: 8\n  micro_batch_size: 2\n"
          "  max_seq_length: 512\noptimizer:\n  class_path: torch.optim.AdamW\n";
}
const std::string adapted = "checkpoint_dir: checkpoints/meta-llama/Llama-3.2-1B\nprecision: "
                            "bf16-true\nlora_r: 32\nlora_dropout: 0.05\nlora_query: true\n"
                            "lora_key: false\nlora_value: true\nlora_projection: false\n";

const std::string foundry = "max_seq_len: 2048\nglobal_train_batch_size: 64\n"
                            "device_train_microbatch_size: 4\nprecision: amp_bf16\n"
                            "optimizer:\n  name: decoupled_adamw\n  lr: 1e-4\n"
                            "fsdp_config:\n  sharding_strategy: FULL_SHARD\n"
                            "  mixed_precision: PURE\n  activation_checkpointing: true\n";
const std::string shaped = "model:\n  name: mpt_causal_lm\n  d_model: 768\n  n_heads: 12\n"
                           "  n_layers: 12\n  expansion_ratio: 4\n  max_seq_len: ${max_seq_len}\n"
                           "  vocab_size: 50368\n  attn_config:\n    attn_impl: flash\n";

const std::string nanotron
    = "model:\n  dtype: bfloat16\n  make_vocab_size_divisible_by: 1\n  model_config:\n"
      "    is_llama_config: true\n    hidden_size: 2048\n    intermediate_size: 8192\n"
      "    num_attention_heads: 32\n    num_hidden_layers: 16\n    num_key_value_heads: 8\n"
      "    vocab_size: 131072\n    tie_word_embeddings: true\n    max_position_embeddings: 4096\n"
      "    hidden_act: silu\n"
      "tokens:\n  micro_batch_size: 3\n  sequence_length: 4096\n"
      "  batch_accumulation_per_replica: 2\n"
      "optimizer:\n  zero_stage: 1\n  accumulate_grad_in_fp32: true\n  optimizer_factory:\n"
      "    name: adamW\n    torch_adam_is_fused: true\n"
      "parallelism:\n  dp: 4\n  pp: 2\n  tp: 2\n  pp_engine: afab\n  tp_mode: REDUCE_SCATTER\n";

} // namespace

class TestImportRecipes : public QObject
{
    Q_OBJECT

private slots:
    void adaptersOfLitGpt()
    {
        const ImportedRun run = recipe(litGpt(adapted));
        QVERIFY2(run.problems.empty(), qPrintable(problemsOf(run)));
        QVERIFY(run.report.notUnderstood.empty());
        const Training &training = run.scenario.training;
        QCOMPARE(run.scenario.model.id, std::string("meta-llama/Llama-3.2-1B"));
        QCOMPARE(training.method, Method::Lora);
        QCOMPARE(training.loraRank, 32);
        QCOMPARE(training.loraTargets, std::string("q_proj,v_proj"));
        QCOMPARE(training.loraPrecision, LoraPrecision::Bits16);
        QCOMPARE(training.precision, Precision::Bf16);
        QCOMPARE(training.loop, Loop::LitGpt);
        QCOMPARE(training.checkpointing, Checkpointing::None);
        QCOMPARE(training.accumulation, 4);
        QCOMPARE(training.optimizer, Optimizer::AdamWForeach);
        QCOMPARE(run.scenario.parallel.gpus, 1);
    }

    // Adapters of query and value fill the whole matrix that holds them.
    void aMatrixOfQueryKeyAndValueIsAdaptedAsOne()
    {
        std::string text = adapted;
        text.replace(text.find("meta-llama/Llama-3.2-1B"), 23, "tiiuae/falcon-7b");
        QCOMPARE(
            recipe(litGpt(text)).scenario.training.loraTargets, std::string("query_key_value"));
    }

    void quantisedBasesOfLitGptHaveAPagedOptimizer()
    {
        const Training training = recipe(litGpt(adapted + "quantize: bnb.nf4\n")).scenario.training;
        QCOMPARE(training.method, Method::Qlora);
        QCOMPARE(training.optimizer, Optimizer::PagedAdamW);
        QCOMPARE(training.doubleQuantization, DoubleQuantization::Off);
    }

    void whatLitGptDoesOnSeveralGpus()
    {
        const Scenario adapters = recipe(litGpt(adapted, "4")).scenario;
        QCOMPARE(adapters.parallel.framework, Framework::Fsdp2);
        QCOMPARE(adapters.training.checkpointing, Checkpointing::Full);
        const std::string whole = "checkpoint_dir: checkpoints/meta-llama/Llama-3.2-1B\n"
                                  "precision: bf16-true\n";
        const Scenario full = recipe(litGpt(whole, "4")).scenario;
        QCOMPARE(full.training.method, Method::Full);
        QCOMPARE(full.parallel.framework, Framework::Fsdp1);
        QCOMPARE(full.training.checkpointing, Checkpointing::Full);
        const Scenario pretrained
            = recipe(litGpt("model_name: tiny-llama-1.1b\nprecision: bf16-mixed\n", "4")).scenario;
        QCOMPARE(pretrained.training.kernels, Kernels::Compiled);
        QCOMPARE(pretrained.training.optimizer, Optimizer::AdamW);
        QCOMPARE(pretrained.training.checkpointing, Checkpointing::None);
    }

    void litGptsCommands()
    {
        const ImportedRun run = imported({{"a.sh",
            "litgpt finetune_lora meta-llama/Llama-3.2-1B --precision bf16-true "
            "--train.micro_batch_size 1 --train.global_batch_size 16 --devices 1"}});
        QVERIFY2(run.problems.empty(), qPrintable(problemsOf(run)));
        QCOMPARE(run.scenario.training.method, Method::Lora);
        QCOMPARE(run.scenario.training.accumulation, 16);
        QCOMPARE(run.scenario.model.id, std::string("meta-llama/Llama-3.2-1B"));
    }

    void aModelOfLlmFoundryIsToldByItsShape()
    {
        const ImportedRun run = recipe(shaped + foundry);
        QVERIFY2(run.problems.empty(), qPrintable(problemsOf(run)));
        QVERIFY(run.report.notUnderstood.empty());
        const Scenario &scenario = run.scenario;
        QVERIFY(scenario.model.imported);
        QCOMPARE(scenario.model.imported->spec.modelType, std::string("mpt"));
        QCOMPARE(scenario.model.imported->spec.layers, 12);
        QCOMPARE(scenario.training.precision, Precision::Bf16Master);
        QCOMPARE(scenario.training.optimizer, Optimizer::AdamWForLoop);
        QCOMPARE(scenario.training.loss, Loss::InPlace);
        QCOMPARE(scenario.training.checkpointing, Checkpointing::Full);
        QCOMPARE(scenario.training.checkpointKind, CheckpointKind::Reentrant); // Composer's own
        QCOMPARE(scenario.parallel.framework, Framework::Fsdp1);
        QCOMPARE(scenario.parallel.gpus, 8);
        QCOMPARE(scenario.training.accumulation, 2);
        // The shape is the model's, not nothing.
        QVERIFY(rowOf(run.report.taken, "model.name"));
        QVERIFY(!rowOf(run.report.withoutEffect, "model.d_model"));
    }

    void aModelOfTheHubInLlmFoundry()
    {
        const ImportedRun run = recipe("model:\n  name: hf_causal_lm\n  pretrained: true\n"
                                       "  pretrained_model_name_or_path: meta-llama/Llama-3.1-8B\n"
                                       "  use_flash_attention_2: true\n"
            + foundry);
        QVERIFY2(run.problems.empty(), qPrintable(problemsOf(run)));
        QCOMPARE(run.scenario.model.id, std::string("meta-llama/Llama-3.1-8B"));
        QCOMPARE(run.scenario.training.attention, Attention::Flash);
        QCOMPARE(run.scenario.training.loss, Loss::Standard);
    }

    // Gradient clipping changes nothing; other algorithms change the model.
    void algorithmsOfComposerAreSaid()
    {
        const ImportedRun clipped = recipe(
            shaped + foundry + "algorithms:\n  gradient_clipping:\n    clipping_threshold: 1.0\n");
        QVERIFY(!rowOf(clipped.report.assumed, "algorithms"));
        const ImportedRun other = recipe(shaped + foundry
            + "algorithms:\n  low_precision_layernorm:\n    precision: amp_bf16\n");
        QVERIFY(rowOf(other.report.assumed, "algorithms.low_precision_layernorm"));
    }

    void composersLauncher()
    {
        const ImportedRun run
            = imported({{"a.sh", "composer -n 4 train.py r.yaml max_seq_len=1024"},
                {"r.yaml", shaped + foundry}});
        QVERIFY2(run.problems.empty(), qPrintable(problemsOf(run)));
        QCOMPARE(run.scenario.parallel.gpus, 4);
        QCOMPARE(run.scenario.training.sequenceLength, 1024);
    }

    void aConfigOfDeepSpeedInThePlaceOfItsName_data()
    {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<std::string>("text");
        const auto row = [](const char *title, const char *name, const char *text) {
            QTest::newRow(title) << std::string(name) << std::string(text);
        };
        row("LLaMA-Factory", "a.yaml",
            "finetuning_type: full\nmodel_name_or_path: Qwen/Qwen2.5-7B\n"
            "deepspeed: {zero_optimization: {stage: 3, sub_group_size: 5e8}}\n");
        row("ms-swift", "a.sh",
            "NPROC_PER_NODE=8 swift sft --model Qwen/Qwen2.5-7B --deepspeed "
            "'{\"zero_optimization\": {\"stage\": 3, \"sub_group_size\": 5e8}}'");
        row("TrainingArguments as JSON", "a.json",
            "{\"per_device_train_batch_size\": 1, \"bf16\": true, \"deepspeed\": "
            "{\"zero_optimization\": {\"stage\": 3, \"sub_group_size\": 5e8}}}");
        row("TrainingArguments in Python", "a.py",
            "a = TrainingArguments(bf16=True, deepspeed={\"zero_optimization\": {\"stage\": 3, "
            "\"sub_group_size\": 5e8}})");
    }
    void aConfigOfDeepSpeedInThePlaceOfItsName()
    {
        QFETCH(std::string, name);
        QFETCH(std::string, text);
        const ImportedRun run = imported({{name, text}});
        QCOMPARE(run.scenario.parallel.strategy, Strategy::Zero3);
        QCOMPARE(static_cast<double>(run.scenario.parallel.subGroup), 5e8);
        QVERIFY(rowOf(run.report.taken, "zero_optimization.stage"));
    }

    void nanotronsMesh()
    {
        const ImportedRun run = recipe(nanotron);
        QVERIFY2(run.problems.empty(), qPrintable(problemsOf(run)));
        QVERIFY(run.report.notUnderstood.empty());
        const Scenario &scenario = run.scenario;
        QCOMPARE(scenario.parallel.framework, Framework::Nanotron);
        QCOMPARE(scenario.parallel.gpus, 16);
        QCOMPARE(scenario.parallel.tensor, 2);
        QCOMPARE(scenario.parallel.pipeline, 2);
        QCOMPARE(scenario.parallel.schedule, PipelineKind::GPipe);
        QCOMPARE(scenario.parallel.strategy, Strategy::Zero1);
        QCOMPARE(scenario.parallel.sequence, SequenceParallel::On);
        QCOMPARE(scenario.training.precision, Precision::Bf16Master);
        QCOMPARE(scenario.training.accumulation, 2);
        QVERIFY(scenario.model.imported);
        QCOMPARE(scenario.model.imported->spec.hidden, std::int64_t{2048});
        QVERIFY(rowOf(run.report.taken, "model.model_config.hidden_size"));
    }

    // Without a sum in fp32 there is no copy of the weights in fp32 either.
    void sumsIn16BitsHaveNoMasterCopy()
    {
        std::string text = nanotron;
        text.replace(
            text.find("accumulate_grad_in_fp32: true"), 29, "accumulate_grad_in_fp32: false");
        QCOMPARE(recipe(text).scenario.training.precision, Precision::Bf16);
    }

    void modelsOfNanotronsOwnAreNotPlanned()
    {
        std::string text = nanotron;
        text.replace(text.find("is_llama_config: true"), 21, "is_mamba_config: true");
        QVERIFY(!recipe(text).problems.empty());
    }
};

QTEST_APPLESS_MAIN(TestImportRecipes)
#include "tst_importrecipes.moc"
