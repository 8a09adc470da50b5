// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/clirun.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;

namespace {

/// Failures say what is wrong in one line, and leave nothing on standard output.
void isFailure(const Run &run, int exit, const QByteArray &says)
{
    QCOMPARE(run.exit, exit);
    QCOMPARE(run.output, QByteArray());
    QCOMPARE(run.errors.count('\n'), 1);
    QVERIFY2(run.errors.contains(says), run.errors);
}

const QByteArray tinyLlama = R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
 "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 1000,
 "tie_word_embeddings": false})";
constexpr double tinyLlamaParameters = 2 * 1000 * 64 // embedding and head
    + 2 * (2 * 64 * 64 + 2 * 64 * 32 + 3 * 64 * 128 + 2 * 64) // attention, MLP, norms
    + 64;

} // namespace

class TestCli : public QObject
{
    Q_OBJECT

private slots:
    void showsHelpAndVersion()
    {
        const Run help = run({"--help"});
        QCOMPARE(help.exit, 0);
        QVERIFY(help.output.contains("--set KEY=VALUE"));
        for (const QByteArray &line : help.output.split('\n'))
            QVERIFY2(line.size() <= 80, line);
        QCOMPARE(run({"plan", "--help"}).output, help.output);
        const Run version = run({"--version"});
        QCOMPARE(version.exit, 0);
        QVERIFY(QRegularExpression("^shardscope-cli \\d+\\.\\d+\\.\\d+\n$")
                    .match(QString::fromUtf8(version.output))
                    .hasMatch());
    }

