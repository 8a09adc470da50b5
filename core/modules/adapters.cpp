// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT 0.20, tuners/lora: layer.py (Linear), bnb.py (Linear4bit), dora.py, variants.py.
#include "core/modules/modules.h"

namespace shardscope {

/// The two factors: B(A(x)).
TensorId ModuleWriter::lowRank(TensorId x, double in, double out)
{
    const AdapterSettings &adapters = *settings.adapters;
    const double rows = tape.at(x).elements / in;
    const auto factor = [&](std::string_view label, TensorId operand, double from, double to) {
        tape.beginModule();
        const TensorId matrix = adapterParameter(label, to, from);
        const TensorId product = tape.linear(operand, matrix, NoTensor, rows * to);
        tape.endModule();
        return product;
    };
    const TensorId down = factor("lora_A", x, in, adapters.rank);
    tape.stillHeld(x);
    return factor("lora_B", down, adapters.rank, out);
}

TensorId ModuleWriter::adapterParameter(std::string_view label, double rows, double columns)
{
    return tape.parameter({.name = label,
        .elements = rows * columns,
        .rows = rows,
        .dtype = settings.adapters->dtype,
        .isAdapter = true});
}

void ModuleWriter::unheardAdapter(std::string_view name, double in, double out)
{
    if (!settings.adapters || !settings.adapters->targets.takesIn(name))
        return;
    tape.beginModule();
    adapterParameter("lora_A", settings.adapters->rank, in);
    adapterParameter("lora_B", out, settings.adapters->rank);
    tape.endModule();
    tape.leaveUnreached(2);
}

/// What the adapter's result is added to: lora.Linear4bit makes a copy.
TensorId ModuleWriter::baseToAdapt(TensorId base)
{
    if (!settings.isInFourBits())
        return base;
    const TensorId copied = tape.copy("clone", base, tape.at(base).elements);
    tape.last().gradients[0] = 0;
    return copied;
}

/// The input is cast to the adapters' dtype, which autocast then undoes; lora.Linear4bit,
/// Linear8bitLt and HqqLoraLinear leave the cast to autocast, but ask for CUDA's. (Followed steps
/// of DoRA, LLM.int8 and HQQ answer as CUDA does.) GPTQLoraLinear and AwqLoraLinear cast as
/// lora.Linear does.
TensorId ModuleWriter::adapterInput(TensorId x)
{
    const bool asksForCuda = settings.adapters->kind == AdapterKind::Dora || settings.fusedKernels
        || settings.base == BaseStorage::LlmInt8 || settings.base == BaseStorage::Hqq;
    const bool leaves = settings.isQuantized && settings.base != BaseStorage::Gptq
        && settings.base != BaseStorage::Awq;
    const bool casts = !(leaves && tape.isAutocast() && asksForCuda);
    return casts ? tape.cast(x, settings.adapters->dtype) : x;
}

/// lora.Linear: base + B(A(dropout(x))) * scaling. lora.Linear8bitLt casts nothing under autocast.
TensorId ModuleWriter::adapted(TensorId x, TensorId base, double in, double out)
{
    const Dtype outDtype = tape.at(base).dtype;
    base = baseToAdapt(base);
    const TensorId input = adapterInput(x);
    TensorId dropped
        = settings.adapters->dropsOut ? tape.dropout(input, settings.fusedKernels) : input;
    if (liesByChannel)
        dropped = tape.copy("reshape", dropped, tape.at(dropped).elements);
    TensorId up = lowRank(dropped, in, out);
    if (settings.isQuantized && settings.base == BaseStorage::Awq) // AwqLoraLinear
        up = tape.cast(up, outDtype);
    up = tape.scale(up);
    const bool isInt8 = settings.isInInt8();
    if (isInt8 ? !tape.isAutocast() : settings.isInFourBits())
        up = tape.cast(up, outDtype);
    const TensorId sum = tape.add(base, up);
    const TensorId result = isInt8 ? sum : tape.cast(sum, outDtype);
    tape.stillHeld(input);
    tape.stillHeld(x);
    return result;
}

/// Nobody quantises a head (transformers integrations/bitsandbytes.py): lora.Linear's own way.
TensorId ModuleWriter::adaptedHead(TensorId read, TensorId logits)
{
    LayerSettings ofHead = settings;
    ofHead.isQuantized = false;
    return ModuleWriter(tape, ofHead)
        .adapted(read, logits, hidden(), static_cast<double>(spec.vocabulary));
}

/// lora.Embedding: base + embedding(x, A.T) @ B.T * scaling, with no cast but the last.
TensorId ModuleWriter::adaptedEmbedding(TensorId rows)
{
    const double rank = settings.adapters->rank;
    const double words = tape.at(rows).elements / hidden();
    tape.beginModule();
    const TensorId a
        = adapterParameter("lora_embedding_A", rank, static_cast<double>(spec.vocabulary));
    const TensorId b = adapterParameter("lora_embedding_B", hidden(), rank);
    const TensorId ids = tape.outside(words, Dtype::Wide);
    const TensorId down = tape.lookup("embedding", a, ids, words * rank);
    const TensorId up = tape.scale(tape.linear(down, b, NoTensor, words * hidden()));
    tape.endModule();
    return tape.cast(tape.add(rows, up), tape.at(rows).dtype);
}

/// What DoRA's forward refers to, to its end, beside what autograd keeps.
struct ModuleWriter::Lengths
{
    TensorId a = NoTensor; ///< the factors
    TensorId b = NoTensor;
    TensorId trained = NoTensor; ///< lengths
    TensorId matrix = NoTensor; ///< of the base, in the input's dtype
    TensorId lengths = NoTensor; ///< of the rows of the sum
    TensorId delta = NoTensor; ///< the factors' product
    std::array<std::size_t, 2> kept{}; ///< by autograd, as long as something refers to `delta`
};

/// DoraLinearLayer.get_lora_weight and get_weight_norm. The product of the factors is that of an
/// identity matrix as large as the input is wide, so that FSDP sees calls of modules.
ModuleWriter::Lengths ModuleWriter::measured(Dtype dtype, double in, double out)
{
    const AdapterSettings &adapters = *settings.adapters;
    const double elements = in * out;
    const auto ofModule = [this](std::string_view label, double rows, double columns) {
        tape.beginModule();
        const TensorId parameter = adapterParameter(label, rows, columns);
        tape.endModule();
        return parameter;
    };
    Lengths made{.a = ofModule("lora_A", adapters.rank, in),
        .b = ofModule("lora_B", out, adapters.rank),
        .trained = ofModule("lora_magnitude_vector", out, 1)};
    tape.detach();
    const TensorId identity = tape.plain(in * in, adapters.dtype);
    const TensorId down = tape.linear(identity, made.a, NoTensor, in * adapters.rank);
    made.kept[0] = tape.keepFrom(tape.last().inputs[0]);
    const TensorId product = tape.linear(down, made.b, NoTensor, elements);
    made.kept[1] = tape.keepFrom(down);
    tape.stillHeld(identity);
    made.delta = tape.cast(product, dtype);
    if (settings.isQuantized)
        made.matrix = tape.cast(tape.plain(elements, Dtype::Half), dtype); // dequantised
    else if (settings.weights != dtype)
        made.matrix = tape.plain(elements, dtype);
    else
        made.matrix = tape.outside(elements, dtype);
    const TensorId sum = tape.add(tape.scale(made.delta), made.matrix);
    made.lengths = tape.op("norm", {sum}, out, dtype, {});
    tape.track();
    return made;
}

/// DoraLinearLayer.forward: (m - 1) * base + m * B(A(x)) * scaling, m the trained length of each
/// row over what it is. With dropout the base's result is computed again, of what dropout left.
TensorId ModuleWriter::lengthened(TensorId x, TensorId base, double in, double out, bool bias)
{
    const AdapterSettings &adapters = *settings.adapters;
    const Dtype outDtype = tape.at(base).dtype;
    base = baseToAdapt(base);
    const TensorId input = adapterInput(x);
    const TensorId dropped = adapters.dropsOut ? tape.dropout(input, settings.fusedKernels) : input;
    const Lengths known = measured(tape.at(dropped).dtype, in, out);
    const TensorId ratio = tape.op("div", {known.trained, known.lengths}, out,
        promoted(adapters.dtype, tape.at(known.lengths).dtype), {known.lengths});
    const double rows = tape.at(dropped).elements / in;
    const TensorId down = tape.linear(dropped, known.a, NoTensor, rows * adapters.rank);
    const TensorId up = tape.linear(down, known.b, NoTensor, rows * out);
    const TensorId plain = plainResult(dropped, base, known.matrix, bias);
    const TensorId ofBase = tape.mul(tape.scale(ratio), plain);
    const TensorId change = tape.add(ofBase, tape.scale(tape.mul(ratio, up)));
    tape.stillHeld({known.matrix, known.delta, plain});
    for (const std::size_t kept : known.kept)
        tape.keepTo(kept);
    const TensorId sum = tape.add(base, change);
    const bool converts = !(settings.isQuantized && tape.isAutocast());
    const TensorId result = converts ? tape.cast(sum, outDtype) : sum;
    tape.stillHeld({dropped, input, x, base});
    return result;
}

/// The base's result without its bias.
TensorId ModuleWriter::plainResult(TensorId dropped, TensorId base, TensorId matrix, bool bias)
{
    const Tensor made = tape.at(base);
    if (settings.adapters->dropsOut)
        return tape.linear(dropped, matrix, NoTensor, made.elements);
    if (!bias)
        return base;
    // Linear4bit.forward casts its bias to bnb_4bit_compute_dtype, for good.
    const Dtype dtype = promoted(made.dtype, settings.isQuantized ? Dtype::Half : settings.weights);
    const TensorId plain = tape.op("sub", {base}, made.elements, dtype, {});
    if (dtype == made.dtype)
        tape.last().gradients[0] = 0;
    return plain;
}

} // namespace shardscope
