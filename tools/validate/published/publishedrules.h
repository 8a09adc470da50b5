// SPDX-License-Identifier: GPL-3.0-or-later
// What the words of published runs mean: what a source prints, the script or library that it names,
// and, where both leave something open, what is assumed.
#pragma once

#include "tools/validate/rules.h"

#include <array>

namespace shardscope {

inline constexpr std::string_view splitsModel
    = "!tensor, pipeline, context or expert parallelism is not modelled";
inline constexpr std::string_view variesInSize
    = "!sequence length or micro-batch is not stated, or varies";
inline constexpr std::string_view otherModules
    = "!the adapted modules are not those of decoder layers";
/// With a torch whose partitioner is like that of 2.14, which is followed.
inline constexpr std::string_view todaysTorchtitan
    = "framework: torchtitan*; versions.torch: 28* 29* 21?*";
inline constexpr std::string_view ownDefaults
    = "DeepSpeed's configuration is not given: its own defaults";
inline constexpr std::string_view autoSizes
    = "DeepSpeed's configuration is not given: sizes as auto sets them";
inline constexpr std::string_view noPeft
    = "the dtype of adapters is not stated, and no release of PEFT is named";

inline constexpr auto parallelRules = std::to_array<Rule>({
    {"", splitsModel, "sharding.tp not: - 1; framework not: nanotron*"},
    {"", splitsModel, "sharding.pp not: - 1; framework not: nanotron*"},
    {"", splitsModel, "sharding.cp not: - 1"},
    {"", splitsModel, "sharding.sp not: - 1"},
    {"", splitsModel, "sharding.ep not: - 1"},
    {"", "!the framework is not modelled",
        "framework: hftraineracceleratefsdpscattermoe* litgptpretrain*; framework not: "
        "litgptpretrainexecutoreager*",
        "framework"},
    {"", "!the framework is not modelled",
        "framework not: hftrainer* hftransformers* huggingface* transformers* accelerate* peft* "
        "fastchat* fmshftuning* msswift* swift* trl* axolotl* llamafactory* llamarecipes* "
        "llamacookbook* litgpt* torchtune* torchtitan* nemoautomodelfsdp2* pytorchddp* "
        "pytorchfsdp* deepspeed* megatrondeepspeed* megatronlm* nanotron*",
        "framework"},

    {"parallel.strategy", "ddp",
        "sharding.strategy: none ddp ddpzero0 zero0 fsdp1noshardddp noshard"},
    {"parallel.strategy", "fsdp",
        "sharding.strategy: fsdp fsdp1 fsdp2 fullshard fsdpfullshard fsdp?fullshard "
        "fsdpfullshardthunderreadme fsdp2fullyshard"},
    {"parallel.strategy", "fsdp-grad-op",
        "sharding.strategy: shardgradop fsdpshardgradop fsdp1shardgradop"},
    {"parallel.strategy", "hsdp",
        "sharding.strategy: hybridshard fsdphybridshard fsdp1hybridshard fsdp2hsdp hsdp"},
    {"parallel.strategy", "zero1",
        "sharding.strategy: zero1 deepspeedzero1 zero1deepspeed zerostage1 distributedoptimizer "
        "distributedoptimizerzero1"},
    {"parallel.strategy", "zero2",
        "sharding.strategy: zero2 deepspeedzero2 zero2deepspeed zerostage2"},
    {"parallel.strategy", "zero3",
        "sharding.strategy: zero3 deepspeedzero3 zero3deepspeed zerostage3"},
    {"parallel.strategy", "!the sharding is not modelled", "", "sharding.strategy"},

    {"parallel.framework", "nanotron", "framework: nanotron*"},
    {"parallel.framework", "fsdp2", "sharding.strategy: fsdp2* hsdp"},
    {"parallel.framework", "fsdp1", "sharding.strategy: fsdp", "which FSDP ran is not stated"},
    {"parallel.framework", "fsdp1",
        "sharding.strategy: fsdp1 *fullshard* *shardgradop *hybridshard"},
    {"parallel.framework", "megatron", "sharding.strategy: distributedoptimizer*"},
    {"parallel.framework", "deepspeed", "sharding.strategy: *zero1* *zero2* *zero3* zerostage?"},
    {"parallel.framework", "deepspeed", "framework: deepspeed* megatrondeepspeed*"},
    {"parallel.framework", "megatron", "framework: megatronlm*"},
    {"parallel.framework", "trainer"},

    {"parallel.tensor", "@sharding.tp", "sharding.tp not: - 1"},
    // scripts/scaling_benchmarks.py, create_config.
    {"parallel.sequence", "on", "sharding.tp not: - 1",
        "the mode of tensor parallelism is not stated: reduce-scatter, the script's default"},
    {"parallel.pipeline", "@sharding.pp", "sharding.pp not: - 1"},

    {"parallel.wrap", "embed-head", "framework: torchtitan*"},
    {"parallel.gradient_sync", "every-micro-step", "framework: torchtune*"},
    {"parallel.gradient_precision", "fp32", "precision.grads: fp32*"},
    // fms-acceleration's accelerate.yaml asks for fsdp_backward_prefetch: BACKWARD_PRE.
    {"parallel.overlap", "on", "framework: hftrainerfmshftuning*"},
    {"parallel.overlap", "on", "notes: *backwardprefetchbackwardpre*"},
    {"parallel.offload", "none", "cpu_offload: none"},
    {"parallel.offload", "none", "cpu_offload: -", "whether anything is offloaded is not stated"},
    {"parallel.offload", "parameters", "cpu_offload: params paramsgradsoptim"},
    {"parallel.offload", "optimizer", "cpu_offload: optimizer"},
    {"parallel.offload", "!the offload is not modelled", "", "cpu_offload"},

    // FlagPerf's ds_config.json, and deepspeed/runtime/zero/config.py.
    {"parallel.reduce_bucket", "1e7", "framework: deepspeed"},
    {"parallel.reduce_bucket", "5e8", "framework: megatrondeepspeed", ownDefaults},
    {"parallel.reduce_bucket", "0",
        "sharding.strategy: *zero1* *zero2* *zero3* zerostage?; framework not: nanotron*",
        autoSizes},
    {"parallel.allgather_bucket", "1e8", "framework: deepspeed"},
    {"parallel.allgather_bucket", "5e8", "framework: megatrondeepspeed", ownDefaults},
    {"parallel.prefetch_bucket", "1e7", "framework: deepspeed"},
    {"parallel.prefetch_bucket", "5e7", "framework: megatrondeepspeed", ownDefaults},
    {"parallel.persistence_threshold", "1e5", "framework: deepspeed"},
    {"parallel.persistence_threshold", "1e5", "framework: megatrondeepspeed", ownDefaults},
});

inline constexpr auto trainingRules = std::to_array<Rule>({
    {"training.method", "full", "method: full pretrain"},
    {"training.method", "lora", "method: lora ia3 lntuning prompttuning ptuning loha lokr oft"},
    {"training.method", "qlora", "method: qlora"},
    {"training.method", "!the method is not modelled", "", "method"},

    {"", variesInSize, "seq_len: -"},
    {"", variesInSize, "micro_batch: -"},
    {"training.sequence_length", "@seq_len", "notes: *seqlenisthecap*",
        "a cap is stated; batches are as long as their longest sequence"},
    {"training.sequence_length", "@seq_len"},
    {"training.micro_batch", "@micro_batch", "notes: *localbatchsizenotstated*",
        "the micro-batch is not stated: the configuration's default"},
    {"training.micro_batch", "@micro_batch"},
    {"training.accumulation", "1", "grad_accum: -",
        "accumulation of gradients is not stated: none"},
    {"training.accumulation", "@grad_accum"},
    {"", "!torch.compile decides anew what is kept", "compile: true; framework not: torchtitan*"},
    // The partitioner that is followed is torch 2.14's.
    {"", "!which torch.compile ran is not stated, or is of a release before 2.8",
        "compile: true; versions.torch not: 28* 29* 21?*"},

    // What is said of bf16 here holds for fp16, too.
    {"training.precision", "fp32", "precision.compute: fp32 tf32; precision.weights: fp32"},
    {"training.precision", "!the precision is not modelled",
        "precision.compute not: *fp16* *bf16* *bfloat16* float8*", "precision.compute"},
    {"training.precision", "bf16", "method: lora qlora; precision.adapter: *noamp*"},
    {"training.precision", "bf16", "method: lora qlora; precision.grads: *bf16*"},
    {"training.precision", "bf16", "method: lora qlora; precision.optim_states: *bf16*"},
    {"training.precision", "bf16", "method: lora qlora; precision.compute: *bf16true*"},
    {"training.precision", "bf16-master",
        "method: lora qlora; precision.optim_states: -; precision.adapter: -",
        "whether adapters run under autocast is not stated"},
    {"training.precision", "bf16-master", "method: lora qlora"},
    // FSDP's fp32 shards are the master copy.
    {"training.precision", "bf16-master", "precision.weights: *shard*"},
    {"training.precision", "bf16-master", "precision.master: *fp32*"},
    {"training.precision", "bf16-master", "precision.optim_states: *fp32*"},
    {"training.precision", "bf16", "precision.compute: *true*"},
    {"training.precision", "bf16", "precision.optim_states: -; precision.grads: -",
        "dtypes of gradients and moments are not stated: the weights'"},
    {"training.precision", "bf16"},

    {"training.autocast", "off", "precision.compute: *true*"},
    {"training.autocast", "off", "framework: torchtune*"},
    // llmfoundry/layers_registry.py, low_precision_layernorm: with autocast off around it.
    {"training.autocast", "off", "framework: llmfoundry*"},

    {"training.fp8", "rowwise", "precision.compute: float8rowwise"},
    {"training.fp8", "tensorwise", "precision.compute: float8tensorwise"},
    {"training.fp8", "tensorwise", "precision.compute: float8*",
        "how operands are scaled is not stated: one scale per tensor, which was all there was"},

    // DeepSpeed brings a fused Adam of its own.
    {"training.optimizer", "adamw", "framework: deepspeed; optimizer: adam"},
    {"training.optimizer", "adamw", "optimizer: adamwfused adamwtorchfused adamfused fusedadam"},
    // torch.optim.AdamW takes its foreach form on GPUs where nothing else is asked for.
    {"training.optimizer", "adamw-foreach", "optimizer: adamw",
        "the form of AdamW is not stated: what torch takes by itself"},
    {"training.optimizer", "adamw-foreach",
        "optimizer: adamwforeach adamwtorch adamwtorchforeach adamwtorchhfdefault "
        "adamwtorchhfdefaultforeach torchadamwadaptersonly torchoptimadamw"},
    {"training.optimizer", "adamw-8bit",
        "optimizer: adamwbnb8bit adamw8bit 8bitadamw bnbadamw8bit"},
    {"training.optimizer", "paged-adamw-8bit", "optimizer: pagedadamw8bit"},
    {"training.optimizer", "paged-adamw", "optimizer: pagedadamw32bit pagedadamwbnb adamwpagedbnb"},
    {"training.optimizer", "adafactor", "optimizer: adafactor"},
    {"training.optimizer", "lion", "optimizer: lion"},
    {"training.optimizer", "muon", "optimizer: muon"},
    {"training.optimizer", "sgd", "optimizer: sgd"},
    {"training.optimizer", "sgd-momentum", "optimizer: sgdmomentum"},
    {"training.optimizer", "!the optimizer is not modelled", "", "optimizer"},

    {"training.checkpointing", "none", "gradient_checkpointing: none*notstated*",
        "checkpointing is not stated: the default"},
    {"training.checkpointing", "full", "gradient_checkpointing: full*notstated*",
        "checkpointing is not stated: the default"},
    {"training.checkpointing", "none", "gradient_checkpointing: none*"},
    {"training.checkpointing", "full", "gradient_checkpointing: full*"},
    {"training.checkpointing", "selective", "gradient_checkpointing: selectiveoplevel*"},
    {"training.checkpointing", "full", "gradient_checkpointing: selectivelayerevery2nd*"},
    {"training.checkpointing", "!the checkpointing is not modelled", "", "gradient_checkpointing"},
    {"training.checkpoint_every", "2", "gradient_checkpointing: selectivelayerevery2nd*"},

    {"training.attention", "flash", "attention: *flash*"},
    // What a Hugging Face model or torchtune takes where none is chosen.
    {"training.attention", "flash", "attention: -", "the attention kernel is not stated"},
    // Benchmarks fill their sequences.
    {"training.attention", "flash", "attention: *sdpa*",
        "which kernel SDPA picks is not stated: FlashAttention, as without a padding mask"},
    {"training.attention", "eager", "attention: *eager*"},
    {"training.attention", "!the attention kernel is not modelled", "", "attention"},

    // Liger, cut cross-entropy and NeMo make the loss without whole logits.
    {"training.loss", "fused", "notes: *fusedlinearce* *cutcrossentropy* *linearcrossentropy*"},
    {"training.loss", "in-place", "notes: *fusedcekernel*"},
    {"training.loss", "chunked", "notes: *losscomputedinchunks*"},
    {"training.loss", "standard"},
    // torchtitan compiles each layer and, since e10cb9494 of October 2024, the loss.
    {"training.kernels", "compiled", "compile: true"},
    {"training.kernels", "unsloth", "notes: *fusedrmsnorm*"},
    {"training.kernels", "cuda", "compile: -", "whether torch.compile ran is not stated"},
    {"training.kernels", "cuda"},

    // Of before, they are nearer to those of transformers: norms were no kernels.
    {"training.modules", "torchtitan", todaysTorchtitan},
    {"training.modules", "transformers-4", "framework: pytorchfsdppeftcustomscript",
        "no release of transformers is named: the script is of March 2024"},
    {"training.modules", "transformers-4", "framework: deepspeed",
        "no release of transformers is named: the script sets what 4.36 took away"},
    {"training.modules", "transformers-5", "versions.transformers: -",
        "no release of transformers is named: today's modules"},
    {"training.modules", "transformers-4.50", "versions.transformers: 45?*"},
    {"training.modules", "transformers-4.46", "versions.transformers: 446* 447* 448* 449*"},
    {"training.modules", "transformers-4", "versions.transformers: 4*"},
    {"training.modules", "transformers-5"},
    {"training.loop", "litgpt", "framework: litgpt*"},
    {"training.loop", "torchtitan", todaysTorchtitan},
    // fsdp_qlora's train.py refers to the model's output until the end of the step, PEFT's run.py
    // until the next output is there.
    {"training.outputs", "step", "framework: pytorchfsdppeftcustomscript"},
    {"training.outputs", "next", "framework: peftcustomloop"},
    {"training.outputs", "dropped"},
});

inline constexpr auto adapterRules = std::to_array<Rule>({
    // GPTQ in groups of 128 takes 4.16 bits a weight, NF4 with double quantisation 4.13.
    {"", "!the quantisation is not modelled", "method: qlora; quantization not: *nf4* gptq4bit",
        "quantization"},
    {"", "!the rank of the adapters is not stated", "method: lora qlora; lora.r: -"},
    {"", otherModules, "method: lora qlora; lora.targets: - *default* *output*", "lora.targets"},
    {"training.adapter", "dora", "lora.use_dora: true"},
    {"training.adapter", "ia3", "method: ia3"},
    {"training.adapter", "ln-tuning", "method: lntuning"},
    {"training.adapter", "prompt-tuning", "method: prompttuning"},
    {"training.adapter", "p-tuning", "method: ptuning"},
    {"training.adapter", "@method", "method: loha lokr oft"},
    {"training.lokr_factor", "@lora.decompose_factor", "lora.decompose_factor not: -"},
    {"training.oft_block", "0", "method: oft"},
    {"training.feedforward_modules", "@lora.feedforward_modules",
        "lora.feedforward_modules not: -"},
    {"training.virtual_tokens", "@lora.virtual_tokens", "lora.virtual_tokens not: -"},
    {"training.encoder_hidden", "@lora.encoder_hidden", "lora.encoder_hidden not: -"},
    {"training.modules_to_save", "@lora.modules_to_save", "lora.modules_to_save not: -"},
    {"training.lora_rank", "@lora.r", "lora.r not: -"},
    {"training.lora_dropout", "0", "method: lora qlora; lora.dropout: -",
        "dropout before adapters is not stated: none"},
    {"training.lora_dropout", "@lora.dropout", "lora.dropout not: -"},
    {"training.lora_precision", "fp32",
        "precision.adapter: *noamp*; versions.peft: 012* 013* 014* 015* 016* 017* 018* 019* 02*"},
    {"training.lora_precision", "fp32", "precision.adapter: *noamp*", noPeft},
    {"training.lora_precision", "16-bit", "precision.grads: *bf16*"},
    {"training.lora_precision", "16-bit", "precision.optim_states: *bf16*"},
    {"training.lora_precision", "auto", "precision.adapter: fp32*"},
    {"training.lora_precision", "auto",
        "versions.peft: 012* 013* 014* 015* 016* 017* 018* 019* 02*"},
    {"training.lora_precision", "auto", "", noPeft},
    // TRL 0.13 prepares a quantised model that is not sharded, and casts back all but the norms.
    {"training.kbit_preparation", "norms",
        "method: qlora; notes: *baselinepeftbnb*; sharding.strategy: none"},
});

inline constexpr auto hardwareRules = std::to_array<Rule>({
    {"hardware.allocator", "expandable", "notes: *expandablesegmentson*"},
    // run_train.sh
    {"hardware.allocator", "expandable", todaysTorchtitan},
    // "Without NVLink", on "an older motherboard" with "slow PCI lanes" (benchmarks_03_2024.md).
    {"hardware.link", "pcie3", "framework: pytorchfsdppeftcustomscript; gpu: rtx309024gb",
        "slow PCI lanes are stated, but no rate"},
});

} // namespace shardscope
