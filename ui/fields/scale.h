// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace shardscope {

/// How a number is laid out along a slider, and which values its steps reach. Pure: positions and
/// values, no widgets.
class Scale
{
public:
    /// Largest number of GPUs on a slider; more can be typed.
    static constexpr int largestCluster = 16384;

    Scale() = default;
    static Scale linear(double minimum, double maximum, double granule);
    /// `granule` 0: three significant digits.
    static Scale logarithmic(
        double minimum, double maximum, double granule, std::vector<double> snaps);
    /// Logarithmic, with a snap at every power of two.
    static Scale binary(double minimum, double maximum, double granule = 1);
    /// Only these values, ascending and positive, laid out logarithmically.
    static Scale values(std::vector<double> allowed, std::vector<double> snaps);
    /// Named steps 0, 1, ... count - 1.
    static Scale steps(int count);
    /// Powers of two within a node, then whole nodes.
    static Scale gpuCounts(int gpusPerNode, int largest = largestCluster);

    double minimum() const { return m_minimum; }
    double maximum() const { return m_maximum; }
    const std::vector<double> &snaps() const { return m_snaps; }

    /// Slider positions run from 0 to this.
    int positions() const { return m_positions; }
    /// Nearest position; values off the scale stand at its ends.
    int positionOf(double value) const;
    /// The value at a position, which may lie between two, rounded to one that is spoken of.
    double valueAt(double position) const;

    /// Every value that rounding leads to, ascending.
    std::vector<double> grid() const;

    /// The nearest snap where it is within `reach` (a share of the scale), else the value itself.
    double snapped(double value, double reach = 0.008) const;

    /// Neighbours of a value; the limits are their own neighbours.
    double next(double value) const;
    double previous(double value) const;
    double nextSnap(double value) const;
    double previousSnap(double value) const;

    bool operator==(const Scale &) const = default;

private:
    enum class Curve { Linear, Logarithmic };

    double fractionOf(double value) const;
    double rounded(double value) const;
    double granuleAt(double value) const;
    double besideOnGrid(double value, int direction) const;
    double neighbour(double value, int direction) const;

    Curve m_curve = Curve::Linear;
    double m_minimum = 0;
    double m_maximum = 1;
    double m_granule = 0;
    int m_positions = 10'000;
    std::vector<double> m_snaps;
    std::vector<double> m_allowed;
};

} // namespace shardscope
