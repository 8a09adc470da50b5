# SPDX-License-Identifier: GPL-3.0-or-later
# Two packages of one build, of files of other times, made at other times, are the same bytes. What
# compilers add (paths, times) is compared by `./dev package twice`, which builds twice.
file(REMOVE_RECURSE ${SCRATCH})
set(ENV{SOURCE_DATE_EPOCH} 1700000000)
execute_process(
    COMMAND ${CMAKE_COMMAND} --install ${BUILD} --strip --prefix ${SCRATCH}/prefix
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${SCRATCH}/cpack.cmake "
include(${BUILD}/CPackConfig.cmake)
set(CPACK_INSTALL_CMAKE_PROJECTS)
set(CPACK_INSTALLED_DIRECTORIES ${SCRATCH}/prefix .)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_FILE_NAME package.deb)
")
foreach(time first second)
    file(GLOB_RECURSE files ${SCRATCH}/prefix/*)
    file(TOUCH ${files})
    file(MAKE_DIRECTORY ${SCRATCH}/${time})
    execute_process(
        COMMAND ${CMAKE_CPACK_COMMAND} -G DEB --config ${SCRATCH}/cpack.cmake -B ${SCRATCH}/${time}
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 2)
endforeach()
file(SHA256 ${SCRATCH}/first/package.deb first)
file(SHA256 ${SCRATCH}/second/package.deb second)
if(NOT first STREQUAL second)
    message(FATAL_ERROR "two packages of one build differ: ${SCRATCH}")
endif()
