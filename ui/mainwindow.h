// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/files/documents.h"

#include <QMainWindow>

namespace shardscope {

class ExplainView;
class FileActions;
class ImportPane;
class LessonDesk;
class LessonFiles;
class LessonPane;
class ParameterPanel;
class Session;
class Settings;
class Translations;
class Workshop;
class Workspace;
struct ShownView;

/// What the window works with; all of it outlives the window.
struct WindowServices
{
    Session &session;
    Settings &settings;
    Translations &translations;
};

/// Puts panels, charts, results and menus in place; nothing else.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(WindowServices services, DocumentServices documents = {});
    ~MainWindow() override;

    Documents &documents() { return *m_documents; }
    LessonFiles &lessons() { return *m_lessonFiles; }
    Workspace &workspace() { return *m_workspace; }
    ParameterPanel &parameters() { return *m_parameters; }
    void showError(const Error &error);
    /// Opens a lesson, a built-in one by its name, and shows it beside the window.
    bool follow(const QString &lesson);
    /// The same on the whole screen.
    void present(const QString &lesson);
    Workshop &workshop() { return *m_workshop; }

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void build();
    void rebuild();
    void buildDocks();
    void buildMenus();
    void addFileMenu();
    void addEditMenu();
    void addViewMenu();
    void addHelpMenu();
    void addWorkshopMenu();
    ShownView shownView() const;
    void followLesson();
    void showImport();
    QAction *addCommand(QMenu *menu, const QString &text, const QKeySequence &shortcut,
        const std::function<void()> &command);
    void showExport();
    void showRunFile();
    void saveBack();

    WindowServices m_services;
    Documents *m_documents;
    FileActions *m_fileActions;
    LessonDesk *m_lessons;
    LessonFiles *m_lessonFiles;
    Workshop *m_workshop;
    QDockWidget *m_lessonDock = nullptr;
    LessonPane *m_lessonPane = nullptr;
    QDockWidget *m_importDock = nullptr;
    ImportPane *m_importPane = nullptr;
    Workspace *m_workspace = nullptr;
    ParameterPanel *m_parameters = nullptr;
    ExplainView *m_explain = nullptr;
    QList<QDockWidget *> m_docks;
    QList<QWidget *> m_panes; ///< in the order in which F6 goes around
    Qt::LayoutDirection m_direction = Qt::LeftToRight;
};

} // namespace shardscope
