// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/drawingaccessible.h"

#include "ui/charts/accessiblepicture.h"
#include "ui/charts/drawingview.h"

namespace shardscope {

namespace {

class PlacePart : public PicturePart
{
public:
    PlacePart(DrawingView &view, int place)
        : PicturePart(view)
        , m_view(view)
        , m_place(place)
    { }

    bool isValid() const override { return PicturePart::isValid() && m_view.drawing(); }

protected:
    QString name() const override { return m_view.drawing()->nameOf(m_place); }
    QString description() const override { return m_view.drawing()->readingOf(m_place); }
    QRect rectInPicture() const override { return m_view.placeRect(m_place).toAlignedRect(); }
    bool isSelected() const override { return m_view.place() == m_place; }

private:
    DrawingView &m_view;
    int m_place;
};

class DrawingAccessible : public AccessiblePicture
{
public:
    explicit DrawingAccessible(DrawingView &view)
        : AccessiblePicture(view)
        , m_view(view)
    { }

    int childCount() const override { return m_view.drawing() ? m_view.drawing()->count() : 0; }
    QAccessibleInterface *childAt(int x, int y) const override
    {
        return child(m_view.placeAt(m_view.mapFromGlobal(QPoint(x, y))));
    }
    QAccessibleInterface *focusChild() const override { return child(m_view.place()); }

protected:
    PicturePart *makePart(int index) const override { return new PlacePart(m_view, index); }

private:
    DrawingView &m_view;
};

QAccessibleInterface *makeDrawingInterface(const QString &, QObject *object)
{
    auto *view = qobject_cast<DrawingView *>(object);
    return view ? new DrawingAccessible(*view) : nullptr;
}

} // namespace

void installDrawingAccessibility()
{
    QAccessible::installFactory(makeDrawingInterface);
}

} // namespace shardscope
