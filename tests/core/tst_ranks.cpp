// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/axisload.h"
#include "core/scenario/ranks.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace shardscope;

Q_DECLARE_METATYPE(shardscope::MeshAxis)

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
        const Plan plan = planOf(scenario, embeddedCatalog());
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
};

QTEST_APPLESS_MAIN(TestRanks)
#include "tst_ranks.moc"
