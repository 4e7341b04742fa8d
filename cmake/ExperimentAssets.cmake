# Puts the paper's own numbers, experiments/paper_table1.csv, into a C++ source: `lehr reproduce` sets ours beside them.
#
#   lehr_experiment_assets(OUT)     sets OUT to the source to compile
function(lehr_experiment_assets out)
  set(file ${PROJECT_SOURCE_DIR}/experiments/paper_table1.csv)
  set(generated ${PROJECT_BINARY_DIR}/generated/lehr/experiment_assets.cpp)
  add_custom_command(
    OUTPUT ${generated}
    COMMAND ${CMAKE_COMMAND} -DFILES=${file} -DNAMES=paper_table1_csv -DOUT=${generated}
            -DHEADER=experiments/program/assets.hpp -DNAMESPACE=lehr::reproduce::assets
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${file} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    VERBATIM)
  set(${out} ${generated} PARENT_SCOPE)
endfunction()
