// SPDX-License-Identifier: GPL-3.0-or-later
// How close the detailed estimator is to the measured runs: no target may become worse than its
// ceiling.
#include "resources/catalogs.h"
#include "resources/readfile.h"
#include "tests/validate/ceilings.h"
#include "tools/validate/casereader.h"
#include "tools/validate/explanations.h"
#include "tools/validate/targets.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <set>

using namespace shardscope;

namespace {

const Tag steps{"format", "steps"};
const Tag deepSpeed{"format", "deepspeed"};

const Tag assumed{"settings", "assumed"};

std::vector<Case> measured(const char *file)
{
    const std::string path = std::string(SHARDSCOPE_TEST_DATA "/measured/") + file;
    const Result<std::string> text = readFile(path);
    if (!text)
        qFatal("%s", describe(text.error()).c_str());
    const Result<std::vector<Case>> cases = readCases(*text);
    if (!cases)
        qFatal("%s", describe(cases.error()).c_str());
    return *cases;
}

/// Why runs may be left out, without the word that each reason is about, and how many at most.
struct Reason
{
    const char *says;
    int most;
};
constexpr std::array reasons{
    Reason{"modules-not-planned", 6}, // returned keys and values under adapters
    Reason{"LitGPT puts frozen weights and adapters into one flat parameter, whose whole gradient "
           "no_backward_sync keeps; not modelled",
        8},
    Reason{"a base in fp32 that is gathered in 16 bit is no setting", 3},
    Reason{"no memory of a training step was measured", 36},
    Reason{"nvidia-smi depends on the GPU", 3},
    Reason{"sequence length or micro-batch is not stated, or varies", 91},
    Reason{"the adapted modules are not those of decoder layers", 51},
    Reason{"the checkpointing is not modelled", 6}, Reason{"the framework is not modelled", 75},
    Reason{"the method is not modelled", 70}, Reason{"the model is not in the catalogue", 12},
    Reason{"the number of GPUs is not stated", 3}, Reason{"the precision is not modelled", 22},
    Reason{"the quantisation is not modelled", 5},
    Reason{"the shape of the model is not planned", 10}, // encoders, Mamba
    Reason{"the sharding is not modelled", 12},
    Reason{"the source does not say which memory it measured", 75},
    Reason{"this way to compute experts is not modelled", 2},
    Reason{"torch.compile decides anew what is kept", 5},
    Reason{"which torch.compile ran is not stated, or is of a release before 2.8", 14},
    Reason{"fp8-not-planned", 3}, // under selective checkpoints
    Reason{"training.lora_targets", 3}, // none of those modules is in the model
};

bool hasTags(const Comparison &comparison, const std::vector<Tag> &tags)
{
    return std::all_of(tags.begin(), tags.end(), [&comparison](const Tag &tag) {
        return std::find(comparison.tags.begin(), comparison.tags.end(), tag)
            != comparison.tags.end();
    });
}

QString percent(double share)
{
    return QString::number(100 * share, 'f', 3) + " %";
}

} // namespace

class TestAccuracy : public QObject
{
    Q_OBJECT

private:
    Validation m_all;
    std::vector<Attainment> m_attained;
    std::size_t m_runs = 0;

