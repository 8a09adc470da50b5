// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/imports/importtree.h"

#include "core/interchange/importtext.h"
#include "ui/boldfont.h"
#include "ui/panels/inputs.h"
#include "ui/session.h"
#include "ui/text/foreign.h"
#include "ui/text/importwords.h"
#include "ui/text/names.h"
#include "ui/text/translated.h"

#include <QAction>
#include <QButtonGroup>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QRadioButton>
#include <QStyleOptionButton>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr std::size_t mostRows = 1000; ///< of a group; the text that is copied has them all
constexpr int inputRole = Qt::UserRole;

/// Sentences are told by their beginnings.
class RemarkDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideRight;
    }
};

void setCell(QTreeWidgetItem &item, int column, const QString &text)
{
    item.setText(column, text);
    item.setToolTip(column, plainTip(text));
}

} // namespace

ImportTree::ImportTree(Session &session, QWidget *parent)
    : QTreeWidget(parent)
    , m_session(session)
{
    setAccessibleName(tr("What the files say"));
    setAccessibleDescription(
        tr("Each key with its place and the input that it reaches. Enter goes to the input."));
    setColumnCount(ColumnCount);
    setHeaderLabels({tr("Place", "file and line"), tr("Key"), tr("Input"), tr("Remark")});
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(false);
    setAllColumnsShowFocus(true);
    setTextElideMode(Qt::ElideMiddle); // lines and values stand at the end
    setItemDelegateForColumn(RemarkColumn, new RemarkDelegate(this));
    setIndentation(2 * indentation() / 3);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(RemarkColumn, QHeaderView::Stretch);
    auto *copy = new QAction(tr("&Copy the Report"), this);
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, &ImportTree::copyRequested);
    connect(this, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) {
        const QString input = item->data(PlaceColumn, inputRole).toString();
        if (!input.isEmpty())
            emit inputActivated(input);
    });
    connect(&session, &Session::scenarioChanged, this, &ImportTree::showHolding);
    connect(header(), &QHeaderView::sectionResized, this, [this](int column) {
        const bool isByHand = !m_isArranging && header()->underMouse()
            && QGuiApplication::mouseButtons() != Qt::NoButton;
        m_isArranged = m_isArranged || isByHand;
        if (column == SaidColumn)
            shortenButtons();
    });
}

QSize ImportTree::sizeHint() const
{
    constexpr int letters = 90;
    constexpr int lines = 12;
    constexpr int share = 3; // of the window: the rest belongs to inputs and chart
    const int wide = letters * fontMetrics().averageCharWidth();
    return {std::min(wide, window()->width() / share), lines * fontMetrics().height()};
}

QTreeWidgetItem *ImportTree::addGroup(const QString &title, std::size_t count)
{
    auto *group = new QTreeWidgetItem(
        this, {tr("%1 (%L2)", "group of rows, how many").arg(title).arg(count)});
    group->setFont(PlaceColumn, boldFont(font()));
    group->setFirstColumnSpanned(true);
    group->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    return group;
}

void ImportTree::setRun(const ImportedRun &run)
{
    const Choice *focused = focusedChoice();
    const std::string fact = focused ? focused->contradiction.fact : std::string();
    for (const Choice &choice : m_choices)
        delete choice.buttons;
    m_choices.clear();
    clear();
    const ImportReport &report = run.report;
    for (const ImportList &list : importLists()) {
        addRows(addGroup(translated(list.title), (report.*list.rows).size()), report.*list.rows);
        if (topLevelItemCount() == Contradicting)
            addGroup(translated(contradictingTitle), report.contradicting.size());
    }
    for (const Contradiction &contradiction : report.contradicting)
        addChoice(contradiction);
    showHolding();
    arrangeColumns();
    if (!fact.empty())
        focusChoice(fact);
}

