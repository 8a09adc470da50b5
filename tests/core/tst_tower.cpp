// SPDX-License-Identifier: GPL-3.0-or-later
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

#include <cmath>

using namespace shardscope;

namespace {

const std::string text = R"("hidden_size": 1536, "num_hidden_layers": 4, "num_attention_heads": 12,
    "num_key_value_heads": 2, "intermediate_size": 4352, "vocab_size": 32000)";
const std::string patches = R"("in_channels": 3, "spatial_merge_size": 2,
    "temporal_patch_size": 2, "num_heads": 16, "depth": 6)";

std::string config(const std::string &type, const std::string &vision)
{
    return R"({"model_type": ")" + type + R"(", "text_config": {)" + text
        + R"(}, "vision_config": {)" + patches + ", " + vision + "}}";
}

const std::string qwen2 = config("qwen2_vl", R"("embed_dim": 1280, "mlp_ratio": 4)");
const std::string qwen25 = config("qwen2_5_vl", R"("hidden_size": 1280, "intermediate_size": 3420,
    "out_hidden_size": 1536, "window_size": 112, "fullatt_block_indexes": [2, 5])");
const std::string qwen3 = config("qwen3_vl", R"("hidden_size": 1152, "intermediate_size": 4304,
    "out_hidden_size": 1536, "patch_size": 16, "deepstack_visual_indexes": [1, 3])");

const std::string mistral3 = R"({"model_type": "mistral3", "spatial_merge_size": 2, "text_config": {
    "model_type": "mistral", )"
    + text + R"(}, "vision_config": {"model_type": "pixtral", "hidden_size": 1024,
    "intermediate_size": 4096, "num_hidden_layers": 6, "num_attention_heads": 16,
    "image_size": 1540, "patch_size": 14, "hidden_act": "silu"}})";

TowerSpec towerOf(const std::string &file)
{
    return *readModelConfig(*parseJson(file))->tower;
}

/// On one GPU, with images of 1120 x 784.
Scenario scenarioOf(const std::string &config, Choices settings = {})
{
    return towerScenario(config,
        {{"vision.images", "2"}, {"vision.image_width", "1120"}, {"vision.image_height", "784"}},
        settings);
}

double towerBytes(const Plan &plan)
{
    return plan.memory.atPeak(PartId::Tower).value();
}

} // namespace

class TestTower : public QObject
{
    Q_OBJECT

private slots:
    void countsWhatTheTapesHave_data();
    void countsWhatTheTapesHave();
    void theLargestMatrixMayBeTheTowers();
    void resizesImages_data();
    void resizesImages();
    void looksWithinWindows_data();
    void looksWithinWindows();
    void keepsOfABlockWhatItsOperationsSave();
    void featuresForLayersPassTheStreamsGradientOn();
    void placesForFeaturesTakeScratch_data();
    void placesForFeaturesTakeScratch();
    void aFrozenTowerKeepsNothing_data();
    void aFrozenTowerKeepsNothing();
    void adaptersReachTheTowerUnlessItIsFrozen_data();
    void adaptersReachTheTowerUnlessItIsFrozen();
    void aMaskStandsBetweenImages_data();
    void aMaskStandsBetweenImages();
    void textAloneLeavesTheTowerOut();
    void saysWhatIsMissing_data();
    void saysWhatIsMissing();
    void answersSeeImages_data();
    void answersSeeImages();
    void saysWhereAnswersAreNotScored();
    void allAnswersOfAStepHavePixels();
    void imagesTakeTime();
    void isAPartOfItsOwn();

private:
    const Catalog m_catalog = builtInCatalog();
};

void TestTower::countsWhatTheTapesHave_data()
{
    QTest::addColumn<std::string>("config");
    QTest::newRow("Qwen2-VL") << qwen2;
    QTest::newRow("Qwen2.5-VL") << qwen25;
    QTest::newRow("Qwen3-VL, with features for single layers") << qwen3;
    QTest::newRow("Mistral 3") << mistral3;
}

