// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace shardscope {

/// Which program this is, and under which licences it comes.
class AboutDialog : public QDialog
{
    Q_OBJECT

public:
    explicit AboutDialog(QWidget *parent = nullptr);
};

/// Versions, system and screens, for reports of problems; nothing about the user or their files.
QString diagnostics();

} // namespace shardscope
