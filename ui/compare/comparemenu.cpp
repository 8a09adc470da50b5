// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparemenu.h"

#include "ui/session.h"
#include "ui/text/names.h"

#include <QHBoxLayout>
#include <QInputDialog>
#include <QToolButton>

#include <utility>

namespace shardscope {

CompareMenu::CompareMenu(Session &session, QWidget *parent)
    : QMenu(tr("&Compare"), parent)
    , m_session(session)
{
    QAction *pin = addAction(tr("&Pin This Scenario"));
    pin->setShortcut(Qt::CTRL | Qt::Key_D);
    connect(pin, &QAction::triggered, this, [&session] { session.pins().pin(session.scenario()); });
    connect(
        addAction(tr("Pin a &File...")), &QAction::triggered, this, &CompareMenu::fileRequested);
    addSeparator();
    m_end = addSeparator();
    // For those who cannot hold a key down.
    m_peek = addAction(tr("&Show the Baseline"));
    m_peek->setCheckable(true);
    connect(m_peek, &QAction::toggled, this,
        [&session](bool isOn) { session.pins().setPeeking(isOn); });
    m_clear = addAction(tr("&Remove All Pins"));
    connect(m_clear, &QAction::triggered, this, [&session] { session.pins().clear(); });
    connect(&session.pins(), &Pins::changed, this, &CompareMenu::refresh);
    connect(&session.pins(), &Pins::peekingChanged, m_peek, &QAction::setChecked);
    // Who edits wants to see what that does.
    connect(&session, &Session::scenarioChanged, this,
        [&session] { session.pins().setPeeking(false); });
    refresh();
}

void CompareMenu::refresh()
{
    // Not at once: one of them may be what was just chosen from.
    for (QMenu *menu : std::exchange(m_pins, {})) {
        removeAction(menu->menuAction());
        menu->deleteLater();
    }
    const std::size_t count = m_session.pins().count();
    for (std::size_t pin = 0; pin < count; ++pin) {
        m_pins += makePinMenu(pin);
        insertMenu(m_end, m_pins.last());
    }
    m_end->setVisible(count > 0);
    m_peek->setEnabled(count > 0);
    m_clear->setEnabled(count > 0);
}

QMenu *CompareMenu::makePinMenu(std::size_t pin)
{
    const Compared &all = m_session.pins().all();
    const QString name = menuText(all.pins[pin].name);
    const bool isBaseline = pin == all.baseline;
    auto *menu
        = new QMenu(isBaseline ? tr("&%1 %2 (Baseline)", "number, name").arg(pin + 1).arg(name)
                               : tr("&%1 %2", "number, name").arg(pin + 1).arg(name),
            this);
    const auto add = [this, menu](const QString &text, auto command) {
        QAction *action = menu->addAction(text);
        connect(action, &QAction::triggered, this, command);
        return action;
    };
    add(tr("&Go to It"), [this, pin] { goTo(pin); });
    add(tr("Make It the &Baseline"), [this, pin] {
        m_session.pins().setBaseline(pin);
    })->setEnabled(!isBaseline);
    add(tr("Re&name..."), [this, pin] { rename(pin); });
    add(tr("&Remove"), [this, pin] { m_session.pins().remove(pin); });
    return menu;
}

void CompareMenu::goTo(std::size_t pin)
{
    const PinnedPlan &wanted = m_session.pins().all().pins[pin];
    m_session.editAtOnce(
        tr("Go to %1", "name of a pin").arg(wanted.name), QStringLiteral("pin"), wanted.scenario());
}

void CompareMenu::rename(std::size_t pin)
{
    bool isGiven = false;
    const QString name = QInputDialog::getText(parentWidget(), tr("Rename the Pin"), tr("&Name:"),
        QLineEdit::Normal, m_session.pins().all().pins[pin].name, &isGiven);
    if (isGiven)
        m_session.pins().rename(pin, name);
}

QWidget *makePinButton(Session &session)
{
    auto *corner = new QWidget;
    auto *button = new QToolButton(corner);
    auto *layout = new QHBoxLayout(corner);
    layout->setContentsMargins(8, 0, 12, 0);
    layout->addWidget(button);
    button->setText(CompareMenu::tr("Pin"));
    button->setToolTip(CompareMenu::tr("Keep this scenario to compare others with"));
    button->setAccessibleName(CompareMenu::tr("Pin this scenario"));
    button->setAccessibleDescription(button->toolTip());
    QObject::connect(button, &QToolButton::clicked, button,
        [&session] { session.pins().pin(session.scenario()); });
    return corner;
}

} // namespace shardscope
