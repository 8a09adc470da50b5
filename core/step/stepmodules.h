// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/profile.h"
#include "core/model/layerforms.h"
#include "core/step/policy.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace shardscope {

struct LayerKind;

/// What the step counts activations under. The first four are those of the module at work, in the
/// order of Holding; the last ones what each kind of module keeps for its backward pass.
enum class Held : std::uint8_t {
    Saved,
    Working,
    Logits,
    Copies,
    Tables, ///< rotary tables and token ids
    Masks, ///< attention mask and position ids
    Locals, ///< looked-up rows that the model's forward pass refers to
    Cache, ///< 16-bit weights in autocast's cache
    Returned, ///< what the model returned, where the training loop refers to it
    Tower, ///< pixels, tables and features of images
    TowerParts, ///< what the vision tower's parts keep
    PastKeys, ///< keys and values that the model is going to return
    Common, ///< what one unit has made and others read, where none of them keeps it
    CommonSums, ///< gradients of that
    Embedded, ///< the embedding's output, which it keeps itself, when layers have let go of it
    Referring, ///< what functions refer to by themselves, until the backward pass is over
    Referred, ///< logits that the trainer refers to while it scores answers
    Beside, ///< buffers of other models than the trained one
    Rollout, ///< by an engine that generates on the same GPU, or of what the policy generated
    States, ///< keys, values and inputs of layers, to which what a model returned refers
    Logged, ///< what the trainer computes for its log
    Earlier, ///< by a pass before the one at work, for its backward pass: a value model's, anchors'
    Stash, ///< on its way to the host, or back and not let go of yet
    HostBuffers, ///< into which inputs of layers come back
    RouterGraphs, ///< behind logits that layers still refer to, from the last backward pass
    LeftBehind, ///< by the last backward pass, to whose last node the offloading refers
    Embedding,
    FirstLayer,
    WholeLayer, ///< not checkpointed, beside others that are, or run again in a group
    Received, ///< buffers of a pipeline for what other stages send
    Schedule, ///< what a pipeline's schedule refers to
    InFlight, ///< by other micro-batches of a pipeline
    Head,
    Layers ///< of the first form; those of the others follow (heldByLayers)
};

/// What layers keep, by the index of their form.
constexpr Held heldByLayers(std::size_t form)
{
    return static_cast<Held>(static_cast<std::size_t>(Held::Layers) + form);
}

constexpr Held heldAtWork(Holding holding)
{
    return static_cast<Held>(holding);
}

/// A tape, and what running it holds over time.
struct Module
{
    Tape tape{};
    ProfileOptions options{}; ///< how it is run
    Profile profile{};
    TapeTrace trace{}; ///< where it was asked for
    Held kept = Held::Embedding;
    TowerPartKind towerPart = TowerPartKind::Block; ///< of a vision tower
    double routerGraph = 0; ///< bytes behind logits of its router that a checkpoint has made again

    bool exists() const { return !tape.ops.empty(); }
    /// Whether a reentrant checkpoint has it run again and runs its backward pass.
    bool isReentered() const
    {
        return options.isCheckpointed && options.isReentrant && tape.at(tape.output).requiresGrad;
    }
    double keptBytes() const { return totalOf(profile.kept); }
};

/// A vision tower as one training step runs it: its parts in their order.
struct TowerModules
{
    std::vector<Module> kinds{}; ///< of parts that are alike
    std::vector<std::size_t> order{}; ///< of the parts: their kind
    double stream = 0; ///< bytes of what goes from part to part
    double features = 0; ///< bytes that the tower hands to the language model
    double deepFeatures = 0; ///< and to each of the first layers, where it does
    /// Bytes that the model's forward pass refers to, to its end: all features, and with Qwen3-VL
    /// what the tower returned.
    double outputs = 0;
    double merging = 0; ///< bytes that it refers to from before the tower on, to its end
    double returned = 0; ///< bytes of features that the model returns beside its logits
    /// Bytes of the gradient of what blocks have given to the projector beside the last stream.
    double stacked = 0;
    int firstStacked = 0; ///< the first part that has given any; 0: none has
    double pixels = 0; ///< bytes of a batch's images themselves
    double buffers = 0; ///< bytes of the tower's own
    /// Bytes of the copy that FSDP2 makes of them, which is an argument of the whole model's.
    double arguments = 0;
    double locals = 0; ///< bytes that its forward pass refers to, to its end
    double entered = 0; ///< the same of the first block's input, when that is through
    double tables = 0; ///< of these, what the backward pass needs as well
    double mask = 0; ///< bytes that say where features go
    double scatter = 0; ///< bytes that the kernel needs which puts them there
    double gather = 0; ///< and the one that takes their gradients out again
    bool needsGradient = false; ///< features: something in the tower is trained
    bool embeddingNeedsGradient = false;
    /// What the embedding made stays to the end of the backward pass, and its gradient.
    bool embeddingIsLeaf = false;
    int deepLayers = 0; ///< first layers that get features of their own
    /// Of `kinds`: what runs when features are among the embeddings, before the first layer.
    std::optional<std::size_t> behind{};

