# cmake -DFILES=a;b -DNAMES=a;b -DHEADER=lehr/x.hpp -DNAMESPACE=lehr::x -DOUT=x.cpp -P embed_files.cmake
# Writes a source in which each file is a function of its name, declared in the header, that returns the bytes. They are written as numbers: no
# text of a file can break the source.
set(source "// Written by cmake/embed_files.cmake.\n#include <${HEADER}>\n\nnamespace ${NAMESPACE} {\n")
foreach(file name IN ZIP_LISTS FILES NAMES)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND source "std::string_view ${name}() {\n  static constexpr char kBytes[] = {${bytes}};\n"
                       "  return {kBytes, sizeof kBytes};\n}\n")
endforeach()
file(WRITE ${OUT} "${source}}  // namespace ${NAMESPACE}\n")
