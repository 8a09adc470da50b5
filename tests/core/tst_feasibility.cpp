// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/makeplan.h"
#include "tests/support/feasibility.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

ValueGrid everyValue(std::vector<double> values)
{
    ValueGrid grid{.values = std::move(values)};
    for (std::size_t i = 0; i < grid.values.size(); ++i)
        grid.samples.push_back(i);
    return grid;
}

/// Asked about at few values only, so that what lies between has to be found.
ValueGrid fewSamples(double first, double last, double granule, std::size_t samples)
{
    ValueGrid grid;
    for (double value = first; value <= last; value += granule)
        grid.values.push_back(value);
    for (std::size_t i = 0; i < samples; ++i)
        grid.samples.push_back(i * (grid.values.size() - 1) / (samples - 1));
    return grid;
}

/// Nothing of what nobody can run, unless nobody can run the scenario as it is.
std::optional<Fit> verdict(Scenario scenario, const Key &key, double value, const Catalog &catalog)
{
    const Result<Plan> present = makePlan(scenario, catalog);
    if (!setGridValue(scenario, key, value))
        return std::nullopt;
    const Result<Plan> plan = makePlan(scenario, catalog);
    if (!plan)
        return std::nullopt;
    const std::optional<FindingId> obstacle = outlookOf(*plan).obstacle;
    if (obstacle && !(present && outlookOf(*present).obstacle == obstacle))
        return std::nullopt;
    const bool isTooMuchForHost = plan->memory.host.missing() > Bytes(0);
    return isTooMuchForHost ? Fit::DoesNotFit : plan->memory.verdict.fit;
}

} // namespace

class TestFeasibility : public QObject
{
    Q_OBJECT

private slots:
    void everyValueHasTheVerdictOfItsPlan_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<QString>("key");
        QTest::addColumn<ValueGrid>("grid");
        const Scenario llama = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}});
        QTest::newRow("sequence length")
            << llama << "training.sequence_length" << fewSamples(128, 65536, 512, 9);
        QTest::newRow("micro-batch") << llama << "training.micro_batch" << fewSamples(1, 64, 1, 5);
        QTest::newRow("fewer GPUs do not fit")
            << llama << "parallel.gpus" << everyValue({1, 2, 4, 8, 16, 24, 32, 64});
        QTest::newRow("named steps")
            << llama << "parallel.strategy" << everyValue({0, 1, 2, 3, 4, 5, 6});
        QTest::newRow("size of a scaled model")
            << Scenario{} << "model.parameters" << fewSamples(1e9, 1e12, 5e9, 9);
        QTest::newRow("nothing changes")
            << llama << "training.accumulation" << fewSamples(1, 64, 1, 3);
        QTest::newRow("more GPUs of a node are too much for its host") << scenarioWith(
            {{"parallel.strategy", "zero2"}, {"parallel.offload", "optimizer"},
                {"hardware.host_gib", "192"}},
            llama) << "parallel.gpus" << everyValue({1, 2, 4, 8, 16});
        QTest::newRow("attention that BLOOM does not have")
            << scenarioWith({{"model.id", "bigscience/bloom-7b1"}, {"training.attention", "eager"}})
            << "training.attention" << everyValue({0, 1, 2});
        QTest::newRow("a GPU without bf16, whatever the length")
            << scenarioWith({{"hardware.gpu", "v100-sxm-32"}}, llama) << "training.sequence_length"
            << fewSamples(128, 8192, 512, 5);
        QTest::newRow("an unknown GPU") << scenarioWith({{"hardware.gpu", "nothing"}}, llama)
                                        << "training.micro_batch" << fewSamples(1, 8, 1, 3);
        QTest::newRow("beyond what the key allows")
            << llama << "parallel.gpus_per_node" << everyValue({0, 1, 8, 1024, 2048});
    }

    void everyValueHasTheVerdictOfItsPlan()
    {
        QFETCH(Scenario, scenario);
        QFETCH(QString, key);
        QFETCH(ValueGrid, grid);
        const Catalog catalog = builtInCatalog();
        Evaluator evaluator(catalog);
        const Key &input = *findKey(key.toStdString());
        const Feasibility feasibility = feasibilityOf(evaluator, scenario, input, grid);
        for (const double value : grid.values)
            QVERIFY2(fitAt(feasibility, value) == verdict(scenario, input, value, catalog),
                QByteArray::number(value));
        for (std::size_t i = 1; i < feasibility.size(); ++i)
            QVERIFY(feasibility[i - 1].fit != feasibility[i].fit);
    }

    void whatIsNotPlannedFitsNowhere()
    {
        const Catalog catalog = builtInCatalog();
        Evaluator evaluator(catalog);
        const Scenario images = scenarioWith({{"model.id", "Qwen/Qwen2.5-VL-7B-Instruct"},
            {"vision.images", "1"}, {"vision.image_width", "448"}, {"parallel.strategy", "fsdp"},
            {"parallel.framework", "fsdp1"}});
        QVERIFY(findingOf(planOf(images, catalog), FindingId::TowerNotPlanned));
        const ValueGrid lengths = everyValue({512, 1024, 4096});
        for (const FitSpan &span :
            feasibilityOf(evaluator, images, *findKey("training.sequence_length"), lengths))
            QVERIFY(!span.fit);
    }

    void findsEveryChangeWithFewQuestions()
    {
        const Catalog catalog = builtInCatalog();
        Evaluator evaluator(catalog);
        const Scenario scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}});
        const ValueGrid grid = fewSamples(128, 1 << 20, 64, 48);
        const Key &key = *findKey("training.sequence_length");
        FeasibilityScan scan(scenario, key, grid);
        while (!scan.isDone())
            scan.ask(evaluator);
        const Feasibility feasibility = scan.result();
        QCOMPARE(feasibility.size(), std::size_t(3));
        QVERIFY(scan.questions() < 48 + 24);
        for (std::size_t i = 0; i < 2; ++i) {
            const FitSpan &span = feasibility[i];
            QCOMPARE(feasibility[i + 1].first, span.last + 64);
            QVERIFY(verdict(scenario, key, span.last, catalog) == span.fit);
            QVERIFY(verdict(scenario, key, span.last + 64, catalog) == feasibility[i + 1].fit);
        }
    }

    void aFlipIsTheLastValueThatIsBetter()
    {
        const Feasibility falling{{.first = 1, .last = 4, .fit = Fit::Fits},
            {.first = 5, .last = 6, .fit = Fit::AtRisk}, {.first = 7, .last = 9}};
        QCOMPARE(flips(falling), (std::vector<double>{4, 6}));
        const Feasibility rising{{.first = 1, .last = 4, .fit = Fit::DoesNotFit},
            {.first = 8, .last = 64, .fit = Fit::Fits}};
        QCOMPARE(flips(rising), std::vector<double>{8});
        QVERIFY(flips({}).empty());
    }

    void whatIsBetweenTheValuesOfAGridIsUnknown()
    {
        const Feasibility rising{{.first = 1, .last = 4, .fit = Fit::DoesNotFit},
            {.first = 8, .last = 64, .fit = Fit::Fits}};
        QCOMPARE(fitAt(rising, 8), std::optional<Fit>(Fit::Fits));
        QCOMPARE(fitAt(rising, 5), std::optional<Fit>());
        QCOMPARE(fitAt(rising, 65), std::optional<Fit>());
    }
};

QTEST_APPLESS_MAIN(TestFeasibility)
#include "tst_feasibility.moc"
