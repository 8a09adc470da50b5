// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choicemenu.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

namespace shardscope {

QMenu *makeChoiceMenu(QWidget *parent, const QString &title, const QStringList &names, int current,
    const std::function<void(int)> &choose)
{
    auto *menu = new QMenu(title, parent);
    auto *group = new QActionGroup(menu);
    for (int place = 0; place < int(names.size()); ++place) {
        QAction *action = group->addAction(menu->addAction(names.at(place)));
        action->setCheckable(true);
        action->setChecked(place == current);
        QObject::connect(action, &QAction::triggered, menu, [choose, place] { choose(place); });
    }
    return menu;
}

} // namespace shardscope
