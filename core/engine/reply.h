#pragma once

#include "core/store/store.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

/// What an engine answers: a word for code, a sentence for a model, and the record for a person. Value.
struct Reply
{
    Answer answer = Answer::Started;
    Refusal refusal = Refusal::None; ///< with `rejected`
    Finding finding = Finding::None;
    Reservation record; ///< as it stands now; with `started` it is the caller's, to be completed
    std::vector<std::string> differing; ///< with `conflict`: the fields, sorted
    /// The caller's own work was carried out, or may have been, but could not be recorded: its lease was over
    /// and somebody else has settled or taken the key (`record` says what stands), or the store failed
    /// (`unrecorded` says how; `record` is still the caller's, with the answer of its work, and may be
    /// completed later).
    bool late = false;
    std::optional<Error> unrecorded = std::nullopt;
    std::optional<Milliseconds> retryAfter; ///< with `in progress`: when its holder's lease ends, more than 0

    /// `started`, `replayed`, `in_progress`, `conflict`, `outcome_unknown`, `rejected`; stable.
    std::string_view code() const { return name(answer); }

    /// May the caller send the same request again and hope for another answer? Never while it would only be
    /// told the same: a model that reads "retryable" calls again at once.
    bool retryable() const { return answer == Answer::Started && record.state == State::FailedBefore; }

    /// What to tell a model, complete and in plain words: what is, and what to do next. `statusTool` names the
    /// tool that looks up the status, where there is one.
    std::string sentence(std::string_view statusTool = {}) const;
};

/// How long from `now` until somebody else may be told more. Clamped to more than 0 and at most the whole
/// lease, so that a holder whose clock is ahead keeps nobody waiting longer.
Milliseconds retryAfter(const Reservation& record, TimePoint now);

} // namespace idem
