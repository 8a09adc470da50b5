// SPDX-License-Identifier: GPL-3.0-or-later
// Every number that an example says is worked out from it, in the order of its sentences.
#include "core/planner/makeplan.h"
#include "core/scenario/pipelineorder.h"
#include "resources/examples.h"
#include "tests/support/testcatalog.h"

#include <QRegularExpression>

#include <functional>
#include <map>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

class Lesson
{
public:
    Lesson(const Example &example, const Catalog &catalog)
        : m_document(example.document)
        , m_catalog(catalog)
    { }

    Plan plan(Settings settings = {}) const
    {
        return planOf(scenarioWith(settings, m_document.scenario), m_catalog, Reserving::Played);
    }
    Plan pin(Settings settings = {}) const
    {
        return planOf(
            scenarioWith(settings, m_document.pins.at(0).scenario), m_catalog, Reserving::Played);
    }
    const ScenarioDocument &document() const { return m_document; }

private:
    const ScenarioDocument &m_document;
    const Catalog &m_catalog;
};

/// A number of the text, and what it is worked out from; or a few words that are true or not.
struct Claim
{
    QString said;
    std::function<double(const Lesson &)> value;
    bool isMore = false; ///< the number is a bound

    static Claim more(const QString &said, std::function<double(const Lesson &)> value)
    {
        return {said, std::move(value), true};
    }
    static Claim words(const QString &said, std::function<bool(const Lesson &)> isTrue)
    {
        return {said, std::move(isTrue)};
    }
    bool isNumber() const { return !said.isEmpty() && said.front().isDigit(); }
};

struct Claims
{
    const char *example;
    std::vector<Claim> claims;
};

// Shorthands for what the sentences speak of.

Bytes partOf(const Plan &plan, PartId id)
{
    return partBytes(plan.memory.atPeak(), id);
}

double peakGib(const Plan &plan)
{
    return plan.memory.peak / GiB;
}

double partGib(const Plan &plan, PartId id)
{
    return partOf(plan, id) / GiB;
}

double statesGb(const Plan &plan)
{
    return (partOf(plan, PartId::Weights) + partOf(plan, PartId::Gradients)
               + partOf(plan, PartId::OptimizerState))
        / GB;
}

double statesOnGpus(const Lesson &lesson, std::string_view strategy, std::string_view gpus)
{
    return statesGb(lesson.plan({{"parallel.strategy", strategy}, {"parallel.gpus", gpus}}));
}

double sentGb(const Plan &plan)
{
    return plan.traffic.bytesPerGpuPerStep() / GB;
}

double sentGb(const Lesson &lesson, std::string_view strategy, std::string_view microSteps)
{
    return sentGb(
        lesson.plan({{"parallel.strategy", strategy}, {"training.accumulation", microSteps}}));
}

bool isWithin(double value, double other, double share)
{
    return std::abs(value - other) <= share * std::abs(other);
}

bool fits(const Plan &plan)
{
    return plan.memory.verdict.fits();
}

double waitedShare(const Plan &plan)
{
    return plan.time.exposedCommunication / plan.time.step;
}

/// What the reader is to choose.
Claim given(const QString &said)
{
    return {said, [said](const Lesson &) { return QString(said).remove(u',').toDouble(); }};
}

Claim gpus(const QString &said)
{
    return {said, [](const Lesson &lesson) { return lesson.document().scenario.parallel.gpus; }};
}

Claims zeroStages()
{
    const auto states = [](const QString &said, const char *strategy, const char *gpus) {
        return Claim{said, [strategy, gpus](const Lesson &lesson) {
                         return statesOnGpus(lesson, strategy, gpus);
                     }};
    };
    const auto activations = [](const QString &said) {
        return Claim{said,
            [](const Lesson &lesson) { return partOf(lesson.plan(), PartId::Activations) / GB; }};
    };
    return {"zero-stages",
        {states("112", "ddp", "8"), states("38.5", "zero1", "8"), states("26.25", "zero2", "8"),
            states("14", "zero3", "8"), gpus("8"), activations("1.3"), given("4"),
            states("49", "zero1", "4"), states("38.5", "zero2", "4"), states("28", "zero3", "4"),
            Claim::words("DDP has not moved", [](const Lesson &lesson) {
                return statesOnGpus(lesson, "ddp", "4") == statesOnGpus(lesson, "ddp", "8");
            })}};
}

