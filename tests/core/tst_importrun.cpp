// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/importrun.h"
#include "core/interchange/importtext.h"
#include "core/interchange/writerun.h"
#include "core/scenario/changedkeys.h"
#include "core/scenario/pipelineorder.h"
#include "tests/support/importrun.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

using Settings = QList<std::pair<QString, QString>>;

const char *const axolotlRecipe = R"(base_model: meta-llama/Llama-3.1-8B
load_in_4bit: true
adapter: qlora
sequence_len: 4096
sample_packing: true
lora_r: 32
lora_alpha: 16
lora_target_linear: true
micro_batch_size: 2
gradient_accumulation_steps: 4
optimizer: adamw_bnb_8bit
bf16: auto
gradient_checkpointing: true
flash_attention: true
learning_rate: 0.0002
wandb_project:
)";

} // namespace

class TestImportRun : public QObject
{
    Q_OBJECT

private slots:
    void filesComeToInputs_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<Settings>("expected");

        const QString lora = "finetuning_type: lora\nmodel_name_or_path: meta-llama/Llama-3.1-8B\n"
                             "stage: sft\nlora_rank: 8\n";
        QTest::newRow("LLaMA-Factory with DoRA")
            << "dora.yaml" << lora + "use_dora: true\nuse_rslora: true\n"
            << Settings{{"training.method", "lora"}, {"training.adapter", "dora"},
                   {"training.lora_rank", "8"}, {"training.lora_init", "default"}};
        QTest::newRow("LLaMA-Factory with a paged optimizer")
            << "paged.yaml" << lora + "optim: paged_adamw_32bit\n"
            << Settings{{"training.optimizer", "paged-adamw"}};
        QTest::newRow("LLaMA-Factory with torchao's optimizer")
            << "torchao.yaml" << lora + "optim: adamw_torch_4bit\n"
            << Settings{{"training.optimizer", "adamw-4bit-torchao"}};
        // Its second iterate is as large as the first moment.
        QTest::newRow("LLaMA-Factory without a schedule")
            << "free.yaml" << lora + "optim: schedule_free_adamw\n"
            << Settings{{"training.optimizer", "adamw-foreach"}};
        QTest::newRow("axolotl with Lion in 8 bits")
            << "lion.yml" << QString(axolotlRecipe).replace("adamw_bnb_8bit", "lion_8bit")
            << Settings{{"training.optimizer", "lion-8bit"}};
        QTest::newRow("LLaMA-Factory with PiSSA")
            << "pissa.yaml" << lora + "pissa_init: true\n"
            << Settings{{"training.adapter", "lora"}, {"training.lora_init", "pissa"}};
        QTest::newRow("axolotl with DoRA that starts from a QR decomposition")
            << "dora.yml"
            << QString(axolotlRecipe) + "peft_use_dora: true\npeft_init_lora_weights: olora\n"
            << Settings{{"training.method", "qlora"}, {"training.adapter", "dora"},
                   {"training.lora_init", "olora"}};
        const QString freeze = "finetuning_type: freeze\nstage: sft\npure_bf16: true\n"
                               "model_name_or_path: meta-llama/Llama-3.1-8B\n";
        QTest::newRow("LLaMA-Factory trains the last layers")
            << "freeze.yaml" << freeze + "freeze_trainable_layers: 4\n"
            << Settings{{"training.method", "full"}, {"training.frozen_layers", "28"},
                   {"training.frozen_modules", "embed_tokens,norm,lm_head"},
                   {"training.precision", "bf16"}};
        QTest::newRow("LLaMA-Factory trains the last two layers unless told")
            << "freeze.yaml" << freeze << Settings{{"training.frozen_layers", "30"}};
        QTest::newRow("LLaMA-Factory trains the first layers, norm and head")
            << "freeze.yaml"
            << freeze + "freeze_trainable_layers: -3\nfreeze_extra_modules: norm,lm_head\n"
            << Settings{
                   {"training.frozen_layers", "-29"}, {"training.frozen_modules", "embed_tokens"}};
        QTest::newRow("LLaMA-Factory with more layers to train than there are")
            << "freeze.yaml" << freeze + "freeze_trainable_layers: 99\n"
            << Settings{{"training.frozen_layers", "0"}};
        QTest::newRow("axolotl QLoRA")
            << "qlora.yml" << axolotlRecipe
            << Settings{{"model.id", "meta-llama/Llama-3.1-8B"}, {"training.method", "qlora"},
                   {"training.lora_rank", "32"}, {"training.lora_targets", "all-linear"},
                   {"training.sequence_length", "4096"}, {"training.micro_batch", "2"},
                   {"training.accumulation", "4"}, {"training.optimizer", "adamw-8bit"},
                   {"training.checkpointing", "full"}, {"training.attention", "flash"},
                   {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}};
        const char *const visionRecipe = "model_name_or_path: Qwen/Qwen2.5-VL-7B-Instruct\n"
                                         "stage: sft\nfinetuning_type: lora\nbf16: true\n";
        QTest::newRow("LLaMA-Factory leaves a tower alone")
            << "vision.yaml" << visionRecipe
            << Settings{{"vision.tower", "frozen"}, {"vision.projector", "frozen"}};
        QTest::newRow("LLaMA-Factory with a tower that is trained")
            << "vision.yaml" << visionRecipe + QStringLiteral("freeze_vision_tower: false\n")
            << Settings{{"vision.tower", "trained"}, {"vision.projector", "frozen"}};
        QTest::newRow("LLaMA-Factory LoRA")
            << "lora.yaml"
            << "model_name_or_path: meta-llama/Meta-Llama-3-8B-Instruct\nstage: sft\n"
               "finetuning_type: lora\nlora_rank: 8\nlora_target: all\ncutoff_len: 2048\n"
               "per_device_train_batch_size: 1\ngradient_accumulation_steps: 8\nbf16: true\n"
            << Settings{{"training.method", "lora"}, {"training.lora_rank", "8"},
                   {"training.lora_targets", "all-linear"}, {"training.sequence_length", "2048"},
                   {"training.accumulation", "8"}};
        QTest::newRow("DeepSpeed ZeRO-3 with offload")
            << "ds.json"
            << R"({"bf16": {"enabled": true}, "train_micro_batch_size_per_gpu": 2,
                   "zero_optimization": {"stage": 3, "offload_optimizer": {"device": "cpu"},
                   "sub_group_size": 1e9, "reduce_bucket_size": "auto"}})"
            << Settings{{"parallel.strategy", "zero3"}, {"parallel.framework", "deepspeed"},
                   {"parallel.offload", "optimizer"}, {"training.precision", "bf16-master"},
                   {"training.micro_batch", "2"}, {"parallel.sub_group", "1000000000"},
                   {"parallel.reduce_bucket", "0"}};
        QTest::newRow("accelerate FSDP2")
            << "fsdp2.yaml"
            << "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\nfsdp_config:\n"
               "  fsdp_version: 2\n  fsdp_reshard_after_forward: true\n"
               "  fsdp_offload_params: false\nmixed_precision: bf16\nnum_machines: 2\n"
               "num_processes: 16\n"
            << Settings{{"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"},
                   {"parallel.gpus", "16"}, {"parallel.gpus_per_node", "8"},
                   {"training.precision", "bf16-master"}};
        QTest::newRow("torchrun line")
            << "run.sh"
            << "#!/bin/bash\nexport NPROC=4\ntorchrun --nproc_per_node $NPROC --nnodes 2 train.py "
               "\\\n"
               "  --model_name_or_path Qwen/Qwen3-8B --per_device_train_batch_size 4 \\\n"
               "  --bf16 True --gradient_checkpointing True --max_seq_length 8192\n"
            << Settings{{"parallel.gpus", "8"}, {"parallel.gpus_per_node", "4"},
                   {"training.micro_batch", "4"}, {"training.sequence_length", "8192"},
                   {"model.id", "Qwen/Qwen3-8B"}, {"training.checkpointing", "full"}};
        QTest::newRow("a part of two nodes, of DeepSpeed's launcher")
            << "run.sh"
            << "deepspeed --include 'worker-0:0,1,2,3@worker-1:4,5,6,7' train.py "
               "--model_name_or_path Qwen/Qwen3-8B --bf16 True\n"
            << Settings{{"parallel.gpus", "8"}, {"parallel.gpus_per_node", "4"},
                   {"model.id", "Qwen/Qwen3-8B"}};
        QTest::newRow("torchtitan")
            << "llama3_8b.toml"
            << "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 1\n"
               "seq_len = 8192\n[parallelism]\ndata_parallel_shard_degree = 8\n"
               "[activation_checkpoint]\nmode = \"full\"\n"
            << Settings{{"model.id", "meta-llama/Llama-3.1-8B"},
                   {"training.sequence_length", "8192"}, {"training.micro_batch", "1"},
                   {"parallel.gpus", "8"}, {"parallel.framework", "fsdp2"},
                   {"parallel.strategy", "fsdp"}, {"training.checkpointing", "full"}};
        QTest::newRow("Unsloth notebook, pasted")
            << ""
            << "model, tokenizer = FastLanguageModel.from_pretrained(\n"
               "    model_name = \"unsloth/Meta-Llama-3.1-8B-bnb-4bit\",\n"
               "    max_seq_length = 2048,\n    load_in_4bit = True,\n)\n"
               "model = FastLanguageModel.get_peft_model(model, r = 16)\n"
               "args = SFTConfig(per_device_train_batch_size = 2, gradient_accumulation_steps = "
               "4)\n"
            << Settings{{"training.method", "qlora"}, {"training.lora_rank", "16"},
                   {"training.sequence_length", "2048"}, {"training.micro_batch", "2"},
                   {"training.accumulation", "4"}, {"training.checkpointing", "full"},
                   {"training.activation_offload", "inputs"}};
        QTest::newRow("TRL with activations on the host")
            << "run.sh"
            << "python sft.py --model_name_or_path Qwen/Qwen3-8B --bf16 True "
               "--gradient_checkpointing True --activation_offloading True\n"
            << Settings{
                   {"training.checkpointing", "full"}, {"training.activation_offload", "saved"}};
        // core/builders/base.py: the hooks take the place of checkpoints beside adapters alone.
        QTest::newRow("axolotl with offloaded checkpoints")
            << "full.yml"
            << "base_model: Qwen/Qwen3-8B\nsequence_len: 4096\nmicro_batch_size: 1\n"
               "gradient_checkpointing: offload\nbf16: true\n"
            << Settings{
                   {"training.checkpointing", "full"}, {"training.activation_offload", "saved"}};
        QTest::newRow("axolotl with adapters and activations on the host")
            << "lora.yml"
            << "base_model: Qwen/Qwen3-8B\nadapter: lora\nlora_r: 8\nlora_target_linear: true\n"
               "sequence_len: 4096\nmicro_batch_size: 1\ngradient_checkpointing: true\n"
               "activation_offloading: true\nbf16: true\n"
            << Settings{
                   {"training.checkpointing", "none"}, {"training.activation_offload", "saved"}};
    }
    void filesComeToInputs()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(Settings, expected);
        const ImportedRun run = imported({{name.toStdString(), text.toStdString()}});
        QCOMPARE(problemsOf(run), QString());
        QStringList wrong;
        for (const auto &[key, value] : expected) {
            const QString is = QString::fromStdString(valueOf(run.scenario, key));
            if (is != value)
                wrong += key + ": " + is + ", not " + value;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
        for (const ImportRow &row : run.report.notUnderstood)
            qWarning("not understood: %s", importPlace(row).c_str());
        QVERIFY(run.report.notUnderstood.empty());
    }

    void whatIsNoPlanOfADecoderIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("problem");
        const QString shape = " --num-layers 24 --hidden-size 1024 --num-attention-heads 16 "
                              "--seq-length 512 --micro-batch-size 4\n";
        QTest::newRow("an encoder and a decoder") << "torchrun --nproc_per_node 8 pretrain_t5.py"
                + shape << "run.sh:1: script: There are no formulas for this architecture";
        QTest::newRow("layers that carry a state")
            << "torchrun pretrain_gpt.py --hybrid-layer-pattern 'M-M*-'" + shape
            << "run.sh:1: hybrid_layer_pattern: There are no formulas for this architecture";
        QTest::newRow("a model told by its checkpoint alone")
            << "torchrun pretrain_gpt.py --use-checkpoint-args --micro-batch-size 1 --swiglu"
            << "run.sh: num_layers: A value is missing";
    }
    void whatIsNoPlanOfADecoderIsRefused()
    {
        QFETCH(QString, text);
        QFETCH(QString, problem);
        const QString problems = problemsOf(imported({{"run.sh", text.toStdString()}}));
        QVERIFY2(problems.startsWith(problem), qPrintable(problems));
    }

    void whatALayerLacksIsSaid()
    {
        const std::string shape = "torchrun pretrain_gpt.py --num-layers 24 --hidden-size 1024 "
                                  "--num-attention-heads 16 --swiglu --normalization RMSNorm";
        const ImportedRun plain = imported({{"run.sh", shape}});
        QVERIFY(rowOf(plain.report.assumed, "hidden_dropout")); // 0.1 unless it is said
        const ImportedRun without
            = imported({{"run.sh", shape + " --hidden-dropout 0 --attention-dropout 0"}});
        QVERIFY(!rowOf(without.report.assumed, "hidden_dropout"));
        const ImportedRun layerNorm
            = imported({{"run.sh", shape + " --hidden-dropout 0 --normalization LayerNorm"}});
        QVERIFY(rowOf(layerNorm.report.assumed, "normalization"));
    }

    void gpusThatNobodySaysShareTheBatch()
    {
        const RunFile file{
            "ds.json", R"({"train_batch_size": 4, "zero_optimization": {"stage": 2}})"};
        const ImportedRun run = imported({file});
        QCOMPARE(problemsOf(run), QString());
        QCOMPARE(run.scenario.parallel.gpus, 4);
        Scenario chosen;
        chosen.parallel.gpus = 16;
        QVERIFY(problemsOf(imported({file}, {}, {}, {.scenario = chosen}))
                    .startsWith("ds.json:1: train_batch_size"));
    }

    /// DeepSpeed's 0 is none, where an input's is automatic.
    void noBucketIsNotAnAutomaticOne()
    {
        const ImportedRun run = imported({{"ds.json", R"({"zero_optimization": {"stage": 3,
            "stage3_prefetch_bucket_size": 0, "stage3_param_persistence_threshold": 0}})"}});
        QCOMPARE(problemsOf(run), QString());
        QVERIFY(rowOf(run.report.assumed, "zero_optimization.stage3_prefetch_bucket_size"));
        QCOMPARE(run.scenario.parallel.persistenceThreshold, 1);
    }

    void torchtunesRecipesForOneGpu()
    {
        const std::string recipe
            = "model:\n  _component_: torchtune.models.qwen3.qwen3_0_6b_instruct\nbatch_size: 2\n"
              "dtype: bf16\n";
        const Parallel one = imported({{"0.6B_full_single_device.yaml", recipe}}).scenario.parallel;
        QCOMPARE(one.gpus, 1);
        QCOMPARE(one.strategy, Strategy::Ddp);
        QCOMPARE(imported({{"0.6B_full.yaml", recipe}}).scenario.parallel.gpus, 8);
        const ImportedRun launched = imported({{"my.yaml", recipe},
            {"run.sh", "tune run full_finetune_single_device --config my.yaml"}});
        QCOMPARE(launched.scenario.parallel.gpus, 1);
    }

    void anEngineThatLeavesThePrecisionOpenLeavesThePlansAlone()
    {
        const RunFile file{"ds.json",
            R"({"fp16": {"enabled": "auto"}, "bf16": {"enabled": "auto"},
                "zero_optimization": {"stage": 2}})"};
        Scenario plan;
        plan.training.precision = Precision::Bf16Master;
        QCOMPARE(imported({file}, {}, {}, {.scenario = plan}).scenario.training.precision,
            Precision::Bf16Master);
        const RunFile launcher{"accelerate.yaml",
            "compute_environment: LOCAL_MACHINE\ndistributed_type: DEEPSPEED\n"
            "mixed_precision: fp16\ndeepspeed_config:\n  zero_stage: 2\nnum_processes: 8\n"};
        QCOMPARE(imported({file, launcher}).scenario.training.precision, Precision::Fp16Master);
    }

    void adaptersOfOtherModels()
    {
        const ImportedRun run = imported({{"recipe.yaml",
            "base_model: meta-llama/Llama-3.1-8B\nadapter: lora\nlora_r: 8\n"
            "lora_target_modules:\n  - to_q\nmicro_batch_size: 1\n"}});
        QVERIFY2(problemsOf(run).startsWith("recipe.yaml:"), qPrintable(problemsOf(run)));
        QVERIFY2(
            problemsOf(run).contains("lora_target_modules: There is no such choice. Found: to_q"),
            qPrintable(problemsOf(run)));
    }

    void torchtuneCutsWhatPhiHasInOne()
    {
        const ImportedRun run = imported({{"recipe.yaml",
            "model:\n  _component_: torchtune.models.phi3.lora_phi3_mini\n"
            "  lora_attn_modules: ['q_proj', 'v_proj', 'output_proj']\n  apply_lora_to_mlp: True\n"
            "  lora_rank: 8\nbatch_size: 2\n"}});
        QCOMPARE(problemsOf(run), QString());
        QCOMPARE(run.scenario.training.loraTargets,
            std::string("qkv_proj,o_proj,gate_up_proj,down_proj"));
    }

    void everyInputKnowsWhereItCameFrom()
    {
        const ImportedRun run = imported({{"qlora.yml", axolotlRecipe}});
        const Origin &batch = run.origins.at("training.micro_batch");
        QCOMPARE(batch.kind, OriginKind::File);
        QCOMPARE(batch.file, std::string("qlora.yml"));
        QCOMPARE(batch.line, 9);
        QCOMPARE(batch.key, std::string("micro_batch_size"));
        const Origin &method = run.origins.at("training.method");
        QCOMPARE(method.kind, OriginKind::Derived);
        QVERIFY(method.key.find("adapter") != std::string::npos);
        QVERIFY(!run.origins.contains("hardware.gpu"));
    }

    void aRecipeItsDeepSpeedFileAndItsLaunchLineGoTogether()
    {
        const RunSurroundings around{.file = [](const std::string &name, const std::string &from) {
            return name == "configs/z3.json" && from == "recipe.yaml"
                ? std::optional(RunFile{"configs/z3.json",
                    R"({"zero_optimization": {"stage": 3}, "bf16": {"enabled": "auto"},
                          "train_micro_batch_size_per_gpu": "auto"})"})
                : std::nullopt;
        }};
        const ImportedRun run = imported(
            {{"recipe.yaml",
                 "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 2048\nmicro_batch_size: 3\n"
                 "bf16: true\ndeepspeed: configs/z3.json\noptimizer: adamw_torch_fused\n"},
                {"launch.sh",
                    "accelerate launch --num_processes 8 -m axolotl.cli.train recipe.yaml"}},
            around);
        QCOMPARE(problemsOf(run), QString());
        QCOMPARE(run.files.size(), std::size_t(3));
        QCOMPARE(run.scenario.parallel.strategy, Strategy::Zero3);
        QCOMPARE(run.scenario.parallel.gpus, 8);
        QCOMPARE(run.scenario.training.microBatch, 3);
        QCOMPARE(run.scenario.training.precision, Precision::Bf16Master);
        QVERIFY(run.report.contradicting.empty());
    }

    void contradictionsAreAllSaidAndChosen()
    {
        const std::vector<RunFile> files{
            {"recipe.yaml",
                "base_model: meta-llama/Llama-3.1-8B\nmicro_batch_size: 4\nsequence_len: 2048\n"
                "gradient_accumulation_steps: 2\n"},
            {"ds.json", R"({"zero_optimization": {"stage": 2}, "gradient_accumulation_steps": 8,
                            "train_micro_batch_size_per_gpu": 1})"}};
        const ImportedRun run = imported(files);
        QCOMPARE(run.report.contradicting.size(), std::size_t(2));
        QCOMPARE(run.scenario.training.microBatch, 4);
        QCOMPARE(run.scenario.training.accumulation, 2);
        const ImportedRun other = imported(files, {}, {{"training.micro_batch", 1}});
        QCOMPARE(other.scenario.training.microBatch, 1);
        QCOMPARE(other.scenario.training.accumulation, 2);
        QCOMPARE(other.origins.at("training.micro_batch").file, std::string("ds.json"));
    }

    void whatIsNotModelledIsSaid()
    {
        const ImportedRun run = imported({{"a.yaml",
            "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 2048\nmicro_batch_size: 1\n"
            "tiled_mlp: true\nsequnce_len: 4096\noptimizer: ao_adamw_4bit\nwandb_project: x\n"}});
        QVERIFY(rowOf(run.report.assumed, "tiled_mlp"));
        QVERIFY(rowOf(run.report.assumed, "optimizer"));
        const ImportRow *typing = rowOf(run.report.notUnderstood, "sequnce_len");
        QVERIFY(typing);
        QCOMPARE(typing->line, 5);
        QVERIFY(rowOf(run.report.withoutEffect, "wandb_project"));
        bool isNoted = false;
        for (const std::string &note : importNotes(run))
            isNoted = isNoted || note.find("a.yaml:5: sequnce_len: 4096") != std::string::npos;
        QVERIFY(isNoted);
    }

    void batchesMustMultiplyOut()
    {
        const auto run = [](const std::string &batch) {
            return imported({{"ds.json",
                R"({"zero_optimization": {"stage": 2}, "train_batch_size": )" + batch
                    + R"(, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 4})"}});
        };
        QCOMPARE(problemsOf(run("64")), QString());
        const ImportedRun wrong = run("60");
        QCOMPARE(wrong.problems.size(), std::size_t(1));
        QCOMPARE(wrong.problems[0].where, std::string("train_batch_size"));
    }

    void whatCannotBePlannedIsRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("where");
        QTest::addColumn<int>("line");
        QTest::newRow("stage 7") << "ds.json"
                                 << "{\"zero_optimization\":\n{\"stage\": 7}}"
                                 << "zero_optimization.stage" << 2;
        QTest::newRow("a batch of words")
            << "a.yaml"
            << "base_model: meta-llama/Llama-3.1-8B\nmicro_batch_size: many\n"
            << "micro_batch_size" << 2;
        QTest::newRow("a model that nobody knows")
            << "a.yaml"
            << "sequence_len: 5\nbase_model: nobody/nothing\n"
            << "base_model" << 2;
        QTest::newRow("a recomputation that Megatron does not have")
            << "run.sh"
            << "torchrun --nproc_per_node 8 pretrain_gpt.py --recompute-granularity full "
               "--recompute-method evenly\n"
            << "recompute_method" << 1;
        QTest::newRow("a file that is not there")
            << "a.yaml"
            << "base_model: meta-llama/Llama-3.1-8B\ndeepspeed: gone.json\n"
            << "deepspeed" << 2;
    }
    void whatCannotBePlannedIsRefused()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(QString, where);
        QFETCH(int, line);
        const ImportedRun run = imported({{name.toStdString(), text.toStdString()}});
        std::vector<Error> problems = run.problems;
        if (run.missingModel)
            problems.push_back(*run.missingModel);
        QVERIFY(!problems.empty());
        QCOMPARE(QString::fromStdString(problems[0].where), where);
        QCOMPARE(problems[0].line, line);
        QCOMPARE(QString::fromStdString(problems[0].file), name);
    }

    void aModelComesWithItsConfig()
    {
        const std::string recipe
            = "model_name_or_path: ./tiny\nstage: sft\nfinetuning_type: full\n";
        const ImportedRun run = imported({{"run.yaml", recipe},
            {"tiny/config.json",
                "{\"model_type\": \"llama\", \"hidden_size\": 64, \"num_hidden_layers\": 2, "
                "\"num_attention_heads\": 4, \"intermediate_size\": 128, \"vocab_size\": 100}"}});
        QCOMPARE(problemsOf(run), QString());
        QVERIFY(run.scenario.model.imported);
        QCOMPARE(run.scenario.model.imported->spec.hidden, std::int64_t(64));
        QCOMPARE(QString::fromStdString(run.scenario.model.imported->name), QString("tiny"));
    }

    void aRecipeIsAWholeRun()
    {
        SourcedScenario base;
        base.scenario.training.method = Method::Qlora;
        base.scenario.training.kernels = Kernels::Fused;
        base.scenario.parallel.offload = Offload::Parameters;
        base.scenario.hardware.gpu = "a100-sxm-40gb";
        base.origins = {{"hardware.gpu", {.kind = OriginKind::User}},
            {"parallel.offload", {.kind = OriginKind::User}}};
        const ImportedRun run = imported({{"a.yaml",
                                             "base_model: meta-llama/Llama-3.1-8B\n"
                                             "sequence_len: 2048\nmicro_batch_size: 1\n"}},
            {}, {}, base);
        QCOMPARE(run.scenario.parallel.offload, Offload::None);
        QCOMPARE(run.scenario.training.method, Method::Full);
        QCOMPARE(run.scenario.training.kernels, Training{}.kernels);
        QCOMPARE(run.scenario.hardware.gpu, std::string("a100-sxm-40gb"));
        QCOMPARE(run.origins.at("hardware.gpu").kind, OriginKind::User);
        QVERIFY(!run.origins.contains("parallel.offload"));
        const auto isKernels = [](const ImportRow &row) { return row.input == "training.kernels"; };
        const auto said
            = std::find_if(run.report.assumed.begin(), run.report.assumed.end(), isKernels);
        QVERIFY(said != run.report.assumed.end());
        QCOMPARE(said->taken, std::string("cuda"));
    }

    void filesThatAreNoRecipeSetWhatTheySpeakOf_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("changed");
        QTest::newRow("an adapter")
            << "adapter_config.json"
            << R"({"peft_type": "LORA", "r": 64, "target_modules": ["q_proj", "v_proj"]})"
            << QStringList{"training.method", "training.lora_rank", "training.lora_targets"};
        QTest::newRow("an adapter of another type, which is named")
            << "adapter_config.json"
            << R"({"peft_type": "IA3", "target_modules": ["k_proj", "v_proj", "down_proj"],
                   "feedforward_modules": ["down_proj"]})"
            << QStringList{"training.method", "training.lora_rank", "training.lora_targets",
                   "training.adapter", "training.feedforward_modules"};
        QTest::newRow("a DoRA adapter that started from singular vectors")
            << "adapter_config.json"
            << R"({"peft_type": "LORA", "r": 16, "target_modules": "all-linear", "use_dora": true,
                   "init_lora_weights": "pissa_niter_16"})"
            << QStringList{"training.method", "training.adapter", "training.lora_init"};
        QTest::newRow("ZeRO-2 without the offload that the plan has")
            << "ds.json"
            << R"({"zero_optimization": {"stage": 2}, "bf16": {"enabled": true},
                   "train_micro_batch_size_per_gpu": "auto",
                   "gradient_accumulation_steps": "auto"})"
            << QStringList{"training.precision", "parallel.strategy", "parallel.framework",
                   "parallel.reduce_bucket", "parallel.allgather_bucket",
                   "parallel.prefetch_bucket", "parallel.persistence_threshold",
                   "parallel.offload"};
        QTest::newRow("so many processes")
            << ""
            << "#!/bin/bash\ntorchrun --nnodes 4 --nproc_per_node 4 train.py\n"
            << QStringList{"parallel.gpus", "parallel.gpus_per_node"};
    }
    void filesThatAreNoRecipeSetWhatTheySpeakOf()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(QStringList, changed);
        SourcedScenario base;
        base.scenario.parallel.gpus = 32;
        base.scenario.parallel.offload = Offload::Optimizer;
        base.scenario.training.microBatch = 3;
        base.scenario.training.sequenceLength = 1234;
        base.scenario.training.precision = Precision::Fp32;
        const ImportedRun run = imported({{name.toStdString(), text.toStdString()}}, {}, {}, base);
        QCOMPARE(problemsOf(run), QString());
        QStringList is;
        for (const Key *key : changedKeys(base.scenario, run.scenario))
            is += QString::fromStdString(std::string(key->id));
        QCOMPARE(is.join(' '), changed.join(' '));
    }

    void weightsAreHeldAgainstTheModel_data()
    {
        QTest::addColumn<QString>("index");
        QTest::addColumn<QString>("words");
        QTest::newRow("its own in bf16") << R"("total_size": 16060522496)" << QString();
        QTest::newRow("its own, counted")
            << R"("total_parameters": 8030261248, "total_size": 16060522496)" << QString();
        QTest::newRow("of another model")
            << R"("total_parameters": 7241732096, "total_size": 14483464192)"
            << "Weights of 7.24 B parameters; the model planned has 8.03 B.";
        QTest::newRow("in four bits")
            << R"("total_size": 5702577152)"
            << "0.71 bytes for each of the 8.03 B parameters planned: quantised, or the weights "
               "of another model.";
    }
    void weightsAreHeldAgainstTheModel()
    {
        QFETCH(QString, index);
        QFETCH(QString, words);
        const ImportedRun run = imported({{"a.yaml", axolotlRecipe},
            {"model.safetensors.index.json",
                R"({"weight_map": {}, "metadata": {)" + index.toStdString() + "}}"}});
        QString said;
        for (const ImportRow &row : run.report.assumed) {
            if (row.key.starts_with("metadata."))
                said += QString::fromStdString(englishText(row.why));
        }
        QCOMPARE(said, words);
    }

    void picklesAreNotRead()
    {
        const Catalog catalog = builtInCatalog();
        const RunFile file{"training_args.bin", std::string("\x80\x02}q\x00.", 6)};
        const Result<ImportedRun> run = importRun({&file, 1}, catalog, {});
        QVERIFY(!run.has_value());
        QVERIFY(describe(run.error()).find("pickle") != std::string::npos);
    }

    void variablesAreFollowedOrAskedFor()
    {
        const ImportedRun run = imported({{"a.yaml",
            "base_model: meta-llama/Llama-3.1-8B\nlength: 1024\nsequence_len: ${length}\n"
            "micro_batch_size: ${BATCH:2}\noutput_dir: ${HOME}/x\n"}});
        QCOMPARE(run.scenario.training.sequenceLength, 1024);
        QCOMPARE(run.scenario.training.microBatch, 2);
        QVERIFY(rowOf(run.report.notUnderstood, "output_dir"));
    }
};

QTEST_APPLESS_MAIN(TestImportRun)
#include "tst_importrun.moc"
