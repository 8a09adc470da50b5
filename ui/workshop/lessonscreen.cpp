// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/lessonscreen.h"

#include "ui/accessiblerole.h"
#include "ui/announce.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/chartview.h"
#include "ui/charts/drawingview.h"
#include "ui/text/format.h"
#include "ui/text/messages.h"
#include "ui/workshop/barmorph.h"
#include "ui/workshop/guesshandle.h"
#include "ui/workshop/lessonwords.h"
#include "ui/workshop/motionview.h"
#include "ui/workshop/presentation.h"
#include "ui/workshop/questionbox.h"
#include "ui/workshop/screenchart.h"
#include "ui/workshop/screencontrols.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPainter>
#include <QStackedWidget>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

constexpr int DigitMilliseconds = 700;
constexpr double FirstGuess = 0.5; ///< of the axis: the handle has to lie somewhere

ScreenFocus focusOf(const QWidget *widget)
{
    if (qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget)
        || qobject_cast<const QComboBox *>(widget))
        return ScreenFocus::Text;
    if (qobject_cast<const QAbstractSlider *>(widget) || qobject_cast<const ChartView *>(widget)
        || qobject_cast<const DrawingView *>(widget))
        return ScreenFocus::Slider;
    if (qobject_cast<const QAbstractButton *>(widget))
        return ScreenFocus::Button;
    return ScreenFocus::None;
}

QLabel *makeLabel(QWidget *parent, Qt::Alignment alignment)
{
    auto *label = new QLabel(parent);
    label->setWordWrap(true);
    label->setAlignment(alignment);
    return label;
}

} // namespace

LessonScreen::LessonScreen(Presentation &presentation, Room room, QString folder, QWidget *parent)
    : QWidget(parent)
    , m_presentation(presentation)
    , m_room(room)
    , m_folder(std::move(folder))
    , m_title(makeLabel(this, Qt::AlignLeft | Qt::AlignVCenter))
    , m_counter(new QLabel(this))
    , m_sentence(makeLabel(this, Qt::AlignLeft | Qt::AlignTop))
    , m_body(new QStackedWidget(this))
    , m_chart(new ChartView(m_body))
    , m_drawing(new DrawingView(m_body))
    , m_morph(new BarMorph(*m_chart))
    , m_handle(new GuessHandle(*m_chart))
    , m_motion(new MotionView(m_body))
    , m_picture(makeLabel(m_body, Qt::AlignCenter))
    , m_wrong(makeLabel(m_body, Qt::AlignCenter))
    , m_question(new QuestionBox(presentation, this))
    , m_controls(new ScreenControls(presentation.session(), this))
{
    readAs(*this, QAccessible::Document);
    setWindowTitle(wordsOf(presentation.lesson().title));
    setAccessibleName(windowTitle());
    setAutoFillBackground(true);
    setFocusPolicy(Qt::StrongFocus);
    build();
    m_digits.setSingleShot(true);
    m_digits.setInterval(DigitMilliseconds);
    connect(&m_digits, &QTimer::timeout, this, [this] {
        m_presentation.goTo(static_cast<std::size_t>(std::max(0, std::exchange(m_typed, 0) - 1)));
    });
    connect(&presentation, &Presentation::stepChanged, this, &LessonScreen::showStep);
    connect(&presentation, &Presentation::answerChanged, this, [this] {
        showLock();
        showChart();
    });
    connect(&presentation, &Presentation::revealed, this, [this] {
        showLock();
        showBody();
        showChart();
    });
    connect(&presentation.session(), &Session::planChanged, this, &LessonScreen::showPlan);
    connect(m_handle, &GuessHandle::dragged, &presentation, &Presentation::guess);
    connect(m_sentence, &QLabel::linkActivated, this, &LessonScreen::explainValue);
    connect(m_sentence, &QLabel::linkHovered, this, &LessonScreen::explainValue);
    qApp->installEventFilter(this);
    showStep();
}

LessonScreen::~LessonScreen() = default;

void LessonScreen::build()
{
    m_sentence->setTextFormat(Qt::RichText);
    m_sentence->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_body->addWidget(m_chart);
    m_body->addWidget(m_drawing);
    m_body->addWidget(m_motion);
    m_body->addWidget(m_picture);
    m_body->addWidget(m_wrong);
    auto *grid = new QGridLayout(this);
    grid->addWidget(m_title, 0, 0);
    grid->addWidget(m_counter, 0, 1, Qt::AlignRight);
    grid->addWidget(m_sentence, 1, 0, 1, 2);
    grid->addWidget(m_body, 2, 0, 1, 1);
    grid->addWidget(m_question, 2, 1);
    grid->addWidget(m_controls, 3, 0, 1, 2);
    grid->setRowStretch(2, 1);
    grid->setColumnStretch(0, 1);

    QUndoStack &stack = *m_presentation.session().undoStack();
    QAction *undo = stack.createUndoAction(this);
    QAction *redo = stack.createRedoAction(this);
    undo->setShortcut(QKeySequence::Undo);
    redo->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y});
    addActions({undo, redo});
}

