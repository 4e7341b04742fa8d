# Puts the files that an HTML report is made of into a C++ source: those of src/lehr/report/assets, and uPlot as npm gives
# it for src/lehr/report/uplot/package-lock.json. LEHR_UPLOT_DIR names a folder that has uPlot already, for a build
# without npm or network.
#
#   lehr_report_assets(OUT)     sets OUT to the source to compile
set(LEHR_UPLOT_DIR "" CACHE PATH "The folder dist of uPlot 1.6.32; empty: npm fetches it during the build")

function(lehr_report_assets out)
  set(folder ${PROJECT_SOURCE_DIR}/src/lehr/report)
  set(uplot ${LEHR_UPLOT_DIR})
  if(NOT uplot)
    find_program(LEHR_NPM npm)
    if(NOT LEHR_NPM)
      message(FATAL_ERROR "npm is missing: it fetches uPlot, which draws the plots of the HTML report.\n"
                          "Install it by 'scripts/install-packages build' (Debian: npm), or unpack uPlot 1.6.32 "
                          "yourself and give its folder dist as -DLEHR_UPLOT_DIR=DIR.")
    endif()
    set(fetched ${PROJECT_BINARY_DIR}/uplot)
    set(uplot ${fetched}/node_modules/uplot/dist)
    add_custom_command(
      OUTPUT ${uplot}/uPlot.iife.min.js ${uplot}/uPlot.min.css
      COMMAND ${CMAKE_COMMAND} -E make_directory ${fetched}
      COMMAND ${CMAKE_COMMAND} -E copy ${folder}/uplot/package.json ${folder}/uplot/package-lock.json ${fetched}
      COMMAND ${LEHR_NPM} ci --prefix ${fetched} --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error
      COMMAND ${CMAKE_COMMAND} -E touch ${uplot}/uPlot.iife.min.js ${uplot}/uPlot.min.css
      DEPENDS ${folder}/uplot/package.json ${folder}/uplot/package-lock.json
      COMMENT "Fetching uPlot by npm"
      VERBATIM)
  endif()
  set(files ${folder}/assets/page.html ${folder}/assets/report.css ${folder}/assets/report.js
            ${uplot}/uPlot.min.css ${uplot}/uPlot.iife.min.js)
  set(names page_html report_css report_js uplot_css uplot_js)
  set(generated ${PROJECT_BINARY_DIR}/generated/lehr/report_assets.cpp)
  add_custom_command(
    OUTPUT ${generated}
    COMMAND ${CMAKE_COMMAND} "-DFILES=${files}" "-DNAMES=${names}" -DOUT=${generated}
            -DHEADER=lehr/report/assets.hpp -DNAMESPACE=lehr::report::assets
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    COMMENT "Embedding the report's page, style and scripts"
    VERBATIM)
  set(${out} ${generated} PARENT_SCOPE)
endfunction()
