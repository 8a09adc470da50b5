// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#ifdef Q_OS_UNIX
#include <csignal>
#include <sys/resource.h>
#endif

namespace shardscope {

/// While it lives, no file may grow beyond so many bytes: as on a full disk, a write breaks off.
class FullDisk
{
public:
    explicit FullDisk([[maybe_unused]] unsigned long bytes)
    {
#ifdef Q_OS_UNIX
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
#endif
    }
    ~FullDisk()
    {
#ifdef Q_OS_UNIX
        setrlimit(RLIMIT_FSIZE, &m_before);
#endif
    }
    FullDisk(const FullDisk &) = delete;
    FullDisk &operator=(const FullDisk &) = delete;

private:
#ifdef Q_OS_UNIX
    rlimit m_before{};
#endif
};

} // namespace shardscope
