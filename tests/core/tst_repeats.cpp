// SPDX-License-Identifier: GPL-3.0-or-later
// Layers and micro-steps that a policy lets the replay skip come to what running them comes to.
#include "core/frameworks/convention.h"
#include "core/replay/course.h"
#include "core/replay/step.h"
#include "core/replay/track.h"
#include "core/resolve.h"
#include "resources/catalogs.h"
#include "tests/support/randomscenarios.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <optional>

using namespace shardscope;

namespace {

/// Another policy, but one that is asked about everything.
class EveryLayer final : public Policy
{
public:
    EveryLayer(const Workload &work, Ledger &ledger, std::unique_ptr<Policy> policy)
        : Policy(work, ledger)
        , m_policy(std::move(policy))
    { }

    bool wantsModules() const override { return m_policy->wantsModules(); }
    bool followsTokens() const override { return m_policy->followsTokens(); }
    int skip(const LayerRow &) override { return 0; }
    bool repeatsMicroSteps() const override { return false; }

    void resident() override { m_policy->resident(); }
    void beginMicroStep(const MicroStep &step) override { m_policy->beginMicroStep(step); }
    void beforeForward(const Unit &unit) override { m_policy->beforeForward(unit); }
    void afterForward(const Unit &unit) override { m_policy->afterForward(unit); }
    void beginBackward() override { m_policy->beginBackward(); }
    void beforeBackward(const Unit &unit) override { m_policy->beforeBackward(unit); }
    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        m_policy->gradient(unit, parameter);
    }
    void afterBackward(const Unit &unit) override { m_policy->afterBackward(unit); }
    void endBackward() override { m_policy->endBackward(); }
    void enterModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        m_policy->enterModule(unit, module, isBackward);
    }
    void leaveModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        m_policy->leaveModule(unit, module, isBackward);
    }
    void step() override { m_policy->step(); }
    void zeroGradients() override { m_policy->zeroGradients(); }
    void save() override { m_policy->save(); }

private:
    std::unique_ptr<Policy> m_policy;
};

/// All that decides how ZeRO's layers differ from each other, and small models among large ones.
std::vector<DrawnInput> inputs()
{
    return {
        {"model.id",
            {"meta-llama/Meta-Llama-3-8B", "Qwen/Qwen2.5-0.5B", "mistralai/Mixtral-8x7B-v0.1",
                "google/gemma-3-1b-pt", "Qwen/Qwen1.5-MoE-A2.7B", "deepseek-ai/DeepSeek-V3",
                "microsoft/phi-2", "EleutherAI/pythia-1.4b", ""}},
        {"model.parameters", {"7e9", "1e9", "2e10"}},
        {"model.layers", {"0", "0", "1", "2", "5", "40"}},
        {"parallel.framework", {"deepspeed"}},
        {"parallel.gpus", {"8", "1", "6", "24", "64", "256"}},
        {"parallel.offload", {"none", "none", "optimizer", "parameters", "nvme"}},
        {"parallel.overlap", {"auto", "on", "off"}},
        {"parallel.gradient_precision", {"auto", "fp32"}},
        {"parallel.reduce_bucket", {"0", "500000000", "1000", "20000000", "100000000"}},
        {"parallel.prefetch_bucket", {"0", "1", "1000000", "50000000", "500000000"}},
        {"parallel.persistence_threshold", {"0", "1", "100000", "100000000"}},
        {"training.method", {"full", "full", "lora", "qlora"}},
        {"training.lora_rank", {"8", "128"}},
        {"training.lora_targets", {"all-linear", "q_proj,v_proj"}},
        {"training.quant_storage", {"16-bit"}},
        {"training.precision", {"bf16-master", "bf16", "fp32"}},
        {"training.micro_batch", {"1", "3"}},
        {"training.accumulation", {"1", "2", "3", "4"}},
        {"training.checkpointing", {"none", "selective", "full"}},
    };
}

/// Where a framework's shares are fractions of a byte, sums in another order differ by far less.
bool isSame(double found, double expected)
{
    return std::abs(found - expected) < 1e-3;
}

bool isSame(const std::vector<Part> &found, const std::vector<Part> &expected)
{
    return std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
        [](const Part &a, const Part &b) {
            return a.id == b.id && isSame(a.bytes.value(), b.bytes.value());
        });
}

bool isSame(const Sample &found, const Sample &expected)
{
    return found.phase == expected.phase && found.microStep == expected.microStep
        && found.layer == expected.layer
        && std::equal(found.parts.begin(), found.parts.end(), expected.parts.begin(),
            [](double a, double b) { return isSame(a, b); });
}

} // namespace

