// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/convention.h"
#include "core/estimate/run.h"
#include "core/explore/search/recommendtexts.h"
#include "core/judge/runnable.h"
#include "core/planner/makeplan.h"
#include "core/report/recommendtext.h"
#include "core/scenario/framework.h"
#include "tests/support/recommend.h"
#include "tests/support/testcatalog.h"

#include <algorithm>
#include <set>
#include <thread>

using namespace shardscope;

namespace {

bool hasObstacle(const Plan &plan)
{
    return std::any_of(plan.findings.begin(), plan.findings.end(), [](const Finding &finding) {
        return isObstacle(finding.id) || finding.id == FindingId::HostTooSmall;
    });
}

/// A few hundred points: attention, loss, framework and what torch may cut are held.
SearchFreedom fewDimensions()
{
    return {
        .framework = false, .loss = false, .attention = false, .tensor = false, .context = false};
}

/// As a search that starts from `present` sees it.
Plan planBeside(const Scenario &present, const Scenario &scenario, const Catalog &catalog)
{
    const Plan played = planOf(present, catalog, Reserving::Played);
    return *makePlanLike(playedSharesOf({&played, 1}), scenario, catalog);
}

/// Without `searchSpace`: every value of every key, in a program of its own.
std::vector<Plan> bruteForce(const Scenario &present, const Catalog &catalog)
{
    const double batch = sequencesPerStep(present);
    const bool isWorksheet = present.estimator == EstimatorKind::Worksheet;
    const Plan played = planOf(present, catalog, Reserving::Played);
    std::vector<Plan> plans;
    for (const std::string_view strategy : namesOf<Strategy>) {
        for (const std::string_view checkpointing : namesOf<Checkpointing>) {
            for (const std::string_view offload : namesOf<Offload>) {
                for (int microBatch = 1; microBatch <= 64; microBatch *= 2) {
                    const double steps = batch / present.parallel.gpus / microBatch;
                    if (steps < 1 || steps != std::floor(steps))
                        continue;
                    const Scenario scenario = scenarioWith(
                        {{"parallel.strategy", strategy}, {"training.checkpointing", checkpointing},
                            {"parallel.offload", offload},
                            {"training.micro_batch", std::to_string(microBatch)},
                            {"training.accumulation", formatNumber(steps)}},
                        present);
                    // The worksheet knows nothing of offloading: it is held there.
                    if (isWorksheet && scenario.parallel.offload != present.parallel.offload)
                        continue;
                    Plan plan = *makePlanLike(playedSharesOf({&played, 1}), scenario, catalog);
                    if (!hasObstacle(plan))
                        plans.push_back(std::move(plan));
                }
            }
        }
    }
    return plans;
}

/// The input that makes the difference between two neighbours.
const Key &differenceOf(const Scenario &one, const Scenario &other)
{
    for (const std::string_view id : {"parallel.gpus", "parallel.strategy", "parallel.framework",
             "training.quant_storage", "parallel.offload", "training.checkpointing",
             "training.micro_batch", "parallel.context"}) {
        if (!(findKey(id)->get(one) == findKey(id)->get(other)))
            return *findKey(id);
    }
    qFatal("no difference");
}

/// Changes that a reader sees as one: a strategy brings its framework and its storage of 4-bit
/// weights along.
int groupsBetween(const Scenario &one, Scenario other)
{
    if (one.parallel.strategy != other.parallel.strategy) {
        other.parallel.framework = one.parallel.framework;
        other.training.quantStorage = one.training.quantStorage;
    }
    return changesBetween(one, other);
}

/// Whether anything that was tried may fit with the same value of an input, however it is played.
bool mayFitWith(const Search &search, const Key &key, const Scenario &scenario)
{
    return std::any_of(
        search.candidates().begin(), search.candidates().end(), [&](const Candidate &candidate) {
            return candidate.canBeAtRisk()
                && key.get(search.space().at(candidate.point)) == key.get(scenario);
        });
}

const Recommendation *find(const Recommendations &found, Role role)
{
    for (const Recommendation &one : found.best) {
        if (std::find(one.roles.begin(), one.roles.end(), role) != one.roles.end())
            return &one;
    }
    return nullptr;
}

} // namespace

