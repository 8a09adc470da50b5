// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/verdictbar.h"

#include "core/explore/advice/advicetexts.h"
#include "core/judge/findingtext.h"
#include "core/judge/runverdict.h"
#include "core/planner/outlook.h"
#include "core/report/summary.h"
#include "ui/accessiblerole.h"
#include "ui/advisor.h"
#include "ui/announce.h"
#include "ui/boldfont.h"
#include "ui/charts/charttheme.h"
#include "ui/compare/shown.h"
#include "ui/elidedlabel.h"
#include "ui/plainlabel.h"
#include "ui/text/amounts.h"
#include "ui/text/messages.h"
#include "ui/text/names.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPaintEvent>
#include <QPainter>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

constexpr int margin = 8;

/// How what torch's allocator reserves is known. Empty where the estimator knows of no allocator,
/// or its share is set by hand.
QString reservingName(const Plan &plan)
{
    return canBePlayed(plan.scenario) ? displayName(plan.memory.reserving()) : QString();
}

/// What that means.
QString reservingMeaning(const Plan &plan)
{
    if (!canBePlayed(plan.scenario))
        return {};
    if (const auto &reservation = plan.memory.reservation)
        return VerdictBar::tr("%1 The slider tracks assume the same share for similar "
                              "configurations; going there simulates them.",
            "sentences on what the allocator reserves")
            .arg(translated(reservationSentences(plan, *reservation)));
    const Footprint &footprint = plan.memory.footprint;
    return VerdictBar::tr(
        "While inputs change, reserved but unallocated memory is a quick estimate: %1. Once "
        "nothing has changed for a moment, PyTorch's caching allocator is simulated.")
        .arg(planMemory(plan, footprint.reserved - footprint.allocated));
}

/// As wide as its widest text, so that nothing moves when that changes.
QLabel *makeReservingLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
    int width = 0;
    for (const Reserving reserving : {Reserving::Estimated, Reserving::Played}) {
        label->setText(displayName(reserving));
        width = std::max(width, label->sizeHint().width());
    }
    label->setMinimumWidth(width);
    return label;
}

QToolButton *makeButton(const QString &text, const QString &toolTip, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setAutoRaise(true);
    button->setToolTip(toolTip);
    button->setAccessibleDescription(toolTip);
    return button;
}

/// Amber says to think twice, whatever about.
Fit markOf(RunVerdict verdict)
{
    switch (verdict) {
    case RunVerdict::Fits:
        return Fit::Fits;
    case RunVerdict::FitsButWaits:
    case RunVerdict::AtRisk:
        return Fit::AtRisk;
    case RunVerdict::DoesNotFit:
    case RunVerdict::NotPlanned:
    case RunVerdict::CannotRun:
        break;
    }
    return Fit::DoesNotFit;
}

void setColour(QLabel *label, const QColor &colour)
{
    QPalette palette;
    palette.setColor(QPalette::WindowText, colour);
    label->setPalette(palette);
}

} // namespace

VerdictBar::VerdictBar(Session &session, Advisor &advisor, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_advisor(advisor)
    , m_icon(new QLabel(this))
    , m_headline(new ElidedLabel(this))
    , m_detail(makePlainLabel(this))
    , m_hint(makePlainLabel(this))
    , m_reserving(makeReservingLabel(this))
    , m_line(new ElidedLabel(this))
    , m_calibrate(makeButton(
          tr("Calibrate..."), tr("Compare the estimate with what a run of yours has shown"), this))
{
    readAs(*this, QAccessible::Grouping);
    setAccessibleName(tr("Verdict"));
    applyFont();
    m_line->hide();
    auto *layout = new QGridLayout(this);
    layout->setContentsMargins(12, margin, 12, margin - 2);
    layout->setVerticalSpacing(2);
    layout->addWidget(m_icon, 0, 0);
    layout->addWidget(m_headline, 0, 1);
    layout->addWidget(m_detail, 0, 2, Qt::AlignVCenter);
    auto *below = new QHBoxLayout;
    below->setSpacing(16);
    below->addWidget(m_hint, 1);
    below->addWidget(m_reserving);
    layout->addLayout(below, 2, 1, 1, 2);
    auto *recommend = makeButton(tr("Recommend..."),
        tr("Try every configuration with the same batch, and choose among the best"), this);
    layout->addWidget(recommend, 0, 3, Qt::AlignVCenter);
    layout->addWidget(m_calibrate, 2, 3, Qt::AlignVCenter);
    layout->setColumnStretch(2, 1);
    m_hint->installEventFilter(this);
    connect(recommend, &QToolButton::clicked, this, &VerdictBar::recommendationsRequested);
    connect(m_calibrate, &QToolButton::clicked, this, &VerdictBar::calibrationRequested);
    followShown(session, this, [this] { refresh(); });
    connect(&session, &Session::loaded, this, [this] { m_isDue = true; });
    connect(session.undoStack(), &QUndoStack::indexChanged, this, [this] { m_isDue = false; });
    connect(&advisor, &Advisor::adviceChanged, this, [this] {
        if (const Plan *plan = shownPlan(m_session); plan && !isShownStale(m_session))
            setHints(*plan);
    });
    refresh();
}

void VerdictBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        applyFont();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        refresh();
    QWidget::changeEvent(event);
}

