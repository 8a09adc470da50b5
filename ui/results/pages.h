// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/reserving.h"
#include "core/scenario/ranks.h"
#include "ui/charts/chartdata.h"
#include "ui/session.h"

#include <QWidget>

#include <memory>
#include <optional>

class QBoxLayout;
class QButtonGroup;
class QComboBox;
class QLabel;
class QTableView;

namespace shardscope {

class ChartView;
class Drawing;
class DrawingView;
class FlowLayout;
class PlanModel;

/// A chart of the present plan. Works only while it is seen.
class ChartPage : public QWidget
{
    Q_OBJECT

public:
    ChartView *chart() const { return m_chart; }
    ChartView *hostChart() const { return m_host; }
    DrawingView *drawing() const { return m_drawing; }
    int view() const; ///< -1 where there is but one
    void setView(int view);
    void selectPart(const QString &id);
    /// What stands for a bar that was chosen in another chart, where there is such a thing.
    void selectBar(const QString &id);

signals:
    void partActivated(const QString &id);
    void barActivated(const QString &id);

protected:
    explicit ChartPage(Session &session, QWidget *parent);

    struct ViewText
    {
        QString name{};
        QString meaning{};
    };
    /// Switches between views, of which the first is shown at first.
    void addViews(const std::vector<ViewText> &views);
    /// Behind the other views one of the pinned scenarios, there while there are any.
    void addPinsView(Session &session);
    /// Offers a view only while it has something to show, or is shown.
    void offerView(int view, bool hasContent);
    virtual void showView() { refresh(); }

    virtual ChartData makeData(const Plan &plan) const = 0;
    /// In place of the chart; null: the chart is shown.
    virtual std::shared_ptr<const Drawing> makeDrawing(const Plan & /*plan*/) const { return {}; }
    /// A sentence between title and chart; empty: none.
    virtual QString makeNote(const Plan & /*plan*/) const { return {}; }
    /// Draws the baseline into the chart of the present plan.
    virtual void addOutlines(ChartData & /*shown*/, const Compared & /*compared*/) const { }
    /// What belongs beside the chart; without bars: nothing does.
    virtual ChartData makeHostData(const Plan & /*plan*/) const { return {}; }
    void refresh();
    void addHeaderWidget(QWidget *widget);
    const Session &session() const { return m_session; }
    const Compared &compared() const { return m_session.pins().all(); }
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    QWidget *addView(const ViewText &text);
    QString showContent(const Plan &plan);
    QString showDrawing(std::shared_ptr<const Drawing> drawing);
    QString showChart(const Plan &plan);
    QString baselineTitle(const QString &title) const;
    void showNote();
    void placeSwitches();

    const Session &m_session;
    QLabel *m_title;
    FlowLayout *m_switches; ///< between views
    QBoxLayout *m_header; ///< title and switches
    QButtonGroup *m_views;
    QWidget *m_lastSwitch = nullptr;
    QLabel *m_note;
    ChartView *m_chart;
    ChartView *m_host; ///< beside the chart, where there is something to show
    DrawingView *m_drawing; ///< in place of both
};

class MemoryPage : public ChartPage
{
    Q_OBJECT

public:
    enum View { ByStrategy, ByFramework, ByGpu, ByPin };

    explicit MemoryPage(Session &session, QWidget *parent = nullptr);

protected:
    ChartData makeData(const Plan &plan) const override;
    void addOutlines(ChartData &shown, const Compared &compared) const override;
    ChartData makeHostData(const Plan &plan) const override;

private:
    PlanMaker maker(const Plan &plan) const;
};

class TrafficPage : public ChartPage
{
    Q_OBJECT

public:
    enum View { ByLink, ByStrategy, ByGpuCount, InCluster, ByPin };

    explicit TrafficPage(Session &session, QWidget *parent = nullptr);

    std::optional<MeshAxis> axis() const; ///< that the cluster is shown by
    void setAxis(MeshAxis axis);

protected:
    ChartData makeData(const Plan &plan) const override;
    std::shared_ptr<const Drawing> makeDrawing(const Plan &plan) const override;
    void addOutlines(ChartData &shown, const Compared &compared) const override;
    QString makeNote(const Plan &plan) const override;

private:
    void showView() override;
    void offerAlgorithm();
    void offerAxes();

    QComboBox *m_algorithm;
    QComboBox *m_axis;
};

/// The course of one step: its events one after another, or to the scale of time with what
/// computes, what is on the wire and what waits; or all stages of a pipeline side by side.
class TimelinePage : public ChartPage
{
    Q_OBJECT

public:
    enum View { ByEvent, InSeconds, OfPipeline };

    explicit TimelinePage(Session &session, QWidget *parent = nullptr);

    /// Puts the cursor on the largest instant of a phase.
    void showPhase(const QString &id);

protected:
    ChartData makeData(const Plan &plan) const override;
    std::shared_ptr<const Drawing> makeDrawing(const Plan &plan) const override;
    QString makeNote(const Plan &plan) const override;

private:
    void showView() override;
    void offerPipeline();
};

/// All numbers as a table; cells, rows or everything can be copied.
class TablePage : public QWidget
{
    Q_OBJECT

public:
    explicit TablePage(Session &session, QWidget *parent = nullptr);

    void selectPart(const QString &id);
    /// The selected cells, tab-separated, to the clipboard; everything where none is selected.
    void copySelection() const;

signals:
    void partActivated(const QString &id);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void refresh();

    const Session &m_session;
    PlanModel *m_model;
    QTableView *m_table;
    bool m_hasWidths = false; ///< measuring every cell can wait until somebody looks
};

} // namespace shardscope