double fewestNodes(const Lesson &lesson)
{
    for (int gpus = 8; gpus <= 64; gpus += 8) {
        if (fits(lesson.plan({{"parallel.gpus", std::to_string(gpus)}})))
            return gpus;
    }
    return 0;
}

Claims seventyBillion()
{
    const auto onSixteen = [](const Lesson &lesson) {
        return lesson.plan({{"parallel.gpus", "16"}});
    };
    return {"70b-over-gpus",
        {{"70", [](const Lesson &lesson) { return lesson.plan().model.parameters / 1e9; }},
            {"17.5",
                [](const Lesson &lesson) { return partOf(lesson.plan(), PartId::Weights) / GB; }},
            gpus("8"), {"140", [](const Lesson &lesson) { return statesGb(lesson.plan()); }},
            {"80", [](const Lesson &lesson) { return lesson.plan().memory.verdict.capacity / GB; }},
            {"16", fewestNodes},
            {"76.4",
                [onSixteen](const Lesson &lesson) { return onSixteen(lesson).memory.peak / GB; }},
            Claim::words("little to spare", [onSixteen](const Lesson &lesson) {
                return onSixteen(lesson).memory.verdict.fit == Fit::AtRisk;
            })}};
}

Claims pipelineStages()
{
    const auto interleaved = [](const Lesson &lesson) {
        return lesson.plan({{"parallel.virtual_stages", "2"}});
    };
    const auto stageGib = [](const StagePlan &stage) { return stage.memory.peak / GiB; };
    return {"pipeline-stages",
        {{"4",
             [](const Lesson &lesson) { return static_cast<double>(lesson.plan().stages.size()); }},
            Claim::words("as many layers",
                [](const Lesson &lesson) {
                    const std::vector<StagePlan> stages = lesson.plan().stages;
                    return std::all_of(stages.begin(), stages.end(), [&](const StagePlan &stage) {
                        return stage.stage.layers == stages.front().stage.layers;
                    });
                }),
            {"4",
                [](const Lesson &) {
                    return 1.0 * PipelineOrder{1, 32}.inFlight(4, 0);
                }},
            {"54",
                [stageGib](
                    const Lesson &lesson) { return stageGib(lesson.plan().stages.front()); }},
            {"39",
                [stageGib](const Lesson &lesson) { return stageGib(lesson.plan().stages.back()); }},
            given("2"),
            {"1.3", [](const Lesson &lesson) { return lesson.plan().time.bubble.value(); }},
            {"0.8",
                [interleaved](
                    const Lesson &lesson) { return interleaved(lesson).time.bubble.value(); }},
            {"63", [stageGib, interleaved](const Lesson &lesson) {
                 return stageGib(interleaved(lesson).stages.front());
             }}}};
}

Claims ruleAndFrameworks()
{
    return {"rule-and-frameworks",
        {{"14", [](const Lesson &lesson) { return peakGib(lesson.pin()); }},
            {"24", [](const Lesson &lesson) { return peakGib(lesson.plan()); }},
            {"5", [](const Lesson &lesson) { return partGib(lesson.plan(), PartId::Temporaries); }},
            Claim::words("in the optimizer step",
                [](const Lesson &lesson) {
                    return lesson.plan().memory.peakPhase == PhaseId::OptimizerStep;
                }),
            Claim::words("no rule knows of", [](const Lesson &lesson) {
                const Plan rule = lesson.pin();
                return partOf(rule, PartId::Temporaries) + partOf(rule, PartId::Overhead)
                    == Bytes(0);
            })}};
}

double adapterStatesGib(const Plan &plan)
{
    return partGib(plan, PartId::Master) + partGib(plan, PartId::OptimizerState);
}

Claims loraActivations()
{
    const auto activations = [](const Plan &plan) { return partGib(plan, PartId::Activations); };
    return {"lora-activations",
        {{"11",
             [](const Lesson &lesson) {
                 return adapterStatesGib(lesson.pin()) - adapterStatesGib(lesson.plan());
             }},
            Claim::more("90",
                [activations](const Lesson &lesson) {
                    return 100 * activations(lesson.plan()) / activations(lesson.pin());
                }),
            {"25", [activations](const Lesson &lesson) { return activations(lesson.pin()); }},
            {"1", [activations](const Lesson &lesson) {
                 return activations(lesson.plan({{"training.checkpointing", "full"}}));
             }}}};
}

