// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

class QTabWidget;

namespace shardscope {

class Advisor;
class ExplainView;
class Session;

/// Below the charts: why a number is what it is, and what follows from it.
class ReasonsPane : public QSplitter
{
    Q_OBJECT

public:
    ReasonsPane(Session &session, Advisor &advisor, QWidget *parent = nullptr);

    ExplainView *explain() const { return m_explain; }
    /// What to change, and what to know.
    QWidget *consequences() const;

private:
    ExplainView *m_explain;
    QTabWidget *m_tabs;
};

} // namespace shardscope
