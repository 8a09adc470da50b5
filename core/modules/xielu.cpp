// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 activations.py, XIELUActivation._xielu_python: what runs without the wheel
// xielu, which is experimental.
#include "core/modules/modules.h"

namespace shardscope {

/// Where x > 0: a x x + beta x; elsewhere: (expm1(min(x, eps)) - x) b + beta x. Both factors are
/// softplus of a parameter of one number, both sides are computed of all of x.
TensorId ModuleWriter::xielu(TensorId x)
{
    tape.beginModule();
    const double elements = tape.at(x).elements;
    const TensorId positive = tape.activation("softplus", weight("alpha_p", 1, 1));
    const TensorId negative = tape.scale(tape.activation("softplus", weight("alpha_n", 1, 1)));
    const TensorId above = tape.plain(elements, Dtype::Byte);
    const TensorId squared = tape.mul(tape.mul(positive, x), x);
    const TensorId left = tape.add(squared, tape.scale(x));
    const TensorId below = tape.op("minimum", {x}, elements, tape.at(x).dtype, {x});
    // derivatives.yaml, minimum: half of the gradient where both are alike, none where x is more.
    // What is masked then is a copy where Python sees the operations.
    const double mask = bytesOf(elements, Dtype::Byte);
    const double copied = settings.fusedKernels ? 0 : tape.at(x).bytes();
    tape.borrowsBackward({tape.at(x).bytes(), mask, mask, copied});
    const TensorId curve = tape.fromResult("expm1", asPowers(below)); // fp32 under autocast
    tape.borrowsBackward({tape.at(curve).bytes()}); // the result plus one
    const TensorId difference = tape.add(curve, x);
    tape.last().gradients[1] = tape.at(x).bytes(); // negated
    const TensorId curved = tape.mul(difference, negative); // before what is added to it
    const TensorId right = tape.add(curved, tape.scale(x));
    const TensorId result = tape.op("where", {left, right}, elements, tape.at(left).dtype, {above});
    tape.endModule();
    tape.stillHeld({positive, negative, above, left, right, x});
    return result;
}

} // namespace shardscope
