#pragma once

#include "tests/crash/folder.h"
#include "tests/crash/process.h"

#include <memory>
#include <optional>
#include <string>

namespace idem {

/// A PostgreSQL server of the driver's own, which it may restart as it likes. The one that scripts/test.sh
/// starts is shared with tests that run at the same time, and they would lose their connections. It listens on
/// a socket in its own folder only, and ends with the driver.
class PostgresServer
{
public:
    /// Null where there can be none, and then `whyNot` says so: no programs of the server, or no right to
    /// become the user that may run it.
    static std::unique_ptr<PostgresServer> make(std::string& whyNot);
    ~PostgresServer();

    std::string connection() const;

    /// As `pg_ctl restart -m immediate`: all connections are cut at once, nothing is finished, and the server
    /// recovers from its log. Returns when it takes connections again.
    void restart();

private:
    explicit PostgresServer(std::string programs);
    bool initialise(std::string& whyNot);
    void start();

    std::string m_programs;
    TemporaryFolder m_folder;
    std::unique_ptr<Process> m_server;
};

} // namespace idem
