// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartaccessible.h"

#include "ui/charts/accessiblepicture.h"
#include "ui/charts/chartview.h"

#include <algorithm>

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

/// Where it stands among the children; -1: nowhere.
int indexOf(const ChartView &view, const ChartSegment &segment)
{
    const std::vector<ChartSegment> segments = segmentsOf(view);
    const ChartSegment wanted
        = isTimeline(view.data()) ? ChartSegment{segment.category, 0} : segment;
    const auto found = std::find(segments.begin(), segments.end(), wanted);
    return found == segments.end() ? -1 : static_cast<int>(found - segments.begin());
}

class SegmentPart : public PicturePart
{
public:
    SegmentPart(ChartView &view, const ChartSegment &segment)
        : PicturePart(view)
        , m_view(view)
        , m_segment(segment)
    { }

protected:
    QString name() const override
    {
        return isTimeline(m_view.data())
            ? m_view.data().categories[m_segment.category].label
            : segmentName(m_view.data(), m_segment.category, m_segment.series);
    }
    QString description() const override { return m_view.toolTipFor(m_segment); }
    QRect rectInPicture() const override { return m_view.segmentRect(m_segment).toRect(); }
    bool isSelected() const override
    {
        const std::optional<ChartSegment> &selection = m_view.selection();
        return isTimeline(m_view.data()) ? selection && selection->category == m_segment.category
                                         : selection == m_segment;
    }

private:
    ChartView &m_view;
    ChartSegment m_segment;
};

class ChartAccessible : public AccessiblePicture
{
public:
    explicit ChartAccessible(ChartView &view)
        : AccessiblePicture(view)
        , m_view(view)
    { }

    int childCount() const override { return static_cast<int>(segmentsOf(m_view).size()); }
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
        return m_view.selection() ? child(indexOf(m_view, *m_view.selection())) : nullptr;
    }

protected:
    PicturePart *makePart(int index) const override
    {
        return new SegmentPart(m_view, segmentsOf(m_view)[static_cast<std::size_t>(index)]);
    }

private:
    ChartView &m_view;
};

QAccessibleInterface *makeChartInterface(const QString &, QObject *object)
{
    auto *view = qobject_cast<ChartView *>(object);
    return view ? new ChartAccessible(*view) : nullptr;
}

} // namespace

void installChartAccessibility()
{
    QAccessible::installFactory(makeChartInterface);
}

void announceChartSegment(ChartView &view, const ChartSegment &segment)
{
    if (QAccessible::isActive())
        announcePart(view, indexOf(view, segment));
}

} // namespace shardscope
