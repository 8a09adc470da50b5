// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/sweep/run.h"
#include "ui/files/reports.h"

#include <QMenu>

#include <functional>
#include <memory>

namespace shardscope {

class Documents;
class MessageBar;
class Session;

/// What the menu takes its reports from, and where it tells what became of them.
struct ReportServices
{
    Session &session;
    Documents &documents;
    MessageBar &messages;
    std::function<std::shared_ptr<const SweepRun>()> sweep; ///< that is shown; null: none
};

/// The reports that can be exported: of the plan, beside the pins, of the sweep that is shown.
class ReportMenu : public QMenu
{
    Q_OBJECT

public:
    ReportMenu(ReportServices services, QWidget *parent);

private:
    void add(const QString &text, const QString &kind, const std::function<bool()> &hasContent,
        const std::function<ReportPage()> &page);
    void save(const QString &kind, const ReportPage &page);

    ReportServices m_services;
};

} // namespace shardscope
