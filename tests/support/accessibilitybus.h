// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader has on Linux: a display, a session bus, and the accessibility bus with the
// trees of the programs that run there. All of it private to the test.
#pragma once

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusVariant>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <optional>

namespace shardscope {

/// As at-spi2-core numbers them (atspi/atspi-constants.h, 2.46).
enum class AtSpiRole : unsigned {
    Frame = 23,
    Label = 29,
    PushButton = 43,
    RadioButton = 44,
    Slider = 51,
    SpinButton = 52,
};
enum class AtSpiState : unsigned { Enabled = 8, Focusable = 11, Showing = 25 };

/// An object as a screen reader sees it. What is gone has neither name nor children.
class AtSpiObject
{
public:
    AtSpiObject(QDBusConnection bus, QString service, QString path)
        : m_bus(std::move(bus))
        , m_service(std::move(service))
        , m_path(std::move(path))
    { }

    QString path() const { return m_path; }
    QString name() const { return property("Accessible", "Name").toString(); }
    QString description() const { return property("Accessible", "Description").toString(); }
    bool isGone() const { return call("Accessible", "GetRole").isEmpty() || role() == 0; }
    unsigned role() const { return call("Accessible", "GetRole").value(0).toUInt(); }
    bool is(AtSpiRole wanted) const { return role() == static_cast<unsigned>(wanted); }
    bool is(AtSpiState state) const
    {
        const QVariant answer = call("Accessible", "GetState").value(0);
        if (!answer.canConvert<QDBusArgument>())
            return false;
        const auto words = qdbus_cast<QList<unsigned>>(answer);
        const auto bit = static_cast<unsigned>(state);
        return (words.value(static_cast<int>(bit / 32)) >> (bit % 32) & 1U) != 0;
    }
    QList<AtSpiObject> children() const
    {
        QList<AtSpiObject> found;
        const QVariant answer = call("Accessible", "GetChildren").value(0);
        if (!answer.canConvert<QDBusArgument>())
            return found;
        const auto list = answer.value<QDBusArgument>();
        list.beginArray();
        while (!list.atEnd()) {
            QString service;
            QDBusObjectPath path;
            list.beginStructure();
            list >> service >> path;
            list.endStructure();
            found.append(AtSpiObject(m_bus, service, path.path()));
        }
        list.endArray();
        return found;
    }
    /// What is shown below it, and itself, in the order in which it is read.
    QList<AtSpiObject> shown() const
    {
        QList<AtSpiObject> all;
        if (!is(AtSpiState::Showing))
            return all;
        all.append(*this);
        for (const AtSpiObject &child : children())
            all += child.shown();
        return all;
    }

    QStringList actions() const
    {
        QStringList names;
        const int count = property("Action", "NActions").toInt();
        for (int i = 0; i < count; ++i)
            names += call("Action", "GetName", {i}).value(0).toString();
        return names;
    }
    bool act(const QString &action) const
    {
        const auto place = static_cast<int>(actions().indexOf(action));
        return place >= 0 && call("Action", "DoAction", {place}).value(0).toBool();
    }
    double value() const { return property("Value", "CurrentValue").toDouble(); }
    void setValue(double value) const
    {
        QDBusMessage set = QDBusMessage::createMethodCall(
            m_service, m_path, "org.freedesktop.DBus.Properties", "Set");
        set << "org.a11y.atspi.Value"
            << "CurrentValue" << QVariant::fromValue(QDBusVariant(value));
        m_bus.call(set);
    }

private:
    QVariantList call(
        const QString &interface, const QString &method, const QVariantList &arguments = {}) const
    {
        QDBusMessage message = QDBusMessage::createMethodCall(
            m_service, m_path, "org.a11y.atspi." + interface, method);
        message.setArguments(arguments);
        return m_bus.call(message).arguments();
    }
    QVariant property(const QString &interface, const QString &name) const
    {
        QDBusMessage get = QDBusMessage::createMethodCall(
            m_service, m_path, "org.freedesktop.DBus.Properties", "Get");
        get << "org.a11y.atspi." + interface << name;
        const QVariant answer = m_bus.call(get).arguments().value(0);
        return answer.canConvert<QDBusVariant>() ? answer.value<QDBusVariant>().variant()
                                                 : QVariant();
    }

    QDBusConnection m_bus;
    QString m_service;
    QString m_path;
};

/// The surroundings of a screen reader, for as long as it lives.
class AccessibilityBus
{
public:
    /// What of it is not installed; empty: nothing is missing.
    static QString missing()
    {
        for (const char *program : {"Xvfb", "dbus-daemon"}) {
            if (QStandardPaths::findExecutable(program).isEmpty())
                return program;
        }
        // The bus starts it by its name.
        return QFile::exists("/usr/share/dbus-1/services/org.a11y.Bus.service")
            ? QString()
            : QString("at-spi2-core");
    }

    ~AccessibilityBus()
    {
        for (const QString &name : {QString("session"), QString("accessibility")})
            QDBusConnection::disconnectFromBus(name);
        for (QProcess *process : {&m_bus, &m_display}) {
            process->terminate();
            process->waitForFinished(5000);
        }
    }

    /// Whether all of it runs.
    bool start()
    {
        m_environment.insert("QT_QPA_PLATFORM", "xcb");
        m_environment.insert("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1");
        m_environment.insert("HOME", m_home.path());
        m_environment.insert("XDG_RUNTIME_DIR", m_home.path());
        const QString display = firstLine(m_display, "Xvfb",
            {"-displayfd", "1", "-screen", "0", "1280x720x24", "-nolisten", "tcp"});
        m_environment.insert("DISPLAY", ":" + display);
        const QString session
            = firstLine(m_bus, "dbus-daemon", {"--session", "--nofork", "--print-address=1"});
        m_environment.insert("DBUS_SESSION_BUS_ADDRESS", session);
        if (display.isEmpty() || session.isEmpty())
            return false;
        const QDBusConnection bus = QDBusConnection::connectToBus(session, "session");
        const QDBusMessage answer = bus.call(QDBusMessage::createMethodCall(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"));
        const QString address = answer.arguments().value(0).toString();
        if (address.isEmpty()
            || !QDBusConnection::connectToBus(address, "accessibility").isConnected())
            return false;
        static_cast<void>(programs()); // the registry has to be there before the first program
        return true;
    }

    /// For programs that shall be read.
    const QProcessEnvironment &environment() const { return m_environment; }

    /// The programs that can be read.
    QList<AtSpiObject> programs() const
    {
        return AtSpiObject(bus(), "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
            .children();
    }
    /// As a screen reader passes a key on: by X11's number of its sign.
    void press(int keySign) const
    {
        constexpr unsigned bySign = 3; // ATSPI_KEY_SYM
        QDBusMessage message = QDBusMessage::createMethodCall("org.a11y.atspi.Registry",
            "/org/a11y/atspi/registry/deviceeventcontroller",
            "org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent");
        message << keySign << QString() << bySign;
        bus().call(message);
    }

private:
    static QDBusConnection bus() { return QDBusConnection("accessibility"); }

    QString firstLine(QProcess &process, const QString &program, const QStringList &arguments)
    {
        process.setProcessEnvironment(m_environment);
        process.setStandardErrorFile(QProcess::nullDevice());
        process.start(program, arguments);
        while (!process.canReadLine() && process.waitForReadyRead(20000)) { }
        return QString::fromLocal8Bit(process.readLine()).trimmed();
    }

    QTemporaryDir m_home;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
    QProcess m_display;
    QProcess m_bus;
};

} // namespace shardscope
