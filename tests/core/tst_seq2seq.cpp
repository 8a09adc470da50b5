// SPDX-License-Identifier: GPL-3.0-or-later
// Encoder-decoders: two stacks of layers and two lengths of sequences, what the second takes of the
// first, and what of a decoder's settings they do not take. Followed steps confirm the sums
// (tests/data/measured/seq2seq-steps.json).
#include "core/judge/findingtext.h"
#include "core/judge/objectivefindings.h"
#include "core/judge/runnable.h"
#include "core/model/hfconfig.h"
#include "core/modules/seq2seq.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"
#include "tests/support/preparedworkload.h"
#include "tests/support/repaired.h"
#include "tests/support/tapeparameters.h"
#include "tests/support/testcatalog.h"

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

constexpr std::string_view t5Base = "google-t5/t5-base";
constexpr std::string_view flanBase = "google/flan-t5-base";
constexpr std::string_view bartBase = "facebook/bart-base";

std::string config(const std::string &more = {}, const std::string &type = "t5")
{
    return R"({"model_type": ")" + type
        + R"(", "d_model": 64, "d_kv": 16, "d_ff": 128, "num_layers": 3,)"
          R"( "num_decoder_layers": 2, "num_heads": 4, "vocab_size": 100)"
        + more + "}";
}

ModelSpec specOf(const std::string &more = {}, const std::string &type = "t5")
{
    const Result<Json> json = parseJson(config(more, type));
    if (!json)
        qFatal("no JSON");
    const Result<ModelSpec> spec = readModelConfig(*json);
    if (!spec)
        qFatal("%s", describe(spec.error()).c_str());
    return *spec;
}

} // namespace

class TestSeq2Seq : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Scenario scenario(const Settings &changes) const
    {
        const Scenario base
            = scenarioWith({{"model.id", flanBase}, {"training.sequence_length", "512"},
                {"training.target_length", "128"}, {"training.micro_batch", "8"},
                {"training.precision", "bf16-amp"}, {"training.attention", "eager"},
                {"parallel.strategy", "ddp"}, {"parallel.gpus", "1"}, {"hardware.gpu", "b200"}});
        return scenarioWith(changes, base);
    }
    Plan plan(const Settings &changes) const { return planOf(scenario(changes), m_catalog); }

