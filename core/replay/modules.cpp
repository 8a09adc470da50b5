// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/modules.h"

#include "core/parameters.h"

namespace shardscope {

TensorId ModuleWriter::weight(std::string_view name, double rows, double columns)
{
    return m_tape.parameter({.name = name,
        .elements = rows * columns,
        .rows = rows,
        .dtype = m_settings.weights,
        .trainable = m_settings.trainsBase});
}

// Norms.

TensorId ModuleWriter::norm(std::string_view name, TensorId x, double width, double rows)
{
    m_tape.beginModule();
    const TensorId result = normOfKind(name, x, width, rows);
    m_tape.endModule();
    return result;
}

TensorId ModuleWriter::normOfKind(std::string_view name, TensorId x, double width, double rows)
{
    switch (spec().norm) {
    case NormKind::Rms:
        return rmsNorm(name, x, width, rows);
    case NormKind::GemmaRms:
        return gemmaNorm(name, x, width, rows);
    case NormKind::Layer:
    case NormKind::LayerNoParameters:
        break;
    }
    return layerNorm(name, x, width, rows);
}

/// LlamaRMSNorm: in fp32, cast back, then times the weight.
TensorId ModuleWriter::rmsNorm(std::string_view name, TensorId x, double width, double rows)
{
    const TensorId single = m_tape.cast(x, Dtype::Single);
    const TensorId variance = m_tape.meanOfRows(m_tape.square(single), rows);
    const TensorId root = m_tape.rsqrt(m_tape.scale(variance));
    const TensorId normalized = m_tape.mul(single, root);
    const TensorId back = m_tape.cast(normalized, m_tape.at(x).dtype);
    const TensorId result = m_tape.mul(weight(name, width, 1), back);
    m_tape.stillHeld(normalized);
    return result;
}

/// Gemma's: everything in fp32, (1 + weight), cast at the end.
TensorId ModuleWriter::gemmaNorm(std::string_view name, TensorId x, double width, double rows)
{
    const TensorId single = m_tape.cast(x, Dtype::Single);
    const TensorId variance = m_tape.meanOfRows(m_tape.square(single), rows);
    const TensorId root = m_tape.rsqrt(m_tape.scale(variance));
    const TensorId normalized = m_tape.mul(single, root);
    m_tape.stillHeld(single);
    const TensorId factor = m_tape.scale(m_tape.cast(weight(name, width, 1), Dtype::Single));
    const TensorId product = m_tape.mul(normalized, factor);
    const TensorId result = m_tape.cast(product, m_tape.at(x).dtype);
    m_tape.stillHeld(product);
    return result;
}

/// torch's fused layer_norm keeps its input and two numbers for each row; autocast runs it in fp32.
TensorId ModuleWriter::layerNorm(std::string_view name, TensorId x, double width, double rows)
{
    const TensorId in = m_tape.isAutocast() ? m_tape.cast(x, Dtype::Single) : x;
    const double elements = m_tape.at(in).elements;
    const Dtype dtype = m_tape.at(in).dtype;
    TensorId gain = NoTensor;
    TensorId offset = NoTensor;
    if (spec().norm == NormKind::Layer) {
        gain = weight(name, width, 1);
        offset = weight("bias", width, 1);
    }
    const TensorId result = m_tape.op("layer_norm", {in, gain, offset}, elements, dtype, {in});
    m_tape.alsoMakes(rows, Dtype::Single, true);
    m_tape.alsoMakes(rows, Dtype::Single, true);
    return result;
}

// Linear modules.

TensorId ModuleWriter::linear(std::string_view name, TensorId x, double in, double out, bool bias)
{
    m_tape.beginModule();
    const TensorId base = m_settings.isQuantized
        ? quantizedProduct(name, x, in, out)
        : m_tape.linear(x, weight(name, out, in), bias ? weight("bias", out, 1) : NoTensor,
            m_tape.at(x).elements / in * out);
    m_tape.endModule();
    const AdapterSettings *adapters = m_settings.adapters;
    if (!adapters || !isLoraTarget(adapters->targets, name))
        return base;
    return adapted(x, base, in, out);
}

/// bitsandbytes matmul_4bit: keeps nothing but the weight; the backward pass rebuilds the matrix.
TensorId ModuleWriter::quantizedProduct(std::string_view name, TensorId x, double in, double out)
{
    const TensorId matrix = m_tape.parameter(
        {.name = name, .elements = in * out, .rows = out, .trainable = false, .isQuantized = true});
    const TensorId operand = m_tape.cast(x, Dtype::Half); // bnb_4bit_compute_dtype
    const TensorId product = m_tape.op(
        "matmul_4bit", {operand, matrix}, m_tape.at(x).elements / in * out, Dtype::Half, {});
    m_tape.last().backwardScratch = storageBytes(in * out, Dtype::Half);
    const TensorId result = m_tape.cast(product, m_tape.at(x).dtype);
    return result;
}

/// PEFT lora.Linear: base + B(A(dropout(x))) * scaling. Its input is cast to the adapters' dtype,
/// which autocast then undoes; lora.Linear4bit leaves the cast to autocast, but asks for CUDA's.
TensorId ModuleWriter::adapted(TensorId x, TensorId base, double in, double out)
{
    const AdapterSettings &adapters = *m_settings.adapters;
    const double rows = m_tape.at(x).elements / in;
    const Dtype outDtype = m_tape.at(base).dtype;
    const auto factor = [&](std::string_view label, TensorId operand, double from, double to) {
        m_tape.beginModule();
        const TensorId matrix = m_tape.parameter({.name = label,
            .elements = to * from,
            .rows = to,
            .dtype = adapters.dtype,
            .isAdapter = true});
        const TensorId product = m_tape.linear(operand, matrix, NoTensor, rows * to);
        m_tape.endModule();
        return product;
    };
    if (m_settings.isQuantized) {
        base = m_tape.copy("clone", base, m_tape.at(base).elements);
        m_tape.last().gradients[0] = 0;
    }
    const bool casts = !(m_settings.isQuantized && m_tape.isAutocast() && m_settings.fusedKernels);
    const TensorId input = casts ? m_tape.cast(x, adapters.dtype) : x;
    const TensorId dropped
        = adapters.dropsOut ? m_tape.dropout(input, m_settings.fusedKernels) : input;
    const TensorId down = factor("lora_A", dropped, in, adapters.rank);
    TensorId up = m_tape.scale(factor("lora_B", down, adapters.rank, out));
    if (m_settings.isQuantized)
        up = m_tape.cast(up, outDtype);
    const TensorId sum = m_tape.add(base, up);
    const TensorId result = m_tape.cast(sum, outDtype);
    m_tape.stillHeld(input);
    return result;
}

// Attention.

TensorId ModuleWriter::normalized(std::string_view name, TensorId x, double heads)
{
    switch (spec().queryKeyNorm) {
    case QueryKeyNorm::None:
        return x;
    case QueryKeyNorm::PerHead:
        return norm(name, x, static_cast<double>(spec().headDim), tokens() * heads);
    case QueryKeyNorm::FullWidth:
        break;
    }
    return norm(name, x, heads * static_cast<double>(spec().headDim), tokens());
}

ModuleWriter::Heads ModuleWriter::projections(TensorId x)
{
    const auto h = static_cast<double>(spec().hidden);
    const auto q = static_cast<double>(spec().queryWidth());
    const auto c = static_cast<double>(spec().kvWidth());
    const bool bias = spec().queryKeyValueBias;
    const auto n = static_cast<double>(spec().heads);
    const auto k = static_cast<double>(spec().kvHeads);
    Heads heads{};
    heads.query = normalized("q_norm", linear("q_proj", x, h, q, bias), n);
    heads.key = normalized("k_norm", linear("k_proj", x, h, c, bias), k);
    heads.value = linear("v_proj", x, h, c, bias);
    return heads;
}

/// x * cos + rotate_half(x) * sin
TensorId ModuleWriter::rotated(TensorId x, TensorId cos, TensorId sin)
{
    const TensorId straight = m_tape.mul(x, cos);
    const double half = m_tape.at(x).elements / 2;
    const TensorId first = m_tape.part(x, half);
    const TensorId second = m_tape.part(x, half);
    const TensorId turned = m_tape.concat({m_tape.scale(second), first});
    return m_tape.add(straight, m_tape.mul(turned, sin));
}

TensorId ModuleWriter::attention(TensorId x)
{
    Heads heads = projections(x);
    const double table = m_settings.sequence * static_cast<double>(spec().headDim);
    const Dtype stream = m_settings.autocast ? m_settings.weights : m_tape.at(x).dtype;
    const TensorId cos = m_tape.outside(table, stream);
    const TensorId sin = m_tape.outside(table, stream);
    const Heads plain = heads;
    heads.query = rotated(plain.query, cos, sin);
    heads.key = rotated(plain.key, cos, sin);
    m_tape.stillHeld(plain.query);
    m_tape.stillHeld(plain.key);
    const TensorId context = m_settings.attention == Attention::Eager ? eager(heads) : flash(heads);
    const TensorId result = linear("o_proj", context, static_cast<double>(spec().queryWidth()),
        static_cast<double>(spec().hidden), spec().attentionOutputBias);
    for (const TensorId held : {heads.query, heads.key, heads.value, x})
        m_tape.stillHeld(held);
    return result;
}

/// scaled_dot_product_attention without a mask: FlashAttention with native grouped queries.
TensorId ModuleWriter::flash(const Heads &heads)
{
    const auto operand
        = [this](TensorId x) { return m_tape.isAutocast() ? m_tape.cast(x, Dtype::Half) : x; };
    const TensorId query = operand(heads.query);
    const TensorId key = operand(heads.key);
    const TensorId value = operand(heads.value);
    const TensorId context = m_tape.op("flash_attention", {query, key, value},
        m_tape.at(query).elements, m_tape.at(query).dtype, {query, key, value}, true);
    // Log-sum-exp, and the random number state.
    m_tape.alsoMakes(tokens() * static_cast<double>(spec().heads), Dtype::Single, true);
    m_tape.alsoMakes(2 * StorageGranule, Dtype::Byte, true);
    return context;
}

TensorId ModuleWriter::repeated(TensorId x)
{
    if (spec().heads == spec().kvHeads)
        return x;
    return m_tape.copy("repeat_kv", x, tokens() * static_cast<double>(spec().queryWidth()));
}

/// A batched product wants one batch dimension: heads of several sequences are first made
/// contiguous.
TensorId ModuleWriter::forProduct(TensorId x, bool isContiguous)
{
    if (isContiguous || m_settings.batch == 1)
        return x;
    return m_tape.copy("contiguous", x, m_tape.at(x).elements);
}

/// eager_attention_forward: scores, scaled, masked, softmax in fp32, back to 16 bit, times V.
TensorId ModuleWriter::eager(const Heads &heads)
{
    const bool repeats = spec().heads != spec().kvHeads;
    const auto operand
        = [this](TensorId x) { return m_tape.isAutocast() ? m_tape.cast(x, Dtype::Half) : x; };
    const TensorId key = repeated(heads.key);
    const TensorId value = repeated(heads.value);
    const double scores = tokens() * static_cast<double>(spec().heads) * m_settings.sequence;
    const TensorId left = forProduct(operand(heads.query), false);
    const TensorId right = forProduct(operand(key), repeats);
    const TensorId raw = m_tape.matmul(left, right, scores);
    const TensorId scaled = m_tape.scale(raw);
    const TensorId mask = m_tape.outside(
        m_settings.batch * m_settings.sequence * m_settings.sequence, m_tape.at(scaled).dtype);
    const TensorId masked = m_tape.add(scaled, mask);
    const TensorId single = m_tape.cast(masked, Dtype::Single);
    const TensorId soft = m_tape.softmax(single);
    m_tape.stillHeld(masked);
    const TensorId weights = m_tape.cast(soft, m_tape.at(heads.query).dtype);
    const TensorId context = m_tape.matmul(
        operand(weights), forProduct(operand(value), repeats), m_tape.at(left).elements);
    const TensorId result = m_tape.copy("contiguous", context, m_tape.at(context).elements);
    m_tape.last().gradients[0] = 0;
    for (const TensorId held : {key, value, weights, context})
        m_tape.stillHeld(held);
    return result;
}

// MLP.

TensorId ModuleWriter::mlp(TensorId x, double width)
{
    const auto h = static_cast<double>(spec().hidden);
    const TensorId gate = linear("gate_proj", x, h, width, spec().mlpBias);
    const TensorId active = m_tape.activation("silu", gate);
    const TensorId up = linear("up_proj", x, h, width, spec().mlpBias);
    const TensorId product = m_tape.mul(active, up);
    const TensorId result = linear("down_proj", product, width, h, spec().mlpBias);
    m_tape.stillHeld(x);
    return result;
}

} // namespace shardscope
