// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/files/autosave.h"

namespace shardscope {

class LessonDesk;

/// The backup of the open lesson.
class LessonAutosave : public Autosave
{
    Q_OBJECT

public:
    LessonAutosave(LessonDesk &desk, const QString &folder, QObject *parent = nullptr);
};

} // namespace shardscope
