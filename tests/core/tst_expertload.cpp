// SPDX-License-Identifier: GPL-3.0-or-later
// Experts that are dealt out, when more tokens come to some than to others (parallel.expert_load).
#include "core/scenario/move.h"
#include "tests/support/importrun.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Mixtral 8x7B on 16 GPUs, its experts dealt out to eight; 4,096 tokens choose two of them each.
Scenario mixtral(std::string_view framework, Settings settings = {})
{
    const bool isMegatron = framework == "megatron";
    const bool isTitan = framework == "fsdp2";
    const Scenario base = scenarioWith(
        {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.precision", "bf16-master"},
            {"training.sequence_length", "4096"}, {"training.checkpointing", "none"},
            {"parallel.strategy",
                isMegatron    ? "zero1"
                    : isTitan ? "fsdp"
                              : "zero2"},
            {"parallel.framework", framework},
            {"training.modules", isTitan ? "torchtitan" : "transformers-5"},
            {"parallel.gpus", "16"}, {"parallel.expert", "8"}, {"parallel.gpus_per_node", "8"}});
    return scenarioWith(settings, base);
}

Plan plan(std::string_view framework, Settings settings = {})
{
    return planOf(mixtral(framework, settings), builtInCatalog());
}

const Collective *tokensOf(const Plan &plan)
{
    for (const Collective &collective : plan.traffic.collectives) {
        if (collective.payload == Payload::Tokens && collective.op == CollectiveOp::AllToAll)
            return &collective;
    }
    return nullptr;
}

void addFrameworks()
{
    QTest::addColumn<std::string>("framework");
    QTest::newRow("Megatron-Core's dispatcher") << std::string("megatron");
    QTest::newRow("torchtitan's dispatcher") << std::string("fsdp2");
    QTest::newRow("DeepSpeed's AutoEP") << std::string("deepspeed");
}

} // namespace

class TestExpertLoad : public QObject
{
    Q_OBJECT

private slots:
    void aBusyGpuHoldsMore_data() { addFrameworks(); }
    void aBusyGpuHoldsMore();
    void everybodyWaitsForIt_data() { addFrameworks(); }
    void everybodyWaitsForIt();
    void noGpuGetsMoreThanAllTokens();
    void evenTokensAreSaidWithWhatTheyHide();
    void withoutDealingOutNothingChanges();
    void aCapacityLimitsWhatComes_data();
    void aCapacityLimitsWhatComes();
    void fixedRowsAreEven();
    void launchLinesSayIt();
};

/// Of each layer, at least what 1.5 times as many rows take in the products: what both first ones
/// read, and what comes of them.
void TestExpertLoad::aBusyGpuHoldsMore()
{
    QFETCH(std::string, framework);
    const Plan even = plan(framework);
    QVERIFY(!has(even, FindingId::MeshNotPlanned));
    const Plan busy = plan(framework, {{"parallel.expert_load", "1.5"}});
    const double rows = 0.5 * 2 * 4096;
    const double more
        = busy.memory.footprint.tensors.value() - even.memory.footprint.tensors.value();
    const double least = 32 * 2 * rows * (4096 + 2 * 14336);
    QVERIFY2(more > least, qPrintable(QString::number(more / least)));
    QVERIFY2(more < 4 * least, qPrintable(QString::number(more / least)));
}

/// What goes to the busiest on the way there comes back from it: 2.5 instead of 2 times as much in
/// all. Each way takes as long as the larger of what it sends and gets.
void TestExpertLoad::everybodyWaitsForIt()
{
    QFETCH(std::string, framework);
    const Plan even = plan(framework);
    const Plan busy = plan(framework, {{"parallel.expert_load", "1.5"}});
    QVERIFY(tokensOf(even) && tokensOf(busy));
    QCOMPARE(tokensOf(busy)->bytesPerStep().value(), 1.25 * tokensOf(even)->bytesPerStep().value());
    QVERIFY(tokensOf(busy)->seconds.value() > 1.4 * tokensOf(even)->seconds.value());
    QVERIFY(busy.time.step > even.time.step);
}

void TestExpertLoad::noGpuGetsMoreThanAllTokens()
{
    const auto bytes = [](const char *load) {
        return plan("deepspeed", {{"parallel.expert_load", load}}).memory.footprint.tensors.value();
    };
    QCOMPARE(bytes("100"), bytes("8"));
    QVERIFY(bytes("8") > bytes("7"));
}

