// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/mlp.h"

namespace shardscope {

// MixtralSparseMoeBlock of transformers 4: one expert after the other takes its tokens, which are
// assumed to be as many for each.
TensorId writeExpertModules(ModuleWriter &write, TensorId x, TensorId weights)
{
    TapeBuilder &tape = write.tape;
    const Experts &experts = *write.spec.experts;
    const double h = write.hidden();
    const auto width = static_cast<double>(experts.width);
    const double rows = write.expertRows();
    TensorId sum = tape.plain(write.tokens() * h, tape.at(x).dtype);
    for (int i = 0; i < experts.count; ++i) {
        const TensorId mine = tape.plain(rows, Dtype::Wide);
        const auto indexed = [&](TensorId from, double elements) {
            return tape.lookup("index", from, mine, elements);
        };
        const TensorId state = indexed(x, rows * h);
        const TensorId active = write.activation(write.product("w1", state, h, width));
        const TensorId product = tape.mul(active, write.product("w3", state, h, width));
        const TensorId down = write.product("w2", product, width, h);
        const TensorId weighed
            = tape.cast(tape.mul(down, indexed(weights, rows)), tape.at(x).dtype);
        sum = tape.addInPlace(sum, weighed);
        tape.stillHeld({state, down, weighed});
    }
    tape.stillHeld(x);
    return sum;
}

} // namespace shardscope
