// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/lessondesk.h"

#include "resources/readfile.h"
#include "ui/text/names.h"
#include "ui/workshop/lessonwords.h"

#include <QFileInfo>

#include <utility>

namespace shardscope {

/// Swaps two lessons, as EditScenario swaps two scenarios.
class LessonDesk::Edit : public QUndoCommand
{
public:
    Edit(LessonDesk &desk, const QString &label, QString gesture, Lesson next)
        : QUndoCommand(label)
        , m_desk(desk)
        , m_gesture(std::move(gesture))
        , m_before(*desk.m_lesson)
        , m_after(std::move(next))
    { }

    void undo() override { show(m_before); }
    void redo() override { show(m_after); }
    int id() const override { return 1; }

    bool mergeWith(const QUndoCommand *other) override
    {
        const auto *next = static_cast<const Edit *>(other);
        if (m_gesture.isEmpty() || next->m_gesture != m_gesture)
            return false;
        m_after = next->m_after;
        return true;
    }

private:
    void show(const Lesson &lesson)
    {
        m_desk.m_lesson = lesson;
        emit m_desk.changed();
    }

    LessonDesk &m_desk;
    QString m_gesture;
    Lesson m_before;
    Lesson m_after;
};

LessonDesk::LessonDesk(QObject *parent)
    : QObject(parent)
{ }

QString LessonDesk::folder() const
{
    return path().isEmpty() ? QString() : QFileInfo(path()).absolutePath();
}

QString LessonDesk::name() const
{
    if (!path().isEmpty())
        return plainName(QFileInfo(path()).completeBaseName());
    const QString title = m_lesson ? wordsOf(m_lesson->title) : QString();
    return title.isEmpty() ? tr("Untitled lesson") : title;
}

void LessonDesk::take(Lesson lesson, const DocumentFile &file)
{
    m_lesson = std::move(lesson);
    m_file = file;
    m_undoStack.clear();
    emit opened();
}

void LessonDesk::recover(Lesson lesson, const DocumentFile &file)
{
    take(std::move(lesson), file);
    m_undoStack.resetClean();
}

Status LessonDesk::open(const QString &path)
{
    const Result<std::string> text = readFile(QFileInfo(path).filesystemFilePath());
    if (!text)
        return text.error();
    Result<Lesson> lesson = readLesson(*text);
    if (!lesson) {
        Error error = lesson.error();
        error.file = path.toStdString();
        return error;
    }
    take(*std::move(lesson), DocumentFile(path, markOf(*text)));
    return success();
}

Status LessonDesk::save(const QString &path)
{
    if (Status written = m_file.write(path, writeLesson(*m_lesson)); !written)
        return written;
    m_undoStack.setClean();
    emit saved();
    return success();
}

void LessonDesk::edit(const QString &label, const QString &gesture, const Lesson &next)
{
    if (m_lesson && *m_lesson != next)
        m_undoStack.push(new Edit(*this, label, gesture, next));
}

} // namespace shardscope
