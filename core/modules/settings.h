// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tape.h"
#include "core/model/adaptedmodules.h"
#include "core/model/modelspec.h"
#include "core/model/parameters.h"
#include "core/model/unquantized.h"
#include "core/modules/cut.h"
#include "core/scenario/base.h"
#include "core/scenario/objective.h"
#include "core/scenario/recompute.h"

#include <optional>
#include <string>

namespace shardscope {

/// Adapters beside the modules that `targets` takes in; absent in full training.
struct AdapterSettings
{
    LoraTargets targets; ///< none of linear modules where the kind stands elsewhere
    TableNames tables{}; ///< embedding and head, where they have adapters, too
    AdapterKind kind = AdapterKind::Lora;
    std::string feedforward{}; ///< IA3: modules whose input it scales
    NormTargets norms{}; ///< LN tuning: those that are trained copies
    double virtualTokens = 0; ///< trained ones in front of each sequence
    double encoderWidth = 0; ///< of the network that makes them; 0: there is none
    double prefixTokens = 0; ///< trained keys and values in front of those of each layer
    double rank = 0;
    int lokrFactor = -1; ///< of LoKr
    int oftBlock = 0; ///< of OFT
    // Of BOFT.
    int boftBlock = 0;
    int boftBlocks = 0;
    int boftFactors = 1;
    double trainedTokens = 0; ///< rows of the embedding that are trained alone
    bool dropsOut = false;
    Dtype dtype = Dtype::Single;
    /// What they add to the stream of residuals makes it fp32.
    bool widensStream = false;

    bool operator==(const AdapterSettings &) const = default;
};

/// Keys and values that a layer finds.
struct KeysInFront
{
    double tokens = 0; ///< in each sequence
    Dtype key = Dtype::Half;
    Dtype value = Dtype::Half;

    bool operator==(const KeysInFront &) const = default;
};

/// What becomes of a table, embedding or head, in training.
enum class TableTraining : std::uint8_t {
    Trained,
    Frozen,
    Copied ///< PEFT's modules_to_save: a copy is trained, the original stays
};

/// What is trained before and behind the decoder layers.
struct TrainedEnds
{
    TableTraining embedding = TableTraining::Trained;
    TableTraining head = TableTraining::Trained;
    bool norm = true; ///< the final one

    bool operator==(const TrainedEnds &) const = default;
};

/// What a vision tower does in a micro-step, and what of it is trained.
struct TowerWork
{
    TowerImage image{};
    double images = 0; ///< of all sequences; tiles, where images are cut up
    bool isTrained = true; ///< its weights, or adapters in it
    bool trainsProjector = true;
    bool isArgumentCast = false; ///< FSDP2's mixed precision casts what the model is called with

    double patches() const { return images * image.patches(); }
    /// Of patches, with those that none fills.
    double places() const { return patches() + images * static_cast<double>(image.empty); }
    double tokens() const { return images * image.tokens(); } ///< of the tower
    bool operator==(const TowerWork &) const = default;
};

/// What of PPO's step lies outside of the models: answers of all micro-steps, and what their
/// generation leaves behind (step/rollout.h).
struct Answers
{
    double count = 0; ///< on a GPU, for a step
    double chunk = 0; ///< of them, those that are generated and scored at a time
    // Bytes.
    double logits = 0; ///< that stay to the next generation
    double kept = 0; ///< these, and what else does
    double listed = 0; ///< before the last whole chunk, of those in front of it
    double stacked = 0; ///< when that has been generated: scores, twice, and keys and values
    double padded = 0; ///< scores of all chunks, and a tensor of all
    double names = 0; ///< what is computed of them, until the step is over

    bool operator==(const Answers &) const = default;
};

/// Of what is trained, what is on the host between the passes that need it.
struct Stowed
{
    bool weights = false;
    bool optimizer = false;

    bool operator==(const Stowed &) const = default;
};

/// Texts of which embeddings are learned: those of one pass through the model.
struct Contrasts
{
    double examples = 1; ///< of a GPU
    double texts = 2; ///< of each example
    double gpus = 1; ///< whose texts are compared with a GPU's own
    Pooling pooling = Pooling::Mean;
    bool areApart = false; ///< anchors have a pass of their own
    bool areAnchors = false; ///< this pass is theirs
    double chunk = 0; ///< texts of a pass where gradients of embeddings are kept; 0: no such passes

