// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace shardscope {

/// Bytes of one element.
enum class Dtype : std::uint8_t { Byte = 1, Half = 2, Single = 4, Wide = 8 };

constexpr double bytesOf(Dtype dtype)
{
    return static_cast<double>(dtype);
}
inline constexpr double SingleBytes = bytesOf(Dtype::Single);
constexpr Dtype promoted(Dtype a, Dtype b)
{
    return a < b ? b : a;
}

/// torch rounds every storage up to this (CUDACachingAllocator.cpp, kMinBlockSize).
inline constexpr double StorageGranule = 512;
inline double storageBytes(double bytes)
{
    constexpr double exact = 9e15; // beyond, doubles are coarser than the granule anyway
    if (bytes >= exact)
        return bytes;
    auto whole = static_cast<std::int64_t>(bytes);
    whole += static_cast<double>(whole) < bytes ? 1 : 0;
    constexpr auto granule = static_cast<std::int64_t>(StorageGranule);
    static_assert((granule & (granule - 1)) == 0);
    return static_cast<double>((whole + granule - 1) & ~(granule - 1));
}
inline double storageBytes(double elements, Dtype dtype)
{
    return storageBytes(elements * bytesOf(dtype));
}

/// Bytes of a tensor before they are rounded up to whole storages.
constexpr double bytesOf(double elements, Dtype dtype)
{
    return elements * bytesOf(dtype);
}

using TensorId = std::int32_t;
inline constexpr TensorId NoTensor = -1;

/// What a tensor is counted as while it lives.
enum class Holding : std::uint8_t {
    Saved, ///< autograd keeps it for the backward pass
    Working, ///< gone when the next operations are through
    Logits, ///< as large as the vocabulary
    Copies, ///< 16-bit copies of fp32 weights, as autocast makes and caches them
    Outside ///< somebody else's account: weights, rotary tables, the mask
};
inline constexpr std::size_t HoldingCount = 4; ///< without Outside

struct Tensor
{
    double elements = 0;
    Dtype dtype = Dtype::Half;
    Holding holding = Holding::Working;
    bool requiresGrad = false;
    bool isOfWeights = false; ///< a parameter, or made of parameters alone
    bool isRegrouped = false; ///< read in rows of another length than it was made in
    TensorId base = NoTensor; ///< of a view: whose storage it shares
    std::int32_t parameter = -1; ///< index among the tape's parameters
    std::int32_t lastUse = -1; ///< operation after which the forward pass lets go of it

    bool isView() const { return base != NoTensor; }
    /// Bytes of all elements; a view's are those of its storage as well.
    double bytes() const { return bytesOf(elements, dtype); }
};

/// A weight of the modules on a tape.
struct Parameter
{
    std::string_view name; ///< "q_proj", "input_layernorm"
    double elements = 0;
    double rows = 1; ///< along the first dimension, which FSDP2 cuts
    Dtype dtype = Dtype::Half;
    bool trainable = true;
    bool isAdapter = false;
    bool isQuantized = false;
    /// Of an element that is quantised, with its scales: those of NF4 are quantised as well.
    double packedBytes = 0.516;
    bool isShared = false; ///< tied: already counted where the output head uses it
    bool meetsHead = true; ///< the gradient that its own meets first is the head's
    bool isExpert = false; ///< of a routed expert, which other ranks share
    /// The product that makes its gradient adds that to a buffer of the framework.
    bool isAdded = false;
    bool isReached = true; ///< by a gradient, where it is trainable
    /// Where it is trainable: some optimizer has it. Otherwise its gradient is made all the same.
    bool isUpdated = true;
    /// Its gradient is a view of a storage so many times as large.
    double gradientParts = 1;
    std::int32_t module = 0; ///< parameters of one module have the same number
};

/// How an operation uses the GPU.
enum class OpKind : std::uint8_t {
    Pointwise, ///< reads what it is given and writes what it makes
    View, ///< neither; its gradient is made as any other
    Lookup, ///< reads as much as it writes
    Product, ///< of matrices
    Attention, ///< scores of pairs of tokens, which are kept, or sums weighed by them
    FusedAttention ///< both in one kernel, which keeps no scores and computes them again
};

