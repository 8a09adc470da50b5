// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/messagebar.h"

#include "ui/accessiblerole.h"
#include "ui/boldfont.h"
#include "ui/charts/charttheme.h"
#include "ui/text/messages.h"
#include "ui/text/names.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QTextDocumentFragment>
#include <QTimer>
#include <QToolButton>

#include <utility>

namespace shardscope {

namespace {

constexpr int NoteMilliseconds = 8000;
constexpr int EdgeWidth = 4;
constexpr double closeSize = 1.3; ///< of other letters

QColor mixed(const QColor &a, const QColor &b, double shareOfB)
{
    const auto mix = [shareOfB](int x, int y) { return qRound((1 - shareOfB) * x + shareOfB * y); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

QLabel *makeLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

/// A disc with an exclamation mark, or with its mirror image, an i. Painted because the icons of
/// styles are neither sharp on every screen nor made for dark windows.
QPixmap markPixmap(int size, qreal ratio, const QColor &disc, const QColor &ink, bool isError)
{
    QPixmap pixmap(QSize(size, size) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(disc);
    painter.drawEllipse(QRect(0, 0, size, size));
    painter.setPen(QPen(ink, size / 8.0, Qt::SolidLine, Qt::RoundCap));
    painter.translate(size / 2.0, size / 2.0);
    painter.scale(1, isError ? 1 : -1);
    painter.drawLine(QPointF(0, -0.25 * size), QPointF(0, 0.05 * size));
    painter.drawPoint(QPointF(0, 0.27 * size));
    return pixmap;
}

} // namespace

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_word(makeLabel(this))
    , m_sentence(makeLabel(this))
    , m_close(new QToolButton(this))
    , m_more(new QToolButton(this))
    , m_offer(new QToolButton(this))
    , m_timer(new QTimer(this))
{
    readAs(*this, QAccessible::AlertMessage);
    m_word->setFont(boldFont(m_word->font()));
    m_sentence->setWordWrap(true);
    m_close->setAutoRaise(true);
    m_close->setText(QChar(0xd7));
    m_close->setFont(scaledFont(font(), closeSize));
    m_more->setAutoRaise(true);
    m_more->setCheckable(true);
    m_timer->setSingleShot(true);
    m_timer->setInterval(NoteMilliseconds);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->setSpacing(8);
    layout->addWidget(m_icon);
    layout->addWidget(m_word);
    layout->addWidget(m_sentence, 1);
    layout->addWidget(m_offer);
    layout->addWidget(m_more);
    layout->addWidget(m_close);
    connect(m_more, &QToolButton::toggled, this, &MessageBar::refresh);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_sentence, &QLabel::linkActivated, this, &MessageBar::linkActivated);
    connect(m_timer, &QTimer::timeout, this, &MessageBar::fade);
    refresh();
    m_offer->hide();
    hide();
}

void MessageBar::showError(const Error &error)
{
    show(Kind::Error, errorText(error));
}

void MessageBar::showError(const QString &sentence)
{
    show(Kind::Error, sentence);
}

void MessageBar::showNote(const QString &sentence)
{
    show(Kind::Note, sentence);
}

void MessageBar::showWritten(const QStringList &paths)
{
    showNote(tr("Written: %1", "files").arg(paths.join(QStringLiteral(", "))));
}

void MessageBar::showText(const QString &title, const QString &html)
{
    m_title = title;
    m_html = html;
    show(Kind::Text, QTextDocumentFragment::fromHtml(html).toPlainText());
}

void MessageBar::offer(const QString &name, const std::function<void()> &command)
{
    m_offer->disconnect(this);
    m_offer->setText(name);
    m_offer->setAccessibleDescription(message());
    m_offer->setVisible(true);
    connect(m_offer, &QToolButton::clicked, this, command);
}

QString MessageBar::message() const
{
    return isHidden() ? QString() : tr("%1: %2", "word, sentence").arg(word(), m_text);
}

QString MessageBar::word() const
{
    switch (m_kind) {
    case Kind::Error:
        return tr("Error");
    case Kind::Note:
        return tr("Note");
    case Kind::Text:
        break;
    }
    return m_title;
}

void MessageBar::show(Kind kind, const QString &sentence)
{
    m_kind = kind;
    m_text = plainName(sentence); // whatever a file or its name says
    m_offer->hide();
    refresh();
    setVisible(true);
    if (kind == Kind::Note)
        m_timer->start();
    else
        m_timer->stop();
    // A text is long: its title names it.
    const bool isText = kind == Kind::Text;
    setAccessibleName(isText ? m_title : message());
    setAccessibleDescription(isText ? m_text : QString());
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

/// A note that is being read, or whose button has the focus, waits.
void MessageBar::fade()
{
    if (underMouse() || m_close->hasFocus() || m_offer->hasFocus())
        m_timer->start();
    else
        hide();
}

void MessageBar::refresh()
{
    const bool isError = m_kind == Kind::Error;
    m_icon->setPixmap(markPixmap(fontMetrics().height(), devicePixelRatioF(), accent(),
        palette().color(QPalette::Window), isError));
    m_word->setText(word());
    m_word->setVisible(m_kind != Kind::Text); // titles are long: they run on into their text
    m_more->setVisible(m_isBrief && m_kind == Kind::Text);
    m_more->setArrowType(m_more->isChecked() ? Qt::UpArrow : Qt::DownArrow);
    m_more->setToolTip(m_more->isChecked() ? tr("Fold to one line") : tr("Show all of it"));
    m_more->setAccessibleName(m_more->toolTip());
    m_more->setAccessibleDescription(m_more->toolTip());
    const int around = isFolded() ? 1 : 6;
    layout()->setContentsMargins(12, around, 8, around);
    showSentence();
    m_close->setToolTip(tr("Close this message (Esc)"));
    m_close->setAccessibleName(tr("Close"));
    m_close->setAccessibleDescription(tr("Closes this message"));
    update();
}

void MessageBar::setBrief(bool isBrief)
{
    if (std::exchange(m_isBrief, isBrief) != isBrief)
        refresh();
}

bool MessageBar::isFolded() const
{
    return m_isBrief && m_kind == Kind::Text && !m_more->isChecked();
}

void MessageBar::showSentence()
{
    const bool isTitled = m_kind == Kind::Text;
    const QString title = QStringLiteral("<b>%1</b> &nbsp;").arg(m_title.toHtmlEscaped());
    m_sentence->clear(); // links keep the colour with which they were set
    m_sentence->setTextFormat(isTitled ? Qt::RichText : Qt::PlainText);
    m_sentence->setTextInteractionFlags(
        isTitled ? Qt::TextBrowserInteraction : Qt::TextSelectableByMouse);
    m_sentence->setWordWrap(!isFolded());
    m_sentence->setSizePolicy(
        isFolded() ? QSizePolicy::Ignored : QSizePolicy::Preferred, QSizePolicy::Preferred);
    if (isFolded()) {
        const QFontMetrics bold(boldFont(font()));
        const int room
            = m_sentence->width() - bold.horizontalAdvance(m_title + QStringLiteral("   "));
        const QString rest = fontMetrics().elidedText(m_text, Qt::ElideRight, room);
        return m_sentence->setText(title + rest.toHtmlEscaped());
    }
    m_sentence->setText(isTitled ? title + m_html : m_text);
}

void MessageBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    if (isFolded() && event->oldSize().width() != event->size().width())
        QMetaObject::invokeMethod(this, &MessageBar::showSentence, Qt::QueuedConnection);
}

QColor MessageBar::accent() const
{
    return m_kind == Kind::Error ? chartTheme(palette(), font()).fails
                                 : palette().color(QPalette::Highlight);
}

bool MessageBar::event(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        m_close->setFont(scaledFont(font(), closeSize));
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::FontChange)
        refresh();
    return QFrame::event(event);
}

void MessageBar::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    window()->installEventFilter(this);
}

/// Only what the focused widget and all around it left alone reaches the window: Esc first undoes
/// typing or a selection, and then closes the message.
bool MessageBar::eventFilter(QObject *watched, QEvent *event)
{
    const bool isEscape = watched == window() && isVisible() && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape;
    if (!isEscape)
        return QFrame::eventFilter(watched, event);
    hide();
    return true;
}

/// Tinted rather than filled, so that the text keeps the contrast that the palette gives it.
void MessageBar::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), mixed(palette().color(QPalette::Window), accent(), 0.14));
    const int edge = isRightToLeft() ? width() - EdgeWidth : 0;
    painter.fillRect(QRect(edge, 0, EdgeWidth, height()), accent());
}

} // namespace shardscope
