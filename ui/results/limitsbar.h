// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTimer>

namespace shardscope {

class Advisor;
class Session;

/// How far each input could go while everything else stays as it is, in one line; a click goes
/// there.
class LimitsBar : public QLabel
{
    Q_OBJECT

public:
    LimitsBar(Session &session, Advisor &advisor, QWidget *parent = nullptr);

    /// Where there is little height: those that one line holds. The tool tip has all.
    void setBrief(bool isBrief);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    void clear();
    void indent();
    void showEntries();
    bool fits(const QStringList &entries) const;
    void follow(const QString &link);

    Session &m_session;
    Advisor &m_advisor;
    QStringList m_entries; ///< as rich text
    bool m_isBrief = false;
    QTimer m_fade; ///< numbers that are being worked out stay for a moment
};

} // namespace shardscope
