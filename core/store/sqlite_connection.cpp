#include "core/store/sqlite_connection.h"

#include <chrono>
#include <sqlite3.h>
#include <thread>
#include <utility>

namespace idem {

namespace {

constexpr int waitMilliseconds = 10'000;

int primary(int code)
{
    return code & 0xFF;
}

// SQLite itself waits for a writer, but answers "busy" at once in a few places, such as the change to WAL and
// the reading of a schema while another connection recovers the log.
template <typename Try>
int patiently(Try attempt)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(waitMilliseconds);
    for (;;) {
        const int code = attempt();
        if (primary(code) != SQLITE_BUSY || std::chrono::steady_clock::now() > deadline) {
            return code;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

SqlValue valueAt(sqlite3_stmt* statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
        return std::monostate();
    case SQLITE_INTEGER:
        return static_cast<std::int64_t>(sqlite3_column_int64(statement, column));
    default: {
        const void* bytes = sqlite3_column_blob(statement, column); // of text: its UTF-8
        const int size = sqlite3_column_bytes(statement, column);
        return size == 0 ? std::string()
                         : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
    }
    }
}

/// `$1` is a name to SQLite, and names are numbered as they come; `?1` is the first value wherever it stands.
std::string numbered(std::string_view sql)
{
    std::string out(sql);
    char quote = 0;
    for (std::size_t i = 0; i + 1 < out.size(); ++i) {
        if (quote != 0) {
            quote = out[i] == quote ? '\0' : quote;
        } else if (out[i] == '\'' || out[i] == '"') {
            quote = out[i];
        } else if (out[i] == '$' && out[i + 1] >= '0' && out[i + 1] <= '9') {
            out[i] = '?';
        }
    }
    return out;
}

} // namespace

void SqliteConnection::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::open(const std::string& path)
{
    if (path.empty()) { // SQLite would make a store that is gone with the connection
        return Error{.place = "store", .cause = "no file is named", .cure = "Name the file of the store"};
    }
    if (path.starts_with(':') || path.starts_with("file:")) { // names that mean something else to SQLite
        return Error{.place = "store",
                     .cause = "\"" + path + "\" is no file's name, but one of SQLite's special names",
                     .cure = "Name the file of the store, or use the store in memory; ./" + path
                         + " would be a file"};
    }
    if (path.find('\0') != std::string::npos) {
        return Error{
            .place = "store", .cause = "the file's name has a NUL character in it", .cure = "Leave it out"};
    }
    std::unique_ptr<SqliteConnection> out(new SqliteConnection(path));
    const int code = sqlite3_open_v2(path.c_str(), &out->m_database,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    if (code != SQLITE_OK) {
        return out->explained(code);
    }
    sqlite3_extended_result_codes(out->m_database, 1);
    sqlite3_busy_timeout(out->m_database, waitMilliseconds);
    return out;
}

SqliteConnection::SqliteConnection(std::string path)
    : m_path(std::move(path))
{
}

SqliteConnection::~SqliteConnection()
{
    m_statements.clear();
    sqlite3_close(m_database);
}

bool SqliteConnection::isIdle() const
{
    return sqlite3_get_autocommit(m_database) != 0;
}

Result<SqlRows> SqliteConnection::execute(std::string_view sql, const std::vector<SqlParameter>& values)
{
    Result<sqlite3_stmt*> statement = prepared(sql);
    if (!statement) {
        return statement.error();
    }
    if (auto error = bind(*statement, values)) {
        sqlite3_clear_bindings(*statement);
        return *error;
    }
    return rowsOf(*statement);
}

Result<sqlite3_stmt*> SqliteConnection::prepared(std::string_view sql)
{
    const auto found = m_statements.find(sql);
    if (found != m_statements.end()) {
        return found->second.get();
    }
    sqlite3_stmt* raw = nullptr;
    const char* rest = nullptr;
    const std::string text = numbered(sql);
    const int code = patiently([&] {
        return sqlite3_prepare_v3(m_database, text.data(), static_cast<int>(text.size()),
                                  SQLITE_PREPARE_PERSISTENT, &raw, &rest);
    });
    Statement statement(raw);
    if (code != SQLITE_OK) {
        return explained(code);
    }
    const bool more
        = rest != nullptr && std::string_view(rest).find_first_not_of(" \t\r\n;") != std::string_view::npos;
    if (raw == nullptr || more) { // SQLite would run the first one only, and report success
        return Error{.place = m_path,
                     .cause = "this is not one statement; nothing was changed",
                     .cure = "Give one statement at a time"};
    }
    m_statements.emplace(std::string(sql), std::move(statement));
    return raw;
}

std::optional<Error> SqliteConnection::bind(sqlite3_stmt* statement,
                                            const std::vector<SqlParameter>& values) const
{
    int place = 0;
    for (const SqlParameter& value : values) {
        ++place;
        int code = SQLITE_OK;
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            code = sqlite3_bind_int64(statement, place, *number);
        } else if (const auto* text = std::get_if<std::string_view>(&value)) {
            code = sqlite3_bind_text64(statement, place, text->empty() ? "" : text->data(), text->size(),
                                       SQLITE_STATIC, SQLITE_UTF8);
        } else if (const auto* blob = std::get_if<SqlBytes>(&value)) {
            code = sqlite3_bind_blob64(statement, place, blob->bytes.empty() ? "" : blob->bytes.data(),
                                       blob->bytes.size(), SQLITE_STATIC);
        } else {
            code = sqlite3_bind_null(statement, place);
        }
        if (code != SQLITE_OK) {
            return explained(code);
        }
    }
    return std::nullopt;
}

Result<SqlRows> SqliteConnection::rowsOf(sqlite3_stmt* statement)
{
    SqlRows out;
    int code = patiently([&] {
        const int step = sqlite3_step(statement);
        if (primary(step) == SQLITE_BUSY) {
            sqlite3_reset(statement);
        }
        return step;
    });
    const int columns = sqlite3_column_count(statement);
    while (code == SQLITE_ROW) {
        std::vector<SqlValue>& row = out.rows.emplace_back();
        row.reserve(static_cast<std::size_t>(columns));
        for (int i = 0; i < columns; ++i) {
            row.push_back(valueAt(statement, i));
        }
        code = sqlite3_step(statement); // a damaged page may come late
    }
    std::optional<Error> failed;
    if (code != SQLITE_DONE) {
        failed = explained(code);
    } else if (sqlite3_stmt_readonly(statement) == 0) {
        out.affected = sqlite3_changes(m_database);
    }
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    if (failed) {
        return *failed;
    }
    return out;
}

Error SqliteConnection::explained(int code) const
{
    const std::string said = m_database != nullptr ? sqlite3_errmsg(m_database) : sqlite3_errstr(code);
    const auto with = [this, &said](const std::string& cause, const std::string& cure) {
        return Error{.place = m_path, .cause = cause + " (" + said + "); nothing was changed", .cure = cure};
    };
    // https://www.sqlite.org/rescode.html; the low byte says what kind it is.
    switch (primary(code)) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return with("another program has been writing to the store for more than ten seconds",
                    "Try again, or find the program that keeps a transaction open");
    case SQLITE_READONLY:
        return with("the store can't be written to", "Check the rights of the file and of its folder");
    case SQLITE_IOERR:
        return with("the disk did not read or write",
                    "Check the disk; keep a copy of the file before you go on");
    case SQLITE_CORRUPT:
        return with("the file is damaged",
                    "Take it from a backup, or save what can be read with sqlite3's .recover");
    case SQLITE_FULL:
        return with("the disk is full", "Make room and try again");
    case SQLITE_CANTOPEN:
        return with("the file can't be opened",
                    "Check the name, that its folder exists, and the rights of both");
    case SQLITE_NOTADB:
        return with("the file is not an SQLite database", "Name another file; this one was left as it is");
    default:
        return with("the store did not take a statement",
                    "Check that no other software has changed its tables");
    }
}

} // namespace idem
