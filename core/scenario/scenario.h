// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/importedmodel.h"
#include "core/scenario/options.h"

#include <cstdint>
#include <optional>
#include <string>

namespace shardscope {

/// Which model: an imported config, else a catalogue id, else a Llama-like shape of some size.
struct ModelChoice
{
    std::optional<ImportedModel> imported{};
    std::string id{};
    double parameters = 7e9; ///< used when neither of the above is set
    int hiddenSize = 0; ///< 0: implied by `parameters`
    int layers = 0; ///< 0: implied by `parameters`

    bool isScaled() const { return !imported && id.empty(); }
    bool operator==(const ModelChoice &) const = default;
};

struct Training
{
    Method method = Method::Full;
    int loraRank = 16;
    std::string loraTargets = "all-linear"; ///< or a comma-separated list of projections
    double loraDropout = 0;
    LoraPrecision loraPrecision = LoraPrecision::Auto;
    AdapterKind adapter = AdapterKind::Lora;
    LoraStart loraStart = LoraStart::Default;
    /// IA3: adapted modules of which the input is scaled, not the result; comma-separated, none, or
    /// auto: what PEFT takes for the model's family.
    std::string feedforwardModules = "auto";
    int virtualTokens = 20; ///< in front of each sequence: of prompts and of prefix tuning
    int lokrFactor = -1; ///< LoKr: of the dimensions; -1: near their square roots
    int oftBlock = 32; ///< OFT: numbers that are turned together; 0: the rank is how many blocks
    int boftBlock = 4; ///< BOFT: numbers that are turned together; 0: as many blocks as boftBlocks
    int boftBlocks = 0;
    int boftFactors = 1; ///< BOFT: sparse matrices whose product it is
    PrefixProjection prefixProjection = PrefixProjection::Off;
    int trainedTokens = 100; ///< rows of the table of tokens that are trained alone
    int encoderHidden = 0; ///< width of what makes them; 0: as wide as they are
    std::string modulesToSave{}; ///< PEFT: trained whole beside the adapters; comma-separated
    BaseStorage base = BaseStorage::Nf4; ///< of QLoRA
    /// LLM.int8: columns of what a product is given in which some number reaches the threshold of
    /// 6.0, in percent; these multiply in 16 bits. T. Dettmers et al., LLM.int8(), 2022, section 4:
    /// about 0.1 % from 6.7 billion parameters on.
    double outlierPercent = 0.1;
    /// QLoRA: modules that stay in 16 bits, comma-separated; an empty list: not even the head.
    std::string unquantized = "lm_head";
    KbitPreparation kbitPreparation = KbitPreparation::None;
    QuantStorage quantStorage = QuantStorage::Uint8;
    DoubleQuantization doubleQuantization = DoubleQuantization::On;
    double loraPercent = 0.5; ///< worksheet only: trainable share in percent
    Precision precision = Precision::Bf16Master;
    Autocast autocast = Autocast::Auto;
    Fp8 fp8 = Fp8::None;
    Fp8Weights fp8Weights = Fp8Weights::Copied;
    Optimizer optimizer = Optimizer::AdamW;
    UpdateTime update = UpdateTime::AfterBackward;
    int preconditionerBlock = 1024; ///< longest side of what Shampoo has a matrix for
    int projectionRank = 128; ///< of GaLore's and APOLLO's gradients
    int sequenceLength = 4096; ///< tokens
    int microBatch = 1; ///< sequences per GPU and micro-step
    int accumulation = 1; ///< micro-steps per optimizer step
    Checkpointing checkpointing = Checkpointing::Full;
    CheckpointKind checkpointKind = CheckpointKind::Auto;
    ActivationOffload activationOffload = ActivationOffload::None;
    int checkpointEvery = 1; ///< every n-th layer is checkpointed, the others keep all
    /// Megatron: what selective checkpointing computes again; comma-separated.
    std::string recomputeModules = "core_attn";
    int blockLayers = 0; ///< Megatron: of each stage's chunk, the first so many; 0: all
    int groupLayers = 1; ///< Megatron: layers under one checkpoint, where all are under one
    /// Decoder layers that full training leaves as they are: the first so many, or, below 0, the
    /// last.
    int frozenLayers = 0;
    std::string frozenModules{}; ///< beside the layers: embedding, final norm, head
    Attention attention = Attention::Flash;
    Loss loss = Loss::Standard;
    double labelSmoothing = 0; ///< of the Trainer's LabelSmoother; 0: the model's own loss
    Kernels kernels = Kernels::Cuda;
    RotaryKernel rotary = RotaryKernel::Fused;
    SoftmaxKernel softmax = SoftmaxKernel::Plain;
    LinearAttention linearAttention = LinearAttention::Fused;
    ModuleLibrary modules = ModuleLibrary::Transformers5;
    Loop loop = Loop::Auto;
    Outputs outputs = Outputs::Dropped;
    ExpertCode experts = ExpertCode::Grouped;
    Objective objective = Objective::CausalLm;
    int labels = 2; ///< of a classification head
    ReferenceModel reference = ReferenceModel::Auto;
    std::string teacher{}; ///< of distillation: catalogue id; empty: a copy of the model itself
    /// Of each sequence, the tokens of the answer, of which alone GRPO makes logits; 0: all. Of PPO
    /// the response, behind one token at least.
    int completionTokens = 0;
    /// Of encoder-decoders: tokens of what is to be written for each input; as much as the example
    /// scripts of transformers allow for (run_summarization.py, run_translation.py:
    /// max_target_length).
    int targetLength = 128;
    int texts = 2; ///< of an example whose embeddings are learned: anchor, positive, negatives
    TextPasses textPasses = TextPasses::Auto;
    Pooling pooling = Pooling::Auto;
    int gradientCache = 0; ///< texts that are embedded at a time (GradCache); 0: all

