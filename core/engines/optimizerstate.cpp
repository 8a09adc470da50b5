// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/optimizerstate.h"

#include "core/catalog/residentthreads.h"
#include "core/engines/lowrankupdate.h"
#include "core/engines/narrowstate.h"
#include "core/engines/shampoo.h"
#include "core/engines/soap.h"
#include "core/graph/kernelscratch.h"
#include "core/model/layerforms.h"

#include <algorithm>

namespace shardscope {

namespace {

/// What adapters of other kinds than LoRA and DoRA train.
std::vector<AdapterTensors> tensorsOf(const Workload &work)
{
    return adapterTensors(work.spec(), adapterChoice(work.training()), work.adapters.rank);
}

/// Adafactor's of these: a vector is kept as it is.
double rowsAndColumns(const std::vector<AdapterTensors> &tensors)
{
    double sum = 0;
    for (const AdapterTensors &each : tensors)
        sum += each.count * (each.rows + each.columns);
    return sum;
}

/// Adafactor keeps one fp32 row and one fp32 column for each matrix.
double rowsAndColumns(const Workload &work)
{
    const ModelSpec &spec = work.spec();
    const auto table = static_cast<double>(spec.vocabulary + spec.hidden);
    if (!work.isFull()) {
        const int copies = (work.ends.embedding == TableTraining::Copied ? 1 : 0)
            + (work.ends.head == TableTraining::Copied ? 1 : 0);
        if (const auto tensors = tensorsOf(work); !tensors.empty())
            return rowsAndColumns(tensors) + copies * table;
        // A vector has no rows: DoRA's lengths are kept one by one.
        const double lengths = work.resolved.adapterLengths;
        return (work.trainable - work.saved - lengths) / work.training().loraRank + lengths
            + copies * table;
    }
    double sum = 0;
    const LayerForms forms(spec);
    for (std::size_t form = 0; form < forms.count(); ++form) {
        double ofLayer = 0;
        if (forms[form].isFrozen)
            continue;
        for (const Linear &linear : linearsOf(spec, forms[form]))
            ofLayer += !linear.learns
                ? 0
                : static_cast<double>((linear.in + linear.out) * linear.count);
        if (forms[form].isSparse())
            ofLayer += (spec.experts->isGated ? 3.0 : 2.0)
                * static_cast<double>(spec.experts->count * (spec.hidden + spec.experts->width));
        if (spec.hasExpertHeads())
            ofLayer
                += 2.0 * static_cast<double>(spec.experts->count * (spec.hidden + spec.kvWidth()));
        sum += forms.layersOf(form) * ofLayer;
    }
    const auto isTrained
        = [](TableTraining training) { return training == TableTraining::Trained ? 1 : 0; };
    const int tables
        = isTrained(work.ends.embedding) + (spec.tiedEmbeddings ? 0 : isTrained(work.ends.head));
    for (const Linear &linear : linearsBesideLayers(spec))
        sum += static_cast<double>(linear.in + linear.out);
    if (spec.layerEmbeddings)
        sum += static_cast<double>(spec.layerEmbeddings->vocabulary + spec.layerInputWidth());
    return sum + tables * table;
}

/// lomo_optim 45d4bac, AdaLomo.__init__: rows and columns of each matrix, frozen or not, and a
/// number for each of a vector.
double adaLomoNumbers(const Workload &work)
{
    const ModelSpec &spec = work.spec();
    const auto table = static_cast<double>(spec.vocabulary + spec.hidden);
    const LayerForms forms(spec);
    double sum = (spec.tiedEmbeddings ? 1 : 2) * table + finalNormParameters(spec);
    for (std::size_t form = 0; form < forms.count(); ++form) {
        double ofLayer = normParameters(spec);
        for (const Linear &linear : linearsOf(spec, forms[form]))
            ofLayer += static_cast<double>((linear.in + linear.out) * linear.count);
        sum += forms.layersOf(form) * ofLayer;
    }
    if (work.isFull())
        return sum;
    if (const auto tensors = tensorsOf(work); !tensors.empty())
        return sum + rowsAndColumns(tensors);
    const double lengths = work.resolved.adapterLengths;
    return sum + (work.trainable - work.saved - lengths) / work.training().loraRank + lengths;
}

/// Elements of the largest tensor that is not frozen.
double largestLearning(const Workload &work)
{
    const auto table = [](TableTraining training, double elements) {
        return training == TableTraining::Trained ? elements : 0;
    };
    const ParameterCount &count = work.count();
    return std::max({layersInTraining(work.spec()).largestTrained, count.positions,
        table(work.ends.embedding, count.embedding), table(work.ends.head, count.head)});
}

/// Elements of the largest tensor that an update looks at on its own.
double largestTrained(const Workload &work, double parameters)
{
    const ModelSpec &spec = work.spec();
    if (work.isFull() && freezesParts(work.training()))
        return std::min(parameters, largestLearning(work));
    if (work.isFull() || spec.experts || work.saved > 0)
        return std::min(parameters, work.count().largestTensor);
    if (const auto tensors = tensorsOf(work); !tensors.empty()) {
        const auto largest = std::max_element(
            tensors.begin(), tensors.end(), [](const AdapterTensors &a, const AdapterTensors &b) {
                return a.elements() < b.elements();
            });
        return std::min(parameters, largest->elements());
    }
    const std::int64_t mixed = spec.delta ? spec.delta->mixedWidth() + spec.delta->valueWidth()
        : spec.stateSpace                 ? spec.stateSpace->projectedWidth()
        : spec.convolution                ? 3 * spec.hidden
                                          : 0;
    const std::int64_t widest
        = std::max({spec.hidden, spec.intermediate, spec.projectedQuery(), mixed});
    return std::min(parameters, work.adapters.rank * static_cast<double>(widest));
}

/// torch optim/_muon.py takes matrices alone. Of fused experts each is a tensor of three
/// dimensions, which it refuses.
double muonMatrices(const Workload &work)
{
    const ModelSpec &spec = work.spec();
    if (!work.isFull())
        return work.trainable - work.saved - work.resolved.adapterLengths;
    double routers = 0;
    for (std::int64_t layer = 0; spec.experts && layer < spec.layers; ++layer)
        routers += spec.isSparse(layer) && !spec.formOf(layer).isFrozen
            ? static_cast<double>(spec.experts->count * spec.hidden)
            : 0;
    return work.count().layerLinear - layersInTraining(spec).frozenLinear + routers;
}

/// One momentum for each matrix of the layers; tables, norms and biases use AdamW.
Term muonState(const Workload &work, double momentBytes)
{
    const double matrices = muonMatrices(work);
    return Term::each(momentBytes) * Term::count(matrices)
        + Term::each(2 * momentBytes) * Term::count(work.trainable - matrices);
}

/// _zeropower_via_newtonschulz: the caller's update, the old and the new iterate in bf16, and two
/// products over the shorter side.
Term orthogonalized(double rows, double columns, double momentBytes)
{
    const double side = std::min(rows, columns);
    return Term::each(momentBytes + 4) * Term::count(rows * columns)
        + Term::each(4) * Term::count(side * side, "products");
}

/// The most that one of the matrices of the layers takes.
Term muonScratch(const Workload &work, double parameters, double momentBytes)
{
    const ModelSpec &spec = work.spec();
    Term most;
    const auto offer = [&](double rows, double columns) {
        // Of a shard no more than is there.
        const double share = std::min(1.0, parameters / (rows * columns));
        const Term term = orthogonalized(share * rows, columns, momentBytes);
        if (term.value() > most.value())
            most = term;
    };
    const auto offerMatrix = [&](const Linear &linear) {
        const auto in = static_cast<double>(linear.in);
        const auto out = static_cast<double>(linear.out);
        if (work.isFull())
            return offer(out, in);
        if (!work.adapters.targets.takesIn(linear.name))
            return;
        offer(work.adapters.rank, in);
        offer(out, work.adapters.rank);
    };
    const LayerForms forms(spec);
    for (const LayerForm &form : forms.all()) {
        for (const Linear &linear : linearsOf(spec, form))
            offerMatrix(linear);
    }
    return most;
}

/// So many moments of all that is trained.
Term moments(const Workload &work, double count, double bytes)
{
    const Term rest = Term::each(count * bytes) * Term::count(work.trainable - work.saved);
    const double ofCopies = work.savedBytes > 0 ? work.savedBytes : bytes;
    return work.saved > 0 ? rest + Term::each(count * ofCopies) * Term::count(work.saved) : rest;
}

} // namespace

Term optimizerState(const Workload &work, double momentBytes)
{
    const Optimizer optimizer = work.training().optimizer;
    if (const std::optional<NarrowState> narrow = narrowStateOf(optimizer))
        return narrowState(*narrow, work);
    if (projectsGradients(work))
        return lowRankState(work, momentBytes);
    switch (optimizer) {
    case Optimizer::AdamW:
    case Optimizer::AdamWForeach:
    case Optimizer::AdamWForLoop:
    case Optimizer::GaloreAdamW: // of adapters, which is not planned
    case Optimizer::ApolloAdamW:
    case Optimizer::BAdam:
        return moments(work, 2, momentBytes);
    case Optimizer::Soap:
        return soapState(work, momentBytes);
    case Optimizer::Shampoo:
        return shampooState(work, momentBytes);
    case Optimizer::Adafactor:
        return Term::each(4) * Term::count(rowsAndColumns(work), "rows and columns");
    case Optimizer::AdaLomo:
        return Term::each(4) * Term::count(adaLomoNumbers(work), "rows and columns");
    case Optimizer::SgdMomentum:
        return moments(work, 1, momentBytes);
    case Optimizer::Muon:
        return muonState(work, momentBytes);
    default: // SGD
        return {};
    }
}

Term optimizerStateHere(const Workload &work, double momentBytes)
{
    const Term whole = optimizerState(work, momentBytes);
    if (work.trainedHere() == work.trainable || whole.isZero())
        return whole;
    return Term::each(whole.value() / work.trainable) * Term::count(work.trainedHere());
}

namespace {

/// What CUDA sums the means of the largest matrix's columns up in.
double columnScratch(const Workload &work, double largest)
{
    if (work.training().kernels == Kernels::Reference)
        return 0;
    const auto columns = static_cast<double>(work.spec().hidden);
    return sumScratch(largest / columns, columns, residentThreads(*work.resolved.gpu));
}

/// Of parameters that are cut or flat, whose sizes alone are known here (those that are whole:
/// adafactor.h). transformers 5.12.1 optimization.py, Adafactor.step: an fp32 update and its
/// square, and fp32 copies of a 16-bit gradient and parameter; before there is an update, means of
/// the square's rows and columns. A name refers to the last tensor's update until the next one's is
/// there: matrices of a layer come one after the other, but for BART's and those like it, whose
/// widest have a bias behind them.
Term flatAdafactorScratch(const Workload &work, double parameters, double largest, double tensors)
{
    const double ofLayers
        = work.isFull() ? std::min(parameters, layersInTraining(work.spec()).largestTrained) : 0;
    const bool areApart = work.spec().seq2seq && work.spec().mlpBias;
    const double named = areApart ? 0 : 1;
    const auto copies = [](double count, double elements) {
        return Term::each(count * SingleBytes) * Term::count(elements);
    };
    const double sums = columnScratch(work, largest);
    const Term ofLargest = sums > SingleBytes * largest
        ? copies(tensors - 1, largest) + Term::amount(Bytes(sums), "for means of columns")
        : copies(tensors, largest);
    const Term ofNamed = copies(tensors + named, ofLayers);
    return ofNamed.value() > ofLargest.value() ? ofNamed : ofLargest;
}

} // namespace

// lomo_optim 45d4bac: beside the gradient of one tensor, which goes when there is a copy of it in
// fp32, LOMO has a copy of the weight as well. AdaLomo's square of the gradient is two tensors for
// a moment, then comes what its rows and columns say; where weights are in 16 bits a copy of these
// takes the place of one of them. What is in fp32 is not copied.
Term optimizerScratch(const Workload &work, double parameters, double momentBytes)
{
    if (projectsGradients(work))
        return lowRankScratch(work, momentBytes);
    const double largest = largestTrained(work, parameters);
    switch (work.training().optimizer) {
    case Optimizer::AdamWForeach:
        // torch.optim: the square root of the second moment, for all parameters at once.
        return parameters == work.trainable ? moments(work, 1, momentBytes)
                                            : Term::each(momentBytes) * Term::count(parameters);
    case Optimizer::AdamWForLoop:
        // torch.optim: the square root of one tensor's second moment, and its quotient.
        return Term::each(2 * momentBytes) * Term::count(largest);
    case Optimizer::Adafactor:
        return flatAdafactorScratch(work, parameters, largest, momentBytes < 4 ? 4 : 2);
    case Optimizer::Muon:
        return muonScratch(work, parameters, momentBytes);
    case Optimizer::BAdam:
        // badam bf989dc, _update_param: each fp32 copy once more in the weight's dtype.
        return Term::each(work.recipe.weight < SingleBytes ? work.recipe.weight : 0)
            * Term::count(largest);
    case Optimizer::Lomo:
        return Term::each(momentBytes < SingleBytes ? 2 * SingleBytes - momentBytes : 0)
            * Term::count(parameters);
    case Optimizer::AdaLomo:
        return Term::each(3 * SingleBytes - momentBytes) * Term::count(parameters);
    default: // one kernel for each tensor
        break;
    }
    const std::optional<NarrowState> narrow = narrowStateOf(work.training().optimizer);
    const bool runs = work.training().kernels != Kernels::Reference;
    return narrow && runs ? narrowScratch(*narrow, largest) : Term();
}

} // namespace shardscope
