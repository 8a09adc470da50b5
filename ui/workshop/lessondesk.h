// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"
#include "ui/files/documentfile.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <optional>

namespace shardscope {

/// The lesson that is open: its value, its file, and the way back. Whoever follows, presents or
/// edits it asks here.
class LessonDesk : public QObject
{
    Q_OBJECT

public:
    explicit LessonDesk(QObject *parent = nullptr);

    /// Null while none is open.
    const Lesson *lesson() const { return m_lesson ? &*m_lesson : nullptr; }
    /// The file that it is saved to; empty for one that the program brings along, or a new one.
    const QString &path() const { return m_file.path(); }
    const DocumentFile &file() const { return m_file; }
    /// Where its pictures lie.
    QString folder() const;
    /// The file's name without its ending, or the title.
    QString name() const;
    bool isModified() const { return m_lesson && !m_undoStack.isClean(); }
    QUndoStack *undoStack() { return &m_undoStack; }

    /// In place of what was open.
    void take(Lesson lesson, const DocumentFile &file = {});
    /// The same, with changes that no file has yet.
    void recover(Lesson lesson, const DocumentFile &file);
    /// Errors: as readLesson, Unreadable.
    Status open(const QString &path);
    /// Errors: Unwritable.
    Status save(const QString &path);
    /// One undo step for edits that follow each other with the same `gesture`, unless it is empty.
    void edit(const QString &label, const QString &gesture, const Lesson &next);

signals:
    void opened(); ///< another lesson
    void changed(); ///< the same one, edited
    void saved();

private:
    class Edit;

    std::optional<Lesson> m_lesson;
    DocumentFile m_file;
    QUndoStack m_undoStack;
};

} // namespace shardscope