void ImportTree::addRows(QTreeWidgetItem *group, const std::vector<ImportRow> &rows)
{
    const Catalog &catalog = m_session.catalog();
    QList<QTreeWidgetItem *> items;
    for (std::size_t i = 0; i < std::min(mostRows, rows.size()); ++i) {
        const ImportRow &row = rows[i];
        auto *item = new QTreeWidgetItem;
        setCell(*item, PlaceColumn, placeText(row));
        item->setToolTip(PlaceColumn, plainTip(toText(row.file).left(300)));
        setCell(*item, SaidColumn, saidText(row));
        setCell(*item, ReachedColumn, reachedText(row, catalog));
        setCell(*item, RemarkColumn, shortened(translated(row.why, &catalog), 400));
        item->setData(PlaceColumn, inputRole, toText(row.input));
        items += item;
    }
    if (rows.size() > mostRows)
        items += new QTreeWidgetItem(
            {tr("%n more", "rows", static_cast<int>(rows.size() - mostRows))});
    group->addChildren(items);
}

void ImportTree::addChoice(const Contradiction &contradiction)
{
    QTreeWidgetItem *group = topLevelItem(Contradicting);
    const QString name = contradiction.input.empty() ? toText(contradiction.fact)
                                                     : inputLabel(contradiction.input);
    auto *parent = new QTreeWidgetItem(group, {name});
    parent->setFirstColumnSpanned(true);
    parent->setData(PlaceColumn, inputRole, toText(contradiction.input));
    m_choices.push_back({contradiction, {}, new QButtonGroup(viewport())});
    Choice &choice = m_choices.back();
    for (std::size_t i = 0; i < contradiction.sayings.size(); ++i)
        choice.buttons->addButton(addSaying(choice, *parent, i), static_cast<int>(i));
    parent->setExpanded(true);
    // What is clicked is made anew: not while it is at work.
    connect(
        choice.buttons, &QButtonGroup::idClicked, this,
        [this, contradiction](int index) {
            if (holding(contradiction) != static_cast<std::size_t>(index))
                emit chosen(contradiction.fact, static_cast<std::size_t>(index));
        },
        Qt::QueuedConnection);
}

QRadioButton *ImportTree::addSaying(Choice &choice, QTreeWidgetItem &parent, std::size_t index)
{
    const ImportRow &row = choice.contradiction.sayings[index];
    auto *item = new QTreeWidgetItem(&parent);
    item->setFlags(Qt::ItemIsEnabled); // a selection would hide the button's words
    setCell(*item, PlaceColumn, placeText(row));
    item->setData(PlaceColumn, inputRole, toText(choice.contradiction.input));
    const QString said = saidText(row);
    auto *button = new QRadioButton(menuText(said));
    button->setAccessibleName(
        tr("%1: %2", "place in a file, what stands there").arg(placeText(row), said));
    button->setAccessibleDescription(tr("Files contradict each other: take this one"));
    button->setToolTip(plainTip(said));
    setItemWidget(item, SaidColumn, button);
    choice.items.push_back(item);
    return button;
}

/// Undo takes a choice back as well: the plan knows which one it has.
std::optional<std::size_t> ImportTree::holding(const Contradiction &contradiction) const
{
    const Origins &origins = m_session.origins();
    const auto origin = origins.find(contradiction.input);
    if (origin == origins.end())
        return contradiction.chosen;
    const Origin &from = origin->second;
    if (from.kind == OriginKind::User)
        return std::nullopt;
    const auto &sayings = contradiction.sayings;
    const auto found = std::find_if(sayings.begin(), sayings.end(), [&from](const ImportRow &row) {
        return row.file == from.file && row.line == from.line && row.key == from.key;
    });
    return found == sayings.end() ? contradiction.chosen
                                  : static_cast<std::size_t>(found - sayings.begin());
}

void ImportTree::showHolding()
{
    for (const Choice &choice : m_choices) {
        const std::optional<std::size_t> holds = holding(choice.contradiction);
        choice.buttons->setExclusive(holds.has_value());
        for (std::size_t i = 0; i < choice.items.size(); ++i) {
            choice.buttons->button(static_cast<int>(i))->setChecked(i == holds);
            setCell(*choice.items[i], RemarkColumn,
                i == holds ? tr("Holds", "what a file says") : tr("Given up", "what a file says"));
        }
    }
}

