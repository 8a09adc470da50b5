// SPDX-License-Identifier: GPL-3.0-or-later
// Modules of a quantised base that stay in 16 bits, and who leaves which.
#include "core/interchange/leftmodules.h"
#include "core/judge/findings.h"
#include "core/model/layerforms.h"
#include "core/model/unquantized.h"
#include "core/planner/makeplan.h"
#include "core/scenario/keys.h"
#include "tests/support/importrun.h"
#include "tests/support/phaseof.h"
#include "tests/support/scenarioof.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

const Catalog &catalog()
{
    static const Catalog builtIn = builtInCatalog();
    return builtIn;
}

Plan planned(const Settings &settings)
{
    const Scenario base = scenarioWith({{"model.id", "meta-llama/Llama-3.1-8B"},
        {"hardware.gpu", "h100-sxm"}, {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"},
        {"training.method", "qlora"}, {"training.sequence_length", "2048"}});
    return planOf(scenarioWith(settings, base), catalog());
}

ModelSpec specOf(const char *model)
{
    ModelChoice chosen;
    chosen.id = model;
    const Result<FoundModel> found = findModel(chosen, catalog());
    return found ? found->spec : ModelSpec();
}

double weightsOf(const Plan &plan)
{
    return partOf(plan, PhaseId::Forward, PartId::Weights);
}

bool isSaid(const Plan &plan, FindingId id)
{
    return findingOf(plan, id) != nullptr;
}

/// Bytes that a weight takes more in 16 bits than in four, with its scales.
constexpr double saved = 2 - 0.5 - (1.0 / 64 + 4.0 / (64 * 256));
constexpr double layers = 32;
constexpr double hidden = 4096;
constexpr double width = 14336;

} // namespace

class TestUnquantized : public QObject
{
    Q_OBJECT

private slots:
    void whatStaysTakesItsSixteenBits_data()
    {
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<double>("weights");
        const double down = layers * hidden * width;
        const double square = layers * hidden * hidden;
        QTest::newRow("a matrix of each layer") << QByteArray("lm_head,down_proj") << down;
        QTest::newRow("two of them") << QByteArray("lm_head,q_proj,o_proj") << 2 * square;
        QTest::newRow("the MLP of one layer")
            << QByteArray("lm_head,layers.3.mlp") << 3 * hidden * width;
        QTest::newRow("one of its matrices")
            << QByteArray("lm_head,layers.3.mlp.down_proj") << hidden * width;
        QTest::newRow("attention of another, and its MLP's in two names")
            << QByteArray(
                   "lm_head,layers.31.self_attn,layers.30.mlp.up_proj,layers.30.mlp.gate_proj")
            << hidden * (2 * hidden + 2 * 1024) + 2 * hidden * width;
        QTest::newRow("a whole layer") << QByteArray("lm_head,layers.0")
                                       << hidden * (2 * hidden + 2 * 1024) + 3 * hidden * width;
        QTest::newRow("the head is in four bits, too") << QByteArray() << -128256 * hidden;
    }
    void whatStaysTakesItsSixteenBits()
    {
        QFETCH(QByteArray, list);
        QFETCH(double, weights);
        const double usual = weightsOf(planned({}));
        const double left = weightsOf(planned({{"training.unquantized", list.constData()}}));
        QVERIFY(std::abs(left - usual - saved * weights) < 0.002 * std::abs(saved * weights));
    }

    void theTowerStaysApartFromItsProjector()
    {
        const auto weights = [](const char *list) {
            return weightsOf(planned({{"model.id", "Qwen/Qwen3-VL-8B-Instruct"},
                {"vision.images", "1"}, {"vision.image_width", "896"},
                {"vision.image_height", "896"}, {"training.unquantized", list}}));
        };
        const double usual = weights("lm_head");
        const double tower = weights("lm_head,vision_tower") - usual;
        const double projector = weights("lm_head,multi_modal_projector") - usual;
        const double sides = weights("lm_head,deepstack_merger_list") - usual;
        // 27 blocks of 1152 and 4304; a merger of 4608 and 4096 numbers, and three for layers.
        const double blocks = 27.0 * (4 * 1152 * 1152 + 2 * 1152 * 4304);
        const double merger = 4608.0 * (4608 + 4096);
        QVERIFY(std::abs(tower - saved * blocks) < 0.003 * tower);
        QVERIFY(std::abs(projector - saved * merger) < 0.003 * projector);
        QVERIFY(std::abs(sides - 3 * saved * merger) < 0.003 * sides);
        const double all
            = weights("lm_head,vision_tower,multi_modal_projector,deepstack_merger_list") - usual;
        QVERIFY(std::abs(all - tower - projector - sides) < 0.0001 * all);
    }

