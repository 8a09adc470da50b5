// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/axisload.h"
#include "core/scenario/ranks.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <set>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

Scenario meshed(Settings settings)
{
    Scenario base = scenarioWith(
        {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.precision", "bf16-master"},
            {"training.sequence_length", "4096"}, {"training.accumulation", "8"},
            {"training.checkpointing", "none"}, {"parallel.framework", "megatron"},
            {"parallel.strategy", "zero1"}, {"hardware.gpu", "h100-sxm"}});
    return scenarioWith(settings, base);
}

Ranks ranksOf(int gpus, int tensor, int context, int pipeline, int expert = 1)
{
    Scenario scenario;
    Parallel &parallel = scenario.parallel;
    parallel.framework = Framework::Megatron;
    parallel.strategy = Strategy::Zero1;
    parallel.gpus = gpus;
    parallel.gpusPerNode = 8;
    parallel.tensor = tensor;
    parallel.context = context;
    parallel.pipeline = pipeline;
    parallel.expert = expert;
    parallel.expertTensor = expert > 1 ? 1 : 0;
    return {meshOf(scenario), parallel};
}

/// Megatron-Core 0.20, parallel_state.py: what RankGenerator(..., order).get_ranks(token) yields,
/// written once more from its documentation: ranks count through the axes in their order, the first
/// one fastest; a group has all places along the axes of the token, the groups follow each other by
/// their places along the others.
std::vector<std::vector<int>> megatronRanks(
    const std::vector<std::pair<std::string, int>> &order, const std::set<std::string> &token)
{
    std::vector<int> within{0};
    std::vector<int> groups{0};
    int stride = 1;
    for (const auto &[axis, size] : order) {
        std::vector<int> &along = token.contains(axis) ? within : groups;
        const std::vector<int> before = along;
        for (int place = 1; place < size; ++place) {
            for (const int rank : before)
                along.push_back(rank + place * stride);
        }
        stride *= size;
    }
    std::vector<std::vector<int>> ranks;
    for (const int first : groups) {
        ranks.emplace_back();
        for (const int place : within)
            ranks.back().push_back(first + place);
    }
    return ranks;
}

QString textOf(const std::vector<int> &ranks)
{
    QStringList all;
    for (const int rank : ranks)
        all += QString::number(rank);
    return all.join(u' ');
}

} // namespace

class TestRanks : public QObject
{
    Q_OBJECT

private slots:
    /// The example in Megatron-LM's parallel_state.py: 16 GPUs, two tensor ranks, four stages. Its
    /// groups are written there.
    void groupsAreMegatronsOwn_data()
    {
        QTest::addColumn<MeshAxis>("axis");
        QTest::addColumn<QStringList>("groups");
        QTest::newRow("tensor") << MeshAxis::Tensor
                                << QStringList{"0 1", "2 3", "4 5", "6 7", "8 9", "10 11", "12 13",
                                       "14 15"};
        QTest::newRow("data") << MeshAxis::Data
                              << QStringList{
                                     "0 2", "1 3", "4 6", "5 7", "8 10", "9 11", "12 14", "13 15"};
        QTest::newRow("pipeline") << MeshAxis::Pipeline
                                  << QStringList{"0 4 8 12", "1 5 9 13", "2 6 10 14", "3 7 11 15"};
    }
    void groupsAreMegatronsOwn()
    {
        QFETCH(MeshAxis, axis);
        QFETCH(QStringList, groups);
        const Ranks ranks = ranksOf(16, 2, 1, 4);
        QCOMPARE(ranks.groupCount(axis), groups.size());
        for (int rank = 0; rank < 16; ++rank)
            QCOMPARE(textOf(ranks.groupOf(axis, rank)), groups[ranks.groupIndex(axis, rank)]);
    }

    /// Worked out by hand: two nodes, tensor 2, context 2, pipeline 2; four experts' ranks.
    void smallLayoutsByHand_data()
    {
        QTest::addColumn<MeshAxis>("axis");
        QTest::addColumn<int>("rank");
        QTest::addColumn<QString>("group");
        QTest::newRow("tensor ranks are neighbours") << MeshAxis::Tensor << 5 << "4 5";
        QTest::newRow("then context") << MeshAxis::Context << 5 << "5 7";
        QTest::newRow("data with context") << MeshAxis::Data << 5 << "1 3 5 7";
        QTest::newRow("pipeline last") << MeshAxis::Pipeline << 5 << "5 13";
        QTest::newRow("experts across tensor ranks") << MeshAxis::Expert << 5 << "4 5 6 7";
        QTest::newRow("replicas of an expert") << MeshAxis::ExpertData << 5 << "1 5";
        QTest::newRow("of the second stage") << MeshAxis::ExpertData << 10 << "10 14";
    }
    void smallLayoutsByHand()
    {
        QFETCH(MeshAxis, axis);
        QFETCH(int, rank);
        const Ranks ranks = ranksOf(16, 2, 2, 2, 4);
        QTEST(textOf(ranks.groupOf(axis, rank)), "group");
    }

