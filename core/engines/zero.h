// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/zerobucket.h"
#include "core/engines/zeromodel.h"

#include <algorithm>
#include <vector>

namespace shardscope {

// What the stages of DeepSpeed's ZeRO have in common; all sizes are of rank 0.

/// Gradients where ZeRO leaves their reduction to engine.py, and the elements that it takes at once
/// (MEMORY_OPT_ALLREDUCE_SIZE).
inline constexpr Channel engineReduction{Payload::Gradients, CollectiveOp::AllReduce,
    "DeepSpeed 0.19.6 engine.py: gradients are all-reduced after the last micro-step", false};
inline constexpr double reducedAtOnce = 5e8;
/// Weights after an update of own partitions.
inline constexpr Channel updatedWeights{Payload::Weights, CollectiveOp::AllGather,
    "DeepSpeed 0.19.6 all_gather_into_tensor_dp_groups: updated weights are all-gathered at "
    "once, whatever allgather_bucket_size"};

inline constexpr std::string_view zeroFrozenSource
    = "DeepSpeed 0.19.6: what is not trained stays as it is";
// Offload to the host.
inline constexpr std::string_view zeroToHostSource
    = "DeepSpeed 0.19.6: gradients of the own partition go to the host";
inline constexpr std::string_view zeroSumsSource
    = "DeepSpeed 0.19.6: micro-steps are added on the GPU, the sum goes back";
inline constexpr std::string_view zeroToGpuSource
    = "DeepSpeed 0.19.6: updated weights come back in 16 bit";

/// Sizes of the zero_optimization group, in elements; what is not given is what Hugging Face's
/// "auto" sets (transformers 5.12, integrations/deepspeed.py).
struct ZeroSizes
{
    double reduceBucket = 0;
    double prefetchBucket = 0;
    double persistenceThreshold = 0;
    double subGroup = 0;
};
ZeroSizes zeroSizes(const Workload &work);

/// Bytes of an accumulated gradient: data_types.grad_accum_dtype, by default the model's dtype.
double accumulatedBytes(const Workload &work);
/// Bytes of a master weight; all-16-bit training keeps them in 16 bit.
double masterBytes(const Workload &work);
/// Bytes of scratch while one flat partition is updated.
double partitionScratch(const Workload &work, double elements);

/// Scratch of torch.optim's loop over tensors (adam.py, _single_tensor_adam): the square root of a
/// second moment and its quotient, beside the quotient of the tensor before, to which a name still
/// refers.
class LoopScratch
{
public:
    void next(double elements)
    {
        m_most = std::max(m_most, 2 * elements + m_last);
        m_last = elements;
    }
    /// Another group of parameters has a loop of its own.
    void begin() { m_last = 0; }
    double most() const { return m_most; } ///< elements

private:
    double m_most = 0;
    double m_last = 0;
};

/// What one of the ranks holds of `whole`: a plain share, unless it was rounded up.
Term shareOf(double whole, double own, int ranks);

/// Optimizer state of that many of the trained parameters.
Term zeroState(const Workload &work, double elements);

/// The same in bytes of each, of optimizers whose states go by the number of weights.
double stateBytes(const Workload &work);

bool offloadsOptimizer(const Workload &work);

/// The part that every stage plays alike: gradients that arrive one by one, tied tables' together,
/// and leave by buckets where the stage has them.
class ZeroPolicy : public Policy
{
public:
    void beginMicroStep(const MicroStep &step) override { m_step = step; }
    void gradient(const Unit &unit, const Parameter &parameter) final;
    /// engine.step() has done it.
    void zeroGradients() final { }
    void remember(const LayerRow &row) final;
    int skip(const LayerRow &row) final;

protected:
    ZeroPolicy(
        const Workload &work, const ModelTapes &model, const Sinks &sinks, std::string_view source);

    /// Whether a gradient stays with autograd's until `arrive`.
    virtual bool waits(const Unit &, const Parameter &) { return false; }
    void arrive(int parameter);
    /// A gradient is there, held by autograd until the hook returns. True: it lives on under the
    /// account of gradients; false: its bytes are elsewhere by then.
    virtual bool ready(int parameter) = 0;

    /// reduce_independent_p_g_buckets_and_remove_grads: whether the gradient keeps its own storage,
    /// being larger than a bucket.
    bool addToBucket(int parameter);
    /// Where the stage has a bucket: reduces what is in it and empties it.
    virtual void reduceBucket() { }

    /// Whether the gradient has a storage of its own.
    bool owns(int parameter) const { return m_owns[static_cast<std::size_t>(parameter)] != 0; }
    void disown(int parameter);
    void disownAll();

    /// Weights that are not trained, whole.
    void holdFrozen(std::string_view source);

    // What the stage looks at besides the bucket, between two layers of a row.
    /// How many of the row's next layers come upon what those since the remembered instant came
    /// upon, each upon what its own one in their group did.
    virtual int likeAhead(const LayerRow &row) const { return row.left; }
    virtual void skipAhead(const LayerRow &, int /*layers*/) { }
    virtual void rememberAhead(const LayerRow &) { }

    const ZeroModel m_model;
    const ZeroSizes m_sizes;
    MicroStep m_step;
    ZeroBucket m_bucket;
    ZeroBucket::Instant m_bucketBefore; ///< at the remembered instant
    Ledger::Account m_gradients;
    Ledger::Account m_flat; ///< for a moment: flattened copies
    Ledger::Account m_scratch;

private:
    void skipGradients(const LayerRow &row, int groups);

    std::vector<char> m_owns; ///< by parameter
    double m_heldBefore = 0; ///< gradients
    double m_tied = 0; ///< the head's share of a tied table's gradient
};

std::unique_ptr<Policy> zeroOff(
    const Workload &work, const ModelTapes &model, const Sinks &sinks); ///< stage 0
std::unique_ptr<Policy> zeroPartitioned(
    const Workload &work, const ModelTapes &model, const Sinks &sinks); ///< stages 1 and 2
std::unique_ptr<Policy> zeroBf16(
    const Workload &work, const ModelTapes &model, const Sinks &sinks); ///< BF16_Optimizer
std::unique_ptr<Policy> zeroSharded(
    const Workload &work, const ModelTapes &model, const Sinks &sinks); ///< stage 3

} // namespace shardscope
