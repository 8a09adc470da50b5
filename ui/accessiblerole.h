// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>

class QWidget;

namespace shardscope {

/// What assistive technology takes a widget for that paints itself: of such Qt knows nothing. Name
/// and description are the widget's own. Said where it is made.
void readAs(QWidget &widget, QAccessible::Role role);

} // namespace shardscope
