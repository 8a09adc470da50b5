// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace shardscope {

/// From now on the keys of undo, redo, export and the palette reach the window. A box would keep
/// them: for its own text, although what is typed is applied at once and the window's undo takes it
/// back; and Ctrl+E and Ctrl+K, on some systems, for the end of the line.
void guardShortcuts(QWidget &widget);

} // namespace shardscope