void TestTower::countsWhatTheTapesHave()
{
    QFETCH(std::string, config);
    const Scenario scenario = scenarioOf(config);
    const Result<Resolved> resolved = resolve(scenario, m_catalog);
    QVERIFY(resolved);
    const StepModules modules(makeWorkload(scenario, *resolved).layerSettings());
    const double parameters = towerParametersOf(modules);
    QCOMPARE(parameters, countTower(towerOf(config)).total());
    QCOMPARE(resolved->count.tower + resolved->count.projector, parameters);
}

/// Beside a small table: the projector's first matrix joins two by two patches of width 1,280.
void TestTower::theLargestMatrixMayBeTheTowers()
{
    std::string file = qwen25;
    file.replace(file.find("32000"), 5, "1000");
    const ModelSpec spec = *readModelConfig(*parseJson(file));
    QCOMPARE(countParameters(spec).largestTensor, 5120.0 * 5120);
    QCOMPARE(countParameters(*readModelConfig(*parseJson(qwen25))).largestTensor, 32000.0 * 1536);
}

void TestTower::resizesImages_data()
{
    QTest::addColumn<std::string>("config");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("resizedWidth");
    QTest::addColumn<int>("resizedHeight");
    QTest::addColumn<double>("tokens");
    QTest::newRow("sides that are multiples stay")
        << qwen25 << 1120 << 784 << 1120 << 784 << 1120.0;
    QTest::newRow("others go to the nearest") << qwen25 << 1000 << 705 << 1008 << 700 << 900.0;
    QTest::newRow("halves go to the even multiple") << qwen25 << 1000 << 70 << 1008 << 56 << 72.0;
    QTest::newRow("a thumbnail grows") << qwen25 << 28 << 28 << 56 << 56 << 4.0;
    QTest::newRow("a poster shrinks") << qwen25 << 8000 << 4000 << 5068 << 2520 << 16290.0;
    QTest::newRow("patches of 16 pixels") << qwen3 << 1120 << 768 << 1120 << 768 << 840.0;
    QTest::newRow("Mistral 3 fills sides up") << mistral3 << 1000 << 705 << 1008 << 728 << 936.0;
    QTest::newRow("too long a side shrinks") << mistral3 << 3080 << 1540 << 1540 << 784 << 1540.0;
}

void TestTower::resizesImages()
{
    QFETCH(std::string, config);
    QFETCH(int, width);
    QFETCH(int, height);
    QFETCH(int, resizedWidth);
    QFETCH(int, resizedHeight);
    QFETCH(double, tokens);
    const TowerSpec tower = towerOf(config);
    const TowerImage image = towerImage(tower, width, height);
    QCOMPARE(static_cast<int>(image.width), resizedWidth);
    QCOMPARE(static_cast<int>(image.height), resizedHeight);
    QCOMPARE(tokensOf(tower, image), tokens);
}

/// 112 pixels are four merged tokens of two by two patches: up to 64 patches look at each other.
void TestTower::looksWithinWindows_data()
{
    QTest::addColumn<std::string>("config");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("windows");
    QTest::addColumn<double>("pairs");
    QTest::newRow("whole windows") << qwen25 << 1120 << 784 << 10 * 7 << 70.0 * 64 * 64;
    QTest::newRow("a row of them is cut off")
        << qwen25 << 1008 << 700 << 9 * 7 << 9 * (6 * 64.0 * 64 + 16 * 16);
    QTest::newRow("less than one") << qwen25 << 56 << 56 << 1 << 16.0 * 16;
    QTest::newRow("no windows at all") << qwen2 << 1120 << 784 << 1 << 4480.0 * 4480;
}

void TestTower::looksWithinWindows()
{
    QFETCH(std::string, config);
    QFETCH(int, width);
    QFETCH(int, height);
    QFETCH(int, windows);
    QFETCH(double, pairs);
    const TowerImage image = towerImage(towerOf(config), width, height);
    QCOMPARE(static_cast<int>(image.windows), windows);
    QCOMPARE(image.windowPairs, pairs);
}

