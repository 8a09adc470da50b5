// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>
#include <vector>

class QLabel;
class QPushButton;

namespace shardscope {

class ImportDesk;
class ImportTree;
class Session;

/// What the files of a run came to: the verdict, what keeps them out of the plan, and every key.
class ImportPane : public QWidget
{
    Q_OBJECT

public:
    ImportPane(Session &session, ImportDesk &desk, QWidget *parent = nullptr);

    std::vector<bool> unfolded() const; ///< of each group; none before the first import
    void setUnfolded(const std::vector<bool> &unfolded);
    /// The report as text, for whoever is asked about it.
    void copy() const;

signals:
    void controlRequested(const QString &key);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void showProblems();

    ImportDesk &m_desk;
    QLabel *m_verdict;
    QLabel *m_problems;
    QLabel *m_missing;
    QPushButton *m_takeIn;
    ImportTree *m_tree;
    std::vector<std::string> m_files; ///< of the run that is shown
};

} // namespace shardscope
