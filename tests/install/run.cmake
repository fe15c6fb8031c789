# Installs the build into a scratch folder and builds and runs a program against it.
#   cmake -D BUILD_DIR=... -D WORK_DIR=... -P run.cmake
function(must)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGV}\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
must(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
must(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR}/build -G Ninja
     -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix)
must(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
must(${WORK_DIR}/build/consumer ${CMAKE_CURRENT_LIST_DIR}/../../data/wine.csv ${WORK_DIR}/wine.model)
must(${WORK_DIR}/prefix/bin/mahala learners)
foreach(file IN ITEMS share/man/man1/mahala.1 share/bash-completion/completions/mahala)
  file(SIZE ${WORK_DIR}/prefix/${file} size)
  if(size LESS 1000)
    message(FATAL_ERROR "${file} has ${size} bytes")
  endif()
endforeach()
