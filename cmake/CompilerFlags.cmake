# One interface target that carries the flags of everything this project compiles.
add_library(lehr_flags INTERFACE)
target_compile_options(lehr_flags INTERFACE
  -Wall -Wextra -Wconversion -Werror
  -march=${LEHR_ARCH}
  $<$<CONFIG:Debug>:-Og>)
if(LEHR_SANITIZE)
  target_compile_options(lehr_flags INTERFACE
    -fsanitize=${LEHR_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(lehr_flags INTERFACE -fsanitize=${LEHR_SANITIZE})
endif()
