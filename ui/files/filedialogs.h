// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/files/documentfile.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace shardscope {

enum class UnsavedChoice { Save, Discard, Cancel };
enum class RecoveryChoice { Recover, Discard, Later };
enum class ChangedChoice { Overwrite, SaveAs, Reload, Cancel };

/// What a backup copy holds, for who is to choose.
struct Recoverable
{
    QString name{}; ///< the file's, or the document's title
    QString path{}; ///< empty: it had no file
    QDateTime changed{}; ///< when the copy was written
};

/// How a document may be saved; each says whether it was.
struct SavingRoads
{
    std::function<bool()> write;
    std::function<bool()> saveAs;
    std::function<void()> reload; ///< gives up what is not saved
};

/// The questions about files that stop the program until they are answered. Tests answer by
/// overriding.
class FileDialogs
{
    Q_DECLARE_TR_FUNCTIONS(FileDialogs)

public:
    virtual ~FileDialogs() = default;

    /// Empty lists and texts: the user changed their mind.
    virtual QStringList openFiles(QWidget *window, const QString &folder);
    virtual QString openLesson(QWidget *window, const QString &folder);
    virtual QString chooseFolder(QWidget *window, const QString &folder);
    /// The suffix of `suggestion` says what is saved. Asks before it gives the name of a file that
    /// is there.
    virtual QString saveFile(QWidget *window, const QString &suggestion);
    /// The same for a report, which is a PDF or Markdown.
    virtual QString saveReport(QWidget *window, const QString &suggestion);
    /// Whether files that are there may be written over.
    virtual bool askToReplace(QWidget *window, const QStringList &names);
    virtual UnsavedChoice askToSave(QWidget *window, const QString &name);
    /// Asks what shall become of changes, and saves them if the user wants that; false: stay.
    bool mayLeave(QWidget *window, const QString &name, const std::function<bool()> &save);
    virtual RecoveryChoice askToRecover(QWidget *window, const Recoverable &left);
    /// Asks before a file is written over that others have changed or removed.
    virtual ChangedChoice askAboutChange(QWidget *window, const QString &name, FileChange change);
    /// Saves by what the user says of such a change, if there is one.
    bool save(QWidget *window, const QString &name, FileChange change, const SavingRoads &roads);
};

} // namespace shardscope
