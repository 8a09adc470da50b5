// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"
#include "core/planner/reserving.h"

#include <QColor>
#include <QString>

namespace shardscope {

/// What live values of a step are worked out from.
struct LiveSource
{
    const Scenario &scenario;
    const Catalog &catalog;
    PlanMaker make;
};

/// In the language of the program.
QString wordsOf(const LessonText &text);

/// "38.5 GB"; what went wrong, in brackets, where it cannot be worked out.
QString liveText(const std::string &expression, const LiveSource &source);

/// Plain Markdown with live values filled in.
QString filledWords(const LessonText &text, const LiveSource &source);

/// The same as rich text for a label: each live value is a link "value:EXPRESSION" that
/// `liveDerivation` explains.
QString linkedWords(const LessonText &text, const LiveSource &source, const QColor &links);

/// How a value comes about: the formula of a part with its numbers, or what the name stands for.
QString liveDerivation(const QString &link, const LiveSource &source);

} // namespace shardscope
