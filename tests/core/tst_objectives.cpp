// SPDX-License-Identifier: GPL-3.0-or-later
// What objectives beyond the next token hold: heads over the last token, reference models, scored
// logits, and an engine that generates on the same GPU. Followed steps confirm the sums
// (tests/data/measured/objective-steps.json).
#include "core/interchange/importrun.h"
#include "core/interchange/importtext.h"
#include "core/judge/objectivefindings.h"
#include "core/step/rollout.h"
#include "core/step/stepmodules.h"
#include "tests/support/phaseof.h"
#include "tests/support/preparedworkload.h"
#include "tests/support/repaired.h"
#include "tests/support/testcatalog.h"

#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

constexpr double vocabulary = 128256;
constexpr double hidden = 4096;
constexpr double parameters = 8030261248;
constexpr double layers = 32;

bool isNear(double value, double expected, double share = 1e-4)
{
    return std::abs(value - expected) <= share * expected;
}

} // namespace

class TestObjectives : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    /// Llama 3 8B on one GPU of plenty, pairs or answers of 1,024 tokens.
    Scenario scenario(const Settings &changes) const
    {
        const Scenario base = scenarioWith(
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.sequence_length", "1024"},
                {"training.micro_batch", "2"}, {"training.precision", "bf16"},
                {"parallel.strategy", "ddp"}, {"parallel.gpus", "1"}, {"hardware.gpu", "b200"}});
        return scenarioWith(changes, base);
    }
    Plan plan(const Settings &changes) const { return planOf(scenario(changes), m_catalog); }

