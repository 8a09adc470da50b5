// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/targets.h"

#include <algorithm>
#include <tuple>

namespace shardscope {

namespace {

constexpr double open = std::numeric_limits<double>::infinity();

/// Measurements of one kind, each figure with the same bounds.
struct Kind
{
    std::string name;
    std::vector<Tag> tags;
    std::vector<std::string_view> metrics;
    Bounds bounds;
};

/// A kind of figures of GPUs: all of them, those whose settings are all stated, and the others.
void addOnGpus(std::vector<Kind> &kinds, const Kind &kind)
{
    kinds.push_back(kind);
    for (const auto &[settings, words] :
        {std::pair{"stated", "all stated"}, {"assumed", "some assumed"}}) {
        kinds.push_back(kind);
        kinds.back().name.append(", ").append(words);
        kinds.back().tags.emplace_back("settings", settings);
    }
}

/// GPUs among which models were cut, source by source.
void addCut(std::vector<Kind> &kinds)
{
    const auto add = [&kinds](const char *what, const Tag &source,
                         const std::vector<std::string_view> &metrics, const Bounds &bounds,
                         const std::vector<Tag> &further = {}) {
        std::vector<Tag> tags{{"model", "cut"}, source};
        tags.insert(tags.end(), further.begin(), further.end());
        kinds.push_back(
            {std::string("a GPU with a part of a model, ") + what, tags, metrics, bounds});
    };
    const std::vector<Tag> assumed{{"settings", "assumed"}};
    const Tag simuMax{"source", "simumax-b200"};
    add("SimuMax on B200", simuMax, {"allocated"}, {0.014, 0.05, open});
    add("SimuMax on B200", simuMax, {"reserved"}, {0.06, 0.2, open});
    add("Megatron's golden values", {"source", "megatron"}, {"allocated", "between_steps"},
        {0.014, 0.05, open});
    add("Megatron-LM of 2023, some assumed", {"source", "megatron-pr482"}, {"allocated"},
        {0.04, 0.12, open}, assumed);
    add("FlagPerf, some assumed", {"source", "flagperf"}, {"nvidia_smi"}, {0.08, 0.2, open},
        assumed);
    const Tag nanotron{"source", "ultrascale"};
    const Tag layoutSearch{"source", "bigscience-176b"};
    const Tag smallBaseline{"source", "bigscience-1b3"};
    add("BigScience's 176B, some assumed", layoutSearch, {"nvidia_smi"}, {0.08, 0.2, open},
        assumed);
    add("BigScience's 1.3B, some assumed", smallBaseline, {"nvidia_smi"}, {0.08, 0.2, open},
        assumed);
    add("nanotron on 8 to 512, some assumed", nanotron, {"allocated"}, {0.04, 0.12, open}, assumed);
    const Bounds speeds{0.08, 0.25, open, 0.97};
    const auto addSpeed = [&kinds, &speeds](const char *what, const Tag &source,
                              const std::vector<Tag> &further = {}) {
        std::vector<Tag> tags{{"model", "cut"}, source};
        tags.insert(tags.end(), further.begin(), further.end());
        kinds.push_back({std::string("speed of a GPU with a part of a model, ") + what, tags,
            {throughputMetric}, speeds});
    };
    addSpeed("SimuMax on B200", simuMax);
    addSpeed("FlagPerf, some assumed", {"source", "flagperf"}, assumed);
    addSpeed("Llama 3's report, some assumed", {"source", "llama3-report"}, assumed);
    addSpeed("BigScience's 176B, some assumed", layoutSearch, assumed);
    addSpeed("BigScience's 1.3B, some assumed", smallBaseline, assumed);
    addSpeed("nanotron on 8 to 512, some assumed", nanotron, assumed);
}

std::vector<Kind> makeKinds()
{
    const std::vector<std::string_view> moments{"between_steps", "forward_end", "forward_peak",
        "backward_peak", "backward_end", "step_peak"};
    const std::vector<std::string_view> allMoments{"peak_bytes", "after_initialize", "forward_end",
        "forward_peak", "backward_peak", "backward_end", "step_peak", "step_end"};
    std::vector<Kind> kinds;
    for (const auto &[name, tier] :
        {std::pair{"a followed step", "core"}, {"a followed step of a rare kind", "rare"},
            {"a followed step of transformers on a mesh", "mesh"},
            {"a followed step of a family cut by its own plan", "plans"},
            {"a followed step of a hybrid model", "hybrid"},
            {"a followed step of a model with state spaces or short convolutions", "state-space"},
            {"a followed step of another objective", "objective"},
            {"a followed step in verl's loop", "verl"},
            {"a followed step of DPO or GRPO with images", "seeing"},
            {"a followed step with an indexer", "sparse"},
            {"a followed step of experts that tokens are split to", "split"},
            {"a followed step of Gemma 3n and 4", "gemma"},
            {"a followed step with images", "vision"},
            {"a followed step of a part of the model", "trained"},
            {"a followed step with reentrant checkpoints", "reentrant"},
            {"a followed step of an encoder", "encoder"},
            {"a followed step of an encoder-decoder", "seq2seq"},
            {"a followed step of FSDP with an encoder, alone or beside a decoder", "stacks"},
            {"a followed step of an encoder-decoder on a quantised base", "stack-bases"},
            {"a followed step of another adapter than LoRA", "peft"},
            {"a followed step of a base other than NF4", "bases"},
            {"a followed step of a base with modules in 16 bits", "left"},
            {"a followed step that learns embeddings", "contrast"},
            {"a followed step of another optimizer", "optimizer"},
            {"a followed step with products in 8 bits", "fp8"},
            {"a followed step with activations on the host", "offload"}}) {
        const std::vector<Tag> tags{{"format", "steps"}, {"tier", tier}};
        kinds.push_back({name, tags, {"peak_bytes"}, {0.001, 0.01, 0.03}});
        kinds.push_back({name, tags, moments, {0.002, 0.02, open}});
    }
    // Kernels have scratch of their own there.
    const std::vector<Tag> ran{{"format", "steps"}, {"tier", "gpu"}};
    kinds.push_back({"a step that ran on a GPU", ran, {"peak_bytes"}, {0.001, 0.01, 0.05}});
    kinds.push_back({"a step that ran on a GPU", ran, moments, {0.002, 0.02, 0.05}});
    const std::vector<Tag> compiled{{"format", "steps"}, {"tier", "compile"}};
    const std::vector<std::string_view> ofPasses{
        "between_steps", "forward_end", "forward_peak", "backward_peak"};
    kinds.push_back({"a step under torch.compile", compiled, {"peak_bytes"}, {0.002, 0.03, 0.1}});
    kinds.push_back({"a step under torch.compile", compiled, ofPasses, {0.004, 0.04, open}});
    for (const auto &[name, tier] : {std::pair{"a followed step of another objective", "objective"},
             {"a followed step in verl's loop", "verl"},
             {"a followed step with reentrant checkpoints", "reentrant"},
             {"a followed step of DPO or GRPO with images", "seeing"}})
        kinds.push_back({name, {{"format", "steps"}, {"tier", tier}},
            {"generation_peak", "scoring_peak"}, {0.001, 0.01, 0.03}});
    kinds.push_back({"a DeepSpeed step", {{"format", "deepspeed"}, {"tier", "core"}}, allMoments,
        {0.003, 0.02, 0.05}});
    for (const auto &[name, tier, worst] :
        {std::tuple{"ZeRO-3 with images, or an objective of TRL's", "rare", 0.05},
            {"DPO or GRPO with images under ZeRO-3", "seeing", 0.05},
            {"ZeRO with adapters disabled in some passes, or a teacher", "passes", 0.05},
            {"ZeRO with reentrant checkpoints", "reentrant", open},
            {"ZeRO whose model writes answers", "writing", open},
            {"ZeRO with an encoder, alone or beside a decoder", "stacks", open}}) {
        const std::vector<Tag> tags{{"format", "deepspeed"}, {"tier", tier}};
        kinds.push_back(
            {name, tags, {"peak_bytes", "generation_peak", "scoring_peak"}, {0.001, 0.01, 0.03}});
        kinds.push_back({name, tags,
            {"after_initialize", "forward_end", "forward_peak", "backward_peak", "backward_end",
                "step_peak", "step_end"},
            {0.003, 0.02, worst}});
    }
    kinds.push_back({"a DeepSpeed step on a mesh", {{"format", "deepspeed"}, {"tier", "mesh"}},
        {"peak_bytes"}, {0.001, 0.01, 0.03}});
    kinds.push_back({"a DeepSpeed step on a mesh", {{"format", "deepspeed"}, {"tier", "mesh"}},
        {"after_initialize", "forward_end", "forward_peak", "backward_peak", "backward_end",
            "step_peak", "step_end"},
        {0.003, 0.02, 0.05}});
    const std::vector<Tag> stage{{"format", "deepspeed"}, {"tier", "pipeline"}};
    kinds.push_back(
        {"a stage of a DeepSpeed pipeline", stage, {"peak_bytes"}, {0.001, 0.01, 0.03}});
    kinds.push_back({"a stage of a DeepSpeed pipeline", stage,
        {"forward_peak", "backward_peak", "step_peak", "between_steps"}, {0.003, 0.02, 0.05}});
    kinds.push_back({"ZeRO-3 of layers at full width",
        {{"format", "deepspeed"}, {"tier", "full-width"}}, allMoments, {0.003, 0.02, open}});
    const std::vector<Tag> rank{{"format", "parallel"}};
    kinds.push_back({"a rank of a mesh", rank, {"peak_bytes"}, {0.001, 0.01, open}});
    kinds.push_back({"a rank of a mesh", rank, {"between_steps", "forward_peak", "backward_peak"},
        {0.002, 0.02, open}});
    std::vector<std::string_view> sent;
    for (const WireMetric &metric : wireMetrics)
        sent.push_back(metric.name);
    kinds.push_back(
        {"what a followed step sends", {{"format", "steps"}}, sent, {0.001, 0.001, 0.001}});
    for (const auto &[name, passes, worst] :
        {std::tuple{"what a DeepSpeed step sends", "one", 0.001},
            {"what a DeepSpeed step of several passes sends", "several", open}})
        kinds.push_back(
            {name, {{"format", "deepspeed"}, {"passes", passes}}, sent, {0.001, 0.001, worst}});
    addOnGpus(kinds,
        {"a GPU, core, high confidence",
            {{"format", "device"}, {"model", "whole"}, {"confidence", "high"}, {"tier", "core"}},
            {"allocated"}, {0.03, 0.12, open}});
    const std::vector<Tag> whole{{"format", "device"}, {"model", "whole"}};
    addOnGpus(
        kinds, {"a GPU", whole, {"reserved", "nvidia_smi", "nvidia_smi_delta"}, {0.06, 0.2, open}});
    addOnGpus(kinds, {"speed of a GPU", whole, {throughputMetric}, {0.15, 0.4, open}});
    kinds.push_back(
        {"speed of a GPU, nanotron on 8 to 256", {{"source", "ultrascale"}, {"model", "whole"}},
            {throughputMetric}, {0.15, 0.4, open, 0.9}});
    addCut(kinds);
    return kinds;
}

std::vector<Target> makeTargets()
{
    std::vector<Target> table;
    for (const Kind &kind : makeKinds()) {
        for (const std::string_view metric : kind.metrics)
            table.push_back({kind.name, kind.tags, metric, kind.bounds});
    }
    return table;
}

bool has(const Comparison &comparison, const Tag &tag)
{
    return std::find(comparison.tags.begin(), comparison.tags.end(), tag) != comparison.tags.end();
}

} // namespace

const std::vector<Target> &targets()
{
    static const std::vector<Target> table = makeTargets();
    return table;
}

bool counts(const Target &target, const Comparison &comparison)
{
    return comparison.metric == target.metric
        && std::all_of(target.tags.begin(), target.tags.end(),
            [&comparison](const Tag &tag) { return has(comparison, tag); });
}

bool Attainment::isReached() const
{
    const Bounds &bounds = target->bounds;
    return reached && reached->median <= bounds.median
        && reached->percentile95 <= bounds.percentile95 && reached->worst <= bounds.worst
        && ranks >= bounds.ranks;
}

std::vector<Attainment> attainments(const Validation &validation)
{
    std::vector<Attainment> result;
    for (const Target &target : targets()) {
        std::vector<double> errors;
        std::vector<const Comparison *> counted;
        for (const Comparison &comparison : validation.comparisons) {
            if (!counts(target, comparison))
                continue;
            errors.push_back(comparison.error());
            counted.push_back(&comparison);
        }
        result.push_back({.target = &target, .count = errors.size()});
        if (errors.empty())
            continue;
        result.back().reached = summarize(errors);
        result.back().ranks = rankCorrelation(counted);
    }
    return result;
}

std::vector<const Comparison *> falsePromises(const Validation &validation)
{
    constexpr double spared = 0.9;
    std::vector<const Comparison *> result;
    for (const Comparison &comparison : validation.comparisons) {
        if (comparison.falseFit && comparison.predicted < spared * comparison.measured)
            result.push_back(&comparison);
    }
    return result;
}

} // namespace shardscope
