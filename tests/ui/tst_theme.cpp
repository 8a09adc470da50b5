// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testwindow.h"
#include "ui/advisor.h"
#include "ui/charts/chartview.h"
#include "ui/foldingdock.h"
#include "ui/panels/inputs.h"
#include "ui/panels/parameterpanel.h"
#include "ui/results/explainview.h"
#include "ui/results/limitsbar.h"
#include "ui/theme.h"
#include "ui/workspace.h"

#include <QApplication>
#include <QLineEdit>
#include <QStyle>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace shardscope;

class TestTheme : public QObject
{
    Q_OBJECT

private slots:
    void followsThePalette()
    {
        TestWindow f;
        const QList<ChartView *> charts = f.window.findChildren<ChartView *>();
        const auto shown = std::find_if(charts.begin(), charts.end(),
            [](const ChartView *chart) { return chart->isVisible(); });
        QVERIFY(shown != charts.end());
        const QPoint inChart = (*shown)->mapTo(&f.window, QPoint(4, 4));
        const auto lightness
            = [&] { return f.window.grab().toImage().pixelColor(inChart).lightness(); };
        applyTheme(*qApp, ThemeChoice::Dark);
        QTRY_VERIFY(lightness() < 100);
        applyTheme(*qApp, ThemeChoice::Light);
        QTRY_VERIFY(lightness() > 200);
        applyTheme(*qApp, ThemeChoice::System);
    }

    void linksCanBeReadInTheDark()
    {
        TestWindow f;
        auto *explain = f.window.findChild<ExplainView *>();
        const auto linkColour = [explain] {
            QTextCursor cursor = explain->document()->find(inputLabel("parallel.strategy"));
            return cursor.charFormat().foreground().color();
        };
        applyTheme(*qApp, ThemeChoice::Dark);
        QTRY_COMPARE(linkColour(), QApplication::palette().color(QPalette::Link));
        applyTheme(*qApp, ThemeChoice::Light);
        QTRY_COMPARE(linkColour(), QApplication::palette().color(QPalette::Link));
        applyTheme(*qApp, ThemeChoice::System);
    }

    void limitsCanBeReadInTheDark()
    {
        TestWindow f;
        f.window.workspace().advisor().waitForAdvice();
        auto *limits = f.window.findChild<LimitsBar *>();
        const auto isPainted = [limits](const QColor &colour) {
            const QImage image = limits->grab().toImage();
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixelColor(x, y) == colour)
                        return true;
                }
            }
            return false;
        };
        for (const ThemeChoice theme :
            {ThemeChoice::Dark, ThemeChoice::Light, ThemeChoice::System}) {
            applyTheme(*qApp, theme);
            QTRY_VERIFY(isPainted(QApplication::palette().color(QPalette::Link)));
        }
    }

    void iconsAreThoseOfTheStyle()
    {
        TestWindow f;
        auto *dock = f.window.findChild<FoldingDock *>();
        const auto drawn = [](const QIcon &icon) { return icon.pixmap(16).toImage(); };
        for (const char *style : {"Windows", "Fusion"}) {
            QApplication::setStyle(style);
            for (const QToolButton *button :
                dock->titleBarWidget()->findChildren<QToolButton *>()) {
                if (button->accessibleName() == "Close")
                    QTRY_COMPARE(drawn(button->icon()),
                        drawn(dock->style()->standardIcon(QStyle::SP_TitleBarCloseButton)));
            }
        }
    }

    void boxesStandOutInTheDark()
    {
        TestWindow f;
        const auto *box = f.window.parameters().findChild<QLineEdit *>();
        applyTheme(*qApp, ThemeChoice::Dark);
        const QColor window = QApplication::palette().color(QPalette::Window);
        QVERIFY(box->palette().color(QPalette::Base).lightness() > window.lightness() + 20);
        applyTheme(*qApp, ThemeChoice::System);
        QCOMPARE(
            box->palette().color(QPalette::Base), QApplication::palette().color(QPalette::Base));
    }

    void boxesHaveAnOutlineOnBlack()
    {
        QPalette contrast(Qt::white, Qt::black);
        contrast.setColor(QPalette::Text, Qt::white);
        setFieldPalette(contrast);
        QVERIFY(QApplication::palette("QLineEdit").color(QPalette::Window).lightness() > 100);
        applyTheme(*qApp, ThemeChoice::Dark);
        QCOMPARE(QApplication::palette("QLineEdit").color(QPalette::Window),
            QApplication::palette().color(QPalette::Window));
        applyTheme(*qApp, ThemeChoice::System);
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
