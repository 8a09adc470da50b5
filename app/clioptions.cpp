// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inputoptions.h"
#include "app/outcome.h"

#include <algorithm>
#include <array>
#include <optional>

namespace shardscope {

namespace {

constexpr std::array<Option, 4> planOptions{{
    {"--set", "KEY=VALUE", "change one input, after all files; the command keys lists them"},
    {"--format", "FORMAT", "table (default), json, csv or md"},
    {"--check", "",
        "exit with status 3 when the estimate is more than the GPU or the host has; where only the "
        "upper end of its range is, say so on standard error"},
    {"--strict", "", "the same, with status 3 for that, too"},
}};

constexpr std::array<Option, 1> shareOptions{{
    {"--set", "KEY=VALUE", "change one input, after all files; the command keys lists them"},
}};

constexpr std::array<Option, 1> importOptions{{
    {"--format", "FORMAT", "table (default) or json"},
}};

constexpr std::array<Option, 4> exportOptions{{
    {"--set", "KEY=VALUE", "change one input, after all files; the command keys lists them"},
    {"--as", "FORMAT",
        "deepspeed, accelerate, axolotl, llama-factory, trainer, trainer-python, torchtitan, "
        "megatron, torchrun, accelerate-launch or slurm; files: what --set changes as a diff of "
        "the files themselves"},
    {"--output", "FILE", "write there, not to standard output"},
    {"--write", "", "with --as files: change the files"},
}};

constexpr std::array<Option, 3> adviseOptions{{
    {"--set", "KEY=VALUE", "change one input, after all files; the command keys lists them"},
    {"--format", "FORMAT", "table (default) or json"},
    {"--check", "", "exit with status 3 when it does not fit and no change makes it"},
}};

constexpr std::array<Option, 2> compareOptions{{
    {"--set", "KEY=VALUE", "change one input of the second plan, after all files"},
    {"--format", "FORMAT", "table (default), json, csv or md"},
}};

constexpr std::array<Option, 2> validateOptions{{
    {"--format", "FORMAT",
        "table (default), json, md (the page of the documentation), coverage (the page of what "
        "runs "
        "have tried), runs (the catalogue file that the ranges of plans come from), or normalised "
        "(the runs in this program's own keys)"},
    {"--explanations", "FILE",
        "why predictions are off: [{\"id\": ..., \"metric\": ..., \"explained\": yes, in part or "
        "no, \"why\": ...}]"},
}};

constexpr std::array<Option, 8> sweepOptions{{
    {"--set", "KEY=VALUE", "change one input of the scenario that is swept, after all files"},
    {"--x", "KEY=VALUES",
        "the input that varies across: FROM..TO:STEP, FROM..TO*FACTOR, FROM..TO/COUNT (*/COUNT at "
        "equal ratios), FROM..TO (doubling), a list A,B,C, or KEY alone for every choice, "
        "GPU, link or model there is"},
    {"--y", "KEY=VALUES", "a second input, which varies down"},
    {"--metric", "METRIC",
        "fit (default), peak, spare, tokens-per-second, tokens-per-second-per-gpu, mfu, "
        "step-seconds, traffic, gpu-hours or cost"},
    {"--format", "FORMAT", "table (default), csv (every figure with all its digits), json or md"},
    {"--reserved", "HOW",
        "what torch's allocator reserves: played at every point, as plan does, or estimated with "
        "the share of the point in the middle; default: played for up to 1,000 points"},
    {"--threads", "N",
        "how many points to work on at once; as many as there are cores if not said"},
    {"--output", "FILE", "write there, not to standard output"},
}};

constexpr std::array<Option, 1> catalogOptions{{
    {"--format", "FORMAT", "table (default) or json"},
}};

constexpr std::array<Option, 6> recommendOptions{{
    {"--set", "KEY=VALUE", "change one input, after all files; the command keys lists them"},
    {"--gpus-at-most", "N", "try fewer GPUs as well: powers of two, then whole nodes"},
    {"--batch", "N", "sequences in each optimizer step; default: as the inputs have it"},
    {"--hold", "LIST",
        "leave as they are: strategy, framework, micro-batch, checkpointing, offload, loss, "
        "attention, tensor, pipeline, context, expert, chunks, schedule, rank-order"},
    {"--format", "FORMAT", "text (default), json or md"},
    {"--check", "", "exit with status 3 when nothing fits"},
}};

constexpr std::array<Command, 11> commandTable{{
    {"plan", "[FILE...]",
        "Plan a training run. FILE is a scenario or its code (see share), a Hugging Face "
        "config.json, a file of a run (recipe, DeepSpeed or accelerate config, adapter, launch "
        "script; those of one run together), a folder that holds them, or a picture that "
        "Shardscope exported; - is standard input. Later files win.",
        planOptions},
    {"import", "FILE...",
        "Say what the files of a run come to: what is taken, assumed, contradicting, without "
        "effect on memory or traffic, and not understood, each key with its file and line. Status "
        "2 where a plan of them would not be true.",
        importOptions},
    {"export", "[FILE...]",
        "Write the scenario as a file that a run starts from: the keys that a plan knows, the "
        "rest left out or to the program. A comment names the verdict and what the format cannot "
        "say. FILE as for plan.",
        exportOptions},
    {"share", "[FILE...]",
        "Write the scenario as a code for a chat, a slide or a QR code: one word that stands "
        "wherever a FILE does, and in the window can be pasted. FILE as for plan.",
        shareOptions},
    {"sweep", "[FILE...]",
        "Plan one scenario many times over, with one or two of its inputs going through many "
        "values each; at most a million points. What cannot give an answer is refused before it "
        "starts.",
        sweepOptions},
    {"advise", "[FILE...]",
        "Say what to change so that a run fits, or what could be given back where it does, and how "
        "far each input can go. FILE as for plan.",
        adviseOptions},
    {"compare", "BASELINE [FILE...]",
        "Compare two plans: which inputs differ, and every output with its difference. Without a "
        "second file, the first one is compared with itself as --set changes it.",
        compareOptions},
    {"recommend", "[FILE...]",
        "Try every strategy, framework, micro-batch, checkpointing, offload, loss, attention, "
        "every "
        "degree of tensor, pipeline, context and expert parallelism, chunks of stages and schedule "
        "with the same batch, and name the best: the fastest that fits, and what else memory and "
        "speed can be had for. Tensor parallelism stays within a node, pipelines have 16 stages at "
        "most, chunks too, and no GPU gets fewer than 1,024 tokens of a sequence.",
        recommendOptions},
    {"validate", "CASES.json...",
        "Compare with measured runs, case by case and by groups: steps followed tensor by tensor, "
        "or what GPUs showed. - is standard input.",
        validateOptions},
    {"catalog", "gpus|models|links", "List what is known, with the user's own catalogue files.",
        catalogOptions},
    {"keys", "", "List every input: key, default, unit, range and meaning.", {}},
}};

constexpr std::array<Option, 2> generalTable{{
    {"--help", "", "show this help"},
    {"--version", "", "show the version"},
}};

/// The names in a table that may have been meant.
template <class Table>
std::vector<std::string> namesNear(std::string_view word, const Table &table)
{
    std::vector<std::string_view> names;
    for (const auto &entry : table)
        names.push_back(entry.name);
    return nearest(word, names);
}

bool takesInputs(const Command &command)
{
    return std::any_of(command.options.begin(), command.options.end(),
        [](const Option &option) { return option.name == "--set"; });
}

/// All that may stand behind a command, but for what may stand anywhere.
std::vector<Option> optionsOf(const Command &command)
{
    std::vector<Option> options(command.options.begin(), command.options.end());
    if (takesInputs(command))
        options.insert(options.end(), inputOptions().begin(), inputOptions().end());
    return options;
}

/// Reads words one after the other. The first problem met is kept.
class Reader
{
public:
    explicit Reader(std::span<const std::string> words)
        : m_words(words)
    { }

