// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/writerun.h"

#include "core/base/plaintext.h"
#include "core/interchange/factlist.h"
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"
#include "core/interchange/importrun.h"
#include "core/interchange/interpolate.h"
#include "core/interchange/launchflags.h"
#include "core/interchange/statefacts.h"
#include "core/interchange/writeyaml.h"
#include "core/scenario/framework.h"
#include "core/scenario/keys.h"
#include "core/scenario/keytext.h"
#include "core/scenario/relevance.h"
#include "core/step/resolve.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

enum class Style { Json, Yaml, Toml, Python, Flags, Slurm };

/// A key that the format's program wants to find, whatever the plan.
struct FixedKey
{
    std::string_view key;
    std::string_view value; ///< of YAML
};

/// A key and its value, "key=value", that go along with a fact.
struct Companion
{
    std::string_view fact;
    std::string_view entry;
    std::string_view format{}; ///< of that one alone; empty: of all
};
// Without modules to project, transformers raises; without the other flag, Megatron-LM.
constexpr std::array companions{Companion{"training.projection_rank", projectedModules},
    Companion{"offload_optimizer", "use_precision_aware_optimizer=true", "megatron"}};

struct FileKind
{
    RunTarget target;
    const Format *format;
    Style style;
    std::span<const FixedKey> fixed{};
    std::string_view before{}; ///< of the arguments
    std::string_view after{};
    /// Keys, or what they begin with, that say the same as others or are nobody's business here.
    std::span<const std::string_view> unwritten{};
    std::span<const std::string_view> written{}; ///< these alone; empty: all
};

// What transformers fills in from its own arguments.
constexpr std::array deepSpeedFixed{FixedKey{"train_batch_size", "auto"},
    FixedKey{"gradient_clipping", "auto"}, FixedKey{"steps_per_print", "2000"}};
constexpr std::array accelerateFixed{FixedKey{"compute_environment", "LOCAL_MACHINE"},
    FixedKey{"machine_rank", "0"}, FixedKey{"main_training_function", "main"},
    FixedKey{"rdzv_backend", "static"}, FixedKey{"same_network", "true"},
    FixedKey{"use_cpu", "false"}};
constexpr std::array outputFixed{FixedKey{"output_dir", "out"}};
constexpr std::array llamaFactoryFixed{FixedKey{"stage", "sft"}, FixedKey{"do_train", "true"},
    FixedKey{"dataset", "DATASET"}, FixedKey{"template", "TEMPLATE"},
    FixedKey{"output_dir", "out"}};

constexpr auto deepSpeedUnwritten
    = std::to_array<std::string_view>({"data_types", "sequence_parallel_size"});
constexpr auto accelerateUnwritten = std::to_array<std::string_view>({"gradient_accumulation_steps",
    "megatron_lm_config", "deepspeed_config.deepspeed_config_file"});
constexpr auto axolotlUnwritten = std::to_array<std::string_view>(
    {"bfloat16", "ray_num_workers", "resources_per_worker", "cut_cross_entropy"});
constexpr auto llamaFactoryUnwritten
    = std::to_array<std::string_view>({"ray_num_workers", "upcast_layernorm",
        // Known to it with Megatron underneath alone.
        "tensor_model_parallel_size", "pipeline_model_parallel_size", "context_parallel_size",
        "expert_model_parallel_size"});
// Not known while runs were TOML files: sequence parallelism came with tensor parallelism.
constexpr auto torchtitanUnwritten
    = std::to_array<std::string_view>({"parallelism.enable_sequence_parallel"});
constexpr auto launchUnwritten = std::to_array<std::string_view>({"megatron_lm_"});
constexpr auto slurmUnwritten = std::to_array<std::string_view>({"gpus"});
constexpr auto trainingArguments = std::to_array<std::string_view>({"output_dir", "bf16", "fp16",
    "per_device_train_batch_size", "gradient_accumulation_steps", "gradient_checkpointing",
    "num_train_epochs", "optim", "optim_args", "label_smoothing_factor", "use_liger_kernel",
    "liger_kernel_config", "deepspeed", "fsdp", "fsdp_config", "torch_compile"});

/// The name that a DeepSpeed file has beside a kind.
constexpr std::string_view deepSpeedFile = "ds_config.json";

