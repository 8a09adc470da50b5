// SPDX-License-Identifier: GPL-3.0-or-later
// A search over the axes of a mesh: what it goes through, and how it cuts layers into stages.
#include "core/explore/search/recommendtexts.h"
#include "core/judge/runnable.h"
#include "core/scenario/pipelineorder.h"
#include "tests/support/recommend.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <map>
#include <set>
#include <tuple>

using namespace shardscope;

class TestSearchAxes : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    // 126 layers: the first and the last of 16 stages have one layer fewer.
    void stagesOfLlama405BAreCutAsMetaDid()
    {
        const Scenario present = bareScenario(
            {{"model.id", "meta-llama/Llama-3.1-405B"}, {"training.precision", "bf16-master"},
                {"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"},
                {"parallel.gpus", "1024"}, {"training.accumulation", "16"}});
        const SearchFreedom freedom{.strategy = false,
            .framework = false,
            .microBatch = false,
            .offload = false,
            .loss = false,
            .attention = false};
        const Result<Recommendations> found = recommend(present, freedom, m_catalog);
        QVERIFY(found);
        bool any = false;
        for (const Recommendation *one : allOf(*found)) {
            const Parallel &parallel = one->scenario.parallel;
            any = any || parallel.pipeline == 16;
            if (parallel.pipeline != 16)
                continue;
            QCOMPARE(parallel.firstStageLayers, 7);
            QCOMPARE(parallel.lastStageLayers, 7);
        }
        QVERIFY(any);
    }

    // As DeepSeek-V3's 61: the last stage has the loss and fewest layers.
    void stagesOfAPrimeNumberOfLayersAreCut()
    {
        const Scenario present = bareScenario({{"model.id", "deepseek-ai/DeepSeek-V3"},
            {"training.precision", "bf16-master"}, {"parallel.framework", "megatron"},
            {"parallel.strategy", "zero1"}, {"parallel.gpus", "256"}});
        const SearchFreedom freedom{.strategy = false, .framework = false, .batch = 1024};
        const Result<SearchSpace> space = searchSpace(present, freedom, m_catalog);
        QVERIFY(space);
        std::map<int, std::pair<int, int>> ends;
        for (const std::size_t point : space->points()) {
            const Parallel parallel = space->at(point).parallel;
            ends[parallel.pipeline] = {parallel.firstStageLayers, parallel.lastStageLayers};
        }
        const std::map<int, std::pair<int, int>> expected{
            {1, {0, 0}}, {2, {31, 30}}, {4, {15, 14}}, {8, {7, 6}}, {16, {3, 2}}};
        QVERIFY(ends == expected);
    }

    /// Every value of every axis, in a program of its own: what is left out cannot be run, or says
    /// what another point says.
    void allAxesAreGoneThrough_data()
    {
        QTest::addColumn<KeyValues>("settings");
        QTest::newRow("Llama 3 8B under Megatron-LM")
            << KeyValues{{"model.id", "meta-llama/Meta-Llama-3-8B"},
                   {"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"}};
        QTest::newRow("Mixtral under Megatron-LM")
            << KeyValues{{"model.id", "mistralai/Mixtral-8x7B-v0.1"},
                   {"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"}};
        QTest::newRow("Llama 3 8B under torchtitan") << KeyValues{
            {"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.framework", "fsdp2"},
            {"parallel.strategy", "fsdp"}, {"training.modules", "torchtitan"}};
        QTest::newRow("Qwen3 30B-A3B under torchtitan")
            << KeyValues{{"model.id", "Qwen/Qwen3-30B-A3B"}, {"parallel.framework", "fsdp2"},
                   {"parallel.strategy", "fsdp"}, {"training.modules", "torchtitan"}};
        QTest::newRow("Llama 3.1 8B with Megatron-Bridge's adapters")
            << KeyValues{{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.method", "lora"},
                   {"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"}};
        QTest::newRow("Llama 3 8B under DeepSpeed")
            << KeyValues{{"model.id", "meta-llama/Meta-Llama-3-8B"},
                   {"parallel.framework", "deepspeed"}, {"parallel.strategy", "zero3"}};
        QTest::newRow("Llama 3 8B beside FSDP2")
            << KeyValues{{"model.id", "meta-llama/Meta-Llama-3-8B"},
                   {"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"}};
    }
    void allAxesAreGoneThrough()
    {
        QFETCH(KeyValues, settings);
        const Scenario present = scenarioWith(
            {{"training.precision", "bf16-master"}, {"training.sequence_length", "4096"},
                {"parallel.gpus", "16"}, {"training.checkpointing", "full"}},
            bareScenario(settings));
        const SearchFreedom freedom{.strategy = false,
            .framework = false,
            .microBatch = false,
            .checkpointing = false,
            .offload = false,
            .loss = false,
            .attention = false,
            .batch = 64};
        const Result<SearchSpace> space = searchSpace(present, freedom, m_catalog);
        QVERIFY(space);
        Search search(*space, m_catalog);
        search.work();
        const auto meshText = [](const Scenario &scenario) {
            const Mesh mesh = meshOf(scenario);
            return std::tuple(mesh.tensor, mesh.pipeline, mesh.context, mesh.expert,
                mesh.expertTensor, mesh.chunks,
                mesh.pipeline > 1 ? scheduleFor(scenario) : PipelineKind::Auto,
                mesh.pipeline > 1 ? mesh.order : RankOrder::StagesLast,
                mesh.context > 1 ? mesh.contextKind : ContextKind::Auto);
        };
        using Axes = decltype(meshText(present));
        std::set<Axes> tried;
        for (const Candidate &candidate : search.candidates())
            tried.insert(meshText(space->at(candidate.point)));
        QCOMPARE(tried.size(), search.candidates().size());
        const Resolved resolved = *resolve(present, m_catalog);
        std::set<Axes> expected;
        Scenario each = present;
        Parallel &parallel = each.parallel;
        const int experts = resolved.spec.experts ? resolved.spec.experts->count : 1;
        // Whatever of it the engine knows.
        const auto expectHere = [&] {
            const Mesh mesh = meshOf(each);
            each.training.accumulation = 64 / mesh.data;
            if (64 % mesh.data == 0 && mesh.modelRanks() <= 16 && !obstacleOf(each, resolved))
                expected.insert(meshText(each));
        };
        const auto expectKinds = [&] {
            for (const PipelineKind kind : {PipelineKind::Auto, PipelineKind::GPipe})
                for (const RankOrder order : {RankOrder::StagesLast, RankOrder::CopiesLast})
                    for (const ContextKind context : {ContextKind::Auto, ContextKind::Ring,
                             ContextKind::AllGather, ContextKind::Ulysses}) {
                        parallel.schedule = kind;
                        parallel.rankOrder = order;
                        parallel.contextKind = context;
                        expectHere();
                    }
        };
        for (parallel.tensor = 1; parallel.tensor <= 8; parallel.tensor *= 2)
            for (parallel.pipeline = 1; parallel.pipeline <= 16; parallel.pipeline *= 2)
                for (parallel.context = 1; parallel.context <= 4; parallel.context *= 2)
                    for (parallel.expert = 1; parallel.expert <= experts; parallel.expert *= 2)
                        for (parallel.expertTensor = 0; parallel.expertTensor <= (experts > 1);
                             ++parallel.expertTensor)
                            for (parallel.virtualStages = 1; parallel.virtualStages <= 16;
                                 ++parallel.virtualStages)
                                expectKinds();
        QVERIFY(expected.size() > 2);
        QVERIFY(tried == expected);
    }

    void somethingGoodIsKnownEarly()
    {
        const Scenario present = bareScenario(
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.precision", "bf16-master"}});
        Search search(*searchSpace(present, {}, m_catalog), m_catalog);
        QVERIFY(!search.leader());
        search.work();
        const std::optional<Candidate> leader = search.leader();
        QVERIFY(leader);
        for (const Candidate &candidate : search.candidates()) {
            if (candidate.fit() == Fit::Fits && !candidate.updatesOnHost)
                QVERIFY(candidate.tokensPerSecond <= leader->tokensPerSecond);
        }
    }

    void theListNamesTheAxes()
    {
        const Scenario scenario = scenarioWith({{"model.id", "mistralai/Mixtral-8x7B-v0.1"},
            {"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"},
            {"parallel.gpus", "64"}, {"parallel.tensor", "2"}, {"parallel.pipeline", "4"},
            {"parallel.virtual_stages", "2"}, {"parallel.context", "2"}, {"parallel.expert", "8"},
            {"parallel.expert_tensor", "1"}});
        QCOMPARE(englishText(shardingOf(scenario)),
            std::string("ZeRO-1 (Megatron-LM), tensor 2, pipeline 4, 2 chunks, context 2, experts "
                        "8, expert tensor 1"));
        QCOMPARE(englishText(shardingOf(scenarioWith(
                     {{"parallel.context_kind", "all-gather"},
                         {"parallel.rank_order", "tp-cp-ep-pp-dp"}, {"parallel.expert", "4"}},
                     scenario))),
            std::string("ZeRO-1 (Megatron-LM), tensor 2, pipeline 4, 2 chunks, context 2, "
                        "All-gather, Copies last, experts 4, expert tensor 1"));
    }
};

QTEST_APPLESS_MAIN(TestSearchAxes)
#include "tst_searchaxes.moc"
