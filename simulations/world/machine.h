#pragma once

#include "simulations/world/plan.h"
#include "simulations/world/step.h"
#include "simulations/world/world.h"

#include <cstdint>
#include <vector>

namespace idem {

/// What a step did, for those who keep a record of it: events (with indices of the world in place of numbers,
/// no time), and whose enabled steps may have changed.
struct Changes
{
    std::vector<Event> events;
    std::vector<std::uint32_t> calls;
    std::vector<std::uint32_t> records;
    std::vector<std::uint32_t> leased; ///< records whose lease starts anew

    void clear()
    {
        events.clear();
        calls.clear();
        records.clear();
        leased.clear();
    }
};

/// The rules by which a world moves: which steps can come next, and what one does. There is one such machine
/// for the simulator, the explorer and stepping by hand. Holds no state of its own but two pointers; the plan
/// must outlive it.
template <typename Storage>
class Machine
{
public:
    using W = World<Storage>;
    using Index = typename W::Index;
    using Call = typename W::Call;
    using Record = typename W::Record;
    using Key = KeyName<Index>;
    static constexpr Index none = W::none;

    /// `changes` may be null: then nothing is recorded.
    explicit Machine(const Plan& plan, Changes* changes = nullptr)
        : m_plan(plan)
        , m_changes(changes)
    {
    }

    /// Every ask still to come, nothing done.
    W start() const;

    StepSet enabledForCall(const W& world, std::uint32_t call) const;
    StepSet enabledForRecord(const W& world, std::uint32_t record) const;
    std::vector<Step> enabled(const W& world) const;

    /// The step must be enabled.
    void apply(W& world, const Step& step) const;

private:
    // machine_entry.h: user, webhook, runtime, and what all layers share
    void beginCall(W& world, Index call) const;
    void beginBelow(W& world, Index call) const;
    Call childOf(const Call& above, Index index, Layer layer) const;
    void number(W& world, Index call) const;
    Index addCall(W& world, const Call& call) const;
    std::uint8_t triesOf(Layer layer) const;
    Index repeatCall(W& world, Index before, Reason reason) const;
    void beginTwice(W& world, Index call) const;
    void sendAgain(W& world, Index call) const;
    void fanOut(W& world, Index webhook) const;
    bool beginsLater(const Call& child) const;
    FaultKind twinFault(Layer layer) const;
    void giveUp(W& world, Index call) const;
    void loseRun(W& world, Index call) const;
    const Repeats* repeatsOf(Layer layer) const;
    void again(W& world, Index call) const;
    void answerCall(W& world, Index call, CallAnswer answer) const;
    void endWork(W& world, Index call) const;
    void hear(W& world, Index call, Index child) const;
    void hearEntry(W& world, Index call, const Call& child) const;
    void hearRuntime(W& world, Index call, const Call& child) const;
    void tellUser(W& world, Index call, CallAnswer answer) const;
    void timeOut(W& world, Index call) const;
    void crash(W& world, Index call) const;
    void useFault(W& world, FaultKind kind, const Call& call) const;
    bool faultLeft(const W& world, FaultKind kind, Layer layer) const;
    bool hit(W& world, FaultKind kind, const Call& call) const;

    // machine_model.h
    void think(W& world, Index call, Next next, Reason reason) const;
    void decideNext(W& world, Index call) const;
    void callTool(W& world, Index model, Reason reason) const;
    bool fromJournal(W& world, Call child) const;
    void keepInJournal(W& world, const Call& tool) const;
    void hearTool(W& world, Index call, const Call& child) const;
    void chooseNext(W& world, Index call) const;
    void chooseAfterStatus(W& world, Index call, CallAnswer found) const;
    bool hasTurn(const W& world, const Call& call) const;

    // machine_tool.h
    void beginTool(W& world, Index call) const;
    bool mayTryAgain(const Call& call) const;
    void tryAgain(W& world, Index before) const;
    void touchQueue(const W& world, Index tool) const;
    Key keyFor(const W& world, Index call) const;
    void check(W& world, Index call) const;
    void insert(W& world, Index call) const;
    void reserve(W& world, Index call) const;
    void goByNumber(W& world, Index call) const;
    Refusal refusalFor(const W& world, const Call& call, Index record) const;
    void answerTool(W& world, Index call, CallAnswer answer) const;
    bool mayStep(const W& world, Index call, CallAnswer answer) const;
    void nextStep(W& world, Index call) const;
    void hearStep(W& world, Index call, const Call& child) const;
    void lookUp(W& world, Index call) const;
    void hearLookUp(W& world, Index call) const;
    void settle(W& world, Index call) const;
    void letThrough(W& world, Index call) const;
    void send(W& world, Index call) const;
    void hearSdkAnswer(W& world, Index call, const Call& child) const;
    void finish(W& world, Index call, bool raised) const;
    void writeOutcome(W& world, Index call, Outcome outcome) const;

    // machine_provider.h: SDK and provider
    void beginSdk(W& world, Index call) const;
    void sendRequest(W& world, Index sdk, Reason reason) const;
    void hearProvider(W& world, Index call, const Call& child) const;
    void arrive(W& world, Index call) const;
    void respond(W& world, Index call, CallAnswer answer) const;
    void effect(W& world, Index call, bool fails) const;
    void fail(W& world, Index call) const;
    void startWork(W& world, Index call) const;
    void noteEffect(W& world, Index effect) const;
    void finishAtProvider(W& world, Index call, CallAnswer answer) const;
    CallAnswer found(const W& world, const Call& asking, Index& effect) const;
    bool violates(const W& world, const Call& call) const;
    void lose(W& world, Index call) const;

    // machine.h
    Index findOwn(const W& world, const Call& call) const;
    Index findRecord(const W& world, const Key& key, int ownTool) const;
    Standing standing(const Record& record, const Call& asking) const;
    Decision decideFor(const W& world, Index record, const Call& asking, const Policy& policy,
                       Refusal refusal = Refusal::None) const;
    const PlannedArgs& argsOf(const Record& record) const { return m_plan.argSets[record.args]; }
    Index applyDecision(W& world, const Decision& decision, Index record, Index call, bool ownTable) const;
    const PlannedArgs& argsOf(const Call& call) const { return m_plan.argSets[call.args]; }
    const PlannedTool& toolOf(const Call& call) const
    {
        return m_plan.tools[static_cast<std::size_t>(argsOf(call).tool)];
    }
    const ToolSpec& toolSpecOf(const Call& call) const { return m_plan.toolSpec(argsOf(call).tool); }
    void touch(Index call) const;
    void touchRecord(Index record) const;
    Event* emit(const W& world, EventKind kind, Index call) const;
    void emitRecord(const W& world, EventKind kind, Index call, Index record, CallAnswer answer) const;

    const Plan& m_plan;
    Changes* m_changes;
};

extern template class Machine<SmallStorage>;
extern template class Machine<GrowingStorage>;

} // namespace idem