/// Qwen2.5-VL, trained in bf16 by torch's own operators: norms keep their input in fp32, a
/// number for each row, and what is weighed and comes out in 16 bits; rotary embedding four tensors
/// in fp32.
void TestTower::keepsOfABlockWhatItsOperationsSave()
{
    const Scenario scenario = scenarioOf(qwen25,
        {{"training.checkpointing", "none"}, {"training.kernels", "reference"},
            {"vision.image_width", "448"}, {"vision.image_height", "448"}});
    const Result<Resolved> resolved = resolve(scenario, m_catalog);
    const StepModules modules(makeWorkload(scenario, *resolved).layerSettings());
    const double rows = 2.0 * 32 * 32;
    const double h = 1280;
    const double width = 3420;
    const double heads = 16;
    const double windows = 2.0 * 16; // of 8 x 8 patches
    const double norm = 4 * rows * h + 4 * rows + 2 * rows * h + 2 * rows * h;
    const double attention = 2 * 3 * rows * h // query, key and value, of which value is a view
        + 2 * 2 * rows * h // query and key, turned
        + 2 * rows * h + 4 * rows * heads + 1024 * windows // what the kernel gives
        + 2 * rows * h; // what the projection reads
    const double mlp = 4 * 2 * rows * width; // gate, active, up, product
    const TowerModules &tower = modules.tower();
    QCOMPARE(tower.part(1).keptBytes(), 2 * norm + attention + mlp);
}

/// Qwen3-VL hands what some blocks make to the language model, beside the stream to the next block:
/// the stream's gradient is the next block's own, and the features' a tensor of their size.
void TestTower::featuresForLayersPassTheStreamsGradientOn()
{
    const Scenario scenario = scenarioOf(qwen3);
    const Result<Resolved> resolved = resolve(scenario, m_catalog);
    const StepModules modules(makeWorkload(scenario, *resolved).layerSettings());
    const double features = 2 * tokensOf(towerOf(qwen3), towerImage(towerOf(qwen3), 1120, 784));
    int seen = 0;
    for (int i = 0; i < modules.tower().size(); ++i) {
        for (const Op &op : modules.tower().part(i).tape.ops) {
            if (op.name != "hand_on")
                continue;
            ++seen;
            QCOMPARE(op.gradients[0], 0.0);
            QCOMPARE(op.gradients[1], features * 1536 * 2); // bf16
        }
    }
    QCOMPARE(seen, 2);
}

/// Two images of 1,120 tokens in a sequence of 4,096, of width 1,536: masked_scatter_ counts up a
/// mask of 8 bytes an element and copies its byte; its gradient looks up three places of 8 bytes
/// for each that it takes.
void TestTower::placesForFeaturesTakeScratch_data()
{
    QTest::addColumn<std::string>("kernels");
    QTest::addColumn<double>("forward");
    QTest::addColumn<double>("backward");
    QTest::newRow("CUDA's kernels")
        << std::string("fused") << 9.0 * 4096 * 1536 << 3.0 * 8 * 2 * 1120 * 1536;
    QTest::newRow("operations as Python sees them") << std::string("reference") << 0.0 << 0.0;
}

void TestTower::placesForFeaturesTakeScratch()
{
    QFETCH(std::string, kernels);
    QFETCH(double, forward);
    QFETCH(double, backward);
    const Scenario scenario = scenarioOf(qwen2,
        {{"training.kernels", kernels}, {"training.sequence_length", "4096"},
            {"training.micro_batch", "1"}});
    const Result<Resolved> resolved = resolve(scenario, m_catalog);
    QVERIFY(resolved);
    const StepModules modules(makeWorkload(scenario, *resolved).layerSettings());
    QCOMPARE(modules.tower().scatter, forward);
    QCOMPARE(modules.tower().gather, backward);
}

