// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zeromodel.h"

#include "core/engines/zerocalls.h"
#include "core/step/towermodules.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace shardscope {

namespace {

std::size_t slot(int index)
{
    return static_cast<std::size_t>(index);
}

/// Where transformers' decoder layers declare a module: attention, MLP, then norms.
int declarationOf(std::string_view name, int previous)
{
    constexpr std::array<std::string_view, 27> mixer{"sinks", "q_proj", "k_proj", "v_proj",
        "a_proj", "b_proj", "g_proj", "o_proj", "q_norm", "k_norm", "q_conv1d", "k_conv1d",
        "v_conv1d", "dt_bias", "A_log", "D", "o_norm", "conv1d", "in_proj", "in_proj_qkvz",
        "in_proj_ba", "norm", "out_proj", "in_proj_qkv", "in_proj_z", "in_proj_b", "in_proj_a"};
    const auto found = std::find(mixer.begin(), mixer.end(), name);
    if (found != mixer.end())
        return static_cast<int>(found - mixer.begin());
    constexpr int mlp = 27;
    constexpr int experts = 28;
    constexpr int shared = 32; // after them, though Qwen2-MoE computes it first
    constexpr int norms = 37;
    if (name.ends_with("bias") || name == "lora_A" || name == "lora_B")
        return previous;
    // AutoEP's GroupedExperts has its matrix for down before that for up.
    if (name == "w1" || name == "w2" || name == "w3")
        return experts + 1 + (name.back() - '1');
    if (name == "gate_up_proj" || (name == "down_proj" && previous == experts))
        return experts;
    if (name == "gate_proj" || name == "up_proj" || name == "down_proj")
        return shared;
    if (name == "shared_expert_gate")
        return shared + 1;
    return name.find("norm") != std::string_view::npos ? norms : mlp;
}

/// The tape's parameters in declaration order.
std::vector<int> declarationOrder(const Tape &tape)
{
    constexpr std::size_t mostKeys = 38;
    std::array<int, mostKeys + 1> next{}; ///< place of the next parameter with a key
    std::vector<int> keys(tape.parameters.size());
    int previous = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        previous = keys[i] = declarationOf(tape.parameters[i].name, previous);
        ++next[slot(previous) + 1];
    }
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<int> order(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        order[slot(next[slot(keys[i])]++)] = static_cast<int>(i);
    return order;
}

/// DeepSpeed 0.19.6, runtime/zero/leaf_module_config.py: MixtralSparseMoeBlock,
/// Qwen2MoeSparseMoeBlock and Qwen3MoeSparseMoeBlock are leaves unless the config says otherwise.
bool areBlocksLeaves(std::string_view modelType)
{
    return modelType == "mixtral" || modelType == "qwen2_moe" || modelType == "qwen3_moe";
}

/// The first of the tape's modules that belongs to the block of experts, which is the layer's last.
std::size_t firstOfExperts(const Tape &tape)
{
    const auto isNorm = [](const Parameter &parameter) {
        return parameter.name.find("norm") != std::string_view::npos;
    };
    const auto norm = std::find_if(tape.parameters.rbegin(), tape.parameters.rend(), isNorm);
    return slot(norm->module) + 1;
}

/// Four 4-bit weights lie in one element of the 16-bit storage that ZeRO-3 can cut and gather
/// (bitsandbytes, bnb_4bit_quant_storage); of 8-bit ones, which other stages leave as they are, two
/// take as many bytes.
double storedElements(const Parameter &parameter, double packed)
{
    return parameter.isQuantized ? parameter.elements * packed / 2 : parameter.elements;
}

/// Whether something that comes to a module from outside, and is no parameter, requires a gradient.
bool hearsGradient(const Tape &tape, std::int32_t module)
{
    std::vector<bool> isOwn(tape.tensors.size());
    for (const Op &op : tape.ops) {
        if (op.module != module)
            continue;
        for (const TensorId id : op.inputs) {
            if (id != NoTensor && !isOwn[slot(id)] && !tape.at(id).isOfWeights
                && tape.at(id).requiresGrad)
                return true;
        }
        for (const TensorId id : op.outputs) {
            if (id != NoTensor)
                isOwn[slot(id)] = true;
        }
    }
    return false;
}

} // namespace

