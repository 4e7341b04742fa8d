# What `cmake --install` gives besides the program: the library, its public headers, the package files for find_package
# and pkg-config. Included last, when every target exists. The result can be moved to another prefix.
include(CMakePackageConfigHelpers)
include(cmake/PublicHeaders.cmake)

list(TRANSFORM lehr_public_headers PREPEND ${PROJECT_SOURCE_DIR}/src/ OUTPUT_VARIABLE header_paths)
target_sources(lehr PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${header_paths})
set_target_properties(lehr PROPERTIES VERSION ${PROJECT_VERSION}
                                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
install(TARGETS lehr EXPORT lehr_targets FILE_SET HEADERS)

# What the library starts to read run files.
file(RELATIVE_PATH reader_to_lib ${CMAKE_INSTALL_FULL_LIBEXECDIR}/lehr ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(lehr_read PROPERTIES INSTALL_RPATH "$ORIGIN/${reader_to_lib}")
install(TARGETS lehr_read EXPORT lehr_targets RUNTIME DESTINATION ${LEHR_READER_DIR})

# The programs (which install themselves) find shared libraries beside them, wherever both are put.
file(RELATIVE_PATH bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(lehr_program lehr_reproduce_program PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")

get_target_property(lehr_type lehr TYPE)
if(lehr_type STREQUAL "STATIC_LIBRARY")
  set(PC_REQUIRES_PRIVATE "Requires.private: netcdf")
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lehr)
install(EXPORT lehr_targets FILE lehrTargets.cmake NAMESPACE lehr:: DESTINATION ${package_dir})
configure_package_config_file(cmake/lehrConfig.cmake.in ${PROJECT_BINARY_DIR}/lehrConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lehrConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lehrConfig.cmake ${PROJECT_BINARY_DIR}/lehrConfigVersion.cmake
        DESTINATION ${package_dir})

file(RELATIVE_PATH PC_TO_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/lehr.pc.in ${PROJECT_BINARY_DIR}/lehr.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/lehr.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
