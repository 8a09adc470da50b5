// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/dataflow.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// torch 2.14 _functorch/partitioners.py, get_default_op_list, by the names of our operations; what
/// Inductor decomposes is among them (softmax, norms, the loss of picked log-probabilities).
constexpr std::array<std::string_view, 39> pointwise{"add", "add_", "baddbmm", "bloom_gelu", "cast",
    "clamp", "clone", "contiguous", "div", "div_", "dropout", "exp", "expand", "gather", "gelu",
    "layer_norm", "log_softmax", "logsumexp", "masked_fill", "mean", "mul", "mul_", "nll_loss",
    "norm", "pow", "relu", "repeat", "repeat_kv", "reshape", "rms_layernorm", "rsqrt", "scale",
    "sigmoid", "silu", "softmax", "softplus", "sub", "sum", "tanh"};
constexpr std::array<std::string_view, 2> joined{"cat", "rotate_half"};

template <std::size_t Count>
bool isAmong(const std::array<std::string_view, Count> &names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

Fusing fusingOf(const Op &op)
{
    if (op.kind == OpKind::View)
        return Fusing::View;
    if (op.product >= 0)
        return Fusing::Opaque;
    if (isAmong(joined, op.name))
        return Fusing::Joined;
    return isAmong(pointwise, op.name) ? Fusing::Pointwise : Fusing::Opaque;
}

Dataflow::Dataflow(const Tape &tape)
    : m_values(tape.tensors.size(), NoTensor)
    , m_makers(tape.tensors.size(), -1)
    , m_users(tape.tensors.size())
    , m_isRepeated(tape.ops.size())
{
    if (tape.input != NoTensor)
        m_values[static_cast<std::size_t>(tape.input)] = tape.input;
    for (std::size_t i = 0; i < tape.ops.size(); ++i) {
        const Op &op = tape.ops[i];
        const auto index = static_cast<std::int32_t>(i);
        m_fusing.push_back(shardscope::fusingOf(op));
        const TensorId known = knownBefore(tape, op, index);
        if (known == NoTensor) {
            note(op, index);
            continue;
        }
        m_isRepeated[i] = true;
        m_values[static_cast<std::size_t>(op.outputs[0])] = known;
        m_makers[static_cast<std::size_t>(op.outputs[0])] = makerOf(known);
    }
}

TensorId Dataflow::knownBefore(const Tape &tape, const Op &op, std::int32_t index) const
{
    if (const TensorId value = castBack(tape, op); value != NoTensor)
        return value;
    const std::int32_t same = sameBefore(tape, op, index);
    return same < 0 ? NoTensor : valueOf(tape.ops[static_cast<std::size_t>(same)].outputs[0]);
}

TensorId Dataflow::castBack(const Tape &tape, const Op &op) const
{
    const TensorId narrow = op.name == "cast" ? valueOf(op.inputs[0]) : NoTensor;
    if (narrow == NoTensor || makerOf(narrow) < 0 || tape.at(narrow).isRegrouped)
        return NoTensor;
    const Op &first = tape.ops[static_cast<std::size_t>(makerOf(narrow))];
    const TensorId wide = first.name == "cast" ? valueOf(first.inputs[0]) : NoTensor;
    const bool isBack = wide != NoTensor && tape.at(wide).dtype > tape.at(narrow).dtype
        && tape.at(wide).dtype == tape.at(op.outputs[0]).dtype;
    return isBack ? wide : NoTensor;
}

void Dataflow::note(const Op &op, std::int32_t index)
{
    const bool isView = m_fusing.back() == Fusing::View;
    for (const TensorId id : op.inputs) {
        const TensorId value = valueOf(id);
        if (isView || value == NoTensor)
            continue;
        auto &users = m_users[static_cast<std::size_t>(value)];
        if (users.empty() || users.back() != index)
            users.push_back(index);
    }
    for (const TensorId id : op.outputs) {
        if (id == NoTensor)
            continue;
        m_values[static_cast<std::size_t>(id)] = isView ? valueOf(op.inputs[0]) : id;
        m_makers[static_cast<std::size_t>(id)] = index;
    }
}

std::int32_t Dataflow::sameBefore(const Tape &tape, const Op &op, std::int32_t index) const
{
    // Of numbers that tensors are scaled with, and of parts, a tape does not say which they are.
    const bool isKnown = m_fusing.back() == Fusing::Pointwise && op.name != "scale"
        && op.name != "dropout" && op.outputs[1] == NoTensor && op.inputs[0] != NoTensor;
    if (!isKnown)
        return -1;
    const auto source = [this, &tape](TensorId id) {
        const TensorId value = valueOf(id);
        return value == NoTensor || tape.at(id).isView() ? id : value;
    };
    const Tensor &result = tape.at(op.outputs[0]);
    for (std::int32_t i = index - 1; i >= 0; --i) {
        const Op &other = tape.ops[static_cast<std::size_t>(i)];
        if (other.name != op.name || tape.at(other.outputs[0]).dtype != result.dtype
            || tape.at(other.outputs[0]).elements != result.elements)
            continue;
        if (std::equal(op.inputs.begin(), op.inputs.end(), other.inputs.begin(),
                [&](TensorId a, TensorId b) { return source(a) == source(b); }))
            return i;
    }
    return -1;
}

} // namespace shardscope
