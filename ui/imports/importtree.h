// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/importrun.h"

#include <QTreeWidget>

#include <optional>
#include <string>
#include <vector>

class QButtonGroup;
class QRadioButton;

namespace shardscope {

class Session;

/// Everything that the files of a run say, in groups that fold: where it stands, what it is, which
/// input it reaches. What files say differently has a button for each saying.
class ImportTree : public QTreeWidget
{
    Q_OBJECT

public:
    enum Column { PlaceColumn, SaidColumn, ReachedColumn, RemarkColumn, ColumnCount };
    enum Group { Taken, Assumed, Contradicting, WithoutEffect, NotUnderstood, GroupCount };

    explicit ImportTree(Session &session, QWidget *parent = nullptr);

    void setRun(const ImportedRun &run);
    /// Which groups are folded goes by what is in them.
    void foldAsUsual();
    std::vector<bool> unfolded() const;
    void setUnfolded(const std::vector<bool> &unfolded);

    QSize sizeHint() const override;

signals:
    void inputActivated(const QString &key);
    void chosen(const std::string &fact, std::size_t saying);
    void copyRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// The sayings of a contradiction, as they are shown.
    struct Choice
    {
        Contradiction contradiction;
        std::vector<QTreeWidgetItem *> items;
        QButtonGroup *buttons;
    };

    QTreeWidgetItem *addGroup(const QString &title, std::size_t count);
    void addRows(QTreeWidgetItem *group, const std::vector<ImportRow> &rows);
    void addChoice(const Contradiction &contradiction);
    QRadioButton *addSaying(Choice &choice, QTreeWidgetItem &parent, std::size_t index);
    void arrangeColumns();
    void shortenButtons();
    void showHolding();
    /// Nothing where somebody has set the input by hand.
    std::optional<std::size_t> holding(const Contradiction &contradiction) const;
    const Choice *focusedChoice() const;
    void focusChoice(const std::string &fact);
    bool chooseCurrent();

    Session &m_session;
    std::vector<Choice> m_choices;
    bool m_isArranged = false; ///< by the user, who drags the columns
    bool m_isArranging = false;
};

} // namespace shardscope
