// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"

#include <QList>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <memory>

namespace shardscope {

class Session;

/// What a crashed program left behind.
struct Leftover
{
    ScenarioDocument document{};
    QString path{}; ///< the file that was being edited; empty if it had none
    QString backup{}; ///< the backup copy
};

/// Keeps a backup copy of unsaved changes, for the case of a crash. Each running program has its
/// own copy under a lock; a copy whose lock nobody holds was left by a crash.
class Autosave : public QObject
{
    Q_OBJECT

public:
    /// The standard folder for backup copies.
    static QString standardFolder();

    Autosave(Session &session, const QString &folder, QObject *parent = nullptr);
    /// A clean end: the copy goes.
    ~Autosave() override;

    /// The file that the changes belong to.
    void setPath(const QString &path) { m_path = path; }
    /// Writes now if there are unsaved changes, else removes the copy.
    void update();

    /// Copies that nobody is working on, oldest first. Unreadable ones are passed over.
    QList<Leftover> leftovers() const;
    static void discard(const Leftover &leftover);

private:
    bool takeFolder();

    Session &m_session;
    QString m_folder;
    QString m_path;
    QString m_backup;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
};

} // namespace shardscope
