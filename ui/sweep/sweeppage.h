// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/sweep/choice.h"
#include "ui/sweep/sweeprunner.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QProgressBar;
class QToolButton;

namespace shardscope {

class AxisPicker;
class Session;
class SweepView;

/// One scenario many times over: one or two inputs go through many values each. Works only while
/// it is seen.
class SweepPage : public QWidget
{
    Q_OBJECT

public:
    explicit SweepPage(Session &session, QWidget *parent = nullptr);

    AxisPicker *across() const { return m_across; }
    AxisPicker *up() const { return m_up; }
    SweepView *view() const { return m_view; }
    const SweepRunner &runner() const { return m_runner; }
    void setMetric(Metric metric);
    Metric shownMetric() const;
    QString problem() const;
    void selectPart(const QString & /*id*/) { }

signals:
    void partActivated(const QString &id);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void buildHeader();
    void setLeastHeights(); ///< in lines of the present letters
    void showReading();
    void showChoice(); ///< the document's
    void keepChoice(); ///< in the document
    SweepChoice choice() const;
    void askForSweep();
    void sweep();
    Result<Sweep> chosenSweep() const;
    void say(const std::optional<Error> &error);
    void showResults();
    void showProgress();
    void goTo(std::size_t point);
    void read(const QString &text);

    Session &m_session;
    SweepRunner m_runner;
    AxisPicker *m_across;
    AxisPicker *m_up;
    QComboBox *m_metric;
    QProgressBar *m_progress;
    QToolButton *m_cancel;
    QLabel *m_problem;
    SweepView *m_view;
    QLabel *m_reading;
    QTimer m_pause; ///< a drag is one question
};

} // namespace shardscope
