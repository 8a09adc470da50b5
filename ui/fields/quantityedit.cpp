// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/quantityedit.h"

#include "ui/fields/quantitytext.h"
#include "ui/text/names.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QLineEdit>

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

/// Symbols only: words would need a plural, and the tool tip says them.
QString suffixOf(const Key &key)
{
    const bool isSymbol = key.unit == "GiB" || key.unit == "%";
    return isSymbol ? QChar::Nbsp + keyUnit(key) : QString();
}

} // namespace

QuantityEdit::QuantityEdit(const Key &key, QWidget *parent)
    : QAbstractSpinBox(parent)
    , m_key(key)
    , m_scale(Scale::linear(key.minimum, key.maximum, key.kind == KeyKind::Integer ? 1 : 0))
{
    setAlignment(Qt::AlignTrailing);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(lineEdit(), &QLineEdit::textEdited, this, &QuantityEdit::readText);
    connect(this, &QAbstractSpinBox::editingFinished, this, &QuantityEdit::commit);
}

void QuantityEdit::setValue(double value)
{
    const bool isShown = value == m_value && !lineEdit()->text().isEmpty();
    if (isShown)
        return;
    m_value = value;
    m_committed = value;
    showValue();
}

void QuantityEdit::setOpenAtZero(bool isOpen)
{
    m_isOpenAtZero = isOpen;
    lineEdit()->setPlaceholderText(isOpen ? tr("not set") : QString());
    showValue();
}

void QuantityEdit::editValue(double value)
{
    const double bounded = std::clamp(value, minimum(), maximum());
    edit(m_key.kind == KeyKind::Integer ? std::round(bounded) : bounded);
    showValue();
}

void QuantityEdit::stepBy(int steps)
{
    double value = m_value;
    for (int i = 0; i < std::abs(steps); ++i)
        value = steps > 0 ? m_scale.next(value) : m_scale.previous(value);
    edit(value);
    showValue();
}

QAbstractSpinBox::StepEnabled QuantityEdit::stepEnabled() const
{
    StepEnabled enabled = StepNone;
    enabled.setFlag(StepUpEnabled, m_scale.next(m_value) > m_value);
    enabled.setFlag(StepDownEnabled, m_scale.previous(m_value) < m_value);
    return enabled;
}

QSize QuantityEdit::sizeHint() const
{
    // Wide enough for the exact size of a large model.
    return sizeFor(QStringLiteral("888,888,888,888"));
}

QSize QuantityEdit::minimumSizeHint() const
{
    return sizeFor(QStringLiteral("8,888,888"));
}

QSize QuantityEdit::sizeFor(const QString &text) const
{
    const QSize base = QAbstractSpinBox::minimumSizeHint();
    return {base.width() + fontMetrics().horizontalAdvance(text), base.height()};
}

void QuantityEdit::focusInEvent(QFocusEvent *event)
{
    m_committed = m_value;
    QAbstractSpinBox::focusInEvent(event);
    showValue();
    if (event->reason() != Qt::MouseFocusReason)
        selectAll();
}

void QuantityEdit::focusOutEvent(QFocusEvent *event)
{
    QAbstractSpinBox::focusOutEvent(event);
    showValue();
}

void QuantityEdit::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape) {
        QAbstractSpinBox::keyPressEvent(event);
        return;
    }
    edit(m_committed);
    showValue();
    selectAll();
}

void QuantityEdit::readText(const QString &text)
{
    if (m_isOpenAtZero && text.trimmed().isEmpty()) {
        emit hintChanged({}, false);
        return edit(0);
    }
    if (!m_typedFrom)
        m_typedFrom = m_value;
    const QuantityReading reading = readQuantity(m_key, text);
    m_isReadable = reading.value.has_value();
    emit hintChanged(reading.hint, !reading.value);
    if (reading.value)
        edit(*reading.value);
}

/// A text that cannot be read changes nothing, though its beginning could: 99 of 99999999999.
void QuantityEdit::commit()
{
    const bool isRejected = !m_isReadable && m_typedFrom;
    const QString typed = lineEdit()->text().trimmed();
    if (isRejected)
        edit(*m_typedFrom);
    m_committed = m_value;
    showValue();
    if (isRejected)
        emit rejected(typed, readQuantity(m_key, typed).hint);
}

void QuantityEdit::showValue()
{
    const QString suffix = hasFocus() ? QString() : suffixOf(m_key);
    const bool isOpen = m_isOpenAtZero && m_value == 0;
    m_typedFrom.reset();
    m_isReadable = true;
    lineEdit()->setText(isOpen ? QString() : quantityText(m_key, m_value) + suffix);
    emit hintChanged({}, false);
}

void QuantityEdit::edit(double value)
{
    if (value == m_value)
        return;
    m_value = value;
    emit valueEdited(value);
}

} // namespace shardscope