constexpr std::array kinds{
    FileKind{{"deepspeed", english("export", "DeepSpeed JSON"), "ds_config.json"}, &deepSpeedFormat,
        Style::Json, deepSpeedFixed, {}, {}, deepSpeedUnwritten},
    FileKind{{"accelerate", english("export", "accelerate YAML"), "accelerate.yaml"},
        &accelerateFormat, Style::Yaml, accelerateFixed, {}, {}, accelerateUnwritten},
    FileKind{{"axolotl", english("export", "axolotl recipe"), "axolotl.yaml"}, &axolotlFormat,
        Style::Yaml, outputFixed, {}, {}, axolotlUnwritten},
    FileKind{{"llama-factory", english("export", "LLaMA-Factory recipe"), "llama_factory.yaml"},
        &llamaFactoryFormat, Style::Yaml, llamaFactoryFixed, {}, {}, llamaFactoryUnwritten},
    FileKind{{"trainer", english("export", "TrainingArguments as JSON"), "training_args.json"},
        &trainerFormat, Style::Json, outputFixed, {}, {}, {}, trainingArguments},
    FileKind{
        {"trainer-python", english("export", "TrainingArguments in Python"), "training_args.py"},
        &trainerFormat, Style::Python, outputFixed, "TrainingArguments(\n", ")\n", {},
        trainingArguments},
    FileKind{{"torchtitan", english("export", "torchtitan TOML"), "torchtitan.toml"},
        &torchtitanFormat, Style::Toml, {}, {}, {}, torchtitanUnwritten},
    FileKind{{"megatron", english("export", "Megatron-LM flags"), "megatron.sh"}, &megatronFormat,
        Style::Flags, {}, "torchrun%1 pretrain_gpt.py \\\n"},
    FileKind{{"torchrun", english("export", "torchrun line"), "launch.sh"}, &torchrunFormat,
        Style::Flags, {}, "torchrun \\\n", "    train.py\n"},
    FileKind{{"accelerate-launch", english("export", "accelerate launch line"), "launch.sh"},
        &accelerateLaunchFormat, Style::Flags, {}, "accelerate launch \\\n", "    train.py\n",
        launchUnwritten},
    FileKind{{"slurm", english("export", "Slurm header"), "job.sbatch"}, &slurmFormat, Style::Slurm,
        {}, {}, {}, slurmUnwritten},
};

constexpr auto targets = [] {
    std::array<RunTarget, kinds.size()> list{};
    for (std::size_t i = 0; i < kinds.size(); ++i)
        list[i] = kinds[i].target;
    return list;
}();

/// What transformers works out for DeepSpeed (integrations/deepspeed.py).
bool isLeftToTransformers(const KeyRow &row)
{
    constexpr auto left = std::to_array<std::string_view>(
        {"zero_optimization.reduce_bucket_size", "zero_optimization.stage3_prefetch_bucket_size",
            "zero_optimization.stage3_param_persistence_threshold"});
    return std::find(left.begin(), left.end(), row.key) != left.end();
}

bool isWritten(const FileKind &kind, std::string_view key)
{
    // A whole key, a subtree, or what begins with "megatron_lm_".
    const auto covers = [key](std::string_view each) {
        return key.starts_with(each)
            && (key.size() == each.size() || key[each.size()] == '.' || each.back() == '_');
    };
    return std::none_of(kind.unwritten.begin(), kind.unwritten.end(), covers)
        && (kind.written.empty() || std::any_of(kind.written.begin(), kind.written.end(), covers));
}

/// The format's keys with what the scenario says, each fact by the first row that has a word for
/// it.
Json treeOf(const FileKind &kind, const Facts &facts)
{
    Json tree{Json::Object{}};
    for (const FixedKey &fixed : kind.fixed)
        setAt(tree, fixed.key, plainScalar(fixed.value));
    std::vector<std::string_view> said;
    for (const KeyRow &row : kind.format->rows) {
        const Fact *fact = findFact(facts, row.fact);
        if (!fact || std::find(said.begin(), said.end(), row.fact) != said.end()
            || !isWritten(kind, row.key) || (isAuto(fact->value) && !isLeftToTransformers(row)))
            continue;
        const Json *there = valueAt(tree, row.key);
        const std::optional<Json> value = foreignValue(row, fact->value);
        if (!value || value->isNull() || (there && !isAuto(*there) && *there != *value))
            continue;
        said.push_back(row.fact); // the key may say another fact as well
        setAt(tree, row.key, *value);
        for (const auto &[companion, entry, format] : companions) {
            const std::size_t equals = entry.find('=');
            const bool isOfFormat = format.empty() || format == kind.format->id;
            if (companion == row.fact && isOfFormat && *value != Json(false))
                setAt(tree, entry.substr(0, equals), plainScalar(entry.substr(equals + 1)));
        }
    }
    return tree;
}

std::string comment(const std::vector<std::string> &lines)
{
    std::string text;
    for (const std::string &line : lines)
        text += "# " + plainLine(line) + "\n";
    return text;
}

std::string slurmHeader(const Json &tree)
{
    std::string text;
    for (const auto &[name, value] : *tree.object()) {
        std::string flag = name;
        std::replace(flag.begin(), flag.end(), '_', '-');
        text += "#SBATCH --" + flag + "=" + typedValue(value) + "\n";
    }
    return text;
}

/// " --nnodes 2 --nproc-per-node 8"
std::string launcherFlags(const Facts &facts)
{
    const auto flag = [&facts](std::string_view id, std::string_view name) {
        const Fact *fact = findFact(facts, id);
        return fact ? " --" + std::string(name) + " " + typedValue(fact->value) : std::string();
    };
    return flag("nodes", "nnodes") + flag("gpus_per_node", "nproc-per-node");
}

