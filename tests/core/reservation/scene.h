#pragma once

#include "core/store/memory_store.h"

#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace idem {

using namespace std::chrono_literals;

/// How a key store under test is built: ours where nothing else is said.
struct Design
{
    Policy policy{};
    Milliseconds lease = 30s;
    Milliseconds retention = 24h;
    std::vector<std::string> identifies{}; ///< the fields that identify the action; empty: all
    bool windowFromFirst = false; ///< the retention counts from the first request
    bool rawBytes = false; ///< the fingerprint is that of the bytes as they came, not of their meaning
};

/// One report, played: a store, the outside world that counts what was really done, and a clock that a test
/// sets by hand and that only goes forward.
class Scene
{
public:
    explicit Scene(Design design = {})
        : m_design(std::move(design))
    {
    }

    /// It is now this long after the beginning.
    void at(Milliseconds sinceBeginning)
    {
        if (m_begin + sinceBeginning < m_now) {
            throw std::logic_error("the clock of a scene only goes forward");
        }
        m_now = m_begin + sinceBeginning;
    }
    TimePoint now() const { return m_now; }

    /// Somebody deploys another design on top of the same store.
    void change(Design design) { m_design = std::move(design); }
    const Design& design() const { return m_design; }

    Fingerprint fingerprintOf(const std::string& body) const
    {
        return m_design.rawBytes ? fingerprint(nlohmann::json(body), {})
                                 : fingerprint(nlohmann::json::parse(body), m_design.identifies);
    }

    /// The outside: nobody asks it for a key, it does what it is told.
    void act(const std::string& key) { ++m_effects[key]; }
    int effects() const
    {
        int sum = 0;
        for (const auto& [key, count] : m_effects) {
            sum += count;
        }
        return sum;
    }

    /// A status look-up: a read that starts nothing.
    std::optional<Reservation> status(const std::string& key = "k") { return must(store.find(key)); }

    /// The provider is asked what became of the reservation as it stands, and its word is written down.
    Finish reconcile(const std::string& key = "k")
    {
        const auto asked = status(key);
        if (!asked) {
            return Finish::Stale;
        }
        const bool happened = m_effects.contains(key);
        return must(store.settle(key, asked->token, happened ? Probe::Happened : Probe::DidNotHappen,
                                 happened ? std::optional<std::string>("as the provider has it") : std::nullopt,
                                 m_now))
            .finish;
    }

    std::size_t prune() { return must(store.prune(m_now, 1'000)); }

    /// The value, or an exception that fails the test with the error's text.
    template <typename T>
    static T must(Result<T> result)
    {
        if (!result) {
            throw std::runtime_error(result.error().text());
        }
        return std::move(*result);
    }

    MemoryStore store;

private:
    const TimePoint m_begin{1'800'000'000'000ms};
    TimePoint m_now = m_begin;
    Design m_design;
    std::map<std::string, int> m_effects;
};

/// One attempt of one caller. It holds at most one reservation, that which it was given last.
class Client
{
public:
    explicit Client(Scene& scene, std::string name = "client")
        : m_scene(scene)
        , m_name(std::move(name))
    {
    }

    Answer reserve(const std::string& key = "k", const std::string& body = "{}")
    {
        ReserveRequest request;
        request.key = key;
        request.fingerprint = m_scene.fingerprintOf(body);
        request.holder = m_name;
        request.lease = m_scene.design().lease;
        request.retention = m_scene.design().retention;
        request.windowFromFirst = m_scene.design().windowFromFirst;
        m_got = Scene::must(m_scene.store.reserve(request, m_scene.design().policy, m_scene.now()));
        m_holds = m_got.decision.answer == Answer::Started;
        return m_got.decision.answer;
    }

    /// The effect itself.
    void act()
    {
        mustHold();
        m_scene.act(m_got.record.key);
    }
    Finish complete(const std::string& answer = "ok") { return finish(Outcome::Done, answer); }
    Finish fail(Outcome outcome = Outcome::FailedBefore, const std::string& answer = "failed")
    {
        return finish(outcome, answer);
    }

    /// The process is gone and writes nothing more.
    void crash() { m_holds = false; }

    /// What a guarded tool does from end to end.
    Answer perform(const std::string& key = "k", const std::string& body = "{}",
                   const std::string& answer = "ok")
    {
        const Answer got = reserve(key, body);
        if (got == Answer::Started) {
            act();
            complete(answer);
        }
        return got;
    }

    /// What it was told last, and the record that came with it.
    const Reserved& got() const { return m_got; }
    bool holds() const { return m_holds; }
    const std::string& answer() const { return m_got.record.answer.value(); }

private:
    Finish finish(Outcome outcome, const std::string& answer)
    {
        mustHold();
        return Scene::must(
                   m_scene.store.finish(m_got.record.key, m_got.record.token, outcome, answer, m_scene.now()))
            .finish;
    }
    void mustHold() const
    {
        if (!m_holds) {
            throw std::logic_error(m_name + " holds no reservation");
        }
    }

    Scene& m_scene;
    std::string m_name;
    Reserved m_got;
    bool m_holds = false;
};

inline void PrintTo(Answer answer, std::ostream* out)
{
    *out << name(answer);
}

inline void PrintTo(Finish finish, std::ostream* out)
{
    *out << (finish == Finish::Applied ? "applied" : "stale");
}

} // namespace idem
