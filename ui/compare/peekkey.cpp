// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/peekkey.h"

#include "ui/compare/pins.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QTextEdit>

#include <utility>

namespace shardscope {

namespace {

template <class... Types>
bool isAny(const QWidget *widget)
{
    return (qobject_cast<const Types *>(widget) || ...);
}

/// Types it, presses with it, opens with it, or turns a page with it.
bool usesSpace(const QWidget *widget)
{
    return isAny<QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox, QAbstractButton, QComboBox,
        QMenu, QMenuBar>(widget);
}

} // namespace

PeekKey::PeekKey(Pins &pins, QWidget &owner)
    : QObject(&owner)
    , m_pins(pins)
    , m_owner(owner)
{
    qApp->installEventFilter(this);
}

bool PeekKey::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
        return press(watched, *static_cast<QKeyEvent *>(event));
    case QEvent::KeyRelease:
        return release(*static_cast<QKeyEvent *>(event));
    case QEvent::WindowDeactivate:
        if (watched == m_owner.window())
            letGo(); // the release will go to another window
        return false;
    default:
        return false;
    }
}

bool PeekKey::press(const QObject *watched, const QKeyEvent &event)
{
    if (event.key() != Qt::Key_Space || event.modifiers() != Qt::NoModifier)
        return false;
    if (m_isHeld)
        return watched->isWidgetType(); // repeats itself
    const auto *widget = qobject_cast<const QWidget *>(watched);
    const QWidget *focus = QApplication::focusWidget();
    const bool isOurs = widget && widget->window() == m_owner.window()
        && !QApplication::activePopupWidget() && !QApplication::activeModalWidget();
    if (!isOurs || usesSpace(focus ? focus : widget) || m_pins.isPeeking())
        return false;
    m_pins.setPeeking(true);
    m_isHeld = m_pins.isPeeking();
    return m_isHeld;
}

bool PeekKey::release(const QKeyEvent &event)
{
    if (!m_isHeld || event.key() != Qt::Key_Space)
        return false;
    if (!event.isAutoRepeat())
        letGo();
    return true;
}

void PeekKey::letGo()
{
    if (std::exchange(m_isHeld, false))
        m_pins.setPeeking(false);
}

} // namespace shardscope
