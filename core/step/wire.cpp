// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/wire.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace shardscope {

namespace {

double bytesOf(std::span<const Load> loads)
{
    double bytes = 0;
    for (const Load &load : loads)
        bytes += load.bytes * load.elements;
    return bytes;
}

double elementsOf(std::span<const Load> loads)
{
    double elements = 0;
    for (const Load &load : loads)
        elements += load.elements;
    return elements;
}

/// The load of `tally` that counts elements of `bytes` each, or an empty one that will.
Load &placeOf(Wire::Tally &tally, double bytes)
{
    const auto place = std::find_if(tally.loads.begin(), tally.loads.end(),
        [bytes](const Load &load) { return load.elements == 0 || load.bytes == bytes; });
    assert(place != tally.loads.end());
    place->bytes = bytes;
    return *place;
}

void add(Wire::Tally &sum, const Wire::Tally &more, double times)
{
    for (const Load &load : more.loads) {
        if (load.elements != 0)
            placeOf(sum, load.bytes).elements += times * load.elements;
    }
    sum.calls += times * more.calls;
}

/// What nothing is left to compute beside: the first call of what computation waits for, the last
/// one of what comes out of it.
double edgeBytes(const Wire::Tally &tally, CollectiveOp op)
{
    return isResult(op) ? tally.last : tally.first;
}

/// How many micro-steps of a step are like the one that was heard.
double likeMicroSteps(std::size_t index, int accumulation)
{
    return index == 1 && accumulation > 2 ? accumulation - 2 : 1;
}

/// Calls that `tensors` are collected into; none is cut.
double bucketsOf(const Channel &channel, double elements, double tensors)
{
    return channel.bucket > 0
        ? std::max(1.0, std::min(std::ceil(elements / channel.bucket), tensors))
        : tensors;
}

} // namespace

Wire::Line Wire::open(const Channel &channel)
{
    assert(!m_hasBegun);
    m_lines.push_back({.channel = channel});
    return m_lines.size() - 1;
}

void Wire::send(Line line, std::span<const Load> whole, double calls)
{
    assert(line < m_lines.size());
    const double bytes = bytesOf(whole);
    if (!m_hasBegun || m_times <= 0 || bytes <= 0)
        return;
    Tally &tally = m_lines[line].tallies[now()];
    for (const Load &load : whole) {
        if (load.elements > 0)
            placeOf(tally, load.bytes).elements += m_times * load.elements;
    }
    if (tally.calls == 0)
        tally.first = bytes / calls;
    tally.last = bytes / calls;
    tally.calls += m_times * calls;
}

void Wire::enter(PhaseId phase)
{
    m_hasBegun = true;
    switch (phase) {
    case PhaseId::Forward:
    case PhaseId::Loss:
    case PhaseId::Generation:
    case PhaseId::Scoring:
        m_pass = Pass::Forward;
        break;
    case PhaseId::Backward:
        m_pass = Pass::Backward;
        break;
    case PhaseId::OptimizerStep:
    case PhaseId::Save:
        m_pass = Pass::Update;
        break;
    }
}

void Wire::mark(Mark &mark) const
{
    mark.clear();
    for (const Counts &counts : m_lines)
        mark.push_back(counts.tallies[now()]);
}

void Wire::repeat(const Mark &before, int times)
{
    assert(before.size() == m_lines.size());
    for (Line line = 0; line < m_lines.size(); ++line) {
        Tally &tally = m_lines[line].tallies[now()];
        if (tally.calls == before[line].calls)
            continue;
        Tally since = tally;
        add(since, before[line], -1);
        add(tally, since, times);
    }
}

void Wire::repeatMicroStep()
{
    assert(m_microStep + 1 < microSteps);
    for (Counts &counts : m_lines) {
        for (const Pass pass : {Pass::Forward, Pass::Backward})
            counts.tallies[indexOf(pass, m_microStep + 1)]
                = counts.tallies[indexOf(pass, m_microStep)];
    }
}

Burst Wire::burstOf(const Counts &counts, Pass pass, int accumulation)
{
    Burst burst{.pass = pass};
    Tally sum;
    double edge = 0;
    for (std::size_t i = 0; i < microSteps; ++i) {
        const Tally &tally = counts.tallies[indexOf(pass, i)];
        if (tally.calls == 0)
            continue;
        const double like = likeMicroSteps(i, accumulation);
        burst.times += like;
        add(sum, tally, like);
        edge += like * edgeBytes(tally, counts.channel.op);
    }
    if (burst.times == 0)
        return burst;
    for (const Load &load : sum.loads)
        burst.bytes += Term::each(load.bytes) * Term::count(load.elements / burst.times);
    burst.calls
        = bucketsOf(counts.channel, elementsOf(sum.loads) / burst.times, sum.calls / burst.times);
    burst.edge = edge / bytesOf(sum.loads);
    return burst;
}

std::vector<Message> Wire::messages(int accumulation) const
{
    std::vector<Message> messages;
    for (const Counts &counts : m_lines) {
        Message message{.channel = counts.channel};
        for (const Pass pass : {Pass::Forward, Pass::Backward, Pass::Update}) {
            if (Burst burst = burstOf(counts, pass, accumulation); burst.times > 0)
                message.bursts.push_back(std::move(burst));
        }
        messages.push_back(std::move(message));
    }
    return messages;
}

} // namespace shardscope