void LessonScreen::showStep()
{
    const std::optional<Question> &question = m_presentation.step().question;
    m_isMotionHidden = question && question->kind == QuestionKind::Drag;
    m_moved.reset();
    m_guessTop = 0;
    const LessonStep &step = m_presentation.step();
    m_title->setText(wordsOf(step.title));
    m_counter->setText(
        tr("%1 / %2", "step, steps").arg(m_presentation.place() + 1).arg(m_presentation.count()));
    m_controls->setKeys(step.controls);
    showPlan();
    showLock();
    setBlank(false);
    announce(this, QStringLiteral("%1. %2").arg(m_title->text(), sentence()));
    setFocus();
}

QString LessonScreen::sentence() const
{
    return filledWords(m_presentation.step().text, m_presentation.liveSource());
}

void LessonScreen::showPlan()
{
    showSentence();
    showBody();
    showChart();
}

void LessonScreen::showSentence()
{
    m_sentence->setText(linkedWords(m_presentation.step().text, m_presentation.liveSource(),
        m_sentence->palette().color(QPalette::Link)));
}

void LessonScreen::showBody()
{
    const LessonStep &step = m_presentation.step();
    const Session &session = m_presentation.session();
    if (m_presentation.problem() || !session.plan()) {
        m_wrong->setText(m_presentation.problem()
                ? tr("This step cannot be shown. %1").arg(errorText(*m_presentation.problem()))
                : QString());
        return m_body->setCurrentWidget(m_wrong);
    }
    if (!step.picture.empty()) {
        const QPixmap picture(QDir(m_folder).filePath(QString::fromStdString(step.picture)));
        if (picture.isNull())
            m_picture->setText(tr("The picture %1 is not beside the lesson.")
                                   .arg(QString::fromStdString(step.picture)));
        else
            m_picture->setPixmap(
                picture.scaled(m_body->size(), Qt::KeepAspectRatio, Qt::SmoothTransformation));
        return m_body->setCurrentWidget(m_picture);
    }
    const std::optional<Amount> truth
        = m_presentation.isAsking() ? m_presentation.truth() : std::nullopt;
    m_motion->conceal(truth ? std::optional(truth->value) : std::nullopt);
    if (step.motion && !m_isMotionHidden) {
        // What is under way is not begun anew because an estimate became exact.
        if (std::exchange(m_moved, session.scenario()) != session.scenario())
            m_motion->setPicture(motionPicture(
                *step.motion, *session.plan(), session.catalog(), m_presentation.maker()));
        return m_body->setCurrentWidget(m_motion);
    }
    const std::shared_ptr<const Drawing> drawing
        = screenDrawing(step.chart, *session.plan(), session.catalog());
    m_drawing->setDrawing(drawing);
    if (drawing && truth) {
        m_wrong->setText(tr("The picture would tell. It is shown with the answer."));
        return m_body->setCurrentWidget(m_wrong);
    }
    m_body->setCurrentWidget(drawing ? static_cast<QWidget *>(m_drawing) : m_chart);
}

/// While something is guessed the axis must neither tell the truth nor jump.
double LessonScreen::guessTop() const
{
    const double guess = m_presentation.answer().guess.value_or(0);
    return std::max(m_guessTop, 1.1 * guess);
}

void LessonScreen::showChart()
{
    const LessonStep &step = m_presentation.step();
    const Session &session = m_presentation.session();
    const bool isDragged = step.question && step.question->kind == QuestionKind::Drag;
    m_handle->setVisible(isDragged && m_presentation.isAsking());
    if (!session.plan() || m_body->currentWidget() != m_chart)
        return;
    ChartData chart = forRoom(
        screenChart(step.chart, *session.plan(), session.catalog(), m_presentation.maker()));
    const std::optional<double> guess = m_presentation.answer().guess;
    if (isDragged && m_presentation.isAsking()) {
        chart = withoutTruth(std::move(chart), guess);
        if (m_guessTop == 0)
            m_guessTop = axisMaximum(chart);
        m_guessTop = guessTop();
        chart.leastTop = m_guessTop;
    } else if (m_presentation.isAsking()) {
        if (const std::optional<Amount> truth = m_presentation.truth())
            chart = withoutAmount(std::move(chart), truth->value);
    } else if (isDragged && guess) {
        chart = withGhost(std::move(chart), *guess);
    }
    m_morph->show(chart);
    if (m_handle->isVisible()) {
        m_morph->finish();
        const double shown = guess.value_or(FirstGuess * m_guessTop);
        m_handle->showGuess(shown, tr("Your guess: %1").arg(chartAmount(chart.unit, shown)));
    }
    if (!step.focus.empty() && !m_handle->isVisible())
        m_chart->select(QString::fromStdString(step.focus));
    else
        m_chart->clearSelection();
}

