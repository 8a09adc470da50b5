// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/readfile.h"
#include "resources/writefile.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_UNIX
#include <sys/file.h>
#include <sys/stat.h>
#endif

using namespace shardscope;

namespace {

void put(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
}

std::string at(const QString &path)
{
    const Result<std::string> content = readFile(pathNamed(path.toStdString()));
    return content ? *content : std::string("nothing");
}

/// As another program has a file that it writes: on Windows being open is enough.
void take([[maybe_unused]] const QFile &file)
{
#ifdef Q_OS_UNIX
    if (::flock(file.handle(), LOCK_EX) != 0)
        qFatal("cannot lock %s", qPrintable(file.fileName()));
#endif
}

#ifdef Q_OS_UNIX
mode_t accessOf(const QString &path)
{
    struct stat there
    { };
    return ::stat(qPrintable(path), &there) == 0 ? there.st_mode & 07777U : 0;
}
#endif

QStringList filesIn(const QTemporaryDir &folder)
{
    return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden | QDir::System);
}

} // namespace

class TestWriteFile : public QObject
{
    Q_OBJECT

private slots:
    void whatAKilledProgramLeftIsTakenOver()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a");
        put(folder.filePath(".a.part"), QByteArray(1000, 'x'));
        QVERIFY(replaceFile(path.toStdString(), "new"));
        QCOMPARE(at(path), std::string("new"));
        QCOMPARE(filesIn(folder), QStringList{"a"});
    }

    void twoWhoWriteAtOnceAreInNobodysWay()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a");
        const QString theirs = folder.filePath(".a.part");
        put(theirs, "half of");
        QFile other(theirs);
        QVERIFY(other.open(QIODevice::ReadWrite));
        take(other);
        QVERIFY(replaceFile(path.toStdString(), "ours"));
        QCOMPARE(at(path), std::string("ours"));
        QCOMPARE(at(theirs), std::string("half of"));
        other.close();
        QCOMPARE(filesIn(folder), (QStringList{".a.part", "a"}));
    }

    void namesInAnyLanguage()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("größe 漢");
        put(path, "old");
        QVERIFY(replaceFile(pathNamed(path.toStdString()), "new"));
        QCOMPARE(at(path), std::string("new"));
        QCOMPARE(filesIn(folder), QStringList{"größe 漢"});
    }

    void manyPieces()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a");
        std::string whole;
        const Status written
            = replaceFile(path.toStdString(), TextSource([&whole](const TextSink &sink) {
                  for (int i = 0; i < 50'000; ++i) {
                      const std::string piece = std::to_string(i) + ",";
                      whole += piece;
                      sink(piece);
                  }
              }));
        QVERIFY(written);
        QCOMPARE(at(path), whole);
    }

#ifdef Q_OS_UNIX // links, modes, names that are too long for others

    void nobodyIsLedElsewhere()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a");
        put(folder.filePath("treasure"), "gold");
        QVERIFY(QFile::link(folder.filePath("treasure"), folder.filePath(".a.part")));
        QVERIFY(!replaceFile(path.toStdString(), "new"));
        QCOMPARE(at(folder.filePath("treasure")), std::string("gold"));
    }

    void accessStays_data()
    {
        QTest::addColumn<int>("before"); // 0: there is no file
        QTest::addColumn<bool>("isPrivate");
        QTest::addColumn<int>("after");
        QTest::newRow("as it was") << 0640 << false << 0640;
        QTest::newRow("private as it was") << 0600 << false << 0600;
        QTest::newRow("a program") << 0755 << false << 0755;
        QTest::newRow("made private") << 0644 << true << 0600;
        QTest::newRow("new") << 0 << false << 0644;
        QTest::newRow("new and private") << 0 << true << 0600;
    }
    void accessStays()
    {
        QFETCH(int, before);
        QFETCH(bool, isPrivate);
        QFETCH(int, after);
        const QTemporaryDir folder;
        const QString path = folder.filePath("a");
        const mode_t mask = ::umask(022);
        if (before != 0) {
            put(path, "old");
            QVERIFY(::chmod(qPrintable(path), static_cast<mode_t>(before)) == 0);
        }
        QVERIFY(
            replaceFile(path.toStdString(), "new", isPrivate ? Readers::Owner : Readers::AsBefore));
        ::umask(mask);
        QCOMPARE(accessOf(path), static_cast<mode_t>(after));
        QCOMPARE(at(path), std::string("new"));
    }

    void aLinkStaysOne_data()
    {
        QTest::addColumn<bool>("isThere");
        QTest::newRow("to a file that is there") << true;
        QTest::newRow("to a file that is yet to be") << false;
    }
    void aLinkStaysOne()
    {
        QFETCH(bool, isThere);
        const QTemporaryDir folder;
        const QString target = folder.filePath("target");
        const QString link = folder.filePath("link");
        if (isThere)
            put(target, "old");
        QVERIFY(QFile::link(target, link));
        QVERIFY(replaceFile(link.toStdString(), "new"));
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(at(target), std::string("new"));
    }

    void aCircleOfLinksIsAnError()
    {
        const QTemporaryDir folder;
        QVERIFY(QFile::link(folder.filePath("b"), folder.filePath("a")));
        QVERIFY(QFile::link(folder.filePath("a"), folder.filePath("b")));
        QVERIFY(!replaceFile(folder.filePath("a").toStdString(), "new"));
        QVERIFY(QFileInfo(folder.filePath("a")).isSymLink());
        QVERIFY(QFileInfo(folder.filePath("b")).isSymLink());
    }

    void longNames()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QString(250, 'n'));
        QVERIFY(replaceFile(path.toStdString(), "new"));
        QCOMPARE(at(path), std::string("new"));
    }
#endif
};

QTEST_GUILESS_MAIN(TestWriteFile)
#include "tst_writefile.moc"
