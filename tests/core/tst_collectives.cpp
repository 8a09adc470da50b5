// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/simulatedgroup.h"

#include <QTest>

#include <numeric>

using namespace shardscope;

namespace {

using Chunks = SimulatedGroup::Chunks;

std::size_t count(int value)
{
    return static_cast<std::size_t>(value);
}

std::vector<int> numbers(int size, int start = 0, int stride = 1)
{
    std::vector<int> values;
    for (int i = 0; i < size; ++i)
        values.push_back(start + i * stride);
    return values;
}

std::vector<Chunks> single(int size)
{
    std::vector<Chunks> pieces;
    for (int i = 0; i < size; ++i)
        pieces.push_back({count(i)});
    return pieces;
}

/// Chunks as they are cut twice: one part for each place in a node, cut up for the nodes.
struct Grid
{
    Layout layout;
    std::int64_t elements = 0;

    std::size_t at(int place, int node) const { return count(place * layout.nodes() + node); }
    std::vector<std::int64_t> sizes() const
    {
        std::vector<std::int64_t> sizes;
        for (int place = 0; place < layout.perNode; ++place) {
            const std::int64_t part = chunkElements(elements, layout.perNode, place);
            for (int node = 0; node < layout.nodes(); ++node)
                sizes.push_back(chunkElements(part, layout.nodes(), node));
        }
        return sizes;
    }
    Chunks part(int place) const
    {
        Chunks chunks;
        for (int node = 0; node < layout.nodes(); ++node)
            chunks.push_back(at(place, node));
        return chunks;
    }
    std::vector<Chunks> parts() const
    {
        std::vector<Chunks> all;
        for (int place = 0; place < layout.perNode; ++place)
            all.push_back(part(place));
        return all;
    }
    std::vector<Chunks> pieces(int place) const
    {
        std::vector<Chunks> all;
        for (int node = 0; node < layout.nodes(); ++node)
            all.push_back({at(place, node)});
        return all;
    }
    std::vector<int> node(int index) const
    {
        return numbers(layout.perNode, index * layout.perNode);
    }
    std::vector<int> peers(int place) const
    {
        return numbers(layout.nodes(), place, layout.perNode);
    }
};

std::vector<std::int64_t> evenly(std::int64_t elements, int chunks)
{
    std::vector<std::int64_t> sizes;
    for (int i = 0; i < chunks; ++i)
        sizes.push_back(chunkElements(elements, chunks, i));
    return sizes;
}

bool isReduced(const SimulatedGroup &group, int ranks, std::size_t chunks)
{
    for (int rank = 0; rank < ranks; ++rank) {
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            if (!group.isSum(rank, chunk))
                return false;
        }
    }
    return true;
}

SimulatedGroup ringAllReduce(std::int64_t elements, const Layout &layout)
{
    SimulatedGroup group(layout, evenly(elements, layout.ranks));
    group.contribute();
    group.ringReduceScatter(numbers(layout.ranks), single(layout.ranks));
    group.ringAllGather(numbers(layout.ranks), single(layout.ranks));
    return group;
}

/// Leaves first; each sends on when all of its children have sent.
void climb(SimulatedGroup &group, const Layout &layout, WhichTree which, std::size_t chunk)
{
    const std::vector<int> parents = treeParents(layout.nodes(), which);
    std::vector<int> order;
    std::vector<bool> done(parents.size(), false);
    while (order.size() < parents.size()) {
        for (int node = 0; node < layout.nodes(); ++node) {
            const bool waits = std::any_of(parents.begin(), parents.end(), [&](const int &parent) {
                return parent == node && !done[count(int(&parent - parents.data()))];
            });
            if (!done[count(node)] && !waits) {
                done[count(node)] = true;
                order.push_back(node);
            }
        }
    }
    const auto rankOf = [&layout](int node) { return node * layout.perNode; };
    for (const int node : order) {
        if (const int up = parents[count(node)]; up >= 0)
            group.pass({{rankOf(node), rankOf(up), {chunk}, true}});
    }
    std::reverse(order.begin(), order.end());
    for (const int node : order) {
        if (const int up = parents[count(node)]; up >= 0)
            group.pass({{rankOf(up), rankOf(node), {chunk}, false}});
    }
}

