// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold of any scenario, tried on scenarios drawn from a seed. SHARDSCOPE_PROPERTIES in
// the environment says how many; `./dev properties N` draws more than ctest does.
#include "core/engines/convention.h"
#include "core/judge/runnable.h"
#include "core/planner/makeplan.h"
#include "core/planner/outlook.h"
#include "core/report/planjson.h"
#include "tests/support/randomscenarios.h"
#include "tests/support/testcatalog.h"

#include <cmath>
#include <functional>
#include <map>

using namespace shardscope;

namespace {

/// One input that goes up a step, by which a GPU is to hold no less or no more.
struct Ladder
{
    const char *name;
    std::string_view key;
    bool needsMore; ///< else less
    std::vector<std::string_view> steps;
};

const std::vector<Ladder> &ladders()
{
    static const std::vector<Ladder> all{
        {"longer sequence", "training.sequence_length", true,
            {"1", "7", "128", "1000", "2048", "4095", "4096", "10000", "32768"}},
        {"larger micro-batch", "training.micro_batch", true, {"1", "2", "3", "4", "8", "32"}},
        {"higher rank", "training.lora_rank", true,
            {"1", "2", "4", "8", "16", "32", "64", "128", "256"}},
        {"more GPUs", "parallel.gpus", false,
            {"2", "3", "4", "8", "16", "24", "64", "512", "1024"}},
        {"checkpointing", "training.checkpointing", false, {"none", "selective", "full"}},
        {"offload", "parallel.offload", false, {"none", "optimizer", "parameters", "nvme"}},
        {"expandable segments", "hardware.allocator", false, {"default", "expandable"}},
    };
    return all;
}

bool isDeepSpeed(const Scenario &scenario)
{
    return frameworkFor(scenario.parallel) == Framework::DeepSpeed;
}

bool isZero3(const Scenario &scenario)
{
    return isDeepSpeed(scenario) && scenario.parallel.strategy == Strategy::Zero3;
}

bool isZero1Offload(const Scenario &scenario)
{
    return isDeepSpeed(scenario) && scenario.parallel.strategy == Strategy::Zero1
        && scenario.parallel.offload != Offload::None;
}

bool isFsdp1(const Scenario &scenario)
{
    return frameworkFor(scenario.parallel) == Framework::Fsdp1;
}

bool isFsdp2(const Scenario &scenario)
{
    return frameworkFor(scenario.parallel) == Framework::Fsdp2;
}

/// Hybrid sharding beyond one group is another thing: its copies keep what they have summed up
/// (torch 2.14 _fsdp_param_group.py, AllReduceState).
bool hasCopies(const Scenario &scenario)
{
    const Mesh mesh = meshOf(scenario);
    return scenario.parallel.strategy == Strategy::Hsdp
        && shardGroupOf(scenario.parallel, mesh) < mesh.replicas();
}

bool isAny(const Scenario & /*scenario*/)
{
    return true;
}

/// What a framework does that breaks a property.
bool isSelectiveBesideAdapters(const Scenario &scenario)
{
    return scenario.training.method != Method::Full
        && scenario.training.checkpointing == Checkpointing::Selective;
}

struct Cause
{
    std::string_view property;
    const char *why; ///< with its source
    bool (*isThere)(const Scenario &scenario);
    FindingId finding; ///< that has to say it
};

const std::vector<Cause> &causes()
{
    static const std::vector<Cause> all{
        {"offload",
            "DeepSpeed 0.19.6 stage_1_and_2.py, _has_inf_or_nan: a whole gradient is copied in "
            "fp32 before it leaves",
            isDeepSpeed, FindingId::TakesMore},
        {"expandable segments, played",
            "torch 2.14 CUDACachingAllocator.cpp, get_free_block: any free stretch of the one "
            "segment is cut up, those of cudaMalloc are kept apart",
            isAny, FindingId::TakesMore},
        {"more GPUs",
            "torch 2.14 fully_shard, _fsdp_param.py: parameters are padded to the ranks along "
            "dimension 0",
            isFsdp2, FindingId::ShardPadding},
        {"checkpointing",
            "DeepSpeed 0.19.6 partitioned_param_coordinator.py: what its trace repeats decides how "
            "much stays gathered",
            isZero3, FindingId::TakesMore},
        {"checkpointing",
            "torch 2.14 _flat_param.py and checkpoint.py: through reentrant checkpoints, which "
            "selective ones are not, FSDP1 holds the inputs of frozen units",
            isFsdp1, FindingId::TakesMore},
        {"checkpointing",
            "torch 2.14 utils/checkpoint.py: selective checkpoints keep the results of frozen "
            "weights' products, whose inputs autograd does not keep",
            isSelectiveBesideAdapters, FindingId::TakesMore},
        {"more GPUs",
            "DeepSpeed 0.19.6 coalesced_collectives.py: gradients that the ranks do not divide are "
            "copied into padded buffers",
            isZero3, FindingId::TakesMore},
        {"higher rank",
            "DeepSpeed 0.19.6 partitioned_param_coordinator.py: larger adapters are further from "
            "their next use, and not kept",
            isZero3, FindingId::TakesMore},
        {"more GPUs",
            "DeepSpeed 0.19.6 stage_1_and_2.py, copy_grads_in_partition: gradients of the own "
            "partition alone leave for the host",
            isZero1Offload, FindingId::KeptGradients},
    };
    return all;
}

bool isNoMore(Bytes one, Bytes other)
{
    return one <= (1 + 1e-9) * other + Bytes(1);
}

bool isNear(Bytes one, Bytes other)
{
    return isNoMore(one, other) && isNoMore(other, one);
}

/// What a figure of a report may not be: its path; empty where all are well.
std::string unsoundFigure(const Json &value, const std::string &path)
{
    if (const double *number = value.number()) {
        const bool maySink = path.ends_with("spare_bytes") || path.ends_with("_gib")
            || path.ends_with("_mib") || path.ends_with("_percent") || path.ends_with("/layer")
            || path.ends_with("/lokr_factor");
        return std::isfinite(*number) && (*number >= 0 || maySink)
            ? std::string()
            : path + " " + formatNumber(*number);
    }
    std::string found;
    if (const Json::Array *items = value.array()) {
        for (std::size_t i = 0; i < items->size() && found.empty(); ++i)
            found = unsoundFigure((*items)[i], path + "/" + std::to_string(i));
    }
    if (const Json::Object *members = value.object()) {
        for (auto member = members->begin(); member != members->end() && found.empty(); ++member)
            found = unsoundFigure(member->second, path + "/" + member->first);
    }
    return found;
}

/// Less than this is padding, a row of tables, the state of a random generator.
constexpr double noticeable = 0.01;

/// How a scenario breaks a property.
struct Fault
{
    std::string what{}; ///< empty: not at all
    double share = 1; ///< of the figure that it is about
};

/// Counts of what was looked at, printed at the end.
struct Count
{
    int comparisons = 0;
    int slight = 0; ///< broken by less than what is noticeable
    int explained = 0; ///< by what a framework does, which a finding says
    int broken = 0;
};

} // namespace

