// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/foldingdock.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace shardscope {

namespace {

QToolButton *makeButton(const QString &name)
{
    auto *button = new QToolButton;
    button->setAutoRaise(true);
    button->setToolTip(name);
    button->setAccessibleName(name);
    return button;
}

} // namespace

FoldingDock::FoldingDock(const char *name, const QString &title, QWidget *content, QWidget *parent)
    : QDockWidget(title, parent)
    , m_content(content)
    , m_fold(new QToolButton)
    , m_detach(makeButton(tr("Detach")))
    , m_close(makeButton(tr("Close")))
{
    setObjectName(QLatin1String(name));
    // Something is always there: a dock without content is no wider than its title.
    auto *holder = new QWidget(this);
    auto *layout = new QVBoxLayout(holder);
    layout->setContentsMargins({});
    layout->addWidget(content);
    setWidget(holder);
    setTitleBarWidget(makeTitleBar());
    setFolded(false);
}

QWidget *FoldingDock::makeTitleBar()
{
    auto *bar = new QWidget(this);
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(2, 0, 0, 0);
    layout->setSpacing(0);
    m_fold->setText(windowTitle());
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setAutoRaise(true);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    m_fold->setAccessibleName(windowTitle());
    layout->addWidget(m_fold);
    layout->addStretch();
    connect(m_fold, &QToolButton::clicked, this, [this] { choose(!m_isFolded); });
    drawIcons();
    connect(m_detach, &QToolButton::clicked, this, [this] { setFloating(!isFloating()); });
    connect(m_close, &QToolButton::clicked, this, &QWidget::close);
    for (QToolButton *button : {m_detach, m_close}) {
        button->setFocusPolicy(Qt::NoFocus); // View has them for the keyboard
        layout->addWidget(button);
    }
    return bar;
}

/// Icons of one style and palette are not seen on another's ground.
void FoldingDock::drawIcons()
{
    const int side = fontMetrics().height() * 3 / 4;
    m_detach->setIcon(style()->standardIcon(QStyle::SP_TitleBarNormalButton));
    m_close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    for (QToolButton *button : {m_detach, m_close})
        button->setIconSize({side, side});
}

void FoldingDock::changeEvent(QEvent *event)
{
    QDockWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange)
        drawIcons();
}

void FoldingDock::choose(bool isFolded)
{
    setFolded(isFolded);
    emit toggled(isFolded);
}

void FoldingDock::setFolded(bool isFolded)
{
    m_isFolded = isFolded;
    m_content->setVisible(!isFolded);
    setMaximumHeight(isFolded ? titleBarWidget()->sizeHint().height() + 2 : QWIDGETSIZE_MAX);
    m_fold->setArrowType(isFolded ? Qt::RightArrow : Qt::DownArrow);
    m_fold->setToolTip(
        isFolded ? tr("Open: why this number, what to change, findings") : tr("Fold to this line"));
    m_fold->setAccessibleDescription(m_fold->toolTip());
}

} // namespace shardscope
