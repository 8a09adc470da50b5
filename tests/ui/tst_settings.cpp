// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language.h"
#include "ui/settings.h"
#include "ui/zoom.h"

#include <QDir>
#include <QDockWidget>
#include <QLocale>
#include <QMainWindow>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;

namespace {

struct File
{
    QTemporaryDir folder{};
    QString path() const { return folder.filePath("settings.ini"); }
};

/// A window with one dock: enough of a layout to remember.
struct Window
{
    QMainWindow window;
    QDockWidget *dock = new QDockWidget("Inputs", &window);

    Window()
    {
        dock->setObjectName("inputs");
        window.addDockWidget(Qt::LeftDockWidgetArea, dock);
        window.resize(640, 480);
    }
};

} // namespace

class TestSettings : public QObject
{
    Q_OBJECT

private slots:
    void remembersChoices()
    {
        const File file;
        {
            Settings settings(file.path());
            QCOMPARE(settings.theme(), ThemeChoice::System);
            QCOMPARE(settings.language(), QString());
            settings.setTheme(ThemeChoice::Dark);
            settings.setLanguage("de");
        }
        const Settings settings(file.path());
        QCOMPARE(settings.theme(), ThemeChoice::Dark);
        QCOMPARE(settings.language(), "de");
    }

    void remembersWhatIsFolded()
    {
        const File file;
        {
            Settings settings(file.path());
            QVERIFY(!settings.isPaneFolded()); // nobody has said
            QVERIFY(settings.unusedShown().isEmpty());
            settings.setPaneFolded(true);
            settings.setUnusedShown({"training.method"});
        }
        Settings settings(file.path());
        QCOMPARE(settings.isPaneFolded(), std::optional(true));
        QCOMPARE(settings.unusedShown(), QStringList{"training.method"});
        settings.setPaneFolded(false);
        QCOMPARE(settings.isPaneFolded(), std::optional(false));
    }

    void nonsenseIsTheDefault()
    {
        const File file;
        QSettings(file.path(), QSettings::IniFormat).setValue("theme", "purple");
        QCOMPARE(Settings(file.path()).theme(), ThemeChoice::System);
    }

    void zoomIsKeptWithinReason()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("settings.ini");
        Settings settings(file);
        QCOMPARE(settings.zoom(), 100);
        settings.setZoom(150);
        QCOMPARE(settings.zoom(), 150);
        settings.setZoom(5000);
        QCOMPARE(settings.zoom(), Settings::LargestZoom);
        QSettings(file, QSettings::IniFormat).setValue("zoom", "huge");
        QCOMPARE(Settings(file).zoom(), 100);
        QCOMPARE(nextZoom(100, 1), 110);
        QCOMPARE(nextZoom(100, -1), 90);
        QCOMPARE(nextZoom(130, 1), 150); // between two of them
        QCOMPARE(nextZoom(200, 1), 200);
        QCOMPARE(nextZoom(75, -1), 75);
    }

    void keepsTenRecentFiles()
    {
        const File file;
        Settings settings(file.path());
        for (int i = 0; i < 12; ++i)
            settings.addRecentFile(QString("/runs/%1.shardscope").arg(i));
        settings.addRecentFile("/runs/5.shardscope");
        const QStringList files = settings.recentFiles();
        QCOMPARE(files.size(), 10);
        QCOMPARE(
            files.value(0), QDir::cleanPath(QFileInfo("/runs/5.shardscope").absoluteFilePath()));
        QCOMPARE(files.count(files.value(0)), 1);
        settings.clearRecentFiles();
        QVERIFY(settings.recentFiles().isEmpty());
    }

    void remembersTheWindow()
    {
        const File file;
        Window first;
        first.window.addDockWidget(Qt::RightDockWidgetArea, first.dock);
        Settings settings(file.path());
        settings.saveWindow(first.window);
        Window second;
        QVERIFY(settings.restoreWindow(second.window));
        QCOMPARE(second.window.dockWidgetArea(second.dock), Qt::RightDockWidgetArea);
    }

    void aFirstRunHasNoWindow()
    {
        const File file;
        Window window;
        QVERIFY(!Settings(file.path()).restoreWindow(window.window));
        QCOMPARE(window.window.size(), QSize(640, 480));
    }

    void offersLanguages()
    {
        const QList<Language> offered = languages();
        QCOMPARE(offered.first().code, QString());
        for (const Language &language : offered) {
            QVERIFY(language.code != PseudoLanguage);
            QVERIFY(language.code.isEmpty() == language.name.isEmpty());
        }
    }

    void pseudoLanguageReachesEveryText()
    {
        Translations translations;
        const auto text = [] { return QCoreApplication::translate("FileActions", "&Open %1"); };
        QCOMPARE(text(), "&Open %1");
        translations.use(PseudoLanguage);
        QCOMPARE(text(), QString::fromUtf8("[&Öpén %1~~~]"));
        translations.use("en");
        QCOMPARE(text(), "&Open %1");
    }

    void aLanguageBringsItsNumbers()
    {
        const QLocale before;
        Translations translations;
        translations.use("de");
        QCOMPARE(QLocale().toString(1.5), "1,5");
        translations.use("en");
        QCOMPARE(QLocale().toString(1.5), "1.5");
        QLocale::setDefault(before);
    }
};

QTEST_MAIN(TestSettings)
#include "tst_settings.moc"
