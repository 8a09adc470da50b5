// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/confidence.h"
#include "core/planner/makeplan.h"
#include "core/scenario/keys.h"
#include "resources/catalogs.h"
#include "resources/readfile.h"
#include "tools/validate/casereader.h"
#include "tools/validate/heldout.h"
#include "tools/validate/validatedruns.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<const char *, const char *>>;

Scenario scenarioWith(const Settings &settings)
{
    Scenario scenario;
    for (const auto &[key, value] : settings) {
        if (const Status status = setKeyText(scenario, key, value); !status)
            qFatal("%s", describe(status.error()).c_str());
    }
    return scenario;
}

Setup<std::string_view> view(const Setup<std::string> &setup)
{
    Setup<std::string_view> result;
    result.sizes = setup.sizes;
    std::copy(setup.choices.begin(), setup.choices.end(), result.choices.begin());
    return result;
}

ValidatedRun runOf(Measured measured, double error, double parameters = 7e9)
{
    ValidatedRun run{.id = "a run",
        .model = "A model",
        .source = "somebody",
        .measured = measured,
        .error = error,
        .estimatedError = error};
    run.setup[Trait::Family] = "llama";
    run.setup[Trait::Framework] = "fsdp2";
    run.setup.size(Trait::Parameters) = parameters;
    run.setup.size(Trait::Tokens) = 8192;
    run.setup.size(Trait::Sequence) = 4096;
    run.setup.size(Trait::Gpus) = 8;
    return run;
}

ValidatedRun by(const char *source, ValidatedRun run)
{
    run.source = source;
    return run;
}

Confidence rangeIn(Bytes predicted, const Setup<std::string_view> &setup,
    std::span<const ValidatedRun> runs, Reserving reserving = Reserving::Estimated)
{
    const MeasuredRuns known{MeasuredTable(runs)};
    return Standing(setup, known, reserving, {}).of(predicted);
}

ValidatedRun with(ValidatedRun run, Trait trait, const char *word)
{
    run.setup[trait] = word;
    return run;
}

std::vector<ValidatedRun> measuredRuns()
{
    std::vector<ValidatedRun> runs;
    for (const char *file : {"deepspeed.json", "more-deepspeed.json", "device.json", "h200.json",
             "steps.json", "more-steps.json", "fsdp2-steps.json", "hybrid-steps.json",
             "gemma-steps.json", "objective-steps.json", "verl-steps.json",
             "state-space-steps.json", "vision-steps.json", "trained-steps.json",
             "encoder-steps.json", "seq2seq-steps.json", "sparse-steps.json", "split-steps.json",
             "peft-steps.json", "base-steps.json", "fp8-steps.json", "offload-steps.json",
             "optimizer-steps.json", "autocast-steps.json", "deepspeed-real.json",
             "deepspeed-mesh.json", "zero3-steps.json", "stack-steps.json", "stack-deepspeed.json",
             "reentrant-steps.json", "reentrant-deepspeed.json", "unquantized-steps.json",
             "contrast-steps.json", "deepspeed-experts.json", "deepspeed-pipeline.json",
             "transformers-mesh.json", "family-mesh.json", "lora-mesh.json"}) {
        const Result<std::string> text
            = readFile(std::string(SHARDSCOPE_TEST_DATA "/measured/") + file);
        const Result<std::vector<Case>> cases = text ? readCases(*text) : text.error();
        if (!cases)
            qFatal("%s", describe(cases.error()).c_str());
        std::vector<ValidatedRun> found = validatedRuns(*cases, builtInCatalog());
        std::move(found.begin(), found.end(), std::back_inserter(runs));
    }
    return runs;
}

} // namespace

class TestConfidence : public QObject
{
    Q_OBJECT

private slots:
    void aRunIsNoDistanceFromItself()
    {
        const Traits traits = traitsOf(runOf(Measured::Tensors, 0).setup);
        QCOMPARE(distance(traits, traits), 0.0);
    }

