// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/savebackdialog.h"

#include "ui/plainlabel.h"
#include "ui/text/names.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace shardscope {

SaveBackDialog::SaveBackDialog(const SavedBack &saved, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Save Back into the Files"));
    auto *what = makePlainLabel(this);
    what->setWordWrap(true);
    what->setText(saved.edits.empty()
            ? tr("Nothing that has changed can be said by these files.")
            : tr("These lines change; all else stays as it is, to the byte."));
    auto *lines = new QPlainTextEdit(toText(diffText(saved.edits)), this);
    lines->setReadOnly(true);
    lines->setLineWrapMode(QPlainTextEdit::NoWrap);
    lines->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    lines->setAccessibleName(tr("Changed lines"));
    auto *unsaid = makePlainLabel(this);
    unsaid->setWordWrap(true);
    unsaid->setText(
        tr("None of the files can say: %1.", "names of inputs").arg(inputNames(saved.unsaid)));
    unsaid->setVisible(!saved.unsaid.empty());

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton *write = buttons->addButton(tr("&Write"), QDialogButtonBox::AcceptRole);
    write->setEnabled(!saved.edits.empty());
    write->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(what);
    layout->addWidget(lines, 1);
    layout->addWidget(unsaid);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 20);
}

} // namespace shardscope