    std::vector<Disagreement> disagreementsOfToday(Explanations &explanations) const
    {
        const Result<std::string> text
            = readFile(SHARDSCOPE_TEST_DATA "/measured/explanations.json");
        Result<Explanations> read = text ? readExplanations(*text) : text.error();
        if (!read)
            qFatal("%s", describe(read.error()).c_str());
        explanations = *std::move(read);
        return disagreements(m_all, explanations);
    }

private slots:
    void initTestCase()
    {
        for (const char *file : {"steps.json", "more-steps.json", "fsdp2-steps.json",
                 "hybrid-steps.json", "gemma-steps.json", "objective-steps.json", "verl-steps.json",
                 "state-space-steps.json", "vision-steps.json", "trained-steps.json",
                 "encoder-steps.json", "seq2seq-steps.json", "stack-steps.json",
                 "sparse-steps.json", "split-steps.json", "peft-steps.json", "base-steps.json",
                 "fp8-steps.json", "offload-steps.json", "optimizer-steps.json",
                 "compile-steps.json", "transformers-mesh.json", "family-mesh.json",
                 "autocast-steps.json", "wire-steps.json", "deepspeed.json", "more-deepspeed.json",
                 "deepspeed-real.json", "deepspeed-mesh.json", "deepspeed-pipeline.json",
                 "zero3-steps.json", "stack-deepspeed.json", "reentrant-steps.json",
                 "reentrant-deepspeed.json", "unquantized-steps.json", "contrast-steps.json",
                 "gpu-steps.json", "h200.json", "device.json"}) {
            const std::vector<Case> cases = measured(file);
            m_runs += cases.size();
            Validation found = validate(cases, builtInCatalog());
            std::move(found.comparisons.begin(), found.comparisons.end(),
                std::back_inserter(m_all.comparisons));
            std::move(
                found.leftOut.begin(), found.leftOut.end(), std::back_inserter(m_all.leftOut));
            m_all.published.stating += found.published.stating;
            m_all.published.planned += found.published.planned;
        }
        m_attained = attainments(m_all);
    }

    void isAsGoodAsItWas_data()
    {
        QTest::addColumn<int>("ceiling");
        for (std::size_t i = 0; i < ceilings.size(); ++i)
            QTest::addRow("%s, %s", ceilings[i].target, ceilings[i].metric) << static_cast<int>(i);
    }

    void isAsGoodAsItWas()
    {
        QFETCH(int, ceiling);
        const auto &[name, metric, bounds] = ceilings[static_cast<std::size_t>(ceiling)];
        bool any = false;
        for (const Attainment &item : m_attained) {
            if (item.target->name != name || item.target->metric != metric)
                continue;
            any = true;
            QVERIFY(item.reached);
            const ErrorSummary &found = *item.reached;
            QVERIFY2(found.median <= bounds.median, qPrintable(percent(found.median)));
            QVERIFY2(
                found.percentile95 <= bounds.percentile95, qPrintable(percent(found.percentile95)));
            QVERIFY2(found.worst <= bounds.worst, qPrintable(percent(found.worst)));
            QVERIFY2(item.ranks >= bounds.ranks, qPrintable(QString::number(item.ranks)));
        }
        QVERIFY2(any, "no such target");
    }

    void everyTargetHasACeiling()
    {
        for (const Attainment &item : m_attained) {
            const bool held
                = std::any_of(ceilings.begin(), ceilings.end(), [&item](const Ceiling &ceiling) {
                      return ceiling.target == item.target->name
                          && ceiling.metric == item.target->metric;
                  });
            QVERIFY2(held || !item.reached, item.target->name.c_str());
        }
    }

    // The aims are for all runs, and for those whose settings are all stated. Beyond them may be
    // runs of which a setting was assumed, those of whole models under torch.compile, and the
    // speeds of SimuMax's 13, of which one (eight-way tensor parallelism, 17 % too fast) passes
    // another.
    void aimsAreReached()
    {
        for (const Attainment &item : m_attained) {
            const std::vector<Tag> &tags = item.target->tags;
            const bool mayMiss = std::find(tags.begin(), tags.end(), assumed) != tags.end()
                || item.target->name == underCompile || item.target->name == rankedSpeeds;
            QVERIFY2(mayMiss || !item.reached || item.isReached(), item.target->name.c_str());
        }
    }

