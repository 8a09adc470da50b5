// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/tapebuilder.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

/// The first free place of a list, which must have one.
template <class List>
TensorId &freePlace(List &list)
{
    const auto place = std::find(list.begin(), list.end(), NoTensor);
    return list.at(static_cast<std::size_t>(place - list.begin()));
}

} // namespace

TapeBuilder::TapeBuilder(bool autocast, bool tracks)
    : m_autocast(autocast)
    , m_tracks(tracks)
{
    m_tape.tensors.reserve(128);
    m_tape.ops.reserve(96);
    m_tape.parameters.reserve(32);
}

Tape TapeBuilder::finish(TensorId output, bool holdsInput)
{
    m_tape.output = output;
    std::sort(m_tape.recomputed.begin(), m_tape.recomputed.end(),
        [](const Recomputed &a, const Recomputed &b) { return a.begin < b.begin; });
    m_tape.at(storageOf(output)).lastUse = static_cast<std::int32_t>(m_tape.ops.size());
    if (m_tape.input != NoTensor && holdsInput)
        m_tape.at(m_tape.input).lastUse = static_cast<std::int32_t>(m_tape.ops.size());
    return std::move(m_tape);
}

TensorId TapeBuilder::add(const Tensor &tensor)
{
    m_tape.tensors.push_back(tensor);
    return static_cast<TensorId>(m_tape.tensors.size() - 1);
}

void TapeBuilder::borrow(std::initializer_list<double> bytes, bool isBackward)
{
    const auto op = static_cast<std::int32_t>(m_tape.ops.size()) - 1;
    for (double each : bytes) {
        if (each > 0)
            m_tape.scratch.push_back({op, isBackward, each});
    }
    last().borrows = true;
}

TensorId TapeBuilder::input(double elements, Dtype dtype, bool requiresGrad)
{
    m_tape.input
        = add({.elements = elements, .dtype = dtype, .requiresGrad = requiresGrad && m_tracks});
    return m_tape.input;
}

TensorId TapeBuilder::outside(double elements, Dtype dtype)
{
    return add({.elements = elements, .dtype = dtype, .holding = Holding::Outside});
}

TensorId TapeBuilder::take(double elements, Dtype dtype, Common what, bool requiresGrad)
{
    const TensorId id = outside(elements, dtype);
    m_tape.at(id).requiresGrad = requiresGrad;
    m_tape.taken.push_back({id, what});
    return id;
}

void TapeBuilder::give(TensorId id, Common what, bool isTaken, bool isKept)
{
    m_tape.given.push_back({id, what, size(), isTaken, isKept});
}

TensorId TapeBuilder::plain(double elements, Dtype dtype)
{
    return op("make", {}, elements, dtype, {});
}

void TapeBuilder::beginShared()
{
    m_shared.clear();
    m_sharing = Sharing::Notes;
}

void TapeBuilder::repeatShared()
{
    m_nextShared = 0;
    m_sharing = Sharing::Repeats;
}

TensorId TapeBuilder::parameter(const Parameter &parameter)
{
    if (m_sharing == Sharing::Repeats)
        return m_shared.at(m_nextShared++);
    const TensorId made = newParameter(parameter);
    if (m_sharing == Sharing::None)
        return made;
    m_shared.push_back(usedInParts(made, false));
    return m_shared.back();
}

TensorId TapeBuilder::newParameter(const Parameter &parameter)
{
    m_tape.parameters.push_back(parameter);
    m_tape.parameters.back().module = m_module;
    return add({.elements = parameter.elements,
        .dtype = parameter.dtype,
        .holding = Holding::Outside,
        .requiresGrad = parameter.trainable && m_tracks,
        .isOfWeights = true,
        .parameter = static_cast<std::int32_t>(m_tape.parameters.size() - 1)});
}

void TapeBuilder::leaveUnreached(std::size_t count)
{
    for (auto last = m_tape.parameters.end(); count > 0; --count)
        (--last)->isReached = false;
}

void TapeBuilder::use(TensorId id)
{
    m_tape.at(storageOf(id)).lastUse = static_cast<std::int32_t>(m_tape.ops.size());
}

