# A component (a kernel, a likelihood, an approximation, an estimator) is one .cpp file without a header of its own:
# nobody includes it, everybody reaches it through the list that this function writes. Adding the file is all it takes.
#
#   lehr_component_list(OUT folder namespace Type header)
#
# For each src/lehr/<folder>/<name>.cpp without a <name>.hpp, the list calls `const Type& lehr::<namespace>::<name>()`.
function(lehr_component_list out folder namespace type header)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/lehr/${folder}/*.cpp)
  set(declarations "")
  set(entries "")
  foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/src/lehr/${folder}/${name}.hpp)
      string(APPEND declarations "const ${type}& ${name}();\n")
      string(APPEND entries "&${name}(), ")
    endif()
  endforeach()
  set(FOLDER ${folder})
  set(NAMESPACE ${namespace})
  set(TYPE ${type})
  set(HEADER ${header})
  set(DECLARATIONS "${declarations}")
  set(ENTRIES "${entries}")
  set(generated ${PROJECT_BINARY_DIR}/generated/lehr/${folder}_list.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/component_list.cpp.in ${generated} @ONLY)
  set(${out} ${generated} PARENT_SCOPE)
endfunction()
