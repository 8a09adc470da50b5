// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/policy.h"

#include <span>
#include <vector>

namespace shardscope {

// What the stages of DeepSpeed's ZeRO have in common; all sizes are of rank 0.

/// A parameter of the whole model.
struct ZeroParameter
{
    double elements = 0;
    double bytes = 0; ///< of the whole gradient, as autograd makes it
    bool trainable = true;
    int module = 0; ///< numbered through the whole model
};

/// The model's parameters in the order of `model.parameters()`, which is how DeepSpeed cuts them,
/// and its modules in the order in which they run. Tied tables are one parameter.
class ZeroModel
{
public:
    ZeroModel(const Workload &work, const ModelTapes &tapes);

    const std::vector<ZeroParameter> &parameters() const { return m_parameters; }
    const ZeroParameter &at(int parameter) const
    {
        return m_parameters[static_cast<std::size_t>(parameter)];
    }
    int indexOf(const Unit &unit, const Parameter &parameter) const;
    /// Parameters that a module owns.
    std::span<const int> ownedBy(int module) const
    {
        const auto at = static_cast<std::size_t>(module);
        return std::span(m_owned).subspan(
            m_firstOwned[at], m_firstOwned[at + 1] - m_firstOwned[at]);
    }
    int moduleCount() const { return static_cast<int>(m_firstOwned.size()) - 1; }
    int moduleOf(const Unit &unit, int module) const;

    /// Calls of modules in one forward and backward pass; `NoModule` is one without parameters.
    static constexpr int NoModule = -1;
    const std::vector<int> &calls() const { return m_calls; }

private:
    /// A module of a unit, and how many calls of modules without parameters come just before its
    /// own.
    struct Module
    {
        int beforeForward = 0;
        int beforeBackward = 0;
        bool readsHidden = false;
        std::vector<int> owned{}; ///< places in the unit's order
    };
    /// What units of one kind have in common.
    struct Kind
    {
        std::vector<int> places{}; ///< of the tape's parameters, in declaration order
        std::vector<ZeroParameter> parameters{}; ///< in declaration order, modules as on the tape
        std::vector<Module> modules{};
    };
    struct PlacedUnit
    {
        std::size_t kind = 0;
        int firstParameter = 0;
        int firstModule = 0;
    };

    static Kind kindOf(const Tape &tape, bool isLayer);
    void add(std::size_t kind);
    void shareTable();
    void addCalls(bool recomputes);
    void call(int unit, bool isBackward, bool isRecomputed);

    std::vector<Kind> m_kinds;
    std::vector<PlacedUnit> m_units;
    std::vector<ZeroParameter> m_parameters;
    std::vector<int> m_owned; ///< parameters by module, one module after the other
    std::vector<std::size_t> m_firstOwned{0}; ///< by module, and the end
    std::vector<int> m_calls;
    bool m_sharesTable = false; ///< the head's matrix is the embedding's
    bool m_startsFrozen = false; ///< nothing before the first adapters needs a gradient
};

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
/// Of the update of one flat partition.
double partitionScratch(const Workload &work, double elements);

/// Elements of the sub-groups that parameters of these sizes are updated in, one after the other.
std::vector<double> zeroSubGroups(const std::vector<double> &shards, double size);

/// What one of the ranks holds of `whole`: a plain share, unless it was rounded up.
Term shareOf(double whole, double own, int ranks);

/// Optimizer state of that many of the trained parameters.
Term zeroState(const Workload &work, double elements);

bool offloadsOptimizer(const Workload &work);

/// The part that every stage plays alike: gradients that arrive one by one, tied tables' together.
class ZeroPolicy : public Policy
{
public:
    void beginMicroStep(const MicroStep &step) override { m_step = step; }
    void gradient(const Unit &unit, const Parameter &parameter) final;
    /// engine.step() has done it.
    void zeroGradients() final { }

protected:
    ZeroPolicy(
        const Workload &work, const ModelTapes &model, Ledger &ledger, std::string_view source);

    /// A gradient is there, held by autograd until the hook returns. True: it lives on under the
    /// account of gradients; false: its bytes are elsewhere by then.
    virtual bool ready(int parameter) = 0;

    /// Bytes of gradients that have storages of their own.
    void disown(int parameter);
    void disownAll();

    /// Weights that are not trained, whole.
    void holdFrozen(std::string_view source);

    const ZeroModel m_model;
    const ZeroSizes m_sizes;
    MicroStep m_step;
    Ledger::Account m_gradients;
    Ledger::Account m_flat; ///< for a moment: flattened copies
    Ledger::Account m_scratch;
    std::vector<double> m_own; ///< bytes of each parameter's gradient, where it has a storage

private:
    double m_tied = 0; ///< the head's share of a tied table's gradient
};

std::unique_ptr<Policy> zeroOff(
    const Workload &work, const ModelTapes &model, Ledger &ledger); ///< stage 0
std::unique_ptr<Policy> zeroPartitioned(
    const Workload &work, const ModelTapes &model, Ledger &ledger); ///< stages 1 and 2
std::unique_ptr<Policy> zeroBf16(
    const Workload &work, const ModelTapes &model, Ledger &ledger); ///< BF16_Optimizer
std::unique_ptr<Policy> zeroSharded(
    const Workload &work, const ModelTapes &model, Ledger &ledger); ///< stage 3

} // namespace shardscope
