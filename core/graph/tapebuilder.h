// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tape.h"

#include <initializer_list>
#include <utility>

namespace shardscope {

/// Writes a tape with the derivative formulas of torch 2.14 (tools/autograd/derivatives.yaml):
/// each function is one node of autograd, and says what that node saves and what its backward pass
/// makes.
class TapeBuilder
{
public:
    /// `autocast`: matrix products cast their operands to 16 bit.
    /// `tracks`: autograd follows; otherwise nothing requires a gradient (torch.no_grad).
    explicit TapeBuilder(bool autocast, bool tracks = true);

    bool isAutocast() const { return m_autocast; }
    /// Linear products keep their input for the backward pass, whether or not the weight is frozen.
    void keepLinearInputs() { m_keepsLinearInputs = true; }
    /// `holdsInput`: whoever called still refers to the input when the output is there.
    Tape finish(TensorId output, bool holdsInput = true);
    const Tensor &at(TensorId id) const { return m_tape.at(id); }
    const Parameter &parameterOf(TensorId id) const
    {
        return m_tape.parameters[static_cast<std::size_t>(at(id).parameter)];
    }

    TensorId input(double elements, Dtype dtype, bool requiresGrad);
    TensorId outside(double elements, Dtype dtype);
    TensorId plain(double elements, Dtype dtype); ///< made here, with nothing to differentiate
    TensorId parameter(const Parameter &parameter);
    /// Made by another unit.
    TensorId take(double elements, Dtype dtype, Common what, bool requiresGrad);
    /// From now on the model refers to it.
    void give(TensorId id, Common what, bool isTaken, bool isKept = false);
    std::size_t parameters() const { return m_tape.parameters.size(); } ///< so far
    /// Modules that run more than once: parameters made until `endShared` are noted, and after
    /// `repeatShared` come in the same order again. Their gradients meet before they are theirs.
    void beginShared();
    void repeatShared();
    void endShared() { m_sharing = Sharing::None; }
    /// The last `count` parameters never get a gradient.
    void leaveUnreached(std::size_t count);
    /// Parameters and operations until `endModule` belong to a module of their own.
    void beginModule() { m_module = m_modules++; }
    void endModule() { m_module = -1; }
    /// Until `track`, what operations make is detached from what it came from, and nothing is kept.
    void detach() { m_isDetached = true; }
    void track() { m_isDetached = false; }

    /// The forward pass lets go of it only now, if there is one: a name still refers to it.
    void stillHeld(TensorId id);
    void stillHeld(std::initializer_list<TensorId> ids);
    /// The last operation's result is made to require a gradient; autograd refers to it until the
    /// backward pass is over.
    void makeLeaf(TensorId id);
    void regroup(TensorId id) { m_tape.at(id).isRegrouped = true; }
    void requireGradient(TensorId id) { m_tape.at(id).requiresGrad = m_tracks; }
    void countAs(TensorId id, Holding holding);
    /// Autograd keeps it from here to the last operation that `keepTo` is told of.
    std::size_t keepFrom(TensorId id);
    void keepTo(std::size_t kept) { m_tape.keptAWhile[kept].until = size() - 1; }

    // Element by element.
    TensorId cast(TensorId x, Dtype dtype);
    TensorId add(TensorId a, TensorId b);
    TensorId mul(TensorId a, TensorId b);
    TensorId addInPlace(TensorId a, TensorId b); ///< a += b
    TensorId scaleInPlace(TensorId x);
    TensorId mulInPlace(TensorId x, TensorId noise); ///< times what is no result of weights
    TensorId divideInPlace(TensorId x, TensorId divisor);
    /// whole[part] = x
    TensorId copyInto(TensorId whole, TensorId x);
    TensorId square(TensorId x) { return power(x); }
    TensorId power(TensorId x);
    TensorId meanOfRows(TensorId x, double rows);
    TensorId rsqrt(TensorId x);
    TensorId scale(TensorId x); ///< times or plus a number; nothing saved
    TensorId activation(std::string_view name, TensorId x); ///< keeps its input (silu, gelu)
    TensorId fromResult(std::string_view name, TensorId x); ///< keeps its result (tanh, relu)
    TensorId dropout(TensorId x, bool fusedKernel);

    // Shapes.
    TensorId part(TensorId x, double elements); ///< slice: a view; its gradient is padded
    /// split, chunk: views of x in three parts, whose gradients are joined at once. `elements` of
    /// each; 0: none.
    std::array<TensorId, 3> split(TensorId x, const std::array<double, 3> &elements);
    /// `NoTensor` among the parts: none there.
    TensorId concat(std::initializer_list<TensorId> parts, double elements);
    /// Tensors of one dtype beside each other, along a dimension of its own.
    TensorId stack(const std::vector<TensorId> &parts, double elements);
    /// A weight that operations use in parts, one at a time: their gradients, each as large as the
    /// whole, are summed up before the weight gets them. `isKept`: autograd keeps views of it.
    TensorId usedInParts(TensorId weight, bool isKept);
    TensorId expanded(TensorId x, double elements); ///< a view; its gradient is summed
    /// table[index]: rows that an index picks, and that the backward pass puts into zeros.
    TensorId lookup(std::string_view name, TensorId table, TensorId index, double elements);
    TensorId copy(std::string_view name, TensorId x, double elements); ///< clone, repeat

