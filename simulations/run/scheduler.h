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

    Scheduler(const Plan& plan, const M& machine);

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
        std::uint32_t order;
        std::uint32_t subject;
        StepKind kind;
        bool operator>(const Due& other) const { return at != other.at ? at > other.at : order > other.order; }
    };
    /// The steps of one subject that are in the queue, and which entry of it counts. Few at once: what a call
    /// does next, when it gives up, and time passing.
    class Armed
    {
    public:
        StepSet steps() const { return m_steps; }
        bool counts(StepKind kind, std::uint32_t order) const;
        void arm(StepKind kind, std::uint32_t order);
        void disarm(StepKind kind) { m_steps.remove(kind); }
        void clear() { m_steps = {}; }

    private:
        struct Entry
        {
            std::uint32_t order = 0;
            StepKind kind = StepKind{stepKindCount}; ///< none yet
        };
        StepSet m_steps;
        std::array<Entry, 5> m_entries{}; ///< those of kinds that are not armed are free
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
    std::uint32_t m_order = 0;
    std::int64_t m_active = 0;
    Micros m_now = 0;
};

} // namespace idem
