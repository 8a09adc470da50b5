// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the manual pages of both programs from their own tables, at build time:
// shardscope-man shardscope|shardscope-cli FILE
#include "app/desktopoptions.h"
#include "app/inputoptions.h"
#include "core/scenario/keytext.h"

#include <fstream>
#include <iostream>

namespace shardscope {

namespace {

/// Text as roff wants it: dashes that can be copied, and no accidental requests.
std::string escaped(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (c == '-')
            result += "\\-";
        else if (c == '\\')
            result += "\\e";
        else
            result += c;
    }
    const bool looksLikeRequest = result.starts_with('.') || result.starts_with('\'');
    return looksLikeRequest ? "\\&" + result : result;
}

std::string bold(std::string_view text)
{
    return "\\fB" + escaped(text) + "\\fR";
}

std::string title(std::string_view program, std::string_view purpose)
{
    std::string upper;
    for (const char c : program)
        upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return ".TH " + escaped(upper) + " 1 \"\" \"Shardscope " SHARDSCOPE_VERSION "\"\n.SH NAME\n"
        + escaped(program) + " \\- " + escaped(purpose) + "\n";
}

std::string optionList(std::span<const Option> options)
{
    std::string text;
    for (const Option &option : options) {
        text += ".TP\n" + bold(option.name);
        if (!option.argument.empty())
            text += " \\fI" + escaped(option.argument) + "\\fR";
        text += "\n" + escaped(option.meaning) + ".\n";
    }
    return text;
}

std::string keyList()
{
    std::string text = ".SH KEYS\n";
    for (const Key &key : keys()) {
        text += ".TP\n" + bold(key.id) + "\n" + escaped(key.meaning) + ".\n.br\n";
        text += escaped(
            keyRange(key) + (key.unit.empty() ? "" : " (" + std::string(key.unit) + ")"));
        text += escaped("; default: " + keyDefault(key)) + "\n";
    }
    return text;
}

std::string files()
{
    return ".SH FILES\n.TP\n.I $XDG_CONFIG_HOME/shardscope/catalog/*.json\n"
           "The user's own GPUs, links and models; they go over the built\\-in ones.\n"
           ".SH ENVIRONMENT\n.TP\n.B SHARDSCOPE_CATALOG_DIR\n"
           "Where the user's catalogue files lie instead.\n";
}

std::string seeAlso(std::string_view other)
{
    return ".SH SEE ALSO\n" + bold(other) + "(1)\n";
}

std::string cliPage()
{
    std::string text
        = title("shardscope-cli", "plan the training of large models") + ".SH SYNOPSIS\n";
    for (const Command &command : commands())
        text += ".B shardscope\\-cli " + escaped(command.name) + "\n[\\fIOPTION\\fR]... "
            + escaped(command.operands) + "\n.br\n";
    text += ".SH DESCRIPTION\nSays whether a training run fits on the GPUs at hand, what it sends "
            "over the wire and how long a step takes.\n.SH COMMANDS\n";
    for (const Command &command : commands()) {
        text += ".SS " + escaped(command.name) + "\n" + escaped(command.meaning) + "\n"
            + optionList(command.options);
    }
    text += ".SH OPTIONS\n" + optionList(generalOptions()) + ".SS Wherever \\-\\-set may stand\n"
        + optionList(inputOptions());
    return text
        + ".SH EXIT STATUS\n.TP\n.B 0\nDone.\n.TP\n.B 1\nWrong usage.\n.TP\n.B 2\n"
          "Input could not be read or planned.\n.TP\n.B 3\n"
          "With \\-\\-check: the plan does not fit on the GPUs or on their host, or no change "
          "makes "
          "it fit. "
          "With \\-\\-strict: also where it is at risk.\n"
        + ".SH EXAMPLES\n.nf\n"
          "shardscope\\-cli plan \\-\\-model llama\\-3.1\\-8b \\-\\-gpu 4090 \\-\\-gpus 4\n"
          "shardscope\\-cli plan \\-\\-set model.parameters=70B \\-\\-set parallel.gpus=16 "
          "\\-\\-check\n"
          "shardscope\\-cli plan config.json \\-\\-set training.method=qlora \\-\\-format json\n"
          "shardscope\\-cli sweep config.json \\-\\-x training.sequence_length=4k..128k "
          "\\-\\-y parallel.gpus=8..64:8 \\-\\-metric peak\n"
          "shardscope\\-cli plan \"$(shardscope\\-cli share \\-\\-set parallel.gpus=16)\"\n"
          ".fi\n"
        + keyList() + files() + seeAlso("shardscope");
}

std::string desktopPage()
{
    return title("shardscope", "capacity planner for the training of large models")
        + ".SH SYNOPSIS\n.B shardscope\n[\\fIOPTION\\fR]... [\\fIFILE\\fR]...\n"
          ".SH DESCRIPTION\nShows whether a training run fits on the GPUs at hand, what it sends "
          "over the wire and how long a step takes.\n"
          "FILE is a scenario or its code (see share in "
        + bold("shardscope-cli")
        + "(1)), a Hugging Face config.json, a folder that holds one, or "
          "a picture that Shardscope exported. Later files win.\n.SH OPTIONS\n"
        + optionList(desktopOptions()) + optionList(inputOptions()) + keyList() + files()
        + seeAlso("shardscope-cli");
}

} // namespace

} // namespace shardscope

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::cerr << "usage: shardscope-man shardscope|shardscope-cli FILE\n";
        return 1;
    }
    const std::string_view program = argv[1];
    std::ofstream file(argv[2], std::ios::binary);
    file << (program == "shardscope" ? shardscope::desktopPage() : shardscope::cliPage());
    file.close();
    return file ? 0 : 1;
}
