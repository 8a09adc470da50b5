// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/program.h"

#include <algorithm>

namespace shardscope {

namespace {

std::size_t at(Holding holding)
{
    return static_cast<std::size_t>(holding);
}

} // namespace

bool Program::moveTo(const Measures &measures)
{
    std::transform(m_sizes.begin(), m_sizes.end(), m_bytes.begin(),
        [&measures](Extent size) { return storageBytes(size.in(measures)); });
    return std::all_of(m_equalities.begin(), m_equalities.end(), [this](const Equality &each) {
        return (m_bytes[each.one] == m_bytes[each.other]) == each.isEqual;
    });
}

void Program::update(Profile &profile) const
{
    update(m_forward, profile.forward);
    update(m_backward, profile.backward);
    const Holdings handedOn = sumOf(m_handedOn);
    for (std::size_t i = 0; i < HoldingCount; ++i)
        profile.kept[i] = profile.forward.back().end[i] - handedOn[i];
    profile.cached = totalOf(sumOf(m_cached));
}

void Program::update(const Pass &pass, Segments &segments) const
{
    double total = 0;
    const Change *change = pass.changes.data();
    for (std::size_t i = 0; i < segments.size(); ++i) {
        double most = total;
        for (const Change *end = pass.changes.data() + pass.ends[i]; change != end; ++change) {
            total += amount(*change);
            most = std::max(most, total);
        }
        segments[i].mostTotal = most;
        segments[i].endTotal = total;
    }
    segments.back().end = sumOf(pass.sum);
}

Holdings Program::sumOf(const Changes &changes) const
{
    Holdings sum{};
    for (const Change &change : changes)
        sum[at(change.holding)] += amount(change);
    return sum;
}

ProgramWriter::ProgramWriter(const Tape &tape)
    : m_measures(tape.measures)
{
    for (Program::Pass *pass : {&m_program.m_forward, &m_program.m_backward})
        pass->changes.reserve(4 * tape.ops.size());
}

Program::SizeId ProgramWriter::idOf(Extent bytes)
{
    auto &sizes = m_program.m_sizes;
    const auto found = std::find(sizes.begin(), sizes.end(), bytes);
    const auto id = static_cast<Program::SizeId>(found - sizes.begin());
    if (found == sizes.end())
        sizes.push_back(bytes);
    return id;
}

void ProgramWriter::add(Program::Changes &changes, Extent bytes, int times)
{
    if (!bytes.isZero())
        changes.push_back({static_cast<float>(times), idOf(bytes), Holding::Working});
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

void ProgramWriter::mark(Event, std::int32_t)
{
    flush();
    m_pass->ends.push_back(m_pass->changes.size());
}

bool ProgramWriter::areEqual(Extent one, Extent other)
{
    if (one == other)
        return true;
    const bool isEqual = storageBytes(one.in(m_measures)) == storageBytes(other.in(m_measures));
    m_program.m_equalities.push_back({idOf(one), idOf(other), isEqual});
    return isEqual;
}

void ProgramWriter::sumUp(Program::Pass &pass) const
{
    std::vector<std::array<float, HoldingCount>> times(m_program.m_sizes.size());
    for (const Program::Change &change : pass.changes)
        times[change.size][at(change.holding)] += change.times;
    for (std::size_t size = 0; size < times.size(); ++size) {
        for (std::size_t i = 0; i < HoldingCount; ++i) {
            if (times[size][i] != 0)
                pass.sum.push_back(
                    {times[size][i], static_cast<Program::SizeId>(size), static_cast<Holding>(i)});
        }
    }
}

Program ProgramWriter::finish()
{
    sumUp(m_program.m_forward);
    sumUp(m_program.m_backward);
    m_program.m_bytes.resize(m_program.m_sizes.size());
    m_program.moveTo(m_measures);
    return std::move(m_program);
}

} // namespace shardscope
