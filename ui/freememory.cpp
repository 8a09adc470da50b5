// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/freememory.h"

#include "ui/session.h"

#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace shardscope {

namespace {

/// Looking through all arenas takes some milliseconds: not with each edit.
constexpr int pauseMilliseconds = 2000;

void giveBack()
{
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

} // namespace

FreeMemory::FreeMemory(Session &session, QObject *parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMilliseconds);
    // Not begun anew by each edit: who drags on for minutes fills memory as well. What the last of
    // them fills it with may come after a pause that an earlier one began.
    connect(&session, &Session::planChanged, this, [this] {
        m_isDueAgain = m_pause.isActive();
        if (!m_isDueAgain)
            m_pause.start();
    });
    connect(&m_pause, &QTimer::timeout, this, [this] {
        giveBack();
        if (std::exchange(m_isDueAgain, false))
            m_pause.start();
    });
}

} // namespace shardscope
