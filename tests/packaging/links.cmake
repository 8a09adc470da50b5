# SPDX-License-Identifier: GPL-3.0-or-later
# A code that is clicked opens: the desktop file claims its scheme, and the program takes what
# desktops make of clicks, the code itself and files as addresses.
file(READ ${ROOT}/packaging/linux/${ID}.desktop entry)
foreach(line "Exec=shardscope %U\n" "x-scheme-handler/shardscope;")
    string(FIND "${entry}" "${line}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "the desktop file lacks ${line}")
    endif()
endforeach()

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY "${SCRATCH}/a folder")
execute_process(
    COMMAND ${CLI} share --set parallel.gpus=24 --set model.parameters=13B
    OUTPUT_VARIABLE code OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE "${SCRATCH}/a folder/run.shardscope"
    "{\"shardscope\": 1, \"model\": {\"parameters\": 13e9}, \"parallel\": {\"gpus\": 24}}")

# The numbers that the program writes of one thing to open: a code holds semicolons.
function(export_numbers name opened)
    execute_process(
        COMMAND ${DESKTOP} "${opened}" --export ${SCRATCH}/${name}.csv
        COMMAND_ERROR_IS_FATAL ANY)
    file(READ ${SCRATCH}/${name}.csv numbers)
    set(${name} "${numbers}" PARENT_SCOPE)
endfunction()
export_numbers(named "${SCRATCH}/a folder/run.shardscope")
export_numbers(clicked "${code}")
export_numbers(addressed "file://${SCRATCH}/a%20folder/run.shardscope")
foreach(name clicked addressed)
    if(NOT "${${name}}" STREQUAL "${named}")
        message(FATAL_ERROR "${name} is another scenario:\n${${name}}\nnot\n${named}")
    endif()
endforeach()
