// SPDX-License-Identifier: GPL-3.0-or-later
// Embeddings learned from contrasts: passes through the model, what pools tokens, GradCache, and
// what files of such runs say. Followed steps confirm the sums
// (tests/data/measured/contrast-steps.json).
#include "core/explore/advice/advice.h"
#include "core/explore/search/searchspace.h"
#include "core/judge/objectivefindings.h"
#include "core/step/resolve.h"
#include "tests/support/importrun.h"
#include "tests/support/phaseof.h"
#include "tests/support/repaired.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

// FacebookAI/xlm-roberta-base
constexpr double words = 250002;
constexpr double hidden = 768;
constexpr double pooler = hidden * hidden + hidden;

ImportedRun script(const std::string &calls)
{
    return imported({{"train.py",
        calls
            + "\nargs = SentenceTransformerTrainingArguments(per_device_train_batch_size=16, "
              "bf16=True)\n"}});
}

} // namespace

class TestContrasts : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Scenario scenario(const Settings &changes) const
    {
        const Scenario base = scenarioWith({{"model.id", "FacebookAI/xlm-roberta-base"},
            {"training.objective", "embedding"}, {"training.precision", "bf16"},
            {"training.attention", "sdpa"}, {"training.sequence_length", "128"},
            {"training.micro_batch", "16"}, {"training.accumulation", "1"},
            {"training.checkpointing", "none"}, {"parallel.strategy", "ddp"},
            {"parallel.gpus", "1"}, {"hardware.gpu", "h100-sxm"}});
        return scenarioWith(changes, base);
    }
    Plan plan(const Settings &changes = {}) const { return planOf(scenario(changes), m_catalog); }
    double kept(const Settings &changes) const
    {
        return phaseOf(plan(changes), PhaseId::Loss).tensorEnd.value();
    }
    std::optional<std::string_view> obstacle(const Settings &changes) const
    {
        const Scenario changed = scenario(changes);
        return objectiveObstacle(changed, resolve(changed, m_catalog)->spec);
    }