class TestProperties : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();
    std::map<std::string, Count> m_counts;

private slots:
    void cleanupTestCase()
    {
        for (const auto &[name, count] : m_counts)
            qInfo("%-30s %6d comparisons, %d slightly off, %d explained, %d broken", name.c_str(),
                count.comparisons, count.slight, count.explained, count.broken);
    }

    /// All figures of a plan are finite and not negative, parts add up, the peak is the largest
    /// phase.
    void plansAddUp()
    {
        RandomScenarios random(allInputs(m_catalog), 1);
        for (std::size_t i = 0; i < drawsFor(3000); ++i)
            checkSums(random.next(), Reserving::Estimated);
        QCOMPARE(broken(), 0);
    }

    void moreNeedsMore()
    {
        RandomScenarios random(allInputs(m_catalog), 2);
        Evaluator evaluator(m_catalog);
        for (std::size_t i = 0; i < drawsFor(3000); ++i) {
            Scenario scenario = random.next();
            for (const Ladder &ladder : ladders())
                climb(scenario, ladder, random, evaluator);
        }
        QCOMPARE(broken(), 0);
    }

    void playedPlansAddUp()
    {
        RandomScenarios random(allInputs(m_catalog), 3);
        for (std::size_t i = 0; i < drawsFor(150); ++i) {
            Scenario scenario = random.next();
            scenario.hardware.allocator = Allocator::Expandable;
            checkSums(scenario, Reserving::Played);
            check("expandable segments, played", scenario,
                [this](const Scenario &each) { return pagesFault(each); });
        }
        QCOMPARE(broken(), 0);
    }

