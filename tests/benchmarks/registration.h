#pragma once

#include "tests/benchmarks/ratios.h"
#include "tests/benchmarks/workspace.h"

/// The comparisons, a file each. `workspace` and `ratios` must outlive the run.
namespace idem {

void registerSqlite(Workspace& workspace, Ratios& ratios);
void registerPostgres(Ratios& ratios); ///< nothing where there is no server
void registerGrowth(Workspace& workspace, Ratios& ratios);
void registerPureFunctions(Ratios& ratios);

} // namespace idem
