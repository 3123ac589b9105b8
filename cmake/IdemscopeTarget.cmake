# What every target of the house shares: the include root, warnings as errors (per target, never global),
# sanitizers when asked for, and no implicit conversions from char* in Qt code.
function(idemscope_target name)
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                                         -Woverloaded-virtual -Wnull-dereference -Werror
                                         -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${name} PRIVATE -fpch-preprocess)
    # GCC 12 sees null dereferences and overlapping copies inside inlined standard containers and strings that are none
    # (GCC bug 105651 and its kin).
    target_compile_options(${name} PRIVATE -Wno-null-dereference -Wno-restrict)
  endif()
  target_compile_definitions(${name} PRIVATE QT_NO_CAST_TO_ASCII QT_NO_KEYWORDS QT_NO_FOREACH)
  if(IDEMSCOPE_SANITIZE)
    target_compile_options(${name} PUBLIC -fsanitize=${IDEMSCOPE_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${name} PUBLIC -fsanitize=${IDEMSCOPE_SANITIZE})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # Known false positives of GCC 12 when sanitizers change inlining.
      target_compile_options(${name} PRIVATE -Wno-maybe-uninitialized)
    endif()
  endif()
endfunction()

# A room of the house: a static library of every source below its folder.
function(idemscope_room name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  add_library(${name} STATIC ${sources})
  idemscope_target(${name})
endfunction()

# A program of tests: compiled far more often than it takes time to run, so without optimising.
function(idemscope_test_target name)
  idemscope_target(${name})
  target_compile_options(${name} PRIVATE -O0)
endfunction()
