// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <functional>

class QMenu;
class QWidget;

namespace shardscope {

/// A submenu of which one entry is chosen. `choose` gets the entry's place.
QMenu *makeChoiceMenu(QWidget *parent, const QString &title, const QStringList &names, int current,
    const std::function<void(int)> &choose);

} // namespace shardscope
