// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/autosave.h"

#include "resources/backup.h"
#include "resources/readfile.h"
#include "ui/files/filedialogs.h"
#include "ui/files/textfile.h"
#include "ui/text/messages.h"

#include <QDir>
#include <QStandardPaths>
#include <QUuid>

#include <chrono>
#include <optional>
#include <utility>

namespace shardscope {

namespace {

const QString JsonEnding = QStringLiteral(".json");
const QString LockEnding = QStringLiteral(".lock");

/// What lies in a backup; nothing where it is of another kind. Errors: what cannot be read at all.
Result<std::optional<Leftover>> leftoverIn(const QString &file, const BackedUp &kind)
{
    const QFileInfo info(file);
    const Result<std::string> text = readFile(info.filesystemFilePath());
    if (!text)
        return text.error();
    const Result<std::optional<Backup>> backup = readBackup(*text, kind.kind);
    if (!backup)
        return backup.error();
    if (!*backup)
        return std::optional<Leftover>();
    const std::optional<QString> title = kind.title((*backup)->text);
    if (!title)
        return Error{.code = ErrorCode::InvalidSyntax};
    return std::optional(Leftover{.text = (*backup)->text,
        .title = *title,
        .path = QString::fromStdString((*backup)->path),
        .mark = (*backup)->mark,
        .backup = file,
        .changed = info.lastModified()});
}

/// A lock whose program has died counts as free, however young it is.
bool isFree(const QString &backup)
{
    QLockFile lock(backup + LockEnding);
    lock.setStaleLockTime(0);
    // On a full disk no lock can be made, and whose program has died is free all the same.
    return lock.tryLock() || lock.error() == QLockFile::UnknownError;
}

} // namespace

DocumentFile Leftover::file() const
{
    return DocumentFile(path, mark);
}

QString Autosave::standardFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
        + QStringLiteral("/backups");
}

Autosave::Autosave(BackedUp document, const QString &folder, QObject *parent)
    : QObject(parent)
    , m_document(std::move(document))
    , m_folder(folder)
{
    using namespace std::chrono_literals;
    m_timer.setSingleShot(true);
    m_timer.setInterval(3s);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::update);
}

Autosave::~Autosave()
{
    remove();
}

/// The lock goes with what it stands for.
void Autosave::remove()
{
    if (!m_backup.isEmpty())
        QFile::remove(m_backup);
    m_backup.clear();
    m_lock.reset();
}

void Autosave::noteChange()
{
    if (!m_timer.isActive())
        m_timer.start();
}

Status Autosave::takeFolder()
{
    if (m_lock)
        return success();
    const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const QString backup = QDir(m_folder).filePath(id + JsonEnding);
    auto lock = std::make_unique<QLockFile>(backup + LockEnding);
    lock->setStaleLockTime(0); // held for as long as the program runs
    if (!QDir().mkpath(m_folder) || !lock->tryLock())
        return Error{.code = ErrorCode::Unwritable, .file = m_folder.toStdString()};
    m_lock = std::move(lock);
    m_backup = backup;
    return success();
}

std::string Autosave::backupText() const
{
    return writeBackup(
        {m_document.text(), m_file.path().toStdString(), m_file.mark()}, m_document.kind);
}

Status Autosave::write()
{
    if (Status taken = takeFolder(); !taken)
        return taken;
    return writeFile(m_backup, backupText(), Readers::Owner);
}

bool Autosave::update()
{
    m_timer.stop();
    if (!m_document.isModified()) {
        remove();
        return true;
    }
    const Status written = write();
    // Said once: somebody works here, and saving will say it again.
    if (!written && !std::exchange(m_hasFailed, true))
        emit failed(tr("Unsaved changes are not backed up: %1").arg(errorText(written.error())));
    if (written)
        m_hasFailed = false;
    return written.has_value();
}

/// Files of that ending whose program has ended, oldest first.
QStringList Autosave::orphans(const QString &ending) const
{
    const QDir folder(m_folder);
    QStringList found;
    for (const QString &name : folder.entryList({QLatin1Char('*') + ending},
             QDir::Files | QDir::Hidden, QDir::Time | QDir::Reversed)) {
        const QString backup
            = folder.filePath(name.endsWith(LockEnding) ? name.chopped(LockEnding.size()) : name);
        if (backup != m_backup && isFree(backup)) // which removes the lock of a dead program
            found.append(folder.filePath(name));
    }
    return found;
}

QList<Leftover> Autosave::leftovers() const
{
    QList<Leftover> found;
    for (const QString &file : orphans(JsonEnding)) {
        const Result<std::optional<Leftover>> leftover = leftoverIn(file, m_document);
        if (leftover && *leftover)
            found.append(**leftover);
    }
    return found;
}

/// Locks that lock nothing go; a copy that cannot be read is put aside, and that is said.
void Autosave::tidy()
{
    orphans(LockEnding);
    for (const QString &file : orphans(JsonEnding)) {
        if (leftoverIn(file, m_document))
            continue;
        const QString aside = file + QStringLiteral(".broken");
        if (QFile::rename(file, aside))
            emit failed(tr("A backup copy of unsaved changes cannot be read. It was kept as %1.")
                            .arg(aside));
    }
}

void Autosave::discard(const Leftover &leftover)
{
    QFile::remove(leftover.backup);
}

void Autosave::offerRecovery(FileDialogs &dialogs, QWidget &window, const QString &untitled,
    const std::function<bool(const Leftover &)> &recover)
{
    tidy();
    for (const Leftover &leftover : leftovers()) {
        const QString document = leftover.title.isEmpty() ? untitled : leftover.title;
        const QString file = QFileInfo(leftover.path).fileName();
        const RecoveryChoice choice = dialogs.askToRecover(
            &window, {file.isEmpty() ? document : file, leftover.path, leftover.changed});
        if (choice == RecoveryChoice::Later)
            return;
        if (choice == RecoveryChoice::Recover) {
            if (!recover(leftover))
                return;
            if (!update()) // before what it was recovered from goes
                continue;
        }
        discard(leftover);
    }
}

} // namespace shardscope
