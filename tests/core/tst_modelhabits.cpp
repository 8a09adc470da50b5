// SPDX-License-Identifier: GPL-3.0-or-later
// Whose model a run is, and what programs make of inputs when they know it.
#include "tests/support/importrun.h"
#include "tests/support/phaseof.h"

#include <QTest>

using namespace shardscope;

namespace {

ImportedRun axolotl(const std::string &model, const std::string &more = {})
{
    return imported({{"a.yml",
        "base_model: " + model
            + "\nadapter: lora\nlora_r: 8\nlora_target_linear: true\nsequence_len: 2048\n"
              "micro_batch_size: 1\n"
            + more}});
}

ImportedRun notebook(const std::string &model, const std::string &loading = {},
    const std::string &trainer = "SFTConfig(per_device_train_batch_size = 1)",
    const std::string &before = {})
{
    return imported({{"a.py",
        "import os\n" + before
            + "model, tokenizer = FastLanguageModel.from_pretrained(\n    model_name = \"" + model
            + "\",\n    max_seq_length = 2048,\n" + loading
            + ")\nmodel = FastLanguageModel.get_peft_model(model, r = 16)\nargs = " + trainer
            + "\n"}});
}

const std::string rewarded = "GRPOConfig(per_device_train_batch_size = 1, num_generations = 4, "
                             "max_prompt_length = 512, max_completion_length = 512)";

Plan planned(const Scenario &scenario)
{
    static const Catalog catalog = builtInCatalog();
    return planOf(scenario, catalog);
}

bool isSaid(const Plan &plan, FindingId id)
{
    return std::any_of(plan.findings.begin(), plan.findings.end(),
        [id](const Finding &finding) { return finding.id == id; });
}

std::string whyOf(const ImportedRun &run, std::string_view input)
{
    for (const ImportRow &row : run.report.assumed) {
        if (row.input == input)
            return englishText(row.why);
    }
    return {};
}

} // namespace