    void preparationWidensWhatStays()
    {
        const auto weights = [](const char *list, const char *preparation) {
            return weightsOf(planned(
                {{"training.unquantized", list}, {"training.kbit_preparation", preparation}}));
        };
        const double down = layers * hidden * width;
        const auto more = [&](const char *preparation) {
            return weights("lm_head,down_proj", preparation) - weights("lm_head", preparation);
        };
        QVERIFY(std::abs(more("norms") - saved * down) < 0.001 * saved * down);
        QVERIFY(std::abs(more("full") - (saved + 2) * down) < 0.001 * saved * down);
    }

    void anOutputInSixteenBitsRunsInItsKernel()
    {
        for (const char *model : {"tiiuae/Falcon-H1-7B-Base", "ibm-ai-platform/Bamba-9B-v1"}) {
            const Plan packed = planned({{"model.id", model}});
            QVERIFY(isSaid(packed, FindingId::PackedOutput));
            const Finding *finding = findingOf(packed, FindingId::PackedOutput);
            const Result<Scenario> mended = applied(packed.scenario, finding->repair.settings);
            QVERIFY(mended);
            QCOMPARE(mended->training.unquantized, std::string("lm_head,out_proj"));
            QVERIFY(!isSaid(planOf(*mended, catalog()), FindingId::PackedOutput));
            QVERIFY(
                !isSaid(planned({{"model.id", model}, {"training.unquantized", "lm_head,mamba"}}),
                    FindingId::PackedOutput));
        }
    }

    void pixelsKeepTheirNumbersBesideATowerInSixteenBits()
    {
        const auto plan = [](const char *list) {
            return planned({{"model.id", "google/gemma-4-31B-it"}, {"vision.images", "1"},
                {"training.attention", "sdpa"}, {"vision.image_width", "896"},
                {"vision.image_height", "896"}, {"training.unquantized", list}});
        };
        QVERIFY(isSaid(plan("lm_head"), FindingId::PackedPixels));
        QVERIFY(!isSaid(plan("lm_head,vision_tower"), FindingId::PackedPixels));
    }

    void coefficientsInSixteenBitsCanBeClamped()
    {
        const Plan packed = planned({{"model.id", "google/gemma-3n-E4B-it"}});
        const Finding *finding = findingOf(packed, FindingId::ClampedBase);
        QVERIFY(finding);
        const Result<Scenario> mended = applied(packed.scenario, finding->repair.settings);
        QVERIFY(mended);
        QVERIFY(!isSaid(planOf(*mended, catalog()), FindingId::ClampedBase));
    }

    void aNameThatTheModelHasNotIsSaid()
    {
        const Plan plan = planned({{"training.unquantized", "lm_head,out_proj,down_proj"}});
        const Finding *finding = findingOf(plan, FindingId::UnknownModules);
        QVERIFY(finding);
        QCOMPARE(finding->what, std::string("out_proj"));
        const Result<Scenario> mended = applied(plan.scenario, finding->repair.settings);
        QVERIFY(mended);
        QCOMPARE(mended->training.unquantized, std::string("lm_head,down_proj"));
        QVERIFY(!isSaid(planned({}), FindingId::UnknownModules));
    }

