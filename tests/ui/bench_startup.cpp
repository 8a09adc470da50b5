// SPDX-License-Identifier: GPL-3.0-or-later
// Start of the process to the first painted chart: the whole window against an empty QMainWindow
// that holds nothing but an empty QCustomPlot. Started by turns, so that both see the same machine.
#include "resources/memorysteps.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/startup.h"
#include "ui/theme.h"

#include <QApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>
#include <qcustomplot.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

using namespace shardscope;

namespace {

constexpr int Rounds = 21;

qint64 nowMicroseconds()
{
    using namespace std::chrono;
    return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

/// Prints the time since `start` and quits, once a plot has been painted.
class FirstPaint : public QObject
{
public:
    explicit FirstPaint(qint64 start)
        : m_start(start)
    { }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && watched->inherits("QCustomPlot")) {
            qApp->removeEventFilter(this);
            QTimer::singleShot(0, this, [this] { // when the whole window has been painted
                std::printf("%lld\n", static_cast<long long>(nowMicroseconds() - m_start));
                QApplication::quit();
            });
        }
        return false;
    }

private:
    qint64 m_start;
};

int runEmpty()
{
    QMainWindow window;
    window.setCentralWidget(new QCustomPlot);
    window.resize(1280, 720);
    window.show();
    return QApplication::exec();
}

int runWindow(const QString &folder)
{
    Settings settings(folder + QStringLiteral("/settings.ini"));
    Translations translations;
    translations.use(settings.language());
    applyTheme(*qApp, settings.theme());
    CatalogReading reading;
    Session session(reading.entries(), Session::AwaitsRuns());
    MainWindow window({session, settings, translations}, {nullptr, folder});
    session.takeRuns(reading.runs());
    window.show();
    return QApplication::exec();
}

/// Milliseconds from the start of the process.
double startOnce(const QString &mode, const QString &folder)
{
    QProcess process;
    process.start(
        QApplication::applicationFilePath(), {mode, folder, QString::number(nowMicroseconds())});
    process.waitForFinished();
    return process.readAllStandardOutput().toDouble() / 1000;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

void compare()
{
    const QTemporaryDir folder;
    std::vector<double> empty;
    std::vector<double> whole;
    for (int i = 0; i < Rounds; ++i) {
        empty.push_back(startOnce(QStringLiteral("empty"), folder.path()));
        whole.push_back(startOnce(QStringLiteral("window"), folder.path()));
    }
    std::printf("start to first paint %.1f ms, of an empty window %.1f ms, ratio %.2f (aim: 1.5)\n",
        median(whole), median(empty), median(whole) / median(empty));
}

} // namespace

int main(int argc, char **argv)
{
    const bool isEmpty = argc > 1 && std::string_view(argv[1]) == "empty";
    if (!isEmpty) // as the program itself
        takeMemoryInLargeSteps();
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() != 4) {
        compare();
        return 0;
    }
    FirstPaint firstPaint(arguments[3].toLongLong());
    application.installEventFilter(&firstPaint);
    return isEmpty ? runEmpty() : runWindow(arguments[2]);
}
