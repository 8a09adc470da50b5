// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

namespace shardscope {

/// The framework chosen, or, for `auto` and where the chosen one has no such strategy, the one that
/// a user of the strategy would run.
Framework frameworkFor(const Parallel &parallel);

/// What a training loop decides: how FSDP's units are wrapped, and which micro-steps reduce
/// gradients. Never `auto`.
struct LoopHabits
{
    Wrap wrap = Wrap::Root;
    GradientSync gradientSync = GradientSync::LastMicroStep;
    bool keepsHead = false; ///< unsharded from its forward to its backward pass
    /// FSDP1: adapters lie in the flat parameters of their layers, all of which get gradients.
    bool flattensAdapters = false;
    bool prefetchesBackward = false; ///< FSDP1's own default, BackwardPrefetch.BACKWARD_PRE
    bool quantizesHead = false; ///< in 4 bit, too
    bool keepsQuantizedInputs = false; ///< bitsandbytes before 0.43.2
    bool autocasts = false; ///< the forward pass, where precision is mixed
    bool reducesInSingle = false; ///< FSDP: gradients, unless told otherwise
    bool trainsFlat = false; ///< FSDP1: use_orig_params=False
    bool releasesRoot = false; ///< FSDP1: behind each pass without autograd
};
/// The habits that a scenario runs with: those chosen one by one, else those of its loop.
LoopHabits habitsFor(const Scenario &scenario);

constexpr bool isFsdp(Framework framework)
{
    return framework == Framework::Fsdp1 || framework == Framework::Fsdp2;
}

/// Whether layers and their checkpoints are the model's own, not those of an engine.
inline bool wrapsEachLayer(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    return framework == Framework::Trainer || isFsdp(framework);
}

/// Whether transformers' layers make the checkpoints (5.12 modeling_layers.py,
/// GradientCheckpointingLayer), of the kind that they are asked for. Others' are of one kind.
bool choosesCheckpointKind(const Scenario &scenario);

/// Whether there is a choice to run 16-bit weights under autocast. DeepSpeed and Megatron-LM take
/// their own way (accelerate 1.14 accelerator.py, native_amp); what a GradScaler is to unscale must
/// not be fp16; beside adapters training.precision says it.
bool mayAutocastHalf(const Scenario &scenario);
/// Whether 16-bit weights, or 16-bit copies of what FSDP shards, run under autocast.
bool autocastsHalf(const Scenario &scenario);

/// What is offloaded: as chosen, as far as the framework can do it.
Offload offloadFor(const Parallel &parallel);
/// Whether the CPU runs the optimizer. How long that takes is estimated, and was never measured.
bool updatesOnHost(const Scenario &scenario);

/// Whether frozen layers and tables, and PEFT's copies of tables, are planned under its framework,
/// whatever the model: with transformers 5's modules under the Trainer and FSDP2, not where the
/// model is cut or offloaded, nor for other objectives than the next token.
bool plansTrainedParts(const Scenario &scenario);

} // namespace shardscope