class TestModelHabits : public QObject
{
    Q_OBJECT

private slots:
    void aWholeRunThatNamesNoModelIsOfNone_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::newRow("a recipe") << "a.yml"
                                  << "adapter: lora\nlora_r: 8\nlora_target_linear: true\n"
                                     "sequence_len: 512\nmicro_batch_size: 1\ndatasets: []\n";
        QTest::newRow("a script whose arguments are said elsewhere")
            << "sft.py"
            << "args = SFTConfig(per_device_train_batch_size=2, max_length=512)\n"
               "trainer = SFTTrainer(model=script_args.model_name_or_path, args=args)\n";
    }
    void aWholeRunThatNamesNoModelIsOfNone()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        const ImportedRun run = imported({{name.toStdString(), text.toStdString()}});
        QVERIFY(run.missingModel.has_value());
        QCOMPARE(run.missingModel->where, std::string("model.id"));
        QVERIFY(!rowOf(run.report.assumed, "model.id"));
    }

    void whatLearnsFromContrastsIsNoPlan_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("key");
        QTest::newRow("sentence-transformers")
            << "a.py"
            << "model = SparseEncoder(\"BAAI/bge-m3\")\n"
               "args = SparseEncoderTrainingArguments(per_device_train_batch_size = 256)\n"
            << "training_class";
        QTest::newRow("generative_reranker")
            << "a.sh"
            << "swift sft --model Qwen/Qwen3-0.6B --task_type generative_reranker "
               "--per_device_train_batch_size 8\n"
            << "task_type";
    }
    void whatLearnsFromContrastsIsNoPlan()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(QString, key);
        const ImportedRun run = imported({{name.toStdString(), text.toStdString()}});
        QCOMPARE(run.problems.size(), 1U);
        QCOMPARE(QString::fromStdString(run.problems.front().where), key);
        QVERIFY(problemsOf(run).contains("learned from contrasts"));
    }

    void aConfigurationWithoutAnOptimizerTrainsNothing()
    {
        const std::string start = "model:\n  _component_: torchtune.models.llama3_2.llama3_2_1b\n"
                                  "checkpointer:\n  _component_: "
                                  "torchtune.training.FullModelHFCheckpointer\n";
        const ImportedRun written = imported({{"a.yaml", start + "prompt:\n  user: Hello\n"}});
        QVERIFY2(problemsOf(written).contains("no optimizer"), qPrintable(problemsOf(written)));
        const ImportedRun trained
            = imported({{"a.yaml", start + "optimizer:\n  _component_: torch.optim.AdamW\n"}});
        QCOMPARE(problemsOf(trained), QString());
    }

    void anEnginesFilesAreTakenInBesideThePlansModel()
    {
        const ImportedRun run = imported({{"ds.json", R"({"zero_optimization": {"stage": 2}})"}});
        QVERIFY(!run.missingModel);
    }

    void aClassWithoutSdpaGetsItsOwnOperators()
    {
        const ImportedRun run = axolotl("openai/gpt-oss-20b");
        QCOMPARE(problemsOf(run), QString());
        QCOMPARE(run.scenario.training.attention, Attention::Eager);
        QVERIFY(!whyOf(run, "training.attention").empty());
        // What is asked for stands, and is said to be refused.
        const ImportedRun asked = axolotl("openai/gpt-oss-20b", "attn_implementation: sdpa\n");
        QCOMPARE(asked.scenario.training.attention, Attention::Sdpa);
        QCOMPARE(axolotl("Qwen/Qwen3-8B").scenario.training.attention, Attention::Sdpa);
    }

    void unslothTrainsGptOssWithAKernelOfItsOwn()
    {
        const ImportedRun run = notebook("unsloth/gpt-oss-20b", "    load_in_4bit = False,\n");
        QCOMPARE(run.scenario.training.attention, Attention::Flash);
        const Plan plan = planned(run.scenario);
        QVERIFY(!isSaid(plan, FindingId::AttentionRefused));
        QVERIFY(!isSaid(plan, FindingId::AttentionLeavesOut));
    }

    // Experts of transformers 5 are no linear modules, whose names these programs look for.
    void allLinearModulesAreNoExperts_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::newRow("Axolotl") << std::string(
            "base_model: mistralai/Mixtral-8x7B-v0.1\nadapter: lora\nlora_target_linear: true\n"
            "sequence_len: 1024\nmicro_batch_size: 1\n");
        QTest::newRow("LLaMA-Factory") << std::string(
            "model_name_or_path: mistralai/Mixtral-8x7B-v0.1\nstage: sft\nfinetuning_type: lora\n"
            "lora_target: all\ncutoff_len: 1024\nper_device_train_batch_size: 1\n");
        QTest::newRow("ms-swift") << std::string(
            "model: mistralai/Mixtral-8x7B-v0.1\ntuner_type: lora\ntarget_modules: all-linear\n"
            "max_length: 1024\nper_device_train_batch_size: 1\n");
    }
    void allLinearModulesAreNoExperts()
    {
        QFETCH(std::string, text);
        const ImportedRun run = imported({{"a.yaml", text}});
        QCOMPARE(problemsOf(run), QString());
        QCOMPARE(run.scenario.training.loraTargets, std::string("q_proj,k_proj,v_proj,o_proj"));
        QVERIFY(!whyOf(run, "training.lora_targets").empty());
    }

    void allLinearStaysWhereEverythingIsLinear()
    {
        QCOMPARE(axolotl("Qwen/Qwen3-8B").scenario.training.loraTargets, std::string("all-linear"));
    }

    // Where the program's own list names what the model lacks.
    void aProgramsOwnTargetsAreThoseThatTheModelHas()
    {
        const ImportedRun run = notebook("LiquidAI/LFM2-1.2B");
        QCOMPARE(problemsOf(run), QString());
        QCOMPARE(run.scenario.training.loraTargets, std::string("q_proj,k_proj,v_proj"));
    }

    void weightsAreStoredAsTheNameSays_data()
    {
        QTest::addColumn<std::string>("model");
        QTest::addColumn<Method>("method");
        QTest::addColumn<BaseStorage>("base");
        QTest::newRow("16 bits") << std::string("unsloth/Qwen3-14B") << Method::Lora
                                 << BaseStorage::Nf4;
        QTest::newRow("bitsandbytes") << std::string("unsloth/Qwen3-14B-unsloth-bnb-4bit")
                                      << Method::Qlora << BaseStorage::Nf4;
        QTest::newRow("GPTQ") << std::string("Qwen/Qwen2.5-7B-Instruct-GPTQ-Int4") << Method::Qlora
                              << BaseStorage::Gptq;
        QTest::newRow("AWQ") << std::string("Qwen/Qwen2.5-7B-Instruct-AWQ") << Method::Qlora
                             << BaseStorage::Awq;
    }
    void weightsAreStoredAsTheNameSays()
    {
        QFETCH(std::string, model);
        const ImportedRun run = axolotl(model);
        QCOMPARE(problemsOf(run), QString());
        QTEST(run.scenario.training.method, "method");
        QTEST(run.scenario.training.base, "base");
    }

    void whatAFileSaysOfBitsCounts()
    {
        const ImportedRun run
            = notebook("unsloth/Qwen3-14B-unsloth-bnb-4bit", "    load_in_4bit = False,\n");
        QCOMPARE(run.scenario.training.method, Method::Lora);
    }

    void fastInferenceIsAnEngineThatSharesTheWeights()
    {
        const ImportedRun run = notebook("unsloth/Qwen3-4B-Base",
            "    load_in_4bit = False,\n    fast_inference = True,\n"
            "    gpu_memory_utilization = 0.6,\n",
            rewarded, "os.environ[\"UNSLOTH_VLLM_STANDBY\"] = \"1\"\n");
        QCOMPARE(problemsOf(run), QString());
        const Rollout &rollout = run.scenario.rollout;
        QCOMPARE(rollout.engine, RolloutEngine::Colocated);
        QCOMPARE(rollout.share, 0.6);
        QCOMPARE(rollout.sleep, RolloutSleep::On);
        // One copy of the weights: asleep and awake there is less of the engine by them.
        Scenario apart = run.scenario;
        apart.training.kernels = Kernels::Cuda;
        const auto engine = [](const Scenario &scenario) {
            return partOf(planned(scenario), PhaseId::Generation, PartId::Rollout);
        };
        constexpr double weights = 2 * 4022468096.0;
        QVERIFY(std::abs(engine(apart) - engine(run.scenario) - weights) < 0.2 * weights);
    }

    void anEngineIsAwakeUnlessItStandsBy()
    {
        const ImportedRun run
            = notebook("unsloth/Qwen3-4B-Base", "    fast_inference = True,\n", rewarded);
        QCOMPARE(run.scenario.rollout.share, 0.5); // Unsloth's own
        QCOMPARE(run.scenario.rollout.sleep, RolloutSleep::Off);
        const ImportedRun off = notebook("unsloth/Qwen3-4B-Base", "    fast_inference = True,\n",
            rewarded, "os.environ['UNSLOTH_VLLM_STANDBY'] = '0'\n");
        QCOMPARE(off.scenario.rollout.sleep, RolloutSleep::Off);
    }

    void anEngineThatNobodyAsksIsSaid()
    {
        const ImportedRun run = notebook("unsloth/Qwen3-4B-Base", "    fast_inference = True,\n");
        const ImportRow *row = rowOf(run.report.assumed, "fast_inference");
        QVERIFY(row);
        QVERIFY(englishText(row->why).starts_with("Not modelled"));
    }

    void unslothRaisesTheMicroBatchToAPromptsAnswers()
    {
        const ImportedRun run
            = notebook("unsloth/Qwen3-4B-Base", "    fast_inference = True,\n", rewarded);
        QCOMPARE(run.scenario.training.microBatch, 4);
        QVERIFY(!whyOf(run, "training.micro_batch").empty());
    }

    void whisperHearsThirtySeconds()
    {
        const ImportedRun run = notebook("unsloth/whisper-large-v3");
        QCOMPARE(run.scenario.training.sequenceLength, 1500);
    }

    // Said, and with more on the GPU than the run has.
    void inputsOnTheHostThatAreNotDerivedStayOnTheGpu()
    {
        const ImportedRun run = notebook("unsloth/gemma-4-E2B-it");
        QCOMPARE(run.scenario.training.activationOffload, ActivationOffload::None);
        QVERIFY(!whyOf(run, "training.activation_offload").empty());
        QCOMPARE(notebook("unsloth/Qwen3-4B-Base").scenario.training.activationOffload,
            ActivationOffload::Inputs);
    }

    void variablesOfAScriptAreRead()
    {
        const ImportedRun run = notebook("unsloth/Qwen3-4B-Base", {},
            "SFTConfig(per_device_train_batch_size = 1)",
            "os.environ[\"PYTORCH_CUDA_ALLOC_CONF\"] = \"expandable_segments:True\"\n"
            "os.environ[\"CUDA_VISIBLE_DEVICES\"] = \"0,1\"\nos.environ[\"HF_HOME\"] = \"x\"\n");
        QCOMPARE(run.scenario.hardware.allocator, Allocator::Expandable);
        QCOMPARE(run.scenario.parallel.gpus, 2);
        QVERIFY(!rowOf(run.report.notUnderstood, "HF_HOME"));
    }

    void attentionOfTwoKindsIsPlannedAsTheLargerOne()
    {
        const ImportedRun run = axolotl("google/gemma-4-26B-A4B-it",
            "attn_implementation: flash_attention_2\ngemma4_hybrid_attn_impl: true\n");
        QCOMPARE(problemsOf(run), QString());
        QCOMPARE(run.scenario.training.attention, Attention::Sdpa);
        QVERIFY(!isSaid(planned(run.scenario), FindingId::NoFlash));
        const ImportedRun alone
            = axolotl("google/gemma-4-26B-A4B-it", "attn_implementation: flash_attention_2\n");
        QVERIFY(isSaid(planned(alone.scenario), FindingId::NoFlash));
    }

    void unslothQuantisesItsScalesToo()
    {
        const ImportedRun run = notebook("unsloth/Qwen3-8B", "    load_in_4bit = True,\n");
        QCOMPARE(run.scenario.training.method, Method::Qlora);
        QCOMPARE(run.scenario.training.doubleQuantization, DoubleQuantization::On);
    }
};

QTEST_APPLESS_MAIN(TestModelHabits)
#include "tst_modelhabits.moc"
