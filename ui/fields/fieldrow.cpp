// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/fieldrow.h"

#include "ui/announce.h"
#include "ui/boldfont.h"
#include "ui/fields/nextkeypress.h"
#include "ui/fields/quantitytext.h"
#include "ui/fields/resetbutton.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <cassert>
#include <utility>

namespace shardscope {

namespace {

constexpr double NoteSize = 0.9; ///< of other letters

/// Undo, redo, export and the palette. A box would keep these keys: for its own text, although what
/// is typed is applied at once and the window's undo takes it back; and Ctrl+E and Ctrl+K, on some
/// systems, for the end of the line.
bool isForWindow(const QKeyEvent &key)
{
    const bool isLetter = key.key() == Qt::Key_E || key.key() == Qt::Key_K;
    const bool isCommand = isLetter && key.modifiers() == Qt::ControlModifier;
    return isCommand || key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
}

/// The wheel turns a control only while it has the focus; else the page scrolls.
bool isForOthers(const QWidget &control, const QEvent &event)
{
    if (event.type() == QEvent::Wheel)
        return !control.hasFocus();
    return event.type() == QEvent::ShortcutOverride
        && isForWindow(static_cast<const QKeyEvent &>(event));
}

} // namespace

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
    , m_nextKeyPress(new NextKeyPress(this))
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
    m_reset->installEventFilter(this);
    m_reset->setAccessibleName(tr("Reset %1").arg(title()));
    connect(m_reset, &QToolButton::clicked, this, &FieldRow::reset);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(0, 2, 0, 0);
    m_note->setFont(scaledFont(font(), NoteSize));
    setMissing({});
    connect(m_nextKeyPress, &NextKeyPress::pressed, this, &FieldRow::forgetRejection);
    connect(&session, &Session::scenarioChanged, this, &FieldRow::forgetRejection);
    connect(&session, &Session::scenarioChanged, this, &FieldRow::refresh);
}

/// A size of its own does not follow.
void FieldRow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        m_note->setFont(scaledFont(font(), NoteSize));
    QWidget::changeEvent(event);
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
    showNote();
}

void FieldRow::setMissing(const QString &what)
{
    m_missing = what;
    setEnabled(what.isEmpty());
    setToolTip(meaning());
    for (QWidget *widget : std::as_const(m_introduced))
        widget->setAccessibleDescription(description());
}

void FieldRow::addMark(QWidget *mark)
{
    m_header->insertWidget(m_header->indexOf(m_label) + 1, mark);
}

/// A control that says something else for the moment goes on to say it.
void FieldRow::setRemark(const QString &remark)
{
    const QString before = description();
    m_remark = remark;
    for (QWidget *widget : std::as_const(m_introduced)) {
        if (widget->accessibleDescription() == before)
            widget->setAccessibleDescription(description());
    }
}

QString FieldRow::description() const
{
    return m_remark.isEmpty() ? meaning() : meaning() + u'\n' + m_remark;
}

QString FieldRow::meaning() const
{
    const QString meaning = keyDescription(m_key);
    return m_missing.isEmpty() ? meaning
                               : tr("%1\nNot used at present. It needs: %2.",
                                   "meaning of an input, what it takes for it to count")
                                     .arg(meaning, m_missing);
}

void FieldRow::apply(const Json &value)
{
    applyKey(m_key.id, value);
}

void FieldRow::applyKey(std::string_view keyId, const Json &value)
{
    assert(findKey(keyId));
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
    widget->setAccessibleDescription(description());
    widget->installEventFilter(this);
    m_introduced += widget;
    widget->setFocusPolicy(Qt::StrongFocus);
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

void FieldRow::reject(const QString &why)
{
    m_rejection = why;
    m_control->setAccessibleDescription(why);
    m_note->setVisible(true);
    say(m_note, noteText());
    m_nextKeyPress->wait();
}

void FieldRow::forgetRejection()
{
    if (std::exchange(m_rejection, {}).isEmpty())
        return;
    m_control->setAccessibleDescription(description());
    showNote();
}

QString FieldRow::noteText() const
{
    const QString warning = QStringLiteral("\u26a0 ");
    if (!m_rejection.isEmpty())
        return warning + m_rejection;
    if (m_isError)
        return warning + m_hint;
    if (m_hint.isEmpty() && m_field.note)
        return m_field.note(m_session.scenario(), m_session.catalog());
    return m_hint;
}

void FieldRow::showNote()
{
    const QString text = noteText();
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

bool FieldRow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_label && event->type() == QEvent::MouseButtonDblClick) {
        reset();
        return true;
    }
    const auto *control = qobject_cast<QWidget *>(watched);
    const bool isLeftToOthers
        = control && m_introduced.contains(control) && isForOthers(*control, *event);
    // What a control says of its value is of no use once it is greyed out: the row says why.
    if (isLeftToOthers || (event->type() == QEvent::ToolTip && !isEnabled())) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace shardscope
