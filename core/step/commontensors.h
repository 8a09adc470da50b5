// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/keptbehind.h"
#include "core/step/stepmodules.h"

#include <array>

namespace shardscope {

/// What units of a model have in common (Common): who holds it, and the sums of its gradients.
class CommonTensors
{
public:
    /// A unit's forward pass is over.
    template <class Stage>
    static void lend(Stage &stage, const Module &module)
    {
        for (const Given &given : module.tape.given) {
            // Forgotten with the layer's return, or counted with the states.
            if (given.what == Common::RouterLogits || given.what == Common::Returned)
                continue;
            const bool isLong = isNamedAgain(given.what)
                ? given.what == Common::LayerInputs || module.options.isCheckpointed
                    || isKeptByTakers(module.tape, given)
                : given.isKept || (module.options.isCheckpointed && given.isTaken);
            stage.change(
                isLong ? Held::Common : Held::Locals, StepModules::heldByName(module, given));
        }
    }

    /// Frozen keys and values, which the kernels of those that take them keep, and the kernel of
    /// the layer that made them does not: nothing in front of it is trained.
    static bool isKeptByTakers(const Tape &tape, const Given &given)
    {
        return given.isTaken && !tape.at(given.tensor).requiresGrad
            && std::any_of(tape.ops.begin(), tape.ops.end(),
                [](const Op &op) { return op.name == "flash_attention"; });
    }

    /// A unit's pass has come to where something is done with it.
    template <class Stage>
    void answer(Stage &stage, const Module &module, const Segment &segment, const Unit &unit)
    {
        const auto what = static_cast<Common>(segment.index);
        const double bytes = bytesOf(module.tape, what);
        bool &isThere = m_sums[static_cast<std::size_t>(what)];
        switch (segment.event) {
        case Event::NamedAgain:
            if (what == Common::RouterLogits)
                moveRouters(stage, module, -1);
            else
                stage.change(Held::Common, -bytes);
            break;
        case Event::HandedBack:
            if (what == Common::RouterLogits) {
                moveRouters(stage, module, +1);
                break;
            }
            for (const TensorId id : keptBehindGiven(module.tape))
                stage.change(Held::Common, module.tape.storageOf(id));
            break;
        case Event::TakeSum:
            if (what == Common::Prefix)
                stage.releaseAll(Held::CommonSums);
            else
                stage.change(Held::CommonSums, -bytes);
            isThere = false;
            break;
        case Event::JoinSum: // out of place
            if (isThere && !module.options.addsInPlace && what != Common::Prefix) {
                stage.change(Held::CommonSums, bytes);
                stage.change(Held::CommonSums, -bytes);
            }
            break;
        case Event::Joined:
            // Of a prefix each is a view of a layer's gradient, which waits for all others.
            if (!std::exchange(isThere, true) || what == Common::Prefix)
                stage.change(Held::CommonSums, bytes);
            break;
        case Event::LetGo:
            if (what == Common::LayerInputs && unit.isFirstLayer())
                stage.change(Held::Common, -bytes);
            break;
        default:
            break;
        }
    }

    /// What a layer refers to of its router behind a backward pass that computed it again: it
    /// ended where nothing more was needed, before the layer would have forgotten its logits
    /// (torch.utils.checkpoint, early stop; DeepSpeed 0.19.6 module_inject/auto_ep_layer.py).
    static double routerGraph(const Module &module)
    {
        double bytes = 0;
        if (module.options.isCheckpointed && module.tape.giving(Common::RouterLogits)) {
            for (const TensorId id : keptBehindGiven(module.tape))
                bytes += module.tape.storageOf(id);
        }
        return bytes;
    }
    template <class Stage>
    static void moveRouters(Stage &stage, const Module &module, double sign)
    {
        stage.change(Held::RouterGraphs, sign * module.routerGraph);
    }

private:
    static double bytesOf(const Tape &tape, Common what)
    {
        const Given *given = tape.giving(what);
        const Taken *taken = tape.taking(what);
        const TensorId id = given ? given->tensor : taken ? taken->tensor : NoTensor;
        return id == NoTensor ? 0 : storageBytes(tape.at(id).bytes());
    }

    std::array<bool, CommonCount> m_sums{}; ///< whether there is one
};

} // namespace shardscope
