// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweep/sweepinputs.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace shardscope {

class QuantityEdit;

/// Chooses an input and the values that it goes through.
class AxisPicker : public QWidget
{
    Q_OBJECT

public:
    /// `label` with mnemonic. Where it is optional, nothing can be chosen, too.
    AxisPicker(const QString &label, bool isOptional, QWidget *parent = nullptr);

    QLabel *label() const { return m_label; }
    std::optional<AxisChoice> choice() const; ///< nothing: no input
    void setChoice(const std::optional<AxisChoice> &choice);

signals:
    void choiceChanged();

private:
    void showInput(const AxisChoice &choice);
    QuantityEdit *makeEnd(const Key &key, const QString &name);

    QLabel *m_label;
    QComboBox *m_inputs;
    QLabel *m_from;
    QLabel *m_to;
    QuantityEdit *m_first = nullptr; ///< null where the input has no range
    QuantityEdit *m_last = nullptr;
    QComboBox *m_counts;
};

} // namespace shardscope
