// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/files/documents.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace shardscope {

/// Answers every question about files as the test says, and counts them.
class DialogAnswers : public FileDialogs
{
public:
    QStringList filesToOpen{};
    QString fileToSave{};
    UnsavedChoice unsaved = UnsavedChoice::Cancel;
    RecoveryChoice recovery = RecoveryChoice::Later;
    QString suggestion{}; ///< what the last save dialog suggested
    QStringList replaced{}; ///< what was asked about
    bool mayReplace = true;
    int unsavedAsked = 0;
    int recoveryAsked = 0;
    Recoverable offered{}; ///< what was asked about last
    ChangedChoice changed = ChangedChoice::Cancel;
    QList<FileChange> changes{}; ///< what was asked about

    QStringList openFiles(QWidget * /*window*/, const QString & /*folder*/) override
    {
        return filesToOpen;
    }
    QString saveFile(QWidget * /*window*/, const QString &suggested) override
    {
        suggestion = suggested;
        return fileToSave;
    }
    QString openLesson(QWidget * /*window*/, const QString & /*folder*/) override
    {
        return filesToOpen.value(0);
    }
    QString chooseFolder(QWidget * /*window*/, const QString & /*folder*/) override
    {
        return fileToSave;
    }
    QString saveReport(QWidget *window, const QString &suggested) override
    {
        return saveFile(window, suggested);
    }
    bool askToReplace(QWidget * /*window*/, const QStringList &names) override
    {
        replaced = names;
        return mayReplace;
    }
    UnsavedChoice askToSave(QWidget * /*window*/, const QString & /*name*/) override
    {
        ++unsavedAsked;
        return unsaved;
    }
    RecoveryChoice askToRecover(QWidget * /*window*/, const Recoverable &left) override
    {
        ++recoveryAsked;
        offered = left;
        return recovery;
    }
    ChangedChoice askAboutChange(
        QWidget * /*window*/, const QString & /*name*/, FileChange change) override
    {
        changes += change;
        return changed;
    }
};

inline QString writeTestFile(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
    return path;
}

inline QByteArray readTestFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline const QByteArray TinyLlama
    = R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
 "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 1000,
 "tie_word_embeddings": false})";

/// The text of a scenario with that many GPUs.
inline QByteArray scenarioText(int gpus)
{
    return "{\"shardscope\": 1, \"parallel\": {\"gpus\": " + QByteArray::number(gpus) + "}}";
}

} // namespace shardscope
