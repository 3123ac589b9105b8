#pragma once

#include "simulations/scenario/scenario.h"
#include "simulations/world/machine.h"

#include <array>
#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

namespace idem {

/// Virtual time: when each step that the world allows is due, and which is next. Steps that have become
/// impossible are forgotten, steps that the scenario's faults replace are never due. Equal times go in the
/// order in which they became possible, so that a run is the same everywhere. One per run.
class Scheduler
{
public:
    using W = World<GrowingStorage>;
    using M = Machine<GrowingStorage>;

    Scheduler(const Plan& plan, const M& machine)
        : m_plan(plan)
        , m_machine(machine)
    {
    }

    void begin(const W& world);

    /// Is there a step left that somebody would notice? Leases and records that run out are not, by themselves.
    bool pending() const { return m_active > 0; }

    /// Takes the step that is next and moves the time to it.
    Step next();

    /// After a step was applied: what has become possible or impossible.
    void update(const W& world, const Changes& changes);

    Micros now() const { return m_now; }

private:
    struct Due
    {
        Micros at;
        std::uint64_t order;
        Step step;
        bool operator>(const Due& other) const { return at != other.at ? at > other.at : order > other.order; }
    };
    struct Armed
    {
        StepSet steps;
        std::array<std::uint64_t, stepKindCount> order{}; ///< of the entry in the queue that counts, by kind
    };

    void refresh(Armed& armed, StepSet possible, std::uint32_t subject, const W& world);
    std::optional<Micros> dueAt(const W& world, const Step& step) const;
    Micros delay(const W& world, const Step& step) const;
    Micros waitBefore(const W& world, std::uint32_t call) const;
    Micros recordDelay(const W& world, const Step& step) const;
    Micros workTime(const W::Call& call) const;
    bool inTime(const W& world, std::uint32_t call) const;
    bool happens(const W& world, const Step& step) const;
    bool aimed(const W& world, FaultKind kind, std::uint32_t call) const;

    const Plan& m_plan;
    const M& m_machine;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> m_queue;
    std::vector<Armed> m_calls;
    std::vector<Armed> m_records;
    std::vector<Micros> m_madeAt; ///< by call
    std::uint64_t m_order = 0;
    std::int64_t m_active = 0;
    Micros m_now = 0;
};

} // namespace idem
