// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"
#include "ui/workshop/screenlook.h"

#include <QObject>
#include <QString>

#include <memory>

class QWidget;

namespace shardscope {

class Presentation;
class Session;
class SpeakerView;
class LessonScreen;

/// Shows a lesson on the whole screen of the window, or on the second one where there is
/// one, with the notes on the first. Afterwards the window has the scenario of the step, as one
/// edit.
class Workshop : public QObject
{
    Q_OBJECT

public:
    /// `window` must outlive it.
    Workshop(Session &session, QWidget &window);
    ~Workshop() override;

    /// `folder` is where the pictures of the lesson lie.
    void start(const Lesson &lesson, std::size_t step = 0, const QString &folder = {});
    bool isRunning() const { return m_screen != nullptr; }
    void leave();
    void setRoom(Room room) { m_room = room; }
    Room room() const { return m_room; }

    LessonScreen *screen() const { return m_screen.get(); } ///< null while nothing is shown
    Presentation *presentation() const { return m_presentation.get(); }

signals:
    void left();

private:
    void showNotes();

    Session &m_session;
    QWidget &m_window;
    Room m_room = Room::Light;
    std::unique_ptr<Presentation> m_presentation;
    std::unique_ptr<LessonScreen> m_screen;
    std::unique_ptr<SpeakerView> m_notes;
};

} // namespace shardscope
