// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/settings.h"

#include <array>

namespace shardscope {

/// Whether torchtitan's plan for Llama fits a model (models/llama3/parallelize.py): query, key,
/// value, gate and up cut along their outputs, output and down along their inputs, nothing else in
/// a layer but norms.
bool hasDtensorPlan(const ModelSpec &spec, int tensorRanks);
/// Whether torchtitan's mixture of experts (models/common/moe.py) is what a model has: gated
/// experts without biases, weighed by softmax or sigmoid of all scores.
bool hasTitanExperts(const ModelSpec &spec);
/// Whether DeepSpeed's AutoTP takes transformers' plan for a family over: it knows no gathering in
/// between and no experts (0.19.6 module_inject/tp_plan_converter.py, SUPPORTED_STYLES), and goes
/// by the names of modules where it does not. Of norms of single heads, whose gradients it would
/// sum up, it ends with a NameError (module_inject/auto_tp.py, register_replicated_grad_hooks calls
/// print_dist, which the module does not import).
bool hasAutoTpPlan(const ModelSpec &spec);
/// Whether DeepSpeed 0.19.6 knows a model's experts (module_inject/auto_ep_presets) and is planned
/// to deal them out: not so Qwen3.5's, beside layers with a state.
bool hasAutoEpPreset(const ModelSpec &spec);

/// In what decoder layers of one model may differ.
struct LayerKind
{
    LayerForm form{};
    bool hasRotary = true; ///< has rotary embedding, where the family has it
    bool inputRequiresGrad = true; ///< something before it is trained
    bool startsStream = false; ///< it is given what the embedding made (Mamba, XGLM)
    /// What other units have made of what layers have in common, as far as it is there.
    std::array<Tensor, CommonCount> common{};

    const Tensor &commonly(Common what) const { return common[static_cast<std::size_t>(what)]; }
};

/// A decoder layer: from hidden state to hidden state.
Tape layerTape(const LayerSettings &settings, const LayerKind &kind);

/// What torchtitan's selective checkpointing keeps of a layer: attention, and every other matrix
/// product.
void pickForSelectiveCheckpoint(Tape &layer);

/// From token ids to the first hidden state. `requiresGrad`: the table is frozen, but what is
/// looked up is made to require a gradient, as checkpointing wants it (enable_input_require_grads).
Tape embeddingTape(const LayerSettings &settings, bool requiresGrad = false);

/// Final norm, output head and loss. `heldInNorm`: bytes that the model lets go of after the norm.
/// `takesGradient`: something before it is trained. `started`: bytes of what several streams began
/// as, of which the model lets go when the layers are through.
Tape headTape(const LayerSettings &settings, double heldInNorm = 0, bool takesGradient = true,
    double started = 0);

} // namespace shardscope
