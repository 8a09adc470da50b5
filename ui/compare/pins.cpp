// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/pins.h"

#include "core/planner/makeplan.h"
#include "ui/compare/inputtext.h"
#include "ui/text/messages.h"
#include "ui/text/names.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace shardscope {

Pins::Pins(const Catalog &catalog, QObject *parent)
    : QObject(parent)
    , m_catalog(catalog)
{ }

bool Pins::add(const Pin &pin)
{
    const QString name = toText(pin.name);
    Result<Plan> plan = makePlan(pin.scenario, m_catalog, Reserving::Played);
    if (!plan) {
        emit told(tr("%1 cannot be shown beside others. %2", "name of a pin, why")
                      .arg(name, errorText(plan.error())));
        return false;
    }
    m_all.pins.push_back({name, std::make_shared<const Plan>(*std::move(plan)), pin.extras});
    return true;
}

bool Pins::isFull()
{
    if (count() + m_unplanned.size() < mostPins)
        return false;
    emit told(tr("%n scenarios are pinned already: remove one of them first.", nullptr,
        static_cast<int>(mostPins)));
    return true;
}

bool Pins::pin(const Scenario &scenario, const QString &name)
{
    const auto known = std::find_if(m_all.pins.begin(), m_all.pins.end(),
        [&scenario](const PinnedPlan &pin) { return pin.scenario() == scenario; });
    if (known != m_all.pins.end()) {
        emit told(tr("This scenario is pinned already: %1.").arg(known->name));
        return false;
    }
    const QString given = name.isEmpty() ? pinName(scenario, m_all, m_catalog) : name;
    if (isFull() || !add({.name = given.toStdString(), .scenario = scenario}))
        return false;
    emit changed();
    emit told(tr("Pinned: %1. Hold the space bar to see the baseline.").arg(given));
    return true;
}

void Pins::rename(std::size_t pin, const QString &name)
{
    assert(pin < count());
    const QString trimmed = name.simplified();
    if (trimmed.isEmpty() || std::exchange(m_all.pins[pin].name, trimmed) == trimmed)
        return;
    emit changed();
}

void Pins::remove(std::size_t pin)
{
    assert(pin < count());
    m_all.pins.erase(m_all.pins.begin() + std::ptrdiff_t(pin));
    if (m_all.baseline > pin)
        --m_all.baseline;
    else if (m_all.baseline == pin)
        m_all.baseline = 0; // the eldest
    if (m_all.pins.empty())
        setPeeking(false);
    emit changed();
}

void Pins::clear()
{
    restore({});
}

void Pins::setBaseline(std::size_t pin)
{
    assert(pin < count());
    if (std::exchange(m_all.baseline, pin) != pin)
        emit changed();
}

void Pins::restore(const std::vector<Pin> &pins)
{
    if (pins == saved())
        return;
    setPeeking(false);
    m_all = {};
    m_unplanned.clear();
    for (const Pin &pin : pins) {
        if (!add(pin))
            m_unplanned.push_back(pin);
        else if (pin.isBaseline)
            m_all.baseline = count() - 1;
    }
    emit changed();
}

std::vector<Pin> Pins::saved() const
{
    std::vector<Pin> pins;
    for (const PinnedPlan &pin : m_all.pins)
        pins.push_back(
            {.name = pin.name.toStdString(), .scenario = pin.scenario(), .extras = pin.extras});
    if (!pins.empty())
        pins[m_all.baseline].isBaseline = true;
    pins.insert(pins.end(), m_unplanned.begin(), m_unplanned.end());
    return pins;
}

void Pins::setPeeking(bool isPeeking)
{
    isPeeking = isPeeking && !m_all.pins.empty();
    if (std::exchange(m_isPeeking, isPeeking) != isPeeking)
        emit peekingChanged(isPeeking);
}

} // namespace shardscope
