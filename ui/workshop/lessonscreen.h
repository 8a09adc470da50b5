// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"
#include "ui/workshop/screenkeys.h"
#include "ui/workshop/screenlook.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QStackedWidget;

namespace shardscope {

class BarMorph;
class ChartView;
class DrawingView;
class GuessHandle;
class MotionView;
class Presentation;
class QuestionBox;
class ScreenControls;

/// What the room sees of a lesson: a sentence, a chart or something in motion, the inputs that the
/// step needs, and nothing else.
class LessonScreen : public QWidget
{
    Q_OBJECT

public:
    /// `folder` is where the pictures of the lesson lie.
    LessonScreen(
        Presentation &presentation, Room room, QString folder = {}, QWidget *parent = nullptr);
    ~LessonScreen() override;

    ChartView *chart() const { return m_chart; }
    DrawingView *drawing() const { return m_drawing; }
    MotionView *motion() const { return m_motion; }
    QString sentence() const;
    bool isBlank() const { return m_isBlank; }
    /// For tests and pictures: what moves stands at its end.
    void settle();
    void obey(const ScreenKey &key);

signals:
    /// Somebody has had enough.
    void left();
    void notesRequested();
    void shareRequested();

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void build();
    void showStep();
    void showPlan();
    void showChart();
    void showSentence();
    void showLock();
    void showBody();
    void applyLook();
    void takeDigit(int digit);
    void setBlank(bool isBlank);
    void explainValue(const QString &link);
    double guessTop() const;
    void showHelp();

    Presentation &m_presentation;
    Room m_room;
    QString m_folder;
    ScreenLook m_look;
    QLabel *m_title;
    QLabel *m_counter;
    QLabel *m_sentence;
    QStackedWidget *m_body; ///< chart, motion, picture, or what is wrong
    ChartView *m_chart;
    DrawingView *m_drawing; ///< in its place where the chart is no bars and no areas
    BarMorph *m_morph;
    GuessHandle *m_handle;
    MotionView *m_motion;
    QLabel *m_picture;
    QLabel *m_wrong;
    QuestionBox *m_question;
    ScreenControls *m_controls;
    QTimer m_digits; ///< until another digit belongs to another number
    int m_typed = 0;
    double m_guessTop = 0; ///< of the axis while something is guessed
    std::optional<Scenario> m_moved; ///< what the motion shows; nothing: it has to be made
    bool m_isBlank = false;
    bool m_isMotionHidden = false; ///< the chart is shown instead
};

} // namespace shardscope
