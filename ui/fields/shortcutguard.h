// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace shardscope {

/// From now on the keys of undo, redo and export reach the window. A box would keep them: for its
/// own text, although what is typed is applied at once and the window's undo takes it back; and
/// Ctrl+E, on some systems, to go to the end of the line.
void guardShortcuts(QWidget &widget);

} // namespace shardscope
