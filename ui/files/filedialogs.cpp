// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/filedialogs.h"

#include "ui/text/names.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

namespace shardscope {

QStringList FileDialogs::openFiles(QWidget *window, const QString &folder)
{
    const QStringList filters{
        tr("Everything that can be opened (*.shardscope *.shardlesson *.json *.yaml *.yml *.toml "
           "*.sh *.bash *.slurm *.sbatch *.py *.ipynb *.png *.svg *.pdf)"),
        tr("Scenarios (*.shardscope)"),
        tr("Files of a run (*.yaml *.yml *.toml *.json *.sh *.bash *.slurm *.sbatch *.py *.ipynb)"),
        tr("Model configurations (*.json)"), tr("Exported pictures (*.png *.svg *.pdf)"),
        tr("All files (*)")};
    return QFileDialog::getOpenFileNames(window,
        tr("Open a scenario, a model, the files of a run or a picture"), folder,
        filters.join(QStringLiteral(";;")));
}

QString FileDialogs::openLesson(QWidget *window, const QString &folder)
{
    return QFileDialog::getOpenFileName(window, tr("Open a lesson"), folder,
        QStringList{tr("Lessons (*.shardlesson)"), tr("All files (*)")}.join(QStringLiteral(";;")));
}

QString FileDialogs::chooseFolder(QWidget *window, const QString &folder)
{
    return QFileDialog::getExistingDirectory(window, tr("Folder for the hand-outs"), folder);
}

namespace {

/// Title of the dialog and filter of its files.
std::pair<QString, QString> savingWords(const QString &suffix)
{
    if (suffix == QLatin1String("shardscope"))
        return {FileDialogs::tr("Save the scenario"), FileDialogs::tr("Scenarios (*.shardscope)")};
    if (suffix == QLatin1String("shardlesson"))
        return {FileDialogs::tr("Save the lesson"), FileDialogs::tr("Lessons (*.shardlesson)")};
    return {FileDialogs::tr("Export"),
        FileDialogs::tr("%1 files (*.%2)", "PNG, png").arg(suffix.toUpper(), suffix)};
}

} // namespace

QString FileDialogs::saveFile(QWidget *window, const QString &suggestion)
{
    const QString suffix = QFileInfo(suggestion).suffix();
    const auto [title, filter] = savingWords(suffix);
    QFileDialog dialog(window, title, suggestion);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilter(filter);
    dialog.setDefaultSuffix(suffix);
    dialog.selectFile(suggestion);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

QString FileDialogs::saveReport(QWidget *window, const QString &suggestion)
{
    QFileDialog dialog(window, tr("Export the report"), suggestion);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters({tr("PDF documents (*.pdf)"), tr("Markdown with a picture (*.md)")});
    const auto follow = [&dialog](const QString &filter) {
        dialog.setDefaultSuffix(
            filter.contains(QLatin1String("*.md")) ? QStringLiteral("md") : QStringLiteral("pdf"));
    };
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, follow);
    follow(dialog.selectedNameFilter());
    dialog.selectFile(QFileInfo(suggestion).completeBaseName());
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

bool FileDialogs::askToReplace(QWidget *window, const QStringList &names)
{
    QMessageBox box(QMessageBox::Warning, QGuiApplication::applicationDisplayName(),
        tr("Replace %1?", "names of files").arg(names.join(QStringLiteral(", "))),
        QMessageBox::Cancel, window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(tr("Files of these names are there already."));
    const QPushButton *replace = box.addButton(tr("Replace"), QMessageBox::AcceptRole);
    box.exec();
    return box.clickedButton() == replace;
}

UnsavedChoice FileDialogs::askToSave(QWidget *window, const QString &name)
{
    QMessageBox box(QMessageBox::Warning, QGuiApplication::applicationDisplayName(),
        tr("Save the changes to %1?").arg(name),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(tr("What is not saved will be lost."));
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return UnsavedChoice::Save;
    case QMessageBox::Discard:
        return UnsavedChoice::Discard;
    default:
        return UnsavedChoice::Cancel;
    }
}

bool FileDialogs::mayLeave(QWidget *window, const QString &name, const std::function<bool()> &save)
{
    switch (askToSave(window, name)) {
    case UnsavedChoice::Save:
        return save();
    case UnsavedChoice::Discard:
        return true;
    case UnsavedChoice::Cancel:
        break;
    }
    return false;
}

RecoveryChoice FileDialogs::askToRecover(QWidget *window, const Recoverable &left)
{
    QMessageBox box(QMessageBox::Question, QGuiApplication::applicationDisplayName(),
        tr("Recover the unsaved changes to %1?").arg(plainName(left.name)), QMessageBox::NoButton,
        window);
    box.setTextFormat(Qt::PlainText);
    QStringList lines{
        tr("The program ended unexpectedly last time. The changes were kept in a backup copy.")};
    if (!left.path.isEmpty())
        lines += tr("File: %1").arg(plainName(left.path));
    lines += tr("Last change: %1", "date and time")
                 .arg(QLocale().toString(left.changed, QLocale::ShortFormat));
    box.setInformativeText(lines.join(u'\n'));
    const QPushButton *recover = box.addButton(tr("Recover"), QMessageBox::AcceptRole);
    const QPushButton *discard = box.addButton(tr("Discard"), QMessageBox::DestructiveRole);
    box.addButton(tr("Ask Later"), QMessageBox::RejectRole);
    box.exec();
    if (box.clickedButton() == recover)
        return RecoveryChoice::Recover;
    return box.clickedButton() == discard ? RecoveryChoice::Discard : RecoveryChoice::Later;
}

ChangedChoice FileDialogs::askAboutChange(QWidget *window, const QString &name, FileChange change)
{
    const bool isGone = change == FileChange::Gone;
    QMessageBox box(QMessageBox::Warning, QGuiApplication::applicationDisplayName(),
        (isGone ? tr("%1 is not there any more.") : tr("Somebody else has changed %1.")).arg(name),
        QMessageBox::Cancel, window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(isGone
            ? tr("It was moved or deleted after it was opened here.")
            : tr("Another program or another window has written the file after it was opened "
                 "here. Saving replaces what stands there now, reloading gives up the changes "
                 "made here."));
    const QPushButton *overwrite = box.addButton(tr("Save Anyway"), QMessageBox::DestructiveRole);
    QPushButton *saveAs = box.addButton(tr("Save As..."), QMessageBox::AcceptRole);
    const QPushButton *reload
        = isGone ? nullptr : box.addButton(tr("Reload"), QMessageBox::DestructiveRole);
    box.setDefaultButton(saveAs);
    box.exec();
    if (box.clickedButton() == overwrite)
        return ChangedChoice::Overwrite;
    if (box.clickedButton() == saveAs)
        return ChangedChoice::SaveAs;
    return reload && box.clickedButton() == reload ? ChangedChoice::Reload : ChangedChoice::Cancel;
}

bool FileDialogs::save(
    QWidget *window, const QString &name, FileChange change, const SavingRoads &roads)
{
    if (change == FileChange::None)
        return roads.write();
    switch (askAboutChange(window, name, change)) {
    case ChangedChoice::Overwrite:
        return roads.write();
    case ChangedChoice::SaveAs:
        return roads.saveAs();
    case ChangedChoice::Reload:
        roads.reload();
        break;
    case ChangedChoice::Cancel:
        break;
    }
    return false;
}

} // namespace shardscope