void TapeBuilder::stillHeld(TensorId id)
{
    if (id == NoTensor)
        return;
    Tensor &tensor = m_tape.at(storageOf(id));
    tensor.lastUse = std::max(tensor.lastUse, static_cast<std::int32_t>(m_tape.ops.size()) - 1);
}

void TapeBuilder::stillHeld(std::initializer_list<TensorId> ids)
{
    for (const TensorId id : ids)
        stillHeld(id);
}

void TapeBuilder::countAs(TensorId id, Holding holding)
{
    m_tape.at(id).holding = holding;
}

std::size_t TapeBuilder::keepFrom(TensorId id)
{
    m_tape.keptAWhile.push_back({id, size() - 1, size() - 1});
    return m_tape.keptAWhile.size() - 1;
}

void TapeBuilder::makeLeaf(TensorId id)
{
    if (!m_tracks)
        return;
    m_tape.at(id).requiresGrad = true;
    m_leaf = id;
    save(id);
    last().packed.fill(NoTensor);
}

void TapeBuilder::save(TensorId view)
{
    const TensorId id = storageOf(view);
    const auto &outputs = last().outputs;
    freePlace(last().packed) = view;
    last().savesInputs |= std::find(outputs.begin(), outputs.end(), id) == outputs.end();
    Tensor &tensor = m_tape.at(id);
    if (tensor.holding == Holding::Outside)
        return keepCommon(id);
    if (tensor.holding == Holding::Working)
        tensor.holding = Holding::Saved;
    auto &saved = m_tape.ops.back().saved;
    if (std::find(saved.begin(), saved.end(), id) == saved.end())
        freePlace(saved) = id;
}

void TapeBuilder::keepCommon(TensorId id)
{
    for (const Taken &taken : m_tape.taken) {
        if (taken.tensor == id)
            last().keepsCommon = static_cast<std::int32_t>(taken.what);
    }
}

void TapeBuilder::refersTo(std::initializer_list<TensorId> ids)
{
    if (!at(last().outputs[0]).requiresGrad)
        return;
    std::size_t place = 0;
    for (const TensorId view : ids) {
        if (view == NoTensor)
            continue;
        const TensorId id = storageOf(view);
        Tensor &tensor = m_tape.at(id);
        if (tensor.holding == Holding::Outside)
            continue;
        if (tensor.holding == Holding::Working)
            tensor.holding = Holding::Saved;
        last().referred[place++] = id;
    }
}

void TapeBuilder::saveWeight(TensorId weight)
{
    save(weight);
    if (requiresGrad(weight))
        last().detached = at(weight).parameter;
}

TensorId TapeBuilder::op(std::string_view name, std::initializer_list<TensorId> inputs,
    double elements, Dtype dtype, std::initializer_list<TensorId> saved, bool savesOutput)
{
    Op op{.name = name, .module = m_module};
    bool grad = false;
    bool isOfWeights = true;
    std::size_t i = 0;
    for (const TensorId id : inputs) {
        if (id != NoTensor) {
            use(id);
            grad |= requiresGrad(id);
            isOfWeights &= at(id).isOfWeights;
            if (requiresGrad(id))
                op.gradients[i] = at(id).bytes();
        }
        op.inputs[i++] = id;
    }
    op.outputs[0] = add(
        {.elements = elements, .dtype = dtype, .requiresGrad = grad, .isOfWeights = isOfWeights});
    use(op.outputs[0]); // what nobody reads is dropped at once
    m_tape.ops.push_back(op);
    if (grad) {
        for (const TensorId id : saved)
            save(id);
        if (savesOutput)
            save(op.outputs[0]);
    }
    return op.outputs[0];
}

void TapeBuilder::keepsViewOf(TensorId parameter)
{
    // It is needed for the gradient of what it is multiplied with.
    if (at(parameter).parameter >= 0 && requiresGrad(last().inputs[0]))
        last().viewed = at(parameter).parameter;
}

