// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace shardscope {

/// Waits for the next key press, wherever it goes.
class NextKeyPress : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// From the next turn of the event loop on: the key whose press led here is not meant.
    void wait();

signals:
    void pressed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool m_isWaiting = false;
};

} // namespace shardscope