private slots:
    /// Of T5 quantisers leave `wo` in fp32, and the stream behind it is fp32 as well.
    void lastMatricesOfMlpsAreNotQuantised()
    {
        const PreparedWorkload prepared(
            scenario({{"training.method", "qlora"}, {"training.lora_targets", "q,v"},
                {"training.precision", "bf16"}}),
            m_catalog);
        constexpr double wide = 2 * 12.0 * 768 * 2048;
        constexpr double opening = 2 * 12.0 * 2 * 768 * 2048;
        constexpr double attention = (12.0 + 2 * 12) * 4 * 768 * 768;
        QCOMPARE(quantizedParameters(prepared.work), opening + attention);
        const double rest = prepared.work.parameters - opening - attention;
        QCOMPARE(plainWeights(prepared.work).value(), 2 * (rest - wide) + 4 * wide);
        const StepModules modules(prepared.work.layerSettings());
        const ModelTapes tapes = modules.tapes();
        const auto takenBy = [&tapes](int layer) {
            const Tape &tape = tapes.ofLayer(layer);
            return tape.at(tape.input).dtype;
        };
        QCOMPARE(takenBy(0), Dtype::Half);
        QCOMPARE(takenBy(1), Dtype::Single);
        QCOMPARE(takenBy(13), Dtype::Half);
        QCOMPARE(takenBy(14), Dtype::Single);
    }

    void layersStandInTwoStacks()
    {
        const ModelSpec spec = specOf();
        QCOMPARE(spec.layers, std::int64_t(5));
        std::vector<Stack> stacks;
        for (std::int64_t i = 0; i < spec.units(); ++i)
            stacks.push_back(spec.formOf(i).stack);
        const std::vector<Stack> expected{Stack::EncoderFirst, Stack::Encoder, Stack::Encoder,
            Stack::Between, Stack::DecoderFirst, Stack::Decoder};
        QVERIFY(stacks == expected);
    }

    void decodersAreAsDeepAsEncodersUnlessTold()
    {
        const Result<Json> json = parseJson(R"({"model_type": "t5", "num_layers": 4})");
        const Result<ModelSpec> spec = readModelConfig(*json);
        QVERIFY(spec);
        QCOMPARE(spec->seq2seq->decoderLayers, std::int64_t(4));
        QCOMPARE(spec->layers, std::int64_t(8));
    }

    /// A head that the config says is tied scales what it is given; one of its own does not.
    void headsThatAreTiedScale()
    {
        QVERIFY(specOf().seq2seq->scalesOutput);
        const ModelSpec own = specOf(R"(, "tie_word_embeddings": false)");
        QVERIFY(!own.tiedEmbeddings);
        QVERIFY(!own.seq2seq->scalesOutput);
    }

    /// Weights of all that the tapes hold are those that are counted, for both kinds of head.
    void tapesHoldWhatIsCounted_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::newRow("a tied head, one matrix in front of ReLU") << QByteArray(t5Base.data());
        QTest::newRow("a head of its own, a gated MLP") << QByteArray(flanBase.data());
        QTest::newRow("tables of places, norms of sums") << QByteArray(bartBase.data());
        const auto row
            = [](const char *name, const char *model) { QTest::newRow(name) << QByteArray(model); };
        row("a head of its own that is not scaled", "google/mt5-small");
        row("biases of positions in every layer", "google/umt5-small");
        row("norms before blocks, and behind stacks", "facebook/mbart-large-50");
        row("places that are computed", "google/pegasus-large");
        row("the same behind norms of sums", "Helsinki-NLP/opus-mt-en-de");
        row("places in a buffer", "facebook/nllb-200-distilled-600M");
        row("convolutions over sound, keys without a bias", "openai/whisper-tiny");
    }
    void tapesHoldWhatIsCounted()
    {
        QFETCH(QByteArray, model);
        const Scenario asked = scenario({{"model.id", model.toStdString()}});
        const Result<Resolved> resolved = resolve(asked, m_catalog);
        QVERIFY(resolved);
        const StepModules modules(makeWorkload(asked, *resolved).layerSettings());
        QCOMPARE(parametersOf(modules), resolved->count.total);
    }

    /// Both stacks attend to all that they may: pairs of the input, pairs of the target, and each
    /// token of the target with each of the input; scores and sums weighed by them.
    void tokensMeetBothSequences()
    {
        const ModelSpec spec = specOf();
        const LayerSettings settings{
            .spec = spec, .batch = 2, .sequence = 32, .target = 8, .attention = Attention::Eager};
        const StepModules modules(settings);
        const auto met = [&modules](int layer) {
            double sum = 0;
            const Tape &tape = modules.layer(layer).tape;
            for (const Op &op : tape.ops) {
                if (op.kind == OpKind::Attention)
                    sum += tape.products[static_cast<std::size_t>(op.product)].multiplications();
            }
            return sum / (2.0 * 2 * 64); // two products of two sequences, heads of 64 numbers
        };
        QCOMPARE(met(0), 32.0 * 32);
        QCOMPARE(met(4), 8.0 * 8 + 8 * 32);
    }

    /// The first layer of each stack makes the bias that the others add to their scores.
    void biasesAreMadeOnce()
    {
        const StepModules modules(
            LayerSettings{.spec = specOf(), .batch = 2, .sequence = 32, .target = 8});
        QVERIFY(modules.layer(0).tape.giving(Common::EncoderBias));
        QVERIFY(modules.layer(1).tape.taking(Common::EncoderBias));
        QVERIFY(!modules.layer(1).tape.giving(Common::EncoderBias));
        QVERIFY(modules.layer(4).tape.giving(Common::DecoderBias));
        QVERIFY(modules.layer(5).tape.taking(Common::CrossBias));
        QVERIFY(modules.layer(5).tape.taking(Common::EncoderStates));
        QVERIFY(!modules.layer(1).tape.taking(Common::EncoderStates));
    }

    /// Each layer of umT5 looks up a bias of its own.
    void layersOfUmt5AreAlike()
    {
        const ModelSpec spec = specOf({}, "umt5");
        QVERIFY(spec.formOf(0) == spec.formOf(1));
        QVERIFY(spec.seq2seq->scalesOutput);
        const StepModules modules(
            LayerSettings{.spec = spec, .batch = 2, .sequence = 32, .target = 8});
        QVERIFY(!modules.layer(0).tape.giving(Common::EncoderBias));
        QVERIFY(!modules.layer(5).tape.taking(Common::DecoderBias));
        QVERIFY(modules.layer(5).tape.taking(Common::EncoderStates));
    }

    /// mT5 never scales what its head is given, whether that is tied or not.
    void headsOfMt5DoNotScale()
    {
        QVERIFY(!specOf({}, "mt5").seq2seq->scalesOutput);
        QVERIFY(!specOf(R"(, "tie_word_embeddings": false)", "mt5").seq2seq->scalesOutput);
        QVERIFY(specOf({}, "mt5").gatedMlp && !specOf().gatedMlp);
    }

    /// Tables of sines and cosines are there, and are not trained.
    void computedPlacesAreNotTrained_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<double>("frozen");
        QTest::newRow("both stacks of PEGASUS") << QByteArray("google/pegasus-large") << 2097152.0;
        QTest::newRow("both stacks of Marian")
            << QByteArray("Helsinki-NLP/opus-mt-en-de") << 524288.0;
        QTest::newRow("Whisper's sound") << QByteArray("openai/whisper-tiny") << 576000.0;
        QTest::newRow("NLLB's are a buffer")
            << QByteArray("facebook/nllb-200-distilled-600M") << 0.0;
    }
    void computedPlacesAreNotTrained()
    {
        QFETCH(QByteArray, model);
        QFETCH(double, frozen);
        const Scenario asked = scenario({{"model.id", model.toStdString()}});
        const Result<Resolved> resolved = resolve(asked, m_catalog);
        QVERIFY(resolved);
        const Workload work = makeWorkload(asked, *resolved);
        QCOMPARE(work.parameters - work.trainable, frozen);
    }

    /// Beside adapters, without checkpoints, nothing in front of a stack's first layer has a
    /// gradient; with them PEFT asks for one.
    void firstLayersTakeNoGradient_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("checkpointing");
        QTest::addColumn<bool>("takes");
        const auto row = [](const char *name, std::string_view model, const char *checkpointing,
                             bool takes) {
            QTest::newRow(name) << QByteArray(model.data()) << QByteArray(checkpointing) << takes;
        };
        row("words", t5Base, "none", false);
        row("words under checkpoints", t5Base, "full", true);
        row("words of BART", bartBase, "none", false);
        row("sound", "openai/whisper-tiny", "none", false);
        row("sound under checkpoints", "openai/whisper-tiny", "full", true);
    }
    void firstLayersTakeNoGradient()
    {
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, checkpointing);
        QFETCH(bool, takes);
        const Scenario asked = scenario({{"model.id", model.toStdString()},
            {"training.method", "lora"}, {"training.checkpointing", checkpointing.toStdString()}});
        const Result<Resolved> resolved = resolve(asked, m_catalog);
        QVERIFY(resolved);
        const StepModules modules(makeWorkload(asked, *resolved).layerSettings());
        const auto asks = [&modules](int layer) {
            const Tape &tape = modules.layer(layer).tape;
            return tape.at(tape.input).requiresGrad;
        };
        QCOMPARE(asks(0), takes);
        QCOMPARE(asks(modules.between() + 1), takes);
        QVERIFY(asks(1) && asks(modules.between() + 2));
    }

    /// Two frames of sound make a position, of which there are 1,500 in 30 seconds.
    void hearsThirtySeconds()
    {
        const Plan made = plan({{"model.id", "openai/whisper-tiny"},
            {"training.sequence_length", "1500"}, {"training.attention", "flash"}});
        QVERIFY(!obstacleIn(made.findings));
        QCOMPARE(made.model.parameters, 37760640.0);
    }

    void longerTargetsHoldMore()
    {
        const auto peak = [this](std::string_view tokens) {
            return plan({{"training.target_length", tokens}}).memory.peak;
        };
        QVERIFY(peak("64") < peak("128"));
        QVERIFY(peak("128") < peak("512"));
        const auto ofDecoder = [this](std::string_view tokens) {
            return plan({{"model.id", "meta-llama/Llama-3.2-1B"}, {"training.attention", "flash"},
                            {"training.target_length", tokens}})
                .memory.peak;
        };
        QCOMPARE(ofDecoder("64"), ofDecoder("512"));
    }

    /// Logits are of the target's tokens: eight of 128.
    void formulasCountTheTokensThatThereAre()
    {
        const Plan made = plan({});
        QString text;
        for (const Phase &phase : made.memory.phases) {
            for (const Part &part : phase.parts) {
                if (phase.id == PhaseId::Loss && part.id == PartId::Logits)
                    text = QString::fromStdString(part.formula.text());
            }
        }
        QVERIFY2(text.contains("1,024 tokens x 32,128 vocabulary"), qPrintable(text));
    }

    void isPlanned()
    {
        const Plan made = plan({});
        QVERIFY(!obstacleIn(made.findings));
        QCOMPARE(made.model.parameters, 247577856.0);
        QVERIFY(!obstacleIn(plan({{"parallel.gpus", "8"}}).findings));
    }

    void whatIsNotFollowedIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("key");
        const auto row = [](const char *name, const Settings &settings, const char *key) {
            QTest::newRow(name) << settings << QString(key);
        };
        row("masked tokens", {{"training.objective", "masked-lm"}}, "training.objective");
        row("labels", {{"training.objective", "classification"}}, "training.objective");
        row("preferences", {{"training.objective", "dpo"}}, "training.objective");
        row("kernels of attention, which T5 has not", {{"training.attention", "sdpa"}},
            "training.attention");
        row("FlashAttention", {{"training.attention", "flash"}}, "training.attention");
        row("pure fp16, which is clamped", {{"training.precision", "fp16"}}, "training.precision");
        row("everything as decoders are trained at first",
            {{"parallel.strategy", "zero3"}, {"parallel.gpus", "8"},
                {"training.attention", "flash"}, {"training.precision", "bf16-master"}},
            "training.attention");
        row("mBART's attention, a unit within a unit of FSDP's",
            {{"model.id", "facebook/mbart-large-50"}, {"parallel.strategy", "fsdp"},
                {"parallel.gpus", "8"}},
            "parallel.strategy");
        row("adapters that ZeRO shards",
            {{"training.method", "lora"}, {"parallel.strategy", "zero2"}, {"parallel.gpus", "8"}},
            "training.method");
        row("DeepSpeed without sharding", {{"parallel.framework", "deepspeed"}},
            "parallel.framework");
        row("adapters that turn matrices",
            {{"training.method", "lora"}, {"training.adapter", "oft"}}, "training.adapter");
        row("adapters beside the table of words",
            {{"training.method", "lora"}, {"training.lora_targets", "q,v,shared"}},
            "training.lora_targets");
        row("copies of tables beside adapters",
            {{"training.method", "lora"}, {"training.modules_to_save", "shared"}},
            "training.modules_to_save");
        row("Adafactor beside adapters",
            {{"training.method", "lora"}, {"training.optimizer", "adafactor"}},
            "training.optimizer");
        row("bases of integers in groups", {{"training.method", "qlora"}, {"training.base", "hqq"}},
            "training.method");
        row("4-bit bases of umT5", {{"model.id", "google/umt5-base"}, {"training.method", "qlora"}},
            "training.method");
        row("frozen layers", {{"training.frozen_layers", "2"}}, "training.frozen_layers");
        row("Muon", {{"training.optimizer", "muon"}}, "training.optimizer");
        row("kernels of others", {{"training.kernels", "fused"}}, "training.kernels");
        row("a loss in chunks", {{"training.loss", "chunked"}}, "training.loss");
        row("label smoothing", {{"training.label_smoothing", "0.1"}}, "training.label_smoothing");
        row("weights in 16 bit and in fp32", {{"training.precision", "bf16-master"}},
            "training.precision");
        row("targets beyond the table of places",
            {{"model.id", "facebook/bart-base"}, {"training.target_length", "1025"}},
            "training.target_length");
        row("text beyond Whisper's table of places",
            {{"model.id", "openai/whisper-tiny"}, {"training.sequence_length", "1500"},
                {"training.target_length", "449"}},
            "training.target_length");
        row("sound of another length",
            {{"model.id", "openai/whisper-tiny"}, {"training.target_length", "128"}},
            "training.sequence_length");
    }
    void whatIsNotFollowedIsRefused()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, key);
        const Plan made = plan(settings);
        objectiveIsFreed(made, key);
        if (QTest::currentTestFailed())
            return;
        const Finding *finding = findingOf(made, FindingId::ObjectiveNotPlanned);
        QVERIFY(describe(*finding, made).find(" models with an encoder ") != std::string::npos);
        QVERIFY(obstacleIn(made.findings));
    }

    void configsOfOneStackAreRefused_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::newRow("a decoder") << QByteArray(R"(, "is_decoder": true)");
        QTest::newRow("an encoder") << QByteArray(R"(, "is_encoder_decoder": false)");
        QTest::newRow("an MLP of another kind")
            << QByteArray(R"(, "feed_forward_proj": "gated-tanh")");
    }
    void configsOfOneStackAreRefused()
    {
        QFETCH(QByteArray, more);
        const Result<Json> json = parseJson(config(more.toStdString()));
        QVERIFY(json);
        QVERIFY(!readModelConfig(*json));
    }

    /// What stands in front of the head is no remark; another class is.
    void classesOfBothStacksAreNoRemark_data()
    {
        QTest::addColumn<QByteArray>("architecture");
        QTest::addColumn<bool>("isRemarked");
        QTest::newRow("today's name") << QByteArray("T5ForConditionalGeneration") << false;
        QTest::newRow("its old name") << QByteArray("T5WithLMHeadModel") << false;
        QTest::newRow("an encoder alone") << QByteArray("T5EncoderModel") << true;
    }
    void classesOfBothStacksAreNoRemark()
    {
        QFETCH(QByteArray, architecture);
        QFETCH(bool, isRemarked);
        const ModelSpec spec
            = specOf(R"(, "architectures": [")" + architecture.toStdString() + R"("])");
        QCOMPARE(!spec.remarks.architecture.empty(), isRemarked);
    }
};

QTEST_APPLESS_MAIN(TestSeq2Seq)
#include "tst_seq2seq.moc"
