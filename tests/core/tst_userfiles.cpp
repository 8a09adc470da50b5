// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/catalogs.h"
#include "resources/data.h"
#include "resources/inputfile.h"
#include "resources/readfile.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sstream>

using namespace shardscope;

namespace {

/// Sets variables for as long as it lives.
class Environment
{
public:
    explicit Environment(const QStringList &variables)
    {
        for (const char *name : {"SHARDSCOPE_CATALOG_DIR", "XDG_CONFIG_HOME", "HOME"}) {
            m_before.emplace_back(name, qgetenv(name));
            qunsetenv(name);
        }
        for (const QString &variable : variables)
            qputenv(variable.section('=', 0, 0).toUtf8(), variable.section('=', 1).toUtf8());
    }
    ~Environment()
    {
        for (const auto &[name, value] : m_before)
            qputenv(name, value);
    }
    Environment(const Environment &) = delete;
    Environment &operator=(const Environment &) = delete;

private:
    std::vector<std::pair<const char *, QByteArray>> m_before;
};

void write(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

std::filesystem::path native(const QString &path)
{
    return QFileInfo(path).filesystemFilePath();
}

} // namespace

class TestUserFiles : public QObject
{
    Q_OBJECT

private slots:
    void theBuiltInCatalogueIsReadWhole()
    {
        Catalog parts;
        for (const EmbeddedFile &file : embeddedFiles()) {
            if (!file.name.starts_with("catalog/") || !file.name.ends_with(".json"))
                continue;
            const Status read = readCatalog(file.content, parts);
            QVERIFY2(read, std::string(file.name).c_str());
        }
        const Catalog catalog = builtInCatalog();
        QVERIFY(catalog.findGpu("h100-sxm"));
        QVERIFY(!catalog.links.empty());
        QVERIFY(!catalog.models.empty());
    }

    void itsPartsAreTheWhole()
    {
        const Catalog whole = builtInCatalog();
        const Catalog others = builtInCatalogWithoutRuns();
        QVERIFY(!whole.runs.isEmpty());
        QCOMPARE(builtInRuns().all(), whole.runs.all());
        QVERIFY(others.runs.isEmpty());
        QCOMPARE(others.models.size(), whole.models.size());
        QCOMPARE(others.gpus.size(), whole.gpus.size());
        QCOMPARE(others.links.size(), whole.links.size());
    }

    void catalogueFolder_data()
    {
        QTest::addColumn<QStringList>("variables");
        QTest::addColumn<QString>("folder");
        QTest::newRow("home") << QStringList{"HOME=/home/ada"}
                              << "/home/ada/.config/shardscope/catalog";
        QTest::newRow("configured") << QStringList{"HOME=/home/ada", "XDG_CONFIG_HOME=/etc/ada"}
                                    << "/etc/ada/shardscope/catalog";
        QTest::newRow("relative is ignored") << QStringList{"HOME=/home/ada", "XDG_CONFIG_HOME=etc"}
                                             << "/home/ada/.config/shardscope/catalog";
        QTest::newRow("ours") << QStringList{"HOME=/home/ada", "SHARDSCOPE_CATALOG_DIR=/c"} << "/c";
        QTest::newRow("no home") << QStringList{} << "";
    }

    void catalogueFolder()
    {
#if !defined(Q_OS_LINUX)
        QSKIP("other systems keep configuration elsewhere");
#endif
        QFETCH(QStringList, variables);
        QFETCH(QString, folder);
        const Environment environment(variables);
        QCOMPARE(displayName(userCatalogFolder()), folder.toStdString());
    }

    void usersEntriesGoOverBuiltInOnes()
    {
        const QTemporaryDir folder;
        write(folder.filePath("b.json"), R"({"schema": 1, "links": [{"id": "tin-can",
            "name": "Second", "tier": "node",
            "bus_bandwidth_gb_s": {"value": 1, "source": "measured", "date": "2026-01-01"}}]})");
        QFile::copy(folder.filePath("b.json"), folder.filePath("c.txt"));
        write(folder.filePath("a.json"), R"({"schema": 1, "links": [{"id": "tin-can",
            "name": "First", "tier": "node",
            "bus_bandwidth_gb_s": {"value": 1, "source": "measured", "date": "2026-01-01"}}]})");
        Catalog catalog = builtInCatalog();
        const std::size_t before = catalog.links.size();
        const std::vector<Error> errors = addUserCatalogs(catalog, native(folder.path()));
        QVERIFY2(errors.empty(), errors.empty() ? "" : describe(errors.front()).c_str());
        QCOMPARE(catalog.links.size(), before + 1);
        QCOMPARE(catalog.findLink("tin-can")->name, "Second");
    }

    void aBrokenCatalogueLeavesTheOthers()
    {
        const QTemporaryDir folder;
        write(folder.filePath("a.json"), "{\n\"links\": [");
        Catalog catalog = builtInCatalog();
        const std::size_t before = catalog.links.size();
        const std::vector<Error> errors = addUserCatalogs(catalog, native(folder.path()));
        QCOMPARE(errors.size(), std::size_t{1});
        QCOMPARE(errors.front().file, folder.filePath("a.json").toStdString());
        QCOMPARE(errors.front().line, 2);
        QCOMPARE(catalog.links.size(), before);
        QVERIFY(addUserCatalogs(catalog, "/nonexistent").empty());
    }

    void namesModels_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        QTest::newRow("folder") << "/models/Llama-3/config.json"
                                << "Llama-3";
        QTest::newRow("file") << "/models/llama-3.json"
                              << "llama-3";
        QTest::newRow("Hub cache") << "/hub/models--meta--Llama-3/snapshots/8c/config.json"
                                   << "meta/Llama-3";
        QTest::newRow("Hub cache, no organisation") << "/hub/models--gpt2/snapshots/8c/config.json"
                                                    << "gpt2";
        QTest::newRow("dashes in the name") << "/hub/models--a--b--c/snapshots/8c/config.json"
                                            << "a/b--c";
        QTest::newRow("dot") << "/models/Llama-3/./config.json"
                             << "Llama-3";
        QTest::newRow("top") << "/config.json"
                             << "config";
        QTest::newRow("other script")
            << QString::fromUtf8("/модели/Лама/config.json") << QString::fromUtf8("Лама");
    }

    void namesModels()
    {
        QFETCH(QString, path);
        QFETCH(QString, name);
        QCOMPARE(modelName(native(path)), name.toStdString());
    }

    void streamsHaveALimit()
    {
        std::istringstream stream(std::string(2000, 'x'));
        const Result<std::string> text = readStream(stream, "standard input", 1000);
        QVERIFY(!text);
        QCOMPARE(text.error().code, ErrorCode::TooLarge);
        QCOMPARE(text.error().file, "standard input");
        std::istringstream fits(std::string(1000, 'x'));
        QCOMPARE(readStream(fits, "standard input", 1000)->size(), std::size_t{1000});
    }
};

QTEST_APPLESS_MAIN(TestUserFiles)
#include "tst_userfiles.moc"
