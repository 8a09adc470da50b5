// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/rounding.h"

#include "core/engines/adafactor.h"
#include "core/engines/lowrankupdate.h"
#include "core/engines/narrowstate.h"
#include "core/engines/optimizerstate.h"
#include "core/engines/shampoo.h"
#include "core/engines/soap.h"
#include "core/scenario/base.h"
#include "core/step/trained.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace shardscope {

namespace {

constexpr std::string_view storageSource
    = "torch 2.14 CUDACachingAllocator.cpp: storages are multiples of 512 B";
constexpr std::string_view counterSource
    = "torch 2.14 optim/adam.py: a counter of steps for each parameter, on the GPU where fused";
constexpr std::string_view missingSource
    = "torch 2.14 optim/optimizer.py: a parameter without a gradient gets no state";

void add(Rounding &sum, const Rounding &other, double times)
{
    sum.frozen += times * other.frozen;
    sum.trained += times * other.trained;
    sum.state += times * other.state;
    sum.missing += times * other.missing;
    sum.unheard += times * other.unheard;
}

double beyond(double bytes)
{
    return storageBytes(bytes) - bytes;
}

class Counter
{
public:
    Counter(const Workload &work, const KeptParameters &kept)
        : m_work(work)
        , m_kept(kept)
        , m_plain(recipe(work.training().precision).weight)
    {
        switch (work.training().optimizer) {
        case Optimizer::AdamW:
            m_countsSteps = true;
            m_moments = 2;
            break;
        case Optimizer::AdamWForeach:
        case Optimizer::AdamWForLoop:
            // A dry run has everything in one place.
            m_countsSteps = work.training().kernels == Kernels::Reference;
            m_moments = 2;
            break;
        case Optimizer::BAdam: // beside the moments a copy of the weights, all in fp32
            m_countsSteps = true;
            m_moments = 3;
            break;
        case Optimizer::SgdMomentum:
            m_moments = 1;
            break;
        case Optimizer::Muon: // and fused AdamW for what is no matrix of a layer
            m_countsSteps = true;
            m_moments = 2;
            m_isMuon = true;
            break;
        default:
            break;
        }
    }

    Rounding of(const Tape &tape) const
    {
        Rounding sum;
        for (const Parameter &parameter : tape.parameters) {
            if (!parameter.isShared)
                add(sum, parameter);
        }
        return sum;
    }

private:
    void add(Rounding &sum, const Parameter &parameter) const
    {
        const int ranks = parameter.isExpert ? m_kept.expertRanks : m_kept.ranks;
        const double elements
            = std::ceil(parameter.rows / ranks) * parameter.elements / parameter.rows;
        if (parameter.isQuantized) {
            const Training &training = m_work.training();
            sum.frozen += beyond(packedBytes(training) * elements)
                + (isInInt8(training)          ? rowScalesBeyond(parameter)
                        : isInGroups(training) ? groupsBeyond(parameter)
                                               : scalesBeyond(parameter.elements));
        } else if (!parameter.trainable) {
            // Linear4bit's biases are fp32, and counted like what is not quantised.
            const bool isWide = m_work.spec().keepsDownWide() && parameter.name == "wo";
            const bool isPrepared = kbitPreparation(m_work.training()) != KbitPreparation::None;
            const double counted = isWide || isPrepared ? bytesOf(parameter.dtype) : m_plain;
            sum.frozen += storageBytes(elements * std::max(counted, bytesOf(parameter.dtype)))
                - elements * counted;
        } else {
            const bool isCopy = m_work.saved > 0 && m_work.savedBytes > 0 && !parameter.isAdapter;
            const double counted = (isCopy ? m_work.savedBytes : m_kept.trained) * elements;
            const bool isWider = m_work.isFull() && isKeptInSingle(parameter);
            const double bytes = isWider ? bytesOf(elements, Dtype::Single) : counted;
            sum.trained += storageBytes(bytes) - counted;
            const bool isMatrix = m_isMuon && isMuonMatrix(parameter);
            const double moments = isMatrix ? 1 : m_moments;
            const bool countsSteps = m_countsSteps && !isMatrix;
            const bool isOneBlock = trainsOneBlock(m_work.training()); // BAdam: in fp32
            const double moment = isOneBlock ? bytesOf(elements, Dtype::Single) : bytes;
            if (parameter.isReached)
                sum.state += moments * (storageBytes(moment) - (isOneBlock ? moment : counted))
                    + (countsSteps ? StorageGranule : 0);
            else {
                sum.missing += moments * counted;
                sum.unheard += elements;
            }
        }
    }

    /// ERNIE's routers.
    bool isKeptInSingle(const Parameter &parameter) const
    {
        return m_work.spec().keepsRoutersInSingle() && parameter.name == "gate"
            && parameter.dtype == Dtype::Single;
    }

    /// Tables go to AdamW, and so do vectors and fused experts.
    bool isMuonMatrix(const Parameter &parameter) const
    {
        constexpr std::array<std::string_view, 3> tables{
            "embed_tokens", "embed_positions", "lm_head"};
        const std::optional<Experts> &experts = m_work.spec().experts;
        const bool isFused = experts && parameter.name != "gate" && !parameter.isAdapter
            && parameter.rows == experts->count;
        return parameter.elements > parameter.rows && !isFused
            && std::find(tables.begin(), tables.end(), parameter.name) == tables.end();
    }

