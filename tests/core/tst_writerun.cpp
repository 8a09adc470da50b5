// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/importrun.h"
#include "core/interchange/saveback.h"
#include "core/interchange/writerun.h"
#include "core/model/parameters.h"
#include "core/planner/makeplan.h"
#include "core/scenario/keys.h"
#include "core/scenario/keytext.h"
#include "core/scenario/relevance.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace shardscope;

namespace {

const Catalog &catalog()
{
    static const Catalog known = builtInCatalog();
    return known;
}

/// Runs of the kind that a format is for.
struct Family
{
    const char *name;
    const char *target;
    std::vector<std::pair<const char *, const char *>> setting;
    /// What it has no key for. All else that counts is read again as it was written.
    std::vector<const char *> withoutWord;
    bool isMesh = false;
};

const std::vector<Family> &families()
{
    static const std::vector<Family> all{
        {"DeepSpeed", "deepspeed",
            {{"parallel.framework", "deepspeed"}, {"parallel.strategy", "zero3"}},
            {"model.id", "training.sequence_length", "training.checkpointing", "training.optimizer",
                "parallel.gpus", "parallel.gpus_per_node"}},
        {"DeepSpeed, AutoEP", "deepspeed",
            {{"parallel.framework", "deepspeed"}, {"parallel.strategy", "zero2"},
                {"parallel.expert", "4"}, {"training.method", "full"},
                {"training.modules", "transformers-5"}},
            {"model.id", "training.sequence_length", "training.checkpointing", "training.optimizer",
                "parallel.gpus", "parallel.gpus_per_node", "parallel.allgather_bucket"}},
        {"DeepSpeed, AutoTP", "deepspeed",
            {{"parallel.framework", "deepspeed"}, {"parallel.strategy", "zero1"},
                {"parallel.tensor", "2"}, {"training.method", "full"},
                {"training.modules", "transformers-5"}},
            {"model.id", "training.sequence_length", "training.checkpointing", "training.optimizer",
                "parallel.gpus", "parallel.gpus_per_node", "parallel.allgather_bucket"}},
        {"accelerate, FSDP2", "accelerate",
            {{"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"}},
            {"model.id", "training.sequence_length", "training.micro_batch",
                "training.checkpointing", "training.optimizer"}},
        {"accelerate, a mesh beside FSDP2", "accelerate",
            {{"parallel.framework", "fsdp2"}, {"parallel.strategy", "hsdp"},
                {"parallel.shard_group", "4"}, {"parallel.gpus", "16"}, {"parallel.tensor", "2"},
                {"parallel.context", "2"}, {"training.method", "full"},
                {"training.modules", "transformers-5"}},
            {"model.id", "training.sequence_length", "training.micro_batch",
                "training.checkpointing", "training.optimizer"}},
        {"accelerate, FSDP1", "accelerate",
            {{"parallel.framework", "fsdp1"}, {"parallel.strategy", "fsdp-grad-op"}},
            {"model.id", "training.sequence_length", "training.micro_batch",
                "training.checkpointing", "training.optimizer"}},
        {"accelerate, DeepSpeed", "accelerate",
            {{"parallel.framework", "deepspeed"}, {"parallel.strategy", "zero2"}},
            {"model.id", "training.sequence_length", "training.micro_batch",
                "training.checkpointing", "training.optimizer", "parallel.reduce_bucket"}},
        {"axolotl, LoRA", "axolotl",
            {{"training.method", "lora"}, {"parallel.framework", "trainer"},
                {"parallel.strategy", "ddp"}},
            {"training.optimizer", "parallel.gpus", "parallel.gpus_per_node"}},
        {"axolotl, ZeRO-3", "axolotl",
            {{"parallel.framework", "deepspeed"}, {"parallel.strategy", "zero3"}},
            {"training.optimizer", "parallel.gpus", "parallel.gpus_per_node"}},
        {"axolotl, FSDP2", "axolotl",
            {{"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"}},
            // Its FSDP2 leaves weights as they were loaded.
            {"training.precision", "training.autocast", "training.optimizer", "parallel.gpus",
                "parallel.gpus_per_node"}},
        {"LLaMA-Factory, LoRA", "llama-factory",
            {{"training.method", "lora"}, {"parallel.framework", "deepspeed"},
                {"parallel.strategy", "zero2"}},
            {"training.optimizer", "parallel.gpus", "parallel.gpus_per_node",
                "parallel.allgather_bucket"}},
        {"LLaMA-Factory, FSDP1", "llama-factory",
            {{"parallel.framework", "fsdp1"}, {"parallel.strategy", "fsdp-grad-op"}},
            {"training.optimizer", "parallel.gpus", "parallel.gpus_per_node"}},
        {"LLaMA-Factory, FSDP2", "llama-factory",
            {{"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp-grad-op"}},
            {"training.optimizer", "parallel.gpus", "parallel.gpus_per_node"}},
        {"LLaMA-Factory, all in BF16", "llama-factory",
            {{"parallel.framework", "trainer"}, {"parallel.strategy", "ddp"},
                {"training.precision", "bf16"}},
            {"training.autocast", "training.optimizer", "parallel.gpus", "parallel.gpus_per_node"}},
        {"TrainingArguments", "trainer",
            {{"parallel.framework", "deepspeed"}, {"parallel.strategy", "zero3"}},
            {"training.optimizer", "parallel.gpus", "parallel.gpus_per_node", "model.id",
                "training.sequence_length", "training.attention"}},
        {"TrainingArguments in Python", "trainer-python",
            {{"parallel.framework", "deepspeed"}, {"parallel.strategy", "zero3"}},
            {"training.optimizer", "parallel.gpus", "parallel.gpus_per_node", "model.id",
                "training.sequence_length", "training.attention"}},
        {"torchtitan", "torchtitan",
            {{"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"},
                {"training.loop", "torchtitan"}, {"training.modules", "torchtitan"}},
            {"training.attention", "training.optimizer", "parallel.gradient_precision"}, true},
        {"torchtitan, all in BF16", "torchtitan",
            {{"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"},
                {"training.loop", "torchtitan"}, {"training.modules", "torchtitan"},
                {"training.precision", "bf16"}},
            {"training.attention", "training.optimizer", "parallel.gradient_precision"}, true},
        {"Megatron-LM", "megatron",
            {{"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"}},
            {"model.id", "parallel.overlap"}, true},
        {"torchrun", "torchrun", {},
            {"model.id", "training.sequence_length", "training.micro_batch",
                "training.checkpointing", "training.optimizer", "training.accumulation",
                "parallel.reduce_bucket", "parallel.sub_group"}},
        {"accelerate launch", "accelerate-launch",
            {{"parallel.framework", "deepspeed"}, {"parallel.strategy", "zero3"}},
            {"model.id", "training.sequence_length", "training.micro_batch",
                "training.checkpointing", "training.optimizer", "parallel.reduce_bucket",
                "parallel.sub_group"}},
        {"Slurm", "slurm", {},
            {"model.id", "training.sequence_length", "training.micro_batch",
                "training.checkpointing", "training.optimizer", "training.accumulation",
                "parallel.reduce_bucket", "parallel.sub_group"}},
    };
    return all;
}

template <class Values>
auto oneOf(std::mt19937 &random, const Values &values)
{
    return values[std::uniform_int_distribution<std::size_t>(0, std::size(values) - 1)(random)];
}

/// Degrees, and as many GPUs as they need.
void addMesh(std::mt19937 &random, std::vector<std::pair<std::string, std::string>> &settings)
{
    const int tensor = oneOf(random, std::array{1, 2, 4});
    const int pipeline = oneOf(random, std::array{1, 2, 4});
    const int context = oneOf(random, std::array{1, 2});
    const int gpus = tensor * pipeline * context * oneOf(random, std::array{1, 2, 8});
    settings.emplace_back("parallel.tensor", std::to_string(tensor));
    settings.emplace_back("parallel.sequence", "on");
    settings.emplace_back("parallel.pipeline", std::to_string(pipeline));
    settings.emplace_back("parallel.context", std::to_string(context));
    settings.emplace_back("parallel.gpus", std::to_string(gpus));
    settings.emplace_back("parallel.gpus_per_node", std::to_string(std::min(gpus, 8)));
}

/// Any run of the family.
Scenario randomRun(std::mt19937 &random, const Family &family)
{
    const auto text = [](int number) { return std::to_string(number); };
    const int perNode = oneOf(random, std::array{2, 4, 8});
    std::vector<std::pair<std::string, std::string>> settings{
        {"model.id", oneOf(random, std::array{"meta-llama/Llama-3.1-8B", "Qwen/Qwen3-8B"})},
        {"training.sequence_length", text(oneOf(random, std::array{512, 2048, 8192, 12345}))},
        {"training.micro_batch", text(oneOf(random, std::array{1, 2, 3, 16}))},
        {"training.accumulation", text(oneOf(random, std::array{1, 4, 10}))},
        {"training.lora_rank", text(oneOf(random, std::array{4, 16, 100}))},
        {"training.lora_targets", oneOf(random, std::array{"all-linear", "q_proj,v_proj"})},
        {"training.lora_dropout", oneOf(random, std::array{"0", "0.05"})},
        {"training.checkpointing", oneOf(random, std::array{"none", "full"})},
        {"training.optimizer", oneOf(random, std::array{"adamw", "sgd-momentum"})},
        {"training.precision", "bf16-master"},
        {"parallel.gpus", text(perNode * oneOf(random, std::array{1, 2, 4}))},
        {"parallel.gpus_per_node", text(perNode)},
        {"parallel.offload", oneOf(random, std::array{"none", "optimizer"})},
        {"parallel.reduce_bucket", oneOf(random, std::array{"auto", "200000000"})},
        {"parallel.sub_group", oneOf(random, std::array{"auto", "100000000"})},
    };
    if (family.isMesh)
        addMesh(random, settings);
    for (const auto &[key, value] : family.setting)
        settings.emplace_back(key, value);
    Scenario scenario;
    for (const auto &[key, value] : settings) {
        if (const Status status = setKeyText(scenario, key, value); !status)
            qFatal("%s: %s", key.c_str(), describe(status.error()).c_str());
    }
    const Framework framework = scenario.parallel.framework;
    if (framework != Framework::DeepSpeed)
        scenario.parallel.offload = Offload::None;
    return scenario;
}

/// A file in somebody's own layout, with the keys that say one input each.
struct HandMade
{
    struct Key
    {
        std::string name;
        const char *input;
        std::vector<std::string> values;
    };
    RunFile file{};
    std::vector<Key> keys{};
};

HandMade handMade(std::mt19937 &random)
{
    const std::vector<std::string> lengths{"512", "2048", "4096", "12345"};
    const std::vector<std::string> counts{"1", "2", "3", "4", "16"};
    const bool isAxolotl = random() % 2 == 0;
    HandMade made;
    made.file.name = isAxolotl ? "axolotl.yml" : "llama_factory.yaml";
    made.keys = {{isAxolotl ? "sequence_len" : "cutoff_len", "training.sequence_length", lengths},
        {isAxolotl ? "micro_batch_size" : "per_device_train_batch_size", "training.micro_batch",
            counts},
        {"gradient_accumulation_steps", "training.accumulation", counts},
        {isAxolotl ? "lora_r" : "lora_rank", "training.lora_rank", {"8", "16", "64"}}};
    std::vector<std::string> lines{
        std::string(isAxolotl ? "base_model" : "model_name_or_path") + ": meta-llama/Llama-3.1-8B",
        isAxolotl ? "adapter: lora" : "finetuning_type: lora", "learning_rate: 2.0e-4",
        "output_dir: ./out/run-4096   # lora_r 16", "bf16: true"};
    for (const HandMade::Key &key : made.keys) {
        const std::string space(1 + random() % 6, ' ');
        const std::string value = oneOf(random, key.values);
        const std::string quote = oneOf(random, std::array{"", "", "'", "\""});
        lines.push_back(key.name + ":" + space + quote + value + quote
            + oneOf(random, std::array{"", "  # tuned", " ", "\t# 4096?"}));
    }
    std::shuffle(lines.begin(), lines.end(), random);
    const std::string end = oneOf(random, std::array{"\n", "\r\n"});
    made.file.text = random() % 2 == 0 ? "# a run" + end + end : std::string();
    for (const std::string &line : lines)
        made.file.text += line + (random() % 5 == 0 ? end + "# more" + end : end);
    return made;
}

std::string valueOf(const Scenario &scenario, std::string_view key)
{
    const std::optional<Json> value = findKey(key)->get(scenario);
    return value ? typedValue(*value) : std::string("-");
}

} // namespace

