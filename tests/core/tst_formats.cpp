// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/facts.h"
#include "core/interchange/format.h"
#include "core/interchange/readfacts.h"
#include "core/scenario/keys.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <QTest>

using namespace shardscope;

namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

/// Where a table has a key, or what stands above it.
bool isCovered(const Format &format, QString key)
{
    const auto names = [&format](const QString &path) {
        for (const KeyRow &row : format.rows) {
            if (text(row.key) == path || text(row.key).startsWith(path + '.'))
                return true;
        }
        for (const auto list : {format.notModelled, format.withoutEffect}) {
            for (const std::string_view entry : list) {
                const QString listed = text(entry.substr(0, entry.find('=')));
                if (listed == path || listed.startsWith(path + '.'))
                    return true;
            }
        }
        return false;
    };
    while (!names(key)) {
        const qsizetype dot = key.lastIndexOf('.');
        if (dot < 0)
            return false;
        key.truncate(dot);
    }
    return true;
}

} // namespace

class TestFormats : public QObject
{
    Q_OBJECT

private slots:
    void noKeyOfAFormatIsMissing_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(SHARDSCOPE_TEST_DATA "/formats"));
        for (const QString &name : folder.entryList({"*.keys"}))
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
        QVERIFY(folder.entryList({"*.keys"}).size() >= 12);
    }
    void noKeyOfAFormatIsMissing()
    {
        QFETCH(QString, path);
        const Format *format = findFormat(QFileInfo(path).completeBaseName().toStdString());
        QVERIFY(format);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
        QVERIFY(lines.front().startsWith('#'));
        QStringList missing;
        for (const QString &line : lines.mid(1)) {
            if (!isCovered(*format, line.trimmed()))
                missing += line;
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(' ')));
    }

    void tablesSpeakOfWhatThereIs_data()
    {
        QTest::addColumn<const Format *>("format");
        for (const Format *format : formats())
            QTest::newRow(qPrintable(text(format->id))) << format;
    }
    void tablesSpeakOfWhatThereIs()
    {
        QFETCH(const Format *, format);
        for (const KeyRow &row : format->rows) {
            const QString where = text(row.key) + " -> " + text(row.fact);
            for (const ValueName &value : row.values) {
                if (value.ours.empty())
                    continue;
                const Result<Json> checked = checkedFact(row.fact, Json(value.ours));
                QVERIFY2(checked.has_value(), qPrintable(where + ": " + text(value.ours)));
            }
            const Result<Json> anything = checkedFact(row.fact, Json(-12345.5));
            QVERIFY2(
                anything || anything.error().code != ErrorCode::UnknownField, qPrintable(where));
        }
        Facts said;
        for (const FormatDefault &each : format->defaults)
            said.push_back({.origin = {.key = std::string(each.besideKey)}});
        QCOMPARE(defaultFacts(*format, said).size(), format->defaults.size());
    }

    void aKeyStandsInOneList_data() { tablesSpeakOfWhatThereIs_data(); }
    void aKeyStandsInOneList()
    {
        QFETCH(const Format *, format);
        QSet<QString> stated;
        for (const KeyRow &row : format->rows)
            stated.insert(text(row.key));
        QSet<QString> listed;
        for (const auto list : {format->notModelled, format->withoutEffect}) {
            for (const std::string_view entry : list) {
                const QString key = text(entry.substr(0, entry.find('=')));
                QVERIFY2(!stated.contains(key), qPrintable(key));
                QVERIFY2(!listed.contains(key), qPrintable(key));
                listed.insert(key);
            }
        }
    }

    void factsThatAreShownHaveAnInput()
    {
        for (const SharedFact &fact : sharedFacts()) {
            const std::string_view input = inputOf(fact.id);
            QVERIFY2(input.empty() || findKey(input), qPrintable(text(fact.id)));
        }
    }
};

QTEST_APPLESS_MAIN(TestFormats)
#include "tst_formats.moc"
