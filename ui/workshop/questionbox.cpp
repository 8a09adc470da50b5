// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/questionbox.h"

#include "ui/announce.h"
#include "ui/boldfont.h"
#include "ui/plainlabel.h"
#include "ui/text/format.h"
#include "ui/text/translated.h"
#include "ui/workshop/lessonwords.h"
#include "ui/workshop/presentation.h"

#include <QButtonGroup>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace shardscope {

namespace {

constexpr int MostHands = 9999;

} // namespace

QuestionBox::QuestionBox(Presentation &presentation, QWidget *parent)
    : QWidget(parent)
    , m_presentation(presentation)
{
    new QVBoxLayout(this);
    layout()->setContentsMargins(0, 0, 0, 0);
    connect(&presentation, &Presentation::stepChanged, this, &QuestionBox::ask);
    connect(&presentation, &Presentation::lessonChanged, this, &QuestionBox::ask);
    connect(&presentation, &Presentation::answerChanged, this, &QuestionBox::showAnswer);
    connect(&presentation, &Presentation::revealed, this, &QuestionBox::showTruth);
    ask();
}

void QuestionBox::ask()
{
    delete m_body;
    m_body = nullptr;
    m_choices = nullptr;
    m_number = nullptr;
    m_marks.clear();
    m_shares.clear();
    const std::optional<Question> &question = m_presentation.step().question;
    setVisible(question && !m_presentation.problem());
    if (!question || m_presentation.problem())
        return;
    m_body = new QWidget(this);
    layout()->addWidget(m_body);
    auto *body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    auto *asked = makePlainLabel(m_body);
    asked->setText(filledWords(question->text, m_presentation.liveSource()));
    asked->setFont(boldFont(font()));
    body->addWidget(asked);
    if (question->kind == QuestionKind::Choice)
        askChoices(*body);
    else
        askNumber(*body);
    m_truth = makePlainLabel(m_body);
    m_truth->hide();
    body->addWidget(m_truth);
    m_reveal = new QPushButton(tr("Reveal"), m_body);
    m_reveal->setToolTip(tr("Reveal (V, Space)"));
    connect(m_reveal, &QPushButton::clicked, &m_presentation, &Presentation::reveal);
    body->addWidget(m_reveal, 0, Qt::AlignLeft);
    body->addStretch();
    m_body->show();
    showAnswer();
    if (m_presentation.answer().isRevealed)
        showTruth();
}

void QuestionBox::askChoices(QVBoxLayout &layout)
{
    m_choices = new QButtonGroup(m_body);
    const Question &question = *m_presentation.step().question;
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        auto *row = new QHBoxLayout;
        auto *choice = new QRadioButton(m_body);
        auto *words = makePlainLabel(m_body);
        words->setText(filledWords(question.choices[i].text, m_presentation.liveSource()));
        choice->setAccessibleName(words->text());
        words->setBuddy(choice);
        auto *hands = new QSpinBox(m_body);
        hands->setRange(0, MostHands);
        hands->setSpecialValueText(QStringLiteral("–"));
        hands->setToolTip(tr("Hands raised for this"));
        hands->setAccessibleName(tr("Hands raised for: %1").arg(words->text()));
        auto *mark = new QLabel(m_body);
        m_marks.push_back(mark);
        auto *share = new QProgressBar(m_body);
        share->setFormat(QStringLiteral("%p %"));
        share->setAccessibleName(tr("Share of the hands"));
        share->hide();
        m_shares.push_back(share);
        m_choices->addButton(choice, static_cast<int>(i));
        row->addWidget(choice);
        row->addWidget(words, 1);
        row->addWidget(share);
        row->addWidget(mark);
        row->addWidget(hands);
        layout.addLayout(row);
        connect(hands, &QSpinBox::valueChanged, this,
            [this, i](int count) { m_presentation.raiseHands(i, count); });
    }
    connect(m_choices, &QButtonGroup::idToggled, this, [this](int id, bool isOn) {
        if (isOn)
            m_presentation.choose(static_cast<std::size_t>(id));
    });
}

