// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/zeromodel.h"

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
    keys.reserve(tape.parameters.size());
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

} // namespace

ZeroModel::ZeroModel(const Workload &work, const ModelTapes &tapes)
    : m_sharesTable(work.spec().tiedEmbeddings)
{
    enum : std::size_t { Embedding, Dense, Sparse, Head };
    const ModelSpec &spec = work.spec();
    const auto layerKind = [](const Tape *tape) { return tape ? kindOf(*tape, true) : Kind{}; };
    m_kinds.reserve(4);
    m_kinds.push_back(kindOf(*tapes.embedding, false));
    m_kinds.push_back(layerKind(tapes.dense));
    m_kinds.push_back(layerKind(tapes.sparse));
    m_kinds.push_back(kindOf(*tapes.head, false));
    const std::size_t most
        = std::max(m_kinds[Dense].parameters.size(), m_kinds[Sparse].parameters.size());
    m_parameters.reserve(most * static_cast<std::size_t>(spec.layers) + 8);
    m_units.reserve(static_cast<std::size_t>(spec.layers) + 2);
    add(Embedding);
    for (std::int64_t i = 0; i < spec.layers; ++i)
        add(spec.isSparse(i) ? Sparse : Dense);
    add(Head);
    if (m_sharesTable)
        m_parameters.pop_back();
}

ZeroModel::Kind ZeroModel::kindOf(const Tape &tape, bool isLayer)
{
    std::vector<int> order(tape.parameters.size());
    std::iota(order.begin(), order.end(), 0);
    if (isLayer)
        order = declarationOrder(tape);
    Kind kind{.isLayer = isLayer};
    kind.places.resize(order.size());
    kind.parameters.reserve(order.size());
    kind.modules.reserve(order.size());
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
            .trainable = parameter.trainable});
    }
    return kind;
}

void ZeroModel::add(std::size_t index)
{
    int firstModule = 0;
    if (!m_units.empty())
        firstModule
            = m_units.back().firstModule + static_cast<int>(kind(unitCount() - 1).modules.size());
    m_units.push_back({index, parameterCount(), firstModule});
    for (const ZeroParameter &parameter : m_kinds[index].parameters)
        m_parameters.push_back(&parameter);
}

} // namespace shardscope
