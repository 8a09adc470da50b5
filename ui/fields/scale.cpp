// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/scale.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace shardscope {

namespace {

double after(const std::vector<double> &values, double value, double otherwise)
{
    const auto found = std::upper_bound(values.begin(), values.end(), value);
    return found == values.end() ? otherwise : *found;
}

double before(const std::vector<double> &values, double value, double otherwise)
{
    const auto found = std::lower_bound(values.begin(), values.end(), value);
    return found == values.begin() ? otherwise : *std::prev(found);
}

std::vector<double> powersOfTwo(double minimum, double maximum)
{
    std::vector<double> powers;
    for (double power = std::exp2(std::ceil(std::log2(minimum))); power <= maximum; power *= 2)
        powers.push_back(power);
    return powers;
}

} // namespace

Scale Scale::linear(double minimum, double maximum, double granule)
{
    assert(minimum <= maximum);
    assert(granule >= 0);
    Scale scale;
    scale.m_minimum = minimum;
    scale.m_maximum = maximum;
    scale.m_granule = granule;
    return scale;
}

Scale Scale::logarithmic(double minimum, double maximum, double granule, std::vector<double> snaps)
{
    assert(minimum > 0);
    Scale scale = linear(minimum, maximum, granule);
    scale.m_curve = Curve::Logarithmic;
    scale.m_snaps = std::move(snaps);
    return scale;
}

Scale Scale::binary(double minimum, double maximum, double granule)
{
    return logarithmic(minimum, maximum, granule, powersOfTwo(minimum, maximum));
}

Scale Scale::values(std::vector<double> allowed, std::vector<double> snaps)
{
    assert(!allowed.empty());
    Scale scale = logarithmic(allowed.front(), allowed.back(), 0, std::move(snaps));
    scale.m_allowed = std::move(allowed);
    return scale;
}

Scale Scale::steps(int count)
{
    Scale scale = linear(0, count - 1, 1);
    scale.m_positions = count - 1;
    for (int step = 0; step < count; ++step)
        scale.m_snaps.push_back(step);
    return scale;
}

Scale Scale::gpuCounts(int gpusPerNode, int largest)
{
    std::vector<double> allowed;
    for (int gpus = 1; gpus < gpusPerNode; gpus *= 2)
        allowed.push_back(gpus);
    std::vector<double> snaps = allowed;
    for (int gpus = gpusPerNode; gpus <= largest; gpus += gpusPerNode)
        allowed.push_back(gpus);
    for (int gpus = gpusPerNode; gpus <= largest; gpus *= 2)
        snaps.push_back(gpus);
    return values(std::move(allowed), std::move(snaps));
}

double Scale::fractionOf(double value) const
{
    const double within = std::clamp(value, m_minimum, m_maximum);
    if (m_maximum <= m_minimum)
        return 0;
    if (m_curve == Curve::Linear)
        return (within - m_minimum) / (m_maximum - m_minimum);
    return std::log(within / m_minimum) / std::log(m_maximum / m_minimum);
}

int Scale::positionOf(double value) const
{
    return static_cast<int>(std::lround(fractionOf(value) * m_positions));
}

double Scale::valueAt(double position) const
{
    const double fraction = std::clamp(position / std::max(m_positions, 1), 0.0, 1.0);
    if (m_curve == Curve::Linear)
        return rounded(m_minimum + fraction * (m_maximum - m_minimum));
    return rounded(m_minimum * std::pow(m_maximum / m_minimum, fraction));
}

double Scale::granuleAt(double value) const
{
    if (m_granule > 0)
        return m_granule;
    return std::pow(10, std::floor(std::log10(std::max(value, m_minimum))) - 2);
}

double Scale::rounded(double value) const
{
    if (m_allowed.empty()) {
        const double granule = granuleAt(value);
        return std::clamp(std::round(value / granule) * granule, m_minimum, m_maximum);
    }
    const double above = after(m_allowed, value, m_maximum);
    const double below = before(m_allowed, above, m_minimum);
    const double here = fractionOf(value);
    return fractionOf(above) - here < here - fractionOf(below) ? above : below;
}

double Scale::snapped(double value, double reach) const
{
    const double here = fractionOf(value);
    const auto distance = [&](double snap) { return std::abs(fractionOf(snap) - here); };
    const auto nearest = std::min_element(m_snaps.begin(), m_snaps.end(),
        [&](double a, double b) { return distance(a) < distance(b); });
    return nearest != m_snaps.end() && distance(*nearest) <= reach ? *nearest : value;
}

double Scale::besideOnGrid(double value, int direction) const
{
    const double granule = granuleAt(value);
    const double grid = direction > 0 ? std::floor(value / granule + 1e-9) + 1
                                      : std::ceil(value / granule - 1e-9) - 1;
    return std::clamp(grid * granule, m_minimum, m_maximum);
}

std::vector<double> Scale::grid() const
{
    if (!m_allowed.empty())
        return m_allowed;
    std::vector<double> values{m_minimum};
    while (values.back() < m_maximum)
        values.push_back(besideOnGrid(values.back(), 1));
    return values;
}

double Scale::neighbour(double value, int direction) const
{
    if (!m_allowed.empty())
        return direction > 0 ? after(m_allowed, value, m_maximum)
                             : before(m_allowed, value, m_minimum);
    constexpr double share = 1.0 / 200;
    const double leap = valueAt((fractionOf(value) + direction * share) * m_positions);
    // A share of the scale may be less than one granule; on named steps it always is.
    const double step = besideOnGrid(value, direction);
    return direction > 0 ? std::max(step, leap) : std::min(step, leap);
}

double Scale::next(double value) const
{
    return value >= m_maximum ? value : neighbour(value, 1);
}

double Scale::previous(double value) const
{
    return value <= m_minimum ? value : neighbour(value, -1);
}

double Scale::nextSnap(double value) const
{
    return m_snaps.empty() ? next(value) : after(m_snaps, value, std::max(value, m_maximum));
}

double Scale::previousSnap(double value) const
{
    return m_snaps.empty() ? previous(value) : before(m_snaps, value, std::min(value, m_minimum));
}

} // namespace shardscope
