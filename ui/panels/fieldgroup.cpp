// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/fieldgroup.h"

#include "ui/boldfont.h"
#include "ui/fields/fieldrow.h"
#include "ui/panels/inputs.h"
#include "ui/panels/originmark.h"
#include "ui/panes.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QApplication>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace shardscope {

namespace {

/// QCommonStyle leaves the arrow at the left where everything else is mirrored.
class FoldButton : public QToolButton
{
protected:
    void paintEvent(QPaintEvent *event) override
    {
        if (!isRightToLeft())
            return QToolButton::paintEvent(event);
        QStylePainter painter(this);
        QStyleOptionToolButton option;
        initStyleOption(&option);
        const Qt::ArrowType arrow = std::exchange(option.arrowType, Qt::NoArrow);
        option.features &= ~QStyleOptionToolButton::Arrow;
        option.toolButtonStyle = Qt::ToolButtonTextOnly;
        option.text.clear();
        painter.drawComplexControl(QStyle::CC_ToolButton, option);
        const int side = option.iconSize.width();
        constexpr int margin = 4;
        const QRect inside = rect().adjusted(margin, 0, -margin, 0);
        option.rect = QStyle::alignedRect(
            Qt::RightToLeft, Qt::AlignLeading | Qt::AlignVCenter, {side / 2, side / 2}, inside);
        painter.drawPrimitive(
            arrow == Qt::DownArrow ? QStyle::PE_IndicatorArrowDown : QStyle::PE_IndicatorArrowLeft,
            option);
        painter.drawItemText(inside.adjusted(0, 0, -side, 0),
            Qt::AlignRight | Qt::AlignVCenter | Qt::TextShowMnemonic, palette(), isEnabled(),
            text(), QPalette::ButtonText);
    }
};

} // namespace

FieldGroup::FieldGroup(
    Session &session, const QString &title, std::vector<Field> fields, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_title(title)
    , m_fields(std::move(fields))
    , m_header(new FoldButton)
    , m_body(new QWidget)
    , m_layout(new QVBoxLayout(m_body))
    , m_rows(m_fields.size())
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
    m_header->setFont(boldFont(m_header->font()));
    connect(m_header, &QToolButton::clicked, this, [this] { setExpanded(!m_isExpanded); });
    connect(&session, &Session::scenarioChanged, this, &FieldGroup::showHeader);
}

void FieldGroup::makeUnusedLine()
{
    m_unused = new FoldButton;
    m_unused->setObjectName(QStringLiteral("without-effect"));
    m_unused->setAutoRaise(true);
    m_unused->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_unused->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_unused->setFocusPolicy(Qt::StrongFocus);
    m_unused->setToolTip(
        tr("They make no difference at present. The tool tip of each says what it needs."));
    m_unused->setAccessibleDescription(m_unused->toolTip());
    m_unused->hide();
    m_layout->addWidget(m_unused);
    connect(m_unused, &QToolButton::clicked, this, [this] { setUnusedShown(!m_isUnusedShown); });
}

QString FieldGroup::id() const
{
    return toText(m_fields.front().key);
}

std::vector<FieldRow *> FieldGroup::rows() const
{
    std::vector<FieldRow *> rows;
    std::copy_if(m_rows.begin(), m_rows.end(), std::back_inserter(rows),
        [](const FieldRow *row) { return row; });
    return rows;
}

/// Those that are to be seen.
void FieldGroup::makeRows()
{
    if (!m_unused)
        makeUnusedLine();
    placeRows();
}

FieldRow *FieldGroup::made(std::size_t field)
{
    FieldRow *&row = m_rows[field];
    if (row)
        return row;
    const auto place = m_rows.begin() + static_cast<std::ptrdiff_t>(field);
    const auto above
        = std::count_if(m_rows.begin(), place, [](const FieldRow *other) { return other; });
    row = m_fields[field].make(m_session, m_fields[field], this);
    m_layout->insertWidget(static_cast<int>(above), row);
    new OriginMark(m_session, *row);
    emit rowMade(row);
    return row;
}

