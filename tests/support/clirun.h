// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/programs.h"

#include <QDir>
#include <QFile>
#include <QProcess>

#include <sys/resource.h>

namespace shardscope {

/// What a call of shardscope-cli came to.
struct Run
{
    int exit = -1;
    QByteArray output;
    QByteArray errors;
    double seconds = 0; ///< of a CPU
};

/// That all processes which were waited for have taken.
inline double secondsOfChildren()
{
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval &time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

inline Run run(
    const QStringList &arguments, const QByteArray &input = {}, const QString &catalog = {})
{
    const double before = secondsOfChildren();
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("SHARDSCOPE_CATALOG_DIR", catalog.isEmpty() ? "/nonexistent" : catalog);
    process.setProcessEnvironment(environment);
    process.start(cliProgram(), arguments);
    process.write(input);
    process.closeWriteChannel();
    process.waitForFinished(60000);
    Q_ASSERT(process.exitStatus() == QProcess::NormalExit);
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError(),
        secondsOfChildren() - before};
}

inline QString write(const QDir &folder, const QString &name, const QByteArray &content)
{
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
    return path;
}

} // namespace shardscope
