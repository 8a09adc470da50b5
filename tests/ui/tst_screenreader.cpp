// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through every lesson as a screen reader does: the program itself, read over the
// accessibility bus, answered by its actions and values, and led on by keys.
#include "resources/lessons.h"
#include "tests/support/accessibilitybus.h"
#include "tests/support/programs.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <memory>

using namespace shardscope;

namespace {

constexpr int Patience = 30000; // milliseconds: the machine may have other things to do
constexpr int PageDownSign = 0xff56;
constexpr int EscapeSign = 0xff1b;

QString english(const LessonText &text)
{
    return QString::fromStdString(text.in("en"));
}

QStringList namesIn(const QList<AtSpiObject> &objects)
{
    QStringList names;
    for (const AtSpiObject &object : objects)
        names += object.name();
    return names;
}

std::optional<AtSpiObject> findIn(
    const QList<AtSpiObject> &objects, AtSpiRole role, const QString &name = {})
{
    for (const AtSpiObject &object : objects) {
        if (object.is(role) && (name.isEmpty() || object.name() == name))
            return object;
    }
    return std::nullopt;
}

/// The words of a text before its first live value, without marks of Markdown.
QString beginOf(const LessonText &text)
{
    return english(text).section("{{", 0, 0).remove('*').trimmed();
}

/// The program, as it is read.
class Reader
{
public:
    Reader(const AccessibilityBus &bus, const QString &lesson)
        : m_bus(bus)
    {
        QProcessEnvironment environment = bus.environment();
        for (const char *folder : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            environment.insert(folder, m_home.path()); // nothing to recover of the lesson before
        m_program.setProcessEnvironment(environment);
        // Nobody reads it: Qt 6.8 says so much of objects that are gone that a pipe would be full.
        m_program.setStandardOutputFile(QProcess::nullDevice());
        m_program.setStandardErrorFile(QProcess::nullDevice());
        m_program.start(desktopProgram(), {"--workshop", lesson});
    }
    ~Reader()
    {
        m_program.kill();
        m_program.waitForFinished(5000);
    }

    bool isRunning() const { return m_program.state() != QProcess::NotRunning; }

    /// The window with that name; nothing where there is none.
    std::optional<AtSpiObject> window(const QString &name) const
    {
        for (const AtSpiObject &program : m_bus.programs()) {
            if (program.name() != "shardscope" && program.name() != "Shardscope")
                continue;
            for (const AtSpiObject &window : program.children()) {
                if (window.name() == name)
                    return window;
            }
        }
        return std::nullopt;
    }
    QList<AtSpiObject> shownIn(const QString &name) const
    {
        const std::optional<AtSpiObject> found = window(name);
        return found ? found->shown() : QList<AtSpiObject>();
    }

private:
    const AccessibilityBus &m_bus;
    QTemporaryDir m_home;
    QProcess m_program;
};

} // namespace

class TestScreenReader : public QObject
{
    Q_OBJECT

    std::unique_ptr<AccessibilityBus> m_bus;

    /// What stands in the way of the reader on a step, in a sentence; empty: nothing.
    static QString obstacle(const QList<AtSpiObject> &shown, const LessonStep &step)
    {
        const QStringList names = namesIn(shown);
        const QString sentence = beginOf(step.text);
        bool isSentenceRead = false;
        for (const QString &name : names) {
            if (name.contains('<') && name.contains('>'))
                return "tags are read out: " + name.left(80);
            isSentenceRead = isSentenceRead || name.simplified().startsWith(sentence.simplified());
        }
        if (!isSentenceRead)
            return "the sentence is not read: " + sentence;
        if (step.question && !names.join('\n').contains(beginOf(step.question->text)))
            return "the question is not read: " + english(step.question->text);
        for (const AtSpiObject &object : shown) {
            const bool isNameless = object.is(AtSpiState::Focusable) && object.name().isEmpty();
            if (isNameless && !object.isGone())
                return QString("something with role %1 has no name").arg(object.role());
        }
        return {};
    }

