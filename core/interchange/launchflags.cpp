// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/launchflags.h"

#include "core/base/ascii.h"
#include "core/base/number.h"

#include <algorithm>
#include <array>
#include <utility>

namespace shardscope {

namespace {

// torch/distributed/run.py (2.14), launch.py
constexpr auto torchrunSwitches = std::to_array<std::string_view>(
    {"standalone", "module", "no_python", "run_path", "virtual_local_rank", "use_env", "help"});
constexpr std::array torchrunShorts{std::pair<char, std::string_view>{'m', "module"},
    std::pair<char, std::string_view>{'r', "redirects"},
    std::pair<char, std::string_view>{'t', "tee"}, std::pair<char, std::string_view>{'h', "help"}};

// accelerate/commands/launch.py (1.14)
constexpr auto accelerateSwitches = std::to_array<std::string_view>({"quiet", "cpu", "multi_gpu",
    "tpu", "enable_cpu_affinity", "dynamo_use_fullgraph", "dynamo_use_dynamic",
    "dynamo_use_regional_compilation", "use_deepspeed", "use_fsdp", "use_parallelism_config",
    "use_megatron_lm", "same_network", "module", "no_python", "tpu_cluster", "no_tpu_cluster",
    "tpu_use_sudo", "downcast_bf16", "fp8_use_autocast_during_eval", "debug", "help"});
constexpr std::array accelerateShorts{std::pair<char, std::string_view>{'m', "module"},
    std::pair<char, std::string_view>{'q', "quiet"}, std::pair<char, std::string_view>{'t', "tee"},
    std::pair<char, std::string_view>{'h', "help"}};

// composer/cli/launcher.py (0.32)
constexpr auto composerSwitches
    = std::to_array<std::string_view>({"module_mode", "command_mode", "verbose", "help"});
constexpr std::array composerShorts{std::pair<char, std::string_view>{'n', "nproc"},
    std::pair<char, std::string_view>{'m', "module_mode"},
    std::pair<char, std::string_view>{'c', "command_mode"},
    std::pair<char, std::string_view>{'v', "verbose"},
    std::pair<char, std::string_view>{'h', "help"}};

// deepspeed/launcher/runner.py (0.19.6)
constexpr auto deepSpeedSwitches = std::to_array<std::string_view>(
    {"module", "no_python", "no_local_rank", "no_ssh", "no_ssh_check", "force_multi", "save_pid",
        "elastic_training", "bind_cores_to_rank", "quiet", "help"});
constexpr std::array deepSpeedShorts{std::pair<char, std::string_view>{'H', "hostfile"},
    std::pair<char, std::string_view>{'i', "include"},
    std::pair<char, std::string_view>{'e', "exclude"},
    std::pair<char, std::string_view>{'q', "quiet"},
    std::pair<char, std::string_view>{'h', "help"}};

// src/common/slurm_opt.c (26.11): without a value, or with one behind "=" only.
constexpr auto slurmSwitches = std::to_array<std::string_view>({"async", "bcast", "bell",
    "consolidate_segments", "compress", "contiguous", "debugger_test", "disable_status",
    "exclusive", "exact", "external", "external_launcher", "get_user_env", "help", "hold",
    "ignore_pbs", "immediate", "interactive", "kill_command", "kill_on_bad_exit", "label",
    "oom_kill_step", "multi_prog", "nice", "no_allocate", "no_bell", "no_kill", "no_requeue",
    "no_shell", "overcommit", "overlap", "oversubscribe", "parsable", "preserve_env", "propagate",
    "pty", "quiet", "quit_on_interrupt", "reboot", "requeue", "resv_ports", "send_libs",
    "spread_job", "spread_segments", "stepmgr", "test_only", "unbuffered", "use_min_nodes", "usage",
    "verbose", "version", "wait_for_children", "whole", "x11",
    // Of the containers that plugins start: pyxis.
    "container_remap_root", "no_container_remap_root", "container_mount_home",
    "no_container_mount_home", "container_writable", "container_readonly",
    "no_container_entrypoint", "container_entrypoint"});
constexpr auto slurmShorts = std::to_array<std::pair<char, std::string_view>>({{'A', "account"},
    {'a', "array"}, {'B', "extra_node_info"}, {'b', "begin"}, {'C', "constraint"},
    {'c', "cpus_per_task"}, {'D', "chdir"}, {'d', "dependency"}, {'E', "preserve_env"},
    {'e', "error"}, {'F', "nodefile"}, {'G', "gpus"}, {'H', "hold"}, {'h', "help"},
    {'I', "immediate"}, {'i', "input"}, {'J', "job_name"}, {'K', "kill_on_bad_exit"},
    {'k', "no_kill"}, {'L', "licenses"}, {'l', "label"}, {'M', "clusters"}, {'m', "distribution"},
    {'N', "nodes"}, {'n', "ntasks"}, {'O', "overcommit"}, {'o', "output"}, {'p', "partition"},
    {'Q', "quiet"}, {'q', "qos"}, {'r', "relative"}, {'S', "core_spec"}, {'s', "oversubscribe"},
    {'T', "threads"}, {'t', "time"}, {'u', "unbuffered"}, {'V', "version"}, {'v', "verbose"},
    {'w', "nodelist"}, {'X', "disable_status"}, {'x', "exclude"}, {'Z', "no_allocate"}});

constexpr auto fileFlags
    = std::to_array<std::string_view>({"config", "config_file", "deepspeed", "deepspeed_config",
        "deepspeed_config_file", "fsdp_config", "accelerate_config", "job.config_file"});

/// -1.5e-3: as YAML writes numbers, digit groups too.
bool looksLikeNumber(std::string_view text)
{
    std::size_t i = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    bool digits = false;
    bool point = false;
    for (; i < text.size(); ++i) {
        if (isDigit(text[i]))
            digits = true;
        else if (text[i] == '.' && !point)
            point = true;
        else if (text[i] != '_' || !digits)
            break;
    }
    if (!digits || i == text.size())
        return digits;
    if (text[i] != 'e' && text[i] != 'E')
        return false;
    ++i;
    i += i < text.size() && (text[i] == '-' || text[i] == '+') ? 1 : 0;
    return i < text.size()
        && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(i), text.end(), isDigit);
}

bool isFlag(std::string_view text)
{
    return text.size() > 1 && text.starts_with('-') && (text[1] == '-' || isLetter(text[1]));
}

/// key=value, as OmegaConf and Hydra take it.
std::size_t overrideKey(std::string_view text)
{
    const std::size_t end = text.find('=');
    const std::string_view key = text.substr(0, end == std::string_view::npos ? 0 : end);
    const bool plain = std::all_of(key.begin(), key.end(),
        [](char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '.' || c == '+'; });
    return plain ? key.size() : 0;
}

std::size_t plusSigns(std::string_view text)
{
    return std::min(text.find_first_not_of('+'), text.size());
}

bool namesRecipe(std::string_view text)
{
    return text.ends_with(".yaml") || text.ends_with(".yml") || text.ends_with(".json")
        || text.ends_with(".toml");
}

std::string flagName(std::string_view written)
{
    std::string name(written);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

std::string_view longName(const FlagStyle &style, char letter)
{
    const auto found = std::find_if(style.shorts.begin(), style.shorts.end(),
        [letter](const auto &row) { return row.first == letter; });
    return found == style.shorts.end() ? std::string_view{} : found->second;
}

bool isSwitch(const FlagStyle &style, std::string_view flag)
{
    return std::find(style.switches.begin(), style.switches.end(), flag) != style.switches.end();
}

/// An object or a list that stands in one word; else the word.
Json valueOf(std::string_view text)
{
    if (text.starts_with('{') || text.starts_with('[')) {
        if (Result<Json> parsed = parseJson(text))
            return std::move(*parsed);
    }
    return typedScalar(text);
}

constexpr auto trainingFlags
    = std::to_array<std::string_view>({"per_device_train_batch_size", "per_gpu_train_batch_size",
        "train_batch_size", "micro_batch_size", "gradient_accumulation_steps", "learning_rate",
        "do_train", "deepspeed", "deepspeed_config", "num_train_epochs"});
constexpr auto trainingWords
    = std::to_array<std::string_view>({"train", "finetune", "fine_tune", "tune", "sft", "dpo",
        "kto", "grpo", "rloo", "ppo", "lora", "run_clm", "axolotl", "torchtitan"});
// What programs do that train nothing: as their files are called.
constexpr auto otherWork = std::to_array<std::string_view>(
    {"generat", "inference", "server", "eval", "preprocess", "convert", "benchmark"});
// Of Megatron-LM: programs that train other models than decoders of text.
constexpr auto otherModels = std::to_array<std::string_view>(
    {"pretrain_bert", "pretrain_t5", "pretrain_ict", "pretrain_retro", "pretrain_vision",
        "pretrain_vlm", "pretrain_mamba", "pretrain_hybrid", "multimodal/", "mimo/"});
bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

} // namespace

const FlagStyle torchrunFlags{torchrunSwitches, torchrunShorts};
const FlagStyle accelerateFlags{accelerateSwitches, accelerateShorts};
const FlagStyle composerFlags{composerSwitches, composerShorts};
const FlagStyle deepSpeedFlags{deepSpeedSwitches, deepSpeedShorts};
const FlagStyle slurmFlags{slurmSwitches, slurmShorts};
const FlagStyle scriptFlags{.script = true};

Json typedScalar(std::string_view text)
{
    if (text == "true" || text == "True" || text == "TRUE")
        return true;
    if (text == "false" || text == "False" || text == "FALSE")
        return false;
    if (text == "null" || text == "Null" || text == "NULL" || text == "~")
        return {};
    if (looksLikeNumber(text)) {
        if (const auto number = parseNumber(text))
            return *number;
    }
    return text;
}

std::string_view baseName(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view formatOfScript(const LaunchSection &section)
{
    const std::string script = lowerCase(section.script);
    const auto has = [&](std::string_view flag) { return section.flags.find(flag) != nullptr; };
    const auto hasAnyOf = [&](std::string_view prefix) {
        const Json::Object &flags = *section.flags.object();
        return std::any_of(flags.begin(), flags.end(),
            [prefix](const auto &flag) { return flag.first.starts_with(prefix); });
    };
    if (hasAnyOf("actor_rollout_ref."))
        return "verl";
    if (contains(script, "axolotl"))
        return "axolotl";
    if (contains(script, "torchtitan") || hasAnyOf("training.") || hasAnyOf("parallelism.")
        || has("job.config_file"))
        return "torchtitan";
    if (baseName(script).starts_with("pretrain_") || contains(script, "megatron")
        || has("tensor_model_parallel_size") || (has("num_layers") && has("hidden_size")))
        return has("deepspeed") || has("deepspeed_config") ? "megatron-deepspeed" : "megatron";
    if (contains(script, "llamafactory") || script.ends_with("src/train.py")
        || baseName(script) == "train_bash.py" || has("finetuning_type") || has("cutoff_len"))
        return "llama-factory";
    if (contains(script, "swift/cli/"))
        return "ms-swift";
    if (contains(script, "torchtune"))
        return "torchtune";
    return "trainer";
}

bool trainsNothing(const LaunchSection &section)
{
    const std::string script = lowerCase(section.script);
    const auto isCalled = [&](std::string_view word) { return contains(baseName(script), word); };
    return std::any_of(otherWork.begin(), otherWork.end(), isCalled)
        && std::none_of(trainingWords.begin(), trainingWords.end(), isCalled);
}

bool trainsOtherModel(const LaunchSection &section)
{
    const std::string script = lowerCase(section.script);
    return section.formatId.starts_with("megatron")
        && std::any_of(otherModels.begin(), otherModels.end(),
            [&](std::string_view part) { return contains(script, part); });
}

bool looksLikeTraining(const LaunchSection &section)
{
    const std::string script = lowerCase(section.script);
    if (section.formatId != "trainer")
        return true;
    return std::any_of(trainingWords.begin(), trainingWords.end(),
               [&](std::string_view word) { return contains(baseName(script), word); })
        || std::any_of(trainingFlags.begin(), trainingFlags.end(),
            [&](std::string_view flag) { return section.flags.find(flag) != nullptr; });
}

void SectionReader::set(const std::string &flag, Json value, int line)
{
    value.setLine(line);
    Json::Object &flags = *m_section.flags.object();
    const auto [place, isNew] = m_places.emplace(flag, flags.size());
    if (isNew)
        flags.emplace_back(flag, std::move(value));
    else
        flags[place->second].second = std::move(value);
}

void SectionReader::addUnknown(const ShellWord &word, std::string_view flag)
{
    for (const std::string &name : word.unknown)
        m_unresolved.push_back({name, m_section.formatId, std::string(flag), word.line});
}

void SectionReader::addFile(const std::string &flag, const ShellWord &word)
{
    const bool isFile = flag.empty()
        || (std::find(fileFlags.begin(), fileFlags.end(), flag) != fileFlags.end()
            && !word.text.starts_with('{') && typedScalar(word.text).string());
    if (isFile && !word.text.empty())
        m_section.files.push_back({word.text, flag, word.line});
}

void SectionReader::setWord(const std::string &flag, const ShellWord &word)
{
    addFile(flag, word);
    if (word.unknown.empty())
        set(flag, valueOf(word.text), word.line);
    else
        addUnknown(word, flag);
}

void SectionReader::read(CommandWords &words, const FlagStyle &style)
{
    while (!words.atEnd()) {
        const std::string &text = words.text();
        if (text == "--")
            return;
        if (text.starts_with("--")) {
            readLong(words, style);
        } else if (isFlag(text)) {
            readShort(words, style);
        } else if (style.script) {
            readPositional(words.words[words.at++]);
        } else {
            return;
        }
    }
}

void SectionReader::readPositional(const ShellWord &word)
{
    const std::size_t key = overrideKey(word.text);
    if (key > 0) {
        // Hydra: + where a configuration lacks the key, ++ whether it does or not.
        const std::string flag = word.text.substr(0, key).substr(plusSigns(word.text));
        setWord(flag, {word.text.substr(key + 1), word.line, word.unknown});
        return;
    }
    if (namesRecipe(word.text))
        addFile({}, word);
    addUnknown(word, {});
}

void SectionReader::readLong(CommandWords &words, const FlagStyle &style)
{
    const ShellWord &word = words.words[words.at++];
    const std::size_t equals = word.text.find('=');
    if (equals != std::string_view::npos) {
        setWord(flagName(std::string_view(word.text).substr(2, equals - 2)),
            {word.text.substr(equals + 1), word.line, word.unknown});
        return;
    }
    if (!word.unknown.empty()) {
        addUnknown(word, {});
        return;
    }
    const std::string flag = flagName(std::string_view(word.text).substr(2));
    if (isSwitch(style, flag))
        set(flag, true, word.line);
    else
        readValue(flag, words, style);
}

void SectionReader::readShort(CommandWords &words, const FlagStyle &style)
{
    const ShellWord &word = words.words[words.at++];
    const std::string_view text = word.text;
    if (style.script) {
        readValue(flagName(text.substr(1)), words, style);
        return;
    }
    const std::string_view known = longName(style, text[1]);
    const std::string flag(known.empty() ? text.substr(1, 1) : known);
    if (isSwitch(style, flag))
        set(flag, true, word.line);
    else if (text.size() > 2)
        setWord(flag, {word.text.substr(text[2] == '=' ? 3 : 2), word.line, word.unknown});
    else
        readValue(flag, words, style);
}

void SectionReader::readValue(const std::string &flag, CommandWords &words, const FlagStyle &style)
{
    const std::size_t first = words.at;
    while (!words.atEnd() && !isFlag(words.text())) {
        const ShellWord &word = words.words[words.at];
        const bool further = words.at > first;
        // Words that are all unknown may be flags.
        if (further
            && (!style.script || overrideKey(word.text) > 0
                || (!word.unknown.empty() && word.text.starts_with('$'))))
            break;
        ++words.at;
    }
    const auto values = words.words.subspan(first, words.at - first);
    if (values.empty()) {
        set(flag, true, words.words[first - 1].line);
    } else if (values.size() == 1) {
        setWord(flag, values.front());
    } else {
        bool known = true;
        for (const ShellWord &word : values) {
            addUnknown(word, flag);
            known = known && word.unknown.empty();
        }
        if (known)
            set(flag,
                Json::list(values, [](const ShellWord &word) { return typedScalar(word.text); }),
                values.front().line);
    }
}

} // namespace shardscope
