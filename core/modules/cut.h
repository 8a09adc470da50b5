// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/tensorplan.h"
#include "core/plan/stage.h"
#include "core/scenario/options.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

/// Layers of a stage that one checkpoint holds, from `first` up to `end`.
struct LayerGroup
{
    int first = 0;
    int end = 0;

    int size() const { return end - first; }
    bool isSeveral() const { return size() > 1; }
};

/// How a model is cut over the ranks of one pipeline stage. All sizes of tapes written with it are
/// those of one rank.
struct MeshCut
{
    double tensor = 1; ///< ranks that share each matrix
    bool sequence = false; ///< norms and residual stream are cut along the sequence as well
    double context = 1; ///< ranks that share each sequence; `LayerSettings::sequence` is a share
    ContextKind contextKind = ContextKind::Ring;
    double expert = 1; ///< ranks among which routed experts are dealt out
    double expertTensor = 1; ///< ranks that share each expert
    double expertLoad = 1; ///< tokens that come to this rank's experts, by the mean of all ranks
    double expertCapacity = 0; ///< tokens that an expert takes at most, of the mean; 0: all
    bool padsExperts = false; ///< up to that
    /// GPUs that have one set of experts between them, dealt out and sharded (torchtitan's alone).
    double expertSharers = 1;
    TokenDispatcher dispatcher = TokenDispatcher::AllToAll; ///< Megatron-Core's
    Stage stage{};
    int chunks = 1; ///< of the stage, which interleave
    bool splitsBackward = false; ///< gradients of weights come in a pass of their own
    /// Each rank computes the loss from its own share of the vocabulary (loss parallelism).
    bool splitsLoss = false;
    /// DeepSpeed's AutoTP: a head of its own is cut as well, and its logits are gathered; biases
    /// are added behind the product.
    bool isAutoTp = false;
    /// DeepSpeed's AutoEP: layers with experts are its own.
    bool isAutoEp = false;
    std::optional<TensorPlan> plan{}; ///< transformers', where that cuts the model
    // Of Megatron-Core alone.
    double vocabulary = 0; ///< padded
    /// TransformerEngine's modules: they keep a dummy for each shape of a weight whose gradient
    /// goes straight into the buffer. Without it the product makes the dummy each time.
    bool hasEngine = true;
    /// TransformerEngine's attention before Hopper is flash-attn's, which takes batches first: of
    /// several sequences it turns what comes and what goes (dot_product_attention/utils.py,
    /// get_attention_backend; backends.py, FlashAttention). From Hopper on it is cuDNN's.
    bool turnsBatches = false;
    /// TransformerEngine's 8-bit products (tensor/float8_tensor.py): whether an operand is there by
    /// rows and by columns. From Blackwell on products take one scaled as a whole either way.
    bool hasBothLayouts = true;
    double layouts() const { return hasBothLayouts ? 2 : 1; }
    bool fusesRotary = true; ///< rotary embedding in one kernel
    SoftmaxKernel softmax = SoftmaxKernel::Plain; ///< of eager attention
    int checkpointed = 0; ///< layers of a chunk that are computed again (`block`); 0: all
    int grouped = 1; ///< layers under one checkpoint, from a chunk's first on (`uniform`)
    // Of DeepSpeed's pipeline engine alone.
    int pipeBuffers = 1; ///< that a stage fills, with a micro-batch each (TrainSchedule)

    /// Of a rank's tokens, each as often as it has chosen an expert: how many are sent to experts,
    /// and how many come to this rank's (Megatron-Core 0.20 moe/moe_utils.py, get_capacity,
    /// apply_router_token_dropping).
    struct RoutedRows
    {
        double sent = 0;
        double arrived = 0;
    };
    RoutedRows routedRows(double chosen, double experts) const
    {
        const RoutedRows all{chosen, std::ceil(chosen * expertLoad)};
        if (expertCapacity <= 0)
            return all;
        const double room = std::ceil(chosen / experts * expertCapacity) * experts;
        return padsExperts ? RoutedRows{room, room}
                           : RoutedRows{std::min(all.sent, room), std::min(all.arrived, room)};
    }
    /// Ranks whose tokens an expert may get.
    double sharersOfTokens() const { return expert * expertTensor; }
    /// Share of the residual stream that a rank holds.
    double stream() const { return sequence ? 1 / tensor : 1; }
    int layersOfChunk() const { return std::max(1, stage.layers / chunks); }
    /// The checkpoint's that the layer is under; what is left over at a chunk's end is one as well.
    LayerGroup groupOf(int layer) const
    {
        const int each = layersOfChunk();
        const int chunk = std::min(layer / each, chunks - 1);
        const int end = chunk == chunks - 1 ? stage.layers : (chunk + 1) * each;
        const int first = layer - (layer - chunk * each) % grouped;
        return {first, std::min(first + grouped, end)};
    }
    bool operator==(const MeshCut &) const = default;
};

} // namespace shardscope
