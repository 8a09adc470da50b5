// SPDX-License-Identifier: GPL-3.0-or-later
// TransformerEngine 2.20 (commit d0067d0d), pytorch/module/linear.py, layernorm_linear.py and
// grouped_linear.py: what a product is given is cast to 8 bits, and is kept so for the weight's
// gradient. Where kernels take an operand by rows alone, the cast makes its transpose as well, of
// which one is kept. The output's gradient is cast when its turn comes.
#include "core/modules/megatron/writer.h"

#include <algorithm>

namespace shardscope {

double narrowBytes(Fp8 fp8, double elements)
{
    const double scales = fp8 == Fp8::EngineBlocks ? SingleBytes / 128
        : fp8 == Fp8::EngineMx                     ? 1.0 / 32
                                                   : 0;
    return (1 + scales) * elements;
}

double narrowWeight(Fp8 fp8)
{
    return fp8 == Fp8::EngineBlocks ? 1 : narrowBytes(fp8, 1); // of 128 x 128
}

TensorId MegatronWriter::narrowed(TensorId x, bool isTurned)
{
    if (!isInFp8())
        return x;
    const auto normed = std::find_if(
        m_normed.begin(), m_normed.end(), [x](const Narrow &each) { return each.of == x; });
    if (normed != m_normed.end())
        return normed->id;
    tape.detach(); // its gradient is the product's
    const TensorId narrow
        = tape.op("quantize", {x}, narrowBytes(settings.fp8, tape.at(x).elements), Dtype::Byte, {});
    tape.track();
    if (isTurned)
        holdsBoth(narrow);
    return narrow;
}

void MegatronWriter::holdsBoth(TensorId operand)
{
    if (isInFp8() && cut.hasBothLayouts)
        tape.borrows({tape.at(operand).bytes()});
}

TensorId MegatronWriter::normFor(std::string_view name, TensorId x, double width, double columns)
{
    const TensorId result = norm(name, x, width);
    if (!isInFp8())
        return result;
    // The kernel writes 8 bits; nobody sees 16.
    tape.countAs(result, Holding::Outside);
    const TensorId narrow
        = tape.alsoMakes(narrowBytes(settings.fp8, tape.at(x).elements), Dtype::Byte, false);
    m_normed.push_back({result, narrow});
    if (!isGathered() || !gathersRows())
        holdsBoth(narrow);
    // The function's backward pass refers to the gradient, as it came and cast, to its end.
    const double given = tokens() * columns;
    tape.borrowsBackward(
        {bytesOf(given, Dtype::Half), cut.layouts() * narrowBytes(settings.fp8, given)});
    return result;
}

void MegatronWriter::castsGradient(double elements)
{
    if (isInFp8())
        tape.borrowsBackward({cut.layouts() * narrowBytes(settings.fp8, elements)});
}

} // namespace shardscope