/// What is only peeked at lies on another ground.
void VerdictBar::paintEvent(QPaintEvent *event)
{
    if (m_session.pins().isPeeking())
        QPainter(this).fillRect(event->rect(), chartTheme(palette(), font()).chosenBand);
}

void VerdictBar::refresh()
{
    const Pins &pins = m_session.pins();
    update();
    if (pins.isPeeking())
        showPeek(*pins.all().reference());
    else if (m_session.problem())
        showProblem(*m_session.problem());
    else if (const Plan *plan = m_session.plan()) {
        showPlan(*plan);
        tell();
    }
}

/// Nobody may take it for the present plan.
void VerdictBar::showPeek(const PinnedPlan &baseline)
{
    showPlan(*baseline.plan);
    const QString headline = tr("Baseline: %1", "name, or verdict").arg(m_headline->text());
    m_headline->setText(headline);
    // Short, so that nothing moves.
    const Memory &memory = baseline.plan->memory;
    m_detail->setText(tr("%1: peak %2 of %3", "name of a pin, amounts")
                          .arg(baseline.name, planMemory(*baseline.plan, memory.peak),
                              planMemory(*baseline.plan, memory.verdict.capacity)));
    setAccessibleDescription(tr("Baseline: %1", "name, or verdict").arg(accessibleDescription()));
    m_isDue = true;
    tell();
    m_isDue = true; // and of the present plan when the key is released
}

void VerdictBar::setMark(std::optional<Fit> fit)
{
    const int size = fontMetrics().height() * 3 / 2;
    if (!fit) {
        QPixmap none(m_icon->pixmap().isNull() ? QSize(size, size) : m_icon->pixmap().size());
        none.setDevicePixelRatio(m_icon->pixmap().devicePixelRatio());
        none.fill(Qt::transparent);
        m_icon->setPixmap(none);
        return setColour(m_headline, palette().color(QPalette::WindowText));
    }
    const QColor colour = chartTheme(palette(), font()).fitColour(fit);
    m_icon->setPixmap(fitMark(*this, size, *fit, colour));
    setColour(m_headline, colour);
}

/// Near the line a verdict waits for the allocator to be played, so that it never changes by
/// itself.
bool VerdictBar::isChecking(const Plan &plan) const
{
    return &plan == m_session.plan() && !m_session.isSettled() && mayChangeWhenPlayed(plan);
}

/// Assistive technology hears once of what was opened, peeked at or cannot be worked out, when that
/// stands.
void VerdictBar::tell()
{
    const bool isTelling = m_isDue && m_session.isSettled();
    if (!isTelling)
        return;
    m_isDue = false;
    const QString sentence = accessibleDescription();
    if (std::exchange(m_told, sentence) != sentence)
        announce(this, sentence);
}

void VerdictBar::showPlan(const Plan &plan)
{
    const Catalog &catalog = m_session.catalog();
    const QString verdict = translated(verdictHeadline(plan), &catalog);
    const bool isOpen = isChecking(plan);
    if (isOpen) {
        setMark({});
        m_headline->setText(tr("Checking..."));
        // The room of what comes, so that nothing moves then.
        m_headline->setMinimumWidth(m_headline->fontMetrics().horizontalAdvance(verdict));
    } else {
        setMark(markOf(runVerdictOf(plan)));
        m_headline->setText(verdict);
        m_headline->setMinimumWidth(0);
    }
    m_detail->setText(translated(verdictDetail(plan), &catalog));
    setHints(plan);
    placeDetail();
    const QString meaning = reservingMeaning(plan);
    m_reserving->setText(reservingName(plan));
    m_reserving->setToolTip(meaning);
    m_reserving->setAccessibleDescription(meaning);
    setAccessibleDescription(
        isOpen ? m_headline->text() : translated(verdictSentence(plan), &catalog));
}

void VerdictBar::setHints(const Plan &plan)
{
    const Catalog &catalog = m_session.catalog();
    m_hints = {translated(comparisonSentence(plan, catalog), &catalog)};
    if (refusal(plan))
        m_hints.clear();
    if (const Finding *finding = mostSerious(plan)) {
        const bool isFirst = finding->severity != Severity::Information;
        m_hints.insert(isFirst ? 0 : m_hints.size(),
            tr("%1: %2", "severity, sentence")
                .arg(displayName(finding->severity),
                    translated(phraseOf(*finding, plan), &catalog)));
    }
    if (const QString sentence = translated(confidenceSentence(plan.memory.confidence));
        !sentence.isEmpty())
        m_hints += sentence;
    const Advice *advice = m_advisor.advice();
    const bool isWaiting = runVerdictOf(plan) == RunVerdict::FitsButWaits;
    if (const WeighedMove *move
        = isWaiting && advice && &plan == m_session.plan() ? speedUp(advice->giveBacks) : nullptr)
        m_hints.prepend(tr("What gains most: %1.", "change")
                            .arg(translated(titleOf(*move, advice->scenario), &catalog)));
    showHints();
}

