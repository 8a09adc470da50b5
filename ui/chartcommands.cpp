// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chartcommands.h"

#include "ui/files/tabletext.h"
#include "ui/session.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace shardscope {

void copyChart(Session &session, ChartKind chart, std::shared_ptr<const SweepRun> sweep,
    std::optional<MeshAxis> axis)
{
    session.settle();
    if (!session.plan())
        return;
    const ExportOptions options{.chart = chart,
        .scale = 2,
        .date = today(),
        .compared = session.pins().all(),
        .sweep = std::move(sweep),
        .axis = axis};
    QGuiApplication::clipboard()->setMimeData(
        planMimeData(*session.plan(), session.catalog(), session.document(), options).release());
}

void copyTable(Session &session)
{
    session.settle();
    if (session.plan())
        QGuiApplication::clipboard()->setText(tableMarkdown(*session.plan(), session.pins().all()));
}

} // namespace shardscope