    void eachTraitIsADistance()
    {
        ValidatedRun run = runOf(Measured::Tensors, 0);
        run.setup.sizes.fill(64);
        for (std::size_t i = 0; i < choiceCount; ++i) {
            const ValidatedRun other = with(run, static_cast<Trait>(i), "another");
            QVERIFY2(distance(traitsOf(run.setup), traitsOf(other.setup)) > 0.2,
                namesOf<Trait>[i].data());
            QCOMPARE(distance(traitsOf(other.setup), traitsOf(run.setup)),
                distance(traitsOf(run.setup), traitsOf(other.setup)));
        }
        for (std::size_t i = 0; i < sizeCount; ++i) {
            ValidatedRun twice = run;
            twice.setup.sizes[i] *= 2;
            ValidatedRun half = run;
            half.setup.sizes[i] /= 2;
            const double step = distance(traitsOf(run.setup), traitsOf(twice.setup));
            QVERIFY(step > 0);
            QVERIFY(std::abs(step - distance(traitsOf(run.setup), traitsOf(half.setup))) < 1e-12);
        }
    }

    void theRangeIsThatOfTheErrorsNearby_data()
    {
        QTest::addColumn<double>("one");
        QTest::addColumn<double>("other");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("all exact") << 0.0 << 0.0 << 100.0 << 100.0;
        QTest::newRow("a GPU holds more than predicted") << 0.0 << -0.2 << 100.0 << 125.0;
        QTest::newRow("a GPU holds less than predicted") << 0.0 << 0.25 << 80.0 << 100.0;
        QTest::newRow("one more, the other less") << 0.25 << -0.2 << 80.0 << 125.0;
    }

    void theRangeIsThatOfTheErrorsNearby()
    {
        QFETCH(double, one);
        QFETCH(double, other);
        // Proven by a third: an error of a quarter would prove nothing.
        const std::vector runs{by("one", runOf(Measured::Device, one)),
            by("other", runOf(Measured::Device, other)), runOf(Measured::Tensors, 0)};
        const Confidence found = rangeIn(Bytes(100), view(runs.front().setup), std::span(runs));
        QVERIFY(found.isValidated);
        QCOMPARE(found.cases, 2U);
        QTEST(found.low.value(), "low");
        QTEST(found.high.value(), "high");
    }

    void eachSourceSaysAsMuch()
    {
        std::vector<ValidatedRun> runs(20, runOf(Measured::Device, -0.01));
        runs.push_back(by("another", with(runOf(Measured::Device, -0.2), Trait::Method, "lora")));
        const Confidence found = rangeIn(Bytes(80), view(runs.front().setup), std::span(runs));
        QCOMPARE(found.high.value(), 100.0);
        QCOMPARE(found.cases, runsOfEachSource + 1);
    }

    void farRunsOfASourceDoNotWidenIt()
    {
        std::vector<ValidatedRun> runs(runsOfEachSource, runOf(Measured::Device, -0.01));
        runs.push_back(with(runOf(Measured::Device, -0.5), Trait::Method, "qlora"));
        const Setup<std::string_view> setup = view(runs.front().setup);
        QCOMPARE(rangeIn(Bytes(99), setup, std::span(runs)).high.value(), 100.0);
        // But where no run is like the plan, there is no near or far.
        ValidatedRun odd = with(runs.front(), Trait::Family, "odd");
        QCOMPARE(rangeIn(Bytes(99), view(odd.setup), std::span(runs)).high.value(), 198.0);
    }

    void whatIsOnePartAmongManyIsDistance()
    {
        const std::vector runs{runOf(Measured::Device, 0)};
        const ValidatedRun other = with(runs.front(), Trait::Kernels, "fused");
        const Confidence found = rangeIn(Bytes(1), view(other.setup), std::span(runs));
        QVERIFY(found.isValidated && found.distance > 0);
        QCOMPARE(QString::fromStdString(found.difference), QString("kernels none"));
    }

