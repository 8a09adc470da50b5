// SPDX-License-Identifier: GPL-3.0-or-later
// Vision towers whose images come in one size: Gemma 3's, PaliGemma's, InternVL's, Idefics 3's,
// LLaVA's, Llama 4's and Llama 3.2's.
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "core/modules/tower.h"
#include "core/scenario/move.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"
#include "tests/support/tapeparameters.h"
#include "tests/support/testcatalog.h"
#include "tests/support/towerscenario.h"

#include <QTest>

using namespace shardscope;

namespace {

std::string config(const std::string &root, const std::string &text, const std::string &vision)
{
    return "{" + root + R"(, "tie_word_embeddings": true, "text_config": {)" + text
        + R"(, "hidden_size": 1536, "num_hidden_layers": 4, "num_attention_heads": 12,
        "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 4352,
        "vocab_size": 32000}, "vision_config": {)"
        + vision + "}}";
}

const std::string siglip = R"("model_type": "siglip_vision_model", "hidden_size": 1152,
    "intermediate_size": 4304, "num_hidden_layers": 3, "num_attention_heads": 16, "image_size": 448,
    "patch_size": 14)";
const std::string internVit = R"("model_type": "internvl_vision", "hidden_size": 1024,
    "intermediate_size": 4096, "num_hidden_layers": 3, "num_attention_heads": 16,
    "image_size": [448, 448], "patch_size": [14, 14], "attention_bias": true)";
const std::string pooling = R"(, "vision_use_head": false)";

const std::string gemma3 = config(R"("model_type": "gemma3", "mm_tokens_per_image": 64)",
    R"("model_type": "gemma3_text")", siglip + pooling);
const std::string paligemma
    = config(R"("model_type": "paligemma")", R"("model_type": "gemma2")", siglip + pooling);
const std::string internvl
    = config(R"("model_type": "internvl")", R"("model_type": "qwen2")", internVit);

const std::string ideficsVision = R"("model_type": "idefics3_vision", "hidden_size": 768,
    "intermediate_size": 3072, "num_hidden_layers": 3, "num_attention_heads": 12,
    "image_size": 448, "patch_size": 14)";
const std::string clip = R"("model_type": "clip_vision_model", "hidden_size": 1024,
    "intermediate_size": 4096, "num_hidden_layers": 4, "num_attention_heads": 16,
    "image_size": 336, "patch_size": 14)";
const std::string idefics = config(
    R"("model_type": "idefics3", "scale_factor": 4)", R"("model_type": "llama")", ideficsVision);
const std::string llama4 = config(R"("model_type": "llama4")",
    R"("model_type": "llama4_text", "num_local_experts": 4, "num_experts_per_tok": 1,
        "intermediate_size_mlp": 8704, "interleave_moe_layer_step": 2)",
    R"("model_type": "llama4_vision_model", "hidden_size": 1408, "intermediate_size": 5632,
        "num_hidden_layers": 3, "num_attention_heads": 16, "image_size": 336, "patch_size": 14,
        "vision_output_dim": 4096)");
const std::string llama32 = config(R"("model_type": "mllama")",
    R"("model_type": "mllama_text_model", "cross_attention_layers": [1])",
    R"("model_type": "mllama_vision_model", "hidden_size": 1280, "intermediate_size": 5120,
        "num_hidden_layers": 3, "num_global_layers": 2, "attention_heads": 16, "image_size": 560,
        "patch_size": 14, "intermediate_layers_indices": [0, 1], "vision_output_dim": 3840)");
const std::string llava = config(R"("model_type": "llava")", R"("model_type": "llama")", clip);

ModelSpec specOf(const std::string &file)
{
    return *readModelConfig(*parseJson(file));
}

/// On one GPU, with two images of 1344 x 896.
Scenario scenarioOf(const std::string &config, Choices settings = {})
{
    return towerScenario(config,
        {{"training.kernels", "reference"}, {"vision.images", "2"}, {"vision.image_width", "1344"},
            {"vision.image_height", "896"}},
        settings);
}

bool hasOp(const Tape &tape, std::string_view name)
{
    return std::any_of(
        tape.ops.begin(), tape.ops.end(), [name](const Op &op) { return op.name == name; });
}

} // namespace

