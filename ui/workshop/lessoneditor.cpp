// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/lessoneditor.h"

#include "core/lesson/lessonview.h"
#include "ui/language.h"
#include "ui/plainlabel.h"
#include "ui/text/messages.h"
#include "ui/text/names.h"
#include "ui/workshop/lessondesk.h"
#include "ui/workshop/lessonwords.h"
#include "ui/workshop/stepform.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace shardscope {

LessonEditor::LessonEditor(LessonDesk &desk, std::function<ShownView()> view, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_view(std::move(view))
    , m_language(new QComboBox(this))
    , m_title(new QLineEdit(this))
    , m_steps(new QListWidget(this))
    , m_wrong(makePlainLabel(this))
    , m_form(new StepForm)
{
    for (const Language &language : languages()) {
        if (!language.code.isEmpty())
            m_language->addItem(language.name, language.code);
    }
    m_language->setObjectName(QStringLiteral("language"));
    m_steps->setObjectName(QStringLiteral("steps"));
    m_steps->setAccessibleName(tr("Steps"));
    auto *head = new QFormLayout;
    head->addRow(tr("&Language of the words:"), m_language);
    head->addRow(tr("L&esson:"), m_title);

    auto *buttons = new QVBoxLayout;
    const auto add = [&](const QString &text, const QString &meaning, auto act) {
        auto *button = new QPushButton(text, this);
        button->setToolTip(meaning);
        buttons->addWidget(button);
        connect(button, &QPushButton::clicked, this, act);
    };
    add(tr("&Add This View"), tr("The scenario and chart of the window as a new step"),
        [this] { addView(); });
    add(tr("&Update to This View"), tr("The step gets the scenario and chart of the window"),
        [this] { updateToView(); });
    add(tr("Mo&ve Up"), {}, [this] { moveStep(-1); });
    add(tr("Move &Down"), {}, [this] { moveStep(1); });
    add(tr("&Remove"), {}, [this] { removeStep(); });
    buttons->addStretch();
    add(tr("Previe&w"), tr("Presents the lesson from this step on"),
        [this] { emit previewRequested(std::max(0, currentStep())); });
    add(tr("&Save..."), {}, [this] { emit saveRequested(); });

    auto *left = new QWidget(this);
    auto *column = new QVBoxLayout(left);
    column->addLayout(head);
    auto *row = new QHBoxLayout;
    row->addWidget(m_steps, 1);
    row->addLayout(buttons);
    column->addLayout(row, 1);
    column->addWidget(m_wrong);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto *splitter = new QSplitter(this);
    splitter->addWidget(left);
    splitter->addWidget(scroll);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);

    connect(m_language, &QComboBox::currentIndexChanged, this, &LessonEditor::showLesson);
    connect(m_title, &QLineEdit::textEdited, this, [this](const QString &words) {
        change(tr("Edit the title"), QStringLiteral("title"), [&](Lesson &lesson) {
            lesson.title.set(
                m_language->currentData().toString().toStdString(), words.toStdString());
        });
    });
    connect(m_steps, &QListWidget::currentRowChanged, this, [this](int step) {
        showStep();
        emit stepSelected(step);
    });
    connect(
        m_form, &StepForm::edited, this, [this](const LessonStep &step, const QString &gesture) {
            const int place = currentStep();
            const QString field = gesture.isEmpty()
                ? gesture
                : QStringLiteral("%1/%2").arg(gesture, QString::number(place));
            change(tr("Edit the step"), field,
                [&](Lesson &lesson) { lesson.steps[static_cast<std::size_t>(place)] = step; });
        });
    connect(&desk, &LessonDesk::opened, this, &LessonEditor::showLesson);
    connect(&desk, &LessonDesk::changed, this, &LessonEditor::showLesson);
    showLesson();
}

int LessonEditor::currentStep() const
{
    return m_steps->currentRow();
}

void LessonEditor::selectStep(int step)
{
    m_steps->setCurrentRow(step);
}

void LessonEditor::change(
    const QString &label, const QString &gesture, const std::function<void(Lesson &)> &edit)
{
    if (!m_desk.lesson())
        return;
    Lesson next = *m_desk.lesson();
    edit(next);
    m_desk.edit(label, gesture, next);
}

void LessonEditor::showLesson()
{
    setEnabled(m_desk.lesson() != nullptr);
    if (!m_desk.lesson())
        return;
    const Lesson &lesson = *m_desk.lesson();
    const std::string language = m_language->currentData().toString().toStdString();
    const QString title = toText(lesson.title.in(language));
    if (m_title->text() != title)
        m_title->setText(title);
    const int selected = std::clamp(currentStep(), 0, std::max(0, int(lesson.steps.size()) - 1));
    {
        const QSignalBlocker blocker(m_steps);
        m_steps->clear();
        for (const LessonStep &step : lesson.steps) {
            const QString name = toText(step.title.in(language));
            auto *item
                = new QListWidgetItem(name.isEmpty() ? tr("(without a title)") : name, m_steps);
            if (step.problem)
                item->setText(tr("⚠ %1", "a step that cannot be shown").arg(item->text()));
        }
        m_steps->setCurrentRow(lesson.steps.empty() ? -1 : selected);
    }
    showStep();
}

void LessonEditor::showStep()
{
    const int place = currentStep();
    const bool isThere = m_desk.lesson() && place >= 0;
    m_form->setEnabled(isThere);
    m_wrong->clear();
    if (!isThere)
        return;
    const LessonStep &step = m_desk.lesson()->steps[static_cast<std::size_t>(place)];
    if (step.problem)
        m_wrong->setText(errorText(*step.problem));
    m_form->setEnabled(!step.problem);
    m_form->show(step, m_language->currentData().toString().toStdString());
}

/// False where no settings lead to the view; that is said.
bool LessonEditor::takeView(LessonStep &step, const Scenario &start, const ShownView &view)
{
    const Result<KeyValues> settings = settingsBetween(start, view.scenario);
    if (!settings) {
        m_wrong->setText(errorText(settings.error()));
        return false;
    }
    step.settings = *settings;
    step.chart = view.chart;
    step.focus = view.part;
    return true;
}

void LessonEditor::addView()
{
    const ShownView view = m_view();
    const int place = currentStep() + 1;
    const int before = m_steps->count();
    change(tr("Add a step"), {}, [&](Lesson &lesson) {
        // The first view is what all steps start from.
        if (lesson.steps.empty())
            lesson.scenario = view.scenario;
        LessonStep step;
        if (takeView(step, lesson.scenario, view))
            lesson.steps.insert(lesson.steps.begin() + place, std::move(step));
    });
    if (m_steps->count() > before)
        selectStep(place);
}

void LessonEditor::updateToView()
{
    const int place = currentStep();
    if (place < 0)
        return;
    const ShownView view = m_view();
    change(tr("Update the step"), {}, [&](Lesson &lesson) {
        takeView(lesson.steps[static_cast<std::size_t>(place)], lesson.scenario, view);
    });
}

void LessonEditor::removeStep()
{
    const int place = currentStep();
    if (place >= 0)
        change(tr("Remove the step"), {},
            [place](Lesson &lesson) { lesson.steps.erase(lesson.steps.begin() + place); });
}

void LessonEditor::moveStep(int by)
{
    const int place = currentStep();
    const int next = place + by;
    if (place < 0 || next < 0 || next >= m_steps->count())
        return;
    change(tr("Move the step"), {}, [place, next](Lesson &lesson) {
        std::swap(lesson.steps[static_cast<std::size_t>(place)],
            lesson.steps[static_cast<std::size_t>(next)]);
    });
    selectStep(next);
}

} // namespace shardscope
