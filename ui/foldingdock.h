// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

class QToolButton;

namespace shardscope {

/// A dock that folds to its title bar, and opens by a click on it.
class FoldingDock : public QDockWidget
{
    Q_OBJECT

public:
    /// `name` is that under which a window remembers its place.
    FoldingDock(const char *name, const QString &title, QWidget *content, QWidget *parent);

    bool isFolded() const { return m_isFolded; }
    void setFolded(bool isFolded);
    /// As the user does, who wants it that way.
    void choose(bool isFolded);

signals:
    /// By the user, who wants it that way.
    void toggled(bool isFolded);

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeTitleBar();
    void drawIcons();

    QWidget *m_content;
    QToolButton *m_fold;
    QToolButton *m_detach;
    QToolButton *m_close;
    bool m_isFolded = false;
};

} // namespace shardscope
