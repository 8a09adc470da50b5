// SPDX-License-Identifier: GPL-3.0-or-later
// What searches, advice and limits say about a configuration is what its own plan says. Over the
// examples and over scenarios drawn from a seed: SHARDSCOPE_SCENARIOS sets how many of them.
#include "core/explore/advice/advice.h"
#include "core/judge/runnable.h"
#include "core/planner/makeplan.h"
#include "core/scenario/move.h"
#include "resources/examples.h"
#include "tests/support/recommend.h"
#include "tests/support/testcatalog.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace shardscope;

namespace {

struct Drawn
{
    std::string_view key;
    std::vector<std::string_view> values;
};

const std::vector<Drawn> &drawn()
{
    static const std::vector<Drawn> inputs{
        {"model.id",
            {"", "", "meta-llama/Meta-Llama-3-8B", "Qwen/Qwen2.5-7B", "Qwen/Qwen3-14B",
                "google/gemma-2-9b", "bigscience/bloom-7b1", "openai/gpt-oss-20b",
                "openai-community/gpt2-xl"}},
        {"hardware.gpu",
            {"h100-sxm", "h100-sxm", "a100-sxm-80", "a100-sxm-40", "rtx4090", "v100-sxm-32"}},
        {"parallel.gpus", {"1", "2", "4", "8", "8", "16"}},
        {"parallel.strategy", {"ddp", "zero1", "zero2", "zero3", "fsdp", "fsdp-grad-op", "hsdp"}},
        {"training.method", {"full", "full", "lora", "qlora"}},
        {"training.precision", {"bf16-master", "bf16", "bf16-amp", "fp16-amp"}},
        {"training.optimizer", {"adamw", "adamw", "adamw-8bit", "sgd"}},
        {"training.sequence_length", {"512", "2048", "4096", "8192"}},
        {"training.micro_batch", {"1", "1", "2", "4"}},
        {"training.accumulation", {"1", "2", "4"}},
        {"training.checkpointing", {"none", "selective", "full"}},
        {"training.attention", {"flash", "flash", "sdpa", "eager"}},
        {"training.loss", {"standard", "standard", "fused"}},
        {"hardware.allocator", {"default", "default", "expandable"}},
    };
    return inputs;
}

/// As it would be typed.
std::pair<std::string, Scenario> drawnScenario(std::mt19937 &random)
{
    std::string typed;
    Scenario scenario;
    for (const Drawn &input : drawn()) {
        const std::string_view value = input.values[random() % input.values.size()];
        if (const Status status = setKeyText(scenario, input.key, value); !status)
            qFatal("%s", describe(status.error()).c_str());
        typed.append(" --set ").append(input.key).append("=").append(value);
    }
    return {typed, scenario};
}

int scenarios(int usual)
{
    bool isNumber = false;
    const int number = qEnvironmentVariableIntValue("SHARDSCOPE_SCENARIOS", &isNumber);
    return isNumber ? number : usual;
}

std::vector<const Recommendation *> rowsOf(const Recommendations &found)
{
    std::vector<const Recommendation *> rows;
    for (const Recommendation &row : found.best)
        rows.push_back(&row);
    for (const Recommendation &row : found.frontier)
        rows.push_back(&row);
    if (found.nearest)
        rows.push_back(&*found.nearest);
    return rows;
}

const Recommendation *rowWith(const Recommendations &found, Role role)
{
    for (const Recommendation &row : found.best) {
        if (std::find(row.roles.begin(), row.roles.end(), role) != row.roles.end())
            return &row;
    }
    return nullptr;
}

bool hasObstacle(const Plan &plan)
{
    return std::any_of(plan.findings.begin(), plan.findings.end(), [](const Finding &finding) {
        return isObstacle(finding.id) || finding.id == FindingId::HostTooSmall;
    });
}

bool isFit(const Plan &plan)
{
    return plan.memory.verdict.fit == Fit::Fits && plan.memory.host.missing() <= Bytes(0);
}

/// Its step includes work of the host, whose time is a guess.
bool isTimed(const Scenario &scenario)
{
    return scenario.estimator == EstimatorKind::Worksheet
        || scenario.parallel.offload == Offload::None;
}

} // namespace

