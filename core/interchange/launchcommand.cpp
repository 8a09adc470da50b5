// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/launchcommand.h"

#include <array>

namespace shardscope {

namespace {

/// Of a variable of the environment.
constexpr std::size_t longestValue = 4096;

// What may stand before a launcher.
constexpr auto wrappers = std::to_array<std::string_view>({"sudo", "env", "nohup", "exec",
    "command", "time", "nice", "ionice", "stdbuf", "numactl", "taskset", "timeout", "nsys", "ncu",
    "mpirun", "mpiexec", "mpiexec.hydra", "horovodrun", "uv", "uvx", "poetry", "pipenv", "pdm",
    "conda", "mamba", "micromamba", "pixi", "singularity", "apptainer", "shifter", "enroot"});
constexpr auto otherPrograms
    = std::to_array<std::string_view>({"install", "add", "pip", "docker", "podman", "echo"});

// Of the environment what changes memory, traffic or the number of processes.
constexpr auto variables = std::to_array<std::string_view>(
    {"CUDA_VISIBLE_DEVICES", "PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_ALLOC_CONF", "NCCL_ALGO",
        "NCCL_PROTO", "NCCL_BUFFSIZE", "NCCL_MAX_NCHANNELS", "NCCL_MIN_NCHANNELS", "NPROC_PER_NODE",
        "NNODES", "FORCE_TORCHRUN", "NGPU", "CONFIG_FILE", "UNSLOTH_VLLM_STANDBY", "MAX_PIXELS"});

// trl/cli: the commands that train.
constexpr auto trlCommands = std::to_array<std::string_view>(
    {"sft", "dpo", "kto", "grpo", "rloo", "reward", "orpo", "cpo", "gkd", "online_dpo"});
// ms-swift, cli/main.py: the commands that train.
constexpr auto swiftCommands = std::to_array<std::string_view>({"sft", "pt", "rlhf"});
// litgpt/__main__.py: the commands that train. Adapters of LLaMA-Adapter are not planned.
constexpr auto litGptCommands
    = std::to_array<std::string_view>({"finetune", "finetune_lora", "finetune_full", "pretrain"});

/// How many characters stand before "=" in NAME=value; 0: it is none.
std::size_t variableName(std::string_view text)
{
    const std::size_t end = text.find('=');
    const bool plain = end != std::string_view::npos
        && std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) {
               return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
                   || c == '_';
           });
    return plain ? end : 0;
}