    /// Both orders, with experts and without, over every axis: "tp-cp-dp-pp" and "tp-cp-pp-dp" for
    /// the model, "tp-ep-dp-pp" and "tp-ep-pp-dp" for routed experts.
    void groupsAreThoseOfRankGenerator_data()
    {
        QTest::addColumn<QList<int>>("sizes"); // tensor, context, data, pipeline, expert, of expert
        QTest::addColumn<bool>("copiesLast");
        const auto row = [](const char *name, const QList<int> &sizes, bool copiesLast) {
            QTest::newRow(name) << sizes << copiesLast;
        };
        row("the example of the source", {2, 1, 2, 4, 1, 2}, false);
        row("the same, copies last", {2, 1, 2, 4, 1, 2}, true);
        row("tensor and pipeline", {4, 1, 8, 4, 1, 4}, false);
        row("tensor and pipeline, copies last", {4, 1, 8, 4, 1, 4}, true);
        row("context", {2, 4, 4, 3, 1, 2}, false);
        row("experts over tensor and context", {2, 2, 4, 2, 4, 1}, false);
        row("experts over tensor and context, copies last", {2, 2, 4, 2, 4, 1}, true);
        row("experts over data", {2, 1, 8, 2, 8, 1}, false);
        row("cut experts over context, copies last", {2, 4, 3, 4, 4, 2}, true);
        row("one stage, copies last", {2, 2, 4, 1, 2, 2}, true);
        row("one copy, copies last", {2, 1, 1, 8, 1, 2}, true);
    }
    void groupsAreThoseOfRankGenerator()
    {
        QFETCH(QList<int>, sizes);
        QFETCH(bool, copiesLast);
        const int stage = sizes[0] * sizes[1] * sizes[2];
        Scenario scenario;
        Parallel &parallel = scenario.parallel;
        parallel.framework = Framework::Megatron;
        parallel.strategy = Strategy::Zero1;
        parallel.gpus = stage * sizes[3];
        parallel.tensor = sizes[0];
        parallel.context = sizes[1];
        parallel.pipeline = sizes[3];
        parallel.expert = sizes[4];
        parallel.expertTensor = sizes[5];
        parallel.rankOrder = copiesLast ? RankOrder::CopiesLast : RankOrder::StagesLast;
        const Ranks ranks(meshOf(scenario), parallel);
        const auto order = [&](std::vector<std::pair<std::string, int>> near, int data) {
            const std::pair<std::string, int> stages("pp", sizes[3]);
            const std::pair<std::string, int> copies("dp", data);
            near.push_back(copiesLast ? stages : copies);
            near.push_back(copiesLast ? copies : stages);
            return near;
        };
        const auto model = order({{"tp", sizes[0]}, {"cp", sizes[1]}}, sizes[2]);
        const auto experts
            = order({{"tp", sizes[5]}, {"ep", sizes[4]}}, stage / (sizes[4] * sizes[5]));
        const std::vector<std::pair<MeshAxis, std::vector<std::vector<int>>>> expected{
            {MeshAxis::Tensor, megatronRanks(model, {"tp"})},
            {MeshAxis::Context, megatronRanks(model, {"cp"})},
            {MeshAxis::Data, megatronRanks(model, {"dp", "cp"})},
            {MeshAxis::Pipeline, megatronRanks(model, {"pp"})},
            {MeshAxis::Expert, megatronRanks(experts, {"ep"})},
            {MeshAxis::ExpertTensor, megatronRanks(experts, {"tp"})},
            {MeshAxis::ExpertData, megatronRanks(experts, {"dp"})}};
        for (const auto &[axis, groups] : expected) {
            QCOMPARE(ranks.groupCount(axis), static_cast<int>(groups.size()));
            for (std::size_t i = 0; i < groups.size(); ++i) {
                const std::vector<int> &group = groups[i];
                for (std::size_t place = 0; place < group.size(); ++place) {
                    const int rank = group[place];
                    QVERIFY(ranks.groupOf(axis, rank) == group);
                    QCOMPARE(ranks.groupIndex(axis, rank), static_cast<int>(i));
                    QCOMPARE(ranks.indexAlong(axis, rank), static_cast<int>(place));
                }
                // How many share a node, where nothing straddles one.
                const bool isEven = std::all_of(sizes.begin(), sizes.end(),
                    [](int size) { return std::has_single_bit(static_cast<unsigned>(size)); });
                for (const int perNode : {1, 2, 4, 8, 16, 64}) {
                    const auto onFirst = std::count_if(group.begin(), group.end(),
                        [&](int rank) { return rank / perNode == group[0] / perNode; });
                    if (isEven)
                        QCOMPARE(spacingOf(ranks.mesh(), axis).onNode(perNode), onFirst);
                }
            }
        }
    }

