// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QWidget;

namespace shardscope {

enum class Towards { Next, Previous };

/// Moves the keyboard focus from the pane that has it to the next one that can be seen, to where it
/// was there last.
void focusPane(const QList<QWidget *> &panes, Towards direction);

/// What was put into a container late comes last when the Tab key goes around: moves it to where
/// the container stands.
void placeInTabOrder(QWidget &container);
/// The same of its parts, in the order that they have been given.
void placeInTabOrder(QWidget &container, const QList<QWidget *> &parts);

} // namespace shardscope
