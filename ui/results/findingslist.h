// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

namespace shardscope {

class Session;

/// What the user should know about the plan, in words, most serious first.
class FindingsList : public QListWidget
{
    Q_OBJECT

public:
    explicit FindingsList(Session &session, QWidget *parent = nullptr);

private:
    void refresh();

    const Session &m_session;
};

} // namespace shardscope