/// A button would let its words run out of the column.
void ImportTree::shortenButtons()
{
    constexpr int margin = 6;
    QStyleOptionButton option;
    option.initFrom(this);
    const int mark = style()->pixelMetric(QStyle::PM_ExclusiveIndicatorWidth, &option, this)
        + style()->pixelMetric(QStyle::PM_RadioButtonLabelSpacing, &option, this) + margin;
    for (const Choice &choice : m_choices) {
        for (std::size_t i = 0; i < choice.items.size(); ++i) {
            const QString said = saidText(choice.contradiction.sayings[i]);
            choice.buttons->button(static_cast<int>(i))
                ->setText(menuText(fontMetrics().elidedText(
                    said, textElideMode(), columnWidth(SaidColumn) - mark)));
        }
    }
}

void ImportTree::foldAsUsual()
{
    for (int i = 0; i < topLevelItemCount(); ++i) {
        const bool isQuiet = i == WithoutEffect || topLevelItem(i)->childCount() == 0;
        topLevelItem(i)->setExpanded(!isQuiet);
    }
}

/// None wider than its share of the room, so that all of them are seen.
void ImportTree::arrangeColumns()
{
    if (m_isArranged)
        return;
    constexpr std::array shares{0.22, 0.34, 0.27};
    m_isArranging = true;
    for (int column = 0; column < RemarkColumn; ++column) {
        const int share
            = static_cast<int>(shares[static_cast<std::size_t>(column)] * viewport()->width());
        setColumnWidth(column, std::min(sizeHintForColumn(column), share));
    }
    m_isArranging = false;
    shortenButtons();
}

std::vector<bool> ImportTree::unfolded() const
{
    std::vector<bool> unfolded;
    for (int i = 0; i < topLevelItemCount(); ++i)
        unfolded.push_back(topLevelItem(i)->isExpanded());
    return unfolded;
}

void ImportTree::setUnfolded(const std::vector<bool> &unfolded)
{
    const auto count = std::min(unfolded.size(), static_cast<std::size_t>(topLevelItemCount()));
    for (std::size_t i = 0; i < count; ++i)
        topLevelItem(static_cast<int>(i))->setExpanded(unfolded[i]);
}

const ImportTree::Choice *ImportTree::focusedChoice() const
{
    const auto found = std::find_if(m_choices.begin(), m_choices.end(), [](const Choice &choice) {
        const auto buttons = choice.buttons->buttons();
        return std::any_of(buttons.begin(), buttons.end(),
            [](const QAbstractButton *button) { return button->hasFocus(); });
    });
    return found == m_choices.end() ? nullptr : &*found;
}

void ImportTree::focusChoice(const std::string &fact)
{
    for (const Choice &choice : m_choices) {
        if (choice.contradiction.fact == fact)
            if (QAbstractButton *button = choice.buttons->checkedButton())
                button->setFocus();
    }
}

/// The saying of the row where the keyboard is.
bool ImportTree::chooseCurrent()
{
    for (const Choice &choice : m_choices) {
        const auto item = std::find(choice.items.begin(), choice.items.end(), currentItem());
        if (item == choice.items.end())
            continue;
        choice.buttons->button(static_cast<int>(item - choice.items.begin()))->click();
        return true;
    }
    return false;
}

void ImportTree::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        emit copyRequested();
    else if (event->key() != Qt::Key_Space || !chooseCurrent())
        QTreeWidget::keyPressEvent(event);
}

/// The window's own command would copy the chart.
bool ImportTree::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        event->accept();
        return true;
    }
    return QTreeWidget::event(event);
}

void ImportTree::resizeEvent(QResizeEvent *event)
{
    QTreeWidget::resizeEvent(event);
    arrangeColumns();
}

} // namespace shardscope
