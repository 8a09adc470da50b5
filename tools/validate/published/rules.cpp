// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/published/mapping.h"
#include "tools/validate/words.h"

#include <algorithm>
#include <array>
#include <string>

namespace shardscope {

namespace {

struct Rule
{
    std::string_view key;
    std::string_view value;
    std::string_view field; ///< that the source printed
    std::string_view theirs; ///< patterns of its text; none: where there is no text
    std::string_view why = {}; ///< of an assumption
};
// Of each key, the first rule that fits counts.
constexpr auto rules = std::to_array<Rule>({
    {"parallel.strategy", "ddp", "sharding.strategy",
        "none ddp ddpzero0 zero0 fsdp1noshardddp noshard"},
    {"parallel.strategy", "fsdp", "sharding.strategy",
        "fsdp fsdp1 fullshard fsdpfullshard fsdp1fullshard fsdpfullshardthunderreadme fsdp2 "
        "fsdp2fullshard fsdp2fullyshard"},
    {"parallel.strategy", "fsdp-grad-op", "sharding.strategy",
        "shardgradop fsdpshardgradop fsdp1shardgradop"},
    {"parallel.strategy", "hsdp", "sharding.strategy",
        "hybridshard fsdphybridshard fsdp1hybridshard fsdp2hsdp hsdp"},
    {"parallel.strategy", "zero1", "sharding.strategy",
        "zero1 deepspeedzero1 zero1deepspeed zerostage1 distributedoptimizer "
        "distributedoptimizerzero1"},
    {"parallel.strategy", "zero2", "sharding.strategy",
        "zero2 deepspeedzero2 zero2deepspeed zerostage2"},
    {"parallel.strategy", "zero3", "sharding.strategy",
        "zero3 deepspeedzero3 zero3deepspeed zerostage3"},

    {"parallel.framework", "nanotron", "framework", "nanotron*"},
    {"parallel.framework", "fsdp1", "sharding.strategy", "fsdp", "which FSDP ran is not stated"},
    {"parallel.framework", "fsdp1", "sharding.strategy",
        "fsdp1 *fullshard fsdpfullshardthunderreadme *shardgradop hybridshard fsdphybridshard "
        "fsdp1hybridshard"},
    {"parallel.framework", "fsdp2", "sharding.strategy", "fsdp2* hsdp"},
    {"parallel.framework", "megatron", "sharding.strategy", "distributedoptimizer*"},
    {"parallel.framework", "deepspeed", "sharding.strategy", "*zero1* *zero2* *zero3* zerostage*"},
    {"parallel.framework", "deepspeed", "framework", "deepspeed* megatrondeepspeed*"},
    {"parallel.framework", "megatron", "framework", "megatronlm*"},
    {"parallel.framework", "trainer", "framework", "*"},

    {"parallel.wrap", "embed-head", "framework", "torchtitan*"},
    {"parallel.gradient_sync", "every-micro-step", "framework", "torchtune*"},
    {"parallel.gradient_precision", "fp32", "precision.grads", "fp32*"},
    // fms-acceleration's accelerate.yaml asks for fsdp_backward_prefetch: BACKWARD_PRE.
    {"parallel.overlap", "on", "framework", "hftrainerfmshftuning*"},
    {"parallel.overlap", "on", "notes", "*backwardprefetchbackwardpre*"},
    {"parallel.offload", "none", "cpu_offload", "", "whether anything is offloaded is not stated"},
    {"parallel.offload", "none", "cpu_offload", "none"},
    {"parallel.offload", "parameters", "cpu_offload", "params paramsgradsoptim"},
    {"parallel.offload", "optimizer", "cpu_offload", "optimizer"},

    {"training.method", "full", "method", "full pretrain"},
    {"training.method", "lora", "method", "lora"},
    {"training.method", "qlora", "method", "qlora"},

    {"training.optimizer", "adamw", "optimizer", "adamwfused adamwtorchfused adamfused fusedadam"},
    // torch.optim.AdamW takes its foreach form on GPUs where nothing else is asked for.
    {"training.optimizer", "adamw-foreach", "optimizer", "adamw",
        "the form of AdamW is not stated: what torch takes by itself"},
    {"training.optimizer", "adamw-foreach", "optimizer",
        "adamwforeach adamwtorch adamwtorchforeach adamwtorchhfdefault adamwtorchhfdefaultforeach "
        "torchadamwadaptersonly torchoptimadamw"},
    {"training.optimizer", "adamw-8bit", "optimizer",
        "adamwbnb8bit adamw8bit 8bitadamw bnbadamw8bit"},
    // The states of paged optimizers are in unified memory, which the allocator does not count.
    {"training.optimizer", "paged-adamw-8bit", "optimizer",
        "pagedadamw8bit pagedadamw32bit pagedadamwbnb adamwpagedbnb"},
    {"training.optimizer", "adafactor", "optimizer", "adafactor"},
    {"training.optimizer", "lion", "optimizer", "lion"},
    {"training.optimizer", "muon", "optimizer", "muon"},
    {"training.optimizer", "sgd", "optimizer", "sgd"},
    {"training.optimizer", "sgd-momentum", "optimizer", "sgdmomentum"},

    {"training.checkpointing", "none", "gradient_checkpointing", "none*notstated*",
        "checkpointing is not stated: the default"},
    {"training.checkpointing", "full", "gradient_checkpointing", "full*notstated*",
        "checkpointing is not stated: the default"},
    {"training.checkpointing", "none", "gradient_checkpointing", "none*"},
    {"training.checkpointing", "full", "gradient_checkpointing", "full*"},
    {"training.checkpointing", "selective", "gradient_checkpointing", "selectiveoplevel*"},

    {"training.attention", "flash", "attention", "*flash*"},
    // What a Hugging Face model or torchtune takes where none is chosen.
    {"training.attention", "flash", "attention", "", "the attention kernel is not stated"},
    // Benchmarks fill their sequences.
    {"training.attention", "flash", "attention", "*sdpa*",
        "which kernel SDPA picks is not stated: FlashAttention, as without a padding mask"},
    {"training.attention", "eager", "attention", "*eager*"},

    // Liger, cut cross-entropy and NeMo make the loss without whole logits.
    {"training.loss", "fused", "notes", "*fusedlinearce* *cutcrossentropy* *linearcrossentropy*"},
    {"training.loss", "in-place", "notes", "*fusedcekernel*"},
    {"training.loss", "chunked", "notes", "*losscomputedinchunks*"},
    {"training.loss", "standard", "notes", "*"},
    {"training.kernels", "unsloth", "notes", "*fusedrmsnorm*"},
    {"training.kernels", "cuda", "notes", "*"},
    {"training.fusion", "fused", "notes",
        "*fusedrmsnorm* *fusedlinearce* *cutcrossentropy* *linearcrossentropy*"},

    {"training.stack", "transformers-4", "framework", "pytorchfsdppeftcustomscript",
        "no release of transformers is named: the script is of March 2024"},
    {"training.stack", "transformers-4", "framework", "deepspeed",
        "no release of transformers is named: the script sets what 4.36 took away"},
    {"training.stack", "transformers-5", "versions.transformers", "",
        "no release of transformers is named: today's modules"},
    // fsdp_qlora's train.py refers to the model's output until the end of the step, PEFT's run.py
    // until the next output is there.
    {"training.outputs", "step", "framework", "pytorchfsdppeftcustomscript"},
    {"training.outputs", "next", "framework", "peftcustomloop"},
    {"training.outputs", "dropped", "framework", "*"},

    {"hardware.allocator", "expandable", "notes", "*expandablesegmentson*"},
});

/// An input that a plan cannot do without: which field it is about, and why a run is refused.
struct Required
{
    std::string_view key;
    std::string_view field;
    std::string_view unknown;
};
constexpr std::array<Required, 6> required{{
    {"parallel.strategy", "sharding.strategy", "the sharding is not modelled"},
    {"parallel.offload", "cpu_offload", "the offload is not modelled"},
    {"training.method", "method", "the method is not modelled"},
    {"training.optimizer", "optimizer", "the optimizer is not modelled"},
    {"training.checkpointing", "gradient_checkpointing", "the checkpointing is not modelled"},
    {"training.attention", "attention", "the attention kernel is not modelled"},
}};

} // namespace

void settle(Draft &draft, const Printed &run, std::string_view key)
{
    const auto rule = std::find_if(rules.begin(), rules.end(),
        [&](const Rule &each) { return each.key == key && run.says(each.field, each.theirs); });
    if (rule != rules.end())
        return draft.assume(key, rule->value, std::string(rule->why));
    const auto missed = std::find_if(
        required.begin(), required.end(), [key](const Required &each) { return each.key == key; });
    if (missed != required.end())
        draft.refuse(missed->unknown, run.text(missed->field));
}

} // namespace shardscope
