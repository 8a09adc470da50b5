// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;

namespace shardscope {

class QuestionForm;

/// The words of a step and what is shown with them, in one of the lesson's languages.
class StepForm : public QWidget
{
    Q_OBJECT

public:
    explicit StepForm(QWidget *parent = nullptr);

    void show(const LessonStep &step, const std::string &language);

signals:
    /// The step as it would be; `gesture` is the field that somebody writes in.
    void edited(const shardscope::LessonStep &step, const QString &gesture);

private:
    void edit(const QString &gesture, const std::function<void(LessonStep &)> &change);
    void addText(const QString &label, QPlainTextEdit *edit, LessonText LessonStep::*member);

    LessonStep m_step;
    std::string m_language;
    QLineEdit *m_title;
    QPlainTextEdit *m_text;
    QPlainTextEdit *m_notes;
    QDoubleSpinBox *m_minutes;
    QComboBox *m_chart;
    QComboBox *m_motion;
    QListWidget *m_controls;
    QuestionForm *m_question;
    QFormLayout *m_form;
    bool m_isShowing = false;
};

} // namespace shardscope