private:
    int broken() const
    {
        int sum = 0;
        for (const auto &[name, count] : m_counts)
            sum += count.broken;
        return sum;
    }

    using Property = std::function<Fault(const Scenario &)>;

    /// Whether a framework does it, and the plan says so.
    bool isExplained(const std::string &property, const Scenario &scenario) const
    {
        const auto isPossible = [&](const Cause &each) {
            return each.property == property && each.isThere(scenario);
        };
        if (std::none_of(causes().begin(), causes().end(), isPossible))
            return false;
        const Plan plan = planOf(scenario, m_catalog, Reserving::Played);
        return std::any_of(causes().begin(), causes().end(), [&](const Cause &each) {
            const auto says
                = [&each](const Finding &finding) { return finding.id == each.finding; };
            return isPossible(each) && std::ranges::any_of(plan.findings, says);
        });
    }

    void check(const std::string &name, const Scenario &scenario, const Property &faultOf)
    {
        Count &count = m_counts[name];
        ++count.comparisons;
        const Fault fault = faultOf(scenario);
        if (fault.what.empty())
            return;
        if (fault.share < noticeable) {
            ++count.slight;
            return;
        }
        if (isExplained(name, scenario)) {
            ++count.explained;
            return;
        }
        ++count.broken;
        const auto isBroken = [&](const Scenario &each) {
            const Fault found = faultOf(each);
            return !found.what.empty() && found.share >= noticeable && !isExplained(name, each);
        };
        const Scenario plain = plainest(scenario, isBroken);
        qWarning("%s: %s:%s", name.c_str(), faultOf(plain).what.c_str(), typed(plain).constData());
    }

    void checkSums(const Scenario &scenario, Reserving reserving)
    {
        const auto of = [&](auto faultOf) {
            return [=, this](const Scenario &each) {
                const Result<Plan> plan = makePlan(each, m_catalog, reserving);
                return Fault{plan ? faultOf(*plan) : std::string()};
            };
        };
        check("finite, not negative", scenario,
            of([](const Plan &plan) { return unsoundFigure(planToJson(plan), {}); }));
        check("parts add up", scenario, of(sumFault));
        check("the peak is the largest phase", scenario, of(peakFault));
    }

    static std::string sumFault(const Plan &plan)
    {
        for (const Phase &phase : plan.memory.phases) {
            Bytes sum;
            for (const Part &part : phase.parts)
                sum += part.bytes;
            if (!isNear(sum, phase.peak))
                return std::string(nameOf(phase.id)) + ", "
                    + formatNumber((sum - phase.peak).value()) + " B too much";
        }
        return {};
    }

    static std::string peakFault(const Plan &plan)
    {
        Bytes largest;
        for (const Phase &phase : plan.memory.phases) {
            largest = std::max(largest, phase.peak);
            if (!isNoMore(phase.end, phase.peak))
                return std::string(nameOf(phase.id)) + " keeps more than its peak";
        }
        const bool isLargest
            = largest == plan.memory.peak && plan.memory.atPeak().peak == plan.memory.peak;
        return isLargest ? "" : "another phase is larger";
    }

    bool canRun(const Scenario &scenario) const
    {
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        return resolved && !obstacleOf(scenario, *resolved);
    }

    void climb(
        Scenario scenario, const Ladder &ladder, RandomScenarios &random, Evaluator &evaluator)
    {
        const std::size_t step = random.below(ladder.steps.size() - 1);
        const auto at = [&ladder](Scenario on, std::string_view value) {
            on.hardware.ncclMib = 0; // its buffers grow with the number of GPUs
            return setKeyText(on, ladder.key, value) ? on : Scenario{};
        };
        const Scenario lower = at(scenario, ladder.steps[step]);
        const Scenario higher = at(scenario, ladder.steps[step + 1]);
        if (!canRun(lower) || !canRun(higher) || hasCopies(lower) != hasCopies(higher))
            return;
        // Of the one that takes more than it should.
        check(ladder.name, ladder.needsMore ? lower : higher, [&](const Scenario &each) {
            const Result<MemoryOutlook> before = evaluator.memory(at(each, ladder.steps[step]));
            const Result<MemoryOutlook> after = evaluator.memory(at(each, ladder.steps[step + 1]));
            if (!before || !after)
                return Fault{};
            return ladder.needsMore ? excess(before->peak, after->peak)
                                    : excess(after->peak, before->peak);
        });
    }

    static Fault excess(Bytes less, Bytes more)
    {
        if (isNoMore(less, more))
            return {};
        return {
            formatShort(less / GiB) + " for " + formatShort(more / GiB) + " GiB", less / more - 1};
    }

    /// Pages of 20 MiB for each stream are coarser than segments.
    Fault pagesFault(Scenario scenario) const
    {
        const auto peakWith = [&](Allocator allocator) {
            scenario.hardware.allocator = allocator;
            const Result<Plan> plan = makePlan(scenario, m_catalog, Reserving::Played);
            return plan ? plan->memory.peak : Bytes(0);
        };
        constexpr Bytes page = 20 * MiB;
        constexpr double streams = 4;
        return excess(
            peakWith(Allocator::Expandable), peakWith(Allocator::Default) + streams * page);
    }
};

QTEST_APPLESS_MAIN(TestProperties)
#include "tst_properties.moc"
