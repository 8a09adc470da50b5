// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/makeplan.h"
#include "core/scenario/move.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// A model of eight layers on one GPU.
Scenario scenarioOf(Settings settings)
{
    return scenarioWith(settings,
        scenarioWith({{"model.parameters", "1B"}, {"model.layers", "8"}, {"parallel.gpus", "1"},
            {"parallel.strategy", "ddp"}, {"parallel.framework", "trainer"},
            {"training.precision", "bf16"}, {"training.checkpointing", "none"}}));
}

} // namespace

class TestTrained : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    StepModules modulesOf(const Scenario &scenario) const
    {
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        return StepModules(makeWorkload(scenario, *resolved).layerSettings());
    }
    double trainableIn(const Scenario &scenario) const
    {
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        return makeWorkload(scenario, *resolved).trainable;
    }

private slots:
    void gradientsBeginWhereSomethingIsTrained_data()
    {
        QTest::addColumn<std::string>("layers");
        QTest::addColumn<std::string>("modules");
        QTest::addColumn<std::string>("checkpointing");
        QTest::addColumn<int>("firstLearning");
        const auto row = [](const char *name, const char *layers, const char *modules,
                             const char *checkpointing, int first) {
            QTest::newRow(name) << std::string(layers) << std::string(modules)
                                << std::string(checkpointing) << first;
        };
        row("everything is trained", "0", "", "none", 0);
        row("the first five are frozen, and the table", "5", "embed_tokens", "none", 5);
        row("the table before them is trained", "5", "", "none", 0);
        row("checkpointing asks for gradients of what is embedded", "5", "embed_tokens", "full", 0);
        row("the last five are frozen", "-5", "embed_tokens", "none", 0);
        row("nothing but the head is trained", "8", "embed_tokens", "none", 8);
    }

    void gradientsBeginWhereSomethingIsTrained()
    {
        QFETCH(std::string, layers);
        QFETCH(std::string, modules);
        QFETCH(std::string, checkpointing);
        QFETCH(int, firstLearning);
        const StepModules step = modulesOf(scenarioOf({{"training.frozen_layers", layers},
            {"training.frozen_modules", modules}, {"training.checkpointing", checkpointing}}));
        QCOMPARE(step.firstLearning(), firstLearning);
        for (int layer = 0; layer < step.layers(); ++layer)
            QCOMPARE(step.layer(layer).keptBytes() > 0, layer >= firstLearning);
    }

    /// A frozen layer behind a trained one keeps less than that: no inputs of its linear modules.
    void frozenLayersKeepNoInputsOfProducts()
    {
        const StepModules step = modulesOf(scenarioOf({{"training.frozen_layers", "-4"}}));
        QVERIFY(step.layer(7).keptBytes() > 0);
        QVERIFY(step.layer(7).keptBytes() < 0.9 * step.layer(1).keptBytes());
    }

    void countsWhatIsTrained()
    {
        const Result<Resolved> resolved = resolve(scenarioOf({}), m_catalog);
        const ParameterCount &count = resolved->count;
        const double ofLayers = count.layersTotal / 8;
        QCOMPARE(trainableIn(scenarioOf({{"training.frozen_layers", "6"},
                     {"training.frozen_modules", "embed_tokens,norm"}})),
            2 * ofLayers + count.head);
        QCOMPARE(trainableIn(scenarioOf({{"training.frozen_layers", "-3"}})),
            count.total - 3 * ofLayers);
    }

    /// What is read back is what was said: one number for both ends of the model.
    void refusesWhatIsNotThere_data()
    {
        QTest::addColumn<std::string>("key");
        QTest::addColumn<std::string>("value");
        QTest::newRow("more layers than there are, from behind")
            << std::string("training.frozen_layers") << std::string("-9");
        QTest::newRow("a module of layers")
            << std::string("training.frozen_modules") << std::string("norm,q_proj");
    }
    void refusesWhatIsNotThere()
    {
        QFETCH(std::string, key);
        QFETCH(std::string, value);
        const Scenario scenario = scenarioOf({{key, value}});
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        QVERIFY(!resolved);
        QCOMPARE(resolved.error().where, key);
    }

    /// Where it is not planned a finding says so, and nothing is saved silently.
    void saysWhereFrozenLayersCountAsTrained_data()
    {
        QTest::addColumn<std::string>("strategy");
        QTest::addColumn<std::string>("framework");
        QTest::addColumn<bool>("isSaid");
        const auto row = [](const char *strategy, const char *framework, bool isSaid) {
            QTest::addRow("%s under %s", strategy, framework)
                << std::string(strategy) << std::string(framework) << isSaid;
        };
        row("ddp", "trainer", false);
        row("fsdp", "fsdp2", false);
        row("zero2", "deepspeed", true);
        row("zero3", "deepspeed", true);
        row("fsdp", "fsdp1", true);
    }
    void saysWhereFrozenLayersCountAsTrained()
    {
        QFETCH(std::string, strategy);
        QFETCH(std::string, framework);
        QFETCH(bool, isSaid);
        const Settings settings{{"parallel.gpus", "4"}, {"parallel.strategy", strategy},
            {"parallel.framework", framework}, {"training.precision", "bf16-master"}};
        const Scenario all = scenarioOf(settings);
        const Scenario some = scenarioWith({{"training.frozen_layers", "4"}}, all);
        const Plan plan = planOf(some, m_catalog);
        const bool found = std::any_of(plan.findings.begin(), plan.findings.end(),
            [](const Finding &each) { return each.id == FindingId::FrozenLayers; });
        QCOMPARE(found, isSaid);
        const double peak = planOf(all, m_catalog).memory.peak.value();
        QCOMPARE(plan.memory.peak.value() < 0.9 * peak, !isSaid);
    }

    /// PEFT's ModulesToSaveWrapper: the original stays, a copy in its dtype is trained.
    void copiesTablesBesideAdapters()
    {
        const Scenario adapters = scenarioOf({{"training.method", "lora"}});
        const Scenario copies
            = scenarioWith({{"training.modules_to_save", "embed_tokens,lm_head"}}, adapters);
        const Result<Resolved> resolved = resolve(adapters, m_catalog);
        const double tables = resolved->count.embedding + resolved->count.head;
        QCOMPARE(trainableIn(copies) - trainableIn(adapters), tables);
        const auto between = [&](const Scenario &scenario) {
            const Plan plan = planOf(scenario, m_catalog);
            return plan.memory.atPeak(PartId::Adapters).value();
        };
        // In bf16, beside adapters in fp32 or not.
        QVERIFY(std::abs(between(copies) - between(adapters) - 2 * tables) < 1e4);
    }

    /// Layers before the first adapter have no backward pass.
    void adaptersOnSomeLayersLeaveTheFirstAlone()
    {
        Scenario scenario = scenarioOf({{"training.method", "lora"}});
        scenario.model = {.id = "Qwen/Qwen3.5-27B"};
        scenario = scenarioWith({{"training.lora_targets", "q_proj,v_proj"}}, scenario);
        QCOMPARE(modulesOf(scenario).firstLearning(), 3); // three layers with a delta rule first
        scenario = scenarioWith({{"training.lora_targets", "all-linear"}}, scenario);
        QCOMPARE(modulesOf(scenario).firstLearning(), 0);
    }
};

QTEST_APPLESS_MAIN(TestTrained)
#include "tst_trained.moc"
