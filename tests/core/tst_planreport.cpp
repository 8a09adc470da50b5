// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalogtext.h"
#include "core/judge/findingtext.h"
#include "core/report/planjson.h"
#include "core/report/plantext.h"
#include "core/scenario/keytext.h"

#include <QTest>

using namespace shardscope;

namespace {

/// A made-up plan, so that only the writing is tested.
Plan smallPlan(EstimatorKind estimator, Bytes capacity)
{
    const auto part = [](PartId id, Bytes bytes, const std::string &formula) {
        return Part{id, bytes, Term::told(bytes, formula), "articles"};
    };
    Plan plan;
    plan.stage.layers = 32;
    plan.scenario.estimator = estimator;
    plan.model = {.name = "Tiny, \"the\" model",
        .parameters = 7e9,
        .activeParameters = 7e9,
        .trainableParameters = 35e6};
    const Phase forward{.id = PhaseId::Forward,
        .peak = Bytes(14e9),
        .end = Bytes(14e9),
        .parts = {part(PartId::Weights, Bytes(14e9), "2 B x 7,000,000,000")}};
    Phase backward{.id = PhaseId::Backward, .peak = Bytes(15358490188.8), .end = Bytes(14e9)};
    backward.parts = {part(PartId::Weights, Bytes(14e9), "2 B x 7,000,000,000"),
        part(PartId::Gradients, Bytes(0.07e9), "2 B x 35,000,000"),
        part(PartId::Activations, Bytes(1288490188.8), "s x b x d x L x k")};
    plan.memory.phases = {forward, backward};
    plan.memory.peakPhase = PhaseId::Backward;
    plan.memory.peak = backward.peak;
    plan.memory.verdict = judge(backward.peak, capacity);
    plan.traffic.collectives = {{.group = 8,
        .link = "nvlink4",
        .bytesPerGpu = Bytes(1.75e9),
        .timesPerStep = 2,
        .seconds = Seconds(0.01)}};
    plan.time = {.step = Seconds(1.5), .tokensPerSecond = 5000, .mfu = 0.4};
    plan.findings = {{FindingId::LinkBound, Severity::Warning}};
    return plan;
}

Confidence sampleRange()
{
    return {.low = 13 * GiB, .high = 16 * GiB, .nearest = "A model (a run)", .cases = 24};
}

std::string at(const Json &json, std::initializer_list<std::string_view> path)
{
    const Json *value = &json;
    for (const std::string_view key : path) {
        value = value->find(key);
        if (!value)
            return "missing";
    }
    return writeJson(*value, JsonStyle::Compact);
}

} // namespace

class TestPlanReport : public QObject
{
    Q_OBJECT

private slots:
    void jsonHasTheShapeThatScriptsKnow()
    {
        const Json json = planToJson(smallPlan(EstimatorKind::Worksheet, 24.0 * GB));
        QCOMPARE(at(json, {"schema"}), "1");
        QCOMPARE(at(json, {"model", "trainable_parameters"}), "35000000");
        QCOMPARE(at(json, {"memory", "peak_phase"}), "\"backward\"");
        QCOMPARE(at(json, {"memory", "peak_bytes"}), "15358490188.8");
        QCOMPARE(at(json, {"memory", "capacity_bytes"}), "24000000000");
        QCOMPARE(at(json, {"memory", "fits"}), "true");
        QCOMPARE(at(json, {"memory", "verdict"}), "\"fits\"");
        const Json &stage = json.find("stages")->array()->front();
        QCOMPARE(at(stage, {"first_layer"}), "0");
        QCOMPARE(at(stage, {"layers"}), "32");
        QCOMPARE(at(stage, {"memory", "peak_bytes"}), "15358490188.8");
        QCOMPARE(json.find("memory")->find("parts")->array()->size(), std::size_t{3});
        QCOMPARE(
            at(json.find("memory")->find("phases")->array()->at(0), {"end_bytes"}), "14000000000");
        QCOMPARE(at(json, {"traffic", "bytes_per_gpu_per_step"}), "3500000000");
        const Json &collective = json.find("traffic")->find("collectives")->array()->front();
        QCOMPARE(at(collective, {"id"}), "\"gradient-all-reduce\"");
        QCOMPARE(at(collective, {"bytes_per_gpu"}), "1750000000");
        QCOMPARE(at(collective, {"times_per_step"}), "2");
        QCOMPARE(at(json, {"time", "mfu"}), "0.4");
        QCOMPARE(at(json, {"findings"}), R"([{"id":"link-bound","severity":"warning"}])");
    }