    bool operator==(const Training &) const = default;
};

struct Parallel
{
    Strategy strategy = Strategy::Zero3;
    Framework framework = Framework::Auto;
    int gpus = 8;
    int gpusPerNode = 8;
    int shardGroup = 0; ///< GPUs that shard among themselves in HSDP; 0: those of a node
    Wrap wrap = Wrap::Auto;
    GradientSync gradientSync = GradientSync::Auto;
    BucketView bucketView = BucketView::Off;
    GradientPrecision gradientPrecision = GradientPrecision::Auto;
    // DeepSpeed's sizes, in elements; 0: what Hugging Face's "auto" sets.
    std::int64_t reduceBucket = 0;
    std::int64_t allGatherBucket = 0;
    std::int64_t prefetchBucket = 0;
    std::int64_t persistenceThreshold = 0;
    std::int64_t subGroup = 0;
    Overlap overlap = Overlap::Auto;
    Offload offload = Offload::None;
    ZeroPlusPlus zeroPlusPlus = ZeroPlusPlus::None;
    Algorithm algorithm = Algorithm::Auto;
    // How the model is cut; what is left of the GPUs is data parallelism.
    int tensor = 1;
    SequenceParallel sequence = SequenceParallel::On; ///< where `tensor` is above 1
    LossParallel lossParallel = LossParallel::On;
    int pipeline = 1; ///< stages
    PipelineKind schedule = PipelineKind::Auto;
    int firstStageLayers = 0; ///< 0: as many as the others
    int lastStageLayers = 0;
    int virtualStages = 1; ///< chunks of a stage that interleave
    int context = 1;
    ContextKind contextKind = ContextKind::Auto;
    int expert = 1;
    int expertTensor = 0; ///< 0: as `tensor`
    /// Tokens that come to the experts of the GPU that gets most, as a multiple of the mean.
    double expertLoad = 1;
    /// Of the mean, tokens that an expert takes at most; 0: all that come. Megatron's.
    double expertCapacity = 0;
    ExpertPadding expertPadding = ExpertPadding::Off;
    TokenDispatcher dispatcher = TokenDispatcher::AllToAll; ///< Megatron's
    RankOrder rankOrder = RankOrder::StagesLast;
    int vocabularyPadding = 128; ///< the vocabulary is padded to a multiple of this and of `tensor`

    bool operator==(const Parallel &) const = default;
};

struct Hardware
{
    std::string gpu = "h100-sxm"; ///< catalogue id
    std::string link{}; ///< catalogue id; empty: what the GPU and node count imply
    double reserveGib = 0; ///< memory to leave free on each GPU, GiB
    double hostGib = 0; ///< memory of a node's host, GiB; 0: unknown
    Allocator allocator = Allocator::Default;
    // What the GPU holds beside tensors; asEstimated: what the estimator says.
    double contextMib = asEstimated;
    double ncclMib = asEstimated;
    double workspaceMib = asEstimated;
    double fragmentationPercent = asEstimated; ///< reserved beyond allocated
    double correctionGib = 0; ///< what a measurement showed beyond the estimate

    static constexpr double asEstimated = -1;

    bool operator==(const Hardware &) const = default;
};

/// Images in the sequences of a model that has a vision tower, and what is trained of that.
struct Vision
{
    int images = 0; ///< in each sequence; 0: text alone
    int imageWidth = 0; ///< pixels; 0: not said
    int imageHeight = 0;
    TowerTraining tower = TowerTraining::Trained;
    TowerTraining projector = TowerTraining::Trained;

    bool operator==(const Vision &) const = default;
};

/// How the answers come about that GRPO and PPO reward.
struct Rollout
{
    RolloutEngine engine = RolloutEngine::Colocated;
    double share = 0.3; ///< of each GPU's memory that vLLM takes (gpu_memory_utilization)
    RolloutSleep sleep = RolloutSleep::Off;
    double asleepGib = 1; ///< that vLLM still holds when it sleeps: CUDA graphs, workspaces
    int tensor = 1; ///< GPUs that share vLLM's copy of the model
    int generations = 8; ///< answers to each prompt
    int chunk = 64; ///< answers that PPO generates and scores at a time
    int epochs = 4; ///< optimizer steps in which PPO learns from the same answers
    int scored = 0; ///< answers that verl scores at a time; 0: as many as a micro-batch has
    RolloutOffload offload = RolloutOffload::None;

    bool operator==(const Rollout &) const = default;
};

/// How long to train, and what that costs. 0: not said.
struct RunChoice
{
    double tokens = 0; ///< of the data set
    double examples = 0; ///< of the data set, each a full sequence; where tokens are not said
    double epochs = 1;
    double pricePerGpuHour = 0; ///< in whatever currency the user thinks of
    double diskGBs = 0; ///< rate at which a checkpoint is written, GB/s
    double learningRate = 0; ///< that went well with `referenceBatch`
    double referenceBatch = 0; ///< sequences per optimizer step

    bool operator==(const RunChoice &) const = default;
};

/// Every input of a plan, as one plain value.
struct Scenario
{
    EstimatorKind estimator = EstimatorKind::Detailed;
    ModelChoice model{};
    Training training{};
    Vision vision{};
    Parallel parallel{};
    Hardware hardware{};
    Rollout rollout{};
    RunChoice run{};

    bool operator==(const Scenario &) const = default;
};

} // namespace shardscope
