// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/field.h"

#include <QWidget>

#include <vector>

class QToolButton;
class QVBoxLayout;

namespace shardscope {

class FieldRow;
class Session;

/// Rows under a header that folds them away and counts those that differ from the default. Each is
/// made when it is first unfolded, found or asked for. Inputs that make no difference at present
/// are folded to one line at the end.
class FieldGroup : public QWidget
{
    Q_OBJECT

public:
    FieldGroup(Session &session, const QString &title, std::vector<Field> fields,
        QWidget *parent = nullptr);

    QString title() const { return m_title; }
    /// The same in every language.
    QString id() const;
    /// Those that have been made, in their order.
    std::vector<FieldRow *> rows() const;
    const std::vector<Field> &fields() const { return m_fields; }
    /// Null where the input is of another group.
    FieldRow *row(const QString &keyId);

    bool isExpanded() const { return m_isExpanded; }
    void setExpanded(bool isExpanded);
    int changedCount() const;

    bool isUnusedShown() const { return m_isUnusedShown; }
    void setUnusedShown(bool isShown);
    /// Shows or folds rows, when it has become another question which of them count.
    void placeRows();

    /// Shows only rows that match, unfolded as long as there is something to look for.
    /// Gives the number of rows shown.
    int filter(const QString &words, bool changedOnly);

signals:
    void rowMade(FieldRow *row);
    void unusedToggled(bool isShown); ///< by the user, or to lead to an input

private:
    void makeRows();
    FieldRow *made(std::size_t field);
    void makeUnusedLine();
    void orderTabs();
    void showHeader();
    void showBody();
    bool isFound(const Field &field) const;
    bool isWanted(const Field &field) const;
    void showUnusedLine(int count);

    Session &m_session;
    QString m_title;
    std::vector<Field> m_fields;
    QToolButton *m_header;
    QWidget *m_body;
    QVBoxLayout *m_layout;
    QToolButton *m_unused = nullptr; ///< none as long as no row was wanted
    std::vector<FieldRow *> m_rows; ///< of each field; null as long as it has not been made
    QString m_words; ///< that are looked for
    bool m_isChangedOnly = false;
    bool m_isUnusedShown = false;
    bool m_isExpanded = false;
    bool m_isBodyShown = true;
    bool m_isFiltered = false;
};

} // namespace shardscope