/// `batch` products of (rows x inner) and (inner x columns).
struct Product
{
    double rows = 0;
    double inner = 0;
    double columns = 0;
    double batch = 1;
    /// A loss takes its tokens in so many chunks, and has its scratch for each of them.
    double chunks = 1;
    /// Of a kernel that computes again what it has not kept (FusedAttention): how many times as
    /// much its backward pass multiplies.
    double backwardTimes = 2.5;
    bool isRepeated = false; ///< the backward pass computes it again
    bool makesGradients = false; ///< the forward pass makes its gradients, too
    bool isInFp8 = false; ///< of operands in 8 bits
    bool weighsInHalf = false; ///< of these, the gradient of the weight is one of 16 bits

    double multiplications() const { return batch * rows * inner * columns; }
};

/// One operation as autograd sees it: what it makes, what it keeps for its backward pass, what both
/// passes need for a moment, and the gradients that it gives.
struct Op
{
    static constexpr std::size_t InputCount = 9;

    std::string_view name;
    OpKind kind = OpKind::Pointwise;
    std::int32_t product = -1; ///< index among the tape's products
    std::int32_t secondProduct = -1; ///< of a function that multiplies with a weight besides
    std::int32_t module = -1; ///< whose parameters it belongs to
    // Lists of outputs and of what is saved end at the first NoTensor.
    std::array<TensorId, InputCount> inputs{
        NoTensor, NoTensor, NoTensor, NoTensor, NoTensor, NoTensor, NoTensor, NoTensor, NoTensor};
    std::array<TensorId, 4> outputs{NoTensor, NoTensor, NoTensor, NoTensor};
    std::array<TensorId, 7> saved{
        NoTensor, NoTensor, NoTensor, NoTensor, NoTensor, NoTensor, NoTensor};
    /// The same as autograd saves it: one after the other, views as views, weights and other
    /// outside tensors among them.
    std::array<TensorId, 8> packed{
        NoTensor, NoTensor, NoTensor, NoTensor, NoTensor, NoTensor, NoTensor, NoTensor};
    /// Bytes of each input's gradient as it is computed; where the input is smaller, the gradient
    /// is then reduced or cast to it. 0: it is the output's own gradient, passed on.
    std::array<double, InputCount> gradients{};
    /// Bytes that its backward pass reads and writes beside what `gradients` says: where it makes a
    /// gradient in place of the output's, or adds up parts of one.
    double movedInPlace = 0;
    /// What the function itself refers to, beside what autograd saves for it (ctx.tensors): as long
    /// as its graph is there, which no checkpoint shortens.
    std::array<TensorId, 3> referred{NoTensor, NoTensor, NoTensor};
    bool isPicked = false; ///< selective checkpointing keeps what it makes
    bool overwritesSaved = false; ///< its gradients take the place of what it saved
    bool savesLate = false; ///< when it has made its results, as a Python function does
    bool savesInputs = false; ///< weights and other outside tensors among them
    std::int32_t viewed = -1; ///< parameter that it keeps a view of, and with it its storage
    /// Trained parameter that it keeps as it is; of which a recomputation keeps a view as well
    /// (torch.utils.checkpoint, _recomputation_hook: x.detach()).
    std::int32_t detached = -1;
    /// What other units have made and it keeps: index of `Common`.
    std::int32_t keepsCommon = -1;
    bool borrows = false; ///< it has scratch, in one pass or the other

    /// Whether autograd keeps something that it makes.
    bool savesOutput() const
    {
        return std::any_of(saved.begin(), saved.end(), [this](TensorId id) {
            return id != NoTensor && std::find(outputs.begin(), outputs.end(), id) != outputs.end();
        });
    }
};

/// What an operation saves, one after the other (Op::packed).
inline auto packedTensors(std::initializer_list<TensorId> ids)
{
    decltype(Op::packed) packed;
    packed.fill(NoTensor);
    std::copy(ids.begin(), ids.end(), packed.begin());
    return packed;
}

/// Bytes of a tensor that an operation needs for a moment.
struct Scratch
{
    std::int32_t op = 0;
    bool isBackward = false;
    double bytes = 0;
};
/// What one operation needs, of a list in the order of operations.
inline std::span<const Scratch> scratchOf(std::span<const Scratch> all, std::int32_t op)
{
    const auto first = std::lower_bound(all.begin(), all.end(), op,
        [](const Scratch &piece, std::int32_t wanted) { return piece.op < wanted; });
    const auto last
        = std::find_if(first, all.end(), [op](const Scratch &piece) { return piece.op != op; });
    return {first, last};
}

/// What autograd keeps for operations whose results come to nothing: until their graph is dropped,
/// within the same pass.
struct KeptAWhile
{
    TensorId tensor = NoTensor;
    std::int32_t from = 0; ///< operations
    std::int32_t until = 0;
};