class TestRecommend : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();

    Recommendations recommendationsFor(
        const Scenario &present, const SearchFreedom &freedom = fewDimensions()) const
    {
        Result<Recommendations> found = recommend(present, freedom, m_catalog);
        if (!found)
            qFatal("%s", describe(found.error()).c_str());
        return *std::move(found);
    }

    static void addScenarios()
    {
        QTest::addColumn<KeyValues>("settings");
        const auto row
            = [](const char *name, const KeyValues &settings) { QTest::newRow(name) << settings; };
        row("Llama 3 8B on 8 H100, all weights",
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.strategy", "ddp"},
                {"training.micro_batch", "4"}, {"training.accumulation", "2"}});
        row("7B with adapters on 4 RTX 4090",
            {{"model.parameters", "7B"}, {"training.method", "lora"}, {"parallel.gpus", "4"},
                {"hardware.gpu", "rtx4090"}, {"training.accumulation", "6"}});
        row("70B in 4 bits on 2 nodes of A100",
            {{"model.parameters", "70B"}, {"training.method", "qlora"}, {"parallel.gpus", "16"},
                {"training.micro_batch", "2"}, {"hardware.gpu", "a100-sxm-40"},
                {"training.quant_storage", "16-bit"}});
        row("13B whose host is small",
            {{"model.parameters", "13B"}, {"parallel.gpus", "2"}, {"hardware.host_gib", "256"},
                {"training.accumulation", "8"}});
        row("the worksheet", {{"estimator", "worksheet"}, {"training.accumulation", "4"}});
    }

