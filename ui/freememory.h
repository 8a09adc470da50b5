// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace shardscope {

class Session;

/// Gives memory that a plan, a sweep or a search needed for a moment back to the system, some time
/// after a plan has changed. glibc's malloc keeps what lies below the last block in use of an
/// arena, so that a window once busy stays as large as it ever was. Other systems' allocators
/// return it by themselves.
class FreeMemory : public QObject
{
    Q_OBJECT

public:
    explicit FreeMemory(Session &session, QObject *parent = nullptr);

    /// How long it waits, and at least lets pass between two times.
    void setPause(int milliseconds) { m_pause.setInterval(milliseconds); }

private:
    QTimer m_pause{this};
    int m_left = 0; ///< how often memory still goes back for the last change
};

} // namespace shardscope
