// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/files/filedialogs.h"
#include "ui/files/importdesk.h"
#include "ui/files/opener.h"
#include "ui/files/scenarioautosave.h"

#include <QObject>

#include <memory>

class QMimeData;
class QWidget;

namespace shardscope {

class Session;
class Settings;

/// What Documents needs besides its session.
struct DocumentServices
{
    std::unique_ptr<FileDialogs> dialogs = std::make_unique<FileDialogs>();
    QString backupFolder = Autosave::standardFolder();
    QString hubCache{}; ///< where models are looked for that run files name
};

/// The scenario as a document: which file it is, whether it is saved, and everything that opens
/// another. Nothing is applied before it was read to its end.
class Documents : public QObject
{
    Q_OBJECT

public:
    /// `window` gets the title and gives dialogs their place. `settings` keeps the recent files.
    Documents(Session &session, QWidget &window, Settings &settings, DocumentServices services = {},
        QObject *parent = nullptr);

    /// The file that Save writes; empty while there is none.
    const QString &path() const { return m_file.path(); }
    /// What people call the document: the file's name, its title, or "Untitled".
    QString name() const;
    bool isModified() const;
    /// The file, or where Save would suggest to put it: names for what is exported start from here.
    QString suggestedPath() const;
    const QString &backupFolder() const { return m_autosave.folder(); }
    FileDialogs &dialogs() { return *m_dialogs; }
    ImportDesk &imports() { return *m_imports; }
    const Settings &settings() const { return m_settings; }
    const Catalog &catalog() const;

    // All return whether it was done; what went wrong is told by `failed`.
    bool startNew();
    bool open(const QString &path);
    /// Files dropped or given on the command line, one over the other.
    bool open(const QStringList &paths);
    /// Text that is no scenario but what a run has shown is told by `measurementPasted`.
    bool open(const QMimeData &data);
    /// Something that the program brings along: no file, and nothing to save yet.
    bool openExample(ScenarioDocument example);
    bool chooseAndOpen();
    /// Pins files, so that two can be compared.
    bool chooseAndPin();
    bool pin(const QStringList &paths);
    bool save();
    bool saveAs();

    /// Asks what shall become of unsaved changes; false: stay.
    bool mayLeave();
    /// To be called when the window stands: offers what a crash left behind.
    void offerRecovery();
    void clearRecentFiles();
    /// The window's title, in the user's language.
    void updateTitle();

signals:
    /// Somebody opened an out-of-memory message, nvidia-smi's output or a measured peak.
    void measurementPasted(const QString &text);
    /// Somebody opened a lesson: no scenario, and somebody else's.
    void lessonRequested(const QString &path);
    /// Something could not be read or written, and nothing has changed.
    void failed(const shardscope::Error &error);
    /// What is wrong with the backup copies, as a sentence.
    void notBackedUp(const QString &sentence);
    /// Files of a run were read: `imports` says what they come to.
    void imported();
    /// A scenario was opened (its file's name), or a model taken in as an undoable edit (its name).
    void opened(const QString &name);

private:
    bool apply(Opened opened);
    bool import(std::vector<Opened> opened);
    bool apply(std::vector<Result<Opened>> results);
    bool load(const ScenarioDocument &document, const DocumentFile &file);
    void reload();
    bool pin(const QString &path);
    bool writeTo(const QString &path);
    void setFile(const DocumentFile &file);

    Session &m_session;
    QWidget &m_window;
    Settings &m_settings;
    std::unique_ptr<FileDialogs> m_dialogs;
    ScenarioAutosave m_autosave;
    ImportDesk *m_imports;
    DocumentFile m_file;
};

} // namespace shardscope
