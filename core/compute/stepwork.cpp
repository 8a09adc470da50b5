// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/stepwork.h"

#include "core/compute/weightpasses.h"
#include "core/engines/convention.h"
#include "core/model/layerforms.h"

#include <algorithm>
#include <map>

namespace shardscope {

namespace {

/// All decoder layers of one micro-step: like ones are counted once.
TapeWork layersOf(const StepModules &modules, const Machine &machine)
{
    std::map<const Module *, int> counts;
    for (int i = 0; i < modules.layers(); ++i)
        ++counts[&modules.layer(i)];
    TapeWork sum;
    for (const auto &[module, count] : counts)
        sum += count * tapeWork(module->tape, module->options, machine);
    return sum;
}

TapeWork workOf(const Module &module, const Machine &machine)
{
    return tapeWork(module.tape, module.options, machine);
}

/// Of a vision tower, for each token of a micro-step: its weights meet patches, those of the
/// projector patches that are merged.
double multipliedByImages(const Workload &work)
{
    const std::optional<TowerWork> tower = towerWork(work.scenario, work.spec());
    if (!tower)
        return 0;
    const ParameterCount &count = work.count();
    const auto merged = static_cast<double>(work.spec().tower->merged());
    return tower->patches() / work.tokens * (count.tower + count.projector / merged);
}

/// A forward pass without autograd, and what comes of its logits.
Work forwardOf(const StepModules *modules, const Machine &machine)
{
    if (!modules)
        return {};
    TapeWork all = layersOf(*modules, machine);
    all += workOf(modules->embedding(), machine);
    all += workOf(modules->head(), machine);
    all += workOf(modules->scores(), machine);
    return all.forward;
}

/// Of an encoder-decoder, for each token of the input: its decoder takes those of the target, but
/// for the keys and values of what the encoder gives.
double multipliedByStacks(const Workload &work, double share)
{
    const ModelSpec &spec = work.spec();
    const auto crossed = static_cast<double>(2 * spec.hidden * spec.kvWidth());
    double sum = share * static_cast<double>(spec.vocabulary * spec.hidden);
    const LayerForms forms(spec);
    for (std::size_t i = 0; i < forms.count(); ++i) {
        double each = 0;
        for (const Linear &linear : linearsOf(spec, forms[i]))
            each += linear.weights();
        if (hasCrossAttention(forms[i].stack))
            each = share * (each - crossed) + crossed;
        sum += forms.layersOf(i) * each;
    }
    return sum;
}

/// Tokens of the target for each of the input's.
double targetShare(const Workload &work)
{
    return 1.0 * work.training().targetLength / work.training().sequenceLength;
}

/// Weights that multiply: the input table is looked up; a tied one is multiplied as the head.
double multiplied(const Workload &work)
{
    if (work.spec().seq2seq)
        return multipliedByStacks(work, targetShare(work));
    const ParameterCount &count = work.count();
    const double language = count.active - count.tower - count.projector;
    return language - count.positions - count.layerTable
        - (work.spec().tiedEmbeddings ? 0 : count.embedding) + multipliedByImages(work);
}

/// How many times a causal layer of the input's length each layer of a stack attends: the encoder
/// sees all of the input, the decoder the target before a token, and all of the input.
double attentionOfStack(Stack stack, double share)
{
    if (stack == Stack::Between)
        return 0;
    return isOfEncoder(stack) ? 2 : share * share + 2 * share;
}

/// FLOPs of a forward pass beside those of weights. A gated delta rule meets its state three times
/// (decayed and read, written, read), a state space twice (written, read), however long the
/// sequence is; so does lightning attention, whose tokens meet their whole block besides.
double attentionPerToken(const Workload &work)
{
    const ModelSpec &spec = work.spec();
    // A causal mask hides half of the keys.
    const double ofAttention = (spec.isCausal() ? 2.0 : 4.0)
        * static_cast<double>(spec.queryWidth()) * work.training().sequenceLength;
    const LayerForms forms(spec);
    double sum = 0;
    for (std::size_t i = 0; i < forms.count(); ++i) {
        const LayerForm &form = forms[i];
        double each = form.attends() ? ofAttention : 0;
        if (spec.unlikeHeads)
            each *= static_cast<double>(form.queryHeads) / static_cast<double>(spec.heads);
        if (form.stack != Stack::Alone)
            each *= attentionOfStack(form.stack, targetShare(work));
        if (form.mixer == Mixer::DeltaRule)
            each += 6.0 * static_cast<double>(spec.delta->keyDim * spec.delta->valueWidth());
        if (form.mixer == Mixer::Lightning)
            each += 4.0
                * static_cast<double>((spec.lightning->block + spec.headDim) * spec.queryWidth());
        if (form.hasStateSpace())
            each += 4.0 * static_cast<double>(spec.stateSpace->stateDim * spec.stateSpace->width());
        sum += forms.layersOf(i) * each;
    }
    if (spec.mixed) {
        const std::vector<bool> &full = spec.mixed->full;
        sum += 2.0
            * static_cast<double>(std::count(full.begin(), full.end(), true) * spec.heads
                * (spec.mixed->fullHeadDim - spec.headDim))
            * work.training().sequenceLength;
    }
    return sum;
}

} // namespace

namespace {

/// Of a pass that judges a chunk of PPO's answers, what a micro-batch has of it: several steps
/// learn from the same ones.
double shareOf(const Workload &work, const StepModules &modules)
{
    const std::optional<Answers> &answers = modules.settings().beside.answers;
    return answers ? modules.settings().batch / answers->chunk / work.scenario.rollout.epochs : 1;
}

/// A model's passes, forward and backward.
TapeWork wholeOf(const StepModules &modules, const Machine &machine)
{
    TapeWork all = layersOf(modules, machine);
    all += workOf(modules.embedding(), machine);
    all += workOf(modules.head(), machine);
    return all;
}

} // namespace

StepWork stepWork(const Workload &work, const StepModules &modules, const Machine &machine)
{
    const WeightPasses passes = weightPasses(work, machine);
    TapeWork head = workOf(modules.head(), machine);
    if (modules.scores().exists())
        head += workOf(modules.scores(), machine);
    TapeWork all = layersOf(modules, machine);
    all += workOf(modules.embedding(), machine);
    const TowerModules &tower = modules.tower();
    for (std::size_t kind = 0; kind < tower.kinds.size(); ++kind) {
        all += static_cast<double>(tower.countOf(kind)) * workOf(tower.kinds[kind], machine);
    }
    all += head;
    all.forward += modules.settings().scoringShare() * forwardOf(modules.scorer(), machine);
    // KTO's reference model scores answers to other prompts as well.
    const double passesOfReference = modules.settings().objective == Objective::Kto ? 2 : 1;
    all.forward += passesOfReference * shareOf(work, modules) * modules.settings().scoringShare()
        * forwardOf(modules.reference(), machine);
    const std::optional<Contrasts> &contrasts = modules.settings().contrasts;
    if (contrasts && contrasts->areCached()) { // each text once without autograd, too
        all.forward += all.forward;
        all = contrasts->chunks() * all;
        head = contrasts->chunks() * head;
    }
    if (modules.anchors())
        all += wholeOf(*modules.anchors(), machine);
    if (modules.value()) {
        all += wholeOf(*modules.value(), machine);
        // Of the value model and of the reward model.
        all.forward += 2 * shareOf(work, modules) * forwardOf(modules.judge(), machine);
    }
    return {.forward = all.forward + passes.forward,
        .backward = all.backward + passes.backward,
        .update = passes.update,
        .headForward = head.forward,
        .headBackward = head.backward,
        .weights = all.weights,
        .headWeights = head.weights};
}

namespace {

/// CPU time of one operator of PyTorch 2 with its Python: in an engine's own modules or
/// torchtitan's; in transformers', which took 13 to 22 us a kernel on an H200's Xeon (torch 2.11,
/// transformers 5.17); in a graph that was compiled, for less than half.
Seconds launchOf(const Workload &work)
{
    constexpr Seconds plain(8e-6);
    constexpr Seconds transformers(16e-6);
    constexpr Seconds compiled(3e-6);
    if (work.training().kernels == Kernels::Fused || isCompiled(work.training().kernels))
        return compiled;
    const bool isLean = work.cutter == Cutter::MegatronCore || work.cutter == Cutter::Nanotron
        || work.cutter == Cutter::PipelineEngine
        || frameworkFor(work.scenario.parallel) == Framework::Nanotron
        || work.training().modules == ModuleLibrary::Torchtitan;
    return isLean ? plain : transformers;
}

} // namespace

Machine machineOf(const Workload &work)
{
    // TransformerEngine (dot_product_attention/utils.py, get_attention_backend) prefers cuDNN's
    // attention to FlashAttention from Hopper on.
    const Training &training = work.training();
    const AttentionLibrary library = work.cutter == Cutter::MegatronCore ? AttentionLibrary::Cudnn
        : training.attention == Attention::FlashTriton ? AttentionLibrary::FlashTriton
                                                       : AttentionLibrary::FlashAttention2;
    const AttentionShape attention{.sequence = 1.0 * training.sequenceLength,
        .headDim = static_cast<double>(work.spec().headDim),
        .library = library};
    Machine machine = machineOf(*work.resolved.gpu, training.precision, attention);
    machine.launch = launchOf(work);
    return machine;
}

Seconds launchTime(const Work &work, const Machine &machine)
{
    return machine.launch * work.kernels;
}

namespace {

double headParameters(const Workload &work)
{
    return static_cast<double>(work.spec().vocabulary * work.spec().hidden);
}

} // namespace

double modelFlopsPerToken(const Workload &work)
{
    // A value model learns from the same tokens, and has no head to speak of.
    const double models = work.values > 0 ? 2 : 1;
    const double heads = models - 1;
    return 6 * (models * multiplied(work) - heads * headParameters(work))
        + 3 * models * attentionPerToken(work);
}

} // namespace shardscope
