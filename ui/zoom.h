// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QAction;
class QObject;

namespace shardscope {

class Settings;

/// The next step of the usual ones, up or down; the same at the end of them.
int nextZoom(int percent, int direction);

/// Makes all letters as much larger as `to` is than `from`, and with them what is measured in
/// lines.
void zoomLetters(int from, int to);

/// Larger, smaller, as they were; remembered.
QList<QAction *> zoomActions(QObject *parent, Settings &settings);

} // namespace shardscope
