// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workshop/presentation.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace shardscope {

class LessonDesk;
class MotionView;
class QuestionBox;

/// The open lesson beside the window, for those who go through it at their own pace: one step at a
/// time, whose scenario the window gets as an edit that undo takes back. What is tried out since
/// can be left again. The window stays as it is until the pane is seen.
class LessonPane : public QWidget
{
    Q_OBJECT

public:
    LessonPane(Session &session, LessonDesk &desk, QWidget *parent = nullptr);
    ~LessonPane() override;

    const Presentation *presentation() const { return m_presentation.get(); }
    std::size_t place() const { return m_presentation ? m_presentation->place() : 0; }
    void goTo(std::size_t place);
    /// Where somebody stands in the lesson, for a pane that says the same in another language.
    std::unique_ptr<Presentation> takePresentation();
    /// Goes on there; the window stays as it is.
    void resume(std::unique_ptr<Presentation> presentation);

signals:
    /// The chart of the step, as files call it.
    void chartRequested(const QString &chart);
    void presentRequested();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void openLesson();
    void takeStep();
    void showStep();
    void showWords();
    void showButtons();
    void takeScenario();

    Session &m_session; ///< of the window
    LessonDesk &m_desk;
    bool m_isDue = false; ///< another lesson was opened while the pane was hidden
    std::unique_ptr<Presentation> m_presentation; ///< knows the truth, whatever the window shows
    QLabel *m_title;
    QLabel *m_text;
    QLabel *m_wrong;
    QVBoxLayout *m_body;
    QuestionBox *m_question = nullptr;
    MotionView *m_motion;
    QLabel *m_counter;
    QPushButton *m_back;
    QPushButton *m_next;
    QPushButton *m_return;
};

} // namespace shardscope