TensorId TapeBuilder::alsoMakes(double elements, Dtype dtype, bool saved)
{
    const TensorId id = add({.elements = elements, .dtype = dtype});
    m_tape.at(id).lastUse = static_cast<std::int32_t>(m_tape.ops.size()) - 1;
    auto &outputs = last().outputs;
    freePlace(outputs) = id;
    if (saved && requiresGrad(outputs[0]))
        save(id);
    return id;
}

TensorId TapeBuilder::cast(TensorId x, Dtype dtype)
{
    if (at(x).dtype == dtype)
        return x;
    return op("cast", {x}, at(x).elements, dtype, {});
}

void TapeBuilder::passGradients(double elements, Dtype dtype)
{
    for (std::size_t i = 0; i < 2; ++i) {
        const Tensor &input = at(last().inputs[i]);
        if (input.dtype == dtype && input.elements == elements)
            last().gradients[i] = 0;
    }
}

TensorId TapeBuilder::add(TensorId a, TensorId b)
{
    const double elements = std::max(at(a).elements, at(b).elements);
    const Dtype dtype = promoted(at(a).dtype, at(b).dtype);
    const TensorId sum = op("add", {a, b}, elements, dtype, {});
    passGradients(elements, dtype);
    return sum;
}

TensorId TapeBuilder::mul(TensorId a, TensorId b)
{
    const double elements = std::max(at(a).elements, at(b).elements);
    const Dtype dtype = promoted(at(a).dtype, at(b).dtype);
    const TensorId product = op("mul", {a, b}, elements, dtype, {});
    // Each factor's gradient is the output's gradient times the other factor.
    const double full = bytesOf(elements, dtype);
    if (requiresGrad(a)) {
        save(b);
        last().gradients[0] = full;
    }
    if (requiresGrad(b)) {
        save(a);
        last().gradients[1] = full;
    }
    return product;
}

TensorId TapeBuilder::addInPlace(TensorId a, TensorId b)
{
    const TensorId sum = op("add_", {a, b}, at(a).elements, at(a).dtype, {});
    m_tape.at(sum).base = storageOf(a);
    passGradients(at(a).elements, at(a).dtype);
    return sum;
}

TensorId TapeBuilder::scaleInPlace(TensorId x)
{
    const TensorId result = op("mul_", {x}, at(x).elements, at(x).dtype, {});
    m_tape.at(result).base = storageOf(x);
    return result;
}

TensorId TapeBuilder::mulInPlace(TensorId x, TensorId noise)
{
    const TensorId result = op("mul_", {x, noise}, at(x).elements, at(x).dtype, {noise});
    m_tape.at(result).base = storageOf(x);
    return result;
}

TensorId TapeBuilder::divideInPlace(TensorId x, TensorId divisor)
{
    const TensorId result = op("div_", {x, divisor}, at(x).elements, at(x).dtype, {});
    m_tape.at(result).base = storageOf(x);
    if (requiresGrad(x)) {
        // What the divisor's gradient needs is overwritten: it is copied first.
        alsoMakes(at(x).elements, at(x).dtype, true);
        save(divisor);
        last().gradients[1] = at(x).bytes();
    }
    return result;
}

// torch csrc/autograd/functions/tensor.cpp, CopySlices: a copy of the whole gradient, in which the
// part's is then zero, and of that one.
TensorId TapeBuilder::copyInto(TensorId whole, TensorId x)
{
    const TensorId result = op("copy_", {whole, x}, at(whole).elements, at(whole).dtype, {});
    m_tape.at(result).base = storageOf(whole);
    borrowsBackward({at(x).bytes()});
    return result;
}

TensorId TapeBuilder::power(TensorId x)
{
    const TensorId result = op("pow", {x}, at(x).elements, at(x).dtype, {x});
    // pow_backward: x to the exponent less one, and that times the exponent.
    const double each = at(x).bytes();
    borrowsBackward({each, each});
    return result;
}

TensorId TapeBuilder::meanOfRows(TensorId x, double rows)
{
    return op("mean", {x}, rows, at(x).dtype, {});
}

TensorId TapeBuilder::rsqrt(TensorId x)
{
    return op("rsqrt", {x}, at(x).elements, at(x).dtype, {}, true);
}

TensorId TapeBuilder::scale(TensorId x)
{
    return op("scale", {x}, at(x).elements, at(x).dtype, {});
}

