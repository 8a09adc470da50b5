// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

#include <unistd.h>

namespace shardscope {

constexpr double mebi = 1024.0 * 1024.0;

/// How much of this process lies in memory, as Linux says.
inline double residentMebibytes()
{
    QFile file("/proc/self/statm");
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toDouble()
        * static_cast<double>(::sysconf(_SC_PAGESIZE)) / mebi;
}

} // namespace shardscope
