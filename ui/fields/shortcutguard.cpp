// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/shortcutguard.h"

#include <QKeyEvent>
#include <QWidget>

namespace shardscope {

namespace {

bool isForWindow(const QKeyEvent &key)
{
    const bool isLetter = key.key() == Qt::Key_E || key.key() == Qt::Key_K;
    const bool isCommand = isLetter && key.modifiers() == Qt::ControlModifier;
    return isCommand || key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
}

class ShortcutGuard : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject * /*watched*/, QEvent *event) override
    {
        if (event->type() != QEvent::ShortcutOverride
            || !isForWindow(*static_cast<QKeyEvent *>(event)))
            return false;
        event->ignore();
        return true;
    }
};

} // namespace

void guardShortcuts(QWidget &widget)
{
    widget.installEventFilter(new ShortcutGuard(&widget));
}

} // namespace shardscope
