// SPDX-License-Identifier: GPL-3.0-or-later
// What a start leaves for later, and that nothing of it is missing then.
#include "resources/catalogs.h"
#include "tests/ui/testwindow.h"
#include "ui/plainlabel.h"
#include "ui/startup.h"

#include <QEnterEvent>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <qcustomplot.h>

using namespace shardscope;

class TestStartup : public QObject
{
    Q_OBJECT

private slots:
    void theCatalogueIsReadInTwoParts()
    {
        const Catalog whole = builtInCatalog();
        CatalogReading reading;
        const Catalog entries = reading.entries();
        QCOMPARE(entries.models.size(), whole.models.size());
        QCOMPARE(entries.gpus.size(), whole.gpus.size());
        QVERIFY(entries.runs.all().empty());
        QCOMPARE(reading.runs().all(), whole.runs.all());
    }

    void theFirstPlanAwaitsTheRuns()
    {
        Session session(builtInCatalogWithoutRuns(), Session::AwaitsRuns());
        const QSignalSpy planned(&session, &Session::planChanged);
        QVERIFY(!session.plan());
        QVERIFY(!session.problem());
        session.takeRuns(builtInRuns());
        QCOMPARE(planned.count(), 1);
        const Session atOnce(builtInCatalog());
        QCOMPARE(session.plan()->memory.peak, atOnce.plan()->memory.peak);
        QCOMPARE(session.plan()->memory.confidence.low, atOnce.plan()->memory.confidence.low);
        QCOMPARE(session.plan()->memory.confidence.high, atOnce.plan()->memory.confidence.high);
    }

    /// It has all its words once there is a plan, whatever it was built with.
    void aWindowIsBuiltBeforeThereIsAPlan()
    {
        const QTemporaryDir folder;
        Settings settings(folder.filePath("settings.ini"));
        Translations translations;
        Session session(builtInCatalogWithoutRuns(), Session::AwaitsRuns());
        MainWindow window({session, settings, translations}, {.backupFolder = folder.path()});
        session.takeRuns(builtInRuns());
        window.show();
        const auto wordsOf = [](const MainWindow &of) {
            QStringList words;
            for (const QLabel *label : of.findChildren<QLabel *>()) {
                if (label->isVisible())
                    words += label->text();
            }
            words.sort();
            return words;
        };
        const TestWindow usual;
        QTRY_COMPARE(wordsOf(window), wordsOf(usual.window));
    }

    void aChartIsDrawnOnceForAllItsSizes()
    {
        TestWindow f;
        f.session.settle();
        QTest::qWait(20);
        auto *plot = f.window.findChild<QCustomPlot *>();
        QVERIFY(plot && plot->isVisible());
        const QSignalSpy drawn(plot, &QCustomPlot::afterReplot);
        const int before = plot->viewport().width();
        for (const int wider : {40, 80, 120})
            f.window.resize(f.window.width() + wider, f.window.height());
        QTRY_COMPARE(drawn.count(), 1);
        QVERIFY(plot->viewport().width() > before);
        QTest::qWait(20);
        QCOMPARE(drawn.count(), 1);
    }

    void sentencesCanBeCopiedWhereTheMouseIs()
    {
        QWidget parent;
        QLabel *label = makePlainLabel(&parent);
        label->setText(QStringLiteral("84.2 GB of 80 GB"));
        QCOMPARE(label->textFormat(), Qt::PlainText);
        const QSize before = label->sizeHint();
        QEnterEvent enter({1, 1}, {1, 1}, {1, 1});
        QCoreApplication::sendEvent(label, &enter);
        QVERIFY(label->textInteractionFlags() & Qt::TextSelectableByMouse);
        QCOMPARE(label->sizeHint(), before); // nothing moves
        QTest::mouseDClick(label, Qt::LeftButton, {}, label->rect().center());
        QVERIFY(label->hasSelectedText());
    }
};

QTEST_MAIN(TestStartup)
#include "tst_startup.moc"
