// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT's target_modules in recipes: names, ends of paths, and expressions of whole paths.
#include "core/interchange/targetnames.h"
#include "tests/support/importrun.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

class TestTargetNames : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();

    std::optional<TargetNames> found(const QString &model, const QString &said) const
    {
        const ModelEntry *entry = m_catalog.findModel(model.toStdString());
        if (!entry)
            qFatal("no such model: %s", qPrintable(model));
        return targetNames(entry->spec, ModuleLibrary::Transformers5, said.toStdString());
    }

private slots:
    void modulesThatAreTakenIn_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("names");
        QTest::addColumn<QString>("missing");
        const auto row = [](const char *name, const char *model, const char *said,
                             const char *names, const char *missing = "") {
            QTest::newRow(name) << QString(model) << QString(said) << QString(names)
                                << QString(missing);
        };
        const char *const llama = "meta-llama/Llama-3.1-8B";
        row("names that another model has", "zai-org/GLM-4.7-Flash", "q_proj,v_proj,k_proj,o_proj",
            "o_proj", "q_proj,v_proj,k_proj");
        row("names with spaces between", "zai-org/GLM-4.7-Flash", "q_proj, o_proj", "o_proj",
            "q_proj");
        row("ends of paths", "Qwen/Qwen3-Next-80B-A3B-Instruct",
            "linear_attn.in_proj_ba,self_attn.q_proj", "in_proj_ba,q_proj");
        row("an expression", llama, R"(model.layers.[\d]+.(mlp|self_attn).(up|down|q)_proj)",
            "q_proj,up_proj,down_proj");
        row("an expression of anything before", llama, R"(.*\.self_attn\.(q|v)_proj)",
            "q_proj,v_proj");
        row("layers that alone have such modules", "Qwen/Qwen3.5-4B",
            R"(.*\.layers\.(3|7|11|15|19|23|27|31)\.self_attn\.(q|k)_proj|.*\.mlp\.(gate|up)_proj)",
            "q_proj,k_proj,gate_proj,up_proj");
    }
    void modulesThatAreTakenIn()
    {
        QFETCH(QString, model);
        QFETCH(QString, said);
        QFETCH(QString, names);
        QFETCH(QString, missing);
        const std::optional<TargetNames> targets = found(model, said);
        QVERIFY(targets);
        QCOMPARE(QString::fromStdString(targets->names), names);
        QCOMPARE(QString::fromStdString(targets->missing), missing);
        QVERIFY(!targets->isUneven);
    }

    void whatStaysAsItIs_data()
    {
        QTest::addColumn<QString>("said");
        QTest::newRow("names of modules") << "q_proj,v_proj";
        QTest::newRow("all") << "all-linear";
        QTest::newRow("no module") << "q_porj";
        QTest::newRow("an expression that no module matches") << R"(model\.layers\.\d+\.q_porj)";
        QTest::newRow("no expression") << "(q_proj";
        QTest::newRow("an expression that never ends") << QString("(q|").repeated(400);
    }
    void whatStaysAsItIs()
    {
        QFETCH(QString, said);
        QVERIFY(!found("meta-llama/Llama-3.1-8B", said));
    }

    // Backtracking would take longer than anybody waits.
    void hostileExpressionsCostNoTime()
    {
        QVERIFY(!found("meta-llama/Llama-3.1-8B", R"((([a-z._0-9]+)+)+\d!)"));
    }

    void someLayersAloneAreSaid()
    {
        const std::optional<TargetNames> targets
            = found("meta-llama/Llama-3.1-8B", R"(.*\.layers\.(0|1)\.self_attn\.q_proj)");
        QVERIFY(targets && targets->isUneven);
    }

    void recipesLeaveTheTowerAlone()
    {
        const std::string recipe = "base_model: Qwen/Qwen2.5-VL-7B-Instruct\nadapter: lora\n"
                                   "lora_r: 8\nsequence_len: 4096\nmicro_batch_size: 1\n"
                                   "bf16: true\nlora_target_modules: ";
        const ImportedRun language = imported({{"a.yml",
            recipe + R"('model.language_model.layers.[\d]+.(mlp|self_attn).(up|q)_proj')"}});
        QCOMPARE(problemsOf(language), QString());
        QCOMPARE(language.scenario.training.loraTargets, std::string("q_proj,up_proj"));
        QCOMPARE(language.scenario.vision.tower, TowerTraining::Frozen);
        const ImportedRun all = imported({{"a.yml", recipe + R"('.*(qkv|q_proj|up_proj)')"}});
        QCOMPARE(problemsOf(all), QString());
        QCOMPARE(all.scenario.vision.tower, TowerTraining::Trained);
    }

    void aModelThatIsNotKnownHasNeighbours()
    {
        const ImportedRun run = imported({{"a.yml",
            "base_model: mistralai/Ministral-3-3B-Reasoning-2712\n"
            "adapter: lora\nsequence_len: 4096\nmicro_batch_size: 1\n"}});
        QVERIFY(run.missingModel);
        QVERIFY(describe(*run.missingModel).find("Ministral-3-3B") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestTargetNames)
#include "tst_targetnames.moc"
