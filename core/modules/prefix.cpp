// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/prefix.h"

namespace shardscope {

namespace {

/// With the layer's own behind them.
double allElements(const ModuleWriter &write)
{
    return write.settings.elementsInFront() + write.tokens() * write.kvWidth();
}

/// PrefixEncoder.forward: rows of a table, and what two matrices with a tanh between them make of
/// those, where there are any.
TensorId encodedPrefix(ModuleWriter &write, double made)
{
    TapeBuilder &tape = write.tape;
    const AdapterSettings &adapters = *write.settings.adapters;
    const double tokens = adapters.prefixTokens;
    const double rows = write.settings.batch * tokens;
    const auto parameter = [&](std::string_view name, double height, double width) {
        return tape.parameter({.name = name,
            .elements = height * width,
            .rows = height,
            .dtype = adapters.dtype,
            .isAdapter = true});
    };
    const double width = adapters.encoderWidth > 0 ? write.kvWidth() : made;
    tape.beginModule();
    const TensorId table = parameter("prefix_embedding", tokens, width);
    const TensorId x = tape.lookup("prefix", table, tape.outside(rows, Dtype::Wide), rows * width);
    tape.last().gradients[0] = bytesOf(tokens * width, adapters.dtype);
    tape.endModule();
    if (adapters.encoderWidth == 0)
        return x;
    const auto layer = [&](TensorId input, double in, double out) {
        tape.beginModule();
        const TensorId matrix = parameter("transform", out, in);
        const TensorId offset = parameter("bias", out, 1);
        const TensorId result = tape.linear(input, matrix, offset, rows * out);
        tape.endModule();
        return result;
    };
    const TensorId inner = tape.fromResult("tanh", layer(x, width, adapters.encoderWidth));
    const TensorId result = layer(inner, adapters.encoderWidth, made);
    tape.stillHeld(x);
    return result;
}

} // namespace

void writePrefix(ModuleWriter &write)
{
    TapeBuilder &tape = write.tape;
    const LayerSettings &settings = write.settings;
    // PEFT 0.20 peft_model.py, get_prompt: cast to what the base's first parameter is of.
    const Dtype dtype = settings.keysInFront().key;
    const double pieces = 2.0 * static_cast<double>(settings.spec.layers);
    const double rows = settings.batch * settings.keysInFront().tokens;
    const TensorId made = tape.cast(encodedPrefix(write, pieces * write.kvWidth()), dtype);
    const double elements = rows * pieces * write.kvWidth();
    // Heads first, cut into layers: gradients are joined again, and copied into the former order.
    const TensorId turned = tape.part(made, elements);
    const TensorId cut = tape.part(turned, elements);
    // Of each layer keys and values are copied behind an empty tensor.
    const double each = storageBytes(settings.elementsInFront(), dtype) / bytesOf(dtype);
    const TensorId copied = tape.copy("cat", cut, pieces * each);
    tape.last().gradients[0] = 0;
    tape.give(copied, Common::Prefix, true);
}

void takePrefix(ModuleWriter &write)
{
    const LayerSettings &settings = write.settings;
    const KeysInFront front = settings.keysInFront();
    if (front.tokens == 0)
        return;
    write.keyTokens = settings.sequence + front.tokens;
    TapeBuilder &tape = write.tape;
    const auto own = [&](Dtype dtype) {
        // Its gradient is a view of that of all keys, or of all values.
        const TensorId all = tape.take(allElements(write), dtype, Common::Prefix, settings.tracks);
        const TensorId id = tape.op("prefix", {all}, settings.elementsInFront(), dtype, {});
        tape.last().gradients[0] = 0;
        return id;
    };
    write.prefix.key = own(front.key);
    write.prefix.value = own(front.value);
}

void putBehindPrefix(ModuleWriter &write, Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const HeadStates key = heads.key;
    const HeadStates value = heads.value;
    const auto there = write.prefix;
    const auto joined = [&](TensorId prefix, const HeadStates &states) {
        const TensorId wide = tape.cast(states.id, tape.at(prefix).dtype);
        const TensorId all = tape.concat({prefix, wide}, allElements(write));
        tape.give(all, write.settings.caches ? Common::Returned : Common::Cached, false);
        return all;
    };
    write.prefix.key = joined(write.prefix.key, key);
    write.prefix.value = joined(write.prefix.value, value);
    heads.key = {write.prefix.key, true};
    heads.value = {write.prefix.value, true};
    tape.stillHeld({key.id, value.id});
    // transformers 5.12 cache_utils.py, DynamicSlidingWindowLayer.update: forgotten together.
    if (write.spec.windows)
        tape.stillHeld({there.key, there.value});
}

} // namespace shardscope
