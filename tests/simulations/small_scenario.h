#pragma once

#include "tests/simulations/test_scenarios.h"

/// One action of one tool, with what a test wants different: each text is a list of JSON members.
namespace idem::test {

struct Small
{
    std::string tool{}; ///< members of the tool "act", beside "identifies"
    std::string layers{};
    std::string faults{}; ///< objects
    std::string provider{}; ///< beside the latency and a network of 100 ms
    std::string by = "user";
    std::string args = R"("n": 1, "memo": "first words")";
    std::string tools{}; ///< further tools, as members
    std::string actions{}; ///< further actions, as objects
    std::string identifies = R"("n")";
    std::string latency = R"("1s")";

    std::string text() const
    {
        const auto more = [](const std::string& members) { return members.empty() ? members : ", " + members; };
        return R"({ "idemscope": 1, "title": "t", "provider": { "network": "100ms", "latency": )" + latency
            + more(provider) + R"( }, "tools": { "act": { "store": "1ms", "identifies": [)" + identifies + "]"
            + more(tool) + " }" + more(tools) + R"( }, "actions": [ { "name": "a", "tool": "act", "by": ")" + by
            + R"(", "args": { )" + args + " } }" + more(actions) + R"( ], "layers": { )" + layers
            + R"( }, "faults": [ )" + faults + " ] }";
    }
    ScenarioFile file() const { return readOrThrow(text()); }
    Trace run() const { return test::run(file()); }
    Verdict verdict() const { return judge(run()); }

    /// Why it can't be read; empty where it can.
    std::string complaint() const
    {
        const auto file = readScenarioText(text(), "test.json");
        return file ? std::string() : file.error().text();
    }
};

/// Members of a tool with a business key that reserves.
inline constexpr const char* reserving = R"("key": "k:{n}", "guard": "reserve")";

inline std::vector<CallRow> rowsOf(const Trace& trace, Layer layer)
{
    std::vector<CallRow> found;
    for (const CallRow& row : snapshotAt(trace, trace.events.size()).calls) {
        if (row.layer == layer) {
            found.push_back(row);
        }
    }
    return found;
}

/// When each call of a layer began, in seconds.
inline std::vector<double> beganAt(const Trace& trace, Layer layer)
{
    std::vector<double> times;
    for (const CallRow& row : rowsOf(trace, layer)) {
        times.push_back(static_cast<double>(row.start) / 1e6);
    }
    return times;
}

} // namespace idem::test
