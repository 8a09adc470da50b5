// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/saveback.h"

#include <QDialog>

namespace shardscope {

/// The lines of somebody's files that saving back would change, before anything is written.
class SaveBackDialog : public QDialog
{
    Q_OBJECT

public:
    explicit SaveBackDialog(const SavedBack &saved, QWidget *parent = nullptr);
};

} // namespace shardscope
