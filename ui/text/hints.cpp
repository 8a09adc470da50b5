// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/names.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

struct Names
{
    Q_DECLARE_TR_FUNCTIONS(Names)
};

} // namespace

QString displayHint(EstimatorKind value)
{
    switch (value) {
    case EstimatorKind::Worksheet:
        return Names::tr("The rules of thumb of the articles, in decimal GB and nominal capacity.");
    case EstimatorKind::Detailed:
        return Names::tr("What the frameworks really allocate in each phase of a training step.");
    }
    return {};
}

QString displayHint(Method value)
{
    switch (value) {
    case Method::Full:
        return Names::tr("Every weight is trained.");
    case Method::Lora:
        return Names::tr("Small adapters are trained; the base weights are frozen.");
    case Method::Qlora:
        return Names::tr("Adapters are trained on a frozen base in 4 bits.");
    }
    return {};
}

QString displayHint(Precision value)
{
    switch (value) {
    case Precision::Fp32:
        return Names::tr("Bytes per parameter: weights 4, gradients 4, moments 8, no master copy.");
    case Precision::Bf16:
        return Names::tr("Bytes per parameter: weights 2, gradients 2, moments 4, no master copy.");
    case Precision::Fp16:
        return Names::tr("Bytes per parameter: weights 2, gradients 2, moments 4, no master copy. "
                         "Needs loss scaling.");
    case Precision::Bf16Amp:
        return Names::tr("Bytes per parameter: weights 4, gradients 4, moments 8, no master copy. "
                         "Computes in BF16.");
    case Precision::Fp16Amp:
        return Names::tr("Bytes per parameter: weights 4, gradients 4, moments 8, no master copy. "
                         "Computes in FP16 with loss scaling.");
    case Precision::Bf16Master:
        return Names::tr("Bytes per parameter: weights 2, gradients 2, moments 8, master copy 4.");
    case Precision::Fp16Master:
        return Names::tr("Bytes per parameter: weights 2, gradients 2, moments 8, master copy 4. "
                         "Needs loss scaling.");
    }
    return {};
}

QString displayHint(Optimizer value)
{
    switch (value) {
    case Optimizer::AdamW:
        return Names::tr("Two moments for each trainable parameter.");
    case Optimizer::AdamWForeach:
        return Names::tr("Two moments; updates all tensors at once, at the price of temporaries.");
    case Optimizer::AdamWForLoop:
        return Names::tr("Two moments; updates one tensor after the other.");
    case Optimizer::AdamW8bit:
        return Names::tr("Two moments of one byte each for each trainable parameter.");
    case Optimizer::PagedAdamW8bit:
        return Names::tr("Two moments of one byte each, in memory that can move to the host.");
    case Optimizer::Adafactor:
        return Names::tr("Row and column statistics in place of a full second moment.");
    case Optimizer::Lion:
        return Names::tr("One moment for each trainable parameter.");
    case Optimizer::Muon:
        return Names::tr("One moment for matrices; the other parameters use AdamW.");
    case Optimizer::Sgd:
        return Names::tr("No state beside the weights.");
    case Optimizer::SgdMomentum:
        return Names::tr("One moment for each trainable parameter.");
    }
    return {};
}

QString displayHint(Checkpointing value)
{
    switch (value) {
    case Checkpointing::None:
        return Names::tr("Every activation is kept: most memory, least computation.");
    case Checkpointing::Selective:
        return Names::tr(
            "What is large and cheap to compute is computed again in the backward pass.");
    case Checkpointing::Full:
        return Names::tr(
            "Only the input of each layer is kept; the forward pass is computed twice.");
    }
    return {};
}

QString displayHint(Attention value)
{
    switch (value) {
    case Attention::Flash:
        return Names::tr("Never holds the score matrix.");
    case Attention::Sdpa:
        return Names::tr(
            "The kernel that PyTorch picks; no score matrix where a fused kernel is available.");
    case Attention::Eager:
        return Names::tr(
            "Keeps the score matrix: memory grows with the square of the sequence length.");
    }
    return {};
}

QString displayHint(Loss value)
{
    switch (value) {
    case Loss::Standard:
        return Names::tr("The logits of all tokens are held at once.");
    case Loss::Chunked:
        return Names::tr("The logits are made and used up in chunks of tokens.");
    case Loss::Fused:
        return Names::tr("Head and cross-entropy are one kernel; the logits are never whole.");
    case Loss::InPlace:
        return Names::tr("The gradient is written over the logits, as Unsloth's kernel does.");
    }
    return {};
}

