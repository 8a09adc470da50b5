// SPDX-License-Identifier: GPL-3.0-or-later
// What ZeRO-3 sees ahead of the passes of a step. Followed steps confirm what comes of it
// (tests/data/measured/zero3-steps.json).
#include "core/engines/zeroahead.h"

#include <QTest>

using namespace shardscope;

namespace {

using Passes = std::vector<ZeroPass>;
using Aheads = std::vector<ZeroAhead>;
using Reach = ZeroAhead::Reach;

constexpr ZeroPass scores = ZeroPass::Scores;
constexpr ZeroPass learns = ZeroPass::Learns;
constexpr ZeroPass refers = ZeroPass::Refers;
constexpr ZeroPass refersThenLearns = ZeroPass::RefersThenLearns;
constexpr ZeroAhead nothing{Reach::Nothing, false};
constexpr ZeroAhead forward{Reach::Forward, false};
constexpr ZeroAhead all{Reach::All, true};
/// All is seen, but a module goes on releasing what it did when the trace had no backward pass.
constexpr ZeroAhead passing{Reach::All, false};

} // namespace

class TestZeroAhead : public QObject
{
    Q_OBJECT

private slots:
    void aTraceLastsAsLongAsItForesees_data()
    {
        QTest::addColumn<Passes>("passes");
        QTest::addColumn<Aheads>("ahead");
        QTest::newRow("learning alone") << Passes{learns} << Aheads{all};
        QTest::newRow("three micro-steps")
            << Passes{learns, learns, learns} << Aheads{all, all, all};
        QTest::newRow("a model that is never trained") << Passes{scores} << Aheads{forward};
        QTest::newRow("KTO: a trace without a backward pass is thrown away in each")
            << Passes{scores, learns, scores, learns} << Aheads{nothing, forward, nothing, forward};
        QTest::newRow("GRPO with one micro-step, as KTO")
            << Passes{scores, learns} << Aheads{nothing, forward};
        QTest::newRow("GRPO with two: the second one is recorded for good")
            << Passes{scores, scores, learns, learns} << Aheads{passing, passing, passing, passing};
        QTest::newRow("GRPO with three") << Passes{scores, scores, scores, learns, learns,
            learns} << Aheads{passing, passing, passing, passing, passing, passing};
        // A pass without adapters parts from a trace with them, and what follows is not foreseen.
        const ZeroAhead bare{.reach = Reach::Nothing, .keeps = false, .isBare = true};
        const ZeroAhead parts{Reach::Forward, false, true, true};
        QTest::newRow("DPO with adapters disabled: no pass sees more than the first adapter")
            << Passes{scores, refersThenLearns} << Aheads{nothing, parts};
        QTest::newRow("KTO with adapters disabled: nor of others' answers")
            << Passes{scores, scores, refers, refersThenLearns}
            << Aheads{{Reach::All, false, true, false}, nothing, parts, bare};
        QTest::newRow("GRPO with one micro-step: the answers are scored along the last one's trace")
            << Passes{scores, refers, learns}
            << Aheads{{Reach::All, true, false, false, false}, {Reach::All, false, true, true},
                   nothing};
        QTest::newRow("GRPO with three: the third one sees the second one's")
            << Passes{scores, scores, scores, refers, refers, refers, learns, learns, learns}
            << Aheads{passing, passing, passing, {Reach::All, false, true, true}, bare,
                   {Reach::Forward, false, false, true}, {Reach::Forward, false, true, false},
                   nothing, passing};
        QTest::newRow("no pass") << Passes{} << Aheads{};
    }

    void aTraceLastsAsLongAsItForesees()
    {
        QFETCH(Passes, passes);
        QFETCH(Aheads, ahead);
        QVERIFY(zeroAhead(passes) == ahead);
    }
};

QTEST_APPLESS_MAIN(TestZeroAhead)

#include "tst_zeroahead.moc"
