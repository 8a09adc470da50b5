// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/convention.h"
#include "core/judge/adapterfindings.h"
#include "core/judge/basefindings.h"
#include "core/judge/setup.h"
#include "core/model/families.h"
#include "core/model/strangers.h"
#include "core/scenario/keys.h"
#include "core/scenario/objective.h"
#include "tools/validate/report.h"
#include "tools/validate/tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace shardscope {

namespace {

/// What runs say of one choice.
struct Evidence
{
    std::size_t followed = 0;
    double farthest = 0; ///< largest error of a followed peak
    std::size_t onGpus = 0; ///< whose memory was measured
    std::size_t timed = 0;

    void add(const Evidence &other)
    {
        followed += other.followed;
        farthest = std::max(farthest, other.farthest);
        onGpus += other.onGpus;
        timed += other.timed;
    }
};

/// Errors of one case, as evidence of all its choices.
std::map<std::string, Evidence> evidenceById(const Validation &validation)
{
    std::map<std::string, Evidence> byId;
    for (const Comparison &comparison : validation.comparisons) {
        Evidence &evidence = byId[comparison.id];
        const std::string &metric = comparison.metric;
        if (metric == throughputMetric)
            evidence.timed = 1;
        else if (metric == "peak_bytes") {
            evidence.followed = 1;
            evidence.farthest = std::abs(comparison.error());
        } else if (metric == "allocated" || metric == "reserved"
            || metric.starts_with("nvidia_smi"))
            evidence.onGpus = 1;
    }
    return byId;
}

/// Evidence by a heading and a word under it.
class EvidenceByWord
{
public:
    void add(std::string_view heading, std::string_view word, const Evidence &evidence)
    {
        m_known[{std::string(heading), std::string(word)}].add(evidence);
    }
    Evidence of(std::string_view heading, std::string_view word) const
    {
        const auto found = m_known.find({std::string(heading), std::string(word)});
        return found == m_known.end() ? Evidence{} : found->second;
    }

private:
    std::map<std::pair<std::string, std::string>, Evidence> m_known;
};

/// A heading of the page: an input whose choices a run has as a trait.
struct Choices
{
    std::string_view heading;
    std::string_view key;
    Trait trait;
};
constexpr std::array<Choices, 14> inputs{{
    {"Methods", "training.method", Trait::Method},
    {"Precisions", "training.precision", Trait::Precision},
    {"Products in 8 bits", "training.fp8", Trait::Kernels},
    {"Optimizers", "training.optimizer", Trait::Optimizer},
    {"Updates", "training.update", Trait::Accumulation},
    {"Checkpointing", "training.checkpointing", Trait::Checkpointing},
    {"Attention", "training.attention", Trait::Attention},
    {"Losses", "training.loss", Trait::Loss},
    {"Activation offload", "training.activation_offload", Trait::ActivationOffload},
    {"Offload", "parallel.offload", Trait::Offload},
    {"Kernels", "training.kernels", Trait::Kernels},
    {"Modules", "training.modules", Trait::Modules},
    {"Experts", "training.experts", Trait::Experts},
    {"Outputs", "training.outputs", Trait::Outputs},
}};

/// What PEFT trains beside a base: of runs that have a base.
constexpr Choices adapters{"Adapters", "training.adapter", Trait::Trained};
/// What QLoRA's base is stored in.
constexpr Choices bases{"Bases", "training.base", Trait::Scales};
/// Wherever a reference model is, which the trait says as well.
constexpr Choices objectives{"Objectives", "training.objective", Trait::Objective};

/// Wherever 16-bit weights may run under it, which the precision's trait says as well.
constexpr Choices autocast{"Autocast of 16-bit weights", "training.autocast", Trait::Precision};

/// Of runs whose layers are all under checkpoints.
constexpr Choices checkpointKinds{
    "Kinds of checkpoints", "training.checkpoint_kind", Trait::Checkpointing};

/// The choice of an input that a run's trait stands for.
std::string_view choiceOf(const Choices &input, const Workload &work, std::string_view trait)
{
    const Training &training = work.training();
    if (input.key == "training.fp8") // which the kernels' trait says as well
        return nameOf(training.fp8);
    switch (input.trait) {
    case Trait::Precision: // fp16 counts as bf16
        return usesFp16(training.precision) ? trait : nameOf(training.precision);
    case Trait::Checkpointing: // reentrant ones are words of their own
        return nameOf(training.checkpointing);
    case Trait::Accumulation:
        return nameOf(training.update);
    default:
        return trait;
    }
}

struct Axis
{
    std::string_view name;
    Trait ranks;
};
constexpr std::array<Axis, 7> axes{{
    {"tensor", Trait::TensorRanks},
    {"sequence, with tensor", Trait::SequenceRanks},
    {"pipeline", Trait::PipelineStages},
    {"pipeline, interleaved", Trait::PipelineChunks},
    {"context", Trait::ContextRanks},
    {"expert", Trait::ExpertRanks},
    {"expert tensor", Trait::ExpertTensorRanks},
}};

constexpr std::string_view modelHeading = "Model types";
constexpr std::string_view strategyHeading = "Strategies";
constexpr std::string_view axisHeading = "Axes";

std::string joined(std::string_view framework, std::string_view what)
{
    return std::string(framework).append(": ").append(what);
}

EvidenceByWord gathered(
    std::span<const Case> cases, const Validation &validation, const Catalog &catalog)
{
    const std::map<std::string, Evidence> byId = evidenceById(validation);
    EvidenceByWord all;
    for (const Case &item : cases) {
        const auto found = byId.find(item.id);
        const std::optional<Scenario> scenario = scenarioOf(item, catalog);
        if (found == byId.end() || !scenario)
            continue;
        const Result<Resolved> resolved = resolve(*scenario, catalog);
        if (!resolved)
            continue;
        const Evidence &evidence = found->second;
        const Workload work = makeWorkload(*scenario, *resolved);
        Setup<std::string_view> setup = setupOf(work);
        all.add(modelHeading, setup[Trait::Family], evidence);
        for (const Choices &input : inputs)
            all.add(input.heading, choiceOf(input, work, setup[input.trait]), evidence);
        if (mayAutocastHalf(*scenario))
            all.add(autocast.heading, autocastsHalf(*scenario) ? "on" : "off", evidence);
        if (choosesCheckpointKind(*scenario))
            all.add(checkpointKinds.heading,
                nameOf(hasReentrantCheckpoints(*scenario) ? CheckpointKind::Reentrant
                                                          : CheckpointKind::NonReentrant),
                evidence);
        if (!work.isFull())
            all.add(adapters.heading, nameOf(scenario->training.adapter), evidence);
        if (scenario->training.method == Method::Qlora)
            all.add(bases.heading, nameOf(scenario->training.base), evidence);
        all.add(objectives.heading, nameOf(objectiveOf(scenario->training, work.spec())), evidence);
        const std::string_view framework = setup[Trait::Framework];
        all.add(strategyHeading, joined(framework, setup[Trait::Strategy]), evidence);
        for (const Axis &axis : axes) {
            if (setup.size(axis.ranks) > 0)
                all.add(axisHeading, joined(framework, axis.name), evidence);
        }
    }
    return all;
}

std::string countText(std::size_t count)
{
    return count > 0 ? std::to_string(count) : std::string();
}

/// Whether a choice is never planned, whatever the rest is.
bool isRefused(const Choices &input, std::string_view choice, const Catalog &catalog)
{
    Scenario scenario;
    scenario.parallel.gpus = 1;
    scenario.parallel.strategy = Strategy::Ddp;
    scenario.training.method = Method::Qlora;
    if (!setKey(scenario, *findKey(input.key), Json(choice)))
        return false;
    const Result<Resolved> resolved = resolve(scenario, catalog);
    return resolved
        && (baseObstacle(scenario, resolved->spec) == input.key
            || adapterObstacle(scenario, resolved->spec) == input.key);
}

std::string_view howKnown(const Evidence &evidence)
{
    if (evidence.followed > 0)
        return "followed";
    if (evidence.onGpus > 0)
        return "measured";
    return evidence.timed > 0 ? "timed" : "derived";
}

TextTable emptyTable(std::string_view first)
{
    return {.columns = {{std::string(first)}, {"known"}, {"followed", true}, {"farthest off", true},
                {"on GPUs", true}, {"timed", true}}};
}

void addRow(TextTable &table, std::string name, const Evidence &evidence)
{
    table.rows.push_back(
        {std::move(name), std::string(howKnown(evidence)), countText(evidence.followed),
            evidence.followed > 0 ? percentText(evidence.farthest, 2) : std::string(),
            countText(evidence.onGpus), countText(evidence.timed)});
}

std::string under(std::string_view heading, const TextTable &table)
{
    return std::string("## ").append(heading).append("\n\n")
        + renderTable(table, TableFormat::Markdown) + "\n";
}

std::string modelTable(const EvidenceByWord &all)
{
    TextTable table = emptyTable("model_type");
    for (const Family &family : families()) {
        std::string name(family.name);
        for (const std::string_view alias : family.aliases) {
            if (!alias.empty())
                name.append(", ").append(alias);
        }
        addRow(table, std::move(name), all.of(modelHeading, family.name));
    }
    TextTable refused{.columns = {{"model_type"}, {"refused: a plan needs"}}};
    for (const Stranger &stranger : strangers())
        refused.rows.push_back({std::string(stranger.name), std::string(stranger.why)});
    return under(modelHeading, table) + renderTable(refused, TableFormat::Markdown) + "\n";
}

/// "auto" is one of the others, and setups have no word for fp16.
std::string choiceTable(const Choices &input, const EvidenceByWord &all, const Catalog &catalog)
{
    TextTable table = emptyTable(input.key);
    for (const std::string_view choice : findKey(input.key)->choices) {
        if (choice == "auto" || choice.starts_with("fp16"))
            continue;
        addRow(table, std::string(choice), all.of(input.heading, choice));
        if (isRefused(input, choice, catalog))
            table.rows.back()[1] = "refused";
    }
    return under(input.heading, table);
}

std::string strategyTable(const EvidenceByWord &all)
{
    TextTable table = emptyTable("framework: strategy");
    for (const std::string_view framework : namesOf<Framework>) {
        for (const std::string_view strategy : namesOf<Strategy>) {
            const Parallel parallel{.strategy = *fromName<Strategy>(strategy),
                .framework = *fromName<Framework>(framework)};
            if (frameworkFor(parallel) == parallel.framework)
                addRow(table, joined(framework, strategy),
                    all.of(strategyHeading, joined(framework, strategy)));
        }
    }
    return under(strategyHeading, table);
}

/// Axes that no run has are left out: which frameworks take them, findings say.
std::string axisTable(const EvidenceByWord &all)
{
    TextTable table = emptyTable("framework: axis");
    for (const Axis &axis : axes) {
        for (const std::string_view framework : namesOf<Framework>) {
            const Evidence evidence = all.of(axisHeading, joined(framework, axis.name));
            if (evidence.followed + evidence.onGpus + evidence.timed > 0)
                addRow(table, joined(framework, axis.name), evidence);
        }
    }
    return under(axisHeading, table);
}

constexpr std::string_view opening
    = "# What it knows\n\n"
      "`./dev validate` writes this page: each model type and each choice of an input, and how "
      "what a plan says of it is known. [How true is it](how-true-is-it.md) has the errors.\n\n"
      "- *followed*: a real step of the framework was followed, each tensor of it, and the plan "
      "says the same; *farthest off* is the largest error of a peak.\n"
      "- *measured*: somebody published what a GPU showed. *timed*: its speed alone.\n"
      "- *derived*: the formula is what the framework's source does, and no run has tried it. A "
      "plan says so: it is outside validated ground.\n"
      "- *refused*: no plan is made, and the reason is said.\n\n"
      "A run counts under each of its choices. fp16 takes the bytes of bf16, and counts as it.\n\n";

} // namespace

std::string coveragePage(
    std::span<const Case> cases, const Validation &validation, const Catalog &catalog)
{
    const EvidenceByWord all = gathered(cases, validation, catalog);
    std::string page(opening);
    page += modelTable(all);
    for (const Choices &input : inputs)
        page += choiceTable(input, all, catalog);
    for (const Choices &input : {checkpointKinds, autocast, adapters, bases, objectives})
        page += choiceTable(input, all, catalog);
    page += strategyTable(all) + axisTable(all);
    page.pop_back(); // one line feed at the end
    return page;
}

} // namespace shardscope
