// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/motionpicture.h"

namespace shardscope {

std::unique_ptr<MotionPicture> motionPicture(
    Motion motion, const Plan &plan, const Catalog &catalog, const PlanMaker &make)
{
    switch (motion) {
    case Motion::ZeroStages:
        return zeroPicture(plan, make);
    case Motion::Ring:
        return ringPicture(plan);
    case Motion::TrainingStep:
        return stepPicture(plan, catalog);
    case Motion::Checkpointing:
        return checkpointPicture(plan);
    }
    return nullptr;
}

} // namespace shardscope
