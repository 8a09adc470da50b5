// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/questionform.h"

#include "ui/text/names.h"
#include "ui/workshop/lessonnames.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace shardscope {

namespace {

constexpr int Lines = 3;
constexpr QChar RightMark = u'*';

} // namespace

QuestionForm::QuestionForm(QWidget *parent)
    : QGroupBox(parent)
    , m_form(new QFormLayout(this))
    , m_kind(new QComboBox(this))
    , m_text(new QLineEdit(this))
    , m_value(new QLineEdit(this))
    , m_choices(new QPlainTextEdit(this))
    , m_reveal(new QPlainTextEdit(this))
{
    setTitle(tr("As&k before it is shown"));
    setCheckable(true);
    setChecked(false);
    for (std::size_t i = 0; i < namesOf<QuestionKind>.size(); ++i)
        m_kind->addItem(questionName(static_cast<QuestionKind>(i)));
    m_value->setPlaceholderText(QStringLiteral("peak"));
    m_choices->setPlaceholderText(tr("One a line; * before the right one"));
    for (QPlainTextEdit *text : {m_choices, m_reveal}) {
        text->setTabChangesFocus(true);
        text->setFixedHeight(Lines * fontMetrics().lineSpacing() + fontMetrics().height());
    }
    m_form->addRow(tr("Answered &by:"), m_kind);
    m_form->addRow(tr("&Question:"), m_text);
    m_form->addRow(tr("&Guessed value:"), m_value);
    m_form->addRow(tr("C&hoices:"), m_choices);
    m_form->addRow(tr("Wh&y:"), m_reveal);
    connect(this, &QGroupBox::toggled, this, [this](bool isOn) {
        if (m_isShowing)
            return;
        m_question = isOn ? std::optional(Question{.kind = QuestionKind::Drag, .value = "peak"})
                          : std::nullopt;
        emit edited(m_question, {});
    });
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this](int index) {
        edit({}, [index](Question &question) { question.kind = static_cast<QuestionKind>(index); });
        showKind();
    });
    connect(m_text, &QLineEdit::textEdited, this, [this](const QString &words) {
        edit(QStringLiteral("question"),
            [&](Question &question) { question.text.set(m_language, words.toStdString()); });
    });
    connect(m_value, &QLineEdit::textEdited, this, [this](const QString &value) {
        edit(QStringLiteral("value"),
            [&](Question &question) { question.value = value.toStdString(); });
    });
    connect(m_choices, &QPlainTextEdit::textChanged, this, [this] {
        edit(QStringLiteral("choices"), [this](Question &question) {
            question.choices = choicesFrom(m_choices->toPlainText());
        });
    });
    connect(m_reveal, &QPlainTextEdit::textChanged, this, [this] {
        edit(QStringLiteral("reveal"), [this](Question &question) {
            question.reveal.set(m_language, m_reveal->toPlainText().toStdString());
        });
    });
}

/// Choices of a question are told apart by their place: other languages keep theirs.
std::vector<LessonChoice> QuestionForm::choicesFrom(const QString &lines) const
{
    std::vector<LessonChoice> choices;
    for (QString line : lines.split(u'\n', Qt::SkipEmptyParts)) {
        const std::size_t place = choices.size();
        LessonChoice choice = m_question && place < m_question->choices.size()
            ? m_question->choices[place]
            : LessonChoice{};
        choice.isRight = line.startsWith(RightMark);
        if (choice.isRight)
            line.remove(0, 1);
        choice.text.set(m_language, line.trimmed().toStdString());
        choices.push_back(std::move(choice));
    }
    return choices;
}

QString QuestionForm::linesOf(const std::vector<LessonChoice> &choices) const
{
    QStringList lines;
    for (const LessonChoice &choice : choices)
        lines += (choice.isRight ? QString(RightMark) : QString())
            + toText(choice.text.in(m_language));
    return lines.join(u'\n');
}

void QuestionForm::edit(const QString &gesture, const std::function<void(Question &)> &change)
{
    if (m_isShowing || !m_question)
        return;
    Question next = *m_question;
    change(next);
    if (next == *m_question)
        return;
    m_question = next;
    emit edited(m_question, gesture);
}

void QuestionForm::showKind()
{
    const bool isChoice = m_question && m_question->kind == QuestionKind::Choice;
    m_form->setRowVisible(m_choices, isChoice);
    m_form->setRowVisible(m_value, !isChoice);
}

void QuestionForm::show(const std::optional<Question> &question, const std::string &language)
{
    m_isShowing = true;
    m_language = language;
    m_question = question;
    setChecked(question.has_value());
    const Question shown = question.value_or(Question{});
    m_kind->setCurrentIndex(static_cast<int>(shown.kind));
    const auto set = [](auto &edit, const QString &now, const QString &text, auto apply) {
        if (now != text)
            (edit.*apply)(text);
    };
    set(*m_text, m_text->text(), QString::fromStdString(shown.text.in(language)),
        &QLineEdit::setText);
    set(*m_value, m_value->text(), QString::fromStdString(shown.value), &QLineEdit::setText);
    if (choicesFrom(m_choices->toPlainText()) != shown.choices)
        m_choices->setPlainText(linesOf(shown.choices));
    set(*m_reveal, m_reveal->toPlainText(), QString::fromStdString(shown.reveal.in(language)),
        &QPlainTextEdit::setPlainText);
    showKind();
    m_isShowing = false;
}

} // namespace shardscope
