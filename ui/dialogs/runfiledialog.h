// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/writerun.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPlainTextEdit;

namespace shardscope {

class FileDialogs;
class Session;

/// The scenario as a file that a run starts from: DeepSpeed, accelerate, axolotl and so on. What it
/// would say stands below the choice, and follows it.
class RunFileDialog : public QDialog
{
    Q_OBJECT

public:
    /// `folder` is where files are suggested to go.
    RunFileDialog(
        const Session &session, FileDialogs &files, QString folder, QWidget *parent = nullptr);

    /// The text of the chosen kind.
    QString text() const;
    void choose(const QString &target);

signals:
    void failed(const shardscope::Error &error);
    void written(const QStringList &files);

private:
    const RunTarget &target() const;
    void showText();
    void copy();
    void save();

    const Session &m_session;
    FileDialogs &m_files;
    QString m_folder;
    QComboBox *m_targets;
    QLabel *m_unsaid;
    QPlainTextEdit *m_text;
};

} // namespace shardscope