private slots:
    void aSecondModelIsHeldOnce_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<double>("bytes");
        QTest::newRow("a copy in full training")
            << Settings{{"training.objective", "dpo"}} << 2 * parameters;
        QTest::newRow("none with adapters")
            << Settings{{"training.objective", "dpo"}, {"training.method", "lora"}} << 0.0;
        QTest::newRow("one beside adapters where it is asked for") << Settings{
            {"training.objective", "dpo"}, {"training.method", "lora"},
            {"training.reference_model", "separate"}} << 2 * parameters;
        QTest::newRow("none where log-probabilities are there")
            << Settings{{"training.objective", "dpo"}, {"training.reference_model", "none"}} << 0.0;
        QTest::newRow("none of GRPO, whose beta is 0")
            << Settings{{"training.objective", "grpo"}, {"rollout.engine", "vllm-server"}} << 0.0;
        QTest::newRow("none of ORPO")
            << Settings{{"training.objective", "orpo"}, {"training.reference_model", "separate"}}
            << 0.0;
        QTest::newRow("a copy of KTO") << Settings{{"training.objective", "kto"}} << 2 * parameters;
        QTest::newRow("an eighth of fp32 weights under FSDP2") << Settings{
            {"training.objective", "dpo"}, {"training.precision", "bf16-master"},
            {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp2"},
            {"parallel.gpus", "8"}} << 4 * parameters / 8;
        QTest::newRow("whole under ZeRO-2") << Settings{{"training.objective", "dpo"},
            {"training.precision", "bf16-master"}, {"parallel.strategy", "zero2"},
            {"parallel.gpus", "8"}} << 2 * parameters;
    }
    void aSecondModelIsHeldOnce()
    {
        QFETCH(Settings, settings);
        QFETCH(double, bytes);
        const Plan made = plan(settings);
        for (const PhaseId phase : {PhaseId::Forward, PhaseId::Backward, PhaseId::OptimizerStep})
            QVERIFY2(isNear(partOf(made, phase, PartId::Reference), bytes),
                qPrintable(QString::number(partOf(made, phase, PartId::Reference), 'f')));
    }

    /// FSDP2 gathers a model that is one unit at once, in 16 bit, and copies it out of its buffer.
    void aShardedReferenceIsGatheredWhole()
    {
        const Plan made = plan({{"training.objective", "dpo"},
            {"training.precision", "bf16-master"}, {"parallel.strategy", "fsdp"},
            {"parallel.framework", "fsdp2"}, {"parallel.gpus", "8"},
            {"training.sequence_length", "64"}, {"training.micro_batch", "1"}});
        QVERIFY(isNear(partOf(made, PhaseId::Loss, PartId::Gathered), 2 * 2 * parameters));
        QVERIFY(partOf(made, PhaseId::Backward, PartId::Gathered) < parameters);
    }

    /// ZeRO-3 has the reference in shards as well, and gathers a module at a time.
    void aPartitionedReferenceIsGatheredByModules()
    {
        const Plan made = plan({{"training.objective", "dpo"}, {"parallel.strategy", "zero3"},
            {"parallel.gpus", "8"}, {"training.micro_batch", "1"}});
        for (const PhaseId phase : {PhaseId::Forward, PhaseId::Loss, PhaseId::Backward})
            QVERIFY(isNear(partOf(made, phase, PartId::Reference), 2 * parameters / 8, 0.01));
        const double alone
            = partOf(plan({{"training.objective", "dpo"}, {"training.reference_model", "none"},
                         {"parallel.strategy", "zero3"}, {"parallel.gpus", "8"},
                         {"training.micro_batch", "1"}}),
                PhaseId::Loss, PartId::Gathered);
        const double beside = partOf(made, PhaseId::Loss, PartId::Gathered);
        QVERIFY2(beside >= alone && beside < alone + 2 * parameters / 2,
            qPrintable(QStringLiteral("%1 %2").arg(alone).arg(beside)));
    }

    /// Under ZeRO-3 adapters are merged into a model that is gathered whole, to hand it to vLLM;
    /// without adapters a tensor at a time is.
    void adaptersAreMergedIntoAWholeModel()
    {
        const auto handed = [this](Settings more) {
            for (const auto &[key, value] :
                Settings{{"training.objective", "grpo"}, {"rollout.engine", "vllm-server"},
                    {"parallel.strategy", "zero3"}, {"parallel.gpus", "8"}})
                more.emplace_back(key, value);
            return partOf(plan(more), PhaseId::Generation, PartId::Rollout);
        };
        QVERIFY(isNear(handed({{"training.method", "lora"}}), 2 * parameters));
        QVERIFY(isNear(handed({}), 2 * vocabulary * hidden));
    }

    /// An engine that slept has its weights awake by then, and no cache.
    void weightsAreHandedToAnEngineWithoutACache()
    {
        const auto most = [this](std::string_view share) {
            return partOf(plan({{"training.objective", "grpo"}, {"training.method", "lora"},
                              {"parallel.strategy", "zero3"}, {"parallel.gpus", "8"},
                              {"rollout.sleep", "on"}, {"rollout.share", share}}),
                PhaseId::Generation, PartId::Rollout);
        };
        const double gpu = m_catalog.findGpu("b200")->usable().value();
        QVERIFY(isNear(most("0.1"), 2 * 2 * parameters));
        QVERIFY(isNear(most("0.4"), 0.4 * gpu));
    }

    /// selective_log_softmax: of fp32 logits, which accelerate makes, the logits stay; of the
    /// 16-bit ones under DeepSpeed their log-probabilities.
    void logitsOfPairsStay()
    {
        const double pairs = 2 * 2.0;
        const auto kept = [this](const Settings &settings) {
            Settings with = settings;
            with.emplace_back("training.reference_model", "none");
            with.emplace_back("training.objective", "dpo");
            Settings without = settings;
            without.emplace_back("training.objective", "reward");
            return (phaseOf(plan(with), PhaseId::Loss).tensorEnd
                - phaseOf(plan(without), PhaseId::Loss).tensorEnd)
                .value();
        };
        // A head, its AdamW state and its inputs are what a reward model lacks.
        const double head = 2 * 3 * vocabulary * hidden;
        QVERIFY(isNear(kept({}) - head, 4 * pairs * 1024 * vocabulary, 0.01));
        const double master = 12 * vocabulary * hidden; // with fp32 master and moments, over 1 rank
        const double halves = kept({{"parallel.strategy", "zero2"},
            {"training.precision", "bf16-master"}, {"parallel.gpus", "2"}});
        const double state = 2 * vocabulary * hidden + master / 2;
        QVERIFY2(isNear(halves - state, 2 * pairs * 1023 * vocabulary, 0.05),
            qPrintable(QString::number((halves - state) / (2 * pairs * 1023 * vocabulary))));
    }

    /// Beside the scores of all answers, ORPO and CPO keep log-probabilities of the preferred ones.
    void preferredAnswersAreLearned_data()
    {
        QTest::addColumn<QByteArray>("objective");
        QTest::addColumn<double>("tokens");
        QTest::newRow("ORPO") << QByteArray("orpo") << 2 * 1023.0;
        QTest::newRow("CPO") << QByteArray("cpo") << 2 * 1023.0;
        QTest::newRow("not of SimPO") << QByteArray("simpo") << 0.0;
    }
    void preferredAnswersAreLearned()
    {
        QFETCH(QByteArray, objective);
        QFETCH(double, tokens);
        const auto kept = [this](const Settings &settings) {
            return phaseOf(plan(settings), PhaseId::Loss).tensorEnd.value();
        };
        const double scored
            = kept({{"training.objective", "dpo"}, {"training.reference_model", "none"}});
        const double more = kept({{"training.objective", objective.toStdString()}}) - scored;
        QVERIFY2(std::abs(more - 4 * tokens * vocabulary) <= 1e-3 * scored,
            qPrintable(QString::number(more)));
    }

    /// KTO's trainer copies logits of liked and disliked answers, to log them.
    void sortedLogitsAreCopied()
    {
        const auto peak = [this](const char *objective) {
            return phaseOf(
                plan({{"training.objective", objective}, {"training.reference_model", "none"},
                    {"training.micro_batch", "4"}}),
                PhaseId::Loss)
                .tensorPeak.value();
        };
        // Pairs are twice as many sequences: two pairs have as many as four answers.
        const double pairs
            = phaseOf(plan({{"training.objective", "dpo"}, {"training.reference_model", "none"}}),
                PhaseId::Loss)
                  .tensorPeak.value();
        QVERIFY2(peak("kto") > pairs, qPrintable(QString::number(peak("kto") - pairs)));
    }

    void aRewardIsOneOutput()
    {
        const Plan made = plan({{"training.objective", "reward"}});
        QCOMPARE(made.model.parameters, parameters - vocabulary * hidden + hidden);
        QCOMPARE(partOf(made, PhaseId::Loss, PartId::Logits), 0.0);
        const Plan classes
            = plan({{"training.objective", "classification"}, {"training.num_labels", "7"}});
        QCOMPARE(classes.model.parameters, parameters - vocabulary * hidden + 7 * hidden);
        // Pairs are twice the sequences.
        QCOMPARE(made.time.tokensPerSecond > 0, true);
        QVERIFY(phaseOf(made, PhaseId::Forward).tensorPeak
            > phaseOf(classes, PhaseId::Forward).tensorPeak);
    }

    void answersAloneHaveLogits()
    {
        const auto most = [this](std::string_view completion) {
            return partOf(
                plan({{"training.objective", "grpo"}, {"rollout.engine", "vllm-server"},
                    {"rollout.generations", "2"}, {"training.completion_tokens", completion}}),
                PhaseId::Scoring, PartId::Logits);
        };
        QVERIFY(isNear(most("512") / most("256"), 513.0 / 257, 0.01));
        QVERIFY(isNear(most("0"), most("1023")));
    }

    void anEngineTakesItsShare()
    {
        const Settings grpo{{"training.objective", "grpo"}, {"training.method", "lora"},
            {"rollout.share", "0.4"}, {"rollout.generations", "2"}};
        const Plan awake = plan(grpo);
        const double gpu = m_catalog.findGpu("b200")->usable().value();
        QCOMPARE(awake.memory.phases.front().id, PhaseId::Generation);
        QCOMPARE(awake.memory.phases[1].id, PhaseId::Scoring);
        for (const Phase &phase : awake.memory.phases)
            QVERIFY(isNear(partBytes(phase, PartId::Rollout).value(), 0.4 * gpu));
        Settings sleeping = grpo;
        sleeping.emplace_back("rollout.sleep", "on");
        sleeping.emplace_back("rollout.asleep_gib", "2");
        const Plan asleep = plan(sleeping);
        QVERIFY(isNear(partOf(asleep, PhaseId::Generation, PartId::Rollout), 0.4 * gpu));
        for (const PhaseId phase : {PhaseId::Scoring, PhaseId::Forward, PhaseId::Backward})
            QCOMPARE(partOf(asleep, phase, PartId::Rollout), 2.0 * (1 << 30));
        QVERIFY(asleep.memory.peak < awake.memory.peak);
        Settings elsewhere = grpo;
        elsewhere.emplace_back("rollout.engine", "vllm-server");
        QCOMPARE(partOf(plan(elsewhere), PhaseId::Backward, PartId::Rollout), 0.0);
    }

    /// Layers with a state alone leave nothing for a token.
    void noCacheIsSizedWhereNothingIsCached()
    {
        const auto sized = [this](std::string_view model) {
            return findingOf(plan({{"model.id", model}, {"training.objective", "grpo"},
                                 {"training.method", "lora"}, {"training.micro_batch", "8"}}),
                       FindingId::RolloutCache)
                != nullptr;
        };
        QVERIFY(sized("meta-llama/Llama-3.1-8B"));
        QVERIFY(!sized("tiiuae/falcon-mamba-7b"));
    }

    void aCacheTakesWhatWeightsLeave()
    {
        const Settings grpo{
            {"training.objective", "grpo"}, {"training.method", "lora"}, {"rollout.share", "0.4"}};
        const auto memory = [this](const Settings &settings) {
            const Scenario chosen = scenario(settings);
            const Result<Resolved> resolved = resolve(chosen, m_catalog);
            return rolloutOf(chosen, *resolved);
        };
        const double gpu = m_catalog.findGpu("b200")->usable().value();
        const double perToken = 2 * layers * 2 * 8 * 128; // 8 heads of keys and of values
        const RolloutMemory one = memory(grpo);
        QCOMPARE(one.perToken.value(), perToken);
        QCOMPARE(one.tokens, std::floor((0.4 * gpu - 2 * parameters) / perToken));
        Settings shared = grpo;
        shared.emplace_back("rollout.tensor", "4");
        const RolloutMemory four = memory(shared);
        QCOMPARE(four.tokens, std::floor((0.4 * gpu - 2 * parameters / 4) / (perToken / 4)));
    }

    void whatIsNotDerivedIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("key");
        const auto row = [](const char *name, const Settings &settings, const char *key) {
            QTest::newRow(name) << settings << QString::fromLatin1(key);
        };
        const auto dpo = [](Settings more) {
            more.emplace_back("training.objective", "dpo");
            return more;
        };
        row("a fused loss", dpo({{"training.loss", "fused"}}), "training.loss");
        row("a chunked loss", dpo({{"training.loss", "chunked"}}), "training.loss");
        row("transformers 4", dpo({{"training.modules", "transformers-4"}}), "training.modules");
        row("ZeRO-3 without adapters other than LoRA's",
            dpo({{"parallel.strategy", "zero3"}, {"parallel.gpus", "8"},
                {"training.method", "lora"}, {"training.adapter", "dora"}}),
            "training.adapter");
        row("ZeRO-3 without adapters, and another copy of the head",
            dpo({{"parallel.strategy", "zero3"}, {"parallel.gpus", "8"},
                {"training.method", "lora"}, {"training.modules_to_save", "lm_head"}}),
            "training.modules_to_save");
        row("FSDP1 with adapters",
            dpo({{"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp1"},
                {"parallel.gpus", "8"}, {"training.method", "lora"}}),
            "parallel.framework");
        row("FSDP1 that leaves a reference gathered",
            dpo({{"parallel.strategy", "fsdp-grad-op"}, {"parallel.framework", "fsdp1"},
                {"parallel.gpus", "8"}}),
            "parallel.framework");
        row("no adapters to disable", dpo({{"training.reference_model", "adapters-off"}}),
            "training.reference_model");
        row("Megatron", dpo({{"parallel.strategy", "zero1"}, {"parallel.framework", "megatron"}}),
            "parallel.framework");
        row("tensor parallelism",
            dpo({{"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp2"},
                {"parallel.gpus", "8"}, {"parallel.tensor", "2"}}),
            "parallel.tensor");
        row("a teacher under FSDP2",
            {{"training.objective", "gkd"}, {"parallel.strategy", "fsdp"},
                {"parallel.framework", "fsdp2"}, {"parallel.gpus", "8"}},
            "parallel.strategy");
        row("label smoothing over labels",
            {{"training.objective", "classification"}, {"training.label_smoothing", "0.1"}},
            "training.label_smoothing");
    }
    void whatIsNotDerivedIsRefused()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, key);
        const Plan made = plan(settings);
        objectiveIsFreed(made, key);
        if (QTest::currentTestFailed())
            return;
        QCOMPARE(findingOf(made, FindingId::ObjectiveNotPlanned)->severity, Severity::Critical);
    }
    void aFamilyWithoutAHeadForSequencesHasNoReward()
    {
        const Plan made
            = plan({{"training.objective", "reward"}, {"model.id", "allenai/OLMoE-1B-7B-0924"}});
        const Finding *finding = findingOf(made, FindingId::ObjectiveNotPlanned);
        QVERIFY(finding);
        QCOMPARE(QString::fromStdString(finding->what), QStringLiteral("model.id"));
    }

    void whatIsDerivedIsPlanned()
    {
        for (const Settings &settings :
            {Settings{{"training.objective", "dpo"}}, {{"training.objective", "reward"}},
                {{"training.objective", "grpo"}, {"rollout.generations", "2"}},
                {{"training.objective", "dpo"}, {"training.method", "qlora"}},
                {{"training.objective", "dpo"}, {"parallel.strategy", "zero3"},
                    {"parallel.gpus", "8"}},
                {{"training.objective", "dpo"}, {"parallel.strategy", "zero3"},
                    {"parallel.gpus", "8"}, {"training.method", "lora"}},
                {{"training.objective", "dpo"}, {"parallel.strategy", "fsdp"},
                    {"parallel.framework", "fsdp1"}, {"parallel.gpus", "8"}},
                {{"training.objective", "gkd"}, {"parallel.strategy", "zero2"},
                    {"parallel.gpus", "8"}},
                {{"training.objective", "kto"}, {"training.reference_model", "none"},
                    {"parallel.strategy", "zero3"}, {"parallel.gpus", "8"}},
                {{"training.objective", "grpo"}, {"training.method", "lora"},
                    {"parallel.strategy", "zero3"}, {"parallel.gpus", "8"},
                    {"rollout.generations", "2"}}})
            QVERIFY(!has(plan(settings), FindingId::ObjectiveNotPlanned));
    }

    /// A teacher of another shape is held whole beside the model; without one a copy of the model
    /// is.
    void aTeacherIsHeldBeside()
    {
        const auto held = [this](const Settings &settings) {
            Settings all = settings;
            all.emplace_back("training.objective", "gkd");
            return partOf(plan(all), PhaseId::Forward, PartId::Reference);
        };
        QVERIFY(isNear(held({}), 2 * parameters));
        constexpr double larger = 70553706496;
        QVERIFY(isNear(held({{"training.teacher", "meta-llama/Meta-Llama-3-70B"}}), 2 * larger));
        const PreparedWorkload prepared(scenario({{"training.objective", "gkd"},
                                            {"training.teacher", "meta-llama/Meta-Llama-3-70B"}}),
            m_catalog);
        const StepModules modules(prepared.work.layerSettings());
        QCOMPARE(modules.reference()->layers(), 80);
    }

    /// TRL 1.10.0.dev0 experimental/gkd/gkd_trainer.py: of seven tensors as large as the logits
    /// autograd keeps the values for the backward pass, of both models' logits none.
    void aDistilledLossKeepsSevenTimesTheLogits()
    {
        const PreparedWorkload prepared(
            scenario({{"training.objective", "gkd"}, {"training.kernels", "reference"}}),
            m_catalog);
        const StepModules modules(prepared.work.layerSettings());
        QVERIFY(isNear(modules.scores().keptBytes(), 7 * 4 * 2 * 1023 * vocabulary));
    }

    void anotherVocabularyIsRefused()
    {
        const Settings other{{"training.objective", "gkd"}, {"training.teacher", "Qwen/Qwen3-8B"}};
        refusedAndRepaired(scenario(other), FindingId::TeacherVocabulary, m_catalog);
    }

    void anUnknownTeacherIsNamed()
    {
        const Result<Plan> made = makePlan(
            scenario({{"training.objective", "gkd"}, {"training.teacher", "nobody/nothing"}}),
            m_catalog);
        QVERIFY(!made);
        QCOMPARE(QString::fromStdString(made.error().where), QStringLiteral("training.teacher"));
    }

    /// TRL's KTO pairs each answer with the prompt of another one in its micro-batch.
    void aLoneAnswerIsRefused()
    {
        refusedAndRepaired(scenario({{"training.objective", "kto"}, {"training.micro_batch", "1"}}),
            FindingId::LoneAnswer, m_catalog);
        QVERIFY(!has(plan({{"training.objective", "dpo"}, {"training.micro_batch", "1"}}),
            FindingId::LoneAnswer));
    }

    void answersDivide()
    {
        const auto refuses = [this](std::string_view generations) {
            return has(plan({{"training.objective", "grpo"}, {"training.micro_batch", "4"},
                           {"training.accumulation", "3"}, {"rollout.generations", generations}}),
                FindingId::GenerationsDoNotDivide);
        };
        QVERIFY(!refuses("6"));
        QVERIFY(!refuses("12"));
        QVERIFY(refuses("8"));
        QVERIFY(has(plan({{"training.objective", "grpo"}, {"rollout.share", "0.05"},
                        {"hardware.gpu", "h100-sxm"}}),
            FindingId::RolloutTooSmall));
    }

    void aRoutersLossIsSaid()
    {
        const Settings experts{{"model.id", "mistralai/Mixtral-8x7B-v0.1"},
            {"training.method", "lora"}, {"training.objective", "dpo"}};
        const Plan made = plan(experts);
        const Finding *finding = findingOf(made, FindingId::RouterLoss);
        QVERIFY(finding);
        QCOMPARE(finding->bytes.value(), 2 * 2 * 1024 * 32.0 * 8 * (4 + 2 * 12));
        QVERIFY(made.memory.confidence.high > made.memory.peak + 0.99 * finding->bytes);
        QVERIFY(!has(plan({{"training.objective", "dpo"}}), FindingId::RouterLoss));
    }

    void filesSayWhatIsTrainedFor_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<Settings>("settings");
        QTest::newRow("axolotl DPO")
            << "dpo.yaml"
            << "base_model: meta-llama/Llama-3.1-8B\nrl: dpo\nadapter: lora\nlora_r: 16\n"
               "sequence_len: 2048\nmicro_batch_size: 2\n"
            << Settings{{"training.objective", "dpo"}, {"training.loss", "standard"}};
        QTest::newRow("axolotl reward model")
            << "rm.yaml"
            << "base_model: meta-llama/Llama-3.1-8B\nreward_model: true\nsequence_len: 2048\n"
               "micro_batch_size: 2\n"
            << Settings{{"training.objective", "reward"}};
        const QString axolotl = "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 2048\n"
                                "micro_batch_size: 2\n";
        QTest::newRow("axolotl ORPO") << "orpo.yaml" << axolotl + "rl: orpo\norpo_alpha: 0.1\n"
                                      << Settings{{"training.objective", "orpo"}};
        QTest::newRow("axolotl KTO") << "kto.yaml" << axolotl + "rl: kto\n"
                                     << Settings{{"training.objective", "kto"}};
        QTest::newRow("axolotl SimPO, whose cpo_alpha is 1")
            << "simpo.yaml" << axolotl + "rl: simpo\nsimpo_gamma: 0.5\n"
            << Settings{{"training.objective", "cpo"}};
        QTest::newRow("axolotl SimPO alone")
            << "simpo.yaml" << axolotl + "rl: simpo\ncpo_alpha: 0\n"
            << Settings{{"training.objective", "simpo"}};
        QTest::newRow("TRL's CPO with SimPO's loss")
            << "run.sh"
            << "trl cpo --model_name_or_path Qwen/Qwen3-8B --loss_type simpo --cpo_alpha 0.0\n"
            << Settings{{"training.objective", "simpo"}};
        QTest::newRow("TRL's CPO with another loss")
            << "run.sh"
            << "trl cpo --model_name_or_path Qwen/Qwen3-8B --loss_type hinge\n"
            << Settings{{"training.objective", "cpo"}};
        QTest::newRow("TRL's ORPOConfig")
            << "train.py"
            << "from trl.experimental.orpo import ORPOConfig\n"
               "args = ORPOConfig(per_device_train_batch_size=2, beta=0.1)\n"
            << Settings{{"training.objective", "orpo"}};
        QTest::newRow("TRL's KTO with stored log-probabilities")
            << "run.sh"
            << "trl kto --model_name_or_path Qwen/Qwen3-8B --precompute_ref_log_probs true\n"
            << Settings{{"training.objective", "kto"}, {"training.reference_model", "none"}};
        const QString factory = "model_name_or_path: meta-llama/Llama-3.1-8B\n"
                                "finetuning_type: lora\ncutoff_len: 2048\nbf16: true\n";
        QTest::newRow("LLaMA-Factory ORPO")
            << "orpo.yaml" << factory + "stage: dpo\npref_loss: orpo\n"
            << Settings{{"training.objective", "orpo"}};
        QTest::newRow("LLaMA-Factory SimPO")
            << "simpo.yaml" << factory + "stage: dpo\npref_loss: simpo\n"
            << Settings{{"training.objective", "simpo"}};
        QTest::newRow("LLaMA-Factory KTO") << "kto.yaml" << factory + "stage: kto\n"
                                           << Settings{{"training.objective", "kto"}};
        QTest::newRow("LLaMA-Factory DPO")
            << "dpo.yaml"
            << "model_name_or_path: meta-llama/Llama-3.1-8B\nstage: dpo\nfinetuning_type: lora\n"
               "cutoff_len: 2048\nbf16: true\n"
            << Settings{{"training.objective", "dpo"}};
        QTest::newRow("TRL's command")
            << "run.sh"
            << "trl dpo --model_name_or_path Qwen/Qwen3-8B --max_length 2048 "
               "--precompute_ref_log_probs true\n"
            << Settings{{"training.objective", "dpo"}, {"training.reference_model", "none"},
                   {"training.loss", "standard"}, {"training.sequence_length", "2048"}};
        QTest::newRow("TRL's GRPOConfig")
            << "train.py"
            << "from trl import GRPOConfig\nargs = GRPOConfig(per_device_train_batch_size=8,\n"
               "    num_generations=8, max_prompt_length=512, max_completion_length=1024,\n"
               "    use_vllm=True, vllm_mode=\"colocate\", vllm_gpu_memory_utilization=0.4,\n"
               "    vllm_enable_sleep_mode=True, beta=0.04)\n"
            << Settings{{"training.objective", "grpo"}, {"rollout.engine", "vllm-colocate"},
                   {"rollout.share", "0.4"}, {"rollout.sleep", "on"}, {"rollout.generations", "8"},
                   {"training.completion_tokens", "1024"}, {"training.sequence_length", "1536"},
                   {"training.reference_model", "separate"}};
        QTest::newRow("TRL's GRPOConfig without vLLM")
            << "train.py"
            << "from trl import GRPOConfig\nargs = GRPOConfig(num_generations=4)\n"
            << Settings{{"training.objective", "grpo"}, {"rollout.engine", "transformers"},
                   {"training.completion_tokens", "512"}};
    }
    void filesSayWhatIsTrainedFor()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(Settings, settings);
        const std::vector<RunFile> files{{name.toStdString(), text.toStdString()}};
        const Result<ImportedRun> imported = importRun(files, m_catalog, {});
        if (!imported)
            qFatal("%s", describe(imported.error()).c_str());
        for (const ImportRow &row : imported->report.notUnderstood)
            qWarning("not understood: %s", importPlace(row).c_str());
        QVERIFY(imported->report.notUnderstood.empty());
        for (const auto &[key, value] : settings) {
            Scenario expected = imported->scenario;
            QVERIFY(setKeyText(expected, key, value));
            QVERIFY2(expected == imported->scenario, std::string(key).c_str());
        }
    }

    void otherObjectivesAreSaidToBeNotModelled_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("key");
        const QString axolotl = "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 2048\n"
                                "micro_batch_size: 2\n";
        const QString factory = "model_name_or_path: meta-llama/Llama-3.1-8B\ncutoff_len: 2048\n"
                                "finetuning_type: lora\n";
        QTest::newRow("axolotl GDPO") << axolotl + "rl: gdpo\n"
                                      << "rl";
        QTest::newRow("LLaMA-Factory PPO") << factory + "stage: ppo\n"
                                           << "stage";
        QTest::newRow("LLaMA-Factory's reward model") << factory + "stage: rm\n"
                                                      << "stage";
    }
    void otherObjectivesAreSaidToBeNotModelled()
    {
        QFETCH(QString, text);
        QFETCH(QString, key);
        const std::vector<RunFile> files{{"run.yaml", text.toStdString()}};
        const Result<ImportedRun> imported = importRun(files, m_catalog, {});
        QVERIFY(imported.has_value());
        int said = 0;
        for (const ImportRow &row : imported->report.assumed)
            said += row.key == key.toStdString() ? 1 : 0;
        QCOMPARE(said, 1);
        QCOMPARE(imported->scenario.training.objective, Objective::CausalLm);
    }
};

QTEST_APPLESS_MAIN(TestObjectives)
#include "tst_objectives.moc"
