// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/sliderfield.h"

#include "ui/fields/quantityedit.h"
#include "ui/fields/quantitytext.h"
#include "ui/fields/scaleslider.h"
#include "ui/session.h"

namespace shardscope {

SliderField::SliderField(Session &session, const Field &field, QWidget *parent)
    : FieldRow(session, field, parent)
    , m_box(new QuantityEdit(key()))
{
    m_box->setOpenAtZero(field.isOpenAtZero);
    addBeside(m_box);
    introduce(m_box);
    setControl(m_box);
    if (field.hasSlider)
        addSlider();
    connect(m_box, &QuantityEdit::valueEdited, this, &SliderField::applyNumber);
    connect(m_box, &QuantityEdit::editingFinished, this, &SliderField::endGesture);
    connect(m_box, &QuantityEdit::hintChanged, this, &SliderField::showHint);
    connect(m_box, &QuantityEdit::rejected, this, [this](const QString &typed, const QString &why) {
        reject(tr("“%1” was not taken. %2", "what was typed, what to type").arg(typed, why));
    });
    refresh();
}

void SliderField::addSlider()
{
    m_slider = new ScaleSlider;
    addBelow(m_slider);
    introduce(m_slider);
    setControl(m_slider);
    m_slider->setTexts({.spoken = [this](double value) { return spokenQuantity(key(), value); },
        .bare = [this](double value) { return quantityText(key(), value); }});
    if (const std::optional<Json> value = key().get(Scenario{}); value && value->number())
        m_slider->setDefaultQuantity(*value->number());
    connect(m_slider, &ScaleSlider::quantityEdited, this, &SliderField::applyNumber);
    connect(m_slider, &ScaleSlider::gestureEnded, this, &SliderField::endGesture);
    connect(m_slider, &ScaleSlider::resetRequested, this, &SliderField::reset);
}

void SliderField::showHint(const QString &hint, bool isError)
{
    setHint(hint, isError);
    m_box->setAccessibleDescription(hint.isEmpty() ? description() : hint);
}

void SliderField::applyNumber(double value)
{
    apply(Json(value));
}

void SliderField::showScenario(const Scenario &scenario)
{
    const std::optional<Json> stored = key().get(scenario);
    double value = stored && stored->number() ? *stored->number() : 0;
    if (field().shown)
        value = field().shown(scenario, session().catalog());
    if (field().scale) {
        const Scale scale = field().scale(scenario);
        m_box->setScale(scale);
        if (m_slider)
            m_slider->setScale(scale);
    }
    m_box->setValue(value);
    if (m_slider)
        m_slider->setQuantity(value);
}

} // namespace shardscope
