// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/workshop/lessonautosave.h"

#include <QObject>
#include <QString>

class QWidget;

namespace shardscope {

class FileDialogs;
class LessonDesk;
class Session;

/// The open lesson as a file: everything that opens another, saves it, or writes hand-outs of it.
class LessonFiles : public QObject
{
    Q_OBJECT

public:
    /// `window` gives dialogs their place, and is not closed over a lesson that is not saved. What
    /// is not saved is backed up in `backupFolder`.
    LessonFiles(LessonDesk &desk, const Session &session, FileDialogs &dialogs, QWidget &window,
        const QString &backupFolder);

    // All return whether it was done; what went wrong is told by `failed`.
    bool chooseAndOpen();
    bool open(const QString &path);
    bool openBuiltIn(std::size_t index);
    /// A lesson without steps, from the scenario of the window.
    bool startNew();
    bool save();
    bool saveAs();
    bool writeHandouts();
    /// To be called when the window stands: offers what a crash left behind.
    void offerRecovery();
    /// Asks what shall become of a lesson that is not saved; false: stay.
    bool mayLeave();

signals:
    void failed(const shardscope::Error &error);
    /// What is wrong with the backup copies, as a sentence.
    void notBackedUp(const QString &sentence);
    void written(const QStringList &files);
    void recovered(); ///< a lesson that a crash left behind is open

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool saveTo(const QString &path);
    void reload();
    QString suggestedPath() const;

    LessonDesk &m_desk;
    const Session &m_session;
    FileDialogs &m_dialogs;
    QWidget &m_window;
    LessonAutosave m_autosave;
};

} // namespace shardscope
