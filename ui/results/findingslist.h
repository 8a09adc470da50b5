// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advice/weighedmove.h"
#include "core/plan/finding.h"

#include <QListWidget>

class QLabel;

namespace shardscope {

class Advisor;
struct Advice;
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
    struct Row
    {
        QString text{};
        QLabel *sentence = nullptr;
        ApplyButton *button = nullptr;
    };
    Row addRow(QListWidgetItem &item);
    void offerRepair(ApplyButton &button, const Move &repair);
    void offerFix();
    void sayFix(const QString &what); ///< below the sentence
    void fitRows();

    Session &m_session;
    Advisor &m_advisor;
    Row m_advised; ///< what advice is about: a shortage of memory, or what the run waits for
};

} // namespace shardscope
