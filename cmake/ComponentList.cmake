# A component (a kernel, a likelihood, an approximation, an estimator) is one .cpp file without a header of its own:
# nobody includes it, everybody reaches it through the list that is written here. Adding the file is all it takes.
#
#   lehr_component_lists(OUT FOLDER [ADDED...])    writes the lists of all kinds into FOLDER and sets OUT to their sources
#
# For each src/lehr/<folder>/<name>.cpp without a <name>.hpp, a list calls `const Type& lehr::<namespace>::<name>()`; so it
# does for each <folder>/<name>.cpp among the added sources, wherever they are.
set(lehr_component_kinds  # folder, namespace, type, header
  "kernels kernels Kernel kernel.hpp"
  "likelihoods likelihoods Likelihood likelihood.hpp"
  "priors prior_forms PriorForm prior_form.hpp"
  "sites approximations Approximation approximation.hpp"
  "evidence estimators Estimator estimator.hpp"
  "samplers samplers Sampler sampler.hpp")

function(lehr_component_lists out into)
  set(lists "")
  foreach(kind ${lehr_component_kinds})
    string(REPLACE " " ";" words ${kind})
    list(GET words 0 FOLDER)
    list(GET words 1 NAMESPACE)
    list(GET words 2 TYPE)
    list(GET words 3 HEADER)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/lehr/${FOLDER}/*.cpp)
    set(added ${ARGN})
    list(FILTER added INCLUDE REGEX "/${FOLDER}/[^/]*\\.cpp$")
    set(DECLARATIONS "")
    set(ENTRIES "")
    foreach(source ${sources} ${added})
      get_filename_component(name ${source} NAME_WE)
      if(NOT EXISTS ${PROJECT_SOURCE_DIR}/src/lehr/${FOLDER}/${name}.hpp)
        string(APPEND DECLARATIONS "const ${TYPE}& ${name}();\n")
        string(APPEND ENTRIES "&${name}(), ")
      endif()
    endforeach()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/component_list.cpp.in ${into}/${FOLDER}_list.cpp @ONLY)
    list(APPEND lists ${into}/${FOLDER}_list.cpp)
  endforeach()
  set(${out} ${lists} PARENT_SCOPE)
endfunction()
