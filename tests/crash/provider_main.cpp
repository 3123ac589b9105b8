#include "tests/crash/child.h"
#include "tests/crash/ledger.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <thread>

/// crash_provider PARENT LEDGER, as crash_driver starts it: performs what is sent to the ledger, until it is
/// killed.
int main(int argc, char** argv)
{
    try {
        if (argc != 3 || !idem::goWithParent(std::atoi(argv[1]))) { // NOLINT: the driver wrote it
            return 2;
        }
        idem::Ledger ledger(argv[2]);
        for (;;) {
            ledger.advance();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    } catch (const std::exception& error) {
        std::cerr << "crash_provider: " << error.what() << '\n';
        return 1;
    }
}
