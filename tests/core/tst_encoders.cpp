// SPDX-License-Identifier: GPL-3.0-or-later
// Encoders: what stands before and behind their layers, what learns from them, and what of a
// decoder's settings they do not take. Followed steps confirm the sums
// (tests/data/measured/encoder-steps.json).
#include "core/judge/objectivefindings.h"
#include "core/judge/runnable.h"
#include "core/model/hfconfig.h"
#include "core/modules/layers.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"
#include "tests/support/repaired.h"
#include "tests/support/testcatalog.h"

#include <map>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

constexpr std::string_view bertBase = "google-bert/bert-base-uncased";
constexpr std::string_view robertaBase = "FacebookAI/roberta-base";
constexpr std::string_view modernBert = "answerdotai/ModernBERT-base";
constexpr std::string_view debertaBase = "microsoft/deberta-v3-base";
constexpr std::string_view distilBert = "distilbert/distilbert-base-uncased";

std::string config(std::string_view type, const std::string &more = {})
{
    return R"({"model_type": ")" + std::string(type)
        + R"(", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,)"
        + R"( "intermediate_size": 128, "vocab_size": 100, "max_position_embeddings": 34)" + more
        + "}";
}

double attentionProducts(const ModelSpec &spec)
{
    const LayerSettings settings{.spec = spec, .batch = 2, .sequence = 32};
    double sum = 0;
    const Tape tape = layerTape(settings, {});
    for (const Op &op : tape.ops) {
        if (op.kind == OpKind::FusedAttention)
            sum += tape.products[static_cast<std::size_t>(op.product)].multiplications();
    }
    return sum;
}

/// Of two sequences of 32 tokens, what autograd keeps of a layer.
double keptByLayer(Attention attention, const std::string &dropout)
{
    const Result<Json> json = parseJson(config("bert",
        R"(, "hidden_dropout_prob": )" + dropout + R"(, "attention_probs_dropout_prob": )"
            + dropout));
    const Result<ModelSpec> spec = readModelConfig(*json);
    const Tape tape
        = layerTape({.spec = *spec, .batch = 2, .sequence = 32, .attention = attention}, {});
    double bytes = 0;
    for (const Tensor &tensor : tape.tensors)
        bytes += tensor.holding == Holding::Saved && !tensor.isView() ? tensor.bytes() : 0;
    return bytes;
}

} // namespace

class TestEncoders : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Scenario scenario(const Settings &changes) const
    {
        const Scenario base
            = scenarioWith({{"model.id", bertBase}, {"training.sequence_length", "512"},
                {"training.micro_batch", "8"}, {"training.precision", "bf16-amp"},
                {"training.objective", "masked-lm"}, {"training.attention", "sdpa"},
                {"parallel.strategy", "ddp"}, {"parallel.gpus", "1"}, {"hardware.gpu", "b200"}});
        return scenarioWith(changes, base);
    }
    Plan plan(const Settings &changes) const { return planOf(scenario(changes), m_catalog); }

