// SPDX-License-Identifier: GPL-3.0-or-later
// The window where not all is as it should be, or as it is here.
#include "core/planner/makeplan.h"
#include "tests/support/testcatalog.h"
#include "tests/ui/answers.h"
#include "ui/dialogs/messagebar.h"
#include "ui/files/documents.h"
#include "ui/files/exporter.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/startup.h"
#include "ui/workshop/lessonfiles.h"

#include <QLocale>
#include <QRandomGenerator>
#include <QTest>
#include <QXmlStreamReader>

using namespace shardscope;

namespace {

/// A window over a file of settings that others have written.
struct Bench
{
    QString folder;
    Settings settings{folder + "/settings.ini"};
    Translations translations;
    Session session{builtInCatalog()};
    DialogAnswers *answers = new DialogAnswers;
    MainWindow window{{session, settings, translations},
        {std::unique_ptr<FileDialogs>(answers), folder + "/backups"}};

    explicit Bench(const QTemporaryDir &shared)
        : folder(shared.path())
    {
        window.show();
        session.settle();
        QApplication::processEvents();
    }
    ~Bench() { translations.use("en"); }
};

const QByteArray nasty = "evil\\u001b[31m\\u009b2J\\u202e\\u0001x";

bool isPlain(const QString &text)
{
    return std::none_of(text.begin(), text.end(), [](QChar c) {
        const char16_t code = c.unicode();
        return (code < 0x20 && code != u'\n' && code != u'\t') || (code >= 0x7F && code < 0xA0)
            || (code >= 0x202A && code <= 0x202E);
    });
}

} // namespace

class TestOddPlaces : public QObject
{
    Q_OBJECT

private slots:
    void settingsThatAreNone_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("words") << QByteArray("Once upon a time\n[[[\n]=\n\xff\xfe");
        QByteArray noise(20'000, '\0');
        QRandomGenerator lot(7);
        for (char &c : noise)
            c = static_cast<char>(lot.bounded(256));
        QTest::newRow("noise") << noise;
        QTest::newRow("a broken window")
            << QByteArray("[window]\ngeometry=@ByteArray(\\x1\\xd9\\xd0\\xcb\\0\\x3)\n"
                          "state=@ByteArray(\\0\\0\\0\\xff\\0\\0\\0\\x1\\xfd\\xff\\xff\\xff)\n");
        QTest::newRow("other kinds of values")
            << QByteArray("language=@Invalid()\nzoom=@Size(1 2)\ntheme=@Variant(\\0\\0)\n"
                          "[window]\ngeometry=7\nstate=none\npane=@Point(1 2)\n[files]\n"
                          "recent=@Variant(\\xff\\xff\\xff\\xff)\n[export]\nformat=\nscale=-5\n"
                          "custom-size=@Size(-1 99999999)\n");
    }
    void settingsThatAreNone()
    {
        QFETCH(QByteArray, content);
        const QTemporaryDir folder;
        writeTestFile(folder.filePath("settings.ini"), content);
        const QString path = writeTestFile(folder.filePath("a.shardscope"), scenarioText(24));
        {
            Bench bench(folder);
            QVERIFY(bench.window.isVisible());
            QVERIFY(bench.window.width() >= 800);
            QVERIFY(bench.window.documents().open(path));
            QVERIFY(bench.window.documents().save());
            QCOMPARE(bench.session.scenario().parallel.gpus, 24);
            bench.window.close();
        }
        const Bench again(folder); // what is written then is read again
        QCOMPARE(again.settings.recentFiles().value(0), path);
    }

