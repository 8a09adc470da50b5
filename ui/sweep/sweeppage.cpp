// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweeppage.h"

#include "core/explore/sweep/sweeptexts.h"
#include "ui/charts/sweepview.h"
#include "ui/panels/inputs.h"
#include "ui/panels/needs.h"
#include "ui/session.h"
#include "ui/sweep/axispicker.h"
#include "ui/sweep/sweepchart.h"
#include "ui/text/format.h"
#include "ui/text/messages.h"
#include "ui/text/names.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace shardscope {

namespace {

constexpr int pause = 150; // ms without a change before it starts anew
constexpr int margin = 12;

/// The error with the names that inputs have on the screen.
Error named(Error error)
{
    if (!error.where.empty())
        error.where = inputLabel(error.where).toStdString();
    if (error.code == ErrorCode::NoEffect)
        error.expected = neededText(error.expected).toStdString();
    return error;
}

/// Rows below each other begin at one place, however long their names are in a language.
void alignLabels(std::initializer_list<QLabel *> labels)
{
    int width = 0;
    for (const QLabel *label : labels)
        width = std::max(width, label->sizeHint().width());
    for (QLabel *label : labels)
        label->setMinimumWidth(width);
}

} // namespace

SweepPage::SweepPage(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_runner(session.catalog())
    , m_across(new AxisPicker(tr("A&cross:"), false, this))
    , m_up(new AxisPicker(tr("&Up:"), true, this))
    , m_metric(new QComboBox(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QToolButton(this))
    , m_problem(new QLabel(this))
    , m_view(new SweepView(this))
    , m_reading(new QLabel(this))
{
    buildHeader();
    setLeastHeights();
    m_reading->setTextFormat(Qt::PlainText);
    m_reading->setContentsMargins(margin, 2, margin, 6);
    m_reading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // long ones widen nothing
    read({});
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &SweepPage::sweep);
    connect(&m_runner, &SweepRunner::progressed, this, &SweepPage::showResults);
    connect(&m_runner, &SweepRunner::finished, this, &SweepPage::showProgress);
    connect(&session, &Session::scenarioChanged, this, &SweepPage::askForSweep);
    for (const AxisPicker *picker : {m_across, m_up})
        connect(picker, &AxisPicker::choiceChanged, this, &SweepPage::keepChoice);
    connect(m_metric, &QComboBox::activated, this, &SweepPage::keepChoice);
    connect(&session, &Session::loaded, this, &SweepPage::showChoice);
    connect(m_view, &SweepView::pointActivated, this, &SweepPage::goTo);
    connect(m_view, &SweepView::pointRead, this, &SweepPage::read);
    m_view->setReader([this](std::size_t point) {
        return m_runner.run() ? pointReading(*m_runner.run(), point, m_session.catalog())
                              : QString();
    });
    showChoice();
}

void SweepPage::showChoice()
{
    const SweepChoice choice = m_session.sweepChoice().value_or(standardSweepChoice());
    const QSignalBlocker across(m_across);
    const QSignalBlocker up(m_up);
    m_across->setChoice(choice.across);
    m_up->setChoice(choice.up);
    m_metric->setCurrentIndex(m_metric->findData(static_cast<int>(choice.metric)));
    askForSweep();
}

SweepChoice SweepPage::choice() const
{
    return {.across = m_across->choice().value_or(AxisChoice{}),
        .up = m_up->choice(),
        .metric = shownMetric()};
}

void SweepPage::keepChoice()
{
    if (choice() != m_session.sweepChoice().value_or(standardSweepChoice()))
        m_session.setSweepChoice(choice());
    askForSweep();
}

void SweepPage::buildHeader()
{
    for (std::size_t i = 0; i < namesOf<Metric>.size(); ++i) {
        const auto metric = static_cast<Metric>(i);
        m_metric->addItem(displayName(metric), static_cast<int>(i));
        m_metric->setItemData(static_cast<int>(i), displayHint(metric), Qt::ToolTipRole);
    }
    auto *show = new QLabel(tr("Sh&ow:"), this);
    show->setBuddy(m_metric);
    alignLabels({m_across->label(), m_up->label(), show});
    m_metric->setAccessibleName(tr("What to show"));
    m_progress->setAccessibleName(tr("Points worked out"));
    m_progress->setMaximumWidth(220);
    m_cancel->setText(tr("&Stop"));
    m_cancel->setToolTip(tr("Stop here: what has been worked out stays"));
    connect(m_cancel, &QToolButton::clicked, this, [this] { m_runner.cancel(); });
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(margin, 4, margin, 4);
    m_problem->hide();
    auto *showing = new QWidget(this);
    auto *last = new QHBoxLayout(showing);
    last->setContentsMargins(0, 0, 0, 0);
    last->addWidget(show);
    last->addWidget(m_metric);
    last->addWidget(m_progress);
    last->addWidget(m_cancel);
    last->addStretch(1);
    auto *header = new QVBoxLayout;
    header->setContentsMargins(margin, 8, margin, 4);
    header->setSpacing(4);
    header->addWidget(m_across);
    header->addWidget(m_up);
    header->addWidget(showing);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(header);
    layout->addWidget(m_problem);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_reading);
    showProgress();
}