SimulatedGroup treeAllReduce(std::int64_t elements, const Layout &layout)
{
    SimulatedGroup group(layout, evenly(elements, 2));
    group.contribute();
    for (int node = 0; node < layout.nodes(); ++node) {
        for (int place = layout.perNode - 1; place > 0; --place) {
            const int rank = node * layout.perNode + place;
            group.pass({{rank, rank - 1, {0, 1}, true}});
        }
    }
    climb(group, layout, WhichTree::First, 0);
    climb(group, layout, WhichTree::Second, 1);
    for (int node = 0; node < layout.nodes(); ++node) {
        for (int place = 1; place < layout.perNode; ++place) {
            const int rank = node * layout.perNode + place;
            group.pass({{rank - 1, rank, {0, 1}, false}});
        }
    }
    return group;
}

SimulatedGroup hierarchicalAllReduce(std::int64_t elements, const Layout &layout)
{
    const Grid grid{layout, elements};
    SimulatedGroup group(layout, grid.sizes());
    group.contribute();
    for (int node = 0; node < layout.nodes(); ++node)
        group.ringReduceScatter(grid.node(node), grid.parts());
    for (int place = 0; place < layout.perNode; ++place) {
        const int held = (place + 1) % layout.perNode;
        group.ringReduceScatter(grid.peers(place), grid.pieces(held));
        group.ringAllGather(grid.peers(place), grid.pieces(held));
    }
    for (int node = 0; node < layout.nodes(); ++node)
        group.ringAllGather(grid.node(node), grid.parts());
    return group;
}

SimulatedGroup nvlsAllReduce(std::int64_t elements, const Layout &layout)
{
    const Grid grid{layout, elements};
    SimulatedGroup group(layout, grid.sizes());
    group.contribute();
    const int switched = layout.perNode > 1 ? layout.perNode : 0; // one GPU has no switch
    for (int node = 0; node < layout.nodes(); ++node) {
        for (int place = 0; place < switched; ++place)
            group.switchReduce(grid.node(node), node * layout.perNode + place, grid.part(place));
    }
    for (int place = 0; place < layout.perNode; ++place) {
        group.ringReduceScatter(grid.peers(place), grid.pieces(place));
        group.ringAllGather(grid.peers(place), grid.pieces(place));
    }
    for (int node = 0; node < layout.nodes(); ++node) {
        for (int place = 0; place < switched; ++place)
            group.switchCopy(grid.node(node), node * layout.perNode + place, grid.part(place));
    }
    return group;
}

SimulatedGroup allReduce(Algorithm algorithm, std::int64_t elements, const Layout &layout)
{
    switch (algorithm) {
    case Algorithm::Tree:
        return treeAllReduce(elements, layout);
    case Algorithm::Hierarchical:
        return hierarchicalAllReduce(elements, layout);
    case Algorithm::Nvls:
        return nvlsAllReduce(elements, layout);
    case Algorithm::Auto:
    case Algorithm::Ring:
        break;
    }
    return ringAllReduce(elements, layout);
}

std::size_t chunksOf(Algorithm algorithm, const Layout &layout)
{
    return algorithm == Algorithm::Tree ? 2 : count(layout.ranks);
}

} // namespace

class TestCollectives : public QObject
{
    Q_OBJECT

