// SPDX-License-Identifier: GPL-3.0-or-later
// Gemma 4's vision tower.
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

std::string config(const std::string &text, const std::string &vision, const std::string &root = {})
{
    return R"({"model_type": "gemma4", "tie_word_embeddings": true)" + root
        + R"(, "text_config": {"model_type": "gemma4_text", "num_hidden_layers": 6, "head_dim": 256,
        "global_head_dim": 512, "vocab_size": 32000, "num_kv_shared_layers": 0,)"
        + text + R"(}, "vision_config": {"model_type": "gemma4_vision")" + vision + "}}";
}

// Of E2B the sizes are the class's own (configuration_gemma4.py, Gemma4VisionConfig).
const std::string small = config(R"("hidden_size": 1536, "intermediate_size": 6144,
    "num_attention_heads": 8, "num_key_value_heads": 1, "vocab_size_per_layer_input": 32000)",
    R"(, "use_clipped_linears": true)",
    R"(, "audio_config": {"hidden_size": 1024, "num_hidden_layers": 12})");
const std::string large = config(R"("hidden_size": 5376, "intermediate_size": 21504,
    "num_attention_heads": 32, "num_key_value_heads": 16, "num_global_key_value_heads": 4,
    "attention_k_eq_v": true, "hidden_size_per_layer_input": 0)",
    R"(, "hidden_size": 1152, "intermediate_size": 4304, "num_hidden_layers": 27,
    "num_attention_heads": 16, "num_key_value_heads": 16, "head_dim": 72, "standardize": true)");

TowerSpec towerOf(const std::string &file)
{
    return *readModelConfig(*parseJson(file))->tower;
}

/// On one GPU, with one image of 1920 x 1080.
Scenario scenarioOf(const std::string &config, Choices settings = {})
{
    return towerScenario(config,
        {{"training.attention", "sdpa"}, {"vision.images", "1"}, {"vision.image_width", "1920"},
            {"vision.image_height", "1080"}},
        settings);
}

} // namespace

class TestGemmaTower : public QObject
{
    Q_OBJECT

private slots:
    void countsWhatTheClassesHave_data();
    void countsWhatTheClassesHave();
    void countsWhatTheTapesHave_data();
    void countsWhatTheTapesHave();
    void imagesFillWhatPlacesThereAre_data();
    void imagesFillWhatPlacesThereAre();
    void emptyPlacesTakeAsMuch();
    void eachBlockMakesAMaskOfItsOwn();
    void boundsAreKeptForEachMatrix();
    void layersInputsAreMadeOfWordsAndImages();
    void soundIsSaidToBeLeftOut();
    void whatStopsIsSaid_data();
    void whatStopsIsSaid();

private:
    StepModules modulesOf(const Scenario &scenario) const
    {
        return StepModules(makeWorkload(scenario, *resolve(scenario, m_catalog)).layerSettings());
    }

    const Catalog m_catalog = builtInCatalog();
};

/// transformers 5.12.1, Gemma4VisionModel and Gemma4MultimodalEmbedder on torch's meta device.
void TestGemmaTower::countsWhatTheClassesHave_data()
{
    QTest::addColumn<std::string>("config");
    QTest::addColumn<double>("tower");
    QTest::addColumn<double>("projector");
    QTest::newRow("of 26B and 31B") << large << 569'548'080.0 << 6'193'152.0;
    QTest::newRow("of E2B") << small << 167'364'608.0 << 1'179'648.0;
}

void TestGemmaTower::countsWhatTheClassesHave()
{
    QFETCH(std::string, config);
    QFETCH(double, tower);
    QFETCH(double, projector);
    const TowerCount count = countTower(towerOf(config));
    QCOMPARE(count.blocks, tower);
    QCOMPARE(count.projector, projector);
}

void TestGemmaTower::countsWhatTheTapesHave_data()
{
    QTest::addColumn<std::string>("config");
    QTest::newRow("31B") << large;
    QTest::newRow("E2B, whose layers have embeddings") << small;
}

void TestGemmaTower::countsWhatTheTapesHave()
{
    QFETCH(std::string, config);
    const Scenario scenario = scenarioOf(config);
    const Result<Resolved> resolved = resolve(scenario, m_catalog);
    QVERIFY(resolved);
    const StepModules modules(makeWorkload(scenario, *resolved).layerSettings());
    QCOMPARE(towerParametersOf(modules), countTower(towerOf(config)).total());
    QCOMPARE(parametersOf(modules) + towerParametersOf(modules), resolved->count.total);
}

