#include "tests/crash/postgres_server.h"

#include "core/store/postgres_connection.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <pwd.h>
#include <stdexcept>
#include <thread>
#include <unistd.h>

namespace idem {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// Where initdb and postgres are: beside the pg_config that pg_virtualenv names, or where Debian puts them.
std::string programsOfServer()
{
    std::vector<fs::path> places;
    if (const char* config = std::getenv("PG_CONFIG")) { // NOLINT(concurrency-mt-unsafe): one thread
        places.push_back(fs::path(config).parent_path());
    }
    std::error_code ignored;
    for (const fs::directory_entry& version : fs::directory_iterator("/usr/lib/postgresql", ignored)) {
        places.push_back(version.path() / "bin");
    }
    for (const fs::path& place : places) {
        if (fs::exists(place / "initdb") && fs::exists(place / "postgres")) {
            return place.string();
        }
    }
    return {};
}

/// The server refuses to be root, so root becomes the user postgres. setpriv also lets the server end with us,
/// which has to be said after the change of user.
std::vector<std::string> asServerUser(const std::vector<std::string>& command)
{
    std::vector<std::string> out{"setpriv", "--pdeathsig", "QUIT"};
    if (geteuid() == 0) {
        out.insert(out.end(), {"--reuid", "postgres", "--regid", "postgres", "--init-groups"});
    }
    out.insert(out.end(), command.begin(), command.end());
    return out;
}

std::string contentOf(const std::string& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

std::unique_ptr<PostgresServer> PostgresServer::make(std::string& whyNot)
{
    const std::string programs = programsOfServer();
    if (programs.empty()) {
        whyNot = "initdb and postgres were not found";
        return nullptr;
    }
    try {
        std::unique_ptr<PostgresServer> out(new PostgresServer(programs));
        if (!out->initialise(whyNot)) {
            return nullptr;
        }
        out->start();
        return out;
    } catch (const std::exception& error) {
        whyNot = error.what();
        return nullptr;
    }
}

PostgresServer::PostgresServer(std::string programs)
    : m_programs(std::move(programs))
    , m_folder(fs::temp_directory_path())
{
}

PostgresServer::~PostgresServer()
{
    if (m_server) {
        m_server->signal(SIGQUIT); // it ends its own children, which SIGKILL would leave behind
        m_server->waitForEnd();
    }
}

bool PostgresServer::initialise(std::string& whyNot)
{
    if (geteuid() == 0) {
        const passwd* user = getpwnam("postgres"); // NOLINT(concurrency-mt-unsafe): one thread
        if (user == nullptr || chown(m_folder.path().c_str(), user->pw_uid, user->pw_gid) != 0) {
            whyNot = "this is root, which the server refuses to be, and there is no user postgres";
            return false;
        }
    }
    const std::string log = m_folder.file("initdb.log");
    Process initdb(asServerUser({m_programs + "/initdb", "-D", m_folder.file("data"), "-U", "postgres",
                                 "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"}),
                   log);
    if (initdb.waitForEnd() != 0) {
        whyNot = "initdb failed: " + contentOf(log);
        return false;
    }
    return true;
}

std::string PostgresServer::connection() const
{
    return "host=" + m_folder.path() + " port=5432 user=postgres dbname=postgres";
}

/// Without fsync: what these tests take away is the server, not the power.
void PostgresServer::start()
{
    const std::string log = m_folder.file("server.log");
    m_server = std::make_unique<Process>(
        asServerUser({m_programs + "/postgres", "-D", m_folder.file("data"), "-p", "5432", "-c",
                      "listen_addresses=", "-c", "unix_socket_directories=" + m_folder.path(), "-c",
                      "fsync=off", "-c", "shared_buffers=16MB"}),
        log);
    for (int tries = 0; tries < 3000; ++tries) {
        if (PostgresConnection::open(connection())) {
            return;
        }
        if (m_server->state() == Process::State::Ended) {
            break;
        }
        std::this_thread::sleep_for(20ms);
    }
    throw std::runtime_error("the test's own PostgreSQL server did not start: " + contentOf(log));
}

void PostgresServer::restart()
{
    m_server->signal(SIGQUIT);
    m_server->waitForEnd();
    start();
}

} // namespace idem