/// Operations of which the forward pass keeps only what they are given: they run again for the
/// backward pass, when the gradients of what they have made begin to flow back through them.
struct Recomputed
{
    std::int32_t begin = 0;
    std::int32_t end = 0; ///< behind the last of them
    /// Operation behind which what they have made is discarded as well, although that is kept: they
    /// run again before its backward pass. -1: nothing is discarded.
    std::int32_t discardedBehind = -1;

    /// Before whose backward pass they run again.
    std::int32_t wantedBy() const { return discardedBehind < 0 ? end - 1 : discardedBehind; }
    bool holds(std::int32_t op) const { return begin <= op && op < end; }
};

/// Tensors beside the stream that one unit makes and others read (Gemma 4): what embeddings add to
/// each layer, and the keys and values that layers share, by what they see. Logits of a layer's
/// router, which it refers to itself until it has returned (DeepSpeed's AutoEP). Of
/// encoder-decoders: what the encoder gives, and what is added to the scores of each stack and of
/// cross-attention. Of several streams (Gemma 3n): those that the layers begin with, until the
/// layers are through, and what they were made of, until the model returns. DeBERTa's distances.
/// Prefix tuning's keys and values of all layers, and those of a layer with the prefix in front, to
/// which the cache refers until the model returns. Keys and values in a cache that the model
/// returns.
enum class Common : std::uint8_t {
    LayerInputs,
    WindowKeys,
    WindowValues,
    FullKeys,
    FullValues,
    RouterLogits,
    EncoderStates,
    EncoderBias,
    DecoderBias,
    CrossBias,
    FirstStreams,
    Embedded,
    LayerRows,
    Distances,
    Prefix,
    Cached,
    Returned
};
inline constexpr std::size_t CommonCount = 17;

/// Whether a name of the model's refers to it again when a checkpoint has computed it again.
constexpr bool isNamedAgain(Common what)
{
    return what < Common::EncoderStates;
}

/// Of one of these, in the unit that makes it.
struct Given
{
    TensorId tensor = NoTensor;
    Common what = Common::LayerInputs;
    std::int32_t behind = 0; ///< so many operations the model's name refers to it
    bool isTaken = true; ///< later units read it
    bool isKept = false; ///< and their backward passes, or their checkpoints, do so again
};
/// In a unit that reads it.
struct Taken
{
    TensorId tensor = NoTensor;
    Common what = Common::LayerInputs;
};

/// A module's forward pass as data, in execution order. The backward pass follows from it.
struct Tape
{
    std::vector<Tensor> tensors;
    std::vector<Op> ops;
    std::vector<Parameter> parameters;
    std::vector<Scratch> scratch;
    std::vector<Product> products;
    std::vector<Recomputed> recomputed; ///< where the module is no checkpoint itself
    std::vector<KeptAWhile> keptAWhile;
    bool isCompiled = false; ///< by torch.compile: kernels sum up what products have made
    TensorId input = NoTensor;
    TensorId output = NoTensor;
    TensorId returned = NoTensor; ///< beside the output; the caller refers to it a while
    std::vector<Given> given;
    std::vector<Taken> taken;

    /// Non-reentrant checkpointing computes operations again up to this one, the last that keeps
    /// something for the backward pass: what it makes is not needed any more, unless that is kept
    /// (torch.utils.checkpoint, early stop).
    std::size_t lastKeeping() const
    {
        const auto found = std::find_if(ops.rbegin(), ops.rend(),
            [](const Op &op) { return op.savesInputs || op.savesOutput(); });
        return static_cast<std::size_t>(ops.rend() - found) - 1;
    }
    const Tensor &at(TensorId id) const { return tensors[static_cast<std::size_t>(id)]; }
    Tensor &at(TensorId id) { return tensors[static_cast<std::size_t>(id)]; }
    const Given *giving(Common what) const
    {
        const auto found = std::find_if(
            given.begin(), given.end(), [what](const Given &each) { return each.what == what; });
        return found == given.end() ? nullptr : &*found;
    }
    const Taken *taking(Common what) const
    {
        const auto found = std::find_if(
            taken.begin(), taken.end(), [what](const Taken &each) { return each.what == what; });
        return found == taken.end() ? nullptr : &*found;
    }
    /// Bytes of a tensor's storage; 0 where that is another tensor's.
    double storageOf(TensorId id) const
    {
        return at(id).isView() ? 0 : storageBytes(at(id).bytes());
    }
};

} // namespace shardscope
