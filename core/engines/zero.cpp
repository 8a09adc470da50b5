// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zero.h"

#include "core/engines/offload/offload.h"
#include "core/engines/optimizerstate.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace shardscope {

ZeroSizes zeroSizes(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    const auto hidden = static_cast<double>(work.spec().hidden);
    const auto given = [](std::int64_t value, double automatic) {
        return value > 0 ? static_cast<double>(value) : automatic;
    };
    return {.reduceBucket = given(parallel.reduceBucket, hidden * hidden),
        .prefetchBucket = given(parallel.prefetchBucket, 0.9 * hidden * hidden),
        .persistenceThreshold = given(parallel.persistenceThreshold, 10 * hidden),
        .subGroup = given(parallel.subGroup, 1e9)};
}

double accumulatedBytes(const Workload &work)
{
    return work.scenario.parallel.gradientPrecision == GradientPrecision::Fp32 ? 4
                                                                               : work.recipe.weight;
}

double masterBytes(const Workload &work)
{
    return work.recipe.moment;
}

double partitionScratch(const Workload &work, double elements)
{
    const double moment = work.recipe.moment;
    switch (work.training().optimizer) {
    case Optimizer::AdamWForeach:
        return moment * elements;
    case Optimizer::AdamWForLoop:
        // torch.optim: the square root of the second moment, and its quotient.
        return 2 * moment * elements;
    default:
        return optimizerScratch(work, elements, moment).value();
    }
}

Term shareOf(double whole, double own, int ranks)
{
    return ranks > 1 && own * ranks == whole ? Term::count(whole) / Term::count(ranks)
                                             : Term::count(own);
}

Term zeroState(const Workload &work, double elements)
{
    const Term whole = optimizerStateHere(work, work.recipe.moment);
    if (whole.isZero() || elements == work.trainedHere())
        return whole;
    const double bytes = stateBytes(work);
    return bytes > 0 ? Term::each(bytes) * shareOf(work.trainedHere(), elements, work.ranks())
                     : shard(whole, work.ranks());
}

double stateBytes(const Workload &work)
{
    switch (work.training().optimizer) {
    case Optimizer::AdamW:
    case Optimizer::AdamWForeach:
    case Optimizer::AdamWForLoop:
        return 2 * work.recipe.moment;
    case Optimizer::Lion:
    case Optimizer::SgdMomentum:
        return work.recipe.moment;
    default:
        return 0;
    }
}

bool offloadsOptimizer(const Workload &work)
{
    return offloadFor(work.scenario.parallel) != Offload::None;
}

ZeroPolicy::ZeroPolicy(
    const Workload &work, const ModelTapes &model, const Sinks &sinks, std::string_view source)
    : Policy(work, sinks)
    , m_model(work, model)
    , m_sizes(zeroSizes(work))
    , m_bucket(m_sizes.reduceBucket)
    , m_gradients(m_ledger.open(PartId::Gradients, source, "B of whole gradients"))
    , m_flat(m_ledger.open(PartId::Temporaries, source, "B of flattened gradients"))
    , m_scratch(m_ledger.open(PartId::Temporaries, source, "B of optimizer scratch"))
    , m_owns(m_model.parameters().size())
{ }

void ZeroPolicy::gradient(const Unit &unit, const Parameter &parameter)
{
    const int index = m_model.indexOf(unit, parameter);
    const double bytes = m_model.at(index).bytes;
    m_ledger.change(m_gradients, bytes);
    if (index == m_model.sharedTable()) {
        // autograd adds up what several units make of it; the first of them runs backward last.
        m_ledger.change(m_gradients, -std::exchange(m_tied, 0));
        const std::span<const ZeroModel::Use> uses = m_model.tableUses();
        if (!uses.empty() && ZeroModel::unitOf(unit) != uses.front().unit) {
            m_tied = bytes;
            return;
        }
    }
    if (!waits(unit, parameter))
        arrive(index);
}

void ZeroPolicy::arrive(int parameter)
{
    if (ready(parameter))
        m_owns[static_cast<std::size_t>(parameter)] = 1;
    else
        m_ledger.change(m_gradients, -m_model.at(parameter).bytes);
}

bool ZeroPolicy::addToBucket(int parameter)
{
    const double elements = m_model.at(parameter).elements;
    if (m_bucket.isFullFor(elements))
        reduceBucket();
    m_bucket.add(parameter, elements);
    return !m_bucket.holds(elements);
}

void ZeroPolicy::disown(int parameter)
{
    if (!owns(parameter))
        return;
    m_ledger.change(m_gradients, -m_model.at(parameter).bytes);
    m_owns[static_cast<std::size_t>(parameter)] = 0;
}

void ZeroPolicy::disownAll()
{
    m_ledger.releaseAll(m_gradients);
    std::fill(m_owns.begin(), m_owns.end(), 0);
}

void ZeroPolicy::remember(const LayerRow &row)
{
    m_bucketBefore = m_bucket.now();
    m_heldBefore = m_ledger.held(m_gradients);
    rememberAhead(row);
}

/// A group of layers does what the one before it did, a group further, where it begins with the
/// same: with the bucket filled alike (or filled up by neither), and with all that the stage looks
/// at besides.
int ZeroPolicy::skip(const LayerRow &row)
{
    // What fills up a bucket is worth no skip of a few layers: what is skipped is not compared.
    constexpr int fewest = 8;
    const int most = row.left / row.since();
    int groups = m_bucket.likeAhead(m_bucketBefore, most);
    if (groups < std::min(most, fewest))
        return 0;
    if (groups > 0)
        groups = std::min(groups, likeAhead(row) / row.since());
    // Activations grow forward; where anything grows, the last group holds most, and has to be run.
    const bool leavesRouters = m_work.mesh.expert > 1; // as CommonTensors says
    if (!row.isBackward || m_ledger.held(m_gradients) > m_heldBefore || leavesRouters)
        --groups;
    if (groups <= 0)
        return 0;
    skipAhead(row, groups * row.since());
    if (row.isBackward)
        skipGradients(row, groups);
    return groups * row.since();
}

void ZeroPolicy::skipGradients(const LayerRow &row, int groups)
{
    const int unit = ZeroModel::unitOf(row.last);
    const int first = m_model.firstParameter(unit);
    const int count = m_model.firstParameter(unit + row.since()) - first; ///< of a group
    const auto owned = m_owns.begin() + first;
    const auto last = owned - std::ptrdiff_t{groups} * count;
    const bool leave = m_bucket.wasEmptiedSince(m_bucketBefore);
    for (auto each = last; each != owned; each += count)
        std::copy_n(owned, count, each);
    if (leave) // but those of the last group
        std::fill(last + count, owned + count, 0);
    m_bucket.skip(m_bucketBefore, groups, -count);
}

void ZeroPolicy::holdFrozen(std::string_view source)
{
    hold(PartId::Weights, source, frozenWeights(m_work));
}

} // namespace shardscope
