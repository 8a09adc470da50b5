// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/keys.h"
#include "ui/fields/scale.h"

#include <QAbstractSpinBox>

#include <optional>

namespace shardscope {

/// A number box that understands "70B", "32k" and "8*1024". Tells every value while it is typed;
/// Enter commits, Esc goes back to what stood there.
class QuantityEdit : public QAbstractSpinBox
{
    Q_OBJECT
    // By these names assistive technology reads and changes a spin box.
    Q_PROPERTY(double value READ value WRITE editValue NOTIFY valueEdited USER true)
    Q_PROPERTY(double minimum READ minimum CONSTANT)
    Q_PROPERTY(double maximum READ maximum CONSTANT)

public:
    explicit QuantityEdit(const Key &key, QWidget *parent = nullptr);

    double value() const { return m_value; }
    double minimum() const { return m_key.minimum; }
    double maximum() const { return m_key.maximum; }
    /// Shows a value and tells nobody. The text that was typed for this very value stays.
    void setValue(double value);
    /// As if it had been typed.
    void editValue(double value);
    /// 0 is shown as an empty box, and an empty box means 0: nothing has been said.
    void setOpenAtZero(bool isOpen);
    /// Where the arrow keys and buttons lead.
    void setScale(const Scale &scale) { m_scale = scale; }

    void stepBy(int steps) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void valueEdited(double value);
    /// How the typed text is understood, or what is wrong with it; empty when there is nothing to
    /// say.
    void hintChanged(const QString &hint, bool isError);
    /// What was typed was given up: the box shows again what stood there.
    void rejected(const QString &typed, const QString &why);

protected:
    StepEnabled stepEnabled() const override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void readText(const QString &text);
    void commit();
    void showValue();
    void edit(double value);
    QSize sizeFor(const QString &text) const;

    const Key &m_key;
    Scale m_scale;
    double m_value = 0;
    double m_committed = 0;
    std::optional<double> m_typedFrom; ///< the value before somebody began to type
    bool m_isReadable = true; ///< what was typed last
    bool m_isOpenAtZero = false;
};

} // namespace shardscope
