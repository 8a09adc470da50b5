// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/checkpointfacts.h"

namespace shardscope {

namespace {

/// Axolotl (utils/config/__init__.py, normalize_config) leaves the checkpoints of rl to TRL.
bool isSupervised(const FactList &facts)
{
    const std::string_view trained = facts.word("training.objective");
    return trained.empty() || trained == "causal-lm" || trained == "reward"
        || trained == "classification";
}

} // namespace

bool areReentrant(const FactList &facts, std::string_view engine, bool isAdapted)
{
    // accelerate 1.14 accelerator.py and utils/fsdp_utils.py: CheckpointImpl.NO_REENTRANT.
    if (facts.is("fsdp_checkpointing", "yes"))
        return false;
    const bool isZero3 = engine == "deepspeed" && facts.number("zero_stage").value_or(0) == 3;
    const bool isFsdp2 = engine == "fsdp" && facts.number("fsdp_version").value_or(1) == 2;
    const std::string_view usual = facts.word("reenters_usually");
    // TRL 1.10.0.dev0 trainer/sft_trainer.py, __init__: whatever it is asked for.
    if (usual == "zero3-adapters" && isZero3 && isAdapted)
        return true;
    // LLaMA-Factory, model/model_utils/checkpointing.py, prepare_model_for_training: the same.
    if (usual == "unless-fsdp2" && isFsdp2)
        return false;
    if (facts.isSaid("reenters"))
        return facts.is("reenters", "yes");
    // ms-swift, trainers/mixin.py, _fix_gradient_checkpointing.
    const double processes
        = facts.number("gpus_per_node").value_or(1) * facts.number("nodes").value_or(1);
    if (usual == "unless-ddp" && engine != "deepspeed" && processes > 1)
        return false;
    // Of a program's own accord.
    return facts.is("reenters", "yes") || usual == "unless-fsdp2" || usual == "unless-ddp"
        || (usual == "supervised" && isSupervised(facts));
}

} // namespace shardscope