void LessonScreen::showLock()
{
    m_controls->setEnabled(!m_presentation.isLocked());
    m_controls->setToolTip(m_presentation.isLocked() ? tr("Guess first") : QString());
}

void LessonScreen::explainValue(const QString &link)
{
    if (link.isEmpty())
        return QToolTip::hideText();
    QToolTip::showText(
        QCursor::pos(), liveDerivation(link, m_presentation.liveSource()), m_sentence);
}

void LessonScreen::settle()
{
    m_morph->finish();
}

void LessonScreen::applyLook()
{
    const ScreenLook look = screenLook(m_room, size(), QApplication::font(), logicalDpiY());
    if (look == m_look)
        return;
    m_look = look;
    setPalette(look.palette);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_question, m_controls, m_motion})
        widget->setPalette(look.fields);
    setFont(look.body);
    m_title->setFont(look.title);
    m_sentence->setFont(look.sentence);
    showSentence();
    m_question->setFixedWidth(static_cast<int>(0.3 * width()));
    auto *grid = static_cast<QGridLayout *>(layout());
    grid->setContentsMargins(look.safeArea);
    grid->setSpacing(look.safeArea.top() / 2);
}

void LessonScreen::resizeEvent(QResizeEvent *event)
{
    applyLook();
    QWidget::resizeEvent(event);
    if (m_body->currentWidget() == m_picture)
        showBody();
}

bool LessonScreen::event(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        showStep();
    return QWidget::event(event);
}

void LessonScreen::closeEvent(QCloseEvent *event)
{
    QWidget::closeEvent(event);
    emit left();
}

/// What is behind it is not drawn at all.
void LessonScreen::setBlank(bool isBlank)
{
    m_isBlank = isBlank;
    for (QWidget *child : findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
        if (isBlank)
            child->setProperty("wasVisible", !child->isHidden());
        if (isBlank)
            child->hide();
        else if (child->property("wasVisible").toBool())
            child->show();
        if (!isBlank)
            child->setProperty("wasVisible", {});
    }
    update();
}

void LessonScreen::paintEvent(QPaintEvent *event)
{
    if (!m_isBlank)
        return QWidget::paintEvent(event);
    QPainter(this).fillRect(rect(), Qt::black);
}

void LessonScreen::takeDigit(int digit)
{
    m_typed = 10 * m_typed + digit;
    const bool isWhole = 10 * m_typed > static_cast<int>(m_presentation.count());
    if (!isWhole)
        return m_digits.start();
    m_digits.stop();
    const int step = std::exchange(m_typed, 0);
    if (step > 0)
        m_presentation.goTo(static_cast<std::size_t>(step - 1));
}

void LessonScreen::obey(const ScreenKey &key)
{
    using enum ScreenKey::Act;
    if (m_isBlank && key.act != Leave)
        return setBlank(false);
    switch (key.act) {
    case Advance:
        // Words first, then what moves, then the next step.
        if (!m_presentation.isAsking() && m_body->currentWidget() == m_motion && m_motion->isDue())
            m_motion->setRunning(true);
        else
            m_presentation.advance();
        break;
    case Back:
        m_presentation.goBack();
        break;
    case Jump:
        takeDigit(key.digit);
        break;
    case Blank:
        setBlank(true);
        break;
    case Reset:
        m_presentation.reset();
        break;
    case Reveal:
        m_presentation.reveal();
        break;
    case Motion:
        if (m_presentation.step().motion) {
            m_isMotionHidden = !m_isMotionHidden;
            showPlan();
        }
        break;
    case Play:
        if (m_body->currentWidget() == m_motion)
            m_motion->toggle();
        break;
    case Notes:
        emit notesRequested();
        break;
    case Share:
        emit shareRequested();
        break;
    case Help:
        showHelp();
        break;
    case Leave:
        emit left();
        break;
    }
}

void LessonScreen::showHelp()
{
    const QStringList lines{tr("Space, Page Down, →: reveal, play, next step"),
        tr("Page Up, ←: step before"), tr("1, 2, ...: that step"), tr("V: reveal"),
        tr("P: play or pause what moves; M: chart in its place"), tr("R: the step as it was"),
        tr("B: blank screen"), tr("N: notes"), tr("Q: code of this scenario"),
        tr("Esc, F5: back to the window")};
    QMessageBox box(QMessageBox::NoIcon, tr("Keys"), lines.join(u'\n'), QMessageBox::Close, this);
    box.exec();
}

/// Before whatever has the focus: a clicker works wherever the mouse was last.
bool LessonScreen::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey
        = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    auto *widget = qobject_cast<QWidget *>(watched);
    if (!isKey || !widget || widget->window() != window() || QApplication::activePopupWidget())
        return QWidget::eventFilter(watched, event);
    auto *pressed = static_cast<QKeyEvent *>(event);
    const std::optional<ScreenKey> key
        = screenKey(pressed->key(), pressed->modifiers(), focusOf(QApplication::focusWidget()));
    if (!key)
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        obey(*key);
    return true;
}

} // namespace shardscope
