// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/judge/calibration.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;

namespace shardscope {

class Session;

/// Holds what a run has shown against the estimate, and takes the difference over into the
/// scenario.
class CalibrationDialog : public QDialog
{
    Q_OBJECT

public:
    explicit CalibrationDialog(Session &session, QWidget *parent = nullptr);

    void setText(const QString &text);

private:
    void read();
    void refresh();
    void showDeviations(const Plan &plan, const std::vector<Deviation> &deviations);
    void apply();

    Session &m_session;
    std::optional<Evidence> m_evidence;
    double m_correction = 0;
    QPlainTextEdit *m_text;
    QLabel *m_understood;
    QComboBox *m_question;
    QTreeWidget *m_deviations;
    QLabel *m_explanation;
    QPushButton *m_apply;
};

/// Opens the dialog beside the window, with what was measured where that is known.
void showCalibration(Session &session, QWidget *parent, const QString &measured = {});

} // namespace shardscope