    void worksheetNumbersAreThoseOfTheArticles()
    {
        const std::string text
            = planToText(smallPlan(EstimatorKind::Worksheet, 24.0 * GB), TableFormat::Text);
        for (const char *line : {"\nweights          14 ", "\ngradients      0.07 ",
                 "\nactivations   1.288 ", "\ntotal        15.358\n",
                 ": peak 15.4 GB of 24.0 GB, 8.64 GB headroom, in the backward pass.\n"})
            QVERIFY2(text.find(line) != std::string::npos, text.c_str());
    }

    void verdictIsASentence_data()
    {
        QTest::addColumn<double>("capacityGib");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("fits") << 79.1 << "Fits on";
        QTest::newRow("at risk, with some to spare")
            << 15.0
            << ": peak 14.3 GiB (13.0 GiB to 16.0 GiB) of "
               "15.0 GiB, 0.70 GiB headroom, in the backward";
        QTest::newRow("at risk, with some missing") << 14.0 << "short by 0.30 GiB, in the backward";
        QTest::newRow("does not fit") << 11.0 << "short by 3.30 GiB";
        QTest::newRow("what does not fit is the GPU's") << 11.0 << "Does not fit on ";
    }

    void verdictIsASentence()
    {
        QFETCH(double, capacityGib);
        QFETCH(QString, sentence);
        Plan plan = smallPlan(EstimatorKind::Detailed, capacityGib * GiB);
        plan.memory.confidence = sampleRange();
        plan.memory.verdict = judge(plan.memory, capacityGib * GiB);
        const std::string text = planToText(plan, TableFormat::Text);
        QVERIFY2(QString::fromStdString(text).contains(sentence), text.c_str());
    }

    void saysHowSureItIs_data()
    {
        QTest::addColumn<QString>("difference");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("a run like it")
            << ""
            << ""
            << "Nearest measured run: A model (a run). It is the same in "
               "all that changes memory. The range comes from 24 "
               "measured runs.\n";
        QTest::newRow("a run not quite like it") << "method lora"
                                                 << ""
                                                 << "(a run). There: method lora. The range";
        QTest::newRow("beyond what was measured")
            << "method lora"
            << "never measured: loss odd"
            << "\nOutside the validated range. Nearest measured "
               "run: A model (a run). There: method lora";
    }

    void saysHowSureItIs()
    {
        QFETCH(QString, difference);
        QFETCH(QString, reason);
        QFETCH(QString, sentence);
        Plan plan = smallPlan(EstimatorKind::Detailed, 24 * GiB);
        plan.memory.confidence = sampleRange();
        plan.memory.confidence.difference = difference.toStdString();
        plan.memory.confidence.reason = reason.toStdString();
        plan.memory.confidence.isValidated = reason.isEmpty();
        const std::string text = planToText(plan, TableFormat::Text);
        QVERIFY2(QString::fromStdString(text).contains(sentence), text.c_str());
        const Json memory = *planToJson(plan).find("memory");
        QCOMPARE(at(memory, {"range", "low_bytes"}), std::string("13958643712"));
        QCOMPARE(at(memory, {"range", "high_bytes"}), std::string("17179869184"));
        QCOMPARE(at(memory, {"nearest", "run"}), std::string("\"A model (a run)\""));
        QCOMPARE(at(memory, {"validated"}), std::string(reason.isEmpty() ? "true" : "false"));
        QCOMPARE(at(memory, {"reason"}), "\"" + reason.toStdString() + "\"");
    }