    void statedAndAssumedRunsMakeUpAll()
    {
        const auto count = [this](const std::vector<Tag> &tags) {
            return std::count_if(m_all.comparisons.begin(), m_all.comparisons.end(),
                [&tags](const Comparison &c) { return hasTags(c, tags); });
        };
        const Tag stated{"settings", "stated"};
        QCOMPARE(
            static_cast<std::size_t>(count({stated}) + count({assumed})), m_all.comparisons.size());
        QVERIFY(count({{"format", "device"}, stated}) > 300);
        QVERIFY(count({{"format", "device"}, assumed}) > 100);
        QCOMPARE(count({deepSpeed, assumed}), 0); // what DeepSpeed ran with is all there
    }

    // What nobody can explain is said to be so, and is no more than this.
    void unexplainedFiguresAreKnown()
    {
        Explanations explanations;
        QStringList unexplained;
        QStringList inPart;
        int ofNanotron = 0; // whose cluster and memory differ from run to run
        int ofBigScience = 0; // whose speeds are those of a cluster that was being set up
        for (const Disagreement &item : disagreementsOfToday(explanations)) {
            if (hasTags(*item.comparison, {{"source", "ultrascale"}, {"model", "cut"}})) {
                QVERIFY2(item.explained == Explained::InPart, item.comparison->id.c_str());
                ++ofNanotron;
                continue;
            }
            if (item.comparison->id.starts_with("bigscience-")) {
                QVERIFY2(!item.why.empty(), item.comparison->id.c_str());
                ++ofBigScience;
                continue;
            }
            const std::string figure = item.comparison->id + " " + item.comparison->metric;
            if (item.explained == Explained::No)
                unexplained += QString::fromStdString(figure);
            else if (item.explained == Explained::InPart)
                inPart += QString::fromStdString(figure);
        }
        QVERIFY2(ofNanotron <= 106, qPrintable(QString::number(ofNanotron)));
        QVERIFY2(ofBigScience <= 48, qPrintable(QString::number(ofBigScience)));
        QCOMPARE(unexplained,
            (QStringList{"seq2seq-fsdp1-r2-27-bart between_steps",
                "seq2seq-fsdp1-r2-27-bart backward_end", "seq2seq-fsdp1-r2-27-bart step_peak",
                "trl-z3-off-s06-phi3-dpo all_gather_bytes", "trl-z3-off-s06-phi3-dpo wire_bytes",
                "trl-z3-off-s10-starcoder2-kto all_gather_bytes",
                "trl-z3-off-s10-starcoder2-kto wire_bytes",
                "trl-z3-off-s28-llama-kto all_gather_bytes", "trl-z3-off-s28-llama-kto wire_bytes",
                "reentrant-c-109-falcon_mamba forward_peak", "gpu-seq2seq-r1-t5-034 peak_bytes",
                "gpu-seq2seq-r1-t5-034 forward_peak", "gpu-seq2seq-r1-t5-034 forward_end",
                "gpu-seq2seq-r1-t5-034 backward_peak", "gpu-fp8-wide-amp-few peak_bytes",
                "gpu-fp8-wide-amp-few backward_peak", "h100-offload-llama-qlora between_steps",
                "h100-remade-lokr-llama-all-checkpoint peak_bytes",
                "h100-remade-lokr-llama-all-checkpoint backward_peak",
                "h100-mt5-large-bf16-checkpoints peak_bytes",
                "gpu-autocast-encoder-bert-large-cls-amp-eager-ckpt forward_peak",
                "fsdpqlora-029 tokens_per_s_per_gpu", "titan-027 tokens_per_s_per_gpu",
                "axolotl-005 reserved"}));
        QCOMPARE(inPart,
            (QStringList{"objective-seeing-mistral3-2-grpo scoring_peak",
                "compile-054-Mistral-7B-v0.1-lora-model peak_bytes",
                "compile-054-Mistral-7B-v0.1-lora-model backward_peak",
                "compile-056-gemma-2-2b-full-amp-model peak_bytes",
                "compile-056-gemma-2-2b-full-amp-model backward_peak",
                "compile-071-Llama-2-7b-hf-lora-ck-model peak_bytes",
                "compile-071-Llama-2-7b-hf-lora-ck-model forward_peak",
                "compile-071-Llama-2-7b-hf-lora-ck-model backward_peak",
                "compile-064-gpt2-xl-full-model peak_bytes",
                "compile-064-gpt2-xl-full-model forward_peak",
                "compile-064-gpt2-xl-full-model backward_peak",
                "compile-065-gpt2-xl-full-amp-model forward_peak",
                "compile-066-gpt2-xl-lora-model peak_bytes",
                "compile-066-gpt2-xl-lora-model forward_peak",
                "compile-066-gpt2-xl-lora-model backward_peak",
                "trl-z3-off-r02-starcoder2-grpo all_gather_bytes",
                "trl-z3-off-r02-starcoder2-grpo wire_bytes",
                "trl-z3-off-s05-olmo2-grpo all_gather_bytes",
                "trl-z3-off-s05-olmo2-grpo wire_bytes",
                "stack-zero3-r2-06-xlm-roberta forward_peak",
                "stack-zero3-r2-26-pegasus forward_peak", "stack-zero3-r3-27-mt5 forward_peak",
                "fms-062 nvidia_smi_delta", "fms-086 nvidia_smi_delta", "fms-090 nvidia_smi_delta",
                "litgpt-001 allocated", "litgpt-002 allocated", "litgpt-003 allocated",
                "litgpt-004 allocated", "litgpt-005 allocated", "flagperf-021 nvidia_smi"}));
    }

