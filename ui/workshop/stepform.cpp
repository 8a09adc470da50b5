// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/stepform.h"

#include "ui/files/exporter.h"
#include "ui/panels/inputs.h"
#include "ui/text/names.h"
#include "ui/workshop/lessonnames.h"
#include "ui/workshop/questionform.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

constexpr double MostMinutes = 240;
constexpr int TextLines = 4;
constexpr int ListLines = 6;

/// What is shown anew keeps the cursor of whoever is writing in it.
void setText(QPlainTextEdit &edit, const QString &text)
{
    if (edit.toPlainText() != text)
        edit.setPlainText(text);
}

void setText(QLineEdit &edit, const QString &text)
{
    if (edit.text() != text)
        edit.setText(text);
}

} // namespace

StepForm::StepForm(QWidget *parent)
    : QWidget(parent)
    , m_title(new QLineEdit(this))
    , m_text(new QPlainTextEdit(this))
    , m_notes(new QPlainTextEdit(this))
    , m_minutes(new QDoubleSpinBox(this))
    , m_chart(new QComboBox(this))
    , m_motion(new QComboBox(this))
    , m_controls(new QListWidget(this))
    , m_question(new QuestionForm(this))
    , m_form(new QFormLayout(this))
{
    m_form->addRow(tr("T&itle:"), m_title);
    connect(m_title, &QLineEdit::textEdited, this, [this](const QString &words) {
        edit(QStringLiteral("title"),
            [&](LessonStep &step) { step.title.set(m_language, words.toStdString()); });
    });
    addText(tr("&Text:"), m_text, &LessonStep::text);
    m_text->setPlaceholderText(
        tr("One or two sentences. {{peak}} becomes the number that the planner works out."));
    addText(tr("&Notes:"), m_notes, &LessonStep::notes);
    m_notes->setPlaceholderText(tr("What the teacher alone sees"));

    m_minutes->setRange(0, MostMinutes);
    m_minutes->setDecimals(1);
    m_minutes->setSpecialValueText(QStringLiteral("–"));
    m_form->addRow(tr("&Minutes:"), m_minutes);
    connect(m_minutes, &QDoubleSpinBox::valueChanged, this, [this](double minutes) {
        edit(QStringLiteral("minutes"), [&](LessonStep &step) { step.minutes = minutes; });
    });

    for (const std::string_view name : namesOf<ChartKind>)
        m_chart->addItem(displayName(*fromName<ChartKind>(name)), toText(name));
    m_form->addRow(tr("&Chart:"), m_chart);
    connect(m_chart, &QComboBox::currentIndexChanged, this, [this](int index) {
        edit({}, [this, index](LessonStep &step) {
            step.chart = m_chart->itemData(index).toString().toStdString();
        });
    });
    m_motion->addItem(tr("None"));
    for (std::size_t i = 0; i < namesOf<Motion>.size(); ++i)
        m_motion->addItem(motionName(static_cast<Motion>(i)));
    m_form->addRow(tr("M&otion:"), m_motion);
    connect(m_motion, &QComboBox::currentIndexChanged, this, [this](int index) {
        edit({}, [&](LessonStep &step) {
            step.motion = index > 0 ? std::optional(static_cast<Motion>(index - 1)) : std::nullopt;
        });
    });

    for (const InputGroup &group : inputGroups()) {
        for (const Field &field : group.fields) {
            auto *item = new QListWidgetItem(withoutMnemonic(field.label), m_controls);
            item->setData(Qt::UserRole, toText(field.key));
            item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
            item->setCheckState(Qt::Unchecked);
        }
    }
    m_controls->setFixedHeight(ListLines * fontMetrics().lineSpacing() + fontMetrics().height());
    m_form->addRow(tr("In&puts:"), m_controls);
    connect(m_controls, &QListWidget::itemChanged, this, [this] {
        edit({}, [this](LessonStep &step) {
            step.controls.clear();
            for (int i = 0; i < m_controls->count(); ++i) {
                const QListWidgetItem *item = m_controls->item(i);
                if (item->checkState() == Qt::Checked)
                    step.controls.push_back(item->data(Qt::UserRole).toString().toStdString());
            }
        });
    });
    m_form->addRow(m_question);
    connect(m_question, &QuestionForm::edited, this,
        [this](const std::optional<Question> &question, const QString &gesture) {
            edit(gesture, [&](LessonStep &step) { step.question = question; });
        });
}

void StepForm::addText(const QString &label, QPlainTextEdit *text, LessonText LessonStep::*member)
{
    text->setTabChangesFocus(true);
    text->setFixedHeight(TextLines * fontMetrics().lineSpacing() + fontMetrics().height());
    m_form->addRow(label, text);
    connect(text, &QPlainTextEdit::textChanged, this, [this, text, member, label] {
        edit(label, [&](LessonStep &step) {
            (step.*member).set(m_language, text->toPlainText().toStdString());
        });
    });
}

void StepForm::edit(const QString &gesture, const std::function<void(LessonStep &)> &change)
{
    if (m_isShowing)
        return;
    LessonStep next = m_step;
    change(next);
    if (next == m_step)
        return;
    m_step = next;
    emit edited(next, gesture);
}

void StepForm::show(const LessonStep &step, const std::string &language)
{
    m_isShowing = true;
    m_step = step;
    m_language = language;
    setText(*m_title, QString::fromStdString(step.title.in(language)));
    setText(*m_text, QString::fromStdString(step.text.in(language)));
    setText(*m_notes, QString::fromStdString(step.notes.in(language)));
    m_minutes->setValue(step.minutes);
    m_chart->setCurrentIndex(m_chart->findData(QString::fromStdString(step.chart)));
    m_motion->setCurrentIndex(step.motion ? static_cast<int>(*step.motion) + 1 : 0);
    for (int i = 0; i < m_controls->count(); ++i) {
        QListWidgetItem *item = m_controls->item(i);
        const std::string key = item->data(Qt::UserRole).toString().toStdString();
        const bool isShown
            = std::find(step.controls.begin(), step.controls.end(), key) != step.controls.end();
        item->setCheckState(isShown ? Qt::Checked : Qt::Unchecked);
    }
    m_question->show(step.question, language);
    m_isShowing = false;
}

} // namespace shardscope
