// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QToolButton;
class QVBoxLayout;

namespace shardscope {

class FieldRow;

/// Rows under a header that folds them away and counts those that differ from the default.
class FieldGroup : public QWidget
{
    Q_OBJECT

public:
    explicit FieldGroup(const QString &title, QWidget *parent = nullptr);

    QString title() const { return m_title; }
    const std::vector<FieldRow *> &rows() const { return m_rows; }
    void addRow(FieldRow *row);

    bool isExpanded() const { return m_isExpanded; }
    void setExpanded(bool isExpanded);
    int changedCount() const;

    /// Shows only rows that match, unfolded as long as there is something to look for.
    /// Gives the number of rows shown.
    int filter(const QString &words, bool changedOnly);

private:
    void showHeader();
    void showBody();

    QString m_title;
    QToolButton *m_header;
    QWidget *m_body;
    QVBoxLayout *m_layout;
    std::vector<FieldRow *> m_rows;
    bool m_isExpanded = true;
    bool m_isFiltered = false;
};

} // namespace shardscope