private slots:
    void theFastestIsThatOfBruteForce_data() { addScenarios(); }
    void theFastestIsThatOfBruteForce()
    {
        QFETCH(KeyValues, settings);
        const Scenario present = bareScenario(settings);
        const Recommendations found = recommendationsFor(present);
        const std::vector<Plan> plans = bruteForce(present, m_catalog);
        const auto isWhole = [](const Plan &plan) {
            return plan.scenario.estimator == EstimatorKind::Worksheet
                || plan.scenario.parallel.offload == Offload::None;
        };
        const auto isFit = [](const Plan &plan) { return plan.memory.verdict.fit == Fit::Fits; };
        const bool anyWhole = std::any_of(plans.begin(), plans.end(),
            [&](const Plan &plan) { return isWhole(plan) && isFit(plan); });
        const Recommendation *fastest = find(found, Role::Fastest);
        const Recommendation *roomiest = find(found, Role::MostSpare);
        const double fast = (1 - nearlyAsFast) * fastest->speed.tokensPerSecond;
        std::size_t looked = 0;
        const Plan *spare = nullptr;
        for (const Plan &plan : plans) {
            if (!isFit(plan) || (!isWhole(plan) && anyWhole))
                continue;
            ++looked;
            // What is faster did not fit any more when it was played.
            if (plan.time.tokensPerSecond > fastest->speed.tokensPerSecond)
                QVERIFY(!isFit(planOf(plan.scenario, m_catalog, Reserving::Played)));
            if (plan.time.tokensPerSecond >= fast
                && (!spare || plan.memory.verdict.spare > spare->memory.verdict.spare))
                spare = &plan;
        }
        QVERIFY(looked > 0);
        QVERIFY(roomiest->memory.verdict.spare
            >= planOf(spare->scenario, m_catalog, Reserving::Played).memory.verdict.spare);
    }

    // The search ranks by estimates, the list shows what was played: roles and frontier go by that.
    void theListHoldsForItsOwnFigures_data()
    {
        QTest::addColumn<KeyValues>("settings");
        QTest::addColumn<bool>("isFree");
        QTest::newRow("Llama 3 8B under ZeRO-3, everything free") << KeyValues{
            {"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.strategy", "zero3"},
            {"training.sequence_length", "8192"}, {"training.accumulation", "4"},
            {"training.checkpointing", "full"}} << true;
        QTest::newRow("7B with adapters on 4 RTX 4090") << KeyValues{{"training.method", "lora"},
            {"parallel.gpus", "4"}, {"hardware.gpu", "rtx4090"}, {"training.accumulation", "6"}}
                                                        << false;
    }
    void theListHoldsForItsOwnFigures()
    {
        QFETCH(KeyValues, settings);
        QFETCH(bool, isFree);
        const Recommendations found = recommendationsFor(
            bareScenario(settings), isFree ? SearchFreedom{} : fewDimensions());
        const Recommendation *fastest = find(found, Role::Fastest);
        const Recommendation *roomiest = find(found, Role::MostSpare);
        QVERIFY(fastest);
        QVERIFY(roomiest);
        QCOMPARE(roomiest->memory.verdict.fit, Fit::Fits);
        const auto asCandidate = [](const Recommendation &row) {
            return Candidate{.gpus = row.scenario.parallel.gpus,
                .memory = row.memory,
                .tokensPerSecond = row.speed.tokensPerSecond,
                .updatesOnHost = updatesOnHost(row.scenario)};
        };
        for (const Recommendation *one : allOf(found)) {
            const double speed = one->speed.tokensPerSecond;
            if (one->memory.verdict.fit == Fit::Fits && !updatesOnHost(one->scenario)) {
                QVERIFY(speed <= fastest->speed.tokensPerSecond);
                QVERIFY(speed < (1 - nearlyAsFast) * fastest->speed.tokensPerSecond
                    || one->memory.verdict.spare <= roomiest->memory.verdict.spare);
            }
            for (const Recommendation &row : found.frontier)
                QVERIFY(!dominates(asCandidate(*one), asCandidate(row)));
        }
    }

    void nothingElseIsTriedThanByBruteForce()
    {
        const Scenario present = bareScenario({{"training.accumulation", "4"}});
        const Result<SearchSpace> space = searchSpace(present, fewDimensions(), m_catalog);
        QVERIFY(space);
        Search search(*space, m_catalog);
        search.work();
        std::size_t tried = 0;
        std::size_t fits = 0;
        for (const Plan &plan : bruteForce(present, m_catalog)) {
            if (plan.scenario.parallel.strategy == Strategy::Hsdp)
                continue; // one node: FSDP by another name
            ++tried;
            fits += plan.memory.verdict.fit == Fit::Fits ? 1 : 0;
        }
        QCOMPARE(search.candidates().size(), tried);
        QCOMPARE(static_cast<std::size_t>(
                     std::count_if(search.candidates().begin(), search.candidates().end(),
                         [](const Candidate &candidate) { return candidate.fit() == Fit::Fits; })),
            fits);
    }

    void theFrontierMissesNothing_data() { addScenarios(); }
    void theFrontierMissesNothing()
    {
        QFETCH(KeyValues, settings);
        SearchFreedom freedom;
        freedom.loss = false;
        freedom.attention = false;
        const Result<SearchSpace> space = searchSpace(bareScenario(settings), freedom, m_catalog);
        QVERIFY(space);
        Search search(*space, m_catalog);
        search.work();
        const std::vector<Candidate> frontier = frontierOf(search.candidates());
        QVERIFY(!frontier.empty());
        const auto isBeaten = [&](const Candidate &candidate, const auto &by) {
            return std::any_of(by.begin(), by.end(),
                [&](const Candidate &other) { return dominates(other, candidate); });
        };
        const auto stands = [&](const Candidate &candidate) {
            const auto figures = [](const Candidate &one) {
                return std::tuple(
                    one.fit(), one.memory.peak, one.gpus, one.tokensPerSecond, one.updatesOnHost);
            };
            return std::any_of(frontier.begin(), frontier.end(),
                [&](const Candidate &other) { return figures(other) == figures(candidate); });
        };
        for (const Candidate &candidate : search.candidates()) {
            if (candidate.fit() != Fit::DoesNotFit)
                QCOMPARE(stands(candidate), !isBeaten(candidate, search.candidates()));
        }
        for (const Candidate &candidate : frontier)
            QVERIFY(candidate.fit() != Fit::DoesNotFit);
    }

    void theBatchIsHeldAndFiguresArePlans_data() { addScenarios(); }
    void theBatchIsHeldAndFiguresArePlans()
    {
        QFETCH(KeyValues, settings);
        const Scenario present = bareScenario(settings);
        SearchFreedom freedom = fewDimensions();
        freedom.loss = true;
        freedom.gpusAtMost = present.parallel.gpus;
        const Recommendations found = recommendationsFor(present, freedom);
        QVERIFY(!found.best.empty());
        for (const Recommendation *one : allOf(found)) {
            QCOMPARE(sequencesPerStep(one->scenario), sequencesPerStep(present));
            QCOMPARE(one->scenario.training.sequenceLength, present.training.sequenceLength);
            const Plan plan = planOf(one->scenario, m_catalog, Reserving::Played);
            QVERIFY(!hasObstacle(plan));
            QCOMPARE(one->memory.peak.value(), plan.memory.peak.value());
            QVERIFY(one->memory.verdict == plan.memory.verdict);
            QCOMPARE(one->speed.tokensPerSecond, plan.time.tokensPerSecond);
        }
    }

    void everyReasonHolds_data() { addScenarios(); }
    void everyReasonHolds()
    {
        QFETCH(KeyValues, settings);
        const Scenario present = bareScenario(settings);
        const Result<SearchSpace> space = searchSpace(present, fewDimensions(), m_catalog);
        QVERIFY(space);
        Search search(*space, m_catalog);
        search.work();
        const Recommendations found = recommendationsOf(search);
        const Plan played = planOf(present, m_catalog, Reserving::Played);
        QCOMPARE(found.presentMemory.verdict.fit, played.memory.verdict.fit);
        std::size_t reasons = 0;
        for (const Recommendation *one : allOf(found)) {
            const Plan own = planOf(one->scenario, m_catalog, Reserving::Played);
            for (const Reason &reason : one->reasons) {
                ++reasons;
                const Plan other = planOf(reason.other, m_catalog, Reserving::Played);
                QCOMPARE(sequencesPerStep(reason.other), sequencesPerStep(present));
                QCOMPARE(groupsBetween(reason.other, one->scenario), 1);
                QCOMPARE(reason.more.value(), (other.memory.peak - own.memory.peak).value());
                QCOMPARE(reason.slower + 1, other.time.step / own.time.step);
                const Fit fit = other.memory.verdict.fit;
                switch (reason.id) {
                case ReasonId::NothingElseFits:
                case ReasonId::OtherDoesNotFit:
                    QCOMPARE(fit, Fit::DoesNotFit);
                    QVERIFY(reason.missing > Bytes(0));
                    QCOMPARE(
                        mayFitWith(search, differenceOf(one->scenario, reason.other), reason.other),
                        reason.id == ReasonId::OtherDoesNotFit);
                    break;
                case ReasonId::OtherIsAtRisk:
                    QCOMPARE(fit, Fit::AtRisk);
                    break;
                case ReasonId::OtherIsSlower:
                    QVERIFY(reason.slower > 0);
                    break;
                case ReasonId::OtherNeedsMore:
                    QVERIFY(reason.more > Bytes(0));
                    break;
                }
            }
        }
        QVERIFY(reasons > 0);
    }

    // The example of everybody who starts: DDP cannot hold the states of an 8B model.
    void itSaysWhyTheStrategyHasToChange()
    {
        const Scenario present = bareScenario(
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.strategy", "ddp"}});
        const Recommendations found = recommendationsFor(present);
        const Reason &first = find(found, Role::Fastest)->reasons.front();
        QCOMPARE(first.id, ReasonId::NothingElseFits);
        QCOMPARE(first.dimension, Dimension::Strategy);
        QCOMPARE(first.other.parallel.strategy, Strategy::Ddp);
        const Plan ddp = planOf(first.other, m_catalog, Reserving::Played);
        QCOMPARE(first.missing.value(), -ddp.memory.verdict.spare.value());
    }

    void whatIsHeldStays()
    {
        const Scenario present = bareScenario({{"parallel.strategy", "zero2"},
            {"parallel.framework", "deepspeed"}, {"training.checkpointing", "selective"},
            {"training.micro_batch", "3"}, {"training.loss", "chunked"},
            {"training.attention", "sdpa"}, {"hardware.gpu", "b200"}});
        const SearchFreedom none{.strategy = false,
            .framework = false,
            .microBatch = false,
            .checkpointing = false,
            .offload = false,
            .loss = false,
            .attention = false,
            .context = false};
        QCOMPARE(recommendationsFor(present, none).tried, std::size_t(1));
        const Recommendations found = recommendationsFor(present, {.loss = false});
        for (const Recommendation *one : allOf(found))
            QCOMPARE(one->scenario.training.loss, Loss::Chunked);
    }

    void theSimplestIsThePresentWhereItFits()
    {
        const Scenario present = bareScenario({{"training.micro_batch", "3"}});
        const Recommendations found = recommendationsFor(present, {});
        const Recommendation *simplest = find(found, Role::Simplest);
        QVERIFY(simplest->scenario == present);
        QCOMPARE(simplest->changes, 0);
    }

    void fewerGpusAreTriedInPowersAndWholeNodes()
    {
        const Scenario present
            = bareScenario({{"parallel.gpus", "24"}, {"training.accumulation", "4"}});
        const Result<SearchSpace> space = searchSpace(present, {.gpusAtMost = 40}, m_catalog);
        QVERIFY(space);
        std::vector<double> counts;
        for (const Json &value : space->dimensions().back().values)
            counts.push_back(*value.number());
        QCOMPARE(counts, (std::vector<double>{1, 2, 4, 8, 16, 24, 32, 40}));
        SearchFreedom freedom = fewDimensions();
        freedom.gpusAtMost = 24;
        const Recommendations found = recommendationsFor(present, freedom);
        const Recommendation *fewest = find(found, Role::FewestGpus);
        QVERIFY(fewest);
        for (const Recommendation *one : allOf(found)) {
            QCOMPARE(sequencesPerStep(one->scenario), 96.0);
            QVERIFY(one->memory.verdict.fit != Fit::Fits
                || one->scenario.parallel.gpus >= fewest->scenario.parallel.gpus);
        }
    }

    void whatIsAtRiskComesAfterWhatFits()
    {
        const Recommendations found
            = recommendationsFor(bareScenario({{"training.micro_batch", "4"}}), {});
        QVERIFY(found.atRisk > 0);
        const auto isAtRisk
            = [](const Recommendation &one) { return one.memory.verdict.fit == Fit::AtRisk; };
        QVERIFY(std::is_partitioned(found.best.begin(), found.best.end(),
            [&](const Recommendation &one) { return !isAtRisk(one); }));
        for (const Recommendation &one : found.best)
            QCOMPARE(isAtRisk(one), one.roles.front() == Role::FasterAtRisk);
    }

    void whereNothingFitsItNamesTheNearest()
    {
        const Scenario present
            = bareScenario({{"model.parameters", "70B"}, {"parallel.gpus", "1"}});
        const SearchFreedom freedom{.offload = false};
        const Recommendations found = recommendationsFor(present, freedom);
        QVERIFY(found.best.empty());
        QVERIFY(found.nearest);
        QCOMPARE(found.nearest->memory.verdict.fit, Fit::DoesNotFit);
        QVERIFY(found.nearest->memory.verdict.spare
            >= planBeside(present, present, m_catalog).memory.verdict.spare);
    }

    void whereNothingRunsItSaysWhy_data()
    {
        QTest::addColumn<KeyValues>("settings");
        QTest::addColumn<FindingId>("obstacle");
        QTest::newRow("bf16 on a V100")
            << KeyValues{{"hardware.gpu", "v100-sxm-32"}} << FindingId::NoBf16;
        QTest::newRow("an attention that the model does not have, held")
            << KeyValues{{"model.id", "bigscience/bloom-7b1"}} << FindingId::AttentionRefused;
        QTest::newRow("heads that do not divide")
            << KeyValues{{"model.hidden_size", "4100"}} << FindingId::UnevenHeads;
        QTest::newRow("an objective that this model is not planned with")
            << KeyValues{{"training.objective", "masked-lm"}} << FindingId::ObjectiveNotPlanned;
    }
    void whereNothingRunsItSaysWhy()
    {
        QFETCH(KeyValues, settings);
        QFETCH(FindingId, obstacle);
        const Recommendations found
            = recommendationsFor(bareScenario(settings), {.attention = false});
        QCOMPARE(found.tried, std::size_t(0));
        QVERIFY(found.impossible > 0);
        QCOMPARE(found.obstacle, std::optional(obstacle));
        const std::string said
            = recommendationsToText(found, planOf(bareScenario(settings), m_catalog));
        QVERIFY2(said.find("  ") == std::string::npos, said.c_str()); // a fact that is missing
    }

    // What is left out has a reason, and what is kept has none.
    void onlyTheImpossibleIsLeftOut()
    {
        const Scenario present = bareScenario({{"training.method", "qlora"},
            {"hardware.host_gib", "16"}, {"parallel.gpus", "16"}, {"training.accumulation", "2"}});
        const Result<SearchSpace> space
            = searchSpace(present, {.loss = false, .attention = false}, m_catalog);
        QVERIFY(space);
        Search search(*space, m_catalog);
        search.work();
        Scenario scenario = present;
        std::size_t refused = 0;
        auto candidate = search.candidates().begin();
        for (const std::size_t point : space->points()) {
            space->setPoint(scenario, point);
            const bool isKept = candidate != search.candidates().end() && candidate->point == point;
            candidate += isKept ? 1 : 0;
            refused += isKept ? 0 : 1;
            QCOMPARE(hasObstacle(planOf(scenario, m_catalog)), !isKept);
        }
        QCOMPARE(refused, search.impossible());
        QVERIFY(refused > 0);
    }

    /// Megatron-Bridge's adapters, beside masters in fp32.
    void megatronTrainsAdaptersThatItHas_data()
    {
        QTest::addColumn<KeyValues>("settings");
        QTest::addColumn<bool>("isThere");
        const KeyValues masters{{"model.id", "meta-llama/Llama-3.1-70B"},
            {"training.method", "lora"}, {"training.precision", "bf16-master"},
            {"training.lora_precision", "16-bit"}, {"parallel.gpus", "16"},
            {"training.accumulation", "4"}};
        const auto with = [&masters](KeyValues settings) {
            KeyValues all = masters;
            all.insert(all.end(), settings.begin(), settings.end());
            return all;
        };
        QTest::newRow("plain adapters") << masters << true;
        QTest::newRow("without masters") << with({{"training.precision", "bf16"}}) << false;
        QTest::newRow("adapters of another kind") << with({{"training.adapter", "dora"}}) << false;
    }
    void megatronTrainsAdaptersThatItHas()
    {
        QFETCH(KeyValues, settings);
        QFETCH(bool, isThere);
        const Result<SearchSpace> space = searchSpace(bareScenario(settings), {}, m_catalog);
        QVERIFY(space);
        std::set<int> cuts;
        bool any = false;
        for (const std::size_t point : space->points()) {
            const Scenario scenario = space->at(point);
            if (frameworkFor(scenario.parallel) != Framework::Megatron)
                continue;
            any = true;
            cuts.insert(scenario.parallel.tensor);
        }
        QCOMPARE(any, isThere);
        QCOMPARE(cuts.contains(8), isThere);
    }

    void aBatchThatCannotBeHeldIsAnError()
    {
        // On 8 GPUs, none of which share a copy.
        const SearchFreedom copies{
            .tensor = false, .pipeline = false, .context = false, .batch = 12};
        const Result<Recommendations> found = recommend({}, copies, m_catalog);
        QVERIFY(!found);
        QCOMPARE(found.error().code, ErrorCode::Inconsistent);
        QCOMPARE(found.error().where, std::string("batch"));
        QVERIFY(recommend({}, {.gpusAtMost = 8, .batch = 12}, m_catalog));
        QVERIFY(recommend({}, {.batch = 12}, m_catalog));
        const Scenario unknown = bareScenario({{"hardware.gpu", "abacus"}});
        QCOMPARE(recommend(unknown, {}, m_catalog).error().code, ErrorCode::UnknownId);
    }

    void threadsChangeNothing()
    {
        const Result<SearchSpace> space
            = searchSpace(bareScenario({{"training.micro_batch", "8"}}), {}, m_catalog);
        QVERIFY(space);
        Search alone(*space, m_catalog);
        alone.work();
        Search shared(*space, m_catalog);
        std::thread other([&shared] { shared.work(); });
        shared.work();
        other.join();
        QCOMPARE(shared.done(), space->size());
        QVERIFY(shared.candidates() == alone.candidates());
        const Recommendations one = recommendationsOf(alone);
        const Recommendations two = recommendationsOf(shared);
        QVERIFY(one.best == two.best);
        QVERIFY(one.frontier == two.frontier);
        QCOMPARE(one.impossible, two.impossible);
    }

    void aCancelledSearchStops()
    {
        const Result<SearchSpace> space = searchSpace({}, {}, m_catalog);
        QVERIFY(space);
        Search search(*space, m_catalog);
        search.cancel();
        search.work();
        QVERIFY(search.isCancelled());
        QVERIFY(search.candidates().empty());
    }
};

QTEST_APPLESS_MAIN(TestRecommend)
#include "tst_recommend.moc"
