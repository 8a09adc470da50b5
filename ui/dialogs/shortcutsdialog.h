// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>

class QAction;
class QMenuBar;
class QTreeWidget;

namespace shardscope {

/// Of all menus, in their order.
QList<QAction *> actionsOf(const QMenuBar &menus);

/// Every key that does something: of the actions given, of the charts and of the inputs.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ShortcutsDialog(const QList<QAction *> &actions, QWidget *parent = nullptr);

private:
    QTreeWidget *m_keys;
};

} // namespace shardscope