TensorId TapeBuilder::activation(std::string_view name, TensorId x)
{
    return op(name, {x}, at(x).elements, at(x).dtype, {x});
}

TensorId TapeBuilder::fromResult(std::string_view name, TensorId x)
{
    return op(name, {x}, at(x).elements, at(x).dtype, {}, true);
}

TensorId TapeBuilder::dropout(TensorId x, bool fusedKernel)
{
    // torch's own CPU operators multiply with a noise tensor of the input's dtype (aten
    // Dropout.cpp, _dropout_impl), native_dropout keeps one byte for each element.
    if (!fusedKernel)
        return mul(x, plain(at(x).elements, at(x).dtype));
    const TensorId result = op("dropout", {x}, at(x).elements, at(x).dtype, {});
    alsoMakes(at(x).elements, Dtype::Byte, true);
    return result;
}

TensorId TapeBuilder::part(TensorId x, double elements)
{
    const TensorId view = op("slice", {x}, elements, at(x).dtype, {});
    last().kind = OpKind::View; // the backward pass pads with zeros
    m_tape.at(view).base = storageOf(x);
    return view;
}

std::array<TensorId, 3> TapeBuilder::split(TensorId x, const std::array<double, 3> &elements)
{
    std::array<TensorId, 3> parts{
        op("split", {x}, elements[0], at(x).dtype, {}), NoTensor, NoTensor};
    last().kind = OpKind::View;
    const bool grad = requiresGrad(x);
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (elements[i] > 0)
            parts[i] = alsoMakes(elements[i], at(x).dtype, false);
    }
    for (const TensorId id : parts) {
        if (id == NoTensor)
            continue;
        m_tape.at(id).base = storageOf(x);
        m_tape.at(id).requiresGrad = grad;
    }
    return parts;
}

TensorId TapeBuilder::concat(std::initializer_list<TensorId> parts, double elements)
{
    Dtype dtype = Dtype::Byte;
    for (const TensorId id : parts) {
        if (id != NoTensor)
            dtype = promoted(dtype, at(id).dtype);
    }
    const TensorId result = op("cat", parts, elements, dtype, {});
    // The backward pass gives views of the gradient, cast where a part was of another dtype.
    std::size_t i = 0;
    for (const TensorId id : parts) {
        if (id != NoTensor && at(id).dtype == dtype)
            last().gradients[i] = 0;
        ++i;
    }
    return result;
}

TensorId TapeBuilder::stack(const std::vector<TensorId> &parts, double elements)
{
    const TensorId result = op("stack", {parts.front()}, elements, at(parts.front()).dtype, {});
    last().gradients[0] = 0; // views of the gradient
    for (std::size_t i = 1; i < parts.size(); ++i) {
        stillHeld(parts[i]);
        last().inputs.at(i) = parts[i];
        m_tape.at(result).requiresGrad |= requiresGrad(parts[i]);
        m_tape.at(result).isOfWeights &= at(parts[i]).isOfWeights;
    }
    return result;
}

TensorId TapeBuilder::usedInParts(TensorId weight, bool isKept)
{
    const TensorId view = op("view", {weight}, at(weight).elements, at(weight).dtype, {});
    last().kind = OpKind::View;
    m_tape.at(view).base = storageOf(weight);
    last().gradients[0] = 0;
    if (isKept)
        last().viewed = at(weight).parameter;
    return view;
}

TensorId TapeBuilder::expanded(TensorId x, double elements)
{
    const TensorId view = op("expand", {x}, elements, at(x).dtype, {});
    last().kind = OpKind::View;
    m_tape.at(view).base = storageOf(x);
    return view;
}

TensorId TapeBuilder::lookup(std::string_view name, TensorId table, TensorId index, double elements)
{
    const TensorId rows = op(name, {table, index}, elements, at(table).dtype, {index});
    last().kind = OpKind::Lookup;
    return rows;
}

TensorId TapeBuilder::copy(std::string_view name, TensorId x, double elements)
{
    return op(name, {x}, elements, at(x).dtype, {});
}

} // namespace shardscope
