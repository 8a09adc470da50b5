// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartview.h"

#include <QCoreApplication>
#include <QSize>
#include <QTest>

#include <memory>

namespace shardscope {

/// Null where no window can be shown.
inline std::unique_ptr<ChartView> shownChart(const ChartData &data, const QSize &size = {800, 500})
{
    auto view = std::make_unique<ChartView>();
    view->resize(size);
    view->setData(data);
    view->show();
    const bool isExposed = QTest::qWaitForWindowExposed(view.get());
    QCoreApplication::processEvents();
    return isExposed ? std::move(view) : nullptr;
}

} // namespace shardscope
