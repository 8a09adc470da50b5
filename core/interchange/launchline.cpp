// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/launchline.h"

#include "core/interchange/launchflags.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace shardscope {

namespace {

constexpr std::size_t mostLines = 64;
/// bash -c "bash -c ...": further in nothing is read.
constexpr int deepest = 3;
/// Of a variable of the environment.
constexpr std::size_t longestValue = 4096;

using Words = std::span<const std::string_view>;

// What may stand before a launcher.
constexpr auto wrappers = std::to_array<std::string_view>({"sudo", "env", "nohup", "exec",
    "command", "time", "nice", "ionice", "stdbuf", "numactl", "taskset", "timeout", "nsys", "ncu",
    "mpirun", "mpiexec", "mpiexec.hydra", "horovodrun", "uv", "uvx", "poetry", "pipenv", "pdm",
    "conda", "mamba", "micromamba", "pixi", "singularity", "apptainer", "shifter", "enroot"});
constexpr auto otherPrograms
    = std::to_array<std::string_view>({"install", "add", "pip", "docker", "podman", "echo"});

// Of the environment what changes memory, traffic or the number of processes.
constexpr auto variables
    = std::to_array<std::string_view>({"CUDA_VISIBLE_DEVICES", "PYTORCH_CUDA_ALLOC_CONF",
        "PYTORCH_ALLOC_CONF", "NCCL_ALGO", "NCCL_PROTO", "NCCL_BUFFSIZE", "NCCL_MAX_NCHANNELS",
        "NCCL_MIN_NCHANNELS", "NPROC_PER_NODE", "NNODES", "FORCE_TORCHRUN", "NGPU", "CONFIG_FILE"});
// LLaMA-Factory's launcher.py
constexpr auto llamaFactoryVariables
    = std::to_array<std::string_view>({"NPROC_PER_NODE", "NNODES", "FORCE_TORCHRUN"});
// torchtitan's run_train.sh
constexpr auto torchtitanVariables = std::to_array<std::string_view>({"NGPU", "CONFIG_FILE"});

// trl/cli: the commands that train.
constexpr auto trlCommands = std::to_array<std::string_view>(
    {"sft", "dpo", "kto", "grpo", "rloo", "reward", "orpo", "cpo", "gkd", "online_dpo"});
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

template <class Table>
bool isIn(const Table &table, std::string_view word)
{
    return std::find(std::begin(table), std::end(table), word) != std::end(table);
}

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

/// "0,1,3" is 3.
Json deviceCount(std::string_view devices)
{
    if (devices.empty() || devices.starts_with('-'))
        return 0;
    return 1 + static_cast<int>(std::count(devices.begin(), devices.end(), ','));
}

using Environment = std::map<std::string, ShellWord, std::less<>>;

void keep(Environment &environment, std::string_view name, const ShellWord &value)
{
    if (isIn(variables, name) && value.text.size() < longestValue && value.unknown.size() < 8)
        environment[std::string(name)] = value;
}

/// One command that may start a training.
class CommandReader
{
public:
    CommandReader(std::span<const ShellWord> words, Environment environment)
        : m_words{words}
        , m_environment(std::move(environment))
    { }

    /// Whether it does.
    bool read();

    const LaunchLine &line() const { return m_line; }
    const Environment &environment() const { return m_environment; }
    /// A command line within a word: bash -c "...".
    const std::optional<ShellWord> &inner() const { return m_inner; }

private:
    bool readLauncher();
    bool readProgram(std::string_view program);
    bool readPython();
    bool readModule(const ShellWord &module, bool plain);
    bool launchBy(std::string_view formatId, const FlagStyle &style);
    bool launchScript(std::string_view formatId, bool plain = false);
    bool trl();
    bool torchtitan();
    bool axolotl();
    bool tune();
    void srun();
    LaunchSection &addSection(std::string_view formatId);
    void readInto(LaunchSection &section, const FlagStyle &style);
    void movePassedOn(Words flags);

    const ShellWord *next() const { return m_words.atEnd() ? nullptr : &m_words.words[m_words.at]; }
    bool nextIs(std::string_view word) const { return next() && next()->text == word; }

    CommandWords m_words;
    Environment m_environment;
    LaunchLine m_line;
    std::optional<ShellWord> m_inner;
};

LaunchSection &CommandReader::addSection(std::string_view formatId)
{
    LaunchSection &section = m_line.sections.emplace_back();
    section.formatId = formatId;
    return section;
}

void CommandReader::readInto(LaunchSection &section, const FlagStyle &style)
{
    SectionReader reader(section, m_line.unresolved);
    reader.read(m_words, style);
}

bool CommandReader::read()
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

void CommandReader::srun()
{
    LaunchSection section{.formatId = "slurm"};
    readInto(section, slurmFlags);
    if (!section.flags.object()->empty())
        m_line.sections.push_back(std::move(section));
}

bool CommandReader::readLauncher()
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

bool CommandReader::readProgram(std::string_view program)
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
    return isPython(program) && readPython();
}

bool CommandReader::readPython()
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
bool CommandReader::readModule(const ShellWord &module, bool plain)
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

bool CommandReader::launchBy(std::string_view formatId, const FlagStyle &style)
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
bool CommandReader::launchScript(std::string_view formatId, bool plain)
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

/// Flags of the last section that belong to accelerate, into a section before it.
void CommandReader::movePassedOn(Words flags)
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

