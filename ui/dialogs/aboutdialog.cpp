// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/aboutdialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QStyle>
#include <QSysInfo>
#include <QVBoxLayout>

namespace shardscope {

namespace {

constexpr int IconSize = 64;

QString link(const char *address, const QString &text)
{
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(QLatin1String(address), text);
}

QString licences()
{
    const QString licence
        = link("https://www.gnu.org/licenses/gpl-3.0.html", QStringLiteral("GPL-3.0-or-later"));
    const QString component = AboutDialog::tr("%1 by %2 (%3)", "library, maker, licence");
    const QStringList components{
        component.arg(
            link("https://www.qt.io", QStringLiteral("Qt %1").arg(QLatin1String(qVersion()))),
            AboutDialog::tr("The Qt Company and contributors"), QStringLiteral("LGPL-3.0")),
        component.arg(link("https://www.qcustomplot.com", QStringLiteral("QCustomPlot")),
            QStringLiteral("Emanuel Eichhammer"), QStringLiteral("GPL-3.0-or-later")),
        component.arg(link("https://json.nlohmann.me", QStringLiteral("JSON for Modern C++")),
            QStringLiteral("Niels Lohmann"), QStringLiteral("MIT"))};
    return QStringLiteral("<p>%1</p><p>%2</p><p>%3</p><p>%4</p>")
        .arg(AboutDialog::tr("Free software under the GNU General Public License, version 3 or "
                             "later (%1). It comes without any warranty.")
                 .arg(licence),
            AboutDialog::tr("The charts and scenarios that you make with it are your own."),
            AboutDialog::tr("It is built with:"), components.join(QStringLiteral("<br>")));
}

QString heading()
{
    return QStringLiteral("<h2>%1 %2</h2><p>%3</p>")
        .arg(QGuiApplication::applicationDisplayName().toHtmlEscaped(),
            QCoreApplication::applicationVersion().toHtmlEscaped(),
            AboutDialog::tr("Will this training run fit on these GPUs, what will it send between "
                            "them, and what should change?"));
}

QLabel *makeLabel(const QString &html, QWidget *parent)
{
    auto *label = new QLabel(html, parent);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setOpenExternalLinks(true);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    return label;
}

void copyDiagnostics()
{
    QGuiApplication::clipboard()->setText(diagnostics());
}

} // namespace

QString diagnostics()
{
    QStringList lines{QStringLiteral("%1 %2").arg(QCoreApplication::applicationName(),
                          QCoreApplication::applicationVersion()),
        QStringLiteral("Qt %1, built with %2")
            .arg(QLatin1String(qVersion()), QStringLiteral(QT_VERSION_STR)),
        QStringLiteral("%1, %2").arg(
            QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture()),
        QStringLiteral("Platform %1, style %2, locale %3")
            .arg(QGuiApplication::platformName(), QApplication::style()->name(), QLocale().name())};
    const QList<QScreen *> screens = QGuiApplication::screens();
    for (const QScreen *screen : screens)
        lines += QStringLiteral("Screen %1 x %2, %3 pixels per point")
                     .arg(screen->size().width())
                     .arg(screen->size().height())
                     .arg(screen->devicePixelRatio());
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

AboutDialog::AboutDialog(QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("About %1").arg(QGuiApplication::applicationDisplayName()));
    auto *icon = new QLabel(this);
    icon->setPixmap(
        QApplication::windowIcon().pixmap(QSize(IconSize, IconSize), devicePixelRatioF()));
    icon->setVisible(!QApplication::windowIcon().isNull());
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *copy = buttons->addButton(tr("Copy &Diagnostics"), QDialogButtonBox::ActionRole);
    copy->setToolTip(tr("Copy versions, system and screens, for reports of problems"));
    copy->setAccessibleDescription(copy->toolTip());
    auto *text = new QVBoxLayout;
    text->addWidget(makeLabel(heading(), this));
    text->addWidget(makeLabel(licences(), this));
    text->addStretch();
    auto *sides = new QHBoxLayout;
    sides->setSpacing(16);
    sides->addWidget(icon, 0, Qt::AlignTop);
    sides->addLayout(text, 1);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(sides, 1);
    layout->addWidget(buttons);
    connect(copy, &QPushButton::clicked, this, copyDiagnostics);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    buttons->button(QDialogButtonBox::Close)->setFocus();
    constexpr int Width = 480;
    resize(Width, heightForWidth(Width));
}

} // namespace shardscope