    /// A stage of four GPUs in nodes of eight: every other pair of stages is on two nodes.
    void stagesOnANodeAreBesideEachOther_data()
    {
        QTest::addColumn<bool>("copiesLast");
        QTest::addColumn<int>("data");
        QTest::newRow("stages last, two copies of two GPUs") << false << 2;
        QTest::newRow("stages last, one copy of four GPUs") << false << 1;
        QTest::newRow("copies last, many copies") << true << 16;
        QTest::newRow("copies last, three copies") << true << 3;
    }
    void stagesOnANodeAreBesideEachOther()
    {
        QFETCH(bool, copiesLast);
        QFETCH(int, data);
        const int tensor = data == 2 ? 2 : 4;
        for (const int pipeline : {2, 3, 5, 8}) {
            const Mesh mesh{.tensor = tensor,
                .data = data,
                .pipeline = pipeline,
                .order = copiesLast ? RankOrder::CopiesLast : RankOrder::StagesLast};
            const Ranks ranks(mesh, Parallel{});
            for (int stage = 0; stage < pipeline; ++stage) {
                for (const int other : {stage + 1, stage - 1}) {
                    const int to = (other + pipeline) % pipeline;
                    bool leaves = false;
                    for (int place = 0; place < ranks.gpusOfStage(); ++place) {
                        QCOMPARE(ranks.stageOf(ranks.rankOf(stage, place)), stage);
                        leaves = leaves
                            || ranks.nodeOf(ranks.rankOf(stage, place))
                                != ranks.nodeOf(ranks.rankOf(to, place));
                    }
                    const RankSpacing pair = stagesBeside(mesh, stage, other, 8);
                    QCOMPARE(pair.onNode(8), leaves ? 1 : 2);
                }
            }
        }
    }

    void groupsDivideTheGpus_data()
    {
        QTest::addColumn<int>("gpus");
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("context");
        QTest::addColumn<int>("pipeline");
        QTest::addColumn<int>("expert");
        QTest::newRow("data alone") << 16 << 1 << 1 << 1 << 1;
        QTest::newRow("all axes") << 64 << 2 << 2 << 4 << 4;
        QTest::newRow("three stages, six to a node") << 36 << 2 << 1 << 3 << 1;
        QTest::newRow("16,384 GPUs") << 16384 << 8 << 1 << 16 << 1;
    }
    void groupsDivideTheGpus()
    {
        QFETCH(int, gpus);
        QFETCH(int, tensor);
        QFETCH(int, context);
        QFETCH(int, pipeline);
        QFETCH(int, expert);
        const Ranks ranks = ranksOf(gpus, tensor, context, pipeline, expert);
        for (const MeshAxis axis : ranks.axes()) {
            std::set<int> groups;
            for (int rank = 0; rank < gpus; rank += 7) {
                const std::vector<int> group = ranks.groupOf(axis, rank);
                const int index = ranks.indexAlong(axis, rank);
                QCOMPARE(static_cast<int>(group.size()), ranks.ranksAlong(axis));
                QCOMPARE(group[static_cast<std::size_t>(index)], rank);
                for (const int other : group)
                    QCOMPARE(ranks.groupIndex(axis, other), ranks.groupIndex(axis, rank));
                QVERIFY(ranks.groupIndex(axis, rank) < ranks.groupCount(axis));
            }
        }
    }

    void stagesHoldNeighbouringGpus()
    {
        const Ranks ranks = ranksOf(16384, 8, 1, 16);
        QCOMPARE(ranks.nodes(), 2048);
        QCOMPARE(ranks.stageOf(1023), 0);
        QCOMPARE(ranks.stageOf(1024), 1);
        QCOMPARE(textOf(ranks.groupOf(MeshAxis::Tensor, 1030)),
            "1024 1025 1026 1027 1028 1029 1030 1031");
        QVERIFY(!ranks.leavesNode(MeshAxis::Tensor, 1030));
        QVERIFY(ranks.leavesNode(MeshAxis::Pipeline, 1030));
    }

