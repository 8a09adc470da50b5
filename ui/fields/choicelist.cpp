// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/choicelist.h"

#include <QStandardItemModel>
#include <QStyleOptionComboBox>

namespace shardscope {

namespace {

constexpr int letters = 16;
constexpr int iconGap = 4; // pixels between icon and text

} // namespace

ChoiceList::ChoiceList(QWidget *parent)
    : QComboBox(parent)
{ }

QSize ChoiceList::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QSize content(
        letters * metrics.horizontalAdvance(QLatin1Char('X')) + iconSize().width() + iconGap,
        qMax(metrics.height(), iconSize().height()) + 2);
    return style()->sizeFromContents(QStyle::CT_ComboBox, &option, content, this);
}

void ChoiceList::addHeading(const QString &text)
{
    addItem(text);
    auto *items = qobject_cast<QStandardItemModel *>(model());
    QStandardItem *heading = items->item(count() - 1);
    heading->setFlags(Qt::NoItemFlags);
    QFont font = this->font();
    font.setBold(true);
    heading->setFont(font);
}

void ChoiceList::showPopup()
{
    emit aboutToDropDown();
    QComboBox::showPopup();
}

} // namespace shardscope