bool isPython(std::string_view program)
{
    if (!program.starts_with("python"))
        return false;
    return std::all_of(program.begin() + 6, program.end(),
        [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

} // namespace

Json deviceCount(std::string_view devices)
{
    if (devices.empty() || devices.starts_with('-'))
        return 0;
    return 1 + static_cast<int>(std::count(devices.begin(), devices.end(), ','));
}

void keep(Environment &environment, std::string_view name, const ShellWord &value)
{
    if (isIn(variables, name) && value.text.size() < longestValue && value.unknown.size() < 8)
        environment[std::string(name)] = value;
}

LaunchSection &LaunchCommand::addSection(std::string_view formatId)
{
    LaunchSection &section = m_line.sections.emplace_back();
    section.formatId = formatId;
    return section;
}

void LaunchCommand::readInto(LaunchSection &section, const FlagStyle &style)
{
    SectionReader reader(section, m_line.unresolved);
    reader.read(m_words, style);
}

bool LaunchCommand::read()
{
    bool wrapped = false;
    while (const ShellWord *word = next()) {
        const std::string_view program = baseName(word->text);
        if (isIn(otherPrograms, program))
            return false;
        if (program == "srun") {
            ++m_words.at;
            srun();
            wrapped = true;
        } else if (program == "bash" || program == "sh" || program == "zsh" || program == "eval") {
            return readLauncher();
        } else if (isIn(wrappers, program)) {
            ++m_words.at;
            wrapped = true;
        } else if (readLauncher()) {
            return true;
        } else if (wrapped && !isPython(program)) {
            const std::string &text = m_words.text();
            if (const std::size_t name = variableName(text); name > 0)
                keep(m_environment, text.substr(0, name),
                    {text.substr(name + 1), word->line, word->unknown});
            ++m_words.at;
        } else {
            return false;
        }
    }
    return false;
}

void LaunchCommand::srun()
{
    LaunchSection section{.formatId = "slurm"};
    readInto(section, slurmFlags);
    if (!section.flags.object()->empty())
        m_line.sections.push_back(std::move(section));
}

bool LaunchCommand::readLauncher()
{
    const std::size_t start = m_words.at;
    m_line.line = next()->line;
    std::string_view program = baseName(m_words.words[m_words.at++].text);
    // As notebooks run commands.
    if (program.starts_with('!'))
        program.remove_prefix(1);
    const std::size_t sections = m_line.sections.size();
    const std::size_t unresolved = m_line.unresolved.size();
    if (readProgram(program))
        return true;
    m_line.sections.resize(sections);
    m_line.unresolved.resize(unresolved);
    m_words.at = start;
    return false;
}

bool LaunchCommand::readProgram(std::string_view program)
{
    const ShellWord *argument = next();
    if (program == "run_train.sh")
        return torchtitan();
    if (!argument)
        return false;
    if (program == "bash" || program == "sh" || program == "zsh") {
        while (next() && next()->text.starts_with('-') && !next()->text.ends_with('c'))
            ++m_words.at;
        if (next() && next()->text.starts_with('-') && ++m_words.at < m_words.words.size())
            m_inner = *next();
        return next() && baseName(next()->text) == "run_train.sh" && ++m_words.at && torchtitan();
    }
    if (program == "eval") {
        m_inner = ShellWord{{}, argument->line, {}};
        for (; next(); ++m_words.at)
            m_inner->text.append(next()->text).push_back(' ');
        return false;
    }
    if (program == "torchrun")
        return launchBy("torchrun", torchrunFlags);
    if (program == "composer")
        return composer();
    if (program == "deepspeed")
        return launchBy("deepspeed-launch", deepSpeedFlags);
    if (program == "accelerate" && argument->text == "launch")
        return ++m_words.at && launchBy("accelerate-launch", accelerateFlags);
    if (program == "accelerate-launch")
        return launchBy("accelerate-launch", accelerateFlags);
    if ((program == "llamafactory-cli" || program == "lmf") && argument->text == "train")
        return ++m_words.at && launchScript("llama-factory");
    if (program == "axolotl" && argument->text == "train")
        return ++m_words.at && axolotl();
    if (program == "tune" && argument->text == "run")
        return ++m_words.at && tune();
    if (program == "trl" && isIn(trlCommands, argument->text))
        return trl();
    if (program == "swift" && isIn(swiftCommands, argument->text))
        return swift("ms-swift");
    if (program == "megatron" && isIn(swiftCommands, argument->text))
        return swift("ms-swift-megatron");
    if (program == "litgpt" && isIn(litGptCommands, argument->text))
        return litGpt();
    return isPython(program) && readPython();
}

bool LaunchCommand::readPython()
{
    while (next() && next()->text.starts_with('-')) {
        const std::string option = m_words.words[m_words.at++].text;
        if (option == "-c")
            return false;
        if (option == "-m" && next())
            return readModule(m_words.words[m_words.at++], true);
        if (option == "-W" || option == "-X")
            ++m_words.at;
    }
    if (!next())
        return false;
    return readModule(m_words.words[m_words.at++], true);
}

/// A module, or the file of one.
bool LaunchCommand::readModule(const ShellWord &module, bool plain)
{
    const std::string &name = module.text;
    if (plain && (name == "torch.distributed.run" || name == "torch.distributed.launch"))
        return launchBy("torchrun", torchrunFlags);
    if (plain
        && (name == "accelerate.commands.launch" || name == "accelerate.commands.accelerate_cli"))
        return (!nextIs("launch") || ++m_words.at)
            && launchBy("accelerate-launch", accelerateFlags);
    if (plain && (name == "deepspeed.launcher.runner" || name == "deepspeed"))
        return launchBy("deepspeed-launch", deepSpeedFlags);
    if (name == "llamafactory.cli" || name == "llamafactory.launcher") {
        m_words.at += nextIs("train") ? 1 : 0;
        return launchScript("llama-factory");
    }
    if (name == "axolotl.cli.main" || name == "axolotl.cli")
        return nextIs("train") && ++m_words.at && axolotl();
    if (name.starts_with("axolotl.cli.") && name != "axolotl.cli.train")
        return false;
    --m_words.at;
    return launchScript({}, plain);
}

bool LaunchCommand::launchBy(std::string_view formatId, const FlagStyle &style)
{
    LaunchSection &section = addSection(formatId);
    readInto(section, style);
    if (nextIs("--"))
        ++m_words.at;
    const bool said = !section.flags.object()->empty();
    if (!next())
        return said;
    return readModule(m_words.words[m_words.at++], false);
}

/// With a format the flags start at once, without one the name of the script comes first.
bool LaunchCommand::launchScript(std::string_view formatId, bool plain)
{
    LaunchSection section{.formatId = std::string(formatId)};
    const std::size_t unresolved = m_line.unresolved.size();
    if (formatId.empty()) {
        const ShellWord &script = m_words.words[m_words.at++];
        section.script = script.text;
        SectionReader(section, m_line.unresolved).addUnknown(script, {});
    }
    SectionReader reader(section, m_line.unresolved);
    do {
        reader.read(m_words, scriptFlags);
    } while (nextIs("--") && ++m_words.at);
    if (formatId.empty()) {
        section.formatId = formatOfScript(section);
        for (std::size_t i = unresolved; i < m_line.unresolved.size(); ++i)
            m_line.unresolved[i].formatId = section.formatId;
    }
    const bool launches = !trainsNothing(section) && (!plain || looksLikeTraining(section));
    if (trainsOtherModel(section))
        reader.set("script", Json(section.script), m_line.line);
    m_line.sections.push_back(std::move(section));
    return launches;
}

} // namespace shardscope
