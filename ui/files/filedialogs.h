// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace shardscope {

enum class UnsavedChoice { Save, Discard, Cancel };
enum class RecoveryChoice { Recover, Discard, Later };

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
    virtual RecoveryChoice askToRecover(QWidget *window, const QString &name);
};

} // namespace shardscope
