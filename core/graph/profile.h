// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tape.h"
#include "core/graph/tapetrace.h"

#include <array>
#include <vector>

namespace shardscope {

/// Bytes by what they are counted as.
using Holdings = std::array<double, HoldingCount>;

double totalOf(const Holdings &holdings);

/// Where the frameworks take part in a module's pass.
enum class Event : std::uint8_t {
    End, ///< of the pass
    Enter, ///< a module is about to use its parameters
    Leave, ///< it has used them
    Abandon, ///< a recomputation begins within it, or has stopped there
    EnterBackward, ///< the same, to compute gradients
    LeaveBackward,
    KeepView, ///< autograd keeps a view of a parameter
    DropView, ///< and lets go of it
    Gradient, ///< a parameter's gradient is there, no longer counted as working
    Reentered, ///< a reentrant checkpoint has run the unit again; what follows is backward
    Returning, ///< all gradients of a reentrant checkpoint are, and its function refers to its
               ///< input and output still
    // Of tensors that units have in common (Common). A unit that makes one:
    NamedAgain, ///< the model's name refers to a new one: where it is computed again, and where it
                ///< still referred to what was
    HandedBack, ///< the backward pass is over, and the model still refers to that
    TakeSum, ///< the sum of the other units' gradients becomes its own
    // One that reads it:
    JoinSum, ///< its gradient is about to be added to the sum of the others'
    Joined, ///< it was, or is the first
    LetGo, ///< nothing here keeps it any more
    // Of tensors on their way to the host and back (core/graph/hostcopies.h):
    Stashed, ///< one was saved and is copied; index: how many were saved before it, and it
    BroughtBack ///< an operation has used what came back: nothing from before is held
};

/// Whether it is about tensors that units have in common.
constexpr bool isOfCommon(Event event)
{
    return event >= Event::NamedAgain && event <= Event::LetGo;
}
constexpr bool isOfHostCopies(Event event)
{
    return event >= Event::Stashed;
}

/// A stretch of a pass: how much it holds at most, and at its end, where an event is. Both are
/// relative to what was held when the pass began.
struct Segment
{
    Holdings most{};
    Holdings end{};
    double mostTotal = 0;
    double endTotal = 0;
    Event event = Event::End;
    std::int32_t index = -1; ///< module, parameter, or what is common
    bool isStill = false; ///< nothing has changed since the one before
};
using Segments = std::vector<Segment>;

/// What of a unit's saved tensors waits on the host.
enum class HostCopies : std::uint8_t {
    None,
    Saved, ///< all of them (TRL, OffloadActivations)
    NotHead, ///< the same, of the unit that makes logits: not what the head saves
    Input ///< the checkpoint's input, in a buffer of its own when it is back (Unsloth)
};

/// A tensor that is on its way to the host.
struct Stash
{
    std::int32_t order = 0; ///< which of the tensors that autograd saves it is
    double bytes = 0; ///< held for the copy alone

    bool operator==(const Stash &) const = default;
};

/// How a tape is run.
struct ProfileOptions
{
    HostCopies hostCopies = HostCopies::None;
    bool isCheckpointed = false; ///< only the input is kept; the backward pass runs forward again
    bool isReentrant = false; ///< the checkpoint is, as transformers before 5 made it
    bool addsInPlace = true; ///< gradients of a tensor used twice are summed in place
    bool joinsTiedInPlace = true; ///< and those of a table that is the head's as well
    /// Threads that the GPU has at work at a time, for what its kernels take beside their results;
    /// 0: torch's CPU operators take nothing.
    double residentThreads = 0;
    bool splitsBackward = false; ///< there is a backward pass in two parts as well
    /// Nothing comes behind it whose gradients wait: what lies behind its last weight goes when the
    /// gradients of inputs are there.
    bool isTop = false;
    // Of layers that one checkpoint has run again together. Its call refers to the first one's
    // input, and to the last one's output and the gradient of that, until it is over.
    bool holdsInput = false;
    bool holdsOutput = false; ///< the backward pass ends with the output's gradient as well
    /// What the model has returned of the unit (Common::Returned) outlives its backward pass.
    bool holdsReturned = false;
};

/// What a tape holds over time. The forward pass begins with the input tensor held and
/// ends with the output held; the backward pass begins with what the forward pass kept and with the
/// output's gradient, and ends with the input's gradient alone.
struct Profile
{
    Segments forward;
    Segments backward;
    Holdings kept{}; ///< by the forward pass, over what it began with, without its output
    // Where saved tensors wait on the host.
    std::int32_t packed = 0; ///< how many autograd has saved
    std::vector<Stash> stashed{}; ///< on their way when the forward pass ends, not among `kept`
    std::vector<double> copied{}; ///< bytes of each that was copied
    double broughtBack = 0; ///< bytes held when the backward pass ends, for what has run then
    /// Bytes that functions refer to until the backward pass of the model is over (Op::referred).
    double referred = 0;
    double cached = 0; ///< 16-bit weight copies that only autocast's cache holds until it is over
    // Of a backward pass in two parts.
    Segments inputs; ///< gradients of inputs: begins and ends as `backward` does
    Segments weights; ///< gradients of weights: begins with `keptForWeights`, ends with `keptToEnd`
    Holdings keptForWeights{}; ///< when the inputs' are there, without the input's gradient
    Holdings keptForInputs{}; ///< beside, until all inputs' gradients of the chunk are there
    bool keepsOutputGradient = false; ///< the output's gradient is among them, not a copy of it
    Holdings keptToEnd{}; ///< until the weights' gradients of the whole chunk are there
    /// The same as `weights` of the last unit of a chunk: ends with nothing.
    Segments lastWeights;
};

/// `trace`, where given, is filled with every single allocation.
Profile profileOf(const Tape &tape, const ProfileOptions &options, TapeTrace *trace = nullptr);

} // namespace shardscope
