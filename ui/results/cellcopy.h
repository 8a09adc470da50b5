// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace shardscope {

/// Gives a table a Copy command: in its context menu, and by the key that copies.
void addCopyCommand(QTableView *table);

/// The selected cells, tab-separated, to the clipboard; everything where none is selected.
void copyCells(const QTableView &table);

} // namespace shardscope
