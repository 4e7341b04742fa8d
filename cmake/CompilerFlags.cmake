# One interface target that carries the flags of everything this project compiles.
add_library(lehr_flags INTERFACE)
target_compile_options(lehr_flags INTERFACE
  -Wall -Wextra -Wconversion -Werror
  -march=${LEHR_ARCH})
if(LEHR_SANITIZE)
  # The check of virtual tables opens pipes, which the child that reads run files may not.
  target_compile_options(lehr_flags INTERFACE
    -fsanitize=${LEHR_SANITIZE} -fno-sanitize=vptr -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(lehr_flags INTERFACE -fsanitize=${LEHR_SANITIZE})
endif()
# g++ 12 reports its own AVX-512 intrinsics and std::string as uninitialised or overlapping (GCC bugs 105593 and 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(lehr_flags INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized -Wno-restrict)
endif()
