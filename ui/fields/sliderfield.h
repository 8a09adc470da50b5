// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/fieldrow.h"

namespace shardscope {

class QuantityEdit;
class ScaleSlider;

/// A number: its box, and below it a slider where the field asks for one.
class SliderField : public FieldRow
{
    Q_OBJECT

public:
    SliderField(Session &session, const Field &field, QWidget *parent);

    QuantityEdit *box() const { return m_box; }
    ScaleSlider *slider() const { return m_slider; } ///< null where there is none

protected:
    void showScenario(const Scenario &scenario) override;

private:
    void addSlider();
    void applyNumber(double value);
    void showHint(const QString &hint, bool isError);

    QuantityEdit *m_box;
    ScaleSlider *m_slider = nullptr;
};

} // namespace shardscope
