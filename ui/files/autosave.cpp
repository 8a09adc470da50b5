// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/autosave.h"

#include "resources/readfile.h"
#include "ui/files/textfile.h"
#include "ui/session.h"

#include <QDir>
#include <QStandardPaths>
#include <QUuid>

#include <chrono>

namespace shardscope {

namespace {

const QString LockEnding = QStringLiteral(".lock");

/// {"path": "...", "scenario": {...}}
std::string backupText(const Session &session, const QString &path)
{
    Json backup;
    backup["path"] = path.toStdString();
    const Result<Json> scenario = parseJson(writeScenario(session.document()));
    backup["scenario"] = scenario ? *scenario : Json{};
    return writeJson(backup);
}

std::optional<Leftover> readBackup(const QString &file)
{
    const Result<std::string> text = readFile(QFileInfo(file).filesystemFilePath());
    const Result<Json> backup = text ? parseJson(*text) : text.error();
    if (!backup)
        return std::nullopt;
    const Json *path = backup->find("path");
    const Json *scenario = backup->find("scenario");
    if (!path || !path->string() || !scenario)
        return std::nullopt;
    Result<ScenarioDocument> document = readScenario(*scenario);
    if (!document)
        return std::nullopt;
    return Leftover{.document = *std::move(document),
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

Autosave::Autosave(Session &session, const QString &folder, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_folder(folder)
{
    using namespace std::chrono_literals;
    m_timer.setSingleShot(true);
    m_timer.setInterval(3s);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::update);
    const auto startTimer = [this] {
        if (!m_timer.isActive())
            m_timer.start();
    };
    connect(&session, &Session::scenarioChanged, this, startTimer);
    connect(&session, &Session::viewChanged, this, startTimer);
    connect(session.undoStack(), &QUndoStack::cleanChanged, this, [this](bool isClean) {
        if (isClean)
            update();
    });
}

Autosave::~Autosave()
{
    if (!m_backup.isEmpty())
        QFile::remove(m_backup);
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

void Autosave::update()
{
    m_timer.stop();
    if (!m_session.isModified()) {
        if (!m_backup.isEmpty())
            QFile::remove(m_backup);
        return;
    }
    // A backup that cannot be written is no reason to disturb anybody: saving will say so.
    if (takeFolder())
        (void)writeFile(m_backup, backupText(m_session, m_path));
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
        if (std::optional<Leftover> leftover = readBackup(file))
            found.append(*std::move(leftover));
    }
    return found;
}

void Autosave::discard(const Leftover &leftover)
{
    QFile::remove(leftover.backup);
}

} // namespace shardscope
