// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace shardscope {

/// Slices of ZeRO's bucket, one for each rank, as they are flattened together until they fill one.
class FlatSlices
{
public:
    /// Elements of a bucket.
    explicit FlatSlices(double bucket)
        : m_bucket(bucket)
    { }

    /// A gradient that lies there among all of its group, of which a rank has so many elements.
    void add(double from, double to, double partition)
    {
        m_partition = partition;
        const double rank = wholeOf(from / m_partition);
        const double first = std::min(to, (rank + 1) * m_partition) - from;
        addSlice(rank, first);
        const double left = to - from - first;
        if (left <= 0)
            return;
        const double partitions = wholeOf(left / m_partition);
        if (partitions > 0)
            addPartitions(rank + partitions, partitions);
        if (const double last = left - partitions * m_partition; last > 0)
            addSlice(rank + partitions + 1, last);
    }
    /// A gradient of other ranks' comes between: no slice goes on behind it.
    void interrupt()
    {
        close();
        m_rank = -1;
    }
    /// Elements of the largest flat tensor; a slice alone stays where it is.
    double most()
    {
        close();
        return m_most;
    }
    /// Buckets that were filled, and what is left.
    double calls()
    {
        close();
        return m_calls + (m_count > 0 ? 1 : 0);
    }

private:
    static double wholeOf(double number)
    {
        return static_cast<double>(static_cast<std::int64_t>(number));
    }

    void addSlice(double rank, double elements)
    {
        if (rank != m_rank) {
            close();
            m_rank = rank;
        }
        m_slice += elements;
    }
    /// Whole partitions, one after the other up to that rank's.
    void addPartitions(double lastRank, double count)
    {
        close();
        for (double left = count - 1; left > 0;) {
            const double fill = std::min(left, wholeOf((m_bucket - m_elements) / m_partition) + 1);
            const bool isRow = m_count == 0 && left > fill;
            flatten(fill, fill * m_partition);
            // Those that fill a bucket do so again and again.
            const double times = isRow ? wholeOf(left / fill) : 1;
            m_calls += times - 1;
            left -= times * fill;
        }
        m_rank = lastRank;
        m_slice = m_partition;
    }

    void close()
    {
        if (m_slice == 0)
            return;
        flatten(1, m_slice);
        m_slice = 0;
    }
    /// So many slices, the last of which may fill the bucket.
    void flatten(double slices, double elements)
    {
        m_elements += elements;
        m_count += slices;
        if (m_count > 1)
            m_most = std::max(m_most, m_elements);
        if (m_elements <= m_bucket)
            return;
        ++m_calls;
        m_elements = 0;
        m_count = 0;
    }

    double m_bucket = 0;
    double m_partition = 0; ///< of a rank, in the group that came last
    double m_rank = -1;
    double m_slice = 0; ///< of that rank, not yet flattened
    double m_elements = 0; ///< flattened
    double m_count = 0;
    double m_most = 0;
    double m_calls = 0; ///< buckets filled
};

} // namespace shardscope
