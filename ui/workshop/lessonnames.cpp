// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/lessonnames.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

class LessonNames
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::LessonNames)
};

} // namespace

QString motionName(Motion motion)
{
    switch (motion) {
    case Motion::ZeroStages:
        return LessonNames::tr("ZeRO stage by stage");
    case Motion::Ring:
        return LessonNames::tr("Ring all-reduce, step by step");
    case Motion::TrainingStep:
        return LessonNames::tr("One training step in slow motion");
    case Motion::Checkpointing:
        return LessonNames::tr("Activation checkpointing");
    case Motion::Pipeline:
        return LessonNames::tr("Pipeline and its bubble");
    }
    return {};
}

QString questionName(QuestionKind kind)
{
    switch (kind) {
    case QuestionKind::Drag:
        return LessonNames::tr("Drag the bar’s top");
    case QuestionKind::Number:
        return LessonNames::tr("Type a number");
    case QuestionKind::Choice:
        return LessonNames::tr("Choose");
    }
    return {};
}

} // namespace shardscope
