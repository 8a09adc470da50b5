// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/lessonpane.h"

#include "ui/announce.h"
#include "ui/boldfont.h"
#include "ui/plainlabel.h"
#include "ui/text/messages.h"
#include "ui/workshop/lessondesk.h"
#include "ui/workshop/lessonwords.h"
#include "ui/workshop/motionview.h"
#include "ui/workshop/questionbox.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace shardscope {

namespace {

constexpr double TitleSize = 1.15; ///< of other letters
constexpr int MotionHeight = 500;

} // namespace

LessonPane::LessonPane(Session &session, LessonDesk &desk, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_desk(desk)
    , m_title(makePlainLabel(this))
    , m_text(new QLabel(this))
    , m_wrong(makePlainLabel(this))
    , m_motion(new MotionView(this))
    , m_counter(new QLabel(this))
    , m_back(new QPushButton(tr("Back"), this))
    , m_next(new QPushButton(tr("Next"), this))
    , m_return(new QPushButton(tr("Return to the Step"), this))
{
    m_title->setFont(boldFont(scaledFont(font(), TitleSize)));
    m_text->setTextFormat(Qt::MarkdownText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setWordWrap(true);
    m_motion->setMinimumHeight(MotionHeight);
    m_return->setToolTip(tr("Takes back what was tried out since the step was shown"));

    auto *content = new QWidget(this);
    m_body = new QVBoxLayout(content);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_title, m_text, m_wrong, m_motion})
        m_body->addWidget(widget);
    m_body->addStretch();
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_back);
    buttons->addWidget(m_counter, 1, Qt::AlignCenter);
    buttons->addWidget(m_next);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(scroll, 1);
    layout->addWidget(m_return);
    layout->addLayout(buttons);

    connect(m_back, &QPushButton::clicked, this, [this] { m_presentation->goBack(); });
    connect(m_next, &QPushButton::clicked, this, [this] { m_presentation->advance(); });
    connect(m_return, &QPushButton::clicked, this, &LessonPane::takeScenario);
    connect(&desk, &LessonDesk::opened, this, [this] {
        m_isDue = true;
        if (isVisible())
            openLesson();
    });
    connect(&desk, &LessonDesk::changed, this, [this] {
        if (m_presentation && !m_isDue)
            m_presentation->setLesson(*m_desk.lesson());
    });
    connect(&session, &Session::planChanged, this, &LessonPane::showWords);
    connect(&session, &Session::scenarioChanged, this, &LessonPane::showButtons);
    m_isDue = desk.lesson() != nullptr;
    m_motion->hide();
    showButtons();
}

LessonPane::~LessonPane() = default;

void LessonPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isDue)
        openLesson();
}

void LessonPane::openLesson()
{
    resume(std::make_unique<Presentation>(*m_desk.lesson(), m_session.catalog()));
    takeStep();
}

std::unique_ptr<Presentation> LessonPane::takePresentation()
{
    delete std::exchange(m_question, nullptr);
    return std::move(m_presentation);
}

void LessonPane::resume(std::unique_ptr<Presentation> presentation)
{
    m_isDue = false;
    delete std::exchange(m_question, nullptr);
    m_presentation = std::move(presentation);
    m_question = new QuestionBox(*m_presentation, this);
    m_body->insertWidget(m_body->indexOf(m_motion), m_question);
    connect(m_presentation.get(), &Presentation::stepChanged, this, [this] {
        showStep();
        takeStep();
    });
    connect(m_presentation.get(), &Presentation::lessonChanged, this, &LessonPane::showStep);
    connect(m_presentation.get(), &Presentation::revealed, this, [this] {
        takeScenario();
        showWords();
    });
    connect(m_presentation.get(), &Presentation::answerChanged, this, &LessonPane::showWords);
    showStep();
}

void LessonPane::goTo(std::size_t place)
{
    if (m_presentation)
        m_presentation->goTo(place);
}

void LessonPane::takeScenario()
{
    if (!m_presentation->problem())
        m_session.editAtOnce(
            tr("Step of a lesson"), QStringLiteral("lesson"), m_presentation->session().scenario());
}

/// The window comes along, unless it would tell what is asked.
void LessonPane::takeStep()
{
    if (!m_presentation->isAsking())
        takeScenario();
    if (!m_presentation->problem())
        emit chartRequested(QString::fromStdString(m_presentation->step().chart));
    announce(m_text, QStringLiteral("%1. %2").arg(m_title->text(), m_text->text()));
}

void LessonPane::showStep()
{
    const LessonStep &step = m_presentation->step();
    m_title->setText(wordsOf(step.title));
    m_counter->setText(
        tr("%1 / %2", "step, steps").arg(m_presentation->place() + 1).arg(m_presentation->count()));
    const std::optional<Error> &problem = m_presentation->problem();
    m_wrong->setVisible(problem.has_value());
    if (problem)
        m_wrong->setText(tr("This step cannot be shown. %1").arg(errorText(*problem)));
    const Session &shown = m_presentation->session();
    const bool moves = step.motion && !problem && shown.plan();
    m_motion->setVisible(moves);
    m_motion->setPicture(moves
            ? motionPicture(*step.motion, *shown.plan(), shown.catalog(), m_presentation->maker())
            : nullptr);
    showWords();
}

/// The text speaks of what the window shows, also while something else is tried out.
void LessonPane::showWords()
{
    if (!m_presentation)
        return;
    const PlanMaker make
        = [this](const Scenario &scenario) { return m_session.playedPlans().planOf(scenario); };
    const Scenario &told
        = m_presentation->isAsking() ? m_presentation->session().scenario() : m_session.scenario();
    m_text->setText(filledWords(m_presentation->step().text, {told, m_session.catalog(), make}));
    showButtons();
}

void LessonPane::showButtons()
{
    const bool isOpen = m_presentation != nullptr;
    const bool isTold = isOpen && !m_presentation->isAsking();
    m_back->setEnabled(isOpen && m_presentation->place() > 0);
    m_next->setEnabled(isTold && m_presentation->place() + 1 < m_presentation->count());
    m_return->setEnabled(isTold && !m_presentation->problem()
        && m_session.scenario() != m_presentation->session().scenario());
}

} // namespace shardscope
