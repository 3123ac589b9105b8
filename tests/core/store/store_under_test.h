#pragma once

#include "core/store/store.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <string>

namespace idem {

using namespace std::chrono_literals;

/// A place where reservations are kept, and handles on it. One handle belongs to the thread that opened it.
class Place
{
public:
    virtual ~Place() = default;
    virtual std::shared_ptr<Store> open() = 0;
};

struct Kind
{
    std::string name;
    std::function<std::unique_ptr<Place>()> make; ///< null where it can't be here: there is no server
};

inline void PrintTo(const Kind& kind, std::ostream* out)
{
    *out << kind.name;
}

/// Every kind of store that the one suite runs on; the next one is added here.
std::vector<Kind> everyKind();

/// A new, empty database on the server that scripts/test.sh starts, dropped with this object.
class PostgresDatabase
{
public:
    PostgresDatabase();
    ~PostgresDatabase();
    PostgresDatabase(const PostgresDatabase&) = delete;
    PostgresDatabase& operator=(const PostgresDatabase&) = delete;

    /// False without a server; with IDEMSCOPE_NEEDS_POSTGRES set that is a failed test instead.
    static bool available();
    std::string connection() const { return "dbname=" + m_name; }

private:
    std::string m_name;
};

/// A folder that goes with the test.
class Folder
{
public:
    std::string file(const std::string& name) const
    {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }

private:
    QTemporaryDir m_folder;
};

inline const TimePoint start{1'800'000'000'000ms};

inline Fingerprint invoiceOver(int amount)
{
    return fingerprint(nlohmann::json{{"customer", "acme"}, {"amount", amount}}, {});
}

inline ReserveRequest invoice(std::string key = "invoice:acme:2026-10", int amount = 120)
{
    return {.key = std::move(key),
            .fingerprint = invoiceOver(amount),
            .holder = "worker 1",
            .lease = 30s,
            .retention = 24h};
}

inline const Policy reconciling{};
inline const Policy takingOver{.onExpired = OnExpired::TakeOver};

/// The value, or a failed test with the error's text.
template <typename T>
T must(Result<T> result)
{
    if (!result) {
        ADD_FAILURE() << result.error().text();
        throw std::runtime_error(result.error().text());
    }
    return std::move(*result);
}

/// A test on a new, empty place of every kind that can be here; nobody has opened it yet.
class OnEveryPlace : public testing::TestWithParam<Kind>
{
protected:
    void SetUp() override
    {
        m_place = GetParam().make();
        if (m_place == nullptr) {
            GTEST_SKIP() << "no server: scripts/test.sh starts one";
        }
    }

    std::unique_ptr<Place> m_place;
};

/// The same with a store opened there.
class OnEveryStore : public OnEveryPlace
{
protected:
    void SetUp() override
    {
        OnEveryPlace::SetUp();
        m_store = m_place != nullptr ? m_place->open() : nullptr;
    }

    std::shared_ptr<Store> m_store;
};

inline std::string nameOf(const testing::TestParamInfo<Kind>& kind)
{
    return kind.param.name;
}

} // namespace idem
