// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/programs.h"

#include <QDir>
#include <QFile>
#include <QProcess>

namespace shardscope {

/// What a call of shardscope-cli came to.
struct Run
{
    int exit = -1;
    QByteArray output;
    QByteArray errors;
};

inline Run run(
    const QStringList &arguments, const QByteArray &input = {}, const QString &catalog = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("SHARDSCOPE_CATALOG_DIR", catalog.isEmpty() ? "/nonexistent" : catalog);
    process.setProcessEnvironment(environment);
    process.start(cliProgram(), arguments);
    process.write(input);
    process.closeWriteChannel();
    process.waitForFinished(-1); // one that hangs is ended by ctest, as is its test
    Q_ASSERT(process.exitStatus() == QProcess::NormalExit);
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
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
