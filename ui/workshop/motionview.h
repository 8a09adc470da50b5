// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workshop/motionpicture.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace shardscope {

/// A picture in motion with what moves it: run and halt, a slider to scrub, the speed. Where the
/// system wants nothing to move, it goes from frame to frame by hand.
class MotionView : public QWidget
{
    Q_OBJECT

public:
    explicit MotionView(QWidget *parent = nullptr);

    /// From its beginning; null: nothing to show.
    void setPicture(std::unique_ptr<MotionPicture> picture);
    bool hasPicture() const { return m_picture != nullptr; }
    /// As MotionPicture; of the pictures to come, too.
    void conceal(std::optional<double> amount);

    double place() const { return m_place; }
    void setPlace(double place); ///< 0 to the last frame
    bool isRunning() const { return m_clock.isActive(); }
    void setRunning(bool isRunning);
    void toggle() { setRunning(!isRunning()); }
    /// Whether it waits at its beginning for somebody to play it.
    bool isDue() const { return m_isDue; }
    QString sentence() const;

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class Canvas;

    void tick();
    double placeAfter(double seconds) const;
    void showPlace();
    void keepRoom();

    std::unique_ptr<MotionPicture> m_picture;
    Canvas *m_canvas;
    QLabel *m_sentence;
    QToolButton *m_play;
    QSlider *m_scrubber;
    QComboBox *m_speed;
    QTimer m_clock;
    QElapsedTimer m_since; ///< the last tick
    double m_place = 0;
    double m_until = 0; ///< where it halts by itself
    std::optional<double> m_secret{}; ///< what is being guessed
    bool m_isDue = false;
};

} // namespace shardscope
