// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace shardscope {

class Presentation;

/// What the teacher alone sees: notes, what comes next, and how the time goes.
class SpeakerView : public QWidget
{
    Q_OBJECT

public:
    explicit SpeakerView(Presentation &presentation, QWidget *parent = nullptr);

    /// "12:05 of 15 min; planned to here: 10 min"
    QString time() const;

private:
    void showStep();
    void showTime();
    double plannedUntilHere() const;

    Presentation &m_presentation;
    QLabel *m_title;
    QLabel *m_time;
    QLabel *m_notes;
    QLabel *m_next;
    QLabel *m_score;
    QPushButton *m_advance;
    QTimer m_tick;
    QElapsedTimer m_lesson; ///< since the lesson began
};

} // namespace shardscope
