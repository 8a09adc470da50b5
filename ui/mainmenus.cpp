// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the main window.
#include "ui/appearancemenus.h"
#include "ui/chartcommands.h"
#include "ui/compare/comparemenu.h"
#include "ui/dialogs/aboutdialog.h"
#include "ui/dialogs/calibrationdialog.h"
#include "ui/dialogs/messagebar.h"
#include "ui/dialogs/printing.h"
#include "ui/dialogs/reportmenu.h"
#include "ui/dialogs/runfiledialog.h"
#include "ui/dialogs/savebackdialog.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/files/fileactions.h"
#include "ui/mainwindow.h"
#include "ui/palette/commandpalette.h"
#include "ui/panels/parameterpanel.h"
#include "ui/panes.h"
#include "ui/recommend/recommenddialog.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/text/names.h"
#include "ui/workshop/lessonpane.h"
#include "ui/workshop/workshopmenu.h"
#include "ui/workspace.h"
#include "ui/zoom.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>

namespace shardscope {

QAction *MainWindow::addCommand(QMenu *menu, const QString &text, const QKeySequence &shortcut,
    const std::function<void()> &command)
{
    QAction *action = menu->addAction(text);
    action->setShortcut(shortcut);
    connect(action, &QAction::triggered, this, command);
    return action;
}

void MainWindow::buildMenus()
{
    menuBar()->clear();
    addFileMenu();
    addEditMenu();
    addViewMenu();
    auto *compare = new CompareMenu(m_services.session, menuBar());
    connect(compare, &CompareMenu::fileRequested, m_documents, &Documents::chooseAndPin);
    menuBar()->addMenu(compare);
    addWorkshopMenu();
    addHelpMenu();
}

void MainWindow::addFileMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&File"));
    menu->addActions(m_fileActions->fileActions());
    menu->addSeparator();
    addCommand(menu, tr("&Export..."), Qt::CTRL | Qt::Key_E, [this] { showExport(); });
    addCommand(menu, tr("&Write a Run File..."), Qt::CTRL | Qt::SHIFT | Qt::Key_E,
        [this] { showRunFile(); });
    QAction *back
        = addCommand(menu, tr("Save &Back into the Files..."), {}, [this] { saveBack(); });
    connect(menu, &QMenu::aboutToShow, back,
        [this, back] { back->setEnabled(m_documents->imports().run() != nullptr); });
    menu->addMenu(new ReportMenu({m_services.session, *m_documents, m_workspace->messages(),
                                     [this] { return m_workspace->sweep(); }},
        menu));
    addCommand(menu, tr("&Print..."), QKeySequence::Print,
        [this] { printReport(m_services.session, this); });
    menu->addSeparator();
    addCommand(menu, tr("&Quit"), Qt::CTRL | Qt::Key_Q, [this] { close(); });
}

void MainWindow::showRunFile()
{
    RunFileDialog dialog(m_services.session, m_documents->dialogs(),
        QFileInfo(m_documents->suggestedPath()).path(), this);
    connect(&dialog, &RunFileDialog::failed, this, &MainWindow::showError);
    connect(&dialog, &RunFileDialog::written, &m_workspace->messages(), &MessageBar::showWritten);
    dialog.exec();
}

/// Asks with the lines that would change, whatever the menu knew when it was opened.
void MainWindow::saveBack()
{
    ImportDesk &imports = m_documents->imports();
    if (!imports.run())
        return;
    const SavedBack saved = imports.savedBack();
    if (SaveBackDialog(saved, this).exec() != QDialog::Accepted)
        return;
    if (const Status written = imports.write(saved); !written)
        return showError(written.error());
    QStringList files;
    for (const RunFile &file : saved.files)
        files += toText(file.name);
    m_workspace->messages().showWritten(files);
}

void MainWindow::addEditMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&Edit"));
    QUndoStack *stack = m_services.session.undoStack();
    QAction *undo = stack->createUndoAction(menu, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction *redo = stack->createRedoAction(menu, tr("&Redo"));
    // Not QKeySequence::Redo beside them: where it is one of the two, Qt would find it ambiguous.
    redo->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y});
    menu->addActions({undo, redo});
    menu->addSeparator();
    addCommand(menu, tr("&Copy Chart"), QKeySequence::Copy, [this] {
        copyChart(m_services.session, m_workspace->currentChart(), m_workspace->sweep(),
            m_workspace->axis());
    });
    addCommand(menu, tr("Copy &Table as Markdown"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
        [this] { copyTable(m_services.session); });
    menu->addAction(m_fileActions->pasteAction());
    menu->addSeparator();
    addCommand(menu, tr("Co&mmand Palette..."), Qt::CTRL | Qt::Key_K, [this] {
        CommandPalette::toggle(
            {m_services.session, *menuBar(), *m_parameters}, m_services.settings, this);
    });
    addCommand(menu, tr("Recomme&nd..."), Qt::CTRL | Qt::Key_R,
        [this] { showRecommendations(m_services.session, this, m_documents->suggestedPath()); });
    addCommand(menu, tr("Ca&librate..."), Qt::CTRL | Qt::SHIFT | Qt::Key_K,
        [this] { showCalibration(m_services.session, this); });
    addCommand(
        menu, tr("&Find Parameter"), QKeySequence::Find, [this] { m_parameters->focusFilter(); });
}

void MainWindow::addViewMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&View"));
    for (int tab = 0; tab < m_workspace->tabCount(); ++tab)
        addCommand(menu, m_workspace->tabName(tab),
            QKeySequence(QKeyCombination(Qt::CTRL, Qt::Key(Qt::Key_1 + tab))),
            [this, tab] { m_workspace->showTab(tab); });
    addCommand(menu, tr("Timeline by &Event or in Seconds"), Qt::CTRL | Qt::SHIFT | Qt::Key_T,
        [this] { m_workspace->switchTimeline(); });
    menu->addSeparator();
    for (QDockWidget *dock : m_docks)
        menu->addAction(dock->toggleViewAction());
    addCommand(menu, tr("&Next Pane"), Qt::Key_F6, [this] { focusPane(m_panes, Towards::Next); });
    addCommand(menu, tr("Pre&vious Pane"), Qt::SHIFT | Qt::Key_F6,
        [this] { focusPane(m_panes, Towards::Previous); });
    menu->addSeparator();

    menu->addActions(zoomActions(menu, m_services.settings));
    menu->addMenu(makeThemeMenu(this, m_services.settings));
    menu->addMenu(makeLanguageMenu(this, m_services.settings, m_services.translations));
    menu->addSeparator();
    addCommand(menu, tr("&Full Screen"), Qt::Key_F11,
        [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::addWorkshopMenu()
{
    menuBar()->addMenu(
        new WorkshopMenu({m_services.session, *m_lessons, *m_lessonFiles, *m_workshop,
                             [this] { return shownView(); }, [this] { followLesson(); },
                             [this] { return m_lessonPane->place(); }},
            this));
}

void MainWindow::addHelpMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&Help"));
    addCommand(menu, tr("&Keyboard Shortcuts"), QKeySequence::HelpContents,
        [this] { ShortcutsDialog(actionsOf(*menuBar()), this).exec(); });
    addCommand(menu, tr("&About Shardscope"), {}, [this] { AboutDialog(this).exec(); });
    addCommand(menu, tr("About &Qt"), {}, [] { QApplication::aboutQt(); });
}

} // namespace shardscope
