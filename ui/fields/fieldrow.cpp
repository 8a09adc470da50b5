// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/fieldrow.h"

#include "ui/fields/quantitytext.h"
#include "ui/fields/resetbutton.h"
#include "ui/fields/shortcutguard.h"
#include "ui/fields/wheelguard.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace shardscope {

FieldRow::FieldRow(Session &session, const Field &field, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_field(field)
    , m_key(*findKey(field.key))
    , m_label(new QLabel(field.label))
    , m_reset(new ResetButton)
    , m_note(new QLabel)
    , m_header(new QHBoxLayout)
    , m_body(new QVBoxLayout(this))
{
    m_body->setContentsMargins(0, 0, 0, 0);
    m_body->setSpacing(0);
    m_body->addLayout(m_header);
    m_body->addWidget(m_note);
    m_header->addWidget(m_label);
    m_header->addStretch();
    m_header->addWidget(m_reset);

    m_label->setObjectName(QStringLiteral("label"));
    m_note->setObjectName(QStringLiteral("note"));
    m_label->installEventFilter(this);
    m_reset->setAccessibleName(tr("Reset %1").arg(title()));
    connect(m_reset, &QToolButton::clicked, this, &FieldRow::reset);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(0, 2, 0, 0);
    QFont font = m_note->font();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    m_note->setFont(font);
    connect(&session, &Session::scenarioChanged, this, &FieldRow::refresh);
}

QString FieldRow::keyId() const
{
    return toText(m_key.id);
}

QString FieldRow::title() const
{
    return withoutMnemonic(m_field.label);
}

bool FieldRow::isChanged() const
{
    return shardscope::isChanged(m_field, m_session.scenario());
}

void FieldRow::reset()
{
    m_session.endGesture();
    apply(m_key.get(Scenario{}).value_or(Json("")));
    m_session.endGesture();
}

void FieldRow::refresh()
{
    const Scenario &scenario = m_session.scenario();
    showScenario(scenario);
    m_reset->setVisible(isChanged());
    showUse(!m_field.isUsed || m_field.isUsed(scenario));
    showNote();
}

void FieldRow::showUse(bool isUsed)
{
    setEnabled(isUsed);
    const QString description = keyDescription(m_key);
    setToolTip(isUsed ? description
                      : tr("%1 (not used: other inputs rule it out)", "meaning of an input")
                            .arg(description));
}

void FieldRow::apply(const Json &value)
{
    applyKey(m_key.id, value);
}

void FieldRow::applyKey(std::string_view keyId, const Json &value)
{
    Scenario next = m_session.scenario();
    if (setKey(next, *findKey(keyId), value))
        m_session.edit(title(), this->keyId(), next);
}

void FieldRow::endGesture()
{
    m_session.endGesture();
}

void FieldRow::addBeside(QWidget *widget, int stretch)
{
    m_header->addWidget(widget, stretch);
}

void FieldRow::addBelow(QWidget *widget)
{
    m_body->insertWidget(m_body->count() - 1, widget);
}

void FieldRow::introduce(QWidget *widget)
{
    widget->setAccessibleName(title());
    widget->setAccessibleDescription(keyDescription(m_key));
    guardWheel(*widget);
    guardShortcuts(*widget);
}

void FieldRow::setControl(QWidget *control)
{
    m_control = control;
    m_label->setBuddy(control);
}

void FieldRow::setHint(const QString &hint, bool isError)
{
    m_hint = hint;
    m_isError = isError;
    showNote();
}

void FieldRow::showNote()
{
    QString text = m_hint;
    if (m_isError)
        text = QStringLiteral("\u26a0 ") + text;
    else if (text.isEmpty() && m_field.note)
        text = m_field.note(m_session.scenario(), m_session.catalog());
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

bool FieldRow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_label && event->type() == QEvent::MouseButtonDblClick) {
        reset();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace shardscope