bool CommandReader::trl()
{
    const std::string command = m_words.words[m_words.at++].text;
    (void)launchScript("trainer");
    m_line.sections.back().script = command;
    if (command != "sft")
        m_line.sections.back().flags["trl_command"] = Json(command);
    movePassedOn(trlPassesOn);
    return true;
}

/// NGPU=8 CONFIG_FILE=x.toml ./run_train.sh --flags, which says the rest to torchrun.
bool CommandReader::torchtitan()
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
bool CommandReader::axolotl()
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
bool CommandReader::tune()
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

/// The launch lines of a script, and of those in its words.
class ScriptReader
{
public:
    std::vector<LaunchLine> read(const ShellScript &script);

private:
    void readCommands(
        const ShellScript &script, Environment environment, const LaunchLine &outer, int depth);
    void readInner(const CommandReader &command, const LaunchLine &outer, int depth);
    void add(LaunchLine line, const Environment &environment);

    std::vector<LaunchLine> m_lines;
    LaunchLine m_header;
    std::size_t m_inner = 0;
};

void shiftLines(ShellScript &script, int by)
{
    for (ShellCommand &command : script.commands) {
        for (ShellWord &word : command.words)
            word.line += by;
        for (ShellAssignment &assignment : command.assignments)
            assignment.value.line += by;
    }
}

/// Whether a variable says something to the programs of that line.
bool counts(const LaunchLine &line, std::string_view variable)
{
    if (isIn(torchtitanVariables, variable))
        return false;
    return !isIn(llamaFactoryVariables, variable)
        || (line.sections.size() == 1 && line.sections.front().formatId == "llama-factory");
}

void ScriptReader::add(LaunchLine line, const Environment &environment)
{
    LaunchSection section{.formatId = "environment"};
    SectionReader reader(section, line.unresolved);
    for (const auto &[name, value] : environment) {
        if (!counts(line, name))
            continue;
        if (!value.unknown.empty())
            reader.addUnknown(value, name);
        else if (name == "CUDA_VISIBLE_DEVICES")
            reader.set(name, deviceCount(value.text), value.line);
        else
            reader.set(name, typedScalar(value.text), value.line);
    }
    std::reverse(line.sections.begin(), line.sections.end());
    line.sections.insert(line.sections.end(), m_header.sections.begin(), m_header.sections.end());
    line.unresolved.insert(
        line.unresolved.end(), m_header.unresolved.begin(), m_header.unresolved.end());
    if (!section.flags.object()->empty())
        line.sections.push_back(std::move(section));
    m_lines.push_back(std::move(line));
}

/// With what stands around it.
LaunchLine within(const LaunchLine &outer, const LaunchLine &line)
{
    LaunchLine result = outer;
    result.line = line.line;
    result.sections.insert(result.sections.end(), line.sections.begin(), line.sections.end());
    result.unresolved.insert(
        result.unresolved.end(), line.unresolved.begin(), line.unresolved.end());
    return result;
}

void ScriptReader::readInner(const CommandReader &command, const LaunchLine &outer, int depth)
{
    const ShellWord &word = *command.inner();
    if (depth >= deepest || ++m_inner > mostLines)
        return;
    auto inner = readShell(word.text, {.words = 20'000, .expandedBytes = 1U << 18U});
    if (!inner)
        return;
    shiftLines(*inner, std::max(word.line, 1) - 1);
    readCommands(*inner, command.environment(), within(outer, command.line()), depth + 1);
}

void ScriptReader::readCommands(
    const ShellScript &script, Environment environment, const LaunchLine &outer, int depth)
{
    for (const ShellCommand &command : script.commands) {
        if (m_lines.size() == mostLines)
            return;
        Environment own = environment;
        for (const ShellAssignment &assignment : command.assignments) {
            keep(own, assignment.name, assignment.value);
            if (assignment.exported)
                keep(environment, assignment.name, assignment.value);
        }
        std::span<const ShellWord> words = command.words;
        // As terminals and notebooks show commands.
        while (!words.empty() && (words.front().text == "$" || words.front().text == "!"))
            words = words.subspan(1);
        if (words.empty())
            continue;
        CommandReader reader(words, std::move(own));
        const bool launches = reader.read();
        if (reader.inner())
            readInner(reader, outer, depth);
        else if (launches)
            add(within(outer, reader.line()), reader.environment());
    }
}

std::vector<LaunchLine> ScriptReader::read(const ShellScript &script)
{
    const bool hasHeader = !script.commands.empty() && !script.commands.front().words.empty()
        && script.commands.front().words.front().text == "sbatch";
    if (hasHeader) {
        const ShellCommand &header = script.commands.front();
        CommandWords words{header.words, 1};
        LaunchSection section{.formatId = "slurm"};
        SectionReader reader(section, m_header.unresolved);
        while (!words.atEnd()) {
            reader.read(words, slurmFlags);
            ++words.at;
        }
        m_header.line = header.line;
        m_header.sections.push_back(std::move(section));
    }
    readCommands(script, {}, {}, 0);
    if (m_lines.empty() && hasHeader)
        m_lines.push_back(m_header);
    return std::move(m_lines);
}

} // namespace

std::vector<LaunchLine> launchLines(const ShellScript &script)
{
    return ScriptReader().read(script);
}

} // namespace shardscope
