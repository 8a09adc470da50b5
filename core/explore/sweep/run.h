// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/sweep/sweep.h"
#include "core/planner/outlook.h"

#include <atomic>
#include <mutex>
#include <optional>

namespace shardscope {

/// Of a SpeedOutlook what metrics need: there may be a million.
struct SpeedPoint
{
    double tokensPerSecond = 0;
    double tokensPerSecondPerGpu = 0;
    double mfu = 0;
    Seconds step{};
    Bytes traffic{}; ///< sent by one GPU in one step
    double gpuHours = 0;
    double cost = 0;

    bool operator==(const SpeedPoint &) const = default;
};

struct SweepPoint
{
    MemoryOutlook memory{};
    SpeedPoint speed{}; ///< zeros unless the metric needs it

    bool operator==(const SweepPoint &) const = default;
};

double valueOf(const SweepPoint &point, Metric metric); ///< Fit: its number

SpeedPoint speedPoint(const SpeedOutlook &outlook);

enum class PointState : std::uint8_t {
    Pending,
    Done,
    Failed ///< the scenario cannot be planned
};

/// The points of a checked sweep, evaluated by as many threads as call `work` at once. Which thread
/// takes which points does not change what comes out. Points can be read while others are worked
/// on.
class SweepRun
{
public:
    /// `catalog` must outlive it.
    SweepRun(Sweep sweep, const Catalog &catalog);

    /// Evaluates points until none is left or somebody cancels. Any number of threads may be in it.
    void work();
    void cancel() { m_isCancelled = true; }
    bool isCancelled() const { return m_isCancelled; }

    const Sweep &sweep() const { return m_sweep; }
    Reserving reserving() const { return m_reserving; }
    std::size_t done() const { return m_done; } ///< points with a result
    /// Points whose allocator was played because they are near a line.
    std::size_t playedNearLines() const { return m_playedNearLines; }
    bool isComplete() const { return m_done == m_sweep.points(); }

    PointState state(std::size_t point) const;
    /// Of points that are done.
    SweepPoint at(std::size_t point) const;
    /// Why a point failed.
    Error error(std::size_t point) const;

private:
    struct Chunk;
    class Walk;

    Chunk chunk(std::size_t number) const;
    void evaluate(const Chunk &chunk, Walk &walk);
    PointState evaluate(std::size_t point, const Scenario &scenario, Walk &walk);
    const Plan *playedMiddle();

    Sweep m_sweep;
    const Catalog &m_catalog;
    Reserving m_reserving;
    bool m_playsNearLines; ///< what is looked at is the verdict
    std::once_flag m_isMiddlePlayed;
    std::optional<Plan> m_middle;
    const Key *m_fastKey;
    const Key *m_slowKey; ///< null where there is one axis
    bool m_xIsFast;
    std::size_t m_lineLength; ///< points of one value of the slow axis
    std::size_t m_chunkLength;
    std::size_t m_chunksPerLine;
    std::size_t m_chunks;
    std::size_t m_chunksPerWalk; ///< that one thread takes one after the other
    std::size_t m_playsPerWalk; ///< of points near a line
    std::atomic<std::size_t> m_nextChunk{0};
    std::atomic<std::size_t> m_done{0};
    std::atomic<std::size_t> m_playedNearLines{0};
    std::atomic<bool> m_isCancelled{false};
    std::vector<std::atomic<PointState>> m_states;
    std::vector<MemoryOutlook> m_memory;
    std::vector<SpeedPoint> m_speed; ///< empty unless the metric needs it
};

} // namespace shardscope
