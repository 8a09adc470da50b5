// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostmemory.h"
#include "core/overhead.h"
#include "core/replay/track.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace shardscope {

/// The tensors of a training step, of which the largest moment alone is of interest: what was
/// worked out for the scenario asked about last, as far as others of its family have it in common.
class StepMemo
{
public:
    explicit StepMemo(const Catalog &catalog)
        : m_catalog(catalog)
    { }
    StepMemo(const StepMemo &) = delete;
    StepMemo &operator=(const StepMemo &) = delete;

    /// There was no scenario yet that makes sense.
    bool isEmpty() const { return !m_resolved; }
    /// Whether the scenario is of the last one's family: modules compute alike, with other numbers
    /// of tokens at most.
    bool isOfFamily(const Scenario &next) const;
    /// Takes over a scenario, and forgets what it does not share with the one before.
    Status moveTo(const Scenario &next);

    const Scenario &scenario() const { return m_scenario; }
    const Resolved &resolved() const { return *m_resolved; }
    /// Bytes at the peak.
    double tensors();
    /// With these shares, up to the next scenario.
    const Overheads &overheads(std::span<const PlayedShare> played);
    const HostMemory &host();
    /// Other shares were played.
    void forgetOverheads() { m_overheads.reset(); }

private:
    enum class Tapes { None, OfOtherTokens, Ready };
    /// A policy that is at work.
    struct Recording
    {
        Ledger ledger{Ledger::Detail::Totals};
        std::unique_ptr<Policy> policy{};
        Course course{};
        int accumulation = 1;
        bool isOfTapes = false; ///< of those that are there

        /// For the policy's workload of now.
        bool hasOtherSizes(int nextAccumulation) const;
    };
    /// How a course comes about again for other numbers of GPUs.
    struct Rerun
    {
        Recording recording{};
        Script script{};
        Track track{};
        bool hasTrack = false; ///< of the number of tokens
        std::vector<double> sizes{};

        std::optional<double> peak(const StepModules &modules, int accumulation);
    };

    Status take(const Scenario &next);
    void takeTokens(const Scenario &next);
    void moveTokens(const Training &next);
    void loseCourse();
    void bringTapes();
    double peakOfTensors();
    std::optional<double> peakAgain();
    void run(bool hasLayerEvents);
    void record();
    void play(Recording &next, Script *script);

    const Catalog &m_catalog;
    Scenario m_scenario;
    std::optional<Resolved> m_resolved;
    std::optional<Workload> m_work; ///< of these two, always at the same place
    std::optional<StepModules> m_modules; ///< of m_work
    Tapes m_tapes = Tapes::None; ///< m_modules, as far as they are those of the scenario
    bool m_hasRun = false;
    bool m_hasLayerEvents = false;
    // What does not depend on the number of tokens.
    Recording m_recording;
    bool m_isRecorded = false;
    Rerun m_rerun;
    bool m_movesTokens = false; ///< and nothing else, since the question before
    bool m_isBoundToTokens = false; ///< but this recording is
    std::optional<double> m_tensors; ///< bytes at the peak
    std::optional<Overheads> m_overheads;
    std::optional<HostMemory> m_host;
};

} // namespace shardscope
