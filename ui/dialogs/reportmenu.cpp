// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/reportmenu.h"

#include "ui/dialogs/reporting.h"
#include "ui/files/documents.h"
#include "ui/session.h"

#include <utility>

namespace shardscope {

ReportMenu::ReportMenu(Session &session, Documents &documents, ShownSweep sweep, QWidget *parent)
    : QMenu(tr("Export &Report"), parent)
    , m_session(session)
    , m_documents(documents)
    , m_sweep(std::move(sweep))
{
    add(
        tr("&Plan..."), QStringLiteral("plan"), [] { return true; },
        [this] { return planPage(*m_session.plan(), m_session.catalog()); });
    add(
        tr("&Comparison with the Pins..."), QStringLiteral("compared"),
        [this] { return m_session.pins().count() > 0; },
        [this] {
            return comparisonPage(*m_session.plan(), m_session.catalog(), m_session.pins().all());
        });
    add(
        tr("&Sweep..."), QStringLiteral("sweep"), [this] { return m_sweep() != nullptr; },
        [this] { return sweepPage(*m_session.plan(), m_session.catalog(), m_sweep()); });
}

void ReportMenu::add(const QString &text, const QString &kind,
    const std::function<bool()> &hasContent, const std::function<ReportPage()> &page)
{
    QAction *action = addAction(text);
    action->setObjectName(kind);
    connect(this, &QMenu::aboutToShow, action,
        [action, hasContent] { action->setEnabled(hasContent()); });
    connect(action, &QAction::triggered, this, [this, kind, hasContent, page] {
        m_session.settle();
        if (m_session.plan() && !m_session.problem() && hasContent())
            save(kind, page());
    });
}

void ReportMenu::save(const QString &kind, const ReportPage &page)
{
    const Result<QStringList> files = saveReport(parentWidget()->window(), m_documents.dialogs(),
        reportPath(m_documents.suggestedPath(), kind), page);
    if (!files)
        emit failed(files.error());
    else if (!files->isEmpty())
        emit written(*files);
}

} // namespace shardscope
