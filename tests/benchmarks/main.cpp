#include "tests/benchmarks/registration.h"

#include <cstdio>
#include <exception>
#include <malloc.h>
#include <sqlite3.h>
#include <thread>

/// Runs what --benchmark_filter names and ends with a table of ratios, in Markdown for the README.
int main(int argc, char** argv)
try {
    // Else whether a side gives its memory back to the system and takes it again with every transaction (a
    // quarter of its time) depends on which of its blocks lies last.
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    idem::Ratios ratios;
    idem::Workspace workspace;
    idem::registerSqlite(workspace, ratios);
    idem::registerPostgres(ratios);
    idem::registerGrowth(workspace, ratios);
    idem::registerPureFunctions(ratios);

    benchmark::RunSpecifiedBenchmarks();
    const std::string table = ratios.markdown();
    // The benchmarks own tables, and must let them go before the folder is gone.
    benchmark::ClearRegisteredBenchmarks();
    benchmark::Shutdown();
    if (!table.empty()) {
        const std::string server = idem::ScratchDatabase::available() ? idem::ScratchDatabase::describeServer()
                                                                      : "without PostgreSQL: PGHOST is not set";
        std::printf("\nMeasured on %s; SQLite %s; %s; %u processors.\n\n%s", workspace.describe().c_str(),
                    sqlite3_libversion(), server.c_str(), std::thread::hardware_concurrency(), table.c_str());
    }
    return ratios.failed() ? 1 : 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
