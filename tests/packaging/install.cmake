# SPDX-License-Identifier: GPL-3.0-or-later
# Installs into an empty folder; then the files must be there, nothing else, and the program must run.
file(REMOVE_RECURSE ${PREFIX})
execute_process(
    COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

set(expected
    bin/shardscope-cli
    share/doc/shardscope/changelog.gz
    share/doc/shardscope/copyright
    share/doc/shardscope/shardscope.spdx.json
    share/man/man1/shardscope-cli.1.gz)
file(GLOB examples RELATIVE ${CMAKE_CURRENT_LIST_DIR}/../../resources
    ${CMAKE_CURRENT_LIST_DIR}/../../resources/examples/*)
file(GLOB lessons RELATIVE ${CMAKE_CURRENT_LIST_DIR}/../../resources
    ${CMAKE_CURRENT_LIST_DIR}/../../resources/lessons/*)
list(TRANSFORM examples PREPEND share/shardscope/)
list(TRANSFORM lessons PREPEND share/shardscope/)
list(APPEND expected ${examples} ${lessons})
if(GUI)
    set(icons share/icons/hicolor)
    list(APPEND expected
        bin/shardscope
        share/applications/${ID}.desktop
        share/man/man1/shardscope.1.gz
        share/metainfo/${ID}.metainfo.xml
        share/mime/packages/${ID}.xml
        ${icons}/scalable/apps/${ID}.svg
        ${icons}/scalable/mimetypes/application-vnd.shardscope+json.svg
        ${icons}/symbolic/apps/${ID}-symbolic.svg)
    foreach(size 16 32 48 64 128 256)
        list(APPEND expected
            ${icons}/${size}x${size}/apps/${ID}.png
            ${icons}/${size}x${size}/mimetypes/application-vnd.shardscope+json.png)
    endforeach()
endif()
if(LIBRARIES)
    foreach(name core data ui validate)
        if(GUI OR NOT name STREQUAL "ui")
            list(APPEND expected ${LIBRARIES}/libshardscope_${name}.so)
        endif()
    endforeach()
endif()

file(GLOB_RECURSE found RELATIVE ${PREFIX} ${PREFIX}/*)
set(missing ${expected})
list(REMOVE_ITEM missing ${found})
set(unexpected ${found})
list(REMOVE_ITEM unexpected ${expected})
if(missing OR unexpected)
    message(FATAL_ERROR "missing: ${missing}\nunexpected: ${unexpected}")
endif()

list(GET examples 0 example)
execute_process(
    COMMAND ${PREFIX}/bin/shardscope-cli plan ${PREFIX}/${example}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
