// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

class QComboBox;

namespace shardscope {

/// Offers those entries of a long list that hold all words that were typed, in any order: in their
/// text, or in what else they are called (`KeywordsRole`).
class WordSearch : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    static constexpr int KeywordsRole = Qt::UserRole + 1;

    /// The completer of an editable list; belongs to it.
    static void install(QComboBox &list);

    explicit WordSearch(QObject *parent);

    void setWords(const QString &text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QStringList m_words{};
};

} // namespace shardscope
