#include "tests/crash/stage.h"

#include "core/store/postgres_connection.h"
#include "tests/crash/any_store.h"
#include "tests/must.h"

#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <unistd.h>

namespace idem {

namespace {

/// In memory where that can be: the system keeps what a killed process wrote, wherever the file is, and a slow
/// disk would only make the rounds longer.
std::filesystem::path fastPlace()
{
    const std::filesystem::path memory = "/dev/shm";
    std::error_code failed;
    const std::filesystem::space_info room = std::filesystem::space(memory, failed);
    const bool usable = !failed && room.available > 40'000'000 && access(memory.c_str(), W_OK) == 0;
    return usable ? memory : std::filesystem::temp_directory_path();
}

} // namespace

Stage::Stage(const std::string& kind, bool ownServer)
    : m_folder(fastPlace())
    , m_store("sqlite:" + m_folder.file("store.db"))
{
    if (kind == "postgres") {
        std::string whyNot = "this scene needs none of its own";
        m_server = ownServer ? PostgresServer::make(whyNot) : nullptr;
        if (m_server) {
            m_store = "postgres:" + m_server->connection();
        } else {
            if (ownServer && std::getenv("IDEMSCOPE_NEEDS_POSTGRES") != nullptr) { // NOLINT: one thread
                throw std::runtime_error("this run needs a server of its own to restart: " + whyNot);
            }
            makeDatabase();
            if (ownServer) {
                std::cout << "the server is not restarted in this run: " << whyNot << '\n';
            }
        }
    }
    open();
    m_ledger = std::make_unique<Ledger>(ledgerPath(), Ledger::Open::New);
    m_provider = std::make_unique<Process>(
        std::vector<std::string>{besides("crash_provider"), std::to_string(getpid()), ledgerPath()});
}

Stage::~Stage()
{
    if (!m_database.empty()) {
        const auto server = PostgresConnection::open("dbname=postgres");
        if (server) {
            (*server)->run("DROP DATABASE " + m_database + " WITH (FORCE)");
        }
    }
}

void Stage::makeDatabase()
{
    static int count = 0;
    m_database = "idem_crash_" + std::to_string(getpid()) + "_" + std::to_string(++count);
    must(must(PostgresConnection::open("dbname=postgres"))
             ->run("CREATE DATABASE " + m_database + " TEMPLATE template0"));
    m_store = "postgres:dbname=" + m_database;
}

void Stage::open()
{
    m_questions = must(openStore(m_store));
}

void Stage::restart()
{
    m_server->restart();
    open();
}

void Stage::check()
{
    if (m_provider->state() == Process::State::Ended) {
        throw std::runtime_error("crash_provider ended by itself, with " + std::to_string(m_provider->code()));
    }
}

} // namespace idem
