// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/charttheme.h"

#include <QByteArray>
#include <QPointF>
#include <QSize>
#include <QString>

#include <vector>

namespace shardscope {

/// Pairs of amounts that should be equal, in logarithmic axes with the line where they are.
struct AgreementChart
{
    struct Group
    {
        QString label{};
        std::vector<QPointF> points{}; ///< above 0
    };

    QString title{};
    QString xLabel{};
    QString yLabel{};
    std::vector<Group> groups{};
};

QByteArray agreementSvg(const AgreementChart &chart, QSize size, const ChartTheme &theme);

} // namespace shardscope
