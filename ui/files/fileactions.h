// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QMenu>
#include <QObject>
#include <QPointer>

class QDropEvent;
class QWidget;

namespace shardscope {

class Documents;
class DropZones;

/// How the window speaks to Documents: menu entries, drag and drop, and closing.
/// To add to a menu in this order; they keep their text in the user's language by themselves.
class FileActions : public QObject
{
    Q_OBJECT

public:
    FileActions(Documents &documents, QWidget &window, QObject *parent = nullptr);
    ~FileActions() override;

    /// New, Open, Open recent, Examples, Downloaded models, separator, Save, Save as.
    QList<QAction *> fileActions() const;
    /// Takes whatever is on the clipboard.
    QAction *pasteAction() const { return m_paste; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeActions();
    void translate();
    void fillRecent();
    void fillDownloaded();
    void fillExamples();
    void paste();
    void drop(QDropEvent &event);
    DropZones &zones();

    Documents &m_documents;
    QWidget &m_window;
    QPointer<DropZones> m_zones;
    QPointer<QMenu> m_recent;
    QPointer<QMenu> m_examples;
    QPointer<QMenu> m_downloaded;
    QAction *m_new;
    QAction *m_open;
    QAction *m_separator;
    QAction *m_save;
    QAction *m_saveAs;
    QAction *m_paste;
};

} // namespace shardscope
