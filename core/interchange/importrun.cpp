// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/importrun.h"

#include "core/interchange/factlist.h"
#include "core/interchange/frozenfacts.h"
#include "core/interchange/modelfacts.h"
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
#include <set>
#include <utility>

namespace shardscope {

namespace {

/// More files than a run has; references may go round in circles.
constexpr std::size_t mostFiles = 64;

bool isSamePlace(const ImportRow &a, const ImportRow &b)
{
    return a.file == b.file && a.key == b.key && a.line == b.line;
}

ImportRow rowOf(const Fact &fact)
{
    const Origin &origin = fact.origin;
    return {.file = origin.file,
        .line = origin.line,
        .key = origin.key,
        .value = origin.text,
        .input = std::string(inputOf(fact.id))};
}

/// Whether a default's format stands nearer to the command line than the file that says a fact.
bool isOfNearerFormat(const Fact &fallback, const Fact &said)
{
    const auto formatRank = [](const Fact &fact) {
        return fact.rank / static_cast<int>(mostFiles) + (isFormatDefault(fact) ? belowFiles : 0);
    };
    return formatRank(fallback) > formatRank(said);
}

/// Whether a key of the same file says more: what is off beside what is on, and modules beside all
/// linear layers, which loaders take together.
bool yields(const Fact &fact, const std::vector<const Fact *> &sayings)
{
    const bool isOff = (fact.id == "mixed_precision" && fact.value == Json("no"))
        || (fact.id == "weights_dtype" && fact.value == Json("fp32"));
    const bool isPart = fact.id == "training.lora_targets" && fact.value != Json("all-linear");
    return (isOff || isPart) && std::any_of(sayings.begin(), sayings.end(), [&](const Fact *other) {
        return other->origin.file == fact.origin.file && other->rank == fact.rank
            && other->value != fact.value && !isFormatDefault(*other)
            && (isOff || other->value == Json("all-linear"));
    });
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
        for (std::size_t i = 0; i < m_queue.size() && i < mostFiles; ++i) {
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
            fact.rank
                = fact.rank * static_cast<int>(mostFiles) + static_cast<int>(m_run.files.size());
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
                fact.rank *= static_cast<int>(mostFiles);
                m_said.push_back(std::move(fact));
            }
        }
    }

    void merge()
    {
        std::set<std::string> ids;
        for (const Fact &fact : m_said) {
            if (ids.insert(fact.id).second)
                mergeOne(fact.id);
        }
    }

    void mergeOne(const std::string &id)
    {
        std::vector<const Fact *> sayings;
        for (const Fact &fact : m_said) {
            if (fact.id == id)
                sayings.push_back(&fact);
        }
        const auto byRank = [](const Fact *a, const Fact *b) { return a->rank > b->rank; };
        std::stable_sort(sayings.begin(), sayings.end(), byRank);
        // "auto" gives way to whoever says something, and keeps a program's own default away.
        const auto firstThat = [&sayings](auto holds) {
            const auto found = std::find_if(sayings.begin(), sayings.end(), holds);
            return found == sayings.end() ? nullptr : *found;
        };
        const Fact *chosen = firstThat([&sayings](const Fact *fact) {
            return !isFormatDefault(*fact) && !isAuto(fact->value) && !yields(*fact, sayings);
        });
        if (chosen)
            chosen = contradicted(id, sayings, chosen);
        if (!chosen)
            chosen = firstThat([](const Fact *fact) { return isAuto(fact->value); });
        // Where a file of an engine leaves something to others, what the engine takes is no answer.
        const auto answers = [this, chosen](const Fact *fact) {
            return isFormatDefault(*fact)
                && (!chosen || isWholeRun() || isOfNearerFormat(*fact, *chosen));
        };
        const Fact *fallback = firstThat(answers);
        if (!chosen || (isAuto(chosen->value) && fallback && !findKey(id)))
            chosen = fallback ? fallback : chosen;
        m_facts.push_back(*chosen);
    }

    /// The fact that holds of those that files say, and a note where they differ.
    const Fact *contradicted(
        const std::string &id, const std::vector<const Fact *> &sayings, const Fact *first)
    {
        Contradiction contradiction{.fact = id, .input = std::string(inputOf(id))};
        std::vector<const Fact *> said;
        bool isOne = true;
        for (const Fact *fact : sayings) {
            if (isFormatDefault(*fact) || isAuto(fact->value) || yields(*fact, sayings))
                continue;
            isOne = isOne && fact->value == first->value;
            said.push_back(fact);
            contradiction.sayings.push_back(rowOf(*fact));
        }
        if (isOne)
            return first;
        const auto pick = m_picks.find(id);
        if (pick != m_picks.end() && pick->second < said.size())
            contradiction.chosen = pick->second;
        first = said[contradiction.chosen];
        m_run.report.contradicting.push_back(std::move(contradiction));
        return first;
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

    /// A plan needs some model. Programs that build theirs from flags cannot start without.
    void nameModelless()
    {
        const auto says = [this](std::string_view id) { return findFact(m_facts, id) != nullptr; };
        if (says("shape.gated") && isWholeRun()) {
            m_run.missingModel = Error{.code = ErrorCode::MissingField,
                .where = "num_layers",
                .expected = english("import", "layers, width and heads of the model"),
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
        for (const DerivedInput &input : frozenInputs(FactList(m_facts), model->spec)) {
            (void)setKey(m_run.scenario, *findKey(input.key), input.value);
            const Fact *fact = findFact(m_facts, input.from);
            Origin origin = fact ? fact->origin : Origin{};
            origin.kind = OriginKind::Derived;
            m_run.origins[std::string(input.key)] = std::move(origin);
        }
        noteFrozenDtype();
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
        if (origin == m_run.origins.end() || origin->second.kind != OriginKind::File || !model
            || m_run.missingModel || !adaptsMatrices(training.adapter))
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
