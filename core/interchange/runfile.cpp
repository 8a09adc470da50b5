// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/runfile.h"

#include "core/base/toml.h"
#include "core/interchange/interpolate.h"
#include "core/interchange/launchcommand.h"
#include "core/interchange/launchline.h"
#include "core/interchange/pythoncall.h"
#include "core/model/hfconfig.h"
#include "core/model/modelname.h"

#include <algorithm>
#include <array>
#include <span>

namespace shardscope {

namespace {

struct Ending
{
    std::string_view ending;
    Syntax syntax;
};
constexpr std::array endings{Ending{".json", Syntax::Json}, Ending{".jsonc", Syntax::Json},
    Ending{".yaml", Syntax::Yaml}, Ending{".yml", Syntax::Yaml}, Ending{".toml", Syntax::Toml},
    Ending{".sh", Syntax::Shell}, Ending{".bash", Syntax::Shell}, Ending{".slurm", Syntax::Shell},
    Ending{".sbatch", Syntax::Shell}, Ending{".py", Syntax::Python},
    Ending{".ipynb", Syntax::Notebook}};

std::optional<Syntax> syntaxByName(std::string_view name)
{
    const auto found = std::find_if(endings.begin(), endings.end(),
        [name](const Ending &each) { return name.ends_with(each.ending); });
    return found == endings.end() ? std::nullopt : std::optional(found->syntax);
}

bool holdsOneOf(std::string_view text, std::span<const std::string_view> words)
{
    return std::any_of(words.begin(), words.end(),
        [text](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// Pasted text, and files of other names.
std::optional<Syntax> syntaxByContent(std::string_view text)
{
    constexpr auto shell = std::to_array<std::string_view>(
        {"#SBATCH", "torchrun ", "accelerate launch", "torch.distributed.run",
            "torch.distributed.launch", "llamafactory-cli ", "axolotl train", "tune run",
            "deepspeed --", "trl sft", "trl dpo", "swift sft", "swift rlhf"});
    constexpr auto python = std::to_array<std::string_view>({".from_pretrained(",
        "TrainingArguments(", "SFTConfig(", "get_peft_model(", "LoraConfig("});
    const std::size_t first = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    if (first == std::string_view::npos)
        return std::nullopt;
    if (text[first] == '{')
        return text.find("\"nbformat\"") == std::string_view::npos ? Syntax::Json
                                                                   : Syntax::Notebook;
    if (text.substr(first).starts_with("#!"))
        return text.substr(first, text.find('\n', first)).find("python") == std::string_view::npos
            ? Syntax::Shell
            : Syntax::Python;
    if (holdsOneOf(text, python))
        return Syntax::Python;
    if (holdsOneOf(text, shell))
        return Syntax::Shell;
    if (text[first] == '[')
        return Syntax::Toml;
    return Syntax::Yaml;
}

/// torch.save and pickle.dump: what they write runs code when it is loaded.
bool isPickle(std::string_view text)
{
    const bool isZip = text.starts_with("PK\x03\x04");
    return (text.size() > 1 && text[0] == '\x80' && text[1] >= 2 && text[1] <= 5)
        || (isZip && text.find("data.pkl") != std::string_view::npos);
}

constexpr Text welcome = english("errors",
    "a file that describes a training run: axolotl, LLaMA-Factory, ms-swift, TRL, torchtune, "
    "torchtitan, LitGPT, LLM Foundry, nanotron, verl, DeepSpeed, accelerate, PEFT, or a launch "
    "script");

Error unknownFormat(const Json &root)
{
    return {.code = ErrorCode::WrongType,
        .found = summary(root),
        .expected = welcome,
        .line = root.line()};
}

/// torchtune's recipes for one GPU say so by the name of their file alone.
void takeName(Json &root, const std::string &file)
{
    if (recognizedFormat(root) == findFormat("torchtune")
        && file.find("single_device") != std::string::npos)
        root["single_device"] = Json(true);
}

/// The file that Hydra means by an entry of "defaults".
std::optional<std::string> defaultsFile(const Json &entry)
{
    if (const std::string *name = entry.string())
        return *name == "_self_" ? std::nullopt : std::optional(*name + ".yaml");
    if (entry.isObject() && entry.object()->size() == 1) {
        const auto &[group, name] = entry.object()->front();
        if (name.string() && group.find(' ') == std::string::npos)
            return group + "/" + *name.string() + ".yaml";
    }
    return std::nullopt;
}

void takeHydraDefaults(Json &root, ParsedRunFile &parsed)
{
    const Json *list = root.find("defaults");
    if (!list || !list->array())
        return;
    for (const Json &entry : *list->array()) {
        if (const std::optional<std::string> file = defaultsFile(entry))
            parsed.references.push_back(*file);
    }
    std::erase_if(*root.object(), [](const auto &member) { return member.first == "defaults"; });
}

Result<ParsedRunFile> fromTree(Json root, ParsedRunFile parsed)
{
    if (root.isObject()) {
        takeHydraDefaults(root, parsed);
        parsed.unresolved = interpolate(root);
    }
    const Format *format = recognizedFormat(root);
    if (!format && parsed.references.empty())
        return unknownFormat(root);
    if (const auto config = format && format->model ? format->model(root) : std::nullopt) {
        Result<ImportedModel> model = importModel(writeJson(*config), std::string(format->name));
        if (!model) {
            model.error().expected = {}; // speaks of a config.json
            return model.error();
        }
        parsed.model = *std::move(model);
    }
    if (format)
        parsed.sections.push_back({.format = format, .values = std::move(root)});
    return parsed;
}

Result<ParsedRunFile> fromMarkup(const RunFile &file, Syntax syntax)
{
    Result<ParsedText> text = parseMarkup(file.text, syntax);
    if (!text)
        return text.error();
    if (syntax != Syntax::Json || !looksLikeModelConfig(text->root)) {
        takeName(text->root, file.name);
        return fromTree(std::move(text->root), {.notes = std::move(text->notes)});
    }
    Result<ImportedModel> model = importModel(file.text, modelNameAt(file.name));
    if (!model)
        return model.error();
    return ParsedRunFile{.model = *std::move(model)};
}

/// Names with dots stand for mappings in files, and for themselves in flags.
Json nested(const Json &flags)
{
    Json tree{Json::Object{}};
    for (const auto &[name, value] : *flags.object())
        setAt(tree, name, value);
    return tree;
}

Result<ParsedRunFile> fromShell(const RunFile &file)
{
    Result<ShellScript> script = readShell(file.text);
    if (!script)
        return script.error();
    const std::vector<LaunchLine> lines = launchLines(*script);
    if (lines.empty())
        return Error{.code = ErrorCode::WrongType,
            .found = english("import", "a script that launches no training"),
            .expected = welcome};
    ParsedRunFile parsed;
    for (const LaunchSection &section : lines.front().sections) {
        for (const LaunchFile &named : section.files) {
            if (syntaxByName(named.name) && named.name.find('$') == std::string::npos)
                parsed.references.push_back(named.name);
        }
        // A script without flags may do anything.
        const Format *format = findFormat(section.formatId);
        if (format && !section.flags.object()->empty())
            parsed.sections.push_back(
                {.format = format, .values = nested(section.flags), .isCommandLine = true});
    }
    for (const UnresolvedFlag &open : lines.front().unresolved)
        parsed.unresolved.push_back({.code = ErrorCode::MissingField,
            .where = open.flag,
            .found = open.name,
            .line = open.line});
    for (std::size_t i = 1; i < lines.size(); ++i)
        parsed.unresolved.push_back({.code = ErrorCode::Inconsistent,
            .found = english("import", "another launch line"),
            .line = lines[i].line});
    for (HereDocument &embedded : script->files) {
        if (syntaxByName(embedded.name))
            parsed.embedded.push_back({embedded.name, std::move(embedded.text)});
    }
    return parsed;
}

/// Unsloth's collator of images and what is said of them.
constexpr std::string_view visionCollator = "UnslothVisionDataCollator";

/// sentence-transformers' kinds of models, which begin the names of their classes.
constexpr auto vectorModels = std::to_array<std::string_view>(
    {"SentenceTransformer", "SparseEncoder", "CrossEncoder", "MultiVectorEncoder"});

/// Of a callee, what stands behind its last dot.
std::string_view lastName(std::string_view callee)
{
    return callee.substr(callee.find_last_of('.') + 1);
}

/// Which of them a class is of; empty: of none.
std::string_view vectorModelOf(std::string_view name)
{
    const auto *const found = std::find_if(vectorModels.begin(), vectorModels.end(),
        [name](std::string_view kind) { return name.starts_with(kind); });
    return found == vectorModels.end() ? std::string_view() : *found;
}

bool isVectorLoss(std::string_view callee)
{
    return callee.ends_with("Loss");
}

/// Whether its first argument names a model.
bool isNamedModel(std::string_view callee)
{
    const std::string_view name = lastName(callee);
    return name == "Transformer" || (!name.empty() && vectorModelOf(name) == name);
}

/// Whose keyword arguments a call has; null: nobody's that is read.
const Format *formatOf(std::string_view callee)
{
    const std::string_view name = lastName(callee);
    const bool isModel = name == "from_pretrained";
    if (callee.starts_with("FastSentenceTransformer"))
        return findFormat("unsloth-sentence");
    if (isNamedModel(callee) || isVectorLoss(callee) || name == "Pooling")
        return findFormat("sentence-transformers");
    if (callee.starts_with("Fast") || callee == visionCollator)
        return findFormat("unsloth");
    if (name == "LoraConfig")
        return findFormat("adapter");
    if (name.ends_with("TrainingArguments") || name == "BitsAndBytesConfig"
        || (isModel && callee.find("Model") != std::string_view::npos))
        return findFormat("trainer");
    constexpr auto trl = std::to_array<std::string_view>({"SFTConfig", "DPOConfig", "KTOConfig",
        "GRPOConfig", "ORPOConfig", "CPOConfig", "RewardConfig", "RLOOConfig", "PPOConfig"});
    return std::find(trl.begin(), trl.end(), name) == trl.end() ? nullptr : findFormat("trl");
}

/// Of sentence-transformers' classes, what is trained stands in the name of the arguments' class.
std::optional<Json> trainingClassOf(const PythonCall &call)
{
    const std::string_view name = lastName(call.callee);
    if (!name.ends_with("TrainingArguments") || vectorModelOf(name).empty())
        return std::nullopt;
    Json said{Json::Object{}};
    said["training_class"] = Json(std::string(vectorModelOf(name)));
    said["training_class"].setLine(call.line);
    return said;
}

/// sentence-transformers' classes configure a training where something says that it is one: of its
/// models the first is trained, others are teachers, or what was written.
std::vector<PythonCall> withoutOtherVectors(const std::vector<PythonCall> &calls)
{
    const bool isTraining = std::any_of(calls.begin(), calls.end(),
        [](const PythonCall &call) { return trainingClassOf(call).has_value(); });
    std::vector<PythonCall> kept;
    bool hasModel = false;
    for (const PythonCall &call : calls) {
        const bool isVector = formatOf(call.callee) == findFormat("sentence-transformers");
        const bool isModel = isVector && isNamedModel(call.callee);
        if (!isVector || (isTraining && !(isModel && hasModel)))
            kept.push_back(call);
        hasModel |= isModel;
    }
    return kept;
}

/// As files would say them: the model's name stands first, LoRA in the name of the class.
Json argumentsOf(const PythonCall &call)
{
    Json arguments{Json::Object{}};
    for (const auto &[name, value] : *call.arguments.object()) {
        if (name == "0" && call.callee.ends_with("from_pretrained"))
            arguments[call.callee.starts_with("Fast") ? "model_name" : "model_name_or_path"]
                = value;
        else if (name == "0" && isNamedModel(call.callee))
            arguments["model_name_or_path"] = value;
        else if (!(name[0] >= '0' && name[0] <= '9'))
            arguments[name] = value;
    }
    const std::string_view name = lastName(call.callee);
    const auto say = [&](std::string_view key, std::string_view text) {
        Json value{std::string(text)};
        value.setLine(call.line);
        arguments[std::string(key)] = std::move(value);
    };
    if (formatOf(call.callee) == findFormat("trl") && name != "SFTConfig")
        say("trl_command", name);
    if (call.callee == visionCollator)
        say("class", name);
    if (isVectorLoss(call.callee))
        say("loss_class", name);
    if (call.callee.ends_with("LoraConfig"))
        say("peft_type", "LORA");
    return arguments;
}

/// Those variables that something is known of.
Json knownVariables(const Json &environment, const Format &format)
{
    Json known{Json::Object{}};
    for (const auto &[name, value] : *environment.object()) {
        const auto isIt = [&wanted = name](const KeyRow &row) { return row.key == wanted; };
        if (std::any_of(format.rows.begin(), format.rows.end(), isIt))
            known[name] = name == "CUDA_VISIBLE_DEVICES" ? deviceCount(*value.string()) : value;
    }
    return known;
}

Result<ParsedRunFile> fromPython(std::string_view text)
{
    const Result<PythonText> python = readPython(text);
    if (!python)
        return python.error();
    ParsedRunFile parsed;
    const std::vector<PythonCall> calls = withoutOtherVectors(python->calls);
    for (const PythonCall &call : calls) {
        if (const Format *format = formatOf(call.callee))
            parsed.sections.push_back({.format = format, .values = argumentsOf(call)});
        if (std::optional<Json> kind = trainingClassOf(call))
            parsed.sections.push_back(
                {.format = findFormat("sentence-transformers"), .values = *std::move(kind)});
    }
    const Format &environment = *findFormat("environment");
    const Json variables = knownVariables(python->environment, environment);
    if (!parsed.sections.empty() && !variables.object()->empty())
        parsed.sections.push_back({.format = &environment, .values = variables});
    for (const UnresolvedArgument &open : python->unresolved) {
        // The model that is adapted, and the processor beside it.
        const bool isObject = (open.argument == "0" && !open.callee.ends_with("from_pretrained"))
            || isVectorLoss(open.callee) || (open.argument == "1" && open.callee == visionCollator);
        if (!formatOf(open.callee) || isObject)
            continue;
        parsed.unresolved.push_back({.code = ErrorCode::MissingField,
            .where = open.argument,
            .found = open.text,
            .line = open.line});
    }
    if (parsed.sections.empty())
        return Error{.code = ErrorCode::WrongType,
            .found = english("import", "Python that configures no training"),
            .expected = welcome};
    return parsed;
}

/// The code of a notebook's cells, one after the other.
Result<ParsedRunFile> fromNotebook(const RunFile &file)
{
    const Result<Json> root = parseJson(file.text);
    if (!root)
        return root.error();
    std::string code;
    const Json *cells = root->find("cells");
    for (const Json &cell : cells && cells->array() ? *cells->array() : Json::Array()) {
        const Json *type = cell.find("cell_type");
        const Json *source = cell.find("source");
        if (!type || !type->string() || *type->string() != "code" || !source)
            continue;
        if (const std::string *text = source->string())
            code += *text;
        for (const Json &line : source->array() ? *source->array() : Json::Array())
            code += line.string() ? *line.string() : std::string();
        code += '\n';
    }
    return fromPython(code);
}

} // namespace

std::optional<Syntax> syntaxOf(const RunFile &file)
{
    const std::optional<Syntax> named = syntaxByName(file.name);
    return named ? named : syntaxByContent(file.text);
}

Result<ParsedText> parseMarkup(std::string_view text, Syntax syntax)
{
    if (syntax == Syntax::Yaml)
        return parseYaml(text);
    Result<Json> root = syntax == Syntax::Toml ? parseToml(text) : parseJson(text);
    if (!root)
        return root.error();
    return ParsedText{.root = *std::move(root)};
}

bool looksLikeRunFile(const RunFile &file)
{
    if (isPickle(file.text))
        return true;
    const std::optional<Syntax> syntax = syntaxOf(file);
    if (!syntax)
        return false;
    if (*syntax != Syntax::Json && syntaxByName(file.name))
        return true; // what is wrong with it is said of that syntax
    if (*syntax != Syntax::Json)
        return parseRunFile(file).has_value();
    const Result<Json> root = parseJson(file.text);
    return root && !root->find("shardscope") && !looksLikeModelConfig(*root)
        && recognizedFormat(*root) != nullptr;
}

Result<ParsedRunFile> parseRunFile(const RunFile &file)
{
    if (isPickle(file.text))
        return Error{.code = ErrorCode::WrongType,
            .found = english("import", "a pickle, which runs code when it is loaded"),
            .expected = welcome};
    const Syntax syntax = syntaxOf(file).value_or(Syntax::Yaml);
    switch (syntax) {
    case Syntax::Json:
    case Syntax::Yaml:
    case Syntax::Toml:
        return fromMarkup(file, syntax);
    case Syntax::Shell:
        return fromShell(file);
    case Syntax::Python:
        return fromPython(file.text);
    case Syntax::Notebook:
        return fromNotebook(file);
    }
    return unknownFormat({});
}

} // namespace shardscope
