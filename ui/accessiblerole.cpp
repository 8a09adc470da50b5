// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/accessiblerole.h"

#include <QAccessibleWidget>
#include <QVariant>
#include <QWidget>

namespace shardscope {

namespace {

constexpr const char *property = "accessibleRole";

QAccessibleInterface *makeRoleInterface(const QString & /*className*/, QObject *object)
{
    const QVariant role
        = object && object->isWidgetType() ? object->property(property) : QVariant();
    return role.isValid() ? new QAccessibleWidget(
               static_cast<QWidget *>(object), static_cast<QAccessible::Role>(role.toInt()))
                          : nullptr;
}

} // namespace

void readAs(QWidget &widget, QAccessible::Role role)
{
    QAccessible::installFactory(makeRoleInterface); // once: Qt looks whether it is there
    widget.setProperty(property, static_cast<int>(role));
}

} // namespace shardscope