/// transformers 5.12.1 image_processing_gemma4.py, get_aspect_ratio_preserving_size.
void TestGemmaTower::imagesFillWhatPlacesThereAre_data()
{
    QTest::addColumn<std::string>("config");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("rows");
    const std::string few = config(R"("hidden_size": 1536, "intermediate_size": 6144,
        "num_attention_heads": 8, "num_key_value_heads": 1)",
        "", R"(, "vision_soft_tokens_per_image": 70)");
    QTest::newRow("a square") << large << 768 << 768 << 48 << 48;
    QTest::newRow("a small one grows") << large << 96 << 96 << 48 << 48;
    QTest::newRow("a screen") << large << 1920 << 1080 << 66 << 36;
    QTest::newRow("a column") << large << 300 << 1080 << 24 << 93;
    QTest::newRow("a strip") << large << 4000 << 20 << 708 << 3;
    QTest::newRow("with 70 tokens, a screen") << few << 1920 << 1080 << 33 << 18;
    QTest::newRow("with 70 tokens, a strip") << few << 4000 << 20 << 210 << 3;
}

void TestGemmaTower::imagesFillWhatPlacesThereAre()
{
    QFETCH(std::string, config);
    QFETCH(int, width);
    QFETCH(int, height);
    QFETCH(int, columns);
    QFETCH(int, rows);
    const TowerSpec tower = towerOf(config);
    const TowerImage image = towerImage(tower, width, height);
    QCOMPARE(image.columns, columns);
    QCOMPARE(image.rows, rows);
    QCOMPARE(image.tokens(), static_cast<double>(tower.places));
    QCOMPARE(tokensOf(tower, image), columns * rows / 9.0);
}

/// An image of other proportions leaves other places empty; blocks hold all of them.
void TestGemmaTower::emptyPlacesTakeAsMuch()
{
    const auto kept = [this](const char *width, const char *height) {
        return modulesOf(scenarioOf(large,
                             {{"vision.image_width", width}, {"vision.image_height", height},
                                 {"training.checkpointing", "none"}}))
            .tower()
            .part(1)
            .keptBytes();
    };
    QCOMPARE(kept("1920", "1080"), kept("300", "1080"));
}

/// aten attention.cpp: of which places are seen numbers are made, in rows of a multiple of 16.
void TestGemmaTower::eachBlockMakesAMaskOfItsOwn()
{
    const auto kept = [this](const char *attention) {
        return modulesOf(scenarioOf(large,
                             {{"training.attention", attention}, {"training.checkpointing", "none"},
                                 {"training.kernels", "reference"}}))
            .tower()
            .part(1)
            .keptBytes();
    };
    // The sums of rows come in blocks of 32.
    const double rows = 2528.0 * 16 * 4 - storageBytes(2520.0 * 16, Dtype::Single);
    QCOMPARE(kept("sdpa") - kept("flash"), storageBytes(2520.0 * 2528, Dtype::Half) + rows);
}

/// Each of seven matrices keeps what is clamped before it and behind it.
void TestGemmaTower::boundsAreKeptForEachMatrix()
{
    std::string open = small;
    open.replace(open.find("true", open.find("use_clipped_linears")), 4, "false");
    const auto kept = [this](const std::string &file) {
        return modulesOf(scenarioOf(file, {{"training.checkpointing", "none"}}))
            .tower()
            .part(1)
            .keptBytes();
    };
    const double h = 2520.0 * 768 * 2;
    const double inner = 2520.0 * 3072 * 2;
    // Clamped inputs of all but one matrix beside those that other operations keep: query, key,
    // value, gate and up each have one of their own.
    QVERIFY(kept(small) - kept(open) > 4 * h + 2 * inner);
    QVERIFY(kept(small) - kept(open) < 14 * h + 6 * inner);
}

