// SPDX-License-Identifier: GPL-3.0-or-later
// Who does not see the window is told what each part of it is: of what Qt draws by Qt, of what
// paints itself by an interface of its own.
#include "tests/ui/testwindow.h"
#include "ui/charts/chartview.h"
#include "ui/charts/drawingview.h"
#include "ui/charts/sweepview.h"
#include "ui/dialogs/messagebar.h"
#include "ui/dialogs/preview.h"
#include "ui/fields/scaleslider.h"
#include "ui/files/dropzones.h"
#include "ui/panels/originmark.h"
#include "ui/results/verdictbar.h"
#include "ui/workshop/guesshandle.h"

#include <QAccessible>
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

using namespace shardscope;

namespace {

struct Painted
{
    QString name; ///< of the class
    QString base;
    QString file; ///< below ui/
};

QString textOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The classes of ui/ that override paintEvent.
QList<Painted> painted()
{
    static const QRegularExpression word("class ([\\w:]+) : public (\\w+)|void (paintEvent)\\(");
    QList<Painted> found;
    const QDir root(SHARDSCOPE_UI);
    QDirIterator files(root.path(), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next();
        Painted last;
        for (const QRegularExpressionMatch &match : word.globalMatch(textOf(file))) {
            if (match.hasCaptured(3))
                found.append(last);
            else
                last = {match.captured(1), match.captured(2), root.relativeFilePath(file)};
        }
    }
    return found;
}

/// Whether what it is made of says how it is read: one of Qt's controls, a role, or more.
bool saysHowItIsRead(const Painted &widget)
{
    static const QStringList controls{"QLabel", "QToolButton", "QPushButton"};
    if (controls.contains(widget.base))
        return true;
    QString source = SHARDSCOPE_UI "/" + widget.file;
    source.replace(QRegularExpression("\\.h$"), ".cpp");
    const QString text = textOf(source);
    return text.contains("readAs(*this") || text.contains("Accessibility();")
        || text.contains("QAccessible::installFactory(");
}

QAccessible::Role roleOf(QWidget &widget)
{
    QAccessibleInterface *read = QAccessible::queryAccessibleInterface(&widget);
    return read ? read->role() : QAccessible::NoRole;
}

} // namespace

class TestAccessible : public QObject
{
    Q_OBJECT

private slots:
    void whatPaintsItselfIsRead_data()
    {
        QTest::addColumn<Painted>("widget");
        const QList<Painted> all = painted();
        QVERIFY(all.size() > 10); // they were found
        for (const Painted &each : all)
            QTest::newRow(qPrintable(each.name)) << each;
    }
    void whatPaintsItselfIsRead()
    {
        QFETCH(Painted, widget);
        QVERIFY2(saysHowItIsRead(widget),
            qPrintable(QStringLiteral("%1 in ui/%2 paints itself, and nothing says what it is: "
                                      "see ui/accessiblerole.h")
                           .arg(widget.name, widget.file)));
    }

    void rolesReachWhoAsks()
    {
        TestWindow window;
        QWidget plain;
        QCOMPARE(roleOf(plain), QAccessible::Client); // what Qt says of what it does not know
        ChartView chart;
        DropZones zones(window.window);
        GuessHandle guess(chart);
        const std::vector<std::pair<QWidget *, QAccessible::Role>> roles{
            {window.window.findChild<VerdictBar *>(), QAccessible::Grouping},
            {window.window.findChild<MessageBar *>(), QAccessible::AlertMessage},
            {window.window.findChild<OriginMark *>(), QAccessible::Indicator},
            {window.window.findChild<ScaleSlider *>(), QAccessible::Slider},
            {&chart, QAccessible::Chart}, {&zones, QAccessible::Pane},
            {&guess, QAccessible::Indicator}};
        for (const auto &[widget, role] : roles) {
            QVERIFY(widget);
            QCOMPARE(roleOf(*widget), role);
        }
        Preview preview;
        QCOMPARE(roleOf(preview), QAccessible::Graphic);
        SweepView sweep;
        QCOMPARE(roleOf(sweep), QAccessible::Chart);
        DrawingView drawing;
        QCOMPARE(roleOf(drawing), QAccessible::Chart);
        guess.showGuess(3, "3 GiB");
        QCOMPARE(QAccessible::queryAccessibleInterface(&guess)->text(QAccessible::Name), "3 GiB");
    }

    /// Nothing of the window that paints itself is only a frame to who asks.
    void nothingInTheWindowIsUnknown()
    {
        TestWindow window;
        QStringList names;
        for (const Painted &each : painted())
            names += "shardscope::" + each.name;
        int seen = 0;
        for (QWidget *widget : window.window.findChildren<QWidget *>()) {
            if (!names.contains(QLatin1String(widget->metaObject()->className())))
                continue;
            ++seen;
            QVERIFY2(
                roleOf(*widget) != QAccessible::Client && roleOf(*widget) != QAccessible::NoRole,
                widget->metaObject()->className());
        }
        QVERIFY(seen > 10);
    }
};

QTEST_MAIN(TestAccessible)
#include "tst_accessible.moc"
