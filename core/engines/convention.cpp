// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/convention.h"

namespace shardscope {

const Convention &conventionFor(const Parallel &parallel)
{
    switch (frameworkFor(parallel)) {
    case Framework::DeepSpeed:
        return deepSpeedConvention;
    case Framework::Fsdp1:
        return fsdp1Convention;
    case Framework::Fsdp2:
        return fsdp2Convention;
    case Framework::Megatron:
        return megatronConvention;
    case Framework::Nanotron:
        return nanotronConvention;
    case Framework::Auto:
    case Framework::Trainer:
        break;
    }
    return trainerConvention;
}

bool reducesEachMicroStep(const Scenario &scenario)
{
    return habitsFor(scenario).gradientSync == GradientSync::EveryMicroStep;
}

double reducedBytes(const Workload &work, double standard)
{
    switch (work.scenario.parallel.gradientPrecision) {
    case GradientPrecision::Auto:
        return standard;
    case GradientPrecision::Bits16:
        return 2;
    case GradientPrecision::Fp32:
        return 4;
    }
    return standard;
}

bool overlaps(const Workload &work, bool standard)
{
    const Overlap chosen = work.scenario.parallel.overlap;
    return chosen == Overlap::Auto ? standard : chosen == Overlap::On;
}

namespace {

constexpr std::string_view copySource
    = "PEFT 0.20 utils/other.py, ModulesToSaveWrapper: a copy in the base's own dtype is trained";
constexpr std::string_view valueSource
    = "TRL 1.10 experimental/ppo/ppo_trainer.py, PolicyAndValueWrapper: a value model of its own, "
      "as it was loaded";
constexpr std::string_view factorSource
    = "PEFT 0.20 tuners/vera/model.py: buffers that all adapted modules share";
constexpr std::string_view rowSource
    = "PEFT 0.20 tuners/trainable_tokens/layer.py, trainable_tokens_original: rows as they were";
constexpr std::string_view placeSource
    = "PEFT 0.20 tuners/oft/layer.py: rows and columns of what lies above a block's diagonal";
constexpr std::string_view orderSource
    = "PEFT 0.20 tuners/boft/layer.py, boft_P: for each adapted module a permutation of its inputs "
      "as a matrix in fp32";

void addBuffers(Shares &shares, const Workload &work)
{
    const AdapterBuffers buffers
        = buffersOf(work.spec(), adapterChoice(work.training()), work.adapters.rank);
    const auto add = [&shares](double count, Dtype dtype, std::string_view source) {
        if (count > 0)
            shares.push_back(
                {PartId::Adapters, Term::each(bytesOf(dtype)) * Term::count(count), source});
    };
    const bool areRows = work.adapters.kind == AdapterKind::TrainableTokens;
    add(buffers.factors, work.adapters.dtype, areRows ? rowSource : factorSource);
    add(buffers.places, Dtype::Wide, placeSource);
    add(buffers.orders, Dtype::Single, orderSource);
}

} // namespace

void addWholeWeights(Shares &shares, const Workload &work, std::string_view source)
{
    const Term whole = work.hasMesh()
        ? Term::each(work.recipe.weight) * Term::count(work.trainedHere())
        : baseWeights(work);
    shares.push_back({PartId::Weights, whole, source});
    if (!work.isFull())
        shares.push_back({PartId::Adapters,
            Term::each(work.recipe.weight) * Term::count(work.trainable - work.saved), source});
    if (!work.isFull())
        addBuffers(shares, work);
    const double values = work.isFull() ? 0 : work.values;
    if (values > 0)
        shares.push_back(
            {PartId::Weights, Term::each(work.savedBytes) * Term::count(values), valueSource});
    if (work.saved > values)
        shares.push_back({PartId::Adapters,
            Term::each(work.savedBytes) * Term::count(work.saved - values), copySource});
}

} // namespace shardscope
