// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/precisionfacts.h"

#include "core/scenario/framework.h"

namespace shardscope {

namespace {

/// PPOTrainer makes an Accelerator of its own, which hears of mixed precision from the launcher
/// alone, not from bf16 or fp16 (TRL 1.10.0.dev0 experimental/ppo/ppo_trainer.py, __init__).
bool isUnheard(const FactList &facts)
{
    const Fact *mixed = facts.find("mixed_precision");
    if (!mixed || !facts.is("training.objective", "ppo"))
        return false;
    const std::string_view key = mixed->origin.key;
    return mixed->origin.kind != OriginKind::File || key.ends_with("bf16") || key.ends_with("fp16");
}

/// training.autocast where the weights that compute in 16 bits are 16-bit themselves; empty: as the
/// training loop has it (autocastsHalf).
std::string_view autocastFor(const FactList &facts, bool isFsdp, bool isMixed)
{
    Scenario scenario;
    scenario.training.loop = fromName<Loop>(facts.word("training.loop")).value_or(Loop::Auto);
    const bool isUsual
        = !isFsdp && habitsFor(scenario).autocasts && !facts.is("training.objective", "ppo");
    return isMixed == isUsual ? std::string_view() : isMixed ? "on" : "off";
}

} // namespace

PrecisionInputs precisionInputs(const FactList &facts, std::string_view engine, bool isAdapted)
{
    const bool hearsNothing = isUnheard(facts);
    const std::string_view said = hearsNothing ? "no" : facts.word("mixed_precision");
    const std::string_view mixed = said == "fp8" ? "bf16" : said;
    const bool isMixed = mixed == "bf16" || mixed == "fp16";
    const bool isFsdp = engine == "fsdp";
    const bool ownsMixed
        = engine == "deepspeed" || isFsdp || engine == "megatron" || engine == "nanotron";
    // Which dtype weights have before an engine takes them; a checkpoint's are 16-bit.
    const bool isSingle = facts.is("weights_dtype", "fp32");
    const bool isFp16 = facts.is("weights_dtype", "fp16");
    const bool upcasts = !ownsMixed && !isAdapted && facts.is("upcast_trained", "yes");
    const bool keepsShards
        = isFsdp && !isAdapted && !isSingle && facts.is("upcast_trained", "no"); // as loaded
    PrecisionInputs inputs;
    inputs.isUnheard = hearsNothing;
    bool isHalf = false;
    if (!isMixed) {
        isHalf = !isSingle && !upcasts;
        inputs.precision = !isHalf ? "fp32" : isFp16 ? "fp16" : "bf16";
    } else if (keepsShards) {
        isHalf = true;
        inputs.precision = mixed;
    } else if (ownsMixed) {
        inputs.precision = std::string(mixed) + "-master";
    } else if (isSingle || upcasts) {
        inputs.precision = std::string(mixed) + "-amp";
    } else {
        isHalf = !isAdapted;
        inputs.precision = std::string(mixed) + (isAdapted ? "-master" : "");
    }
    if (isHalf && !isAdapted && !mixed.empty() && (!ownsMixed || isFsdp)
        && !facts.find("training.autocast"))
        inputs.autocast = autocastFor(facts, isFsdp, isMixed);
    inputs.hasSingleAdapters = isAdapted && !isMixed && !isSingle && !ownsMixed
        && !facts.is("upcast_trained", "no") && !facts.find("training.lora_precision");
    return inputs;
}

} // namespace shardscope