/// In the unit that what is true is written in.
void QuestionBox::askNumber(QVBoxLayout &layout)
{
    const std::optional<Amount> truth = m_presentation.truth();
    const AmountUnit unit = truth ? unitOf(*truth) : AmountUnit{};
    m_unit = unit.size;
    m_number = new QDoubleSpinBox(m_body);
    m_number->setRange(0, 1e9);
    m_number->setDecimals(2);
    m_number->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_number->setSpecialValueText(QStringLiteral("–"));
    if (!unit.symbol.empty())
        m_number->setSuffix(QStringLiteral(" ")
            + QString::fromUtf8(unit.symbol.data(), static_cast<qsizetype>(unit.symbol.size())));
    m_number->setAccessibleName(tr("Your guess"));
    auto *row = new QHBoxLayout;
    auto *label = new QLabel(tr("Your guess:"), m_body);
    label->setBuddy(m_number);
    row->addWidget(label);
    row->addWidget(m_number);
    row->addStretch();
    layout.addLayout(row);
    connect(m_number, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        if (value > 0)
            m_presentation.guess(value * m_unit);
    });
}

void QuestionBox::showAnswer()
{
    if (!m_body)
        return;
    const RoomAnswer &answer = m_presentation.answer();
    if (m_number && answer.guess) {
        const QSignalBlocker blocker(m_number);
        m_number->setValue(*answer.guess / m_unit);
    }
    if (m_choices && answer.choice) {
        const QSignalBlocker blocker(m_choices);
        m_choices->button(static_cast<int>(*answer.choice))->setChecked(true);
    }
    const int all = answer.hands.sum();
    for (std::size_t i = 0; i < m_shares.size() && all > 0; ++i) {
        m_shares[i]->setRange(0, all);
        m_shares[i]->setValue(answer.hands.hands[i]);
        m_shares[i]->show();
    }
}

QString QuestionBox::outcomeWords() const
{
    const Question &question = *m_presentation.step().question;
    const RoomAnswer &answer = m_presentation.answer();
    if (question.kind == QuestionKind::Choice) {
        if (answer.choice)
            return question.choices[*answer.choice].isRight ? tr("Right.") : tr("Not quite.");
        if (answer.hands.sum() > 0)
            return tr("%1 of the room had it right.")
                .arg(formatAmount(Amount::wholeShare(answer.hands.rightShare(question))));
        return {};
    }
    const std::optional<Amount> truth = m_presentation.truth();
    if (!truth)
        return tr("This cannot be worked out.");
    QStringList said{tr("It is %1.").arg(formatAmount(*truth))};
    if (const std::optional<GuessOutcome> outcome = m_presentation.outcome())
        said += translated(guessOutcomeText(*outcome, question.tolerance));
    return said.join(u' ');
}

void QuestionBox::showTruth()
{
    if (!m_body)
        return;
    const Question &question = *m_presentation.step().question;
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        const bool isRight = question.choices[i].isRight;
        m_marks[i]->setText(isRight ? QStringLiteral("✓") : QStringLiteral("✗"));
        m_marks[i]->setAccessibleName(isRight ? tr("right") : tr("wrong"));
    }
    m_reveal->hide();
    if (m_number)
        m_number->setReadOnly(true);
    const QString reason = filledWords(question.reveal, m_presentation.liveSource());
    const LessonScore score = m_presentation.score();
    QStringList lines{outcomeWords(), reason};
    if (score.answered > 0)
        lines += tr("%1 of %n question(s) right so far.", nullptr, score.answered).arg(score.right);
    lines.removeAll({});
    m_truth->setText(lines.join(QStringLiteral("\n")));
    m_truth->show();
    announce(m_truth, m_truth->text());
}

} // namespace shardscope