    void refusesWrongUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *name, const QStringList &arguments, const char *says) {
            QTest::newRow(name) << arguments << QByteArray(says);
        };
        row("nothing", {}, "no command given");
        row("unknown command", {"plot"}, "unknown command: plot");
        row("unknown option", {"plan", "--chekc"}, "unknown option: --chekc");
        row("misspelt command", {"recomend"}, "(did you mean recommend?)");
        row("misspelt option", {"plan", "--chekc"}, "(did you mean --check?)");
        row("misspelt metric", {"sweep", "--metric", "gpuhours"}, "(did you mean gpu-hours?)");
        row("option of another command", {"keys", "--format", "json"}, "unknown option: --format");
        row("set without value", {"plan", "--set", "parallel.gpus"}, "--set needs KEY=VALUE");
        row("set without key", {"plan", "--set", "=8"}, "--set needs KEY=VALUE");
        row("option at the end", {"plan", "--format"}, "--format needs a value");
        row("value for a switch", {"plan", "--check=yes"}, "--check takes no value");
        row("unknown format", {"plan", "--format", "xml"}, "unknown format: xml");
        row("catalogue of nothing", {"catalog"}, "catalog needs one of");
        row("unknown catalogue", {"catalog", "cpus"}, "unknown catalogue: cpus");
        row("catalogue as CSV", {"catalog", "gpus", "--format=csv"}, "unknown format: csv");
        row("nothing to compare with", {"validate"}, "validate needs a file");
        row("comparison as CSV", {"validate", "-", "--format=csv"}, "unknown format: csv");
        row("advice as CSV", {"advise", "--format=csv"}, "unknown format: csv");
        row("nothing to compare", {"compare"}, "compare needs a file");
        row("compared with nothing", {"compare", "a.shardscope"}, "compare needs a second file");
        row("comparison as XML", {"compare", "a", "b", "--format=xml"}, "unknown format: xml");
        row("argument for keys", {"keys", "all"}, "keys takes no arguments");
        row("recommendations as CSV", {"recommend", "--format", "csv"}, "unknown format: csv");
        row("no GPUs at all", {"recommend", "--gpus-at-most", "0"}, "--gpus-at-most needs");
        row("half a sequence", {"recommend", "--batch", "1.5"}, "--batch needs a whole number");
        row("holding what nobody changes", {"recommend", "--hold", "loss,gpus"},
            "--hold does not know gpus");
    }

    void refusesWrongUsage()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        isFailure(run(arguments), 1, says);
    }

    void refusesBadInput_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *name, const QByteArray &content, const char *says) {
            QTest::newRow(name) << content << QByteArray(says);
        };
        row("empty file", "", "input:");
        row("plain words", "will it fit?\n", "input:1");
        row("cut off", "{\n \"shardscope\": 1,\n \"parallel\": {\"gpus\"", "input:3");
        row("200,000 levels", QByteArray(200000, '['), "levels of nesting");
        row("newer version", R"({"shardscope": 99})", "newer version");
        row("a list", "[1, 2]", "input");
        row("unknown choice", "{\"shardscope\": 1,\n\"training\": {\"method\": \"magic\"}}",
            "input:2: ");
        row("negative GPUs", "{\"shardscope\": 1, \"parallel\": {\"gpus\": -3}}", "Found: -3.");
        row("unknown architecture", R"({"model_type": "perceptron", "hidden_size": 8})",
            "There are no formulas for this architecture.");
        row("model without layers", R"({"model_type": "llama", "hidden_size": 64})", "missing");
        row("binary", QByteArray::fromHex("00ff00ff7f454c46"), "input");
        row("picture without a scenario", QByteArray::fromHex("89504e470d0a1a0a"), "input");
        row("line break in a value", "{\"shardscope\": 1, \"estimator\": \"a\\nb\"}", "input:1");
    }

    void refusesBadInput()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, says);
        const QTemporaryDir folder;
        isFailure(run({"plan", write(folder.path(), "input", content)}), 2, says);
        QCOMPARE(run({"plan", "-"}, content).exit, 2);
    }

    void refusesWhatCannotBeRead()
    {
        const QTemporaryDir folder;
        isFailure(run({"plan", folder.filePath("missing.json")}), 2, "missing.json");
        isFailure(run({"plan", folder.path()}), 2, "a folder that holds a config.json");
        const QString path = write(folder.path(), "huge.json", "{");
        QVERIFY(QFile::resize(path, qint64(1) << 30)); // sparse: takes no room
        isFailure(run({"plan", path}), 2, "at most 64 MiB");
        QVERIFY(QFile::resize(path, 1));
        QFile::setPermissions(path, {});
        if (QFile(path).open(QIODevice::ReadOnly))
            QSKIP("this user may read everything");
        isFailure(run({"plan", path}), 2, "huge.json");
    }

    void refusesBadKeys_data()
    {
        QTest::addColumn<QString>("set");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("unknown key") << "training.squence=1" << QByteArray("training.squence");
        QTest::newRow("no number") << "parallel.gpus=many" << QByteArray("parallel.gpus");
        QTest::newRow("out of range") << "parallel.gpus=0" << QByteArray("from 1 to");
        QTest::newRow("GPU that there is not") << "hardware.gpu=abacus" << QByteArray("abacus");
        QTest::newRow("config that there is not")
            << "model.config=/nonexistent/config.json" << QByteArray("/nonexistent/config.json");
    }

    void refusesBadKeys()
    {
        QFETCH(QString, set);
        QFETCH(QByteArray, says);
        isFailure(run({"plan", "--set", set}), 2, says);
    }

    void codeStandsForAFile()
    {
        const QTemporaryDir folder;
        const Run shared
            = run({"share", "--set", "parallel.gpus=16", "--set", "model.parameters=13B"});
        QCOMPARE(shared.exit, 0);
        QCOMPARE(shared.errors, QByteArray());
        QVERIFY(shared.output.startsWith(
            "shardscope:1/model.parameters=13000000000;parallel.gpus=16#"));
        const QString code = QString::fromUtf8(shared.output).trimmed();
        const QByteArray plan
            = run({"plan", "--set", "parallel.gpus=16", "--set", "model.parameters=13B"}).output;
        QCOMPARE(run({"plan", code}).output, plan);
        QCOMPARE(run({"plan", "-"}, shared.output).output, plan);
        QCOMPARE(run({"plan", write(folder.path(), "code.txt", shared.output)}).output, plan);
        QCOMPARE(run({"share", code}).output, shared.output);
        QCOMPARE(run({"compare", code, "--set", "parallel.gpus=8"}).exit, 0);
        isFailure(run({"plan", code.chopped(1)}), 2, "cut short or mistyped");
        QString mistyped = code;
        mistyped.replace("gpus=16", "gpus=61");
        isFailure(run({"plan", mistyped}), 2, "cut short or mistyped");
    }

    void importedModelTravelsInACode()
    {
        const QTemporaryDir folder;
        const QString path = write(folder.path(), "config.json", tinyLlama);
        const Run shared = run({"share", path});
        QCOMPARE(shared.exit, 0);
        const QString code = QString::fromUtf8(shared.output).trimmed();
        QCOMPARE(run({"plan", code}).output, run({"plan", path}).output);
    }

    void writesJson()
    {
        const Run plan = run({"plan", "--format", "json", "--set", "parallel.gpus=4"});
        QCOMPARE(plan.exit, 0);
        QCOMPARE(plan.errors, QByteArray());
        const QJsonObject json = QJsonDocument::fromJson(plan.output).object();
        QCOMPARE(json["schema"].toInt(), 1);
        QCOMPARE(json["scenario"]["parallel"]["gpus"].toInt(), 4);
        const QJsonObject memory = json["memory"].toObject();
        QVERIFY(memory["peak_bytes"].toDouble() > 1e9);
        QVERIFY(memory["capacity_bytes"].isDouble());
        QVERIFY(memory["fits"].isBool());
        QCOMPARE(memory["spare_bytes"].toDouble(),
            memory["capacity_bytes"].toDouble() - memory["peak_bytes"].toDouble());
        for (const QJsonValue &phase : memory["phases"].toArray()) {
            if (phase["id"] == memory["peak_phase"])
                QCOMPARE(phase["parts"].toArray(), memory["parts"].toArray());
        }
        QVERIFY(json["traffic"]["bytes_per_gpu_per_step"].isDouble());
        QVERIFY(!json["traffic"]["collectives"].toArray().isEmpty());
        QVERIFY(json["time"]["step_seconds"].isDouble());
        QVERIFY(json["model"]["parameters"].toDouble() > 1e9);
        QVERIFY(json["findings"].isArray());
    }

    void writesOtherFormats_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("table") << "table" << QByteArray("\nweights ");
        QTest::newRow("CSV") << "csv" << QByteArray("\nverdict,");
        QTest::newRow("Markdown") << "md" << QByteArray("\n| weights | ");
    }

    void writesOtherFormats()
    {
        QFETCH(QString, format);
        QFETCH(QByteArray, says);
        const Run plan = run({"plan", "--format=" + format});
        QCOMPARE(plan.exit, 0);
        QVERIFY2(plan.output.contains(says), plan.output);
        QVERIFY(plan.output.endsWith('\n'));
    }

    // Read all the same, as files of newer versions must be; but a typing error is not passed over.
    void saysWhichKeysItDoesNotKnow()
    {
        const Run plain = run({"plan", "-"}, R"({"shardscope": 1})");
        QCOMPARE(plain.errors, QByteArray());
        const QByteArray typo = R"({"shardscope": 1, "parallel": {"gpuss": 2}, "zzz": 3})";
        for (const QStringList &command : {QStringList{"plan", "-"}, QStringList{"advise", "-"},
                 QStringList{"sweep", "-", "--x", "parallel.gpus=1,2"},
                 QStringList{"compare", "-", "--set", "estimator=worksheet"}}) {
            const Run noted = run(command, typo);
            QCOMPARE(noted.exit, 0);
            QVERIFY2(noted.errors.contains(
                         "/parallel/gpuss: unknown key, ignored (did you mean parallel.gpus"),
                noted.errors);
            QVERIFY2(noted.errors.contains("/zzz: unknown key, ignored\n"), noted.errors);
        }
        QCOMPARE(run({"plan", "-"}, typo).output, plain.output);
    }

    void reportsForAProposal_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("heading");
        const auto row = [](const char *name, const QStringList &arguments, const char *heading) {
            QTest::newRow(name) << arguments << QByteArray(heading);
        };
        row("a plan", {"plan"}, "| Part |");
        row("recommendations", {"recommend", "--hold", "strategy,framework"},
            "# Recommended configurations\n");
        row("a comparison", {"compare", "-", "--set", "parallel.gpus=16"}, "| Input | Before |");
        row("a sweep", {"sweep", "--x", "parallel.gpus=8,16"}, "# Sweep over parallel.gpus\n");
        row("a map", {"sweep", "--x", "parallel.gpus=8,16", "--y", "training.micro_batch=1,2"},
            "# Sweep over parallel.gpus and training.micro_batch\n");
    }

    void reportsForAProposal()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, heading);
        const Run made = run(arguments + QStringList{"--format", "md"}, R"({"shardscope": 1})");
        QCOMPARE(made.exit, 0);
        QVERIFY2(made.output.contains(heading), made.output);
        QVERIFY2(made.output.contains("\n## Assumptions\n\n- 7.00 B parameters; "), made.output);
        QVERIFY2(
            made.output.contains("\n## Sources\n\n- Memory and communication follow"), made.output);
        QVERIFY2(made.output.contains("Memory of h100-sxm: "), made.output);
        QVERIFY2(made.output.endsWith(
                     "\n\nAn estimate made with " + run({"--version"}).output.trimmed() + ".\n"),
            made.output);
    }

    void advises()
    {
        const QStringList large{"advise", "--set", "model.parameters=70B"};
        const Run text = run(large);
        QCOMPARE(text.exit, 0);
        QVERIFY(text.output.startsWith("Does not fit: "));
        QVERIFY(text.output.contains("What to change, the cheapest first"));
        QVERIFY(text.output.contains("Fewest GPUs"));
        const Run json = run(large + QStringList{"--format", "json"});
        const QJsonObject advice = QJsonDocument::fromJson(json.output).object();
        QCOMPARE(advice["memory"]["verdict"].toString(), "does-not-fit");
        QCOMPARE(advice["limits"].toArray().size(), 5);
        // The settings of a fix make a plan fit.
        QStringList fixed{"plan", "--check", "--set", "model.parameters=70B"};
        const QJsonObject settings = advice["fixes"].toArray().at(0)["settings"].toObject();
        for (auto it = settings.begin(); it != settings.end(); ++it)
            fixed += {"--set", it.key() + '=' + it.value().toString()};
        QCOMPARE(run(fixed).exit, 0);
        // A plan that does not fit says the same.
        const Run plan = run({"plan", "--set", "model.parameters=70B", "--format", "json"});
        const QJsonObject finding
            = QJsonDocument::fromJson(plan.output)["findings"].toArray().at(0).toObject();
        QCOMPARE(finding["id"].toString(), "does-not-fit");
        QCOMPARE(finding["repair"].toObject(), settings);
        QVERIFY(run({"plan", "--set", "model.parameters=70B"})
                    .output.contains(" The cheapest fix is "));
        QVERIFY(run({"advise"}).output.contains("What could be given back"));
    }

    void adviceTellsScriptsWhetherItCanFit()
    {
        const QStringList huge{"--set", "model.parameters=100T", "--set", "parallel.gpus=1"};
        QCOMPARE(run({"advise", "--check"}).exit, 0);
        QCOMPARE(run({"advise", "--check", "--set", "model.parameters=30B"}).exit, 0);
        QCOMPARE(run(QStringList{"advise"} + huge).exit, 0);
        const Run hopeless = run(QStringList{"advise", "--check"} + huge);
        QCOMPARE(hopeless.exit, 3);
        QVERIFY(hopeless.output.contains("No change makes it fit"));
        isFailure(run({"advise", "--set", "hardware.gpu=abacus"}), 2, "abacus");
    }

    void comparesTwoPlans()
    {
        const QTemporaryDir folder;
        const QDir at(folder.path());
        const QString eight
            = write(at, "eight.shardscope", R"({"shardscope": 1, "parallel": {"gpus": 8}})");
        const QString four
            = write(at, "four.shardscope", R"({"shardscope": 1, "parallel": {"gpus": 4}})");
        const Run files = run({"compare", eight, four});
        QCOMPARE(files.exit, 0);
        QVERIFY2(files.output.contains("parallel.gpus  8       4"), files.output);
        QCOMPARE(run({"compare", eight, "--set", "parallel.gpus=4"}).output, files.output);
        QVERIFY(run({"compare", eight, four, "--format=md"}).output.contains("| parallel.gpus |"));
        QVERIFY(run({"compare", eight, four, "--format=csv"}).output.startsWith("Output,Unit,"));

        const Run json = run({"compare", eight, four, "--format=json"});
        const QJsonObject report = QJsonDocument::fromJson(json.output).object();
        QCOMPARE(report["inputs"][0]["key"].toString(), "parallel.gpus");
        QCOMPARE(report["inputs"][0]["before"].toInt(), 8);
        QVERIFY(report["outputs"][0]["difference"].toDouble() > 0); // fewer GPUs hold more each
        isFailure(run({"compare", eight, at.filePath("none.shardscope")}), 2, "none.shardscope");
        isFailure(run({"compare", eight, four, "--set", "parallel.gpus=0"}), 2, "parallel.gpus");
    }

    void recommendsConfigurations()
    {
        const QStringList arguments{"recommend", "--set", "model.id=meta-llama/Meta-Llama-3-8B",
            "--set", "parallel.strategy=ddp", "--gpus-at-most", "8", "--batch", "16", "--hold",
            "loss,attention"};
        const Run json = run(arguments + QStringList{"--format", "json"});
        QCOMPARE(json.exit, 0);
        const QJsonObject report = QJsonDocument::fromJson(json.output).object();
        QCOMPARE(report["schema"].toInt(), 1);
        QCOMPARE(report["sequences_per_step"].toDouble(), 16.0);
        QVERIFY(report["tried"].toInt() > report["fits"].toInt());
        const QJsonObject first = report["best"].toArray().at(0).toObject();
        QCOMPARE(first["roles"].toArray().at(0).toString(), QString("fastest"));
        QVERIFY(!first["reasons"].toArray().isEmpty());

        // What it says of a configuration is what `plan` says.
        QStringList settings{"plan", "--format", "json"};
        const QJsonObject scenario = report["scenario"].toObject();
        QCOMPARE(scenario["parallel"].toObject()["strategy"].toString(), QString("ddp"));
        settings << "--set"
                 << "model.id=meta-llama/Meta-Llama-3-8B"
                 << "--set"
                 << "parallel.strategy=ddp";
        const QJsonObject changes = first["set"].toObject();
        for (auto change = changes.begin(); change != changes.end(); ++change)
            settings << "--set" << change.key() + "=" + change->toVariant().toString();
        const QJsonObject plan = QJsonDocument::fromJson(run(settings).output).object();
        QCOMPARE(
            plan["memory"].toObject()["peak_bytes"].toDouble(), first["peak_bytes"].toDouble());
        QCOMPARE(plan["time"].toObject()["tokens_per_second"].toDouble(),
            first["tokens_per_second"].toDouble());

        const Run text = run(arguments);
        QCOMPARE(text.exit, 0);
        QVERIFY(text.output.contains(" configurations tried: "));
        QVERIFY(text.output.contains("1. Fastest"));
        QVERIFY(text.output.contains("With DDP (Trainer) "));
    }

    void saysWhereNothingCanBeRecommended()
    {
        const QStringList tooLarge{"recommend", "--set", "model.parameters=70B", "--set",
            "parallel.gpus=1", "--hold", "offload"};
        const Run nothing = run(tooLarge);
        QCOMPARE(nothing.exit, 0);
        QVERIFY(nothing.output.contains("Nothing fits. What comes nearest:"));
        QCOMPARE(run(tooLarge + QStringList{"--check"}).exit, 3);
        const Run impossible = run({"recommend", "--set", "hardware.gpu=v100-sxm-32"});
        QVERIFY(
            impossible.output.contains("Nothing can be run: no-bf16: This GPU has no bf16 units"));
        isFailure(run({"recommend", "--batch", "12", "--hold", "tensor,pipeline,context"}), 2,
            "batch: Two values contradict each other. Found: 12.");
    }

    void laterFilesWin()
    {
        const QTemporaryDir folder;
        const QString one = write(
            folder.path(), "one.shardscope", R"({"shardscope": 1, "parallel": {"gpus": 2}})");
        const QString two = write(
            folder.path(), "two.shardscope", R"({"shardscope": 1, "parallel": {"gpus": 16}})");
        const auto gpus = [](const Run &run) {
            return QJsonDocument::fromJson(run.output)["scenario"]["parallel"]["gpus"].toInt();
        };
        QCOMPARE(gpus(run({"plan", one, two, "--format", "json"})), 16);
        QCOMPARE(gpus(run({"plan", two, one, "--format", "json"})), 2);
        QCOMPARE(gpus(run({"plan", "--set", "parallel.gpus=32", one, "--format", "json"})), 32);
    }

    void takesModelsFromEverywhere_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("name");
        QTest::newRow("a file") << QStringList{"tiny.json"} << "tiny";
        QTest::newRow("a folder") << QStringList{"tiny-llama"} << "tiny-llama";
        QTest::newRow("a key") << QStringList{"--set", "model.config=tiny-llama"} << "tiny-llama";
        QTest::newRow("the Hub's cache")
            << QStringList{"models--some--tiny/snapshots/abc"} << "some/tiny";
    }

    void takesModelsFromEverywhere()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const QDir root(folder.path());
        for (const char *path : {"tiny-llama", "models--some--tiny/snapshots/abc"}) {
            root.mkpath(path);
            write(root.filePath(path), "config.json", tinyLlama);
        }
        write(root, "tiny.json", tinyLlama);
        QDir::setCurrent(root.path());
        const Run plan = run(QStringList{"plan", "--format", "json"} + arguments);
        QDir::setCurrent(QDir::rootPath());
        QCOMPARE(plan.errors, QByteArray());
        const QJsonObject model = QJsonDocument::fromJson(plan.output)["model"].toObject();
        QCOMPARE(model["name"].toString(), name);
        QCOMPARE(model["parameters"].toDouble(), tinyLlamaParameters);
    }

    void readsStandardInput()
    {
        const Run plan = run({"plan", "-", "--format", "json"}, tinyLlama);
        QCOMPARE(plan.exit, 0);
        QCOMPARE(QJsonDocument::fromJson(plan.output)["model"]["name"].toString(), "llama");
    }

    void listsTheCatalogue_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"gpus", "models", "links"})
            QTest::newRow(kind) << kind;
    }

    void listsTheCatalogue()
    {
        QFETCH(QString, kind);
        const Run json = run({"catalog", kind, "--format", "json"});
        QCOMPARE(json.exit, 0);
        const QJsonObject root = QJsonDocument::fromJson(json.output).object();
        QCOMPARE(root["schema"].toInt(), 1);
        const QJsonArray entries = root[kind].toArray();
        QVERIFY(!entries.isEmpty());
        const Run table = run({"catalog", kind});
        for (const QJsonValue &entry : entries)
            QVERIFY(table.output.contains(entry["id"].toString().toUtf8()));
    }

    void comparesWithMeasuredRuns()
    {
        const QString file = SHARDSCOPE_TEST_DATA "/measured/deepspeed.json";
        const Run json = run({"validate", file, "--format", "json"});
        QCOMPARE(json.exit, 0);
        const QJsonObject root = QJsonDocument::fromJson(json.output).object();
        QCOMPARE(root.keys(), (QStringList{"cases", "groups", "unmapped"}));
        const QJsonObject first = root["cases"].toArray().first().toObject();
        QCOMPARE(
            first.keys(), (QStringList{"confidence", "id", "measured", "metric", "predicted"}));
        QVERIFY(!root["groups"].toArray().isEmpty());
        QVERIFY(root["unmapped"].toArray().isEmpty());
        const Run table = run({"validate", file});
        QCOMPARE(table.exit, 0);
        QVERIFY(table.output.contains(first["id"].toString().toUtf8()));
        QVERIFY(table.output.endsWith("0 cases not compared\n"));
    }

    void refusesMeasuredRunsThatItCannotRead()
    {
        isFailure(run({"validate", "/nonexistent.json"}), 2, "/nonexistent.json");
        isFailure(run({"validate", "-"}, "[{\n\"id\": \"a\"}]"), 2, "standard input:");
        isFailure(run({"validate", "-"}, "[{\n\"id\": \"a\"}]"), 2, "/0/scenario");
        isFailure(run({"validate", "-"}, "{}"), 2, "a list of measured runs");
    }

    void listsEveryKey()
    {
        const Run keys = run({"keys"});
        QCOMPARE(keys.exit, 0);
        QVERIFY(keys.output.contains("parallel.gpus = 8\n"));
        QVERIFY(keys.output.contains("full | lora | qlora"));
    }

    void manualNamesEveryKeyAndOption_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QByteArrayList>("options");
        QTest::newRow("shardscope-cli")
            << "shardscope-cli.1"
            << QByteArrayList{"set", "format", "check", "help", "version", "model", "gpu", "gpus"};
        QTest::newRow("shardscope")
            << "shardscope.1" << QByteArrayList{"set", "export", "chart", "size", "theme", "gpu"};
    }

    void manualNamesEveryKeyAndOption()
    {
        QFETCH(QString, page);
        QFETCH(QByteArrayList, options);
        QFile file(QDir(SHARDSCOPE_MANUAL).filePath(page));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.startsWith(".TH "));
        for (const QByteArray &option : options)
            QVERIFY2(text.contains("\\fB\\-\\-" + option + "\\fR"), option);
        for (const QByteArray &line : run({"keys"}).output.split('\n')) {
            const QByteArray key = line.left(line.indexOf(" = "));
            if (!line.isEmpty() && !line.startsWith(' '))
                QVERIFY2(text.contains("\\fB" + key + "\\fR"), key);
        }
    }

    void usesTheUsersCatalogue()
    {
        const QTemporaryDir folder;
        write(folder.path(), "mine.json", R"({"schema": 1, "links": [{"id": "tin-can",
            "name": "Tin can", "tier": "node",
            "bus_bandwidth_gb_s": {"value": 1, "source": "measured", "date": "2026-01-01"}}]})");
        const Run links = run({"catalog", "links"}, {}, folder.path());
        QVERIFY2(links.output.contains("tin-can"), links.errors);
        write(folder.path(), "broken.json", "{\n\"gpus\": [");
        isFailure(run({"plan"}, {}, folder.path()), 2, "broken.json:2");
    }

    void aFullDiskIsAnError()
    {
        if (!QFile::exists("/dev/full"))
            QSKIP("no /dev/full here");
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        process.start(cliProgram(), {"keys"});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 2);
        QVERIFY(process.readAllStandardError().contains("cannot be written"));
    }
};

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
