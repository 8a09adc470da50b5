// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/quantityedit.h"
#include "ui/fields/quantitytext.h"

#include <QAccessible>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

using namespace shardscope;

namespace {

const Key &keyOf(const QString &id)
{
    return *findKey(id.toStdString());
}

double last(const QSignalSpy &spy)
{
    return spy.isEmpty() ? 0 : spy.last().first().toDouble();
}

/// A box in a window of its own, with the focus.
struct Box
{
    explicit Box(const QString &key, double value)
        : edit(keyOf(key))
    {
        edit.setValue(value);
        edit.show();
        edit.setFocus();
        edit.selectAll();
    }

    QuantityEdit edit;
    QSignalSpy values{&edit, &QuantityEdit::valueEdited};
    QSignalSpy hints{&edit, &QuantityEdit::hintChanged};
};

} // namespace

class TestQuantityEdit : public QObject
{
    Q_OBJECT

private slots:
    void assistiveTechnologyReadsAndChangesIt()
    {
        Box box("parallel.gpus", 8);
        QAccessibleValueInterface *value
            = QAccessible::queryAccessibleInterface(&box.edit)->valueInterface();
        QCOMPARE(value->currentValue().toDouble(), 8.0);
        QCOMPARE(value->minimumValue().toDouble(), 1.0);
        QCOMPARE(value->maximumValue().toDouble(), keyOf("parallel.gpus").maximum);
        value->setCurrentValue(16);
        QCOMPARE(last(box.values), 16.0);
        value->setCurrentValue(-3);
        QCOMPARE(last(box.values), 1.0);
    }

    void init() { QLocale::setDefault(QLocale::c()); }

    void reads_data()
    {
        QTest::addColumn<QString>("locale");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        const QString size = "model.parameters";
        const QString length = "training.sequence_length";
        QTest::newRow("70B") << "C" << size << "70B" << 70e9;
        QTest::newRow("as it is shown") << "C" << size << "8.03\u00a0B" << 8.03e9;
        QTest::newRow("exact count") << "en_US" << size << "8,030,261,248" << 8030261248.0;
        QTest::newRow("32k tokens") << "C" << length << "32k" << 32768.0;
        QTest::newRow("product") << "C" << length << "8*1024" << 8192.0;
        QTest::newRow("with its unit") << "C" << length << "4096 tokens" << 4096.0;
        QTest::newRow("GiB") << "C"
                             << "hardware.reserve_gib"
                             << "2.5 GiB" << 2.5;
        QTest::newRow("percent stays percent") << "C"
                                               << "training.lora_percent"
                                               << "0.5 %" << 0.5;
        QTest::newRow("left to the program")
            << "C" << QString("hardware.context_mib") << "auto" << -1.0;
        QTest::newRow("left to the program, in capitals")
            << "C" << QString("parallel.reduce_bucket") << "AUTO" << 0.0;
        QTest::newRow("German thousands") << "de_DE" << length << "1.500" << 1500.0;
        QTest::newRow("German comma") << "de_DE" << size << "7,5B" << 7.5e9;
        QTest::newRow("German, written in English") << "de_DE"
                                                    << "hardware.reserve_gib"
                                                    << "3.14" << 3.14;
        QTest::newRow("French spaces") << "fr_FR" << length << "4\u202f096" << 4096.0;
    }

    void reads()
    {
        QFETCH(QString, locale);
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(double, value);
        QLocale::setDefault(QLocale(locale));
        const QuantityReading reading = readQuantity(keyOf(key), text);
        QVERIFY2(reading.value, qPrintable(reading.hint));
        QCOMPARE(*reading.value, value);
    }

    void whatItShowsItReads_data()
    {
        QTest::addColumn<QString>("locale");
        for (const char *locale : {"C", "en_US", "de_DE", "fr_FR", "de_CH", "pt_BR"})
            QTest::newRow(locale) << locale;
    }

    void whatItShowsItReads()
    {
        QFETCH(QString, locale);
        QLocale::setDefault(QLocale(locale));
        for (const double value : {1e8, 1.5e9, 7e9, 8.03e9, 70e9, 8030261248.0, 1e12}) {
            const Key &key = keyOf("model.parameters");
            QCOMPARE(readQuantity(key, quantityText(key, value)).value, value);
        }
        for (const double value : {-1.0, 0.0, 512.0}) {
            const Key &key = keyOf("hardware.context_mib");
            QCOMPARE(readQuantity(key, quantityText(key, value)).value, value);
        }
        for (const double value : {0.5, 12.25, 1024.0}) {
            const Key &key = keyOf("hardware.reserve_gib");
            QCOMPARE(readQuantity(key, quantityText(key, value)).value, value);
        }
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << "parallel.gpus"
                                 << "";
        QTest::newRow("a word") << "parallel.gpus"
                                << "many";
        QTest::newRow("half a GPU") << "parallel.gpus"
                                    << "1.5";
        QTest::newRow("no GPU") << "parallel.gpus"
                                << "0";
        QTest::newRow("too long") << "training.sequence_length"
                                  << "1e30";
        QTest::newRow("infinite") << "model.parameters"
                                  << "inf";
    }

