// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/tapework.h"

#include <algorithm>
#include <vector>

namespace shardscope {

namespace {

/// torch.utils.checkpoint keeps and puts back states of random numbers and of autocast: 0.57 and
/// 0.86 ms of the CPU for each call, where a kernel's launch took 16 us (H200's Xeon, torch 2.11).
constexpr double checkpointForward = 36;
constexpr double checkpointBackward = 54;

/// FLOPs of a multiplication and its addition.
constexpr double flopsEach = 2;

class Counter
{
public:
    Counter(const Tape &tape, const Machine &machine)
        : m_tape(tape)
        , m_machine(machine)
        , m_inFp8(machine)
        , m_last(tape.lastKeeping())
    {
        m_inFp8.matmul = machine.fp8;
    }

    TapeWork counted(const ProfileOptions &options) const
    {
        TapeWork work;
        for (std::size_t i = 0; i < m_tape.ops.size(); ++i) {
            const Op &op = m_tape.ops[i];
            const Work once = forward(op);
            work.forward += once;
            work.backward += backward(op);
            if (runsAgain(i, options)) {
                work.backward += once;
                work.backward.recomputed += once.flops;
            }
            if (options.splitsBackward)
                work.weights += weights(op);
        }
        work.backward += sumsOfGradients();
        if (options.isCheckpointed) {
            work.forward.kernels += checkpointForward;
            work.backward.kernels += checkpointBackward;
        }
        return work;
    }

private:
    double bytes(TensorId id) const { return m_tape.at(id).bytes(); }
    const Product *productOf(const Op &op) const
    {
        return op.product < 0 ? nullptr : &m_tape.products[static_cast<std::size_t>(op.product)];
    }
    Work passOver(double moved, double kernels) const
    {
        return {.memory = Bytes(moved) / m_machine.memory, .kernels = kernels};
    }

    Work forward(const Op &op) const
    {
        const Product *product = productOf(op);
        Work work = passOver(scratch(op, false), 0);
        if (op.kind == OpKind::View)
            return work;
        work.kernels = product ? product->chunks : 1;
        if (!product)
            return work + passOver(readBy(op) + writtenBy(op), 0);
        work += passOver(unpackedBy(op), 0);
        work += multiply(op, *product, 1);
        work += second(op, 1);
        return product->makesGradients ? work + gradientProducts(op, *product) : work;
    }

    double writtenBy(const Op &op) const
    {
        double sum = 0;
        for (const TensorId id : op.outputs)
            sum += id == NoTensor ? 0 : bytes(id);
        return sum;
    }
    double readBy(const Op &op) const
    {
        if (op.kind == OpKind::Lookup)
            return writtenBy(op);
        double sum = 0;
        for (const TensorId id : op.inputs)
            sum += id == NoTensor ? 0 : bytes(id);
        return sum;
    }
    /// 4-bit weights are read, and written as 16-bit scratch, before their product.
    double unpackedBy(const Op &op) const
    {
        const std::int32_t parameter
            = op.inputs[1] == NoTensor ? -1 : m_tape.at(op.inputs[1]).parameter;
        if (parameter < 0)
            return 0;
        const Parameter &weight = m_tape.parameters[static_cast<std::size_t>(parameter)];
        return weight.isQuantized ? weight.packedBytes * weight.elements : 0;
    }
    double scratch(const Op &op, bool isBackward) const
    {
        if (!op.borrows)
            return 0;
        const Product *product = productOf(op);
        double sum = 0;
        for (const Scratch &piece : m_tape.scratch) {
            if (&m_tape.ops[static_cast<std::size_t>(piece.op)] == &op
                && piece.isBackward == isBackward)
                sum += piece.bytes;
        }
        return (product ? product->chunks : 1) * sum;
    }

    /// `times` as many multiplications of that shape.
    Work multiply(const Op &op, const Product &shape, double times) const
    {
        const Flops flops(times * flopsEach * shape.multiplications());
        if (op.kind == OpKind::FusedAttention)
            return {.attention = flops / m_machine.flash, .flops = flops};
        const bool isInFp8 = shape.isInFp8 && m_machine.fp8 > FlopsPerSecond(0);
        const double bytesEach = bytesOf(isInFp8 ? Dtype::Byte : m_tape.at(op.inputs[0]).dtype);
        // Products of one torch.matmul share a kernel's waves, heads among them; experts have few
        // tokens each, and waves of their own.
        const bool isAttention = op.kind == OpKind::Attention;
        const bool sharesWaves = isAttention || op.name == "matmul";
        const Seconds one = matmulTime(isInFp8 ? m_inFp8 : m_machine, shape.rows, shape.columns,
            shape.inner, bytesEach, sharesWaves ? shape.batch : 1);
        if (isAttention)
            return {.attention = times * one, .flops = flops};
        return {.matmul = times * (sharesWaves ? 1 : shape.batch) * one, .flops = flops};
    }
    /// Of a function's second product, which is one of matrices.
    Work second(const Op &op, double times) const
    {
        if (op.secondProduct < 0)
            return {};
        const Product &shape = m_tape.products[static_cast<std::size_t>(op.secondProduct)];
        const double bytesEach = bytesOf(m_tape.at(op.inputs[0]).dtype);
        return {.matmul = times * shape.batch
                * matmulTime(m_machine, shape.rows, shape.columns, shape.inner, bytesEach),
            .flops = Flops(times * flopsEach * shape.multiplications())};
    }
    bool isWanted(TensorId id) const { return id != NoTensor && m_tape.at(id).requiresGrad; }

