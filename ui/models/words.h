#pragma once

#include "core/reservation/decide.h"
#include "simulations/run/verdict.h"

#include <nlohmann/json_fwd.hpp>
#include <QString>
#include <vector>

/// The words of the house on screen, for the tables and controls; nothing else translates them.
namespace idem::words {

QString layer(Layer layer);
QString reason(Reason reason);
QString answer(CallAnswer answer);
QString told(Told told);
QString toldName(const std::string& told); ///< of a verdict: "done", "mixed" …
QString outcome(const Verdict& verdict); ///< "1 effect, told done"
QString state(State state);
QString guard(Guard guard);
QString guardSentence(Guard guard); ///< how it protects its effect
const std::vector<Guard>& guards(); ///< all, from none to those that hold
QString key(const QString& kind); ///< "call_id" → "tool call id"; a template stays as it is

/// A value as it is shown in a cell: strings without quotes.
QString plain(const nlohmann::json& value);

/// A moment or a length of virtual time: "3.45 s", with as many digits as tell moments apart.
QString moment(Micros at);

/// Of the transport: "00:05.10".
QString clock(Micros at);

} // namespace idem::words
