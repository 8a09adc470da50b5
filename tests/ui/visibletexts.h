// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/elidedlabel.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTabBar>
#include <QTextDocument>
#include <QTextEdit>

namespace shardscope {

inline QStringList itemTexts(const QAbstractItemModel &model)
{
    QStringList texts;
    for (int column = 0; column < model.columnCount(); ++column) {
        texts += model.headerData(column, Qt::Horizontal).toString();
        for (int row = 0; row < model.rowCount(); ++row)
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
                texts += model.index(row, column).data(role).toString();
    }
    return texts;
}

/// What one widget says to the eye and to a screen reader.
inline QStringList ownTexts(const QWidget &widget)
{
    QStringList texts{widget.toolTip(), widget.statusTip(), widget.whatsThis(),
        widget.accessibleName(), widget.accessibleDescription()};
    for (const QAction *action : widget.actions())
        texts += {action->text(), action->toolTip(), action->statusTip()};
    if (const auto *label = qobject_cast<const QLabel *>(&widget))
        texts += label->text();
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget))
        texts += button->text();
    if (const auto *group = qobject_cast<const QGroupBox *>(&widget))
        texts += group->title();
    if (const auto *dock = qobject_cast<const QDockWidget *>(&widget))
        texts += dock->windowTitle();
    if (const auto *edit = qobject_cast<const QLineEdit *>(&widget))
        texts += edit->placeholderText();
    if (const auto *edit = qobject_cast<const QTextEdit *>(&widget))
        texts += edit->toPlainText();
    if (const auto *combo = qobject_cast<const QComboBox *>(&widget))
        texts += itemTexts(*combo->model());
    if (const auto *menu = qobject_cast<const QMenu *>(&widget))
        texts += menu->title();
    if (const auto *view = qobject_cast<const QAbstractItemView *>(&widget)) {
        if (view->model())
            texts += itemTexts(*view->model());
    }
    if (const auto *tabs = qobject_cast<const QTabBar *>(&widget)) {
        for (int i = 0; i < tabs->count(); ++i)
            texts += {tabs->tabText(i), tabs->tabToolTip(i)};
    }
    return texts;
}

/// Everything that a window says, menus included, without mnemonics.
inline QStringList visibleTexts(const QWidget &window)
{
    QStringList texts;
    QList<const QWidget *> widgets{&window};
    for (const QWidget *widget : window.findChildren<QWidget *>())
        widgets += widget;
    for (const QWidget *widget : widgets) {
        for (QString text : ownTexts(*widget)) {
            text.remove(u'&');
            if (!text.isEmpty() && !texts.contains(text))
                texts += text;
        }
    }
    return texts;
}

inline bool isClipped(const QLabel &label)
{
    const bool givesWay = qobject_cast<const ElidedLabel *>(&label) // its tool tip has it all
        || label.sizePolicy().horizontalPolicy() == QSizePolicy::Ignored;
    if (label.text().isEmpty() || givesWay)
        return false;
    if (label.wordWrap())
        return label.heightForWidth(label.width()) > label.height();
    return label.sizeHint().width() > label.width();
}

inline bool isClipped(const QAbstractButton &button)
{
    return !button.text().isEmpty() && button.sizeHint().width() > button.width();
}

/// Labels, buttons and tabs that are shown with less room than their words need.
inline QStringList clippedTexts(const QWidget &window)
{
    QStringList texts;
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        if (label->isVisible() && isClipped(*label))
            texts += label->text();
    }
    for (const QAbstractButton *button : window.findChildren<QAbstractButton *>()) {
        if (button->isVisible() && isClipped(*button))
            texts += button->text();
    }
    for (const QTabBar *tabs : window.findChildren<QTabBar *>()) {
        if (tabs->isVisible() && tabs->sizeHint().width() > tabs->width())
            texts += tabs->tabText(0);
    }
    return texts;
}

} // namespace shardscope