    void elsewhere_data()
    {
        QTest::addColumn<QLocale>("locale");
        QTest::addColumn<Qt::LayoutDirection>("direction");
        QTest::newRow("Turkish") << QLocale(QLocale::Turkish) << Qt::LeftToRight;
        QTest::newRow("Arabic") << QLocale(QLocale::Arabic, QLocale::Egypt) << Qt::RightToLeft;
        QTest::newRow("Persian") << QLocale(QLocale::Persian) << Qt::RightToLeft;
    }
    /// What is saved, and what programs read, is the same everywhere.
    void elsewhere()
    {
        QFETCH(QLocale, locale);
        QFETCH(Qt::LayoutDirection, direction);
        const QTemporaryDir folder;
        const auto filesOf = [&folder](const char *name) {
            const QTemporaryDir place;
            Bench bench(place);
            bench.answers->fileToSave = folder.filePath(QLatin1String(name));
            Scenario next = bench.session.scenario();
            next.parallel.gpus = 1024;
            next.training.loraDropout = 0.25;
            bench.session.edit("GPUs", "parallel.gpus", next);
            bench.session.settle();
            if (!bench.window.documents().saveAs())
                return QByteArrayList();
            const QString csv = bench.answers->fileToSave + ".csv";
            const Plan plan = *makePlan(next, bench.session.catalog());
            if (!exportPlan(plan, bench.session.catalog(), bench.session.document(),
                    {.path = csv, .date = "2026-11-24"}))
                return QByteArrayList();
            return QByteArrayList{readTestFile(bench.answers->fileToSave), readTestFile(csv)};
        };
        const QByteArrayList here = filesOf("here.shardscope");
        QCOMPARE(here.size(), 2);
        const QLocale before;
        QLocale::setDefault(locale);
        QApplication::setLayoutDirection(direction);
        const QByteArrayList there = filesOf("there.shardscope");
        QLocale::setDefault(before);
        QApplication::setLayoutDirection(Qt::LeftToRight);
        QCOMPARE(there, here);
    }

    void whatACrashLeftIsOfferedBesideANamedFile()
    {
        const QTemporaryDir folder;
        writeTestFile(folder.filePath("backups/left.json"),
            "{\"path\": \"\", \"scenario\": " + scenarioText(48) + "}");
        const QString path = writeTestFile(folder.filePath("a.shardscope"), scenarioText(24));
        Bench bench(folder);
        begin(bench.window.documents(), bench.window.lessons(), {path}, false);
        QCOMPARE(bench.answers->recoveryAsked, 1);
        QCOMPARE(bench.session.scenario().parallel.gpus, 24); // asked later: the file is open
        QCOMPARE(bench.window.documents().path(), path);
    }

    void namesOfFilesAreOnlyLetters()
    {
        const QTemporaryDir folder;
        Bench bench(folder);
        const QString path = writeTestFile(folder.filePath("a.shardscope"),
            "{\"shardscope\": 1, \"title\": \"" + nasty + "\", \"model\": {\"name\": \"" + nasty
                + "\", \"config\": " + TinyLlama + "}, \"" + nasty + "\": 1}");
        const QString odd = folder.filePath(QStringLiteral("a\u001b[1m\u202eb.shardscope"));
        QVERIFY(QFile::rename(path, odd));
        QVERIFY(bench.window.documents().open(odd));
        bench.session.settle();
        QApplication::processEvents();
        QVERIFY2(isPlain(bench.window.windowTitle()), qPrintable(bench.window.windowTitle()));
        QCOMPARE(bench.window.documents().path(), odd); // as the system calls it
        QVERIFY(bench.window.documents().save());
        int seen = 0;
        for (const QWidget *widget : bench.window.findChildren<QWidget *>()) {
            for (const QString &text : {widget->accessibleName(), widget->accessibleDescription(),
                     widget->toolTip(), widget->property("text").toString()}) {
                seen += text.contains("evil");
                QVERIFY2(isPlain(text), qPrintable(text));
            }
        }
        QVERIFY(seen > 0);
    }

    /// XML has no word for controls: a drawing with one is none.
    void aDrawingIsReadableWhateverANameSays()
    {
        const QTemporaryDir folder;
        Bench bench(folder);
        const QString path = writeTestFile(folder.filePath("a.shardscope"),
            "{\"shardscope\": 1, \"model\": {\"name\": \"" + nasty + "\", \"config\": " + TinyLlama
                + "}}");
        QVERIFY(bench.window.documents().open(path));
        const Plan plan = *makePlan(bench.session.scenario(), bench.session.catalog());
        const QString svg = folder.filePath("a.svg");
        QVERIFY(exportPlan(plan, bench.session.catalog(), bench.session.document(),
            {.path = svg, .date = "2026-11-24"}));
        QXmlStreamReader reader(readTestFile(svg));
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    }
};

QTEST_MAIN(TestOddPlaces)
#include "tst_oddplaces.moc"
