// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/outlook.h"
#include "core/scenario/keys.h"

#include <QObject>

class QTimer;

namespace shardscope {

class ChoiceList;
class Session;

/// Marks the entries of a list while it is open: whether each fits, all else held. Entries hold
/// words of the key as their data. Works between events, a few milliseconds at a time.
class FitMarks : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the list.
    FitMarks(Session &session, const Key &key, ChoiceList &list);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void start();
    void work();
    void clear();
    std::optional<Fit> fitOf(const QString &word);

    Session &m_session;
    const Key &m_key;
    ChoiceList &m_list;
    std::optional<Evaluator> m_evaluator; ///< as long as the list is open
    QTimer *m_turn;
    int m_next = 0;
};

} // namespace shardscope