void TestTower::aFrozenTowerKeepsNothing_data()
{
    QTest::addColumn<std::string>("config");
    QTest::addColumn<std::string>("checkpointing");
    QTest::addColumn<bool>("keeps");
    QTest::newRow("Qwen2.5-VL") << qwen25 << std::string("none") << false;
    QTest::newRow("Qwen3-VL") << qwen3 << std::string("none") << false;
    QTest::newRow("checkpointing makes Qwen2.5-VL's first output require a gradient")
        << qwen25 << std::string("full") << true;
    QTest::newRow("and not Qwen3-VL's") << qwen3 << std::string("full") << false;
}

void TestTower::aFrozenTowerKeepsNothing()
{
    QFETCH(std::string, config);
    QFETCH(std::string, checkpointing);
    QFETCH(bool, keeps);
    const Scenario scenario = scenarioOf(config,
        {{"training.checkpointing", checkpointing}, {"vision.tower", "frozen"},
            {"vision.projector", "frozen"}});
    const Result<Resolved> resolved = resolve(scenario, m_catalog);
    const StepModules modules(makeWorkload(scenario, *resolved).layerSettings());
    const TowerModules &tower = modules.tower();
    double kept = 0;
    for (int i = 0; i < tower.size(); ++i)
        kept += tower.part(i).keptBytes();
    QCOMPARE(kept > 0, keeps);
    QCOMPARE(tower.needsGradient, keeps);
}

void TestTower::adaptersReachTheTowerUnlessItIsFrozen_data()
{
    QTest::addColumn<std::string>("targets");
    QTest::addColumn<std::string>("tower");
    QTest::addColumn<std::string>("projector");
    QTest::addColumn<double>("perRank");
    const double block = 4 * 1280 + 2 * 1280 + 2 * (1280 + 3420) + (3420 + 1280);
    const double merger = 5120 + 5120 + 5120 + 1536;
    const auto row = [](const char *name, const char *targets, const char *tower,
                         const char *projector, double perRank) {
        QTest::newRow(name) << std::string(targets) << std::string(tower) << std::string(projector)
                            << perRank;
    };
    row("all-linear", "all-linear", "trained", "trained", 6 * block + merger);
    row("a frozen tower", "all-linear", "frozen", "trained", merger);
    row("both frozen", "all-linear", "frozen", "frozen", 0);
    row("names of the language model that the tower has as well", "q_proj,up_proj", "trained",
        "trained", 6 * (1280 + 3420));
    row("names that it has not", "q_proj,v_proj", "trained", "trained", 0);
}

void TestTower::adaptersReachTheTowerUnlessItIsFrozen()
{
    QFETCH(std::string, targets);
    QFETCH(std::string, tower);
    QFETCH(std::string, projector);
    QFETCH(double, perRank);
    const Scenario images = scenarioOf(qwen25,
        {{"training.method", "lora"}, {"training.lora_rank", "8"},
            {"training.lora_targets", targets}, {"vision.tower", tower},
            {"vision.projector", projector}});
    const Scenario alone = scenarioWith({{"vision.images", "0"}}, images);
    QCOMPARE(
        resolve(images, m_catalog)->adapters - resolve(alone, m_catalog)->adapters, 8 * perRank);
}

