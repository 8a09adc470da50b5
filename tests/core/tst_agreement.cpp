// SPDX-License-Identifier: GPL-3.0-or-later
// What advice, sweeps, searches, comparisons and grooves say of a scenario is what its plan says,
// tried on scenarios drawn from a seed. How many: tests/support/randomscenarios.h.
#include "core/explore/advice/advice.h"
#include "core/explore/conventions.h"
#include "core/explore/sweep/run.h"
#include "core/judge/runnable.h"
#include "core/planner/makeplan.h"
#include "core/scenario/move.h"
#include "tests/support/feasibility.h"
#include "tests/support/randomscenarios.h"
#include "tests/support/recommend.h"
#include "tests/support/testcatalog.h"

#include <map>

using namespace shardscope;

namespace {

/// Of models that are planned and played in no time.
std::vector<DrawnInput> inputs(const Catalog &catalog)
{
    std::vector<DrawnInput> all = allInputs(catalog);
    all[0].values = {"1e8", "1e9", "7e9"};
    all[1].values = {"", "Qwen/Qwen2.5-0.5B", "HuggingFaceTB/SmolLM2-360M",
        "meta-llama/Llama-3.2-1B", "google/gemma-3-1b-pt", "openai-community/gpt2-medium",
        "meta-llama/Meta-Llama-3-8B", "allenai/OLMoE-1B-7B-0924"};
    all.push_back({"parallel.gpus", {"1", "2", "4", "8", "8", "16"}});
    return all;
}

bool isNear(Bytes one, Bytes other)
{
    return std::abs((one - other).value()) <= 1e-9 * other.value() + 1;
}

} // namespace

class TestAgreement : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();
    std::map<QByteArray, std::pair<int, int>> m_counts; ///< compared, and not agreed
    RandomScenarios m_random{inputs(m_catalog), 1};

private slots:
    void cleanupTestCase()
    {
        for (const auto &[name, count] : m_counts)
            qInfo(
                "%-20s %5d comparisons, %d disagree", name.constData(), count.first, count.second);
    }

    void adviceIsWhatThePlanSays()
    {
        eachOf(16, [this](const Scenario &scenario, const Plan & /*plan*/) {
            Evaluator evaluator(m_catalog);
            const Advice advice = *adviceFor(scenario, m_catalog, evaluator);
            for (const WeighedMove &fix : advice.fixes.shown)
                agrees("fixes", scenario, fix.move.settings, fix.peak, fix.fit);
            for (const WeighedMove &gain : advice.giveBacks)
                agrees("give-backs", scenario, gain.move.settings, gain.peak, gain.fit);
            for (const Limit &limit : advice.limits) {
                if (limit.isFound())
                    agrees("limits", scenario, limit.move.settings, std::nullopt, Fit::Fits);
            }
        });
    }

    void sweepsAreWhatThePlanSays()
    {
        eachOf(20, [this](const Scenario &scenario, const Plan & /*plan*/) {
            const Sweep sweep{.base = scenario,
                .x = *makeAxis("training.sequence_length", std::vector<Json>{500, 2048, 6000}),
                .metric = Metric::Peak};
            SweepRun run(sweep, m_catalog);
            run.work();
            for (std::size_t point = 0; point < sweep.points(); ++point) {
                if (run.state(point) == PointState::Done)
                    agrees("sweeps", scenarioAt(sweep, point), {}, run.at(point).memory.peak,
                        run.at(point).memory.verdict.fit);
            }
        });
    }

    void comparisonsAreWhatThePlanSays()
    {
        eachOf(30, [this](const Scenario & /*scenario*/, const Plan &plan) {
            for (const FrameworkPlan &other : plansByFramework(plan, makerBeside(plan, m_catalog)))
                agrees("frameworks", other.plan.scenario, {}, other.plan.memory.peak,
                    other.plan.memory.verdict.fit);
        });
    }

    void recommendationsAreWhatThePlanSays()
    {
        eachOf(6, [this](const Scenario &scenario, const Plan & /*plan*/) {
            const Result<Recommendations> found = recommend(scenario, {}, m_catalog);
            if (!found)
                return;
            for (const Recommendation &row : found->best)
                agrees(
                    "recommendations", row.scenario, {}, row.memory.peak, row.memory.verdict.fit);
        });
    }

    /// Grooves follow what was played for the present value.
    void groovesAreWhatPlansLikeItSay()
    {
        ValueGrid grid;
        for (double tokens = 256; tokens <= 65536; tokens += 256)
            grid.values.push_back(tokens);
        grid.samples = {0, 15, 63, grid.values.size() - 1};
        const Key &key = *findKey("training.sequence_length");
        eachOf(60, [&](const Scenario &scenario, const Plan &plan) {
            Evaluator evaluator(m_catalog);
            evaluator.follow(playedSharesOf({&plan, 1}));
            const Feasibility found = feasibilityOf(evaluator, scenario, key, grid);
            for (const double value : flips(found)) {
                Scenario there = scenario;
                QVERIFY(setGridValue(there, key, value));
                const Result<Plan> like
                    = makePlanLike(playedSharesOf({&plan, 1}), there, m_catalog);
                count("grooves", like && outlookOf(*like).fit() == fitAt(found, value), there);
            }
        });
    }

private:
    template <class Function>
    void eachOf(std::size_t usual, const Function &look)
    {
        for (std::size_t i = 0; i < drawsFor(usual);) {
            const Scenario scenario = m_random.next();
            const Result<Resolved> resolved = resolve(scenario, m_catalog);
            if (!resolved || obstacleOf(scenario, *resolved))
                continue;
            const Result<Plan> plan = makePlan(scenario, m_catalog, Reserving::Played);
            if (!plan)
                continue;
            look(scenario, *plan);
            ++i;
        }
        for (const auto &[name, counts] : m_counts)
            QVERIFY2(counts.second == 0, name);
    }

    void count(const QByteArray &name, bool isAgreed, const Scenario &scenario)
    {
        ++m_counts[name].first;
        if (isAgreed)
            return;
        ++m_counts[name].second;
        qWarning("%s:%s", name.constData(), typed(scenario).constData());
    }

    /// That the scenario with these settings comes to that.
    void agrees(const QByteArray &name, const Scenario &scenario, const KeyValues &settings,
        std::optional<Bytes> peak, Fit fit)
    {
        const Result<Scenario> changed = applied(scenario, settings);
        const Result<Plan> plan = changed ? makePlan(*changed, m_catalog, Reserving::Played)
                                          : Result<Plan>(changed.error());
        count(name,
            plan && (!peak || isNear(plan->memory.peak, *peak)) && plan->memory.verdict.fit == fit,
            changed ? *changed : scenario);
    }
};

QTEST_APPLESS_MAIN(TestAgreement)
#include "tst_agreement.moc"
