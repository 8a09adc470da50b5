// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT 0.20, adapters that make a matrix as large as the base's, or turn what it is given:
// tuners/loha/layer.py, tuners/lokr/layer.py, tuners/oft/layer.py and tuners/boft/layer.py, their
// Linear.
#include "core/model/remadematrices.h"
#include "core/modules/modules.h"

namespace shardscope {

/// HadaWeight: (A B) * (C D), a function of its own, which keeps the factors alone and makes both
/// products again.
TensorId ModuleWriter::hadamardProduct(double in, double out)
{
    const double rank = settings.adapters->rank;
    // Of the backward pass autocast knows nothing.
    const Dtype single = settings.adapters->dtype;
    const Dtype dtype = tape.isAutocast() ? Dtype::Half : single;
    const TensorId a = ownVector("hada_w1_a", out * rank, out);
    const TensorId b = ownVector("hada_w1_b", rank * in, rank);
    const TensorId c = ownVector("hada_w2_a", out * rank, out);
    const TensorId d = ownVector("hada_w2_b", rank * in, rank);
    for (const TensorId factor : {a, b, c, d})
        tape.operand(factor);
    const TensorId made = tape.op("hada_weight", {a, b, c, d}, in * out, dtype, {a, b, c, d});
    tape.multiplies({.rows = out, .inner = 2 * rank, .columns = in});
    // Both products beside that of them; then of the gradient: scaled, times one of the products,
    // and, while the other one is there, times that as well.
    const double whole = bytesOf(in * out, dtype);
    const double wide = bytesOf(in * out, single);
    tape.borrows({whole, whole});
    tape.borrowsBackward({whole, wide, wide, wide});
    return made;
}

/// torch.kron, of a matrix and another one or the product of two factors; each of its gradients is
/// as large as the result, before it is summed up.
TensorId ModuleWriter::kroneckerProduct(double in, double out)
{
    const AdapterSettings &adapters = *settings.adapters;
    const KroneckerShape shape = kroneckerShape(in, out, adapters.lokrFactor, adapters.rank);
    const TensorId left = ownVector("lokr_w1", shape.leftRows * shape.leftColumns, shape.leftRows);
    TensorId right = NoTensor;
    if (shape.isRightFactored) {
        const TensorId a = ownVector("lokr_w2_a", shape.rightRows * adapters.rank, shape.rightRows);
        const TensorId b
            = ownVector("lokr_w2_b", adapters.rank * shape.rightColumns, adapters.rank);
        right = tape.matmul(a, b, shape.rightRows * shape.rightColumns);
    } else {
        right = ownVector("lokr_w2", shape.rightRows * shape.rightColumns, shape.rightRows);
    }
    const double whole = bytesOf(in * out, adapters.dtype);
    const TensorId product
        = tape.op("kron", {left, right}, in * out, adapters.dtype, {right, left});
    tape.last().gradients[0] = whole;
    tape.last().gradients[1] = whole;
    const TensorId scaled = tape.scale(product);
    tape.stillHeld({product, right});
    return scaled;
}

/// base + x D', of a matrix D that each forward pass makes and autograd keeps.
TensorId ModuleWriter::remade(TensorId x, TensorId base, double in, double out)
{
    const bool isLoha = settings.adapters->kind == AdapterKind::Loha;
    const TensorId matrix = isLoha ? hadamardProduct(in, out) : kroneckerProduct(in, out);
    const TensorId input = tape.cast(x, tape.at(matrix).dtype);
    const double rows = tape.at(input).elements / in;
    const TensorId change = tape.linear(input, matrix, NoTensor, rows * out);
    tape.stillHeld({matrix, input});
    const TensorId sum = tape.add(base, change);
    const TensorId result = tape.cast(sum, tape.at(x).dtype);
    tape.stillHeld({sum, x});
    return result;
}

/// OFTRotationModule._cayley_batch: I + 2 (Q + Q^2 + Q^3) + Q^4 of blocks that are their negative
/// transposed.
TensorId ModuleWriter::rotation(double in)
{
    const AdapterSettings &adapters = *settings.adapters;
    const RotationShape shape = rotationShape(in, adapters.oftBlock, adapters.rank);
    const double elements = shape.blocks * shape.size * shape.size;
    const TensorId vectors = ownVector("oft_R", shape.blocks * shape.trained(), shape.blocks);
    const TensorId halves = tape.op("index_put_", {vectors}, elements, adapters.dtype, {});
    const TensorId skew = tape.op("sub", {halves, halves}, elements, adapters.dtype, {});
    tape.last().gradients[0] = 0;
    const TensorId start = tape.plain(elements, adapters.dtype);
    TensorId sum = tape.addInPlace(start, skew);
    TensorId power = tape.matmul(skew, skew, elements, shape.blocks);
    const TensorId second = power;
    sum = tape.addInPlace(sum, power);
    power = tape.matmul(power, skew, elements, shape.blocks);
    sum = tape.addInPlace(sum, power);
    power = tape.matmul(power, skew, elements, shape.blocks);
    sum = tape.addInPlace(sum, power);
    tape.stillHeld({skew, second, power});
    return sum;
}

/// What the module is given is turned in fp32, block by block, and goes on in its own dtype.
TensorId ModuleWriter::rotated(std::string_view name, TensorId x, double in, double out, bool bias)
{
    const AdapterSettings &adapters = *settings.adapters;
    const RotationShape shape = rotationShape(in, adapters.oftBlock, adapters.rank);
    const TensorId input = tape.cast(x, adapters.dtype);
    const TensorId blocks = rotation(in);
    const double elements = tape.at(input).elements;
    const TensorId turned = tape.matmul(input, blocks, elements, shape.blocks);
    const TensorId copied = tape.copy("reshape", turned, elements);
    tape.last().gradients[0] = 0;
    const TensorId whole = tape.cast(copied, adapters.dtype); // as it came
    tape.stillHeld({blocks, turned, copied, input});
    const TensorId back = tape.cast(whole, tape.at(x).dtype);
    const TensorId result = product(name, back, in, out, bias);
    tape.stillHeld({whole, back, x});
    return result;
}

/// BOFTLayer.cayley_batch: of blocks that are their negative transposed, (I - Q) / (I + Q).
TensorId ModuleWriter::solvedRotation(double in)
{
    const AdapterSettings &adapters = *settings.adapters;
    const ButterflyShape shape
        = butterflyShape(in, adapters.boftBlock, adapters.boftBlocks, adapters.boftFactors);
    const double elements = shape.factors * shape.blocks * shape.size * shape.size;
    const Dtype dtype = adapters.dtype;
    const TensorId blocks = ownVector("boft_R", elements, shape.factors);
    const TensorId doubled = tape.op("sub", {blocks}, elements, dtype, {});
    tape.borrowsBackward({bytesOf(elements, dtype)}); // of the transposed one
    const TensorId skew = tape.scale(doubled);
    const TensorId sum = tape.scale(skew);
    const TensorId difference = tape.scale(skew);
    const TensorId solution
        = tape.op("linalg_solve", {sum, difference}, elements, Dtype::Single, {sum}, true);
    tape.alsoMakes(elements, Dtype::Single, true); // its factors, and their pivots
    tape.alsoMakes(shape.factors * shape.blocks * shape.size, Dtype::Single, true);
    const TensorId result = tape.cast(solution, dtype);
    tape.stillHeld({doubled, skew, sum, difference, solution});
    return result;
}

/// Linear.forward of BOFT: blocks are laid out as a matrix, between permutations that are matrices
/// as well; the product of all of these turns the input, and each result is scaled. Followed steps
/// have one factor, as PEFT makes without its CUDA extension.
TensorId ModuleWriter::turnedWhole(
    std::string_view name, TensorId x, double in, double out, bool bias)
{
    const AdapterSettings &adapters = *settings.adapters;
    const double factors = adapters.boftFactors;
    const double matrix = in * in;
    const Dtype given = tape.at(x).dtype;
    const TensorId ones = tape.plain(out, given);
    const TensorId identity = tape.plain(matrix, given);
    const TensorId blocks = solvedRotation(in);
    const TensorId scales = ownVector("boft_s", out, out);
    const TensorId sparse = tape.op("block_diag", {blocks}, factors * matrix, Dtype::Single, {});
    const TensorId order = tape.cast(tape.outside(factors * matrix, Dtype::Single), given);
    const TensorId narrow = tape.cast(sparse, given);
    const TensorId ordered = tape.matmul(narrow, order, factors * matrix, factors);
    TensorId whole = tape.matmul(order, ordered, factors * matrix, factors);
    const TensorId each = whole;
    for (int i = 1; i < adapters.boftFactors; ++i)
        whole = tape.matmul(each, whole, matrix);
    const TensorId turned = tape.matmul(whole, identity, matrix);
    const TensorId scale = tape.mul(scales, ones);
    const TensorId rotation = tape.cast(turned, given);
    const double elements = tape.at(x).elements;
    const TensorId rotated = tape.matmul(x, rotation, elements);
    TensorId result = product(name, rotated, in, out, bias);
    if (bias)
        result = tape.op("sub", {result}, tape.at(result).elements, tape.at(result).dtype, {});
    result = tape.mul(result, scale);
    if (bias)
        result = tape.op("add", {result}, tape.at(result).elements, tape.at(result).dtype, {});
    const TensorId back = tape.cast(result, given);
    tape.stillHeld({blocks, narrow, order, each, whole, rotation, scale, rotated, result, x});
    return back;
}

} // namespace shardscope
