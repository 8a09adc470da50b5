// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/freememory.h"

#include "ui/session.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace shardscope {

namespace {

/// Looking through all arenas takes some milliseconds: not with each edit.
constexpr int askAgainMilliseconds = 2000;
/// The first time may come right after an edit, and what is computed beside it end later.
constexpr int timesAfterAnEdit = 2;

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
    m_pause.setInterval(askAgainMilliseconds);
    // Not begun anew by each edit: who drags on for minutes fills memory as well.
    connect(&session, &Session::planChanged, this, [this] {
        m_left = timesAfterAnEdit;
        if (!m_pause.isActive())
            m_pause.start();
    });
    connect(&m_pause, &QTimer::timeout, this, [this] {
        giveBack();
        if (--m_left > 0)
            m_pause.start();
    });
}

} // namespace shardscope
