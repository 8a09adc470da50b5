// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/reportmenu.h"

#include "ui/dialogs/messagebar.h"
#include "ui/dialogs/reporting.h"
#include "ui/files/documents.h"
#include "ui/session.h"

#include <utility>

namespace shardscope {

ReportMenu::ReportMenu(ReportServices services, QWidget *parent)
    : QMenu(tr("Expor&t Report"), parent)
    , m_services(std::move(services))
{
    Session &session = m_services.session;
    const auto sweep = [this] { return m_services.sweep(); };
    add(
        tr("&Plan..."), QStringLiteral("plan"), [] { return true; },
        [&session] { return planPage(*session.plan(), session.catalog()); });
    add(
        tr("&Comparison with the Pins..."), QStringLiteral("compared"),
        [&session] { return session.pins().count() > 0; },
        [&session] {
            return comparisonPage(*session.plan(), session.catalog(), session.pins().all());
        });
    add(
        tr("&Sweep..."), QStringLiteral("sweep"), [sweep] { return sweep() != nullptr; },
        [&session, sweep] { return sweepPage(*session.plan(), session.catalog(), sweep()); });
}

void ReportMenu::add(const QString &text, const QString &kind,
    const std::function<bool()> &hasContent, const std::function<ReportPage()> &page)
{
    QAction *action = addAction(text);
    action->setObjectName(kind);
    connect(this, &QMenu::aboutToShow, action,
        [action, hasContent] { action->setEnabled(hasContent()); });
    connect(action, &QAction::triggered, this, [this, kind, hasContent, page] {
        Session &session = m_services.session;
        session.settle();
        if (session.plan() && !session.problem() && hasContent())
            save(kind, page());
    });
}

void ReportMenu::save(const QString &kind, const ReportPage &page)
{
    Documents &documents = m_services.documents;
    const Result<QStringList> files = saveReport(parentWidget()->window(), documents.dialogs(),
        reportPath(documents.suggestedPath(), kind), page);
    if (!files)
        m_services.messages.showError(files.error());
    else if (!files->isEmpty())
        m_services.messages.showWritten(*files);
}

} // namespace shardscope