    void theNearestRunIsNamedWithWhatIsUnlike()
    {
        const std::vector runs{with(runOf(Measured::Tensors, 0), Trait::Method, "lora"),
            with(runOf(Measured::Device, 0, 3.5e9), Trait::Optimizer, "sgd")};
        const Confidence found
            = rangeIn(Bytes(1), view(runOf(Measured::Tensors, 0).setup), std::span(runs));
        QCOMPARE(QString::fromStdString(found.nearest), QString("A model (a run)"));
        QCOMPARE(QString::fromStdString(found.difference),
            QString("optimizer sgd, 2.0 times fewer parameters"));
        QVERIFY(found.distance > 0);
    }

    void whatWasNeverMeasuredIsSaid_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const Settings &settings, const char *says) {
            QTest::newRow(name) << settings << QString(says);
        };
        row("an ordinary run", {{"model.id", "Qwen/Qwen2.5-7B"}, {"parallel.strategy", "fsdp"}},
            "");
        row("a model larger than all that were measured", {{"model.parameters", "2e12"}},
            "far from every measured size: parameters");
        row("offload", {{"parallel.offload", "nvme"}}, "offload nvme");
        row("a method with a framework",
            {{"training.method", "qlora"}, {"parallel.strategy", "zero2"}},
            "method qlora with deepspeed");
        row("a sequence", {{"training.sequence_length", "1000000"}},
            "far from every measured size: tokens, sequence");
        row("many GPUs", {{"parallel.gpus", "65536"}}, "gpus");
    }

    void whatWasNeverMeasuredIsSaid()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, says);
        const Result<Plan> plan = makePlan(scenarioWith(settings), builtInCatalog());
        QVERIFY(plan);
        const Confidence &found = plan->memory.confidence;
        const QString reason = QString::fromStdString(found.reason);
        QCOMPARE(found.isValidated, says.isEmpty());
        QCOMPARE(found.unproven.empty(), says.isEmpty());
        QVERIFY2(reason.contains(says), qPrintable(reason));
        if (says.isEmpty())
            QVERIFY2(reason.isEmpty(), qPrintable(reason));
        else
            QVERIFY(found.high >= 1.2 * plan->memory.peak && found.low < plan->memory.peak);
    }

    void aFamilyThatNobodyComparedIsSaid()
    {
        Catalog catalog = builtInCatalog();
        const auto planOfOlmo = [&catalog] {
            return *makePlan(scenarioWith({{"model.id", "allenai/OLMo-7B-hf"}}), catalog);
        };
        const auto isFound = [](const Plan &plan) {
            return std::any_of(plan.findings.begin(), plan.findings.end(),
                [](const Finding &one) { return one.id == FindingId::UnvalidatedFamily; });
        };
        QVERIFY(!isFound(planOfOlmo()));
        std::vector<ValidatedRun> others = catalog.runs.all();
        std::erase_if(
            others, [](const ValidatedRun &run) { return run.setup[Trait::Family] == "olmo"; });
        catalog.runs = MeasuredRuns(MeasuredTable(others));
        const Plan plan = planOfOlmo();
        QVERIFY(isFound(plan));
        QVERIFY(!plan.memory.confidence.isValidated);
        QVERIFY(plan.memory.confidence.reason.find("family olmo") != std::string::npos);
    }

    // A run that is far off proves nothing about the family that it is the only one of.
    void aWrongPredictionProvesNothing()
    {
        const ValidatedRun good = runOf(Measured::Tensors, 0);
        const std::vector runs{good, with(runOf(Measured::Tensors, 0.9), Trait::Family, "odd")};
        const auto reasonOf = [&runs](const ValidatedRun &run) {
            return rangeIn(Bytes(1), view(run.setup), std::span(runs)).reason;
        };
        QCOMPARE(reasonOf(good), std::string());
        QCOMPARE(reasonOf(runs.back()), std::string("never measured: family odd"));
    }

    void withoutRunsNothingIsClaimed()
    {
        const Confidence found = rangeIn(Bytes(1), {}, {});
        QVERIFY(!found.isValidated && !found.isRange());
        QVERIFY(!found.reason.empty());
    }

    void theVerdictGoesByTheRange_data()
    {
        QTest::addColumn<double>("capacity");
        QTest::addColumn<QByteArray>("fit");
        QTest::newRow("above all of it") << 13.0 << QByteArray("fits");
        QTest::newRow("at its upper end") << 12.0 << QByteArray("fits");
        QTest::newRow("within, above the estimate") << 11.0 << QByteArray("at-risk");
        QTest::newRow("within, below the estimate") << 9.5 << QByteArray("at-risk");
        QTest::newRow("below all of it") << 8.9 << QByteArray("does-not-fit");
    }

    void theVerdictGoesByTheRange()
    {
        QFETCH(double, capacity);
        const Verdict found
            = judge(10 * GiB, {.low = 9 * GiB, .high = 12 * GiB, .cases = 1}, capacity * GiB);
        QTEST(QByteArray::fromStdString(std::string(nameOf(found.fit))), "fit");
    }

    // What is played is nearer to what was measured, and its range says so.
    void aPlayedPlanHasTheRangeOfPlayedErrors()
    {
        ValidatedRun run = runOf(Measured::Reserved, -0.04);
        run.estimatedError = -0.2;
        const std::vector runs{run};
        const auto highOf = [&](Reserving reserving) {
            return rangeIn(Bytes(96), view(run.setup), std::span(runs), reserving).high.value();
        };
        QCOMPARE(highOf(Reserving::Played), 100.0);
        QCOMPARE(highOf(Reserving::Estimated), 120.0);
    }

    // Which run is the nearest is what comparing with each of them says.
    void theNearestRunIsFound()
    {
        const MeasuredRuns known = builtInRuns();
        const std::vector<ValidatedRun> runs = known.all();
        std::mt19937 random(5);
        const auto any = [&]() -> const ValidatedRun & { return runs[random() % runs.size()]; };
        for (int i = 0; i < 500; ++i) {
            Setup<std::string_view> setup = view(any().setup);
            for (int change = 0; change < 3; ++change) {
                const std::size_t choice = random() % choiceCount;
                setup.choices[choice] = view(any().setup).choices[choice];
                const std::size_t size = random() % sizeCount;
                setup.sizes[size] = 1.1 * any().setup.sizes[size];
            }
            const Traits traits = traitsOf(setup);
            double least = distance(traits, traitsOf(runs.front().setup));
            for (const ValidatedRun &run : runs)
                least = std::min(least, distance(traits, traitsOf(run.setup)));
            QCOMPARE(Standing(setup, known, Reserving::Estimated, {}).of(GiB).distance, least);
        }
    }

    // Whether a run is known to be predicted well does not hang on how far one has got with this.
    void provenIsWhatCanBePlayed()
    {
        ValidatedRun run = runOf(Measured::Device, -0.1);
        run.estimatedError = -0.3;
        for (const Reserving reserving : {Reserving::Estimated, Reserving::Played})
            QVERIFY(rangeIn(Bytes(1), view(run.setup), std::span(&run, 1), reserving).isValidated);
    }

    void mostRangesShrinkWhereTheAllocatorIsPlayed()
    {
        const MeasuredRuns known = builtInRuns();
        std::array<double, 2> widths{};
        for (const ValidatedRun &run : known.all()) {
            if (run.measured < Measured::Reserved)
                continue;
            for (const Reserving reserving : {Reserving::Estimated, Reserving::Played}) {
                const Confidence found = Standing(view(run.setup), known, reserving, {}).of(GiB);
                widths[static_cast<std::size_t>(reserving)] += (found.high - found.low) / GiB;
            }
        }
        QVERIFY2(widths[1] < 0.9 * widths[0], qPrintable(QString::number(widths[1] / widths[0])));
    }

    void rangesHoldRunsOfSourcesThatTheyDoNotKnow_data()
    {
        QTest::addColumn<Reserving>("reserving");
        QTest::newRow("estimated") << Reserving::Estimated;
        QTest::newRow("played") << Reserving::Played;
    }

    // Each run on a GPU, with nothing known of who measured it.
    void rangesHoldRunsOfSourcesThatTheyDoNotKnow()
    {
        QFETCH(Reserving, reserving);
        const std::vector<HeldOut> runs = heldOutRuns(builtInRuns().all(), reserving);
        const HeldOutSummary all = summaryOf(runs);
        QVERIFY2(all.share() >= heldOutAim, qPrintable(QString::number(all.share())));
        QVERIFY2(
            all.validatedShare() >= heldOutAim, qPrintable(QString::number(all.validatedShare())));
        QVERIFY(all.validated > 50); // enough to say so
        QVERIFY2(all.medianWidth < 0.9, qPrintable(QString::number(all.medianWidth)));
    }

    void asManyRunsOfEachSourceAsAreNeeded()
    {
        QCOMPARE(runsNeeded(builtInRuns().all()), runsOfEachSource);
    }

    // Followed steps say what is validated; they are so exact that they would widen no range.
    void followedStepsAreExact()
    {
        for (const ValidatedRun &run : builtInRuns().all())
            QVERIFY2(
                run.measured != Measured::Tensors || std::abs(run.error) < 8e-3, run.id.c_str());
    }

    // The catalogue's errors are those of today's program.
    void theCatalogueIsUpToDate()
    {
        const std::vector<ValidatedRun> today = measuredRuns();
        const std::vector<ValidatedRun> there = builtInRuns().all();
        const char *help = "resources/catalog/validated.tsv is not what the program predicts "
                           "today: ./dev validate writes it";
        QVERIFY2(today.size() == there.size(), help);
        constexpr double rounding = 1.5e-4;
        std::set<std::string> ids;
        for (std::size_t i = 0; i < today.size(); ++i) {
            QVERIFY2(today[i].id == there[i].id && today[i].setup == there[i].setup, help);
            QVERIFY2(today[i].model == there[i].model && today[i].source == there[i].source
                    && today[i].measured == there[i].measured,
                help);
            QVERIFY2(ids.insert(there[i].id).second, there[i].id.c_str());
            QVERIFY2(std::abs(today[i].error - there[i].error) < rounding, help);
            QVERIFY2(std::abs(today[i].estimatedError - there[i].estimatedError) < rounding, help);
        }
    }

    void aTableOfRunsIsReadBack()
    {
        std::vector<ValidatedRun> runs{runOf(Measured::Tensors, 0.25),
            with(by("shop", runOf(Measured::Device, -0.5)), Trait::Checkpointing, "full"),
            runOf(Measured::Tensors, 0)};
        runs[1].id = "another";
        runs[1].estimatedError = -0.75;
        runs[2].model = runs[2].id;
        runs[2].estimatedError = 0.125;
        QCOMPARE(MeasuredRuns(MeasuredTable(runs)).all(), runs);
        QVERIFY(MeasuredRuns(MeasuredTable(std::vector<ValidatedRun>())).isEmpty());
    }

    void aRunHasWhatItsTableSaysOfAllAndItDoesNot()
    {
        const std::string table
            = "id\tmodel\tsource\tmeasured\terror\tfamily\tcheckpointing\ttokens\n"
              "\t\tlab\treserved\t\tqwen2\tfull\n"
              "first\t\t\t\t\t\t\t512\n"
              "second\tQwen2.5 7B\tshop\ttensors\t0.01\t\tnone";
        std::vector<ValidatedRun> runs = MeasuredRuns(MeasuredTable(table)).all();
        QCOMPARE(runs.size(), 2U);
        QCOMPARE(runs[0].model, "first");
        QCOMPARE(runs[0].source, "lab");
        QCOMPARE(runs[0].measured, Measured::Reserved);
        QCOMPARE(runs[0].setup[Trait::Checkpointing], "full");
        QCOMPARE(runs[0].setup.size(Trait::Tokens), 512.0);
        QCOMPARE(runs[0].error, 0.0);
        QCOMPARE(runs[1].model, "Qwen2.5 7B");
        QCOMPARE(runs[1].source, "shop");
        QCOMPARE(runs[1].measured, Measured::Tensors);
        QCOMPARE(runs[1].setup[Trait::Checkpointing], notThere);
        QCOMPARE(runs[1].setup[Trait::Family], "qwen2");
        QCOMPARE(runs[1].estimatedError, 0.01);
    }
};

QTEST_APPLESS_MAIN(TestConfidence)
#include "tst_confidence.moc"
