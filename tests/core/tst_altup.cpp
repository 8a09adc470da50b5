// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "core/modules/layers.h"
#include "core/step/stepmodules.h"
#include "tests/support/specfrom.h"
#include "tests/support/strategyrows.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

constexpr double tokens = 512;
constexpr double hidden = 256;

const std::string sizes = R"("hidden_size": 256, "num_hidden_layers": 6, "num_attention_heads": 4,
    "num_key_value_heads": 2, "head_dim": 64, "vocab_size": 2048,
    "vocab_size_per_layer_input": 2000, "hidden_size_per_layer_input": 32, "laurel_rank": 16)";
const std::string pattern = R"("layer_types": ["sliding_attention", "sliding_attention",
    "full_attention", "sliding_attention", "sliding_attention", "full_attention"])";
const std::string width = R"("intermediate_size": 768)";
const std::string taking = R"("num_kv_shared_layers": 3)";

std::string config(std::initializer_list<std::string> more)
{
    std::string text = R"({"model_type": "gemma3n_text", )" + sizes;
    for (const std::string &part : more)
        text += ", " + part;
    return text + "}";
}

const Parameter *parameterOf(const Tape &tape, std::string_view name)
{
    const auto found = std::find_if(tape.parameters.begin(), tape.parameters.end(),
        [name](const Parameter &parameter) { return parameter.name == name; });
    return found == tape.parameters.end() ? nullptr : &*found;
}

std::ptrdiff_t countOf(const Tape &tape, std::string_view name)
{
    return std::count_if(tape.parameters.begin(), tape.parameters.end(),
        [name](const Parameter &parameter) { return parameter.name == name; });
}

} // namespace

class TestAltUp : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    static ModelSpec small() { return *specFrom(config({width, pattern, taking})); }