    bool exists() const { return !order.empty(); }
    int size() const { return static_cast<int>(order.size()); }
    /// With what runs behind it.
    int units() const { return size() + (behind ? 1 : 0); }
    const Module &part(int index) const { return kinds[order[static_cast<std::size_t>(index)]]; }
    /// How often a kind runs.
    std::ptrdiff_t countOf(std::size_t kind) const
    {
        return kind == behind ? 1 : std::count(order.begin(), order.end(), kind);
    }
};

/// Layers side by side of which each is like the one a period before it, where there is one.
struct LayerRun
{
    int first = 0;
    int end = 0; ///< behind the last
    int period = 1;
};

/// The modules of a model, as one training step runs them: their tapes and profiles.
class StepModules
{
public:
    /// Whether every single allocation of a tape's run is kept as well (Module::trace).
    enum class Requests { Dropped, Kept };
    explicit StepModules(const LayerSettings &settings, Requests requests = Requests::Dropped);
    /// The same modules on a stage of the pipeline whose layers are like those of this one.
    StepModules onStage(const Stage &stage) const;

    const LayerSettings &settings() const { return m_settings; }
    int layers() const { return m_layers; }
    /// How many kinds of Held there are in this model.
    std::size_t heldCount() const
    {
        return static_cast<std::size_t>(heldByLayers(m_parts->forms.count()));
    }
    bool checkpoints() const { return m_settings.checkpoints(); }
    /// Layers that run as one: those of a chunk where chunks interleave, else all.
    int layersOfChunk() const;
    /// The layers that are under the layer's checkpoint; itself where each has its own, or none.
    LayerGroup groupOf(int layer) const
    {
        return m_settings.cut.grouped > 1 ? m_settings.cut.groupOf(layer)
                                          : LayerGroup{layer, layer + 1};
    }
    /// A layer of several under one checkpoint, when that has run them again.
    const Module &inGroup(int layer) const;
    /// Bytes that the layer's forward pass keeps: of several under one checkpoint the first its
    /// input, the others nothing.
    double keptBy(int layer) const
    {
        return groupOf(layer).first == layer ? this->layer(layer).keptBytes() : 0;
    }
    /// Whether the layer's forward pass keeps all that its backward pass needs.
    bool isWhole(int layer) const
    {
        return m_settings.checkpointing == Checkpointing::None || runsWhole(layer);
    }
    ModelTapes tapes() const;

