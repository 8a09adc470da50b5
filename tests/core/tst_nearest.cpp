// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest.h"
#include "core/scenario/keys.h"
#include "core/scenario/unknownkey.h"

#include <QTest>

using namespace shardscope;

namespace {

QString listed(const std::vector<std::string> &ids)
{
    QStringList list;
    for (const std::string &id : ids)
        list += QString::fromStdString(id);
    return list.join(' ');
}

} // namespace

class TestNearest : public QObject
{
    Q_OBJECT

private slots:
    void findsWhatWasMeant_data()
    {
        QTest::addColumn<std::string>("typed");
        QTest::addColumn<QString>("ids");
        const auto row = [](const char *name, const char *typed, const char *ids) {
            QTest::newRow(name) << std::string(typed) << QString(ids);
        };
        row("a letter too few", "h20", "h200");
        row("a letter too many", "h2000", "h200");
        row("two letters swapped", "lin", "lion");
        row("neighbours the wrong way round", "adafcator", "adafactor");
        row("capitals and no dash", "H100SXM", "h100-sxm");
        row("the beginning", "h100", "h100-pcie h100-sxm");
        row("the end", "sxm", "h100-sxm");
        row("words shortened", "seq_len", "sequence_length");
        row("by another name", "hopper", "h100-sxm");
        row("another digit is another thing", "h900-sxm", "h100-sxm");
        row("nothing like it", "abacus", "");
        row("nothing at all", "", "");
        row("only dashes", "--", "");
    }

    void findsWhatWasMeant()
    {
        QFETCH(std::string, typed);
        const std::vector<Listed> there{{"h100-pcie"}, {"h100-sxm", {"Hopper SXM"}}, {"h200"},
            {"lion"}, {"adafactor"}, {"sequence_length"}};
        QTEST(listed(nearest(typed, there)), "ids");
    }

    void namesThreeAtMostAndTheNearestFirst()
    {
        const std::vector<Listed> there{
            {"adamw-for-loop"}, {"paged-adamw-8bit"}, {"adamw-foreach"}, {"adamw"}, {"sgd"}};
        const std::vector<std::string> found = nearest("adam", there);
        QCOMPARE(found.size(), 3U);
        QCOMPARE(found.front(), std::string("adamw"));
    }

    void asksBehindWhatIsSaid_data()
    {
        QTest::addColumn<std::vector<std::string>>("ids");
        QTest::addColumn<QString>("sentence");
        using Ids = std::vector<std::string>;
        QTest::newRow("none") << Ids{} << "a letter";
        QTest::newRow("one") << Ids{"a"} << "a letter (did you mean a?)";
        QTest::newRow("two") << Ids{"a", "b"} << "a letter (did you mean a or b?)";
        QTest::newRow("three") << Ids{"a", "b", "c"} << "a letter (did you mean a, b or c?)";
    }

    void asksBehindWhatIsSaid()
    {
        QFETCH(std::vector<std::string>, ids);
        QTEST(QString::fromStdString(englishText(withMeant(Phrase("a letter"), ids))), "sentence");
    }

    void errorsNameIt_data()
    {
        QTest::addColumn<std::string>("key");
        QTest::addColumn<std::string>("value");
        QTest::addColumn<QString>("says");
        const auto row
            = [](const char *name, const char *key, const char *value, const char *says) {
                  QTest::newRow(name) << std::string(key) << std::string(value) << QString(says);
              };
        row("a key with a letter missing", "training.optimzer", "adamw",
            "(did you mean training.optimizer?");
        row("a key without its group", "optimizer", "adamw", "(did you mean training.optimizer?");
        row("a key in the singular", "parallel.gpu", "8", "(did you mean parallel.gpus");
        row("a key in short", "training.seq_len", "4096",
            "(did you mean training.sequence_length?");
        row("a choice", "training.optimizer", "adam",
            "(did you mean adamw, badam or adamw-foreach?)");
        row("a choice without its dashes", "training.optimizer", "adamw8bit",
            "(did you mean adamw-8bit");
    }

    void errorsNameIt()
    {
        QFETCH(std::string, key);
        QFETCH(std::string, value);
        QFETCH(QString, says);
        Scenario scenario;
        const Status set = setKeyText(scenario, key, value);
        QVERIFY(!set);
        const QString error = QString::fromStdString(describe(set.error()));
        QVERIFY2(error.contains(says), qPrintable(error));
    }

    void everyKeyIsFoundWithALetterMissing_data()
    {
        QTest::addColumn<std::string>("id");
        for (const Key &key : keys())
            QTest::newRow(std::string(key.id).c_str()) << std::string(key.id);
    }

    void everyKeyIsFoundWithALetterMissing()
    {
        QFETCH(std::string, id);
        std::string typed = id;
        typed.erase(typed.size() - 2, 1);
        QCOMPARE(nearestKeys(typed).front(), id);
    }
};

QTEST_APPLESS_MAIN(TestNearest)
#include "tst_nearest.moc"
