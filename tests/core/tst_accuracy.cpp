// SPDX-License-Identifier: GPL-3.0-or-later
// How close the detailed estimator is to the measured runs. A group may not become worse than its
// ceiling; where the ceiling is above the target, there is work left.
#include "core/validation/casereader.h"
#include "core/validation/validation.h"
#include "resources/catalogs.h"
#include "resources/readfile.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

/// Bounds on |error| in percent; the worst one may be left open.
struct Bounds
{
    double median = 0;
    double percentile95 = 0;
    double worst = 0;
};
constexpr double open = 1e9;

struct Goal
{
    const char *name;
    std::vector<Tag> tags; ///< all of them
    const char *metric;
    Bounds target;
    Bounds ceiling; ///< what is reached today, and a little
};

const Bounds ends{0.2, 2, open};
const Bounds deepSpeedEnds{0.3, 2, open};
const Tag steps{"format", "steps"};
const Tag deepSpeed{"format", "deepspeed"};
const Tag device{"format", "device"};

const std::vector<Goal> &goals()
{
    static const std::vector<Goal> table{
        {"a followed step", {steps}, "peak_bytes", {0.1, 1, 3}, {0.05, 0.1, 0.3}},
        {"a followed step", {steps}, "between_steps", ends, {0.05, 0.15, 0.5}},
        {"a followed step", {steps}, "forward_end", ends, {0.05, 0.15, 0.5}},
        {"a followed step", {steps}, "forward_peak", ends, {0.05, 0.15, 0.5}},
        {"a followed step", {steps}, "backward_peak", ends, {0.05, 0.15, 0.5}},
        {"a followed step", {steps}, "backward_end", ends, {0.05, 0.15, 0.5}},
        {"a followed step", {steps}, "step_peak", ends, {0.05, 0.15, 0.5}},
        {"a DeepSpeed step", {deepSpeed}, "peak_bytes", {0.3, 2, 5}, {0.05, 0.1, 0.2}},
        {"a DeepSpeed step", {deepSpeed}, "after_initialize", deepSpeedEnds, {0.05, 0.1, 0.2}},
        {"a DeepSpeed step", {deepSpeed}, "forward_end", deepSpeedEnds, {0.05, 0.1, 0.2}},
        {"a DeepSpeed step", {deepSpeed}, "forward_peak", deepSpeedEnds, {0.05, 0.1, 0.2}},
        {"a DeepSpeed step", {deepSpeed}, "backward_peak", deepSpeedEnds, {0.05, 0.1, 0.2}},
        {"a DeepSpeed step", {deepSpeed}, "backward_end", deepSpeedEnds, {0.05, 0.1, 0.2}},
        {"a DeepSpeed step", {deepSpeed}, "step_peak", deepSpeedEnds, {0.05, 0.1, 0.2}},
        {"a DeepSpeed step", {deepSpeed}, "step_end", deepSpeedEnds, {0.05, 0.1, 0.2}},
        {"a GPU, high confidence", {device, {"confidence", "high"}, {"tier", "core"}}, "allocated",
            {3, 12, open}, {0.7, 3.6, 22.5}},
        {"a GPU", {device}, "reserved", {6, 20, open}, {10.8, 27.7, 31.7}},
        {"a GPU", {device}, "nvidia_smi", {6, 20, open}, {24.5, 32.4, 32.4}},
    };
    return table;
}

Validation measured(const char *file)
{
    const std::string path = std::string(SHARDSCOPE_TEST_DATA "/measured/") + file;
    const Result<std::string> text = readFile(path);
    if (!text)
        qFatal("%s", describe(text.error()).c_str());
    const Result<std::vector<Case>> cases = readCases(*text);
    if (!cases)
        qFatal("%s", describe(cases.error()).c_str());
    return validate(*cases, builtInCatalog());
}

bool hasTags(const Comparison &comparison, const std::vector<Tag> &tags)
{
    return std::all_of(tags.begin(), tags.end(), [&comparison](const Tag &tag) {
        return std::find(comparison.tags.begin(), comparison.tags.end(), tag)
            != comparison.tags.end();
    });
}

void isWithin(const char *what, double share, double target, double ceiling)
{
    const double percent = 100 * share;
    const QString text = QStringLiteral("%1: %2 %, target %3 %, ceiling %4 %")
                             .arg(what)
                             .arg(percent, 0, 'f', 3)
                             .arg(target)
                             .arg(ceiling);
    QVERIFY2(percent <= ceiling, qPrintable(text));
}

} // namespace

class TestAccuracy : public QObject
{
    Q_OBJECT

private:
    std::vector<Comparison> m_comparisons;
    std::vector<LeftOut> m_leftOut;

private slots:
    void initTestCase()
    {
        for (const char *file : {"steps.json", "more-steps.json", "deepspeed.json", "device.json"}) {
            Validation found = measured(file);
            std::move(found.comparisons.begin(), found.comparisons.end(),
                std::back_inserter(m_comparisons));
            std::move(found.leftOut.begin(), found.leftOut.end(), std::back_inserter(m_leftOut));
        }
    }

    void isAsGoodAsItWas_data()
    {
        QTest::addColumn<int>("goal");
        for (std::size_t i = 0; i < goals().size(); ++i)
            QTest::addRow("%s, %s", goals()[i].name, goals()[i].metric) << static_cast<int>(i);
    }

    void isAsGoodAsItWas()
    {
        QFETCH(int, goal);
        const Goal &held = goals()[static_cast<std::size_t>(goal)];
        std::vector<double> errors;
        for (const Comparison &comparison : m_comparisons) {
            if (comparison.metric == held.metric && hasTags(comparison, held.tags))
                errors.push_back(comparison.error());
        }
        QVERIFY(!errors.empty());
        const ErrorSummary found = summarize(errors);
        isWithin("median", found.median, held.target.median, held.ceiling.median);
        isWithin("95 %", found.percentile95, held.target.percentile95, held.ceiling.percentile95);
        isWithin("worst", found.worst, held.target.worst, held.ceiling.worst);
    }

    // Steps that were followed all have a scenario.
    void leavesNoFollowedStepOut()
    {
        const auto count = [this](const Tag &tag) {
            return std::count_if(
                m_comparisons.begin(), m_comparisons.end(), [&tag](const Comparison &c) {
                    return c.metric == "peak_bytes" && hasTags(c, {tag});
                });
        };
        QCOMPARE(count(steps), 266);
        QCOMPARE(count(deepSpeed), 36);
    }

    // Runs that did not fit, and were predicted to fit with more than a tenth to spare.
    void promisesNoRoomWhereThereWasNone()
    {
        QStringList found;
        for (const Comparison &comparison : m_comparisons) {
            if (comparison.falseFit && comparison.predicted < 0.9 * comparison.measured)
                found += QString::fromStdString(comparison.id);
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u' ')));
    }

    void everyRunIsComparedOrExplained()
    {
        QVERIFY(m_comparisons.size() > 2000);
        for (const LeftOut &item : m_leftOut)
            QVERIFY2(!item.reason.empty(), item.id.c_str());
    }
};

QTEST_APPLESS_MAIN(TestAccuracy)
#include "tst_accuracy.moc"
