// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/workshopmenu.h"

#include "resources/lessons.h"
#include "ui/session.h"
#include "ui/text/names.h"
#include "ui/workshop/lessondesk.h"
#include "ui/workshop/lessonfiles.h"
#include "ui/workshop/lessonwords.h"
#include "ui/workshop/sharedialog.h"
#include "ui/workshop/workshop.h"

#include <utility>

namespace shardscope {

WorkshopMenu::WorkshopMenu(WorkshopServices services, QWidget *parent)
    : QMenu(tr("&Workshop"), parent)
    , m_services(std::move(services))
{
    addLessons();
    LessonFiles &files = m_services.files;
    add(tr("&Open Lesson..."), {}, [this, &files] {
        if (files.chooseAndOpen())
            m_services.follow();
    });
    addSeparator();
    add(tr("&Present"), Qt::Key_F5, [this] { present(m_services.place()); });
    QAction *dark = addAction(tr("&Dark Room"));
    dark->setCheckable(true);
    dark->setChecked(m_services.workshop.room() == Room::Dark);
    connect(dark, &QAction::toggled, this,
        [this](bool isDark) { m_services.workshop.setRoom(isDark ? Room::Dark : Room::Light); });
    addSeparator();
    add(tr("&New Lesson"), {}, [this, &files] {
        if (files.startNew())
            edit();
    });
    QAction *editLesson = add(tr("&Edit Lesson..."), {}, [this] { edit(); });
    editLesson->setObjectName(QStringLiteral("editLesson"));
    add(tr("Add This &View as a Step"), Qt::CTRL | Qt::SHIFT | Qt::Key_A, [this] { addView(); });
    QAction *save = add(tr("Save Lesson &As..."), {}, [&files] { files.saveAs(); });
    QAction *handouts = add(tr("&Hand-outs..."), {}, [&files] { files.writeHandouts(); });
    addSeparator();
    add(tr("&Share This Scenario..."), Qt::CTRL | Qt::SHIFT | Qt::Key_L, [this] { share(); });
    connect(this, &QMenu::aboutToShow, this, [this, editLesson, save, handouts] {
        for (QAction *action : {editLesson, save, handouts})
            action->setEnabled(m_services.desk.lesson() != nullptr);
    });
}

WorkshopMenu::~WorkshopMenu()
{
    delete m_editor;
}

QAction *WorkshopMenu::add(
    const QString &text, const QKeySequence &shortcut, const std::function<void()> &act)
{
    QAction *action = addAction(text);
    action->setShortcut(shortcut);
    connect(action, &QAction::triggered, this, act);
    return action;
}

void WorkshopMenu::addLessons()
{
    QMenu *menu = addMenu(tr("&Lessons"));
    menu->setObjectName(QStringLiteral("lessons"));
    menu->setToolTipsVisible(true);
    // Reading them can wait until somebody looks.
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        if (menu->isEmpty())
            fillLessons(*menu);
    });
}

void WorkshopMenu::fillLessons(QMenu &menu)
{
    const std::vector<BuiltInLesson> lessons = builtInLessons();
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        const Lesson &lesson = lessons[i].lesson;
        QAction *action = menu.addAction(
            QStringLiteral("&%1 %2").arg(i + 1).arg(menuText(wordsOf(lesson.title))));
        action->setToolTip(wordsOf(lesson.about));
        connect(action, &QAction::triggered, this, [this, i] {
            if (m_services.files.openBuiltIn(i))
                m_services.follow();
        });
    }
}

/// Who has opened none begins with the first.
void WorkshopMenu::present(std::size_t step)
{
    if (!m_services.desk.lesson() && !m_services.files.openBuiltIn(0))
        return;
    m_services.workshop.start(*m_services.desk.lesson(), step, m_services.desk.folder());
}

void WorkshopMenu::edit()
{
    if (!m_services.desk.lesson())
        return;
    if (!m_editor) {
        m_editor = new LessonEditor(m_services.desk, m_services.view, parentWidget());
        m_editor->setWindowFlag(Qt::Window);
        m_editor->setWindowTitle(tr("Lesson"));
        QAction *undo = m_services.desk.undoStack()->createUndoAction(m_editor);
        QAction *redo = m_services.desk.undoStack()->createRedoAction(m_editor);
        undo->setShortcut(QKeySequence::Undo);
        redo->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y});
        m_editor->addActions({undo, redo});
        connect(m_editor, &LessonEditor::previewRequested, this,
            [this](int step) { present(static_cast<std::size_t>(step)); });
        connect(m_editor, &LessonEditor::saveRequested, this, [this] { m_services.files.save(); });
        m_editor->resize(960, 640);
    }
    m_editor->show();
    m_editor->raise();
    m_editor->activateWindow();
}

/// Whoever has no lesson open begins one with it.
void WorkshopMenu::addView()
{
    if (!m_services.desk.lesson() && !m_services.files.startNew())
        return;
    edit();
    m_editor->addView();
}

void WorkshopMenu::share()
{
    ShareDialog(m_services.session.scenario(), parentWidget()).exec();
}

} // namespace shardscope
