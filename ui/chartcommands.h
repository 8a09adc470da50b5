// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/files/exporter.h"

namespace shardscope {

class Session;

/// The chart to the clipboard, as picture, drawing, table and text at once.
void copyChart(Session &session, ChartKind chart, std::shared_ptr<const SweepRun> sweep = {},
    std::optional<MeshAxis> axis = {});

/// The numbers to the clipboard, as a Markdown table.
void copyTable(Session &session);

} // namespace shardscope
