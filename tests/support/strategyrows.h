// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/testcatalog.h"

#include <QByteArray>
#include <QTest>

namespace shardscope {

/// Rows of a test that plans a family under each strategy, with each engine that it is planned for.
inline void addStrategyRows()
{
    QTest::addColumn<QByteArray>("strategy");
    QTest::addColumn<QByteArray>("framework");
    for (const char *strategy : {"ddp", "zero1", "zero2", "zero3"})
        QTest::addRow("%s, DeepSpeed", strategy) << QByteArray(strategy) << QByteArray("deepspeed");
    for (const char *framework : {"fsdp1", "fsdp2"})
        QTest::addRow("fsdp, %s", framework) << QByteArray("fsdp") << QByteArray(framework);
}

/// A model's plan under the row's strategy, on eight H200.
inline Plan planOfStrategyRow(const char *id, const Catalog &catalog, const Scenario &usual = {})
{
    QFETCH(QByteArray, strategy);
    QFETCH(QByteArray, framework);
    return planOf(scenarioWith({{"model.id", id}, {"parallel.strategy", strategy.toStdString()},
                                   {"parallel.framework", framework.toStdString()},
                                   {"hardware.gpu", "h200"}, {"parallel.gpus", "8"}},
                      usual),
        catalog);
}

} // namespace shardscope
