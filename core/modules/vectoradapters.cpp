// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT 0.20, adapters of trained vectors: tuners/ia3/layer.py (Linear), tuners/vera/layer.py
// (Linear).
#include "core/model/remadematrices.h"
#include "core/modules/modules.h"

namespace shardscope {

TensorId ModuleWriter::adapterVector(
    std::string_view label, double elements, double rows, bool isShared)
{
    return tape.parameter({.name = label,
        .elements = elements,
        .rows = rows,
        .dtype = settings.adapters->dtype,
        .isAdapter = true,
        .isShared = isShared});
}

/// Of a module of its own: ZeRO-3 walks along modules.
TensorId ModuleWriter::ownVector(
    std::string_view label, double elements, double rows, bool isShared)
{
    tape.beginModule();
    const TensorId vector = adapterVector(label, elements, rows, isShared);
    tape.endModule();
    return vector;
}

/// ia3.Linear: the result times a vector, or, of feed-forward modules, the input. Either is back in
/// the dtype that it had.
TensorId ModuleWriter::rescaled(std::string_view name, TensorId x, double in, double out, bool bias)
{
    const bool isInput = isFeedforward(settings.adapters->feedforward, name);
    // A matrix of one row, or of one column.
    const TensorId vector = ownVector("ia3_l", isInput ? in : out, isInput ? 1 : out);
    const TensorId scaling = tape.scale(vector); // ia3_scaling *= ..., which begins with 1
    if (isInput) {
        const TensorId wide = tape.cast(x, settings.adapters->dtype);
        const TensorId scaled = tape.cast(tape.mul(wide, scaling), tape.at(x).dtype);
        const TensorId result = product(name, scaled, in, out, bias);
        tape.stillHeld({scaled, wide, scaling, x});
        return result;
    }
    const TensorId base = product(name, x, in, out, bias);
    const TensorId result = tape.cast(tape.mul(base, scaling), tape.at(base).dtype);
    tape.stillHeld({scaling, x});
    return result;
}

/// vera.Linear: base + b * B(d * A(dropout(x))), of factors that nobody trains and of which each
/// module takes its part, a view.
TensorId ModuleWriter::projected(TensorId x, TensorId base, double in, double out)
{
    const AdapterSettings &adapters = *settings.adapters;
    const Dtype outDtype = tape.at(base).dtype;
    base = baseToAdapt(base);
    const TensorId ofRank = ownVector("vera_lambda_d", adapters.rank, adapters.rank);
    const TensorId ofRows = ownVector("vera_lambda_b", out, out);
    const TensorId input = tape.cast(x, adapters.dtype);
    const TensorId dropped = adapters.dropsOut ? tape.dropout(input, settings.fusedKernels) : input;
    const double rows = tape.at(dropped).elements / in;
    const TensorId a = tape.outside(adapters.rank * in, adapters.dtype);
    const TensorId down = tape.linear(dropped, a, NoTensor, rows * adapters.rank);
    const TensorId scaled = tape.mul(ofRank, down);
    const TensorId b = tape.outside(out * adapters.rank, adapters.dtype);
    const TensorId up = tape.linear(scaled, b, NoTensor, rows * out);
    const TensorId sum = tape.add(base, tape.mul(ofRows, up));
    const TensorId result = tape.cast(tape.cast(sum, outDtype), tape.at(x).dtype);
    tape.stillHeld({input, x});
    return result;
}

/// TrainableTokensLayer.get_merged_weights: each call makes a table of its own. A tied head does
/// so with the embedding's rows, of which one of the two gets the gradient.
TensorId ModuleWriter::tableWithTokens(TensorId table, bool isShared)
{
    const AdapterSettings &adapters = *settings.adapters;
    const double elements = adapters.trainedTokens * hidden();
    const Tensor whole = tape.at(table);
    const TensorId rows = ownVector(tokenRows, elements, adapters.trainedTokens, isShared);
    const TensorId index = tape.plain(adapters.trainedTokens, Dtype::Wide);
    const TensorId deltas = tape.cast(rows, whole.dtype);
    const TensorId made
        = tape.op("index_copy", {deltas}, whole.elements, whole.dtype, {index, deltas});
    tape.last().gradients[0] = bytesOf(elements, whole.dtype);
    tape.stillHeld({index, deltas});
    return made;
}

/// p_tuning/model.py, PromptEncoder: three linear modules with biases, and ReLU between them.
TensorId ModuleWriter::encodedPrompt(TensorId x)
{
    const AdapterSettings &adapters = *settings.adapters;
    const double rows = tape.at(x).elements / hidden();
    const auto layer = [&](TensorId input, double in, double out) {
        tape.beginModule();
        const TensorId matrix = adapterVector("mlp_head", in * out, out);
        const TensorId offset = adapterVector("bias", out, out);
        const TensorId result = tape.linear(input, matrix, offset, rows * out);
        tape.endModule();
        return result;
    };
    const double width = adapters.encoderWidth;
    const TensorId first = tape.fromResult("relu", layer(x, hidden(), width));
    const TensorId second = tape.fromResult("relu", layer(first, width, width));
    const TensorId made = layer(second, width, hidden());
    tape.stillHeld(x);
    return made;
}

} // namespace shardscope
