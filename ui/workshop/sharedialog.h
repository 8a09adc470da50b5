// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <QDialog>

namespace shardscope {

/// A scenario as a code: text to copy into a chat, and a QR code to take from the screen.
class ShareDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ShareDialog(const Scenario &scenario, QWidget *parent = nullptr);

    const QString &code() const { return m_code; }

private:
    QString m_code;
};

} // namespace shardscope
