// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes.h"

#include <QApplication>
#include <QWidget>

#include <algorithm>

namespace shardscope {

namespace {

bool takesFocus(const QWidget &widget)
{
    return widget.isVisible() && widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus) != 0;
}

bool holds(const QWidget &pane, const QWidget *widget)
{
    return widget && (widget == &pane || pane.isAncestorOf(widget));
}

/// Where the focus was last in the pane, else where the Tab key enters it.
QWidget *entryOf(QWidget &pane)
{
    QWidget *last = pane.focusWidget();
    if (holds(pane, last) && takesFocus(*last))
        return last;
    QWidget *widget = &pane;
    do {
        if (holds(pane, widget) && takesFocus(*widget))
            return widget;
        widget = widget->nextInFocusChain();
    } while (widget != &pane);
    return nullptr;
}

/// It and the widgets in it, as far as they take the focus, in their order.
QList<QWidget *> focusedIn(QWidget &container)
{
    QList<QWidget *> widgets;
    QWidget *widget = &container;
    do {
        const bool isReached = widget->focusPolicy() != Qt::NoFocus && !widget->focusProxy();
        if (isReached && holds(container, widget))
            widgets += widget;
        widget = widget->nextInFocusChain();
    } while (widget != &container);
    return widgets;
}

} // namespace

void focusPane(const QList<QWidget *> &panes, Towards direction)
{
    const QWidget *focus = QApplication::focusWidget();
    const auto present = std::find_if(
        panes.begin(), panes.end(), [focus](const QWidget *pane) { return holds(*pane, focus); });
    const qsizetype count = panes.size();
    const bool isForward = direction == Towards::Next;
    // From nowhere to the first or the last one.
    qsizetype index = present == panes.end() ? (isForward ? -1 : count) : present - panes.begin();
    for (qsizetype tried = 0; tried < count; ++tried) {
        index = (index + (isForward ? 1 : -1) + count) % count;
        if (QWidget *entry = entryOf(*panes[index])) {
            entry->setFocus(isForward ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return;
        }
    }
}

void placeInTabOrder(QWidget &container)
{
    placeInTabOrder(container, {&container});
}

void placeInTabOrder(QWidget &container, const QList<QWidget *> &parts)
{
    QWidget *before = &container;
    do {
        before = before->previousInFocusChain();
    } while (before != &container && before->focusPolicy() == Qt::NoFocus);
    for (QWidget *part : parts) {
        for (QWidget *widget : focusedIn(*part)) {
            QWidget::setTabOrder(before, widget);
            before = widget;
        }
    }
}

} // namespace shardscope
