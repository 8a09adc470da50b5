// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/differencetext.h"
#include "tests/support/samples.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

QStringList keysOf(const std::vector<InputDifference> &inputs)
{
    QStringList ids;
    for (const InputDifference &one : inputs)
        ids += QString::fromStdString(std::string(one.key->id));
    return ids;
}

const OutputDifference &find(
    const std::vector<OutputDifference> &all, OutputKind kind, const std::string &id)
{
    for (const OutputDifference &one : all) {
        if (one.kind == kind && one.id == id)
            return one;
    }
    qFatal("no output %s", id.c_str());
}

using Settings = std::vector<std::pair<std::string, std::string>>;

Scenario with(const Settings &settings)
{
    Scenario scenario;
    for (const auto &[key, value] : settings) {
        if (!setKeyText(scenario, key, value))
            qFatal("%s", key.c_str());
    }
    return scenario;
}

} // namespace

class TestDifference : public QObject
{
    Q_OBJECT

private slots:
    void whichInputsDiffer_data()
    {
        QTest::addColumn<Settings>("before");
        QTest::addColumn<Settings>("after");
        QTest::addColumn<QStringList>("keys");
        QTest::newRow("none") << Settings{} << Settings{} << QStringList{};
        QTest::newRow("in the order of the table")
            << Settings{} << Settings{{"parallel.gpus", "16"}, {"training.micro_batch", "2"}}
            << QStringList{"training.micro_batch", "parallel.gpus"};
        QTest::newRow("said only before")
            << Settings{{"run.tokens", "1B"}} << Settings{} << QStringList{"run.tokens"};
        QTest::newRow("a real model instead of a size")
            << Settings{} << Settings{{"model.id", "gpt2"}} << QStringList{"model.id"};
        QTest::newRow("a size instead of a real model")
            << Settings{{"model.id", "gpt2"}} << Settings{} << QStringList{"model.parameters"};
        QTest::newRow("another layer count goes with its shape")
            << Settings{{"model.layers", "10"}}
            << Settings{{"model.id", "gpt2"}, {"model.layers", "0"}} << QStringList{"model.id"};
        QTest::newRow("the layer count alone")
            << Settings{{"model.layers", "10"}} << Settings{} << QStringList{"model.layers"};
    }
    void whichInputsDiffer()
    {
        QFETCH(Settings, before);
        QFETCH(Settings, after);
        QTEST(keysOf(inputDifferences(with(before), with(after))), "keys");
    }

    void valuesAreThoseOfTheKeys()
    {
        const auto inputs = inputDifferences(with({}), with({{"parallel.strategy", "ddp"}}));
        QCOMPARE(inputs.size(), std::size_t{1});
        QCOMPARE(*inputs.front().before->string(), std::string("zero3"));
        QCOMPARE(*inputs.front().after->string(), std::string("ddp"));
    }

    void everyOutputIsThere()
    {
        const Plan before = samples::plan();
        Plan after = before;
        after.memory.phases[2].parts[1].bytes = 10 * GiB;
        after.memory.peak += 8.1 * GiB;
        after.traffic.collectives.pop_back();
        const std::vector<OutputDifference> all = outputDifferences(before, after);
        const OutputDifference &gradients = find(all, OutputKind::Part, "gradients");
        QCOMPARE(gradients.before, 1.9 * GiB.value());
        QCOMPARE(gradients.after, 10 * GiB.value());
        QVERIFY(std::abs(find(all, OutputKind::Peak, "peak").change() - 8.1 * GiB.value()) < 1);
        const OutputDifference &gone = find(all, OutputKind::Collective, "weight-all-gather");
        QCOMPARE(gone.before, 28e9);
        QCOMPARE(gone.after, 0.0);
        QCOMPARE(find(all, OutputKind::Time, "step").change(), 0.0);
        QVERIFY(std::is_sorted(all.begin(), all.end(),
            [](const OutputDifference &a, const OutputDifference &b) { return a.kind < b.kind; }));
    }

    void whatIsGoneKeepsItsPlace()
    {
        Plan after = samples::plan();
        after.memory.phases[2].parts.erase(after.memory.phases[2].parts.begin() + 1);
        const std::vector<OutputDifference> all = outputDifferences(samples::plan(), after);
        QCOMPARE(all[1].id, std::string("gradients"));
        QCOMPARE(all[1].after, 0.0);
    }

    void thereIsNoShareOfNothing()
    {
        QCOMPARE(relativeChange(2, 3), std::optional<double>(0.5));
        QCOMPARE(relativeChange(2, 1), std::optional<double>(-0.5));
        QCOMPARE(relativeChange(0, 1), std::optional<double>());
    }

    void isWrittenAsText()
    {
        Plan after = samples::plan();
        after.scenario.parallel.gpus = 16;
        after.memory.phases[2].parts[1].bytes = 0.95 * GiB;
        const QString text
            = QString::fromStdString(differenceToText(samples::plan(), after, TableFormat::Text))
                  .simplified();
        for (const char *line : {"parallel.gpus 8 16", "Verdict: fits on h100-sxm, then fits",
                 "part gradients GiB 1.90 0.95 -0.95 -50.0"})
            QVERIFY2(text.contains(QLatin1String(line)), qPrintable(text));
        const std::string same
            = differenceToText(samples::plan(), samples::plan(), TableFormat::Text);
        QVERIFY(same.starts_with("All inputs are the same."));
        QVERIFY(same.find('+') == std::string::npos);
    }

    void isWrittenAsJson()
    {
        Plan after = samples::plan();
        after.scenario.parallel.gpus = 16;
        after.memory.verdict.fit = Fit::DoesNotFit;
        const Json json = differenceToJson(samples::plan(), after);
        QCOMPARE(*json.find("inputs")->array()->front().find("key")->string(),
            std::string("parallel.gpus"));
        QCOMPARE(*json.find("inputs")->array()->front().find("after")->number(), 16.0);
        QCOMPARE(*json.find("verdict")->find("after")->string(), std::string("does-not-fit"));
        QCOMPARE(
            *json.find("outputs")->array()->front().find("id")->string(), std::string("weights"));
    }
};

QTEST_APPLESS_MAIN(TestDifference)
#include "tst_difference.moc"
