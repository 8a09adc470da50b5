// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"
#include "core/model/modulelibrary.h"

namespace shardscope {

enum class EstimatorKind { Worksheet, Detailed };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<EstimatorKind>{"worksheet", "detailed"};

enum class Method { Full, Lora, Qlora };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Method>{"full", "lora", "qlora"};

/// Which dtype weights, gradients, moments and computation have; core/scenario/precision.h says the
/// bytes.
enum class Precision { Fp32, Bf16, Fp16, Bf16Amp, Fp16Amp, Bf16Master, Fp16Master };
template <>
inline constexpr std::array<std::string_view, 7> namesOf<Precision>{
    "fp32", "bf16", "fp16", "bf16-amp", "fp16-amp", "bf16-master", "fp16-master"};

/// Whether torch's autocast surrounds the forward pass of weights that compute in 16 bits; auto: as
/// the training loop has it. fp32 weights compute in 16 bits by nothing else, which
/// training.precision says.
enum class Autocast { Auto, On, Off };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Autocast>{"auto", "on", "off"};

/// In which products of the layers' matrices are computed: in that of everything else, or in 8 bits
/// as torchao's float8 training casts operands, with one scale for each tensor, one for each row,
/// or for each row and the gradients of weights in 16 bits (rowwise_with_gw_hp); or as
/// TransformerEngine does it in Megatron-Core's layers, scaled for each tensor by what came before
/// or by what is there, for blocks of 128, or for 32 elements (MXFP8).
enum class Fp8 {
    None,
    Tensorwise,
    Rowwise,
    RowwiseHp,
    EngineDelayed,
    EngineCurrent,
    EngineBlocks,
    EngineMx
};
template <>
inline constexpr std::array<std::string_view, 8> namesOf<Fp8>{"none", "tensorwise", "rowwise",
    "rowwise-hp", "te-delayed", "te-current", "te-blockwise", "te-mxfp8"};
constexpr bool isOfEngine(Fp8 fp8)
{
    return fp8 >= Fp8::EngineDelayed;
}
/// By TransformerEngine, with one scale for all of a tensor.
constexpr bool isScaledWhole(Fp8 fp8)
{
    return fp8 == Fp8::EngineDelayed || fp8 == Fp8::EngineCurrent;
}

/// Where TransformerEngine multiplies in 8 bits, whether weights are there in 16 bits and copied,
/// or in 8 bits alone (Megatron-LM's fp8-param-gather).
enum class Fp8Weights { Copied, Alone };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<Fp8Weights>{"copied", "alone"};

enum class Optimizer {
    AdamW,
    AdamWForeach,
    AdamWForLoop,
    AdamW8bit,
    PagedAdamW8bit,
    PagedAdamW,
    AdamW8bitTorchao,
    AdamW4bitTorchao,
    AdamWFp8Torchao,
    AdEMAMix,
    AdEMAMix8bit,
    GaloreAdamW,
    ApolloAdamW,
    BAdam,
    Soap,
    Shampoo,
    Adafactor,
    Lomo,
    AdaLomo,
    Lion,
    Lion8bit,
    PagedLion,
    Muon,
    Sgd,
    SgdMomentum
};
template <>
inline constexpr std::array<std::string_view, 25> namesOf<Optimizer>{"adamw", "adamw-foreach",
    "adamw-for-loop", "adamw-8bit", "paged-adamw-8bit", "paged-adamw", "adamw-8bit-torchao",
    "adamw-4bit-torchao", "adamw-fp8-torchao", "ademamix", "ademamix-8bit", "galore-adamw",
    "apollo-adamw", "badam", "soap", "shampoo", "adafactor", "lomo", "adalomo", "lion", "lion-8bit",
    "paged-lion", "muon", "sgd", "sgd-momentum"};
/// Moments are those of gradients that are projected to a few dimensions.
constexpr bool isLowRank(Optimizer optimizer)
{
    return optimizer == Optimizer::GaloreAdamW || optimizer == Optimizer::ApolloAdamW;
}

/// Weights are updated within the backward pass, whatever else is asked for: each when the next
/// gradient is there.
constexpr bool updatesByItself(Optimizer optimizer)
{
    return optimizer == Optimizer::Lomo || optimizer == Optimizer::AdaLomo;
}

/// One block of weights is trained for some steps, then another; no others have states.
constexpr bool trainsBlocks(Optimizer optimizer)
{
    return optimizer == Optimizer::BAdam;
}

/// Matrices of sums of gradients stand beside the moments of a matrix.
constexpr bool preconditions(Optimizer optimizer)
{
    return optimizer == Optimizer::Soap || optimizer == Optimizer::Shampoo;
}

/// When weights are updated: all at once when their gradients are there, or each as soon as its own
/// is, which goes then (torchtune's optimizer_in_bwd).
enum class UpdateTime { AfterBackward, InBackward };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<UpdateTime>{
    "after-backward", "in-backward"};

enum class Checkpointing { None, Selective, Full };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Checkpointing>{
    "none", "selective", "full"};

/// Where activations wait for the backward pass. Saved: all that autograd saves is on the host
/// (TRL's OffloadActivations, which torchtune has as well). Inputs: of checkpointed layers their
/// inputs are, but for the last layer's (Unsloth).
enum class ActivationOffload { None, Saved, Inputs };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<ActivationOffload>{
    "none", "saved", "inputs"};

/// Whether a checkpoint runs its layer without a graph, and once more with one in the backward pass
/// (torch.utils.checkpoint, use_reentrant=True), or drops what its graph keeps and makes it again;
/// auto: as the trainer asks for it.
enum class CheckpointKind { Auto, Reentrant, NonReentrant };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<CheckpointKind>{
    "auto", "reentrant", "non-reentrant"};

/// FlashTriton: the first FlashAttention as its authors wrote it in Triton, which LLM Foundry ran.
/// Sdpa: of sequences that are padded, so that each layer is given a mask. SdpaUnpadded: of
/// sequences that are not: only layers with a window are given one.
enum class Attention { Flash, Sdpa, Eager, FlashTriton, SdpaUnpadded };
template <>
inline constexpr std::array<std::string_view, 5> namesOf<Attention>{
    "flash", "sdpa", "eager", "flash-triton", "sdpa-unpadded"};
/// A kernel whatever the model asks for, without a mask and without scores.
constexpr bool isFlash(Attention attention)
{
    return attention == Attention::Flash || attention == Attention::FlashTriton;
}
/// PyTorch's scaled_dot_product_attention, which is transformers' default.
constexpr bool isSdpa(Attention attention)
{
    return attention == Attention::Sdpa || attention == Attention::SdpaUnpadded;
}

enum class Loss { Standard, Chunked, Fused, InPlace };
template <>
inline constexpr std::array<std::string_view, 4> namesOf<Loss>{
    "standard", "chunked", "fused", "in-place"};

/// Dtype of the adapters; auto: PEFT's, fp32 on a 16-bit base, cast by autocast.
enum class LoraPrecision { Auto, Fp32, Bits16 };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<LoraPrecision>{"auto", "fp32", "16-bit"};

/// What QLoRA's frozen matrices are stored in: bitsandbytes' 4-bit NormalFloat, its 8-bit integers
/// with a scale for each row (LLM.int8, load_in_8bit), or integers of a few bits in groups with a
/// scale and a zero each, as GPTQ, AWQ and HQQ find them.
enum class BaseStorage { Nf4, LlmInt8, Gptq, Awq, Hqq };
template <>
inline constexpr std::array<std::string_view, 5> namesOf<BaseStorage>{
    "nf4", "llm-int8", "gptq", "awq", "hqq"};

/// Dtype of the tensors that 4-bit weights lie in; the bytes are the same.
enum class QuantStorage { Uint8, Bits16 };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<QuantStorage>{"uint8", "16-bit"};

/// Whether the scales of 4-bit weights are quantised as well (bnb_4bit_use_double_quant).
enum class DoubleQuantization { Off, On };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<DoubleQuantization>{"off", "on"};

/// What PEFT trains beside the base: two narrow factors of each adapted matrix; with DoRA also the
/// length of each of its rows, with VeRA two vectors around factors that all matrices share and
/// nobody trains; with IA3 a vector that scales what a module makes or takes; copies of the norms;
/// or embeddings of tokens that are put in front, with p-tuning those that a small network makes of
/// its own; of LoHa and LoKr a matrix as large as the base's is made of factors, a product of two
/// element by element or of Kronecker; OFT turns what a module is given, and so does BOFT, by a
/// product of sparse matrices; keys and values that stand before each layer's own; or some rows of
/// the table of tokens.
enum class AdapterKind {
    Lora,
    Dora,
    Vera,
    Ia3,
    LnTuning,
    PromptTuning,
    PTuning,
    Loha,
    Lokr,
    Oft,
    Boft,
    PrefixTuning,
    TrainableTokens
};
template <>
inline constexpr std::array<std::string_view, 13> namesOf<AdapterKind>{"lora", "dora", "vera",
    "ia3", "ln-tuning", "prompt-tuning", "p-tuning", "loha", "lokr", "oft", "boft", "prefix-tuning",
    "trainable-tokens"};
/// Whether it is made of factors of a rank, whose targets are named.
constexpr bool hasFactors(AdapterKind kind)
{
    return kind == AdapterKind::Lora || kind == AdapterKind::Dora || kind == AdapterKind::Vera;
}
/// Whether it is put in front of each sequence.
constexpr bool isPrompt(AdapterKind kind)
{
    return kind == AdapterKind::PromptTuning || kind == AdapterKind::PTuning;
}
/// Whether it consists of tokens that are trained: in front of each sequence, or their keys and
/// values alone.
constexpr bool hasVirtualTokens(AdapterKind kind)
{
    return isPrompt(kind) || kind == AdapterKind::PrefixTuning;
}
/// Whether it makes a matrix as large as the one that it stands beside, or turns what that is
/// given.
constexpr bool remakesMatrices(AdapterKind kind)
{
    return kind == AdapterKind::Loha || kind == AdapterKind::Lokr || kind == AdapterKind::Oft
        || kind == AdapterKind::Boft;
}
/// Whether its size is that of a rank.
constexpr bool isRanked(AdapterKind kind)
{
    return hasFactors(kind) || (remakesMatrices(kind) && kind != AdapterKind::Boft);
}
/// Whether it stands beside linear modules.
constexpr bool adaptsMatrices(AdapterKind kind)
{
    return hasFactors(kind) || kind == AdapterKind::Ia3 || remakesMatrices(kind);
}
/// Whether it stands beside modules that are named.
constexpr bool isTargeted(AdapterKind kind)
{
    return adaptsMatrices(kind) || kind == AdapterKind::LnTuning;
}

/// Whether prefix tuning trains keys and values themselves, or a small network that makes them
/// (PEFT's prefix_projection).
enum class PrefixProjection { Off, On };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<PrefixProjection>{"off", "on"};

/// What factors start from: random numbers and zeros, or a decomposition of the matrix itself
/// (PEFT's init_lora_weights), which leaves the same tensors behind.
enum class LoraStart { Default, Pissa, Olora, Loftq };
template <>
inline constexpr std::array<std::string_view, 4> namesOf<LoraStart>{
    "default", "pissa", "olora", "loftq"};

/// Whose operators run: PyTorch's CUDA kernels with their scratch, its reference operators, as a
/// dry run on fake tensors sees them, Unsloth's RMSNorm and rotary embedding among the CUDA
/// kernels, norms, rotary embedding and gates in one kernel each, as Liger makes them, or what
/// torch.compile makes of the whole model, or of each of its layers.
enum class Kernels { Cuda, Reference, Unsloth, Fused, Compiled, CompiledLayers };
template <>
inline constexpr std::array<std::string_view, 6> namesOf<Kernels>{
    "cuda", "reference", "unsloth", "fused", "compiled", "compiled-layers"};

/// Whether torch.compile makes them.
constexpr bool isCompiled(Kernels kernels)
{
    return kernels == Kernels::Compiled || kernels == Kernels::CompiledLayers;
}

/// Whether Megatron-LM turns queries and keys in one kernel (apply_rope_fusion), which keeps
/// nothing, or with torch's operators, which keep 16-bit tables in each layer.
enum class RotaryKernel { Fused, Plain };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<RotaryKernel>{"fused", "plain"};

/// What unfused attention of Megatron-LM makes of its scores: torch's operators in fp32, the kernel
/// of Megatron-Core's own attention (masked_softmax_fusion), or that of TransformerEngine's
/// (attention-backend unfused), which makes the scores anew for each layer.
enum class SoftmaxKernel { Plain, Fused, TransformerEngine };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<SoftmaxKernel>{
    "plain", "fused", "transformer-engine"};

/// Whose operators run layers with a gated delta rule: flash-linear-attention's and causal-conv1d's
/// kernels, which transformers takes where both are installed, or its own loop over chunks.
enum class LinearAttention { Fused, Plain };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<LinearAttention>{"fused", "plain"};

/// Whether a part of a vision tower is trained: whole in full training, by adapters with LoRA.
enum class TowerTraining { Trained, Frozen };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<TowerTraining>{"trained", "frozen"};

/// What is upcast to fp32 before a quantised model is trained: nothing, the norms (TRL, which casts
/// the rest back), or all that is not quantised (PEFT's prepare_model_for_kbit_training).
enum class KbitPreparation { None, Norms, Full };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<KbitPreparation>{"none", "norms", "full"};

/// Until when a training loop refers to what the model returned, and with that to the logits: not
/// at all (the Trainer), to the end of the step, or until the next forward pass has returned.
enum class Outputs { Dropped, Step, Next };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Outputs>{"dropped", "step", "next"};

/// What the model is trained for, as the trainers of transformers and TRL run it: the next token,
/// tokens that are masked, a label of the sequence or of each token, a reward from a head over the
/// last token, preferred answers beside rejected ones (dpo, orpo, cpo, simpo) or alone (kto),
/// answers of its own that are rewarded (grpo, or beside a value model that learns as well: ppo),
/// what a teacher says of each token (gkd), or embeddings of texts that belong together, against
/// those of all others in the batch (embedding).
enum class Objective {
    CausalLm,
    MaskedLm,
    Classification,
    TokenClassification,
    Reward,
    Dpo,
    Orpo,
    Cpo,
    Simpo,
    Kto,
    Grpo,
    Gkd,
    Ppo,
    Embedding
};
template <>
inline constexpr std::array<std::string_view, 14> namesOf<Objective>{"causal-lm", "masked-lm",
    "classification", "token-classification", "reward", "dpo", "orpo", "cpo", "simpo", "kto",
    "grpo", "gkd", "ppo", "embedding"};

/// How texts of which embeddings are learned go through the model: anchors in a pass of their own
/// and all that they are compared with in a second one (sentence-transformers), or all of them as
/// rows of one batch (ms-swift); auto: of encoders the former, of decoders the latter.
enum class TextPasses { Auto, AnchorsApart, Together };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<TextPasses>{
    "auto", "anchors-apart", "together"};

/// What of a text's tokens makes its embedding; auto: of an encoder the mean, of a decoder the last
/// token.
enum class Pooling { Auto, Mean, Cls, LastToken };
template <>
inline constexpr std::array<std::string_view, 4> namesOf<Pooling>{
    "auto", "mean", "cls", "last-token"};

/// Where log-probabilities of the model as it was come from: auto: as TRL does unless told
/// otherwise; nowhere (computed before, or not asked for); the same model with its adapters
/// disabled; or a second model.
enum class ReferenceModel { Auto, None, AdaptersOff, Separate };
template <>
inline constexpr std::array<std::string_view, 4> namesOf<ReferenceModel>{
    "auto", "none", "adapters-off", "separate"};

/// Who generates the answers that are rewarded: vLLM on the GPUs that train, one on others, or the
/// trained model itself.
enum class RolloutEngine { Colocated, Server, Transformers };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<RolloutEngine>{
    "vllm-colocate", "vllm-server", "transformers"};

/// Whether vLLM gives its memory back while the model is trained (vllm_enable_sleep_mode).
enum class RolloutSleep { Off, On };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<RolloutSleep>{"off", "on"};

/// What verl takes to the host while answers are generated and scored, and back for what needs it
/// (optimizer_offload, param_offload).
enum class RolloutOffload { None, Optimizer, Weights, All };
template <>
inline constexpr std::array<std::string_view, 4> namesOf<RolloutOffload>{
    "none", "optimizer", "weights", "all"};

/// How transformers 5 computes routed experts (experts_implementation): all of them in grouped
/// products, or one after the other.
enum class ExpertCode { Grouped, Loop };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<ExpertCode>{"grouped", "loop"};

/// Ordered from "everything replicated" to "everything sharded": the order of the slider's steps.
enum class Strategy { Ddp, Zero1, Zero2, Zero3, FsdpGradOp, Fsdp, Hsdp };
template <>
inline constexpr std::array<std::string_view, 7> namesOf<Strategy>{
    "ddp", "zero1", "zero2", "zero3", "fsdp-grad-op", "fsdp", "hsdp"};

/// The engine: who shards, gathers and reduces.
enum class Framework { Auto, Trainer, DeepSpeed, Fsdp1, Fsdp2, Megatron, Nanotron };
template <>
inline constexpr std::array<std::string_view, 7> namesOf<Framework>{
    "auto", "trainer", "deepspeed", "fsdp1", "fsdp2", "megatron", "nanotron"};

/// Whose training loop wraps modules for FSDP and asks gradients to wait: accelerate's under the
/// Trainer, torchtitan's, torchtune's, LitGPT's or verl's; auto: as wrap and gradient_sync say,
/// else the Trainer's.
enum class Loop { Auto, Trainer, Torchtitan, Torchtune, LitGpt, Verl };
template <>
inline constexpr std::array<std::string_view, 6> namesOf<Loop>{
    "auto", "trainer", "torchtitan", "torchtune", "litgpt", "verl"};

/// What FSDP gathers at once beside each decoder layer: the rest as one unit, as accelerate wraps,
/// or the embedding and [norm, head] as units of their own, as torchtitan wraps.
enum class Wrap { Auto, Root, EmbedHead };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Wrap>{"auto", "root", "embed-head"};

/// Which of a step's micro-steps reduce gradients: each, as fully_shard does unless it is asked to
/// wait (torchtitan, torchtune), or the last alone, as accelerate asks (no_sync).
enum class GradientSync { Auto, EveryMicroStep, LastMicroStep };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<GradientSync>{
    "auto", "every-micro-step", "last-micro-step"};

/// Whether DDP's gradients are views of its buckets, or tensors beside them
/// (gradient_as_bucket_view).
enum class BucketView { Off, On };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<BucketView>{"off", "on"};

/// Whether norms and the residual stream are cut along the sequence by the ranks of tensor
/// parallelism.
enum class SequenceParallel { Off, On };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<SequenceParallel>{"off", "on"};

/// Whether torch's tensor parallelism computes the loss from each rank's share of the logits
/// (torchtitan: disable_loss_parallel).
enum class LossParallel { Off, On };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<LossParallel>{"off", "on"};

/// Whether what an expert's tokens lack of its capacity is filled up
/// (moe-pad-expert-input-to-capacity).
enum class ExpertPadding { Off, On };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<ExpertPadding>{"off", "on"};

/// The order in which the stages of a pipeline take micro-batches: all of them forward first, one
/// forward and one backward in turn, the same with several chunks on each stage, or with backward
/// passes in two parts that fill the bubble: over chunks that interleave, or over two chunks of
/// each stage that go down the stages and up again, as a V.
enum class PipelineKind {
    Auto,
    GPipe,
    OneForwardOneBackward,
    Interleaved,
    ZeroBubble,
    ZeroBubbleV,
    DualPipeV
};
template <>
inline constexpr std::array<std::string_view, 7> namesOf<PipelineKind>{
    "auto", "gpipe", "1f1b", "interleaved-1f1b", "zero-bubble", "zero-bubble-v", "dualpipe-v"};

/// How the ranks of a run lie along the axes, neighbours first: as most lay them out, or with the
/// stages of a pipeline beside each other and the copies last (Megatron-LM: use-tp-pp-dp-mapping).
enum class RankOrder { StagesLast, CopiesLast };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<RankOrder>{
    "tp-cp-ep-dp-pp", "tp-cp-ep-pp-dp"};

/// How ranks that share a sequence come by the keys and values of its other parts: around a ring,
/// gathered, or as all tokens of a share of the heads.
enum class ContextKind { Auto, Ring, AllGather, Ulysses };
template <>
inline constexpr std::array<std::string_view, 4> namesOf<ContextKind>{
    "auto", "ring", "all-gather", "ulysses"};

/// How Megatron-LM's tokens come to their experts and back (moe_token_dispatcher_type): each to the
/// GPUs of those that it chose, or all of them to every GPU among which experts are dealt out.
enum class TokenDispatcher { AllToAll, AllGather };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<TokenDispatcher>{
    "all-to-all", "all-gather"};

/// Dtype in which gradients are reduced and accumulated.
enum class GradientPrecision { Auto, Bits16, Fp32 };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<GradientPrecision>{
    "auto", "16-bit", "fp32"};

/// Whether communication runs beside the backward pass, at the price of a second bucket.
enum class Overlap { Auto, On, Off };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Overlap>{"auto", "on", "off"};

/// What leaves the GPU: optimizer states with their updates, parameters too, or both to disk.
enum class Offload { None, Optimizer, Parameters, Nvme };
template <>
inline constexpr std::array<std::string_view, 4> namesOf<Offload>{
    "none", "optimizer", "parameters", "nvme"};

/// How a collective goes about it; auto: the one that NCCL would take.
enum class Algorithm { Auto, Ring, Tree, Hierarchical, Nvls };
template <>
inline constexpr std::array<std::string_view, 5> namesOf<Algorithm>{
    "auto", "ring", "tree", "hierarchical", "nvls"};

/// ZeRO++: 8-bit weights in the gathers (qwZ), a second copy of the weights in each node for
/// the backward gather (hpZ), 4-bit gradients (qgZ).
enum class ZeroPlusPlus { None, QuantizedWeights, SecondCopy, QuantizedGradients, All };
template <>
inline constexpr std::array<std::string_view, 5> namesOf<ZeroPlusPlus>{
    "none", "qwz", "hpz", "qgz", "all"};

/// How PyTorch's caching allocator takes memory: segments of fixed size, or ones that grow.
enum class Allocator { Default, Expandable };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<Allocator>{"default", "expandable"};

} // namespace shardscope
