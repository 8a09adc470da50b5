// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace shardscope {

class Session;

/// Says after each edit what it has done: when its gesture is over, or when nothing has moved for a
/// while.
class Narrator : public QObject
{
    Q_OBJECT

public:
    explicit Narrator(Session &session, QObject *parent = nullptr);

    const QString &clause() const { return m_clause; } ///< the most important of it
    const QString &sentence() const { return m_sentence; } ///< all of it

signals:
    void told();

private:
    void startAnew();
    void planChanged();
    void tell();
    void say(const QString &clause, const QString &sentence);

    Session &m_session;
    std::optional<Plan> m_before; ///< what was told of last
    QString m_clause;
    QString m_sentence;
    QTimer m_pause;
    bool m_isDue = false; ///< a gesture is over, its plan may not be made yet
};

} // namespace shardscope
