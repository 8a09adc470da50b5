// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/ledger.h"

#include <cmath>

namespace shardscope {

Ledger::Entry &Ledger::addAccount(PartId part, std::string_view source)
{
    m_values.push_back(0);
    Entry &entry = m_accounts.emplace_back();
    entry.part = part;
    entry.source = source;
    return entry;
}

Ledger::Account Ledger::open(PartId part, std::string_view source, const Term &each)
{
    Entry &entry = addAccount(part, source);
    entry.amount = each.value();
    if (m_keepsParts)
        entry.each = each;
    return m_accounts.size() - 1;
}

Ledger::Account Ledger::open(PartId part, std::string_view source, const Elements &elements)
{
    Entry &entry = addAccount(part, source);
    entry.amount = elements.bytes * elements.count;
    entry.elements = elements;
    return m_accounts.size() - 1;
}

Ledger::Account Ledger::openElements(PartId part, std::string_view source, const Term &elements)
{
    const Account account = open(part, source, elements);
    m_accounts[account].isElements = true;
    return account;
}

Ledger::Account Ledger::open(
    PartId part, std::string_view source, std::string_view what, double amount)
{
    Entry &entry = addAccount(part, source);
    entry.amount = amount;
    entry.what = what;
    return m_accounts.size() - 1;
}

void Ledger::enter(PhaseId phase)
{
    if (!m_hasEnded)
        endPhase();
    m_hasEnded = false;
    m_phase = phase;
    m_where.phase = phase;
    m_where.layer = -1;
}

void Ledger::endPhase()
{
    note();
    m_phases[index(m_phase)].end = m_total;
    m_hasEnded = true;
}

void Ledger::noteStretch()
{
    m_stretch.total = m_total;
    if (!m_keepsParts)
        return;
    m_stretch.parts = m_parts;
    for (std::size_t i = 0; m_reached && i < HoldingCount; ++i)
        m_stretch.parts[partAtWork(i)] += (*m_reached)[i];
}

void Ledger::notePeak(PhaseRecord &phase)
{
    phase.peak = m_total;
    if (!m_keepsParts)
        return;
    phase.values = m_values;
    for (std::size_t i = 0; m_reached && i < HoldingCount; ++i)
        phase.values[m_atWork + i] += (*m_reached)[i];
}

void Ledger::settle()
{
    note();
    for (std::size_t i = 0; m_reached && i < HoldingCount; ++i) {
        m_values[m_atWork + i] += (*m_reached)[i];
        m_parts[partAtWork(i)] += (*m_reached)[i];
    }
    m_reached = nullptr;
    m_reachedTotal = 0;
}

void Ledger::blink(Account account, double bytes)
{
    change(account, bytes);
    change(account, -bytes);
}

void Ledger::sample()
{
    note();
    if (!m_keepsParts)
        return;
    if (m_stretch.total > m_total) {
        m_where.parts = m_stretch.parts;
        m_timeline.samples.push_back(m_where);
    }
    m_where.parts = m_parts;
    m_timeline.samples.push_back(m_where);
    m_stretch.total = -1;
}

const Ledger::Growth &Ledger::growthSince(const Mark &before)
{
    m_growth = {.values = std::move(m_growth.values)};
    m_growth.values.resize(m_values.size());
    for (std::size_t account = 0; account < m_values.size(); ++account) {
        const double delta = m_values[account] - before.values[account];
        m_growth.values[account] = delta;
        m_growth.parts[index(m_accounts[account].part)] += delta;
        m_growth.total += delta;
    }
    return m_growth;
}

void Ledger::repeat(const Mark &before, int times, const Further &further)
{
    note();
    const Growth &growth = growthSince(before);
    if (m_keepsParts)
        repeatSamples(before.samples, times, growth.parts, further);
    for (std::size_t account = 0; account < m_values.size(); ++account) {
        m_values[account] += times * growth.values[account];
        m_total += times * growth.values[account];
    }
    for (std::size_t part = 0; part < m_parts.size(); ++part)
        m_parts[part] += times * growth.parts[part];
    m_stretch.total = -1;
}

void Ledger::repeatSamples(
    std::size_t from, int times, const PartBytes &change, const Further &further)
{
    std::vector<Sample> &samples = m_timeline.samples;
    const std::size_t count = samples.size() - from;
    if (count == 0)
        return;
    samples.reserve(samples.size() + static_cast<std::size_t>(times) * count);
    for (int time = 1; time <= times; ++time) {
        for (std::size_t i = from; i < from + count; ++i) {
            samples.push_back(samples[i]);
            samples.back().layer += time * further.layers;
            samples.back().microStep += time * further.microSteps;
        }
        // Few of the parts change from layer to layer.
        for (std::size_t part = 0; part < change.size(); ++part) {
            for (std::size_t i = samples.size() - count; change[part] != 0 && i < samples.size();
                 ++i)
                samples[i].parts[part] += time * change[part];
        }
    }
}

std::optional<double> Ledger::peakOf(PhaseId phase) const
{
    const double peak = m_phases[index(phase)].peak;
    return peak < 0 ? std::nullopt : std::optional<double>(peak);
}

Term Ledger::described(std::size_t account, double bytes) const
{
    const Entry &entry = m_accounts[account];
    if (entry.amount == 0 || !entry.what.empty())
        return Term::count(bytes, entry.what.empty() ? "B" : entry.what);
    const double times = bytes / entry.amount;
    if (entry.isElements)
        return Term::each(times) * entry.each;
    const Term each = entry.each.isZero()
        ? Term::each(entry.elements.bytes) * Term::count(entry.elements.count)
        : entry.each;
    if (std::abs(times - 1) < 1e-9)
        return each;
    return Term::factor(times) * each;
}

std::vector<Part> Ledger::partsAtPeakOf(PhaseId phase) const
{
    const std::vector<double> &values = m_phases[index(phase)].values;
    std::array<Term, namesOf<PartId>.size()> sums{};
    std::array<std::string_view, namesOf<PartId>.size()> sources{};
    for (std::size_t account = 0; account < values.size(); ++account) {
        if (std::abs(values[account]) < 0.5)
            continue;
        const std::size_t part = index(m_accounts[account].part);
        if (sums[part].isZero())
            sources[part] = m_accounts[account].source;
        sums[part] += described(account, values[account]);
    }
    std::vector<Part> parts;
    parts.reserve(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (!sums[i].isZero())
            parts.push_back({static_cast<PartId>(i), sums[i].bytes(), sums[i], sources[i]});
    }
    return parts;
}

} // namespace shardscope
