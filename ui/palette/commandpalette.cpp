// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/commandpalette.h"

#include "ui/accessiblerole.h"
#include "ui/charts/charttheme.h"
#include "ui/palette/palettedelegate.h"
#include "ui/palette/palettemodel.h"
#include "ui/settings.h"

#include <QApplication>
#include <QGraphicsDropShadowEffect>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope {

namespace {

constexpr int largestWidth = 640;
constexpr int largestHeight = 460;
constexpr int top = 56; // pixels below the top of the window
constexpr int rowsOfAPage = 8;

} // namespace

CommandPalette::CommandPalette(const PaletteSources &sources, Settings &settings, QWidget *window)
    : QWidget(window)
    , m_session(sources.session)
    , m_settings(settings)
    , m_entries(paletteEntries(sources))
    , m_edit(new QLineEdit)
    , m_list(new QListView)
    , m_nothing(new QLabel)
    , m_model(new PaletteModel(this))
    , m_focus(QApplication::focusWidget())
{
    readAs(*this, QAccessible::Dialog);
    setAttribute(Qt::WA_DeleteOnClose);
    auto *shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(24);
    shadow->setOffset(0, 6);
    shadow->setColor(QColor(0, 0, 0, 110));
    setGraphicsEffect(shadow);
    setAutoFillBackground(true);
    setAccessibleName(tr("Command palette"));
    m_edit->setPlaceholderText(tr("Type an action, an input or a value: seq 8k, gpus 64, zero 3"));
    m_edit->setAccessibleName(tr("Command palette"));
    m_edit->setClearButtonEnabled(true);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("What was found"));
    m_list->setAccessibleDescription(tr("Enter runs the chosen line, Tab takes its name."));
    m_nothing->setContentsMargins(12, 8, 12, 8);
    m_nothing->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(m_edit);
    layout->addWidget(m_nothing);
    layout->addWidget(m_list, 1);
    connectAll();
    find();
}

void CommandPalette::toggle(const PaletteSources &sources, Settings &settings, QWidget *window)
{
    for (CommandPalette *old : window->findChildren<CommandPalette *>()) {
        if (!old->m_isLeaving)
            return old->leave();
    }
    auto *palette = new CommandPalette(sources, settings, window);
    palette->show();
    palette->raise();
    palette->m_edit->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::connectAll()
{
    m_edit->installEventFilter(this);
    window()->installEventFilter(this);
    connect(m_edit, &QLineEdit::textChanged, this, &CommandPalette::find);
    connect(
        m_list, &QListView::clicked, this, [this](const QModelIndex &index) { run(index.row()); });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget * /*old*/, QWidget *now) {
        if (now && !m_isLeaving && now != this && !isAncestorOf(now)) {
            m_focus.clear(); // somebody else has it now
            leave();
        }
    });
}

void CommandPalette::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setPen(chartTheme(palette(), font()).axis);
    painter.setBrush(palette().window());
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

int CommandPalette::current() const
{
    return m_list->currentIndex().isValid() ? m_list->currentIndex().row() : -1;
}

void CommandPalette::find()
{
    PaletteQuery query{.text = m_edit->text().simplified(), .recent = m_settings.recentCommands()};
    addValueOffers(query, m_session);
    m_model->setRows(arranged(m_entries, query));
    m_nothing->setText(tr("Nothing matches “%1”.").arg(query.text));
    m_nothing->setVisible(m_model->rowCount() == 0);
    m_list->setVisible(m_model->rowCount() > 0);
    m_list->scrollToTop();
    choose(m_model->chooseable(0, 1));
    place();
}

void CommandPalette::choose(int row)
{
    m_list->setCurrentIndex(row < 0 ? QModelIndex() : m_model->index(row));
    // The focus stays in the line: what Enter would run is read out as its description.
    if (row < 0) {
        m_edit->setAccessibleDescription(m_model->rowCount() == 0 ? m_nothing->text() : QString());
        return;
    }
    const PaletteEntry &entry = m_model->row(row).entry;
    m_edit->setAccessibleDescription(entry.detail.isEmpty()
            ? entry.text
            : tr("%1, %2", "a command and its keys or present value")
                  .arg(entry.text, entry.detail));
}

void CommandPalette::move(int direction, int times)
{
    int row = current();
    for (int i = 0; i < times && row >= 0; ++i) {
        const int next = m_model->chooseable(row + direction, direction);
        const bool isAround = direction > 0 ? next < row : next > row;
        if (isAround && times > 1)
            break;
        row = next;
    }
    choose(row);
    if (row >= 0 && row == m_model->chooseable(0, 1))
        m_list->scrollToTop(); // with its heading
}

bool CommandPalette::takeKey(int key, Qt::KeyboardModifiers modifiers)
{
    switch (key) {
    case Qt::Key_Escape:
        leave();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        run(current());
        return true;
    case Qt::Key_Down:
    case Qt::Key_Up:
        move(key == Qt::Key_Down ? 1 : -1, 1);
        return true;
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
        move(key == Qt::Key_PageDown ? 1 : -1, rowsOfAPage);
        return true;
    case Qt::Key_Tab:
        complete();
        return true;
    case Qt::Key_Backtab:
        return true;
    case Qt::Key_K:
        if (modifiers != Qt::ControlModifier)
            return false;
        leave();
        return true;
    default:
        return false;
    }
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == window() && event->type() == QEvent::Resize)
        place();
    if (watched != m_edit)
        return false;
    const bool isKey = event->type() == QEvent::KeyPress;
    const bool isOverride = event->type() == QEvent::ShortcutOverride;
    if (!isKey && !isOverride)
        return false;
    const auto &key = *static_cast<QKeyEvent *>(event);
    if (isKey)
        return takeKey(key.key(), key.modifiers());
    // No shortcut of the window works behind the palette.
    event->accept();
    return true;
}

/// The name of the chosen line, to type a value behind it.
void CommandPalette::complete()
{
    if (current() < 0)
        return;
    QString text = m_model->row(current()).entry.text;
    m_edit->setText(text.remove(QLatin1Char(':')) + QLatin1Char(' '));
}

void CommandPalette::run(int row)
{
    if (row < 0 || !m_model->row(row).entry.isEnabled)
        return;
    const PaletteEntry entry = m_model->row(row).entry;
    m_settings.addRecentCommand(entry.id);
    leave();
    entry.run();
}

void CommandPalette::leave()
{
    if (std::exchange(m_isLeaving, true))
        return;
    if (m_focus)
        m_focus->setFocus(Qt::PopupFocusReason);
    close();
}

void CommandPalette::place()
{
    const QSize room = window()->size();
    const int width = std::min(largestWidth, room.width() - 32);
    int rows = 0;
    for (int row = 0; row < m_model->rowCount() && rows < largestHeight; ++row)
        rows += m_list->sizeHintForRow(row);
    layout()->activate();
    const int others
        = m_list->isHidden() ? layout()->sizeHint().height() : m_edit->sizeHint().height() + 24;
    const int height = std::min({rows + others, largestHeight, room.height() - top - 16});
    setGeometry((room.width() - width) / 2, top, width, height);
}

} // namespace shardscope
