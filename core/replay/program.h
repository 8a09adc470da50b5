// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/profile.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace shardscope {

/// What running a tape does to memory, for any number of tokens: sizes come and go.
class Program
{
public:
    /// Takes other measures over. False where the tape runs differently with them.
    bool moveTo(const Measures &measures);
    /// Of the tape's profile, what peaks are found from: totals, and what is there when a pass
    /// ends.
    void update(Profile &profile) const;

private:
    friend class ProgramWriter;

    using SizeId = std::uint16_t;

    /// So many times a size more (or, negative, less) under a holding.
    struct Change
    {
        float times = 0;
        SizeId size = 0;
        Holding holding = Holding::Working;
    };
    using Changes = std::vector<Change>;

    /// Of what happens at one moment, changes that shrink come first: the level is nowhere higher
    /// than at moments that count.
    struct Pass
    {
        Changes changes;
        std::vector<std::size_t> ends; ///< of each segment's changes
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
        return static_cast<double>(change.times) * m_bytes[change.size];
    }
    Holdings sumOf(const Changes &changes) const;
    void update(const Pass &pass, Segments &segments) const;

    std::vector<Extent> m_sizes;
    std::vector<double> m_bytes; ///< of each, as whole storages
    std::vector<Equality> m_equalities; ///< that the run depends on
    Pass m_forward;
    Pass m_backward;
    Changes m_handedOn;
    Changes m_cached;
};

/// Writes down what a run does; as LevelWriter does, but for any number of tokens.
class ProgramWriter
{
public:
    explicit ProgramWriter(const Tape &tape);

    void beginForward() { m_pass = &m_program.m_forward; }
    void beginBackward() { m_pass = &m_program.m_backward; }
    void change(Holding holding, Extent bytes, int times = 1);
    void note();
    void mark(Event event, std::int32_t index);
    void handOn(Extent bytes, int times) { add(m_program.m_handedOn, bytes, times); }
    void cache(Extent bytes) { add(m_program.m_cached, bytes, 1); }
    bool areEqual(Extent one, Extent other);
    Program finish();

private:
    Program::SizeId idOf(Extent bytes);
    void add(Program::Changes &changes, Extent bytes, int times);
    void flush();
    void sumUp(Program::Pass &pass) const;

    const Measures &m_measures;
    Program m_program;
    Program::Pass *m_pass = nullptr;
    Program::Changes m_pending; ///< since the last moment that counted
};

} // namespace shardscope
