// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/autosave.h"

#include "core/base/json.h"
#include "resources/readfile.h"
#include "ui/files/filedialogs.h"
#include "ui/files/textfile.h"

#include <QDir>
#include <QStandardPaths>
#include <QUuid>

#include <chrono>
#include <optional>
#include <utility>

namespace shardscope {

namespace {

const QString LockEnding = QStringLiteral(".lock");

/// {"path": "...", "scenario": {...}}; nothing where it is of another kind.
std::optional<Leftover> readBackup(const QString &file, const std::string &kind)
{
    const Result<std::string> text = readFile(QFileInfo(file).filesystemFilePath());
    const Result<Json> backup = text ? parseJson(*text) : text.error();
    if (!backup)
        return std::nullopt;
    const Json *path = backup->find("path");
    const Json *document = backup->find(kind);
    if (!path || !path->string() || !document)
        return std::nullopt;
    return Leftover{.text = writeJson(*document),
        .path = QString::fromStdString(*path->string()),
        .backup = file};
}

/// A lock whose program has died counts as free, however young it is.
bool isFree(const QString &backup)
{
    QLockFile lock(backup + LockEnding);
    lock.setStaleLockTime(0);
    return lock.tryLock();
}

} // namespace

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
    if (!m_backup.isEmpty())
        QFile::remove(m_backup);
}

void Autosave::noteChange()
{
    if (!m_timer.isActive())
        m_timer.start();
}

bool Autosave::takeFolder()
{
    if (m_lock)
        return true;
    if (!QDir().mkpath(m_folder))
        return false;
    const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const QString backup = QDir(m_folder).filePath(id + QStringLiteral(".json"));
    auto lock = std::make_unique<QLockFile>(backup + LockEnding);
    lock->setStaleLockTime(0); // held for as long as the program runs
    if (!lock->tryLock())
        return false;
    m_lock = std::move(lock);
    m_backup = backup;
    return true;
}

std::string Autosave::backupText() const
{
    Json backup;
    backup["path"] = m_path.toStdString();
    const Result<Json> document = parseJson(m_document.text());
    backup[m_document.kind] = document ? *document : Json{};
    return writeJson(backup);
}

void Autosave::update()
{
    m_timer.stop();
    if (!m_document.isModified()) {
        if (!m_backup.isEmpty())
            QFile::remove(m_backup);
        return;
    }
    // A backup that cannot be written is no reason to disturb anybody: saving will say so.
    if (takeFolder())
        (void)writeFile(m_backup, backupText());
}

QList<Leftover> Autosave::leftovers() const
{
    QList<Leftover> found;
    const QDir folder(m_folder);
    const QStringList files
        = folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Time | QDir::Reversed);
    for (const QString &name : files) {
        const QString file = folder.filePath(name);
        if (file == m_backup || !isFree(file))
            continue;
        std::optional<Leftover> leftover = readBackup(file, m_document.kind);
        if (leftover && m_document.isReadable(leftover->text))
            found.append(*std::move(leftover));
    }
    return found;
}

void Autosave::discard(const Leftover &leftover)
{
    QFile::remove(leftover.backup);
}

void Autosave::offerRecovery(FileDialogs &dialogs, QWidget &window, const QString &untitled,
    const std::function<bool(const Leftover &)> &recover)
{
    for (const Leftover &leftover : leftovers()) {
        const QString file
            = leftover.path.isEmpty() ? untitled : QFileInfo(leftover.path).fileName();
        const RecoveryChoice choice = dialogs.askToRecover(&window, file);
        if (choice == RecoveryChoice::Later)
            return;
        if (choice == RecoveryChoice::Recover) {
            if (!recover(leftover))
                return;
            update(); // before what it was recovered from goes
        }
        discard(leftover);
    }
}

} // namespace shardscope
