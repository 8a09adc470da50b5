// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advice/weighedmove.h"

#include <QScrollArea>
#include <QTimer>

class QLabel;
class QVBoxLayout;

namespace shardscope {

class Advisor;
class Session;

/// What to change so that a run fits, or what could be given back where it does: a sentence each,
/// and a button that does it.
class MoveList : public QScrollArea
{
    Q_OBJECT

public:
    MoveList(Session &session, Advisor &advisor, QWidget *parent = nullptr);

    const QString &title() const { return m_title; }

signals:
    void titleChanged();

private:
    void refresh();
    void clear();
    bool isFitting() const;
    void showMoves(const std::vector<WeighedMove> &moves);
    QWidget *makeRow(const WeighedMove &weighed);

    Session &m_session;
    Advisor &m_advisor;
    QLabel *m_note; ///< where a list alone would not say it
    QString m_title;
    QVBoxLayout *m_layout;
    QList<QWidget *> m_rows;
    std::vector<WeighedMove> m_shown;
    QTimer m_fade; ///< what is being worked out anew stays for a moment
};

} // namespace shardscope
