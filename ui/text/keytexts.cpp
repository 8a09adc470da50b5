// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/keytexts.h"

#include <QtGlobal>

#include <array>

namespace shardscope {

namespace {

constexpr std::array texts{
    QT_TRANSLATE_NOOP("keys",
        "worksheet: rules of thumb of the articles; detailed: what the frameworks really allocate"),
    QT_TRANSLATE_NOOP("keys", "size of a Llama-like shape, when no real model is chosen: 7e9, 70B"),
    QT_TRANSLATE_NOOP("keys", "parameters"),
    QT_TRANSLATE_NOOP(
        "keys", "overrides the hidden size that model.parameters implies; 0: implied"),
    QT_TRANSLATE_NOOP(
        "keys", "overrides the number of layers that model.parameters implies; 0: implied"),
    QT_TRANSLATE_NOOP("keys", "layers"),
    QT_TRANSLATE_NOOP("keys", "a model of the catalogue: meta-llama/Meta-Llama-3-8B"),
    QT_TRANSLATE_NOOP("keys", "catalogue id"),
    QT_TRANSLATE_NOOP("keys",
        "a Hugging Face config.json: a path on the command line, the object itself in files"),
    QT_TRANSLATE_NOOP("keys", "config.json"),
    QT_TRANSLATE_NOOP("keys", "what to call the model of model.config"),
    QT_TRANSLATE_NOOP(
        "keys", "full: every weight is trained; lora: adapters; qlora: adapters on a 4-bit base"),
    QT_TRANSLATE_NOOP("keys", "rank of the adapters"),
    QT_TRANSLATE_NOOP("keys", "adapted modules: all-linear, or a list such as q_proj,v_proj"),
    QT_TRANSLATE_NOOP("keys", "module names"),
    QT_TRANSLATE_NOOP("keys", "dropout before each adapter"),
    QT_TRANSLATE_NOOP("keys",
        "PEFT's DoRA: a trained length for each row of an adapted matrix; named, not counted"),
    QT_TRANSLATE_NOOP("keys",
        "trained whole beside the adapters: embed_tokens, lm_head or both; named, not counted"),
    QT_TRANSLATE_NOOP(
        "keys", "every n-th layer is checkpointed, the others keep all; named, not counted"),
    QT_TRANSLATE_NOOP("keys",
        "full training: the first decoder layers that stay as they are; named, not counted"),
    QT_TRANSLATE_NOOP("keys",
        "label_smoothing_factor of the Trainer, which then computes the loss from the logits; 0: "
        "off"),
    QT_TRANSLATE_NOOP("keys",
        "dtype that 4-bit weights are stored as (bnb_4bit_quant_storage); 16-bit can be sharded"),
    QT_TRANSLATE_NOOP("keys", "trainable share of the parameters; worksheet only"),
    QT_TRANSLATE_NOOP("keys", "%"),
    QT_TRANSLATE_NOOP("keys",
        "bf16: all 2 bytes; -amp: fp32 weights under autocast; -master: 16-bit weights, fp32 "
        "master and moments"),
    QT_TRANSLATE_NOOP("keys", "what updates the weights"),
    QT_TRANSLATE_NOOP("keys", "tokens per sequence"),
    QT_TRANSLATE_NOOP("keys", "tokens"),
    QT_TRANSLATE_NOOP("keys", "sequences per GPU and micro-step"),
    QT_TRANSLATE_NOOP("keys", "sequences"),
    QT_TRANSLATE_NOOP("keys", "gradient accumulation: micro-steps per optimizer step"),
    QT_TRANSLATE_NOOP("keys", "micro-steps"),
    QT_TRANSLATE_NOOP(
        "keys", "activation checkpointing: what is computed again in the backward pass"),
    QT_TRANSLATE_NOOP("keys", "attention kernel; eager keeps the score matrix"),
    QT_TRANSLATE_NOOP("keys",
        "how cross-entropy treats the logits: whole, in chunks, fused with the head, or with the "
        "gradient written over them"),
    QT_TRANSLATE_NOOP("keys", "what is sharded over the data-parallel GPUs"),
    QT_TRANSLATE_NOOP(
        "keys", "whose conventions to follow; auto: what a user of that strategy would run"),
    QT_TRANSLATE_NOOP("keys", "data-parallel GPUs in all"),
    QT_TRANSLATE_NOOP("keys", "GPUs"),
    QT_TRANSLATE_NOOP("keys", "GPUs that share one machine"),
    QT_TRANSLATE_NOOP("keys", "GPU type: h100-sxm, a100-sxm-80, ..."),
    QT_TRANSLATE_NOOP("keys", "slowest link of the ring; empty: implied by GPU and node count"),
    QT_TRANSLATE_NOOP("keys", "memory to keep free on each GPU"),
    QT_TRANSLATE_NOOP("keys", "GiB"),
    QT_TRANSLATE_NOOP(
        "keys", "DeepSpeed: reduce gradients beside the backward pass (overlap_comm)"),
    QT_TRANSLATE_NOOP("keys", "PyTorch's allocator: default segments, or expandable_segments"),
    QT_TRANSLATE_NOOP("keys", "MiB"),
    QT_TRANSLATE_NOOP("keys", "elements"),
    QT_TRANSLATE_NOOP("keys", "DeepSpeed: gradients reduced at once; 0: hidden size squared"),
    QT_TRANSLATE_NOOP("keys", "DeepSpeed: parameters gathered at once; 0: 5e8"),
    QT_TRANSLATE_NOOP("keys", "ZeRO-3: gathered ahead; 0: 0.9 times the hidden size squared"),
    QT_TRANSLATE_NOOP("keys", "ZeRO-3: smaller parameters stay whole; 0: 10 times the hidden size"),
    QT_TRANSLATE_NOOP("keys", "ZeRO-3: updated at once by the optimizer; 0: 1e9"),
    QT_TRANSLATE_NOOP(
        "keys", "hybrid sharding: GPUs that shard among themselves; 0: those of a node"),
    QT_TRANSLATE_NOOP("keys",
        "FSDP units beside the layers; root: all the rest; embed-head: embedding, norm with head"),
    QT_TRANSLATE_NOOP("keys",
        "which micro-steps reduce gradients; auto: each with embed-head units, else the last"),
    QT_TRANSLATE_NOOP("keys",
        "DDP: gradients are views of the buckets that are reduced (gradient_as_bucket_view)"),
    QT_TRANSLATE_NOOP("keys",
        "dtype in which gradients are reduced and accumulated; auto: the framework's default"),
    QT_TRANSLATE_NOOP(
        "keys", "what leaves the GPU: optimizer states and updates; parameters too; both to NVMe"),
    QT_TRANSLATE_NOOP("keys",
        "how transformers 5 computes routed experts (experts_implementation): grouped products "
        "(grouped_mm), or a loop over them (eager)"),
    QT_TRANSLATE_NOOP("keys", "memory of one node's host; 0: unknown"),
    QT_TRANSLATE_NOOP("keys", "CUDA context on each GPU; -1: as estimated"),
    QT_TRANSLATE_NOOP("keys", "NCCL buffers on each GPU; -1: as estimated"),
    QT_TRANSLATE_NOOP("keys", "workspace of matrix products (cuBLAS); -1: as estimated"),
    QT_TRANSLATE_NOOP(
        "keys", "memory that the allocator reserves beyond the tensors; -1: as estimated"),
    QT_TRANSLATE_NOOP("keys", "what a measurement showed beyond the estimate; set by calibration"),
    QT_TRANSLATE_NOOP(
        "keys", "dtype of the adapters; auto: fp32 on a 16-bit base, as PEFT makes them"),
    QT_TRANSLATE_NOOP("keys",
        "cuda: PyTorch's kernels with their scratch; reference: its plain operators, as dry runs see "
        "them; unsloth: its norm and rotary kernels; fused: norms, rotary embedding and gates in one "
        "kernel each (torch.compile, Liger)"),
    QT_TRANSLATE_NOOP("keys",
        "qlora: what is upcast to fp32 before training: nothing, the norms, or all that is not "
        "quantised"),
    QT_TRANSLATE_NOOP("keys",
        "which transformers release runs the model; before 5 logits are copied for the loss and "
        "checkpoints are reentrant"),
    QT_TRANSLATE_NOOP("keys",
        "until when the training loop refers to what the model returned, logits among it: dropped "
        "at once, the end of the step, or the next forward pass"),
    QT_TRANSLATE_NOOP("keys",
        "ZeRO++: 8-bit weights (qwz), a second copy in each node (hpz), 4-bit gradients (qgz)"),
    QT_TRANSLATE_NOOP("keys", "how collectives go about it; auto: as NCCL would choose"),
    QT_TRANSLATE_NOOP("keys", "size of the data set; 0: as run.examples says"),
    QT_TRANSLATE_NOOP("keys", "size of the data set in full sequences"),
    QT_TRANSLATE_NOOP("keys", "epochs"),
    QT_TRANSLATE_NOOP("keys", "how often the data set is gone through"),
    QT_TRANSLATE_NOOP("keys", "currency per hour"),
    QT_TRANSLATE_NOOP("keys", "what one GPU costs for an hour; nothing is assumed"),
    QT_TRANSLATE_NOOP("keys", "GB/s"),
    QT_TRANSLATE_NOOP("keys", "rate at which checkpoints are written"),
    QT_TRANSLATE_NOOP(
        "keys", "learning rate that went well with run.reference_batch; scaled linearly"),
    QT_TRANSLATE_NOOP("keys", "sequences per optimizer step that run.learning_rate belongs to"),
};

} // namespace

std::span<const char *const> keyTexts()
{
    return texts;
}

} // namespace shardscope
