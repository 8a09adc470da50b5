// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/adaptertexts.h"
#include "core/scenario/checkpointtexts.h"
#include "core/scenario/kerneltexts.h"
#include "core/scenario/objectivetexts.h"

namespace shardscope {

// What people call the choices of an input, and one sentence on each; files keep the words of
// options.h.

template <>
inline constexpr std::array<Text, 2> textsOf<EstimatorKind>{
    {english("options", "Worksheet"), english("options", "Detailed")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<EstimatorKind>{{
    english("options", "The rules of thumb of the articles, in decimal GB and nominal capacity."),
    english("options", "What the frameworks really allocate in each phase of a training step."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<Method>{{english("options", "Full fine-tuning"),
    english("options", "LoRA"), english("options", "QLoRA")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<Method>{{
    english("options", "Every weight is trained."),
    english("options", "Small adapters are trained; the base weights are frozen."),
    english("options", "Adapters are trained on a frozen base in 4 bits."),
}};

template <>
inline constexpr std::array<Text, 7> textsOf<Precision>{
    {english("options", "FP32"), english("options", "Pure BF16"), english("options", "Pure FP16"),
        english("options", "BF16 autocast"), english("options", "FP16 autocast"),
        english("options", "BF16 with FP32 master"), english("options", "FP16 with FP32 master")}};
template <>
inline constexpr std::array<Text, 7> hintsOf<Precision>{{
    english("options", "Bytes per parameter: weights 4, gradients 4, moments 8, no master copy."),
    english("options", "Bytes per parameter: weights 2, gradients 2, moments 4, no master copy."),
    english("options",
        "Bytes per parameter: weights 2, gradients 2, moments 4, no master copy. Needs loss "
        "scaling."),
    english("options",
        "Bytes per parameter: weights 4, gradients 4, moments 8, no master copy. Computes in "
        "BF16."),
    english("options",
        "Bytes per parameter: weights 4, gradients 4, moments 8, no master copy. Computes in "
        "FP16 with loss scaling."),
    english("options", "Bytes per parameter: weights 2, gradients 2, moments 8, master copy 4."),
    english("options",
        "Bytes per parameter: weights 2, gradients 2, moments 8, master copy 4. Needs loss "
        "scaling."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<Autocast>{
    {english("options", "Automatic"), english("options", "On"), english("options", "Off")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<Autocast>{{
    english("options", "As the training loop has it: on under accelerate with mixed precision."),
    english("options", "16-bit weights under torch's autocast: LayerNorm computes in FP32."),
    english("options", "Each operation computes in the dtype of its weights."),
}};

template <>
inline constexpr std::array<Text, 8> textsOf<Fp8>{
    {english("options", "None"), english("options", "torchao, one scale per tensor"),
        english("options", "torchao, one scale per row"),
        english("options", "torchao, per row, weight gradients in 16 bit"),
        english("options", "Delayed scaling (TE)"), english("options", "Current scaling (TE)"),
        english("options", "Scaled by block (TE)"), english("options", "MXFP8 (TE)")}};
template <>
inline constexpr std::array<Text, 8> hintsOf<Fp8>{{
    english("options", "Products of matrices compute in the precision of everything else."),
    english("options",
        "Operands are cast to 8 bits at each product of a layer's matrices; what the backward pass "
        "keeps stays in 16 bits."),
    english("options", "The same with a scale for each row, which is more accurate and slower."),
    english("options",
        "The same, but gradients of weights are computed in 16 bits (rowwise_with_gw_hp)."),
    english("options",
        "TransformerEngine in Megatron-LM: layers keep their inputs in 8 bits, and 8-bit copies of "
        "their weights beside those in 16; a tensor's scale is that of the steps before."),
    english("options", "The same, with the scale of the tensor that is cast."),
    english("options", "The same with a scale for each block of 128, as DeepSeek-V3 has it."),
    english("options", "The same with a scale for each 32 elements: Blackwell's own format."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<Fp8Weights>{
    {english("options", "16 bits, and copies"), english("options", "8 bits alone")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<Fp8Weights>{{
    english("options", "Weights are there in 16 bits, and are cast once for each step."),
    english("options",
        "What the optimizer updates is cast to 8 bits, and gathered so (fp8-param-gather)."),
}};

template <>
inline constexpr std::array<Text, 25> textsOf<Optimizer>{{english("options", "AdamW"),
    english("options", "AdamW (foreach)"), english("options", "AdamW (for loop)"),
    english("options", "AdamW 8-bit"), english("options", "Paged AdamW 8-bit"),
    english("options", "Paged AdamW"), english("options", "AdamW 8-bit (torchao)"),
    english("options", "AdamW 4-bit (torchao)"), english("options", "AdamW fp8 (torchao)"),
    english("options", "AdEMAMix"), english("options", "AdEMAMix 8-bit"),
    english("options", "GaLore (AdamW)"), english("options", "APOLLO (AdamW)"),
    english("options", "BAdam"), english("options", "SOAP"), english("options", "Shampoo (AdamW)"),
    english("options", "Adafactor"), english("options", "LOMO"), english("options", "AdaLomo"),
    english("options", "Lion"), english("options", "Lion 8-bit"), english("options", "Paged Lion"),
    english("options", "Muon"), english("options", "SGD"),
    english("options", "SGD with momentum")}};
template <>
inline constexpr std::array<Text, 25> hintsOf<Optimizer>{{
    english("options", "Two moments for each trainable parameter."),
    english("options", "Two moments; updates all tensors at once, at the price of temporaries."),
    english("options", "Two moments; updates one tensor after the other."),
    english("options", "Two moments of one byte each for each trainable parameter."),
    english("options",
        "Two moments of one byte each, in memory that can move to the host; those of small tensors "
        "stay on the GPU."),
    english("options",
        "Two moments of four bytes each, in memory that can move to the host; those of small "
        "tensors stay on the GPU."),
    english("options", "Two moments of one byte each, those of embeddings among them."),
    english("options", "Two moments of half a byte each, those of embeddings among them."),
    english("options",
        "Two moments of one byte each as floating-point numbers, those of embeddings among them."),
    english("options", "Three moments: a fast and a slow mean of gradients, and their squares."),
    english("options", "The three moments of AdEMAMix in one byte each."),
    english("options",
        "Two moments of gradients in the few directions that matter most; an SVD of each matrix "
        "finds these anew every 200 steps."),
    english("options",
        "Two moments of gradients in a few random directions, which tell how to scale the whole "
        "gradient."),
    english("options",
        "AdamW of one layer at a time, with an fp32 copy of its weights; planned are the steps "
        "that train the first layer, whose backward pass is the longest."),
    english("options",
        "Two moments in the eigenbases of two square matrices for each weight matrix: sums of "
        "gradients' products, and the bases themselves, which are found anew every 10 steps."),
    english("options",
        "Two moments, as AdamW's steps say how long Shampoo's are, and for each block of a matrix "
        "two square matrices of sums of gradients' products, with their roots."),
    english("options", "Row and column statistics in place of a full second moment."),
    english("options",
        "No state: each micro-step updates each weight within its backward pass, whose gradient "
        "goes then."),
    english("options",
        "Row and column statistics of each matrix; each micro-step updates each weight within its "
        "backward pass, whose gradient goes then."),
    english("options", "One moment for each trainable parameter."),
    english("options", "One moment of one byte for each trainable parameter."),
    english("options", "One moment, in memory that can move to the host."),
    english("options", "One moment for matrices; the other parameters use AdamW."),
    english("options", "No state beside the weights."),
    english("options", "One moment for each trainable parameter."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<UpdateTime>{
    {english("options", "After the backward pass"), english("options", "Within it")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<UpdateTime>{{
    english("options", "All weights at once, when all gradients are there."),
    english("options",
        "Each weight as soon as its gradient is there, which goes then. No accumulation, no "
        "clipping of gradients."),
}};

template <>
inline constexpr std::array<Text, 7> textsOf<Strategy>{{english("options", "DDP"),
    english("options", "ZeRO-1"), english("options", "ZeRO-2"), english("options", "ZeRO-3"),
    english("options", "FSDP grad-op"), english("options", "FSDP"), english("options", "HSDP")}};
template <>
inline constexpr std::array<Text, 7> hintsOf<Strategy>{{
    english("options", "Every GPU holds everything. FSDP name: NO_SHARD."),
    english("options", "Optimizer state is sharded. No FSDP counterpart."),
    english("options", "Optimizer state and gradients are sharded. FSDP name: SHARD_GRAD_OP."),
    english(
        "options", "Optimizer state, gradients and weights are sharded. FSDP name: FULL_SHARD."),
    english("options", "Optimizer state and gradients are sharded: SHARD_GRAD_OP, like ZeRO-2."),
    english(
        "options", "Optimizer state, gradients and weights are sharded: FULL_SHARD, like ZeRO-3."),
    english("options", "Sharded within a node, replicated between nodes: HYBRID_SHARD."),
}};

template <>
inline constexpr std::array<Text, 7> textsOf<Framework>{{english("options", "Automatic"),
    english("options", "Hugging Face Trainer"), english("options", "DeepSpeed"),
    english("options", "PyTorch FSDP1"), english("options", "PyTorch FSDP2"),
    english("options", "Megatron-LM"), english("options", "nanotron")}};
template <>
inline constexpr std::array<Text, 7> hintsOf<Framework>{{
    english("options", "What a user of the chosen strategy would run."),
    english("options", "The conventions of the Hugging Face Trainer and accelerate."),
    english("options", "The conventions of DeepSpeed."),
    english("options", "FullyShardedDataParallel: flat parameters."),
    english("options", "fully_shard: one sharded tensor for each parameter."),
    english("options", "The conventions of Megatron-LM."),
    english("options", "The conventions of Hugging Face's nanotron."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<TowerTraining>{
    {english("options", "Trained"), english("options", "Frozen")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<TowerTraining>{{
    english("options",
        "In full training with all its weights; with LoRA by adapters beside each of its matrices "
        "that the targets name, as PEFT's all-linear does."),
    english("options",
        "Neither weights nor adapters: freeze_vision_tower, or exclude_modules for PEFT."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<KbitPreparation>{{english("options", "None"),
    english("options", "Norms in FP32"), english("options", "All in FP32")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<KbitPreparation>{{
    english("options", "Everything keeps its dtype."),
    english("options", "Norms, and with them the hidden states, are FP32, as in TRL."),
    english("options", "Norms, embedding and head are FP32: prepare_model_for_kbit_training."),
}};

template <>
inline constexpr std::array<Text, 6> textsOf<ModuleLibrary>{{english("options", "transformers 5"),
    english("options", "transformers 4.50 and later"),
    english("options", "transformers 4.46 to 4.49"), english("options", "transformers before 4.46"),
    english("options", "torchtitan"), english("options", "Megatron-DeepSpeed")}};
template <>
inline constexpr std::array<Text, 6> hintsOf<ModuleLibrary>{{
    english("options", "Labels are shifted, the logits are not copied."),
    english("options", "The loss makes a shifted copy of the logits; checkpoints are reentrant."),
    english("options",
        "As in later ones; GPT-2 and models of its time take the loss of logits that are not "
        "cast."),
    english("options", "FP32 logits replace the 16-bit ones before they are shifted."),
    english("options", "torch's fused RMSNorm; the data loader shifts the labels."),
    english("options",
        "A pipeline of DeepSpeed's, of one stage or several; attention keeps its scores."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<Outputs>{
    {english("options", "Dropped at once"), english("options", "Kept until the step ends"),
        english("options", "Kept until the next forward pass")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<Outputs>{{
    english("options", "The loop takes the loss alone, as the Trainer does."),
    english("options", "The logits stay in memory beside the backward pass."),
    english("options", "The last logits are still there when the next ones are made."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<Wrap>{{english("options", "Automatic"),
    english("options", "Layers and root"), english("options", "Embedding and head apart")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<Wrap>{{
    english("options", "As the framework wraps by default."),
    english("options", "Each decoder layer is a unit, all the rest another, as accelerate wraps."),
    english("options",
        "The embedding, and norm with head, are units of their own, as torchtitan wraps."),
}};

template <>
inline constexpr std::array<Text, 6> textsOf<Loop>{{english("options", "Automatic"),
    english("options", "Trainer (accelerate)"), english("options", "torchtitan"),
    english("options", "torchtune"), english("options", "LitGPT"), english("options", "verl")}};
template <>
inline constexpr std::array<Text, 6> hintsOf<Loop>{{
    english("options", "As the Trainer does, unless units are wrapped as torchtitan wraps them."),
    english("options",
        "Decoder layers are units, and the rest is one; gradients wait for the last micro-step."),
    english("options",
        "The embedding, and norm with head, are units of their own; each micro-step reduces."),
    english("options", "Decoder layers are units, and the rest is one; each micro-step reduces."),
    english("options",
        "Under FSDP1 adapters share flat parameters with frozen weights, which get gradients as "
        "well; in 4 bit the head is quantised, too, and inputs of products are kept."),
    english("options",
        "GRPO: answers lie one behind the other without padding, all their tokens have logits, and "
        "the reference waits on the host."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<GradientSync>{{english("options", "Automatic"),
    english("options", "In every micro-step"), english("options", "In the last micro-step")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<GradientSync>{{
    english("options", "As the training loop does."),
    english("options",
        "Gradients are reduced and sharded at once, as torchtitan and torchtune do; sends more "
        "where gradients are accumulated."),
    english("options",
        "Whole gradients wait on each GPU for the last micro-step, as accelerate asks with "
        "no_sync."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<SequenceParallel>{
    {english("options", "Off"), english("options", "On")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<SequenceParallel>{{
    english("options", "Each rank holds norms and residual stream of the whole sequence."),
    english("options", "Each rank of tensor parallelism holds its share of them."),
}};
template <>
inline constexpr std::array<Text, 2> textsOf<RotaryKernel>{
    {english("options", "Fused kernel"), english("options", "Plain operators")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<RotaryKernel>{{
    english("options", "Rotary embedding in one kernel, which keeps nothing."),
    english("options", "Each layer keeps tables of cosines and sines (--no-rope-fusion)."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<SoftmaxKernel>{{english("options", "Plain operators"),
    english("options", "Megatron's kernel"), english("options", "TransformerEngine's kernel")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<SoftmaxKernel>{{
    english(
        "options", "Scores become fp32, and are masked in a copy (--no-masked-softmax-fusion)."),
    english("options", "Masked and scaled in 16 bit, in one kernel (--transformer-impl local)."),
    english("options",
        "The same, of scores that each layer makes anew (--attention-backend "
        "unfused)."),
}};

template <>
inline constexpr std::array<Text, 7> textsOf<PipelineKind>{
    {english("options", "Automatic"), english("options", "GPipe"), english("options", "1F1B"),
        english("options", "Interleaved 1F1B"), english("options", "Zero bubble"),
        english("options", "Zero bubble, V"), english("options", "DualPipeV")}};
template <>
inline constexpr std::array<Text, 7> hintsOf<PipelineKind>{{
    english("options", "1F1B, interleaved where a stage has more than one chunk."),
    english("options",
        "All micro-batches go forward, then all backward: each stage holds the activations of all "
        "of them."),
    english("options",
        "Once the pipeline is full, one forward and one backward in turn: a stage holds no more "
        "micro-batches than there are stages behind it, and its own."),
    english("options", "1F1B over several chunks of each stage: a smaller bubble, more sent."),
    english("options",
        "Interleaved, with gradients of weights in passes of their own that fill the bubble; until "
        "then a stage holds activations and the gradients of all outputs. torchtitan's "
        "InterleavedZeroBubble."),
    english("options",
        "The same over two chunks of each stage, down the stages and up again: the first stage has "
        "embedding and head. torchtitan's ZBVZeroBubble."),
    english("options",
        "The same V with few passes for weights alone, when it fills and drains. torchtitan's "
        "DualPipeV; forward and backward passes are not laid over each other."),
}};

template <>
inline constexpr std::array<Text, 4> textsOf<ContextKind>{{english("options", "Automatic"),
    english("options", "Ring"), english("options", "All-gather"), english("options", "Ulysses")}};
template <>
inline constexpr std::array<Text, 4> hintsOf<ContextKind>{{
    english("options",
        "As the framework does: Megatron-LM a ring, torch an all-gather, DeepSpeed Ulysses."),
    english("options", "Keys and values go from GPU to GPU, beside attention to those at hand."),
    english("options", "Each GPU gathers the keys and values of the whole sequence."),
    english("options",
        "All-to-all gives each GPU the whole sequence of a share of the heads, and back."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<TokenDispatcher>{
    {english("options", "All-to-all"), english("options", "All-gather")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<TokenDispatcher>{{
    english("options", "Each token goes to the GPUs of the experts that it chose, and back."),
    english("options",
        "Each GPU gathers the tokens of all that experts are dealt out to, picks those for its own "
        "experts, and what they make is summed up. Megatron-LM's default."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<RankOrder>{
    {english("options", "Stages last"), english("options", "Copies last")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<RankOrder>{{
    english("options",
        "tp-cp-ep-dp-pp: the GPUs of a pipeline stage are neighbours. torchtitan and nanotron have "
        "no other order."),
    english("options",
        "tp-cp-ep-pp-dp (--use-tp-pp-dp-mapping): the stages of one copy are neighbours, and "
        "gradients are added up from farther away."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<ExpertPadding>{
    {english("options", "What comes"), english("options", "Up to capacity")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<ExpertPadding>{{
    english("options", "Experts compute the tokens that come to them."),
    english("options",
        "Experts compute as many rows as they have capacity for, whatever comes: the sizes of a "
        "step are fixed."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<LossParallel>{
    {english("options", "Whole logits"), english("options", "Loss parallel")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<LossParallel>{{
    english("options", "Each GPU gathers the logits of the whole vocabulary."),
    english("options", "Each GPU computes the loss from its share of the vocabulary."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<BucketView>{
    {english("options", "Off"), english("options", "On")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<BucketView>{{
    english("options", "Each gradient is there twice, by itself and in its bucket."),
    english("options", "Gradients that are reduced lie in their buckets alone."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<GradientPrecision>{
    {english("options", "Automatic"), english("options", "16 bit"), english("options", "FP32")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<GradientPrecision>{{
    english("options", "The default of the framework."),
    english("options", "Gradients are reduced and accumulated in 2 bytes."),
    english("options", "Gradients are reduced and accumulated in 4 bytes."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<Overlap>{
    {english("options", "Automatic"), english("options", "On"), english("options", "Off")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<Overlap>{{
    english("options", "The default of the framework."),
    english(
        "options", "Gradients are reduced while the backward pass goes on; takes a second bucket."),
    english("options", "The backward pass waits for each reduction."),
}};

template <>
inline constexpr std::array<Text, 4> textsOf<Offload>{
    {english("options", "None"), english("options", "Optimizer"),
        english("options", "Optimizer and parameters"), english("options", "NVMe")}};
template <>
inline constexpr std::array<Text, 4> hintsOf<Offload>{{
    english("options", "Everything stays on the GPU."),
    english("options", "Optimizer states and updates are in the memory of the host."),
    english("options", "Sharded parameters are in the memory of the host too."),
    english("options", "Optimizer states and parameters are on disk: ZeRO-Infinity."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<Allocator>{
    {english("options", "Default"), english("options", "expandable_segments:True")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<Allocator>{{
    english("options", "Segments of fixed size; their gaps count as reserved."),
    english("options", "Segments that grow: fewer gaps (expandable_segments)."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<ExpertCode>{
    {english("options", "Grouped"), english("options", "One after the other")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<ExpertCode>{{
    english("options",
        "All experts of a layer in grouped products (grouped_mm; Megatron-LM: moe-grouped-gemm)."),
    english("options",
        "A loop over the experts (eager), each gradient as large as all of them; Megatron-LM's own "
        "default, where it is as large as one."),
}};

template <>
inline constexpr std::array<Text, 4> textsOf<ReferenceModel>{
    {english("options", "As TRL does"), english("options", "None"),
        english("options", "Adapters disabled"), english("options", "Second model")}};
template <>
inline constexpr std::array<Text, 4> hintsOf<ReferenceModel>{{
    english("options",
        "DPO, KTO, PPO: a second model in full training, else disabled adapters; GRPO: none (beta "
        "0)."),
    english("options", "Log-probabilities are computed before training, or not needed."),
    english("options", "The same weights without their adapters: nothing is held twice."),
    english("options", "A copy of the model stays on the GPU beside the trained one."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<RolloutEngine>{
    {english("options", "vLLM on these GPUs"), english("options", "vLLM on other GPUs"),
        english("options", "The model itself")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<RolloutEngine>{{
    english("options", "A second engine with weights and KV cache of its own (colocate)."),
    english("options", "Answers come over the network; nothing of it is on these GPUs."),
    english("options", "transformers generates with the trained weights and a KV cache."),
}};

template <>
inline constexpr std::array<Text, 2> textsOf<RolloutSleep>{
    {english("options", "Stays awake"), english("options", "Sleeps while training")}};
template <>
inline constexpr std::array<Text, 2> hintsOf<RolloutSleep>{{
    english("options", "vLLM keeps its share of the memory all the time."),
    english("options", "Weights and KV cache are given back until answers are needed again."),
}};

template <>
inline constexpr std::array<Text, 4> textsOf<RolloutOffload>{
    {english("options", "Nothing"), english("options", "Optimizer states"),
        english("options", "Weights"), english("options", "Weights and optimizer states")}};
template <>
inline constexpr std::array<Text, 4> hintsOf<RolloutOffload>{{
    english("options", "All that is trained stays on the GPU beside vLLM."),
    english("options", "They come back for the update alone (optimizer_offload)."),
    english("options", "They come back to score and to learn (param_offload)."),
    english("options", "Answers are generated with vLLM's copy of the model alone on the GPU."),
}};

template <>
inline constexpr std::array<Text, 5> textsOf<Algorithm>{
    {english("options", "As NCCL chooses"), english("options", "Ring"), english("options", "Tree"),
        english("options", "Hierarchical"), english("options", "In the switch (NVLS)")}};
template <>
inline constexpr std::array<Text, 5> hintsOf<Algorithm>{{
    english("options", "What NCCL's own model finds fastest."),
    english("options", "Pieces go around from GPU to GPU: full bandwidth, many hops."),
    english("options", "Two trees between the nodes: few hops, for all-reduces only."),
    english("options", "Inside each node first, then between the nodes."),
    english("options", "The NVLink switch adds and copies; from Hopper on."),
}};

template <>
inline constexpr std::array<Text, 5> textsOf<ZeroPlusPlus>{{english("options", "None"),
    english("options", "8-bit weights (qwZ)"), english("options", "Second copy (hpZ)"),
    english("options", "4-bit gradients (qgZ)"), english("options", "All three")}};
template <>
inline constexpr std::array<Text, 5> hintsOf<ZeroPlusPlus>{{
    english("options", "Plain ZeRO-3."),
    english("options", "Weights are gathered in 8 bits: half the bytes."),
    english("options", "Each node keeps all weights: the backward pass gathers inside it."),
    english("options", "Gradients are reduced in 4 bits, in two all-to-all steps."),
    english("options", "Least traffic, most memory, least exact."),
}};

} // namespace shardscope