class TestWriteRun : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenIsReadAgain_data()
    {
        QTest::addColumn<std::size_t>("family");
        for (std::size_t i = 0; i < families().size(); ++i)
            QTest::addRow("%s", families()[i].name) << i;
    }
    void whatIsWrittenIsReadAgain()
    {
        QFETCH(std::size_t, family);
        const Family &kind = families()[family];
        const RunTarget *target = findRunTarget(kind.target);
        QVERIFY(target);
        std::mt19937 random(7);
        QStringList wrong;
        for (int i = 0; i < 60; ++i) {
            const Scenario scenario = randomRun(random, kind);
            const WrittenRun written = writeRun(*target, scenario, catalog(), {"A heading."});
            for (const std::string &key : written.unsaid) {
                const bool isKnown
                    = std::find(kind.withoutWord.begin(), kind.withoutWord.end(), key)
                    != kind.withoutWord.end();
                if (!isKnown)
                    wrong += QString::fromStdString(key + " = " + valueOf(scenario, key));
            }
        }
        wrong.removeDuplicates();
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
    }

    void aModelIsToldByItsLayers_data()
    {
        QTest::addColumn<QString>("id");
        for (const char *id : {"meta-llama/Llama-3.1-8B", "Qwen/Qwen2.5-7B", "Qwen/Qwen3-8B",
                 "mistralai/Mixtral-8x7B-v0.1", "Qwen/Qwen3-30B-A3B", "openai-community/gpt2",
                 "deepseek-ai/DeepSeek-V3"})
            QTest::newRow(id) << id;
    }
    void aModelIsToldByItsLayers()
    {
        QFETCH(QString, id);
        const Scenario scenario
            = scenarioWith({{"model.id", id.toStdString()}, {"parallel.framework", "megatron"},
                {"parallel.strategy", "zero1"}, {"training.sequence_length", "1024"}});
        const WrittenRun written = writeRun(*findRunTarget("megatron"), scenario, catalog(), {});
        const RunFile file{"megatron.sh", written.text};
        const Result<ImportedRun> read = importRun({&file, 1}, catalog(), {});
        QVERIFY2(read && read->problems.empty() && !read->missingModel, written.text.c_str());
        QVERIFY2(read->scenario.model.imported.has_value(), written.text.c_str());
        const ModelSpec &spec = read->scenario.model.imported->spec;
        const ModelSpec &original = catalog().findModel(id.toStdString())->spec;
        QCOMPARE(countParameters(spec).total, countParameters(original).total);
        QCOMPARE(spec.latent, original.latent);
        QCOMPARE(spec.modules.hiddenDropout, original.modules.hiddenDropout);
    }

    /// Flags without which the programs refuse a file, or read it otherwise.
    void programsTakeWhatIsWritten_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("settings");
        QTest::addColumn<QStringList>("lines");
        QTest::addColumn<QStringList>("absent");
        QTest::newRow("Megatron-LM's layers")
            << "megatron"
            << "parallel.framework=megatron parallel.strategy=zero1"
            << QStringList{"--position-embedding-type rope", "--normalization RMSNorm",
                   "--disable-bias-linear", "--hidden-dropout 0",
                   "--max-position-embeddings 131072", "--recompute-method uniform",
                   "--recompute-num-layers 1"}
            << QStringList();
        QTest::newRow("Megatron-LM's checkpoints of several layers")
            << "megatron"
            << "parallel.framework=megatron parallel.strategy=zero1 training.group_layers=4"
            << QStringList{"--recompute-method uniform", "--recompute-num-layers 4"}
            << QStringList();
        QTest::newRow("Megatron-LM's selective recomputation names its parts")
            << "megatron"
            << "parallel.framework=megatron parallel.strategy=zero1 "
               "training.checkpointing=selective training.recompute_modules=layernorm,mlp"
            << QStringList{"--recompute-granularity selective", "--recompute-modules layernorm mlp"}
            << QStringList{"--recompute-method"};
        QTest::newRow("Megatron-LM's products in 8 bits")
            << "megatron"
            << "parallel.framework=megatron parallel.strategy=zero1 "
               "training.fp8=te-blockwise hardware.gpu=h100-sxm"
            << QStringList{"--fp8-format hybrid", "--fp8-recipe blockwise"} << QStringList();
        QTest::newRow("Megatron-LM's order of ranks")
            << "megatron"
            << "parallel.framework=megatron parallel.strategy=zero1 parallel.pipeline=2 "
               "parallel.rank_order=tp-cp-ep-pp-dp"
            << QStringList{"--use-tp-pp-dp-mapping"} << QStringList{"--use-tp-pp-dp-mapping true"};
        QTest::newRow("Megatron-LM's usual order of ranks")
            << "megatron"
            << "parallel.framework=megatron parallel.strategy=zero1 parallel.pipeline=2"
            << QStringList() << QStringList{"use-tp-pp-dp-mapping"};
        QTest::newRow("LLaMA-Factory switches FSDP on beside its settings")
            << "llama-factory"
            << "parallel.framework=fsdp2 parallel.strategy=fsdp"
            << QStringList{"fsdp: \"full_shard auto_wrap\"", "  version: 2"}
            << QStringList{"context_parallel_size", "tensor_model_parallel_size"};
        QTest::newRow("LLaMA-Factory's FSDP1 has its strategy there")
            << "llama-factory"
            << "parallel.framework=fsdp1 parallel.strategy=fsdp-grad-op"
            << QStringList{"fsdp: \"shard_grad_op auto_wrap\""} << QStringList();
        QTest::newRow("LLaMA-Factory makes weights fp32 unless told otherwise")
            << "llama-factory"
            << "parallel.framework=trainer parallel.strategy=ddp training.precision=bf16"
            << QStringList{"pure_bf16: true"} << QStringList{"\nbf16:"};
        QTest::newRow("accelerate's flags want a word where they are no switches")
            << "accelerate-launch"
            << "parallel.framework=fsdp2 parallel.strategy=fsdp-grad-op"
            << QStringList{"--use-fsdp \\", "--fsdp-reshard-after-forward false"} << QStringList();
        QTest::newRow("torchtitan's model, and fp32 shards under autocast")
            << "torchtitan"
            << "parallel.framework=fsdp2 parallel.strategy=fsdp training.modules=torchtitan "
               "training.loop=torchtitan"
            << QStringList{"name = \"llama3\"", "flavor = \"8B\"", "dtype = \"float32\""}
            << QStringList{"enable_sequence_parallel"};
        QTest::newRow("torchtitan's pipelines cut the local batch")
            << "torchtitan"
            << "parallel.framework=fsdp2 parallel.strategy=fsdp training.modules=torchtitan "
               "training.loop=torchtitan parallel.pipeline=2 training.micro_batch=2 "
               "training.accumulation=4"
            << QStringList{"local_batch_size = 8", "pipeline_parallel_microbatch_size = 2",
                   "pipeline_parallel_degree = 2"}
            << QStringList();
        QTest::newRow("torchtitan's every second layer")
            << "torchtitan"
            << "parallel.framework=fsdp2 parallel.strategy=fsdp training.modules=torchtitan "
               "training.loop=torchtitan training.checkpoint_every=2 training.kernels=compiled"
            << QStringList{"mode = \"selective\"", "selective_ac_option = \"2\"", "[compile]"}
            << QStringList{"components"};
        QTest::newRow("torchtitan's layers without the loss")
            << "torchtitan"
            << "parallel.framework=fsdp2 parallel.strategy=fsdp training.modules=torchtitan "
               "training.loop=torchtitan training.kernels=compiled-layers"
            << QStringList{"[compile]", "components = [\"model\"]"} << QStringList();
    }
    void programsTakeWhatIsWritten()
    {
        QFETCH(QString, target);
        QFETCH(QString, settings);
        QFETCH(QStringList, lines);
        QFETCH(QStringList, absent);
        Scenario scenario = scenarioWith({{"model.id", "meta-llama/Llama-3.1-8B"}});
        for (const QString &setting : settings.split(' ')) {
            const QStringList parts = setting.split('=');
            QVERIFY(setKeyText(scenario, parts[0].toStdString(), parts[1].toStdString()));
        }
        const WrittenRun written
            = writeRun(*findRunTarget(target.toStdString()), scenario, catalog(), {});
        const QString text = QString::fromStdString(written.text);
        for (const QString &line : lines)
            QVERIFY2(text.contains(line), qPrintable(line + " in\n" + text));
        for (const QString &word : absent)
            QVERIFY2(!text.contains(word), qPrintable(word + " in\n" + text));
    }

    void theCommentSaysWhatIsMissing()
    {
        const Scenario scenario = scenarioWith({{"model.id", "Qwen/Qwen3-8B"},
            {"parallel.framework", "deepspeed"}, {"parallel.strategy", "zero2"}});
        const WrittenRun written
            = writeRun(*findRunTarget("axolotl"), scenario, catalog(), {"Fits."});
        QVERIFY(written.text.starts_with("# Fits.\n"));
        QVERIFY(written.text.find("ds_config.json") != std::string::npos);
        const WrittenRun launch = writeRun(*findRunTarget("torchrun"), scenario, catalog(), {});
        QVERIFY(launch.text.find("model.id") != std::string::npos);
        QVERIFY(launch.text.find("--nproc-per-node 8") != std::string::npos);
    }

    // Saving back

    void onlyTheLineOfTheEditChanges_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("diff");
        const QString recipe
            = "# my run\nbase_model:  meta-llama/Llama-3.1-8B   # the base\nmicro_batch_size:    2 "
              "# per GPU\nsequence_len: '2048'\ngradient_checkpointing: True\nlora_r: 8\n"
              "adapter: lora\nlora_target_modules:\n  - q_proj\n  - v_proj\noptimizer: "
              "adamw_torch\n";
        QTest::newRow("a number before a comment")
            << "a.yaml" << recipe << "training.micro_batch"
            << "4"
            << "-micro_batch_size:    2 # per GPU\n+micro_batch_size:    4 # per GPU\n";
        QTest::newRow("in quotes") << "a.yaml" << recipe << "training.sequence_length"
                                   << "4096"
                                   << "-sequence_len: '2048'\n+sequence_len: '4096'\n";
        QTest::newRow("a capital truth value")
            << "a.yaml" << recipe << "training.checkpointing"
            << "none"
            << "-gradient_checkpointing: True\n+gradient_checkpointing: False\n";
        QTest::newRow("a list in lines") << "a.yaml" << recipe << "training.lora_targets"
                                         << "q_proj,o_proj"
                                         << "-  - v_proj\n+  - o_proj\n";
        QTest::newRow("a key that is not there yet")
            << "a.yaml" << recipe << "training.accumulation"
            << "8"
            << "+gradient_accumulation_steps: 8\n";
        QTest::newRow("JSON")
            << "ds.json"
            << "{\n  // mine\n  \"train_micro_batch_size_per_gpu\": 2,\n  \"bf16\": {\"enabled\": "
               "true},\n  \"zero_optimization\": { \"stage\": 2 }\n}\n"
            << "parallel.strategy"
            << "zero3"
            << "-  \"zero_optimization\": { \"stage\": 2 }\n+  \"zero_optimization\": { \"stage\": "
               "3 "
               "}\n";
        QTest::newRow("TOML")
            << "t.toml"
            << "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nseq_len = 8_192 # long\n"
            << "training.sequence_length"
            << "4096"
            << "-seq_len = 8_192 # long\n+seq_len = 4096 # long\n";
    }
    void onlyTheLineOfTheEditChanges()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, diff);
        const RunFile file{name.toStdString(), text.toStdString()};
        const Result<ImportedRun> read = importRun({&file, 1}, catalog(), {});
        QVERIFY(read.has_value());
        Scenario now = read->scenario;
        QVERIFY(setKeyText(now, key.toStdString(), value.toStdString()).has_value());
        const SavedBack saved = saveBack({&file, 1}, read->scenario, now, catalog());
        QString lines;
        for (const LineEdit &edit : saved.edits) {
            if (!edit.before.empty())
                lines += '-' + QString::fromStdString(edit.before) + '\n';
            if (!edit.after.empty())
                lines += '+' + QString::fromStdString(edit.after) + '\n';
        }
        QCOMPARE(lines, diff);
        QVERIFY(saved.unsaid.empty());
    }

    /// Fifty files as people lay them out, twenty edits of each.
    void aThousandEditsChangeTheirLinesAlone()
    {
        std::mt19937 random(11);
        for (int i = 0; i < 50; ++i) {
            const HandMade made = handMade(random);
            const Result<ImportedRun> read = importRun({&made.file, 1}, catalog(), {});
            QVERIFY2(read.has_value(), made.file.text.c_str());
            QVERIFY2(read->problems.empty(), made.file.text.c_str());
            for (int edit = 0; edit < 20; ++edit) {
                const HandMade::Key &key = oneOf(random, made.keys);
                Scenario now = read->scenario;
                const std::string value = oneOf(random, key.values);
                QVERIFY(setKeyText(now, key.input, value).has_value());
                if (now == read->scenario)
                    continue;
                const SavedBack saved = saveBack({&made.file, 1}, read->scenario, now, catalog());
                const QByteArray where((made.file.text + "\n" + key.name + " to " + value).c_str());
                QVERIFY2(saved.unsaid.empty(), where);
                QCOMPARE(saved.edits.size(), std::size_t(1));
                QVERIFY2(saved.edits[0].before.find(key.name) != std::string::npos, where);
                QVERIFY2(saved.edits[0].after.find(key.name) != std::string::npos, where);
                const Result<ImportedRun> again = importRun(saved.files, catalog(), {});
                QVERIFY2(again && again->scenario == now, where);
            }
        }
    }

    void whatNoFileCanSayIsNamed()
    {
        const RunFile file{"ds.json", R"({"zero_optimization": {"stage": 2}})"};
        const Result<ImportedRun> read = importRun({&file, 1}, catalog(), {});
        Scenario now = read->scenario;
        now.training.sequenceLength = 9999;
        const SavedBack saved = saveBack({&file, 1}, read->scenario, now, catalog());
        QVERIFY(saved.files.empty());
        QCOMPARE(saved.unsaid, std::vector<std::string>{"training.sequence_length"});
    }
};

QTEST_APPLESS_MAIN(TestWriteRun)
#include "tst_writerun.moc"
