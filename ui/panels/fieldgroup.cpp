// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/fieldgroup.h"

#include "ui/fields/fieldrow.h"

#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope {

FieldGroup::FieldGroup(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_title(title)
    , m_header(new QToolButton)
    , m_body(new QWidget)
    , m_layout(new QVBoxLayout(m_body))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_body);
    m_layout->setContentsMargins(
        m_layout->contentsMargins().left(), 0, m_layout->contentsMargins().right(), 6);

    m_header->setAutoRaise(true);
    m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_header->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QFont font = m_header->font();
    font.setBold(true);
    m_header->setFont(font);
    connect(m_header, &QToolButton::clicked, this, [this] { setExpanded(!m_isExpanded); });
    showBody();
}

void FieldGroup::addRow(FieldRow *row)
{
    m_rows.push_back(row);
    m_layout->addWidget(row);
    connect(row, &FieldRow::refreshed, this, &FieldGroup::showHeader);
    showHeader();
}

void FieldGroup::setExpanded(bool isExpanded)
{
    m_isExpanded = isExpanded;
    showBody();
}

int FieldGroup::changedCount() const
{
    return static_cast<int>(std::count_if(
        m_rows.begin(), m_rows.end(), [](const FieldRow *row) { return row->isChanged(); }));
}

int FieldGroup::filter(const QString &words, bool changedOnly)
{
    m_isFiltered = changedOnly || !words.trimmed().isEmpty();
    int shown = 0;
    for (FieldRow *row : m_rows) {
        const bool isShown = row->matches(words) && (!changedOnly || row->isChanged());
        row->setVisible(isShown);
        shown += isShown ? 1 : 0;
    }
    setVisible(shown > 0);
    showBody();
    return shown;
}

void FieldGroup::showHeader()
{
    const int changed = changedCount();
    m_header->setText(changed == 0
            ? m_title
            : tr("%1 (%2 changed)", "group of inputs, number of inputs").arg(m_title).arg(changed));
}

void FieldGroup::showBody()
{
    const bool isShown = m_isFiltered || m_isExpanded;
    m_body->setVisible(isShown);
    const Qt::ArrowType folded = isRightToLeft() ? Qt::LeftArrow : Qt::RightArrow;
    m_header->setArrowType(isShown ? Qt::DownArrow : folded);
    m_header->setToolTip(isShown ? tr("Fold these inputs away") : tr("Unfold these inputs"));
    m_header->setAccessibleDescription(isShown ? tr("Unfolded") : tr("Folded away"));
    showHeader();
}

} // namespace shardscope
