// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/files/exporter.h"

#include <QWidget>

#include <functional>
#include <vector>

class QTabWidget;

namespace shardscope {

class Advisor;
class LimitsBar;
class MemoryPage;
class MessageBar;
class Session;
class RunPage;
class SweepPage;
class TimelinePage;
class TrafficPage;
class VerdictBar;
template <typename Page> // lupdate takes "class Page" for a class, and loses the namespace
class LazyPage;

/// The middle of the window: the verdict, what went wrong, and the tabs of evidence. The part that
/// is selected in one tab is selected in all.
class Workspace : public QWidget
{
    Q_OBJECT

public:
    explicit Workspace(Session &session, QWidget *parent = nullptr);

    int tabCount() const;
    QString tabName(int index) const; ///< with its letter, for a menu
    int currentTab() const;
    void showTab(int index);
    void selectPart(const QString &id);
    void selectBar(const QString &id); ///< in all charts that have one of it
    /// That tab, and in it that chart.
    void showChart(ChartKind chart);
    /// Says that a document was opened, and shows what it has to show.
    void showOpened(const QString &name);
    /// The timeline; where that is shown already, to and fro between events and seconds.
    void switchTimeline();
    /// The timeline, at the largest instant of a phase.
    void showPhase(const QString &id);

    int chartHeight() const; ///< the room for a chart below its title
    /// The chart that is shown, or belongs best to the table that is.
    ChartKind currentChart() const;
    /// By whose groups the cluster is shown; nothing where nobody has looked at it.
    std::optional<MeshAxis> axis() const;
    /// The sweep that its tab shows; null where nobody has asked for one yet.
    std::shared_ptr<const SweepRun> sweep() const;
    MessageBar &messages() { return *m_messages; }
    /// What the document says of itself.
    MessageBar &about() { return *m_about; }
    Advisor &advisor() { return *m_advisor; }

signals:
    void partActivated(const QString &id);
    void currentTabChanged(int index);
    void controlRequested(const QString &key);

protected:
    void showEvent(QShowEvent *event) override;
    bool event(QEvent *event) override;

private:
    template <class Page>
    LazyPage<Page> *addPage(Session &session, const QString &name);
    void showAbout();
    void shareLines();

    Session &m_session;
    Advisor *m_advisor;
    MessageBar *m_messages;
    MessageBar *m_about;
    ModelChoice m_aboutModel; ///< that the text is about
    VerdictBar *m_verdict;
    LimitsBar *m_limits;
    QTabWidget *m_tabs;
    QStringList m_tabNames;
    LazyPage<MemoryPage> *m_memory;
    LazyPage<TrafficPage> *m_traffic;
    LazyPage<TimelinePage> *m_timeline;
    LazyPage<RunPage> *m_run;
    LazyPage<SweepPage> *m_sweep;
    QString m_part; ///< that was selected last
    std::vector<std::function<void(const QString &)>> m_selectors;
    std::vector<std::function<void(const QString &)>> m_barSelectors;
};

} // namespace shardscope
