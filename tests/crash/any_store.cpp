#include "tests/crash/any_store.h"

#include "core/store/postgres_store.h"
#include "core/store/sqlite_store.h"

namespace idem {

namespace {

template <typename Kind>
Result<std::unique_ptr<Store>> opened(const std::string& place)
{
    Result<std::unique_ptr<Kind>> store = Kind::open(place);
    if (!store) {
        return store.error();
    }
    return std::unique_ptr<Store>(std::move(*store));
}

} // namespace

Result<std::unique_ptr<Store>> openStore(const std::string& place)
{
    const std::string rest = place.substr(place.find(':') + 1);
    return place.starts_with("postgres:") ? opened<PostgresStore>(rest) : opened<SqliteStore>(rest);
}

} // namespace idem
