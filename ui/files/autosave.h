// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/files/documentfile.h"

#include <QDateTime>
#include <QList>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <string>

class QWidget;

namespace shardscope {

class FileDialogs;

/// A document as its backup sees it.
struct BackedUp
{
    /// "scenario": copies of other kinds may lie in the same folder.
    std::string kind{};
    std::function<bool()> isModified{};
    std::function<std::string()> text{}; ///< as its file would be: JSON
    /// The title of such a text, empty where it has none; nothing where it cannot be read.
    std::function<std::optional<QString>(const std::string &text)> title{};
};

/// What a crashed program left behind.
struct Leftover
{
    std::string text{}; ///< of the document, as its file would be
    QString title{}; ///< of the document; may be empty
    QString path{}; ///< the file that was being edited; empty if it had none
    std::optional<FileMark> mark{}; ///< of that file, when it was read or written last
    QString backup{}; ///< the backup copy
    QDateTime changed{}; ///< when the copy was written

    DocumentFile file() const;
};

/// Keeps a backup copy of unsaved changes, for the case of a crash, that its owner alone may read.
/// Each running program has its own copy under a lock; a copy whose lock nobody holds was left by a
/// crash.
class Autosave : public QObject
{
    Q_OBJECT

public:
    /// The standard folder for backup copies.
    static QString standardFolder();

    Autosave(BackedUp document, const QString &folder, QObject *parent = nullptr);
    /// A clean end: the copy goes.
    ~Autosave() override;

    const QString &folder() const { return m_folder; }
    /// The file that the changes belong to.
    void setFile(const DocumentFile &file) { m_file = file; }
    /// Something changed: a copy is written soon, but not while somebody drags.
    void noteChange();
    /// Writes now if there are unsaved changes, else removes the copy. False: it could not be
    /// written, which `failed` tells once.
    bool update();

    /// Copies that nobody is working on, oldest first. Unreadable ones are passed over.
    QList<Leftover> leftovers() const;
    static void discard(const Leftover &leftover);
    /// Asks what shall become of each. `recover` takes it, and says whether it did: else it stays,
    /// and nothing more is asked. `untitled` is the name of what had no file.
    void offerRecovery(FileDialogs &dialogs, QWidget &window, const QString &untitled,
        const std::function<bool(const Leftover &)> &recover);

signals:
    /// What the user should know of the copies, as a sentence.
    void failed(const QString &sentence);

private:
    Status takeFolder();
    Status write();
    void remove();
    std::string backupText() const;
    QStringList orphans(const QString &ending) const;
    void tidy();

    BackedUp m_document;
    QString m_folder;
    DocumentFile m_file;
    QString m_backup;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
    bool m_hasFailed = false; ///< which was told
};

} // namespace shardscope