    bool areCached() const { return chunk > 0; }
    /// Passes through the model in a micro-step, which are as many micro-steps of their own.
    double chunks() const { return areCached() ? texts * std::ceil(examples / chunk) : 1; }
    /// Whether a pass makes embeddings alone: what compares them is elsewhere.
    bool embedsAlone() const { return areAnchors || areCached(); }
    /// Whether a pass is of what is compared with anchors that had one before.
    bool followsAnchors() const { return areApart && !embedsAlone(); }

    bool operator==(const Contrasts &) const = default;
};

/// What there is beside the trained model, where answers are scored.
struct Companions
{
    /// Of the model as it was: auto stands for none.
    ReferenceModel reference = ReferenceModel::None;
    const ModelSpec *teacher
        = nullptr; ///< the reference's shape, where it has another; a catalogue's
    bool convertsReference = false; ///< accelerate hands out in fp32 what it returns
    bool scoresFirst = false; ///< log-probabilities are computed before the first micro-step, too
    std::optional<Answers> answers{}; ///< of PPO
    double scored = 0; ///< verl: answers that are scored at a time
    /// Answers that the trained model writes itself, all at once; 0: another engine does.
    double written = 0;
    Stowed stowed{}; ///< while answers are generated
    // Bytes of an engine that generates on the same GPU.
    double rolloutAwake = 0;
    double rolloutAsleep = 0; ///< while the model is trained

    bool operator==(const Companions &) const = default;
};

/// Whose layers a model runs on: those of `LayerSettings::library`, or an engine's own.
enum class LayerCode : std::uint8_t { Library, Megatron, Nanotron, PipelineModule };

/// Of what torch.compile makes graphs: of nothing, each layer, or the whole model with its loss.
enum class Compiling : std::uint8_t { Nothing, Layers, Model };

/// All that the tapes of a model's modules depend on.
struct LayerSettings
{
    ModelSpec spec{};
    double batch = 1; ///< sequences in a micro-batch
    double sequence = 1; ///< tokens of each
    double target = 0; ///< and of what an encoder-decoder is to write for it
    Dtype weights = Dtype::Half; ///< as they take part in the computation
    Dtype norms = Dtype::Half;
    Dtype tables = Dtype::Half; ///< embedding and head
    Dtype buffers = Dtype::Half; ///< of modules, which no engine casts
    bool autocast = false;
    bool computesInFp16 = false; ///< `Dtype::Half` stands for fp16, not bf16
    /// ERNIE, where no engine casts it: a router's weight is fp32, whatever the others are
    /// (_keep_in_fp32_modules_strict).
    bool widensRouters = false;
    bool trainsBase = true; ///< layers, but for those that are frozen
    TrainedEnds ends{};
    bool isQuantized = false; ///< linear modules of the layers hold quantised weights
    bool isHeadQuantized = false; ///< and so does the head
    UnquantizedModules unquantized{}; ///< of these modules, where they do
    BaseStorage base = BaseStorage::Nf4; ///< in what, where they are
    double outlierShare = 0; ///< LLM.int8: of the columns of what a product is given
    bool keepsQuantizedInputs = false; ///< products with 4-bit weights keep their input
    /// Frozen weights of layers get gradients, which nobody reads.
    bool differentiatesFrozen = false;
    Fp8 fp8 = Fp8::None; ///< of products of the layers' matrices
    std::optional<AdapterSettings> adapters{};
    Attention attention = Attention::Flash;
    /// SDPA of sequences without padding: `attention` is Flash, the kernel that it takes without a
    /// mask, but in layers whose window is a mask (Windows::areMasked); Sdpa where the model makes
    /// a mask of any sequences.
    bool isUnpaddedSdpa = false;
    Loss loss = Loss::Standard;
    Objective objective = Objective::CausalLm;
    double completion = 0; ///< tokens of each sequence's answer; 0: all of them
    bool tracks = true; ///< autograd follows; not so under torch.no_grad
    /// The model's cache refers to keys and values of all layers (use_cache), and what it returns
    /// to what goes into each (output_hidden_states): both are held as long as that is.
    bool caches = false;
    KeysInFront cached{}; ///< what that cache holds before the model runs
    bool returnsStates = false;
    /// verl: sequences that lie one behind the other as one, all of whose tokens have logits; 0:
    /// they stand side by side.
    double packed = 0;
    double keptLogits = 0; ///< last tokens of a sequence that there are logits of; 0: as usual
    Companions beside{};
    std::optional<Contrasts> contrasts{};
    /// The Trainer's LabelSmoother computes the loss from the logits.
    bool smoothsLabels = false;
    /// accelerate's mixed precision hands out what the model returns in fp32.
    bool convertsOutputs = false;
    bool convertsInForward = false; ///< within the forward pass that FSDP wraps
    ModuleLibrary library = ModuleLibrary::Transformers5;
    bool reentersCheckpoints = false; ///< use_reentrant=True
    ExpertCode experts = ExpertCode::Grouped;
    Outputs outputs = Outputs::Dropped;
    Checkpointing checkpointing = Checkpointing::None;
    int checkpointEvery = 1; ///< every n-th layer has a checkpoint, the others keep all
    ActivationOffload activationOffload = ActivationOffload::None;
    RecomputedParts recomputed{}; ///< of Megatron-Core's layers, under selective checkpointing
    /// CUDA's fused kernels; otherwise torch's own CPU operators.
    bool fusedKernels = true;
    /// Of the GPU's multiprocessors; 0: not known, or none of torch's kernels runs.
    double residentThreads = 0;
    bool fusedNorms = false; ///< RMSNorm and rotary embedding in one kernel each
    bool fusedGates = false; ///< the activation of a gate and its product, too
    Compiling compiling = Compiling::Nothing;
    bool fusedDelta = true; ///< flash-linear-attention's kernels in layers with a delta rule
    /// DeepSpeed's LinearFunctionForZeroStage3 in place of torch's linear: it keeps inputs of
    /// frozen weights, too.
    bool keepsLinearInputs = false;
    std::optional<TowerWork> tower{}; ///< absent: text alone
    MeshCut cut{}; ///< how the ranks of a mesh share the model
    LayerCode code = LayerCode::Library;
    /// FSDP2's mixed precision casts what a layer is called with (cast_forward_inputs).
    bool castsInputs = false;