    void otherEnginesHaveDataAlone()
    {
        Scenario scenario;
        Parallel &parallel = scenario.parallel;
        parallel.gpus = 16;
        parallel.framework = Framework::Fsdp2;
        parallel.strategy = Strategy::Fsdp;
        QVERIFY(Ranks(meshOf(scenario), parallel).axes() == std::vector{MeshAxis::Data});
        parallel.strategy = Strategy::Hsdp;
        parallel.shardGroup = 4;
        const Ranks hybrid(meshOf(scenario), parallel);
        QCOMPARE(textOf(hybrid.groupOf(MeshAxis::Shard, 6)), "4 5 6 7");
        QCOMPARE(textOf(hybrid.groupOf(MeshAxis::Replica, 6)), "2 6 10 14");
    }

    /// Where the groups lie decides over which link the plan sends.
    void tiersAreThoseOfThePlan_data()
    {
        QTest::addColumn<Scenario>("scenario");
        const auto row
            = [](const char *name, Settings settings) { QTest::newRow(name) << meshed(settings); };
        row("all in a node",
            {{"parallel.gpus", "8"}, {"parallel.tensor", "2"}, {"parallel.pipeline", "2"}});
        row("tensor in the node",
            {{"parallel.gpus", "64"}, {"parallel.tensor", "8"}, {"parallel.pipeline", "4"}});
        row("tensor over two nodes",
            {{"parallel.gpus", "32"}, {"parallel.tensor", "16"},
                {"model.id", "meta-llama/Llama-3.1-70B"}});
        row("context in the node",
            {{"parallel.gpus", "32"}, {"parallel.tensor", "2"}, {"parallel.context", "4"}});
        row("context over nodes",
            {{"parallel.gpus", "32"}, {"parallel.tensor", "4"}, {"parallel.context", "4"}});
        row("data in the node",
            {{"parallel.gpus", "16"}, {"parallel.tensor", "2"}, {"parallel.pipeline", "2"}});
        row("data alone", {{"parallel.gpus", "16"}});
        row("experts in the node",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"parallel.gpus", "32"},
                {"parallel.tensor", "2"}, {"parallel.expert", "4"},
                {"parallel.expert_tensor", "1"}});
        row("experts over nodes",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"parallel.gpus", "32"},
                {"parallel.tensor", "2"}, {"parallel.expert", "8"},
                {"parallel.expert_tensor", "2"}});
        row("copies last, stages in the node",
            {{"parallel.gpus", "64"}, {"parallel.tensor", "2"}, {"parallel.pipeline", "4"},
                {"parallel.rank_order", "tp-cp-ep-pp-dp"}});
        row("copies last, data in the node",
            {{"parallel.gpus", "8"}, {"parallel.tensor", "2"}, {"parallel.pipeline", "2"},
                {"parallel.rank_order", "tp-cp-ep-pp-dp"}});
        row("copies last, experts in the place of tensor and context",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"parallel.gpus", "64"},
                {"parallel.tensor", "2"}, {"parallel.context", "2"}, {"parallel.pipeline", "2"},
                {"parallel.expert", "4"}, {"parallel.expert_tensor", "1"},
                {"parallel.rank_order", "tp-cp-ep-pp-dp"}});
        const Settings torch{{"training.modules", "torchtitan"}, {"parallel.framework", "fsdp2"},
            {"parallel.strategy", "fsdp"}};
        QTest::newRow("torch's own, tensor and context in the node") << scenarioWith(torch,
            meshed({{"parallel.gpus", "32"}, {"parallel.tensor", "2"}, {"parallel.context", "4"}}));
        QTest::newRow("torch's own, pipeline over nodes") << scenarioWith(torch,
            meshed(
                {{"parallel.gpus", "64"}, {"parallel.tensor", "4"}, {"parallel.pipeline", "4"}}));
        QTest::newRow("hybrid sharding in nodes")
            << scenarioWith({{"parallel.framework", "fsdp2"}, {"parallel.strategy", "hsdp"},
                                {"parallel.gpus", "32"}},
                   meshed({}));
    }
    void tiersAreThoseOfThePlan()
    {
        QFETCH(Scenario, scenario);
        const Plan plan = planOf(scenario, builtInCatalog());
        const Ranks ranks = shardscope::ranksOf(plan);
        QVERIFY(!plan.traffic.collectives.empty());
        for (const Collective &one : plan.traffic.collectives) {
            const std::optional<MeshAxis> axis = axisOf(one, ranks);
            QVERIFY(axis);
            // Neighbouring stages alone send to each other.
            if (*axis != MeshAxis::Pipeline)
                QCOMPARE(one.group, ranks.ranksAlong(*axis));
            const bool isNetwork = one.networkBytes > Bytes(0);
            for (int rank = 0; rank < ranks.gpus(); ++rank)
                QCOMPARE(ranks.leavesNode(*axis, rank), isNetwork);
        }
        Bytes sum{};
        for (const AxisLoad &load : axisLoads(plan.traffic, ranks)) {
            sum += load.bytes;
            if (load.bytes > Bytes(0))
                QCOMPARE(load.leavesNode(), ranks.leavesNode(load.axis, 0));
        }
        QCOMPARE(sum.value(), plan.traffic.bytesPerGpuPerStep().value());
    }

    /// 64 GPUs, two to a matrix, four stages: what goes between stages stays in the node where
    /// copies come last, what copies add up leaves it.
    void theOrderDecidesOverTheTier()
    {
        const Scenario usual = meshed({{"parallel.gpus", "64"}, {"parallel.tensor", "2"},
            {"parallel.pipeline", "4"}, {"parallel.gpus_per_node", "8"}});
        const Scenario other = scenarioWith({{"parallel.rank_order", "tp-cp-ep-pp-dp"}}, usual);
        const auto network = [](const Plan &plan, MeshAxis axis) {
            const Ranks ranks = shardscope::ranksOf(plan);
            double share = 0;
            for (const AxisLoad &load : axisLoads(plan.traffic, ranks)) {
                if (load.axis == axis)
                    share = load.networkBytes / load.bytes;
            }
            return share;
        };
        const Plan before = planOf(usual, builtInCatalog());
        const Plan after = planOf(other, builtInCatalog());
        QCOMPARE(network(before, MeshAxis::Pipeline), 1.0);
        QCOMPARE(network(after, MeshAxis::Pipeline), 0.0);
        QVERIFY(network(before, MeshAxis::Data) < network(after, MeshAxis::Data));
        QCOMPARE(network(after, MeshAxis::Data), 1.0);
    }

    /// What Megatron-Core asserts: as many copies of the experts as of the rest, of dense models
    /// too.
    void copiesLastWantAsManyCopiesOfExperts_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<bool>("runs");
        const Settings last{{"parallel.gpus", "64"}, {"parallel.tensor", "2"},
            {"parallel.pipeline", "2"}, {"parallel.rank_order", "tp-cp-ep-pp-dp"}};
        const Scenario dense = meshed(last);
        QTest::newRow("dense") << dense << true;
        QTest::newRow("dense, with context parallelism")
            << scenarioWith({{"parallel.context", "2"}}, dense) << false;
        QTest::newRow("that, in the usual order") << scenarioWith(
            {{"parallel.context", "2"}, {"parallel.rank_order", "tp-cp-ep-dp-pp"}}, dense)
                                                  << true;
        QTest::newRow("one stage, with context parallelism")
            << scenarioWith({{"parallel.context", "2"}, {"parallel.pipeline", "1"}}, dense) << true;
        const Scenario experts = scenarioWith({{"model.id", "mistralai/Mixtral-8x7B-v0.1"}}, dense);
        QTest::newRow("cut experts") << experts << true;
        QTest::newRow("experts dealt out over data")
            << scenarioWith({{"parallel.expert", "4"}}, experts) << false;
        QTest::newRow("experts dealt out over tensor")
            << scenarioWith({{"parallel.expert", "2"}, {"parallel.expert_tensor", "1"}}, experts)
            << true;
    }
    void copiesLastWantAsManyCopiesOfExperts()
    {
        QFETCH(Scenario, scenario);
        QFETCH(bool, runs);
        const Plan plan = planOf(scenario, builtInCatalog());
        const auto found = std::find_if(plan.findings.begin(), plan.findings.end(),
            [](const Finding &finding) { return finding.id == FindingId::MeshDoesNotDivide; });
        QCOMPARE(found == plan.findings.end(), runs);
        if (runs)
            return;
        QCOMPARE(found->subject, std::string("parallel.rank_order"));
        QVERIFY(!found->repair.settings.empty());
        const Result<Scenario> repaired = applied(scenario, found->repair.settings);
        QVERIFY(repaired);
        QCOMPARE(repaired->parallel.rankOrder, RankOrder::StagesLast);
    }
};

QTEST_APPLESS_MAIN(TestRanks)
#include "tst_ranks.moc"