class TestAnswers : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();
    std::size_t m_reasons = 0;
    std::size_t m_limits = 0;
    std::size_t m_fixes = 0;
    std::size_t m_searched = 0;

    Plan played(const Scenario &scenario) const
    {
        return planOf(scenario, m_catalog, Reserving::Played);
    }

    /// Every `nth` example, none at 0, and as many drawn ones as `usual`.
    void addScenarios(unsigned seed, int usual, std::size_t nth) const
    {
        QTest::addColumn<Scenario>("scenario");
        const std::vector<Example> examples = builtInExamples();
        for (std::size_t i = 0; nth > 0 && i < examples.size(); i += nth)
            QTest::newRow(examples[i].name.c_str()) << examples[i].document.scenario;
        std::mt19937 random(seed);
        const int count = scenarios(usual);
        for (int i = 0; i < count; ++i) {
            const auto [typed, scenario] = drawnScenario(random);
            QTest::addRow("drawn %d:%s", i, typed.c_str()) << scenario;
        }
    }

    void checkReason(const Reason &reason, const Plan &own)
    {
        ++m_reasons;
        const Plan other = played(reason.other);
        const Fit fit = other.memory.verdict.fit;
        QVERIFY(!hasObstacle(other));
        QCOMPARE(reason.more.value(), (other.memory.peak - own.memory.peak).value());
        QCOMPARE(reason.missing.value(), std::max(0.0, -other.memory.verdict.spare.value()));
        QCOMPARE(reason.slower + 1, other.time.step / own.time.step);
        switch (reason.id) {
        case ReasonId::NothingElseFits:
        case ReasonId::OtherDoesNotFit:
            QCOMPARE(fit, Fit::DoesNotFit);
            break;
        case ReasonId::OtherIsAtRisk:
            QCOMPARE(fit, Fit::AtRisk);
            break;
        case ReasonId::OtherIsSlower:
            QVERIFY(fit <= own.memory.verdict.fit);
            QVERIFY(other.time.step > own.time.step);
            break;
        case ReasonId::OtherNeedsMore:
            QVERIFY(fit <= own.memory.verdict.fit);
            QVERIFY(other.memory.peak > own.memory.peak);
            break;
        }
    }

    /// By what its plan says, without anything that the present scenario does not have already.
    bool fits(const KeyValues &repair, const Plan &present) const
    {
        const Result<Scenario> next = applied(present.scenario, repair);
        const Result<Plan> plan
            = next ? makePlan(*next, m_catalog, Reserving::Played) : next.error();
        if (!plan || !isFit(*plan))
            return false;
        const auto isKnown = [&present](const Finding &finding) {
            return std::any_of(present.findings.begin(), present.findings.end(),
                [&](const Finding &known) { return known.id == finding.id; });
        };
        return std::none_of(
            plan->findings.begin(), plan->findings.end(), [&](const Finding &finding) {
                const bool isObjection = isObstacle(finding.id)
                    || finding.id == FindingId::HostTooSmall || finding.id == FindingId::NodeNotFull
                    || finding.id == FindingId::LinkNotThere
                    || (finding.id == FindingId::SequenceTooLong
                        && next->model != present.scenario.model);
                return isObjection && !isKnown(finding);
            });
    }

    /// The next value of a limit; empty where there is none or it is not memory that ends it.
    static KeyValues beyond(const Limit &limit)
    {
        if (limit.by != LimitedBy::Memory || !limit.isFound())
            return {};
        const auto at = [](const char *key, double value) {
            return KeyValues{{key, formatNumber(value)}};
        };
        switch (limit.id) {
        case LimitId::Sequence:
            return at("training.sequence_length",
                limit.value + (limit.value < sequenceStep ? 1 : double{sequenceStep}));
        case LimitId::MicroBatch:
            return at("training.micro_batch", limit.value + 1);
        case LimitId::Model:
            if (limit.move.settings.front().first != "model.parameters")
                break;
            return at("model.parameters",
                limit.value + std::pow(10, std::floor(std::log10(limit.value)) - 1));
        case LimitId::Gpus:
        case LimitId::Gpu:
            break;
        }
        return {};
    }

    void checkLimit(const Limit &limit, const Plan &present)
    {
        ++m_limits;
        QVERIFY(!limit.isFound() || fits(limit.move.settings, present));
        const KeyValues next = beyond(limit);
        QVERIFY(next.empty() || !fits(next, present));
        if (limit.id == LimitId::Gpu) {
            const GpuSpec *found
                = limit.isFound() ? m_catalog.findGpu(limit.move.settings.front().second) : nullptr;
            const GpuSpec *now = m_catalog.findGpu(present.scenario.hardware.gpu);
            for (const GpuSpec &gpu : m_catalog.gpus) {
                const bool isKin = !gpu.isCapacityOnly
                    && gpu.computeCapability.starts_with("gfx")
                        == now->computeCapability.starts_with("gfx");
                if (isKin && (!found || gpu.usable() < found->usable()))
                    QVERIFY(!fits({{"hardware.gpu", gpu.id}, {"hardware.link", ""}}, present));
            }
        }
    }

