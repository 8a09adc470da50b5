// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/motionpicture.h"

#include <cmath>

namespace shardscope {

bool MotionPicture::isSecret(double amount) const
{
    constexpr double Alike = 0.005; // of it: three digits would read the same
    return m_secret && std::abs(amount - *m_secret) <= Alike * std::abs(*m_secret);
}

QString MotionPicture::told(const QString &words, double amount, double end) const
{
    return isSecret(amount) || isSecret(end) ? QStringLiteral("?") : words;
}

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
    case Motion::Pipeline:
        return pipelinePicture(plan);
    }
    return nullptr;
}

} // namespace shardscope
