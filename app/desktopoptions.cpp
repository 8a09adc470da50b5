// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktopoptions.h"

#include <array>

namespace shardscope {

namespace {

constexpr std::array<Option, 11> options{{
    {"--set", "KEY=VALUE", "change one input, after all files"},
    {"--export", "FILE",
        "write the chart to a .svg, .pdf or .png file, or the numbers to a .csv or .md file, and "
        "end; needs no display"},
    {"--chart", "CHART",
        "which chart to export: memory (default), memory-per-gpu, "
        "memory-by-framework, host-memory, traffic, traffic-by-link, traffic-over-gpus, "
        "timeline, step, sweep, run, pipeline or cluster"},
    {"--title", "TEXT", "title of the exported chart, in place of its own"},
    {"--caption", "TEXT",
        "what stands below the exported chart, in place of verdict, assumptions, version and date"},
    {"--size", "WIDTHxHEIGHT", "size of the exported chart in pixels"},
    {"--scale", "FACTOR", "image pixels for each pixel of --size, 1 to 4; .png only"},
    {"--theme", "THEME", "colours of the exported chart: light, dark or print"},
    {"--workshop", "LESSON",
        "present a lesson: a .shardlesson file, or one that the program brings along by its name "
        "(ring) or number"},
    {"--help", "", "show help"},
    {"--version", "", "show the version"},
}};

} // namespace

std::span<const Option> desktopOptions()
{
    return options;
}

} // namespace shardscope