private slots:
    void reasonsAreWhatPlansSay_data() { addScenarios(1, 4, 3); }
    void reasonsAreWhatPlansSay()
    {
        QFETCH(Scenario, scenario);
        const Result<Recommendations> found = recommend(scenario, {}, m_catalog);
        QVERIFY(found);
        for (const Recommendation *row : rowsOf(*found)) {
            const Plan own = played(row->scenario);
            QVERIFY(row->memory == outlookOf(own));
            QVERIFY(!hasObstacle(own));
            for (const Reason &reason : row->reasons) {
                checkReason(reason, own);
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }

    void limitsAreWherePlansSay_data() { addScenarios(2, 6, 1); }
    void limitsAreWherePlansSay()
    {
        QFETCH(Scenario, scenario);
        Evaluator evaluator(m_catalog);
        const Plan present = played(scenario);
        WhatIf whatIf(present, m_catalog, evaluator);
        for (const Limit &limit : limitsOf(whatIf)) {
            checkLimit(limit, present);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void fixesAreWhatPlansSay_data() { addScenarios(3, 6, 1); }
    void fixesAreWhatPlansSay()
    {
        QFETCH(Scenario, scenario);
        Evaluator evaluator(m_catalog);
        const Result<Advice> advice = adviceFor(scenario, m_catalog, evaluator);
        QVERIFY(advice);
        QVERIFY(advice->memory == outlookOf(played(scenario)));
        std::vector<WeighedMove> moves = advice->fixes.shown;
        moves.insert(moves.end(), advice->giveBacks.begin(), advice->giveBacks.end());
        for (const WeighedMove &weighed : moves) {
            ++m_fixes;
            const Plan plan = played(*applied(scenario, weighed.move.settings));
            QCOMPARE(weighed.peak.value(), plan.memory.peak.value());
            QCOMPARE(weighed.fit, plan.memory.verdict.fit);
            QCOMPARE(weighed.spare.value(), plan.memory.verdict.spare.value());
        }
    }

    // Everything that a small freedom allows is played here.
    void nothingThatFitsIsFaster_data() { addScenarios(4, 5, 0); }
    void nothingThatFitsIsFaster()
    {
        QFETCH(Scenario, scenario);
        const SearchFreedom freedom{
            .framework = false, .offload = false, .loss = true, .attention = false};
        const Result<SearchSpace> space = searchSpace(scenario, freedom, m_catalog);
        QVERIFY(space);
        const Recommendations found = *recommend(scenario, freedom, m_catalog);
        const Recommendation *fastest = rowWith(found, Role::Fastest);
        const Recommendation *roomiest = rowWith(found, Role::MostSpare);
        const Recommendation *simplest = rowWith(found, Role::Simplest);
        Scenario each = scenario;
        for (const std::size_t point : space->points()) {
            space->setPoint(each, point);
            const Plan plan = played(each);
            if (!isFit(plan) || hasObstacle(plan))
                continue;
            ++m_searched;
            QVERIFY(fastest && roomiest && simplest);
            QVERIFY(changesBetween(each, scenario) >= simplest->changes);
            if (!isTimed(each) && isTimed(fastest->scenario))
                continue;
            QVERIFY(plan.time.tokensPerSecond <= fastest->speed.tokensPerSecond);
            QVERIFY(plan.time.tokensPerSecond < (1 - nearlyAsFast) * fastest->speed.tokensPerSecond
                || plan.memory.verdict.spare <= roomiest->memory.verdict.spare);
        }
    }

    void cleanupTestCase()
    {
        qInfo("compared with plans: %zu reasons, %zu limits, %zu fixes, %zu that fit", m_reasons,
            m_limits, m_fixes, m_searched);
        if (!qEnvironmentVariableIsSet("SHARDSCOPE_SCENARIOS"))
            QVERIFY(m_reasons > 100 && m_limits > 50 && m_fixes > 20 && m_searched > 20);
    }
};

QTEST_APPLESS_MAIN(TestAnswers)
#include "tst_answers.moc"
