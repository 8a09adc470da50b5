// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/runfiledialog.h"

#include "core/report/caption.h"
#include "ui/files/exporter.h"
#include "ui/files/filedialogs.h"
#include "ui/files/textfile.h"
#include "ui/plainlabel.h"
#include "ui/session.h"
#include "ui/text/names.h"
#include "ui/text/translated.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace shardscope {

RunFileDialog::RunFileDialog(
    const Session &session, FileDialogs &files, QString folder, QWidget *parent)
    : QDialog(parent)
    , m_session(session)
    , m_files(files)
    , m_folder(std::move(folder))
    , m_targets(new QComboBox(this))
    , m_unsaid(makePlainLabel(this))
    , m_text(new QPlainTextEdit(this))
{
    setWindowTitle(tr("Write a Run File"));
    for (const RunTarget &each : runTargets())
        m_targets->addItem(translated(each.name), toText(each.id));
    m_text->setReadOnly(true);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setAccessibleName(tr("What the file would say"));
    m_unsaid->setWordWrap(true);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *copyButton = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    auto *saveButton = buttons->addButton(tr("&Save As..."), QDialogButtonBox::ActionRole);
    auto *form = new QFormLayout;
    form->addRow(tr("&Kind of file:"), m_targets);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_unsaid);
    layout->addWidget(buttons);
    connect(m_targets, &QComboBox::currentIndexChanged, this, &RunFileDialog::showText);
    connect(copyButton, &QPushButton::clicked, this, &RunFileDialog::copy);
    connect(saveButton, &QPushButton::clicked, this, &RunFileDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 32);
    showText();
}

QString RunFileDialog::text() const
{
    return m_text->toPlainText();
}

void RunFileDialog::choose(const QString &target)
{
    m_targets->setCurrentIndex(m_targets->findData(target));
}

const RunTarget &RunFileDialog::target() const
{
    return *findRunTarget(m_targets->currentData().toString().toStdString());
}

void RunFileDialog::showText()
{
    std::vector<std::string> heading;
    if (const Plan *plan = m_session.plan())
        heading = headingOf(*plan, {programAndVersion().toStdString()});
    const WrittenRun run = writeRun(target(), m_session.scenario(), m_session.catalog(), heading);
    m_text->setPlainText(toText(run.text));
    m_unsaid->setVisible(!run.unsaid.empty());
    m_unsaid->setText(
        tr("This file does not say: %1.", "names of inputs").arg(inputNames(run.unsaid)));
}

void RunFileDialog::copy()
{
    QGuiApplication::clipboard()->setText(text());
}

void RunFileDialog::save()
{
    const QString suggested = QDir(m_folder).filePath(toText(target().fileName));
    const QString path = m_files.saveFile(this, suggested);
    if (path.isEmpty())
        return;
    const Status status = writeFile(path, text().toStdString());
    if (!status)
        emit failed(status.error());
    else
        emit written({path});
}

} // namespace shardscope
