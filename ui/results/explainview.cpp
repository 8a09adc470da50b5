// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/explainview.h"

#include "ui/compare/shown.h"
#include "ui/results/explanation.h"
#include "ui/text/names.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

/// Without a selection: the largest part, so that the view is never empty.
QString largestPart(const Plan &plan)
{
    const std::vector<Part> &parts = plan.memory.atPeak().parts;
    const auto largest = std::max_element(
        parts.begin(), parts.end(), [](const Part &a, const Part &b) { return a.bytes < b.bytes; });
    if (largest == parts.end())
        return {};
    return toText(nameOf(largest->id));
}

} // namespace

ExplainView::ExplainView(Session &session, QWidget *parent)
    : QTextBrowser(parent)
    , m_session(session)
{
    setOpenLinks(false);
    document()->setDefaultStyleSheet(QStringLiteral("p { margin-top: 0; margin-bottom: 6px; }"));
    document()->setDocumentMargin(10);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Explanation"));
    setAccessibleDescription(tr("Formula and source of the selected part, and what shrinks it"));
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl &link) {
        if (link.scheme() == QLatin1String(PhaseScheme))
            emit phaseRequested(link.path());
        else
            emit controlRequested(link.path());
    });
    followShown(session, this, [this] { refresh(); });
    refresh();
}

void ExplainView::selectPart(const QString &id)
{
    m_part = id;
    refresh();
}

/// The links keep the colour with which they were set.
void ExplainView::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_html.clear();
        refresh();
    }
}

void ExplainView::refresh()
{
    const Plan *plan = shownPlan(m_session);
    if (!plan) {
        m_html.clear();
        return clear();
    }
    QString html = explanation(*plan, m_part);
    if (html.isEmpty())
        html = explanation(*plan, largestPart(*plan));
    if (std::exchange(m_html, html) == html)
        return;
    const int position = verticalScrollBar()->value();
    setHtml(html);
    verticalScrollBar()->setValue(position);
}

} // namespace shardscope
