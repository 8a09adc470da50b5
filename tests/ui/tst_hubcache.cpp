// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/answers.h"
#include "ui/files/hubcache.h"

#include <QProcessEnvironment>
#include <QTest>

using namespace shardscope;

class TestHubCache : public QObject
{
    Q_OBJECT

private slots:
    void listsModels()
    {
        const QTemporaryDir folder;
        const QString root = folder.path();
        writeTestFile(root + "/models--zeta--Small/snapshots/1/config.json", "{}");
        writeTestFile(root + "/models--acme--Big-7B/snapshots/old/config.json", "{}");
        writeTestFile(root + "/models--acme--Big-7B/snapshots/new/config.json", "{}");
        writeTestFile(root + "/models--acme--Big-7B/refs/main", "new\n");
        writeTestFile(root + "/models--gpt2/snapshots/1/config.json", "{}");
        writeTestFile(root + "/models--acme--weights-only/snapshots/1/model.bin", "");
        writeTestFile(root + "/datasets--acme--words/snapshots/1/config.json", "{}");
        QDir(root).mkdir("models--acme--empty");
        const QList<CachedModel> expected{
            {"acme/Big-7B", root + "/models--acme--Big-7B/snapshots/new/config.json"},
            {"gpt2", root + "/models--gpt2/snapshots/1/config.json"},
            {"zeta/Small", root + "/models--zeta--Small/snapshots/1/config.json"}};
        QCOMPARE(cachedModels(root), expected);
    }

    void followsTheLinksOfTheCache()
    {
        const QTemporaryDir folder;
        const QString model = folder.filePath("models--acme--Big");
        writeTestFile(model + "/blobs/abc", "{}");
        QDir().mkpath(model + "/snapshots/1");
        if (!QFile::link("../../blobs/abc", model + "/snapshots/1/config.json"))
            QSKIP("no symbolic links here");
        QCOMPARE(cachedModels(folder.path()).size(), 1);
        QFile::remove(model + "/blobs/abc");
        QVERIFY(cachedModels(folder.path()).isEmpty());
    }

    void noCacheIsAnEmptyList() { QVERIFY(cachedModels("/nonexistent").isEmpty()); }

    void honoursTheEnvironment_data()
    {
        QTest::addColumn<QStringList>("variables");
        QTest::addColumn<QString>("folder");
        QTest::newRow("nothing set")
            << QStringList{} << QDir::homePath() + "/.cache/huggingface/hub";
        QTest::newRow("cache folder of the system")
            << QStringList{"XDG_CACHE_HOME=/c"} << "/c/huggingface/hub";
        QTest::newRow("home of the Hub's tools")
            << QStringList{"XDG_CACHE_HOME=/c", "HF_HOME=/h"} << "/h/hub";
        QTest::newRow("the cache itself")
            << QStringList{"HF_HOME=/h", "HF_HUB_CACHE=/data/hub"} << "/data/hub";
        QTest::newRow("old name") << QStringList{"HUGGINGFACE_HUB_CACHE=/old"} << "/old";
        QTest::newRow("below the home folder")
            << QStringList{"HF_HOME=~/hf"} << QDir::homePath() + "/hf/hub";
    }

    void honoursTheEnvironment()
    {
        QFETCH(QStringList, variables);
        QFETCH(QString, folder);
        QProcessEnvironment environment;
        for (const QString &variable : variables)
            environment.insert(variable.section('=', 0, 0), variable.section('=', 1));
        QCOMPARE(hubCacheFolder(environment), folder);
    }
};

QTEST_GUILESS_MAIN(TestHubCache)
#include "tst_hubcache.moc"
