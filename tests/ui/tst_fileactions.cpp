// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testcatalog.h"
#include "tests/ui/answers.h"
#include "ui/files/dropzones.h"
#include "ui/files/fileactions.h"
#include "ui/session.h"
#include "ui/settings.h"

#include <QClipboard>
#include <QDragEnterEvent>
#include <QFile>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMimeData>
#include <QTest>
#include <QUrl>

using namespace shardscope;

namespace {

struct Bench
{
    explicit Bench(Catalog catalog = {})
        : session(std::move(catalog))
    { }

    QTemporaryDir folder;
    Session session;
    QMainWindow window;
    Settings settings{folder.filePath("settings.ini")};
    DialogAnswers *answers = new DialogAnswers;
    Documents documents{session, window, settings,
        {std::unique_ptr<FileDialogs>(answers), folder.filePath("backups")}};
    FileActions actions{documents, window};

    QString write(const QString &name, const QByteArray &content) const
    {
        return writeTestFile(folder.filePath(name), content);
    }
    int gpus() const { return session.scenario().parallel.gpus; }
    void edit(int gpus)
    {
        Scenario next = session.scenario();
        next.parallel.gpus = gpus;
        session.edit("GPUs", "parallel.gpus", next);
    }
    QAction *action(const QString &text) const
    {
        for (QAction *action : actions.fileActions()) {
            if (action->text() == text)
                return action;
        }
        qFatal("no action %s", qPrintable(text));
    }
    QList<QAction *> filled(const QString &menu) const
    {
        emit action(menu)->menu()->aboutToShow();
        return action(menu)->menu()->actions();
    }
};

} // namespace

class TestFileActions : public QObject
{
    Q_OBJECT

private slots:
    void everyEntryHasATextOfItsOwn()
    {
        const Bench bench;
        QStringList texts;
        for (const QAction *action : bench.actions.fileActions()) {
            if (!action->isSeparator())
                texts << action->text();
        }
        QVERIFY(!texts.contains(QString()));
        QCOMPARE(texts.removeDuplicates(), 0);
    }

    void opensWhatWasChosen()
    {
        const Bench bench;
        bench.answers->filesToOpen = {bench.write("a.shardscope", scenarioText(48))};
        bench.action("&Open...")->trigger();
        QCOMPARE(bench.gpus(), 48);
    }

    void recentFilesOpenAgain()
    {
        Bench bench;
        QVERIFY(!bench.filled("Open &Recent").first()->isEnabled());
        const QString kept = bench.write("R&D.shardscope", scenarioText(48));
        const QString lost = bench.write("lost.shardscope", scenarioText(16));
        bench.settings.addRecentFile(kept);
        bench.settings.addRecentFile(lost);
        QVERIFY(QFile::remove(lost));
        const QList<QAction *> entries = bench.filled("Open &Recent");
        QVERIFY(!entries.at(0)->isEnabled());
        QCOMPARE(entries.at(1)->text(), "&2 R&&D.shardscope");
        entries.at(1)->trigger();
        QCOMPARE(bench.gpus(), 48);
        bench.filled("Open &Recent").last()->trigger();
        QVERIFY(bench.settings.recentFiles().isEmpty());
    }

    void recentModelsGoByTheirNames()
    {
        Bench bench;
        bench.settings.addRecentFile(bench.write("tiny-llama/config.json", TinyLlama));
        QCOMPARE(bench.filled("Open &Recent").first()->text(), "&1 tiny-llama");
    }

    void downloadedModelsOpen()
    {
        const Bench bench;
        bench.write("hub/models--acme--tiny/snapshots/1/config.json", TinyLlama);
        qputenv("HF_HUB_CACHE", bench.folder.filePath("hub").toUtf8());
        const QList<QAction *> entries = bench.filled("&Downloaded Models");
        qunsetenv("HF_HUB_CACHE");
        QCOMPARE(entries.size(), 1);
        QCOMPARE(entries.first()->text(), "acme/tiny");
        entries.first()->trigger();
        QCOMPARE(bench.session.scenario().model.imported->name, "acme/tiny");
    }