class TestSquareTower : public QObject
{
    Q_OBJECT

private slots:
    void countsWhatTheTapesHave_data();
    void countsWhatTheTapesHave();
    void othersAreNotRead_data();
    void othersAreNotRead();
    void aClassKnowsWhatItsFilesLeaveOut();
    void imagesAreCutIntoTiles_data();
    void imagesAreCutIntoTiles();
    void tilesAskForASize();
    void blocksThatNobodyReadsLearnNothing();
    void aDecodersClassKnowsItsSizes();
    void keepsOfABlockWhatItsOperationsSave();
    void autocastWidensClipsStream();
    void engines_data();
    void engines();
    void aRefusalNamesAStrategyThatSeesImages_data();
    void aRefusalNamesAStrategyThatSeesImages();
    void gemmasLossIsOfLogitsThatTheMaskPicks();
    void paligemmaHasNoSoftCap();

private:
    const Catalog m_catalog = builtInCatalog();
};

void TestSquareTower::countsWhatTheTapesHave_data()
{
    QTest::addColumn<std::string>("config");
    QTest::newRow("Gemma 3") << gemma3;
    QTest::newRow("PaliGemma") << paligemma;
    QTest::newRow("InternVL") << internvl;
    QTest::newRow("Idefics 3") << idefics;
    QTest::newRow("LLaVA") << llava;
    QTest::newRow("Llama 4") << llama4;
    QTest::newRow("Llama 3.2") << llama32;
    QTest::newRow("LLaVA that reads the last block") << config(
        R"("model_type": "llava", "vision_feature_layer": -1)", R"("model_type": "llama")", clip);
    QTest::newRow("InternVL with a norm behind the last block")
        << config(R"("model_type": "internvl")", R"("model_type": "qwen2")",
               internVit + R"(, "use_mean_pooling": false)");
}

/// Each parameter is some module's.
void TestSquareTower::countsWhatTheTapesHave()
{
    QFETCH(std::string, config);
    const Result<Resolved> resolved = resolve(scenarioOf(config), m_catalog);
    QVERIFY(resolved);
    const StepModules modules(makeWorkload(scenarioOf(config), *resolved).layerSettings());
    const double parameters = towerParametersOf(modules);
    for (int i = 0; i < modules.tower().size(); ++i) {
        for (const Parameter &parameter : modules.tower().part(i).tape.parameters)
            QVERIFY(parameter.module >= 0);
    }
    QCOMPARE(parameters, countTower(*specOf(config).tower).total());
    QCOMPARE(resolved->count.tower + resolved->count.projector, parameters);
}

void TestSquareTower::othersAreNotRead_data()
{
    QTest::addColumn<std::string>("config");
    const auto gemma = [](const std::string &vision) {
        return config(R"("model_type": "gemma3")", R"("model_type": "gemma3_text")", vision);
    };
    const auto intern = [](const std::string &vision) {
        return config(R"("model_type": "internvl")", R"("model_type": "qwen2")", vision);
    };
    QTest::newRow("a head that pools") << gemma(siglip);
    QTest::newRow("patches that no token takes in whole")
        << config(R"("model_type": "gemma3", "mm_tokens_per_image": 49)",
               R"("model_type": "gemma3_text")", siglip + pooling);
    const auto ofLlava = [](const std::string &root) {
        return config(R"("model_type": "llava", )" + root, R"("model_type": "llama")", clip);
    };
    QTest::newRow("features of several layers") << ofLlava(R"("vision_feature_layer": [-2, -5])");
    QTest::newRow("features of class tokens")
        << ofLlava(R"("vision_feature_select_strategy": "full")");
    QTest::newRow("LLaVA's projector around another tower")
        << config(R"("model_type": "llava")", R"("model_type": "llama")", siglip + pooling);
    QTest::newRow("norms of query and key") << intern(internVit + R"(, "use_qk_norm": true)");
    QTest::newRow("an adapter that does not fit its projector")
        << std::string(llama4).replace(llama4.find("4096"), 4, "7680");
    QTest::newRow("a projector of other blocks than are named")
        << std::string(llama32).replace(llama32.find("3840"), 4, "7680");
    QTest::newRow("features of blocks that there are not")
        << std::string(llama32).replace(llama32.find("[0, 1]"), 6, "[0, 3]");
    QTest::newRow("RMSNorm") << intern(internVit + R"(, "norm_type": "rms_norm")");
}

