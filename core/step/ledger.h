// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/term.h"
#include "core/graph/profile.h"
#include "core/plan/plan.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope {

using PartBytes = std::array<double, namesOf<PartId>.size()>;

/// On whose behalf torch's allocator hands out memory.
enum class Stream : std::uint8_t {
    Compute,
    Gather,
    Cast,
    Reduce,
    Inputs ///< nobody's: the inputs of units and the gradients of their outputs, held for longer
};

/// Follows every byte of a step: what is held under which account, the largest moment of each
/// phase, and the course over time.
class Ledger
{
public:
    using Account = std::size_t;

    /// Hears of what accounts get and give, one allocation or several at a time.
    class Observer
    {
    public:
        virtual ~Observer() = default;
        virtual void changed(Account account, double bytes) = 0;
        /// A reduction of gradients is issued.
        virtual void reduced() { }
    };

    /// Totals alone tell how much, and nothing of what.
    enum class Detail { Parts, Totals };
    explicit Ledger(Detail detail = Detail::Parts)
        : m_keepsParts(detail == Detail::Parts)
    {
        constexpr std::size_t usualAccounts = 64;
        m_accounts.reserve(usualAccounts);
        m_values.reserve(usualAccounts);
    }

    /// An account whose amounts are multiples of `each`: the formula says how many.
    Account open(PartId part, std::string_view source, const Term &each);
    /// The same of `elements` with so many bytes each; the formula is made where it is wanted.
    struct Elements
    {
        double bytes = 0;
        double count = 0;
    };
    Account open(PartId part, std::string_view source, const Elements &elements);
    /// An account of tensors with that many elements: the formula says how many bytes for each.
    Account openElements(PartId part, std::string_view source, const Term &elements);
    /// An account of bytes; `what` is the field's word for them. `amount`: as many as it holds at a
    /// time, if that is always the same.
    Account open(PartId part, std::string_view source, std::string_view what, double amount = 0);

    void enter(PhaseId phase);
    /// What follows, up to the next `enter`, comes after the phase's end.
    void endPhase();
    void enterMicroStep(int index) { m_where.microStep = index; }
    void enterLayer(int index) { m_where.layer = index; }

    /// More (or, negative, fewer) bytes under an account. Where several change at one moment, those
    /// that shrink go first.
    void change(Account account, double bytes)
    {
        if (bytes < 0)
            note();
        m_values[account] += bytes;
        m_parts[index(m_accounts[account].part)] += bytes;
        m_total += bytes;
        if (m_observer)
            m_observer->changed(account, bytes);
    }
    /// Several amounts at once, all more or all fewer: an observer hears of one after the other.
    void changeEach(Account account, std::span<const double> bytes)
    {
        Observer *const observer = std::exchange(m_observer, nullptr);
        change(account, std::accumulate(bytes.begin(), bytes.end(), 0.0));
        m_observer = observer;
        for (std::size_t i = 0; m_observer && i < bytes.size(); ++i)
            m_observer->changed(account, bytes[i]);
    }
    void noteReduction()
    {
        if (m_observer)
            m_observer->reduced();
    }
    std::size_t size() const { return m_accounts.size(); }
    void observe(Observer *observer) { m_observer = observer; }
    bool isObserved() const { return m_observer != nullptr; }
    PartId partOf(Account account) const { return m_accounts[account].part; }
    double amountOf(Account account) const { return m_accounts[account].amount; }
    /// Memory of another stream is not shared with that of computation.
    void setStream(Account account, Stream stream) { m_accounts[account].stream = stream; }
    Stream streamOf(Account account) const { return m_accounts[account].stream; }
    /// What it holds are the parameters of a unit, one by one.
    void setPieces(Account account, const Tape *unit) { m_accounts[account].unit = unit; }
    const Tape *piecesOf(Account account) const { return m_accounts[account].unit; }
    /// The four accounts from `first` on are those of the module at work.
    void setAtWork(Account first) { m_atWork = first; }
    /// The module at work holds so much more than when it began.
    void reach(const Holdings &now, double total)
    {
        if (total < m_reachedTotal)
            note();
        m_total += total - m_reachedTotal;
        m_reached = &now;
        m_reachedTotal = total;
    }
    /// The module at work is through: what it holds now stays.
    void settle();
    void hold(Account account) { change(account, m_accounts[account].amount); }
    void release(Account account) { change(account, -m_accounts[account].amount); }
    void releaseAll(Account account) { change(account, -m_values[account]); }
    /// Held for a moment only.
    void blink(Account account, double bytes);
    double held(Account account) const { return m_values[account]; }
    double total() const { return m_total; }
    /// Adds the largest moment since the last sample, and this one, to the timeline.
    void sample();

