// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/modelhabits.h"

#include "core/base/namelist.h"
#include "core/interchange/leftmodules.h"
#include "core/judge/attentionkernel.h"
#include "core/judge/objectivefindings.h"
#include "core/model/parameters.h"
#include "core/model/unquantized.h"
#include "core/scenario/base.h"
#include "core/scenario/objective.h"
#include "core/step/obstacles.h"

#include <optional>

namespace shardscope {

namespace {

/// transformers 5.12.1, modeling_utils.py, get_correct_attn_implementation: where nobody asks, a
/// class without SDPA gets its own operators. Unsloth has a kernel of its own for gpt-oss.
std::optional<DerivedInput> attention(
    const FactList &facts, const Scenario &scenario, const Resolved &resolved)
{
    constexpr std::string_view key = "training.attention";
    if (facts.is("mixes_attention", "yes"))
        return DerivedInput{key, Json("sdpa"), "mixes_attention",
            english("import",
                "SDPA in all layers: beside it FlashAttention, in those with a window, takes "
                "less.")};
    if (facts.isSaid(key)
        || outcomeOf(scenario.training.attention, scenario, resolved) != KernelOutcome::Refused)
        return std::nullopt;
    return DerivedInput{key, Json(std::string(nameOf(ableAttention(scenario, resolved)))), key,
        english("import", "The model's class has no SDPA, and nothing is asked for.")};
}

/// Axolotl (loaders/adapter.py, find_all_linear_names), LLaMA-Factory (model/model_utils/misc.py,
/// find_all_linear_modules) and ms-swift (utils/transformers_utils.py, find_all_linears) hand PEFT
/// the names of the linear modules that are there: experts of transformers 5 are tensors.
std::optional<DerivedInput> listedTargets(
    const FactList &facts, const Scenario &scenario, const ModelSpec &spec)
{
    constexpr std::string_view key = "training.lora_targets";
    const Training &training = scenario.training;
    const bool hasTensors = spec.experts && spec.experts->names != ExpertNames::None
        && training.modules == ModuleLibrary::Transformers5;
    const bool seesTower = spec.tower && scenario.vision.tower == TowerTraining::Trained;
    if (!facts.is("linear_names", "listed") || training.method == Method::Full
        || training.loraTargets != "all-linear" || !hasTensors || seesTower)
        return std::nullopt;
    return DerivedInput{key, Json(linearNamesOf(spec)), "linear_names",
        english("import", "The linear modules: routed experts are tensors in transformers 5.")};
}

/// Whisper hears thirty seconds, whatever the length that a recipe cuts text to.
std::optional<DerivedInput> sound(
    const FactList &facts, const Scenario &scenario, const ModelSpec &spec)
{
    constexpr std::string_view key = "training.sequence_length";
    const bool hears = spec.seq2seq && spec.seq2seq->hears() && spec.maxSequence > 0;
    if (!hears || (facts.isSaid(key) && scenario.training.sequenceLength <= spec.maxSequence))
        return std::nullopt;
    return DerivedInput{key, Json(static_cast<double>(spec.maxSequence)), key,
        english("import", "The encoder hears 30 seconds, whatever else is said.")};
}

/// Of models whose layers are called with more than the stream, what Unsloth moves to the host is
/// not derived: more is on the GPU in a plan than in the run.
std::optional<DerivedInput> inputsOnHost(const Scenario &scenario, const ModelSpec &spec)
{
    if (scenario.training.activationOffload != ActivationOffload::Inputs
        || hostActivationsObstacle(scenario, spec) != "model.id")
        return std::nullopt;
    return DerivedInput{"training.activation_offload", Json("none"), "training.activation_offload",
        english("import",
            "Inputs of this model's layers on the host are not derived: the plan has them on the "
            "GPU, and takes more.")};
}

/// Unsloth 015bdef0d9, models/rl.py: "We will change the batch size".
std::optional<DerivedInput> answers(const Scenario &scenario)
{
    if (scenario.training.kernels != Kernels::Unsloth || dividesGenerations(scenario))
        return std::nullopt;
    return DerivedInput{"training.micro_batch",
        Json(static_cast<double>(scenario.rollout.generations)), "rollout.generations",
        english("import", "Unsloth raises the micro-batch to the answers of one prompt.")};
}

Text whyLeft(bool isInFile, bool isUnsloth)
{
    if (isInFile)
        return english("import", "What the model's file leaves in 16 bits, and the program.");
    if (isUnsloth)
        return english("import",
            "What Unsloth leaves in 16 bits. Its dynamic checkpoints leave more of single layers: "
            "with their config.json beside these files it is counted.");
    return english("import", "What the program leaves in 16 bits of such a model.");
}

/// Modules that the run's quantiser passes over: as a file lists them, else as the program does.
std::optional<DerivedInput> unquantized(
    const FactList &facts, const Scenario &scenario, const ModelSpec &spec)
{
    constexpr std::string_view key = "training.unquantized";
    const Training &training = scenario.training;
    if (!isInFourBits(training) && !isInInt8(training))
        return std::nullopt;
    if (facts.isSaid("left_modules")) {
        const LeftModules left = leftByList(spec, training.modules, facts.word("left_modules"));
        return DerivedInput{key, Json(left.names), "left_modules",
            left.missing.empty() ? Phrase(english("import", "The modules that the list means."))
                                 : Phrase{english("import",
                                              "Taken for quantised: %1. The model has no such "
                                              "module, or the plan no such part.",
                                              "module names"),
                                     {left.missing}}};
    }
    std::string left
        = leftByProgram(facts.word("quantizes"), spec, training.modules, training.base);
    const bool isInFile = !spec.remarks.unquantized.empty();
    if (isInFile) // Unsloth puts its own beside these
        visitNames(leftByList(spec, training.modules, spec.remarks.unquantized).names,
            [&left](std::string_view name) { addOnce(left, name); });
    const bool isUnsloth = facts.is("quantizes", "unsloth");
    if (left.empty() || (left == UnquantizedModules::usual && !isUnsloth))
        return std::nullopt;
    return DerivedInput{key, Json(left), "quantizes", whyLeft(isInFile, isUnsloth)};
}

/// unsloth/models/sentence_transformer.py: encoders run as transformers has them, and without
/// torch.compile where a run is told by its epochs.
std::optional<DerivedInput> encoderKernels(const Scenario &scenario, const ModelSpec &spec)
{
    if (!spec.encoder || scenario.training.kernels != Kernels::Unsloth)
        return std::nullopt;
    return DerivedInput{"training.kernels", Json("cuda"), "training.kernels",
        english("import",
            "Unsloth leaves encoders as they are, and compiles them in runs of many max_steps: "
            "planned without that.")};
}

/// sentence-transformers cuts texts to what a model's own file says, which no file of a run has.
std::optional<DerivedInput> textLength(
    const FactList &facts, const Scenario &scenario, const ModelSpec &spec)
{
    constexpr std::string_view key = "training.sequence_length";
    constexpr std::int64_t usual = 512;
    const Objective objective = scenario.training.objective;
    const bool isOfTexts = embedsTexts(objective)
        || (spec.encoder && objective == Objective::Classification && facts.isSaid("contrasts"));
    if (!isOfTexts || facts.isSaid(key))
        return std::nullopt;
    const std::int64_t longest = spec.maxSequence > 0 ? spec.maxSequence : usual;
    return DerivedInput{key, Json(static_cast<double>(std::min(usual, longest))),
        "training.objective",
        english("import", "How long texts are, the model's own max_seq_length says: 512 at most.")};
}

/// swift/template/base.py, _reranker_data_collator: MAX_NEGATIVE_SAMPLES is 7.
std::optional<DerivedInput> rankedRows(const FactList &facts, const Scenario &scenario)
{
    constexpr int documents = 8;
    if (!facts.is("ranks", "yes"))
        return std::nullopt;
    return DerivedInput{"training.micro_batch",
        Json(static_cast<double>(documents) * scenario.training.microBatch), "ranks",
        english("import",
            "Rows: each query has a document and up to seven others (MAX_NEGATIVE_SAMPLES).")};
}

} // namespace

std::vector<DerivedInput> modelHabits(
    const FactList &facts, const Scenario &scenario, const Resolved &resolved)
{
    std::vector<DerivedInput> inputs;
    const auto add = [&inputs](std::optional<DerivedInput> input) {
        if (input)
            inputs.push_back(*std::move(input));
    };
    add(attention(facts, scenario, resolved));
    add(listedTargets(facts, scenario, resolved.spec));
    add(unquantized(facts, scenario, resolved.spec));
    add(sound(facts, scenario, resolved.spec));
    add(inputsOnHost(scenario, resolved.spec));
    add(answers(scenario));
    add(encoderKernels(scenario, resolved.spec));
    add(textLength(facts, scenario, resolved.spec));
    add(rankedRows(facts, scenario));
    return inputs;
}

} // namespace shardscope
