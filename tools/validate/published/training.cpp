// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/published/mapping.h"

#include <cstdlib>
#include <string>

namespace shardscope {

namespace {

/// States a value, or assumes it where there is a `why`.
void stateUnless(
    Draft &draft, std::string_view key, const Json &value, bool isOpen, const char *why)
{
    draft.assume(key, value, isOpen ? why : "");
}

void stateSizes(Draft &draft, const Printed &run)
{
    const auto sequence = static_cast<double>(run.size("seq_len"));
    const auto batch = static_cast<double>(run.size("micro_batch"));
    const std::int64_t accumulation = run.size("grad_accum");
    if (sequence == 0 || batch == 0)
        draft.refuse("sequence length or micro-batch is not stated, or varies");
    stateUnless(draft, "training.sequence_length", sequence, run.says("notes", "*seqlenisthecap*"),
        "a cap is stated; batches are as long as their longest sequence");
    stateUnless(draft, "training.micro_batch", batch,
        run.says("notes", "*localbatchsizenotstated*"),
        "the micro-batch is not stated: the configuration's default");
    stateUnless(draft, "training.accumulation",
        static_cast<double>(std::max<std::int64_t>(accumulation, 1)), accumulation == 0,
        "accumulation of gradients is not stated: none");
}

/// A precision, and why it is assumed; empty where it is not.
struct Stated
{
    std::string precision;
    const char *why = "";
};

/// Under adapters: 16 bit in all, unless autocast casts adapters that are fp32.
Stated adapterPrecision(const Printed &run, const std::string &half)
{
    const bool isPure = run.says("precision.adapter", "*noamp*")
        || run.says("precision.grads", "*bf16*") || run.says("precision.optim_states", "*bf16*")
        || run.says("precision.compute", "*bf16true*");
    const bool isOpen
        = run.text("precision.adapter").empty() && run.text("precision.optim_states").empty();
    if (isPure)
        return {half};
    return {half + "-master", isOpen ? "whether adapters run under autocast is not stated" : ""};
}

/// Of all weights. FSDP's fp32 shards are the master copy.
Stated wholePrecision(const Printed &run, const std::string &half)
{
    const bool hasMaster = run.says("precision.weights", "*shard*")
        || run.says("precision.master", "*fp32*") || run.says("precision.optim_states", "*fp32*");
    const bool isOpen = run.text("precision.optim_states").empty()
        && run.text("precision.grads").empty() && !run.says("precision.compute", "*true*");
    if (hasMaster)
        return {half + "-master"};
    return {half, isOpen ? "dtypes of gradients and moments are not stated: the weights'" : ""};
}

Stated precisionOf(const Printed &run)
{
    const bool isHalf = run.says("precision.compute", "*fp16*");
    if (!isHalf && !run.says("precision.compute", "*bf16* *bfloat16*")) {
        const bool isFull
            = run.says("precision.compute", "fp32 tf32") && run.says("precision.weights", "fp32");
        return {isFull ? "fp32" : ""};
    }
    const std::string half = isHalf ? "fp16" : "bf16";
    return run.says("method", "lora qlora") ? adapterPrecision(run, half)
                                            : wholePrecision(run, half);
}

void statePrecision(Draft &draft, const Printed &run)
{
    const auto [precision, why] = precisionOf(run);
    if (precision.empty())
        draft.refuse("the precision is not modelled", run.text("precision.compute"));
    draft.assume("training.precision", precision, why);
}

void stateOptimizer(Draft &draft, const Printed &run)
{
    // DeepSpeed brings a fused Adam of its own.
    if (run.text("optimizer") == "Adam" && run.text("framework") == "deepspeed")
        draft.state("training.optimizer", "adamw");
    else
        settle(draft, run, "training.optimizer");
}

/// The release of transformers: 4.46 changed the loss, 5 the checkpoints.
void stateRelease(Draft &draft, const Printed &run)
{
    const std::string version(run.text("versions.transformers"));
    settle(draft, run, "training.stack");
    if (version.empty())
        return;
    const bool isFive = !version.starts_with("4.");
    const bool isOld = !isFive && std::atoi(version.c_str() + 2) < 46;
    draft.state("training.stack",
        isFive      ? "transformers-5"
            : isOld ? "transformers-4"
                    : "transformers-4.46");
}

} // namespace

std::string_view kernelsOf(const Printed &run)
{
    if (run.says("notes", "*fusedlinearce* *cutcrossentropy* *linearcrossentropy*"))
        return "fused-head";
    return run.says("notes", "*fusedrmsnorm*") ? "fused" : "none";
}

void stateTraining(Draft &draft, const Printed &run)
{
    if (run.isTrue("lora.use_dora"))
        draft.refuse("variants of LoRA (DoRA) are not modelled");
    settle(draft, run, "training.method");
    stateSizes(draft, run);
    if (run.isTrue("compile"))
        draft.refuse("torch.compile decides anew what is kept");
    if (!run.find("compile"))
        draft.assume("training.fusion", "none", "whether torch.compile ran is not stated");
    statePrecision(draft, run);
    stateOptimizer(draft, run);
    for (const std::string_view key : {"training.checkpointing", "training.attention",
             "training.loss", "training.kernels", "training.fusion", "training.outputs"})
        settle(draft, run, key);
    stateRelease(draft, run);
    if (draft.scenario().training.method != Method::Full)
        stateAdapters(draft, run);
}

} // namespace shardscope
