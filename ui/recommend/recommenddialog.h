// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/files/filedialogs.h"
#include "ui/job.h"
#include "ui/recommend/searching.h"

#include <QDialog>
#include <QTimer>

#include <memory>

class QLabel;
class QProgressBar;
class QPushButton;

namespace shardscope {

class FreedomForm;
class FrontierView;
class RecommendList;
class Session;

/// What the dialog needs besides its session.
struct RecommendServices
{
    QString documentPath{}; ///< reports are named after it
    std::unique_ptr<FileDialogs> dialogs = std::make_unique<FileDialogs>();
};

/// Tries everything that may change, shows the best of it with reasons, and takes one of them over
/// into the scenario.
class RecommendDialog : public QDialog
{
    Q_OBJECT

public:
    explicit RecommendDialog(
        Session &session, QWidget *parent = nullptr, RecommendServices services = {});

    bool isSearching() const;

private:
    void build();
    void search();
    void cancel();
    void followScenario(const Scenario &scenario);
    void showRunning(bool isRunning);
    void showProgress();
    void showFound(const Recommendations &found);
    void showNothing(const QString &text);
    void showChart();
    void showReasons(int row);
    void apply();
    void exportReport();

    Session &m_session;
    Scenario m_present; ///< that the search started from
    QString m_presentSentence; ///< what it reaches
    RecommendServices m_services;
    Recommendations m_found; ///< with `m_rows`
    std::vector<Recommendation> m_rows;
    FreedomForm *m_form;
    QLabel *m_summary;
    QProgressBar *m_progress;
    QPushButton *m_toggle; ///< cancels a search, or starts one
    RecommendList *m_list;
    FrontierView *m_chart;
    QLabel *m_reasons;
    QPushButton *m_apply = nullptr;
    QPushButton *m_export = nullptr;
    QTimer m_tick;
    Job<Searching> m_job;
};

/// Opens the dialog beside the window, or brings the open one to the front.
void showRecommendations(Session &session, QWidget *parent, const QString &documentPath = {});

} // namespace shardscope