    void expectSamples(std::size_t count)
    {
        if (m_keepsParts)
            m_timeline.samples.reserve(count);
    }

    /// Who asks whether a step fits wants to know no more once it holds more than that.
    void setLimit(double bytes) { m_limit = bytes; }
    /// Whether more is held now, which then counts for the peak.
    bool isBeyondLimit()
    {
        if (m_total <= m_limit)
            return false;
        note();
        return true;
    }

    /// An instant to compare with.
    struct Mark
    {
        std::vector<double> values;
        std::size_t samples = 0;
    };
    void mark(Mark &mark)
    {
        mark.values = m_values;
        mark.samples = m_timeline.samples.size();
    }
    /// How much further a part of the step is than one that it repeats.
    struct Further
    {
        int layers = 0;
        int microSteps = 0;
    };
    /// What has happened since `before` happens `times` times more, each time so much further. The
    /// largest moment of such a row is in its first or its last part: play those.
    void repeat(const Mark &before, int times, const Further &further);

    /// Largest moment of a phase; nothing where the phase was never entered.
    std::optional<double> peakOf(PhaseId phase) const;
    double endOf(PhaseId phase) const { return m_phases[index(phase)].end; }
    /// The parts at that moment, one for each id, in stacking order.
    std::vector<Part> partsAtPeakOf(PhaseId phase) const;
    /// The course over the whole step, which the ledger then has no more.
    Timeline takeTimeline() { return std::move(m_timeline); }

private:
    struct Entry
    {
        PartId part{};
        std::string_view source{};
        double amount = 0; ///< value of `each`
        Term each{};
        Elements elements{}; ///< what `each` is made of where it is not there
        std::string_view what{};
        bool isElements = false; ///< `each` counts elements, not bytes
        Stream stream = Stream::Compute;
        const Tape *unit = nullptr;
    };
    struct PhaseRecord
    {
        double peak = -1;
        double end = 0;
        std::vector<double> values{};
    };

    template <class Id>
    static std::size_t index(Id id)
    {
        return static_cast<std::size_t>(id);
    }
    /// How much is held at an instant.
    struct Level
    {
        double total = -1;
        PartBytes parts{};
    };
    /// What a part of the step has added that is repeated.
    struct Growth
    {
        double total = 0;
        PartBytes parts{};
        std::vector<double> values{};
    };

    /// Is this the largest moment so far?
    void note()
    {
        if (m_total > m_stretch.total)
            noteStretch();
        if (PhaseRecord &phase = m_phases[index(m_phase)]; m_total > phase.peak)
            notePeak(phase);
    }
    const Growth &growthSince(const Mark &before);
    void repeatSamples(
        std::size_t from, int times, const PartBytes &change, const Further &further);
    void noteStretch();
    void notePeak(PhaseRecord &phase);
    std::size_t partAtWork(std::size_t holding) const
    {
        return index(m_accounts[m_atWork + holding].part);
    }
    Term described(std::size_t account, double bytes) const;
    Entry &addAccount(PartId part, std::string_view source);

    bool m_keepsParts = true;
    std::vector<Entry> m_accounts;
    std::vector<double> m_values;
    Observer *m_observer = nullptr;
    double m_total = 0;
    double m_limit = std::numeric_limits<double>::infinity();
    Account m_atWork = 0;
    const Holdings *m_reached = nullptr; ///< on top of the accounts at work
    double m_reachedTotal = 0;
    std::array<PhaseRecord, namesOf<PhaseId>.size()> m_phases{};
    PhaseId m_phase = PhaseId::Forward;
    bool m_hasEnded = false;

    PartBytes m_parts{};
    Sample m_where{}; ///< phase, layer and micro-step of now
    Level m_stretch; ///< largest moment since the last sample
    Growth m_growth; ///< of the last repetition
    Timeline m_timeline;
};

} // namespace shardscope
