// SPDX-License-Identifier: GPL-3.0-or-later
// Llama 3.2's layers that attend to images: transformers 5.12.1 modeling_mllama.py.
#include "core/model/hfconfig.h"
#include "core/modules/imagelayers.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"
#include "tests/support/specfrom.h"
#include "tests/support/tapeparameters.h"
#include "tests/support/testcatalog.h"
#include "tests/support/towerscenario.h"

#include <QTest>

using namespace shardscope;

namespace {

// Five layers, of which the second and the fourth see images of 4 x (40 x 40 + 1) tokens.
const std::string config = R"({"model_type": "mllama", "text_config": {
    "model_type": "mllama_text_model", "hidden_size": 2048, "intermediate_size": 8192,
    "num_hidden_layers": 5, "num_attention_heads": 16, "num_key_value_heads": 4,
    "vocab_size": 32000, "cross_attention_layers": [1, 3]}, "vision_config": {
    "model_type": "mllama_vision_model", "num_hidden_layers": 4, "num_global_layers": 2,
    "image_size": 560, "intermediate_layers_indices": [1, 2], "vision_output_dim": 3840}})";
constexpr double seen = 4 * 1601;

Scenario scenarioOf(Choices settings = {})
{
    return towerScenario(
        config, {{"training.kernels", "reference"}, {"vision.images", "1"}}, settings);
}

} // namespace

class TestImageLayers : public QObject
{
    Q_OBJECT

private slots:
    void theCatalogueKnowsWhatTheyHold_data();
    void theCatalogueKnowsWhatTheyHold();
    void aConfigThatNamesNoneHasThoseOfItsClass();
    void tapesHaveWhatIsCounted_data();
    void tapesHaveWhatIsCounted();
    void keysAreOfTheImages();
    void withoutImagesTheyArePassedOver();
    void checkpointsHoldOnToWhatIsSeen();
    void aTokenTakesNoPlaceOfTheImages();
    void enginesThatCutLayersAreNotPlanned();

private:
    StepModules modulesOf(const Scenario &scenario) const
    {
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        if (!resolved)
            qFatal("%s", describe(resolved.error()).c_str());
        return StepModules(makeWorkload(scenario, *resolved).layerSettings());
    }

    const Catalog m_catalog = builtInCatalog();
};

/// transformers 5.12.1 configuration_mllama.py: 3, 8, ..., 38, of however many layers.
void TestImageLayers::aConfigThatNamesNoneHasThoseOfItsClass()
{
    const Result<ModelSpec> spec = specFrom(R"({"model_type": "mllama_text_model",
        "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 45,
        "num_attention_heads": 16, "num_key_value_heads": 4, "vocab_size": 32000})");
    QVERIFY(spec && spec->imageLayers);
    std::vector<std::size_t> seeing;
    for (std::size_t layer = 0; layer < spec->imageLayers->layers.size(); ++layer) {
        if (spec->imageLayers->layers[layer])
            seeing.push_back(layer);
    }
    QCOMPARE(seeing, (std::vector<std::size_t>{3, 8, 13, 18, 23, 28, 33, 38}));
}

/// Counted on the model classes, on torch's meta device; the first is what the published weights
/// hold.
void TestImageLayers::theCatalogueKnowsWhatTheyHold_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("language");
    QTest::addColumn<double>("tower");
    QTest::addColumn<double>("projector");
    QTest::newRow("11B") << "meta-llama/Llama-3.2-11B-Vision-Instruct" << 9'775'192'080.0
                         << 863'567'379.0 << 31'461'376.0;
    QTest::newRow("90B") << "meta-llama/Llama-3.2-90B-Vision" << 87'666'865'192.0 << 863'567'379.0
                         << 62'922'752.0;
}

