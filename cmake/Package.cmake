# The Debian package, by `scripts/package`. liblehr, and with it the library of lehr-reproduce, comes in several builds: a plain one, and in glibc-hwcaps those for
# newer CPUs, of which the loader takes the best that the machine can run.
set(LEHR_HWCAPS_BUILDS "" CACHE STRING "Build folders of liblehr for newer CPUs, each called after its x86-64-vN")

foreach(build ${LEHR_HWCAPS_BUILDS})
  get_filename_component(level ${build} NAME)
  foreach(library liblehr liblehr_experiments)
    install(FILES ${build}/lib/${library}.so.${PROJECT_VERSION}
            DESTINATION ${CMAKE_INSTALL_LIBDIR}/glibc-hwcaps/${level}
            RENAME ${library}.so.${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  endforeach()
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Lehr authors <lehr@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lehr RENAME copyright)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lehr)
include(CPack)