    static void layouts()
    {
        QTest::addColumn<Layout>("layout");
        QTest::addColumn<qint64>("elements");
        QTest::newRow("two GPUs") << Layout{2, 2} << qint64(1001);
        QTest::newRow("one node of 8, elements divide") << Layout{8, 8} << qint64(8000);
        QTest::newRow("one node of 8, elements do not divide") << Layout{8, 8} << qint64(8005);
        QTest::newRow("one node of 7") << Layout{7, 7} << qint64(1'000'003);
        QTest::newRow("two nodes of 8") << Layout{16, 8} << qint64(100'003);
        QTest::newRow("three nodes of 4") << Layout{12, 4} << qint64(999);
        QTest::newRow("five nodes of 2") << Layout{10, 2} << qint64(12'345);
        QTest::newRow("six nodes of one GPU") << Layout{6, 1} << qint64(77);
        QTest::newRow("fewer elements than GPUs") << Layout{16, 8} << qint64(5);
        QTest::newRow("Llama 3 8B on three nodes of 8") << Layout{24, 8} << qint64(8'030'261'248);
    }

    /// Every rank to the element, and the mean that plans show for the group as a whole.
    static void compare(const SimulatedGroup &group, CollectiveOp op, Algorithm algorithm,
        std::int64_t elements, const Layout &layout)
    {
        double inside = 0;
        double network = 0;
        for (int rank = 0; rank < layout.ranks; ++rank) {
            const SentElements sent = sentElements(op, algorithm, elements, layout, rank);
            const SentElements wanted = group.sentBy(rank);
            QCOMPARE(sent.inside, wanted.inside);
            QCOMPARE(sent.network, wanted.network);
            inside += double(wanted.inside);
            network += double(wanted.network);
        }
        const Sent mean = sentBytes(op, algorithm, Term::count(double(elements)), layout);
        // A chunk more or less for one rank is all that uneven chunks change.
        const double slack = layout.ranks;
        QVERIFY(std::abs(mean.inside.value() * layout.ranks - inside) <= slack);
        QVERIFY(std::abs(mean.network.value() * layout.ranks - network) <= slack);
    }

private slots:
    void allReduceAddsUpAndSendsWhatIsSaid_data() { layouts(); }
    void allReduceAddsUpAndSendsWhatIsSaid()
    {
        QFETCH(Layout, layout);
        QFETCH(qint64, elements);
        for (const Algorithm algorithm :
            {Algorithm::Ring, Algorithm::Tree, Algorithm::Hierarchical, Algorithm::Nvls}) {
            const SimulatedGroup group = allReduce(algorithm, elements, layout);
            QVERIFY(isReduced(group, layout.ranks, chunksOf(algorithm, layout)));
            compare(group, CollectiveOp::AllReduce, algorithm, elements, layout);
        }
    }

    void halvesOfTheRing_data() { layouts(); }
    void halvesOfTheRing()
    {
        QFETCH(Layout, layout);
        QFETCH(qint64, elements);
        SimulatedGroup scatter(layout, evenly(elements, layout.ranks));
        scatter.contribute();
        scatter.ringReduceScatter(numbers(layout.ranks), single(layout.ranks));
        SimulatedGroup gather(layout, evenly(elements, layout.ranks));
        for (int rank = 0; rank < layout.ranks; ++rank) {
            const int held = (rank + 1) % layout.ranks;
            QVERIFY(scatter.isSum(rank, count(held)));
            gather.own(rank, count(held));
        }
        gather.ringAllGather(numbers(layout.ranks), single(layout.ranks));
        for (int rank = 0; rank < layout.ranks; ++rank) {
            for (int owner = 0; owner < layout.ranks; ++owner)
                QVERIFY(gather.holdsOnly(rank, count((owner + 1) % layout.ranks), owner));
        }
        compare(scatter, CollectiveOp::ReduceScatter, Algorithm::Ring, elements, layout);
        compare(gather, CollectiveOp::AllGather, Algorithm::Ring, elements, layout);
    }

    void halvesOfTheHierarchy_data() { layouts(); }
    void halvesOfTheHierarchy()
    {
        QFETCH(Layout, layout);
        QFETCH(qint64, elements);
        const Grid grid{layout, elements};
        const auto heldBy = [&layout](int rank) {
            return std::pair((rank % layout.perNode + 1) % layout.perNode,
                (rank / layout.perNode + 1) % layout.nodes());
        };
        SimulatedGroup scatter(layout, grid.sizes());
        SimulatedGroup gather(layout, grid.sizes());
        scatter.contribute();
        for (int rank = 0; rank < layout.ranks; ++rank)
            gather.own(rank, grid.at(heldBy(rank).first, heldBy(rank).second));
        for (int node = 0; node < layout.nodes(); ++node)
            scatter.ringReduceScatter(grid.node(node), grid.parts());
        for (int place = 0; place < layout.perNode; ++place) {
            const int held = (place + 1) % layout.perNode;
            scatter.ringReduceScatter(grid.peers(place), grid.pieces(held));
            gather.ringAllGather(grid.peers(place), grid.pieces(held));
        }
        for (int node = 0; node < layout.nodes(); ++node)
            gather.ringAllGather(grid.node(node), grid.parts());
        for (int rank = 0; rank < layout.ranks; ++rank) {
            QVERIFY(scatter.isSum(rank, grid.at(heldBy(rank).first, heldBy(rank).second)));
            for (int owner = 0; owner < layout.ranks; ++owner)
                QVERIFY(gather.holdsOnly(
                    rank, grid.at(heldBy(owner).first, heldBy(owner).second), owner));
        }
        compare(scatter, CollectiveOp::ReduceScatter, Algorithm::Hierarchical, elements, layout);
        compare(gather, CollectiveOp::AllGather, Algorithm::Hierarchical, elements, layout);
    }

    void halvesInsideTheSwitch_data() { layouts(); }
    void halvesInsideTheSwitch()
    {
        QFETCH(Layout, layout);
        QFETCH(qint64, elements);
        if (layout.nodes() > 1)
            return; // NCCL needs a switch that reduces between the nodes, too
        const Grid grid{layout, elements};
        SimulatedGroup scatter(layout, grid.sizes());
        SimulatedGroup gather(layout, grid.sizes());
        scatter.contribute();
        for (int rank = 0; rank < layout.ranks; ++rank) {
            gather.own(rank, count(rank));
            scatter.switchReduce(grid.node(0), rank, grid.part(rank));
        }
        for (int rank = 0; rank < layout.ranks; ++rank)
            gather.switchCopy(grid.node(0), rank, grid.part(rank));
        for (int rank = 0; rank < layout.ranks; ++rank) {
            QVERIFY(scatter.isSum(rank, count(rank)));
            for (int owner = 0; owner < layout.ranks; ++owner)
                QVERIFY(gather.holdsOnly(rank, count(owner), owner));
        }
        compare(scatter, CollectiveOp::ReduceScatter, Algorithm::Nvls, elements, layout);
        compare(gather, CollectiveOp::AllGather, Algorithm::Nvls, elements, layout);
    }

    void broadcastTellsEverybody_data() { layouts(); }
    void broadcastTellsEverybody()
    {
        QFETCH(Layout, layout);
        QFETCH(qint64, elements);
        SimulatedGroup group(layout, {elements});
        group.own(0, 0);
        for (int rank = 0; rank + 1 < layout.ranks; ++rank)
            group.pass({{rank, rank + 1, {0}, false}});
        QVERIFY(group.holdsOnly(layout.ranks - 1, 0, 0));
        compare(group, CollectiveOp::Broadcast, Algorithm::Ring, elements, layout);
    }

    void allToAllGivesEverybodyItsPart_data() { layouts(); }
    void allToAllGivesEverybodyItsPart()
    {
        QFETCH(Layout, layout);
        QFETCH(qint64, elements);
        SimulatedGroup group(layout, evenly(elements, layout.ranks));
        group.contribute();
        for (int to = 0; to < layout.ranks; ++to) {
            std::vector<SimulatedGroup::Transfer> transfers;
            for (int from = 0; from < layout.ranks; ++from) {
                if (from != to)
                    transfers.push_back({from, to, {count(to)}, true});
            }
            group.pass(transfers);
        }
        for (int rank = 0; rank < layout.ranks; ++rank)
            QVERIFY(group.isSum(rank, count(rank)));
        compare(group, CollectiveOp::AllToAll, Algorithm::Auto, elements, layout);
    }

    void bothTreesReachAllNodesFromOneRoot()
    {
        for (int nodes = 1; nodes <= 40; ++nodes) {
            for (const WhichTree which : {WhichTree::First, WhichTree::Second}) {
                const std::vector<int> parents = treeParents(nodes, which);
                QCOMPARE(std::count(parents.begin(), parents.end(), -1), 1);
                for (int node = 0; node < nodes; ++node) {
                    int at = node;
                    int steps = 0;
                    while (parents[count(at)] >= 0 && steps <= nodes) {
                        at = parents[count(at)];
                        ++steps;
                    }
                    QVERIFY(steps <= nodes);
                    QVERIFY(std::count(parents.begin(), parents.end(), node) <= 2);
                }
            }
        }
    }

    void aloneSendsNothing()
    {
        const Layout alone{1, 8};
        for (std::size_t i = 0; i < namesOf<CollectiveOp>.size(); ++i) {
            const auto op = static_cast<CollectiveOp>(i);
            QCOMPARE(sentBytes(op, Algorithm::Ring, Term::count(1e9), alone).total(), 0.0);
            QCOMPARE(sentElements(op, Algorithm::Ring, 1000, alone, 0).total(), std::int64_t(0));
        }
    }
};

QTEST_APPLESS_MAIN(TestCollectives)
#include "tst_collectives.moc"
