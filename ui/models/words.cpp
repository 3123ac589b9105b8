#include "ui/models/words.h"

#include "simulations/run/snapshot.h"

#include <nlohmann/json.hpp>
#include <QCoreApplication>

namespace idem::words {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Words", text);
}

} // namespace

QString layer(Layer layer)
{
    switch (layer) {
    case Layer::User:
        return tr("User");
    case Layer::Webhook:
        return tr("Webhook");
    case Layer::Runtime:
        return tr("Runtime");
    case Layer::Model:
        return tr("Model");
    case Layer::Tool:
        return tr("Tool");
    case Layer::Sdk:
        return tr("SDK");
    case Layer::Provider:
        return tr("Provider");
    }
    return {};
}

QString reason(Reason reason)
{
    switch (reason) {
    case Reason::First:
        return tr("first");
    case Reason::SentAgain:
        return tr("user sent again");
    case Reason::Redelivered:
        return tr("redelivered");
    case Reason::RunRetried:
        return tr("run retried");
    case Reason::Restarted:
        return tr("restarted after a crash");
    case Reason::DoubleDispatched:
        return tr("run given to two workers");
    case Reason::AskedAtOnce:
        return tr("asked twice in one step");
    case Reason::AskedLater:
        return tr("asked again in a later step");
    case Reason::CalledAgain:
        return tr("model called again");
    case Reason::TriedAgain:
        return tr("wrapper tried again");
    case Reason::Resent:
        return tr("resent");
    case Reason::AskedAgain:
        return tr("asked again");
    case Reason::StatusCheck:
        return tr("status look-up");
    case Reason::Duplicated:
        return tr("the same once more");
    case Reason::FromCheckpoint:
        return tr("started from its checkpoint");
    case Reason::DeadLettered:
        return tr("delivered once more after it had failed");
    case Reason::LeaseLost:
        return tr("another worker has the run");
    case Reason::NextStep:
        return tr("next step");
    case Reason::FromJournal:
        return tr("answered by the journal");
    case Reason::Forgot:
        return tr("model forgot that it was answered");
    }
    return {};
}

QString answer(CallAnswer answer)
{
    switch (answer) {
    case CallAnswer::None:
        return tr("waiting");
    case CallAnswer::Done:
        return tr("done");
    case CallAnswer::Replayed:
        return tr("replayed");
    case CallAnswer::InProgress:
        return tr("in progress");
    case CallAnswer::Conflict:
        return tr("conflict");
    case CallAnswer::OutcomeUnknown:
        return tr("outcome unknown");
    case CallAnswer::Rejected:
        return tr("rejected");
    case CallAnswer::Timeout:
        return tr("timeout");
    case CallAnswer::Lost:
        return tr("answer lost");
    case CallAnswer::Error:
        return tr("error");
    case CallAnswer::NotFound:
        return tr("not found");
    }
    return {};
}

QString told(Told told)
{
    switch (told) {
    case Told::Nothing:
        return tr("nothing");
    case Told::Done:
        return tr("done");
    case Told::Failed:
        return tr("failed");
    case Told::InProgress:
        return tr("in progress");
    }
    return {};
}

QString toldName(const std::string& told)
{
    for (const Told each : {Told::Nothing, Told::Done, Told::Failed, Told::InProgress}) {
        if (name(each) == told) {
            return words::told(each);
        }
    }
    return tr("different things");
}

QString outcome(const Verdict& verdict)
{
    return verdict.effects == 1 ? tr("1 effect, told %1").arg(toldName(verdict.told))
                                : tr("%1 effects, told %2").arg(verdict.effects).arg(toldName(verdict.told));
}

QString state(State state)
{
    switch (state) {
    case State::Processing:
        return tr("processing");
    case State::Done:
        return tr("done");
    case State::FailedBefore:
        return tr("failed before the effect");
    case State::FailedForGood:
        return tr("failed for good");
    case State::Unknown:
        return tr("outcome unknown");
    }
    return {};
}