ZeroModel::ZeroModel(const Workload &work, const ModelTapes &tapes)
    : m_sharesTable(work.spec().tiedEmbeddings && !tapes.embedding->parameters.empty()
        && !tapes.head->parameters.empty())
    , m_packed(packedBytes(work.training()))
    , m_isInOrder(work.cutter == Cutter::PipelineEngine)
{
    const std::size_t embedding = tapes.forms.count(); // behind the layers' forms
    const std::size_t head = embedding + 1;
    std::size_t places = 0;
    std::size_t most = 0;
    tapes.forEach([&places](const Tape &tape, int) { places += tape.parameters.size(); });
    m_places.reserve(places); // kinds refer to them
    m_kinds.reserve(head + 1 + tapes.tower.size());
    const bool hasLeaves = areBlocksLeaves(work.spec().modelType);
    tapes.forEachForm([&](std::size_t form, const Tape &tape, int) {
        addKind(tape, Unit::Kind::Layer, hasLeaves && tapes.forms[form].isSparse());
        most = std::max(most, m_kinds.back().parameters.size());
    });
    addKind(*tapes.embedding, Unit::Kind::Embedding);
    addKind(*tapes.head, Unit::Kind::Head);
    const std::size_t tower = m_kinds.size();
    for (const TowerTape &part : tapes.tower) {
        Kind &kind = addKind(*part.tape, Unit::Kind::Tower);
        kind.isRecomputed = part.part == TowerPartKind::Block;
        kind.endsInOwn = kind.isRecomputed && part.tape->parameters.back().name == "lambda_2";
        kind.hasBackward = part.part != TowerPartKind::Aside && needsGradient(*part.tape);
        most = std::max(most, kind.parameters.size());
    }
    const auto layers = static_cast<std::size_t>(tapes.layers());
    m_parameters.reserve(most * (layers + tapes.towerOrder.size()) + places);
    m_units.reserve(layers + tapes.towerOrder.size() + 2);
    std::vector<PlacedUnit> parts;
    for (const std::size_t part : tapes.towerOrder)
        parts.push_back(declared(tower + part));
    m_sharedTable = parameterCount();
    m_units.push_back(declared(embedding));
    m_units.insert(m_units.end(), parts.begin(), parts.end());
    for (int i = 0; i < tapes.layers(); ++i)
        m_units.push_back(declared(tapes.forms.of(i)));
    m_units.push_back(declared(head));
    if (m_sharesTable)
        m_parameters.pop_back();
}

ZeroModel::Kind &ZeroModel::addKind(const Tape &tape, Unit::Kind of, bool hasLeaf)
{
    Kind &kind = m_kinds.emplace_back();
    kind.of = of;
    kind.isRecomputed = kind.isLayer();
    kind.firstPlace = static_cast<int>(m_places.size());
    std::vector<int> order(tape.parameters.size());
    if (kind.isLayer() && !m_isInOrder)
        order = declarationOrder(tape);
    else
        std::iota(order.begin(), order.end(), 0);
    kind.places.resize(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
        const Parameter &parameter = tape.parameters[slot(order[place])];
        kind.places[slot(order[place])] = static_cast<int>(place);
        m_places.push_back({.elements = storedElements(parameter, m_packed),
            .bytes = storageBytes(parameter.elements, parameter.dtype),
            .trainable = parameter.trainable,
            .isExpert = parameter.isExpert});
    }
    kind.parameters = std::span(m_places).last(order.size());
    addModules(kind, tape, order, hasLeaf);
    return kind;
}

/// The tape's modules; those of a leaf are one.
void ZeroModel::addModules(Kind &kind, const Tape &tape, std::span<const int> order, bool hasLeaf)
{
    const std::vector<ZeroCalls> calls = zeroCalls(tape, kind.of);
    const std::size_t leaf = hasLeaf ? firstOfExperts(tape) : calls.size();
    kind.modules.reserve(calls.size());
    kind.onTape.reserve(calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const auto onTape = static_cast<std::int32_t>(i);
        if (i <= leaf) {
            kind.modules.push_back({.beforeForward = calls[i].beforeForward,
                .beforeBackward = calls[i].beforeBackward,
                .inside = calls[i].inside,
                .elementsBefore = calls[i].elementsBefore,
                .readsHidden = calls[i].readsHidden,
                .hearsGradient = kind.isLayer() || hearsGradient(tape, onTape),
                .firstOnTape = onTape});
        }
        kind.modules.back().lastOnTape = onTape;
        kind.onTape.push_back(static_cast<int>(kind.modules.size()) - 1);
    }
    if (hasLeaf) {
        Module &block = kind.modules.back();
        block = {.isLeaf = true, .firstOnTape = block.firstOnTape, .lastOnTape = block.lastOnTape};
    }
    const auto ownerOf = [&](const Parameter &parameter) -> Module & {
        return kind.modules[slot(kind.onTape[slot(parameter.module)])];
    };
    for (const Parameter &parameter : tape.parameters)
        ++ownerOf(parameter).ownedCount;
    int first = 0;
    for (Module &module : kind.modules) {
        module.firstOwned = first;
        first += std::exchange(module.ownedCount, 0);
    }
    kind.owned.resize(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
        Module &owner = ownerOf(tape.parameters[slot(order[place])]);
        kind.owned[slot(owner.firstOwned + owner.ownedCount++)] = static_cast<int>(place);
    }
}

/// The next unit in the order of declaration.
ZeroModel::PlacedUnit ZeroModel::declared(std::size_t index)
{
    const int first = parameterCount();
    m_parameters.resize(m_parameters.size() + m_kinds[index].parameters.size());
    std::iota(m_parameters.begin() + first, m_parameters.end(), m_kinds[index].parameters.data());
    return {index, first};
}

} // namespace shardscope
