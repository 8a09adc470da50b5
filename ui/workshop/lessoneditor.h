// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;

namespace shardscope {

class LessonDesk;
class QuestionEditor;
class StepForm;

/// What a step takes from the window: the scenario that is shown, its chart, the part in it.
struct ShownView
{
    Scenario scenario{};
    std::string chart{};
    std::string part{};
};

/// Makes a lesson: steps are views of the window, put in order, and told in words. Every change
/// goes through the desk, which takes it back.
class LessonEditor : public QWidget
{
    Q_OBJECT

public:
    LessonEditor(LessonDesk &desk, std::function<ShownView()> view, QWidget *parent = nullptr);

    int currentStep() const; ///< -1 where there is none
    void selectStep(int step);

    // What its buttons do.
    void addView(); ///< behind the step that is selected
    void updateToView(); ///< scenario and chart of the step that is selected
    void removeStep();
    void moveStep(int by);

signals:
    void previewRequested(int step);
    void saveRequested();
    void stepSelected(int step);

private:
    void showLesson();
    void showStep();
    bool takeView(LessonStep &step, const Scenario &start, const ShownView &view);
    void change(
        const QString &label, const QString &gesture, const std::function<void(Lesson &)> &edit);

    LessonDesk &m_desk;
    std::function<ShownView()> m_view;
    QComboBox *m_language;
    QLineEdit *m_title;
    QListWidget *m_steps;
    QLabel *m_wrong;
    StepForm *m_form;
};

} // namespace shardscope
