// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QTableWidget;
class QToolButton;

namespace shardscope {

class Session;

/// The whole run: how long, how much; and the model laid over GPUs by whole layers.
class RunPage : public QWidget
{
    Q_OBJECT

public:
    explicit RunPage(Session &session, QWidget *parent = nullptr);

    QTableWidget *run() const { return m_run; }
    QTableWidget *devices() const { return m_devices; }
    QToolButton *unfold() const { return m_instead; } ///< the device map, folded at first
    void selectPart(const QString & /*id*/) { }

signals:
    void partActivated(const QString &id);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void showDevices();

    const Session &m_session;
    QTableWidget *m_run;
    QToolButton *m_instead; ///< unfolds the rest, which a single GPU has not
    QLabel *m_sentence;
    QTableWidget *m_devices;
};

} // namespace shardscope