private slots:
    // Gemma3nTextConfig.
    void whatAConfigLeavesOutIsTheClasss()
    {
        const Result<ModelSpec> spec = specFrom(
            R"({"model_type": "gemma3n", "text_config": {"model_type": "gemma3n_text",
                "num_hidden_layers": 35}})");
        QVERIFY(spec);
        QCOMPARE(spec->hidden, 2048);
        QCOMPARE(spec->intermediate, 16384);
        QCOMPARE(spec->vocabulary, 262400);
        QCOMPARE(spec->kvHeads, 2);
        QCOMPARE(spec->streams(), 4);
        QCOMPARE(spec->mixed->taking, 15);
        QCOMPARE(spec->modules.logitSoftcap, 30.0);
        QVERIFY(spec->tiedEmbeddings);
        for (std::int64_t layer = 0; layer < 35; ++layer) {
            const LayerForm form = spec->formOf(layer);
            QCOMPARE(form.seesAll, (layer + 1) % 5 == 0);
            QCOMPARE(form.isThinned, layer < 10);
            QCOMPARE(form.keys,
                layer >= 20       ? KeySource::Taken
                    : layer >= 18 ? KeySource::Lent
                                  : KeySource::Own);
        }
    }

    void brokenShapesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QByteArray>("where");
        const auto row = [](const char *name, const std::string &more, const char *where) {
            QTest::newRow(name) << QByteArray::fromStdString(more) << QByteArray(where);
        };
        row("all layers take, and none gives", width + R"(, "num_kv_shared_layers": 6)",
            "/num_kv_shared_layers");
        row("as many take as the class has it", width, "/num_kv_shared_layers");
        row("one stream", width + ", " + taking + R"(, "altup_num_inputs": 1)",
            "/altup_num_inputs");
        row("widths that differ",
            taking + R"(, "intermediate_size": [768, 768, 768, 512, 768, 768])",
            "/intermediate_size");
        row("too few widths", taking + R"(, "intermediate_size": [768])", "/intermediate_size");
        row("one share for all layers",
            width + ", " + taking + R"(, "activation_sparsity_pattern": 0.95)",
            "/activation_sparsity_pattern");
        row("a head of its own", width + ", " + taking + R"(, "tie_word_embeddings": false)",
            "/tie_word_embeddings");
    }
    void brokenShapesAreRefused()
    {
        QFETCH(QByteArray, more);
        QFETCH(QByteArray, where);
        const Result<ModelSpec> spec = specFrom(config({pattern, more.toStdString()}));
        QVERIFY(!spec);
        QCOMPARE(spec.error().where, where.toStdString());
    }

    // transformers 5.12.1: Gemma3nForCausalLM on the meta device; PEFT's adapters of rank 8.
    void parametersAreThoseOfTheClass_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<double>("count");
        QTest::addColumn<double>("adapters");
        const auto row
            = [](const char *name, const std::string &more, double count, double adapters) {
                  QTest::newRow(name)
                      << QByteArray::fromStdString(pattern + ", " + more) << count << adapters;
              };
        row("four streams", width + ", " + taking, 6039872, 310784);
        row("no layer takes", width + R"(, "num_kv_shared_layers": 0)", 6236672, 329216);
        row("three streams", width + ", " + taking + R"(, "altup_num_inputs": 3)", 5907000, 302064);
        row("biases of attention", width + ", " + taking + R"(, "attention_bias": true)", 6043712,
            310784);
        row("a list of widths", taking + R"(, "intermediate_size": [768, 768, 768, 768, 768, 768])",
            6039872, 310784);
    }
    void parametersAreThoseOfTheClass()
    {
        QFETCH(QByteArray, more);
        QFETCH(double, count);
        QFETCH(double, adapters);
        const Result<ModelSpec> spec = specFrom(config({more.toStdString()}));
        QVERIFY(spec);
        QCOMPARE(countParameters(*spec).total, count);
        const Result<double> perRank = loraParametersPerRank(*spec, "all-linear");
        QVERIFY(perRank);
        QCOMPARE(8 * *perRank, adapters);
    }

    // On the meta device as well, but for timm's MobileNet.
    void towersAreCountedAndLeftOut()
    {
        const Result<ModelSpec> spec = specFrom(
            R"({"model_type": "gemma3n", "vision_config": {}, "audio_config": {},
                "text_config": {"model_type": "gemma3n_text", "num_hidden_layers": 35}})");
        QVERIFY(spec);
        QVERIFY(spec->hasOtherParts);
        QCOMPARE(spec->otherParameters, 294126912.0 + 4460544 + 681348640 + 3345408);
        // Published files hold keys and values of layers that take those of others, too.
        constexpr double unread = 15 * (2 * 2048 * 512 + 256);
        QCOMPARE(countParameters(*spec).total + spec->otherParameters + unread, 7849978192.0);
    }

    // Each unit hands on all streams.
    void unitsHandOnAllStreams()
    {
        const LayerSettings settings{.spec = small(), .batch = 1, .sequence = tokens};
        const StepModules modules(settings);
        const double all = 4 * tokens * hidden;
        const Tape &embedding = modules.embedding().tape;
        QCOMPARE(embedding.at(embedding.output).elements, all);
        const Tape &layer = modules.layer(4).tape;
        QCOMPARE(layer.at(layer.input).elements, all);
        QCOMPARE(layer.at(layer.output).elements, all);
        const Tape &head = modules.head().tape;
        QCOMPARE(head.at(head.input).elements, all);
        QVERIFY(parameterOf(embedding, "altup_projections.2"));
        QVERIFY(parameterOf(head, "altup_unembed_projections.2"));
    }

    // The router runs twice in a layer, and is there once.
    void aModuleThatRunsTwiceHasOneGradient()
    {
        const LayerSettings settings{.spec = small(), .batch = 1, .sequence = tokens};
        const StepModules modules(settings);
        const Module &layer = modules.layer(0);
        QCOMPARE(countOf(layer.tape, "modality_router"), 1);
        QCOMPARE(countOf(layer.tape, "router_norm"), 1);
        const auto gradients
            = std::count_if(layer.profile.backward.begin(), layer.profile.backward.end(),
                [](const Segment &segment) { return segment.event == Event::Gradient; });
        QCOMPARE(gradients, static_cast<std::ptrdiff_t>(layer.tape.parameters.size()));
    }

    // Gemma3nTextAltUp.correct takes the weight, not the module.
    void adaptersBesideWhatIsNotCalledGetNoGradient()
    {
        LayerSettings settings{.spec = small(),
            .batch = 1,
            .sequence = tokens,
            .trainsBase = false,
            .adapters = AdapterSettings{}};
        settings.adapters->targets
            = LoraTargets(settings.spec, "all-linear", ModuleLibrary::Transformers5);
        settings.adapters->rank = 8;
        const StepModules modules(settings);
        const Tape &layer = modules.layer(1).tape;
        const auto unreached = std::count_if(layer.parameters.begin(), layer.parameters.end(),
            [](const Parameter &parameter) { return !parameter.isReached; });
        QCOMPARE(unreached, 2);
    }

    // Fewer gates count in some layers: what says which is kept as well.
    void thinnedGatesKeepMore()
    {
        const auto kept = [](const char *shares) {
            const Result<ModelSpec> spec = specFrom(config({width, pattern, taking,
                std::string(R"("activation_sparsity_pattern": )") + shares}));
            const LayerSettings settings{.spec = *spec, .batch = 1, .sequence = tokens};
            return totalOf(StepModules(settings).layer(0).profile.kept);
        };
        const double gates = tokens * 768 * 2;
        const double deviations = tokens * 2;
        QCOMPARE(kept("[0.95, 0, 0, 0, 0, 0]") - kept("[0, 0, 0, 0, 0, 0]"), gates + deviations);
    }

    void everyStrategyPlansIt_data() { addStrategyRows(); }
    void everyStrategyPlansIt()
    {
        for (const char *method : {"full", "lora"}) {
            const Scenario usual
                = scenarioWith({{"training.method", method}, {"training.sequence_length", "1024"}});
            const auto plan
                = [&](const char *id) { return planOfStrategyRow(id, m_catalog, usual); };
            const Plan made = plan("google/gemma-3n-E2B");
            QVERIFY(made.memory.peak > Bytes(0));
            QVERIFY(made.memory.peak < plan("google/gemma-3n-E4B").memory.peak);
        }
    }

    void whatCannotBeIsRefusedByName_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<FindingId>("finding");
        QTest::newRow("a base in 4 bits")
            << QByteArray("training.method") << QByteArray("qlora") << FindingId::ClampedBase;
        QTest::newRow("ranks that share matrices")
            << QByteArray("parallel.tensor") << QByteArray("2") << FindingId::MeshNotPlanned;
        QTest::newRow("stages") << QByteArray("parallel.pipeline") << QByteArray("2")
                                << FindingId::MeshNotPlanned;
        QTest::newRow("other modules")
            << QByteArray("training.modules") << QByteArray("transformers-4")
            << FindingId::ModulesNotPlanned;
        QTest::newRow("prompts") << QByteArray("training.adapter") << QByteArray("prompt-tuning")
                                 << FindingId::AdapterNotPlanned;
        QTest::newRow("activations on the host")
            << QByteArray("training.activation_offload") << QByteArray("saved")
            << FindingId::HostActivationsNotPlanned;
        QTest::newRow("reentrant checkpoints")
            << QByteArray("training.checkpoint_kind") << QByteArray("reentrant")
            << FindingId::ReentryNotPlanned;
        QTest::newRow("products in 8 bits")
            << QByteArray("training.fp8") << QByteArray("tensorwise") << FindingId::Fp8NotPlanned;
        QTest::newRow("classes of sequences")
            << QByteArray("training.objective") << QByteArray("classification")
            << FindingId::ObjectiveNotPlanned;
    }
    void whatCannotBeIsRefusedByName()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(FindingId, finding);
        const std::string chosen = key.toStdString();
        const std::string to = value.toStdString();
        const Scenario scenario
            = scenarioWith({{"model.id", "google/gemma-3n-E4B"}, {"parallel.gpus", "8"},
                {"training.method", key == "training.adapter" ? "lora" : "full"}, {chosen, to}});
        const Plan made = planOf(scenario, m_catalog);
        QVERIFY(has(made, finding));
    }
};

QTEST_GUILESS_MAIN(TestAltUp)
#include "tst_altup.moc"
