// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/finding.h"

#include <QListWidget>

namespace shardscope {

class Session;

/// What the user should know about the plan, in words, most serious first; what can be repaired
/// has a button that does it, as one step to undo.
class FindingsList : public QListWidget
{
    Q_OBJECT

public:
    explicit FindingsList(Session &session, QWidget *parent = nullptr);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    void addRepair(const Finding &finding, QListWidgetItem &item);
    void fitRows();

    Session &m_session;
};

} // namespace shardscope
