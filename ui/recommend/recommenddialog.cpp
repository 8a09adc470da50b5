// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recommend/recommenddialog.h"

#include "core/base/parallel.h"
#include "core/explore/search/recommendtexts.h"
#include "core/judge/findingtext.h"
#include "core/planner/makeplan.h"
#include "core/scenario/framework.h"
#include "core/scenario/keys.h"
#include "ui/charts/frontierview.h"
#include "ui/dialogs/reporting.h"
#include "ui/panels/inputs.h"
#include "ui/plainlabel.h"
#include "ui/recommend/freedomform.h"
#include "ui/recommend/recommendlist.h"
#include "ui/session.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/messages.h"
#include "ui/text/names.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope {

namespace {

constexpr int ProgressSteps = 1000;
constexpr int TickMilliseconds = 50;

/// A search leaves one core to everything else.
int spareCores()
{
    return std::max(1, static_cast<int>(coreCount()) - 1);
}

FrontierChart chartOf(const std::vector<Recommendation> &rows)
{
    FrontierChart chart;
    if (rows.empty())
        return chart;
    const bool isDecimal = rows.front().scenario.estimator == EstimatorKind::Worksheet;
    const Bytes unit = isDecimal ? GB : GiB;
    chart.memoryLabel = isDecimal ? RecommendDialog::tr("Peak memory per GPU (GB)")
                                  : RecommendDialog::tr("Peak memory per GPU (GiB)");
    chart.speedLabel = RecommendDialog::tr("Tokens/s per GPU");
    chart.capacity = rows.front().memory.verdict.capacity / unit;
    chart.capacityLabel = RecommendDialog::tr("Capacity");
    for (const Recommendation &row : rows) {
        const QString text
            = RecommendDialog::tr("%1: %2, %3 tokens/s per GPU", "configuration, memory, speed")
                  .arg(translated(shardingOf(row.scenario)),
                      estimatorMemory(row.scenario.estimator, row.memory.peak),
                      formatWhole(row.speed.tokensPerSecondPerGpu));
        chart.points.push_back({.memory = row.memory.peak / unit,
            .speed = row.speed.tokensPerSecondPerGpu,
            .fit = row.memory.verdict.fit,
            .isBest = !row.roles.empty(),
            .isWhole = !updatesOnHost(row.scenario),
            .text = text});
    }
    return chart;
}

QPalette paperPalette()
{
    QPalette palette(Qt::black, Qt::white);
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, Qt::black);
    palette.setColor(QPalette::WindowText, Qt::black);
    return palette;
}

/// As rich text, for the indent of a list.
QString bullets(const QStringList &sentences)
{
    QString text = QStringLiteral("<ul style=\"-qt-list-indent: 0; margin-left: 16px\">");
    for (const QString &sentence : sentences)
        text += QStringLiteral("<li style=\"margin-bottom: 3px\">") + sentence.toHtmlEscaped()
            + QStringLiteral("</li>");
    return text + QStringLiteral("</ul>");
}

/// The inputs that Apply would change.
QString changesSentence(const Scenario &from, const Scenario &to)
{
    QStringList labels;
    for (const Key &key : keys()) {
        if (!(key.get(from) == key.get(to)))
            labels += inputLabel(key.id);
    }
    return labels.isEmpty() ? RecommendDialog::tr("This is the current configuration.")
                            : RecommendDialog::tr("Apply changes: %1.", "list of inputs")
                                  .arg(labels.join(QStringLiteral(", ")));
}

QStringList sentencesOf(
    const Recommendation &row, const Scenario &present, const QString &presentSentence)
{
    QStringList sentences{changesSentence(present, row.scenario), presentSentence};
    for (const Role role : row.roles)
        sentences += translated(meaningOf(role));
    for (const Reason &reason : row.reasons)
        sentences += translated(phraseOf(reason, row));
    if (row.memory.host > Bytes(0))
        sentences += RecommendDialog::tr("Each host needs %1 for what is offloaded.")
                         .arg(estimatorMemory(row.scenario.estimator, row.memory.host));
    if (updatesOnHost(row.scenario))
        sentences += translated(hostTimeNote);
    return sentences;
}

} // namespace

