// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/importrun.h"

#include "core/interchange/factlist.h"
#include "core/interchange/frozenfacts.h"
#include "core/interchange/imagefacts.h"
#include "core/interchange/mergefacts.h"
#include "core/interchange/modelfacts.h"
#include "core/interchange/modelhabits.h"
#include "core/interchange/readfacts.h"
#include "core/interchange/resolve.h"
#include "core/interchange/targetnames.h"
#include "core/model/parameters.h"
#include "core/scenario/changedkeys.h"
#include "core/scenario/keytext.h"
#include "core/scenario/precision.h"
#include "core/scenario/relevance.h"
#include "core/step/resolve.h"
#include "core/step/trained.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

bool isSamePlace(const ImportRow &a, const ImportRow &b)
{
    return a.file == b.file && a.key == b.key && a.line == b.line;
}

/// Reads files, and what they refer to; merges what they say; sets inputs.
class Import
{
public:
    Import(const Catalog &catalog, const SourcedScenario &base, const RunSurroundings &around,
        const Picks &picks)
        : m_catalog(catalog)
        , m_base(base)
        , m_around(around)
        , m_picks(picks)
    { }

    Status read(std::vector<RunFile> files)
    {
        m_queue = std::move(files);
        // What is read may refer to more.
        for (std::size_t i = 0; i < m_queue.size() && i < mostRunFiles; ++i) {
            const RunFile file = m_queue[i];
            m_run.files.push_back(file);
            if (const Status status = readOne(file); !status)
                return status.error();
        }
        return success();
    }

    ImportedRun finish()
    {
        addDefaults();
        merge();
        m_run.scenario = startingPoint();
        setModel();
        setInputs();
        setFrozen();
        setCheckpoints();
        setTargets();
        setByModel(imageInputs);
        setByModel(modelHabits); // which knows of the images
        checkAdapters();
        reportLeftOut();
        checkWeights();
        report();
        m_run.origins = originsAfterImport(m_base, {m_run.scenario, std::move(m_run.origins)});
        return std::move(m_run);
    }

private:
    Status readOne(const RunFile &file)
    {
        Result<ParsedRunFile> parsed = parseRunFile(file);
        if (!parsed) {
            parsed.error().file = file.name;
            return parsed.error();
        }
        for (Error &note : parsed->notes)
            m_notes.push_back(noteRow(std::move(note), file.name));
        for (const Error &open : parsed->unresolved)
            m_open.push_back({.file = file.name,
                .line = open.line,
                .key = open.where,
                .value = englishText(open.found),
                .why = english("import", "Only the run itself would know: say it.")});
        for (const RunFile &embedded : parsed->embedded)
            m_queue.push_back(embedded);
        if (parsed->model)
            m_model = GivenModel{
                *std::move(parsed->model), {.kind = OriginKind::File, .file = file.name}};
        for (const FormatSection &section : parsed->sections)
            readSection(section, file.name);
        for (const std::string &name : parsed->references)
            follow(name, {.file = file.name});
        return success();
    }

    ImportRow noteRow(Error note, const std::string &file) const
    {
        const bool isTwice = note.code == ErrorCode::DuplicateKey;
        return {.file = file,
            .line = note.line,
            .key = note.where.substr(note.where.starts_with('/') ? 1 : 0),
            .value = englishText(note.found),
            .why = isTwice ? english("import", "Said twice: the last one counts.")
                           : english("import", "Read as a decimal number.")};
    }

