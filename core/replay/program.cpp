// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/program.h"

#include <algorithm>
#include <numeric>

namespace shardscope {

namespace {

std::size_t at(Holding holding)
{
    return static_cast<std::size_t>(holding);
}

} // namespace

double totalOf(const Holdings &holdings)
{
    return std::accumulate(holdings.begin(), holdings.end(), 0.0);
}

bool Program::moveTo(const Measures &measures)
{
    std::transform(m_sizes.begin(), m_sizes.end(), m_bytes.begin(),
        [&measures](Extent size) { return storageBytes(size.in(measures)); });
    return std::all_of(m_equalities.begin(), m_equalities.end(), [this](const Equality &each) {
        const bool isEqual = m_bytes[static_cast<std::size_t>(each.one)]
            == m_bytes[static_cast<std::size_t>(each.other)];
        return isEqual == each.isEqual;
    });
}

Profile Program::profile() const
{
    Profile profile{.forward = segmentsOf(m_forward),
        .backward = segmentsOf(m_backward),
        .cached = totalOf(sumOf(m_cached))};
    updateKept(profile);
    return profile;
}

void Program::updateTotals(Profile &profile) const
{
    updateTotals(m_forward, profile.forward);
    updateTotals(m_backward, profile.backward);
    profile.cached = totalOf(sumOf(m_cached));
    updateKept(profile);
}

void Program::updateKept(Profile &profile) const
{
    const Holdings handedOn = sumOf(m_handedOn);
    for (std::size_t i = 0; i < HoldingCount; ++i)
        profile.kept[i] = profile.forward.back().end[i] - handedOn[i];
}

Holdings Program::sumOf(const Changes &changes) const
{
    Holdings sum{};
    for (const Change &change : changes)
        sum[at(change.holding)] += amount(change);
    return sum;
}

Segments Program::segmentsOf(const Pass &pass) const
{
    Segments segments;
    segments.reserve(pass.stretches.size());
    Holdings level{};
    double total = 0;
    auto change = pass.changes.begin();
    for (const Stretch &stretch : pass.stretches) {
        Holdings most = level;
        double mostTotal = total;
        for (const auto end = pass.changes.begin() + stretch.end; change != end; ++change) {
            level[at(change->holding)] += amount(*change);
            total += amount(*change);
            if (total > mostTotal) {
                mostTotal = total;
                most = level;
            }
        }
        const bool isStill = !segments.empty() && most == level && level == segments.back().end;
        segments.push_back({most, level, mostTotal, total, stretch.event, stretch.index, isStill});
    }
    return segments;
}

void Program::updateTotals(const Pass &pass, Segments &segments) const
{
    double total = 0;
    const Change *change = pass.changes.data();
    for (std::size_t i = 0; i < segments.size(); ++i) {
        double most = total;
        for (const Change *end = pass.changes.data() + pass.stretches[i].end; change != end;
             ++change) {
            total += amount(*change);
            most = std::max(most, total);
        }
        segments[i].mostTotal = most;
        segments[i].endTotal = total;
    }
    segments.back().end = sumOf(pass.sum);
}

Program::SizeId ProgramWriter::idOf(Extent bytes)
{
    auto &sizes = m_program.m_sizes;
    const auto found = std::find(sizes.begin(), sizes.end(), bytes);
    const auto id = static_cast<Program::SizeId>(found - sizes.begin());
    if (found == sizes.end()) {
        sizes.push_back(bytes);
        m_program.m_bytes.push_back(storageBytes(bytes.in(m_measures)));
    }
    return id;
}

void ProgramWriter::change(Holding holding, Extent bytes, int times)
{
    if (holding == Holding::Outside || bytes.isZero())
        return;
    const Program::SizeId size = idOf(bytes);
    const auto same = std::find_if(m_pending.begin(), m_pending.end(),
        [&](const auto &each) { return each.size == size && each.holding == holding; });
    if (same != m_pending.end())
        same->times += static_cast<float>(times);
    else
        m_pending.push_back({static_cast<float>(times), size, holding});
}

void ProgramWriter::note()
{
    const bool grows = std::any_of(
        m_pending.begin(), m_pending.end(), [](const auto &each) { return each.times > 0; });
    if (grows)
        flush();
}

void ProgramWriter::flush()
{
    for (const bool grows : {false, true}) {
        for (const Program::Change &change : m_pending) {
            if (change.times != 0 && (change.times > 0) == grows)
                m_pass->changes.push_back(change);
        }
    }
    m_pending.clear();
}

void ProgramWriter::mark(Event event, std::int32_t index)
{
    flush();
    m_pass->stretches.push_back({static_cast<std::uint32_t>(m_pass->changes.size()), event, index});
}

void ProgramWriter::endPass()
{
    std::vector<std::array<float, HoldingCount>> times(m_program.m_sizes.size());
    for (const Program::Change &change : m_pass->changes)
        times[static_cast<std::size_t>(change.size)][at(change.holding)] += change.times;
    for (std::size_t size = 0; size < times.size(); ++size) {
        for (std::size_t i = 0; i < HoldingCount; ++i) {
            if (times[size][i] != 0)
                m_pass->sum.push_back(
                    {times[size][i], static_cast<Program::SizeId>(size), static_cast<Holding>(i)});
        }
    }
}

void ProgramWriter::handOn(Extent bytes, int times)
{
    if (!bytes.isZero())
        m_program.m_handedOn.push_back({static_cast<float>(times), idOf(bytes), Holding::Working});
}

void ProgramWriter::cache(Extent bytes)
{
    if (!bytes.isZero())
        m_program.m_cached.push_back({1, idOf(bytes), Holding::Copies});
}

bool ProgramWriter::areEqual(Extent one, Extent other)
{
    if (one == other)
        return true;
    const Program::Equality found{idOf(one), idOf(other),
        storageBytes(one.in(m_measures)) == storageBytes(other.in(m_measures))};
    m_program.m_equalities.push_back(found);
    return found.isEqual;
}

} // namespace shardscope
