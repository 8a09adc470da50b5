// SPDX-License-Identifier: GPL-3.0-or-later
// The models beside the one that learns, and that one as it runs without autograd: it scores
// answers, or writes them.
#include "core/modules/scores.h"
#include "core/step/stepmodules.h"

#include <utility>
#include <vector>

namespace shardscope {

namespace {

/// As a model reads prompts before it writes answers: only the last token has logits, and each
/// sequence has positions of its own. peft hands generate() to the model within, past the forward
/// pass that accelerate put its autocast around.
LayerSettings promptsOf(LayerSettings settings, double prompts)
{
    if (settings.adapters)
        settings.autocast = settings.convertsOutputs = settings.convertsInForward = false;
    settings.batch = prompts;
    settings.spec.modules.turnsSequences = true;
    settings.sequence -= responseTokens(settings);
    settings.caches = true;
    settings.returnsStates = false;
    settings.keptLogits = 1;
    return settings;
}

} // namespace

void StepModules::addUntracked()
{
    if (m_settings.contrasts && m_settings.contrasts->followsAnchors()) {
        LayerSettings anchors = m_settings;
        anchors.batch = m_settings.contrasts->examples;
        anchors.contrasts->areAnchors = true;
        m_anchors = std::make_shared<StepModules>(anchors);
    }
    LayerSettings settings = m_settings;
    settings.tracks = false;
    settings.checkpointing = Checkpointing::None;
    settings.activationOffload = ActivationOffload::None;
    const Companions beside = std::exchange(settings.beside, {});
    if (beside.answers)
        return addOfPpo(beside, settings);
    if (beside.written > 0)
        addWriter(settings, beside.written);
    if (beside.scored > 0) { // in verl's loop, which calls eval()
        settings.lieBehindEachOther(beside.scored);
        ModuleTraits &modules = settings.spec.modules;
        modules.attentionDropout = modules.hiddenDropout = modules.embeddingDropout = 0;
    }
    if (beside.scoresFirst)
        m_scorer = std::make_shared<StepModules>(settings);
    if (beside.reference == ReferenceModel::None)
        return;
    if (settings.adapters && settings.tower) // of which its adapters were trained
        settings.tower->isTrained = settings.tower->trainsProjector = false;
    settings.adapters.reset();
    for (TableTraining *table : {&settings.ends.embedding, &settings.ends.head})
        *table = *table == TableTraining::Copied ? TableTraining::Frozen : *table;
    settings.convertsOutputs = beside.convertsReference;
    settings.convertsInForward &= beside.convertsReference;
    if (beside.teacher) {
        settings.spec = *beside.teacher;
        settings.spec.tower.reset();
        settings.tower.reset();
    }
    m_reference = std::make_shared<StepModules>(settings);
}

// TRL 1.10.0.dev0 experimental/ppo/ppo_trainer.py, train: accelerate's autocast surrounds the
// forward pass of both models that learn, and nothing of what is generated and judged.
void StepModules::addOfPpo(const Companions &beside, LayerSettings settings)
{
    const auto alone = [](LayerSettings model) {
        model.spec.labels = 1;
        model.spec.tiedEmbeddings = false;
        model.spec.headBias = false;
        model.spec.tower.reset();
        model.tower.reset();
        model.adapters.reset();
        model.trainsBase = true;
        model.isQuantized = model.isHeadQuantized = false;
        model.ends = {};
        return model;
    };
    LayerSettings learning = alone(m_settings);
    learning.beside = {};
    learning.convertsOutputs = learning.convertsInForward = false;
    m_value = std::make_shared<StepModules>(learning);
    settings.autocast = settings.convertsOutputs = settings.convertsInForward = false;
    settings.batch = beside.answers->chunk;
    settings.caches = true;
    m_prompter = std::make_shared<StepModules>(promptsOf(settings, settings.batch));
    LayerSettings judging = alone(settings);
    judging.caches = false;
    m_judge = std::make_shared<StepModules>(judging);
    settings.caches = beside.reference == ReferenceModel::Separate || !checkpoints();
    settings.adapters.reset();
    m_reference = std::make_shared<StepModules>(settings);
}

void StepModules::addWriter(const LayerSettings &settings, double answers)
{
    LayerSettings writing = promptsOf(settings, answers);
    m_prompter = std::make_shared<StepModules>(writing);
    const Tape &layer = m_prompter->layer(0).tape;
    std::vector<Dtype> dtypes;
    for (const Given &given : layer.given) {
        if (given.what == Common::Returned)
            dtypes.push_back(layer.at(given.tensor).dtype);
    }
    if (dtypes.size() != 2) // keys and values; else it is refused
        return;
    writing.sequence = 1;
    writing.cached
        = {.tokens = settings.sequence - 2, .key = dtypes.front(), .value = dtypes.back()};
    m_writer = std::make_shared<StepModules>(writing);
}

} // namespace shardscope