    void readSection(const FormatSection &section, const std::string &file)
    {
        FileFacts found = readFacts(*section.format, section.values, file);
        for (Fact &fact : found.facts) {
            if (section.isCommandLine)
                fact.rank = static_cast<int>(Rank::CommandLine);
            // Of one rank the later file wins: a base and what overrides it.
            fact.rank = fact.rank * mostRunFiles + static_cast<int>(m_run.files.size());
            const std::string *named = fact.id.ends_with("_file") ? fact.value.string() : nullptr;
            if (named && !isAuto(fact.value))
                follow(*named, fact.origin);
            m_said.push_back(std::move(fact));
        }
        const auto append = [](auto &list, auto &more) {
            list.insert(list.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
        };
        append(m_notModelled, found.notModelled);
        append(m_run.report.withoutEffect, found.withoutEffect);
        append(m_run.report.notUnderstood, found.notUnderstood);
        append(m_run.problems, found.problems);
        if (std::find(m_formats.begin(), m_formats.end(), section.format) == m_formats.end())
            m_formats.push_back(section.format);
        readWithin(section, file);
    }

    /// DeepSpeed's configuration, where it stands in the place of its file's name.
    void readWithin(const FormatSection &section, const std::string &file)
    {
        for (const KeyRow &row : section.format->rows) {
            const Json *inner
                = row.fact == "deepspeed_file" ? valueAt(section.values, row.key) : nullptr;
            if (inner && inner->isObject())
                readSection({.format = findFormat("deepspeed"), .values = *inner}, file);
        }
    }

    /// A file that another one names.
    void follow(const std::string &name, const Origin &origin)
    {
        if (name.empty())
            return;
        const auto isIt = [&name](const RunFile &file) {
            return file.name == name || file.name.ends_with("/" + name)
                || (name.ends_with("/" + file.name) && !file.name.empty());
        };
        if (std::any_of(m_queue.begin(), m_queue.end(), isIt))
            return;
        std::optional<RunFile> file
            = m_around.file ? m_around.file(name, origin.file) : std::nullopt;
        if (file && std::any_of(m_queue.begin(), m_queue.end(), [&file](const RunFile &known) {
                return known.name == file->name;
            }))
            return;
        if (file)
            m_queue.push_back(*std::move(file));
        else
            m_run.problems.push_back({.code = ErrorCode::MissingField,
                .where = origin.key,
                .found = name,
                .expected = english("import", "that file, named beside this one"),
                .line = origin.line,
                .file = origin.file});
    }

    /// What the programs take by themselves, of each file's format.
    void addDefaults()
    {
        for (const Format *format : m_formats) {
            for (Fact &fact : defaultFacts(*format, m_said)) {
                fact.rank *= mostRunFiles;
                m_said.push_back(std::move(fact));
            }
        }
    }

    void merge()
    {
        MergedFacts merged = mergeFacts(m_said, isWholeRun(), m_picks);
        m_facts = std::move(merged.facts);
        m_run.report.contradicting = std::move(merged.contradicting);
        addStorage();
    }

    /// How the model's weights are stored, where its name says so and no file does.
    void addStorage()
    {
        const Fact *model = findFact(m_facts, "model");
        const std::optional<Fact> storage = model ? storageIn(*model) : std::nullopt;
        if (!storage || FactList(m_facts).isSaid(storage->id))
            return;
        std::erase_if(m_facts, [&storage](const Fact &fact) { return fact.id == storage->id; });
        m_facts.push_back(*storage);
    }

    bool isWholeRun() const
    {
        return std::any_of(m_formats.begin(), m_formats.end(),
            [](const Format *format) { return format->rank == Rank::Recipe; });
    }

    /// What is taken where no file says anything. The rest of `m_base` belongs to another run: an
    /// offload left over from it would make this one seem to fit.
    Scenario startingPoint() const
    {
        Scenario start = m_base.scenario;
        if (isWholeRun()) {
            start.training = {};
            start.parallel = {};
        } else if (findFact(m_facts, "engine")) {
            start.parallel
                = {.gpus = start.parallel.gpus, .gpusPerNode = start.parallel.gpusPerNode};
        }
        return start;
    }

    void setModel()
    {
        const Result<std::optional<NamedModel>> found
            = modelOf(m_facts, m_model, m_catalog, m_around.model);
        if (!found) {
            m_run.missingModel = found.error();
            return;
        }
        if (!*found)
            return nameModelless();
        const NamedModel &model = **found;
        m_notModelled.insert(m_notModelled.end(), model.missing.begin(), model.missing.end());
        m_run.scenario.model = model.choice;
        m_run.origins["model.id"] = model.origin;
        if (!model.why.isEmpty())
            m_run.report.assumed.push_back({.file = model.origin.file,
                .line = model.origin.line,
                .key = model.origin.key,
                .value = model.origin.text,
                .input = "model.id",
                .taken = model.name,
                .why = model.why});
    }

    /// A whole run that names no model is none of the plan's: somebody has to say which. Files of
    /// an engine alone are taken in beside the plan's.
    void nameModelless()
    {
        if (isWholeRun()) {
            const bool isShaped = findFact(m_facts, "shape.gated") != nullptr;
            m_run.missingModel = Error{.code = ErrorCode::MissingField,
                .where = isShaped ? "num_layers" : "model.id",
                .expected = isShaped
                    ? english("import", "layers, width and heads of the model")
                    : english("import", "the model, which no file of this run names"),
                .file = m_run.files.front().name};
            return;
        }
        const ModelChoice &model = m_run.scenario.model;
        const std::string name = model.imported ? model.imported->name
            : model.isScaled()                  ? englishText(Phrase(
                                   english("import", "Llama-like, %1"), {Amount::parameters(model.parameters)}))
                                                : model.id;
        m_run.report.assumed.push_back({.input = "model.id",
            .taken = name,
            .why = english("import", "No file names a model: that of the plan stays.")});
    }

    void setInputs()
    {
        Resolution resolution
            = resolveFacts(m_facts, m_catalog, isWholeRun() ? nullptr : &m_run.scenario);
        for (ResolvedInput &input : resolution.inputs) {
            const Key *key = findKey(input.key);
            if (const Status status = setKey(m_run.scenario, *key, input.value); !status) {
                Error error = status.error();
                error.where = input.origin.key.empty() ? input.key : input.origin.key;
                error.file = input.origin.file;
                error.line = input.origin.line;
                m_run.problems.push_back(std::move(error));
                continue;
            }
            if (!input.why.isEmpty())
                m_run.report.assumed.push_back({.file = input.origin.file,
                    .line = input.origin.line,
                    .key
                    = input.origin.kind == OriginKind::Format ? std::string() : input.origin.key,
                    .value = input.origin.text,
                    .input = input.key,
                    .taken = typedValue(input.value),
                    .why = input.why});
            m_run.origins[input.key] = std::move(input.origin);
        }
        for (ImportRow &row : resolution.assumed)
            m_run.report.assumed.push_back(std::move(row));
        for (Error &problem : resolution.problems)
            m_run.problems.push_back(std::move(problem));
    }

    /// Layers and tables that are left as they are, which the model's size says.
    void setFrozen()
    {
        const Result<FoundModel> model = findModel(m_run.scenario.model, m_catalog);
        if (!model || m_run.missingModel)
            return;
        for (const DerivedInput &input : frozenInputs(FactList(m_facts), model->spec))
            setDerived(input);
        noteFrozenDtype();
    }

    /// Inputs that `make` derives from the resolved model: what it was before is no answer any
    /// more.
    template <class Make>
    void setByModel(const Make &make)
    {
        const Result<Resolved> resolved = resolve(m_run.scenario, m_catalog);
        if (!resolved || m_run.missingModel)
            return;
        for (const DerivedInput &input : make(FactList(m_facts), m_run.scenario, *resolved)) {
            std::erase_if(m_run.report.assumed,
                [&input](const ImportRow &row) { return row.input == input.key; });
            setDerived(input);
        }
    }

    void setDerived(const DerivedInput &input)
    {
        (void)setKey(m_run.scenario, *findKey(input.key), input.value);
        const Fact *fact = findFact(m_facts, input.from);
        Origin origin = fact ? fact->origin : Origin{};
        const bool isFile = origin.kind == OriginKind::File;
        origin.kind = OriginKind::Derived;
        if (!input.why.isEmpty())
            m_run.report.assumed.push_back({.file = isFile ? origin.file : std::string(),
                .line = isFile ? origin.line : 0,
                .key = isFile ? origin.key : std::string(),
                .value = isFile ? origin.text : std::string(),
                .input = std::string(input.key),
                .taken = typedValue(input.value),
                .why = input.why});
        m_run.origins[std::string(input.key)] = std::move(origin);
    }

    /// Axolotl's checkpoints of Gemma 4 are not reentrant, whatever a file says
    /// (utils/config/__init__.py, normalize_config).
    void setCheckpoints()
    {
        const Result<FoundModel> model = findModel(m_run.scenario.model, m_catalog);
        if (!model || m_run.missingModel || !FactList(m_facts).is("reenters_usually", "supervised")
            || !model->spec.modelType.starts_with("gemma4"))
            return;
        m_run.scenario.training.checkpointKind = CheckpointKind::Auto;
        m_run.origins.erase("training.checkpoint_kind");
    }

    /// LLaMA-Factory casts to fp32 what is trained, and nothing else (model/adapter.py).
    void noteFrozenDtype()
    {
        const Training &training = m_run.scenario.training;
        const Recipe bytes = recipe(training.precision);
        const Fact *fact = findFact(m_facts, "part_trained");
        if (!freezesParts(training) || !fact || !bytes.autocast)
            return;
        m_run.report.assumed.push_back({.file = fact->origin.file,
            .line = fact->origin.line,
            .key = fact->origin.key,
            .value = fact->origin.text,
            .input = "training.precision",
            .taken = std::string(nameOf(training.precision)),
            .why = english("import",
                "What is not trained stays in 16 bits there: the plan counts it in fp32.")});
    }

    /// What the plan had, and no file of the new run says.
    void reportLeftOut()
    {
        for (const Key *key : changedKeys(m_base.scenario, m_run.scenario)) {
            const std::optional<Json> was = key->get(m_base.scenario);
            const std::optional<Json> is = key->get(m_run.scenario);
            if (was && is && !m_run.origins.contains(key->id) && !key->id.starts_with("model."))
                m_run.report.assumed.push_back({.input = std::string(key->id),
                    .taken = typedValue(*is),
                    .why
                    = {english("import", "Not said: the default, not the %1 of the plan before."),
                        {typedValue(*was)}}});
        }
    }

    /// What names of modules mean for the model.
    void setTargets()
    {
        Training &training = m_run.scenario.training;
        const auto origin = m_run.origins.find("training.lora_targets");
        const Result<FoundModel> model = findModel(m_run.scenario.model, m_catalog);
        const bool isSaid = origin != m_run.origins.end()
            && (origin->second.kind == OriginKind::File
                || origin->second.kind == OriginKind::Format);
        if (!isSaid || !model || m_run.missingModel || !adaptsMatrices(training.adapter))
            return;
        const std::optional<TargetNames> found
            = targetNames(model->spec, training.modules, training.loraTargets);
        if (!found || found->isUneven)
            return;
        training.loraTargets = found->names;
        origin->second.kind = OriginKind::Derived;
        if (!found->takesTower) {
            m_run.scenario.vision.tower = TowerTraining::Frozen;
            m_run.scenario.vision.projector = TowerTraining::Frozen;
        }
        m_run.report.assumed.push_back({.file = origin->second.file,
            .line = origin->second.line,
            .key = origin->second.key,
            .value = origin->second.text,
            .input = "training.lora_targets",
            .taken = found->names,
            .why = found->isPattern
                ? Phrase(english("import", "The linear modules that the pattern takes in."))
                : found->missing.empty()
                ? Phrase(english("import", "The modules whose paths end so."))
                : Phrase{english("import", "The model has no %1: PEFT passes over such names.",
                             "modules"),
                    {found->missing}}});
    }

    /// Modules that the model does not have get no adapter: the file says where they are named.
    void checkAdapters()
    {
        const auto origin = m_run.origins.find("training.lora_targets");
        const Training &training = m_run.scenario.training;
        const Result<FoundModel> model = findModel(m_run.scenario.model, m_catalog);
        if (origin == m_run.origins.end() || origin->second.kind != OriginKind::File || !model
            || m_run.missingModel || training.method == Method::Full
            || !adaptsMatrices(training.adapter))
            return;
        const Result<double> adapters
            = loraParametersPerRank(model->spec, training.loraTargets, training.modules);
        if (adapters)
            return;
        Error error = adapters.error();
        error.where = origin->second.key;
        error.file = origin->second.file;
        error.line = origin->second.line;
        m_run.problems.push_back(std::move(error));
    }

    void checkWeights()
    {
        const Result<FoundModel> model = findModel(m_run.scenario.model, m_catalog);
        if (!model)
            return;
        if (std::optional<ImportRow> row
            = weightsAgainst(m_facts, countParameters(model->spec).total))
            m_run.report.assumed.push_back(*std::move(row));
    }

    void report()
    {
        ImportReport &report = m_run.report;
        for (const Fact &fact : m_said) {
            if (isFormatDefault(fact))
                continue;
            ImportRow row = rowOf(fact);
            const Key *key = findKey(row.input);
            const std::optional<Json> value = key ? key->get(m_run.scenario) : std::nullopt;
            if (value)
                row.taken = typedValue(*value);
            if (fact.id == "shape.table" && m_run.scenario.model.imported)
                row.taken = m_run.scenario.model.imported->name;
            takeRow(std::move(row));
        }
        // An engine that generates, beside an objective that needs none.
        const Fact *engine = findFact(m_facts, "rollout_vllm");
        if (engine && engine->value == Json("yes")
            && m_run.scenario.training.objective != Objective::Grpo)
            m_notModelled.push_back(rowOf(*engine));
        for (ImportRow &row : m_notModelled) {
            row.why = english("import", "Not modelled: the plan is without it.");
            report.assumed.push_back(std::move(row));
        }
        for (ImportRow &row : m_notes)
            report.assumed.push_back(std::move(row));
        for (ImportRow &row : m_open)
            report.notUnderstood.push_back(std::move(row));
        std::erase_if(report.assumed, [this](const ImportRow &row) {
            return !row.input.empty() && row.key.empty()
                && missingFor(row.input, m_run.scenario, Answer::Anything).has_value();
        });
        const Fact *table = findFact(m_said, "shape.table");
        const std::string shape = table ? *table->value.string() + '.' : std::string();
        // A key that says something of one thing may say nothing of another.
        std::erase_if(report.withoutEffect, [&](const ImportRow &row) {
            const auto isIt = [&row](const ImportRow &other) { return isSamePlace(row, other); };
            return (table && row.key.starts_with(shape))
                || std::any_of(report.taken.begin(), report.taken.end(), isIt)
                || std::any_of(report.assumed.begin(), report.assumed.end(), isIt);
        });
    }

    /// One key may say several facts: once for each input that it reaches.
    void takeRow(ImportRow row)
    {
        std::vector<ImportRow> &taken = m_run.report.taken;
        const auto same = std::find_if(taken.begin(), taken.end(), [&row](const ImportRow &other) {
            return isSamePlace(row, other)
                && (other.input == row.input || other.input.empty() || row.input.empty());
        });
        if (same == taken.end())
            taken.push_back(std::move(row));
        else if (same->input.empty())
            *same = std::move(row);
    }

    const Catalog &m_catalog;
    const SourcedScenario &m_base;
    const RunSurroundings &m_around;
    const Picks &m_picks;
    ImportedRun m_run;
    std::vector<RunFile> m_queue;
    std::vector<const Format *> m_formats;
    std::vector<ImportRow> m_notModelled;
    std::vector<ImportRow> m_notes;
    std::vector<ImportRow> m_open;
    std::optional<GivenModel> m_model;
    Facts m_said; ///< by all files and formats
    Facts m_facts; ///< of each id the one that holds
};

} // namespace

Result<ImportedRun> importRun(std::span<const RunFile> files, const Catalog &catalog,
    const SourcedScenario &base, const RunSurroundings &around, const Picks &picks)
{
    Import import(catalog, base, around, picks);
    if (const Status status = import.read({files.begin(), files.end()}); !status)
        return status.error();
    return import.finish();
}

} // namespace shardscope
