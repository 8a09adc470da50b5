// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/explore/sweep/run.h"
#include "ui/files/reports.h"

#include <QMenu>

#include <functional>
#include <memory>

namespace shardscope {

class Documents;
class Session;

/// The reports that can be exported: of the plan, beside the pins, of the sweep that is shown.
class ReportMenu : public QMenu
{
    Q_OBJECT

public:
    using ShownSweep = std::function<std::shared_ptr<const SweepRun>()>;

    ReportMenu(Session &session, Documents &documents, ShownSweep sweep, QWidget *parent);

signals:
    void written(const QStringList &paths);
    void failed(const Error &error);

private:
    void add(const QString &text, const QString &kind, const std::function<bool()> &hasContent,
        const std::function<ReportPage()> &page);
    void save(const QString &kind, const ReportPage &page);

    Session &m_session;
    Documents &m_documents;
    ShownSweep m_sweep;
};

} // namespace shardscope