    void examplesOpenAsNewDocuments()
    {
        Bench bench;
        const QList<QAction *> entries = bench.filled("E&xamples");
        const auto ring = std::find_if(entries.begin(), entries.end(),
            [](const QAction *action) { return action->text() == "What the ring carries"; });
        QVERIFY(ring != entries.end());
        QVERIFY((*ring)->toolTip().contains("Set “Sharding” to “ZeRO-3”"));
        bench.edit(48);
        bench.answers->unsaved = UnsavedChoice::Cancel;
        (*ring)->trigger();
        QCOMPARE(bench.gpus(), 48);
        bench.answers->unsaved = UnsavedChoice::Discard;
        (*ring)->trigger();
        QCOMPARE(bench.session.scenario().parallel.strategy, Strategy::Ddp);
        QCOMPARE(bench.documents.name(), "What the ring carries");
        QVERIFY(bench.documents.path().isEmpty() && !bench.documents.isModified());
    }

    void pastes()
    {
        const Bench bench;
        QGuiApplication::clipboard()->setText(scenarioText(48));
        bench.actions.pasteAction()->trigger();
        QCOMPARE(bench.gpus(), 48);
    }

    void dropsOnTheWindow()
    {
        Bench bench;
        QMimeData data;
        data.setText(scenarioText(48));
        QDragEnterEvent enter({5, 5}, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&bench.window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({5, 5}, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&bench.window, &drop);
        QCOMPARE(drop.dropAction(), Qt::CopyAction);
        QCOMPARE(bench.gpus(), 48);
        const QMimeData empty;
        QDragEnterEvent nothing({5, 5}, Qt::CopyAction, &empty, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&bench.window, &nothing);
        QVERIFY(!nothing.isAccepted());
    }

    void zonesSayWhatADropDoes()
    {
        Bench bench(builtInCatalog());
        bench.answers->unsaved = UnsavedChoice::Discard; // the pin
        bench.window.resize(900, 600);
        bench.window.show();
        QVERIFY(!bench.window.findChild<DropZones *>());
        const QString path = bench.folder.filePath("other.shardscope");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(scenarioText(48));
        file.close();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        const auto drag = [&](QEvent::Type type, const QPoint &at) {
            if (type == QEvent::DragEnter) {
                QDragEnterEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, {});
                QCoreApplication::sendEvent(&bench.window, &event);
            } else if (type == QEvent::DragMove) {
                QDragMoveEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, {});
                QCoreApplication::sendEvent(&bench.window, &event);
            } else {
                QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, {});
                QCoreApplication::sendEvent(&bench.window, &event);
            }
        };
        drag(QEvent::DragEnter, {30, 300});
        const auto *zones = bench.window.findChild<DropZones *>();
        QVERIFY(zones && zones->isVisible());
        QCOMPARE(zones->pointed(), DropZone::Open);
        const QPoint beside = zones->areaOf(DropZone::Compare).center();
        drag(QEvent::DragMove, beside);
        QCOMPARE(zones->pointed(), DropZone::Compare);
        QCOMPARE(zones->accessibleName(), DropZones::title(DropZone::Compare));
        const int before = bench.gpus();
        drag(QEvent::Drop, beside);
        QVERIFY(!zones->isVisible());
        QCOMPARE(bench.gpus(), before);
        QCOMPARE(bench.session.pins().count(), std::size_t(1));
        drag(QEvent::DragEnter, {30, 300});
        drag(QEvent::Drop, {30, 300});
        QCOMPARE(bench.gpus(), 48);
        drag(QEvent::DragEnter, {30, 300});
        QDragLeaveEvent leave;
        QCoreApplication::sendEvent(&bench.window, &leave);
        QVERIFY(!zones->isVisible());
    }

    void textHasOneZone()
    {
        Bench bench;
        bench.window.resize(900, 600);
        bench.window.show();
        QMimeData data;
        data.setText(scenarioText(48));
        QDragEnterEvent enter({880, 300}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&bench.window, &enter);
        auto *zones = bench.window.findChild<DropZones *>();
        QCOMPARE(zones->pointed(), DropZone::Open);
        QVERIFY(zones->areaOf(DropZone::Compare).isEmpty());
    }

    void closingAsks()
    {
        Bench bench;
        bench.window.show();
        bench.edit(24);
        bench.answers->unsaved = UnsavedChoice::Cancel;
        QVERIFY(!bench.window.close());
        bench.answers->unsaved = UnsavedChoice::Discard;
        QVERIFY(bench.window.close());
        QCOMPARE(bench.answers->unsavedAsked, 2);
    }
};

QTEST_MAIN(TestFileActions)
#include "tst_fileactions.moc"
