// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_gemma4.py, Gemma4TextAttention; modeling_gemma3n.py,
// Gemma3nTextAttention.
#include "core/modules/mixedattention.h"

#include "core/modules/attention.h"
#include "core/modules/norms.h"

namespace shardscope {

namespace {

Common keysOf(const LayerForm &form)
{
    return form.seesAll ? Common::FullKeys : Common::WindowKeys;
}
Common valuesOf(const LayerForm &form)
{
    return form.seesAll ? Common::FullValues : Common::WindowValues;
}

TensorId projected(ModuleWriter &write, std::string_view name, TensorId x, double width)
{
    return write.linear(name, x, write.hidden(), width, write.spec.queryKeyValueBias);
}
/// Normalised by head, and turned.
TensorId turned(ModuleWriter &write, std::string_view norm, TensorId x, double heads)
{
    return writeRotated(write, write.norm(norm, x, write.headDim(), write.tokens() * heads));
}

void make(ModuleWriter &write, const LayerForm &form, Heads &heads, TensorId x)
{
    const bool keysAreValues = form.seesAll && write.spec.mixed->keysAreValues;
    const TensorId key = projected(write, write.names.key, x, write.kvWidth());
    const auto made = [&] { return projected(write, write.names.value, x, write.kvWidth()); };
    const bool isLater = write.spec.altUp.has_value(); // Gemma 3n: when the key is through
    TensorId value = keysAreValues ? key : isLater ? NoTensor : made();
    heads.key.id = turned(write, "k_norm", key, write.kvHeads());
    if (isLater)
        value = made();
    heads.value.id = writeUnweighedNorm(write, value, write.tokens() * write.kvHeads());
    if (form.keys != KeySource::Lent)
        return;
    const bool isTaken = write.spec.mixed->hasTaking(form.seesAll);
    write.tape.give(heads.key.id, keysOf(form), isTaken);
    write.tape.give(heads.value.id, valuesOf(form), isTaken);
    write.heldToEnd = {heads.key.id, heads.value.id};
}

} // namespace

TensorId writeTaken(ModuleWriter &write, const LayerKind &kind, Common what)
{
    const Tensor &made = kind.commonly(what);
    return write.tape.take(made.elements, made.dtype, what, made.requiresGrad);
}

TensorId writeMixedAttention(ModuleWriter &write, const LayerKind &kind, TensorId x)
{
    Heads heads{.keyHeads = write.kvHeads()};
    const TensorId query = projected(write, write.names.query, x, write.queryWidth());
    heads.query.id = turned(write, "q_norm", query, write.heads());
    if (kind.form.keys == KeySource::Taken) {
        heads.key.id = writeTaken(write, kind, keysOf(kind.form));
        heads.value.id = writeTaken(write, kind, valuesOf(kind.form));
    } else {
        make(write, kind.form, heads, x);
    }
    const TensorId context = writeAttentionProduct(write, heads);
    const TensorId result = write.linear(write.names.output, context, write.queryWidth(),
        write.hidden(), write.spec.attentionOutputBias);
    write.tape.stillHeld({heads.query.id, heads.key.id, heads.value.id, x});
    return result;
}

} // namespace shardscope
