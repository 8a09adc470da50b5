// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workshop/lessoneditor.h"

#include <QMenu>
#include <QPointer>

#include <functional>

namespace shardscope {

class LessonDesk;
class LessonFiles;
class Session;
class Workshop;

/// What the menu works with; all of it outlives the menu.
struct WorkshopServices
{
    Session &session;
    LessonDesk &desk;
    LessonFiles &files;
    Workshop &workshop;
    std::function<ShownView()> view; ///< what the window shows
    std::function<void()> follow; ///< shows the lesson beside the window
    std::function<std::size_t()> place; ///< the step that is shown there
};

/// Lessons: to follow, to present, to make; and what is shared of a scenario without a network.
class WorkshopMenu : public QMenu
{
    Q_OBJECT

public:
    explicit WorkshopMenu(WorkshopServices services, QWidget *parent = nullptr);
    ~WorkshopMenu() override;

    LessonEditor *editor() const { return m_editor; } ///< null until somebody edits

private:
    void addLessons();
    void fillLessons(QMenu &menu);
    void present(std::size_t step);
    void edit();
    void addView();
    void share();
    QAction *add(
        const QString &text, const QKeySequence &shortcut, const std::function<void()> &act);

    WorkshopServices m_services;
    QPointer<LessonEditor> m_editor;
};

} // namespace shardscope
