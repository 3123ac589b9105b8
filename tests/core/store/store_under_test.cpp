#include "tests/core/store/store_under_test.h"

#include "core/store/memory_store.h"
#include "core/store/sqlite_store.h"

namespace idem {

namespace {

class InMemory final : public Place
{
public:
    std::shared_ptr<Store> open() override { return m_store; }

private:
    std::shared_ptr<MemoryStore> m_store = std::make_shared<MemoryStore>();
};

class InSqlite final : public Place
{
public:
    std::shared_ptr<Store> open() override { return must(SqliteStore::open(m_folder.file("store.db"))); }

private:
    Folder m_folder;
};

} // namespace

std::vector<Kind> everyKind()
{
    return {{"memory", [] { return std::make_unique<InMemory>(); }},
            {"sqlite", [] { return std::make_unique<InSqlite>(); }}};
}

} // namespace idem