    std::variant<Arguments, std::string> read()
    {
        while (m_at < m_words.size() && m_problem.empty())
            take(m_words[m_at++]);
        if (!m_problem.empty())
            return m_problem;
        if (!m_arguments.command && m_arguments.switches.empty())
            return "no command given" + hint();
        return m_arguments;
    }

private:
    static std::string hint() { return "; see shardscope-cli --help"; }

    void take(const std::string &word)
    {
        if (word == "--" && !m_onlyOperands)
            m_onlyOperands = true;
        else if (!m_onlyOperands && word.size() > 1 && word.starts_with('-'))
            takeOption(word);
        else if (m_arguments.command)
            m_arguments.operands.push_back(word);
        else
            takeCommand(word);
    }

    void takeCommand(const std::string &word)
    {
        const auto found = std::find_if(commandTable.begin(), commandTable.end(),
            [&word](const Command &command) { return command.name == word; });
        if (found == commandTable.end())
            m_problem
                = problemWith("unknown command: " + word + hint(), namesNear(word, commandTable));
        else
            m_arguments.command = &*found;
    }

    void takeOption(const std::string &word)
    {
        const std::size_t equals = word.find('=');
        const std::string name = word == "-h" ? "--help" : word.substr(0, equals);
        const std::optional<Option> option = find(name);
        if (!option) {
            m_problem = problemWith("unknown option: " + name + hint(), optionsNear(name));
            return;
        }
        if (option->argument.empty()) {
            if (equals != std::string::npos)
                m_problem = name + " takes no value";
            m_arguments.switches.insert(name);
            return;
        }
        if (equals == std::string::npos && m_at == m_words.size()) {
            m_problem = name + " needs a value: " + std::string(option->argument);
            return;
        }
        keep(*option, equals == std::string::npos ? m_words[m_at++] : word.substr(equals + 1));
    }

