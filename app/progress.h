// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>

namespace shardscope {

/// Says on standard error how far something has come, for as long as it lives; where standard error
/// is no terminal it says nothing.
class Progress
{
public:
    Progress(std::size_t total, std::function<std::size_t()> done);
    ~Progress();
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

private:
    void show();

    std::size_t m_total;
    std::function<std::size_t()> m_done;
    std::mutex m_mutex;
    std::condition_variable m_over;
    bool m_isOver = false;
    std::thread m_thread;
};

} // namespace shardscope
