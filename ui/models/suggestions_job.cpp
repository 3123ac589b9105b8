#include "ui/models/suggestions_job.h"

#include <exception>
#include <QMetaObject>
#include <utility>

namespace idem {

namespace {

constexpr int pauseMs = 200; ///< a drag that goes on makes no search
constexpr int progressMs = 150;

} // namespace

SuggestionsJob::SuggestionsJob(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    m_progress.setInterval(progressMs);
    connect(&m_pause, &QTimer::timeout, this, &SuggestionsJob::begin);
    connect(&m_progress, &QTimer::timeout, this,
            [this] { Q_EMIT progressed(m_search->runs.load(std::memory_order_relaxed)); });
}

SuggestionsJob::~SuggestionsJob()
{
    cancel();
    // The worker posts to this object: it must be gone before the object is.
    m_pool.waitForDone();
}

void SuggestionsJob::start(std::shared_ptr<const ScenarioFile> file, Choice choice)
{
    cancel();
    m_search = std::make_shared<Search>();
    m_search->file = std::move(file);
    m_search->choice = std::move(choice);
    m_pause.start();
}

void SuggestionsJob::begin()
{
    m_progress.start();
    m_pool.start([this, search = m_search] {
        SuggestionsResult result;
        Error error;
        bool ended = false;
        try {
            SuggestOptions options;
            options.stop = &search->stop;
            options.runs = &search->runs;
            result.suggestions = suggest(*search->file, search->choice, options);
            ended = true;
        } catch (const std::exception& problem) {
            error = {search->file->title(), std::string("the search ended early: ") + problem.what(),
                     "Take fewer actions or fewer repeats"};
        }
        result.runs = search->runs.load(std::memory_order_relaxed);
        result.stopped = search->stop.load(std::memory_order_relaxed);
        QMetaObject::invokeMethod(
            this,
            [this, search, ended, result = std::move(result), error = std::move(error)] {
                if (search != m_search) {
                    return; // a newer request took its place
                }
                m_search.reset();
                m_progress.stop();
                if (ended) {
                    Q_EMIT finished(result);
                } else {
                    Q_EMIT failed(error);
                }
            },
            Qt::QueuedConnection);
    });
}

void SuggestionsJob::stop()
{
    if (!m_search) {
        return;
    }
    m_search->stop.store(true, std::memory_order_relaxed);
    m_progress.stop();
    if (m_pause.isActive()) {
        m_pause.stop();
        m_search.reset();
        Q_EMIT finished({.suggestions = {}, .runs = 0, .stopped = true});
    }
}

void SuggestionsJob::cancel()
{
    m_pause.stop();
    m_progress.stop();
    if (m_search) {
        m_search->stop.store(true, std::memory_order_relaxed);
        m_search.reset();
    }
}

} // namespace idem
