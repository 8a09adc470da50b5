// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartaccessible.h"

#include "ui/charts/chartview.h"

#include <QAccessibleWidget>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

std::vector<ChartSegment> segmentsOf(const ChartView &view)
{
    std::vector<ChartSegment> segments;
    const ChartData &data = view.data();
    if (isTimeline(data)) { // an instant is read as a whole
        for (std::size_t instant = 0; instant < data.categories.size(); ++instant)
            segments.push_back({instant, 0});
        return segments;
    }
    for (std::size_t category = 0; category < data.categories.size(); ++category) {
        for (std::size_t series = 0; series < data.series.size(); ++series) {
            if (data.series[series].values[category] > 0)
                segments.push_back({category, series});
        }
    }
    return segments;
}

class SegmentAccessible : public QAccessibleInterface
{
public:
    SegmentAccessible(ChartView &view, const ChartSegment &segment)
        : m_view(&view)
        , m_segment(segment)
    { }

    bool isValid() const override { return m_view; }
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
        if (!m_view)
            return {};
        const bool isInstant = isTimeline(m_view->data());
        if (kind == QAccessible::Name && isInstant)
            return m_view->data().categories[m_segment.category].label;
        if (kind == QAccessible::Name)
            return segmentName(m_view->data(), m_segment.category, m_segment.series);
        return kind == QAccessible::Description ? m_view->toolTipFor(m_segment) : QString();
    }

    QRect rect() const override
    {
        const QRect inView = m_view->segmentRect(m_segment).toRect();
        return {m_view->mapToGlobal(inView.topLeft()), inView.size()};
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = true;
        state.selectable = true;
        const std::optional<ChartSegment> &selection = m_view->selection();
        state.selected = isTimeline(m_view->data())
            ? selection && selection->category == m_segment.category
            : selection == m_segment;
        state.focused = state.selected && m_view->hasFocus();
        return state;
    }

private:
    QPointer<ChartView> m_view;
    ChartSegment m_segment;
};

class ChartAccessible : public QAccessibleWidget
{
public:
    explicit ChartAccessible(ChartView &view)
        : QAccessibleWidget(&view, QAccessible::Chart)
        , m_view(view)
    { }
    ~ChartAccessible() override { forget(); }

    int childCount() const override { return static_cast<int>(segmentsOf(m_view).size()); }

    QAccessibleInterface *child(int index) const override
    {
        const std::vector<ChartSegment> segments = segmentsOf(m_view);
        if (index < 0 || index >= static_cast<int>(segments.size()))
            return nullptr;
        for (std::size_t i = m_children.size(); i < segments.size(); ++i)
            m_children.push_back(QAccessible::registerAccessibleInterface(
                new SegmentAccessible(m_view, segments[i])));
        return QAccessible::accessibleInterface(m_children[static_cast<std::size_t>(index)]);
    }

    int indexOfChild(const QAccessibleInterface *wanted) const override
    {
        for (int i = 0; i < childCount(); ++i) {
            if (child(i) == wanted)
                return i;
        }
        return -1;
    }

    QAccessibleInterface *childAt(int x, int y) const override
    {
        for (int i = 0; i < childCount(); ++i) {
            if (child(i)->rect().contains(x, y))
                return child(i);
        }
        return nullptr;
    }

    QAccessibleInterface *focusChild() const override
    {
        return m_view.selection() ? childFor(*m_view.selection()) : nullptr;
    }

    QAccessibleInterface *childFor(const ChartSegment &segment) const
    {
        const std::vector<ChartSegment> segments = segmentsOf(m_view);
        const ChartSegment wanted
            = isTimeline(m_view.data()) ? ChartSegment{segment.category, 0} : segment;
        const auto found = std::find(segments.begin(), segments.end(), wanted);
        return found == segments.end() ? nullptr
                                       : child(static_cast<int>(found - segments.begin()));
    }

    void forget()
    {
        for (const QAccessible::Id id : std::exchange(m_children, {}))
            QAccessible::deleteAccessibleInterface(id);
    }

private:
    ChartView &m_view;
    mutable std::vector<QAccessible::Id> m_children; // made when somebody asks
};

QAccessibleInterface *makeInterface(const QString &, QObject *object)
{
    auto *view = qobject_cast<ChartView *>(object);
    return view ? new ChartAccessible(*view) : nullptr;
}

ChartAccessible *accessibleOf(ChartView &view)
{
    return dynamic_cast<ChartAccessible *>(QAccessible::queryAccessibleInterface(&view));
}

} // namespace

void installChartAccessibility()
{
    QAccessible::installFactory(makeInterface);
}

void forgetChartSegments(ChartView &view)
{
    if (!QAccessible::isActive())
        return;
    if (ChartAccessible *accessible = accessibleOf(view)) {
        accessible->forget();
        QAccessibleEvent changed(&view, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

void announceChartSegment(ChartView &view, const ChartSegment &segment)
{
    if (!QAccessible::isActive())
        return;
    const ChartAccessible *accessible = accessibleOf(view);
    QAccessibleInterface *child = accessible ? accessible->childFor(segment) : nullptr;
    if (!child)
        return;
    QAccessibleEvent focused(child, QAccessible::Focus);
    QAccessible::updateAccessibility(&focused);
}

} // namespace shardscope
