// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sources.h"

#include "core/engines/convention.h"

#include <algorithm>
#include <set>

namespace shardscope {

namespace {

void addFigure(std::vector<Phrase> &sources, Text what, const Named &owner, const Figure &figure)
{
    if (figure.isKnown())
        sources.push_back({what, {owner, figure.source + ", " + figure.date}});
}

std::vector<Phrase> frameworksOf(const Plan &plan, const std::vector<Scenario> &others)
{
    std::vector<Phrase> names{std::string(conventionFor(plan.scenario.parallel).name)};
    for (const Scenario &other : others) {
        const Phrase name(std::string(conventionFor(other.parallel).name));
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    }
    return names;
}

void addModel(std::vector<Phrase> &sources, const Plan &plan, const Catalog &catalog)
{
    const ModelChoice &choice = plan.scenario.model;
    const ModelEntry *entry = catalog.findModel(choice.id);
    if (entry && !choice.imported && !choice.isScaled() && !entry->source.empty())
        sources.push_back(
            {english("report", "Model %1: %2.", "its name, source"), {entry->id, entry->source}});
}

void addMachine(std::vector<Phrase> &sources, const Plan &plan, const Catalog &catalog)
{
    const Named gpu{Named::What::Gpu, plan.scenario.hardware.gpu};
    if (const GpuSpec *spec = catalog.findGpu(gpu.id)) {
        const bool isWorksheet = plan.scenario.estimator == EstimatorKind::Worksheet;
        addFigure(sources, english("report", "Memory of %1: %2.", "GPU, source"), gpu,
            isWorksheet ? spec->nominalGb : spec->usableGib);
        addFigure(sources, english("report", "Matrix products on %1: %2.", "GPU, source"), gpu,
            spec->matmulTflops.isKnown() ? spec->matmulTflops : spec->bf16Tflops);
    }
    std::set<std::string> links;
    for (const Collective &collective : plan.traffic.collectives) {
        const LinkSpec *link = catalog.findLink(collective.link);
        if (link && links.insert(link->id).second)
            addFigure(sources, english("report", "Bandwidth of %1: %2.", "link, source"),
                Named{Named::What::Link, link->id}, link->busBandwidth);
    }
}

} // namespace

std::vector<Phrase> sourcesOf(
    const Plan &plan, const Catalog &catalog, const std::vector<Scenario> &others)
{
    std::vector<Phrase> sources;
    if (plan.scenario.estimator == EstimatorKind::Detailed)
        sources.push_back(
            {english(
                 "report", "Memory and communication follow the source code of %1.", "frameworks"),
                {frameworksOf(plan, others)}});
    const Confidence &confidence = plan.memory.confidence;
    if (confidence.cases > 0)
        sources.push_back({english("report", "The range of the peak comes from %1 measured runs."),
            {Amount::whole(static_cast<double>(confidence.cases))}});
    addModel(sources, plan, catalog);
    addMachine(sources, plan, catalog);
    return sources;
}

} // namespace shardscope
