// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameterpanel.h"

#include "ui/fields/fieldrow.h"
#include "ui/fields/fitgrooves.h"
#include "ui/fields/scaleslider.h"
#include "ui/panels/fieldgroup.h"
#include "ui/panels/inputs.h"
#include "ui/panels/needs.h"
#include "ui/session.h"

#include <QDockWidget>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

/// Scrolls up and down only: never narrower than what is in it.
class TallArea : public QScrollArea
{
public:
    QSize minimumSizeHint() const override
    {
        const QSize least = QScrollArea::minimumSizeHint();
        return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
            least.height()};
    }
    QSize sizeHint() const override
    {
        const QSize size = QScrollArea::sizeHint();
        return {qMax(size.width(), minimumSizeHint().width()), size.height()};
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const bool isFiltered = QScrollArea::eventFilter(watched, event);
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return isFiltered;
    }
};

} // namespace

ParameterPanel::ParameterPanel(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_filter(new QLineEdit)
    , m_changedOnly(new QToolButton)
    , m_nothing(new QLabel)
    , m_scroll(new TallArea)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeFilterBar());
    layout->addWidget(m_scroll);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(makeGroups(session));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    applyFilter();
    connect(&session, &Session::scenarioChanged, this, &ParameterPanel::showUse);
    connect(&session, &Session::gestureEnded, this, &ParameterPanel::placeRows);
    for (const FieldGroup *group : m_groups) {
        connect(group, &FieldGroup::unusedToggled, this,
            [this] { emit unusedShownChanged(unusedShown()); });
    }
}

/// A box that loses the focus as the panel goes ends its gesture.
ParameterPanel::~ParameterPanel()
{
    disconnect(&m_session, nullptr, this, nullptr);
}

QWidget *ParameterPanel::makeFilterBar()
{
    m_filter->setPlaceholderText(tr("Filter inputs"));
    m_filter->setAccessibleName(tr("Filter inputs"));
    m_filter->setAccessibleDescription(tr("Shows only inputs whose name or meaning has the text."));
    m_filter->setClearButtonEnabled(true);
    m_changedOnly->setText(tr("Changed"));
    m_changedOnly->setToolTip(tr("Show only inputs that differ from the default"));
    m_changedOnly->setCheckable(true);
    connect(m_filter, &QLineEdit::textChanged, this, &ParameterPanel::applyFilter);
    connect(m_changedOnly, &QToolButton::toggled, this, &ParameterPanel::applyFilter);

    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(6, 6, 6, 0);
    layout->addWidget(m_filter);
    layout->addWidget(m_changedOnly);
    return bar;
}

QWidget *ParameterPanel::makeGroups(Session &session)
{
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    auto *grooves = new FitGrooves(session, this);
    layout->setContentsMargins(6, 0, 6, 6);
    for (InputGroup &inputs : inputGroups()) {
        auto *group = new FieldGroup(session, inputs.title, std::move(inputs.fields));
        connect(group, &FieldGroup::rowMade, this, [this, grooves](FieldRow *row) {
            if (auto *slider = row->findChild<ScaleSlider *>())
                grooves->add(*slider, row->key());
            showUseOf(*row);
        });
        group->setExpanded(inputs.isExpanded);
        layout->addWidget(group);
        m_groups.push_back(group);
    }
    m_nothing->setWordWrap(true);
    layout->addWidget(m_nothing);
    layout->addStretch();
    return page;
}

void ParameterPanel::applyFilter()
{
    const QString words = m_filter->text();
    int shown = 0;
    for (FieldGroup *group : m_groups)
        shown += group->filter(words, m_changedOnly->isChecked());
    m_nothing->setVisible(shown == 0);
    m_nothing->setText(words.isEmpty() ? tr("Every input has its default.")
                                       : tr("No input matches “%1”.").arg(words));
}

void ParameterPanel::showUse()
{
    for (const FieldGroup *group : m_groups) {
        for (FieldRow *row : group->rows())
            showUseOf(*row);
    }
    placeRows();
}

void ParameterPanel::showUseOf(FieldRow &row)
{
    const Text missing = missingFor(row.field(), m_session.scenario()).value_or(Text());
    // Words take longer than questions, and a slider asks at each step.
    if (std::exchange(m_missing[&row], missing) != missing)
        row.setMissing(missing.isEmpty() ? QString() : neededText(missing));
}

/// Not while a slider is held: it would move away from under the mouse.
void ParameterPanel::placeRows()
{
    if (QGuiApplication::mouseButtons() != Qt::NoButton)
        return;
    for (FieldGroup *group : m_groups)
        group->placeRows();
}

FieldRow *ParameterPanel::row(const QString &keyId) const
{
    for (FieldGroup *group : m_groups)
        if (FieldRow *row = group->row(keyId))
            return row;
    return nullptr;
}

std::vector<bool> ParameterPanel::unfolded() const
{
    std::vector<bool> unfolded;
    for (const FieldGroup *group : m_groups)
        unfolded.push_back(group->isExpanded());
    return unfolded;
}

void ParameterPanel::setUnfolded(const std::vector<bool> &unfolded)
{
    for (std::size_t i = 0; i < std::min(unfolded.size(), m_groups.size()); ++i)
        m_groups[i]->setExpanded(unfolded[i]);
}

QStringList ParameterPanel::unusedShown() const
{
    QStringList ids;
    for (const FieldGroup *group : m_groups) {
        if (group->isUnusedShown())
            ids += group->id();
    }
    return ids;
}

void ParameterPanel::setUnusedShown(const QStringList &groups)
{
    for (FieldGroup *group : m_groups)
        group->setUnusedShown(groups.contains(group->id()));
}

void ParameterPanel::focusControl(const QString &keyId)
{
    FieldRow *target = row(keyId);
    if (!target)
        return;
    open();
    if (!target->isVisibleTo(m_scroll->widget())) { // the filter may hide it
        m_changedOnly->setChecked(false);
        m_filter->clear();
    }
    for (FieldGroup *group : m_groups) {
        if (!group->isAncestorOf(target))
            continue;
        group->setExpanded(true);
        if (!target->counts())
            group->setUnusedShown(true);
    }
    // Rows that were folded away get their places only now.
    m_scroll->widget()->layout()->activate();
    m_scroll->widget()->adjustSize();
    m_scroll->ensureWidgetVisible(target);
    target->control()->setFocus(Qt::OtherFocusReason);
}

void ParameterPanel::open()
{
    if (auto *dock = qobject_cast<QDockWidget *>(parentWidget()))
        dock->show();
}

void ParameterPanel::focusFilter()
{
    open();
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

} // namespace shardscope
