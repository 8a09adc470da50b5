// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/advice.h"
#include "core/judge/findingtext.h"
#include "core/model/hfconfig.h"
#include "core/planner/makeplan.h"
#include "core/report/plantext.h"
#include "core/scenario/move.h"
#include "tests/support/testcatalog.h"

#include <algorithm>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

const std::string unevenConfig = R"({"model_type": "llama", "hidden_size": 4096,
    "num_hidden_layers": 2, "num_attention_heads": 30, "num_key_value_heads": 7,
    "intermediate_size": 11008, "vocab_size": 32000})";

} // namespace

class TestFindings : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();

private slots:
    void aRepairEndsItsFinding_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<FindingId>("id");
        QTest::addColumn<Settings>("repair");
        const auto row
            = [](const char *name, const Settings &settings, FindingId id, const Settings &repair) {
                  QTest::newRow(name) << settings << id << repair;
              };
        row("QLoRA with ZeRO-3, weights in bytes", {{"training.method", "qlora"}},
            FindingId::QuantizedSharding, {{"training.quant_storage", "16-bit"}});
        row("QLoRA with FSDP, weights in bytes",
            {{"training.method", "qlora"}, {"parallel.strategy", "fsdp"}},
            FindingId::QuantizedSharding, {{"training.quant_storage", "16-bit"}});
        row("QLoRA with ZeRO-3 on one GPU, weights offloaded",
            {{"training.method", "qlora"}, {"parallel.gpus", "1"},
                {"parallel.offload", "parameters"}},
            FindingId::QuantizedSharding, {{"training.quant_storage", "16-bit"}});
        row("an 8-bit base with ZeRO-3",
            {{"training.method", "qlora"}, {"training.base", "llm-int8"}},
            FindingId::QuantizedSharding,
            {{"training.base", "nf4"}, {"training.quant_storage", "16-bit"}});
        row("an 8-bit base whose products hold on to their inputs",
            {{"training.method", "qlora"}, {"training.base", "llm-int8"},
                {"parallel.strategy", "ddp"}},
            FindingId::KeptInputs, {{"training.base", "nf4"}});
        row("a GPTQ base whose matrices autograd keeps",
            {{"training.method", "qlora"}, {"training.base", "gptq"},
                {"training.checkpointing", "none"}, {"parallel.strategy", "ddp"}},
            FindingId::KeptMatrices, {{"training.checkpointing", "full"}});
        row("a base whose modules PEFT does not find",
            {{"training.method", "qlora"}, {"training.base", "hqq"},
                {"training.lora_targets", "all-linear"}, {"parallel.strategy", "ddp"}},
            FindingId::UnfoundModules,
            {{"training.lora_targets", "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj"}});
        row("an 8-bit base under another adapter",
            {{"training.method", "qlora"}, {"training.base", "llm-int8"},
                {"training.adapter", "dora"}, {"parallel.strategy", "ddp"}},
            FindingId::BaseNotPlanned, {{"training.base", "nf4"}});
        row("QLoRA of experts that are no linear modules any more",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.method", "qlora"},
                {"parallel.strategy", "ddp"}},
            FindingId::NotQuantized, {{"training.modules", "transformers-4"}});
        row("QLoRA of Falcon's own linear modules",
            {{"model.id", "tiiuae/falcon-7b"}, {"training.method", "qlora"},
                {"parallel.strategy", "ddp"}},
            FindingId::NotQuantized, {{"training.modules", "transformers-4"}});
        row("160 experts over 1,024 GPUs under FSDP2",
            {{"model.id", "deepseek-ai/DeepSeek-V2"}, {"parallel.strategy", "fsdp"},
                {"parallel.gpus", "1024"}},
            FindingId::ShardPadding, {{"parallel.framework", "fsdp1"}});
        row("bf16 on a V100", {{"hardware.gpu", "v100-sxm-32"}}, FindingId::NoBf16,
            {{"training.precision", "fp16-master"}});
        row("autocast to bf16 on a V100",
            {{"hardware.gpu", "v100-sxm-32"}, {"training.precision", "bf16-amp"}},
            FindingId::NoBf16, {{"training.precision", "fp16-amp"}});
        row("FlashAttention on a T4", {{"hardware.gpu", "t4"}, {"training.precision", "fp16"}},
            FindingId::NoFlash, {{"training.attention", "sdpa"}});
        row("FlashAttention in fp32", {{"training.precision", "fp32"}}, FindingId::NoFlash,
            {{"training.attention", "sdpa"}});
        row("SDPA of shared keys in fp32",
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.precision", "fp32"},
                {"training.attention", "sdpa"}},
            FindingId::SharedKeysInSingle, {{"training.precision", "bf16-amp"}});
        row("FlashAttention on a T4, where SDPA knows no soft cap",
            {{"model.id", "google/gemma-2-9b"}, {"hardware.gpu", "t4"},
                {"training.precision", "fp16"}},
            FindingId::NoFlash, {{"training.attention", "eager"}});
        row("BLOOM with FlashAttention", {{"model.id", "bigscience/bloom-7b1"}},
            FindingId::AttentionRefused, {{"training.attention", "eager"}});
        row("BLOOM with SDPA",
            {{"model.id", "bigscience/bloom-7b1"}, {"training.attention", "sdpa"}},
            FindingId::AttentionRefused, {{"training.attention", "eager"}});
        row("gpt-oss with SDPA",
            {{"model.id", "openai/gpt-oss-20b"}, {"training.attention", "sdpa"}},
            FindingId::AttentionRefused, {{"training.attention", "eager"}});
        row("gpt-oss with FlashAttention", {{"model.id", "openai/gpt-oss-20b"}},
            FindingId::AttentionLeavesOut, {{"training.attention", "eager"}});
        row("Gemma 2 with SDPA",
            {{"model.id", "google/gemma-2-9b"}, {"training.attention", "sdpa"}},
            FindingId::AttentionLeavesOut, {{"training.attention", "flash"}});
        row("a hybrid model in modules of transformers 4",
            {{"model.id", "Qwen/Qwen3.5-9B"}, {"training.modules", "transformers-4"}},
            FindingId::ModulesNotPlanned, {{"training.modules", "transformers-5"}});
        row("a base in GPTQ on one GPU, by a strategy that shards",
            {{"parallel.gpus", "1"}, {"parallel.strategy", "zero3"}, {"training.method", "qlora"},
                {"training.base", "gptq"}},
            FindingId::BaseNotPlanned, {{"parallel.strategy", "ddp"}});
        row("BAdam on one GPU, by a strategy that shards",
            {{"parallel.gpus", "1"}, {"parallel.strategy", "zero3"}, {"training.precision", "bf16"},
                {"training.optimizer", "badam"}},
            FindingId::OptimizerNotPlanned, {{"parallel.strategy", "ddp"}});
        row("layers of unlike heads in torchtitan's modules",
            {{"model.id", "poolside/Laguna-XS.2"}, {"parallel.gpus", "8"},
                {"parallel.strategy", "fsdp"}, {"training.modules", "torchtitan"}},
            FindingId::ModulesNotPlanned, {{"training.modules", "transformers-5"}});
        row("StarCoder's adapters with a release that returns keys and values",
            {{"model.id", "bigcode/starcoderbase"}, {"training.method", "lora"},
                {"training.modules", "transformers-4.46"}},
            FindingId::ModulesNotPlanned, {{"training.modules", "transformers-5"}});
        row("fp16 where bf16 would do", {{"training.precision", "fp16"}},
            FindingId::Fp16LossScaling, {{"training.precision", "bf16"}});
        row("experts that ZeRO-3 cannot free",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.checkpointing", "none"}},
            FindingId::KeptExperts, {{"training.checkpointing", "full"}});
        row("frozen weights that DeepSpeed holds to the end of the backward pass",
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.method", "lora"},
                {"training.objective", "dpo"}, {"training.checkpointing", "full"}},
            FindingId::HeldFrozen, {{"parallel.strategy", "fsdp"}});
        row("a bucket that DeepSpeed refuses",
            {{"parallel.strategy", "zero2"}, {"parallel.allgather_bucket", "12345"}},
            FindingId::OddBucket, {{"parallel.allgather_bucket", "12346"}});
        row("a sequence beyond the model",
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.sequence_length", "9000"}},
            FindingId::SequenceTooLong, {{"training.sequence_length", "8192"}});
        row("a sequence beyond GPT-2's position table",
            {{"model.id", "openai-community/gpt2"}, {"training.sequence_length", "2048"}},
            FindingId::BeyondPositions, {{"training.sequence_length", "1024"}});
        row("a hidden size that no head divides", {{"model.hidden_size", "4100"}},
            FindingId::UnevenHeads, {{"model.hidden_size", "4096"}});
        row("nodes that are not full", {{"parallel.gpus", "12"}}, FindingId::NodeNotFull,
            {{"parallel.gpus", "16"}});
        row("sharding over one GPU", {{"parallel.gpus", "1"}}, FindingId::ShardingAlone,
            {{"parallel.strategy", "ddp"}});
        row("a link that the GPU does not have",
            {{"hardware.gpu", "rtx4090"}, {"hardware.link", "nvlink4"}}, FindingId::LinkNotThere,
            {{"hardware.link", ""}});
        row("shard groups that do not divide the GPUs",
            {{"parallel.strategy", "hsdp"}, {"parallel.gpus", "16"}, {"parallel.shard_group", "5"}},
            FindingId::GroupDoesNotDivide, {{"parallel.shard_group", "0"}});
        row("dropout on experts that are one tensor",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.method", "lora"},
                {"training.lora_dropout", "0.05"}},
            FindingId::FusedDropout, {{"training.lora_dropout", "0"}});
        row("an adapter on DeepSeek's router",
            {{"model.id", "deepseek-ai/DeepSeek-V3"}, {"training.method", "lora"}},
            FindingId::RouterAdapter,
            {{"training.lora_targets",
                "q_a_proj,q_b_proj,kv_a_proj_with_mqa,kv_b_proj,o_proj,gate_proj,up_proj,"
                "down_proj"}});
        row("an adapter on a state space's output",
            {{"model.id", "nvidia/Nemotron-H-8B-Base-8K"}, {"training.method", "lora"}},
            FindingId::RefusedAdapter,
            {{"training.lora_targets", "up_proj,down_proj,q_proj,k_proj,v_proj,o_proj,in_proj"}});
        row("a state space's output in four bits",
            {{"model.id", "ibm-ai-platform/Bamba-9B-v1"}, {"training.method", "qlora"}},
            FindingId::PackedOutput, {{"training.unquantized", "lm_head,out_proj"}});
        row("adapters on embedding and head under DeepSpeed",
            {{"training.method", "lora"}, {"training.lora_targets", "q_proj,embed_tokens,lm_head"}},
            FindingId::TableAdapters, {{"training.lora_targets", "q_proj"}});
        row("adapters on GPT-2's table of tokens alone",
            {{"model.id", "openai-community/gpt2"}, {"training.method", "lora"},
                {"training.lora_targets", "wte"}},
            FindingId::TableAdapters, {{"training.lora_targets", "all-linear"}});
        row("a head trained whole",
            {{"training.method", "lora"}, {"training.modules_to_save", "lm_head"}},
            FindingId::SavedModules, {{"training.modules_to_save", ""}});
        row("DoRA under DeepSpeed", {{"training.method", "lora"}, {"training.adapter", "dora"}},
            FindingId::AdapterNotPlanned, {{"training.adapter", "lora"}});
        row("every second layer checkpointed", {{"training.checkpoint_every", "2"}},
            FindingId::SparseCheckpoints, {{"training.checkpoint_every", "1"}});
        row("frozen layers", {{"training.frozen_layers", "4"}}, FindingId::FrozenLayers,
            {{"training.frozen_layers", "0"}});
        row("label smoothing under a fused loss",
            {{"training.label_smoothing", "0.1"}, {"training.loss", "fused"}},
            FindingId::LossReplaced, {{"training.loss", "standard"}});
        row("the worksheet with DoRA",
            {{"estimator", "worksheet"}, {"training.method", "lora"}, {"training.adapter", "dora"}},
            FindingId::WorksheetOnly, {{"estimator", "detailed"}});
        row("the worksheet with offloading",
            {{"estimator", "worksheet"}, {"parallel.offload", "optimizer"}},
            FindingId::WorksheetOnly, {{"estimator", "detailed"}});
        row("the worksheet with groups that shard",
            {{"estimator", "worksheet"}, {"parallel.strategy", "hsdp"}}, FindingId::WorksheetOnly,
            {{"estimator", "detailed"}});
        row("the worksheet with a fused loss",
            {{"estimator", "worksheet"}, {"training.loss", "fused"}}, FindingId::WorksheetOnly,
            {{"estimator", "detailed"}});
    }

    void aRepairEndsItsFinding()
    {
        QFETCH(Settings, settings);
        QFETCH(FindingId, id);
        QFETCH(Settings, repair);
        const Result<Scenario> scenario = applied({}, settings);
        QVERIFY(scenario);
        const Plan plan = planOf(*scenario, m_catalog);
        const Finding *finding = findingOf(plan, id);
        QVERIFY(finding);
        QCOMPARE(finding->repair.settings, repair);
        const Result<Scenario> better = applied(*scenario, finding->repair.settings);
        QVERIFY(better);
        QVERIFY(!findingOf(planOf(*better, m_catalog), id));
    }

    void linearModulesMayDropOut()
    {
        for (const auto &[id, targets] : {std::pair("mistralai/Mixtral-8x7B-v0.1", "q_proj,v_proj"),
                 std::pair("meta-llama/Meta-Llama-3-8B", "all-linear")}) {
            const Plan plan = planOf(
                scenarioWith({{"model.id", id}, {"training.method", "lora"},
                    {"training.lora_dropout", "0.05"}, {"training.lora_targets", targets}}),
                m_catalog);
            QVERIFY(!findingOf(plan, FindingId::FusedDropout));
        }
    }

    void aSearchRepairsAShortage_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<FindingId>("id");
        QTest::newRow("far too large")
            << Settings{{"model.parameters", "70B"}} << FindingId::DoesNotFit;
        QTest::newRow("rules of thumb") << Settings{{"model.parameters", "70B"},
            {"estimator", "worksheet"}, {"training.micro_batch", "64"}}
                                        << FindingId::DoesNotFit;
    }

    void aSearchRepairsAShortage()
    {
        QFETCH(Settings, settings);
        QFETCH(FindingId, id);
        const Result<Scenario> scenario = applied({}, settings);
        QVERIFY(scenario);
        Plan plan = planOf(*scenario, m_catalog, Reserving::Played);
        QVERIFY(findingOf(plan, id));
        QVERIFY(findingOf(plan, id)->repair.isEmpty()); // a plan has no time for it
        addFixes(plan, m_catalog);
        Evaluator evaluator(m_catalog);
        QCOMPARE(findingOf(plan, id)->repair,
            adviceFor(*scenario, m_catalog, evaluator)->fixes.shown.front().move);
        const Result<Scenario> better = applied(*scenario, findingOf(plan, id)->repair.settings);
        QVERIFY(better);
        QVERIFY(!findingOf(planOf(*better, m_catalog), id));
    }

    void whatFitsNeedsNoFix()
    {
        Plan plan = planOf({}, m_catalog, Reserving::Played);
        const Plan before = plan;
        addFixes(plan, m_catalog);
        QVERIFY(plan == before);
    }

    void rulesOfThumbKnowNoAlgorithm()
    {
        const Scenario scenario = scenarioWith({{"parallel.algorithm", "nvls"},
            {"hardware.gpu", "a100-sxm-80"}, {"parallel.strategy", "ddp"}});
        QVERIFY(findingOf(planOf(scenario, m_catalog), FindingId::AlgorithmUnavailable));
        QVERIFY(!findingOf(planOf(scenarioWith({{"estimator", "worksheet"}}, scenario), m_catalog),
            FindingId::AlgorithmUnavailable));
    }

    void whatIsNotCountedHasASize_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<FindingId>("id");
        QTest::addColumn<QString>("what");
        QTest::addColumn<double>("bytes");
        const auto row = [](const char *name, Settings settings, FindingId id, const char *what,
                             double bytes) {
            for (const auto &[key, value] :
                Settings{{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.strategy", "ddp"},
                    {"parallel.gpus", "1"}, {"training.precision", "bf16"}})
                settings.insert(settings.begin(), {key, value});
            QTest::newRow(name) << settings << id << QString(what) << bytes;
        };
        const double table = 128256.0 * 4096;
        // Adapters are as wide as the base where nothing is mixed: 2 B of weight and of each
        // moment.
        row("rank 8 on head and embedding",
            {{"training.method", "lora"}, {"training.lora_rank", "8"}, {"training.loss", "fused"},
                {"training.lora_targets", "q_proj,lm_head,embed_tokens"}},
            FindingId::TableAdapters, "embed_tokens, lm_head", 2 * 8 * (128256.0 + 4096) * 6);
        row("under autocast in fp32",
            {{"training.method", "lora"}, {"training.lora_rank", "8"},
                {"training.precision", "bf16-master"}, {"training.loss", "fused"},
                {"training.lora_targets", "lm_head"}},
            FindingId::TableAdapters, "lm_head", 8 * (128256.0 + 4096) * 12);
        row("the head whole, in 16 bit even so, of an earlier library",
            {{"training.method", "lora"}, {"training.precision", "bf16-master"},
                {"training.modules", "transformers-4"}, {"training.modules_to_save", "lm_head"}},
            FindingId::SavedModules, "lm_head", 6 * table);
        row("the head whole, whose gradient waits for the last micro-step",
            {{"training.method", "lora"}, {"training.precision", "bf16-master"},
                {"training.accumulation", "2"}, {"training.modules", "transformers-4"},
                {"training.modules_to_save", "lm_head"}},
            FindingId::SavedModules, "lm_head", 8 * table);
        row("both tables whole, with momentum alone",
            {{"training.method", "lora"}, {"training.optimizer", "sgd-momentum"},
                {"training.modules", "transformers-4"},
                {"training.modules_to_save", "embed_tokens,lm_head"}},
            FindingId::SavedModules, "embed_tokens, lm_head", 2 * 4 * table);
        // 22 of 32 layers keep T (16h + 4q + 4c + 8I + 4n) each, and not their input alone.
        row("every third layer checkpointed, under DeepSpeed",
            {{"training.checkpoint_every", "3"}, {"training.sequence_length", "1024"},
                {"parallel.strategy", "zero1"}},
            FindingId::SparseCheckpoints, "3",
            22 * (1024 * (14 * 4096 + 4 * 4096 + 4 * 1024 + 8 * 14336 + 4 * 32 + 8.0) + 1024));
    }

    void whatIsNotCountedHasASize()
    {
        QFETCH(Settings, settings);
        QFETCH(FindingId, id);
        const Result<Scenario> scenario = applied({}, settings);
        QVERIFY(scenario);
        const Plan plan = planOf(*scenario, m_catalog);
        const Finding *finding = findingOf(plan, id);
        QVERIFY(finding);
        QTEST(QString::fromStdString(finding->what), "what");
        QTEST(finding->bytes.value(), "bytes");
        // Nothing that leaves something out is said for sure.
        QVERIFY(!plan.memory.confidence.isComplete);
        QVERIFY(!plan.memory.confidence.isValidated);
        QVERIFY(plan.memory.confidence.high >= plan.memory.peak + finding->bytes);
        QVERIFY(planToText(plan, TableFormat::Text).find("Fits: ") == std::string::npos);
    }

    // 6 GiB beyond a plan that fits by one.
    void whatIsNotCountedDecidesTheVerdict()
    {
        Scenario scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}, {"training.method", "lora"},
            {"training.sequence_length", "512"}, {"training.precision", "bf16"}});
        const Memory memory = planOf(scenario, m_catalog).memory;
        scenario.hardware.reserveGib = (memory.verdict.capacity - memory.confidence.high) / GiB - 1;
        QCOMPARE(planOf(scenario, m_catalog).memory.verdict.fit, Fit::Fits);
        scenario.training.modulesToSave = "embed_tokens,lm_head";
        QCOMPARE(planOf(scenario, m_catalog).memory.verdict.fit, Fit::AtRisk);
    }

    void modulesAreRefusedInOneSentence_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a module that nobody knows")
            << Settings{{"training.method", "lora"}, {"training.modules_to_save", "lm_head,score"}}
            << "training.modules_to_save"
            << "some of embed_tokens, lm_head";
        QTest::newRow("more layers frozen than there are")
            << Settings{{"model.layers", "8"}, {"training.frozen_layers", "9"}}
            << "training.frozen_layers"
            << "at most the 8 layers of the model";
    }

    void modulesAreRefusedInOneSentence()
    {
        QFETCH(Settings, settings);
        const Result<Scenario> scenario = applied({}, settings);
        QVERIFY(scenario);
        const Result<Plan> plan = makePlan(*scenario, m_catalog);
        QVERIFY(!plan);
        QTEST(QString::fromStdString(plan.error().where), "where");
        QTEST(QString::fromStdString(englishText(plan.error().expected)), "expected");
    }

    void filesSayMoreThanIsPlanned_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<FindingId>("id");
        QTest::addColumn<bool>("isComplete"); // what is planned is no less than what there is
        const auto row = [](const char *name, const char *keys, FindingId id, bool isComplete) {
            QTest::newRow(name) << QByteArray(keys) << id << isComplete;
        };
        row("FP8", R"("quantization_config": {"quant_method": "fp8"})", FindingId::QuantizedFile,
            true);
        row("a classifier", R"("architectures": ["LlamaForSequenceClassification"])",
            FindingId::OtherHead, true);
        row("a class of which nothing is known", R"("architectures": ["LlamaForEverything"])",
            FindingId::OtherHead, false);
        row("router logits", R"("output_router_logits": true)", FindingId::UnreadKeys, false);
        row("a vision tower", R"("vision_config": {"hidden_size": 1024})", FindingId::PartsLeftOut,
            false);
    }

    void filesSayMoreThanIsPlanned()
    {
        QFETCH(QByteArray, keys);
        QFETCH(FindingId, id);
        Result<ImportedModel> model = importModel(R"({"model_type": "llama", "hidden_size": 2048,
            "num_hidden_layers": 4, "num_attention_heads": 16, "intermediate_size": 8192,
            "vocab_size": 32000, )"
                + keys.toStdString() + "}",
            "said");
        QVERIFY(model);
        Scenario scenario;
        scenario.model.imported = *model;
        const Plan plan = planOf(scenario, m_catalog);
        const Finding *finding = findingOf(plan, id);
        QVERIFY(finding);
        QTEST(plan.memory.confidence.isComplete, "isComplete");
        if (id == FindingId::QuantizedFile)
            QVERIFY(finding->bytes > Bytes(0) && finding->bytes < finding->planned);
    }

    void qloraPlansTheBitsOfItsFile()
    {
        Result<ImportedModel> model = importModel(R"({"model_type": "llama", "hidden_size": 2048,
            "num_hidden_layers": 4, "num_attention_heads": 16, "intermediate_size": 8192,
            "vocab_size": 32000, "quantization_config": {"load_in_4bit": true}})",
            "4bit");
        QVERIFY(model);
        Scenario scenario = scenarioWith({{"training.method", "qlora"}});
        scenario.model.imported = *model;
        QVERIFY(!findingOf(planOf(scenario, m_catalog), FindingId::QuantizedFile));
        scenario.training.method = Method::Lora;
        QVERIFY(findingOf(planOf(scenario, m_catalog), FindingId::QuantizedFile));
    }

    void aBaseInGroupsPlansItsFile()
    {
        Result<ImportedModel> model = importModel(R"({"model_type": "llama", "hidden_size": 2048,
            "num_hidden_layers": 4, "num_attention_heads": 16, "intermediate_size": 8192,
            "vocab_size": 32000, "quantization_config": {"quant_method": "gptq", "bits": 4}})",
            "gptq");
        QVERIFY(model);
        Scenario scenario = scenarioWith({{"training.method", "qlora"}, {"training.base", "gptq"}});
        scenario.model.imported = *model;
        QVERIFY(!findingOf(planOf(scenario, m_catalog), FindingId::QuantizedFile));
        scenario.training.base = BaseStorage::Hqq;
        QVERIFY(findingOf(planOf(scenario, m_catalog), FindingId::QuantizedFile));
    }

    /// More of it on more GPUs: why they need more memory there.
    void paddingOfExpertsIsSaid()
    {
        const auto planOn = [this](std::string_view gpus) {
            return planOf(scenarioWith({{"model.id", "deepseek-ai/DeepSeek-V2"},
                              {"parallel.strategy", "fsdp"}, {"parallel.gpus", gpus}}),
                m_catalog);
        };
        QVERIFY(!findingOf(planOn("80"), FindingId::ShardPadding));
        // In 16 bit: three matrices of 5,120 x 1,536 and a row of the router for each of 160
        // experts; the compressed key and value with its norm, and the query with its.
        const auto paddingOn = [](int ranks) {
            const auto rows = [ranks](int count) {
                return static_cast<double>((count + ranks - 1) / ranks * ranks - count);
            };
            return 2
                * (rows(160) * (3 * 5120.0 * 1536 + 5120) + rows(576) * 5120 + rows(512)
                    + rows(1536) * (5120 + 1));
        };
        const Plan some = planOn("512");
        const Plan many = planOn("1024");
        const Finding *padding = findingOf(many, FindingId::ShardPadding);
        QVERIFY(padding);
        QCOMPARE(padding->bytes.value(), paddingOn(1024));
        QCOMPARE(findingOf(some, FindingId::ShardPadding)->bytes.value(), paddingOn(512));
        QVERIFY(many.memory.peak > some.memory.peak);
        const std::string said = describe(*padding, many);
        QVERIFY2(said.find("38.0 GiB") != std::string::npos, said.c_str());
    }

    /// A rank of 16 is the first dimension of an adapter.
    void paddingOfAdaptersIsSaid()
    {
        const auto has = [this](std::string_view gpus, std::string_view framework) {
            return findingOf(planOf(scenarioWith({{"training.method", "lora"},
                                        {"parallel.strategy", "fsdp"}, {"parallel.gpus", gpus},
                                        {"parallel.framework", framework}}),
                                 m_catalog),
                       FindingId::ShardPadding)
                != nullptr;
        };
        QVERIFY(!has("16", "fsdp2"));
        QVERIFY(has("512", "fsdp2"));
        QVERIFY(!has("512", "fsdp1"));
    }

    // gpt-oss has had its experts in tensors from the first release on.
    void whatNoReleaseQuantizesHasNoRepair()
    {
        const Plan plan
            = planOf(scenarioWith({{"model.id", "openai/gpt-oss-20b"}, {"training.method", "qlora"},
                         {"parallel.strategy", "ddp"}, {"training.modules", "transformers-4"}}),
                m_catalog);
        const Finding *finding = findingOf(plan, FindingId::NotQuantized);
        QVERIFY(finding);
        QVERIFY(finding->repair.isEmpty());
    }

    void ordinaryModelsAreQuantized()
    {
        const Plan plan = planOf(scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                                     {"training.method", "qlora"}, {"parallel.strategy", "ddp"}}),
            m_catalog);
        QVERIFY(!findingOf(plan, FindingId::NotQuantized));
    }

    void bucketsThatDeepSpeedTakes_data()
    {
        QTest::addColumn<Settings>("settings");
        const auto row
            = [](const char *name, const Settings &settings) { QTest::newRow(name) << settings; };
        row("stage 3 does not ask",
            {{"parallel.strategy", "zero3"}, {"parallel.allgather_bucket", "12345"}});
        row("nor does BF16_Optimizer",
            {{"parallel.strategy", "zero1"}, {"parallel.gradient_precision", "fp32"},
                {"parallel.allgather_bucket", "12345"}});
        row("an even one",
            {{"parallel.strategy", "zero2"}, {"parallel.allgather_bucket", "12346"}});
    }

    void bucketsThatDeepSpeedTakes()
    {
        QFETCH(Settings, settings);
        const Result<Scenario> scenario = applied({}, settings);
        QVERIFY(scenario);
        QVERIFY(!findingOf(planOf(*scenario, m_catalog), FindingId::OddBucket));
    }

    void headsOfAConfigAreMadeEven()
    {
        Result<ImportedModel> model = importModel(unevenConfig, "odd");
        QVERIFY(model);
        QVERIFY(model->spec.hasUnevenHeads);
        Scenario scenario;
        scenario.model.imported = *model;
        const Plan plan = planOf(scenario, m_catalog);
        const Finding *finding = findingOf(plan, FindingId::UnevenHeads);
        QVERIFY(finding);
        const Result<Scenario> better = applied(scenario, finding->repair.settings);
        QVERIFY(better);
        const ModelSpec &spec = better->model.imported->spec;
        QCOMPARE(spec.heads, 16);
        QCOMPARE(spec.kvHeads, 4);
        QVERIFY(!spec.hasUnevenHeads);
        QVERIFY(!findingOf(planOf(*better, m_catalog), FindingId::UnevenHeads));
    }

    void ordinaryModelsHaveEvenHeads()
    {
        for (const ModelEntry &model : m_catalog.models)
            QVERIFY2(!model.spec.hasUnevenHeads, model.id.c_str());
    }

    void saysWhereNothingButTheCapacityIsKnown()
    {
        int count = 0;
        for (const GpuSpec &gpu : m_catalog.gpus) {
            Scenario scenario;
            scenario.hardware.gpu = gpu.id;
            const Plan plan = planOf(scenario, m_catalog);
            const Finding *finding = findingOf(plan, FindingId::CapacityOnly);
            QVERIFY2((finding != nullptr) == gpu.isCapacityOnly, gpu.id.c_str());
            QVERIFY(!finding || finding->severity == Severity::Warning);
            count += gpu.isCapacityOnly ? 1 : 0;
        }
        QCOMPARE(count, 6);
    }

    void aRepairThatCannotBeIsAnError()
    {
        QVERIFY(!applied({}, {{"parallel.gpus", "none"}}));
        QVERIFY(!applied({}, {{"no.key", "1"}}));
    }
};

QTEST_APPLESS_MAIN(TestFindings)
#include "tst_findings.moc"
