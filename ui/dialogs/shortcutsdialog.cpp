// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/shortcutsdialog.h"

#include "ui/boldfont.h"
#include "ui/text/names.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace shardscope {

namespace {

/// A key and what it does.
struct KeyLine
{
    QString keys{};
    QString effect{};
};

QString keyText(QKeyCombination key)
{
    return QKeySequence(key).toString(QKeySequence::NativeText);
}

QString keyText(QKeyCombination first, QKeyCombination second)
{
    return ShortcutsDialog::tr("%1, %2", "one key or the other")
        .arg(keyText(first), keyText(second));
}

QList<KeyLine> menuKeys(const QList<QAction *> &actions)
{
    QList<KeyLine> lines;
    for (const QAction *action : actions) {
        if (action->shortcut().isEmpty())
            continue;
        QString effect = withoutMnemonic(action->text());
        effect.remove(QStringLiteral("...")).remove(QChar(0x2026));
        lines += {QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText)
                      .replace(QStringLiteral("; "), QStringLiteral(", ")),
            effect};
    }
    return lines;
}

QList<KeyLine> chartKeys()
{
    return {{keyText(Qt::Key_Left, Qt::Key_Right),
                ShortcutsDialog::tr("Go to another bar, pass of a pipeline stage, or GPU")},
        {keyText(Qt::CTRL | Qt::Key_Left, Qt::CTRL | Qt::Key_Right),
            ShortcutsDialog::tr("Go to another phase of the timeline")},
        {keyText(Qt::Key_Up, Qt::Key_Down),
            ShortcutsDialog::tr("Go to another part of the bar, pipeline stage, or row of GPUs")},
        {keyText(Qt::Key_Return), ShortcutsDialog::tr("Choose this bar, explain this part")},
        {keyText(Qt::Key_Escape), ShortcutsDialog::tr("Select nothing")},
        {keyText(Qt::Key_Space), ShortcutsDialog::tr("See the baseline, while it is held")}};
}

QList<KeyLine> inputKeys()
{
    return {{keyText(Qt::Key_Left, Qt::Key_Right), ShortcutsDialog::tr("Move a slider by a step")},
        {keyText(Qt::Key_PageUp, Qt::Key_PageDown),
            ShortcutsDialog::tr("Move a slider to the next mark")},
        {keyText(Qt::CTRL | Qt::Key_Left, Qt::CTRL | Qt::Key_Right),
            ShortcutsDialog::tr("Move a slider to where it begins or ceases to fit")},
        {keyText(Qt::Key_Home, Qt::Key_End),
            ShortcutsDialog::tr("Move a slider to its smallest or largest value")},
        {keyText(Qt::Key_Backspace), ShortcutsDialog::tr("Set a slider back to the default")},
        {ShortcutsDialog::tr("Shift and drag"),
            ShortcutsDialog::tr("Move a slider ten times finer")},
        {ShortcutsDialog::tr("Alt and drag"), ShortcutsDialog::tr("Pass over the marks")},
        {keyText(Qt::Key_Escape), ShortcutsDialog::tr("Take back what was typed into a box")}};
}

void addSection(QTreeWidget *tree, const QString &title, const QList<KeyLine> &lines)
{
    if (lines.isEmpty())
        return;
    auto *section = new QTreeWidgetItem(tree, {title});
    section->setFont(0, boldFont(tree->font()));
    section->setFirstColumnSpanned(true);
    for (const KeyLine &line : lines)
        new QTreeWidgetItem(section, {line.effect, line.keys});
}

} // namespace

QList<QAction *> actionsOf(const QMenuBar &menus)
{
    QList<QAction *> actions;
    for (const QAction *menu : menus.actions()) {
        if (menu->menu())
            actions += menu->menu()->actions();
    }
    return actions;
}

ShortcutsDialog::ShortcutsDialog(const QList<QAction *> &actions, QWidget *parent)
    : QDialog(parent)
    , m_keys(new QTreeWidget(this))
{
    setWindowTitle(tr("Keyboard Shortcuts"));
    m_keys->setAccessibleName(tr("Keyboard shortcuts"));
    m_keys->setAccessibleDescription(tr("What can be done, and the keys that do it"));
    m_keys->setHeaderLabels({tr("Action"), tr("Keys")});
    m_keys->setRootIsDecorated(false);
    m_keys->setItemsExpandable(false);
    m_keys->setAlternatingRowColors(true);
    addSection(m_keys, tr("Menus"), menuKeys(actions));
    addSection(m_keys, tr("Chart"), chartKeys());
    addSection(m_keys, tr("Inputs"), inputKeys());
    m_keys->expandAll();
    m_keys->header()->setStretchLastSection(false);
    m_keys->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_keys->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_keys);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(520, 600);
}

} // namespace shardscope