    // A text that admits that something is not explained is no explanation of all of it.
    void explanationsSayWhatTheyAre()
    {
        Explanations explanations;
        disagreementsOfToday(explanations);
        for (const Explanation &item : explanations) {
            const bool admits
                = QString::fromStdString(item.why).contains("not explained", Qt::CaseInsensitive);
            QVERIFY2(!admits || item.explained != Explained::Yes, item.id.c_str());
        }
    }

    // Steps that were followed all have a scenario.
    void leavesNoFollowedStepOut()
    {
        const auto count = [this](const Tag &tag) {
            return std::count_if(
                m_all.comparisons.begin(), m_all.comparisons.end(), [&tag](const Comparison &c) {
                    return c.metric == "peak_bytes" && hasTags(c, {tag});
                });
        };
        QCOMPARE(count(steps), 8348);
        QCOMPARE(count(deepSpeed), 616);
    }

    // Runs that did not fit, and were predicted to fit with more than a tenth to spare.
    void promisesNoRoomWhereThereWasNone()
    {
        QStringList found;
        for (const Comparison *comparison : falsePromises(m_all))
            found += QString::fromStdString(comparison->id);
        // 206B parameters, where 203B in the same layout took 67 of 80 GB.
        QCOMPARE(found, QStringList{"bigscience-176b-100"});
    }

    // Of runs that say what a plan needs: what is refused is work left.
    void plansAsManyPublishedRunsAsItDid()
    {
        QCOMPARE(m_all.published.stating, std::size_t(1090));
        QVERIFY(m_all.published.planned >= 877);
    }

    void everyRunIsComparedOrLeftOut()
    {
        std::set<std::string> ids;
        for (const Comparison &comparison : m_all.comparisons)
            ids.insert(comparison.id);
        for (const LeftOut &item : m_all.leftOut)
            QVERIFY2(ids.insert(item.id).second, item.id.c_str());
        QCOMPARE(ids.size(), m_runs);
    }

    // No run is left out for a new reason, and none more for a known one.
    void leavesNoMoreOutThanItDid()
    {
        std::map<std::string, int> counts;
        for (const LeftOut &item : m_all.leftOut)
            ++counts[item.reason.substr(0, item.reason.find(": "))];
        for (const auto &[reason, count] : counts) {
            const auto known = std::find_if(reasons.begin(), reasons.end(),
                [&r = reason](const Reason &item) { return item.says == r; });
            QVERIFY2(known != reasons.end(), reason.c_str());
            QVERIFY2(count <= known->most, reason.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestAccuracy)
#include "tst_accuracy.moc"
