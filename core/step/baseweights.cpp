// SPDX-License-Identifier: GPL-3.0-or-later
// What a fine-tune's base is stored in: weights, their scales, and what quantisers leave alone.
#include "core/model/parameters.h"
#include "core/scenario/base.h"
#include "core/scenario/framework.h"
#include "core/scenario/precision.h"
#include "core/step/obstacles.h"
#include "core/step/workload.h"

#include <cmath>

namespace shardscope {

/// transformers integrations/bitsandbytes.py: up to release 4 subclasses of nn.Linear count as
/// well.
bool quantizes(const Scenario &scenario, const ModelSpec &spec)
{
    return scenario.training.method == Method::Qlora
        && !(spec.modules.ownLinear && scenario.training.modules == ModuleLibrary::Transformers5);
}

UnquantizedModules unquantizedModules(const Training &training, const ModelSpec &spec)
{
    const bool isUsual = training.unquantized == UnquantizedModules::usual;
    return isUsual || training.method != Method::Qlora
        ? UnquantizedModules()
        : UnquantizedModules(spec, training.unquantized);
}

/// LitGPT's precision plugin converts the head as well, unless a table is shared; transformers a
/// head that a list of its own leaves out.
bool quantizesHead(const Workload &work)
{
    return work.scenario.estimator == EstimatorKind::Detailed
        && quantizes(work.scenario, work.spec()) && isInFourBits(work.training())
        && (habitsFor(work.scenario).quantizesHead || !work.unquantized.head())
        && frameworkFor(work.scenario.parallel) == Framework::Trainer && !work.spec().tiedEmbeddings
        && work.training().loss == Loss::Standard;
}

namespace {

// bitsandbytes NF4: half a byte, a scale for 64 weights in fp32, or in 8 bits with an fp32 one for
// 256 of those (bnb_4bit_use_double_quant). LLM.int8: a byte, and an fp32 scale for each row.
constexpr double fourBits = 0.5;
constexpr double int8 = 1;
constexpr double rowScale = 4;
constexpr double plainScales = 4.0 / 64;
constexpr double doubleQuantizedScales = 1.0 / 64 + 4.0 / (64 * 256);

/// Up to transformers 4 experts are linear modules, except those with biases (gpt-oss); from 5 on
/// they are tensors of their own kind, which bitsandbytes passes over.
bool hasLinearExperts(const Workload &work)
{
    const std::optional<Experts> &experts = work.spec().experts;
    return precedesFive(work.training().modules) && experts && !experts->biases;
}

} // namespace

namespace {

/// get_keys_to_not_convert leaves out the module with the last parameter: the head, the final norm,
/// or, where neither has any of its own, the last layer's down_proj.
bool leavesLastMatrix(const Workload &work)
{
    return work.spec().tiedEmbeddings && !hasWeights(work.spec().norm)
        && work.training().unquantized == UnquantizedModules::usual;
}

} // namespace

double quantizedParameters(const Workload &work)
{
    if (!quantizes(work.scenario, work.spec()))
        return 0;
    const ModelSpec &spec = work.spec();
    const double last
        = leavesLastMatrix(work) ? static_cast<double>(spec.hidden * spec.intermediate) : 0;
    const double head = quantizesHead(work) ? work.count().head : 0;
    return quantizedMatrices(spec, work.unquantized).weights + head - last
        + (hasLinearExperts(work) ? expertParameters(spec) : 0);
}

bool leavesUnquantized(const Workload &work)
{
    const ParameterCount &count = work.count();
    return work.training().method == Method::Qlora
        && work.training().unquantized == UnquantizedModules::usual
        && quantizedParameters(work)
        < (count.total - count.embedding - count.head - count.layerTable) / 2;
}

namespace {

/// Of all matrices that are quantised.
double quantizedRows(const Workload &work)
{
    if (quantizedParameters(work) <= 0)
        return 0;
    const ModelSpec &spec = work.spec();
    const auto hidden = static_cast<double>(spec.hidden);
    double rows
        = quantizedMatrices(spec, work.unquantized).rows - (leavesLastMatrix(work) ? hidden : 0);
    if (hasLinearExperts(work)) {
        const auto first = static_cast<double>(spec.experts->firstWidth());
        const double each = hidden * (first + static_cast<double>(spec.experts->width));
        rows += expertParameters(spec) / each * (first + hidden);
    }
    return rows;
}

} // namespace

double packedBytes(const Training &training)
{
    return training.base == BaseStorage::LlmInt8 ? int8 : fourBits;
}

Term quantizedWeights(const Workload &work)
{
    return Term::each(packedBytes(work.training())) * Term::count(quantizedParameters(work));
}

Term quantizationScales(const Workload &work)
{
    if (work.training().base == BaseStorage::LlmInt8)
        return Term::each(rowScale) * Term::count(quantizedRows(work), "rows");
    if (hasGroups(work.training().base))
        return Term::each(groupStorage(work.training().base).ofWeight())
            * Term::count(quantizedParameters(work));
    const bool isDouble = work.training().doubleQuantization == DoubleQuantization::On;
    return Term::each(isDouble ? doubleQuantizedScales : plainScales)
        * Term::count(quantizedParameters(work));
}

namespace {

/// Of linear modules that a list leaves as they are.
double leftMatrices(const Workload &work)
{
    if (!quantizes(work.scenario, work.spec()))
        return 0;
    return quantizedMatrices(work.spec(), {}).weights
        - quantizedMatrices(work.spec(), work.unquantized).weights;
}

/// Weights that quantisers leave in fp32.
double wideWeights(const Workload &work)
{
    const ModelSpec &spec = work.spec();
    if (work.training().method != Method::Qlora || !spec.keepsDownWide())
        return 0;
    return static_cast<double>(spec.layers) * static_cast<double>(spec.hidden)
        * static_cast<double>(spec.intermediate);
}

} // namespace

Term plainWeights(const Workload &work)
{
    const double bytes = recipe(work.training().precision).weight;
    const double rest = work.parameters - quantizedParameters(work);
    const double wide = wideWeights(work);
    switch (kbitPreparation(work.training())) {
    case KbitPreparation::None:
        break;
    case KbitPreparation::Norms: {
        const double kept = work.count().embedding + work.count().head + work.count().layerTable
            + leftMatrices(work);
        return Term::each(bytes) * Term::count(kept) + Term::each(4) * Term::count(rest - kept);
    }
    case KbitPreparation::Full:
        return Term::each(4) * Term::count(rest);
    }
    if (wide > 0)
        return Term::each(bytes) * Term::count(rest - wide) + Term::each(4) * Term::count(wide);
    return Term::each(bytes) * Term::count(rest);
}

Term baseWeights(const Workload &work)
{
    if (work.training().method != Method::Qlora)
        return plainWeights(work);
    return quantizedWeights(work) + quantizationScales(work) + plainWeights(work);
}

Term frozenWeights(const Workload &work)
{
    if (!work.isFull())
        return baseWeights(work);
    const double frozen = work.parameters - work.trainable;
    return frozen > 0 ? Term::each(recipe(work.training().precision).weight) * Term::count(frozen)
                      : Term();
}

} // namespace shardscope
