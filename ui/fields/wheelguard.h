// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace shardscope {

/// From now on the wheel turns the widget only while it has the focus; else the page scrolls.
void guardWheel(QWidget &widget);

} // namespace shardscope