/// Pixtral's, in 16 bits: of lengths that SDPA's kernel takes it keeps the one that there is, of
/// others each block a copy in rows of a multiple of 16. Checkpoints hold on to it as it is.
void TestTower::aMaskStandsBetweenImages_data()
{
    QTest::addColumn<std::string>("attention");
    QTest::addColumn<std::string>("checkpointing");
    QTest::addColumn<std::string>("width");
    QTest::addColumn<double>("shared");
    QTest::addColumn<double>("ofBlock");
    const auto row = [](const char *name, const char *attention, const char *checkpointing,
                         const char *width, double shared, double ofBlock) {
        QTest::newRow(name) << std::string(attention) << std::string(checkpointing)
                            << std::string(width) << shared << ofBlock;
    };
    const double even = 2 * 32.0 * 26; // two images of 448 by 364 pixels
    const double odd = 2 * 30.0 * 26; // of 420 by 364
    row("FlashAttention 2 has none", "flash", "none", "448", 0, 0);
    row("SDPA", "sdpa", "none", "448", 2 * even * even, 0);
    row("SDPA, of an odd length", "sdpa", "none", "420", 0, 2 * odd * (odd + 8));
    row("SDPA under checkpoints", "sdpa", "full", "420", storageBytes(2 * odd * odd), 0);
    row("eager attention adds it", "eager", "none", "448", 0, 0);
}

void TestTower::aMaskStandsBetweenImages()
{
    QFETCH(std::string, attention);
    QFETCH(std::string, checkpointing);
    QFETCH(std::string, width);
    QFETCH(double, shared);
    QFETCH(double, ofBlock);
    const auto modulesWith = [&](const std::string &kind) {
        const Scenario scenario = scenarioOf(mistral3,
            {{"training.kernels", "reference"}, {"training.attention", kind},
                {"training.checkpointing", checkpointing}, {"vision.image_width", width},
                {"vision.image_height", "364"}});
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        return StepModules(makeWorkload(scenario, *resolved).layerSettings()).tower();
    };
    const TowerModules tower = modulesWith(attention);
    const TowerModules plain = modulesWith("flash");
    QCOMPARE(tower.tables - plain.tables, shared);
    if (attention == "eager")
        return;
    const auto sums = [&](double block) { // log-sum-exp, in rows of 32 and as they are
        const double rows = 2 * 26 * std::stod(width) / 14;
        return 4 * 16 * (std::ceil(rows / block) * block);
    };
    const double kept = tower.part(1).keptBytes() - plain.part(1).keptBytes();
    const bool isChecked = checkpointing == "full";
    QCOMPARE(kept, isChecked ? 0 : ofBlock + sums(32) - sums(1));
}

void TestTower::textAloneLeavesTheTowerOut()
{
    const Plan plan = planOf(scenarioOf(qwen25, {{"vision.images", "0"}}), m_catalog);
    QVERIFY(has(plan, FindingId::PartsLeftOut));
    QCOMPARE(towerBytes(plan), 0.0);
    QCOMPARE(plan.model.parameters,
        planOf(scenarioOf(qwen25), m_catalog).model.parameters
            - countTower(towerOf(qwen25)).total());
}

void TestTower::saysWhatIsMissing_data()
{
    QTest::addColumn<std::string>("key");
    QTest::addColumn<std::string>("value");
    QTest::addColumn<FindingId>("finding");
    const auto row = [](const char *name, const char *key, const char *value, FindingId finding) {
        QTest::newRow(name) << std::string(key) << std::string(value) << finding;
    };
    row("no size", "vision.image_width", "0", FindingId::ImageSize);
    row("more image tokens than a sequence has", "training.sequence_length", "2048",
        FindingId::ImagesTooLong);
    row("an engine that is not derived", "parallel.framework", "fsdp1", FindingId::TowerNotPlanned);
    row("an optimizer that is not", "training.optimizer", "adafactor", FindingId::TowerNotPlanned);
    row("an objective that is not", "training.objective", "reward", FindingId::TowerNotPlanned);
}

void TestTower::saysWhatIsMissing()
{
    QFETCH(std::string, key);
    QFETCH(std::string, value);
    QFETCH(FindingId, finding);
    const Scenario usual = scenarioOf(qwen25,
        {{"training.sequence_length", "4096"}, {"parallel.strategy", "fsdp"},
            {"parallel.framework", "fsdp2"}, {"parallel.gpus", "2"}});
    QVERIFY(!has(planOf(usual, m_catalog), finding));
    const Plan plan = planOf(scenarioWith({{key, value}}, usual), m_catalog);
    QVERIFY(has(plan, finding));
    const Finding *found = findingOf(plan, finding);
    if (found->repair.isEmpty())
        return;
    const Result<Scenario> mended = applied(plan.scenario, found->repair.settings);
    QVERIFY(mended);
    QVERIFY(!has(planOf(*mended, m_catalog), finding));
}