QString displayHint(Strategy value)
{
    switch (value) {
    case Strategy::Ddp:
        return Names::tr("Every GPU holds everything. FSDP name: NO_SHARD.");
    case Strategy::Zero1:
        return Names::tr("Optimizer state is sharded. No FSDP counterpart.");
    case Strategy::Zero2:
        return Names::tr("Optimizer state and gradients are sharded. FSDP name: SHARD_GRAD_OP.");
    case Strategy::Zero3:
        return Names::tr(
            "Optimizer state, gradients and weights are sharded. FSDP name: FULL_SHARD.");
    case Strategy::FsdpGradOp:
        return Names::tr("Optimizer state and gradients are sharded: SHARD_GRAD_OP, like ZeRO-2.");
    case Strategy::Fsdp:
        return Names::tr(
            "Optimizer state, gradients and weights are sharded: FULL_SHARD, like ZeRO-3.");
    case Strategy::Hsdp:
        return Names::tr("Sharded within a node, replicated between nodes: HYBRID_SHARD.");
    }
    return {};
}

QString displayHint(Framework value)
{
    switch (value) {
    case Framework::Auto:
        return Names::tr("What a user of the chosen strategy would run.");
    case Framework::Trainer:
        return Names::tr("The conventions of the Hugging Face Trainer and accelerate.");
    case Framework::DeepSpeed:
        return Names::tr("The conventions of DeepSpeed.");
    case Framework::Fsdp1:
        return Names::tr("FullyShardedDataParallel: flat parameters.");
    case Framework::Fsdp2:
        return Names::tr("fully_shard: one sharded tensor for each parameter.");
    case Framework::Megatron:
        return Names::tr("The conventions of Megatron-LM.");
    case Framework::Nanotron:
        return Names::tr("The conventions of Hugging Face's nanotron.");
    }
    return {};
}

QString displayHint(Dora value)
{
    switch (value) {
    case Dora::Off:
        return Names::tr("Adapters as LoRA has them.");
    case Dora::On:
        return Names::tr("Each row of an adapted matrix has a trained length: a finding says what "
                         "is not counted.");
    }
    return {};
}

QString displayHint(QuantStorage value)
{
    switch (value) {
    case QuantStorage::Uint8:
        return Names::tr("4-bit weights lie in bytes; they cannot be sharded.");
    case QuantStorage::Bits16:
        return Names::tr("4-bit weights lie in 16-bit numbers, which FSDP and ZeRO-3 can shard.");
    }
    return {};
}

QString displayHint(LoraPrecision value)
{
    switch (value) {
    case LoraPrecision::Auto:
        return Names::tr("FP32 adapters on a 16-bit base, as PEFT makes them.");
    case LoraPrecision::Fp32:
        return Names::tr("Adapters in 4 bytes.");
    case LoraPrecision::Bits16:
        return Names::tr("Adapters in 2 bytes.");
    }
    return {};
}

QString displayHint(Kernels value)
{
    switch (value) {
    case Kernels::Cuda:
        return Names::tr("Fused kernels, with the scratch memory that they need.");
    case Kernels::Reference:
        return Names::tr("PyTorch's plain operators, as a dry run without a GPU sees them.");
    case Kernels::Unsloth:
        return Names::tr("Unsloth's RMSNorm and rotary kernels in place of PyTorch's.");
    case Kernels::Fused:
        return Names::tr("Norms, rotary embedding and gates in one kernel each, as torch.compile "
                         "and Liger make them.");
    }
    return {};
}

QString displayHint(KbitPreparation value)
{
    switch (value) {
    case KbitPreparation::None:
        return Names::tr("Everything keeps its dtype.");
    case KbitPreparation::Norms:
        return Names::tr("Norms, and with them the hidden states, are FP32, as in TRL.");
    case KbitPreparation::Full:
        return Names::tr("Norms, embedding and head are FP32: prepare_model_for_kbit_training.");
    }
    return {};
}

QString displayHint(Stack value)
{
    switch (value) {
    case Stack::Transformers5:
        return Names::tr("Labels are shifted, the logits are not copied.");
    case Stack::Transformers446:
        return Names::tr("The loss makes a shifted copy of the logits; checkpoints are reentrant.");
    case Stack::Transformers4:
        return Names::tr("FP32 logits replace the 16-bit ones before they are shifted.");
    }
    return {};
}

QString displayHint(Outputs value)
{
    switch (value) {
    case Outputs::Dropped:
        return Names::tr("The loop takes the loss alone, as the Trainer does.");
    case Outputs::Step:
        return Names::tr("The logits stay in memory beside the backward pass.");
    case Outputs::Next:
        return Names::tr("The last logits are still there when the next ones are made.");
    }
    return {};
}

