// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/workshop.h"

#include "ui/session.h"
#include "ui/workshop/lessonscreen.h"
#include "ui/workshop/presentation.h"
#include "ui/workshop/sharedialog.h"
#include "ui/workshop/speakerview.h"

#include <QGuiApplication>
#include <QScreen>
#include <QWidget>

#include <algorithm>

namespace shardscope {

namespace {

/// Where the room looks: another screen than the teacher's, where there is one.
QScreen *roomScreen(const QWidget &window)
{
    const QList<QScreen *> screens = QGuiApplication::screens();
    const auto other = std::find_if(screens.begin(), screens.end(),
        [&window](const QScreen *screen) { return screen != window.screen(); });
    return other == screens.end() ? window.screen() : *other;
}

} // namespace

Workshop::Workshop(Session &session, QWidget &window)
    : QObject(&window)
    , m_session(session)
    , m_window(window)
{ }

Workshop::~Workshop() = default;

void Workshop::start(const Lesson &lesson, std::size_t step, const QString &folder)
{
    leave();
    m_presentation = std::make_unique<Presentation>(lesson, m_session.catalog());
    m_presentation->goTo(step);
    m_screen = std::make_unique<LessonScreen>(*m_presentation, m_room, folder);
    connect(m_screen.get(), &LessonScreen::left, this, &Workshop::leave, Qt::QueuedConnection);
    connect(m_screen.get(), &LessonScreen::notesRequested, this, &Workshop::showNotes);
    connect(m_screen.get(), &LessonScreen::shareRequested, this,
        [this] { ShareDialog(m_presentation->session().scenario(), m_screen.get()).exec(); });
    QScreen *screen = roomScreen(m_window);
    m_screen->setGeometry(screen->geometry());
    m_screen->showFullScreen();
    if (screen != m_window.screen())
        showNotes();
    m_screen->activateWindow();
}

/// On the teacher's own screen.
void Workshop::showNotes()
{
    if (!m_notes)
        m_notes = std::make_unique<SpeakerView>(*m_presentation);
    m_notes->move(m_window.screen()->availableGeometry().center() - m_notes->rect().center());
    m_notes->show();
    m_notes->raise();
}

void Workshop::leave()
{
    if (!m_screen)
        return;
    const Scenario reached = m_presentation->session().scenario();
    const bool isShown = !m_presentation->problem();
    m_notes.reset();
    m_screen.reset();
    m_presentation.reset();
    if (isShown)
        m_session.editAtOnce(tr("Step of a lesson"), QStringLiteral("lesson"), reached);
    m_window.activateWindow();
    emit left();
}

} // namespace shardscope