/// E2B: the matrix that they come from reads the stream with images in it. Text alone is planned as
/// it was.
void TestGemmaTower::layersInputsAreMadeOfWordsAndImages()
{
    const StepModules seen = modulesOf(scenarioOf(small));
    QVERIFY(seen.tower().behind);
    const Tape &behind = seen.tower().kinds[*seen.tower().behind].tape;
    QVERIFY(behind.giving(Common::LayerInputs));
    QVERIFY(!seen.embedding().tape.giving(Common::LayerInputs));
    QCOMPARE(parametersOn(behind), 1536.0 * 6 * 256 + 256);
    const StepModules text = modulesOf(scenarioOf(small, {{"vision.images", "0"}}));
    QVERIFY(text.embedding().tape.giving(Common::LayerInputs));
    QVERIFY(!modulesOf(scenarioOf(large)).tower().behind);
}

void TestGemmaTower::soundIsSaidToBeLeftOut()
{
    const Plan seen = planOf(scenarioOf(small), m_catalog);
    const Finding *left = findingOf(seen, FindingId::PartsLeftOut);
    QVERIFY(left);
    const Plan text = planOf(scenarioOf(small, {{"vision.images", "0"}}), m_catalog);
    const Finding *both = findingOf(text, FindingId::PartsLeftOut);
    QVERIFY(both);
    QCOMPARE(both->bytes.value() - left->bytes.value(), 2 * (167'364'608.0 + 1'179'648));
    QVERIFY(!has(planOf(scenarioOf(large), m_catalog), FindingId::PartsLeftOut));
}

void TestGemmaTower::whatStopsIsSaid_data()
{
    QTest::addColumn<std::string>("config");
    QTest::addColumn<Scenario>("scenario");
    QTest::addColumn<FindingId>("finding");
    QTest::addColumn<bool>("isSaid");
    const auto row
        = [](const char *name, FindingId finding, bool isSaid, const std::string &config,
              std::initializer_list<std::pair<std::string_view, std::string_view>> settings) {
              QTest::newRow(name) << config << scenarioOf(config, settings) << finding << isSaid;
          };
    const FindingId refused = FindingId::RefusedAdapter;
    row("adapters on matrices that a module of their own holds", refused, true, large,
        {{"training.method", "lora"}, {"training.lora_targets", "q_proj,v_proj"}});
    row("on all nn.Linear", refused, false, large,
        {{"training.method", "lora"}, {"training.lora_targets", "all-linear"}});
    row("beside a tower that is left alone", refused, false, large,
        {{"training.method", "lora"}, {"training.lora_targets", "q_proj,v_proj"},
            {"vision.tower", "frozen"}});
    row("pixels in the dtype of what a base packs", FindingId::PackedPixels, true, large,
        {{"training.method", "qlora"}});
    row("a packed base for text alone", FindingId::PackedPixels, false, large,
        {{"training.method", "qlora"}, {"vision.images", "0"}});
    row("31B by FSDP2", FindingId::TowerNotPlanned, false, large,
        {{"parallel.gpus", "4"}, {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp2"}});
    row("E2B by FSDP2, behind whose tower there is more", FindingId::TowerNotPlanned, true, small,
        {{"parallel.gpus", "4"}, {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp2"}});
    row("31B by ZeRO-3", FindingId::TowerNotPlanned, false, large,
        {{"parallel.gpus", "4"}, {"parallel.strategy", "zero3"},
            {"parallel.framework", "deepspeed"}});
    row("E2B by ZeRO-3, behind whose tower there is more", FindingId::TowerNotPlanned, true, small,
        {{"parallel.gpus", "4"}, {"parallel.strategy", "zero3"},
            {"parallel.framework", "deepspeed"}});
    row("E2B by FSDP1, as any tower", FindingId::TowerNotPlanned, true, small,
        {{"parallel.gpus", "4"}, {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp1"}});
    row("E2B by ZeRO-2", FindingId::TowerNotPlanned, false, small,
        {{"parallel.gpus", "4"}, {"parallel.strategy", "zero2"},
            {"parallel.framework", "deepspeed"}});
}

void TestGemmaTower::whatStopsIsSaid()
{
    QFETCH(Scenario, scenario);
    QFETCH(FindingId, finding);
    QFETCH(bool, isSaid);
    QCOMPARE(has(planOf(scenario, m_catalog), finding), isSaid);
}

QTEST_APPLESS_MAIN(TestGemmaTower)
#include "tst_gemmatower.moc"