Claims checkpointing()
{
    const auto checkpointed = [](const Lesson &lesson) {
        return lesson.plan({{"training.checkpointing", "full"}});
    };
    return {"checkpointing",
        {{"13", [](const Lesson &lesson) { return partGib(lesson.plan(), PartId::Activations); }},
            {"34", [](const Lesson &lesson) { return peakGib(lesson.plan()); }},
            Claim::words("does not fit", [](const Lesson &lesson) { return !fits(lesson.plan()); }),
            {"21", [checkpointed](const Lesson &lesson) { return peakGib(checkpointed(lesson)); }},
            Claim::words("fit, ",
                [checkpointed](const Lesson &lesson) { return fits(checkpointed(lesson)); }),
            Claim::words("for a longer step",
                [checkpointed](const Lesson &lesson) {
                    return checkpointed(lesson).time.step > lesson.plan().time.step;
                }),
            Claim::words("no help: the peak is in the optimizer step", [](const Lesson &lesson) {
                const Plan without = lesson.plan({{"training.method", "full"}});
                const Plan with = lesson.plan(
                    {{"training.method", "full"}, {"training.checkpointing", "full"}});
                return without.memory.peakPhase == PhaseId::OptimizerStep
                    && with.memory.footprint.tensors == without.memory.footprint.tensors;
            })}};
}

Claims logits()
{
    return {"logits",
        {{"8,192",
             [](const Lesson &lesson) {
                 return lesson.document().scenario.training.sequenceLength;
             }},
            {"128,256", [](const Lesson &lesson) { return lesson.plan().model.spec.vocabulary; }},
            {"12", [](const Lesson &lesson) { return partGib(lesson.plan(), PartId::Logits); }},
            Claim::words("more than twice as much as all the 4-bit weights",
                [](const Lesson &lesson) {
                    const Plan plan = lesson.plan();
                    return partOf(plan, PartId::Logits) > 2 * partOf(plan, PartId::Weights);
                }),
            {"21", [](const Lesson &lesson) { return peakGib(lesson.plan()); }},
            {"11", [](const Lesson &lesson) {
                 return peakGib(lesson.plan({{"training.loss", "fused"}}));
             }}}};
}

Claims images()
{
    const auto tower = [](const Plan &plan) { return partGib(plan, PartId::Tower); };
    return {"qwen2.5-vl-qlora-4090",
        {Claim::words("Four images",
             [](const Lesson &lesson) { return lesson.document().scenario.vision.images == 4; }),
            {"1,280",
                [](const Lesson &lesson) { return lesson.document().scenario.vision.imageWidth; }},
            {"2.4", [tower](const Lesson &lesson) { return tower(lesson.plan()); }},
            {"14", [](const Lesson &lesson) { return peakGib(lesson.plan()); }},
            Claim::words("it fits", [](const Lesson &lesson) { return fits(lesson.plan()); }),
            {"46", [tower](const Lesson &lesson) {
                 return tower(lesson.plan({{"training.checkpointing", "none"}}));
             }}}};
}

Claims grpo()
{
    const auto awake = [](const Lesson &lesson) { return lesson.plan({{"rollout.sleep", "off"}}); };
    return {"grpo-7b-on-8",
        {gpus("8"),
            {"40",
                [](const Lesson &lesson) {
                    return 100 * lesson.document().scenario.rollout.share;
                }},
            {"48", [](const Lesson &lesson) { return peakGib(lesson.plan()); }},
            {"78", [awake](const Lesson &lesson) { return peakGib(awake(lesson)); }},
            Claim::words("at risk", [awake](const Lesson &lesson) {
                return awake(lesson).memory.verdict.fit == Fit::AtRisk;
            })}};
}

