// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/ring.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace shardscope;

namespace {

/// A ring, chunk by chunk: who holds which sums, and what everybody has sent.
class Ring
{
public:
    Ring(std::int64_t elements, int ranks)
        : m_ranks(ranks)
        , m_chunks(std::size_t(ranks))
        , m_sent(std::size_t(ranks))
        , m_summed(std::size_t(ranks), std::vector<int>(std::size_t(ranks), 1))
    {
        for (int chunk = 0; chunk < ranks; ++chunk)
            m_chunks[std::size_t(chunk)] = elements / ranks + (chunk < elements % ranks ? 1 : 0);
    }

    void reduceScatter()
    {
        for (int step = 0; step < m_ranks - 1; ++step)
            pass(step, [](int here, int arriving) { return here + arriving; });
    }
    void allGather()
    {
        // Each rank starts with the chunk that is complete with it.
        for (int step = 0; step < m_ranks - 1; ++step)
            pass(step - 1, [](int, int arriving) { return arriving; });
    }

    bool isComplete() const
    {
        return std::all_of(m_summed.begin(), m_summed.end(), [this](const std::vector<int> &rank) {
            return std::all_of(
                rank.begin(), rank.end(), [this](int sum) { return sum == m_ranks; });
        });
    }
    std::int64_t sentBy(int rank) const { return m_sent[std::size_t(rank)]; }

private:
    /// Every rank sends one chunk to its neighbour at the same time.
    template <class Combine>
    void pass(int step, Combine combine)
    {
        const auto before = m_summed;
        for (int rank = 0; rank < m_ranks; ++rank) {
            const auto chunk = std::size_t(((rank - step) % m_ranks + m_ranks) % m_ranks);
            const auto next = std::size_t((rank + 1) % m_ranks);
            m_summed[next][chunk] = combine(before[next][chunk], before[std::size_t(rank)][chunk]);
            m_sent[std::size_t(rank)] += m_chunks[chunk];
        }
    }

    int m_ranks;
    std::vector<std::int64_t> m_chunks;
    std::vector<std::int64_t> m_sent;
    std::vector<std::vector<int>> m_summed;
};

} // namespace

class TestRing : public QObject
{
    Q_OBJECT

private slots:
    void agreesWithASimulation_data()
    {
        QTest::addColumn<qint64>("elements");
        QTest::addColumn<int>("ranks");
        QTest::newRow("two GPUs") << qint64(1000) << 2;
        QTest::newRow("even chunks on 8") << qint64(8'000) << 8;
        QTest::newRow("uneven chunks on 8") << qint64(8'005) << 8;
        QTest::newRow("uneven chunks on 7") << qint64(1'000'003) << 7;
        QTest::newRow("fewer elements than GPUs") << qint64(5) << 16;
        QTest::newRow("one element") << qint64(1) << 3;
        QTest::newRow("Llama 3 8B on 24") << qint64(8'030'261'248) << 24;
        QTest::newRow("alone") << qint64(100) << 1;
    }

    void agreesWithASimulation()
    {
        QFETCH(qint64, elements);
        QFETCH(int, ranks);
        constexpr std::int64_t bf16 = 2;

        Ring scatter(elements, ranks);
        scatter.reduceScatter();
        Ring whole = scatter;
        whole.allGather();
        QVERIFY(whole.isComplete());

        std::int64_t sum = 0;
        for (int rank = 0; rank < ranks; ++rank) {
            const RingTraffic traffic = ringTraffic(elements, bf16, ranks, rank);
            QCOMPARE(traffic.reduceScatter, bf16 * scatter.sentBy(rank));
            QCOMPARE(traffic.allReduce(), bf16 * whole.sentBy(rank));
            sum += traffic.allReduce();
        }
        // The mean that plans use is exact for the ring as a whole.
        const Term message = Term::each(2) * Term::count(double(elements));
        QCOMPARE(ringBytes(CollectiveOp::AllReduce, message, ranks).value() * ranks, double(sum));
    }

    void factorIsBounded_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<double>("factor");
        QTest::newRow("N = 1") << 1 << 0.0;
        QTest::newRow("N = 2") << 2 << 1.0;
        QTest::newRow("N = 8") << 8 << 1.75;
        QTest::newRow("N = 1024, nearly 2") << 1024 << 2 * 1023.0 / 1024;
    }

    void factorIsBounded()
    {
        QFETCH(int, ranks);
        QFETCH(double, factor);
        const Term message = Term::count(1e9);
        QCOMPARE(ringBytes(CollectiveOp::AllReduce, message, ranks).value(), factor * 1e9);
        QCOMPARE(ringBytes(CollectiveOp::AllGather, message, ranks).value(), factor / 2 * 1e9);
        QCOMPARE(ringBytes(CollectiveOp::ReduceScatter, message, ranks).value(), factor / 2 * 1e9);
    }

    void saysHow()
    {
        const Term message = Term::each(2) * Term::count(8'030'261'248.0);
        QCOMPARE(ringBytes(CollectiveOp::AllReduce, message, 8).text(),
            std::string("2 x 7 / 8 x 2 B x 8,030,261,248"));
    }
};

QTEST_APPLESS_MAIN(TestRing)
#include "tst_ring.moc"
