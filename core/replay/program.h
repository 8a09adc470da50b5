// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/profile.h"
#include "core/replay/tapetrace.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace shardscope {

/// What running a tape does to memory, for any number of tokens: one size after the other comes and
/// goes.
class Program
{
public:
    /// Takes other measures over. False where the tape runs differently with them.
    bool moveTo(const Measures &measures);

    Profile profile() const;
    /// Of a profile of this program all that the course of a step's total needs: segments without
    /// parts, but for the last ones.
    void updateTotals(Profile &profile) const;

private:
    friend class ProgramWriter;

    using SizeId = std::int16_t;

    /// So many times a size more (or, negative, less) under a holding.
    struct Change
    {
        float times = 0;
        SizeId size = 0;
        Holding holding = Holding::Working;
    };
    using Changes = std::vector<Change>;

    /// Up to an event. Of what happens at one moment, those that shrink come first, so that the
    /// level never is beyond what it was or will be.
    struct Stretch
    {
        std::uint32_t end = 0; ///< of its changes
        Event event = Event::End;
        std::int32_t index = -1;
    };
    struct Pass
    {
        Changes changes;
        std::vector<Stretch> stretches;
        Changes sum; ///< of all changes
    };
    struct Equality
    {
        SizeId one = 0;
        SizeId other = 0;
        bool isEqual = false;
    };

    double amount(const Change &change) const
    {
        return static_cast<double>(change.times) * m_bytes[static_cast<std::size_t>(change.size)];
    }
    Holdings sumOf(const Changes &changes) const;
    Segments segmentsOf(const Pass &pass) const;
    void updateTotals(const Pass &pass, Segments &segments) const;
    void updateKept(Profile &profile) const;

    std::vector<Extent> m_sizes;
    std::vector<double> m_bytes; ///< of each, as whole storages
    std::vector<Equality> m_equalities; ///< that the run depends on
    Pass m_forward;
    Pass m_backward;
    Changes m_handedOn; ///< what the forward pass leaves, beyond what it keeps
    Changes m_cached;
};

/// Runs a tape. `trace`, where given, is filled with every single allocation.
Program programOf(const Tape &tape, const RunOptions &options, TapeTrace *trace = nullptr);

/// Writes down what a run does.
class ProgramWriter
{
public:
    explicit ProgramWriter(const Measures &measures)
        : m_measures(measures)
    { }

    void beginForward() { m_pass = &m_program.m_forward; }
    void beginBackward() { m_pass = &m_program.m_backward; }
    void change(Holding holding, Extent bytes, int times = 1);
    /// This may be the largest moment so far.
    void note();
    void mark(Event event, std::int32_t index);
    void endPass();
    void handOn(Extent bytes, int times);
    void cache(Extent bytes);
    /// Whether storages of both take as much, with these measures.
    bool areEqual(Extent one, Extent other);
    Program finish() { return std::move(m_program); }

private:
    Program::SizeId idOf(Extent bytes);
    void flush();

    const Measures &m_measures;
    Program m_program;
    Program::Pass *m_pass = &m_program.m_forward;
    Program::Changes m_pending; ///< since the last moment that was noted
};

} // namespace shardscope
