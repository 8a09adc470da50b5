// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/palette/paletteentries.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListView;

namespace shardscope {

class PaletteModel;
class Settings;

/// Finds actions, inputs and values by a few letters, and does or sets them. Lies over the window
/// until it is left.
class CommandPalette : public QWidget
{
    Q_OBJECT

public:
    CommandPalette(const PaletteSources &sources, Settings &settings, QWidget *window);

    /// Opens it, or closes the one that is open.
    static void toggle(const PaletteSources &sources, Settings &settings, QWidget *window);

    QLineEdit *edit() const { return m_edit; }
    const PaletteModel &rows() const { return *m_model; }
    int current() const; ///< the row that Enter runs; -1: none

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void connectAll();
    void find();
    void choose(int row);
    void move(int direction, int times);
    bool takeKey(int key, Qt::KeyboardModifiers modifiers);
    void run(int row);
    void complete();
    void leave();
    void place();

    Session &m_session;
    Settings &m_settings;
    QList<PaletteEntry> m_entries;
    QLineEdit *m_edit;
    QListView *m_list;
    QLabel *m_nothing;
    PaletteModel *m_model;
    QPointer<QWidget> m_focus; ///< that had it before
    bool m_isLeaving = false;
};

} // namespace shardscope
