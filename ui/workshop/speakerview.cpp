// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/speakerview.h"

#include "ui/boldfont.h"
#include "ui/text/format.h"
#include "ui/workshop/lessonwords.h"
#include "ui/workshop/presentation.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace shardscope {

namespace {

constexpr double NotesSize = 1.35; ///< of other letters: read from a lectern
constexpr double TimeSize = 1.6;

/// "12:05"
QString clockText(qint64 milliseconds)
{
    const qint64 seconds = milliseconds / 1000;
    return QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

QString minutesText(double minutes)
{
    return formatSignificant(minutes);
}

} // namespace

SpeakerView::SpeakerView(Presentation &presentation, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_presentation(presentation)
    , m_title(new QLabel(this))
    , m_time(new QLabel(this))
    , m_notes(new QLabel)
    , m_next(new QLabel(this))
    , m_score(new QLabel(this))
    , m_advance(new QPushButton(this))
{
    setWindowTitle(tr("Notes"));
    m_title->setFont(boldFont(scaledFont(font(), NotesSize)));
    m_title->setWordWrap(true);
    m_time->setFont(scaledFont(font(), TimeSize));
    m_notes->setFont(scaledFont(font(), NotesSize));
    m_notes->setTextFormat(Qt::MarkdownText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_notes->setWordWrap(true);
    m_notes->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_next->setWordWrap(true);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(m_notes);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto *back = new QPushButton(tr("&Back"), this);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(back);
    buttons->addWidget(m_advance);
    buttons->addStretch();
    buttons->addWidget(m_score);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_time);
    layout->addWidget(m_title);
    layout->addWidget(scroll, 1);
    layout->addWidget(m_next);
    layout->addLayout(buttons);
    resize(720, 540);

    connect(back, &QPushButton::clicked, &presentation, &Presentation::goBack);
    connect(m_advance, &QPushButton::clicked, this, [this] { m_presentation.advance(); });
    connect(&presentation, &Presentation::stepChanged, this, &SpeakerView::showStep);
    connect(&presentation, &Presentation::revealed, this, &SpeakerView::showStep);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &SpeakerView::showTime);
    m_tick.start();
    m_lesson.start();
    showStep();
}

void SpeakerView::showStep()
{
    const LessonStep &step = m_presentation.step();
    m_title->setText(tr("%1 of %2: %3", "step, steps, title")
                         .arg(m_presentation.place() + 1)
                         .arg(m_presentation.count())
                         .arg(wordsOf(step.title)));
    m_notes->setText(filledWords(step.notes, m_presentation.liveSource()));
    const std::size_t next = m_presentation.place() + 1;
    m_next->setText(next < m_presentation.count()
            ? tr("Next: %1").arg(wordsOf(m_presentation.lesson().steps[next].title))
            : tr("This is the last step."));
    m_advance->setText(m_presentation.isAsking() ? tr("&Reveal") : tr("&Next"));
    const LessonScore score = m_presentation.score();
    m_score->setText(score.answered > 0
            ? tr("%1 of %n question(s) right", nullptr, score.answered).arg(score.right)
            : QString());
    showTime();
}

double SpeakerView::plannedUntilHere() const
{
    double minutes = 0;
    for (std::size_t i = 0; i <= m_presentation.place() && i < m_presentation.count(); ++i)
        minutes += m_presentation.lesson().steps[i].minutes;
    return minutes;
}

QString SpeakerView::time() const
{
    const double all = minutesOf(m_presentation.lesson());
    const QString gone = clockText(m_lesson.elapsed());
    if (all <= 0)
        return gone;
    return tr("%1 of %2 min; planned to here: %3 min")
        .arg(gone, minutesText(all), minutesText(plannedUntilHere()));
}

void SpeakerView::showTime()
{
    m_time->setText(time());
}

} // namespace shardscope