std::string textOf(
    const FileKind &kind, Json tree, const Facts &facts, const std::vector<std::string> &heading)
{
    switch (kind.style) {
    case Style::Json: {
        // JSON has no comments; both readers pass over a key that they do not know.
        if (kind.format == &deepSpeedFormat && !heading.empty()) {
            Json lines = Json::list(heading, [](const std::string &line) { return Json(line); });
            tree.object()->insert(tree.object()->begin(), {"_comment", std::move(lines)});
        }
        return writeJson(tree) + "\n";
    }
    case Style::Yaml:
        return comment(heading) + writeYaml(tree);
    case Style::Toml:
        return comment(heading) + writeToml(tree);
    case Style::Python:
        return comment(heading) + std::string(kind.before) + writePythonArguments(tree)
            + std::string(kind.after);
    case Style::Flags: {
        std::string flags = writeFlags(tree,
            kind.format == &accelerateLaunchFormat ? accelerateFlags.switches
                                                   : std::span<const std::string_view>());
        if (!kind.after.empty() && !flags.empty())
            flags.insert(flags.size() - 1, " \\");
        std::string before(kind.before);
        if (const std::size_t place = before.find("%1"); place != std::string::npos)
            before.replace(place, 2, launcherFlags(facts));
        return "#!/bin/bash\n" + comment(heading) + before + flags + std::string(kind.after);
    }
    case Style::Slurm:
        return "#!/bin/bash\n" + slurmHeader(tree) + comment(heading);
    }
    return {};
}

const FileKind &kindFor(std::string_view id)
{
    return *std::find_if(
        kinds.begin(), kinds.end(), [id](const FileKind &each) { return each.target.id == id; });
}

/// Inputs in use that a reader of the text would not know.
std::vector<std::string> unsaidBy(const RunTarget &target, const std::string &text,
    const Scenario &scenario, const Catalog &catalog)
{
    const RunFile file{std::string(target.fileName), text};
    // Recipes name the DeepSpeed file that goes with them.
    const FileKind &deepSpeed = kindFor("deepspeed");
    const Facts facts = factsOf(scenario);
    const RunSurroundings around{.file = [&](const std::string &name, const std::string &) {
        return name == deepSpeedFile
            ? std::optional(RunFile{name, textOf(deepSpeed, treeOf(deepSpeed, facts), facts, {})})
            : std::nullopt;
    }};
    const Result<ImportedRun> read = importRun({&file, 1}, catalog, {}, around);
    std::vector<std::string> unsaid;
    for (const Key &key : keys()) {
        const std::optional<Json> value = key.get(scenario);
        const bool isUsed = value && !missingFor(key.id, scenario, Answer::Anything);
        // "auto" is one of the frameworks, which the text names, and what the loop does.
        const bool isSame = read
            && (key.get(read->scenario) == value
                || (key.id == "parallel.framework"
                    && frameworkFor(read->scenario.parallel) == frameworkFor(scenario.parallel))
                || (key.id == "training.autocast"
                    && autocastsHalf(read->scenario) == autocastsHalf(scenario)));
        if (isUsed && !isSame)
            unsaid.emplace_back(key.id);
    }
    return unsaid;
}

} // namespace

std::span<const RunTarget> runTargets()
{
    return targets;
}

const RunTarget *findRunTarget(std::string_view id)
{
    const auto found = std::find_if(
        targets.begin(), targets.end(), [id](const RunTarget &target) { return target.id == id; });
    return found == targets.end() ? nullptr : &*found;
}

WrittenRun writeRun(const RunTarget &target, const Scenario &scenario, const Catalog &catalog,
    const std::vector<std::string> &heading)
{
    const FileKind &kind = kindFor(target.id);
    const Result<FoundModel> resolved = findModel(scenario.model, catalog);
    Facts facts = factsOf(scenario, resolved ? &resolved->spec : nullptr);
    const Fact *engine = findFact(facts, "engine");
    const bool namesDeepSpeed
        = kind.format->rank == Rank::Recipe && engine->value == Json("deepspeed");
    if (namesDeepSpeed)
        facts.push_back({.id = "deepspeed_file", .value = Json(deepSpeedFile)});
    // hparams/parser.py refuses pure_bf16 beside bf16.
    const Fact *upcasts = findFact(facts, "upcast_trained");
    if (kind.format == &llamaFactoryFormat && upcasts && upcasts->value == Json("no"))
        std::erase_if(facts, [](const Fact &fact) { return fact.id == "mixed_precision"; });
    const Json tree = treeOf(kind, facts);
    WrittenRun written;
    written.unsaid = unsaidBy(target, textOf(kind, tree, facts, {}), scenario, catalog);
    std::vector<std::string> lines = heading;
    if (namesDeepSpeed && valueAt(tree, "deepspeed"))
        lines.push_back(englishText({english("export", "Goes with %1, the DeepSpeed JSON."),
            {std::string(deepSpeedFile)}}));
    if (!written.unsaid.empty()) {
        std::string names;
        for (const std::string &key : written.unsaid)
            names += (names.empty() ? "" : ", ") + key;
        lines.push_back(englishText({english("export",
                                         "Not said here, as this format or the plan of it has "
                                         "other values: %1"),
            {names}}));
    }
    written.text = textOf(kind, tree, facts, lines);
    return written;
}

} // namespace shardscope
