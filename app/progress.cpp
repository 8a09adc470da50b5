// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/progress.h"

#include "core/base/number.h"

#include <chrono>
#include <cstdio>
#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace shardscope {

namespace {

// What is over before that needs no progress.
constexpr std::chrono::milliseconds patience{300};

bool isOnTerminal()
{
#ifdef _WIN32
    return _isatty(_fileno(stderr)) != 0;
#else
    return isatty(fileno(stderr)) != 0;
#endif
}

} // namespace

Progress::Progress(std::size_t total, std::function<std::size_t()> done)
    : m_total(total)
    , m_done(std::move(done))
{
    if (isOnTerminal())
        m_thread = std::thread(&Progress::show, this);
}

Progress::~Progress()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_over.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void Progress::show()
{
    std::unique_lock lock(m_mutex);
    std::size_t width = 0;
    while (!m_over.wait_for(lock, patience, [this] { return m_isOver; })) {
        const std::string text = formatCount(static_cast<double>(m_done())) + " of "
            + formatCount(static_cast<double>(m_total)) + " points";
        width = text.size();
        std::fprintf(stderr, "\r%s", text.c_str());
        std::fflush(stderr);
    }
    if (width > 0)
        std::fprintf(stderr, "\r%*s\r", static_cast<int>(width), "");
}

} // namespace shardscope
