// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advice/advice.h"
#include "ui/job.h"

#include <QTimer>

#include <optional>

namespace shardscope {

class Session;

/// Works out advice on the session's scenario beside the event loop. An older scenario's is given
/// up, and never shown.
class Advisor : public QObject
{
    Q_OBJECT

public:
    explicit Advisor(Session &session, QObject *parent = nullptr);
    ~Advisor() override;

    /// On the present scenario; null until it is known.
    const Advice *advice() const { return m_advice ? &*m_advice : nullptr; }
    /// Goes where a move leads, as one step to undo, unless it is of yesterday.
    void apply(const Move &move, const QString &label);

    /// For tests and pictures.
    void waitForAdvice();

signals:
    /// It came, or went away.
    void adviceChanged();

private:
    struct Advising;

    void startSoon();
    void forget();
    void start();
    void take(Advising &advising);

    Session &m_session;
    QTimer m_delay;
    std::optional<Advice> m_advice;
    Evaluator m_evaluator; ///< the job's one thread alone uses it
    Job<Advising> m_job;
};

} // namespace shardscope
