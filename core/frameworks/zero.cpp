// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/zero.h"

#include "core/frameworks/offload/offload.h"
#include "core/optimizerstate.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace shardscope {

namespace {

/// Where transformers' decoder layers declare a module: attention, MLP, then norms.
int declarationOf(std::string_view name, int previous)
{
    constexpr std::array<std::string_view, 6> attention{
        "q_proj", "k_proj", "v_proj", "o_proj", "q_norm", "k_norm"};
    const auto found = std::find(attention.begin(), attention.end(), name);
    if (found != attention.end())
        return static_cast<int>(found - attention.begin());
    constexpr int mlp = 10;
    constexpr int norms = 20;
    if (name == "bias" || name == "lora_A" || name == "lora_B")
        return previous;
    return name.find("norm") != std::string_view::npos ? norms : mlp;
}

std::vector<int> declarationOrder(const Tape &tape)
{
    std::vector<int> keys;
    for (const Parameter &parameter : tape.parameters)
        keys.push_back(declarationOf(parameter.name, keys.empty() ? 0 : keys.back()));
    std::vector<int> order(keys.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&keys](int a, int b) {
        return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
    });
    return order;
}

/// Modules without parameters whose call comes just before this one's: the layer itself,
/// self_attn, mlp, act_fn.
int callsBefore(std::string_view name, bool isFirst, bool isBackward)
{
    if (isBackward) {
        const bool opens = name == "o_proj" || name == "gate_proj";
        return (name == "down_proj" ? 1 : 0) + (isFirst ? 1 : 0) + (opens ? 1 : 0);
    }
    const bool opens = name == "q_proj" || name == "gate_proj" || name == "up_proj";
    return (isFirst ? 1 : 0) + (opens ? 1 : 0);
}

/// Modules of the first layer that see nothing trained before them: under a frozen embedding they
/// have no backward pass.
bool readsHidden(std::string_view name)
{
    return name == "input_layernorm" || name == "q_proj" || name == "k_proj" || name == "v_proj";
}

/// Four 4-bit weights lie in one element of the 16-bit storage that ZeRO-3 can cut and gather
/// (bitsandbytes, bnb_4bit_quant_storage).
double storedElements(const Parameter &parameter)
{
    return parameter.isQuantized ? parameter.elements / 4 : parameter.elements;
}

std::size_t slot(int index)
{
    return static_cast<std::size_t>(index);
}

int unitOf(const Unit &unit)
{
    switch (unit.kind) {
    case Unit::Kind::Embedding:
        return 0;
    case Unit::Kind::Layer:
        return unit.index + 1;
    case Unit::Kind::Head:
        break;
    }
    return unit.layers + 1;
}

} // namespace

ZeroModel::ZeroModel(const Workload &work, const ModelTapes &tapes)
{
    enum : std::size_t { Embedding, Dense, Sparse, Head };
    const ModelSpec &spec = work.spec();
    const auto layerKind = [](const Tape *tape) { return tape ? kindOf(*tape, true) : Kind{}; };
    m_kinds = {kindOf(*tapes.embedding, false), layerKind(tapes.dense), layerKind(tapes.sparse),
        kindOf(*tapes.head, false)};
    const std::size_t most = std::max(m_kinds[Dense].places.size(), m_kinds[Sparse].places.size());
    m_parameters.reserve(most * static_cast<std::size_t>(spec.layers) + 8);
    add(Embedding);
    for (std::int64_t i = 0; i < spec.layers; ++i)
        add(spec.isSparse(i) ? Sparse : Dense);
    add(Head);
    if (spec.tiedEmbeddings)
        shareTable();
    const bool recomputes = work.training().checkpointing == Checkpointing::Full;
    m_startsFrozen = !work.isFull() && !recomputes;
    addCalls(recomputes);
}

ZeroModel::Kind ZeroModel::kindOf(const Tape &tape, bool isLayer)
{
    std::vector<int> order(tape.parameters.size());
    std::iota(order.begin(), order.end(), 0);
    if (isLayer)
        order = declarationOrder(tape);
    Kind kind;
    kind.places.resize(order.size());
    for (const Parameter &parameter : tape.parameters) {
        // Further parameters of a module say nothing new about its call.
        for (std::size_t i = kind.modules.size(); i <= slot(parameter.module); ++i)
            kind.modules.push_back({.beforeForward = callsBefore(parameter.name, i == 0, false),
                .beforeBackward = callsBefore(parameter.name, false, true),
                .readsHidden = readsHidden(parameter.name)});
    }
    for (std::size_t place = 0; place < order.size(); ++place) {
        const Parameter &parameter = tape.parameters[slot(order[place])];
        kind.places[slot(order[place])] = static_cast<int>(place);
        kind.modules[slot(parameter.module)].owned.push_back(static_cast<int>(place));
        kind.parameters.push_back({.elements = storedElements(parameter),
            .bytes = storageBytes(parameter.elements, parameter.dtype),
            .trainable = parameter.trainable,
            .module = parameter.module});
    }
    return kind;
}

void ZeroModel::add(std::size_t index)
{
    const Kind &kind = m_kinds[index];
    const PlacedUnit unit{index, static_cast<int>(m_parameters.size()), moduleCount()};
    m_units.push_back(unit);
    for (ZeroParameter parameter : kind.parameters) {
        parameter.module += unit.firstModule;
        m_parameters.push_back(parameter);
    }
    for (const Module &module : kind.modules) {
        for (const int place : module.owned)
            m_owned.push_back(unit.firstParameter + place);
        m_firstOwned.push_back(m_owned.size());
    }
}

