// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/livevalue.h"
#include "core/plan/plantexts.h"
#include "tests/support/llamaplan.h"

#include <set>

using namespace shardscope;

class TestLiveValue : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();
    const Scenario m_scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
        {"hardware.gpu", "a100-sxm-80"}, {"parallel.strategy", "zero3"}, {"parallel.gpus", "8"}});

    Result<Plan> make(const Scenario &scenario) const { return makePlan(scenario, m_catalog); }
    Result<Argument> value(std::string_view expression) const
    {
        return liveValue(
            expression, m_scenario, [this](const Scenario &scenario) { return make(scenario); });
    }
    /// As the command line would print it.
    std::string words(std::string_view expression) const
    {
        const Result<Argument> found = value(expression);
        return found ? englishText(Phrase(Text{{}, "%1"}, {*found})) : describe(found.error());
    }
    Amount amount(std::string_view expression) const
    {
        const Result<Argument> found = value(expression);
        if (!found)
            qWarning("%s", describe(found.error()).c_str());
        const Amount *amount = found ? std::get_if<Amount>(&*found) : nullptr;
        return amount ? *amount : Amount{Notation::Rate, -1};
    }
    Plan plan(std::initializer_list<std::pair<std::string_view, std::string_view>> settings) const
    {
        return planOf(scenarioWith(settings, m_scenario), m_catalog);
    }