Claims sequenceLength()
{
    const auto peak = [](const QString &said, const char *tokens, const char *attention) {
        return Claim{said, [tokens, attention](const Lesson &lesson) {
                         return peakGib(lesson.plan({{"training.sequence_length", tokens},
                             {"training.attention", attention}}));
                     }};
    };
    return {"sequence-length",
        {peak("20", "8192", "flash"), given("8,192"), peak("25", "16384", "flash"), given("16,384"),
            peak("36", "32768", "flash"), given("32,768"), given("8,192"),
            peak("51", "8192", "eager"), given("16,384"),
            Claim::words("no longer fit", [](const Lesson &lesson) {
                return !fits(lesson.plan(
                    {{"training.sequence_length", "16384"}, {"training.attention", "eager"}}));
            })}};
}

Claims offload()
{
    return {"offload",
        {gpus("8"), {"143", [](const Lesson &lesson) { return peakGib(lesson.pin()); }},
            {"80",
                [](const Lesson &lesson) {
                    return builtInCatalog()
                        .findGpu(lesson.document().scenario.hardware.gpu)
                        ->nominalGb.value;
                }},
            {"27", [](const Lesson &lesson) { return peakGib(lesson.plan()); }},
            {"1.3",
                [](const Lesson &lesson) {
                    return lesson.plan().memory.host.perNode / (1024 * GiB);
                }},
            Claim::words("over three times as long", [](const Lesson &lesson) {
                return lesson.plan().time.step > 3 * lesson.pin().time.step;
            })}};
}

Claims ring()
{
    const auto sent = [](const QString &said, const char *gpus) {
        return Claim{said, [gpus](const Lesson &lesson) {
                         return sentGb(lesson.plan({{"parallel.gpus", gpus}}));
                     }};
    };
    return {"ring",
        {given("2"), sent("14", "2"), given("8"), sent("24.5", "8"), sent("28", "1048576"),
            Claim::words("never more than",
                [](const Lesson &lesson) {
                    return sentGb(lesson.plan({{"parallel.gpus", "1048576"}})) <= 28;
                }),
            Claim::words("half as much again", [](const Lesson &lesson) {
                return isWithin(
                    sentGb(lesson, "zero3", "1"), 1.5 * sentGb(lesson, "ddp", "1"), 1e-9);
            })}};
}

Claims accumulation()
{
    const auto sent = [](const QString &said, const char *strategy, const char *microSteps) {
        return Claim{said, [strategy, microSteps](const Lesson &lesson) {
                         return sentGb(lesson, strategy, microSteps);
                     }};
    };
    return {"accumulation",
        {{"4",
             [](const Lesson &lesson) { return lesson.document().scenario.training.accumulation; }},
            sent("28", "ddp", "4"), given("1"), sent("126", "zero2", "4"), sent("42", "zero2", "1"),
            Claim::words("just as with", [](const Lesson &lesson) {
                return sentGb(lesson, "ddp", "4") == sentGb(lesson, "ddp", "1");
            })}};
}

Claims slowLink()
{
    return {"slow-link",
        {{"0.4", [](const Lesson &lesson) { return lesson.pin().time.step.value(); }},
            Claim::words("hardly waits",
                [](const Lesson &lesson) { return waitedShare(lesson.pin()) < 0.03; }),
            {"1.5", [](const Lesson &lesson) { return lesson.plan().time.step.value(); }},
            Claim::words("most of it waiting",
                [](const Lesson &lesson) { return waitedShare(lesson.plan()) > 0.5; }),
            given("16,384"),
            Claim::words("no more to send",
                [](const Lesson &lesson) {
                    return isWithin(sentGb(lesson.plan({{"training.sequence_length", "16384"}})),
                        sentGb(lesson.plan()), 1e-9);
                }),
            Claim::words("little of the waiting is left", [](const Lesson &lesson) {
                return waitedShare(lesson.plan({{"training.sequence_length", "16384"}})) < 0.05;
            })}};
}

Claims ordinary()
{
    return {"llama-3-8b-zero3", {gpus("8"), Claim::words("it fits", [](const Lesson &lesson) {
                                     return lesson.plan().memory.verdict.fit == Fit::Fits;
                                 })}};
}

Claims tooLarge()
{
    return {
        "llama-2-70b-full-on-8", {gpus("8"), Claim::words("does not fit", [](const Lesson &lesson) {
                                      return lesson.plan().memory.verdict.fit == Fit::DoesNotFit;
                                  })}};
}

