# SPDX-License-Identifier: GPL-3.0-or-later
# A release has one number. It stands in four places.
string(REPLACE "." "\\." number ${VERSION})

function(expect file pattern)
    file(READ ${ROOT}/${file} text)
    if(NOT text MATCHES "${pattern}")
        message(SEND_ERROR "${file} does not know version ${VERSION} of the top CMakeLists.txt")
    endif()
endfunction()

expect(CHANGELOG.md "\n## \\[?${number}")
expect(packaging/linux/changelog "^shardscope \\(${number}\\)")
expect(packaging/linux/${ID}.metainfo.xml "<releases>[^<]*<release version=\"${number}\"")
