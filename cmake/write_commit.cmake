# cmake -DSOURCE=dir -DOUT=x.cpp -P write_commit.cmake
# Writes the commit that the code was built from, with "-changed" behind it where the code differs from that commit. The
# file is only touched when its text changes.
set(COMMIT "unknown")
find_program(git_program git)
if(git_program)
  execute_process(COMMAND ${git_program} -C ${SOURCE} rev-parse --short=12 HEAD
                  OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
  execute_process(COMMAND ${git_program} -C ${SOURCE} rev-parse --show-prefix
                  OUTPUT_VARIABLE inside OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(status EQUAL 0 AND inside STREQUAL "")  # else the repository around this folder is another project's
    set(COMMIT ${head})
    execute_process(COMMAND ${git_program} -C ${SOURCE} status --porcelain -- src reader cli experiments/program cmake CMakeLists.txt
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      string(APPEND COMMIT "-changed")
    endif()
  endif()
endif()
configure_file(${SOURCE}/src/lehr/base/commit.cpp.in ${OUT} @ONLY)
