# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D OUTPUT=FILE -D "TESTS=NAME..." -D FOLDER=PATH -P together.cmake
# writes the source of one program that is each of the tests tst_<NAME>.cpp of a folder, by the name
# under which it is started. What they include comes first, so that it is parsed once and outside of
# the namespace that each test has for itself.
string(REPLACE " " ";" TESTS "${TESTS}")
set(includes "#include <memory>" "#include <QtCore/qbytearray.h>" "#include <QtCore/qmetatype.h>")
set(spaces "")
set(cases "")
foreach(name IN LISTS TESTS)
    set(source ${FOLDER}/tst_${name}.cpp)
    file(STRINGS ${source} here REGEX "^#include [<\"]")
    list(FILTER here EXCLUDE REGEX "\\.moc\"$")
    list(APPEND includes ${here})
    string(APPEND spaces "namespace of_${name} {\n#include \"${source}\"\n}\n")
    string(APPEND cases
        "    if (name == \"tst_${name}\")\n        return of_${name}::run(argc, argv);\n")
endforeach()
list(REMOVE_DUPLICATES includes)
list(JOIN includes "\n" includes)
file(WRITE ${OUTPUT} "${includes}
#if __has_include(<QtCore/qtmochelpers.h>)
#include <QtCore/qtmochelpers.h>
#endif
#if __has_include(<QtCore/qxptype_traits.h>)
#include <QtCore/qxptype_traits.h>
#endif
#include <cstdio>
#include <string_view>

#define main run
${spaces}#undef main

int main(int argc, char **argv)
{
    const std::string_view path(argv[0]);
    const std::string_view name = path.substr(path.find_last_of('/') + 1);
${cases}    std::fputs(\"Start this by the name of one of its tests.\\n\", stderr);
    return 2;
}
")