private slots:
    void everyNameSaysWhatItMeans()
    {
        const Catalog catalog = builtInCatalog();
        const Scenario scenario;
        const PlanMaker make = [&catalog](const Scenario &each) { return makePlan(each, catalog); };
        for (const LiveName &name : liveNames()) {
            const Result<LiveDerivation> derivation = liveDerivation(name.name, scenario, make);
            QVERIFY2(derivation.has_value(), std::string(name.name).c_str());
            QVERIFY2(!derivation->meaning.isEmpty(), std::string(name.name).c_str());
        }
    }

    void outputsAreThoseOfThePlan()
    {
        const Plan shown = plan({});
        const Memory &memory = shown.memory;
        QCOMPARE(amount("peak"), (Amount{Notation::Memory, memory.peak.value()}));
        QCOMPARE(amount("capacity").value, memory.verdict.capacity.value());
        QCOMPARE(amount("headroom").value, memory.verdict.spare.value());
        QCOMPARE(amount("short_by").value, 0.0);
        QCOMPARE(amount("reserved").value, memory.footprint.reserved.value());
        QCOMPARE(amount("unallocated").value,
            memory.footprint.reserved.value() - memory.footprint.allocated.value());
        QCOMPARE(amount("traffic"), Amount::traffic(shown.traffic.bytesPerGpuPerStep()));
        QCOMPARE(amount("step_time"), Amount::time(shown.time.step));
        QCOMPARE(amount("compute_time"), Amount::time(shown.time.compute));
        QCOMPARE(amount("exposed_time"), Amount::time(shown.time.exposedCommunication));
        QCOMPARE(
            amount("tokens_per_second"), Amount::whole(std::round(shown.time.tokensPerSecond)));
        QCOMPARE(amount("mfu"), Amount::share(shown.time.mfu));
        QCOMPARE(amount("parameters"), Amount::parameters(8030261248));
        QCOMPARE(amount("trainable"), Amount::parameters(8030261248));
        QCOMPARE(amount("effective_batch"), Amount::whole(8));
        QCOMPARE(amount("tokens_per_step"), Amount::whole(8 * 4096));
        QCOMPARE(words("model"), shown.model.name);
        QCOMPARE(words("peak_phase"), englishText(textOf(memory.peakPhase)));
    }

    void partsAreThoseAtThePeak()
    {
        const Plan shown = plan({});
        double sum = 0;
        for (const std::string_view part : namesOf<PartId>)
            sum += amount(part).value;
        QVERIFY(std::abs(sum - shown.memory.peak.value()) < 1);
        QCOMPARE(amount("optimizer").value, shown.memory.atPeak(PartId::OptimizerState).value());
        QCOMPARE(amount("adapters").value, 0.0); // absent
        QCOMPARE(amount("states").value,
            amount("weights").value + amount("gradients").value + amount("master").value
                + amount("optimizer").value);
        QVERIFY(amount("states").value > 0);
    }

    void everyOutputHasAValue()
    {
        std::set<std::string_view> names;
        for (const LiveName &name : liveNames()) {
            QVERIFY2(value(name.name), std::string(name.name).c_str());
            QVERIFY(!name.meaning.isEmpty());
            QVERIFY2(names.insert(name.name).second, "twice");
            QVERIFY(!fromName<PartId>(name.name) && !findKey(name.name));
        }
    }

    void everyInputHasAValue()
    {
        for (const Key &key : keys())
            QVERIFY2(value(key.id), std::string(key.id).c_str());
    }

    void inputsAsTheWindowShowsThem_data()
    {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *expression, const char *words) {
            QTest::newRow(expression) << QByteArray(expression) << QByteArray(words);
        };
        row("parallel.gpus", "8");
        row("training.sequence_length", "4,096");
        row("training.sequence_length with training.sequence_length=32k", "32,768");
        row("model.parameters with model.parameters=70B", "70.0 B");
        row("model.parameters", "–"); // a real model is chosen
        row("training.lora_dropout with training.lora_dropout=0.05", "0.05");
        row("parallel.strategy", "ZeRO-3");
        row("training.method", "Full fine-tuning");
        row("training.lora_targets with training.lora_targets=q_proj,v_proj, parallel.gpus=4",
            "q_proj,v_proj");
        row("hardware.link", "–");
        row("parallel.reduce_bucket", "automatic");
        row("run.learning_rate with run.learning_rate=2e-5", "2e-05");
    }
    void inputsAsTheWindowShowsThem()
    {
        QFETCH(QByteArray, expression);
        QFETCH(QByteArray, words);
        QCOMPARE(QByteArray::fromStdString(this->words(expression.toStdString())), words);
    }

    void gpuHasTheNameOfTheCatalogue()
    {
        QCOMPARE(*value("hardware.gpu"), Argument(Named{Named::What::Gpu, "a100-sxm-80"}));
        QCOMPARE(*value("hardware.link with hardware.link=nvlink4"),
            Argument(Named{Named::What::Link, "nvlink4"}));
    }

    void variants_data()
    {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<Plan>("same");
        QTest::newRow("another strategy")
            << QByteArray("peak of zero2") << plan({{"parallel.strategy", "zero2"}});
        QTest::newRow("another framework, with what it calls the same sharding")
            << QByteArray("peak of fsdp2")
            << plan({{"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"}});
        QTest::newRow("the rules of thumb")
            << QByteArray("peak of worksheet") << plan({{"estimator", "worksheet"}});
        QTest::newRow("other inputs")
            << QByteArray("peak with parallel.gpus=4, training.method=lora")
            << plan({{"parallel.gpus", "4"}, {"training.method", "lora"}});
        QTest::newRow("both") << QByteArray("  peak  of ddp\nwith parallel.gpus = 2 ")
                              << plan({{"parallel.gpus", "2"}, {"parallel.strategy", "ddp"}});
        QTest::newRow("a strategy that the framework does not know")
            << QByteArray("peak of zero2 with parallel.strategy=fsdp, parallel.framework=fsdp2")
            << plan({{"parallel.strategy", "zero2"}});
    }
    void variants()
    {
        QFETCH(QByteArray, expression);
        QFETCH(Plan, same);
        const Amount peak = amount(expression.toStdString());
        QCOMPARE(peak.value, same.memory.peak.value());
        QCOMPARE(peak.notation,
            same.scenario.estimator == EstimatorKind::Worksheet ? Notation::DecimalMemory
                                                                : Notation::Memory);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QByteArray>("found");
        using enum ErrorCode;
        const auto row
            = [](const char *name, const char *expression, ErrorCode code, const char *found) {
                  QTest::newRow(name) << QByteArray(expression) << code << QByteArray(found);
              };
        row("no such value", "peek", UnknownField, "peek");
        row("nothing", "", UnknownField, "");
        row("no such variant", "peak of zero9", UnknownChoice, "zero9");
        row("no variant", "peak of", UnknownField, "peak of");
        row("no such key", "peak with gpus=3", UnknownField, "gpus");
        row("no value", "peak with parallel.gpus", WrongType, "parallel.gpus");
        row("value out of range", "peak with parallel.gpus=0", OutOfRange, "0");
        row("a unit behind it", "peak GiB", UnknownField, "peak GiB");
    }
    void refuses()
    {
        QFETCH(QByteArray, expression);
        const Result<Argument> found = value(expression.toStdString());
        QVERIFY(!found);
        QTEST(found.error().code, "code");
        QTEST(QByteArray::fromStdString(englishText(found.error().found)), "found");
        QCOMPARE(found.error().where, expression.toStdString());
        const Status checked = checkLiveValue(expression.toStdString(), m_scenario);
        QVERIFY(!checked);
        QCOMPARE(checked.error(), found.error());
    }

    void saysWhatWasMeant()
    {
        QVERIFY(englishText(value("peek").error().expected).find("peak") != std::string::npos);
    }

    void planThatCannotBeMadeIsAnError()
    {
        QVERIFY(!value("peak with model.id=nobody/nothing"));
        QVERIFY(checkLiveValue("peak with model.id=nobody/nothing", m_scenario));
        QVERIFY(value("parallel.gpus with model.id=nobody/nothing")); // needs no plan
    }

    void whatIsNotKnownIsADash()
    {
        const auto withoutTimes = [this](const Scenario &scenario) {
            Result<Plan> plan = make(scenario);
            plan->time = {};
            return plan;
        };
        for (const char *name : {"step_time", "mfu", "tokens_per_second", "bottleneck"})
            QCOMPARE(*liveValue(name, m_scenario, withoutTimes), Argument(std::string("–")));
        QCOMPARE(words("cost"), std::string("–"));
    }

    void whatIsShortIsNoHeadroom()
    {
        const Plan shown = plan({{"parallel.strategy", "ddp"}});
        QVERIFY(!shown.memory.verdict.fits());
        QCOMPARE(amount("short_by of ddp").value, -shown.memory.verdict.spare.value());
        QCOMPARE(amount("headroom of ddp").value, 0.0);
    }

    void truthOfAQuestion()
    {
        const auto maker = [this](const Scenario &scenario) { return make(scenario); };
        const Result<Amount> peak = truthOf({.value = "peak of ddp"}, m_scenario, maker);
        QVERIFY(peak);
        QCOMPARE(peak->value, plan({{"parallel.strategy", "ddp"}}).memory.peak.value());
        const Result<Amount> name = truthOf({.value = "model"}, m_scenario, maker);
        QVERIFY(!name);
        QCOMPARE(name.error().code, ErrorCode::WrongType);
        QVERIFY(!truthOf({.value = "peek"}, m_scenario, maker));
    }

    void valuesInATextAreReplaced_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("filled");
        QTest::addColumn<int>("count");
        const auto row = [](const char *name, const char *text, const char *filled, int count) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(filled) << count;
        };
        row("none", "no braces", "no braces", 0);
        row("two", "{{peak}} of {{capacity}}.", "<peak> of <capacity>.", 2);
        row("side by side", "{{a}}{{b}}", "<a><b>", 2);
        row("alone", "{{a}}", "<a>", 1);
        row("never closed", "a {{b", "a {{b", 0);
        row("never opened", "a }} b", "a }} b", 0);
        row("single braces", "{a} {{b}}", "{a} <b>", 1);
        row("spaces stay", "{{ a }}", "< a >", 1);
        row("empty", "{{}}", "<>", 1);
    }
    void valuesInATextAreReplaced()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, filled);
        QFETCH(int, count);
        const std::string made = withLiveValues(text.toStdString(),
            [](std::string_view value) { return "<" + std::string(value) + ">"; });
        QCOMPARE(QByteArray::fromStdString(made), filled);
        QCOMPARE(static_cast<int>(liveValuesIn(text.toStdString()).size()), count);
    }
};

QTEST_APPLESS_MAIN(TestLiveValue)
#include "tst_livevalue.moc"
