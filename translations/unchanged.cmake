# SPDX-License-Identifier: GPL-3.0-or-later
# Fails where a source text was added or changed and update_translations was not run.
# LUPDATE: the program; LIST: file with its sources; TS: catalogues; FOLDER: scratch; OPTIONS.
file(MAKE_DIRECTORY ${FOLDER})
foreach(file IN LISTS TS)
    get_filename_component(name ${file} NAME)
    configure_file(${file} ${FOLDER}/${name} COPYONLY)
    set(plural_only "")
    if(name STREQUAL "shardscope_en.ts")
        set(plural_only -pluralonly)
    endif()
    execute_process(
        COMMAND ${LUPDATE} ${OPTIONS} ${plural_only} -silent @${LIST} -ts ${FOLDER}/${name}
        RESULT_VARIABLE failed)
    file(READ ${file} committed)
    file(READ ${FOLDER}/${name} updated)
    if(failed OR NOT committed STREQUAL updated)
        message(SEND_ERROR "${name} is behind the sources: build the target update_translations")
    endif()
endforeach()
