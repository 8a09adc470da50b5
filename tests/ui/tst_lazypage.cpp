// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lazypage.h"

#include <QApplication>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QVBoxLayout>

using namespace shardscope;

namespace {

/// Two tabs between two buttons; each tab counts how often it was made.
struct Window
{
    QWidget window;
    QPushButton *first = new QPushButton("First");
    QTabWidget *tabs = new QTabWidget;
    QPushButton *last = new QPushButton("Last");
    int made = 0;
    int greeted = 0;
    LazyPage<QWidget> *front = new LazyPage<QWidget>([this] { return make("Front"); });
    LazyPage<QWidget> *back = new LazyPage<QWidget>([this] { return make("Back"); });

    Window()
    {
        auto *layout = new QVBoxLayout(&window);
        tabs->addTab(front, "Front");
        tabs->addTab(back, "Back");
        for (QWidget *widget : {static_cast<QWidget *>(first), static_cast<QWidget *>(tabs),
                 static_cast<QWidget *>(last)})
            layout->addWidget(widget);
        back->whenMade([this] { ++greeted; });
    }

    QWidget *make(const QString &name)
    {
        ++made;
        auto *page = new QWidget;
        auto *layout = new QVBoxLayout(page);
        layout->addWidget(new QPushButton(name + " above"));
        layout->addWidget(new QPushButton(name + " below"));
        return page;
    }

    void show()
    {
        window.show();
        window.activateWindow();
        [[maybe_unused]] const bool isActive = QTest::qWaitForWindowActive(&window);
    }

    /// The buttons in the order of the Tab key, from the first on.
    QStringList order() const
    {
        QStringList names;
        first->setFocus();
        do {
            if (const auto *button = qobject_cast<QPushButton *>(QApplication::focusWidget()))
                names += button->text();
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        } while (QApplication::focusWidget() != first);
        return names;
    }
};

} // namespace

class TestLazyPage : public QObject
{
    Q_OBJECT

private slots:
    void isMadeWhenItIsSeen()
    {
        Window w;
        QCOMPARE(w.made, 0);
        w.show();
        QCOMPARE(w.made, 1);
        QVERIFY(w.front->pageIfMade()->isVisible());
        QVERIFY(!w.back->pageIfMade());
        w.tabs->setCurrentIndex(1);
        QCOMPARE(w.made, 2);
        QVERIFY(w.back->pageIfMade()->isVisible());
        w.tabs->setCurrentIndex(0);
        w.tabs->setCurrentIndex(1);
        QCOMPARE(w.made, 2);
        QCOMPARE(w.greeted, 1);
    }

    void isMadeWhenItIsAskedFor()
    {
        Window w;
        QWidget *page = &w.back->page();
        QCOMPARE(w.made, 1);
        QCOMPARE(w.greeted, 1);
        w.show();
        w.tabs->setCurrentIndex(1);
        QCOMPARE(w.back->pageIfMade(), page);
        QVERIFY(page->isVisible());
        QCOMPARE(w.made, 2);
    }

    void fillsItsTab()
    {
        Window w;
        w.show();
        w.tabs->setCurrentIndex(1);
        QCOMPARE(w.back->pageIfMade()->size(), w.back->size());
    }

    void theTabKeyFindsItWhereItStands()
    {
        Window w;
        w.show();
        w.tabs->setCurrentIndex(1);
        QCOMPARE(w.order(), QStringList({"First", "Back above", "Back below", "Last"}));
        w.tabs->setCurrentIndex(0);
        QCOMPARE(w.order(), QStringList({"First", "Front above", "Front below", "Last"}));
    }
};

QTEST_MAIN(TestLazyPage)
#include "tst_lazypage.moc"
