// SPDX-License-Identifier: GPL-3.0-or-later
// Walks through a lesson as a room sees it and draws every step, before and after its question is
// revealed: shardscope_lessonshots FOLDER [LESSON] [--help]. With --motion it draws the frames of
// what moves on the first step that has something in motion.
#include "resources/catalogs.h"
#include "resources/lessons.h"
#include "ui/advisor.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/theme.h"
#include "ui/workshop/handout.h"
#include "ui/workshop/lessoneditor.h"
#include "ui/workshop/lessonscreen.h"
#include "ui/workshop/motionview.h"
#include "ui/workshop/presentation.h"
#include "ui/workspace.h"

#include <QAction>
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>

using namespace shardscope;

namespace {

struct Wish
{
    QDir folder;
    QString lesson;
    QSize size;
    Room room = Room::Light;
    int frames = 0; ///< of the motion; 0: steps
    bool isOnPaper = false;
    bool isWindow = false;
};

/// Charts paint when the event loop gets to them.
void settle(LessonScreen &screen)
{
    for (int i = 0; i < 3; ++i) {
        screen.settle();
        QEventLoop loop;
        QTimer::singleShot(60, &loop, &QEventLoop::quit);
        loop.exec();
    }
}

bool save(LessonScreen &screen, const Wish &wish, const QString &name)
{
    settle(screen);
    return screen.grab().save(wish.folder.filePath(name + QStringLiteral(".png")));
}

bool drawSteps(Presentation &presentation, LessonScreen &screen, const Wish &wish)
{
    bool isDone = true;
    for (std::size_t i = 0; i < presentation.count(); ++i) {
        presentation.goTo(i);
        const QString name = QStringLiteral("%1-%2").arg(wish.lesson).arg(i + 1);
        isDone = save(screen, wish, name) && isDone;
        if (!presentation.isAsking())
            continue;
        if (const std::optional<Amount> truth = presentation.truth())
            presentation.guess(1.4 * truth->value);
        presentation.reveal();
        isDone = save(screen, wish, name + QStringLiteral("-revealed")) && isDone;
    }
    return isDone;
}

bool drawMotion(Presentation &presentation, LessonScreen &screen, const Wish &wish)
{
    const auto &steps = presentation.lesson().steps;
    const auto moving = std::find_if(
        steps.begin(), steps.end(), [](const LessonStep &step) { return step.motion.has_value(); });
    if (moving == steps.end())
        return false;
    presentation.goTo(static_cast<std::size_t>(moving - steps.begin()));
    presentation.reveal();
    settle(screen);
    screen.motion()->setPlace(1e9); // the last one
    const double last = screen.motion()->place();
    bool isDone = true;
    for (int i = 0; i < wish.frames; ++i) {
        screen.motion()->setPlace(last * i / std::max(1, wish.frames - 1));
        const QString name
            = QStringLiteral("%1-frame-%2").arg(wish.lesson).arg(i, 3, 10, QChar(u'0'));
        isDone = screen.grab().save(wish.folder.filePath(name + QStringLiteral(".png"))) && isDone;
    }
    return isDone;
}

bool writeSheets(const Lesson &lesson, const Catalog &catalog, const Wish &wish)
{
    for (const HandoutFile &sheet : handoutFiles(lesson, catalog, wish.lesson)) {
        QFile file(wish.folder.filePath(sheet.name));
        if (!file.open(QIODevice::WriteOnly) || file.write(sheet.content) != sheet.content.size())
            return false;
    }
    return true;
}

/// The lesson beside the window, and its editor.
bool drawWindow(const Wish &wish, Translations &translations)
{
    const QTemporaryDir scratch;
    Settings settings(scratch.filePath(QStringLiteral("settings.ini")));
    Session session(builtInCatalog());
    session.playedPlans().setPause(1'000'000'000);
    MainWindow window({session, settings, translations}, {.backupFolder = scratch.path()});
    window.resize(wish.size);
    window.show();
    window.follow(wish.lesson);
    const auto wait = [&window] {
        window.workspace().advisor().waitForAdvice();
        for (int i = 0; i < 20; ++i)
            QApplication::processEvents();
    };
    wait();
    const auto file = [&wish](const char *what) {
        return wish.folder.filePath(QStringLiteral("%1-%2.png").arg(wish.lesson, what));
    };
    bool isDone = window.grab().save(file("followed"));
    for (QAction *action : window.findChildren<QAction *>()) {
        if (action->objectName() == QLatin1String("editLesson"))
            action->trigger();
    }
    wait();
    const auto *editor = window.findChild<LessonEditor *>();
    return isDone && editor && const_cast<LessonEditor *>(editor)->grab().save(file("edited"));
}

bool draw(const Wish &wish, Translations &translations)
{
    if (wish.isWindow)
        return drawWindow(wish, translations);
    const std::optional<std::size_t> index = findBuiltInLesson(wish.lesson.toStdString());
    if (!index)
        return false;
    const Lesson lesson = builtInLessons()[*index].lesson;
    if (wish.isOnPaper)
        return writeSheets(lesson, builtInCatalog(), wish);
    Presentation presentation(lesson, builtInCatalog());
    LessonScreen screen(presentation, wish.room);
    screen.resize(wish.size);
    screen.show();
    return wish.frames > 0 ? drawMotion(presentation, screen, wish)
                           : drawSteps(presentation, screen, wish);
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    applyTheme(application, ThemeChoice::Light);
    QCommandLineParser parser;
    parser.addPositionalArgument("FOLDER", "where the pictures go");
    parser.addPositionalArgument("LESSON", "by name or number; ring where none is named");
    parser.addOptions({{"size", "of the screen", "WxH", "1280x720"},
        {"room", "light or dark", "ROOM", "light"}, {"language", "en, de or zh_CN", "CODE", "en"},
        {"motion", "so many frames of what moves", "COUNT", "0"}, {"paper", "the hand-outs"},
        {"window", "the lesson beside the window, and its editor"}});
    parser.addHelpOption();
    parser.process(application);
    const QStringList words = parser.positionalArguments();
    const QStringList size = parser.value("size").split('x');
    const std::optional<Room> room = fromName<Room>(parser.value("room").toStdString());
    if (words.isEmpty() || size.size() != 2 || !room)
        parser.showHelp(1);
    Translations translations;
    translations.use(parser.value("language"));
    QDir().mkpath(words[0]);
    const Wish wish{QDir(words[0]), words.value(1, "ring"), QSize(size[0].toInt(), size[1].toInt()),
        *room, parser.value("motion").toInt(), parser.isSet("paper"), parser.isSet("window")};
    if (draw(wish, translations))
        return 0;
    std::fprintf(stderr, "could not draw lesson %s\n", qPrintable(wish.lesson));
    return 1;
}
