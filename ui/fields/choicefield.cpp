// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/choicefield.h"

#include "ui/fields/choicelist.h"
#include "ui/fields/fitmarks.h"
#include "ui/fields/scaleslider.h"
#include "ui/text/names.h"

#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace shardscope {

ChoiceField::ChoiceField(Session &session, const Field &field, QWidget *parent)
    : FieldRow(session, field, parent)
    , m_list(new ChoiceList)
{
    fill();
    new FitMarks(session, key(), *m_list);
    addBeside(m_list);
    introduce(m_list);
    setControl(m_list);
    if (field.hasSlider)
        addSlider();
    connect(m_list, &ChoiceList::activated, this, [this](int index) {
        applyChoice(index);
        endGesture();
    });
    refresh();
}

void ChoiceField::fill()
{
    for (std::size_t i = 0; i < key().choices.size(); ++i) {
        m_list->addItem(field().choices.name(i), toText(key().choices[i]));
        m_list->setItemData(static_cast<int>(i), field().choices.hint(i), Qt::ToolTipRole);
    }
}

void ChoiceField::addSlider()
{
    m_slider = new ScaleSlider;
    m_slider->setScale(Scale::steps(m_list->count()));
    m_slider->setDefaultQuantity(indexIn(Scenario{}));
    m_slider->setTexts({.spoken
        = [this](double step) { return field().choices.name(static_cast<std::size_t>(step)); },
        .areNames = true});
    addBelow(m_slider);
    introduce(m_slider);
    setControl(m_slider);
    connect(m_slider, &ScaleSlider::quantityEdited, this,
        [this](double step) { applyChoice(static_cast<int>(std::lround(step))); });
    connect(m_slider, &ScaleSlider::gestureEnded, this, &ChoiceField::endGesture);
    connect(m_slider, &ScaleSlider::resetRequested, this, &ChoiceField::reset);
}

void ChoiceField::applyChoice(int index)
{
    apply(Json(key().choices[static_cast<std::size_t>(index)]));
}

int ChoiceField::indexIn(const Scenario &scenario) const
{
    const std::optional<Json> value = key().get(scenario);
    const std::string *word = value ? value->string() : nullptr;
    const auto found = std::find(
        key().choices.begin(), key().choices.end(), word ? std::string_view(*word) : "");
    return static_cast<int>(found - key().choices.begin());
}

void ChoiceField::showScenario(const Scenario &scenario)
{
    const int index = indexIn(scenario);
    const QSignalBlocker blocker(m_list);
    m_list->setCurrentIndex(index);
    const QString hint = field().choices.hint(static_cast<std::size_t>(index));
    m_list->setToolTip(hint);
    if (!m_slider)
        return;
    m_slider->setQuantity(index);
    m_slider->setToolTip(hint);
}

} // namespace shardscope
