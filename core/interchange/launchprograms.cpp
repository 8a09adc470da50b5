// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that start a training in a way of their own.
#include "core/interchange/launchcommand.h"

#include <array>

namespace shardscope {

namespace {

// Of accelerate's flags those that a command of TRL passes on. It takes the others itself.
constexpr auto trlPassesOn = std::to_array<std::string_view>({"accelerate_config", "config_file",
    "num_processes", "num_machines", "machine_rank", "mixed_precision", "multi_gpu", "gpu_ids",
    "use_fsdp", "use_deepspeed", "use_parallelism_config", "zero_stage", "zero3_init_flag",
    "zero3_save_16bit_model", "offload_optimizer_device", "offload_param_device",
    "deepspeed_config_file", "deepspeed_hostfile", "main_process_ip", "main_process_port",
    "num_cpu_threads_per_process"});

// tune ls: recipes that do not train.
constexpr auto otherRecipes
    = std::to_array<std::string_view>({"generate", "eleuther_eval", "quantize", "dev/generate"});

} // namespace

/// Flags of the last section that belong to accelerate, into a section before it.
void LaunchCommand::movePassedOn(std::span<const std::string_view> flags)
{
    LaunchSection passedOn{.formatId = "accelerate-launch"};
    LaunchSection &section = m_line.sections.back();
    Json::Object &all = *section.flags.object();
    const auto staying = std::stable_partition(
        all.begin(), all.end(), [&](const auto &flag) { return !isIn(flags, flag.first); });
    passedOn.flags.object()->assign(
        std::make_move_iterator(staying), std::make_move_iterator(all.end()));
    all.erase(staying, all.end());
    const auto files = std::stable_partition(section.files.begin(), section.files.end(),
        [&](const LaunchFile &file) { return !isIn(flags, file.flag); });
    passedOn.files.assign(
        std::make_move_iterator(files), std::make_move_iterator(section.files.end()));
    section.files.erase(files, section.files.end());
    for (UnresolvedFlag &flag : m_line.unresolved) {
        if (isIn(flags, flag.flag))
            flag.formatId = passedOn.formatId;
    }
    if (!passedOn.flags.object()->empty() || !passedOn.files.empty())
        m_line.sections.insert(m_line.sections.end() - 1, std::move(passedOn));
}

bool LaunchCommand::trl()
{
    const std::string command = m_words.words[m_words.at++].text;
    (void)launchScript("trainer");
    m_line.sections.back().script = command;
    if (command != "sft")
        m_line.sections.back().flags["trl_command"] = Json(command);
    movePassedOn(trlPassesOn);
    return true;
}

/// NPROC_PER_NODE=8 swift sft x.yaml --flags: one process where no variable says how many. Each
/// spreads the model over the GPUs that are left to it (device_map).
bool LaunchCommand::swift(std::string_view formatId)
{
    const std::string command = m_words.words[m_words.at++].text;
    (void)launchScript(formatId);
    LaunchSection &section = m_line.sections.back();
    section.script = command;
    SectionReader reader(section, m_line.unresolved);
    if (command == "rlhf" && section.files.empty() && !section.flags.find("rlhf_type"))
        reader.set("rlhf_type", "dpo", m_line.line);
    const auto [processes, isOne]
        = m_environment.try_emplace("NPROC_PER_NODE", ShellWord{"1", m_line.line, {}});
    const auto visible = m_environment.find("CUDA_VISIBLE_DEVICES");
    if (visible == m_environment.end())
        return true;
    if (visible->second.unknown.empty() && processes->second.unknown.empty()
        && deviceCount(visible->second.text) != typedScalar(processes->second.text)
        && !section.flags.find("device_map"))
        reader.set("device_map", "auto", visible->second.line);
    m_environment.erase(visible);
    return true;
}

/// litgpt finetune_lora MODEL --flags; a flag may name the recipe.
bool LaunchCommand::litGpt()
{
    const std::string command = m_words.words[m_words.at++].text;
    const ShellWord *model = next() && !next()->text.starts_with('-') ? next() : nullptr;
    m_words.at += model ? 1 : 0;
    (void)launchScript("litgpt");
    LaunchSection &section = m_line.sections.back();
    section.script = command;
    SectionReader reader(section, m_line.unresolved);
    if (model)
        reader.setWord(command == "pretrain" ? "model_name" : "checkpoint_dir", *model);
    if (!command.ends_with("full") && command != "pretrain" && !section.flags.find("lora_r")
        && section.files.empty())
        reader.set("lora_r", 8, m_line.line);
    return true;
}

/// composer -n 8 train.py x.yaml key=value
bool LaunchCommand::composer()
{
    readInto(addSection("torchrun"), composerFlags);
    if (!next())
        return false;
    const std::string script = m_words.words[m_words.at++].text;
    (void)launchScript("llm-foundry");
    m_line.sections.back().script = script;
    return true;
}

/// NGPU=8 CONFIG_FILE=x.toml ./run_train.sh --flags, which says the rest to torchrun.
bool LaunchCommand::torchtitan()
{
    const auto gpus = m_environment.find("NGPU");
    SectionReader launcher(addSection("torchrun"), m_line.unresolved);
    launcher.setWord(
        "nproc_per_node", gpus == m_environment.end() ? ShellWord{"8", 0, {}} : gpus->second);
    keep(m_environment, "PYTORCH_ALLOC_CONF", {"expandable_segments:True", 0, {}});
    (void)launchScript("torchtitan");
    LaunchSection &section = m_line.sections.back();
    section.script = "torchtitan.train";
    if (const auto file = m_environment.find("CONFIG_FILE"); file != m_environment.end())
        section.files.push_back({file->second.text, "job.config_file", file->second.line});
    return true;
}

/// axolotl train x.yaml --flags --launcher torchrun -- --nproc_per_node 8
bool LaunchCommand::axolotl()
{
    constexpr auto own = std::to_array<std::string_view>({"num_processes", "main_process_port"});
    readInto(addSection("axolotl"), scriptFlags);
    const Json *launcher = m_line.sections.back().flags.find("launcher");
    const bool torchrun = launcher && launcher->string() && *launcher->string() == "torchrun";
    movePassedOn(own);
    if (nextIs("--")) {
        ++m_words.at;
        LaunchSection section{.formatId = torchrun ? "torchrun" : "accelerate-launch"};
        readInto(section, torchrun ? torchrunFlags : accelerateFlags);
        m_line.sections.insert(m_line.sections.end() - 1, std::move(section));
    }
    return true;
}

/// tune run [flags of torchrun] RECIPE --config NAME key=value
bool LaunchCommand::tune()
{
    LaunchSection launcher{.formatId = "torchrun"};
    readInto(launcher, torchrunFlags);
    if (!next())
        return false;
    const ShellWord &recipe = m_words.words[m_words.at++];
    if (std::any_of(otherRecipes.begin(), otherRecipes.end(),
            [&](std::string_view other) { return recipe.text.starts_with(other); }))
        return false;
    if (!launcher.flags.object()->empty())
        m_line.sections.push_back(std::move(launcher));
    (void)launchScript("torchtune");
    LaunchSection &section = m_line.sections.back();
    section.script = recipe.text;
    SectionReader reader(section, m_line.unresolved);
    if (recipe.text.find("single_device") != std::string::npos)
        reader.set("single_device", true, recipe.line);
    reader.addUnknown(recipe, {});
    return true;
}

} // namespace shardscope
