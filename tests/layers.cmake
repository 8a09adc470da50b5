# SPDX-License-Identifier: GPL-3.0-or-later
# Fails on includes that cross a layer. Linking alone does not hold: distributions put the headers of
# nlohmann and QCustomPlot on the compiler's default path.
function(forbid pattern reason)
    foreach(file IN LISTS ARGN)
        file(STRINGS ${ROOT}/${file} lines REGEX "^#include ${pattern}")
        if(lines)
            message(SEND_ERROR "${file}: ${lines}: ${reason}")
        endif()
    endforeach()
endfunction()

file(GLOB_RECURSE core RELATIVE ${ROOT} ${ROOT}/core/*.h ${ROOT}/core/*.cpp)
file(GLOB_RECURSE ui RELATIVE ${ROOT} ${ROOT}/ui/*.h ${ROOT}/ui/*.cpp)
file(GLOB_RECURSE app RELATIVE ${ROOT} ${ROOT}/app/*.h ${ROOT}/app/*.cpp)
if(NOT core OR NOT ui OR NOT app)
    message(FATAL_ERROR "no sources found under ${ROOT}")
endif()

forbid("<Q" "core is plain C++" ${core})
forbid("[<\"](ui|app)/" "core knows nothing of what is above it" ${core})
forbid("<(fstream|filesystem|cstdio|iostream|chrono|ctime)>" "core does no I/O and has no clock" ${core})
set(thread_files ${core})
list(REMOVE_ITEM thread_files core/parallel.cpp)
forbid("<thread>" "only core/parallel.cpp makes threads" ${thread_files})
forbid("[<\"]app/" "ui knows nothing of the programs" ${ui})

set(json_files ${core} ${ui} ${app})
list(FILTER json_files EXCLUDE REGEX "^core/json[a-z]*\\.cpp$")
forbid("<nlohmann/" "only core/json.cpp talks to nlohmann" ${json_files})

set(plot_files ${core} ${ui} ${app})
list(FILTER plot_files EXCLUDE REGEX "^ui/charts/[a-z]*\\.cpp$")
forbid("[<\"]qcustomplot" "only the sources of ui/charts talk to QCustomPlot" ${plot_files})

# Panels may not know each other: each gets the session, and nothing else.
file(GLOB panels RELATIVE ${ROOT} ${ROOT}/ui/panels/*)
forbid("\"ui/(charts|results|files)/" "a panel knows the session and its fields" ${panels})
