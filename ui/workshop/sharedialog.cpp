// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/sharedialog.h"

#include "core/document/sharecode.h"
#include "ui/plainlabel.h"
#include "ui/workshop/qrpicture.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace shardscope {

namespace {

constexpr int CodeLines = 5;
constexpr int QrPixels = 360;

} // namespace

ShareDialog::ShareDialog(const Scenario &scenario, QWidget *parent)
    : QDialog(parent)
    , m_code(QString::fromStdString(shareCode(scenario)))
{
    setWindowTitle(tr("Share"));
    auto *about = makePlainLabel(this);
    about->setText(tr("Whoever pastes this code into Shardscope, or opens it with "
                      "“shardscope CODE”, has this scenario. It needs no network."));
    auto *text = new QPlainTextEdit(m_code, this);
    text->setReadOnly(true);
    text->setAccessibleName(tr("Code"));
    text->setTabChangesFocus(true);
    text->setFixedHeight(CodeLines * text->fontMetrics().lineSpacing());
    auto *picture = new QLabel(this);
    picture->setAlignment(Qt::AlignCenter);
    picture->setWordWrap(true);
    const QImage image = qrImage(m_code, static_cast<int>(QrPixels * devicePixelRatioF()));
    if (image.isNull()) {
        picture->setText(tr("This scenario brings a model of its own and is too long for a QR "
                            "code. Share the text, or the file."));
    } else {
        QPixmap pixmap = QPixmap::fromImage(image);
        pixmap.setDevicePixelRatio(devicePixelRatioF());
        picture->setPixmap(pixmap);
        picture->setAccessibleName(tr("QR code of the code above"));
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    copy->setDefault(true);
    connect(copy, &QPushButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(m_code); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(about);
    layout->addWidget(text);
    layout->addWidget(picture, 1);
    layout->addWidget(buttons);
}

} // namespace shardscope