void TestSquareTower::othersAreNotRead()
{
    QFETCH(std::string, config);
    QVERIFY(!specOf(config).tower);
    QVERIFY(has(planOf(scenarioOf(config), m_catalog), FindingId::TowerNotPlanned));
}

/// LLaVA reads what the last block but one makes; the last one runs all the same.
void TestSquareTower::blocksThatNobodyReadsLearnNothing()
{
    const Result<Resolved> resolved = resolve(scenarioOf(llava), m_catalog);
    const StepModules modules(makeWorkload(scenarioOf(llava), *resolved).layerSettings());
    int unread = 0;
    for (int i = 0; i < modules.tower().size(); ++i) {
        const Module &part = modules.tower().part(i);
        if (part.towerPart != TowerPartKind::Aside)
            continue;
        ++unread;
        for (const Parameter &parameter : part.tape.parameters)
            QVERIFY(!parameter.isReached);
    }
    QCOMPARE(unread, 1);
}

/// transformers 5.12.1 configuration_llama.py: LLaVA 1.5 7B's file names two sizes of its decoder.
void TestSquareTower::aDecodersClassKnowsItsSizes()
{
    const ModelSpec spec = specOf(R"({"model_type": "llava", "text_config": {"model_type": "llama",
        "max_position_embeddings": 4096, "vocab_size": 32064}, "vision_config": {)"
        + clip + "}}");
    QCOMPARE(spec.hidden, std::int64_t(4096));
    QCOMPARE(spec.layers, std::int64_t(32));
    QCOMPARE(spec.intermediate, std::int64_t(11008));
    QCOMPARE(spec.vocabulary, std::int64_t(32064));
}

/// Files of sizes that are a class's own do not name them: transformers 5.12.1
/// configuration_internvl.py, InternVLVisionConfig; 24 layers of 1,024 at 448 pixels hold 304
/// million parameters.
void TestSquareTower::aClassKnowsWhatItsFilesLeaveOut()
{
    const TowerSpec tower = *specOf(config(R"("model_type": "internvl")",
                                        R"("model_type": "qwen2")", R"("attention_bias": true)"))
                                 .tower;
    QCOMPARE(tower.side, 448);
    QCOMPARE(tower.positions, 1025);
    QCOMPARE(countTower(tower).blocks, 304'012'288.0);
}

/// transformers 5.12.1, GotOcr2ImageProcessor with tiles of 448 pixels, at most 12 of them.
void TestSquareTower::imagesAreCutIntoTiles_data()
{
    QTest::addColumn<std::string>("config");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::addColumn<double>("tokens");
    QTest::newRow("InternVL, one tile") << internvl << 448 << 448 << 256.0;
    QTest::newRow("a thumbnail beside three by two") << internvl << 1344 << 896 << 7 * 256.0;
    QTest::newRow("a square that fills two by two, not three by three")
        << internvl << 896 << 896 << 5 * 256.0;
    QTest::newRow("a small square stays one") << internvl << 300 << 300 << 256.0;
    QTest::newRow("a strip") << internvl << 5376 << 448 << 13 * 256.0;
    QTest::newRow("Idefics 3, four by three and the whole") << idefics << 1344 << 896 << 13 * 64.0;
    QTest::newRow("however small a square, four by four") << idefics << 100 << 100 << 17 * 64.0;
    QTest::newRow("a strip of four") << idefics << 448 << 5376 << 5 * 64.0;
    // get_best_fit of canvases of 336 pixels.
    QTest::newRow("Llama 4, a tile") << llama4 << 336 << 336 << 144.0;
    QTest::newRow("as wide as it is, and the whole") << llama4 << 1000 << 600 << 7 * 144.0;
    QTest::newRow("no larger than it must be") << llama4 << 300 << 200 << 144.0;
    QTest::newRow("shrunk to sixteen at most") << llama4 << 4000 << 4000 << 17 * 144.0;
    QTest::newRow("shrunk least on three by five") << llama4 << 1500 << 2500 << 16 * 144.0;
    QTest::newRow("Llama 3.2, whose layers look at it, says where it stands")
        << llama32 << 1000 << 600 << 1.0;
    QTest::newRow("LLaVA crops") << llava << 1344 << 896 << 576.0;
    QTest::newRow("Gemma 3 has one size") << gemma3 << 1344 << 896 << 64.0;
    QTest::newRow("PaliGemma, a token a patch") << paligemma << 1344 << 896 << 1024.0;
}