/// The line is last, so that the Tab key comes to it after the rows.
void FieldGroup::orderTabs()
{
    const std::vector<FieldRow *> rows = this->rows();
    placeInTabOrder(*m_body, QList<QWidget *>(rows.begin(), rows.end()) << m_unused);
}

FieldRow *FieldGroup::row(const QString &keyId)
{
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        if (toText(m_fields[i].key) != keyId)
            continue;
        makeRows();
        if (!m_rows[i]) {
            made(i);
            placeRows();
            orderTabs();
        }
        return m_rows[i];
    }
    return nullptr;
}

void FieldGroup::setExpanded(bool isExpanded)
{
    m_isExpanded = isExpanded;
    if (isExpanded)
        makeRows();
    showBody();
}

int FieldGroup::changedCount() const
{
    return static_cast<int>(std::count_if(m_fields.begin(), m_fields.end(),
        [this](const Field &field) { return isChanged(field, m_session.scenario()); }));
}

bool FieldGroup::isFound(const Field &field) const
{
    return matches(field, m_words) && (!m_isChangedOnly || isChanged(field, m_session.scenario()));
}

bool FieldGroup::isWanted(const Field &field) const
{
    if (m_isFiltered)
        return isFound(field);
    return m_isUnusedShown || !missingFor(field, m_session.scenario());
}

/// What somebody looks for is shown, whether it counts or not; and nothing goes from under the
/// focus.
void FieldGroup::placeRows()
{
    if (!m_unused)
        return;
    const std::size_t before = rows().size();
    int unused = 0;
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        if (!m_rows[i] && !isWanted(m_fields[i])) {
            ++unused;
            continue;
        }
        FieldRow *row = made(i);
        const bool isKept = row->counts() || row->isAncestorOf(QApplication::focusWidget());
        unused += isKept ? 0 : 1;
        row->setVisible(m_isFiltered ? isFound(row->field()) : isKept || m_isUnusedShown);
    }
    if (rows().size() != before)
        orderTabs();
    showUnusedLine(m_isFiltered ? 0 : unused);
}

void FieldGroup::showUnusedLine(int count)
{
    const Qt::ArrowType folded = isRightToLeft() ? Qt::LeftArrow : Qt::RightArrow;
    m_unused->setArrowType(m_isUnusedShown ? Qt::DownArrow : folded);
    m_unused->setText(m_isUnusedShown ? tr("%n input(s) without effect: hide", nullptr, count)
                                      : tr("%n input(s) without effect: show", nullptr, count));
    m_unused->setVisible(count > 0);
}

void FieldGroup::setUnusedShown(bool isShown)
{
    if (std::exchange(m_isUnusedShown, isShown) == isShown)
        return;
    placeRows();
    emit unusedToggled(isShown);
}

int FieldGroup::filter(const QString &words, bool changedOnly)
{
    const bool wasFiltered = m_isFiltered;
    m_isFiltered = changedOnly || !words.trimmed().isEmpty();
    if (!wasFiltered && !m_isFiltered)
        return static_cast<int>(m_fields.size());
    m_words = words;
    m_isChangedOnly = changedOnly;
    const auto found = std::count_if(
        m_fields.begin(), m_fields.end(), [this](const Field &field) { return isFound(field); });
    if (found > 0 && m_isFiltered)
        makeRows();
    else
        placeRows();
    setVisible(found > 0);
    showBody();
    return static_cast<int>(found);
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
    // To show what is shown anyway would lay it out once more.
    if (std::exchange(m_isBodyShown, isShown) != isShown)
        m_body->setVisible(isShown);
    const Qt::ArrowType folded = isRightToLeft() ? Qt::LeftArrow : Qt::RightArrow;
    m_header->setArrowType(isShown ? Qt::DownArrow : folded);
    m_header->setToolTip(isShown ? tr("Fold these inputs away") : tr("Unfold these inputs"));
    m_header->setAccessibleDescription(isShown ? tr("Unfolded") : tr("Folded away"));
    showHeader();
}

} // namespace shardscope
