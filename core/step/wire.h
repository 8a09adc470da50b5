// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/term.h"
#include "core/plan/plan.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace shardscope {

/// Elements with so many bytes each.
struct Load
{
    double bytes = 0; ///< of an element
    double elements = 0;
};

/// What a framework sends again and again: one operation over one group.
struct Channel
{
    Payload payload = Payload::Gradients;
    CollectiveOp op = CollectiveOp::AllReduce;
    std::string_view source{};
    bool overlaps = true; ///< runs beside the computation of its part of the step
    int group = 0; ///< ranks that take part; 0: all that reduce gradients together
    /// Distance between neighbours of the group: 1, or the ranks of a shard group; of all those
    /// that reduce together, the mesh says.
    int apart = 1;
    int row = 0; ///< ranks that lie so, where there are several rows; as in RankSpacing
    int rowsApart = 0;
    double bucket = 0; ///< elements that are collected for one call; 0: nothing is collected
    /// What the rank that all wait for sends or gets in a call, the larger of both, by what is
    /// sent.
    double busiest = 1;
};

/// What one channel carries in the forward passes of a step, in the backward passes, or in the
/// update.
struct Burst
{
    Pass pass = Pass::Forward;
    double times = 0; ///< passes of an optimizer step that it comes in
    Term bytes{}; ///< each time: of the whole tensor, as if it were on one GPU
    double calls = 1; ///< each time: layers, buckets, parameters
    double edge = 0; ///< share of `bytes` in the call that has no computation to run beside
};
struct Message
{
    Channel channel{};
    std::vector<Burst> bursts{};
};

/// Hears what a step sends, call by call. Layers and micro-steps that repeat are counted, not heard
/// again.
class Wire
{
public:
    using Line = std::size_t;

    /// All lines are opened before the first call.
    Line open(const Channel &channel);

    /// One call of `calls`, over `whole` tensors as if they were on one GPU; 0 elements: none. On a
    /// line with buckets, one tensor on its way into them. Before the step begins nothing counts.
    void send(Line line, std::span<const Load> whole, double calls = 1);
    void send(Line line, const Load &whole, double calls = 1)
    {
        send(line, std::span(&whole, 1), calls);
    }

    void enter(PhaseId phase);
    void enterMicroStep(int index) { m_microStep = static_cast<std::size_t>(index); }
    Pass pass() const { return m_pass; }
    /// How often each call counts: not at all where other micro-steps send the same, which is
    /// multiplied.
    void listen(double times) { m_times = times; }

    /// What one pass carries on one line.
    struct Tally
    {
        std::array<Load, 3> loads{}; ///< by bytes of an element
        double calls = 0;
        double first = 0; ///< bytes of the first call
        double last = 0;
    };
    using Mark = std::vector<Tally>;
    /// An instant of a pass to compare with.
    void mark(Mark &mark) const;
    /// What has been sent since is sent `times` times more.
    void repeat(const Mark &before, int times);
    /// The last micro-step sends what this one does.
    void repeatMicroStep();

    /// All that an optimizer step of so many micro-steps sends, in the order in which lines were
    /// opened.
    std::vector<Message> messages(int accumulation) const;

private:
    static constexpr std::size_t microSteps = 3; ///< the first, those like the second, the last
    struct Counts
    {
        Channel channel{};
        std::array<Tally, namesOf<Pass>.size() * microSteps> tallies{};
    };

    static std::size_t indexOf(Pass pass, std::size_t microStep)
    {
        return static_cast<std::size_t>(pass) * microSteps + microStep;
    }
    /// The update has no micro-steps.
    std::size_t now() const { return indexOf(m_pass, m_pass == Pass::Update ? 0 : m_microStep); }
    static Burst burstOf(const Counts &counts, Pass pass, int accumulation);

    std::vector<Counts> m_lines;
    bool m_hasBegun = false;
    double m_times = 1;
    Pass m_pass = Pass::Forward;
    std::size_t m_microStep = 0;
};

} // namespace shardscope
