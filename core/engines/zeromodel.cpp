// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zeromodel.h"

#include "core/engines/zerocalls.h"
#include "core/engines/zerodeclared.h"
#include "core/step/towermodules.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace shardscope {

namespace {

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

/// A table of places that are never trained: what is looked up there requires no gradient.
bool holdsFixedPlaces(const Tape &tape, std::int32_t module)
{
    return std::any_of(
        tape.parameters.begin(), tape.parameters.end(), [module](const Parameter &parameter) {
            return parameter.module == module && parameter.name == "embed_positions"
                && !parameter.trainable;
        });
}

bool holdsAdapter(const Tape &tape, std::int32_t module)
{
    return std::any_of(tape.parameters.begin(), tape.parameters.end(),
        [module](const Parameter &each) { return each.module == module && each.isAdapter; });
}

/// Of a tape's modules those whose outputs require a gradient where the unit's input does not.
std::vector<bool> modulesBehindTrained(const Tape &tape, std::size_t count)
{
    std::vector<bool> isWanted(tape.tensors.size());
    for (std::size_t i = 0; i < tape.tensors.size(); ++i)
        isWanted[i] = tape.tensors[i].requiresGrad;
    if (tape.input != NoTensor)
        isWanted[slot(tape.input)] = false;
    std::vector<bool> are(count);
    for (const Op &op : tape.ops) {
        const auto wants = [&](TensorId id) { return id != NoTensor && isWanted[slot(id)]; };
        const bool isOne = std::any_of(op.inputs.begin(), op.inputs.end(), wants);
        for (const TensorId id : op.outputs) {
            if (id == NoTensor)
                continue;
            isWanted[slot(id)] = isOne && isWanted[slot(id)];
            if (op.module >= 0 && isWanted[slot(id)])
                are[slot(op.module)] = true;
        }
    }
    return are;
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
{
    const std::size_t embedding = tapes.forms.count(); // behind the layers' forms
    const std::size_t head = embedding + 1;
    std::size_t places = 0;
    std::size_t most = 0;
    tapes.forEach([&places](const Tape &tape, int) { places += tape.parameters.size(); });
    m_places.reserve(places); // kinds refer to them
    m_kinds.reserve(head + 1 + tapes.tower.size());
    const TableHome home = tableHome(work.spec());
    const bool hasLeaves = areBlocksLeaves(work.spec().modelType);
    tapes.forEachForm([&](std::size_t form, const Tape &tape, int) {
        addKind(work, tape, Unit::Kind::Layer,
            {.hasLeaf = hasLeaves && tapes.forms[form].isSparse(),
                .sharesTable = tapes.isBetween(form) && home != TableHome::Between,
                .isOfStacks = work.spec().seq2seq.has_value()});
        most = std::max(most, m_kinds.back().parameters.size());
    });
    addKind(work, *tapes.embedding, Unit::Kind::Embedding,
        {.sharesTable = m_sharesTable && home == TableHome::Head});
    addKind(work, *tapes.head, Unit::Kind::Head,
        {.sharesTable = m_sharesTable && home != TableHome::Head});
    for (const TowerTape &part : tapes.tower) {
        Kind &kind = addKind(work, *part.tape, Unit::Kind::Tower, {});
        kind.isRecomputed = part.part == TowerPartKind::Block;
        kind.endsInOwn = kind.isRecomputed && part.tape->parameters.back().name == "lambda_2";
        kind.hasBackward = part.part != TowerPartKind::Aside && needsGradient(*part.tape);
        most = std::max(most, kind.parameters.size());
    }
    const auto layers = static_cast<std::size_t>(tapes.layers());
    m_parameters.reserve(most * (layers + tapes.towerOrder.size()) + places);
    m_inOrder.reserve(layers + tapes.towerOrder.size() + 2);
    declareUnits(tapes, declaresHeadFirst(work.spec()));
    findTable(tapes);
}

/// A vision tower comes before the embedding.
void ZeroModel::declareUnits(const ModelTapes &tapes, bool isHeadFirst)
{
    const std::size_t embedding = tapes.forms.count();
    const std::size_t head = embedding + 1;
    const std::size_t tower = head + 1;
    const std::size_t parts = tapes.towerOrder.size();
    m_units.resize(parts + slot(tapes.layers()) + 2);
    if (isHeadFirst)
        declare(m_units.size() - 1, head);
    for (std::size_t i = 0; i < parts; ++i)
        declare(1 + i, tower + tapes.towerOrder[i]);
    declare(0, embedding);
    for (int i = 0; i < tapes.layers(); ++i)
        declare(1 + parts + slot(i), tapes.forms.of(i));
    if (!isHeadFirst)
        declare(m_units.size() - 1, head);
}

/// Who uses the table of words, and who of them has declared it.
void ZeroModel::findTable(const ModelTapes &tapes)
{
    Use home;
    const auto add = [&](int unit, const Tape &tape) {
        const auto table
            = std::find_if(tape.parameters.begin(), tape.parameters.end(), isTableOfWords);
        if (table == tape.parameters.end())
            return;
        const auto onTape = static_cast<std::size_t>(table - tape.parameters.begin());
        m_tableUses.push_back({unit, kind(unit).places[onTape]});
        if (!kind(unit).sharesTable)
            home = m_tableUses.back();
    };
    add(0, *tapes.embedding);
    if (tapes.between >= 0)
        add(1 + tapes.between, tapes.ofLayer(tapes.between));
    if (m_sharesTable)
        add(unitCount() - 1, *tapes.head);
    m_declaredTable = home;
    m_sharedTable = firstParameter(home.unit) + home.place;
}

ZeroModel::Kind &ZeroModel::addKind(
    const Workload &work, const Tape &tape, Unit::Kind of, KindTraits traits)
{
    Kind &kind = m_kinds.emplace_back();
    kind.of = of;
    kind.sharesTable = traits.sharesTable;
    kind.isRecomputed = kind.isLayer();
    kind.firstPlace = static_cast<int>(m_places.size());
    const std::vector<int> order = declaredOrder(work, of, tape, traits.sharesTable);
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
    addModules(kind, tape, order, traits);
    return kind;
}

/// The tape's modules; those of a leaf are one.
void ZeroModel::addModules(
    Kind &kind, const Tape &tape, std::span<const int> order, KindTraits traits)
{
    const std::vector<ZeroCalls> calls = zeroCalls(tape, kind.of, traits.isOfStacks);
    const std::size_t leaf = traits.hasLeaf ? firstOfExperts(tape) : calls.size();
    const std::vector<bool> behindTrained = modulesBehindTrained(tape, calls.size());
    kind.modules.reserve(calls.size());
    kind.onTape.reserve(calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const auto onTape = static_cast<std::int32_t>(i);
        if (i <= leaf) {
            kind.modules.push_back({.beforeForward = calls[i].beforeForward,
                .beforeBackward = calls[i].beforeBackward,
                .inside = calls[i].inside,
                .elementsBefore = calls[i].elementsBefore,
                .isBehindTrained = behindTrained[i],
                .hearsGradient = kind.isLayer() || hearsGradient(tape, onTape),
                .runsBackward = !holdsFixedPlaces(tape, onTape),
                .firstOnTape = onTape});
        }
        kind.modules.back().lastOnTape = onTape;
        const bool isAdapter = holdsAdapter(tape, onTape);
        kind.modules.back().isAdapter = isAdapter;
        if (!isAdapter)
            kind.bare.push_back(onTape);
        kind.onTape.push_back(static_cast<int>(kind.modules.size()) - 1);
    }
    if (traits.hasLeaf) {
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

/// A unit that runs at a place is the next one in the order of declaration.
void ZeroModel::declare(std::size_t place, std::size_t index)
{
    const int first = parameterCount();
    const Kind &kind = m_kinds[index];
    const std::size_t own = kind.parameters.size() - (kind.sharesTable ? 1 : 0);
    m_parameters.resize(m_parameters.size() + own);
    std::iota(m_parameters.begin() + first, m_parameters.end(), kind.parameters.data());
    m_units[place] = {index, first};
    m_inOrder.push_back(static_cast<int>(place));
}

} // namespace shardscope
