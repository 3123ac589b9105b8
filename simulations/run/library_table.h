#pragma once

#include <string>

namespace idem {

/// docs/scenarios.md: every bundled scenario with what each of its designs comes to, as Markdown. Runs them all
/// (about a second).
std::string libraryTable();

} // namespace idem
