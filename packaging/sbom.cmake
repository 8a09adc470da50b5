# SPDX-License-Identifier: GPL-3.0-or-later
# What the programs are made of, as SPDX 2.3 JSON, from what CMake has found. The time is that of
# SOURCE_DATE_EPOCH where it is set: the same sources make the same bytes.
#   write_sbom(FILE)

# sbom_package(NAME VERSION LICENCE ADDRESS RELATION): RELATION as SPDX names it.
macro(sbom_package name version licence address relation)
    string(MAKE_C_IDENTIFIER "${name}" id)
    string(REPLACE "_" "-" id "${id}")
    set(sbom_version "${version}")
    if(sbom_version STREQUAL "")
        set(sbom_version NOASSERTION)
    endif()
    string(APPEND sbom_packages ",
    {
      \"SPDXID\": \"SPDXRef-${id}\",
      \"name\": \"${name}\",
      \"versionInfo\": \"${sbom_version}\",
      \"downloadLocation\": \"${address}\",
      \"filesAnalyzed\": false,
      \"licenseConcluded\": \"${licence}\",
      \"licenseDeclared\": \"${licence}\",
      \"copyrightText\": \"NOASSERTION\"
    }")
    string(APPEND sbom_relations ",
    {
      \"spdxElementId\": \"SPDXRef-shardscope\",
      \"relationshipType\": \"${relation}\",
      \"relatedSpdxElement\": \"SPDXRef-${id}\"
    }")
endmacro()

function(write_sbom file)
    set(sbom_packages "")
    set(sbom_relations "")
    sbom_package(nlohmann-json "${nlohmann_json_VERSION}" MIT https://github.com/nlohmann/json STATIC_LINK)
    sbom_package(yaml-cpp "${yaml-cpp_VERSION}" MIT https://github.com/jbeder/yaml-cpp DYNAMIC_LINK)
    sbom_package(tomlplusplus "${tomlplusplus_VERSION}" MIT https://github.com/marzer/tomlplusplus DYNAMIC_LINK)
    if(SHARDSCOPE_GUI)
        sbom_package(Qt6 "${Qt6_VERSION}" LGPL-3.0-only https://www.qt.io DYNAMIC_LINK)
        sbom_package(QCustomPlotQt6 "${QCustomPlotQt6_VERSION}" GPL-3.0-or-later https://www.qcustomplot.com DYNAMIC_LINK)
        sbom_package(qrencode "${QRENCODE_VERSION}" LGPL-2.1-or-later https://fukuchi.org/works/qrencode DYNAMIC_LINK)
    endif()
    sbom_package("${CMAKE_CXX_COMPILER_ID}" "${CMAKE_CXX_COMPILER_VERSION}" NOASSERTION NOASSERTION DEPENDS_ON)
    string(TIMESTAMP created "%Y-%m-%dT%H:%M:%SZ" UTC)
    set(document "{
  \"spdxVersion\": \"SPDX-2.3\",
  \"dataLicense\": \"CC0-1.0\",
  \"SPDXID\": \"SPDXRef-DOCUMENT\",
  \"name\": \"shardscope-${PROJECT_VERSION}\",
  \"documentNamespace\": \"${PROJECT_HOMEPAGE_URL}/spdx/shardscope-${PROJECT_VERSION}\",
  \"creationInfo\": {
    \"created\": \"${created}\",
    \"creators\": [\"Organization: The Shardscope authors\", \"Tool: cmake-${CMAKE_VERSION}\"]
  },
  \"packages\": [
    {
      \"SPDXID\": \"SPDXRef-shardscope\",
      \"name\": \"shardscope\",
      \"versionInfo\": \"${PROJECT_VERSION}\",
      \"downloadLocation\": \"${PROJECT_HOMEPAGE_URL}\",
      \"filesAnalyzed\": false,
      \"licenseConcluded\": \"GPL-3.0-or-later\",
      \"licenseDeclared\": \"GPL-3.0-or-later\",
      \"copyrightText\": \"The Shardscope authors\"
    }${sbom_packages}
  ],
  \"relationships\": [
    {
      \"spdxElementId\": \"SPDXRef-DOCUMENT\",
      \"relationshipType\": \"DESCRIBES\",
      \"relatedSpdxElement\": \"SPDXRef-shardscope\"
    }${sbom_relations}
  ]
}
")
    file(WRITE ${file} "${document}")
endfunction()
