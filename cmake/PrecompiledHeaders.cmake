# Headers of other people's libraries that a target reads in many of its files, read once for all of them: a file with Eigen
# then takes 1 to 3 seconds instead of 2.5 to 5.5. Never one of our own, or a change of it compiles everything.
#
#   lehr_precompile(TARGET HEADER...)    after the flags of single files are set
#
# A file must include what it uses all the same: lint compiles each without this.
function(lehr_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  lehr_fit_precompiled(${target})
endfunction()

# lehr_precompile_as(TARGET OTHER): the headers of a target with the same flags, not read again.
function(lehr_precompile_as target other)
  target_precompile_headers(${target} REUSE_FROM ${other})
  lehr_fit_precompiled(${target})
endfunction()

function(lehr_fit_precompiled target)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  # So that ccache can look into what a precompiled header brings.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
  # g++ 12 forgets that a precompiled std::string is the system's and reports copies of literals as too long (the bug of
  # -Wno-restrict in CompilerFlags.cmake). Lint has clang's -Warray-bounds.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
  # A precompiled header serves only the flags that it was made with.
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    get_source_file_property(flags ${source} COMPILE_OPTIONS)
    if(flags)
      set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
endfunction()

# Without <filesystem>: it brings std::quoted, which a call of our own with a std::string finds as well.
set(lehr_standard_headers <algorithm> <chrono> <cmath> <fstream> <functional> <map> <memory> <mutex> <numeric>
    <optional> <set> <span> <stop_token> <string> <vector>)
