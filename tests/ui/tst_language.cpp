// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language.h"

#include <QApplication>
#include <QFile>
#include <QLibraryInfo>
#include <QTest>

using namespace shardscope;

class TestLanguage : public QObject
{
    Q_OBJECT

private slots:
    /// Where no system brings Qt's own words, they travel in the program.
    void qtSpeaksTheLanguage()
    {
        Translations translations;
        translations.use("de");
#if defined(Q_OS_UNIX) && !defined(Q_OS_MACOS)
        const QString words = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
        if (!QFile::exists(words + "/qtbase_de.qm"))
            QSKIP("Qt's translations are not installed");
#endif
        QCOMPARE(QApplication::translate("QPlatformTheme", "Cancel"), "Abbrechen");
        translations.use("en");
        QCOMPARE(QApplication::translate("QPlatformTheme", "Cancel"), "Cancel");
    }
};

QTEST_MAIN(TestLanguage)
#include "tst_language.moc"
