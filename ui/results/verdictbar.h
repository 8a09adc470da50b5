// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compared.h"

#include <QStringList>
#include <QWidget>

#include <optional>

class QLabel;
class QToolButton;

namespace shardscope {

class Advisor;
class Session;

/// The answer, before any chart: whether it fits, by how much, and what to know besides.
class VerdictBar : public QWidget
{
    Q_OBJECT

public:
    VerdictBar(Session &session, Advisor &advisor, QWidget *parent = nullptr);

    /// Where there is little height: all of it in one line.
    void setBrief(bool isBrief);

signals:
    /// The user would rather choose among the best than look for them.
    void recommendationsRequested();
    /// The user has a measurement to compare with.
    void calibrationRequested();

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refresh();
    void showPlan(const Plan &plan);
    void showPeek(const PinnedPlan &baseline);
    void showProblem(const Error &problem);
    /// Nothing: not known yet.
    void setMark(std::optional<Fit> fit);
    void setHints(const Plan &plan);
    void tell();
    bool isChecking(const Plan &plan) const;
    void showHints();
    void placeDetail();
    void applyFont();
    void fold();
    bool isLaidOut() const;
    int roomBesideHeadline() const;

    const Session &m_session;
    const Advisor &m_advisor;
    QLabel *m_icon;
    QLabel *m_headline;
    QLabel *m_detail;
    QLabel *m_hint;
    QString m_told; ///< what assistive technology heard last
    bool m_isDue
        = true; ///< it hears what is shown: no edit led there, which the status line tells of
    QStringList m_hints; ///< sentences, the most important ones first
    QLabel *m_reserving;
    QLabel *m_line; ///< in the place of detail and hints, where there is little height
    QToolButton *m_calibrate;
    bool m_isBrief = false;
    bool m_isBeside = true; ///< the detail stands beside the headline
};

} // namespace shardscope