QString displayHint(Wrap value)
{
    switch (value) {
    case Wrap::Auto:
        return Names::tr("As the framework wraps by default.");
    case Wrap::Root:
        return Names::tr(
            "Each decoder layer is a unit, all the rest another, as accelerate wraps.");
    case Wrap::EmbedHead:
        return Names::tr(
            "The embedding, and norm with head, are units of their own, as torchtitan wraps.");
    }
    return {};
}

QString displayHint(GradientSync value)
{
    switch (value) {
    case GradientSync::Auto:
        return Names::tr("As the framework does that wraps this way.");
    case GradientSync::EveryMicroStep:
        return Names::tr("Gradients are reduced and sharded at once, as torchtitan and torchtune "
                         "do; sends more where gradients are accumulated.");
    case GradientSync::LastMicroStep:
        return Names::tr("Whole gradients wait on each GPU for the last micro-step, as accelerate "
                         "asks with no_sync.");
    }
    return {};
}

QString displayHint(BucketView value)
{
    switch (value) {
    case BucketView::Off:
        return Names::tr("Each gradient is there twice, by itself and in its bucket.");
    case BucketView::On:
        return Names::tr("Gradients that are reduced lie in their buckets alone.");
    }
    return {};
}

QString displayHint(GradientPrecision value)
{
    switch (value) {
    case GradientPrecision::Auto:
        return Names::tr("The default of the framework.");
    case GradientPrecision::Bits16:
        return Names::tr("Gradients are reduced and accumulated in 2 bytes.");
    case GradientPrecision::Fp32:
        return Names::tr("Gradients are reduced and accumulated in 4 bytes.");
    }
    return {};
}

QString displayHint(Overlap value)
{
    switch (value) {
    case Overlap::Auto:
        return Names::tr("The default of the framework.");
    case Overlap::On:
        return Names::tr(
            "Gradients are reduced while the backward pass goes on; takes a second bucket.");
    case Overlap::Off:
        return Names::tr("The backward pass waits for each reduction.");
    }
    return {};
}

QString displayHint(ExpertCode value)
{
    switch (value) {
    case ExpertCode::Grouped:
        return Names::tr("All experts of a layer in grouped products (grouped_mm).");
    case ExpertCode::Loop:
        return Names::tr(
            "A loop over the experts (eager), each gradient as large as all of them.");
    }
    return {};
}

QString displayHint(Algorithm value)
{
    switch (value) {
    case Algorithm::Auto:
        return Names::tr("What NCCL's own model finds fastest.");
    case Algorithm::Ring:
        return Names::tr("Pieces go around from GPU to GPU: full bandwidth, many hops.");
    case Algorithm::Tree:
        return Names::tr("Two trees between the nodes: few hops, for all-reduces only.");
    case Algorithm::Hierarchical:
        return Names::tr("Inside each node first, then between the nodes.");
    case Algorithm::Nvls:
        return Names::tr("The NVLink switch adds and copies; from Hopper on.");
    }
    return {};
}

QString displayHint(ZeroPlusPlus value)
{
    switch (value) {
    case ZeroPlusPlus::None:
        return Names::tr("Plain ZeRO-3.");
    case ZeroPlusPlus::QuantizedWeights:
        return Names::tr("Weights are gathered in 8 bits: half the bytes.");
    case ZeroPlusPlus::SecondCopy:
        return Names::tr("Each node keeps all weights: the backward pass gathers inside it.");
    case ZeroPlusPlus::QuantizedGradients:
        return Names::tr("Gradients are reduced in 4 bits, in two all-to-all steps.");
    case ZeroPlusPlus::All:
        return Names::tr("Least traffic, most memory, least exact.");
    }
    return {};
}

QString displayHint(Offload value)
{
    switch (value) {
    case Offload::None:
        return Names::tr("Everything stays on the GPU.");
    case Offload::Optimizer:
        return Names::tr("Optimizer states and updates are in the memory of the host.");
    case Offload::Parameters:
        return Names::tr("Sharded parameters are in the memory of the host too.");
    case Offload::Nvme:
        return Names::tr("Optimizer states and parameters are on disk: ZeRO-Infinity.");
    }
    return {};
}

QString displayHint(Allocator value)
{
    switch (value) {
    case Allocator::Default:
        return Names::tr("Segments of fixed size; their gaps count as reserved.");
    case Allocator::Expandable:
        return Names::tr("Segments that grow: fewer gaps (expandable_segments).");
    }
    return {};
}

} // namespace shardscope