    const Module &embedding() const { return m_parts->embedding; }
    const Module &head() const { return m_parts->head; }
    const TowerModules &tower() const { return m_parts->tower; }
    /// Where the loss is computed from answers' log-probabilities: from the head's logits to them.
    const Module &scores() const { return m_parts->scores; }
    /// The same model without autograd: with its adapters, as it scores answers before it learns
    /// from them, and as it was, adapters disabled or a second one. Null where it does neither.
    const StepModules *scorer() const { return m_scorer.get(); }
    const StepModules *reference() const { return m_reference.get(); }
    /// The model as it reads prompts, where it writes answers itself.
    const StepModules *prompter() const { return m_prompter.get(); }
    /// And as it writes their last word.
    const StepModules *writer() const { return m_writer.get(); }
    /// PPO: the value model, which learns as well; and a model of values or rewards as it judges
    /// answers.
    const StepModules *value() const { return m_value.get(); }
    const StepModules *judge() const { return m_judge.get(); }
    /// The model as it runs over anchors, where these have a pass of their own.
    const StepModules *anchors() const { return m_anchors.get(); }
    /// Bytes of what the layers made, to which the batch of anchors refers until there is a loss.
    double handedOutBytes() const;
    /// Bytes to which what the model returns refers: a layer's input, its keys and values, and what
    /// the final norm made. All of them, or those that are not kept for a backward pass.
    enum class Returned { All, Unkept };
    double returnedState(int layer, Returned which) const;
    double returnedKeys(int layer, Returned which) const;
    double returnedNormed(Returned which) const;
    /// PEFT's enable_input_require_grads: what is looked up is a leaf, and so has a gradient as
    /// long as it is there. Bytes of it; 0: it is none.
    double leafBytes() const;
    const Module &layer(int index) const
    {
        if (index == 0 && m_parts->first.exists())
            return m_parts->first;
        const LikeLayers &like = m_parts->of(index);
        if (runsWhole(index))
            return like.whole;
        return isNope(index) ? like.nope : like.usual;
    }
    /// The first layer that has a backward pass; as many as there are where none has.
    int firstLearning() const { return m_firstLearning; }
    /// Bytes that the model's forward pass refers to from the end of the first layer to its own:
    /// that layer's input, and what some families' layers return beside their output.
    double keptByModel() const;
    /// Of that, what the class around the model refers to until the loss is there.
    double keptAroundModel() const;
    /// Bytes of keys and values that a layer finds, of which the cache forgets each when it has put
    /// the layer's own behind it.
    double bytesInFront() const;
    /// Bytes of keys and values of all layers to which only the cache refers, until there is a
    /// loss.
    double cachedBytes() const;
    /// Bytes of prompt and words, as the layers are given them, to which PEFT's forward pass refers
    /// until there is a loss, where nothing else keeps them.
    double keptByPrompt() const;
    /// Bytes of keys and values to which the model refers to the end of its forward pass, although
    /// no layer keeps them.
    double lentBytes() const;
    /// GLM-5: bytes of the tokens that a layer's indexer has picked, which the next layer's
    /// checkpoint holds until its backward pass is over; of the last layer, the model's forward
    /// pass.
    double choiceHeldBehind(int layer) const;
    double lastChoice() const;
    /// Bytes of what the embedding gives of a kind (Common), where it does not keep that.
    double givenBy(Common what) const;
    /// Bytes of what a unit has made for others, where it does not keep that.
    static double heldByName(const Module &module, const Given &given);
    /// Bytes of the embedding's output, if it keeps that for its own backward pass.
    double keptByEmbedding() const;
    /// TRL 1.10.0.dev0 models/activation_offloading.py: curr_autograd_node is the last node of the
    /// backward pass, until the next one begins, and behind it is the embedding's output, where
    /// that is a leaf. Bytes of it and its gradient.
    double leftByHooks() const;
    /// Whether the first layer keeps its input.
    bool firstKeepsInput() const;
    /// All layers, in rows of those that repeat.
    const std::vector<LayerRun> &runs() const { return m_runs; }
    /// The row that a layer stands in.
    const LayerRun &runOf(int layer) const;
    /// Of an encoder-decoder: what stands in the place of a layer between the stacks; -1: nothing.
    int between() const
    {
        const std::optional<Seq2Seq> &stacks = m_settings.spec.seq2seq;
        return stacks ? static_cast<int>(stacks->encoderLayers) : -1;
    }
    /// Of a tower that layers attend to: the first layer that refers to what it has made; -1: none.
    int firstAttending() const;
    /// The first layers of both stacks, with whose passes something that layers share comes or
    /// goes.
    bool sharesInStack(int index) const
    {
        return between() > 0 && (index <= 1 || (index > between() && index <= between() + 2));
    }
    /// With the layer's backward pass the last user of an attention mask is gone.
    bool isFirstOfKind(int index) const
    {
        const ModuleTraits &traits = m_settings.spec.modules;
        return index == traits.firstFullLayer
            || (traits.masks > 1 && index == traits.firstSlidingLayer);
    }
    bool hasUnusedMask() const
    {
        const ModuleTraits &traits = m_settings.spec.modules;
        return traits.firstFullLayer >= m_layers
            || (traits.masks > 1 && traits.firstSlidingLayer >= m_layers);
    }

private:
    bool isNope(int index) const
    {
        const int step = m_settings.spec.modules.nopeInterval;
        return step > 0 && index % step == step - 1;
    }
    /// Layers of one form, in the ways in which they run.
    struct LikeLayers
    {
        Module usual{};
        Module nope{}; ///< without rotary embedding, where some layers have none
        /// Without a checkpoint, beside others with one, or of a group that has run again.
        Module whole{.kept = Held::WholeLayer};
        // The first and the last of such a group.
        Module opening{.kept = Held::WholeLayer};
        Module closing{.kept = Held::WholeLayer};
    };
    struct Parts
    {
        explicit Parts(const LayerForms &all);
        void keepAs(Held held);

