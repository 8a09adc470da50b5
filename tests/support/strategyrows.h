// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

} // namespace shardscope