void VerdictBar::setBrief(bool isBrief)
{
    if (std::exchange(m_isBrief, isBrief) != isBrief)
        fold();
}

void VerdictBar::applyFont()
{
    const double size = m_isBrief ? 1.2 : 1.55;
    m_headline->setFont(boldFont(scaledFont(font(), size)));
}

void VerdictBar::fold()
{
    applyFont();
    const int above = m_isBrief ? 2 : margin;
    layout()->setContentsMargins(12, above, 12, above - 2);
    m_line->setVisible(m_isBrief);
    m_calibrate->setVisible(!m_isBrief); // the Edit menu has it, too
    m_detail->setVisible(!m_isBrief);
    m_hint->setVisible(!m_isBrief);
    m_reserving->setVisible(!m_isBrief && m_isBeside);
    auto *grid = static_cast<QGridLayout *>(layout());
    if (m_isBrief)
        grid->addWidget(m_line, 0, 2);
    else
        grid->removeWidget(m_line);
    refresh();
}

/// As many sentences as two lines hold: where there is little room, the charts need it more.
void VerdictBar::showHints()
{
    constexpr int mostLines = 2;
    QStringList all = m_hints;
    if (!m_detail->text().isEmpty())
        all.prepend(m_detail->text());
    m_line->setText(all.join(QStringLiteral(" · ")));
    const QFontMetrics metrics = m_hint->fontMetrics();
    const QString gap = QStringLiteral("  ");
    const int width = isLaidOut() ? m_hint->width() : QWIDGETSIZE_MAX;
    m_hint->setToolTip({});
    for (qsizetype count = m_hints.size(); count > 0; --count) {
        QString text = m_hints.mid(0, count).join(gap);
        if (count < m_hints.size()) {
            text += QStringLiteral(" …");
            m_hint->setToolTip(m_hints.join(QLatin1Char('\n')));
        }
        const QRect taken
            = metrics.boundingRect(QRect(0, 0, width, QWIDGETSIZE_MAX), Qt::TextWordWrap, text);
        const int most = mostLines * metrics.lineSpacing();
        const bool isLong = taken.height() > most;
        if (count > 1 && isLong)
            continue;
        // Whatever is said next, nothing moves by it; one that is longer is said all the same.
        const int least = count < m_hints.size() ? most : 0;
        m_hint->setMinimumHeight(isLong ? taken.height() : least);
        return m_hint->setText(text);
    }
}

/// The layout forgets its own place whenever something changes.
bool VerdictBar::isLaidOut() const
{
    return m_hint->x() > 0;
}

/// From the widgets, not from the layout: that may just have been asked about another width.
int VerdictBar::roomBesideHeadline() const
{
    const auto *grid = static_cast<const QGridLayout *>(layout());
    int buttons = 0;
    for (const auto *button : findChildren<QToolButton *>())
        buttons = std::max(buttons, button->sizeHint().width());
    const int gaps = 3 * grid->horizontalSpacing();
    const QMargins margins = grid->contentsMargins();
    return width() - margins.left() - margins.right() - m_icon->sizeHint().width()
        - std::max(m_headline->sizeHint().width(), m_headline->minimumWidth()) - buttons - gaps;
}

/// Beside the headline; where that would make a tall column of it, below.
void VerdictBar::placeDetail()
{
    constexpr double mostLines = 2;
    auto *grid = static_cast<QGridLayout *>(layout());
    if (!isLaidOut() || m_isBrief)
        return;
    const double room = std::max(0, roomBesideHeadline());
    const double wanted = m_detail->fontMetrics().horizontalAdvance(m_detail->text());
    const bool isBeside = wanted < 0.9 * mostLines * room;
    if (isBeside != m_isBeside) {
        m_isBeside = isBeside;
        m_reserving->setVisible(isBeside); // the hints need the room more
        grid->removeWidget(m_detail);
        if (isBeside)
            grid->addWidget(m_detail, 0, 2, Qt::AlignVCenter);
        else
            grid->addWidget(m_detail, 1, 1, 1, 2);
    }
}

/// The words have changed, and with them the room.
bool VerdictBar::event(QEvent *event)
{
    const bool isDone = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest)
        placeDetail();
    return isDone;
}

void VerdictBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeDetail();
}

bool VerdictBar::eventFilter(QObject *watched, QEvent *event)
{
    const bool isWidth = event->type() == QEvent::Resize
        && static_cast<QResizeEvent *>(event)->oldSize().width() != m_hint->width();
    if (watched == m_hint && isWidth)
        showHints();
    return QWidget::eventFilter(watched, event);
}

void VerdictBar::showProblem(const Error &problem)
{
    setMark(Fit::DoesNotFit);
    m_headline->setText(tr("Cannot be worked out"));
    m_detail->clear();
    m_hints = {errorText(problem)};
    showHints();
    m_reserving->clear();
    setAccessibleDescription(errorText(problem));
    m_isDue = true;
    tell();
}

} // namespace shardscope