    void keep(const Option &option, const std::string &value)
    {
        const std::string name(option.name);
        if (!option.key.empty()) {
            m_arguments.sets.emplace_back(option.key, value);
            return;
        }
        if (name != "--set") {
            m_arguments.values[name] = value;
            return;
        }
        const std::size_t equals = value.find('=');
        if (equals == std::string::npos || equals == 0)
            m_problem = "--set needs KEY=VALUE, not " + value;
        else
            m_arguments.sets.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    }

    std::optional<Option> find(std::string_view name) const
    {
        const auto isNamed = [name](const Option &option) { return option.name == name; };
        const auto general = std::find_if(generalTable.begin(), generalTable.end(), isNamed);
        if (general != generalTable.end())
            return *general;
        if (!m_arguments.command)
            return std::nullopt;
        const std::vector<Option> own = optionsOf(*m_arguments.command);
        const auto found = std::find_if(own.begin(), own.end(), isNamed);
        if (found == own.end())
            return std::nullopt;
        return *found;
    }

    std::vector<std::string> optionsNear(const std::string &name) const
    {
        return m_arguments.command ? namesNear(name, optionsOf(*m_arguments.command))
                                   : std::vector<std::string>();
    }

    std::span<const std::string> m_words;
    std::size_t m_at = 0;
    bool m_onlyOperands = false;
    Arguments m_arguments;
    std::string m_problem;
};

/// `text` in lines of at most 80 characters, all but the first indented.
std::string wrapped(std::string_view text, std::size_t indent)
{
    constexpr std::size_t lineLength = 80;
    std::string result;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        if (column > indent && column + 1 + word.size() > lineLength) {
            result.append("\n").append(indent, ' ');
            column = indent;
        } else if (column > indent) {
            result += ' ';
            ++column;
        }
        result += word;
        column += word.size();
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result + "\n";
}

std::string optionLine(const Option &option)
{
    constexpr std::size_t indent = 25;
    std::string line = "  " + std::string(option.name);
    if (!option.argument.empty())
        line.append(" ").append(option.argument);
    line.resize(std::max(line.size() + 1, indent), ' ');
    return line + wrapped(option.meaning, indent);
}

} // namespace

std::span<const Command> commands()
{
    return commandTable;
}

std::span<const Option> generalOptions()
{
    return generalTable;
}

std::string Arguments::value(std::string_view name, std::string_view otherwise) const
{
    const auto found = values.find(name);
    return found == values.end() ? std::string(otherwise) : found->second;
}

std::variant<Arguments, std::string> parseArguments(std::span<const std::string> words)
{
    return Reader(words).read();
}

std::string helpText()
{
    std::string text = "Usage: shardscope-cli COMMAND [OPTION...]\n"
                       "Plans the memory, traffic and time of training large models.\n";
    for (const Command &command : commandTable) {
        text.append("\n").append(command.name).append(command.operands.empty() ? "" : " ");
        text.append(command.operands).append("\n  ").append(wrapped(command.meaning, 2));
        for (const Option &option : command.options)
            text += optionLine(option);
    }
    text += "\nWherever --set may stand\n";
    for (const Option &option : inputOptions())
        text += optionLine(option);
    text += "\nAlways\n";
    for (const Option &option : generalTable)
        text += optionLine(option);
    return text
        + "\nExit status: 0 done, 1 wrong usage, 2 input could not be read or planned,\n"
          "3 with --check when the plan does not fit on the GPUs or on their host, or no\n"
          "change makes it fit; with --strict also where it is at risk.\n";
}

std::string nameAndVersion()
{
    return "shardscope-cli " SHARDSCOPE_VERSION;
}

std::string versionText()
{
    return nameAndVersion() + "\n";
}

} // namespace shardscope
