// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/pins.h"

#include "ui/compare/inputtext.h"
#include "ui/text/messages.h"

#include <algorithm>
#include <utility>

namespace shardscope {

Pins::Pins(const Catalog &catalog, QObject *parent)
    : QObject(parent)
    , m_catalog(catalog)
{ }

bool Pins::add(const QString &name, const Scenario &scenario)
{
    Result<Plan> plan = makePlan(scenario, m_catalog, Reserving::Played);
    if (!plan) {
        emit told(errorText(plan.error()));
        return false;
    }
    m_all.pins.push_back({name, std::make_shared<const Plan>(*std::move(plan))});
    return true;
}

bool Pins::pin(const Scenario &scenario)
{
    const auto known = std::find_if(m_all.pins.begin(), m_all.pins.end(),
        [&scenario](const PinnedPlan &pin) { return pin.scenario() == scenario; });
    if (known != m_all.pins.end()) {
        emit told(tr("This scenario is pinned already: %1.").arg(known->name));
        return false;
    }
    if (count() == Most) {
        emit told(tr("%n scenarios are pinned already: remove one of them first.", nullptr,
            static_cast<int>(Most)));
        return false;
    }
    const QString name = pinName(scenario, m_all, m_catalog);
    if (!add(name, scenario))
        return false;
    emit changed();
    emit told(tr("Pinned: %1. Hold the space bar to see the baseline.").arg(name));
    return true;
}

void Pins::rename(std::size_t pin, const QString &name)
{
    const QString trimmed = name.simplified();
    if (trimmed.isEmpty() || std::exchange(m_all.pins[pin].name, trimmed) == trimmed)
        return;
    emit changed();
}

void Pins::remove(std::size_t pin)
{
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
    if (m_all.pins.empty())
        return;
    m_all = {};
    setPeeking(false);
    emit changed();
}

void Pins::setBaseline(std::size_t pin)
{
    if (std::exchange(m_all.baseline, pin) != pin)
        emit changed();
}

void Pins::restore(const std::vector<PinnedScenario> &pins, std::size_t baseline)
{
    m_all = {};
    for (std::size_t i = 0; i < std::min(pins.size(), Most); ++i) {
        const bool isKept = add(pins[i].name, pins[i].scenario);
        if (isKept && i == baseline)
            m_all.baseline = count() - 1;
    }
    emit changed();
}

void Pins::setPeeking(bool isPeeking)
{
    isPeeking = isPeeking && !m_all.pins.empty();
    if (std::exchange(m_isPeeking, isPeeking) != isPeeking)
        emit peekingChanged(isPeeking);
}

} // namespace shardscope
