// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/fieldrow.h"

namespace shardscope {

class ChoiceList;
class ScaleSlider;

/// One of a few words: a list, and below it a slider with a step for each where the field asks for
/// one.
class ChoiceField : public FieldRow
{
    Q_OBJECT

public:
    ChoiceField(Session &session, const Field &field, QWidget *parent);

    ChoiceList *list() const { return m_list; }
    ScaleSlider *slider() const { return m_slider; } ///< null where there is none

protected:
    void showScenario(const Scenario &scenario) override;

private:
    void fill();
    void addSlider();
    void applyChoice(int index);
    int indexIn(const Scenario &scenario) const;

    ChoiceList *m_list;
    ScaleSlider *m_slider = nullptr;
};

} // namespace shardscope