RecommendDialog::RecommendDialog(Session &session, QWidget *parent, RecommendServices services)
    : QDialog(parent)
    , m_session(session)
    , m_present(session.scenario())
    , m_services(std::move(services))
    , m_form(new FreedomForm(this))
    , m_summary(makePlainLabel(this))
    , m_progress(new QProgressBar(this))
    , m_toggle(new QPushButton(this))
    , m_list(new RecommendList(this))
    , m_chart(new FrontierView(this))
    , m_reasons(makePlainLabel(this))
    , m_job([this](Searching &searching) { showFound(searching.found()); }, spareCores())
{
    setWindowTitle(tr("Recommend"));
    build();
    m_tick.setInterval(TickMilliseconds);
    connect(&m_tick, &QTimer::timeout, this, &RecommendDialog::showProgress);
    connect(m_form, &FreedomForm::edited, this, &RecommendDialog::search);
    connect(m_toggle, &QPushButton::clicked, this, [this] { isSearching() ? cancel() : search(); });
    connect(m_list, &RecommendList::rowSelected, this, &RecommendDialog::showReasons);
    connect(m_list, &QTreeWidget::itemDoubleClicked, this, &RecommendDialog::apply);
    connect(m_chart, &FrontierView::selectionChanged, m_list, &RecommendList::selectRow);
    connect(&session, &Session::scenarioChanged, this, &RecommendDialog::followScenario);
    m_form->setPresent(m_present, session.catalog());
    search();
}

void RecommendDialog::build()
{
    m_progress->setRange(0, ProgressSteps);
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(160);
    m_progress->setAccessibleName(tr("Progress of the search"));
    QSizePolicy policy = m_progress->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(policy);
    m_toggle->setAutoDefault(false);
    auto *state = new QHBoxLayout;
    state->addWidget(m_summary, 1);
    state->addWidget(m_progress);
    state->addWidget(m_toggle);

    m_reasons->setTextFormat(Qt::RichText);
    m_reasons->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_reasons->setAccessibleName(tr("Reasons"));
    m_reasons->setAlignment(Qt::AlignTop | Qt::AlignLeading);
    m_reasons->setMargin(8);
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Reasons"));
    scroll->setWidget(m_reasons);
    scroll->setWidgetResizable(true);
    auto *lower = new QSplitter(this);
    lower->addWidget(m_chart);
    lower->addWidget(scroll);
    lower->setStretchFactor(0, 1);
    lower->setStretchFactor(1, 1);
    lower->setSizes({540, 480});
    lower->setChildrenCollapsible(false);
    auto *parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(m_list);
    parts->addWidget(lower);
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 1);
    parts->setChildrenCollapsible(false);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_apply = buttons->addButton(tr("&Apply"), QDialogButtonBox::ApplyRole);
    m_export = buttons->addButton(tr("Export &Report..."), QDialogButtonBox::ActionRole);
    m_export->setToolTip(tr("Write what was found to a PDF or Markdown file, with its chart"));
    m_export->setEnabled(false);
    // Enter in a number box is no Apply.
    for (QAbstractButton *button : buttons->buttons())
        static_cast<QPushButton *>(button)->setAutoDefault(false);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_form);
    layout->addLayout(state);
    layout->addWidget(parts, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_apply, &QPushButton::clicked, this, &RecommendDialog::apply);
    connect(m_export, &QPushButton::clicked, this, &RecommendDialog::exportReport);
    const QSize comfortable(1040, 740);
    resize(parentWidget() ? comfortable.boundedTo(parentWidget()->window()->size()) : comfortable);
}

bool RecommendDialog::isSearching() const
{
    return m_job.isRunning();
}

void RecommendDialog::search()
{
    m_present = m_session.scenario();
    Result<SearchSpace> space = searchSpace(m_present, m_form->freedom(), m_session.catalog());
    if (!space) {
        cancel();
        const bool isBatch = space.error().where == "batch";
        return showNothing(isBatch
                ? tr("No micro-batch on so many GPUs makes %1 sequences in each step.")
                      .arg(formatWhole(m_form->freedom().batch))
                : errorText(space.error()));
    }
    m_job.start(std::make_shared<Searching>(*std::move(space), m_session.catalog(), spareCores()));
    showRunning(true);
}

void RecommendDialog::cancel()
{
    m_job.cancel();
    showRunning(false);
    m_summary->setText(tr("The search was cancelled."));
}

