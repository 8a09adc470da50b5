// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"
#include "core/planner/reserving.h"
#include "ui/charts/charttheme.h"

#include <QRectF>
#include <QString>

#include <memory>
#include <optional>

namespace shardscope {

/// Something that is explained by motion: frames that core has made, and how any place between two
/// of them is painted.
class MotionPicture
{
public:
    MotionPicture() = default;
    MotionPicture(const MotionPicture &) = delete;
    MotionPicture &operator=(const MotionPicture &) = delete;
    virtual ~MotionPicture() = default;

    /// At least one.
    virtual std::size_t frames() const = 0;
    /// Where a step of a lesson begins to play it, and where it ends.
    virtual double begin() const { return 0; }
    virtual double end() const { return static_cast<double>(frames() - 1); }
    /// How long it takes from a frame to the next, unless someone wants it faster.
    virtual double secondsOf(std::size_t /*frame*/) const { return 1; }
    /// `place` from 0 to frames() - 1.
    virtual void paint(
        QPainter &painter, const QRectF &rect, const ChartTheme &theme, double place) const = 0;
    /// What happens there, in a sentence with its numbers.
    virtual QString sentence(std::size_t frame) const = 0;
    /// Where its numbers come from.
    virtual QString origin() const = 0;

    /// While somebody guesses that amount, it is not told: a question mark stands in its place.
    void conceal(std::optional<double> amount) { m_secret = amount; }

protected:
    /// Whether it is what is guessed, or could not be told from it.
    bool isSecret(double amount) const;
    /// `words` for `amount`, unless that is guessed, or what it is on its way to.
    QString told(const QString &words, double amount, double end) const;
    QString told(const QString &words, double amount) const { return told(words, amount, amount); }

private:
    std::optional<double> m_secret{};
};

/// Null where the plan has nothing to show: one GPU has no ring, the worksheet no times.
std::unique_ptr<MotionPicture> motionPicture(
    Motion motion, const Plan &plan, const Catalog &catalog, const PlanMaker &make);

// One for each kind of motion.
std::unique_ptr<MotionPicture> ringPicture(const Plan &plan);
std::unique_ptr<MotionPicture> zeroPicture(const Plan &plan, const PlanMaker &make);
std::unique_ptr<MotionPicture> stepPicture(const Plan &plan, const Catalog &catalog);
std::unique_ptr<MotionPicture> checkpointPicture(const Plan &plan);
std::unique_ptr<MotionPicture> pipelinePicture(const Plan &plan);

} // namespace shardscope
