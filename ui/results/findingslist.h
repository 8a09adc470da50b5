// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/finding.h"

#include <QListWidget>

namespace shardscope {

class Advisor;
class ApplyButton;
class Session;

/// What the user should know about the plan, in words, most serious first; what can be repaired
/// has a button that does it, as one step to undo. Where memory is short, that is what advice says.
class FindingsList : public QListWidget
{
    Q_OBJECT

public:
    FindingsList(Session &session, Advisor &advisor, QWidget *parent = nullptr);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    ApplyButton *addButton(QListWidgetItem &item);
    void offerRepair(ApplyButton &button, const Repair &repair);
    void offerFix();
    void fitRows();

    Session &m_session;
    Advisor &m_advisor;
    ApplyButton *m_fix = nullptr; ///< where memory is short
};

} // namespace shardscope
