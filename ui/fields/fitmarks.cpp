// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/fitmarks.h"

#include "ui/charts/charttheme.h"
#include "ui/fields/choicelist.h"
#include "ui/fields/fitturn.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QAbstractItemView>
#include <QElapsedTimer>
#include <QEvent>
#include <QTimer>

namespace shardscope {

namespace {

constexpr int markGap = 8; // pixels between mark and text

int markSize(const QWidget &widget)
{
    return widget.style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, &widget);
}

} // namespace

FitMarks::FitMarks(Session &session, const Key &key, ChoiceList &list)
    : QObject(&list)
    , m_session(session)
    , m_key(key)
    , m_list(list)
    , m_turn(new QTimer(this))
{
    m_turn->setInterval(0);
    connect(m_turn, &QTimer::timeout, this, &FitMarks::work);
    connect(&list, &ChoiceList::aboutToDropDown, this,
        [this] { m_list.view()->installEventFilter(this); });
}

bool FitMarks::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show)
        start();
    else if (event->type() == QEvent::Hide)
        clear();
    return QObject::eventFilter(watched, event);
}

void FitMarks::start()
{
    // The texts keep the room that they had without marks.
    m_list.view()->window()->setMinimumWidth(m_list.width() + markSize(m_list) + markGap);
    m_evaluator.emplace(m_session.catalog());
    m_evaluator->follow(m_session.playedPlans().shares());
    m_next = 0;
    m_turn->start();
}

void FitMarks::work()
{
    QElapsedTimer time;
    time.start();
    for (; m_next < m_list.count() && time.elapsed() < turnMilliseconds; ++m_next) {
        const std::optional<Fit> fit = fitOf(m_list.itemData(m_next).toString());
        if (!fit)
            continue;
        m_list.setItemIcon(m_next, fitIcon(*m_list.view(), markSize(m_list), *fit));
        m_list.setItemData(m_next, displayName(*fit), Qt::AccessibleDescriptionRole);
    }
    if (m_next >= m_list.count())
        m_turn->stop();
}

std::optional<Fit> FitMarks::fitOf(const QString &word)
{
    Scenario scenario = m_session.scenario();
    if (word.isEmpty() || !setKey(scenario, m_key, Json(word.toStdString())))
        return std::nullopt;
    const Result<MemoryOutlook> outlook = m_evaluator->memory(scenario);
    if (!outlook)
        return std::nullopt;
    return outlook->fit();
}

void FitMarks::clear()
{
    m_turn->stop();
    m_evaluator.reset();
    for (int entry = 0; entry < m_list.count(); ++entry) {
        m_list.setItemIcon(entry, {});
        m_list.setItemData(entry, {}, Qt::AccessibleDescriptionRole);
    }
}

} // namespace shardscope
