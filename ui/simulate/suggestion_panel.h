#pragma once

#include <QWidget>

class QPushButton;

namespace idem {

class SuggestionList;
class SuggestionSearch;
class ToneLabel;

/// The suggestions with what is said above them, and Stop while they are searched for. Owned by its column,
/// needs the search to outlive it; GUI thread.
class SuggestionPanel : public QWidget
{
    Q_OBJECT

public:
    explicit SuggestionPanel(SuggestionSearch& search, QWidget* parent = nullptr);

    SuggestionList* list() const { return m_list; }
    QPushButton* stopButton() const { return m_stop; }
    QPushButton* againButton() const { return m_again; }
    QString sentence() const;
    /// The row that an action without a row means: the chosen one, or else the first, which is the safest.
    int row() const;

Q_SIGNALS:
    /// The list went away while the keyboard was on it, as it does when a change was applied.
    void listLeft();

private:
    void refresh();

    SuggestionSearch& m_search;
    ToneLabel* m_sentence = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_again = nullptr;
    SuggestionList* m_list = nullptr;
};

} // namespace idem