void TestSquareTower::imagesAreCutIntoTiles()
{
    QFETCH(std::string, config);
    QFETCH(int, width);
    QFETCH(int, height);
    QFETCH(double, tokens);
    const TowerSpec tower = *specOf(config).tower;
    QCOMPARE(tokensOf(tower, towerImage(tower, width, height)), tokens);
}

void TestSquareTower::tilesAskForASize()
{
    const Plan asked = planOf(scenarioOf(internvl, {{"vision.image_width", "0"}}), m_catalog);
    QVERIFY(has(asked, FindingId::ImageSize));
    const Plan known = planOf(scenarioOf(gemma3, {{"vision.image_width", "0"}}), m_catalog);
    QVERIFY(!has(known, FindingId::ImageSize));
    QVERIFY(known.memory.atPeak(PartId::Tower).value() > 0);
    // Four tiles of every image, empty ones among them.
    const Plan filled = planOf(scenarioOf(llama32, {{"vision.image_width", "0"}}), m_catalog);
    QVERIFY(!has(filled, FindingId::ImageSize));
    QVERIFY(filled.memory.atPeak(PartId::Tower).value() > 0);
}

/// SigLIP in bf16, 1,024 patches of each of two images: LayerNorm keeps its input and two numbers
/// of each row in the weights' dtype; the products what they read, attention query, key and value.
void TestSquareTower::keepsOfABlockWhatItsOperationsSave()
{
    const Scenario scenario = scenarioOf(gemma3, {{"training.checkpointing", "none"}});
    const Result<Resolved> resolved = resolve(scenario, m_catalog);
    const StepModules modules(makeWorkload(scenario, *resolved).layerSettings());
    const double rows = 2 * 1024;
    const double h = 1152;
    const double norm = 2 * rows * h + 2 * 2 * rows + 2 * rows * h;
    const double attention = 2 * 3 * rows * h + 2 * rows * h + 4 * rows * 16 + 1024;
    const double mlp = 2 * 2 * rows * 4304;
    QCOMPARE(modules.tower().part(1).keptBytes(), 2 * norm + attention + mlp);
}

/// CUDA's autocast makes CLIP's stream fp32, by the norm before its blocks: each norm of a block
/// keeps it in 4 bytes a number, and query, key and value each a 16-bit copy of what the norm made.
void TestSquareTower::autocastWidensClipsStream()
{
    const auto kept = [this](const char *autocast) {
        const Scenario scenario = scenarioOf(llava,
            {{"training.checkpointing", "none"}, {"training.kernels", "cuda"},
                {"training.precision", "bf16"}, {"training.autocast", autocast}});
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        const StepModules modules(makeWorkload(scenario, *resolved).layerSettings());
        return modules.tower().part(1).keptBytes();
    };
    const double rows = 2 * (576 + 1);
    const double h = 1024;
    QCOMPARE(kept("on") - kept("off"), (2 * 2 + 2 * 2) * rows * h);
}

void TestSquareTower::engines_data()
{
    QTest::addColumn<std::string>("config");
    QTest::addColumn<std::string>("strategy");
    QTest::addColumn<std::string>("framework");
    QTest::addColumn<bool>("isPlanned");
    const auto row = [](const char *name, const std::string &config, const char *strategy,
                         const char *framework, bool isPlanned) {
        QTest::newRow(name) << config << std::string(strategy) << std::string(framework)
                            << isPlanned;
    };
    row("Gemma 3 by DDP", gemma3, "ddp", "trainer", true);
    row("Gemma 3 by ZeRO-2", gemma3, "zero2", "deepspeed", true);
    row("InternVL by ZeRO-1, factors and class token too", internvl, "zero1", "deepspeed", true);
    row("InternVL by FSDP2", internvl, "fsdp", "fsdp2", true);
    row("Gemma 3 by FSDP2, its embeddings wrapped", gemma3, "fsdp", "fsdp2", true);
    row("LLaVA by DDP", llava, "ddp", "trainer", true);
    row("Llama 4 by ZeRO-2", llama4, "zero2", "deepspeed", true);
    row("Llama 3.2 by FSDP2", llama32, "fsdp", "fsdp2", true);
    row("FSDP2 wraps attention of Idefics 3", idefics, "fsdp", "fsdp2", false);
    row("FSDP2 wraps PaliGemma's projector on its own", paligemma, "fsdp", "fsdp2", false);
}

