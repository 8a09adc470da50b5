// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/drawingaccessible.h"

#include "ui/charts/drawingview.h"

#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

#include <utility>

namespace shardscope {

namespace {

class PlaceAccessible : public QAccessibleInterface
{
public:
    PlaceAccessible(DrawingView &view, int place)
        : m_view(&view)
        , m_place(place)
    { }

    bool isValid() const override { return m_view && m_view->drawing(); }
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::Graphic; }
    void setText(QAccessible::Text, const QString &) override { }

    QString text(QAccessible::Text kind) const override
    {
        if (!isValid())
            return {};
        if (kind == QAccessible::Name)
            return m_view->drawing()->nameOf(m_place);
        return kind == QAccessible::Description ? m_view->drawing()->readingOf(m_place) : QString();
    }

    QRect rect() const override
    {
        const QRect inView = m_view->placeRect(m_place).toAlignedRect();
        return {m_view->mapToGlobal(inView.topLeft()), inView.size()};
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = true;
        state.selectable = true;
        state.selected = m_view->place() == m_place;
        state.focused = state.selected && m_view->hasFocus();
        return state;
    }

    int place() const { return m_place; }

private:
    QPointer<DrawingView> m_view;
    int m_place;
};

class DrawingAccessible : public QAccessibleWidget
{
public:
    explicit DrawingAccessible(DrawingView &view)
        : QAccessibleWidget(&view, QAccessible::Chart)
        , m_view(view)
    { }
    ~DrawingAccessible() override { forget(); }

    int childCount() const override { return m_view.drawing() ? m_view.drawing()->count() : 0; }

    QAccessibleInterface *child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        QAccessible::Id &id = m_children[index];
        if (id == 0)
            id = QAccessible::registerAccessibleInterface(new PlaceAccessible(m_view, index));
        return QAccessible::accessibleInterface(id);
    }

    int indexOfChild(const QAccessibleInterface *wanted) const override
    {
        const auto *place = dynamic_cast<const PlaceAccessible *>(wanted);
        return place ? place->place() : -1;
    }

    QAccessibleInterface *childAt(int x, int y) const override
    {
        return child(m_view.placeAt(m_view.mapFromGlobal(QPoint(x, y))));
    }

    QAccessibleInterface *focusChild() const override { return child(m_view.place()); }

    void forget()
    {
        for (const QAccessible::Id id : std::exchange(m_children, {}))
            QAccessible::deleteAccessibleInterface(id);
    }

private:
    DrawingView &m_view;
    mutable QHash<int, QAccessible::Id> m_children; // made when somebody asks
};

QAccessibleInterface *makeInterface(const QString &, QObject *object)
{
    auto *view = qobject_cast<DrawingView *>(object);
    return view ? new DrawingAccessible(*view) : nullptr;
}

DrawingAccessible *accessibleOf(DrawingView &view)
{
    return dynamic_cast<DrawingAccessible *>(QAccessible::queryAccessibleInterface(&view));
}

} // namespace

void installDrawingAccessibility()
{
    QAccessible::installFactory(makeInterface);
}

void forgetDrawingPlaces(DrawingView &view)
{
    if (!QAccessible::isActive())
        return;
    if (DrawingAccessible *accessible = accessibleOf(view)) {
        accessible->forget();
        QAccessibleEvent changed(&view, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

void announceDrawingPlace(DrawingView &view, int place)
{
    if (!QAccessible::isActive())
        return;
    const DrawingAccessible *accessible = accessibleOf(view);
    QAccessibleInterface *child = accessible ? accessible->child(place) : nullptr;
    if (!child)
        return;
    QAccessibleEvent focused(child, QAccessible::Focus);
    QAccessible::updateAccessibility(&focused);
}

} // namespace shardscope
