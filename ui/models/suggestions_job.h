#pragma once

#include "core/error.h"
#include "simulations/run/suggestion.h"

#include <atomic>
#include <memory>
#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <vector>

namespace idem {

/// What a search for small changes yields.
struct SuggestionsResult
{
    std::vector<Suggestion> suggestions; ///< the safest and smallest first
    int runs = 0; ///< that were made to find them
    bool stopped = false; ///< ended early: there may be more
};

/// Searches for the small changes that stop what goes wrong, on a thread of its own; a newer request takes the
/// place of an older one. Owned by its page; every call and every signal is on the GUI thread.
class SuggestionsJob : public QObject
{
    Q_OBJECT

public:
    explicit SuggestionsJob(QObject* parent = nullptr);
    ~SuggestionsJob() override;

    /// Begins a moment later: while somebody drags a slider, each new request only puts it off.
    void start(std::shared_ptr<const ScenarioFile> file, Choice choice);
    /// Ends the search early; what it has so far is the result. Harmless when idle.
    void stop();
    /// Ends it without a result: what it was about is no longer shown.
    void cancel();
    bool isBusy() const { return m_search != nullptr; }

Q_SIGNALS:
    void finished(const idem::SuggestionsResult& result);
    void failed(const idem::Error& error);
    /// Now and then while it takes longer than a person notices.
    void progressed(int runs);

private:
    /// What the GUI thread and the worker share.
    struct Search
    {
        std::shared_ptr<const ScenarioFile> file;
        Choice choice;
        std::atomic<bool> stop = false;
        std::atomic<int> runs = 0;
    };

    void begin();

    QThreadPool m_pool;
    QTimer m_pause;
    QTimer m_progress;
    std::shared_ptr<Search> m_search; ///< waiting or under way; null when idle
};

} // namespace idem