class TestRepeats : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void skippingChangesNothing_data()
    {
        QTest::addColumn<QString>("strategy");
        for (const char *strategy : {"ddp", "zero1", "zero2", "zero3"})
            QTest::newRow(strategy) << QString(strategy);
    }

    void skippingChangesNothing()
    {
        QFETCH(QString, strategy);
        RandomScenarios random(inputs(), 7);
        int skipped = 0;
        for (int i = 0; i < 400; ++i) {
            Scenario scenario = random.next();
            QVERIFY(setKeyText(scenario, "parallel.strategy", strategy.toStdString()));
            const Result<Resolved> resolved = resolve(scenario, m_catalog);
            QVERIFY(resolved);
            skipped += compare(makeWorkload(scenario, *resolved), i) ? 1 : 0;
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY2(skipped > 150, qPrintable(QString::number(skipped)));
    }

    /// Towards the end of the forward pass a layer is kept for the backward pass.
    void layersThatAreNeededSoonAreRun()
    {
        Scenario scenario;
        for (const auto &[key, value] :
            {std::pair{"model.id", "microsoft/phi-2"}, {"parallel.strategy", "zero3"},
                {"parallel.prefetch_bucket", "1"}, {"parallel.persistence_threshold", "1"}})
            QVERIFY(setKeyText(scenario, key, value));
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        QVERIFY(resolved);
        QVERIFY(compare(makeWorkload(scenario, *resolved), 0));
    }

    /// Over many GPUs partitions end in every layer.
    void layersThatPartitionsEndInAreSkipped_data()
    {
        QTest::addColumn<int>("gpus");
        for (const int gpus : {24, 64, 100, 777, 4096})
            QTest::addRow("%d GPUs", gpus) << gpus;
    }

    void layersThatPartitionsEndInAreSkipped()
    {
        Scenario scenario;
        for (const auto &[key, value] : {std::pair{"model.id", "meta-llama/Meta-Llama-3-8B"},
                 {"parallel.strategy", "zero2"}, {"training.accumulation", "4"}})
            QVERIFY(setKeyText(scenario, key, value));
        QFETCH(int, gpus);
        scenario.parallel.gpus = gpus;
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        QVERIFY(resolved);
        const Workload work = makeWorkload(scenario, *resolved);
        QVERIFY(compare(work, gpus));
        StepModules modules(work);
        Ledger ledger(Ledger::Detail::Totals);
        const auto policy = policyFor(work, modules.tapes(), ledger, true);
        modules.run(policy->wantsModules());
        const Course course = recordCourse(modules, 4, *policy, ledger);
        for (const Course::Skip &skip : course.skips)
            QVERIFY(skip.layers == 0 || skip.layers > 20);
        QVERIFY(!course.unlike.empty());
    }

    /// What is written down for one number of GPUs is played for another one.
    void otherNumbersOfGpusChangeSizesAlone_data()
    {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("framework");
        for (const char *strategy : {"zero2", "zero3"})
            QTest::newRow(strategy) << QString(strategy) << QString("deepspeed");
        for (const char *strategy : {"fsdp", "fsdp-grad-op", "hsdp"})
            QTest::newRow(strategy) << QString(strategy) << QString("fsdp2");
    }

    void otherNumbersOfGpusChangeSizesAlone()
    {
        QFETCH(QString, strategy);
        QFETCH(QString, framework);
        RandomScenarios random(inputs(), 11);
        int playedAgain = 0;
        for (int i = 0; i < 400; ++i) {
            Scenario scenario = random.next();
            QVERIFY(setKeyText(scenario, "parallel.strategy", strategy.toStdString()));
            QVERIFY(setKeyText(scenario, "parallel.framework", framework.toStdString()));
            const int next = std::array{1, 7, 8, 96, 1000}[random.below(5)];
            playedAgain += compareSizes(scenario, next, i) ? 1 : 0;
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY2(playedAgain > 100, qPrintable(QString::number(playedAgain)));
    }

    /// Only the number of GPUs may differ.
    void otherBucketsAreAskedAbout()
    {
        Scenario scenario;
        QVERIFY(setKeyText(scenario, "parallel.strategy", "zero3"));
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        std::optional<Workload> work(makeWorkload(scenario, *resolved));
        const StepModules modules(*work);
        Ledger ledger(Ledger::Detail::Totals);
        const auto policy = policyFor(*work, modules.tapes(), ledger, true);
        scenario.parallel.gpus = 24;
        work.emplace(makeWorkload(scenario, *resolved));
        QVERIFY(policy->hasOtherSizes());
        scenario.parallel.prefetchBucket = 1;
        work.emplace(makeWorkload(scenario, *resolved));
        QVERIFY(!policy->hasOtherSizes());
    }

private:
    /// Whether a script could be played.
    bool compareSizes(Scenario scenario, int nextGpus, int number)
    {
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        if (!resolved)
            return false;
        std::optional<Workload> work(makeWorkload(scenario, *resolved));
        StepModules modules(*work);
        modules.run(true);
        const int accumulation = work->training().accumulation;
        Ledger ledger(Ledger::Detail::Totals);
        const auto policy = policyFor(*work, modules.tapes(), ledger, true);
        Script script;
        policy->write(script);
        const Course written = recordCourse(modules, accumulation, *policy, ledger, &script);
        scenario.parallel.gpus = nextGpus;
        work.emplace(makeWorkload(scenario, *resolved));
        if (!policy->hasOtherSizes())
            return false;
        Track track;
        const bool isWhole = track.write(script, written, modules, accumulation);
        std::vector<double> sizes;
        policy->fillSizes(sizes);
        const double found = isWhole
            ? track.peak(sizes, [&](Script::Size size) { return policy->momentOf(size); })
            : 0;
        Ledger others(Ledger::Detail::Totals);
        const Course course = recordCourse(
            modules, accumulation, *policyFor(*work, modules.tapes(), others, true), others);
        const std::optional<PhasePeaks> peaks = peaksAlong(course, modules, accumulation);
        const bool isFound
            = peaks && isSame(found, *std::max_element(peaks->begin(), peaks->end()));
        if (!isFound)
            QTest::qFail(QByteArray::number(number), __FILE__, __LINE__);
        return isFound;
    }

    std::unique_ptr<Policy> policyFor(
        const Workload &work, const ModelTapes &tapes, Ledger &ledger, bool skips) const
    {
        std::unique_ptr<Policy> policy
            = conventionFor(work.scenario.parallel).policy(work, tapes, ledger);
        if (skips)
            return policy;
        return std::make_unique<EveryLayer>(work, ledger, std::move(policy));
    }

    /// Whether anything was skipped.
    bool compare(const Workload &work, int number)
    {
        const QByteArray what = QByteArray::number(number);
        StepModules modules(work);
        Ledger skipping;
        Ledger whole;
        const auto skipper = policyFor(work, modules.tapes(), skipping, true);
        const auto runner = policyFor(work, modules.tapes(), whole, false);
        modules.run(runner->wantsModules());
        replayStep(modules, work.training().accumulation, *skipper, skipping);
        replayStep(modules, work.training().accumulation, *runner, whole);
        compareLedgers(skipping, whole, what);
        return compareCourses(work, modules, whole, what);
    }

    void compareLedgers(Ledger &found, Ledger &expected, const QByteArray &what)
    {
        for (std::size_t i = 0; i < namesOf<PhaseId>.size(); ++i) {
            const auto phase = static_cast<PhaseId>(i);
            QVERIFY2(isSame(*found.peakOf(phase), *expected.peakOf(phase)), what);
            QVERIFY2(isSame(found.endOf(phase), expected.endOf(phase)), what);
            QVERIFY2(isSame(found.partsAtPeakOf(phase), expected.partsAtPeakOf(phase)), what);
        }
        const Timeline skipped = found.takeTimeline();
        const Timeline whole = expected.takeTimeline();
        QVERIFY2(
            std::equal(skipped.samples.begin(), skipped.samples.end(), whole.samples.begin(),
                whole.samples.end(), [](const Sample &a, const Sample &b) { return isSame(a, b); }),
            what);
    }

    bool compareCourses(const Workload &work, const StepModules &modules, const Ledger &expected,
        const QByteArray &what)
    {
        const int accumulation = work.training().accumulation;
        Ledger totals(Ledger::Detail::Totals);
        Ledger others(Ledger::Detail::Totals);
        const Course course = recordCourse(
            modules, accumulation, *policyFor(work, modules.tapes(), totals, true), totals);
        const Course whole = recordCourse(
            modules, accumulation, *policyFor(work, modules.tapes(), others, false), others);
        const std::optional<PhasePeaks> peaks = peaksAlong(course, modules, accumulation);
        if (!peaks)
            QTest::qFail(what, __FILE__, __LINE__);
        for (std::size_t i = 0; peaks && i < peaks->size(); ++i) {
            if (!isSame((*peaks)[i], *expected.peakOf(static_cast<PhaseId>(i))))
                QTest::qFail(what, __FILE__, __LINE__);
        }
        return course.levels.size() < whole.levels.size();
    }
};

QTEST_APPLESS_MAIN(TestRepeats)
#include "tst_repeats.moc"
