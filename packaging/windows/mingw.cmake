# SPDX-License-Identifier: GPL-3.0-or-later
# Tried for shardscope-cli: README.md beside it says how far.
# CMake toolchain: Windows programs from Debian, with g++-mingw-w64-x86-64-posix. The libraries of the
# system stay out of sight; CMAKE_PREFIX_PATH names those that were built for Windows.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 ${CMAKE_PREFIX_PATH})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# One file, wherever it is copied to.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
# What is built for Windows and run by the build (manual pages): not where there is no Wine.
find_program(SHARDSCOPE_WINE NAMES wine64 wine PATHS /usr/lib/wine)
if(SHARDSCOPE_WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${SHARDSCOPE_WINE})
endif()
