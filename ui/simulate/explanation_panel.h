#pragma once

#include "simulations/run/explanation.h"
#include "simulations/run/snapshot.h"
#include "simulations/run/verdict.h"

#include <QScrollArea>
#include <QStringList>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace idem {

class CounterTile;
class DesignRow;
class StoryList;

/// The right column: why the run went as it did, what the other designs of the file come to, and the score at
/// the playhead. Owned by its page; GUI thread.
class ExplanationPanel : public QScrollArea
{
    Q_OBJECT

public:
    explicit ExplanationPanel(QWidget* parent = nullptr);

    void setStory(const std::vector<StoryLine>& story, bool safe);
    /// The other designs: their names for people, and how the document calls them.
    void setDesigns(const QStringList& names, const QStringList& variants);
    void setDesignVerdict(int index, const Verdict& verdict, bool complete);
    void setState(const Snapshot& state);
    /// `follow` keeps the line of the moment in sight.
    void setPlayhead(Micros at, bool follow);
    void toTop();

    StoryList* story() const { return m_story; }
    const std::vector<DesignRow*>& designs() const { return m_designs; }
    QString title() const;
    /// effects, replays, in progress, conflicts
    const std::vector<CounterTile*>& tiles() const { return m_tiles; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void storyLineActivated(int line);
    void variantChosen(const QString& variant);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildScore();
    void fitStory();

    QLabel* m_title = nullptr;
    StoryList* m_story = nullptr;
    QWidget* m_score = nullptr;
    QWidget* m_designsBox = nullptr;
    QVBoxLayout* m_designsLayout = nullptr;
    std::vector<DesignRow*> m_designs;
    std::vector<CounterTile*> m_tiles;
};

} // namespace idem
