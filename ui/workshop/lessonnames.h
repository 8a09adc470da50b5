// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <QString>

namespace shardscope {

QString motionName(Motion motion);
QString questionName(QuestionKind kind);

} // namespace shardscope
