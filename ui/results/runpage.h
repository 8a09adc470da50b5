// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/pages.h"

class QScrollArea;
class QTableWidget;
class QToolButton;

namespace shardscope {

/// The whole run: how long, how much, with the model laid over GPUs by whole layers; and what its
/// hours are spent on.
class RunPage : public ChartPage
{
    Q_OBJECT

public:
    enum View { Numbers, Spending };

    explicit RunPage(Session &session, QWidget *parent = nullptr);

    QTableWidget *run() const { return m_run; }
    QTableWidget *devices() const { return m_devices; }
    QToolButton *unfold() const { return m_instead; } ///< the device map, folded at first

protected:
    ChartData makeData(const Plan &plan) const override;
    void showView() override;
    void showEvent(QShowEvent *event) override;

private:
    QScrollArea *makeNumbers();
    void showNumbers();
    void showDevices();

    QTableWidget *m_run;
    QToolButton *m_instead; ///< unfolds the rest, which a single GPU has not
    QLabel *m_sentence;
    QTableWidget *m_devices;
    QScrollArea *m_numbers;
};

} // namespace shardscope