/// After an edit elsewhere what is shown may be about another model. Configurations of the list,
/// and the one that the search started from, come and go by Apply and undo.
void RecommendDialog::followScenario(const Scenario &scenario)
{
    const bool isListed = std::any_of(m_rows.begin(), m_rows.end(),
        [&scenario](const Recommendation &row) { return row.scenario == scenario; });
    if (isListed || scenario == m_present) {
        m_apply->setEnabled(m_list->selectedRow() >= 0);
        return;
    }
    m_form->setPresent(scenario, m_session.catalog());
    search();
}

void RecommendDialog::showRunning(bool isRunning)
{
    m_toggle->setText(isRunning ? tr("Ca&ncel Search") : tr("S&earch Again"));
    m_progress->setVisible(isRunning);
    if (!isRunning)
        return m_tick.stop();
    m_progress->setValue(0);
    m_summary->setText(tr("Trying every combination..."));
    m_tick.start();
}

void RecommendDialog::showProgress()
{
    const Searching *searching = m_job.task();
    if (!searching)
        return;
    m_progress->setValue(static_cast<int>(searching->progress() * ProgressSteps));
    if (const std::optional<Recommendation> leader = searching->leader())
        m_summary->setText(translated(leaderOf(*leader)));
}

void RecommendDialog::showNothing(const QString &text)
{
    m_rows.clear();
    m_list->show(m_rows);
    showChart();
    showReasons(-1);
    m_summary->setText(text);
}

void RecommendDialog::showFound(const Recommendations &found)
{
    showRunning(false);
    if (found.obstacle) {
        const Plan *plan = m_session.plan();
        const QString why = plan ? translated(phraseOf(*found.obstacle, *plan)) : QString();
        return showNothing(tr("None of the combinations can be run. %1", "reason").arg(why));
    }
    m_rows = found.best;
    m_rows.insert(m_rows.end(), found.frontier.begin(), found.frontier.end());
    if (found.nearest)
        m_rows.push_back(*found.nearest);
    m_presentSentence = translated(presentOf(found, m_present));
    m_list->show(m_rows);
    m_found = found;
    m_export->setEnabled(true);
    showChart();
    QString summary = translated(summaryOf(found));
    if (std::any_of(m_rows.begin(), m_rows.end(),
            [](const Recommendation &row) { return updatesOnHost(row.scenario); }))
        summary += QLatin1Char(' ')
            + tr("* the CPU's time for the optimizer is estimated, not measured", "footnote");
    m_summary->setText(
        found.nearest ? tr("%1 Below is what comes nearest.", "summary").arg(summary) : summary);
    m_list->selectRow(0);
}

void RecommendDialog::showChart()
{
    m_chart->setChart(chartOf(m_rows));
}

void RecommendDialog::showReasons(int row)
{
    const bool isRow = row >= 0 && row < static_cast<int>(m_rows.size());
    m_chart->select(row);
    m_apply->setEnabled(isRow);
    m_reasons->setText(isRow ? bullets(sentencesOf(
                           m_rows[static_cast<std::size_t>(row)], m_present, m_presentSentence))
                             : QString());
}

void RecommendDialog::apply()
{
    const int row = m_list->selectedRow();
    if (row < 0)
        return;
    m_session.editAtOnce(tr("Apply recommendation"), QStringLiteral("recommend"),
        m_rows[static_cast<std::size_t>(row)].scenario);
}

/// On white, whatever the window's colours: it is for paper.
void RecommendDialog::exportReport()
{
    const Catalog &catalog = m_session.catalog();
    const Result<Plan> present = makePlan(m_present, catalog);
    if (!present)
        return m_summary->setText(errorText(present.error()));
    FrontierView chart;
    chart.setPalette(paperPalette());
    chart.resize(reportChartSize);
    chart.setChart(chartOf(m_rows));
    const Result<QStringList> written = saveReport(this, *m_services.dialogs,
        reportPath(m_services.documentPath, QStringLiteral("recommended")),
        recommendationPage(m_found, *present, catalog, chart.image(reportChartScale)));
    if (!written)
        m_summary->setText(errorText(written.error()));
    else if (!written->isEmpty())
        m_summary->setText(tr("Written: %1").arg(written->join(QStringLiteral(", "))));
}

void showRecommendations(Session &session, QWidget *parent, const QString &documentPath)
{
    auto *dialog = parent->findChild<RecommendDialog *>();
    if (!dialog) {
        dialog = new RecommendDialog(session, parent, {.documentPath = documentPath});
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace shardscope