private slots:
    /// AutoModel has no head over words, and BERT's pooler, which nobody reads.
    void theModelIsWithoutAHead()
    {
        const Plan masked = plan({{"training.objective", "masked-lm"}});
        const Plan embedded = plan();
        const double head = hidden * hidden + hidden + 2 * hidden + words;
        QCOMPARE(masked.model.parameters - embedded.model.parameters, head - pooler);
        // Two moments of the pooler are never made.
        const double moments = partOf(embedded, PhaseId::OptimizerStep, PartId::OptimizerState);
        QVERIFY(std::abs(moments - 4 * (embedded.model.parameters - pooler)) < 1e6);
    }

    /// Each further text of an example keeps what a pair's second one does; the mean's mask is as
    /// large as the hidden states.
    void eachTextGoesThroughTheModel()
    {
        const double pair = kept({});
        const double triplet = kept({{"training.texts", "3"}});
        const double four = kept({{"training.texts", "4"}});
        const double third = triplet - pair;
        QVERIFY(third > 1e8);
        QVERIFY(std::abs(four - triplet - third) < 1e-3 * third);
        const double states = 16 * 128 * hidden * 2;
        const double masks = kept({{"training.pooling", "mean"}})
            - kept({{"training.pooling", "cls"}}); // which keeps the states themselves
        QVERIFY(std::abs(masks) < 0.1 * states);
    }

    /// The run counts the tokens of all texts, as the step does.
    void anExamplesTextsAllCount()
    {
        const Plan three = plan({{"training.texts", "3"}, {"training.micro_batch", "5"}});
        QCOMPARE(three.run.tokensPerStep, 3.0 * 5 * 128);
        QCOMPARE(three.run.sequencesPerStep, 5.0);
    }

    /// A weight's gradient of one pass waits for the other's; those of earlier micro-steps are
    /// there as well. The largest moment comes with the table of words, whose second one is at
    /// work.
    void gradientsOfBothPassesMeet()
    {
        const auto held = [this](const char *accumulation, PartId part) {
            return partOf(plan({{"training.micro_batch", "1"}, {"training.sequence_length", "16"},
                              {"training.accumulation", accumulation}}),
                PhaseId::Backward, part);
        };
        const double gradients = held("1", PartId::Gradients);
        QVERIFY(std::abs(gradients - 2 * (plan().model.parameters - pooler)) < 1e6);
        QVERIFY(held("1", PartId::Temporaries) >= 2 * words * hidden);
        QVERIFY(held("2", PartId::Gradients) > 1.6 * gradients);
    }

    void allInOneBatchIsAsManyRows()
    {
        const Settings decoder{{"model.id", "Qwen/Qwen3-Embedding-0.6B"},
            {"training.attention", "flash"}, {"training.micro_batch", "4"}};
        Settings classified = decoder;
        classified.insert(classified.end(),
            {{"training.objective", "classification"}, {"training.num_labels", "1"},
                {"training.micro_batch", "8"}});
        const double rows = kept(classified);
        QVERIFY(std::abs(kept(decoder) - rows) < 0.01 * rows);
    }

    /// Texts of a chunk, whatever the batch is: but for embeddings, their gradients, and ids.
    void aCacheOfGradientsTakesWhatAChunkTakes()
    {
        const auto peak = [this](const char *batch) {
            return phaseOf(
                plan({{"training.gradient_cache", "8"}, {"training.micro_batch", batch}}),
                PhaseId::Backward)
                .tensorPeak.value();
        };
        const double more = 2 * (64 - 16);
        const double each = 2 * hidden * 4 + 2 * 128 * 8; // fp32, as accelerate hands them out
        QVERIFY(std::abs(peak("64") - peak("16") - more * each) < 1e5);
        QVERIFY(peak("64") < 0.5
                * phaseOf(plan({{"training.micro_batch", "64"}}), PhaseId::Backward)
                      .tensorPeak.value());
        // Of as many texts as there may be, one at a time, no count overflows.
        const Plan most = plan({{"training.gradient_cache", "1"}, {"training.texts", "1024"},
            {"training.micro_batch", "65536"}, {"training.accumulation", "1048576"}});
        QVERIFY(most.memory.peak > Bytes(0) && std::isfinite(most.memory.peak.value()));
        // Each text goes through the model once more.
        const Plan whole = plan({{"training.micro_batch", "64"}});
        const Plan cached
            = plan({{"training.gradient_cache", "64"}, {"training.micro_batch", "64"}});
        const double ratio = cached.time.compute.value() / whole.time.compute.value();
        QVERIFY2(ratio > 1.2 && ratio < 1.5, std::to_string(ratio).c_str());
    }

    /// A smaller micro-batch compares with fewer texts, and would be another training.
    void advisesACacheOfGradientsAndNoSmallerBatch()
    {
        Evaluator evaluator(m_catalog);
        const Result<Advice> advice = adviceFor(
            scenario({{"training.micro_batch", "32768"}, {"training.checkpointing", "full"}}),
            m_catalog, evaluator);
        QVERIFY(advice);
        const auto offers = [&advice](ChangeId change) {
            return std::any_of(advice->fixes.shown.begin(), advice->fixes.shown.end(),
                [change](const WeighedMove &weighed) {
                    const std::vector<ChangeId> &changes = weighed.move.changes;
                    return std::find(changes.begin(), changes.end(), change) != changes.end();
                });
        };
        QVERIFY(!plan({{"training.micro_batch", "32768"}, {"training.checkpointing", "full"}})
                     .memory.fits());
        QVERIFY(offers(ChangeId::GradientCache));
        QVERIFY(!offers(ChangeId::MicroBatch));
    }

    void aSearchKeepsWhatTextsAreComparedWith()
    {
        const Scenario present = scenario({{"training.micro_batch", "48"}});
        const Result<SearchSpace> space = searchSpace(present, {}, m_catalog);
        QVERIFY(space && space->size() > 1);
        for (const std::size_t point : space->points())
            QCOMPARE(space->at(point).training.microBatch, 48);
    }

    /// modules.json of EmbeddingGemma alone has them.
    void denseLayersBehindThePoolingAreSaid()
    {
        const auto said = [this](const char *model, const char *objective) {
            const Plan made = plan({{"model.id", model}, {"training.objective", objective},
                {"training.text_passes", "anchors-apart"}});
            const auto found = std::find_if(made.findings.begin(), made.findings.end(),
                [](const Finding &one) { return one.id == FindingId::DenseBehind; });
            return found == made.findings.end() ? 0.0 : found->bytes.value();
        };
        const double elements = 2.0 * 768 * 3072;
        QVERIFY(said("google/embeddinggemma-300m", "embedding") >= 6 * elements);
        QCOMPARE(said("google/embeddinggemma-300m", "causal-lm"), 0.0);
        QCOMPARE(said("Qwen/Qwen3-Embedding-0.6B", "embedding"), 0.0);
    }

    void whatIsNoPlan_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("obstacle");
        const auto row = [](const char *name, const char *key, const char *value,
                             const char *named) { QTest::newRow(name) << key << value << named; };
        row("sharded", "parallel.strategy", "fsdp", "parallel.strategy");
        row("sharded states", "parallel.strategy", "zero1", "parallel.strategy");
        row("lines of texts for FlashAttention", "training.attention", "flash",
            "training.attention");
        row("rows of an encoder", "training.text_passes", "together", "training.text_passes");
        row("a head that is none, gathered beside adapters", "training.method", "lora",
            "parallel.strategy");
        row("adapters of another kind", "training.adapter", "vera", "training.adapter");
        row("reentrant checkpoints", "training.checkpoint_kind", "reentrant",
            "training.checkpoint_kind");
        row("compiled layers", "training.kernels", "compiled", "training.kernels");
    }
    void whatIsNoPlan()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, obstacle);
        const std::string one = key.toStdString();
        const std::string other = value.toStdString();
        Settings changes{{"parallel.gpus", "2"}, {one, other}};
        if (one == "training.method")
            changes.insert(changes.end(),
                {{"model.id", "Qwen/Qwen3-Embedding-0.6B"}, {"training.attention", "flash"},
                    {"parallel.strategy", "zero3"}, {"parallel.framework", "deepspeed"}});
        if (one == "training.adapter")
            changes.emplace_back("training.method", "lora");
        if (one == "training.checkpoint_kind")
            changes.emplace_back("training.checkpointing", "full");
        const auto found = this->obstacle(changes);
        QVERIFY(found);
        QCOMPARE(QString::fromUtf8(found->data(), static_cast<int>(found->size())), obstacle);
        refusedAndRepaired(scenario(changes), FindingId::ObjectiveNotPlanned, m_catalog);
    }

    void scriptsAreRead()
    {
        const ImportedRun run = script("model = SentenceTransformer('BAAI/bge-m3', "
                                       "model_kwargs={'torch_dtype': 'float32'})\n"
                                       "loss = losses.TripletLoss(model)\n"
                                       "again = SentenceTransformer('output/final')");
        QVERIFY(run.problems.empty());
        QCOMPARE(run.scenario.model.id, std::string("BAAI/bge-m3"));
        const Training &training = run.scenario.training;
        QCOMPARE(training.objective, Objective::Embedding);
        QCOMPARE(training.textPasses, TextPasses::AnchorsApart);
        QCOMPARE(training.texts, 3);
        QCOMPARE(training.method, Method::Full);
        QCOMPARE(training.attention, Attention::Sdpa);
        QCOMPARE(training.sequenceLength, 512);
        QCOMPARE(training.microBatch, 16);
    }

    void scriptsTakeWhatTheirCommandLineLeavesOpen()
    {
        const ImportedRun run
            = script("name = sys.argv[1] if len(sys.argv) > 1 else 'FacebookAI/xlm-roberta-base'\n"
                     "word_embedding_model = Transformer(name, max_seq_length=75)\n"
                     "pooling_model = Pooling(768, pooling_mode='cls')\n"
                     "loss = CachedMultipleNegativesRankingLoss(model, mini_batch_size=64)");
        QVERIFY(run.problems.empty());
        QCOMPARE(run.scenario.model.id, std::string("FacebookAI/xlm-roberta-base"));
        QCOMPARE(run.scenario.training.sequenceLength, 75);
        QCOMPARE(run.scenario.training.pooling, Pooling::Cls);
        QCOMPARE(run.scenario.training.gradientCache, 64);
    }

    /// In a reward function of another training it configures nothing.
    void aModelOfVectorsBesideAnotherTrainingIsNoModelOfIt()
    {
        const ImportedRun run = imported({{"grpo.py",
            "model = AutoModelForCausalLM.from_pretrained('Qwen/Qwen3-0.6B')\n"
            "judge = SentenceTransformer('BAAI/bge-m3')\n"
            "loss = nn.CrossEntropyLoss()\n"
            "args = SFTConfig(per_device_train_batch_size=2, max_length=512)\n"}});
        QVERIFY(run.problems.empty());
        QCOMPARE(run.scenario.model.id, std::string("Qwen/Qwen3-0.6B"));
        QCOMPARE(run.scenario.training.objective, Objective::CausalLm);
    }

    void aCrossEncoderHasLabels()
    {
        const ImportedRun run = imported({{"train.py",
            "model = CrossEncoder('BAAI/bge-m3', num_labels=1)\n"
            "loss = BinaryCrossEntropyLoss(model)\n"
            "args = CrossEncoderTrainingArguments(per_device_train_batch_size=4, bf16=True)\n"}});
        QVERIFY(run.problems.empty());
        QCOMPARE(run.scenario.training.objective, Objective::Classification);
        QCOMPARE(run.scenario.training.labels, 1);
        QCOMPARE(run.scenario.training.sequenceLength, 512);
    }

    void otherLossesAreNamed_data()
    {
        QTest::addColumn<QString>("loss");
        for (const char *loss : {"CachedGISTEmbedLoss", "DenoisingAutoEncoderLoss", "MSELoss",
                 "GISTEmbedLoss", "BatchAllTripletLoss"})
            QTest::newRow(loss) << loss;
    }
    void otherLossesAreNamed()
    {
        QFETCH(QString, loss);
        const ImportedRun run = script("model = SentenceTransformer('BAAI/bge-m3')\nloss = losses."
            + loss.toStdString() + "(model)");
        QCOMPARE(run.problems.size(), std::size_t{1});
        QCOMPARE(run.problems.front().where, std::string("loss_class"));
    }

    void swiftEmbedsAllInOneBatch()
    {
        const ImportedRun run = imported({{"train.sh",
            "swift sft --model Qwen/Qwen3-Embedding-4B --task_type embedding --loss_type infonce "
            "--tuner_type lora --per_device_train_batch_size 8 --max_length 512"}});
        QVERIFY(run.problems.empty());
        QCOMPARE(run.scenario.training.objective, Objective::Embedding);
        QCOMPARE(run.scenario.training.textPasses, TextPasses::Together);
        QCOMPARE(run.scenario.training.texts, 2);
    }

    void swiftRanksAQuerysDocuments()
    {
        const ImportedRun run = imported({{"train.sh",
            "swift sft --model Qwen/Qwen3-Reranker-0.6B --task_type reranker "
            "--loss_type pointwise_reranker --tuner_type lora --per_device_train_batch_size 2 "
            "--max_length 512"}});
        QVERIFY(run.problems.empty());
        QCOMPARE(run.scenario.training.objective, Objective::Classification);
        QCOMPARE(run.scenario.training.labels, 1);
        QCOMPARE(run.scenario.training.microBatch, 16);
    }

    void unslothLeavesEncodersAsTheyAre()
    {
        const auto run = [](const char *model) {
            return script("model = FastSentenceTransformer.from_pretrained(model_name = '"
                + std::string(model)
                + "', max_seq_length = 512)\nmodel = FastSentenceTransformer.get_peft_model(model, "
                  "r = 32, target_modules = ['key', 'query', 'dense', 'value'])\n"
                  "loss = losses.MultipleNegativesRankingLoss(model)");
        };
        const Training training = run("BAAI/bge-m3").scenario.training;
        QCOMPARE(training.objective, Objective::Embedding);
        QCOMPARE(training.kernels, Kernels::Cuda);
        QCOMPARE(training.method, Method::Lora);
        QCOMPARE(training.loraRank, 32);
        QCOMPARE(training.checkpointing, Checkpointing::None);
        QCOMPARE(training.pooling, Pooling::Mean);
    }
};

QTEST_GUILESS_MAIN(TestContrasts)
#include "tst_contrasts.moc"