QString guard(Guard guard)
{
    switch (guard) {
    case Guard::None:
        return tr("none");
    case Guard::CheckThenAct:
        return tr("check, then act");
    case Guard::CheckThenInsert:
        return tr("check, then insert");
    case Guard::TwoWrites:
        return tr("two writes");
    case Guard::OneTransaction:
        return tr("one transaction");
    case Guard::HighWaterMark:
        return tr("highest number");
    case Guard::RecordAfter:
        return tr("record afterwards");
    case Guard::ClaimFirst:
        return tr("claim first");
    case Guard::Reserve:
        return tr("reserve");
    case Guard::ProviderKey:
        return tr("provider key");
    case Guard::ProviderKeyAndRecord:
        return tr("provider key and record");
    }
    return {};
}

QString guardSentence(Guard guard)
{
    switch (guard) {
    case Guard::None:
        return tr("Nothing protects the effect.");
    case Guard::CheckThenAct:
        return tr("Looks at the provider's ledger, then acts: two accesses.");
    case Guard::CheckThenInsert:
        return tr("Reads its own record, then inserts one: two accesses.");
    case Guard::RecordAfter:
        return tr("Reads its own record, acts, writes the record afterwards.");
    case Guard::ClaimFirst:
        return tr("A bare claim: inserted before the work, never finished.");
    case Guard::TwoWrites:
        return tr("Writes the key as done, then does the effect: two transactions.");
    case Guard::HighWaterMark:
        return tr("Keeps the highest number seen; what is not higher counts as a repeat.");
    case Guard::Reserve:
        return tr("Processing before the work, done after it.");
    case Guard::ProviderKey:
        return tr("Sends the key; the provider enforces it.");
    case Guard::ProviderKeyAndRecord:
        return tr("Sends the key and keeps a record of its own.");
    case Guard::OneTransaction:
        return tr("Effect and key in one step: the effect is in the tool's own database.");
    }
    return {};
}

const std::vector<Guard>& guards()
{
    static const std::vector<Guard> all{Guard::None,
                                        Guard::CheckThenAct,
                                        Guard::CheckThenInsert,
                                        Guard::RecordAfter,
                                        Guard::ClaimFirst,
                                        Guard::TwoWrites,
                                        Guard::HighWaterMark,
                                        Guard::Reserve,
                                        Guard::ProviderKey,
                                        Guard::ProviderKeyAndRecord,
                                        Guard::OneTransaction};
    return all;
}

QString key(const QString& kind)
{
    if (kind == QLatin1String("none")) {
        return tr("none");
    }
    if (kind == QLatin1String("call_id")) {
        return tr("tool call id");
    }
    if (kind == QLatin1String("args_hash")) {
        return tr("hash of all arguments");
    }
    if (kind == QLatin1String("random")) {
        return tr("random");
    }
    if (kind == QLatin1String("timestamp")) {
        return tr("time of delivery");
    }
    if (kind == QLatin1String("event_id")) {
        return tr("event id");
    }
    if (kind == QLatin1String("request_id")) {
        return tr("request id");
    }
    return kind;
}

QString plain(const nlohmann::json& value)
{
    return QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
}

QString moment(Micros at)
{
    if (at == never) {
        return tr("never");
    }
    constexpr Micros tenMinutes = 600'000'000;
    if (at >= tenMinutes) {
        return QString::fromStdString(durationText(at));
    }
    // Two digits as the transport shows them; three where the moment lies between those.
    return tr("%1 s").arg(static_cast<double>(at) / 1e6, 0, 'f', at % 10'000 == 0 ? 2 : 3);
}

QString clock(Micros at)
{
    const Micros hundredths = at / 10'000;
    const Micros minutes = hundredths / 6000;
    return QStringLiteral("%1:%2.%3")
        .arg(minutes, 2, 10, QLatin1Char('0'))
        .arg(hundredths / 100 % 60, 2, 10, QLatin1Char('0'))
        .arg(hundredths % 100, 2, 10, QLatin1Char('0'));
}

} // namespace idem::words
