// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/axispicker.h"

#include "ui/fields/quantityedit.h"
#include "ui/panels/inputs.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <array>

namespace shardscope {

namespace {

constexpr std::array<int, 6> valueCounts{10, 25, 50, 100, 250, 1000};

void addCount(QComboBox &list, int count)
{
    list.addItem(AxisPicker::tr("%1 values").arg(formatWhole(count)), count);
}

void fillCounts(QComboBox &list)
{
    list.addItem(AxisPicker::tr("Round numbers"), 0);
    for (const int count : valueCounts)
        addCount(list, count);
    list.setAccessibleName(AxisPicker::tr("How many values"));
    list.setToolTip(AxisPicker::tr(
        "Round numbers are the stops of the input's slider; others lie at equal distances, or at "
        "equal ratios where the range is wide"));
    list.setAccessibleDescription(list.toolTip());
}

} // namespace

AxisPicker::AxisPicker(const QString &label, bool isOptional, QWidget *parent)
    : QWidget(parent)
    , m_label(new QLabel(label, this))
    , m_inputs(new QComboBox(this))
    , m_from(new QLabel(tr("from"), this))
    , m_to(new QLabel(tr("to"), this))
    , m_counts(new QComboBox(this))
{
    m_label->setBuddy(m_inputs);
    m_inputs->setAccessibleName(withoutMnemonic(label));
    m_inputs->setMaxVisibleItems(20);
    if (isOptional)
        m_inputs->addItem(tr("Nothing else"), QString());
    for (const std::string_view key : sweptKeys())
        m_inputs->addItem(inputLabel(key), toText(key));
    // The longest name must not set the width of the window; the list shows it whole.
    constexpr int letters = 16;
    m_inputs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_inputs->setMinimumContentsLength(letters);
    m_inputs->view()->setMinimumWidth(m_inputs->view()->sizeHintForColumn(0));
    fillCounts(*m_counts);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    for (QWidget *widget :
        std::initializer_list<QWidget *>{m_label, m_inputs, m_from, m_to, m_counts})
        row->addWidget(widget);
    row->addStretch(1);
    connect(m_inputs, &QComboBox::activated, this, [this] {
        showInput(standardChoice(m_inputs->currentData().toString().toStdString()));
        emit choiceChanged();
    });
    connect(m_counts, &QComboBox::activated, this, &AxisPicker::choiceChanged);
    showInput({});
}

std::optional<AxisChoice> AxisPicker::choice() const
{
    AxisChoice choice{.key = m_inputs->currentData().toString().toStdString()};
    if (choice.key.empty())
        return std::nullopt;
    if (m_first) {
        choice.from = m_first->value();
        choice.to = m_last->value();
        choice.count = m_counts->currentData().toInt();
    }
    return choice;
}

void AxisPicker::setChoice(const std::optional<AxisChoice> &choice)
{
    if (choice == this->choice())
        return;
    const QString key = choice ? toText(choice->key) : QString();
    if (!key.isEmpty() && m_inputs->findData(key) < 0) // somebody wrote it into a file
        m_inputs->addItem(inputLabel(choice->key), key);
    m_inputs->setCurrentIndex(m_inputs->findData(key));
    showInput(choice.value_or(AxisChoice{}));
    emit choiceChanged();
}

QuantityEdit *AxisPicker::makeEnd(const Key &key, const QString &name)
{
    auto *end = new QuantityEdit(key, this);
    end->setAccessibleName(name);
    connect(end, &QuantityEdit::valueEdited, this, &AxisPicker::choiceChanged);
    return end;
}

void AxisPicker::showInput(const AxisChoice &choice)
{
    delete std::exchange(m_first, nullptr);
    delete std::exchange(m_last, nullptr);
    const bool isRange = hasRange(choice.key);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_from, m_to, m_counts})
        widget->setVisible(isRange);
    if (!isRange)
        return;
    const Key &key = *findKey(choice.key);
    m_first = makeEnd(key, tr("From"));
    m_last = makeEnd(key, tr("To"));
    auto *row = static_cast<QHBoxLayout *>(layout());
    row->insertWidget(row->indexOf(m_from) + 1, m_first);
    row->insertWidget(row->indexOf(m_to) + 1, m_last);
    setTabOrder(m_inputs, m_first);
    setTabOrder(m_first, m_last);
    setTabOrder(m_last, m_counts);
    m_first->setValue(choice.from);
    m_last->setValue(choice.to);
    const QSignalBlocker blocker(m_counts);
    if (m_counts->findData(choice.count) < 0)
        addCount(*m_counts, choice.count);
    m_counts->setCurrentIndex(m_counts->findData(choice.count));
}

} // namespace shardscope
