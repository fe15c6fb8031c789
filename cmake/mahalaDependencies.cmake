# What the library links; read by our own build and by find_package(mahala) alike.
include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4)
find_dependency(fmt)
find_dependency(nlohmann_json)
find_dependency(ZLIB)
find_dependency(OpenMP)  # before faiss: Debian's package links it without finding it
find_dependency(faiss)
find_dependency(OpenBLAS)
find_library(libstemmer_library stemmer REQUIRED)  # without a CMake package
find_path(libstemmer_include_dir libstemmer.h REQUIRED)
