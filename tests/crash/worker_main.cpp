#include "tests/crash/child.h"
#include "tests/crash/worker.h"

#include <cstdlib>
#include <exception>
#include <iostream>

/// crash_worker PARENT OPTIONS, as crash_driver starts it.
int main(int argc, char** argv)
{
    using namespace idem;
    try {
        if (argc != 3 || !goWithParent(std::atoi(argv[1]))) { // NOLINT: the driver wrote it
            return 2;
        }
        const auto options = nlohmann::json::parse(argv[2]).get<WorkerOptions>();
        if (options.guard == Guard::Transaction) {
            workInTransaction(options);
        } else {
            Worker(options).work();
        }
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "crash_worker: " << error.what() << '\n';
        return 1;
    }
}