    void refuses()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        const QuantityReading reading = readQuantity(keyOf(key), text);
        QVERIFY(!reading.value);
        QVERIFY(!reading.hint.isEmpty());
    }

    void tellsWhileTyping()
    {
        Box box("model.parameters", 7e9);
        QTest::keyClicks(&box.edit, "70B");
        QCOMPARE(last(box.values), 70e9);
        QCOMPARE(box.hints.last().first().toString(), "= 70000000000");
        QCOMPARE(box.hints.last().last().toBool(), false);
        QCOMPARE(box.edit.text(), "70B");
    }

    void enterCommits()
    {
        Box box("training.sequence_length", 4096);
        QTest::keyClicks(&box.edit, "32k");
        QSignalSpy finished(&box.edit, &QuantityEdit::editingFinished);
        QTest::keyClick(&box.edit, Qt::Key_Return);
        QVERIFY(!finished.isEmpty());
        QCOMPARE(box.edit.text(), "32768");
        QCOMPARE(box.hints.last().first().toString(), "");
        QTest::keyClick(&box.edit, Qt::Key_Escape);
        QCOMPARE(box.edit.value(), 32768.0);
    }

    void escapeRestores()
    {
        Box box("training.sequence_length", 4096);
        QTest::keyClicks(&box.edit, "32k");
        QTest::keyClick(&box.edit, Qt::Key_Escape);
        QCOMPARE(last(box.values), 4096.0);
        QCOMPARE(box.edit.text(), "4096");
    }

    void nonsenseKeepsTheValue()
    {
        Box box("training.sequence_length", 4096);
        QTest::keyClicks(&box.edit, "lots");
        QVERIFY(box.values.isEmpty());
        QCOMPARE(box.hints.last().last().toBool(), true);
        QTest::keyClick(&box.edit, Qt::Key_Return);
        QCOMPARE(box.edit.text(), "4096");
    }

    void whatCannotBeReadInTheEndLeavesNothingBehind_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::newRow("too large, as its beginning is not") << "99999999999";
        QTest::newRow("a word behind a number") << "16kilo";
        QTest::newRow("a fraction of a token") << "8.5";
    }
    void whatCannotBeReadInTheEndLeavesNothingBehind()
    {
        QFETCH(QString, typed);
        Box box("training.sequence_length", 4096);
        QTest::keyClicks(&box.edit, typed);
        QCOMPARE(box.hints.last().last().toBool(), true);
        QTest::keyClick(&box.edit, Qt::Key_Return);
        QCOMPARE(box.edit.value(), 4096.0);
        QCOMPARE(last(box.values), 4096.0);
        QCOMPARE(box.edit.text(), "4096");
    }

    void whatComesFromOutsideIsShown()
    {
        Box box("training.sequence_length", 4096);
        QTest::keyClicks(&box.edit, "8k");
        box.edit.setValue(8192); // the session's echo of what is being typed
        QCOMPARE(box.edit.text(), "8k");
        box.edit.setValue(2048); // undo
        QCOMPARE(box.edit.text(), "2048");
        QTest::keyClick(&box.edit, Qt::Key_Escape);
        QCOMPARE(box.edit.value(), 2048.0);
        QCOMPARE(box.values.count(), 2); // 8, 8k
    }

    void arrowsFollowTheScale()
    {
        Box box("parallel.gpus", 8);
        box.edit.setScale(Scale::gpuCounts(8));
        QTest::keyClick(&box.edit, Qt::Key_Up);
        QCOMPARE(last(box.values), 16.0);
        QTest::keyClick(&box.edit, Qt::Key_Down);
        QTest::keyClick(&box.edit, Qt::Key_Down);
        QCOMPARE(last(box.values), 4.0);
        QCOMPARE(box.edit.text(), "4");
    }

    void unitGoesWhileTyping()
    {
        QWidget window;
        QuantityEdit edit(keyOf("hardware.reserve_gib"), &window);
        QLineEdit other(&window);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        other.setFocus();
        edit.setValue(2.5);
        QCOMPARE(edit.text(), "2.5\u00a0GiB");
        edit.setFocus();
        QCOMPARE(edit.text(), "2.5");
    }
};

QTEST_MAIN(TestQuantityEdit)
#include "tst_quantityedit.moc"
