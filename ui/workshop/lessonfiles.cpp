// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/lessonfiles.h"

#include "resources/lessons.h"
#include "ui/files/filedialogs.h"
#include "ui/files/textfile.h"
#include "ui/session.h"
#include "ui/workshop/handout.h"
#include "ui/workshop/lessondesk.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QStandardPaths>
#include <QWidget>

namespace shardscope {

namespace {

const QLatin1String suffix("shardlesson");

} // namespace

LessonFiles::LessonFiles(LessonDesk &desk, const Session &session, FileDialogs &dialogs,
    QWidget &window, const QString &backupFolder)
    : QObject(&window)
    , m_desk(desk)
    , m_session(session)
    , m_dialogs(dialogs)
    , m_window(window)
    , m_autosave(desk, backupFolder)
{
    connect(&m_autosave, &Autosave::failed, this, &LessonFiles::notBackedUp);
    window.installEventFilter(this);
}

QString LessonFiles::suggestedPath() const
{
    if (!m_desk.path().isEmpty())
        return m_desk.path();
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    return folder.filePath(QStringLiteral("%1.%2").arg(safeFileName(m_desk.name()), suffix));
}

bool LessonFiles::chooseAndOpen()
{
    const QString path = m_dialogs.openLesson(&m_window, QFileInfo(suggestedPath()).absolutePath());
    return !path.isEmpty() && open(path);
}

bool LessonFiles::open(const QString &path)
{
    if (!mayLeave())
        return false;
    if (const Status opened = m_desk.open(path); !opened) {
        emit failed(opened.error());
        return false;
    }
    return true;
}

bool LessonFiles::openBuiltIn(std::size_t index)
{
    if (!mayLeave())
        return false;
    m_desk.take(builtInLessons()[index].lesson);
    return true;
}

bool LessonFiles::startNew()
{
    if (!mayLeave())
        return false;
    m_desk.take({.scenario = m_session.scenario()});
    return true;
}

bool LessonFiles::saveTo(const QString &path)
{
    const Status saved = m_desk.save(path);
    if (!saved)
        emit failed(saved.error());
    return saved.has_value();
}

bool LessonFiles::save()
{
    if (m_desk.path().isEmpty())
        return saveAs();
    return m_dialogs.save(&m_window, m_desk.name(), m_desk.file().change(),
        {.write = [this] { return saveTo(m_desk.path()); },
            .saveAs = [this] { return saveAs(); },
            .reload = [this] { reload(); }});
}

void LessonFiles::reload()
{
    const QString path = m_desk.path();
    if (const Status opened = m_desk.open(path); !opened)
        emit failed(opened.error());
}

bool LessonFiles::saveAs()
{
    if (!m_desk.lesson())
        return false;
    const QString path = m_dialogs.saveFile(&m_window, suggestedPath());
    return !path.isEmpty() && saveTo(path);
}

bool LessonFiles::writeHandouts()
{
    if (!m_desk.lesson())
        return false;
    const QString chosen = m_dialogs.chooseFolder(&m_window, QFileInfo(suggestedPath()).path());
    if (chosen.isEmpty())
        return false;
    const QDir folder(chosen);
    const std::vector<HandoutFile> files
        = handoutFiles(*m_desk.lesson(), m_session.catalog(), safeFileName(m_desk.name()));
    QStringList there;
    for (const HandoutFile &file : files) {
        if (folder.exists(file.name))
            there += file.name;
    }
    if (!there.isEmpty() && !m_dialogs.askToReplace(&m_window, there))
        return false;
    QStringList paths;
    for (const HandoutFile &file : files) {
        paths += folder.filePath(file.name);
        const std::string_view content(
            file.content.constData(), static_cast<std::size_t>(file.content.size()));
        if (const Status done = writeFile(paths.last(), content); !done) {
            emit failed(done.error());
            return false;
        }
    }
    emit written(paths);
    return true;
}

void LessonFiles::offerRecovery()
{
    m_autosave.offerRecovery(
        m_dialogs, m_window, tr("Untitled lesson"), [this](const Leftover &left) {
            Result<Lesson> lesson = readLesson(left.text);
            if (!lesson || !mayLeave())
                return false;
            m_desk.recover(*std::move(lesson), left.file());
            emit recovered();
            return true;
        });
}

bool LessonFiles::mayLeave()
{
    return !m_desk.isModified()
        || m_dialogs.mayLeave(&m_window, m_desk.name(), [this] { return save(); });
}

bool LessonFiles::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &m_window && event->type() == QEvent::Close && !mayLeave()) {
        event->ignore();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace shardscope