private slots:
    /// As the classes of transformers 5.12.1 count on the meta device.
    void headsCountToWhatTheirClassesDo_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("objective");
        QTest::addColumn<double>("parameters");
        const auto row = [](const char *name, std::string_view model, const char *objective,
                             double parameters) {
            QTest::newRow(name) << QByteArray(model.data(), std::ssize(model))
                                << QByteArray(objective) << parameters;
        };
        row("BertForMaskedLM", bertBase, "masked-lm", 109514298);
        row("BertForSequenceClassification", bertBase, "classification", 109483778);
        row("BertForTokenClassification", bertBase, "token-classification", 108893186);
        row("RobertaForMaskedLM", robertaBase, "masked-lm", 124697433);
        row("RobertaForSequenceClassification", robertaBase, "classification", 124647170);
        row("RobertaForTokenClassification", robertaBase, "token-classification", 124056578);
        row("DistilBertForMaskedLM", distilBert, "masked-lm", 66985530);
        row("DistilBertForSequenceClassification", distilBert, "classification", 66955010);
        row("DistilBertForTokenClassification", distilBert, "token-classification", 66364418);
        row("ModernBertForMaskedLM", modernBert, "masked-lm", 149655232);
        row("ModernBertForSequenceClassification", modernBert, "classification", 149606402);
        row("ModernBertForTokenClassification", modernBert, "token-classification", 149606402);
        row("DebertaV2ForMaskedLM", debertaBase, "masked-lm", 184551780);
        row("DebertaV2ForSequenceClassification", debertaBase, "classification", 184423682);
        row("DebertaV2ForTokenClassification", debertaBase, "token-classification", 183833090);
    }
    void headsCountToWhatTheirClassesDo()
    {
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, objective);
        QFETCH(double, parameters);
        const Plan made = plan({{"model.id", model.toStdString()},
            {"training.objective", objective.toStdString()}, {"training.num_labels", "2"}});
        QCOMPARE(made.model.parameters, parameters);
        QCOMPARE(made.model.trainableParameters, parameters);
    }

    /// Weights, gradients and moments of all that the tapes hold: fp32, no less and no more.
    void tapesHoldWhatIsCounted_data() { headsCountToWhatTheirClassesDo_data(); }
    void tapesHoldWhatIsCounted()
    {
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, objective);
        QFETCH(double, parameters);
        const Scenario asked = scenario({{"model.id", model.toStdString()},
            {"training.objective", objective.toStdString()}, {"training.num_labels", "2"}});
        const Result<Resolved> resolved = resolve(asked, m_catalog);
        QVERIFY(resolved);
        const StepModules modules(makeWorkload(asked, *resolved).layerSettings());
        const auto countOf = [](const Tape &tape) {
            double sum = 0;
            for (const Parameter &parameter : tape.parameters)
                sum += parameter.isShared ? 0 : parameter.elements;
            return sum;
        };
        double sum = countOf(modules.embedding().tape) + countOf(modules.head().tape);
        for (int i = 0; i < modules.layers(); ++i)
            sum += countOf(modules.layer(i).tape);
        QCOMPARE(sum, parameters);
    }

    void sequencesEndWithThePositions_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<bool>("runs");
        QTest::newRow("all of BERT's") << QByteArray(bertBase.data()) << 512 << true;
        QTest::newRow("one more") << QByteArray(bertBase.data()) << 513 << false;
        QTest::newRow("RoBERTa's table but for padding and what is before")
            << QByteArray(robertaBase.data()) << 512 << true;
        QTest::newRow("its rows of padding") << QByteArray(robertaBase.data()) << 514 << false;
    }
    void sequencesEndWithThePositions()
    {
        QFETCH(QByteArray, model);
        QFETCH(int, tokens);
        QFETCH(bool, runs);
        const Plan made = plan({{"model.id", model.toStdString()},
            {"training.sequence_length", std::to_string(tokens)}});
        QCOMPARE(has(made, FindingId::BeyondPositions), !runs);
        QCOMPARE(obstacleIn(made.findings).has_value(), !runs);
    }

    void anEncoderLearnsMaskedTokens()
    {
        const Plan asked = plan({{"training.objective", "causal-lm"}});
        const Plan masked = plan({});
        const Finding *finding = findingOf(asked, FindingId::LearnsMasked);
        QVERIFY(finding);
        QCOMPARE(finding->severity, Severity::Information);
        QCOMPARE(finding->repair.settings.size(), std::size_t(1));
        QCOMPARE(asked.memory.peak, masked.memory.peak);
        QVERIFY(!has(masked, FindingId::LearnsMasked));
        QVERIFY(!obstacleIn(masked.findings));
    }

    void whatIsNotFollowedIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("key");
        const auto row = [](const char *name, const Settings &settings, const char *key) {
            QTest::newRow(name) << settings << QString(key);
        };
        row("a reward", {{"training.objective", "reward"}}, "training.objective");
        row("preferences", {{"training.objective", "dpo"}}, "training.objective");
        row("a table that two of FSDP's units share",
            {{"parallel.strategy", "fsdp"}, {"parallel.gpus", "8"}}, "parallel.strategy");
        row("optimizer state on the host",
            {{"parallel.strategy", "zero2"}, {"parallel.gpus", "8"},
                {"parallel.offload", "optimizer"}},
            "parallel.offload");
        row("DeepSpeed without sharding", {{"parallel.framework", "deepspeed"}},
            "parallel.framework");
        const auto labelled = [](Settings more) {
            more.emplace_back("training.objective", "classification");
            return more;
        };
        row("adapters that learn masked tokens", {{"training.method", "lora"}}, "training.method");
        row("a base in four bits", labelled({{"training.method", "qlora"}}), "training.method");
        row("adapters on all matrices, the pooler's too", labelled({{"training.method", "lora"}}),
            "training.lora_targets");
        row("adapters on all that is called dense",
            labelled({{"training.method", "lora"}, {"training.lora_targets", "query,dense"}}),
            "training.lora_targets");
        row("adapters other than LoRA",
            labelled({{"training.method", "lora"}, {"training.lora_targets", "query"},
                {"training.adapter", "ia3"}}),
            "training.adapter");
        row("more that is trained whole",
            labelled({{"training.method", "lora"}, {"training.lora_targets", "query"},
                {"training.modules_to_save", "decoder"}}),
            "training.modules_to_save");
        row("frozen layers", {{"training.frozen_layers", "2"}}, "training.frozen_layers");
        row("Muon", {{"training.optimizer", "muon"}}, "training.optimizer");
        row("kernels of others", {{"training.kernels", "fused"}}, "training.kernels");
        row("a loss in chunks", {{"training.loss", "chunked"}}, "training.loss");
        row("label smoothing", {{"training.label_smoothing", "0.1"}}, "training.label_smoothing");
        row("masked tokens of a decoder",
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.attention", "flash"}},
            "training.objective");
        row("labels of a decoder's tokens",
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.attention", "flash"},
                {"training.objective", "token-classification"}},
            "training.objective");
    }
    void whatIsNotFollowedIsRefused()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, key);
        const Plan made = plan(settings);
        objectiveIsFreed(made, key);
        if (QTest::currentTestFailed())
            return;
        QVERIFY(obstacleIn(made.findings));
    }

    /// LoRA of rank 16 on queries and values of twelve layers, and the classifier as PEFT finds it.
    void adaptersComeWithAClassifier_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("targets");
        QTest::addColumn<QByteArray>("objective");
        QTest::addColumn<int>("layers");
        QTest::addColumn<double>("whole");
        const auto row = [](const char *name, std::string_view model, const char *targets,
                             const char *objective, int layers, double whole) {
            QTest::newRow(name) << QByteArray(model.data(), std::ssize(model))
                                << QByteArray(targets) << QByteArray(objective) << layers << whole;
        };
        constexpr double labels = 2 * (768 + 1);
        constexpr double dense = 768 * (768 + 1);
        row("BERT: one matrix", bertBase, "query,value", "classification", 12, labels);
        row("RoBERTa: two", robertaBase, "query,value", "classification", 12, dense + labels);
        row("RoBERTa, of tokens: one", robertaBase, "query,value", "token-classification", 12,
            labels);
        row("DistilBERT: pre_classifier, too", distilBert, "q_lin,v_lin", "classification", 6,
            dense + labels);
        row("DeBERTa: one", debertaBase, "query_proj,value_proj", "classification", 12, labels);
    }
    void adaptersComeWithAClassifier()
    {
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, targets);
        QFETCH(QByteArray, objective);
        QFETCH(int, layers);
        QFETCH(double, whole);
        const Scenario asked = scenario({{"model.id", model.toStdString()},
            {"training.method", "lora"}, {"training.lora_targets", targets.toStdString()},
            {"training.lora_rank", "16"}, {"training.objective", objective.toStdString()},
            {"training.num_labels", "2"}, {"training.attention", "eager"}});
        QVERIFY(!has(planOf(asked, m_catalog), FindingId::ObjectiveNotPlanned));
        const Result<Resolved> resolved = resolve(asked, m_catalog);
        const Workload work = makeWorkload(asked, *resolved);
        QCOMPARE(work.trainable, layers * 2 * 16 * (768.0 + 768) + whole);
        const StepModules modules(work.layerSettings());
        double trained = 0;
        for (const Parameter &parameter : modules.head().tape.parameters)
            trained += parameter.trainable ? parameter.elements : 0;
        QCOMPARE(trained, whole);
    }

    /// A causal mask hides half of the keys, and kernels pass over them; an encoder has none.
    void everyTokenMeetsAllOthers()
    {
        const Result<Json> json = parseJson(config("bert"));
        QVERIFY(json);
        const Result<ModelSpec> spec = readModelConfig(*json);
        QVERIFY(spec);
        // Two sequences, pairs of their 32 tokens, products of 64 numbers with keys and values.
        QCOMPARE(attentionProducts(*spec), 2.0 * 32 * 32 * 2 * 64);
        const Result<Json> decoder = parseJson(config("gpt2"));
        QVERIFY(decoder);
        QCOMPARE(attentionProducts(*readModelConfig(*decoder)), 32.0 * 32 * 2 * 64);
    }

    /// CUDA's dropout keeps a byte of each number: of what both blocks add to the stream, and,
    /// where scores are spelt out, of each of them, beside the 16-bit weights that are left.
    void dropoutKeepsItsMasks()
    {
        const auto ofDropout = [](Attention attention) {
            return keptByLayer(attention, "0.1") - keptByLayer(attention, "0");
        };
        constexpr double stream = 2 * 32 * 64;
        constexpr double scores = 2 * 4 * 32 * 32;
        QCOMPARE(ofDropout(Attention::Flash), 2 * stream);
        QCOMPARE(ofDropout(Attention::Sdpa), 2 * stream);
        QCOMPARE(ofDropout(Attention::Eager), 2 * stream + (1 + 2) * scores);
    }

    void configsOfDecodersAreRefused_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::newRow("a decoder") << QByteArray(R"(, "is_decoder": true)");
        QTest::newRow("cross-attention") << QByteArray(R"(, "add_cross_attention": true)");
        QTest::newRow("a head of its own") << QByteArray(R"(, "tie_word_embeddings": false)");
    }
    void configsOfDecodersAreRefused()
    {
        QFETCH(QByteArray, more);
        const Result<Json> json = parseJson(config("bert", more.toStdString()));
        QVERIFY(json);
        QVERIFY(!readModelConfig(*json));
        QVERIFY(readModelConfig(*parseJson(config("bert"))));
    }

    /// What of DeBERTa no formula knows, with the choice that is.
    void otherDebertasAreRefused_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char *name, const char *key, const char *value) {
            QTest::newRow(name) << QByteArray(key) << QByteArray(value);
        };
        row("a convolution behind the first layer", "conv_kernel_size", "3");
        row("projections of their own", "share_att_key", "false");
        row("positions that are added", "position_biased_input", "true");
        row("token types", "type_vocab_size", "2");
        row("distances to keys alone", "pos_att_type", R"("c2p")");
        row("narrower embeddings", "embedding_size", "32");
    }
    void otherDebertasAreRefused()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        std::map<std::string, std::string> fields{{"relative_attention", "true"},
            {"share_att_key", "true"}, {"position_biased_input", "false"},
            {"pos_att_type", R"("p2c|c2p")"}};
        const auto read = [&fields] {
            std::string more;
            for (const auto &[name, content] : fields)
                more += ", \"" + name + "\": " + content;
            return readModelConfig(*parseJson(config("deberta-v2", more)));
        };
        QVERIFY(read());
        fields[key.toStdString()] = value.toStdString();
        const Result<ModelSpec> spec = read();
        QVERIFY(!spec);
        QVERIFY2(describe(spec.error()).find(key.toStdString()) != std::string::npos,
            describe(spec.error()).c_str());
    }

    /// Each layer keeps what queries make of keys' distances, and keys of queries', for all rows
    /// of the table, and the places of all pairs twice, in 8 bytes.
    void distancesAreKeptForEachLayer()
    {
        const auto kept = [this](const char *tokens) {
            const Scenario asked
                = scenario({{"model.id", debertaBase}, {"training.sequence_length", tokens},
                    {"training.attention", "eager"}, {"training.checkpointing", "none"},
                    {"training.micro_batch", "1"}, {"training.precision", "bf16"},
                    {"training.autocast", "off"}, {"training.kernels", "cuda"}});
            const Result<Resolved> resolved = resolve(asked, m_catalog);
            return StepModules(makeWorkload(asked, *resolved).layerSettings()).layer(1).keptBytes();
        };
        // What grows with the square: two tables of places, a mask, weights, and of these a byte
        // of dropout and what it leaves.
        constexpr double heads = 12;
        constexpr double squares = 2 * 8 + 1 + heads * (2 + 1 + 2);
        const double bent = kept("384") - 2 * kept("256") + kept("128");
        QCOMPARE(bent, squares * 2 * 128 * 128);
    }

    /// What the objective decides is no other head.
    void classesOfHeadsAreNoRemark_data()
    {
        QTest::addColumn<QByteArray>("architecture");
        QTest::addColumn<bool>("isRemarked");
        QTest::newRow("masked tokens") << QByteArray("BertForMaskedLM") << false;
        QTest::newRow("labels") << QByteArray("BertForSequenceClassification") << false;
        QTest::newRow("answers within a text") << QByteArray("BertForQuestionAnswering") << true;
    }
    void classesOfHeadsAreNoRemark()
    {
        QFETCH(QByteArray, architecture);
        QFETCH(bool, isRemarked);
        const Result<Json> json = parseJson(
            config("bert", R"(, "architectures": [")" + architecture.toStdString() + R"("])"));
        const Result<ModelSpec> spec = readModelConfig(*json);
        QVERIFY(spec);
        QCOMPARE(!spec->remarks.architecture.empty(), isRemarked);
    }
};

QTEST_APPLESS_MAIN(TestEncoders)
#include "tst_encoders.moc"