    /// Dtype of the hidden state between layers.
    Dtype stream() const
    {
        const bool isWidened = adapters && adapters->widensStream;
        return isWidened || embedsInSingle() || spec.modules.streamInSingle
            ? Dtype::Single
            : promoted(weights, norms);
    }
    /// Whether CUDA's autocast makes fp32 of what layers begin with: by the norm behind an
    /// embedding, or the powers by which Gemma 3n's streams are brought to one magnitude.
    bool embedsInSingle() const
    {
        return (spec.embeddingNorm || spec.altUp) && autocast && fusedKernels && !castsInputs;
    }
    /// Bytes of the residual streams that a rank holds.
    double streamBytes() const { return storageBytes(streamElements() * cut.stream(), stream()); }
    /// Of all streams between layers.
    double streamElements() const
    {
        return tokens() * static_cast<double>(spec.hidden * spec.streams());
    }
    /// Whether a cast with its scale, and a result with its own, are one kernel each.
    bool fusesCasts() const { return fusedGates || compiling != Compiling::Nothing; }
    /// Of a module that the quantiser passes over, which kbit preparation may have cast.
    LayerSettings unpacked() const
    {
        LayerSettings plain = *this;
        plain.isQuantized = false;
        plain.weights = tables;
        return plain;
    }
    bool isInFourBits() const { return isQuantized && base == BaseStorage::Nf4; }
    /// Whether those are integers in groups with a scale and a zero each.
    bool isInInt8() const { return isQuantized && base == BaseStorage::LlmInt8; }
    bool isInGroups() const { return isQuantized && hasGroups(base); }
    bool adaptsEmbedding() const { return adapters && adapters->tables.embedding; }
    bool isPrompted() const { return adapters && adapters->virtualTokens > 0; }
    bool isPrefixed() const { return adapters && adapters->prefixTokens > 0; }
    /// In front of those of each layer: trained ones, or a cache.
    KeysInFront keysInFront() const
    {
        return isPrefixed() ? KeysInFront{adapters->prefixTokens, tables, tables} : cached;
    }
    /// One of them: keys or values of a layer, of all sequences.
    double elementsInFront() const
    {
        return batch * keysInFront().tokens * static_cast<double>(spec.kvHeads * spec.headDim);
    }
    bool trainsTokens() const { return adapters && adapters->trainedTokens > 0; }
    /// Tokens that are words, of all sequences: those in front of them are trained.
    double words() const { return tokens() - (isPrompted() ? batch * adapters->virtualTokens : 0); }
    /// Whether transformers hands SDPA keys as queries share them, and no fused kernel takes them
    /// so (5.12 integrations/sdpa_attention.py, use_gqa_in_sdpa; torch 2.11 sdp_utils.cpp: in fp32
    /// the memory-efficient kernel wants as many keys as queries). That is where a batch has no
    /// padding, as when all sequences reach the length that they are cut to.
    bool unfusesSharedKeys() const
    {
        const bool isSdpa = isUnpaddedSdpa || attention == Attention::Sdpa;
        return isSdpa && fusedKernels && weights == Dtype::Single && !autocast
            && library == ModuleLibrary::Transformers5;
    }
    /// SDPA of sequences without padding, by FlashAttention: layers with a window alone have a
    /// mask.
    bool masksWindowsAlone() const { return isUnpaddedSdpa && isFlash(attention); }
    /// How many kinds of attention mask there are.
    int masks() const
    {
        const bool areMasked = spec.windows && spec.windows->areMasked;
        return masksWindowsAlone() ? (areMasked ? 1 : 0) : spec.modules.masks;
    }
    bool isTorchtitan() const { return library == ModuleLibrary::Torchtitan; }
    /// transformers leaves embedding and head whole: what its classes say of the head is
    /// overwritten by the plan of the base model (5.12.1 modeling_utils.py, post_init).
    bool cutsTables() const { return cut.tensor > 1 && isTorchtitan(); }
    /// DeepSpeed reads what the class says of the head as well (0.19.6
    /// runtime/tensor_parallel/config.py, _get_hf_tp_plan), and leaves a shared table whole
    /// (module_inject/auto_tp.py, _configure_gathered_column_tie_fallbacks).
    bool cutsHead() const { return cutsTables() || (cut.isAutoTp && !spec.tiedEmbeddings); }
    bool isMegatron() const { return code == LayerCode::Megatron; }
    bool isNanotron() const { return code == LayerCode::Nanotron; }
    /// Megatron-DeepSpeed's, which DeepSpeed's pipeline engine runs.
    bool isPipelineModule() const { return code == LayerCode::PipelineModule; }
    /// Whether an engine brings its own layers.
    bool isEngines() const { return code != LayerCode::Library; }
    /// Whether the loss is computed from the log-probabilities of answers.
    bool scores() const { return scoresAnswers(objective) && spec.labels == 0 && !draws(); }
    /// Whether the next word is drawn from the last logits.
    bool draws() const { return keptLogits > 0; }
    /// A value model, or a reward model, beside PPO's policy.
    bool values() const { return trainsValues(objective) && spec.labels > 0; }
    /// Whether what a model returns is cast with the states that go into its layers.
    bool convertsStates() const
    {
        return returnsStates && convertsOutputs && stream() == Dtype::Half;
    }
    /// As many sequences as there were, or as many as are given, as one.
    void lieBehindEachOther(double sequences)
    {
        sequence *= sequences / std::max(packed, 1.0);
        packed = sequences;
        batch = 1;
    }
    /// Of a pass that scores answers before any is learned from, a micro-batch's part.
    double scoringShare() const { return beside.scored > 0 ? packed / beside.scored : 1; }
    /// Tokens of one of the sequences.
    double ownSequence() const { return sequence / std::max(packed, 1.0); }
    bool checkpoints() const { return checkpointing != Checkpointing::None; }
    bool offloadsActivations() const { return activationOffload != ActivationOffload::None; }
    double tokens() const { return batch * sequence; }
    bool hasTablesInSingle() const
    {
        const Rotary kind = spec.modules.rotary;
        return kind == Rotary::WholeInSingle || kind == Rotary::WholeCastEach
            || (kind == Rotary::Whole && isTorchtitan());
    }
    /// Tokens for which there are rotary tables.
    double turnedTokens() const { return spec.modules.turnsSequences ? tokens() : sequence; }
    /// The dtype of rotary tables as the layers have them.
    Dtype tableDtype() const
    {
        return (hasTablesInSingle() && !castsInputs) || embedsInSingle() ? Dtype::Single : weights;
    }
    /// Whether each layer has tables of its own, so that nobody keeps those that they came from.
    bool hasOwnTables() const
    {
        return spec.modules.repeatsTables || (hasTablesInSingle() && castsInputs);
    }
    bool operator==(const LayerSettings &) const = default;
};

} // namespace shardscope
