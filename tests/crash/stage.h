#pragma once

#include "core/store/store.h"
#include "tests/crash/folder.h"
#include "tests/crash/ledger.h"
#include "tests/crash/postgres_server.h"
#include "tests/crash/process.h"

#include <memory>
#include <string>

namespace idem {

/// What the scenes are played on: an empty store, and a ledger with its provider at work. The driver owns it.
class Stage
{
public:
    /// `kind` is sqlite or postgres. `ownServer`: a PostgreSQL server that can be restarted, if that is
    /// possible here; otherwise a new database on the one that PGHOST and the like name.
    Stage(const std::string& kind, bool ownServer);
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    ~Stage();

    const std::string& store() const { return m_store; }
    std::string ledgerPath() const { return m_folder.file("ledger.db"); }
    std::string reports(const std::string& round) const { return m_folder.file("reports-" + round); }
    Ledger& ledger() { return *m_ledger; }

    /// A handle for the driver's own questions.
    Store& questions() { return *m_questions; }

    /// Restarts the database server, and returns when it takes connections again.
    bool canRestart() const { return m_server != nullptr; }
    void restart();

    /// Throws where the provider is gone: then nothing that a round shows means anything.
    void check();

private:
    void makeDatabase();
    void open();

    TemporaryFolder m_folder;
    std::unique_ptr<PostgresServer> m_server;
    std::string m_store;
    std::string m_database; ///< to be dropped in the end
    std::unique_ptr<Store> m_questions;
    std::unique_ptr<Ledger> m_ledger;
    std::unique_ptr<Process> m_provider;
};

} // namespace idem