void TestExpertLoad::evenTokensAreSaidWithWhatTheyHide()
{
    const Plan even = plan("deepspeed");
    const Plan busy = plan("deepspeed", {{"parallel.expert_load", "1.5"}});
    const Finding *said = findingOf(even, FindingId::EvenExperts);
    QVERIFY(said);
    const double more
        = busy.memory.footprint.tensors.value() - even.memory.footprint.tensors.value();
    QVERIFY2(std::abs(said->bytes.value() - more) < 0.05 * more,
        qPrintable(QString::number(said->bytes.value() / more)));
    QVERIFY(!has(busy, FindingId::EvenExperts));
    // Of layers with checkpoints one runs again at a time.
    const Plan again = plan("deepspeed", {{"training.checkpointing", "full"}});
    QCOMPARE(findingOf(again, FindingId::EvenExperts)->bytes.value(), said->bytes.value() / 32);
}

void TestExpertLoad::withoutDealingOutNothingChanges()
{
    const Settings alone{{"parallel.expert", "1"}};
    const Settings loaded{{"parallel.expert", "1"}, {"parallel.expert_load", "2"}};
    const Plan one = plan("fsdp2", alone);
    QVERIFY(one.memory == plan("fsdp2", loaded).memory);
    QVERIFY(!has(one, FindingId::EvenExperts));
}

void TestExpertLoad::aCapacityLimitsWhatComes_data()
{
    QTest::addColumn<std::string>("capacity");
    QTest::addColumn<std::string>("padding");
    QTest::addColumn<std::string>("load");
    QTest::addColumn<double>("rows"); // sent and come, by what was chosen
    QTest::newRow("all that come")
        << std::string("0") << std::string("off") << std::string("2") << 3.0;
    QTest::newRow("no more than it has room for")
        << std::string("1.25") << std::string("off") << std::string("2") << 2.25;
    QTest::newRow("room that nobody needs")
        << std::string("4") << std::string("off") << std::string("1") << 2.0;
    QTest::newRow("less than the mean: dropped before they are sent")
        << std::string("0.5") << std::string("off") << std::string("1") << 1.0;
    QTest::newRow("filled up") << std::string("1.25") << std::string("on") << std::string("2")
                               << 2.5;
    QTest::newRow("filled up to nothing: no capacity")
        << std::string("0") << std::string("on") << std::string("1") << 2.0;
}

void TestExpertLoad::aCapacityLimitsWhatComes()
{
    QFETCH(std::string, capacity);
    QFETCH(std::string, padding);
    QFETCH(std::string, load);
    QFETCH(double, rows);
    const Plan even = plan("megatron");
    const Plan made = plan("megatron",
        {{"parallel.expert_capacity", capacity}, {"parallel.expert_padding", padding},
            {"parallel.expert_load", load}});
    QVERIFY(tokensOf(even) && tokensOf(made));
    QCOMPARE(
        tokensOf(made)->bytesPerStep().value() / tokensOf(even)->bytesPerStep().value(), rows / 2);
}

/// What does not depend on what comes is not said to be taken to be even.
void TestExpertLoad::fixedRowsAreEven()
{
    const Settings filled{{"parallel.expert_capacity", "1"}, {"parallel.expert_padding", "on"}};
    const Settings loaded{{"parallel.expert_capacity", "1"}, {"parallel.expert_padding", "on"},
        {"parallel.expert_load", "2"}};
    const Plan fixed = plan("megatron", filled);
    QVERIFY(has(plan("megatron"), FindingId::EvenExperts));
    QVERIFY(!has(fixed, FindingId::EvenExperts));
    QVERIFY(fixed.memory == plan("megatron", loaded).memory);
}

void TestExpertLoad::launchLinesSayIt()
{
    const std::string line
        = "torchrun --nproc-per-node 8 pretrain_gpt.py --num-layers 24 --hidden-size 1024 "
          "--num-attention-heads 16 --bf16 --num-experts 8 --moe-expert-capacity-factor 1.5 "
          "--moe-pad-expert-input-to-capacity";
    const Parallel parallel = imported({{"a.sh", line}}).scenario.parallel;
    QCOMPARE(parallel.expertCapacity, 1.5);
    QCOMPARE(parallel.expertPadding, ExpertPadding::On);
}

QTEST_APPLESS_MAIN(TestExpertLoad)
#include "tst_expertload.moc"
