// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/wordsearch.h"

#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>

#include <algorithm>

namespace shardscope {

WordSearch::WordSearch(QObject *parent)
    : QSortFilterProxyModel(parent)
{ }

void WordSearch::install(QComboBox &list)
{
    auto *completer = new QCompleter(&list);
    auto *search = new WordSearch(completer);
    search->setSourceModel(list.model());
    completer->setModel(search);
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    list.setCompleter(completer);
    // Before the completer's own turn, so that its list is right when it shows.
    QObject::connect(list.lineEdit(), &QLineEdit::textChanged, search, &WordSearch::setWords);
}

void WordSearch::setWords(const QString &text)
{
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool WordSearch::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (!(index.flags() & Qt::ItemIsEnabled))
        return false; // a heading
    const QString all
        = index.data().toString() + QLatin1Char(' ') + index.data(KeywordsRole).toString();
    return std::all_of(m_words.begin(), m_words.end(),
        [&all](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
}

} // namespace shardscope
