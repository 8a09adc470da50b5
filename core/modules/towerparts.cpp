// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/towerparts.h"

namespace shardscope {

TensorId writePatches(TapeBuilder &tape, const TowerSettings &settings, std::string_view name,
    bool hasBias, bool isNamed)
{
    const LayerSettings &own = settings.own;
    const double patches = settings.model.tower->patches();
    const double width = real(settings.model.spec.tower->hidden);
    const double each = real(settings.model.spec.tower->patchWidth());
    const TensorId x = tape.cast(tape.outside(patches * each, Dtype::Single), own.tables);
    const auto parameter = [&](std::string_view label, double elements) {
        return tape.parameter({.name = label,
            .elements = elements,
            .rows = width,
            .dtype = own.tables,
            .trainable = own.trainsBase});
    };
    tape.beginModule();
    const TensorId matrix = parameter(name, width * each);
    const TensorId offset = hasBias ? parameter("bias", width) : NoTensor;
    const TensorId made = tape.convolution(x, matrix, offset, patches * width);
    tape.endModule();
    if (settings.isTouched && isNamed)
        tape.makeLeaf(made);
    return made;
}

TensorId writeOpenAttention(
    ModuleWriter &write, TensorId x, Heads heads, std::string_view output, bool hasBias)
{
    const double width = write.hidden();
    const auto project = [&](std::string_view name) {
        return HeadStates{write.linear(name, x, width, width, hasBias)};
    };
    heads.query = project("q_proj");
    heads.key = project("k_proj");
    heads.value = project("v_proj");
    writeRotary(write, heads);
    const TensorId context = writeAttentionProduct(write, heads);
    const TensorId result = write.linear(output, context, width, width, hasBias);
    write.tape.stillHeld({heads.query.id, heads.key.id, heads.value.id, x});
    return result;
}

TensorId writeQuickGelu(TapeBuilder &tape, TensorId x)
{
    const TensorId result = tape.mul(x, tape.fromResult("sigmoid", tape.scale(x)));
    tape.stillHeld(x);
    return result;
}

TensorId writeGatedMlp(ModuleWriter &write, TensorId x, bool hasBias)
{
    const double width = write.hidden();
    const double inner = write.width();
    const TensorId gate = write.activation(write.linear("gate_proj", x, width, inner, hasBias));
    const TensorId up = write.linear("up_proj", x, width, inner, hasBias);
    const TensorId result
        = write.linear("down_proj", write.tape.mul(gate, up), inner, width, hasBias);
    write.tape.stillHeld(x);
    return result;
}

TowerWriter::TowerWriter(TapeBuilder &tape, const TowerSettings &settings)
    : m_tape(tape)
    , m_settings(settings)
    , m_write(tape, settings.own)
    , m_tower(*settings.model.spec.tower)
    , m_work(*settings.model.tower)
{ }

TensorId TowerWriter::parameter(std::string_view name, double elements, double places)
{
    return m_tape.parameter({.name = name,
        .elements = elements,
        .rows = places > 0 ? places : width(),
        .dtype = m_settings.own.tables,
        .trainable = m_settings.own.trainsBase});
}

TensorId TowerWriter::classTokens(std::string_view name, double rows)
{
    return m_tape.expanded(parameter(name, width(), rows), m_work.images * width());
}

TensorId TowerWriter::mlp(TensorId x)
{
    const double inner = real(m_tower.intermediate);
    const TensorId up = m_write.linear("fc1", x, width(), inner, true);
    const TensorId active
        = m_tower.gelu ? m_tape.activation("gelu", up) : writeQuickGelu(m_tape, up);
    const TensorId result = m_write.linear("fc2", active, inner, width(), true);
    m_tape.stillHeld(x);
    return result;
}

TensorId TowerWriter::contiguous(TensorId x, double elements)
{
    const TensorId result = m_tape.copy("contiguous", x, elements);
    m_tape.last().gradients[0] = 0;
    return result;
}

} // namespace shardscope
