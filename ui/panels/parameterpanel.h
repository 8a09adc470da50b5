// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <map>
#include <string_view>
#include <vector>

class QLabel;
class QLineEdit;
class QScrollArea;
class QToolButton;

namespace shardscope {

struct Field;
class FieldGroup;
class FieldRow;
class Session;

/// Every input of the scenario, in groups that fold, with a filter on top.
class ParameterPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ParameterPanel(Session &session, QWidget *parent = nullptr);
    ~ParameterPanel() override;
    Q_DISABLE_COPY_MOVE(ParameterPanel)

    /// Null where no input has that key.
    FieldRow *row(const QString &keyId) const;
    const std::vector<FieldGroup *> &groups() const { return m_groups; }

    std::vector<bool> unfolded() const; ///< of each group
    void setUnfolded(const std::vector<bool> &unfolded);
    /// The groups, by their ids, that show inputs without effect, too.
    QStringList unusedShown() const;
    void setUnusedShown(const QStringList &groups);

    /// Unfolds the group of an input and, where it has no effect, what has none; scrolls to it and
    /// gives it the focus.
    void focusControl(const QString &keyId);
    void focusFilter();

signals:
    void unusedShownChanged(const QStringList &groups);

private:
    QWidget *makeFilterBar();
    QWidget *makeGroups(Session &session);
    void applyFilter();
    /// Greys out what makes no difference at present, and folds it away.
    void showUse();
    void showUseOf(FieldRow &row);
    void placeRows();
    void open(); ///< it may have been closed

    Session &m_session;
    QLineEdit *m_filter;
    QToolButton *m_changedOnly;
    QLabel *m_nothing;
    QScrollArea *m_scroll;
    std::vector<FieldGroup *> m_groups;
    std::map<const FieldRow *, std::string_view> m_missing; ///< of rows that are greyed out
};

} // namespace shardscope