void TestTower::answersSeeImages_data()
{
    QTest::addColumn<std::string>("objective");
    QTest::addColumn<std::string>("strategy");
    for (const char *objective : {"dpo", "grpo"}) {
        for (const char *strategy : {"ddp", "zero2", "zero3", "fsdp"})
            QTest::addRow("%s under %s", objective, strategy)
                << std::string(objective) << std::string(strategy);
    }
}

void TestTower::answersSeeImages()
{
    QFETCH(std::string, objective);
    QFETCH(std::string, strategy);
    const Plan plan = planOf(scenarioOf(qwen25,
                                 {{"parallel.gpus", "2"}, {"parallel.strategy", strategy},
                                     {"training.objective", objective}}),
        m_catalog);
    QVERIFY(!has(plan, FindingId::TowerNotPlanned));
    QVERIFY(!has(plan, FindingId::ObjectiveNotPlanned));
}

void TestTower::saysWhereAnswersAreNotScored()
{
    const Scenario answers = scenarioOf(qwen3,
        {{"parallel.gpus", "2"}, {"parallel.strategy", "zero3"}, {"training.objective", "grpo"}});
    QVERIFY(has(planOf(answers, m_catalog), FindingId::TowerNotPlanned));
    const Scenario pairs = scenarioWith({{"training.objective", "dpo"}}, answers);
    QVERIFY(!has(planOf(pairs, m_catalog), FindingId::TowerNotPlanned));
}

// GRPO's pixels are those of all micro-steps, as answers of a step are generated at once.
void TestTower::allAnswersOfAStepHavePixels()
{
    const auto between = [this](const char *objective, const char *accumulation) {
        const Plan plan = planOf(
            scenarioOf(qwen25,
                {{"training.objective", objective}, {"training.accumulation", accumulation}}),
            m_catalog);
        return plan.memory.timeline.samples.back().parts[static_cast<std::size_t>(PartId::Tower)];
    };
    const double pixels = between("grpo", "2") - between("grpo", "1");
    QVERIFY(pixels > 0);
    QCOMPARE(between("grpo", "4") - between("grpo", "1"), 3 * pixels);
    QCOMPARE(between("dpo", "4"), between("dpo", "1"));
}

void TestTower::imagesTakeTime()
{
    const Plan images = planOf(scenarioOf(qwen25), m_catalog);
    const Plan larger = planOf(
        scenarioOf(qwen25, {{"vision.image_width", "1568"}, {"vision.image_height", "1120"}}),
        m_catalog);
    const Plan frozen = planOf(
        scenarioOf(qwen25, {{"training.checkpointing", "none"}, {"vision.tower", "frozen"}}),
        m_catalog);
    const Plan trained
        = planOf(scenarioOf(qwen25, {{"training.checkpointing", "none"}}), m_catalog);
    QVERIFY(larger.time.step > images.time.step);
    QVERIFY(frozen.time.step < trained.time.step);
}

void TestTower::isAPartOfItsOwn()
{
    const Plan plan = planOf(scenarioOf(qwen25, {{"training.checkpointing", "none"}}), m_catalog);
    QVERIFY(towerBytes(plan) > 0);
    const Plan frozen = planOf(scenarioOf(qwen25,
                                   {{"training.checkpointing", "none"}, {"vision.tower", "frozen"},
                                       {"vision.projector", "frozen"}}),
        m_catalog);
    QVERIFY(towerBytes(frozen) < 0.2 * towerBytes(plan));
}

QTEST_APPLESS_MAIN(TestTower)
#include "tst_tower.moc"