    /// As the reader answers: an action of a choice, the value of a field; then the button.
    static QString answered(const QList<AtSpiObject> &shown, const Question &question)
    {
        if (question.kind == QuestionKind::Choice) {
            for (const LessonChoice &choice : question.choices) {
                const auto radio = findIn(shown, AtSpiRole::RadioButton, english(choice.text));
                if (!radio && !english(choice.text).contains("{{"))
                    return "no choice is called " + english(choice.text);
            }
            const auto first = findIn(shown, AtSpiRole::RadioButton);
            if (!first->act("Toggle") && !first->act("Press"))
                return "a choice has actions " + first->actions().join(", ");
        } else {
            const auto field = findIn(shown, AtSpiRole::SpinButton, "Your guess");
            if (!field)
                return "there is no field for a guess";
            field->setValue(12.5);
            if (field->value() != 12.5)
                return QString("the guess reads %1").arg(field->value());
        }
        const auto button = findIn(shown, AtSpiRole::PushButton, "Reveal");
        if (!button)
            return "there is no button to reveal";
        return button->act("Press") ? QString()
                                    : "the button has actions " + button->actions().join(", ");
    }

    /// To the next step; what moves is played before.
    void leadOn(const Reader &reader, const QString &title, const QString &next) const
    {
        const auto shows
            = [&](const QString &name) { return namesIn(reader.shownIn(title)).contains(name); };
        m_bus->press(PageDownSign);
        if (QTest::qWaitFor([&] { return shows(next) || shows("Pause"); }, Patience) && shows(next))
            return;
        m_bus->press(PageDownSign);
        QTRY_VERIFY2_WITH_TIMEOUT(shows(next), qPrintable("no step " + next), Patience);
    }

private slots:
    void initTestCase()
    {
        const QString missing = AccessibilityBus::missing();
        if (!missing.isEmpty())
            QSKIP(
                qPrintable("a screen reader needs Xvfb, dbus-daemon and at-spi2-core; there is no "
                    + missing + " here"));
        m_bus = std::make_unique<AccessibilityBus>();
        QVERIFY(m_bus->start());
    }
    void cleanupTestCase() { m_bus.reset(); }

    void everyLessonIsReadToItsEnd_data()
    {
        QTest::addColumn<std::size_t>("index");
        const std::vector<BuiltInLesson> lessons = builtInLessons();
        for (std::size_t i = 0; i < lessons.size(); ++i)
            QTest::newRow(lessons[i].name.c_str()) << i;
    }
    void everyLessonIsReadToItsEnd()
    {
        QFETCH(std::size_t, index);
        const BuiltInLesson built = builtInLessons()[index];
        const QString title = english(built.lesson.title);
        const Reader reader(*m_bus, QString::fromStdString(built.name));
        const std::size_t count = built.lesson.steps.size();
        for (std::size_t i = 0; i < count; ++i) {
            const LessonStep &step = built.lesson.steps[i];
            const QString counter = QString("%1 / %2").arg(i + 1).arg(count);
            QVERIFY2(
                QTest::qWaitFor(
                    [&] { return namesIn(reader.shownIn(title)).contains(counter); }, Patience),
                qPrintable(counter + ": " + namesIn(reader.shownIn(title)).join(" | ")));
            QList<AtSpiObject> shown = reader.shownIn(title);
            QVERIFY2(findIn(shown, AtSpiRole::Label, english(step.title)), qPrintable(counter));
            const QString problem = obstacle(shown, step);
            QVERIFY2(problem.isEmpty(), qPrintable(counter + ": " + problem));
            if (step.question) {
                const QString unanswered = answered(shown, *step.question);
                QVERIFY2(unanswered.isEmpty(), qPrintable(counter + ": " + unanswered));
                QTRY_VERIFY_WITH_TIMEOUT(
                    !findIn(reader.shownIn(title), AtSpiRole::PushButton, "Reveal"), Patience);
                shown = reader.shownIn(title);
                const QString reason = beginOf(step.question->reveal);
                QVERIFY2(namesIn(shown).join('\n').contains(reason),
                    qPrintable(counter + ": the answer is not read: " + reason));
            }
            if (i + 1 < count)
                leadOn(reader, title, QString("%1 / %2").arg(i + 2).arg(count));
        }
        m_bus->press(EscapeSign);
        QTRY_VERIFY_WITH_TIMEOUT(!reader.window(title), Patience);
        QVERIFY(reader.isRunning());
    }
};

QTEST_GUILESS_MAIN(TestScreenReader)
#include "tst_screenreader.moc"