void TestImageLayers::theCatalogueKnowsWhatTheyHold()
{
    QFETCH(QString, id);
    const Scenario scenario
        = scenarioWith({{"model.id", id.toStdString()}, {"vision.images", "1"}});
    const Result<Resolved> resolved = resolve(scenario, m_catalog);
    QVERIFY(resolved);
    const ParameterCount &count = resolved->count;
    QTEST(count.tower, "tower");
    QTEST(count.projector, "projector");
    QTEST(count.total - count.tower - count.projector, "language");
}

void TestImageLayers::tapesHaveWhatIsCounted_data()
{
    QTest::addColumn<QString>("images");
    QTest::newRow("with images") << "1";
    QTest::newRow("without") << "0";
}

void TestImageLayers::tapesHaveWhatIsCounted()
{
    QFETCH(QString, images);
    const Scenario scenario = scenarioOf({{"vision.images", images.toStdString()}});
    const Result<Resolved> resolved = resolve(scenario, m_catalog);
    QVERIFY(resolved);
    const ParameterCount &count = resolved->count;
    QCOMPARE(parametersOf(modulesOf(scenario)), count.total - count.tower - count.projector);
}

/// Of 1,024 tokens each meets those of all tiles: FlashAttention takes no such mask.
void TestImageLayers::keysAreOfTheImages()
{
    const StepModules modules = modulesOf(scenarioOf({{"training.sequence_length", "1024"}}));
    const Tape &tape = modules.layer(1).tape;
    const auto attention = std::find_if(tape.ops.begin(), tape.ops.end(),
        [](const Op &op) { return op.name == "efficient_attention"; });
    QVERIFY(attention != tape.ops.end());
    QCOMPARE(tape.at(attention->inputs[1]).elements, seen * 2048); // repeated for all heads
    const Tape &other = modules.layer(0).tape;
    QVERIFY(std::any_of(other.ops.begin(), other.ops.end(),
        [](const Op &op) { return op.name == "flash_attention"; }));
}

void TestImageLayers::withoutImagesTheyArePassedOver()
{
    const StepModules modules = modulesOf(scenarioOf({{"vision.images", "0"}}));
    const Tape &tape = modules.layer(3).tape;
    QVERIFY(std::none_of(tape.parameters.begin(), tape.parameters.end(),
        [](const Parameter &parameter) { return parameter.isReached; }));
    QCOMPARE(modules.layer(3).keptBytes(), 0.0);
    QVERIFY(modules.layer(2).keptBytes() > 0);
    for (const char *checkpointing : {"none", "full"}) {
        const Plan plan = planOf(
            scenarioOf({{"vision.images", "0"}, {"training.checkpointing", checkpointing}}),
            m_catalog);
        for (const Phase &phase : plan.memory.phases)
            QVERIFY(partBytes(phase, PartId::Activations).value() >= 0);
    }
}

/// All layers are called with it, and their checkpoints with them.
void TestImageLayers::checkpointsHoldOnToWhatIsSeen()
{
    const auto first = [this](const char *checkpointing) {
        return modulesOf(scenarioOf({{"training.checkpointing", checkpointing}})).firstAttending();
    };
    QCOMPARE(first("full"), 0);
    QCOMPARE(first("none"), 1);
    const Plan plan = planOf(scenarioOf(), m_catalog);
    QVERIFY(partBytes(plan.memory.phases.front(), PartId::Activations) > Bytes{seen * 2048 * 2});
}

void TestImageLayers::aTokenTakesNoPlaceOfTheImages()
{
    const Plan plan = planOf(scenarioOf({{"training.sequence_length", "64"}}), m_catalog);
    QVERIFY(!has(plan, FindingId::ImagesTooLong));
}

void TestImageLayers::enginesThatCutLayersAreNotPlanned()
{
    const Result<Resolved> resolved = resolve(scenarioOf({{"vision.images", "0"}}), m_catalog);
    QVERIFY(!hasDtensorPlan(resolved->spec, 1));
    QVERIFY(!tensorPlanOf(resolved->spec));
}

QTEST_GUILESS_MAIN(TestImageLayers)

#include "tst_imagelayers.moc"