    // Products.
    /// What they take of it: under autocast a copy in 16 bits.
    TensorId operand(TensorId x) { return autocastOperand(x); }
    /// `batch`: how many products of the same shape it is.
    TensorId linear(
        TensorId x, TensorId weight, TensorId bias, double outElements, double batch = 1);
    /// A linear product for each of `batch` weights, which autocast leaves as it is (torch 2.14,
    /// grouped_mm): `x` is cast to the weights' dtype.
    TensorId linearGrouped(TensorId x, TensorId weights, double outElements, double batch);
    /// torchao 36027d82 float8/float8_linear.py: operands are cast to 8 bits within the function,
    /// which keeps both as they are. Under autocast the input alone is cast to 16 bits.
    TensorId linearInFp8(TensorId x, TensorId weight, double outElements, bool weighsInHalf);
    /// A convolution whose windows do not overlap. Its backward pass gets input and weight at once,
    /// whichever gradients it makes (torch 2.14 derivatives.yaml, convolution_backward).
    TensorId convolution(TensorId x, TensorId weight, TensorId bias, double outElements);
    TensorId matmul(TensorId a, TensorId b, double outElements, double batch = 1);
    /// `isFused`: one kernel reads 16 bit and writes fp32; otherwise `x` is cast first.
    TensorId softmaxInSingle(TensorId x, bool isFused);

    /// Operations so far.
    std::int32_t size() const { return static_cast<std::int32_t>(m_tape.ops.size()); }
    /// Those from `begin` on are computed again for the backward pass.
    void recomputeFrom(std::int32_t begin) { recompute({begin, size(), -1}); }
    /// The same of those up to `end`: behind the last operation what they have made is discarded.
    void recomputeDiscarded(std::int32_t begin, std::int32_t end)
    {
        recompute({begin, end, size() - 1});
    }

    /// Any other operation. Gradients are those of the inputs that require one, in full size.
    TensorId op(std::string_view name, std::initializer_list<TensorId> inputs, double elements,
        Dtype dtype, std::initializer_list<TensorId> saved, bool savesOutput = false);
    Op &last() { return m_tape.ops.back(); }
    /// The last operation computes products.
    void multiplies(const Product &product, OpKind kind = OpKind::Product);
    /// The last operation computes a second product, of which its backward pass makes both
    /// gradients.
    void multipliesToo(const Product &product);
    /// The last product is that of attention.
    void attends() { last().kind = OpKind::Attention; }
    /// What the last operation keeps of a parameter, if it does, is a view: other than a parameter
    /// that is kept itself, it holds on to the storage, whatever the parameter is given later.
    void keepsViewOf(TensorId parameter);
    /// The last operation's scratch: bytes of each tensor.
    void borrows(std::initializer_list<double> bytes) { borrow(bytes, false); }
    void borrowsBackward(std::initializer_list<double> bytes) { borrow(bytes, true); }
    /// The last operation, a Python function, refers to them as long as its graph is there.
    void refersTo(std::initializer_list<TensorId> ids);
    /// A further output of the last operation.
    TensorId alsoMakes(double elements, Dtype dtype, bool saved);

private:
    enum class Sharing : std::uint8_t { None, Notes, Repeats };

    TensorId newParameter(const Parameter &parameter);
    TensorId add(const Tensor &tensor);
    /// Of operands as they are; `bias` may be none.
    TensorId linearOf(TensorId x, TensorId weight, TensorId bias, double outElements, double batch);
    /// The last operation's, by the sizes of operands and result.
    void multiply(TensorId a, TensorId b, double outElements, double batch);
    void borrow(std::initializer_list<double> bytes, bool isBackward);
    void recompute(const Recomputed &part) { m_tape.recomputed.push_back(part); }
    /// The input's gradient is the output's own where both are alike.
    void passGradients(double elements, Dtype dtype);
    void use(TensorId id);
    TensorId storageOf(TensorId id) const { return at(id).base == NoTensor ? id : at(id).base; }
    TensorId autocastOperand(TensorId x);
    bool isCachedByAutocast(TensorId x) const;
    bool requiresGrad(TensorId id) const
    {
        return id != NoTensor && at(id).requiresGrad && !m_isDetached;
    }
    void save(TensorId view);
    /// Notes that the last operation keeps what another unit has made.
    void keepCommon(TensorId id);
    /// Notes that the last operation keeps a weight.
    void saveWeight(TensorId weight);

    Tape m_tape;
    std::vector<std::pair<TensorId, TensorId>> m_copies; ///< parameter, its cached 16-bit copy
    TensorId m_leaf = NoTensor; ///< made one, though it is no weight
    std::vector<TensorId> m_shared; ///< views of parameters
    std::size_t m_nextShared = 0;
    Sharing m_sharing = Sharing::None;
    std::int32_t m_modules = 0;
    std::int32_t m_module = -1;
    bool m_autocast = false;
    bool m_tracks = true;
    bool m_isDetached = false;
    bool m_keepsLinearInputs = false;
};

} // namespace shardscope