void TestSquareTower::engines()
{
    QFETCH(std::string, config);
    QFETCH(std::string, strategy);
    QFETCH(std::string, framework);
    QFETCH(bool, isPlanned);
    const Plan plan
        = planOf(scenarioOf(config,
                     {{"parallel.gpus", "4"}, {"parallel.strategy", strategy},
                         {"parallel.framework", framework}, {"training.sequence_length", "4096"}}),
            m_catalog);
    QCOMPARE(!has(plan, FindingId::TowerNotPlanned), isPlanned);
    QCOMPARE(plan.memory.atPeak(PartId::Tower).value() > 0, true);
}

void TestSquareTower::aRefusalNamesAStrategyThatSeesImages_data()
{
    QTest::addColumn<std::string>("gpus");
    QTest::addColumn<std::string>("framework");
    QTest::addColumn<Strategy>("strategy");
    QTest::newRow("one GPU, which shares nothing")
        << std::string("1") << std::string("auto") << Strategy::Ddp;
    QTest::newRow("one GPU with an engine of its own")
        << std::string("1") << std::string("deepspeed") << Strategy::Zero2;
    QTest::newRow("eight") << std::string("8") << std::string("auto") << Strategy::Zero2;
}

void TestSquareTower::aRefusalNamesAStrategyThatSeesImages()
{
    QFETCH(std::string, gpus);
    QFETCH(std::string, framework);
    QFETCH(Strategy, strategy);
    const Scenario scenario = scenarioWith({{"model.id", "meta-llama/Llama-4-Scout-17B-16E"},
        {"vision.images", "1"}, {"vision.image_width", "336"}, {"parallel.gpus", gpus},
        {"parallel.framework", framework}, {"parallel.strategy", "zero3"}});
    const Plan plan = planOf(scenario, m_catalog);
    const Finding *finding = findingOf(plan, FindingId::TowerNotPlanned);
    QVERIFY(finding);
    const Result<Scenario> other = applied(scenario, finding->repair.settings);
    QVERIFY(other);
    QCOMPARE(other->parallel.strategy, strategy);
    QCOMPARE(other->vision.images, scenario.vision.images);
    QVERIFY(!has(planOf(*other, m_catalog), FindingId::TowerNotPlanned));
}

/// Gemma3ForConditionalGeneration, with images or without; a file of the decoder alone names
/// Gemma3ForCausalLM, whose loss is the library's.
void TestSquareTower::gemmasLossIsOfLogitsThatTheMaskPicks()
{
    const auto picks = [this](const std::string &file, const char *images) {
        const Scenario scenario = scenarioOf(file, {{"vision.images", images}});
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        const StepModules modules(makeWorkload(scenario, *resolved).layerSettings());
        return hasOp(modules.head().tape, "index");
    };
    QVERIFY(picks(gemma3, "1"));
    QVERIFY(picks(gemma3, "0"));
    QVERIFY(!picks(paligemma, "1"));
    std::string alone = gemma3;
    alone.replace(alone.find("\"gemma3\""), 8, "\"gemma3_text\"");
    QVERIFY(!picks(alone, "0"));
}

void TestSquareTower::paligemmaHasNoSoftCap()
{
    QCOMPARE(specOf(paligemma).modules.logitSoftcap, 0.0);
    std::string alone = paligemma;
    alone.replace(alone.find("\"paligemma\""), 11, "\"gemma2\"");
    QCOMPARE(specOf(alone).modules.logitSoftcap, 30.0);
}

QTEST_APPLESS_MAIN(TestSquareTower)
#include "tst_squaretower.moc"