    void whatIsNotFollowedIsNoPlan_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("list");
        QTest::newRow("other quantisers")
            << QByteArray("training.base") << QByteArray("gptq") << QByteArray("lm_head,down_proj");
        QTest::newRow("torchtune's own base")
            << QByteArray("training.loop") << QByteArray("torchtune")
            << QByteArray("lm_head,down_proj");
        QTest::newRow("a fused loss over a head in four bits")
            << QByteArray("training.loss") << QByteArray("fused") << QByteArray("down_proj");
        QTest::newRow("a head that is the embedding")
            << QByteArray("model.id") << QByteArray("meta-llama/Llama-3.2-1B")
            << QByteArray("down_proj");
        QTest::newRow("experts that are linear modules")
            << QByteArray("model.id") << QByteArray("mistralai/Mixtral-8x7B-v0.1")
            << QByteArray("lm_head,q_proj");
    }
    void whatIsNotFollowedIsNoPlan()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, list);
        Settings settings{{key.constData(), value.constData()}};
        if (key == "model.id")
            settings.push_back({"training.modules", "transformers-4"});
        const auto refuses = [&](const char *names) {
            Settings all = settings;
            all.push_back({"training.unquantized", names});
            const Plan plan = planned(all);
            const Finding *finding = findingOf(plan, FindingId::BaseNotPlanned);
            return finding && finding->what == "training.unquantized";
        };
        QVERIFY(refuses(list.constData()));
        QVERIFY(!refuses("lm_head"));
    }

    void programsLeaveTheirOwn_data()
    {
        QTest::addColumn<QByteArray>("program");
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("left");
        const auto row = [](const char *name, const char *program, const char *model,
                             const char *left) {
            QTest::newRow(name) << QByteArray(program) << QByteArray(model) << QByteArray(left);
        };
        row("Unsloth, a decoder", "unsloth", "meta-llama/Llama-3.1-8B", "lm_head");
        row("Unsloth, SigLIP", "unsloth", "google/gemma-3-4b-it",
            "lm_head,vision_tower,multi_modal_projector");
        row("Unsloth, Qwen's tower", "unsloth", "Qwen/Qwen2.5-VL-7B-Instruct",
            "lm_head,multi_modal_projector");
        row("Unsloth, Falcon-H1", "unsloth", "tiiuae/Falcon-H1-7B-Base", "lm_head,mamba,out_proj");
        row("Unsloth, Nemotron-H", "unsloth", "nvidia/Nemotron-H-8B-Base-8K", "lm_head,out_proj");
        row("Unsloth, a router that is a linear module", "unsloth",
            "ibm-granite/granite-4.0-h-tiny", "lm_head,mamba,layer");
        row("ms-swift, a decoder", "ms-swift", "Qwen/Qwen3-8B", "");
        row("ms-swift, a tower", "ms-swift", "Qwen/Qwen2.5-VL-7B-Instruct",
            "vision_tower,multi_modal_projector,deepstack_merger_list,lm_head");
        row("Axolotl, a decoder", "axolotl", "meta-llama/Llama-3.1-8B", "");
        row("Axolotl, Falcon-H1, whose head is quantised", "axolotl", "tiiuae/Falcon-H1-7B-Base",
            "out_proj");
    }
    void programsLeaveTheirOwn()
    {
        QFETCH(QByteArray, program);
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, left);
        const ModelSpec spec = specOf(model.constData());
        QVERIFY(spec.layers > 0);
        const std::string names = leftByProgram(
            program.constData(), spec, ModuleLibrary::Transformers5, BaseStorage::Nf4);
        QCOMPARE(QByteArray::fromStdString(names), left);
        QVERIFY(UnquantizedModules(spec, names).unknown().empty());
    }

    void listsAreComparedAsTheReleaseDoes_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<bool>("isFive");
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<QByteArray>("names");
        QTest::addColumn<QByteArray>("missing");
        const auto row = [](const char *name, const char *model, bool isFive, const char *list,
                             const char *names, const char *missing) {
            QTest::newRow(name) << QByteArray(model) << isFive << QByteArray(list)
                                << QByteArray(names) << QByteArray(missing);
        };
        const auto gemma = "google/gemma-3-4b-it";
        row("names of modules", gemma, true, "lm_head,down_proj", "lm_head,down_proj", "");
        row("the end of a name, from release 5 on", gemma, true, "up_proj,gate_proj,lm_head",
            "up_proj,gate_proj,lm_head", "");
        row("an end that several have", "meta-llama/Llama-3.1-8B", true, "_proj",
            "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj", "");
        row("which release 4 knows not", "meta-llama/Llama-3.1-8B", false, "_proj", "", "_proj");
        row("a tower by its word, in release 4", gemma, false, "vision_tower", "vision_tower", "");
        row("by its word alone, in release 5: it is no start of a path", gemma, true,
            "vision_tower", "", "vision_tower");
        row("by its path", gemma, true, "model.vision_tower", "vision_tower", "");
        row("Qwen's, with what is in it", "Qwen/Qwen3-VL-8B-Instruct", true, "model.visual",
            "vision_tower,multi_modal_projector,deepstack_merger_list", "");
        row("one layer's modules", gemma, true,
            "lm_head,model.language_model.layers.3.mlp.down_proj,model.layers.4.mlp",
            "lm_head,layers.3.mlp.down_proj,layers.4.mlp", "");
        row("a layer that is not there", "meta-llama/Llama-3.1-8B", true,
            "lm_head,model.layers.32.mlp", "lm_head", "model.layers.32.mlp");
        row("a layer of the tower", gemma, true, "vision_tower.encoder.layers.3.mlp", "",
            "vision_tower.encoder.layers.3.mlp");
        row("a module with its parent", "meta-llama/Llama-3.1-8B", true, "mlp.down_proj",
            "down_proj", "");
        row("Jamba's mixers, in release 4", "ai21labs/Jamba-v0.1", false, "mamba", "mamba", "");
        row("and not from 5 on", "ai21labs/Jamba-v0.1", true, "mamba", "", "mamba");
    }
    void listsAreComparedAsTheReleaseDoes()
    {
        QFETCH(QByteArray, model);
        QFETCH(bool, isFive);
        QFETCH(QByteArray, list);
        QFETCH(QByteArray, names);
        QFETCH(QByteArray, missing);
        const ModuleLibrary library
            = isFive ? ModuleLibrary::Transformers5 : ModuleLibrary::Transformers4;
        const LeftModules left = leftByList(specOf(model.constData()), library, list.constData());
        QCOMPARE(QByteArray::fromStdString(left.names), names);
        QCOMPARE(QByteArray::fromStdString(left.missing), missing);
    }

    void aCheckpointsFileSaysWhatStays()
    {
        const std::string config
            = R"({"model_type": "llama", "hidden_size": 2048, "intermediate_size": 8192,
            "num_hidden_layers": 16, "num_attention_heads": 32, "num_key_value_heads": 8,
            "vocab_size": 128256, "tie_word_embeddings": true, "quantization_config": {
            "quant_method": "bitsandbytes", "load_in_4bit": true, "llm_int8_skip_modules":
            ["lm_head", "multi_modal_projector", "merger", "model.layers.1.mlp", 7, "a,b"]}})";
        const std::string script
            = "model, t = FastModel.from_pretrained(model_name = \"./checkpoint\",\n"
              "    max_seq_length = 2048, load_in_4bit = True)\n"
              "model = FastModel.get_peft_model(model, r = 16)\n"
              "args = SFTConfig(per_device_train_batch_size = 1)\n";
        const ImportedRun run = imported({{"a.py", script}, {"checkpoint/config.json", config}});
        QCOMPARE(problemsOf(run), QString());
        QCOMPARE(run.scenario.training.unquantized, std::string("lm_head,layers.1.mlp"));
    }

    void filesSayWhatStays_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("left");
        const QString recipe = "base_model: %1\nadapter: qlora\nload_in_4bit: true\nlora_r: 8\n"
                               "lora_target_linear: true\nsequence_len: 512\n"
                               "micro_batch_size: 1\n";
        QTest::newRow("Axolotl's list") << "a.yml"
                                        << recipe.arg("meta-llama/Llama-3.1-8B")
                + "bnb_config_kwargs:\n  llm_int8_skip_modules: [lm_head, down_proj]\n"
                                        << "lm_head,down_proj";
        QTest::newRow("what Axolotl does by itself")
            << "a.yml" << recipe.arg("tiiuae/Falcon-H1-7B-Base") << "out_proj";
        QTest::newRow("a script's list")
            << "sft.py"
            << "config = BitsAndBytesConfig(load_in_4bit=True, "
               "llm_int8_skip_modules=[\"lm_head\", \"o_proj\"])\n"
               "model = AutoModelForCausalLM.from_pretrained(\"meta-llama/Llama-3.1-8B\", "
               "quantization_config=config)\n"
               "peft = LoraConfig(r=8, target_modules=\"all-linear\")\n"
               "args = SFTConfig(per_device_train_batch_size=1, max_length=512)\n"
            << "lm_head,o_proj";
        QTest::newRow("Unsloth's Gemma")
            << "a.py"
            << "model, t = FastModel.from_pretrained(model_name = \"unsloth/gemma-3-4b-it\",\n"
               "    max_seq_length = 2048, load_in_4bit = True)\n"
               "model = FastModel.get_peft_model(model, r = 16)\n"
               "args = SFTConfig(per_device_train_batch_size = 1)\n"
            << "lm_head,vision_tower,multi_modal_projector";
        QTest::newRow("a base in 16 bits has nothing to leave")
            << "a.py"
            << "model, t = FastModel.from_pretrained(model_name = \"unsloth/gemma-3-4b-it\",\n"
               "    max_seq_length = 2048, load_in_4bit = False)\n"
               "model = FastModel.get_peft_model(model, r = 16)\n"
               "args = SFTConfig(per_device_train_batch_size = 1)\n"
            << "lm_head";
    }
    void filesSayWhatStays()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(QString, left);
        const ImportedRun run = imported({{name.toStdString(), text.toStdString()}});
        QCOMPARE(problemsOf(run), QString());
        QCOMPARE(QString::fromStdString(run.scenario.training.unquantized), left);
    }
};

QTEST_APPLESS_MAIN(TestUnquantized)
#include "tst_unquantized.moc"
