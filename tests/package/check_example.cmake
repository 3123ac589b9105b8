# The test package.example; CMakeLists.txt beside it says what it is given.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY ${WORK} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}: ${code}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component core)
foreach(stranger simulations ui app)
  if(EXISTS ${WORK}/prefix/include/idemscope/${stranger})
    message(FATAL_ERROR "headers of ${stranger} are in the package")
  endif()
endforeach()
# No path of this machine may be left in what is handed on.
file(GLOB_RECURSE configs ${WORK}/prefix/*.cmake)
get_filename_component(house ${SOURCE}/../../.. ABSOLUTE)
foreach(config ${configs})
  file(READ ${config} text)
  string(FIND "${text}" "${house}/" place)
  if(NOT place EQUAL -1)
    message(FATAL_ERROR "${config} names ${house}")
  endif()
endforeach()

# Moved away, as a package is.
file(RENAME ${WORK}/prefix ${WORK}/elsewhere)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/example -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${WORK}/elsewhere
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${TYPE})
run(${CMAKE_COMMAND} --build ${WORK}/example)
run(${WORK}/example/invoices)
set(wanted
    "Sending invoice:acme:2026-10\nDone.\nThis was already done; the first result is repeated. No further action is needed.\n")
if(NOT output STREQUAL wanted)
  message(FATAL_ERROR "The example said\n${output}and not\n${wanted}")
endif()
