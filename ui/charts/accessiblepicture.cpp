// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/accessiblepicture.h"

#include <utility>

namespace shardscope {

namespace {

/// Nothing while nobody listens.
AccessiblePicture *accessibleOf(QWidget &picture)
{
    return QAccessible::isActive()
        ? dynamic_cast<AccessiblePicture *>(QAccessible::queryAccessibleInterface(&picture))
        : nullptr;
}

} // namespace

QString PicturePart::text(QAccessible::Text kind) const
{
    if (!isValid())
        return {};
    if (kind == QAccessible::Name)
        return name();
    return kind == QAccessible::Description ? description() : QString();
}

QRect PicturePart::rect() const
{
    if (!isValid())
        return {};
    const QRect inPicture = rectInPicture();
    return {m_picture->mapToGlobal(inPicture.topLeft()), inPicture.size()};
}

QAccessible::State PicturePart::state() const
{
    QAccessible::State state;
    state.focusable = true;
    state.selectable = true;
    state.selected = isValid() && isSelected();
    state.focused = state.selected && m_picture->hasFocus();
    return state;
}

QAccessibleInterface *AccessiblePicture::child(int index) const
{
    if (index < 0 || index >= childCount())
        return nullptr;
    QAccessible::Id &id = m_parts[index];
    if (id == 0)
        id = QAccessible::registerAccessibleInterface(makePart(index));
    return QAccessible::accessibleInterface(id);
}

int AccessiblePicture::indexOfChild(const QAccessibleInterface *wanted) const
{
    for (auto part = m_parts.cbegin(); part != m_parts.cend(); ++part) {
        if (QAccessible::accessibleInterface(part.value()) == wanted)
            return part.key();
    }
    return -1;
}

void AccessiblePicture::forget()
{
    for (const QAccessible::Id id : std::exchange(m_parts, {}))
        QAccessible::deleteAccessibleInterface(id);
}

void forgetParts(QWidget &picture)
{
    if (AccessiblePicture *accessible = accessibleOf(picture)) {
        accessible->forget();
        QAccessibleEvent changed(&picture, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

void announcePart(QWidget &picture, int index)
{
    const AccessiblePicture *accessible = accessibleOf(picture);
    QAccessibleInterface *part = accessible ? accessible->child(index) : nullptr;
    if (!part)
        return;
    QAccessibleEvent focused(part, QAccessible::Focus);
    QAccessible::updateAccessibility(&focused);
}

} // namespace shardscope