    /// The products that make the operands' gradients.
    Work gradientProducts(const Op &op, const Product &product) const
    {
        // Attention's scores are computed again: five products instead of four.
        if (op.kind == OpKind::FusedAttention)
            return multiply(op, product, product.backwardTimes);
        Work work;
        const auto add = [&](double rows, double inner, double columns, bool isOfWeight) {
            Product gradient = product;
            gradient.rows = rows;
            gradient.inner = inner;
            gradient.columns = columns;
            gradient.isInFp8 &= !(isOfWeight && product.weighsInHalf);
            work += multiply(op, gradient, 1);
            work.kernels += product.chunks;
        };
        if (isWanted(op.inputs[0]))
            add(product.rows, product.columns, product.inner, false);
        if (isWanted(op.inputs[1]))
            add(product.inner, product.rows, product.columns, true);
        return work;
    }

    Work backward(const Op &op) const
    {
        if (!isWanted(op.outputs[0]))
            return {};
        const Product *product = productOf(op);
        Work work = passOver(scratch(op, true), 0);
        if (!product)
            return work + gradientPasses(op);
        if (product->makesGradients)
            return work;
        work += passOver(unpackedBy(op), 0);
        if (product->isRepeated)
            work += multiply(op, *product, 1);
        work += gradientProducts(op, *product);
        work += second(op, 2);
        if (isWanted(op.inputs[2])) // a bias: the sum of the output's gradient
            work += passOver(bytes(op.outputs[0]), 1);
        return work;
    }

    bool isWeight(TensorId id) const { return isWanted(id) && m_tape.at(id).parameter >= 0; }

    /// Of a backward pass, what makes the gradients of weights.
    Work weights(const Op &op) const
    {
        if (!isWanted(op.outputs[0]))
            return {};
        const Product *product = productOf(op);
        if (!product)
            return gradientPasses(op, true);
        if (product->makesGradients || !isWeight(op.inputs[1]))
            return {};
        const Product gradient{.rows = product->inner,
            .inner = product->rows,
            .columns = product->columns,
            .isInFp8 = product->isInFp8 && !product->weighsInHalf};
        Work work = multiply(op, gradient, product->batch);
        work.kernels += product->chunks;
        if (isWeight(op.inputs[2]))
            work += passOver(bytes(op.outputs[0]), 1);
        return work;
    }

    /// Each gradient is made of the output's and of what was kept, then reduced or cast to its
    /// input.
    Work gradientPasses(const Op &op, bool ofWeights = false) const
    {
        double moved = ofWeights ? 0 : op.movedInPlace;
        double kernels = moved > 0 ? 1 : 0;
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            if (!isWanted(op.inputs[i]) || op.gradients[i] == 0)
                continue;
            if (ofWeights && !isWeight(op.inputs[i]))
                continue;
            const double made = op.gradients[i];
            const double wanted = bytes(op.inputs[i]);
            moved += bytes(op.outputs[0]) + made + (made == wanted ? 0 : made + wanted);
            kernels += made == wanted ? 1 : 2;
        }
        if (kernels == 0)
            return {};
        for (const TensorId id : op.saved)
            moved += id == NoTensor ? 0 : bytes(id);
        return passOver(moved, kernels);
    }

    /// The gradients of a tensor that several operations use are added up.
    Work sumsOfGradients() const
    {
        std::vector<int> uses(m_tape.tensors.size());
        Work work;
        for (const Op &op : m_tape.ops) {
            for (const TensorId id : op.inputs) {
                if (isWanted(id) && isWanted(op.outputs[0])
                    && ++uses[static_cast<std::size_t>(id)] > 1)
                    work += passOver(3 * bytes(id), 1);
            }
        }
        return work;
    }

    /// Whether the backward pass needs what it makes once more.
    bool runsAgain(std::size_t index, const ProfileOptions &options) const
    {
        if (!options.isCheckpointed)
            return std::any_of(m_tape.recomputed.begin(), m_tape.recomputed.end(),
                [index](const Recomputed &part) {
                    return part.holds(static_cast<std::int32_t>(index));
                });
        const Op &op = m_tape.ops[index];
        const bool isNeeded = options.isReentrant || index < m_last
            || (index == m_last && (op.savesOutput() || op.savesLate));
        return isNeeded && !op.isPicked;
    }

    const Tape &m_tape;
    const Machine &m_machine;
    Machine m_inFp8; ///< for products of operands in 8 bits
    const std::size_t m_last; ///< operation that a recomputation stops at
};

} // namespace

Work &Work::operator+=(const Work &other)
{
    matmul += other.matmul;
    attention += other.attention;
    memory += other.memory;
    kernels += other.kernels;
    flops += other.flops;
    recomputed += other.recomputed;
    return *this;
}

TapeWork &TapeWork::operator+=(const TapeWork &other)
{
    forward += other.forward;
    backward += other.backward;
    weights += other.weights;
    return *this;
}

TapeWork tapeWork(const Tape &tape, const ProfileOptions &options, const Machine &machine)
{
    return Counter(tape, machine).counted(options);
}

} // namespace shardscope