        LayerForms forms; ///< of the stage's layers
        std::vector<LikeLayers> like; ///< by form
        Module embedding{.kept = Held::Embedding};
        Module first{.kept = Held::FirstLayer}; ///< layer 0 where it differs from the others
        Module head{.kept = Held::Head};
        TowerModules tower{};
        Module scores{.kept = Held::Head};

        const LikeLayers &of(int layer) const { return like[forms.of(layer)]; }
    };

    std::vector<LayerRun> findRuns() const;
    /// Whether a layer has no checkpoint where others have one.
    bool runsWhole(int index) const;
    /// Whether what is looked up is made to require a gradient (enable_input_require_grads).
    bool embedsLeaf() const;
    bool firstIsCheckpointed() const { return checkpoints() && !runsWhole(0); }
    void writeLibrary(Parts &parts) const;
    void writeMegatron(Parts &parts) const;
    void writeNanotron(Parts &parts) const;
    /// As it is run: compiled, where layers are.
    Tape ofLayers(Tape &&eager) const;
    /// As a layer of that form runs under.
    LayerSettings settingsOf(const LayerForm &form) const;
    Tape layerTapeOf(const LayerKind &kind) const;
    /// Of a layer without a checkpoint beside others with one.
    Tape wholeTapeOf(const LayerKind &kind) const;
    double heldInFinalNorm() const;
    /// Whether what the layers make needs a gradient.
    bool learnsBeforeHead(const Parts &parts) const;
    void run(Parts &parts, Requests requests) const;
    bool isOfAnchors() const;
    void addUntracked();
    void addWriter(const LayerSettings &untracked, double answers);
    void addOfPpo(const Companions &beside, LayerSettings untracked);

    LayerSettings m_settings;
    int m_layers = 0;
    int m_firstLearning = 0;
    std::shared_ptr<const Parts> m_parts; ///< which stages that are alike share
    std::vector<LayerRun> m_runs;
    std::shared_ptr<const StepModules> m_scorer;
    std::shared_ptr<const StepModules> m_reference;
    std::shared_ptr<const StepModules> m_value;
    std::shared_ptr<const StepModules> m_prompter;
    std::shared_ptr<const StepModules> m_writer;
    std::shared_ptr<const StepModules> m_judge;
    std::shared_ptr<const StepModules> m_anchors;
};

/// Whether inputs of layers are large enough for Unsloth to copy them to the host, and the bytes of
/// the buffers into which they come back (unsloth_zoo ce232d6c gradient_checkpointing.py).
bool buffersInputs(const LayerSettings &settings);
double inputBufferBytes(const LayerSettings &settings);
/// Bytes of a decoder's own buffers: the frequencies that tables are made of, tables of places,
/// factors and decays of mixers.
double bufferBytes(const LayerSettings &settings);
/// Bytes of what is there from step to step: token ids, which the training loop refers to, and the
/// model's own buffers.
double inputBytes(const LayerSettings &settings);
/// Bytes to which PEFT's forward pass refers beside the embedded tokens, where a prompt is trained:
/// its cast embeddings, labels in front of the given ones, and all labels.
double promptBytes(const LayerSettings &settings);
/// Bytes of embeddings and of their gradients, where all texts are embedded before any is learned
/// from (sentence-transformers base/losses/gradcache.py, forward_cached).
double cachedEmbeddingBytes(const LayerSettings &settings);
/// Bytes of what is made once for all layers: cos and sin.
double tableBytes(const LayerSettings &settings);
/// The same of one kind of layers, where attention is mixed.
double kindTableBytes(const LayerSettings &settings, bool seesAll);
/// What eager attention adds to the scores, and the position ids; Megatron-Core's masks are those
/// of all micro-batches in flight (StageSchedule::masks).
double maskBytes(const LayerSettings &settings);
/// Where positions are looked up as well, the forward pass refers to both summands to its end.
double lookedUpBytes(const LayerSettings &settings, bool checkpoints);
/// Logits of a micro-batch, as the head makes them.
double logitBytes(const LayerSettings &settings);
/// Keys and values that a layer leaves in what the model returns, as large as all that they are
/// views of.
double keyValueBytes(const LayerSettings &settings);
/// PPO: positions and mask, to which the trainer's forward function refers.
double argumentBytes(const LayerSettings &settings);
/// What the model returns, where the training loop keeps it: logits, and keys and values.
double returnedBytes(const LayerSettings &settings);
/// Zeros that a compiled model's backward pass is given for the logits that it returned beside the
/// loss, and that are there to its end (torch 2.11 _functorch/_aot_autograd/runtime_wrappers.py:
/// autograd makes gradients of all outputs).
double outputGradientBytes(const LayerSettings &settings);

} // namespace shardscope
