// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/narration.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

Narration between(const Scenario &before, const Scenario &after)
{
    static const Catalog catalog = builtInCatalog();
    return narrate(planOf(before, catalog), planOf(after, catalog), catalog);
}

const Scenario zero1 = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
    {"parallel.strategy", "zero1"}, {"parallel.framework", "deepspeed"}});

} // namespace

class TestNarration : public QObject
{
    Q_OBJECT

private slots:
    void shardingGradientsShrinksThem()
    {
        const Narration told
            = between(zero1, scenarioWith({{"parallel.strategy", "zero2"}}, zero1));
        QCOMPARE(told.inputs.size(), std::size_t{1});
        QCOMPARE(told.inputs.front().key->id, std::string_view("parallel.strategy"));
        QVERIFY(!told.parts.empty());
        QCOMPARE(told.parts.front().part, PartId::Gradients);
        QVERIFY(told.parts.front().after < told.parts.front().before);
        QVERIFY(told.peakAfter < told.peakBefore);
    }

    void theLargestChangesComeFirst()
    {
        const Narration told = between(zero1,
            scenarioWith({{"parallel.strategy", "ddp"}, {"training.micro_batch", "4"},
                             {"training.checkpointing", "none"}},
                zero1));
        QCOMPARE(told.parts.size(), std::size_t{3});
        const auto size
            = [](const PartChange &one) { return std::abs((one.after - one.before).value()); };
        QVERIFY(size(told.parts[0]) >= size(told.parts[1]));
        QVERIFY(size(told.parts[1]) >= size(told.parts[2]));
    }

    void whatIsSmallIsNotTold()
    {
        const Narration told
            = between(zero1, scenarioWith({{"hardware.workspace_mib", "40"}}, zero1));
        QVERIFY(told.parts.empty());
        QCOMPARE(told.inputs.size(), std::size_t{1});
    }

    void trafficHangsOnMicroSteps_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("accumulation");
        QTest::addColumn<bool>("hangs");
        QTest::newRow("one micro-step") << "zero1"
                                        << "zero2"
                                        << "1" << true;
        QTest::newRow("four micro-steps differ anyway") << "zero1"
                                                        << "zero2"
                                                        << "4" << false;
        QTest::newRow("another traffic anyway") << "zero1"
                                                << "ddp"
                                                << "1" << false;
    }
    void trafficHangsOnMicroSteps()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, accumulation);
        const Scenario base
            = scenarioWith({{"training.accumulation", accumulation.toStdString()}}, zero1);
        const Narration told
            = between(scenarioWith({{"parallel.strategy", from.toStdString()}}, base),
                scenarioWith({{"parallel.strategy", to.toStdString()}}, base));
        QTEST(told.isForOneMicroStep, "hangs");
    }

    void anEditOfTheBatchHangsOnNothing()
    {
        const Narration told = between(zero1, scenarioWith({{"training.micro_batch", "2"}}, zero1));
        QCOMPARE(told.trafficBefore, told.trafficAfter);
        QVERIFY(!told.isForOneMicroStep);
    }

    void aFlipIsTold()
    {
        const Narration told = between(scenarioWith({{"parallel.strategy", "zero3"}}, zero1),
            scenarioWith({{"parallel.strategy", "ddp"}}, zero1));
        QCOMPARE(told.fitBefore, Fit::Fits);
        QCOMPARE(told.fitAfter, Fit::DoesNotFit);
    }
};

QTEST_APPLESS_MAIN(TestNarration)
#include "tst_narration.moc"