    void saysWhatIsGatheredAhead()
    {
        Plan plan = smallPlan(EstimatorKind::Detailed, 24 * GiB);
        plan.memory.reservation = {.reserved = 20 * GiB, .device = 21 * GiB, .ahead = 2 * GiB};
        const auto says = [&plan](const char *what) {
            return planToText(plan, TableFormat::Text).find(what) != std::string::npos;
        };
        QVERIFY(says(
            "2.00 GiB of it are parameters all-gathered ahead of computation; they are released"));
        plan.memory.reservation->ahead = 0.5 * GiB; // one in forty
        QVERIFY(!says("all-gathered ahead"));
        QVERIFY(says("Simulated with PyTorch's caching allocator"));
    }

    void everyFindingIsASentence()
    {
        for (std::size_t i = 0; i < namesOf<FindingId>.size(); ++i) {
            const std::string text = describe({.id = static_cast<FindingId>(i)}, {});
            const std::string id(namesOf<FindingId>[i]);
            QVERIFY2(text.starts_with(id + ": ") && text.size() > id.size() + 20, text.c_str());
            QVERIFY2(text.ends_with('.') && text.find('%') == std::string::npos, text.c_str());
        }
    }

    void aFindingSaysWhatEndsIt()
    {
        const Finding finding{
            .id = FindingId::NoBf16, .repair = {{{"training.precision", "fp16"}, {"a.b", "2"}}}};
        QCOMPARE(describe(finding, {}),
            std::string("no-bf16: This GPU has no bf16 units: choose fp16 or fp32. "
                        "(--set training.precision=fp16 --set a.b=2)"));
    }

    void csvIsRectangular()
    {
        const std::string text
            = planToText(smallPlan(EstimatorKind::Detailed, 24.0 * GiB), TableFormat::Csv);
        const QStringList lines = QString::fromStdString(text).split('\n', Qt::SkipEmptyParts);
        QVERIFY(
            lines.contains("memory,backward,weights,14000000000,bytes,\"2 B x 7,000,000,000\""));
        for (QString line : lines)
            QCOMPARE(line.remove(QRegularExpression("\"[^\"]*\"")).count(','), 5);
    }

    void markdownIsATable()
    {
        const std::string text
            = planToText(smallPlan(EstimatorKind::Detailed, 24.0 * GiB), TableFormat::Markdown);
        QVERIFY(text.find("| Part | GiB | Formula |\n| --- | ---: | --- |\n") != text.npos);
        QVERIFY(text.find("\n- warning: link-bound: ") != text.npos);
    }

    void cellsAreQuotedAsTheFormatWants_data()
    {
        QTest::addColumn<TableFormat>("format");
        QTest::addColumn<QString>("text");
        QTest::newRow("text") << TableFormat::Text << QString::fromUtf8("Ä    n\na|b  \"\n");
        QTest::newRow("CSV") << TableFormat::Csv << QString::fromUtf8("Ä,n\na|b,\"\"\"\"\n");
        QTest::newRow("Markdown") << TableFormat::Markdown
                                  << QString::fromUtf8(
                                         "| Ä | n |\n| --- | ---: |\n| a\\|b | \" |\n");
    }

    void cellsAreQuotedAsTheFormatWants()
    {
        QFETCH(TableFormat, format);
        QFETCH(QString, text);
        const TextTable table{.columns = {{"Ä"}, {"n", true}}, .rows = {{"a|b", "\""}}};
        QCOMPARE(QString::fromStdString(renderTable(table, format)), text);
    }

    void unknownFiguresAreNull()
    {
        Catalog catalog;
        catalog.gpus = {{.id = "old", .nominalGb = {16, "data sheet", "2026-01-01"}}};
        const Json json = catalogToJson(catalog, CatalogKind::Gpus);
        const Json &gpu = json.find("gpus")->array()->front();
        QCOMPARE(at(gpu, {"memory_nominal_gb", "source"}), "\"data sheet\"");
        QCOMPARE(at(gpu, {"bf16_tflops"}), "null");
        QVERIFY(catalogToText(catalog, CatalogKind::Gpus).find("old") != std::string::npos);
    }

    void everyKeyIsListed()
    {
        const std::string text = keysToText();
        QVERIFY(text.find("training.sequence_length = 4096\n    1 to 16777216, unit: tokens\n")
            != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestPlanReport)
#include "tst_planreport.moc"