std::map<QString, std::vector<Claim>> allClaims()
{
    std::map<QString, std::vector<Claim>> all;
    for (Claims claims : {ordinary(), tooLarge(), zeroStages(), seventyBillion(), pipelineStages(),
             ruleAndFrameworks(), loraActivations(), checkpointing(), logits(), sequenceLength(),
             offload(), ring(), accumulation(), slowLink(), grpo(), images()})
        all[QString("examples/%1.shardscope").arg(claims.example)] = claims.claims;
    return all;
}

/// The numbers of a text that are no part of a name, in their order.
QStringList numbersIn(QString text)
{
    static const QRegularExpression names("\\{[^}]*\\}|ZeRO[ -]1, 2 and 3|ZeRO-\\d|PCI Express "
                                          "5\\.0|4-bit|Llama \\d|Qwen2\\.5|\\d+B\\b");
    static const QRegularExpression number("\\d+(,\\d{3})*(\\.\\d+)?");
    text.remove(names);
    QStringList found;
    for (const QRegularExpressionMatch &match : number.globalMatch(text))
        found += match.captured();
    return found;
}

/// With as many digits as were said.
QString asSaid(double value, const QString &said)
{
    const qsizetype point = said.indexOf(u'.');
    const auto decimals = static_cast<int>(point < 0 ? 0 : said.size() - point - 1);
    return QString::number(value, 'f', decimals);
}

} // namespace

class TestExamples : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();
    const std::vector<Example> m_examples = builtInExamples();

    void addExamples() const
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < m_examples.size(); ++i)
            QTest::newRow(m_examples[i].name.c_str()) << i;
    }

private slots:
    void areThere()
    {
        QVERIFY(m_examples.size() > 10);
        for (const Example &example : m_examples) {
            QVERIFY2(!example.document.title.empty(), example.name.c_str());
            QVERIFY2(!example.document.about.empty(), example.name.c_str());
            QVERIFY2(unknownKeys(example.document).empty(), example.name.c_str());
        }
    }

    void everyNumberIsTrue_data() { addExamples(); }
    void everyNumberIsTrue()
    {
        QFETCH(std::size_t, index);
        const Example &example = m_examples[index];
        const Lesson lesson(example, m_catalog);
        const QString text = QString::fromStdString(example.document.title) + ": "
            + QString::fromStdString(example.document.about);
        QStringList claimed;
        auto claims = allClaims();
        for (const Claim &claim : claims[QString::fromStdString(example.name)]) {
            const double value = claim.value(lesson);
            if (!claim.isNumber()) {
                QVERIFY2(text.contains(claim.said) && value != 0, qPrintable(claim.said));
                continue;
            }
            claimed += claim.said;
            const QString said = QString(claim.said).remove(u',');
            if (claim.isMore)
                QVERIFY2(value > said.toDouble(), qPrintable(QString::number(value)));
            else
                QCOMPARE(asSaid(value, said), said);
        }
        QCOMPARE(claimed, numbersIn(text));
    }

    /// "{parallel.gpus}", "{training.loss=fused}"
    void controlsAreThere_data() { addExamples(); }
    void controlsAreThere()
    {
        QFETCH(std::size_t, index);
        static const QRegularExpression braces("\\{([^}=]*)=?([^}]*)\\}");
        const QString about = QString::fromStdString(m_examples[index].document.about);
        for (const QRegularExpressionMatch &match : braces.globalMatch(about)) {
            const Key *key = findKey(match.captured(1).toStdString());
            QVERIFY2(key, qPrintable(match.captured()));
            Scenario scratch;
            const std::string value = match.captured(2).toStdString();
            QVERIFY2(
                value.empty() || setKeyText(scratch, key->id, value), qPrintable(match.captured()));
        }
    }

    void pinsAndSweepsCanBeShown_data() { addExamples(); }
    void pinsAndSweepsCanBeShown()
    {
        QFETCH(std::size_t, index);
        const ScenarioDocument &document = m_examples[index].document;
        for (const Pin &pin : document.pins)
            QVERIFY2(makePlan(pin.scenario, m_catalog), pin.name.c_str());
        QCOMPARE(document.chart == "sweep", document.sweep.has_value());
        QVERIFY(!document.chart.ends_with("-compared") || !document.pins.empty());
    }
};

QTEST_APPLESS_MAIN(TestExamples)
#include "tst_examples.moc"