/// The head's matrix is the embedding's: the last parameter, added last.
void ZeroModel::shareTable()
{
    m_parameters.pop_back();
    m_owned.back() = 0;
    m_sharesTable = true;
}

int ZeroModel::indexOf(const Unit &unit, const Parameter &parameter) const
{
    const auto onTape = static_cast<std::size_t>(&parameter - unit.tape->parameters.data());
    const PlacedUnit &placed = m_units[slot(unitOf(unit))];
    const int index = placed.firstParameter + m_kinds[placed.kind].places[onTape];
    const bool isTable = m_sharesTable && slot(index) == m_parameters.size();
    return isTable ? 0 : index;
}

int ZeroModel::moduleOf(const Unit &unit, int module) const
{
    return m_units[slot(unitOf(unit))].firstModule + module;
}

void ZeroModel::addCalls(bool recomputes)
{
    const int head = static_cast<int>(m_units.size()) - 1;
    m_calls.reserve(slot(moduleCount()) * 5);
    m_calls = {NoModule, NoModule}; // the model, its decoder
    call(0, false, false);
    m_calls.push_back(NoModule); // rotary_emb
    for (int i = 1; i <= head; ++i)
        call(i, false, false);
    m_calls.push_back(NoModule);
    call(head, true, false);
    for (int i = head - 1; i > 0; --i)
        call(i, true, recomputes);
    if (!m_startsFrozen)
        call(0, true, false);
}

/// One unit's modules; backward in reverse. A checkpointed layer is entered backward down to its
/// last module, where autograd asks for the first kept tensor; then it runs forward again.
void ZeroModel::call(int unit, bool isBackward, bool isRecomputed)
{
    const PlacedUnit &placed = m_units[slot(unit)];
    const std::vector<Module> &modules = m_kinds[placed.kind].modules;
    const int count = static_cast<int>(modules.size());
    const bool isLayer = unit > 0 && slot(unit) + 1 < m_units.size();
    for (int i = 0; i < count; ++i) {
        const int index = isBackward ? count - 1 - i : i;
        const Module &module = modules[slot(index)];
        if (isBackward && m_startsFrozen && unit == 1 && module.readsHidden)
            continue;
        // In the backward pass of the head, the decoder comes between lm_head and norm.
        int before = isBackward && i == 1 ? 1 : 0;
        if (isLayer)
            before = isBackward ? module.beforeBackward + (i == 0 ? 1 : 0) : module.beforeForward;
        m_calls.insert(m_calls.end(), slot(before), NoModule);
        m_calls.push_back(placed.firstModule + index);
        if (i == 0 && isRecomputed)
            call(unit, false, false);
    }
}

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
    const Term whole = optimizerState(work, work.recipe.moment);
    if (whole.isZero() || elements == work.trainable)
        return whole;
    switch (work.training().optimizer) {
    case Optimizer::AdamW:
    case Optimizer::AdamWForeach:
    case Optimizer::AdamWForLoop:
        return Term::each(2 * work.recipe.moment) * shareOf(work.trainable, elements, work.ranks());
    case Optimizer::Lion:
    case Optimizer::SgdMomentum:
        return Term::each(work.recipe.moment) * shareOf(work.trainable, elements, work.ranks());
    default:
        return shard(whole, work.ranks());
    }
}

bool offloadsOptimizer(const Workload &work)
{
    return offloadFor(work.scenario.parallel) != Offload::None;
}

std::vector<double> zeroSubGroups(const std::vector<double> &shards, double size)
{
    std::vector<double> groups;
    double group = 0;
    for (std::size_t i = 0; i < shards.size(); ++i) {
        group += shards[i];
        if (group < size && i + 1 < shards.size())
            continue;
        groups.push_back(group);
        group = 0;
    }
    return groups;
}

ZeroPolicy::ZeroPolicy(
    const Workload &work, const ModelTapes &model, Ledger &ledger, std::string_view source)
    : Policy(work, ledger)
    , m_model(work, model)
    , m_sizes(zeroSizes(work))
    , m_gradients(ledger.open(PartId::Gradients, source, "B of whole gradients"))
    , m_flat(ledger.open(PartId::Temporaries, source, "B of flattened gradients"))
    , m_scratch(ledger.open(PartId::Temporaries, source, "B of optimizer scratch"))
    , m_own(m_model.parameters().size())
{ }

void ZeroPolicy::gradient(const Unit &unit, const Parameter &parameter)
{
    const int index = m_model.indexOf(unit, parameter);
    const double bytes = m_model.at(index).bytes;
    m_ledger.change(m_gradients, bytes);
    if (m_work.spec().tiedEmbeddings && unit.kind == Unit::Kind::Head && index == 0) {
        m_tied = bytes;
        return;
    }
    if (parameter.isShared) {
        // autograd has added both uses' gradients.
        m_ledger.change(m_gradients, -m_tied);
        m_tied = 0;
    }
    if (ready(index))
        m_own[static_cast<std::size_t>(index)] = bytes;
    else
        m_ledger.change(m_gradients, -bytes);
}

void ZeroPolicy::disown(int parameter)
{
    double &own = m_own[static_cast<std::size_t>(parameter)];
    m_ledger.change(m_gradients, -own);
    own = 0;
}

void ZeroPolicy::disownAll()
{
    m_ledger.releaseAll(m_gradients);
    std::fill(m_own.begin(), m_own.end(), 0);
}

void ZeroPolicy::holdFrozen(std::string_view source)
{
    if (!m_work.isFull())
        hold(PartId::Weights, source, baseWeights(m_work));
}

} // namespace shardscope
