# SPDX-License-Identifier: GPL-3.0-or-later
# moc by hand. CMake's AUTOMOC has it read all that a file includes, half a second for each, and moc
# before Qt 6.5.3 cannot parse what libstdc++ puts around <compare>. Alone with the file it is quick,
# but is to be told on what system it is: some slots are for Unix alone.
set(moc_options --no-notes)
if(UNIX)
    list(APPEND moc_options -DQ_OS_UNIX)
endif()

function(moc_command source output)
    add_custom_command(OUTPUT ${output}
        COMMAND Qt6::moc ${moc_options} -o ${output} ${source}
        DEPENDS ${source} VERBATIM)
endfunction()

# Of the headers beside the target's sources, of whatever kind: of those without Q_OBJECT nothing
# comes.
function(moc_headers target)
    get_target_property(sources ${target} SOURCES)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc)
    set(mocs "")
    set(includes "")
    foreach(source IN LISTS sources)
        string(REGEX REPLACE "\\.cpp$" ".h" header ${source})
        if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${header})
            string(MAKE_C_IDENTIFIER ${header} name)
            moc_command(${CMAKE_CURRENT_SOURCE_DIR}/${header} ${folder}/${name}.cpp)
            list(APPEND mocs ${folder}/${name}.cpp)
            string(APPEND includes "#include \"${folder}/${name}.cpp\"\n")
        endif()
    endforeach()
    file(GENERATE OUTPUT ${folder}/all.cpp CONTENT "${includes}")
    set_source_files_properties(${folder}/all.cpp PROPERTIES OBJECT_DEPENDS "${mocs}")
    target_sources(${target} PRIVATE ${folder}/all.cpp)
endfunction()
