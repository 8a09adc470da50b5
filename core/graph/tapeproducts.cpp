// SPDX-License-Identifier: GPL-3.0-or-later
// Products of a tape, and what autocast makes of their operands.
#include "core/graph/tapebuilder.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope {

/// Leaves that require a gradient: trained weights, and what was made such a leaf. Without autograd
/// as well: it asks whether the weight is to have a gradient.
bool TapeBuilder::isCachedByAutocast(TensorId x) const
{
    const bool isShared = std::find(m_shared.begin(), m_shared.end(), x) != m_shared.end();
    const std::int32_t parameter = at(isShared ? storageOf(x) : x).parameter;
    return x == m_leaf
        || (parameter >= 0 && m_tape.parameters[static_cast<std::size_t>(parameter)].trainable);
}

/// Under autocast a matrix product takes 16-bit operands; copies of fp32 leaves that require a
/// gradient are cached until autocast is over (autocast_mode.cpp, cached_cast).
TensorId TapeBuilder::autocastOperand(TensorId x)
{
    if (!m_autocast || x == NoTensor || at(x).dtype <= Dtype::Half)
        return x;
    if (!isCachedByAutocast(x))
        return cast(x, Dtype::Half);
    const auto found = std::find_if(
        m_copies.begin(), m_copies.end(), [x](const auto &copied) { return copied.first == x; });
    if (found != m_copies.end())
        return found->second;
    const bool isDetached = std::exchange(m_isDetached, false); // later products take it as well
    const TensorId copied = cast(x, Dtype::Half);
    m_isDetached = isDetached;
    countAs(copied, Holding::Copies);
    m_copies.emplace_back(x, copied);
    return copied;
}

void TapeBuilder::multiplies(const Product &product, OpKind kind)
{
    last().kind = kind;
    last().product = static_cast<std::int32_t>(m_tape.products.size());
    m_tape.products.push_back(product);
}

void TapeBuilder::multipliesToo(const Product &product)
{
    last().secondProduct = static_cast<std::int32_t>(m_tape.products.size());
    m_tape.products.push_back(product);
}

void TapeBuilder::multiply(TensorId a, TensorId b, double out, double batch)
{
    const double left = at(a).elements;
    const double right = at(b).elements;
    const auto side = [batch](double one, double other, double opposite) {
        return opposite > 0 ? std::sqrt(one * other / (opposite * batch)) : 0;
    };
    multiplies({.rows = side(left, out, right),
        .inner = side(left, right, out),
        .columns = side(right, out, left),
        .batch = batch});
}

TensorId TapeBuilder::linear(
    TensorId x, TensorId weight, TensorId bias, double outElements, double batch)
{
    const TensorId left = autocastOperand(x);
    const TensorId right = autocastOperand(weight);
    return linearOf(left, right, autocastOperand(bias), outElements, batch);
}

TensorId TapeBuilder::linearOf(
    TensorId x, TensorId weight, TensorId bias, double outElements, double batch)
{
    const TensorId result = op("linear", {x, weight, bias}, outElements, at(x).dtype, {});
    multiply(x, weight, outElements, batch);
    if (requiresGrad(x))
        saveWeight(weight);
    if (requiresGrad(weight) || (m_keepsLinearInputs && requiresGrad(x)))
        save(x);
    last().savesLate = m_keepsLinearInputs;
    return result;
}

TensorId TapeBuilder::linearGrouped(TensorId x, TensorId weights, double outElements, double batch)
{
    return linearOf(cast(x, at(weights).dtype), weights, NoTensor, outElements, batch);
}

TensorId TapeBuilder::linearInFp8(
    TensorId x, TensorId weight, double outElements, bool weighsInHalf)
{
    const TensorId result = op("float8_linear", {x, weight}, outElements, at(x).dtype, {});
    multiply(x, weight, outElements, 1);
    m_tape.products.back().isInFp8 = true;
    m_tape.products.back().weighsInHalf = weighsInHalf;
    if (!requiresGrad(result))
        return result;
    save(x);
    saveWeight(weight);
    // The engine casts it where the weight is fp32.
    if (requiresGrad(weight))
        last().gradients[1] = bytesOf(at(weight).elements, at(x).dtype);
    return result;
}

TensorId TapeBuilder::convolution(TensorId x, TensorId weight, TensorId bias, double outElements)
{
    const TensorId result = linear(x, weight, bias, outElements);
    if (requiresGrad(result) && !requiresGrad(x))
        saveWeight(last().inputs[1]);
    if (requiresGrad(x) && !requiresGrad(weight))
        save(last().inputs[0]);
    return result;
}

TensorId TapeBuilder::matmul(TensorId a, TensorId b, double outElements, double batch)
{
    const TensorId left = autocastOperand(a);
    const TensorId right = autocastOperand(b);
    const TensorId result = op("matmul", {left, right}, outElements, at(left).dtype, {});
    multiply(left, right, outElements, batch);
    if (requiresGrad(left))
        saveWeight(right);
    if (requiresGrad(right))
        save(left);
    return result;
}

TensorId TapeBuilder::softmaxInSingle(TensorId x, bool isFused)
{
    const TensorId in = isFused ? x : cast(x, Dtype::Single);
    const TensorId result = op("softmax", {in}, at(x).elements, Dtype::Single, {}, true);
    stillHeld(x);
    return result;
}

} // namespace shardscope