Metric SweepPage::shownMetric() const
{
    return static_cast<Metric>(m_metric->currentData().toInt());
}

void SweepPage::setMetric(Metric metric)
{
    m_metric->setCurrentIndex(m_metric->findData(static_cast<int>(metric)));
    keepChoice();
}

QString SweepPage::problem() const
{
    return m_problem->isHidden() ? QString() : m_problem->text();
}

void SweepPage::setLeastHeights()
{
    constexpr int leastLines = 7; // before that the pane below gives way
    m_view->setMinimumHeight(leastLines * fontMetrics().height());
    m_reading->setMinimumHeight(fontMetrics().height() + 8);
}

/// What is read is a tool tip, too: where there is little room, the chart comes first.
void SweepPage::showReading()
{
    constexpr int leastLines = 16;
    m_reading->setVisible(height() >= leastLines * fontMetrics().height());
}

void SweepPage::resizeEvent(QResizeEvent *event)
{
    showReading();
    QWidget::resizeEvent(event);
}

void SweepPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange) {
        setLeastHeights();
        showReading();
    }
    QWidget::changeEvent(event);
}

void SweepPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    sweep();
}

void SweepPage::hideEvent(QHideEvent *event)
{
    m_pause.stop();
    QWidget::hideEvent(event);
}

void SweepPage::askForSweep()
{
    if (isVisible())
        m_pause.start(pause);
}

Result<Sweep> SweepPage::chosenSweep() const
{
    Result<Sweep> sweep = sweepOf(choice(), m_session.scenario(), m_session.catalog());
    // Where the axes stand at present changes nothing: going to a point needs no new sweep.
    if (sweep)
        sweep->base = scenarioAt(*sweep, 0);
    return sweep;
}

void SweepPage::sweep()
{
    m_pause.stop();
    Result<Sweep> next = chosenSweep();
    say(next ? std::nullopt : std::optional<Error>(next.error()));
    if (!next)
        return m_runner.cancel();
    const std::shared_ptr<const SweepRun> run = m_runner.run();
    const bool isKnown = run && run->sweep() == *next && !run->isCancelled();
    if (!isKnown)
        m_runner.start(*std::move(next));
    else
        showResults();
    showProgress();
}

void SweepPage::say(const std::optional<Error> &error)
{
    m_problem->setVisible(error.has_value());
    m_problem->setText(error ? errorText(named(*error)) : QString());
    m_view->setStale(error.has_value());
}

/// In a line below the picture; what can be done there as long as there is nothing to read.
void SweepPage::read(const QString &text)
{
    m_reading->setText(
        text.isEmpty() ? tr(
            "Point at a cell or walk with the arrow keys to read it; click or Enter goes there.")
                       : QString(text).replace(QLatin1Char('\n'), QStringLiteral(" · ")));
}

void SweepPage::showResults()
{
    if (isVisible() && m_runner.run())
        m_view->setMap(sweepMapOf(*m_runner.run(), m_session.scenario(), m_session.catalog()));
    showProgress();
}

void SweepPage::showProgress()
{
    const std::shared_ptr<const SweepRun> run = m_runner.run();
    const bool isRunning = m_runner.isRunning();
    m_progress->setVisible(isRunning);
    m_cancel->setVisible(isRunning);
    if (!isRunning)
        return;
    m_progress->setRange(0, static_cast<int>(run->sweep().points()));
    m_progress->setValue(static_cast<int>(run->done()));
}

void SweepPage::goTo(std::size_t point)
{
    const std::shared_ptr<const SweepRun> run = m_runner.run();
    if (!run || point >= run->sweep().points())
        return;
    Sweep here = run->sweep();
    here.base = m_session.scenario();
    m_session.editAtOnce(
        tr("Go to a point of the sweep"), QStringLiteral("sweep"), scenarioAt(here, point));
}

} // namespace shardscope
