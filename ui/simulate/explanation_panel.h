#pragma once

#include "simulations/run/explanation.h"
#include "simulations/run/snapshot.h"
#include "simulations/run/verdict.h"

#include <QScrollArea>
#include <QStringList>
#include <vector>

class QTabBar;
class QVBoxLayout;

namespace idem {

class CounterTile;
class DesignRow;
class FlatTabBar;
class StoryList;
class SuggestionPanel;
class SuggestionSearch;

/// The right column: why the run went as it did; behind a second tab what would stop it, which is small changes
/// and the other designs of the file; and the score at the playhead. Owned by its page; GUI thread.
class ExplanationPanel : public QScrollArea
{
    Q_OBJECT

public:
    enum Tab { Why, Cure };

    /// The search must outlive the panel.
    explicit ExplanationPanel(SuggestionSearch& search, QWidget* parent = nullptr);

    void setStory(const std::vector<StoryLine>& story, bool safe);
    /// The other designs: their names for people, and how the document calls them.
    void setDesigns(const QStringList& names, const QStringList& variants);
    void setDesignVerdict(int index, const Verdict& verdict, bool complete);
    void setState(const Snapshot& state);
    /// `follow` keeps the line of the moment in sight.
    void setPlayhead(Micros at, bool follow);
    void toTop();
    /// Brings the suggestions to the front and the keyboard to them.
    void showSuggestions();

    QTabBar* tabs() const;
    SuggestionPanel* suggestions() const { return m_suggestions; }
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
    QWidget* buildWhy();
    QWidget* buildCure();
    void buildScore();
    void showTab(int tab);
    void fitStory();
    void refreshCount();
    void revealSuggestion();

    SuggestionSearch& m_search;
    FlatTabBar* m_tabs = nullptr;
    QWidget* m_pages[2] = {};
    int m_scrolled[2] = {}; ///< how far each page was scrolled when it was left
    int m_tab = Why; ///< the one that is shown
    SuggestionPanel* m_suggestions = nullptr;
    StoryList* m_story = nullptr;
    QWidget* m_score = nullptr;
    QWidget* m_designsBox = nullptr;
    QVBoxLayout* m_designsLayout = nullptr;
    std::vector<DesignRow*> m_designs;
    std::vector<CounterTile*> m_tiles;
};

} // namespace idem
