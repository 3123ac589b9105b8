#pragma once

#include "core/error.h"
#include "simulations/scenario/scenario_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace idem {

struct WindowCommand
{
    std::vector<std::string> files;
    std::string theme; ///< empty: as the person chose before
};

struct RunCommand
{
    std::string scenario;
    std::string variant;
    std::vector<std::string> sets;
    std::optional<std::int64_t> seed; ///< never negative
    std::string png;
    bool all = false;
    bool json = false;
    bool events = false;
    bool dark = false;
    bool suggest = false;
    int series = 0; ///< how many parts; 0 for none
};

struct PresetsCommand
{
    std::vector<std::string> names; ///< a chain, from the outside in; empty: all
    std::string layer; ///< only those of this layer; empty: of all
    bool json = false;
};

/// Each returns the exit code; data goes to standard output, complaints to standard error.
int openWindow(const WindowCommand& command, int argc, char** argv);
int runScenarioCommand(const RunCommand& command, int argc, char** argv);
int checkCommand(const std::vector<std::string>& scenarios);
int scenariosCommand(bool json, bool table);
int presetsCommand(const PresetsCommand& command);

/// Prints an error for people; returns 2.
int complain(const Error& error);

} // namespace idem