    /// bitsandbytes 0.50 QuantState with double quantisation: absmax in 8 bit, its own absmax, the
    /// 16 values of NF4, an offset, and a copy of the 256 values that absmax is one of.
    static double scalesBeyond(double elements)
    {
        const double blocks = elements / 64;
        return beyond(blocks) + storageBytes(4 * std::ceil(blocks / 256)) - 4 * blocks / 256
            + 2 * StorageGranule + 256 * 4;
    }

    /// bitsandbytes 0.50 MatmulLtState: SCB, and the columns that had outliers when the module ran
    /// last, whose places it refers to.
    double rowScalesBeyond(const Parameter &parameter) const
    {
        const double columns = parameter.elements / parameter.rows;
        const double outliers = std::ceil(columns * m_work.training().outlierPercent / 100);
        return beyond(4 * parameter.rows) + storageBytes(outliers, Dtype::Wide);
    }

    /// A matrix whose inputs do not fill the last group has one more of them.
    double groupsBeyond(const Parameter &parameter) const
    {
        const GroupStorage beside = groupStorage(m_work.training().base);
        const double columns = parameter.elements / parameter.rows;
        const double groups = m_work.training().base == BaseStorage::Hqq
            ? parameter.elements / beside.group
            : parameter.rows * std::ceil(columns / beside.group);
        return storageBytes(beside.scale * groups) + storageBytes(beside.zero * groups)
            - beside.ofWeight() * parameter.elements + storageBytes(beside.index * columns)
            + beside.shifts * StorageGranule;
    }

    const Workload &m_work;
    KeptParameters m_kept;
    double m_plain = 2;
    double m_moments = 0;
    bool m_countsSteps = false;
    bool m_isMuon = false;
};

} // namespace

namespace {

/// lomo_optim 45d4bac, AdaLomo.__init__: of each matrix its rows and its columns, of each vector
/// its squares, whatever is trained.
double adaLomoState(const Tape &tape)
{
    double bytes = 0;
    for (const Parameter &parameter : tape.parameters) {
        if (parameter.isShared)
            continue;
        const double columns = parameter.elements / parameter.rows;
        bytes += storageBytes(parameter.rows, Dtype::Single)
            + (columns > 1 ? storageBytes(columns, Dtype::Single) : 0);
    }
    return bytes;
}

} // namespace

Rounding roundingOf(const Workload &work, const ModelTapes &model, const KeptParameters &kept)
{
    const Counter counter(work, kept);
    Rounding sum;
    model.forEach([&](const Tape &tape, int units) { add(sum, counter.of(tape), units); });
    const auto narrow = narrowStateOf(work.training().optimizer);
    if (narrow && kept.ranks == 1) { // of a shard the whole is divided
        sum.state -= narrowState(*narrow, work).value();
        model.forEach([&](const Tape &tape, int units) {
            sum.state += units * stateOfTape(*narrow, tape, work.spec().tiedEmbeddings);
        });
    }
    if (projectsGradients(work))
        sum.state += lowRankRounding(work, work.recipe.moment);
    const auto countAnew = [&](const auto &stateOf) {
        sum.state = -optimizerState(work, work.recipe.moment).value();
        model.forEach([&](const Tape &tape, int units) { sum.state += units * stateOf(tape); });
    };
    if (work.training().optimizer == Optimizer::AdaLomo)
        countAnew(adaLomoState);
    if (work.training().optimizer == Optimizer::Soap)
        countAnew([](const Tape &tape) { return soapState(tape); });
    if (work.training().optimizer == Optimizer::Shampoo)
        sum.state = shampooState(work, model) - optimizerState(work, work.recipe.moment).value();
    const bool areWhole = kept.ranks == 1 && kept.expertRanks == 1;
    if (work.training().optimizer == Optimizer::Adafactor && areWhole)
        countAnew([&](const Tape &tape) { return adafactorState(tape, work.spec()); });
    return sum;
}

namespace {

void holdRounding(const Workload &work, const Rounding &sum, Ledger &ledger)
{
    const auto hold
        = [&ledger](PartId part, std::string_view source, std::string_view what, double bytes) {
              if (bytes != 0)
                  ledger.change(ledger.open(part, source, what), bytes);
          };
    constexpr std::string_view rounding = "B of rounding";
    hold(PartId::Weights, storageSource, rounding, sum.frozen);
    hold(work.isFull() ? PartId::Weights : PartId::Adapters, storageSource, rounding, sum.trained);
    hold(PartId::OptimizerState, counterSource, "B of step counters and rounding", sum.state);
    if (sum.missing <= 0)
        return;
    // Adapters that are no plan may have more that no gradient reaches than they train.
    const double moments = optimizerState(work, work.recipe.moment).value() + sum.state;
    hold(PartId::OptimizerState, missingSource, "B of moments without a gradient",
        -std::min(sum.missing, std::max(0.0, moments)));
}

} // namespace

void holdRounded(
    const Workload &work, const Shares &shares, const Rounding &rounding, Ledger &ledger)
{
    std::vector<Ledger::Account> accounts;
    for (const Share &share : shares) {
        if (!share.term.isZero())
            accounts.push_back(ledger.open(share.id, share.source, share.term));
    }
    holdRounding(work, rounding, ledger);
    for (const Ledger::Account account : accounts)
        ledger.hold(account);
}

double scratchRounding(const Workload &work, const Rounding &rounding)
{
    return work.training().optimizer == Optimizer::AdamWForeach ? rounding.trained : 0;
}

} // namespace shardscope
