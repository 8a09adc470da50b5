// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAccessibleInterface;
class QObject;
class QString;

namespace shardscope {

/// For QAccessible::installFactory: reads a ScaleSlider out in real units, not in positions.
QAccessibleInterface *makeAccessibleSlider(const QString &className, QObject *object);

} // namespace shardscope
